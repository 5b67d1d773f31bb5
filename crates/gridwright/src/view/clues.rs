//! What a setter asks about clues.

use super::answers::cell_name;
use super::explain::rules;
use super::{Number, RuleView, StatusWord, StoppedWord};
use crate::clues::{
    Clash, Clues, CluesError, CompleteError, Completion, Deciding, Distinction, Left, Minimised,
};
use crate::count::{BigUint, Count};
use crate::frames::{Format, WriteError};
use crate::model::RuleId;
use crate::puzzle::Puzzle;
use crate::solve::End;
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
    /// Those that could be left out one at a time, where there is one solution; with `why`, those that were found
    /// until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
            superfluous: found(clues, |clues| &clues.superfluous).map(|clues| rules(puzzle, clues)),
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
    /// The puzzle as text, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The format of the text, or `text`, `ansi`, `svg` or `scene` for a drawing.
    pub format: String,
    /// The clues that were left out, where there is one solution; with `why`, those that were found until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
        let removed = found(minimised, |minimised| &minimised.removed).map(|clues| rules(puzzle, clues));
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
    /// Whether these are all sets of this size; where there is a solution, that there are none.
    pub complete: bool,
    /// Why there may be others, or nothing is known.
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
        let end = match clash {
            Ok(clash) => clash.as_ref().map_or(End::Exhausted, |clash| clash.end),
            Err(why) => End::Stopped(*why),
        };
        ClashView {
            genre: puzzle.genre().id.to_string(),
            status,
            sets: known.map_or(Vec::new(), |clash| clash.sets.iter().map(|set| rules(puzzle, set)).collect()),
            smallest: clash.as_ref().is_ok_and(|clash| clash.as_ref().is_none_or(|clash| clash.is_smallest)),
            complete: end == End::Exhausted,
            why: StoppedWord::of_end(end),
        }
    }
}

/// Where solutions differ, and which one clue would decide most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DistinctionView {
    /// The genre.
    pub genre: String,
    /// Whether there are several solutions.
    pub status: StatusWord,
    /// How many solutions there are, a lower bound where that is not complete.
    pub count: Number,
    /// Whether the number is exact.
    pub complete: bool,
    /// The cells in which they differ.
    pub cells: Vec<String>,
    /// Clues that could be added, what decides most first.
    pub clues: Vec<DecidingView>,
    /// Why not everything is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

/// A clue that could be added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DecidingView {
    /// The clue.
    #[serde(flatten)]
    pub clue: RuleView,
    /// How many solutions it leaves, where they could be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Number>,
    /// Else in how many cells those that it leaves differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<usize>,
}

impl DistinctionView {
    /// Of an answer about a puzzle.
    pub fn new(puzzle: &Puzzle, distinction: &Result<Distinction, Stopped>) -> DistinctionView {
        let genre = puzzle.genre().id.to_string();
        match distinction {
            Ok(Distinction { solutions, cells, clues }) => DistinctionView {
                genre,
                status: StatusWord::of_number(solutions.number()),
                count: solutions.number().into(),
                complete: solutions.exact().is_some(),
                cells: cells.iter().map(|cell| cell_name(puzzle, *cell)).collect(),
                clues: clues.iter().map(DecidingView::new).collect(),
                why: match solutions {
                    Count::AtLeast(_, why) => Some((*why).into()),
                    Count::Exactly(_) => None,
                },
            },
            Err(why) => DistinctionView {
                genre,
                status: StatusWord::Unknown,
                count: (&BigUint::ZERO).into(),
                complete: false,
                cells: Vec::new(),
                clues: Vec::new(),
                why: Some((*why).into()),
            },
        }
    }
}

impl DecidingView {
    fn new(deciding: &Deciding) -> DecidingView {
        let clue = RuleView::new(&deciding.puzzle, deciding.clue);
        match &deciding.left {
            Left::Solutions(number) => DecidingView { clue, left: Some(number.into()), open: None },
            Left::Cells(cells) => DecidingView { clue, left: None, open: Some(*cells) },
        }
    }
}

/// A puzzle with further clues.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompletionView {
    /// The genre.
    pub genre: String,
    /// How many solutions the completed puzzle has: one; `none` and `multiple` where no clues can help, and why in `message`.
    pub status: StatusWord,
    /// The puzzle as text, where one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The format of the text, or `text`, `ansi`, `svg` or `scene` for a drawing.
    pub format: String,
    /// The clues that were added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added: Option<Vec<RuleView>>,
    /// Whether it is proven that no fewer clues suffice.
    pub fewest: bool,
    /// The puzzle's rating, where the fairest clues were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// Why there is no puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Why the search stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<StoppedWord>,
}

impl CompletionView {
    /// Of an answer about a puzzle, with the new puzzle in a format.
    pub fn new(
        puzzle: &Puzzle,
        completion: &Result<Completion, CompleteError>,
        format: Format,
    ) -> Result<CompletionView, WriteError> {
        let text =
            completion.as_ref().ok().map(|completion| completion.puzzle.to_text(format)).transpose()?;
        Ok(CompletionView::with_text(puzzle, completion, format.to_string(), text))
    }

    /// The same with a text that was written elsewhere.
    pub fn with_text(
        puzzle: &Puzzle,
        completion: &Result<Completion, CompleteError>,
        format: String,
        text: Option<String>,
    ) -> CompletionView {
        let error = completion.as_ref().err();
        let (status, why) = match error {
            None => (StatusWord::Unique, None),
            Some(CompleteError::NoSolution) => (StatusWord::None, None),
            Some(CompleteError::NotFound(_)) => (StatusWord::Unknown, None),
            Some(CompleteError::TooFewPlaces) => (StatusWord::Multiple, None),
            Some(CompleteError::Stopped(why)) => (StatusWord::Unknown, Some((*why).into())),
        };
        let completion = completion.as_ref().ok();
        CompletionView {
            genre: puzzle.genre().id.to_string(),
            status,
            text,
            format,
            added: completion.map(|completion| rules(&completion.puzzle, &completion.added)),
            fewest: completion.is_some_and(|completion| completion.is_fewest),
            rating: completion.and_then(|completion| completion.rating).map(|rating| rating.points()),
            message: error.map(ToString::to_string),
            why,
        }
    }
}

/// The superfluous clues that are known.
fn found<T>(answer: &Result<T, CluesError>, all: impl FnOnce(&T) -> &Vec<RuleId>) -> Option<&Vec<RuleId>> {
    match answer {
        Ok(answer) => Some(all(answer)),
        Err(CluesError::Stopped { superfluous, .. }) => Some(superfluous),
        Err(CluesError::NoSolution | CluesError::Several) => None,
    }
}

fn status(error: Option<&CluesError>) -> (StatusWord, Option<StoppedWord>) {
    match error {
        None => (StatusWord::Unique, None),
        Some(CluesError::NoSolution) => (StatusWord::None, None),
        Some(CluesError::Several) => (StatusWord::Multiple, None),
        Some(CluesError::Stopped { why, .. }) => (StatusWord::Unknown, Some((*why).into())),
    }
}
