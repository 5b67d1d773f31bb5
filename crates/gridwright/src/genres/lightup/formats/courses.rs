//! The save format of the C course and the levels of the Prolog course.

use super::{LightUp, Symbols, refuse_torus};
use crate::frames::ReadResult;
use crate::frames::{Format, ParseError, Text, WriteError};
use crate::grid::Grid;
use crate::model::{Board, Fact};

const SAVE: Symbols = Symbols { blank: 'b', bulb: '*', mark: Some('-'), wall: 'w', spaced: false };
const LEVEL: Symbols = Symbols { blank: '.', bulb: '#', mark: None, wall: 'X', spaced: false };

/// The lines up to the last one that is not blank.
fn lines(text: Text<'_>) -> Vec<Text<'_>> {
    let mut lines: Vec<Text<'_>> = text.lines().collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines
}

/// `rows cols wrapping`, then the rows.
pub(super) fn read_save(text: Text<'_>) -> ReadResult {
    let lines = lines(text);
    let Some((header, rows)) = lines.split_first() else {
        return Err(text.error("expected a first line 'rows cols wrapping'"));
    };
    let words: Vec<Text<'_>> = header.words().take(4).collect();
    let [height, width, wrapping] = words[..] else {
        return Err(header.expected("'rows cols wrapping'"));
    };
    let side = |word: Text<'_>, what: &str| word.number(what, Grid::MAX_SIDE as u32).map(|n| n as usize);
    let (height, width) = (side(height, "the number of rows")?, side(width, "the number of columns")?);
    let wrapping = wrapping.number("the third number (1 for a board that wraps round)", 1)? == 1;
    let grid = Grid::new(height, width).map_err(|e| header.error(e))?.with_wrapping(wrapping);
    match rows.get(height) {
        Some(surplus) => Err(surplus.error(format!("the board has more than {height} rows"))),
        None if rows.is_empty() => {
            Err(header.error_after(format!("expected {height} rows behind this line")))
        }
        None => SAVE.read_grid(rows, grid),
    }
}

pub(super) fn write_save(puzzle: &LightUp, board: &Board) -> String {
    let (grid, rows) = (puzzle.grid, SAVE.write_rows(puzzle, board).join("\n"));
    format!("{} {} {}\n{rows}\n", grid.rows(), grid.cols(), u8::from(grid.wrapping()))
}

pub(super) fn read_level(text: Text<'_>) -> ReadResult {
    let lines = lines(text);
    if lines.is_empty() {
        return Err(ParseError::whole("the level has no rows"));
    }
    LEVEL.read_rows(&lines, false)
}

pub(super) fn write_level(puzzle: &LightUp, board: &Board) -> Result<String, WriteError> {
    refuse_torus(puzzle, Format::Level)?;
    if let Some(Fact { atom, .. }) = board.facts().find(|fact| !fact.holds) {
        let cell = puzzle.grid.name(puzzle.cells[atom.index()]);
        return Err(WriteError::NoSign { format: Format::Level, what: "marks", cell });
    }
    Ok(LEVEL.write_rows(puzzle, board).join("\n") + "\n")
}
