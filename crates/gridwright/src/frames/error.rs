//! Why a board cannot be written in a format.

use super::Format;
use crate::grid::CellName;
use crate::model::WrongPosition;
use crate::printed::About;

/// Why a board, a position or a solution cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The position is one of another puzzle.
    #[error(transparent)]
    Position(#[from] WrongPosition),
    /// The genre takes no part in the format.
    #[error("{genre} cannot be written as {format}")]
    NoSuchFormat {
        /// The genre's name.
        genre: &'static str,
        /// The format.
        format: Format,
    },
    /// The format holds boards only.
    #[error("{}", match .instead {
        None => format!("{format} holds no entries and no notes"),
        Some(other) => format!("entries cannot be written as {format} ({other} can hold them)"),
    })]
    Entries {
        /// The format.
        format: Format,
        /// A format of the same programs that holds entries.
        instead: Option<Format>,
    },
    /// The format has no sign for something on the board or entered there.
    #[error("{what}, such as at {cell}, cannot be written as {format}")]
    NoSign {
        /// The format.
        format: Format,
        /// What it is, in words.
        what: &'static str,
        /// The first cell where it is.
        cell: CellName,
    },
    /// The format cannot express something about the board as a whole.
    #[error("{format} cannot say {what}")]
    CannotSay {
        /// The format.
        format: Format,
        /// What it is, in words.
        what: &'static str,
    },
    /// The format cannot express the boxes.
    #[error("{format} cannot say that the boxes are {cols} wide and {rows} tall")]
    Boxes {
        /// The format.
        format: Format,
        /// Cells of a box from left to right.
        cols: usize,
        /// Cells of a box from top to bottom.
        rows: usize,
    },
    /// The format would be read with other boxes.
    #[error(
        "{format} would be opened with other boxes at {side} by {side} (only 4, 6, 9, 16, 25 and 36 are right)"
    )]
    OtherBoxes {
        /// The format.
        format: Format,
        /// Rows and columns of the board.
        side: usize,
    },
    /// The format has other sizes of boards and boxes.
    #[error(
        "{format} holds only boards of at most {most} rows with boxes at least 2 wide and 2 tall, not {side} by {side}"
    )]
    NoSuchBoxes {
        /// The format.
        format: Format,
        /// Rows and columns of the board.
        side: usize,
        /// The most rows.
        most: usize,
    },
    /// The format holds other boards.
    #[error("{format} holds only {boards}")]
    HoldsOnly {
        /// The format.
        format: Format,
        /// The boards it holds, in words.
        boards: &'static str,
    },
    /// The format holds only regions in one piece.
    #[error("{format} holds only regions in one piece, the one at {cell} is not")]
    Pieces {
        /// The format.
        format: Format,
        /// The first cell of the region.
        cell: CellName,
    },
    /// A number is too large for the format.
    #[error("the {number} at {cell} cannot be written as {format} (at most {most})")]
    Number {
        /// The format.
        format: Format,
        /// The number.
        number: u32,
        /// Its cell.
        cell: CellName,
        /// The greatest number the format holds.
        most: u32,
    },
    /// The format lets numbers stay, the board does not.
    #[error("a number starts in an area, and {format} lets it stay there (set stay=yes)")]
    Stay {
        /// The format.
        format: Format,
    },
    /// The format shows cells that lines pass, not the lines.
    #[error(
        "{format} cannot show lines that share a cell or meet another number, \
         nor a number that stays before all others have moved"
    )]
    Lines {
        /// The format.
        format: Format,
    },
    /// A cell holds two entries.
    #[error("{cell} holds two entries")]
    TwoEntries {
        /// The cell.
        cell: CellName,
    },
    /// The format holds no entry where a digit is printed.
    #[error("{format} holds no entry on the printed digit at {cell}")]
    EntryOnGiven {
        /// The format.
        format: Format,
        /// The cell.
        cell: CellName,
    },
    /// The format holds no notes where something is printed or entered.
    #[error("{format} holds no notes on the filled cell {cell}")]
    NotesOnEntry {
        /// The format.
        format: Format,
        /// The cell.
        cell: CellName,
    },
    /// A cell has more notes than the format holds.
    #[error("{cell} has {notes} notes, {format} holds {most} a cell")]
    Notes {
        /// The format.
        format: Format,
        /// The cell.
        cell: CellName,
        /// How many it has.
        notes: usize,
        /// How many the format holds.
        most: usize,
    },
    /// A digit has no single character.
    #[error("there is no single character for {digit}")]
    NoCharacter {
        /// The digit.
        digit: u32,
    },
}

impl WriteError {
    /// The genre takes no part in the format.
    pub fn no_such_format(about: &About, format: Format) -> WriteError {
        WriteError::NoSuchFormat { genre: about.name, format }
    }

    /// The cell it is about, where that is one.
    pub fn cell(&self) -> Option<CellName> {
        match self {
            WriteError::NoSign { cell, .. }
            | WriteError::Pieces { cell, .. }
            | WriteError::Number { cell, .. }
            | WriteError::TwoEntries { cell }
            | WriteError::EntryOnGiven { cell, .. }
            | WriteError::NotesOnEntry { cell, .. }
            | WriteError::Notes { cell, .. } => Some(*cell),
            _ => None,
        }
    }
}
