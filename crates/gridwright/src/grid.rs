//! The rectangle of cells every puzzle lives on: directions, rays, runs, neighbours, flat or on a torus.
//!
//! Knows nothing of puzzles.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One cell, numbered in reading order from the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cell(pub u32);

impl Cell {
    /// The cell's number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The four orthogonal directions, in the order up, right, down, left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Towards row 1.
    Up,
    /// Towards the last column.
    Right,
    /// Towards the last row.
    Down,
    /// Towards column 1.
    Left,
}

impl Direction {
    /// All four, clockwise from up.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    /// The lower-case English word.
    pub fn word(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Right => "right",
            Direction::Down => "down",
            Direction::Left => "left",
        }
    }

    fn delta(self) -> (i64, i64) {
        match self {
            Direction::Up => (-1, 0),
            Direction::Right => (0, 1),
            Direction::Down => (1, 0),
            Direction::Left => (0, -1),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// There is no such direction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown direction '{0}' (one of: up, right, down, left)")]
pub struct UnknownDirection(pub String);

impl FromStr for Direction {
    type Err = UnknownDirection;

    fn from_str(word: &str) -> Result<Direction, UnknownDirection> {
        let found = Direction::ALL.into_iter().find(|direction| direction.word() == word);
        found.ok_or_else(|| UnknownDirection(word.to_string()))
    }
}

/// A size that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of {rows} rows and {cols} columns is not possible (1 to {max_side} each)", max_side = Grid::MAX_SIDE)]
pub struct SizeError {
    /// Rows asked for.
    pub rows: usize,
    /// Columns asked for.
    pub cols: usize,
}

/// How players count rows and columns where they type them.
///
/// ```
/// use gridwright::grid::{Cell, Counting, Grid};
/// let grid = Grid::new(3, 7).unwrap();
/// assert_eq!(Counting::Zero.cell(&grid, "2", "6"), Some(Cell(20)));
/// assert_eq!(Counting::One.cell(&grid, "3", "7"), Some(Cell(20)));
/// assert_eq!(Counting::One.cell(&grid, "0", "1"), None);
/// let told = "The 2 at r3c7 needs r2c7; colour2c stays.";
/// assert_eq!(Counting::Zero.rename(told), "The 2 at (2,6) needs (1,6); colour2c stays.");
/// assert_eq!(Counting::One.rename(told), told);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// From 1, as in `r3c7`.
    One,
    /// From 0, as in `(2,6)`: courses that teach programming with the genre do.
    Zero,
}

impl Counting {
    /// The first row and column.
    pub fn first(self) -> usize {
        match self {
            Counting::One => 1,
            Counting::Zero => 0,
        }
    }

    /// The cell in a row and a column that were typed.
    pub fn cell(self, grid: &Grid, row: &str, col: &str) -> Option<Cell> {
        let at = |text: &str| text.parse::<usize>().ok()?.checked_sub(self.first());
        grid.get(at(row)?, at(col)?)
    }

    /// A sentence in which cells are named `r3c7`, with the names that players use who count so.
    pub fn rename(self, text: &str) -> String {
        if self == Counting::One {
            return text.to_string();
        }
        let mut renamed = String::with_capacity(text.len());
        let mut rest = text;
        let mut is_in_word = false;
        while let Some(first) = rest.chars().next() {
            match cell_name(rest).filter(|_| !is_in_word) {
                Some((row, col, length)) => {
                    renamed += &format!("({},{})", row - 1, col - 1);
                    rest = &rest[length..];
                    is_in_word = false;
                }
                None => {
                    renamed.push(first);
                    rest = &rest[first.len_utf8()..];
                    is_in_word = first.is_alphanumeric();
                }
            }
        }
        renamed
    }
}

/// The row and the column, from 1, of a cell's name at the start of a text, and how long the name is.
fn cell_name(text: &str) -> Option<(usize, usize, usize)> {
    let number = |text: &str| -> Option<(usize, usize)> {
        let length = text.bytes().take_while(u8::is_ascii_digit).count();
        let number: usize = text[..length].parse().ok()?;
        (number > 0).then_some((number, length))
    };
    let (row, row_length) = number(text.strip_prefix('r')?)?;
    let (col, col_length) = number(text[1 + row_length..].strip_prefix('c')?)?;
    let length = 2 + row_length + col_length;
    let goes_on = text[length..].starts_with(char::is_alphanumeric);
    (!goes_on).then_some((row, col, length))
}

/// A rectangle of cells; on a torus (`wrapping`) rows and columns are rings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    rows: u32,
    cols: u32,
    wrapping: bool,
}

impl Grid {
    /// The longest side a board may have. Larger input is refused before memory is spent on it.
    pub const MAX_SIDE: usize = 1000;

    /// A flat grid.
    ///
    /// ```
    /// use gridwright::grid::Grid;
    /// let grid = Grid::new(2, 3).unwrap();
    /// assert_eq!(grid.name(grid.at(1, 2)).to_string(), "r2c3");
    /// assert!(Grid::new(0, 3).is_err());
    /// ```
    pub fn new(rows: usize, cols: usize) -> Result<Grid, SizeError> {
        let fits = |n| (1..=Grid::MAX_SIDE).contains(&n);
        if fits(rows) && fits(cols) {
            Ok(Grid { rows: rows as u32, cols: cols as u32, wrapping: false })
        } else {
            Err(SizeError { rows, cols })
        }
    }

    /// The same grid, as a torus or flat.
    #[must_use]
    pub fn with_wrapping(self, wrapping: bool) -> Grid {
        Grid { wrapping, ..self }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols as usize
    }

    /// Whether rows and columns wrap round.
    pub fn wrapping(&self) -> bool {
        self.wrapping
    }

    /// Number of cells, never 0.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.rows() * self.cols()
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + use<> {
        (0..self.rows * self.cols).map(Cell)
    }

    /// The cell in `row`, `col`, both counted from 0.
    pub fn at(&self, row: usize, col: usize) -> Cell {
        debug_assert!(row < self.rows() && col < self.cols());
        Cell(row as u32 * self.cols + col as u32)
    }

    /// The cell in `row`, `col` if there is one.
    pub fn get(&self, row: usize, col: usize) -> Option<Cell> {
        (row < self.rows() && col < self.cols()).then(|| self.at(row, col))
    }

    /// The row of a cell, from 0.
    pub fn row(&self, cell: Cell) -> usize {
        (cell.0 / self.cols) as usize
    }

    /// The column of a cell, from 0.
    pub fn col(&self, cell: Cell) -> usize {
        (cell.0 % self.cols) as usize
    }

    /// `r1c1` for the top left cell.
    pub fn name(&self, cell: Cell) -> CellName {
        CellName { row: self.row(cell) + 1, col: self.col(cell) + 1 }
    }

    /// The cell called `r1c1`, `r2c10`, … if the grid has it.
    pub fn named(&self, name: &str) -> Option<Cell> {
        self.cell(name.parse().ok()?)
    }

    /// The cell of this name, if the grid has it.
    pub fn cell(&self, name: CellName) -> Option<Cell> {
        self.get(name.row - 1, name.col - 1)
    }

    fn offset(&self, cell: Cell, rows: i64, cols: i64) -> Option<Cell> {
        let (row, col) = (self.row(cell) as i64 + rows, self.col(cell) as i64 + cols);
        let (height, width) = (i64::from(self.rows), i64::from(self.cols));
        if self.wrapping {
            Some(self.at(row.rem_euclid(height) as usize, col.rem_euclid(width) as usize))
        } else if (0..height).contains(&row) && (0..width).contains(&col) {
            Some(self.at(row as usize, col as usize))
        } else {
            None
        }
    }

    /// One step from `cell`. On a torus there is always one, possibly the cell itself.
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (rows, cols) = direction.delta();
        self.offset(cell, rows, cols)
    }

    /// The orthogonal neighbours, one per direction (up, right, down, left). On a narrow torus the same cell
    /// may come twice.
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let (row, col) = (cell.0 / self.cols, cell.0 % self.cols);
        let (rows, cols) = (self.rows, self.cols);
        // Where there is a neighbour on a flat grid, that one; else the one it has on a torus.
        let candidates = [
            if row > 0 { (true, cell.0 - cols) } else { (self.wrapping, cell.0 + (rows - 1) * cols) },
            if col + 1 < cols { (true, cell.0 + 1) } else { (self.wrapping, cell.0 - col) },
            if row + 1 < rows { (true, cell.0 + cols) } else { (self.wrapping, col) },
            if col > 0 { (true, cell.0 - 1) } else { (self.wrapping, cell.0 + cols - 1) },
        ];
        candidates.into_iter().filter(|(is_there, _)| *is_there).map(|(_, cell)| Cell(cell))
    }

    /// The cells that touch `cell`, diagonally too, in reading order on a flat grid.
    pub fn touching(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        const AROUND: [(i64, i64); 8] =
            [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        let grid = *self;
        AROUND.into_iter().filter_map(move |(rows, cols)| grid.offset(cell, rows, cols))
    }

    /// Those of the cells that touch `cell` which come after it in reading order, on a flat grid.
    pub fn touching_later(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        debug_assert!(!self.wrapping);
        let (row, col) = (cell.0 / self.cols, cell.0 % self.cols);
        let (is_first, is_last, below) = (col == 0, col + 1 == self.cols, row + 1 < self.rows);
        let cols = self.cols;
        let candidates = [
            (!is_last, cell.0 + 1),
            (below && !is_first, (cell.0 + cols).wrapping_sub(1)),
            (below, cell.0 + cols),
            (below && !is_last, cell.0 + cols + 1),
        ];
        candidates.into_iter().filter(|(is_there, _)| *is_there).map(|(_, cell)| Cell(cell))
    }

    /// The cells beyond `cell` in one direction, to the edge, or on a torus until the line returns.
    pub fn ray(&self, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> + use<> {
        let (row, col) = (cell.0 / self.cols, cell.0 % self.cols);
        let (first, place, length, stride) = match direction {
            Direction::Up | Direction::Down => (col, row, self.rows, self.cols),
            Direction::Left | Direction::Right => (row * self.cols, col, self.cols, 1),
        };
        let forward = matches!(direction, Direction::Down | Direction::Right);
        let count = match (self.wrapping, forward) {
            (true, _) => length - 1,
            (false, true) => length - 1 - place,
            (false, false) => place,
        };
        (1..=count).map(move |steps| {
            let place = if forward { place + steps } else { place + length - steps };
            Cell(first + if place >= length { place - length } else { place } * stride)
        })
    }

    /// Calls `visit` with every maximal horizontal (or vertical) run of cells for which `open` holds. On a torus
    /// a run may go round; a ring without gap is one run.
    pub fn for_each_run(&self, axis: Axis, open: impl Fn(Cell) -> bool, mut visit: impl FnMut(&[Cell])) {
        let mut run = Vec::with_capacity(self.rows.max(self.cols) as usize);
        let what = |cell| open(cell).then_some(cell);
        self.walk_runs(axis, what, |cell| match cell {
            Some(cell) => run.push(cell),
            None => {
                visit(&run);
                run.clear();
            }
        });
    }

    /// Like [`for_each_run`](Grid::for_each_run), cell by cell: calls `visit` with what `what` says of each cell of a run,
    /// and with `None` behind the run. Runs go as far as `what` says something.
    pub fn walk_runs<T>(
        &self,
        axis: Axis,
        what: impl Fn(Cell) -> Option<T>,
        mut visit: impl FnMut(Option<T>),
    ) {
        let (lines, length, across, along) = match axis {
            Axis::Row => (self.rows, self.cols, self.cols, 1),
            Axis::Column => (self.cols, self.rows, 1, self.cols),
        };
        for first in (0..lines).map(|line| line * across) {
            let cell = |i: u32| Cell(first + i * along);
            // On a torus start behind a gap, so that no run is cut in two.
            let is_gap = |&i: &u32| what(cell(i)).is_none();
            let start = if self.wrapping { (0..length).find(is_gap).unwrap_or(0) } else { 0 };
            let mut in_run = false;
            for part in [start..length, 0..start] {
                for cell in part.map(cell) {
                    let found = what(cell);
                    if found.is_some() {
                        in_run = true;
                        visit(found);
                    } else if std::mem::take(&mut in_run) {
                        visit(None);
                    }
                }
            }
            if in_run {
                visit(None);
            }
        }
    }
}

/// Rows or columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// Left to right.
    Row,
    /// Top to bottom.
    Column,
}

/// A cell's name, `r1c1` for the top left; prints as that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellName {
    row: usize,
    col: usize,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.col)
    }
}

impl CellName {
    /// The row, from 1.
    pub fn row(self) -> usize {
        self.row
    }

    /// The column, from 1.
    pub fn col(self) -> usize {
        self.col
    }
}

/// A text is no cell's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a cell such as r1c1, found '{0}'")]
pub struct NotACell(pub String);

impl FromStr for CellName {
    type Err = NotACell;

    fn from_str(name: &str) -> Result<CellName, NotACell> {
        let number = |s: &str| {
            let number = s.parse().ok().filter(|_| s.bytes().all(|b| b.is_ascii_digit()));
            number.filter(|number| *number > 0)
        };
        let parts = name.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        let parts = parts.and_then(|(row, col)| Some((number(row)?, number(col)?)));
        let (row, col) = parts.ok_or_else(|| NotACell(name.to_string()))?;
        Ok(CellName { row, col })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_on_a_torus_stop_when_they_return() {
        let grid = Grid::new(1, 3).unwrap().with_wrapping(true);
        assert_eq!(grid.ray(Cell(1), Direction::Right).collect::<Vec<_>>(), [Cell(2), Cell(0)]);
        assert_eq!(grid.ray(Cell(1), Direction::Up).count(), 0);
        assert_eq!(grid.around(Cell(1)).collect::<Vec<_>>(), [Cell(1), Cell(2), Cell(1), Cell(0)]);
    }

    #[test]
    fn a_run_on_a_torus_goes_round() {
        let grid = Grid::new(1, 4).unwrap().with_wrapping(true);
        let mut runs = Vec::new();
        grid.for_each_run(Axis::Row, |c| c != Cell(1), |run| runs.push(run.to_vec()));
        assert_eq!(runs, [[Cell(2), Cell(3), Cell(0)]]);
    }

    #[test]
    fn names_are_read_back() {
        let grid = Grid::new(3, 12).unwrap();
        for cell in grid.cells() {
            assert_eq!(grid.named(&grid.name(cell).to_string()), Some(cell));
        }
        for wrong in ["", "r1", "r0c1", "r4c1", "r1c13", "c1r1", "r+1c1", "r1c1 "] {
            assert_eq!(grid.named(wrong), None, "{wrong}");
        }
    }
}
