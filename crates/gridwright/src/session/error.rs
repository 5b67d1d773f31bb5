//! Why something cannot be done.

use crate::grid::{CellName, Direction};
use gridwright_base::Text;

/// Why an action cannot be read or done, or a gesture means none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// The text is empty.
    #[error("expected an action")]
    Nothing,
    /// There is no such cell.
    #[error("{} is not a cell of this board", Text::new(.0).quoted())]
    NoSuchCell(String),
    /// The text names a cell and says nothing about it.
    #[error("expected what to enter, such as '{example}'")]
    NothingToEnter {
        /// The cell.
        cell: CellName,
        /// An action that is possible there.
        example: String,
    },
    /// The cell does not take what the text says.
    #[error("{} does not fit {cell}: expected something like '{example}'", Text::new(.what).quoted())]
    DoesNotFit {
        /// What was to be entered.
        what: String,
        /// The cell.
        cell: CellName,
        /// An action that is possible there.
        example: String,
    },
    /// The cell takes nothing.
    #[error("nothing can be entered at {0}")]
    TakesNothing(CellName),
    /// What the cell holds is printed.
    #[error("{0} is printed")]
    Printed(CellName),
    /// The action changes nothing.
    #[error("there is nothing to change")]
    NoChange,
    /// There is no branch to accept or reject.
    #[error("no branch is open")]
    NoBranch,
    /// A click, tap or key has nothing to enter.
    #[error("There is nothing to enter in {0}.")]
    NoEntry(CellName),
    /// A click or key has nothing to mark.
    #[error("There is nothing to mark in {0}.")]
    NoMark(CellName),
    /// A cell does not take a digit.
    #[error("{digit} does not fit {cell}.")]
    Digit {
        /// The digit.
        digit: u32,
        /// The first of the cells.
        cell: CellName,
    },
    /// A cell waits for a digit.
    #[error("Type a digit from 1 to {most}.")]
    TypeDigit {
        /// The largest digit that it takes.
        most: u32,
    },
    /// A drag draws no line.
    #[error("No line goes from {from} to {to}.")]
    NoLine {
        /// Where the drag begins.
        from: CellName,
        /// Where it ends.
        to: CellName,
    },
    /// A direction key draws no line.
    #[error("No line goes that way from {cell}.")]
    NoLineTowards {
        /// Where it should begin.
        cell: CellName,
        /// The direction.
        direction: Direction,
    },
}

impl ActionError {
    /// The cell it is about, where that is one; of a line its first.
    pub fn cell(&self) -> Option<CellName> {
        match self {
            ActionError::NothingToEnter { cell, .. }
            | ActionError::DoesNotFit { cell, .. }
            | ActionError::TakesNothing(cell)
            | ActionError::Printed(cell)
            | ActionError::NoEntry(cell)
            | ActionError::NoMark(cell)
            | ActionError::Digit { cell, .. }
            | ActionError::NoLine { from: cell, .. }
            | ActionError::NoLineTowards { cell, .. } => Some(*cell),
            ActionError::Nothing
            | ActionError::NoSuchCell(_)
            | ActionError::NoChange
            | ActionError::TypeDigit { .. }
            | ActionError::NoBranch => None,
        }
    }
}
