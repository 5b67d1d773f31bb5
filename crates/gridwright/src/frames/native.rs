//! Gridwright's own text: a header line `gridwright GENRE [option…]`, the board, then named sections.
//!
//! ```text
//! gridwright GENRE key=value flag
//! <rows of the board>
//! entries:
//! <rows>
//! goals: A=6 B=4
//! ```
//! Blank lines and lines that start with `//` are passed over. A row is a list of words when it holds a blank
//! or a comma, otherwise each character is a cell.

use super::{ParseError, Parsed, Text, counted};
use crate::grid::Grid;
use crate::printed::{BoardError, PrintedBoard};

/// The first word of every native text.
pub const MAGIC: &str = "gridwright";

/// The sections that tell how a position came about, which a text of any genre may have: what was there before, what was
/// done, what was undone, and how it was played.
pub const HISTORY: [&str; 4] = ["start", "actions", "undone", "played"];

/// More than any genre has.
const MAX_SECTIONS: usize = 16;

/// A native text taken apart.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// The genre's name in the header.
    pub genre: Text<'a>,
    /// The rest of the header's words.
    pub options: Vec<Text<'a>>,
    /// The board itself (without a name), then the named sections in order.
    sections: Vec<(Text<'a>, Vec<Text<'a>>)>,
    end: Text<'a>,
}

/// Whether a text looks like ours.
pub fn detect(text: Text<'_>) -> bool {
    // Other texts are often a single long word, of which no more is looked at than this.
    let start = text.as_str().trim_start();
    start.split_at_checked(MAGIC.len()).is_some_and(|(word, rest)| {
        word.eq_ignore_ascii_case(MAGIC) && rest.chars().next().is_none_or(char::is_whitespace)
    })
}

impl<'a> Document<'a> {
    /// Takes the frame apart.
    pub fn parse(text: Text<'a>) -> Result<Document<'a>, ParseError> {
        let mut lines = text
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.as_str().trim_start().starts_with("//"));
        let header = lines.next().unwrap_or(text);
        let mut words = header.words();
        if words.next().is_none_or(|word| !word.as_str().eq_ignore_ascii_case(MAGIC)) {
            return Err(header.error(format!("expected a header line '{MAGIC} GENRE'")));
        }
        let genre =
            words.next().ok_or_else(|| header.error_after("expected the genre's name in the header"))?;
        let options = words.collect();
        let end = text.part(text.as_str().len(), text.as_str().len());
        let mut sections = vec![(text.part(0, 0), Vec::new())];
        for line in lines {
            if let Some((name, rest)) = line.split_once(":") {
                let name = name.trim();
                if sections.iter().any(|(n, _)| n.as_str() == name.as_str()) {
                    return Err(name.error(format!("section {} comes twice", name.quoted())));
                }
                if sections.len() > MAX_SECTIONS {
                    return Err(name.error(format!("there are more than {MAX_SECTIONS} sections")));
                }
                let rows = if rest.trim().is_empty() { Vec::new() } else { vec![rest.trim()] };
                sections.push((name, rows));
            } else {
                sections.last_mut().expect("one section is always there").1.push(line.trim());
            }
        }
        Ok(Document { genre, options, sections, end })
    }

    /// The rows of the board, at least one.
    pub fn board(&self) -> Result<&[Text<'a>], ParseError> {
        match self.sections[0].1.as_slice() {
            [] => Err(self.end.error("expected the rows of the board")),
            rows => Ok(rows),
        }
    }

    /// The rows of a named section, empty where there is none.
    pub fn section(&self, name: &str) -> &[Text<'a>] {
        self.sections[1..].iter().find(|(n, _)| n.as_str() == name).map_or(&[], |(_, rows)| rows)
    }

    /// Sets the header's options, `key=value` each, on what was read.
    pub fn apply_options(&self, parsed: &mut Parsed) -> Result<(), ParseError> {
        for (i, word) in self.options.iter().enumerate() {
            let Some((key, value)) = word.split_once("=") else {
                return Err(word.expected("an option 'key=value'"));
            };
            let keys = self.options[..i].iter().filter_map(|word| word.split_once("="));
            if keys.into_iter().any(|(before, _)| before.as_str() == key.as_str()) {
                return Err(word.error(format!("option {} comes twice", key.quoted())));
            }
            parsed.set_option(key.as_str(), value.as_str()).map_err(|error| word.error(error))?;
        }
        Ok(())
    }

    /// Why no board can be built: at the cell that the error is about, or at the first row for the board as a whole.
    pub fn refused(&self, error: &BoardError) -> ParseError {
        let cell = error.cell().and_then(|cell| {
            let row = self.sections[0].1.get(cell.row().checked_sub(1)?)?;
            row_cells(*row).get(cell.col().checked_sub(1)?).copied()
        });
        let board = self.sections[0].1.first().unwrap_or(&self.end);
        cell.as_ref().unwrap_or(board).error(error)
    }

    /// Refuses sections other than these and those of a history.
    pub fn only_sections(&self, allowed: &[&str]) -> Result<(), ParseError> {
        let is_known = |name: &str| allowed.contains(&name) || HISTORY.contains(&name);
        match self.sections[1..].iter().find(|(name, _)| !is_known(name.as_str())) {
            None => Ok(()),
            Some((name, _)) => Err(name.error(format!(
                "unknown section {} (this genre has {})",
                name.quoted(),
                if allowed.is_empty() { "none".to_string() } else { allowed.join(", ") }
            ))),
        }
    }
}

/// The cells of one row: words, or single characters where the row has neither blank nor comma. A row that is too
/// long for any board is cut behind the first cell too many.
pub fn row_cells(row: Text<'_>) -> Vec<Text<'_>> {
    let separator = |c: char| c == ',' || c.is_whitespace();
    let most = Grid::MAX_SIDE + 1;
    if !row.as_str().contains(separator) {
        return row.chars().map(|(_, place)| place).take(most).collect();
    }
    let words = row.split(',').flat_map(Text::words);
    words.take(most).collect()
}

/// The cells of all rows of a section, checked to be `rows` × `cols`.
pub fn matrix<'a>(
    section: &[Text<'a>],
    what: &str,
    rows: usize,
    cols: usize,
) -> Result<Vec<Text<'a>>, ParseError> {
    let mut cells = Vec::new();
    for (i, &row) in section.iter().enumerate() {
        if i == rows {
            return Err(row.error(format!("{what} has more than {rows} rows")));
        }
        let row_cells = row_cells(row);
        if row_cells.len() != cols {
            let found = match row_cells.len() {
                count if count > Grid::MAX_SIDE => format!("more than {} cells", Grid::MAX_SIDE),
                count => counted(count, "cell"),
            };
            return Err(row.error(format!("this row of {what} has {found} instead of {cols}")));
        }
        cells.extend(row_cells);
    }
    match section.last() {
        Some(last) if section.len() < rows => {
            let found = counted(section.len(), "row");
            Err(last.error_after(format!("{what} has {found} instead of {rows}")))
        }
        _ => Ok(cells),
    }
}

/// The header line of a puzzle with the options it needs.
pub fn header(board: &dyn PrintedBoard) -> String {
    let options = board.options().into_iter().map(|(key, value)| format!(" {key}={value}"));
    format!("{MAGIC} {}{}\n", board.about().id, options.collect::<String>())
}

/// Writes cells as a row that [`row_cells`] reads back.
pub fn write_row(cells: &[String]) -> String {
    match cells {
        [only] if only.chars().count() > 1 => format!("{only},"),
        _ if cells.iter().all(|c| c.chars().count() == 1) => cells.concat(),
        _ => cells.join(" "),
    }
}
