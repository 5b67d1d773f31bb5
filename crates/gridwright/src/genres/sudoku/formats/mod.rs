//! Sudoku in the formats it takes part in: our own and answer set programs here, the others beside it.

mod pzpr;
mod solo;
#[cfg(test)]
mod tests;
mod text;

use super::{ABOUT, Boxes, Sudoku};
use crate::frames::position::LISTS;
use crate::frames::{
    Encode, Format, Layer, LayerKind, ParseError, Parsed, ReadResult, Readers, WriteError, asp, json, native,
};
use crate::grid::{Cell, Grid};
use crate::model::{Board, Position};
use crate::printed::{BoardError, PrintedBoard};

/// What is printed.
pub(super) const LAYERS: &[Layer] =
    &[Layer { section: "", name: "digits", symbols: &[(".", "none")], kind: LayerKind::Numbers }];

pub(super) const READERS: Readers = Readers {
    puzzlink: Some(pzpr::read_link),
    pzprv3: Some(pzpr::read_file),
    tatham: Some(solo::read),
    asp: Some(read_asp),
    line: Some(text::read_line),
    grid: Some(text::read_grid),
    penpa: Some(pzpr::read_page),
    ..Readers::own(read_native, read_json, &["givens", LISTS[0], LISTS[1], LISTS[2]])
};
pub(super) const WRITES: &[Format] =
    &[Format::Puzzlink, Format::Pzprv3, Format::Tatham, Format::Asp, Format::Line, Format::Grid];

/// Positions that followed each other, where the format has room for that.
pub(super) fn write_history(
    puzzle: &Sudoku,
    format: Format,
    positions: &[Position],
    now: usize,
) -> Result<String, WriteError> {
    match format {
        Format::Tatham => solo::write_history(puzzle, positions, now),
        _ => write(puzzle, format, &positions[now]),
    }
}

pub(super) fn write(puzzle: &Sudoku, format: Format, position: &Position) -> Result<String, WriteError> {
    match format {
        Format::Native => return write_native(puzzle, position),
        Format::Json => return write_json(puzzle, position),
        Format::Pzprv3 => return pzpr::write_file(puzzle, position),
        Format::Tatham => return solo::write(puzzle, position),
        _ if !WRITES.contains(&format) => return Err(WriteError::no_such_format(&ABOUT, format)),
        _ if !position.is_blank() => return Err(WriteError::Entries { format, instead: None }),
        _ => {}
    }
    match format {
        Format::Puzzlink => pzpr::write_link(puzzle),
        Format::Asp => write_asp(puzzle),
        Format::Line => text::write_line(puzzle, puzzle.digits.givens()),
        _ => text::write_grid(puzzle, puzzle.digits.givens()),
    }
}

pub(super) fn write_solution(
    puzzle: &Sudoku,
    format: Format,
    solution: &Board,
) -> Result<String, WriteError> {
    let digits = puzzle.digits.solution(solution);
    match format {
        Format::Asp => {
            let grid = puzzle.digits.grid;
            let atom = |(cell, digit): (Cell, &u32)| {
                format!("sudoku({},{},{digit})", grid.row(cell) + 1, grid.col(cell) + 1)
            };
            Ok(grid.cells().zip(&digits).map(atom).collect::<Vec<_>>().join(" ") + "\n")
        }
        Format::Line => text::write_line(puzzle, &digits),
        Format::Grid => text::write_grid(puzzle, &digits),
        _ => write(puzzle, format, &Position::of_solution(solution)),
    }
}

impl Sudoku {
    /// Refuses boxes other than those a reader assumes by itself.
    fn expect_usual_boxes(&self, format: Format) -> Result<(), WriteError> {
        self.expect_boxes(format)?;
        match self.boxes {
            Some(boxes) if self.boxes != Boxes::squarest(self.side) => {
                Err(WriteError::Boxes { format, cols: boxes.cols, rows: boxes.rows })
            }
            _ => Ok(()),
        }
    }

    /// Refuses a Latin square that would be read as a Sudoku.
    fn expect_boxes(&self, format: Format) -> Result<(), WriteError> {
        match self.latin {
            true => Err(WriteError::CannotSay { format, what: "rules=latin" }),
            false => Ok(()),
        }
    }
}

fn read_native(document: &native::Document<'_>) -> ReadResult {
    document.only_sections(&LISTS)?;
    let rows = document.board()?;
    let mut sudoku = Sudoku::empty(rows.len()).map_err(|error| document.refused(&error))?;
    let cols = native::row_cells(rows[0]).len();
    if cols != rows.len()
        && cols <= Grid::MAX_SIDE
        && rows.iter().all(|row| native::row_cells(*row).len() == cols)
    {
        let error = BoardError::NotSquare { genre: ABOUT.name, rows: rows.len(), cols };
        return Err(document.refused(&error));
    }
    let givens = sudoku.digits.read_rows(rows, "the board")?;
    sudoku.digits.print(givens).map_err(|error| document.refused(&error))?;
    let position = sudoku.digits.read_sections(document)?;
    let mut reading = Parsed::with_position(sudoku, position);
    document.apply_options(&mut reading)?;
    Ok(reading)
}

fn write_native(puzzle: &Sudoku, position: &Position) -> Result<String, WriteError> {
    let board = puzzle.digits.write_rows(puzzle.digits.givens());
    Ok(format!("{}{board}{}", native::header(puzzle), puzzle.digits.write_sections(position)?))
}

fn read_json(object: &json::Object) -> ReadResult {
    if object.has("regions") {
        return Err(ParseError::whole(format!("a {} has no 'regions'", ABOUT.name)));
    }
    let side = match object.get("givens").and_then(|givens| givens.as_str()) {
        Some(line) => text::side_in_json(line)?,
        None => object.matrix("givens")?.rows,
    };
    let mut sudoku = Sudoku::empty(side).map_err(ParseError::whole)?;
    let givens = sudoku.digits.read_matrix(object, "givens")?;
    sudoku.digits.print(givens).map_err(ParseError::whole)?;
    object.expect_size(side, side)?;
    let position = sudoku.digits.read_keys(object)?;
    let mut reading = Parsed::with_position(sudoku, position);
    object.apply_options(&mut reading)?;
    Ok(reading)
}

fn write_json(puzzle: &Sudoku, position: &Position) -> Result<String, WriteError> {
    let mut map = json::header(puzzle);
    map.insert("givens".into(), puzzle.digits.matrix(puzzle.digits.givens()));
    puzzle.digits.write_keys(&mut map, position)?;
    Ok(serde_json::Value::from(map).to_string())
}

/// `initial(row,column,digit)`; without `#const n` the smallest square boxes that fit are assumed.
fn read_asp(program: &asp::Program<'_>) -> ReadResult {
    const MAX_BOX: u32 = 6;
    let mut greatest = 0;
    for fact in &program.facts {
        if fact.name.as_str() != "initial" || fact.args.len() != 3 {
            let found = format!("{}/{}", fact.name.as_str(), fact.args.len());
            let what = "facts initial(row,column,digit)";
            return Err(fact.name.error(format!("expected {what}, found {found}")).expecting(what));
        }
        greatest = fact.args.iter().copied().max().unwrap_or(0).max(greatest);
    }
    let box_side = match program.constants.iter().find(|(name, _)| name.as_str() == "n") {
        Some(&(name, n)) if !(1..=MAX_BOX).contains(&n) => {
            return Err(name.error(format!("n, the side of a box, is 1 to {MAX_BOX}, not {n}")));
        }
        Some(&(_, n)) => n,
        None if program.facts.is_empty() => {
            return Err(program.text.error("expected facts initial(row,column,digit) or '#const n=3.'"));
        }
        None => (2..=MAX_BOX).find(|n| greatest <= n * n).ok_or_else(|| {
            program
                .text
                .error(format!("{greatest} is too large for a Sudoku (at most {})", MAX_BOX * MAX_BOX))
        })?,
    };
    let side = (box_side * box_side) as usize;
    let mut sudoku = Sudoku::empty(side).map_err(ParseError::whole)?;
    let mut givens = vec![0; side * side];
    for fact in &program.facts {
        let [row, col, digit] = [fact.args[0], fact.args[1], fact.args[2]];
        let cell = (row as usize).checked_sub(1).zip((col as usize).checked_sub(1));
        let cell = cell.and_then(|(row, col)| sudoku.digits.grid.get(row, col)).ok_or_else(|| {
            fact.name.error(format!("row {row}, column {col} is not on a {side} by {side} board"))
        })?;
        let digit = sudoku.digits.checked(cell, digit, fact.name)?;
        let known = std::mem::replace(&mut givens[cell.index()], digit);
        if known != 0 && known != digit {
            return Err(fact.name.error(format!("row {row}, column {col} is given as {known} before")));
        }
    }
    sudoku.digits.print(givens).map_err(ParseError::whole)?;
    let mut reading = Parsed::blank(sudoku);
    for (place, key, value) in program.options() {
        reading.set_option(key, value).map_err(|error| place.error(error))?;
    }
    if program.constants.is_empty() {
        reading.warnings.push(format!("there is no '#const n=….': {side} by {side} is assumed"));
    }
    Ok(reading)
}

fn write_asp(puzzle: &Sudoku) -> Result<String, WriteError> {
    let box_side = puzzle.side.isqrt();
    if box_side * box_side != puzzle.side {
        return Err(WriteError::HoldsOnly { format: Format::Asp, boards: "boards that square boxes fit" });
    }
    let mut text = asp::options_line(&puzzle.options()) + &format!("#const n={box_side}.\n");
    let grid = puzzle.grid();
    for cell in grid.cells() {
        if let Some(digit) = puzzle.given(cell) {
            text += &format!("initial({},{},{digit}).\n", grid.row(cell) + 1, grid.col(cell) + 1);
        }
    }
    Ok(text)
}

impl Encode for Sudoku {
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

    fn write_solution(&self, format: Format, solution: &Board) -> Result<String, WriteError> {
        self::write_solution(self, format, solution)
    }

    fn push_solution(&self, text: &mut String, solution: &Board) {
        self.digits.push_solution(text, solution);
    }
}
