//! Sheets of puzzles as PDF and PNG. What goes where is decided by [`gridwright::sheet`]; here it is only encoded, with
//! a font that is built in.
#![forbid(unsafe_code)]

mod font;
mod pdf;
mod png;

pub use pdf::pdf;
pub use png::{MOST_DOTS, png};

/// The first character of a text that the font does not have.
///
/// ```
/// assert_eq!(gridwright_paper::missing("Sudoku für alle"), None);
/// assert_eq!(gridwright_paper::missing("数独"), Some('数'));
/// ```
pub fn missing(text: &str) -> Option<char> {
    text.chars().find(|c| !font::REGULAR.has(*c))
}
