//! Help for a player who is stuck: the next step, revealed in stages.

use super::{Ending, ExplainedStep, Explainer, conflict};
use crate::grid::Cell;
use crate::model::{self, Board, Fact};
use crate::puzzle::Puzzle;
use crate::scene::Scene;
use crate::solve::{Answer, Engine};
use gridwright_base::{Limits, Stopped};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What there is to say about a position.
#[derive(Clone, Debug)]
pub enum Hint {
    /// The next step: the one that [`Explainer::find`] finds from this position, and a walkthrough from it tells first.
    Step(Box<ExplainedStep>),
    /// Something is wrong already. It is said without giving the answer away.
    Wrong(Mistake),
    /// Everything is there.
    Solved,
    /// Nothing more follows: there are several solutions from here.
    Shared,
    /// The search stopped before a step was found, and why.
    Unknown(Stopped),
}

/// How much of a hint to tell: 1 what kind of step it is, 2 where to look, 3 why, 4 what follows.
///
/// ```
/// use gridwright::explain::Stage;
/// assert_eq!("4".parse::<Stage>(), Ok(Stage::LAST));
/// assert_eq!("9".parse::<Stage>().unwrap_err().to_string(), "a hint has the stages 1 to 4, not '9'");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(extend("minimum" = 1, "maximum" = 4)))]
pub struct Stage(u8);

impl Stage {
    /// What kind of step it is.
    pub const FIRST: Stage = Stage(1);
    /// What follows, after all that comes before.
    pub const LAST: Stage = Stage(Hint::STAGES as u8);

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The stage that tells more.
    pub fn next(self) -> Option<Stage> {
        Stage::try_from(self.0 + 1).ok()
    }
}

/// A hint has no such stage.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a hint has the stages 1 to {last}, not '{0}'", last = Hint::STAGES)]
pub struct NoSuchStage(pub String);

impl TryFrom<u8> for Stage {
    type Error = NoSuchStage;

    fn try_from(number: u8) -> Result<Stage, NoSuchStage> {
        let stages = Stage::FIRST.0..=Stage::LAST.0;
        if stages.contains(&number) { Ok(Stage(number)) } else { Err(NoSuchStage(number.to_string())) }
    }
}

impl FromStr for Stage {
    type Err = NoSuchStage;

    fn from_str(text: &str) -> Result<Stage, NoSuchStage> {
        let unknown = || NoSuchStage(text.to_string());
        text.parse::<u8>().ok().and_then(|number| number.try_into().ok()).ok_or_else(unknown)
    }
}

impl From<Stage> for u8 {
    fn from(stage: Stage) -> u8 {
        stage.0
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// A sentence.
    pub text: String,
    /// The fewest entries and marks that cannot stand together; none where the puzzle itself has no solution.
    pub entries: Vec<Fact>,
}

impl Mistake {
    pub(super) fn find(puzzle: &Puzzle, board: &Board, limits: &Limits) -> Result<Mistake, Stopped> {
        let entries = conflict(puzzle, board, limits)?;
        if entries.is_empty() {
            return Ok(Mistake { text: "The puzzle has no solution.".to_string(), entries });
        }
        let start = match model::broken(puzzle.model(), board).first() {
            Some(broken) => format!("Something is wrong already: {}.", puzzle.tell_broken(board, broken)),
            None => "Something is wrong already, though no rule is broken yet.".to_string(),
        };
        let facts = puzzle.tell_facts(&entries);
        let end = match entries.len() {
            1 => format!("This cannot stand: {facts}."),
            _ => format!("These cannot all stand: {facts}."),
        };
        Ok(Mistake { text: format!("{start} {end}"), entries })
    }
}

impl Hint {
    /// The stages of a hint: what kind, where, why, what.
    pub const STAGES: usize = 4;

    /// Looks whether what is entered is right so far, and if it is, for the next step.
    ///
    /// ```
    /// use gridwright::{Limits, Reading};
    /// use gridwright::explain::Hint;
    /// let Reading { puzzle, position, .. } = "7x7:b1f2iB2g1Bi2fBb".parse()?;
    /// let hint = Hint::find(&puzzle, &position.board, &Limits::default());
    /// let stages = hint.stages(&puzzle);
    /// assert_eq!(stages[0], "What kind: wall needs all.");
    /// assert_eq!(stages[3], "What: r2c7 and r4c7 hold bulbs.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(puzzle: &Puzzle, board: &Board, limits: &Limits) -> Hint {
        let model = puzzle.model();
        let mut engine = Engine::new(model);
        engine.limit(limits);
        engine.assume(board.facts());
        match engine.solve() {
            Answer::Solution(_) => {}
            Answer::None => {
                return match Mistake::find(puzzle, board, limits) {
                    Ok(mistake) => Hint::Wrong(mistake),
                    Err(why) => Hint::Unknown(why),
                };
            }
            Answer::Unknown(why) => return Hint::Unknown(why),
        }
        let mut explainer = Explainer::new(puzzle, board);
        explainer.limit(limits);
        explainer.take_trivial();
        match explainer.find() {
            Some(step) => {
                let explanation = explainer.tell_hint(puzzle, &step);
                Hint::Step(Box::new(ExplainedStep { step, explanation, trivial: Vec::new() }))
            }
            None => match explainer.ending() {
                Some(Ending::Solved) => Hint::Solved,
                Some(Ending::Shared) => Hint::Shared,
                Some(Ending::Stopped(why)) => Hint::Unknown(*why),
                Some(Ending::Clash(_)) | None => Hint::Unknown(limits.cancel.why()),
            },
        }
    }

    /// What to say, stage by stage; all that is not a step has one.
    pub fn stages(&self, puzzle: &Puzzle) -> Vec<String> {
        match self {
            Hint::Wrong(mistake) => vec![mistake.text.clone()],
            Hint::Solved => vec!["The board is solved.".to_string()],
            Hint::Shared => {
                vec!["Nothing follows any more: several solutions go on from here.".to_string()]
            }
            Hint::Unknown(why) => vec![format!("No step was found: {why}.")],
            Hint::Step(step) => {
                let explanation = &step.explanation;
                vec![
                    format!("What kind: {}.", explanation.kind),
                    format!("Where: {}.", explanation.place(puzzle)),
                    format!("Why: {}", step.veiled()),
                    format!("What: {}.", explanation.what),
                ]
            }
        }
    }

    /// All cells of the rules to look at: those that have a choice left would give the answer away.
    pub fn where_to_look(&self, puzzle: &Puzzle) -> Vec<Cell> {
        let Hint::Step(step) = self else { return Vec::new() };
        let rules = step.explanation.focus.iter();
        let mut cells: Vec<Cell> =
            rules.flat_map(|rule| puzzle.rule_cells(puzzle.model().get(*rule))).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Points out in a scene what the first stages tell.
    pub fn point_out(&self, puzzle: &Puzzle, stages: usize, scene: &mut Scene) {
        let Hint::Step(step) = self else { return };
        if stages >= Hint::STAGES {
            for &cell in &step.explanation.cells {
                scene.tile(cell).near = true;
            }
            for fact in &step.explanation.news {
                scene.tile(puzzle.candidate_of(fact.atom).0).hint = true;
            }
        } else if stages >= 2 {
            for cell in self.where_to_look(puzzle) {
                scene.tile(cell).hint = true;
            }
        }
    }
}
