//! What of a puzzle is fixed before it is made or completed: a character for each cell.

use crate::grid::{Cell, Grid};
use gridwright_base::counted;

/// A character for each cell of a board: `.` where nothing is to be, anything else where something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    grid: Grid,
    marks: Vec<char>,
}

impl Pattern {
    /// Rows of characters for a board of this size. Blanks and empty lines do not count.
    ///
    /// ```
    /// use gridwright::generate::Pattern;
    /// use gridwright::grid::Grid;
    /// let grid = Grid::new(2, 3).unwrap();
    /// assert!(Pattern::parse("x.x\n...\n", grid).is_ok());
    /// let error = Pattern::parse("x.x\n..\n", grid).unwrap_err();
    /// assert_eq!(error.to_string(), "row 2 of the pattern has 2 cells instead of 3");
    /// ```
    pub fn parse(text: &str, grid: Grid) -> Result<Pattern, PatternError> {
        let rows = rows_of(text);
        if rows.len() != grid.rows() {
            return Err(PatternError::Rows { found: rows.len(), expected: grid.rows() });
        }
        Pattern::of_rows(&rows, grid)
    }

    /// Rows of characters, as many as there are.
    ///
    /// ```
    /// use gridwright::generate::Pattern;
    /// let pattern = Pattern::read("x.x\n...\n").unwrap();
    /// assert_eq!((pattern.grid().rows(), pattern.places().count()), (2, 2));
    /// assert_eq!(Pattern::read("\n").unwrap_err().to_string(), "the pattern has no cells");
    /// ```
    pub fn read(text: &str) -> Result<Pattern, PatternError> {
        let rows = rows_of(text);
        let cols = rows.first().map_or(0, Vec::len);
        if cols == 0 {
            return Err(PatternError::Empty);
        }
        let too_large = |_| PatternError::TooLarge { rows: rows.len(), cols };
        Pattern::of_rows(&rows, Grid::new(rows.len(), cols).map_err(too_large)?)
    }

    fn of_rows(rows: &[Vec<char>], grid: Grid) -> Result<Pattern, PatternError> {
        if let Some(row) = rows.iter().position(|row| row.len() != grid.cols()) {
            let (found, expected) = (rows[row].len(), grid.cols());
            return Err(PatternError::Cells { row: row + 1, found, expected });
        }
        Ok(Pattern { grid: grid.with_wrapping(false), marks: rows.concat() })
    }

    /// Its rows and columns.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Whether something is to be at a cell.
    pub fn is_place(&self, cell: Cell) -> bool {
        self.marks.get(cell.index()).is_some_and(|mark| *mark != '.')
    }

    /// The cells where something is to be, in reading order.
    pub fn places(&self) -> impl Iterator<Item = Cell> + '_ {
        self.grid.cells().filter(|cell| self.is_place(*cell))
    }

    /// For each cell the number of its region: equal characters side by side belong together, and `.` to none.
    ///
    /// ```
    /// use gridwright::generate::Pattern;
    /// let pattern = Pattern::read("aab\n.ba\n").unwrap();
    /// assert_eq!(pattern.regions(), [Some(0), Some(0), Some(1), None, Some(2), Some(3)]);
    /// ```
    pub fn regions(&self) -> Vec<Option<u32>> {
        let mut regions = vec![None; self.marks.len()];
        let mut number = 0;
        for start in self.places() {
            if regions[start.index()].is_some() {
                continue;
            }
            regions[start.index()] = Some(number);
            let mut members = vec![start];
            while let Some(cell) = members.pop() {
                for next in self.grid.around(cell) {
                    let is_same = self.marks[next.index()] == self.marks[cell.index()];
                    if is_same && regions[next.index()].is_none() {
                        regions[next.index()] = Some(number);
                        members.push(next);
                    }
                }
            }
            number += 1;
        }
        regions
    }
}

fn rows_of(text: &str) -> Vec<Vec<char>> {
    let rows = text.lines().map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>());
    rows.filter(|row| !row.is_empty()).collect()
}

/// Why a text is no pattern, or none for a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// There is nothing in it.
    #[error("the pattern has no cells")]
    Empty,
    /// No board has as many rows or columns.
    #[error("the pattern is too large: {cols}x{rows} (at most {most}x{most})", most = Grid::MAX_SIDE)]
    TooLarge {
        /// Its rows.
        rows: usize,
        /// Its columns.
        cols: usize,
    },
    /// It has other rows than the board.
    #[error("the pattern has {} instead of {expected}", counted(*.found, "row"))]
    Rows {
        /// Its rows.
        found: usize,
        /// The board's.
        expected: usize,
    },
    /// A row has other cells than the board, or than the first one.
    #[error("row {row} of the pattern has {} instead of {expected}", counted(*.found, "cell"))]
    Cells {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        found: usize,
        /// What it should have.
        expected: usize,
    },
}
