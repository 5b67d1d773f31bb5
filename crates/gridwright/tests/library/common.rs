//! What several test files need.

use gridwright::formats::{Format, ParseError, ReadOptions};
use gridwright::{Genre, Reading};

/// Reads a text. The format and genre are detected if not given.
pub fn read(
    text: &str,
    format: Option<Format>,
    genre: Option<&'static Genre>,
) -> Result<Reading, ParseError> {
    Reading::parse_with(text, &ReadOptions { format, genre, ..Default::default() })
}
