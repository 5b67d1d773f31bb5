//! Sudoku as Solo of Simon Tatham's collection: game ids, and save files with entries and notes.

use super::super::{Boxes, Sudoku};
use crate::frames::tatham::{self, Game};
use crate::frames::{Format, ParseError, Text, WriteError};
use crate::frames::{Parsed, ReadResult};
use crate::grid::Cell;
use crate::model::{Position, Value};

const NAME: &str = "Solo";

/// The program has no more symbols.
const MAX_SIDE: usize = 31;

pub(super) fn read(game: &Game<'_>) -> ReadResult {
    let boxes = read_params(game.params)?;
    let side = boxes.cols * boxes.rows;
    let mut sudoku = Sudoku::empty(side).map_err(|error| game.params.error(error))?;
    if !boxes.suit(side) {
        return Err(game.params.error("boxes are at least 2 wide and 2 tall"));
    }
    sudoku.boxes = Some(boxes);
    let givens = read_desc(&sudoku, game.desc)?;
    sudoku.digits.print(givens).map_err(|error| game.desc.error(error))?;
    let mut position = Position::blank(sudoku.digits.atom_count());
    let mut touched = sudoku.digits.grid.cells().collect();
    for &made in &game.moves {
        make(&sudoku, &mut position, &mut touched, made)?;
    }
    Ok(Parsed::with_position(sudoku, position))
}

/// The digits a text starts with, and the rest.
fn leading_digits(text: Text<'_>) -> (Text<'_>, Text<'_>) {
    let digits = text.as_str().bytes().take_while(u8::is_ascii_digit).count();
    (text.part(0, digits), text.part(digits, text.as_str().len()))
}

/// `3x3`, the rows of a box first, then letters for variants, symmetry and difficulty.
fn read_params(params: Text<'_>) -> Result<Boxes, ParseError> {
    let what = "the size of the boxes";
    let (rows, mut rest) = leading_digits(params);
    let rows = rows.number(what, Sudoku::MAX_SIDE as u32)? as usize;
    let mut cols = rows;
    if let Some((number, behind)) = rest.strip_prefix("x").map(leading_digits).filter(|(n, _)| !n.is_empty())
    {
        cols = number.number(what, Sudoku::MAX_SIDE as u32)? as usize;
        rest = behind;
    }
    while let Some((letter, place)) = rest.chars().next() {
        rest = rest.part(letter.len_utf8(), rest.as_str().len());
        let variant = match letter {
            'j' => "jigsaw regions",
            'x' => "diagonals",
            'k' => "killer cages",
            // Symmetry and difficulty tell how the board was made.
            'a' => continue,
            'm' | 'r' => {
                rest = leading_digits(rest.strip_prefix("d").unwrap_or(rest)).1;
                continue;
            }
            'd' if rest.as_str().starts_with(['t', 'b', 'i', 'a', 'e', 'u']) => {
                rest = rest.part(1, rest.as_str().len());
                continue;
            }
            _ => {
                return Err(place.expected("the end of the parameters"));
            }
        };
        return Err(place.error_after(format!("{NAME} with {variant} is another puzzle and cannot be read")));
    }
    Ok(Boxes { cols, rows })
}

/// Numbers and letters for runs of blanks; `_` separates two numbers.
fn read_desc(sudoku: &Sudoku, desc: Text<'_>) -> Result<Vec<u32>, ParseError> {
    let cells = sudoku.side * sudoku.side;
    let mut givens: Vec<u32> = Vec::with_capacity(cells);
    let mut rest = desc;
    let mut behind_number = false;
    while let Some((c, place)) = rest.chars().next() {
        let left = cells - givens.len();
        let (number, behind) = leading_digits(rest);
        if !number.is_empty() {
            if left == 0 {
                return Err(number.error(format!("there are only {cells} cells")));
            }
            let digit = number.number("a digit", u32::MAX)?;
            givens.push(sudoku.digits.checked(Cell(givens.len() as u32), digit, number)?);
            (rest, behind_number) = (behind, true);
            continue;
        }
        rest = rest.part(c.len_utf8(), rest.as_str().len());
        if let Some(run) = tatham::run_length(c) {
            if run > left {
                return Err(place.error(format!("{run} blanks do not fit, only {left} cells are left")));
            }
            givens.resize(givens.len() + run, 0);
        } else if c != '_' || !behind_number || leading_digits(rest).0.is_empty() {
            let expected = "a number, a run of blanks 'a' to 'z' or '_' between two numbers";
            return Err(place.expected(expected));
        }
        behind_number = false;
    }
    match givens.len() == cells {
        true => Ok(givens),
        false => Err(desc.error_after(format!("{} cells are missing", cells - givens.len()))),
    }
}

/// Makes a move: `R` writes, `P` pencils, `M` pencils everything, `S` writes a whole solution. `touched` are the
/// cells that changed since everything was pencilled, so that a file full of `M` costs no more than its length.
fn make(
    sudoku: &Sudoku,
    position: &mut Position,
    touched: &mut Vec<Cell>,
    made: Text<'_>,
) -> Result<(), ParseError> {
    let digits = &sudoku.digits;
    let is_blank = |position: &Position, cell| {
        digits.given(cell).is_none() && digits.entry(&position.board, cell).is_none()
    };
    if made.as_str() == "M" {
        for cell in touched.drain(..) {
            if is_blank(position, cell) {
                digits.atoms(cell).for_each(|atom| position.notes.set(atom, true));
            }
        }
        return Ok(());
    }
    let side = sudoku.side;
    let (kind, numbers) = match (made.strip_prefix("S"), made.strip_prefix("R"), made.strip_prefix("P")) {
        (Some(rest), ..) => ('S', rest),
        (_, Some(rest), _) => ('R', rest),
        (.., Some(rest)) => ('P', rest),
        _ => return Err(made.expected("a move 'R', 'P', 'M' or 'S'")),
    };
    let numbers: Vec<(u32, Text<'_>)> = numbers
        .split(',')
        .take(side * side + 1)
        .map(|place| Ok((place.number("a number", side as u32)?, place)))
        .collect::<Result<_, ParseError>>()?;
    if kind == 'S' {
        if numbers.len() != side * side {
            return Err(made.error(format!("expected {} numbers behind 'S'", side * side)));
        }
        for (cell, &(digit, place)) in digits.grid.cells().zip(&numbers) {
            enter(sudoku, position, cell, digit, place)?;
            touched.push(cell);
        }
        return Ok(());
    }
    let &[(col, place), (row, _), (digit, _)] = numbers.as_slice() else {
        return Err(made.error("expected column, row and digit behind the move's letter"));
    };
    let cell = digits.grid.get(row as usize, col as usize);
    let cell = cell.ok_or_else(|| place.error(format!("column {col}, row {row} is not on the board")))?;
    touched.push(cell);
    match digits.atom(cell, digit).filter(|_| kind == 'P') {
        Some(atom) => {
            let noted = position.notes.contains(atom);
            position.notes.set(atom, !noted);
        }
        None => {
            enter(sudoku, position, cell, digit, place)?;
            digits.atoms(cell).for_each(|atom| position.notes.set(atom, false));
        }
    }
    Ok(())
}

/// Writes a digit over what was entered, 0 to clear. On a printed digit only the same may be written.
fn enter(
    sudoku: &Sudoku,
    position: &mut Position,
    cell: Cell,
    digit: u32,
    place: Text<'_>,
) -> Result<(), ParseError> {
    if let Some(given) = sudoku.given(cell) {
        return match given == digit {
            true => Ok(()),
            false => Err(place.error(format!("{} is given as {given}", sudoku.digits.grid.name(cell)))),
        };
    }
    sudoku.digits.atoms(cell).for_each(|atom| position.board.set(atom, Value::Open));
    if let Some(atom) = sudoku.digits.atom(cell, digit) {
        position.board.set(atom, Value::Yes);
    }
    Ok(())
}

/// A game id, or a save file where something is entered.
pub(super) fn write(puzzle: &Sudoku, position: &Position) -> Result<String, WriteError> {
    let (params, desc) = game(puzzle)?;
    if position.is_blank() {
        return Ok(format!("{params}:{desc}"));
    }
    let moves = moves(puzzle, &Position::blank(position.board.len()), position)?;
    Ok(tatham::write_save(NAME, &params, &desc, &moves, moves.len()))
}

/// A save file with the moves from each position to the next.
pub(super) fn write_history(
    puzzle: &Sudoku,
    positions: &[Position],
    now: usize,
) -> Result<String, WriteError> {
    let (params, desc) = game(puzzle)?;
    let (mut steps, mut made) = (Vec::new(), 0);
    for (i, pair) in positions.windows(2).enumerate() {
        steps.extend(moves(puzzle, &pair[0], &pair[1])?);
        made = if i < now { steps.len() } else { made };
    }
    Ok(tatham::write_save(NAME, &params, &desc, &steps, made))
}

/// The moves from one position to another. Writing a digit rubs out what is pencilled there.
fn moves(puzzle: &Sudoku, from: &Position, to: &Position) -> Result<Vec<String>, WriteError> {
    let format = Format::Tatham;
    let (digits, grid) = (&puzzle.digits, puzzle.digits.grid);
    digits.expect_nothing_crossed(to, format)?;
    let [before, after] = [from, to].map(|position| digits.foreign_entries(position, format));
    let (before, after) = (before?, after?);
    let (mut written, mut pencilled) = (Vec::new(), Vec::new());
    for (i, cell) in grid.cells().enumerate() {
        let is_written = before[i] != after[i];
        let place = format!("{},{}", grid.col(cell), grid.row(cell));
        if is_written {
            written.push(format!("R{place},{}", after[i]));
        }
        for atom in digits.atoms(cell) {
            let was_noted = from.notes.contains(atom) && !is_written;
            if was_noted != to.notes.contains(atom) {
                pencilled.push(format!("P{place},{}", digits.digit_of(atom)));
            }
        }
    }
    Ok([written, pencilled].concat())
}

/// The parameters and the description.
fn game(puzzle: &Sudoku) -> Result<(String, String), WriteError> {
    puzzle.expect_boxes(Format::Tatham)?;
    let Some(boxes) = puzzle.boxes.filter(|boxes| boxes.rows > 1 && puzzle.side <= MAX_SIDE) else {
        return Err(WriteError::NoSuchBoxes { format: Format::Tatham, side: puzzle.side, most: MAX_SIDE });
    };
    let params = format!("{}x{}", boxes.rows, boxes.cols);
    Ok((params, write_desc(puzzle)))
}

fn write_desc(puzzle: &Sudoku) -> String {
    let mut desc = String::new();
    let mut blanks = 0;
    for &digit in puzzle.digits.givens() {
        if digit == 0 {
            blanks += 1;
            continue;
        }
        tatham::push_run(&mut desc, blanks);
        blanks = 0;
        if desc.ends_with(|c: char| c.is_ascii_digit()) {
            desc.push('_');
        }
        desc += &digit.to_string();
    }
    tatham::push_run(&mut desc, blanks);
    desc
}
