//! The Haskell course's form: the side, the groups as lists of (row,column) from 0, the starting values.
//!
//! ```text
//! 2
//! [[(0,0),(0,1)],[(1,0),(1,1)]]
//! [((0,0),[1])]
//! ```
//! Each of the three may follow a name and `=`; the starting values may be left out.

use super::super::Suguru;
use super::refuse_absent_cells;
use crate::frames::{Format, ParseError, Text, WriteError};
use crate::frames::{Parsed, ReadResult};
use crate::grid::{Cell, Grid};

/// Reads signs and numbers one after the other, passing over white space.
struct Cursor<'a> {
    rest: Text<'a>,
}

impl<'a> Cursor<'a> {
    /// The next sign, number or name; empty at the end.
    fn peek(&self) -> Text<'a> {
        let rest = self.rest.trim();
        let text = rest.as_str();
        let word = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'').unwrap_or(text.len());
        let sign = text.chars().next().map_or(0, char::len_utf8);
        rest.part(0, word.max(sign))
    }

    fn next(&mut self) -> Text<'a> {
        let token = self.peek();
        let end = token.offset() + token.as_str().len() - self.rest.offset();
        self.rest = self.rest.part(end, self.rest.as_str().len());
        token
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.peek().as_str() == sign;
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Result<Text<'a>, ParseError> {
        let found = self.next();
        match found.as_str() == sign {
            true => Ok(found),
            false => Err(found.expected(format!("'{sign}'"))),
        }
    }

    /// Passes over `name =`.
    fn skip_name(&mut self) -> Result<(), ParseError> {
        if self.peek().as_str().starts_with(char::is_alphabetic) {
            self.next();
            self.expect("=")?;
        }
        Ok(())
    }

    /// `[item,item,…]`, possibly empty.
    fn list(
        &mut self,
        mut item: impl FnMut(&mut Cursor<'a>) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        self.expect("[")?;
        if self.eat("]") {
            return Ok(());
        }
        loop {
            item(self)?;
            let sign = self.next();
            match sign.as_str() {
                "," => {}
                "]" => return Ok(()),
                _ => return Err(sign.expected("',' or ']'")),
            }
        }
    }

    /// `(row,column)` from 0.
    fn cell(&mut self, grid: Grid) -> Result<(Cell, Text<'a>), ParseError> {
        let place = self.expect("(")?;
        let row = self.next().number("a row", u32::MAX)? as usize;
        self.expect(",")?;
        let col = self.next().number("a column", u32::MAX)? as usize;
        self.expect(")")?;
        let most = grid.rows() - 1;
        let cell = grid.get(row, col);
        let cell =
            cell.ok_or_else(|| place.error(format!("({row},{col}) is not within (0,0) to ({most},{most})")))?;
        Ok((cell, place))
    }
}

pub(super) fn read(text: Text<'_>) -> ReadResult {
    let mut cursor = Cursor { rest: text.trim() };
    cursor.skip_name()?;
    let number = cursor.next();
    let side = number.number("the number of rows and columns", Grid::MAX_SIDE as u32)? as usize;
    let grid = Grid::new(side, side).map_err(|error| number.error(error))?;

    cursor.skip_name()?;
    let groups = cursor.peek();
    let mut labels: Vec<Option<u32>> = vec![None; grid.len()];
    let mut group = 0;
    cursor.list(|cursor| {
        group += 1;
        cursor.list(|cursor| {
            let (cell, place) = cursor.cell(grid)?;
            match labels[cell.index()].replace(group) {
                None => Ok(()),
                Some(_) => Err(place.error("this cell is in a group before")),
            }
        })
    })?;
    if let Some(cell) = grid.cells().find(|cell| labels[cell.index()].is_none()) {
        let (row, col) = (grid.row(cell), grid.col(cell));
        return Err(groups.error(format!("({row},{col}) is in none of the groups")));
    }
    let mut suguru = Suguru::new(grid, &labels).map_err(|error| groups.error(error))?;

    let mut digits = vec![0; grid.len()];
    cursor.skip_name()?;
    if !cursor.peek().is_empty() {
        cursor.list(|cursor| {
            cursor.expect("(")?;
            let (cell, place) = cursor.cell(grid)?;
            cursor.expect(",")?;
            cursor.expect("[")?;
            let value = cursor.next();
            let digit = suguru.digits.checked(cell, value.number("a digit", u32::MAX)?, value)?;
            cursor.expect("]")?;
            cursor.expect(")")?;
            match std::mem::replace(&mut digits[cell.index()], digit) {
                0 => Ok(()),
                _ => Err(place.error("this cell has a starting value before")),
            }
        })?;
    }
    let rest = cursor.peek();
    if !rest.is_empty() {
        return Err(rest.expected("the end"));
    }
    suguru.digits.print(digits).map_err(|error| text.error(error))?;
    Ok(Parsed::blank(suguru))
}

pub(super) fn write(puzzle: &Suguru) -> Result<String, WriteError> {
    let format = Format::Lists;
    let grid = puzzle.digits.grid;
    if grid.rows() != grid.cols() {
        return Err(WriteError::HoldsOnly { format, boards: "boards with as many rows as columns" });
    }
    refuse_absent_cells(puzzle, format)?;
    let pair = |cell: &Cell| format!("({},{})", grid.row(*cell), grid.col(*cell));
    let listed = |items: Vec<String>| format!("[{}]", items.join(","));
    let group = |region: u32| listed(puzzle.region_cells(region).iter().map(pair).collect());
    let given = |cell: Cell| puzzle.given(cell).map(|digit| format!("({},[{digit}])", pair(&cell)));
    Ok(format!(
        "{}\n{}\n{}\n",
        grid.rows(),
        listed((0..puzzle.region_count()).map(group).collect()),
        listed(grid.cells().filter_map(given).collect())
    ))
}

/// A flat list of one-element lists.
pub(super) fn write_solution(puzzle: &Suguru, digits: &[u32]) -> Result<String, WriteError> {
    write(puzzle)?;
    let cells: Vec<String> = digits.iter().map(|digit| format!("[{digit}]")).collect();
    Ok(format!("[{}]\n", cells.join(",")))
}
