//! What a setter asks about clues.

use super::explain::rules;
use super::{RuleView, StatusWord, StoppedWord};
use crate::clues::{Clash, Clues, CluesError, Minimised};
use crate::frames::{Format, WriteError};
use crate::puzzle::Puzzle;
use gridwright_base::Stopped;
use serde::{Deserialize, Serialize};

/// Which clues could be left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CluesView {
    /// The genre.
    pub genre: String,
    /// How many solutions there are; only where there is one, clues can be superfluous.
    pub status: StatusWord,
    /// How many clues the puzzle has.
    pub clues: usize,
    /// Those that could be left out one at a time; null where there is not one solution.
    pub superfluous: Option<Vec<RuleView>>,
    /// Why they are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

impl CluesView {
    /// Of an answer about the clues of a puzzle.
    pub fn new(puzzle: &Puzzle, clues: &Result<Clues, CluesError>) -> CluesView {
        let (status, why) = status(clues.as_ref().err());
        CluesView {
            genre: puzzle.genre().id.to_string(),
            status,
            clues: puzzle.model().clues().count(),
            superfluous: clues.as_ref().ok().map(|clues| rules(puzzle, &clues.superfluous)),
            why,
        }
    }
}

/// A puzzle without superfluous clues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MinimisedView {
    /// The genre.
    pub genre: String,
    /// How many solutions there are; only where there is one, clues can be left out.
    pub status: StatusWord,
    /// The puzzle as text; null where it is not known.
    pub text: Option<String>,
    /// The format of the text, or `text`, `ansi`, `svg` or `scene` for a drawing.
    pub format: String,
    /// The clues that were left out; null where they are not known.
    pub removed: Option<Vec<RuleView>>,
    /// Why they are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

impl MinimisedView {
    /// Of an answer about a puzzle, with the new puzzle in a format.
    pub fn new(
        puzzle: &Puzzle,
        minimised: &Result<Minimised, CluesError>,
        format: Format,
    ) -> Result<MinimisedView, WriteError> {
        let text = minimised.as_ref().ok().map(|minimised| minimised.puzzle.to_text(format)).transpose()?;
        Ok(MinimisedView::with_text(puzzle, minimised, format.to_string(), text))
    }

    /// The same with a text that was written elsewhere.
    pub fn with_text(
        puzzle: &Puzzle,
        minimised: &Result<Minimised, CluesError>,
        format: String,
        text: Option<String>,
    ) -> MinimisedView {
        let (status, why) = status(minimised.as_ref().err());
        let removed = minimised.as_ref().ok().map(|minimised| rules(puzzle, &minimised.removed));
        MinimisedView { genre: puzzle.genre().id.to_string(), status, text, format, removed, why }
    }
}

/// Which clues contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClashView {
    /// The genre.
    pub genre: String,
    /// `clash`, `possible` where there is a solution, or `unknown`.
    pub status: ClashWord,
    /// Sets of clues that cannot all be kept, all of one size; an empty set where the laws alone leave no solution.
    pub sets: Vec<Vec<RuleView>>,
    /// Whether it is proven that no smaller set clashes.
    pub smallest: bool,
    /// Whether these are all sets of this size.
    pub complete: bool,
    /// Why nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

/// Whether clues contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum ClashWord {
    Clash,
    Possible,
    Unknown,
}

impl ClashView {
    /// Of an answer about the clues of a puzzle.
    pub fn new(puzzle: &Puzzle, clash: &Result<Option<Clash>, Stopped>) -> ClashView {
        let status = match clash {
            Ok(Some(_)) => ClashWord::Clash,
            Ok(None) => ClashWord::Possible,
            Err(_) => ClashWord::Unknown,
        };
        let known = clash.as_ref().ok().and_then(Option::as_ref);
        ClashView {
            genre: puzzle.genre().id.to_string(),
            status,
            sets: known.map_or(Vec::new(), |clash| clash.sets.iter().map(|set| rules(puzzle, set)).collect()),
            smallest: known.is_some_and(|clash| clash.is_smallest),
            complete: known.is_some_and(|clash| clash.is_complete),
            why: clash.as_ref().err().map(|why| (*why).into()),
        }
    }
}

fn status(error: Option<&CluesError>) -> (StatusWord, Option<StoppedWord>) {
    match error {
        None => (StatusWord::Unique, None),
        Some(CluesError::NoSolution) => (StatusWord::None, None),
        Some(CluesError::Several) => (StatusWord::Multiple, None),
        Some(CluesError::Stopped(why)) => (StatusWord::Unknown, Some((*why).into())),
    }
}
