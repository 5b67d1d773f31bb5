//! Suguru in pzpr's addresses and files and on Penpa's pages: regions as borders between cells.

use super::super::{GENRE, Suguru};
use crate::frames::puzzlink::{self, Borders};
use crate::frames::{Format, ParseError, Text, WriteError, penpa, pzprv3};
use crate::frames::{Parsed, ReadResult};
use crate::genres::regions::ABSENT;
use crate::grid::{Cell, Direction, Grid};
use crate::model::Position;

/// The connected parts between the borders, cells that are not there left out.
fn regions(grid: Grid, borders: &Borders, is_absent: impl Fn(Cell) -> bool) -> Vec<Option<u32>> {
    let mut borders = borders.clone();
    let mut enclose = |cell: Cell| {
        // A row has one border fewer than cells.
        let right = cell.index() - grid.row(cell);
        for direction in Direction::ALL {
            let Some(next) = grid.step(cell, direction) else { continue };
            match direction {
                Direction::Right => borders.right[right] = true,
                Direction::Left => borders.right[right - 1] = true,
                Direction::Down => borders.below[cell.index()] = true,
                Direction::Up => borders.below[next.index()] = true,
            }
        }
    };
    grid.cells().filter(|&cell| is_absent(cell)).for_each(&mut enclose);
    let parts = borders.regions(grid);
    grid.cells().map(|cell| (!is_absent(cell)).then_some(parts[cell.index()])).collect()
}

/// The borders, refused where they would not give the same regions back.
fn borders(puzzle: &Suguru, format: Format) -> Result<Borders, WriteError> {
    let grid = puzzle.digits.grid;
    let borders = Borders::between(grid, &puzzle.regions);
    let parts = borders.regions(grid);
    for region in 0..puzzle.region_count() {
        let cells = puzzle.region_cells(region);
        if cells.iter().any(|cell| parts[cell.index()] != parts[cells[0].index()]) {
            return Err(WriteError::Pieces { format, cell: grid.name(cells[0]) });
        }
    }
    Ok(borders)
}

pub(super) fn read_link(link: &puzzlink::Link<'_>) -> ReadResult {
    let grid = link.grid();
    let mut body = link.reader();
    let borders = body.borders(grid)?;
    let clues = body.numbers(grid.len())?;
    let absent = body.bits(grid.len())?;
    body.finish()?;
    let labels = regions(grid, &borders, |cell| absent[cell.index()]);
    let mut suguru = Suguru::of_numbers(grid, &labels).map_err(|error| link.body.error(error))?;
    let mut warnings = Vec::new();
    suguru.digits.print_clues(&clues, link.body, &mut warnings)?;
    Ok(Parsed { warnings, ..Parsed::blank(suguru) })
}

pub(super) fn write_link(puzzle: &Suguru) -> Result<String, WriteError> {
    let grid = puzzle.digits.grid;
    let mut body = borders(puzzle, Format::Puzzlink)?.write();
    body += &puzzlink::write_numbers(&puzzle.digits.clues());
    if puzzle.has_absent_cells() {
        let absent: Vec<bool> = grid.cells().map(|cell| puzzle.region(cell).is_none()).collect();
        body += &puzzlink::write_bits(&absent);
    }
    Ok(puzzlink::address(GENRE.id, grid, &body))
}

pub(super) fn read_file(file: &pzprv3::File<'_>) -> ReadResult {
    let mut sections = file.sections();
    let grid = sections.size()?;
    let (right, below) = sections.borders(grid)?;
    let is_wall = |item: &Text<'_>| match item.as_str() {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(item.expected("'1' for a border or '0'")),
    };
    let walls = |items: &[Text<'_>]| items.iter().map(is_wall).collect::<Result<Vec<bool>, ParseError>>();
    let borders = Borders { right: walls(&right)?, below: walls(&below)? };
    let clues = sections.grid(grid.rows(), grid.cols())?;
    let labels = regions(grid, &borders, |cell| clues[cell.index()].as_str() == ABSENT);
    let mut suguru = Suguru::of_numbers(grid, &labels).map_err(|error| file.id.error(error))?;
    let mut warnings = Vec::new();
    suguru.digits.print_items(&clues, &mut warnings)?;
    let answers = if sections.is_empty() { Vec::new() } else { sections.grid(grid.rows(), grid.cols())? };
    let position = suguru.digits.read_answers(&answers, &mut warnings)?;
    sections.finish()?;
    Ok(Parsed { warnings, ..Parsed::with_position(suguru, position) })
}

pub(super) fn write_file(puzzle: &Suguru, position: &Position) -> Result<String, WriteError> {
    let grid = puzzle.digits.grid;
    let (rows, cols) = (grid.rows(), grid.cols());
    let Borders { right, below } = borders(puzzle, Format::Pzprv3)?;
    let items = |walls: Vec<bool>| walls.into_iter().map(|wall| if wall { "1" } else { "0" });
    let writer = pzprv3::Writer::new(0, GENRE.id).size(grid);
    let writer = writer.grid(rows, cols - 1, items(right)).grid(rows - 1, cols, items(below));
    let writer = writer.grid(rows, cols, puzzle.digits.clue_items());
    Ok(writer.grid(rows, cols, puzzle.digits.answer_items(position)?).finish())
}

pub(super) fn read_page(page: &penpa::Page) -> ReadResult {
    let grid = Grid::new(page.rows, page.cols).map_err(ParseError::whole)?;
    if page.question.walls.is_empty() {
        return Err(ParseError::whole("no walls are drawn on this page: expected regions between walls"));
    }
    let (right, below) = Borders::counts(grid);
    let mut borders = Borders { right: vec![false; right], below: vec![false; below] };
    for &(row, col, is_right) in &page.question.walls {
        let wall = match is_right {
            true if col + 1 < grid.cols() => borders.right.get_mut(row * (grid.cols() - 1) + col),
            true => None,
            false => borders.below.get_mut(row * grid.cols() + col),
        };
        wall.into_iter().for_each(|wall| *wall = true);
    }
    let mut suguru =
        Suguru::of_numbers(grid, &regions(grid, &borders, |_| false)).map_err(ParseError::whole)?;
    let mut warnings = Vec::new();
    let position = suguru.digits.read_page(page, &mut warnings)?;
    Ok(Parsed { warnings, ..Parsed::with_position(suguru, position) })
}
