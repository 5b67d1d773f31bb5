//! Sudokus as people write them: one line of characters, or rows of them with boxes drawn or not.

use super::super::{Boxes, Sudoku};
use crate::frames::{Format, ParseError, Text, WriteError, counted};
use crate::frames::{Parsed, ReadResult};
use crate::genres::digits::{symbol, symbol_value};
use crate::grid::Cell;

const EXPECTED: &str = "a digit, a letter for 10 and up, or one of '.0_*' for a blank";

/// A cell of one character, or a number of two digits.
fn cell_value(sudoku: &Sudoku, cell: Cell, place: Text<'_>) -> Result<u32, ParseError> {
    let mut chars = place.as_str().chars();
    let value = match (chars.next(), chars.next()) {
        (Some(c), None) => symbol_value(c).ok_or_else(|| place.expected(EXPECTED))?,
        _ => place.number("a digit", u32::MAX)?,
    };
    if value == 0 { Ok(0) } else { sudoku.digits.checked(cell, value, place) }
}

/// Bare cells without a mention of Latin squares mean boxes, so a side that allows no boxes is refused.
fn expect_boxes(sudoku: &Sudoku, text: Text<'_>) -> Result<(), ParseError> {
    if sudoku.boxes.is_none() && sudoku.side > 1 {
        let latin = "a Latin square says rules=latin in the native format";
        return Err(text.error(format!("a Sudoku of {} rows has no boxes ({latin})", sudoku.side)));
    }
    Ok(())
}

/// The side of the smallest board that holds this many characters, and the error if they do not fill it.
fn side_for(line: Text<'_>) -> (usize, Result<(), ParseError>) {
    let length = line.as_str().chars().count();
    let side = (1..=Sudoku::MAX_SIDE).find(|side| side * side >= length).unwrap_or(Sudoku::MAX_SIDE);
    let most = Sudoku::MAX_SIDE;
    let message =
        || format!("{length} characters make no square board (81 for 9 by 9, at most {most} by {most})");
    (side, if length == side * side { Ok(()) } else { Err(line.error_after(message())) })
}

/// The side of a board that JSON holds as one string.
pub(super) fn side_in_json(line: &str) -> Result<usize, ParseError> {
    let (side, is_full) = side_for(Text::new(line));
    // Places in the string are not places in the object.
    is_full.map_err(|error| ParseError::whole(format!("in 'givens': {}", error.message)))?;
    Ok(side)
}

/// N*N characters.
pub(super) fn read_line(text: Text<'_>) -> ReadResult {
    let line = text.trim();
    if let Some(sudoku) = read_plain_line(line) {
        return Ok(Parsed::blank(sudoku));
    }
    let (side, is_full) = side_for(line);
    // Lines of other genres come here, too, so nothing is built before the characters are known to be right.
    let mut givens = Vec::with_capacity(side * side);
    for (i, c) in line.as_str().char_indices().take(side * side) {
        givens.push(match symbol_value(c) {
            Some(digit) if digit as usize <= side => digit,
            _ => {
                let sudoku = Sudoku::empty(side).map_err(|error| line.error(error))?;
                cell_value(&sudoku, Cell(givens.len() as u32), line.part(i, i + c.len_utf8()))?
            }
        });
    }
    let mut sudoku = Sudoku::empty(side).map_err(|error| line.error(error))?;
    // A wrong character says more than a wrong length, so it is reported first.
    is_full?;
    expect_boxes(&sudoku, line)?;
    sudoku.digits.print(givens).map_err(|error| line.error(error))?;
    Ok(Parsed::blank(sudoku))
}

/// A line in which nothing is wrong, as nearly all; `None` does not mean that something is.
fn read_plain_line(line: Text<'_>) -> Option<Sudoku> {
    let bytes = line.as_str().as_bytes();
    let side = bytes.len().isqrt();
    if side * side != bytes.len() || side > Sudoku::MAX_SIDE {
        return None;
    }
    let mut greatest = 0;
    let digit = |&byte: &u8| {
        let digit = u32::from(SYMBOL_VALUES[usize::from(byte)]);
        greatest = digit.max(greatest);
        digit
    };
    let givens: Vec<u32> = bytes.iter().map(digit).collect();
    if greatest as usize > side {
        return None;
    }
    let mut sudoku = Sudoku::empty(side).ok().filter(|sudoku| sudoku.boxes.is_some())?;
    sudoku.digits.print(givens).ok()?;
    Some(sudoku)
}

/// For each byte its [`symbol_value`]; more than any digit where it has none.
const SYMBOL_VALUES: [u8; 256] = {
    let mut values = [u8::MAX; 256];
    let mut byte = 0;
    while byte < 128 {
        if let Some(value) = symbol_value(byte as u8 as char) {
            values[byte] = value as u8;
        }
        byte += 1;
    }
    values
};

pub(super) fn write_line(puzzle: &Sudoku, digits: &[u32]) -> Result<String, WriteError> {
    puzzle.expect_usual_boxes(Format::Line)?;
    let line: String = digits.iter().map(|&digit| symbol(digit)).collect::<Result<_, _>>()?;
    Ok(line + "\n")
}

/// A row of a drawn grid, its cells read both ways, and after how many cells each bar comes.
#[derive(Default)]
struct Row<'a> {
    characters: Vec<Text<'a>>,
    words: Vec<Text<'a>>,
    character_bars: Vec<usize>,
    word_bars: Vec<usize>,
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '┊' | '╎')
}

/// Whether a line is drawn, not written: made of line characters with at least one stroke from left to right.
fn is_drawn(line: Text<'_>) -> bool {
    let stroke = |c: char| matches!(c, '-' | '=' | '─' | '━' | '═' | '╌' | '┄');
    let drawing =
        |c: char| "-=+*|.:' ".contains(c) || ('\u{2500}'..'\u{2580}').contains(&c) || c.is_whitespace();
    line.as_str().contains(stroke) && line.as_str().chars().all(drawing)
}

fn scan(line: Text<'_>) -> Row<'_> {
    let mut row = Row::default();
    let mut start = None;
    for (i, c) in line.as_str().char_indices().chain([(line.as_str().len(), ' ')]) {
        let separates = is_bar(c) || c.is_whitespace();
        if !separates {
            row.characters.push(line.part(i, i + c.len_utf8()));
            start = start.or(Some(i));
        } else if let Some(start) = start.take() {
            row.words.push(line.part(start, i));
        }
        if is_bar(c) {
            row.character_bars.push(row.characters.len());
            row.word_bars.push(row.words.len());
        }
    }
    row
}

/// Rows of cells, apart or together; `|` and drawn lines show the boxes, else the usual ones are assumed.
pub(super) fn read_grid(text: Text<'_>) -> ReadResult {
    let mut rows = Vec::new();
    let mut bands = Vec::new();
    for line in text.lines() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.as_str().starts_with('#') || trimmed.as_str() == "[Puzzle]" {
            continue;
        }
        if is_drawn(trimmed) {
            bands.push(rows.len());
        } else if rows.len() == Sudoku::MAX_SIDE {
            return Err(trimmed.error(format!("a Sudoku has at most {} rows", Sudoku::MAX_SIDE)));
        } else {
            rows.push((trimmed, scan(trimmed)));
        }
    }
    let side = rows.len();
    let mut sudoku = Sudoku::empty(side).map_err(|error| text.error(error))?;
    let mut givens = Vec::with_capacity(side * side);
    let mut stacks = Vec::new();
    for (r, (line, row)) in rows.iter().enumerate() {
        let (cells, bars) = if row.words.len() == side {
            (&row.words, &row.word_bars)
        } else {
            (&row.characters, &row.character_bars)
        };
        if cells.len() != side {
            return Err(
                line.error(format!("this row has {} instead of {side}", counted(cells.len(), "cell")))
            );
        }
        for (c, &place) in cells.iter().enumerate() {
            givens.push(cell_value(&sudoku, sudoku.digits.grid.at(r, c), place)?);
        }
        stacks.extend_from_slice(bars);
    }
    expect_boxes(&sudoku, text)?;
    sudoku.digits.print(givens).map_err(|error| text.error(error))?;
    let drawn = drawn_boxes(side, &stacks, &bands);
    let mut warnings = Vec::new();
    match drawn {
        Ok(Some(boxes)) => sudoku.boxes = Some(boxes),
        Ok(None) => {}
        Err(()) => warnings.push(match sudoku.boxes() {
            Some(boxes) => format!("the lines drawn are no boxes; boxes={boxes} is assumed"),
            None => "the lines drawn are no boxes".to_string(),
        }),
    }
    Ok(Parsed { warnings, ..Parsed::blank(sudoku) })
}

/// The boxes that lines behind these columns and rows show, `None` where nothing is drawn inside.
fn drawn_boxes(side: usize, stacks: &[usize], bands: &[usize]) -> Result<Option<Boxes>, ()> {
    let spacing = |lines: &[usize]| {
        let mut inside: Vec<usize> = lines.iter().copied().filter(|line| (1..side).contains(line)).collect();
        inside.sort_unstable();
        inside.dedup();
        let Some(&first) = inside.first() else { return Ok(None) };
        let even =
            side.is_multiple_of(first) && inside.iter().copied().eq((1..side / first).map(|i| i * first));
        if even { Ok(Some(first)) } else { Err(()) }
    };
    let boxes = match (spacing(stacks)?, spacing(bands)?) {
        // Lines between all cells show no boxes.
        (None | Some(1), None | Some(1)) => return Ok(None),
        (Some(cols), None) => Boxes { cols, rows: side / cols },
        (None, Some(rows)) => Boxes { cols: side / rows, rows },
        (Some(cols), Some(rows)) => Boxes { cols, rows },
    };
    if boxes.suit(side) { Ok(Some(boxes)) } else { Err(()) }
}

pub(super) fn write_grid(puzzle: &Sudoku, digits: &[u32]) -> Result<String, WriteError> {
    puzzle.expect_boxes(Format::Grid)?;
    let side = puzzle.side;
    let width = side.to_string().len();
    let word = |digit: u32| match digit {
        0 => format!("{:>width$}", "."),
        _ => format!("{digit:>width$}"),
    };
    let boxes = puzzle.boxes.unwrap_or(Boxes { cols: side, rows: side });
    let band = vec!["-".repeat(boxes.cols * (width + 1) - 1); side / boxes.cols].join("-+-");
    let mut text = String::new();
    for (r, row) in digits.chunks(side).enumerate() {
        if r > 0 && r % boxes.rows == 0 {
            text += &format!("{band}\n");
        }
        let stack = |cells: &[u32]| cells.iter().map(|&digit| word(digit)).collect::<Vec<_>>().join(" ");
        let stacks: Vec<String> = row.chunks(boxes.cols).map(stack).collect();
        text += &format!("{}\n", stacks.join(" | "));
    }
    Ok(text)
}
