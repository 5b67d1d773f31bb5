//! Light Up in the formats it takes part in.

use super::{GENRE, LightUp, Square};
use crate::formats::{Format, ParseError, Text, json, native};
use crate::genres::{ReadResult, Readers, Reading, Refusal};
use crate::grid::{Cell, Grid};
use crate::model::{Board, Position, Value};

pub(super) const READERS: Readers = Readers { ..Readers::own(read_native, read_json) };
pub(super) const WRITES: &[Format] = &[];

pub(super) fn write(puzzle: &LightUp, format: Format, position: &Position) -> Result<String, Refusal> {
    match format {
        Format::Native => Ok(write_native(puzzle, &position.board)),
        Format::Json => Ok(write_json(puzzle, &position.board)),
        _ => Err(Refusal::no_such_format(&GENRE, format)),
    }
}

/// One character a square: `.` blank, `*` bulb, `-` mark, `w` wall, digits.
fn symbol(puzzle: &LightUp, board: &Board, cell: Cell) -> char {
    match puzzle.square(cell) {
        Square::Wall => 'w',
        Square::Number(n) => char::from(b'0' + n),
        Square::Open => match puzzle.atom(cell).map(|atom| board.get(atom)) {
            Some(Value::Yes) => '*',
            Some(Value::No) => '-',
            _ => '.',
        },
    }
}

/// The rows of a board, one character a square.
pub(super) fn rows(puzzle: &LightUp, board: &Board) -> Vec<String> {
    let cols = puzzle.grid.cols();
    let symbols: Vec<char> = puzzle.grid.cells().map(|c| symbol(puzzle, board, c)).collect();
    symbols.chunks(cols).map(|row| row.iter().collect()).collect()
}

/// A board from rows of one character a square, read by `square`.
fn from_rows<'a>(
    rows: impl IntoIterator<Item = Text<'a>>,
    wrapping: bool,
    square: impl Fn(char) -> Option<(Square, Value)>,
    expected: &str,
) -> ReadResult {
    let rows: Vec<Text<'a>> = rows.into_iter().collect();
    let Some(first) = rows.first() else { return Err(ParseError::whole("the board has no rows")) };
    let cols = first.as_str().chars().count();
    let grid = Grid::new(rows.len(), cols).map_err(|e| first.error(e))?.with_wrapping(wrapping);
    let mut squares = Vec::with_capacity(grid.len());
    let mut values = Vec::new();
    for row in &rows {
        let count = row.as_str().chars().count();
        if count != cols {
            return Err(row.error_after(format!("this row has {count} squares instead of {cols}")));
        }
        for (c, place) in row.chars() {
            let (printed, value) = square(c)
                .ok_or_else(|| place.error(format!("expected {expected}, found {}", place.quoted())))?;
            if printed == Square::Open {
                values.push(value);
            }
            squares.push(printed);
        }
    }
    let puzzle = LightUp::new(grid, squares);
    let mut position = Position::blank(values.len());
    for (atom, value) in puzzle.cells.iter().filter_map(|c| puzzle.atom(*c)).zip(values) {
        position.board.set(atom, value);
    }
    Ok(Reading::with_position(puzzle, position))
}

const EXPECTED: &str = "'.' blank, '*' bulb, '-' mark, 'w' wall or 0 to 4";

fn native_square(c: char) -> Option<(Square, Value)> {
    Some(match c {
        '.' => (Square::Open, Value::Open),
        '*' => (Square::Open, Value::Yes),
        '-' => (Square::Open, Value::No),
        'w' => (Square::Wall, Value::Open),
        '0'..='4' => (Square::Number(c as u8 - b'0'), Value::Open),
        _ => return None,
    })
}

fn read_native(document: &native::Document<'_>) -> ReadResult {
    document.only_sections(&[])?;
    let mut reading = from_rows(document.board()?.iter().copied(), false, native_square, EXPECTED)?;
    document.apply_options(&mut reading)?;
    Ok(reading)
}

fn write_native(puzzle: &LightUp, board: &Board) -> String {
    let options = if puzzle.grid.wrapping() { " wrapping=yes" } else { "" };
    format!("{} {}{options}\n{}\n", native::MAGIC, GENRE.id, rows(puzzle, board).join("\n"))
}

fn read_json(object: &json::Object) -> ReadResult {
    let rows = object.strings("grid")?;
    let wrapping = object.flag("wrapping")?;
    let reading = from_rows(rows.iter().map(|row| Text::new(row)), wrapping, native_square, EXPECTED)
        .map_err(|error| ParseError::whole(format!("in 'grid': {error}")))?;
    object.expect_size(rows.len(), reading.puzzle.grid().cols())?;
    Ok(reading)
}

fn write_json(puzzle: &LightUp, board: &Board) -> String {
    let grid = puzzle.grid;
    serde_json::json!({
        "genre": GENRE.id,
        "rows": grid.rows(),
        "cols": grid.cols(),
        "wrapping": grid.wrapping(),
        "grid": rows(puzzle, board),
    })
    .to_string()
}
