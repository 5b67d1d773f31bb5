//! Why a board cannot be built, or cannot have an option.

use super::About;
use crate::grid::{CellName, SizeError};
use gridwright_base::ParseError;

/// Why a board cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// There is no such rectangle.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The genre has no boards with this many rows.
    #[error("a {genre} has 1 to {most} rows, not {rows}")]
    Rows {
        /// The genre's name.
        genre: &'static str,
        /// The rows asked for.
        rows: usize,
        /// The most rows it has.
        most: usize,
    },
    /// Boards of the genre are square.
    #[error("a {genre} is a square, not {cols}x{rows}")]
    NotSquare {
        /// The genre's name.
        genre: &'static str,
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        cols: usize,
    },
    /// There is no cell to hold a digit.
    #[error("there is no cell at {cell} to hold a {digit}")]
    NoCell {
        /// Where.
        cell: CellName,
        /// The digit.
        digit: u32,
    },
    /// A cell does not take a digit.
    #[error("{cell} takes {}, not {digit}", up_to(*.most))]
    Digit {
        /// The cell.
        cell: CellName,
        /// The digit.
        digit: u32,
        /// The greatest digit it takes.
        most: u32,
    },
    /// A side that is prime leaves no boxes.
    #[error("{side} is prime: no boxes, only {only}")]
    NoBoxes {
        /// Rows and columns.
        side: usize,
        /// The option that such boards have.
        only: &'static str,
    },
    /// A board cannot be cut into these boxes.
    #[error("'{boxes}' does not cut {side} by {side} into boxes of {side} cells, at least 2 wide and 2 tall")]
    Boxes {
        /// Their shape, as it was written.
        boxes: String,
        /// Rows and columns of the board.
        side: usize,
    },
    /// A cell belongs to no region.
    #[error("every cell belongs to a region")]
    NoRegion {
        /// The first such cell.
        cell: CellName,
    },
    /// Rows, columns and regions would have no stars.
    #[error("every row has at least 1 star")]
    NoStars,
    /// The regions have too many candidates.
    #[error(
        "the regions are too large: their squared sizes sum to {sum}, at most {most} is possible \
         (the largest region has {largest} cells)"
    )]
    Regions {
        /// The sum of their squared sizes.
        sum: u64,
        /// The greatest sum that is possible.
        most: u64,
        /// The size of the largest.
        largest: u32,
    },
    /// All cells are absent.
    #[error("the board has no cells")]
    NoCells,
    /// A printed number is too large.
    #[error("the number at {cell} is too large (at most {most})")]
    Number {
        /// Its cell.
        cell: CellName,
        /// The greatest number.
        most: u32,
    },
    /// The goal of an area is too large.
    #[error("the goal of area {area} is too large (at most {most})")]
    Goal {
        /// The area's label.
        area: String,
        /// The greatest goal.
        most: u32,
    },
    /// There are too many lines to draw.
    #[error(
        "the numbers of this board have too many possible lines (at most {most} over {most_cells} cells)"
    )]
    Lines {
        /// The most lines.
        most: usize,
        /// The most cells that they cover, counted once for each line.
        most_cells: usize,
    },
    /// The numbers that could move into an area add up to too much.
    #[error("too many and too large numbers could move into the area at {cell}")]
    Sum {
        /// The area's first cell.
        cell: CellName,
    },
}

fn up_to(most: u32) -> String {
    if most == 1 { "only 1".to_string() } else { format!("1 to {most}") }
}

impl BoardError {
    /// The cell it is about, where that is one.
    pub fn cell(&self) -> Option<CellName> {
        match self {
            BoardError::NoCell { cell, .. }
            | BoardError::Digit { cell, .. }
            | BoardError::NoRegion { cell }
            | BoardError::Number { cell, .. }
            | BoardError::Sum { cell } => Some(*cell),
            _ => None,
        }
    }
}

/// Why a board cannot have an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The genre has no such option.
    #[error("{genre} has no option '{key}'")]
    Unknown {
        /// The genre's name.
        genre: &'static str,
        /// What was asked for.
        key: String,
    },
    /// The option has no such value.
    #[error("'{value}' is not a value for '{key}'{}", one_of(.known))]
    Value {
        /// The option.
        key: &'static str,
        /// What was asked for.
        value: String,
        /// The values it has; none where it takes any of a form.
        known: &'static [&'static str],
    },
    /// The option takes rules, by a number or by their names.
    #[error("'{value}' is not a value for 'rules' (1 to {}, or some of {} joined by commas)", .known.len(), .known.join(", "))]
    Rules {
        /// What was asked for.
        value: String,
        /// The names of the rules.
        known: &'static [&'static str],
    },
    /// The option takes a shape.
    #[error(transparent)]
    Shape(#[from] NotAShape),
    /// The option takes a number.
    #[error(transparent)]
    Number(#[from] ParseError),
    /// No board is so.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// What a player has put on the board is not possible then.
    #[error("'{entry}' is not possible with {key}={value}")]
    Entry {
        /// The name of what is entered, crossed out or pencilled in.
        entry: String,
        /// The option.
        key: String,
        /// Its value.
        value: String,
    },
}

fn one_of(known: &[&str]) -> String {
    if known.is_empty() { String::new() } else { format!(" (one of: {})", known.join(", ")) }
}

impl OptionError {
    /// The genre has no such option, or not with that value.
    pub fn no_such(about: &About, key: &str, value: &str) -> OptionError {
        match about.options.iter().find(|option| option.key == key) {
            None => OptionError::Unknown { genre: about.name, key: key.to_string() },
            Some(option) => {
                OptionError::Value { key: option.key, value: value.to_string(), known: option.values }
            }
        }
    }
}

/// A text is no shape of boxes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no box shape COLUMNSxROWS, such as 3x2")]
pub struct NotAShape(pub String);
