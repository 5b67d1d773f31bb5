//! Light Up in Tatham's ids and save files. A `w` behind the size, which is ours, makes the board a torus.

use super::{LightUp, Square, reading, refuse_torus};
use crate::frames::tatham::{self, Game};
use crate::frames::{Format, ParseError, Parsed, ReadResult, Text, WriteError};
use crate::grid::Grid;
use crate::model::{Atom, Board, Position, Value};

pub(super) fn read(game: &Game<'_>) -> ReadResult {
    let grid = size(game.params)?;
    let squares = description(game.desc, grid)?;
    if game.moves.is_empty() {
        return Ok(Parsed::blank(LightUp::new(grid, squares)));
    }
    let mut squares: Vec<(Square, Value)> = squares.into_iter().map(|square| (square, Value::Open)).collect();
    for part in game.moves.iter().flat_map(|m| m.split(';')) {
        make_move(part, grid, &mut squares)?;
    }
    Ok(reading(grid, &squares))
}

/// The number at the start of a text, and the rest.
fn leading_number<'a>(text: Text<'a>, what: &str, max: usize) -> Result<(usize, Text<'a>), ParseError> {
    let digits = text.as_str().bytes().take_while(u8::is_ascii_digit).count();
    let number = text.part(0, digits).number(what, max as u32)?;
    Ok((number as usize, text.part(digits, text.as_str().len())))
}

/// The size at the start of the parameters; the generator's settings behind it are checked and not used.
fn size(params: Text<'_>) -> Result<Grid, ParseError> {
    let (cols, rest) = leading_number(params, "the number of columns", Grid::MAX_SIDE)?;
    let (rows, rest) = match rest.strip_prefix("x") {
        Some(rest) => leading_number(rest, "the number of rows", Grid::MAX_SIDE)?,
        None => (cols, rest),
    };
    let torus = rest.strip_prefix("w");
    let mut rest = torus.unwrap_or(rest);
    while let Some((setting, place)) = rest.chars().next() {
        rest = rest.part(setting.len_utf8(), rest.as_str().len());
        let max = match setting {
            'b' => 100,
            's' => 4,
            'd' => 2,
            'r' => continue,
            _ => return Err(place.expected("'w', 'b', 's', 'd' or ':' here")),
        };
        rest = leading_number(rest, "the number of this setting", max)?.1;
    }
    let grid = Grid::new(rows, cols).map_err(|e| params.error(e))?;
    Ok(grid.with_wrapping(torus.is_some()))
}

fn description(desc: Text<'_>, grid: Grid) -> Result<Vec<Square>, ParseError> {
    let mut squares = Vec::with_capacity(grid.len());
    for (i, c) in desc.as_str().char_indices() {
        let place = || desc.part(i, i + c.len_utf8());
        let (square, count) = match c {
            'B' => (Square::Wall, 1),
            '0'..='4' => (Square::Number(c as u8 - b'0'), 1),
            _ => match tatham::run_length(c) {
                Some(blanks) => (Square::Open, blanks),
                None => return Err(place().expected("'a' to 'z', 'B' or 0 to 4")),
            },
        };
        if squares.len() + count > grid.len() {
            return Err(place().error(format!("too many squares: the board has only {}", grid.len())));
        }
        squares.resize(squares.len() + count, square);
    }
    if squares.len() < grid.len() {
        let message = format!("the description has {} squares instead of {}", squares.len(), grid.len());
        return Err(desc.error_after(message));
    }
    Ok(squares)
}

/// `Lx,y` puts or takes a bulb, `Ix,y` a mark; `S` only says that the program solved the board.
fn make_move(part: Text<'_>, grid: Grid, squares: &mut [(Square, Value)]) -> Result<(), ParseError> {
    if part.as_str() == "S" {
        return Ok(());
    }
    let wrong = || part.expected("a move 'Lx,y' or 'Ix,y'");
    let (place, entry) = match part.chars().next() {
        Some(('L', _)) => (part.part(1, part.as_str().len()), Value::Yes),
        Some(('I', _)) => (part.part(1, part.as_str().len()), Value::No),
        _ => return Err(wrong()),
    };
    let (x, y) = place.split_once(",").ok_or_else(wrong)?;
    let col = x.number("a column", grid.cols() as u32 - 1)? as usize;
    let row = y.number("a row", grid.rows() as u32 - 1)? as usize;
    match &mut squares[grid.at(row, col).index()] {
        (Square::Open, value) => *value = if *value == entry { Value::Open } else { entry },
        _ => return Err(part.error("this move is on a wall")),
    }
    Ok(())
}

/// An id, or with entries a save file whose moves make them.
pub(super) fn write(puzzle: &LightUp, board: &Board) -> Result<String, WriteError> {
    let (params, desc) = game(puzzle)?;
    let moves = moves(puzzle, &Board::open(board.len()), board);
    Ok(match moves.is_empty() {
        true => format!("{params}:{desc}"),
        false => save(&params, &desc, &moves, moves.len()),
    })
}

/// A save file with a move for each change from one position to the next.
pub(super) fn write_history(
    puzzle: &LightUp,
    positions: &[Position],
    now: usize,
) -> Result<String, WriteError> {
    let (params, desc) = game(puzzle)?;
    let steps = positions.windows(2).map(|pair| moves(puzzle, &pair[0].board, &pair[1].board).join(";"));
    let steps: Vec<String> = steps.collect();
    // A change without effect is not a move.
    let made = steps[..now].iter().filter(|step| !step.is_empty()).count();
    let steps: Vec<String> = steps.into_iter().filter(|step| !step.is_empty()).collect();
    Ok(save(&params, &desc, &steps, made))
}

fn save(params: &str, desc: &str, moves: &[String], made: usize) -> String {
    tatham::write_save("Light Up", &format!("{params}b20s2d0"), desc, moves, made)
}

/// The moves from one board to another: each puts in what it names, or takes it away where it is.
fn moves(puzzle: &LightUp, from: &Board, to: &Board) -> Vec<String> {
    let changed = (0..to.len() as u32).map(Atom).filter(|atom| from.get(*atom) != to.get(*atom));
    let moved = changed.map(|atom| {
        let named = if to.get(atom) == Value::Open { from.get(atom) } else { to.get(atom) };
        let cell = puzzle.cells[atom.index()];
        let letter = if named == Value::Yes { 'L' } else { 'I' };
        format!("{letter}{},{}", puzzle.grid.col(cell), puzzle.grid.row(cell))
    });
    moved.collect()
}

/// The parameters and the description.
fn game(puzzle: &LightUp) -> Result<(String, String), WriteError> {
    refuse_torus(puzzle, Format::Tatham)?;
    let grid = puzzle.grid;
    if grid.rows() < 2 || grid.cols() < 2 {
        return Err(WriteError::HoldsOnly { format: Format::Tatham, boards: "boards of at least 2x2" });
    }
    let mut desc = String::new();
    for run in puzzle.squares.chunk_by(|a, b| a == b) {
        match run[0] {
            Square::Open => tatham::push_run(&mut desc, run.len()),
            Square::Wall => desc.extend(run.iter().map(|_| 'B')),
            Square::Number(n) => desc.extend(run.iter().map(|_| char::from(b'0' + n))),
        }
    }
    Ok((format!("{}x{}", grid.cols(), grid.rows()), desc))
}
