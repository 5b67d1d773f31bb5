//! What shape a text has before it is read: one puzzle or several, and whether it can be anything but a puzzle.

use super::{Format, ReadOptions, Reading, Text, detect};
use crate::frames::native;

/// How a text holds several puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Several {
    /// Native texts, one after the other.
    Texts,
    /// A puzzle on each line.
    Lines,
}

impl Several {
    /// How a text holds several puzzles, if it does.
    ///
    /// ```
    /// use gridwright::formats::{ReadOptions, Several};
    /// let several = |text: &str| Several::of(text, &ReadOptions::default());
    /// assert_eq!(several("4x4:p\n3x3:i\n"), Some(Several::Lines));
    /// assert_eq!(several("4x4:p\n"), None);
    /// ```
    pub fn of(text: &str, options: &ReadOptions) -> Option<Several> {
        if begins_text(text.as_bytes()) {
            let starts = text.lines().filter(|line| begins_text(line.as_bytes()));
            return (starts.count() > 1).then_some(Several::Texts);
        }
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let (first, _) = (lines.next()?, lines.next()?);
        // A row of a board might be a puzzle, too: it does not count.
        let is_row = match options.format.or_else(|| detect(Text::new(first))) {
            Some(Format::Line) => first.len() <= LONGEST_ROW,
            Some(format) => !has_own_shape(format),
            None => true,
        };
        (!is_row && Reading::parse_with(first, options).is_ok()).then_some(Several::Lines)
    }
}

/// A line of cells that is longer than this is taken as a board, not as a row of one.
const LONGEST_ROW: usize = 35;

/// Whether a native text begins on this line.
pub fn begins_text(line: &[u8]) -> bool {
    let magic = native::MAGIC.as_bytes();
    let start = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii_start();
    start.split_at_checked(magic.len()).is_some_and(|(word, rest)| {
        word.eq_ignore_ascii_case(magic) && rest.first().is_none_or(u8::is_ascii_whitespace)
    })
}

/// Whether a line is a JSON object, which no row of a native text looks like.
pub fn begins_object(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"{")
}

/// The puzzles of a text, each with the number of its first line from 1: native texts of several lines, and otherwise one a
/// line. Blank lines are passed over.
///
/// ```
/// let text = "4x4:p\n\ngridwright GENRE\n1.\n..\n{\"grid\":[\".\"]}\n";
/// let pieces: Vec<(usize, &str)> = gridwright::formats::split(text).collect();
/// assert_eq!(pieces[0], (1, "4x4:p\n"));
/// assert_eq!(pieces[1], (3, "gridwright GENRE\n1.\n..\n"));
/// assert_eq!(pieces[2].0, 6);
/// ```
pub fn split(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut lines = text.split_inclusive('\n').zip(1..).peekable();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let (line, number) = lines.next()?;
            let start = at;
            at += line.len();
            if line.trim().is_empty() {
                continue;
            }
            if begins_text(line.as_bytes()) {
                let goes_on = |(line, _): &(&str, usize)| {
                    !begins_text(line.as_bytes()) && !begins_object(line.as_bytes())
                };
                while let Some((line, _)) = lines.next_if(goes_on) {
                    at += line.len();
                }
            }
            return Some((number, &text[start..at]));
        }
    })
}

/// Whether the shape of a text leaves no doubt that it is meant as a puzzle, and not as the name of a file.
pub fn is_unmistakable(text: &str) -> bool {
    text.trim().contains(['\n', '(']) || detect(Text::new(text)).is_some_and(has_own_shape)
}

/// Whether texts in the format look like nothing else. A line of cells looks like a name, and so does the start of a
/// program.
fn has_own_shape(format: Format) -> bool {
    !matches!(format, Format::Line | Format::Grid | Format::Level | Format::Save | Format::Asp)
}
