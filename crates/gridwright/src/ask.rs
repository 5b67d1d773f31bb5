//! Questions and answers as JSON, for front ends in other languages: one function for every question about a puzzle.
//!
//! ```
//! use gridwright::{Limits, ask::ask};
//! let answer = ask(r#"{"ask":"count","puzzle":"4x4:p"}"#, &Limits::default());
//! assert!(answer.ends_with(r#""status":"multiple","count":24,"complete":true}"#));
//! let answer = ask(r#"{"ask":"count","puzzle":"4x4:q"}"#, &Limits::default());
//! assert!(answer.contains(r#""status":"error""#));
//! ```

use crate::explain::Hint;
use crate::formats::ReadOptions;
use crate::frames::Format;
use crate::generate::{Generator, Spec, Walls};
use crate::puzzle::{Genre, Reading};
use crate::rating::{Level, Rating};
use crate::registry::UnknownGenre;
use crate::session::Session;
use crate::solve::End;
use crate::verbs::Query;
use crate::view::{
    CheckView, ClashView, CluesView, CommonView, CountView, Document, ErrorView, FailureView, GeneratedView,
    GenreView, GradeView, HintView, MarginalsView, MinimisedView, SampleView, SceneView, SolutionsView,
    StatusView, TechniquesView, TextView, TextWord, WalkthroughView,
};
use gridwright_base::random::Random;
use gridwright_base::{Limits, ParseError, Text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Question {
    /// Whether there is no solution, one, or several: a [`StatusView`].
    Status(Subject),
    /// The same with the first solution in reading order.
    First(Subject),
    /// Up to some number of solutions, at most a million: a [`SolutionsView`].
    Solutions {
        /// The puzzle.
        #[serde(flatten)]
        subject: Subject,
        /// The most solutions; all where it is missing.
        limit: Option<usize>,
    },
    /// How many solutions there are: a [`CountView`].
    Count(Subject),
    /// In how many solutions each thing holds: a [`MarginalsView`].
    Marginals(Subject),
    /// Solutions drawn at random, at most a million: a [`SampleView`].
    Sample {
        /// The puzzle.
        #[serde(flatten)]
        subject: Subject,
        /// How many.
        #[serde(default = "one")]
        number: u64,
        /// The seed.
        #[serde(default)]
        seed: u64,
    },
    /// What all solutions share: a [`CommonView`].
    Common(Subject),
    /// What the rules say of the entries: a [`CheckView`].
    Check {
        /// The puzzle.
        #[serde(flatten)]
        subject: Subject,
        /// Whether to prove that they can still be completed.
        #[serde(default)]
        deep: bool,
    },
    /// Which clues could be left out: a [`CluesView`].
    Clues(Subject),
    /// The puzzle without superfluous clues: a [`MinimisedView`].
    Minimise {
        /// The puzzle.
        #[serde(flatten)]
        subject: Subject,
        /// The seed, which decides which of them stay.
        #[serde(default)]
        seed: u64,
        /// The format of the puzzle.
        #[serde(default = "native")]
        to: String,
    },
    /// Which clues contradict each other: a [`ClashView`].
    Clash(Subject),
    /// The next step from the entries: a [`HintView`].
    Hint {
        /// The puzzle.
        #[serde(flatten)]
        subject: Subject,
        /// How much to tell, from 1 to 4.
        #[serde(default = "all_stages")]
        stage: u8,
    },
    /// How the puzzle is solved: a [`WalkthroughView`].
    Explain(Subject),
    /// How hard the puzzle is: a [`GradeView`].
    Rate(Subject),
    /// The puzzle with its entries in another format: a [`TextView`].
    Convert {
        /// The puzzle.
        #[serde(flatten)]
        subject: Subject,
        /// The format.
        to: String,
    },
    /// What to draw: a [`SceneView`].
    Scene(Subject),
    /// A new puzzle: a [`GeneratedView`].
    Generate(SpecQuestion),
    /// What there is to know about a genre: a [`GenreView`].
    Genre {
        /// The genre.
        genre: String,
    },
    /// What players call its steps: a [`TechniquesView`].
    Techniques {
        /// The genre.
        genre: String,
    },
}

fn native() -> String {
    Format::Native.to_string()
}

fn one() -> u64 {
    1
}

fn all_stages() -> u8 {
    Hint::STAGES as u8
}

/// The puzzle a question is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Subject {
    /// The puzzle as text in any format.
    pub puzzle: String,
    /// The format, where it is not to be detected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The genre, where the text does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub genre: Option<String>,
    /// Options of the puzzle.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// Whether the entries and marks are taken as given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_position: bool,
    /// The most steps of search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// The most bytes of memory for tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<usize>,
}

/// What a puzzle to be made should be like.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpecQuestion {
    /// The genre.
    pub genre: String,
    /// Rows of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// Columns of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cols: Option<usize>,
    /// The seed.
    #[serde(default)]
    pub seed: u64,
    /// The number of the puzzle under the seed, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// How hard, in a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    /// The least rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The greatest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// The techniques that suffice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub techniques: Option<Vec<String>>,
    /// The symmetry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<String>,
    /// Whether rows and columns wrap round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wrapping: bool,
    /// The approximate percentage of walls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls: Option<u32>,
    /// The exact number of walls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_count: Option<usize>,
    /// The least and the greatest size of regions or areas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region_size: Option<(usize, usize)>,
    /// Whether several solutions are allowed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub several: bool,
    /// Whether no clue may be left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub minimal: bool,
    /// The boards to try.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tries: Option<u32>,
}

/// Answers a question in JSON with a view in JSON, or with a [`FailureView`].
pub fn ask(question: &str, limits: &Limits) -> String {
    match gridwright_base::json::read::<Question>(Text::new(question)) {
        Ok(question) => answer(&question, limits),
        Err(error) => {
            let error = ParseError { message: format!("not a question: {}", error.message), ..error };
            failure(None, ErrorView::of_input(&error, question))
        }
    }
}

/// Answers a question with a view in JSON. Limits of the question are taken within the caller's.
pub fn answer(question: &Question, limits: &Limits) -> String {
    match view(question, limits) {
        Ok(json) => json,
        Err((genre, error)) => failure(genre, error),
    }
}

/// More solutions than these are not given at once: an answer must fit into memory.
const MOST_SOLUTIONS: usize = 1_000_000;

type Failed = (Option<&'static str>, ErrorView);

fn failure(genre: Option<&str>, error: ErrorView) -> String {
    document(FailureView::new(genre, error))
}

fn document(view: impl Serialize) -> String {
    Document::new(view).to_json()
}

fn refused(error: impl std::fmt::Display) -> Failed {
    (None, ErrorView::new(error.to_string()))
}

fn genre_of(name: &str) -> Result<&'static Genre, Failed> {
    name.parse().map_err(|error: UnknownGenre| refused(error))
}

/// A puzzle that was read, and a query about it.
struct Asked {
    reading: Reading,
    query: Query,
}

impl Subject {
    fn asked(&self, limits: &Limits) -> Result<Asked, Failed> {
        let options = ReadOptions {
            format: self.format.as_deref().map(str::parse).transpose().map_err(refused)?,
            genre: self.genre.as_deref().map(genre_of).transpose()?,
            options: self.options.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
        };
        let reading = Reading::parse_with(&self.puzzle, &options);
        let reading = reading.map_err(|error| (None, ErrorView::of_input(&error, &self.puzzle)))?;
        let least = |own: Option<u64>, given: Option<u64>| own.into_iter().chain(given).min();
        let memory = self.memory.into_iter().chain(limits.memory).min();
        let limits = limits.clone().steps(least(self.steps, limits.steps)).memory(memory);
        let query = reading.puzzle.query().limits(&limits);
        let query = if self.from_position { query.from_position(&reading.position) } else { query };
        Ok(Asked { reading, query })
    }
}

fn view(question: &Question, limits: &Limits) -> Result<String, Failed> {
    let asked = |subject: &Subject| subject.asked(limits);
    Ok(match question {
        Question::Status(subject) => {
            let Asked { query, .. } = asked(subject)?;
            document(StatusView::new(query.puzzle(), &query.status()))
        }
        Question::First(subject) => {
            let Asked { query, .. } = asked(subject)?;
            document(StatusView::new(query.puzzle(), &query.first()))
        }
        Question::Solutions { subject, limit } => {
            let Asked { query, .. } = asked(subject)?;
            let mut solutions = query.solutions();
            if *limit == Some(0) {
                return Err(refused("the limit must be at least 1"));
            }
            let limit = limit.unwrap_or(MOST_SOLUTIONS).min(MOST_SOLUTIONS);
            let found: Vec<_> = solutions.by_ref().take(limit).collect();
            let end = match solutions.next() {
                Some(_) => End::Limit,
                None => solutions.end().unwrap_or(End::Exhausted),
            };
            let view = SolutionsView::new(query.puzzle(), found.len() as u64, end);
            let solutions = found.iter().map(|board| query.puzzle().solution_json(board)).collect();
            document(SolutionsView { solutions, ..view })
        }
        Question::Count(subject) => {
            let Asked { query, .. } = asked(subject)?;
            document(CountView::new(query.puzzle(), &query.count()))
        }
        Question::Marginals(subject) => {
            let Asked { query, .. } = asked(subject)?;
            document(MarginalsView::new(query.puzzle(), &query.marginals()))
        }
        Question::Sample { subject, number, seed } => {
            if *number > MOST_SOLUTIONS as u64 {
                return Err(refused(format!("at most {MOST_SOLUTIONS} solutions are drawn at once")));
            }
            let Asked { query, .. } = asked(subject)?;
            let sampler = query.sampler();
            let mut random = Random::new(*seed);
            let draw = || {
                let sampler = sampler.as_ref().ok().filter(|_| !limits.cancel.is_cancelled())?;
                sampler.draw(&mut random)
            };
            let most = usize::try_from(*number).unwrap_or(usize::MAX).min(MOST_SOLUTIONS);
            let drawn: Vec<_> = std::iter::from_fn(draw).take(most).collect();
            let solutions = drawn.iter().map(|board| query.puzzle().solution_json(board)).collect();
            document(SampleView::new(query.puzzle(), *seed, *number, solutions, &sampler))
        }
        Question::Common(subject) => {
            let Asked { query, .. } = asked(subject)?;
            document(CommonView::new(query.puzzle(), &query.common()))
        }
        Question::Check { subject, deep } => {
            let Asked { reading, query } = asked(subject)?;
            let check = query.from_position(&reading.position).check(*deep);
            document(CheckView::new(&reading.puzzle, &reading.position, &check))
        }
        Question::Clues(subject) => {
            let Asked { query, .. } = asked(subject)?;
            document(CluesView::new(query.puzzle(), &query.clues()))
        }
        Question::Minimise { subject, seed, to } => {
            let Asked { query, .. } = asked(subject)?;
            let format: Format = to.parse().map_err(refused)?;
            let view = MinimisedView::new(query.puzzle(), &query.minimise(*seed), format);
            document(view.map_err(refused)?)
        }
        Question::Clash(subject) => {
            let Asked { query, .. } = asked(subject)?;
            document(ClashView::new(query.puzzle(), &query.clash()))
        }
        Question::Hint { subject, stage } => {
            let Asked { reading, query } = asked(subject)?;
            let hint = query.from_position(&reading.position).hint();
            let stage = (*stage).clamp(1, all_stages());
            let view = HintView::new(&reading.puzzle, &hint, stage);
            // A saved game also tells how far back it was right.
            let session = matches!(hint, Hint::Wrong(_)).then(|| Session::resume(reading, &subject.puzzle));
            let mistakes = session.and_then(Result::ok).map(|session| session.last_right(limits));
            document(HintView { right_after: mistakes.flatten(), ..view })
        }
        Question::Explain(subject) => document(WalkthroughView::new(&asked(subject)?.query.explain())),
        Question::Rate(subject) => {
            let Asked { query, .. } = asked(subject)?;
            document(GradeView::new(query.puzzle(), &query.rate()))
        }
        Question::Convert { subject, to } => {
            let Asked { reading, .. } = asked(subject)?;
            let format: Format = to.parse().map_err(refused)?;
            let genre = reading.puzzle.genre().id;
            let text = reading.write(format).map_err(|error| (None, ErrorView::new(error.to_string())))?;
            let (genre, format) = (genre.to_string(), format.to_string());
            document(TextView { genre, status: TextWord::Converted, format, text })
        }
        Question::Scene(subject) => {
            let Asked { reading, .. } = asked(subject)?;
            document(SceneView::from(&reading.puzzle.flagged_scene(&reading.position)))
        }
        Question::Generate(question) => {
            let (spec, number) = (question.spec()?, question.index.unwrap_or(1).saturating_sub(1));
            let mut generator = Generator::new(spec.clone()).map_err(refused)?;
            let tries = question.tries.map(u64::from).into_iter().chain(limits.steps).min();
            generator.limit(&limits.clone().steps(tries));
            let outcome = generator.make(question.seed, number);
            let view = GeneratedView::new(&spec, question.seed, number, Format::Json, &outcome);
            document(view.map_err(refused)?)
        }
        Question::Genre { genre } => document(GenreView::new(genre_of(genre)?)),
        Question::Techniques { genre } => document(TechniquesView::new(genre_of(genre)?)),
    })
}

impl SpecQuestion {
    fn spec(&self) -> Result<Spec, Failed> {
        let rating = |points: Option<f64>| -> Result<Option<Rating>, Failed> {
            let read = |points: f64| points.to_string().parse::<Rating>().map_err(refused);
            points.map(read).transpose()
        };
        let usual = Spec::new(genre_of(&self.genre)?);
        Ok(Spec {
            rows: self.rows.unwrap_or(usual.rows),
            cols: self.cols.unwrap_or(usual.cols),
            symmetry: self.symmetry.as_deref().map(str::parse).transpose().map_err(refused)?,
            wrapping: self.wrapping,
            walls: self.walls.map(Walls::Percent).or(self.wall_count.map(Walls::Number)),
            region_size: self.region_size,
            minimal: self.minimal,
            difficulty: self.difficulty.as_deref().map(str::parse::<Level>).transpose().map_err(refused)?,
            min: rating(self.min)?,
            max: rating(self.max)?,
            techniques: self.techniques.clone(),
            several: self.several,
            ..usual
        })
    }
}
