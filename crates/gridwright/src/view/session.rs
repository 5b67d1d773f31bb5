//! A puzzle being played.

use super::answers::cell_name;
use super::{BrokenRule, RuleView};
use crate::session::{Session, Tally};
use serde::{Deserialize, Serialize};

/// The state of a session, but for what is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionView {
    /// The genre.
    pub genre: String,
    /// Whether everything is there and nothing is wrong.
    pub solved: bool,
    /// The rules that are broken; none where errors are not shown.
    pub broken: Vec<BrokenRule>,
    /// The rules that something is missing for.
    pub missing: Vec<RuleView>,
    /// The cells that are flagged.
    pub flagged: Vec<String>,
    /// How many actions can be undone.
    pub done: usize,
    /// How many actions can be done again.
    pub undone: usize,
    /// How many branches are open.
    pub branches: usize,
    /// How it has been played so far.
    pub tally: TallyView,
}

/// How a session has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TallyView {
    /// Seconds.
    pub seconds: u64,
    /// Stages of hints.
    pub hints: u64,
    /// Checks.
    pub checks: u64,
}

impl From<Tally> for TallyView {
    fn from(tally: Tally) -> TallyView {
        let Tally { seconds, hints, checks } = tally;
        TallyView { seconds, hints, checks }
    }
}

impl SessionView {
    /// Of a session as it is.
    pub fn new(session: &Session) -> SessionView {
        let (puzzle, status) = (session.puzzle(), session.status());
        let board = &session.position().board;
        let shown = session.shows_errors();
        let broken = status.broken.iter().filter(|_| shown).map(|rule| BrokenRule::new(puzzle, board, rule));
        SessionView {
            genre: puzzle.genre().id.to_string(),
            solved: status.is_solved(),
            broken: broken.collect(),
            missing: status.missing.iter().map(|rule| RuleView::new(puzzle, *rule)).collect(),
            flagged: status.flagged.iter().filter(|_| shown).map(|cell| cell_name(puzzle, *cell)).collect(),
            done: session.actions().len(),
            undone: session.undone().len(),
            branches: session.branches(),
            tally: session.tally.into(),
        }
    }
}
