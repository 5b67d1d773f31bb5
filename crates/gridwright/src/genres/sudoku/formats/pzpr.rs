//! Sudoku in pzpr's addresses and files and on Penpa's pages. The boxes are implied there.

use super::super::{Boxes, GENRE, Sudoku};
use crate::frames::{Format, ParseError, Text, WriteError, penpa, puzzlink, pzprv3};
use crate::frames::{Parsed, ReadResult};
use crate::grid::Grid;
use crate::model::Position;
use crate::printed::PrintedBoard;

/// pzpr makes boxes as wide as tall, 3 by 2 only for 6; with other sides it would show another puzzle.
fn has_pzpr_boxes(side: usize) -> bool {
    side == 6 || Boxes::squarest(side).is_some_and(|boxes| boxes.cols == boxes.rows)
}

fn empty(side: usize, place: Text<'_>) -> Result<Sudoku, ParseError> {
    let sudoku = Sudoku::empty(side).map_err(|error| place.error(error))?;
    match has_pzpr_boxes(side) {
        true => Ok(sudoku),
        false => Err(place.error(format!("pzpr has no boxes for {side} by {side} (4, 6, 9, 16, 25 or 36)"))),
    }
}

fn expect_pzpr_boxes(puzzle: &Sudoku, format: Format) -> Result<(), WriteError> {
    puzzle.expect_usual_boxes(format)?;
    match has_pzpr_boxes(puzzle.side) {
        true => Ok(()),
        false => Err(WriteError::OtherBoxes { format, side: puzzle.side }),
    }
}

pub(super) fn read_link(link: &puzzlink::Link<'_>) -> ReadResult {
    if link.rows != link.cols {
        let (rows, cols) = (link.rows, link.cols);
        return Err(link.id.error(format!("a Sudoku has as many rows as columns, not {rows} and {cols}")));
    }
    let mut sudoku = empty(link.rows, link.id)?;
    let mut body = link.reader();
    let clues = body.numbers(link.rows * link.cols)?;
    body.finish()?;
    let mut warnings = Vec::new();
    sudoku.digits.print_clues(&clues, link.body, &mut warnings)?;
    Ok(Parsed { warnings, ..Parsed::blank(sudoku) })
}

pub(super) fn write_link(puzzle: &Sudoku) -> Result<String, WriteError> {
    expect_pzpr_boxes(puzzle, Format::Puzzlink)?;
    let body = puzzlink::write_numbers(&puzzle.digits.clues());
    Ok(puzzlink::address(GENRE.id, puzzle.grid(), &body))
}

pub(super) fn read_file(file: &pzprv3::File<'_>) -> ReadResult {
    let mut sections = file.sections();
    let side = sections.side("the number of rows")?;
    let mut sudoku = empty(side, file.lines.first().copied().unwrap_or(file.id))?;
    let mut warnings = Vec::new();
    let clues = sections.grid(side, side)?;
    sudoku.digits.print_items(&clues, &mut warnings)?;
    let answers = if sections.is_empty() { Vec::new() } else { sections.grid(side, side)? };
    let position = sudoku.digits.read_answers(&answers, &mut warnings)?;
    sections.finish()?;
    Ok(Parsed { warnings, ..Parsed::with_position(sudoku, position) })
}

pub(super) fn write_file(puzzle: &Sudoku, position: &Position) -> Result<String, WriteError> {
    expect_pzpr_boxes(puzzle, Format::Pzprv3)?;
    let side = puzzle.side;
    let writer = pzprv3::Writer::new(0, GENRE.id).number(side).grid(side, side, puzzle.digits.clue_items());
    Ok(writer.grid(side, side, puzzle.digits.answer_items(position)?).finish())
}

/// Walls, where there are any, must be those of equal boxes.
pub(super) fn read_page(page: &penpa::Page) -> ReadResult {
    if page.rows != page.cols {
        let (rows, cols) = (page.rows, page.cols);
        return Err(ParseError::whole(format!(
            "a Sudoku has as many rows as columns, not {rows} and {cols}"
        )));
    }
    let mut sudoku = Sudoku::empty(page.rows).map_err(ParseError::whole)?;
    let mut walls: Vec<(usize, usize, bool)> = [&page.question.walls[..], &page.answer.walls].concat();
    walls.sort_unstable();
    walls.dedup();
    if !walls.is_empty() {
        let side = sudoku.side;
        let shapes = (1..=side).filter(|cols| side.is_multiple_of(*cols));
        let mut shapes =
            shapes.map(|cols| Boxes { cols, rows: side / cols }).filter(|boxes| boxes.suit(side));
        sudoku.boxes = shapes.find(|boxes| box_walls(sudoku.digits.grid, *boxes) == walls);
        if sudoku.boxes.is_none() {
            return Err(ParseError::whole("the walls on this page do not cut it into equal boxes"));
        }
    }
    let mut warnings = Vec::new();
    let position = sudoku.digits.read_page(page, &mut warnings)?;
    Ok(Parsed { warnings, ..Parsed::with_position(sudoku, position) })
}

/// The inner walls of boxes, in order.
fn box_walls(grid: Grid, boxes: Boxes) -> Vec<(usize, usize, bool)> {
    let mut walls = Vec::new();
    for (row, col) in grid.cells().map(|cell| (grid.row(cell), grid.col(cell))) {
        if row + 1 < grid.rows() && (row + 1) % boxes.rows == 0 {
            walls.push((row, col, false));
        }
        if col + 1 < grid.cols() && (col + 1) % boxes.cols == 0 {
            walls.push((row, col, true));
        }
    }
    walls
}
