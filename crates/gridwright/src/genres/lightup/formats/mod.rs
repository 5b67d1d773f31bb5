//! Light Up in the formats it takes part in.

mod courses;
mod penpa;
mod pzpr;
mod tatham;
#[cfg(test)]
mod tests;

use super::{ABOUT, LightUp, Square};
use crate::frames::{
    Encode, Format, Layer, LayerKind, ParseError, Parsed, ReadResult, Readers, Text, WriteError, counted,
    json, native,
};
use crate::grid::{Cell, Grid};
use crate::model::{Board, Position, Value};

/// What is printed.
pub(super) const LAYERS: &[Layer] = &[Layer {
    section: "",
    name: "squares",
    symbols: &[
        (".", "open"),
        ("w", "wall"),
        ("0", "wall with 0"),
        ("1", "wall with 1"),
        ("2", "wall with 2"),
        ("3", "wall with 3"),
        ("4", "wall with 4"),
    ],
    kind: LayerKind::Symbols,
}];

pub(super) const READERS: Readers = Readers {
    puzzlink: Some(pzpr::read_link),
    pzprv3: Some(pzpr::read_file),
    tatham: Some(tatham::read),
    save: Some(courses::read_save),
    level: Some(courses::read_level),
    penpa: Some(penpa::read),
    ..Readers::own(read_native, read_json, &["grid"])
};
pub(super) const WRITES: &[Format] =
    &[Format::Puzzlink, Format::Pzprv3, Format::Tatham, Format::Save, Format::Level];

/// Positions that followed each other, where the format has room for that.
pub(super) fn write_history(
    puzzle: &LightUp,
    format: Format,
    positions: &[Position],
    now: usize,
) -> Result<String, WriteError> {
    match format {
        Format::Tatham => tatham::write_history(puzzle, positions, now),
        _ => write(puzzle, format, &positions[now]),
    }
}

pub(super) fn write(puzzle: &LightUp, format: Format, position: &Position) -> Result<String, WriteError> {
    let board = &position.board;
    match format {
        Format::Native => Ok(write_native(puzzle, board)),
        Format::Json => Ok(write_json(puzzle, board)),
        Format::Puzzlink => pzpr::write_link(puzzle, board),
        Format::Pzprv3 => pzpr::write_file(puzzle, board),
        Format::Tatham => tatham::write(puzzle, board),
        Format::Save => Ok(courses::write_save(puzzle, board)),
        Format::Level => courses::write_level(puzzle, board),
        _ => Err(WriteError::no_such_format(&ABOUT, format)),
    }
}

fn refuse_torus(puzzle: &LightUp, format: Format) -> Result<(), WriteError> {
    match puzzle.grid.wrapping() {
        true => Err(WriteError::CannotSay { format, what: "that the board wraps round" }),
        false => Ok(()),
    }
}

/// A board with entries from one square a cell.
fn reading(grid: Grid, squares: &[(Square, Value)]) -> Parsed {
    let puzzle = LightUp::new(grid, squares.iter().map(|(printed, _)| *printed).collect());
    let mut position = Position::blank(puzzle.cells.len());
    for (cell, (_, value)) in grid.cells().zip(squares) {
        if let Some(atom) = puzzle.atom(cell) {
            position.board.set(atom, *value);
        }
    }
    Parsed::with_position(puzzle, position)
}

/// What is on a square.
fn value(puzzle: &LightUp, board: &Board, cell: Cell) -> Value {
    puzzle.atom(cell).map_or(Value::Open, |atom| board.get(atom))
}

/// The characters of a format with one character a square; numbers are digits everywhere.
struct Symbols {
    blank: char,
    bulb: char,
    /// `None` where the format has no marks.
    mark: Option<char>,
    wall: char,
    /// Whether blanks may stand between the squares.
    spaced: bool,
}

impl Symbols {
    fn squares_of<'a>(&self, row: Text<'a>) -> impl Iterator<Item = (char, Text<'a>)> + use<'a> {
        let spaced = self.spaced;
        row.chars().filter(move |(c, _)| !(spaced && c.is_ascii_whitespace()))
    }

    fn read(&self, c: char) -> Option<(Square, Value)> {
        Some(match c {
            '0'..='4' => (Square::Number(c as u8 - b'0'), Value::Open),
            _ if c == self.blank => (Square::Open, Value::Open),
            _ if c == self.bulb => (Square::Open, Value::Yes),
            _ if Some(c) == self.mark => (Square::Open, Value::No),
            _ if c == self.wall => (Square::Wall, Value::Open),
            _ => return None,
        })
    }

    /// A mark is written as a blank where there is none.
    fn write(&self, square: Square, value: Value) -> char {
        match (square, value) {
            (Square::Number(n), _) => char::from(b'0' + n),
            (Square::Wall, _) => self.wall,
            (Square::Open, Value::Open) => self.blank,
            (Square::Open, Value::Yes) => self.bulb,
            (Square::Open, Value::No) => self.mark.unwrap_or(self.blank),
        }
    }

    fn expected(&self) -> String {
        let mark = self.mark.map_or(String::new(), |c| format!("'{c}' mark, "));
        format!("'{}' blank, '{}' bulb, {mark}'{}' wall or 0 to 4", self.blank, self.bulb, self.wall)
    }

    fn write_rows(&self, puzzle: &LightUp, board: &Board) -> Vec<String> {
        let symbols = puzzle.grid.cells().map(|c| self.write(puzzle.square(c), value(puzzle, board, c)));
        let symbols: Vec<char> = symbols.collect();
        symbols.chunks(puzzle.grid.cols()).map(|row| row.iter().collect()).collect()
    }

    /// Reads rows, each as long as the first.
    fn read_rows(&self, rows: &[Text<'_>], wrapping: bool) -> ReadResult {
        let Some(first) = rows.first() else { return Err(ParseError::whole("the board has no rows")) };
        let cols = self.squares_of(*first).count();
        let grid = Grid::new(rows.len(), cols).map_err(|e| first.error(e))?;
        self.read_grid(rows, grid.with_wrapping(wrapping))
    }

    /// Reads rows that must fill a grid.
    fn read_grid(&self, rows: &[Text<'_>], grid: Grid) -> ReadResult {
        let cols = grid.cols();
        let mut squares = Vec::with_capacity(grid.len());
        for row in rows {
            let count = self.squares_of(*row).count();
            if count != cols {
                let message = format!("this row has {} instead of {cols}", counted(count, "square"));
                let surplus = self.squares_of(*row).nth(cols).map(|(_, place)| place.error(&message));
                return Err(surplus.unwrap_or_else(|| row.error_after(message)));
            }
            for (c, place) in self.squares_of(*row) {
                let square = self.read(c);
                squares.push(square.ok_or_else(|| place.expected(self.expected()))?);
            }
        }
        if rows.len() != grid.rows() {
            let message = format!("the board has {} instead of {}", counted(rows.len(), "row"), grid.rows());
            return Err(rows
                .last()
                .map_or_else(|| ParseError::whole(&message), |row| row.error_after(&message)));
        }
        Ok(reading(grid, &squares))
    }
}

const NATIVE: Symbols = Symbols { blank: '.', bulb: '*', mark: Some('-'), wall: 'w', spaced: true };

/// The rows of a board, one character a square.
pub(super) fn rows(puzzle: &LightUp, board: &Board) -> Vec<String> {
    NATIVE.write_rows(puzzle, board)
}

fn read_native(document: &native::Document<'_>) -> ReadResult {
    document.only_sections(&[])?;
    let mut reading = NATIVE.read_rows(document.board()?, false)?;
    document.apply_options(&mut reading)?;
    Ok(reading)
}

fn write_native(puzzle: &LightUp, board: &Board) -> String {
    format!("{}{}\n", native::header(puzzle), rows(puzzle, board).join("\n"))
}

fn read_json(object: &json::Object) -> ReadResult {
    let grid = object.strings("grid")?.join("\n");
    let rows: Vec<Text<'_>> = Text::new(&grid).split('\n').collect();
    let reading = NATIVE.read_rows(&rows, object.flag("wrapping")?).map_err(|error| {
        let (row, col) = error.line_column(&grid).unwrap_or((1, 1));
        ParseError::whole(format!("in row {row} of 'grid', column {col}: {error}"))
    })?;
    object.expect_size(rows.len(), reading.board.grid().cols())?;
    Ok(reading)
}

fn write_json(puzzle: &LightUp, board: &Board) -> String {
    let grid = puzzle.grid;
    serde_json::json!({
        "genre": ABOUT.id,
        "rows": grid.rows(),
        "cols": grid.cols(),
        "wrapping": grid.wrapping(),
        "grid": rows(puzzle, board),
    })
    .to_string()
}

impl Encode for LightUp {
    fn write(&self, format: Format, position: &Position) -> Result<String, WriteError> {
        self::write(self, format, position)
    }

    fn write_history(
        &self,
        format: Format,
        positions: &[Position],
        now: usize,
    ) -> Result<String, WriteError> {
        self::write_history(self, format, positions, now)
    }

    fn push_solution(&self, text: &mut String, solution: &Board) {
        let sign = |cell: Cell| match self.square(cell) {
            // What holds no bulb is not marked.
            Square::Open if value(self, solution, cell) == Value::Yes => NATIVE.bulb,
            Square::Open => NATIVE.blank,
            printed => NATIVE.write(printed, Value::Open),
        };
        json::push_rows(text, self.grid, sign);
    }
}
