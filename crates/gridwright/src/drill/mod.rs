//! Practice for one technique, and how often each occurs: positions on the way through puzzles.

mod survey;

pub use survey::{Seen, Survey};

use crate::explain::{ExplainedStep, Explainer, Picture};
use crate::generate::{Generator, Outcome, Spec};
use crate::model::{Board, Position};
use crate::puzzle::{Genre, Puzzle};
use crate::rating::Level;
use crate::registry;
use crate::words::Technique;
use gridwright_base::{Limits, Progress, Stopped, counted};

/// A position whose next step has a certain name.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What is known.
    pub known: Board,
    /// The step that comes next.
    pub step: ExplainedStep,
}

impl Exercise {
    /// The exercise that a position gives: its next step, if there is one that is not trivial.
    pub fn at(puzzle: &Puzzle, known: &Board, limits: &Limits) -> Option<Exercise> {
        let mut explainer = Explainer::new(puzzle, known);
        explainer.limit(limits);
        explainer.take_trivial();
        let known = explainer.known().clone();
        let step = explainer.find()?;
        let explanation = explainer.tell(puzzle, &step);
        explainer.take(&step);
        let step = ExplainedStep { step, explanation, trivial: explainer.take_trivial() };
        Some(Exercise { puzzle: puzzle.clone(), known, step })
    }

    /// The name of the step, if it has one.
    pub fn technique(&self) -> Option<&'static str> {
        self.step.explanation.technique.map(|technique| technique.name)
    }

    /// Whether the step holds only because there is one solution.
    pub fn assumes_unique(&self) -> bool {
        self.step.explanation.technique.is_some_and(|technique| technique.assumes_unique)
    }

    /// Where to look, as a sentence.
    pub fn where_to_look(&self) -> String {
        let cells = self.step.explanation.cells.iter().map(|cell| self.puzzle.grid().name(*cell).to_string());
        format!("Look at {}.", cells.collect::<Vec<_>>().join(", "))
    }

    /// What is known, as a position to play on from.
    pub fn position(&self) -> Position {
        Position { board: self.known.clone(), ..self.puzzle.blank() }
    }

    /// The board before the step, and with the step on it.
    pub fn picture(&self) -> Picture {
        Picture::of_step(&self.puzzle, &self.known, &self.step)
    }
}

/// Finds positions to practise a technique on.
///
/// ```
/// use gridwright::{Limits, drill::Drill};
/// let drill = Drill::new("forbidden neighbour", None)?;
/// let found = drill.find(2, 1, &Limits::default());
/// assert_eq!(found.exercises.len(), 2);
/// assert!(found.exercises.iter().all(|exercise| exercise.technique() == Some("forbidden neighbour")));
/// assert!(Drill::new("naked pair", None).is_err(), "two genres have it");
/// assert!(Drill::new("magic", None).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Drill {
    /// The genre.
    pub genre: &'static Genre,
    /// The technique.
    pub technique: &'static Technique,
}

/// What a search for positions came to.
#[derive(Clone, Debug)]
pub struct Found {
    /// The positions, each from another puzzle.
    pub exercises: Vec<Exercise>,
    /// How many puzzles were looked through.
    pub puzzles: u32,
    /// Why the search stopped before there were enough, if nothing else is left to try.
    pub stopped: Option<Stopped>,
}

fn known_to(genre: Option<&str>) -> String {
    genre.map_or("no genre knows a".to_string(), |genre| format!("{genre} knows no"))
}

/// There is no such technique, or the genre is not clear.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDrill {
    /// No genre, or not the one that was named, has such a technique.
    #[error("{} technique '{technique}'; 'techniques' lists the names", known_to(*.genre))]
    Unknown {
        /// What was asked for.
        technique: String,
        /// The name of the genre that was named.
        genre: Option<&'static str>,
    },
    /// Several genres have it.
    #[error("'{technique}' is a technique of several genres ({}): name one", .genres.join(", "))]
    Several {
        /// What was asked for.
        technique: String,
        /// The ids of the genres.
        genres: Vec<&'static str>,
    },
}

impl Drill {
    /// The puzzles to look through for each position, unless other limits are set.
    pub const PUZZLES: u64 = 100;

    /// For a technique by its name, upper and lower case being the same; the genre may be left out where only one has it.
    pub fn new(technique: &str, genre: Option<&'static Genre>) -> Result<Drill, NoDrill> {
        let named = |genre: &&'static Genre| -> Option<Drill> {
            let known = genre.techniques.iter();
            let mut alike = known.filter(|known| known.name.eq_ignore_ascii_case(technique));
            alike.next().map(|technique| Drill { genre, technique })
        };
        let genres = registry::ALL.iter().filter(|other| genre.is_none_or(|genre| genre == **other));
        let found: Vec<Drill> = genres.filter_map(named).collect();
        match found[..] {
            [drill] => Ok(drill),
            [] => Err(NoDrill::Unknown {
                technique: technique.to_string(),
                genre: genre.map(|genre| genre.name),
            }),
            _ => Err(NoDrill::Several {
                technique: technique.to_string(),
                genres: found.iter().map(|drill| drill.genre.id).collect(),
            }),
        }
    }

    /// Up to `number` positions whose next step is the technique, each from another new puzzle. The same seed gives the
    /// same positions. The steps of the limits are puzzles to look through.
    pub fn find(&self, number: usize, seed: u64, limits: &Limits) -> Found {
        let most = limits.steps.unwrap_or(Drill::PUZZLES.saturating_mul(number as u64));
        let inner = Limits::default().cancel(limits.cancel.clone());
        let mut found = Found { exercises: Vec::new(), puzzles: 0, stopped: None };
        let mut puzzles = Puzzles::new(self.genre, Some(Level::of(self.technique.hardness)), seed, &inner);
        let mut is_of_level = true;
        while found.exercises.len() < number && u64::from(found.puzzles) < most {
            let done = found.puzzles.into();
            limits.report(Progress {
                task: "looking for positions",
                done,
                total: Some(most),
                unit: "puzzle",
            });
            if let Err(why) = limits.cancel.check() {
                found.stopped = Some(why);
                break;
            }
            let Some(puzzle) = puzzles.next() else {
                // Of a genre that has no puzzles of this difficulty any will do.
                if !std::mem::take(&mut is_of_level) || self.genre.maker.is_none() {
                    break;
                }
                puzzles = Puzzles::new(self.genre, None, seed, &inner);
                continue;
            };
            found.puzzles += 1;
            found.exercises.extend(self.exercise_in(&puzzle, &inner));
        }
        found
    }

    /// The first position on the way through a puzzle whose next step is the technique.
    fn exercise_in(&self, puzzle: &Puzzle, limits: &Limits) -> Option<Exercise> {
        let puzzle = if self.technique.assumes_unique { puzzle.assuming_unique() } else { puzzle.clone() };
        exercises(&puzzle, limits).find(|exercise| exercise.technique() == Some(self.technique.name))
    }
}

impl Found {
    /// What came of it, as a sentence; nothing where there are as many positions as asked for.
    pub fn in_words(&self, drill: &Drill, number: usize) -> Option<String> {
        let missing = number - self.exercises.len();
        let name = drill.technique.name;
        let looked = counted(self.puzzles as usize, "puzzle");
        let why = self.stopped.map_or(String::new(), |why| format!(" ({why})"));
        match self.exercises.len() {
            _ if missing == 0 => None,
            0 => Some(format!("no position in {looked} has '{name}' as its next step{why}")),
            found => Some(format!("only {found} in {looked} have '{name}' as their next step{why}")),
        }
    }
}

/// The positions on the way through a puzzle, as someone sees them who comes to each afresh.
fn exercises(puzzle: &Puzzle, limits: &Limits) -> impl Iterator<Item = Exercise> {
    let mut known = puzzle.blank().board;
    let (puzzle, limits) = (puzzle.clone(), limits.clone());
    std::iter::from_fn(move || {
        let exercise = Exercise::at(&puzzle, &known, &limits)?;
        known.clone_from(&exercise.known);
        known.extend(exercise.step.facts());
        Some(exercise)
    })
}

/// New puzzles of a genre, and of one whose puzzles are not made those that are printed in the program.
struct Puzzles {
    genre: &'static Genre,
    generator: Option<Generator>,
    seed: u64,
    number: u64,
}

impl Puzzles {
    fn new(genre: &'static Genre, level: Option<Level>, seed: u64, limits: &Limits) -> Puzzles {
        let generator = genre.maker.and_then(|maker| {
            let spec = Spec { difficulty: level, ..Spec::new(genre).square(maker.usual_side()) };
            let mut generator = Generator::new(spec).ok()?;
            generator.limit(limits);
            Some(generator)
        });
        Puzzles { genre, generator, seed, number: 0 }
    }

    fn next(&mut self) -> Option<Puzzle> {
        let number = self.number;
        self.number += 1;
        match &mut self.generator {
            Some(generator) => match generator.make(self.seed, number) {
                Outcome::Found(made) => Some(made.puzzle),
                Outcome::NotFound(_) | Outcome::Stopped(_) => None,
            },
            None => {
                let printed = [self.genre.example, self.genre.illustration];
                Puzzle::parse(printed.get(number as usize)?).ok()
            }
        }
    }
}
