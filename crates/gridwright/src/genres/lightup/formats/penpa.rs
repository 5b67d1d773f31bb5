//! Light Up on Penpa+ pages.

use super::{Square, reading};
use crate::frames::ParseError;
use crate::frames::ReadResult;
use crate::frames::penpa::Page;
use crate::grid::{Cell, Grid};
use crate::model::Value;

/// Black and the greys.
const WALL_COLOURS: [i64; 4] = [4, 1, 3, 8];
const MARK_COLOUR: i64 = 2;
const BULB: (i64, &str) = (3, "sun_moon");

pub(super) fn read(page: &Page) -> ReadResult {
    let grid = Grid::new(page.rows, page.cols).map_err(ParseError::whole)?;
    let at = |&(row, col): &(usize, usize)| grid.at(row, col);
    let refuse = |cell: Cell, what: String| Err(ParseError::whole(format!("{}: {what}", grid.name(cell))));
    if let Some((row, col, _)) = page.question.walls.first() {
        return refuse(grid.at(*row, *col), "a printed border means nothing here".to_string());
    }
    if let Some((place, (_, shape))) = page.question.symbols.first_key_value() {
        return refuse(at(place), format!("a printed '{shape:.24}' means nothing here"));
    }

    let mut squares = vec![(Square::Open, Value::Open); grid.len()];
    for (place, colour) in &page.question.surface {
        if !WALL_COLOURS.contains(colour) {
            return refuse(at(place), format!("a printed cell of colour {colour} means nothing here"));
        }
        squares[at(place).index()].0 = Square::Wall;
    }
    for (place, (text, _)) in &page.question.numbers {
        let square = &mut squares[at(place).index()].0;
        *square = match (*square, text.trim().parse::<u8>()) {
            (Square::Wall, Ok(n)) if n <= 4 => Square::Number(n),
            (Square::Wall, _) if text.trim().is_empty() => Square::Wall,
            (Square::Wall, _) => return refuse(at(place), format!("'{text:.24}' is no number from 0 to 4")),
            _ => return refuse(at(place), "a number needs a black cell".to_string()),
        };
    }

    let mut passed_over = page.question.candidates.len();
    let mut entries: Vec<(Cell, Value)> = Vec::new();
    for (place, colour) in &page.answer.surface {
        match *colour {
            MARK_COLOUR => entries.push((at(place), Value::No)),
            _ => passed_over += 1,
        }
    }
    for (place, (style, shape)) in &page.answer.symbols {
        match (*style, shape.as_str()) {
            BULB => entries.push((at(place), Value::Yes)),
            _ => passed_over += 1,
        }
    }
    passed_over += page.answer.numbers.len() + page.answer.candidates.len() + page.answer.walls.len();
    for (cell, entry) in entries {
        match &mut squares[cell.index()] {
            (Square::Open, value) => *value = entry,
            _ => passed_over += 1,
        }
    }
    let mut reading = reading(grid, &squares);
    if passed_over > 0 {
        reading.warnings.push(format!("{passed_over} drawn things that mean nothing here are passed over"));
    }
    Ok(reading)
}
