//! Questions and answers as JSON, for front ends in other languages: one function for every question about a puzzle.
//!
//! ```
//! use gridwright::{Limits, ask::ask};
//! let answer = ask(r#"{"ask":"count","puzzle":"4x4:p"}"#, &Limits::default());
//! assert!(answer.ends_with(r#""status":"multiple","count":24,"complete":true}"#));
//! let answer = ask(r#"{"ask":"count","puzzle":"4x4:q"}"#, &Limits::default());
//! assert!(answer.contains(r#""status":"error""#));
//! ```

mod sheet;

pub use sheet::SheetQuestion;

use crate::clues::{Aim, Pattern, Wish};
use crate::drill::Drill;
use crate::explain::{Hint, Stage};
use crate::formats::ReadOptions;
use crate::frames::Format;
use crate::generate::{Generator, Spec, Walls};
use crate::puzzle::{Genre, Puzzle, Reading};
use crate::rating::{Level, Rating};
use crate::registry::UnknownGenre;
use crate::session::Session;
use crate::solve::{End, Engine, Status};
use crate::verbs::Query;
use crate::view::{
    CheckView, ClashView, CluesView, CommonView, CompletionView, CountView, DistinctionView, Document,
    DrillView, ErrorView, FailureView, GeneratedView, GenreView, GenresView, GradeView, HintView,
    MarginalsView, MinimisedView, SampleView, SceneView, SolutionsView, StatusLine, TechniquesView, TextView,
    TextWord, WalkthroughView, exact,
};
use gridwright_base::random::Random;
use gridwright_base::{Limits, ParseError, Text};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Question {
    /// Whether there is no solution, one, or several: a `StatusView`.
    Status(Subject),
    /// The same with the first solution in reading order.
    First(Subject),
    /// Up to some number of solutions, at most a million: a [`SolutionsView`].
    Solutions {
        /// The puzzle.
        #[serde(flatten)]
        subject: Subject,
        /// The most solutions, from 1 to a million; a million where it is missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
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
        /// How many, from 1 to a million.
        #[serde(default = "one")]
        number: u64,
        /// The seed.
        #[serde(default, with = "exact")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::view::Number"))]
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
        #[serde(default, with = "exact")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::view::Number"))]
        seed: u64,
        /// The format of the puzzle.
        #[serde(default = "native")]
        to: String,
    },
    /// Which clues contradict each other: a [`ClashView`].
    Clash(Subject),
    /// Where solutions differ, and which one clue would decide most: a [`DistinctionView`].
    Distinguish(Subject),
    /// The puzzle with further clues, so that it has one solution: a [`CompletionView`].
    Complete {
        /// The puzzle.
        #[serde(flatten)]
        subject: Subject,
        /// Whether the clues should make the easiest puzzle instead of being the fewest.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        fairest: bool,
        /// Where clues may be added: rows of characters, `.` where none may be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pattern: Option<String>,
        /// The seed, which decides between what is equally good.
        #[serde(default, with = "exact")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::view::Number"))]
        seed: u64,
        /// The format of the puzzle.
        #[serde(default = "native")]
        to: String,
    },
    /// The next step from the entries: a [`HintView`].
    Hint {
        /// The puzzle.
        #[serde(flatten)]
        subject: Subject,
        /// How much to tell, from 1 to 4.
        #[serde(default = "all_stages")]
        stage: Stage,
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
    /// Puzzles on paper: a `SheetView`.
    Sheet(SheetQuestion),
    /// All genres: a [`GenresView`].
    Genres {},
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
    /// Positions to practise a technique on, at most a thousand: a [`DrillView`].
    Drill {
        /// The technique.
        technique: String,
        /// The genre, where several have it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        genre: Option<String>,
        /// How many positions, from 1 to a thousand.
        #[serde(default = "one")]
        number: u64,
        /// The seed.
        #[serde(default, with = "exact")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::view::Number"))]
        seed: u64,
        /// The most puzzles to look through.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        steps: Option<u64>,
    },
}

fn native() -> String {
    Format::Native.to_string()
}

fn one() -> u64 {
    1
}

fn all_stages() -> Stage {
    Stage::LAST
}

/// The puzzle a question is about, and how to ask. Not every question takes `from_position`, `steps` and `memory`: check and
/// hint always ask about the position, clues and the rating belong to the printed puzzle.
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
    /// Whether techniques may be used that hold only because there is one solution, for hint, explain and rate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assume_unique: bool,
    /// The most steps of search, where the engine or the counter searches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// The most bytes of memory for tables, for count, marginals and sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<usize>,
}

/// What a puzzle to be made should be like.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpecQuestion {
    /// The genre; `like` says it too.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub genre: String,
    /// A puzzle as text in any format: the new one is of its genre, size, symmetry, density and difficulty, except for what
    /// the other keys say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// Rows of characters, one for each cell, `.` for nothing: where the walls, the givens, the regions or the areas are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// The number of clues, if the puzzle needs no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clues: Option<usize>,
    /// Rows of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// Columns of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cols: Option<usize>,
    /// The seed.
    #[serde(default, with = "exact")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::view::Number"))]
    pub seed: u64,
    /// The number of the puzzle under the seed, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// How hard, in a word; without `min` and `max`.
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
    /// The techniques each of which is needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub require: Vec<String>,
    /// The symmetry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<String>,
    /// Whether rows and columns wrap round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wrapping: bool,
    /// The approximate percentage of walls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls: Option<u32>,
    /// The exact number of walls, instead of `walls`; needs `several`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_count: Option<usize>,
    /// The shape that most walls come in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motif: Option<String>,
    /// The least and the greatest size of regions or areas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region_size: Option<(usize, usize)>,
    /// The stars of every row, column and region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stars: Option<usize>,
    /// Whether several solutions are allowed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub several: bool,
    /// Whether no clue may be left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub minimal: bool,
    /// The boards to try, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tries: Option<u32>,
}

/// Why a question is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// The question does not take a key.
    #[error("'{ask}' takes no '{key}'")]
    NotTaken {
        /// The question.
        ask: &'static str,
        /// The key.
        key: &'static str,
    },
    /// A number is out of range.
    #[error("'{key}' must be at least 1{}", at_most(*.most))]
    Range {
        /// The key.
        key: &'static str,
        /// The greatest number, where there is one.
        most: Option<u64>,
    },
    /// Two keys exclude each other.
    #[error("'{key}' cannot be given together with '{other}'")]
    Together {
        /// One key.
        key: &'static str,
        /// The other.
        other: &'static str,
    },
}

fn at_most(most: Option<u64>) -> String {
    most.map_or(String::new(), |most| format!(" and at most {most}"))
}

impl QuestionError {
    /// The key that is wrong.
    pub fn key(&self) -> &'static str {
        match self {
            QuestionError::NotTaken { key, .. }
            | QuestionError::Range { key, .. }
            | QuestionError::Together { key, .. } => key,
        }
    }
}

/// Refuses a number below 1 or above the most there is.
fn expect_number(key: &'static str, number: Option<u64>, most: Option<u64>) -> Result<(), QuestionError> {
    match number {
        Some(number) if number < 1 || most.is_some_and(|most| number > most) => {
            Err(QuestionError::Range { key, most })
        }
        _ => Ok(()),
    }
}

impl Question {
    /// The verb, as it is written.
    pub fn name(&self) -> &'static str {
        self.parts().0
    }

    /// The verb, the subject, and which of the subject's keys the verb takes.
    fn parts(&self) -> (&'static str, Option<&Subject>, &'static [&'static str]) {
        const SEARCHED: &[&str] = &["from_position", "steps"];
        const COUNTED: &[&str] = &["from_position", "steps", "memory"];
        match self {
            Question::Status(subject) => ("status", Some(subject), SEARCHED),
            Question::First(subject) => ("first", Some(subject), SEARCHED),
            Question::Solutions { subject, .. } => ("solutions", Some(subject), SEARCHED),
            Question::Count(subject) => ("count", Some(subject), COUNTED),
            Question::Marginals(subject) => ("marginals", Some(subject), COUNTED),
            Question::Sample { subject, .. } => ("sample", Some(subject), COUNTED),
            Question::Common(subject) => ("common", Some(subject), SEARCHED),
            Question::Check { subject, .. } => ("check", Some(subject), &["steps"]),
            Question::Clues(subject) => ("clues", Some(subject), &["steps"]),
            Question::Minimise { subject, .. } => ("minimise", Some(subject), &["steps"]),
            Question::Clash(subject) => ("clash", Some(subject), SEARCHED),
            Question::Distinguish(subject) => ("distinguish", Some(subject), SEARCHED),
            Question::Complete { subject, .. } => ("complete", Some(subject), SEARCHED),
            Question::Hint { subject, .. } => ("hint", Some(subject), &["steps", "assume_unique"]),
            Question::Explain(subject) => ("explain", Some(subject), &["from_position", "assume_unique"]),
            Question::Rate(subject) => ("rate", Some(subject), &["assume_unique"]),
            Question::Convert { subject, .. } => ("convert", Some(subject), &[]),
            Question::Scene(subject) => ("scene", Some(subject), &[]),
            Question::Generate(_) => ("generate", None, &[]),
            Question::Sheet(_) => ("sheet", None, &[]),
            Question::Genres {} => ("genres", None, &[]),
            Question::Genre { .. } => ("genre", None, &[]),
            Question::Techniques { .. } => ("techniques", None, &[]),
            Question::Drill { .. } => ("drill", None, &[]),
        }
    }

    /// The puzzle it is about, if it is about one.
    pub fn subject(&self) -> Option<&Subject> {
        self.parts().1
    }

    /// Refuses what the question cannot take. [`answer`] asks this first.
    pub fn check(&self) -> Result<(), QuestionError> {
        let (ask, subject, takes) = self.parts();
        let given = subject.map_or([("", false); 4], |subject| {
            [
                ("from_position", subject.from_position),
                ("assume_unique", subject.assume_unique),
                ("steps", subject.steps.is_some()),
                ("memory", subject.memory.is_some()),
            ]
        });
        if let Some((key, _)) = given.into_iter().find(|(key, is_given)| *is_given && !takes.contains(key)) {
            return Err(QuestionError::NotTaken { ask, key });
        }
        match self {
            Question::Solutions { limit, .. } => {
                expect_number("limit", limit.map(|limit| limit as u64), Some(MOST_SOLUTIONS))
            }
            Question::Sample { number, .. } => expect_number("number", Some(*number), Some(MOST_SOLUTIONS)),
            Question::Drill { number, .. } => expect_number("number", Some(*number), Some(MOST_POSITIONS)),
            Question::Generate(spec) => {
                if spec.walls.is_some() && spec.wall_count.is_some() {
                    return Err(QuestionError::Together { key: "wall_count", other: "walls" });
                }
                expect_number("index", spec.index, None)?;
                expect_number("tries", spec.tries.map(u64::from), None)
            }
            _ => Ok(()),
        }
    }
}

/// Answers a question in JSON with a view in JSON, or with a [`FailureView`]. What is wrong with the question has its place in
/// the question; what is wrong with the puzzle, its place in the puzzle's text.
pub fn ask(question: &str, limits: &Limits) -> String {
    let refused = |error: ParseError| failure(ErrorView::of_input(&error, question));
    // Inside a string the quotes would be escaped.
    let place = |key: &str| question.find(&format!("\"{key}\""));
    match gridwright_base::json::read::<Question>(Text::new(question)) {
        Ok(asked) => match asked.check() {
            Ok(()) => answer(&asked, limits),
            Err(error) => {
                refused(ParseError { at: place(error.key()), ..ParseError::whole(error.to_string()) })
            }
        },
        Err(error) => refused(match wrong_key(question) {
            Some(key) => ParseError {
                at: place(&key),
                message: format!("not a question: '{key}': {}", error.message),
                ..error
            },
            None => ParseError { message: format!("not a question: {}", error.message), ..error },
        }),
    }
}

/// The key that is wrong with a question: the reader of JSON knows only that one is. Without it, something else is wrong or
/// nothing; where it must be there, that it is missing.
fn wrong_key(question: &str) -> Option<String> {
    const MISSING: &str = "missing field";
    let object: Map<String, Value> = gridwright_base::json::read(Text::new(question)).ok()?;
    let error = |object: Map<String, Value>| {
        let error = serde_json::from_value::<Question>(object.into()).err();
        error.map_or(String::new(), |error| error.to_string())
    };
    let whole = error(object.clone());
    let without = |key: &String| error(object.iter().filter(|(other, _)| *other != key).map(owned).collect());
    let others = || object.keys().filter(|key| *key != "ask" && !whole.starts_with(MISSING));
    let wrong = |may_miss: bool| {
        others().find(|key| {
            let error = without(key);
            error != whole && error.starts_with(MISSING) == may_miss
        })
    };
    wrong(false).or_else(|| wrong(true)).cloned()
}

fn owned((key, value): (&String, &Value)) -> (String, Value) {
    (key.clone(), value.clone())
}

/// Answers a question with a view in JSON. Limits of the question are taken within the caller's.
pub fn answer(question: &Question, limits: &Limits) -> String {
    try_answer(question, limits, &mut Engine::default()).unwrap_or_else(failure)
}

/// The same with an engine to use again for many questions, and with the reason apart where the question is refused.
///
/// ```
/// use gridwright::{Limits, ask::{Question, Subject, try_answer}, solve::Engine};
/// let about = |puzzle: &str| Question::Status(Subject { puzzle: puzzle.to_string(), ..Subject::default() });
/// let mut engine = Engine::default();
/// assert!(try_answer(&about("3x3:d4d"), &Limits::default(), &mut engine)?.contains("unique"));
/// assert_eq!(try_answer(&about("3x3:?d"), &Limits::default(), &mut engine).unwrap_err().column, Some(5));
/// # Ok::<(), gridwright::view::ErrorView>(())
/// ```
pub fn try_answer(question: &Question, limits: &Limits, engine: &mut Engine) -> Result<String, ErrorView> {
    question.check().map_err(refused).and_then(|()| view(question, limits, engine))
}

/// More positions than these are not looked for at once.
const MOST_POSITIONS: u64 = 1000;

/// More solutions than these are not given at once: an answer must fit into memory.
const MOST_SOLUTIONS: u64 = 1_000_000;

/// What [`ask`] says where a question is refused.
pub fn failure(error: ErrorView) -> String {
    document(FailureView::new(None, error))
}

fn document(view: impl Serialize) -> String {
    Document::new(view).to_json()
}

fn refused(error: impl std::fmt::Display) -> ErrorView {
    ErrorView::new(error.to_string())
}

fn genre_of(name: &str) -> Result<&'static Genre, ErrorView> {
    name.parse().map_err(|error: UnknownGenre| refused(error))
}

/// A puzzle that was read, and a query about it.
struct Asked {
    reading: Reading,
    query: Query,
    limits: Limits,
}

impl Subject {
    fn asked(&self, limits: &Limits) -> Result<Asked, ErrorView> {
        let options = ReadOptions {
            format: self.format.as_deref().map(str::parse).transpose().map_err(refused)?,
            genre: self.genre.as_deref().map(genre_of).transpose()?,
            options: self.options.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
        };
        let reading = Reading::parse_with(&self.puzzle, &options);
        let reading = reading.map_err(|error| ErrorView::of_input(&error, &self.puzzle))?;
        let steps = self.steps.into_iter().chain(limits.steps).min();
        let memory = self.memory.into_iter().chain(limits.memory).min();
        let limits = limits.clone().steps(steps).memory(memory);
        let query = reading.puzzle.query().limits(&limits);
        let query = if self.assume_unique { query.assume_unique() } else { query };
        let query = match self.from_position {
            true => query.from_position(&reading.position).map_err(refused)?,
            false => query,
        };
        Ok(Asked { reading, query, limits })
    }

    /// The same for a status, which is written straight.
    fn with_status(
        &self,
        limits: &Limits,
        status: impl FnOnce(&Query) -> Status,
    ) -> Result<String, ErrorView> {
        let Asked { reading: Reading { puzzle, warnings, .. }, query, .. } = self.asked(limits)?;
        let mut text = String::new();
        StatusLine { warnings: &warnings, ..StatusLine::new(&puzzle, &status(&query)) }.push(&mut text);
        Ok(text)
    }

    /// A view of the puzzle, with what the reader remarked.
    fn answered<V: Serialize>(
        &self,
        limits: &Limits,
        view: impl FnOnce(&Puzzle, &Query) -> V,
    ) -> Result<String, ErrorView> {
        let asked = self.asked(limits)?;
        Ok(asked.document(view(&asked.reading.puzzle, &asked.query)))
    }
}

impl Asked {
    fn document(&self, view: impl Serialize) -> String {
        Document::new(view).with_warnings(&self.reading.warnings).to_json()
    }
}

fn view(question: &Question, limits: &Limits, engine: &mut Engine) -> Result<String, ErrorView> {
    match question {
        Question::Status(subject) => subject.with_status(limits, |query| query.status_using(engine)),
        Question::First(subject) => subject.with_status(limits, Query::first),
        Question::Solutions { subject, limit } => subject.answered(limits, |puzzle, query| {
            let mut solutions = query.solutions();
            let found: Vec<_> = solutions.by_ref().take(limit.unwrap_or(MOST_SOLUTIONS as usize)).collect();
            let end = match solutions.next() {
                Some(_) => End::Limit,
                None => solutions.end().unwrap_or(End::Exhausted),
            };
            let view = SolutionsView::new(puzzle, found.len() as u64, end);
            SolutionsView {
                solutions: found.iter().map(|board| puzzle.solution_json(board)).collect(),
                ..view
            }
        }),
        Question::Count(subject) => {
            subject.answered(limits, |puzzle, query| CountView::new(puzzle, &query.count()))
        }
        Question::Marginals(subject) => {
            subject.answered(limits, |puzzle, query| MarginalsView::new(puzzle, &query.marginals()))
        }
        Question::Sample { subject, number, seed } => subject.answered(limits, |puzzle, query| {
            let (sampler, cancel) = (query.sampler(), &limits.cancel);
            let mut random = Random::new(*seed);
            let draw = || {
                let sampler = sampler.as_ref().ok().filter(|_| !cancel.is_cancelled())?;
                sampler.draw(&mut random)
            };
            let drawn: Vec<_> = std::iter::from_fn(draw).take(*number as usize).collect();
            let solutions = drawn.iter().map(|board| puzzle.solution_json(board)).collect();
            SampleView::new(puzzle, *seed, *number, solutions, &sampler, cancel)
        }),
        Question::Common(subject) => {
            subject.answered(limits, |puzzle, query| CommonView::new(puzzle, &query.common()))
        }
        Question::Check { subject, deep } => {
            let asked = subject.asked(limits)?;
            let Reading { puzzle, position, .. } = &asked.reading;
            let check = asked.query.clone().from_position(position).map_err(refused)?.check(*deep);
            Ok(asked.document(CheckView::new(puzzle, position, &check)))
        }
        Question::Clues(subject) => {
            subject.answered(limits, |puzzle, query| CluesView::new(puzzle, &query.clues()))
        }
        Question::Minimise { subject, seed, to } => {
            let format: Format = to.parse().map_err(refused)?;
            let asked = subject.asked(limits)?;
            let view = MinimisedView::new(&asked.reading.puzzle, &asked.query.minimise(*seed), format);
            Ok(asked.document(view.map_err(refused)?))
        }
        Question::Clash(subject) => {
            subject.answered(limits, |puzzle, query| ClashView::new(puzzle, &query.clash()))
        }
        Question::Distinguish(subject) => {
            subject.answered(limits, |puzzle, query| DistinctionView::new(puzzle, &query.distinguish()))
        }
        Question::Complete { subject, fairest, pattern, seed, to } => {
            let format: Format = to.parse().map_err(refused)?;
            let asked = subject.asked(limits)?;
            let puzzle = &asked.reading.puzzle;
            let pattern = pattern.as_deref().map(|text| Pattern::parse(text, puzzle.grid()));
            let aim = if *fairest { Aim::Fairest } else { Aim::Fewest };
            let wish = Wish { aim, pattern: pattern.transpose().map_err(refused)?, seed: *seed };
            let view = CompletionView::new(puzzle, &asked.query.complete(&wish), format);
            Ok(asked.document(view.map_err(refused)?))
        }
        Question::Hint { subject, stage } => {
            let asked = subject.asked(limits)?;
            let session = Session::resume(asked.reading.clone(), &subject.puzzle);
            let session = session.map_err(|error| ErrorView::of_input(&error, &subject.puzzle))?;
            let query = asked.query.clone().from_position(&asked.reading.position).map_err(refused)?;
            let hint = query.hint();
            // A saved game also tells how far back it was right.
            let is_wrong = matches!(hint, Hint::Wrong(_));
            let right_after = is_wrong.then(|| session.last_right(&asked.limits)).flatten();
            let view = HintView::new(&asked.reading.puzzle, &hint, *stage);
            Ok(asked.document(HintView { right_after, ..view }))
        }
        Question::Explain(subject) => {
            subject.answered(limits, |_, query| WalkthroughView::new(&query.explain()))
        }
        Question::Rate(subject) => {
            subject.answered(limits, |puzzle, query| GradeView::new(puzzle, &query.rate()))
        }
        Question::Convert { subject, to } => {
            let format: Format = to.parse().map_err(refused)?;
            let mut asked = subject.asked(limits)?;
            let text = asked.reading.write(format).map_err(refused)?;
            let lost = asked.reading.lost_options(format, &text);
            asked.reading.warnings.extend(lost);
            let (genre, format) = (asked.reading.puzzle.genre().id.to_string(), format.to_string());
            Ok(asked.document(TextView { genre, status: TextWord::Converted, format, text }))
        }
        Question::Scene(subject) => {
            let asked = subject.asked(limits)?;
            let scene = asked.reading.puzzle.flagged_scene(&asked.reading.position);
            Ok(asked.document(SceneView::from(&scene)))
        }
        Question::Generate(question) => {
            let (spec, number) = (question.spec(limits)?, question.index.unwrap_or(1) - 1);
            let mut generator = Generator::new(spec.clone()).map_err(refused)?;
            let tries = question.tries.map(u64::from).into_iter().chain(limits.steps).min();
            generator.limit(&limits.clone().steps(tries));
            let outcome = generator.make(question.seed, number);
            let view = GeneratedView::new(&spec, question.seed, number, Format::Json, &outcome);
            Ok(document(view.map_err(refused)?))
        }
        Question::Sheet(sheet) => sheet.answer(limits),
        Question::Genres {} => Ok(document(GenresView::new())),
        Question::Genre { genre } => Ok(document(GenreView::new(genre_of(genre)?))),
        Question::Techniques { genre } => Ok(document(TechniquesView::new(genre_of(genre)?))),
        Question::Drill { technique, genre, number, seed, steps } => {
            let genre = genre.as_deref().map(genre_of).transpose()?;
            let drill = Drill::new(technique, genre).map_err(refused)?;
            let number = *number as usize;
            let limits = limits.clone().steps(steps.iter().copied().chain(limits.steps).min());
            Ok(document(DrillView::new(&drill, number, &drill.find(number, *seed, &limits))))
        }
    }
}

impl SpecQuestion {
    fn spec(&self, limits: &Limits) -> Result<Spec, ErrorView> {
        let rating = |points: Option<f64>| -> Result<Option<Rating>, ErrorView> {
            let read = |points: f64| points.to_string().parse::<Rating>().map_err(refused);
            points.map(read).transpose()
        };
        let genre = match (&self.like, self.genre.as_str()) {
            (Some(_), "") => None,
            (_, name) => Some(genre_of(name)?),
        };
        let example = self.like.as_deref().map(|text| {
            let reading = Reading::parse_with(text, &ReadOptions { genre, ..ReadOptions::default() });
            reading.map(|reading| reading.puzzle).map_err(|error| ErrorView::of_input(&error, text))
        });
        let example = example.transpose()?;
        let genre = genre
            .or(example.as_ref().map(Puzzle::genre))
            .ok_or_else(|| refused(UnknownGenre(String::new())))?;
        let wish = Spec {
            symmetry: self.symmetry.as_deref().map(str::parse).transpose().map_err(refused)?,
            wrapping: self.wrapping,
            walls: self.walls.map(Walls::Percent).or(self.wall_count.map(Walls::Number)),
            motif: self.motif.as_deref().map(str::parse).transpose().map_err(refused)?,
            region_size: self.region_size,
            stars: self.stars,
            minimal: self.minimal,
            clues: self.clues,
            difficulty: self.difficulty.as_deref().map(str::parse::<Level>).transpose().map_err(refused)?,
            min: rating(self.min)?,
            max: rating(self.max)?,
            techniques: self.techniques.clone(),
            require: self.require.clone(),
            several: self.several,
            pattern: self.pattern.as_deref().map(Pattern::read).transpose().map_err(refused)?,
            ..Spec::new(genre)
        };
        let size = (self.rows, self.cols);
        match example {
            Some(example) => wish.with_example(size, &example, limits).map_err(refused),
            None => Ok(wish.sized(size)),
        }
    }
}
