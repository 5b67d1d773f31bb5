//! Light Up in puzz.link addresses and pzprv3 files.

use super::{LightUp, Square, reading, refuse_torus, value};
use crate::frames::ReadResult;
use crate::frames::puzzlink::{self, Clue, Link};
use crate::frames::pzprv3::{File, Writer};
use crate::frames::{Format, WriteError};
use crate::model::{Board, Value};

pub(super) fn read_link(link: &Link<'_>) -> ReadResult {
    let grid = link.grid();
    let mut body = link.reader();
    let clues = body.small_clues(grid.len())?;
    body.finish()?;
    let square = |clue: Clue| match clue {
        Clue::Blank => Square::Open,
        Clue::Unknown => Square::Wall,
        Clue::Number(n) => Square::Number(n as u8),
    };
    let squares: Vec<_> = clues.into_iter().map(|clue| (square(clue), Value::Open)).collect();
    Ok(reading(grid, &squares))
}

pub(super) fn write_link(puzzle: &LightUp, board: &Board) -> Result<String, WriteError> {
    refuse_torus(puzzle, Format::Puzzlink)?;
    if board.facts().next().is_some() {
        return Err(WriteError::Entries { format: Format::Puzzlink, instead: Some(Format::Pzprv3) });
    }
    let clue = |square: &Square| match *square {
        Square::Open => Clue::Blank,
        Square::Wall => Clue::Unknown,
        Square::Number(n) => Clue::Number(n.into()),
    };
    let clues: Vec<Clue> = puzzle.squares.iter().map(clue).collect();
    Ok(puzzlink::address("akari", puzzle.grid, &puzzlink::write_small_clues(&clues)))
}

pub(super) fn read_file(file: &File<'_>) -> ReadResult {
    let mut sections = file.sections();
    let grid = sections.size()?;
    let mut squares = Vec::new();
    for item in sections.grid(grid.rows(), grid.cols())? {
        squares.push(match item.as_str() {
            "." => (Square::Open, Value::Open),
            "#" => (Square::Open, Value::Yes),
            "+" => (Square::Open, Value::No),
            "-" => (Square::Wall, Value::Open),
            _ => (Square::Number(item.number("'.', '#', '+', '-' or 0 to 4", 4)? as u8), Value::Open),
        });
    }
    let mut reading = reading(grid, &squares);
    if !sections.is_empty() {
        let mut ticked = false;
        for item in sections.grid(grid.rows(), grid.cols())? {
            match item.as_str() {
                "." => {}
                "-" => ticked = true,
                _ => return Err(item.expected("'.' or '-'")),
            }
        }
        if ticked {
            reading.warnings.push("the ticks on numbers are passed over".to_string());
        }
        sections.finish()?;
    }
    Ok(reading)
}

pub(super) fn write_file(puzzle: &LightUp, board: &Board) -> Result<String, WriteError> {
    refuse_torus(puzzle, Format::Pzprv3)?;
    let grid = puzzle.grid;
    let items = grid.cells().map(|cell| match (puzzle.square(cell), value(puzzle, board, cell)) {
        (Square::Number(n), _) => n.to_string(),
        (Square::Wall, _) => "-".to_string(),
        (Square::Open, Value::Open) => ".".to_string(),
        (Square::Open, Value::Yes) => "#".to_string(),
        (Square::Open, Value::No) => "+".to_string(),
    });
    Ok(Writer::new(0, "lightup").size(grid).grid(grid.rows(), grid.cols(), items).finish())
}
