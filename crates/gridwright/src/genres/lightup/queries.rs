//! The questions the courses ask of a board: sizes, squares, light, counts.

use super::{LightUp, Square};
use crate::grid::{Axis, Cell, CellName, Direction};
use crate::model::{Board, Value, Verdict, verdict};
use crate::printed::PrintedBoard;

/// What a player sees flagged on one square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SquareFlags {
    /// Light falls on it.
    pub lit: bool,
    /// A bulb that another sees, or a number that has too many bulbs or too few places left for them.
    pub error: bool,
}

/// Nothing can be put on a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is a wall")]
pub struct IsWall(pub CellName);

impl LightUp {
    /// Number of rows and columns.
    ///
    /// ```
    /// # use gridwright::{Reading, genres::lightup::LightUp};
    /// # let reading = Reading::parse(".1.\nX.#").unwrap();
    /// # let puzzle = reading.puzzle.downcast_ref::<LightUp>().unwrap();
    /// assert_eq!(puzzle.size(), (2, 3));
    /// ```
    pub fn size(&self) -> (usize, usize) {
        (self.grid.rows(), self.grid.cols())
    }

    /// Whether a cell is a wall, numbered or not.
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.square(cell) != Square::Open
    }

    /// Whether a cell is open and holds no bulb.
    ///
    /// ```
    /// # use gridwright::{Reading, genres::lightup::LightUp, printed::PrintedBoard};
    /// let reading = Reading::parse(".1.\nX.#").unwrap();
    /// let puzzle = reading.puzzle.downcast_ref::<LightUp>().unwrap();
    /// let (board, grid) = (&reading.position.board, puzzle.grid());
    /// assert!(puzzle.is_free(board, grid.at(0, 0)));
    /// assert!(!puzzle.is_free(board, grid.at(0, 1)), "a wall");
    /// assert!(!puzzle.is_free(board, grid.at(1, 2)), "a bulb");
    /// ```
    pub fn is_free(&self, board: &Board, cell: Cell) -> bool {
        !self.is_wall(cell) && !self.is_bulb(board, cell)
    }

    /// Whether a cell holds a bulb.
    pub fn is_bulb(&self, board: &Board, cell: Cell) -> bool {
        self.atom(cell).is_some_and(|atom| board.is_yes(atom))
    }

    /// The number on a wall.
    ///
    /// ```
    /// # use gridwright::{Reading, genres::lightup::LightUp, printed::PrintedBoard};
    /// # let reading = Reading::parse(".1.\nX.#").unwrap();
    /// # let puzzle = reading.puzzle.downcast_ref::<LightUp>().unwrap();
    /// assert_eq!(puzzle.number(puzzle.grid().at(0, 1)), Some(1));
    /// assert_eq!(puzzle.number(puzzle.grid().at(1, 0)), None);
    /// ```
    pub fn number(&self, cell: Cell) -> Option<u8> {
        match self.square(cell) {
            Square::Number(n) => Some(n),
            Square::Open | Square::Wall => None,
        }
    }

    /// Puts a bulb on a cell, marked or lit as it may be; only walls refuse.
    ///
    /// ```
    /// # use gridwright::{Reading, genres::lightup::LightUp, printed::PrintedBoard};
    /// # let reading = Reading::parse(".1.\nX.#").unwrap();
    /// # let puzzle = reading.puzzle.downcast_ref::<LightUp>().unwrap();
    /// let mut board = reading.position.board.clone();
    /// puzzle.add_bulb(&mut board, puzzle.grid().at(0, 0)).unwrap();
    /// assert!(puzzle.is_bulb(&board, puzzle.grid().at(0, 0)));
    /// assert!(puzzle.add_bulb(&mut board, puzzle.grid().at(0, 1)).is_err());
    /// ```
    pub fn add_bulb(&self, board: &mut Board, cell: Cell) -> Result<(), IsWall> {
        let wall = || IsWall(self.grid.name(cell));
        board.set(self.atom(cell).ok_or_else(wall)?, Value::Yes);
        Ok(())
    }

    /// Whether light falls on an open cell: its own bulb's or that of a bulb that sees it.
    pub fn is_lit(&self, board: &Board, cell: Cell) -> bool {
        let sees_bulb = |direction: Direction| {
            let mut ray = self.grid.ray(cell, direction).take_while(|&c| !self.is_wall(c));
            ray.any(|c| self.is_bulb(board, c))
        };
        !self.is_wall(cell) && (self.is_bulb(board, cell) || Direction::ALL.into_iter().any(sees_bulb))
    }

    /// For each cell whether light falls on it.
    pub(super) fn lit_cells(&self, board: &Board) -> Vec<bool> {
        let mut lit = vec![false; self.grid.len()];
        for axis in [Axis::Row, Axis::Column] {
            self.grid.for_each_run(
                axis,
                |cell| !self.is_wall(cell),
                |run| {
                    if run.iter().any(|cell| self.is_bulb(board, *cell)) {
                        run.iter().for_each(|cell| lit[cell.index()] = true);
                    }
                },
            );
        }
        lit
    }

    /// The bulbs around a cell, one a direction: on a narrow torus the same bulb may count twice.
    ///
    /// ```
    /// # use gridwright::{Reading, genres::lightup::LightUp, printed::PrintedBoard};
    /// let reading = Reading::parse("2 2 1\n4*\n*b").unwrap();
    /// let puzzle = reading.puzzle.downcast_ref::<LightUp>().unwrap();
    /// assert_eq!(puzzle.bulbs_around(&reading.position.board, puzzle.grid().at(0, 0)), 4);
    /// ```
    pub fn bulbs_around(&self, board: &Board, cell: Cell) -> u32 {
        self.grid.around(cell).filter(|c| self.is_bulb(board, *c)).count() as u32
    }

    /// Whether a bulb may go on a cell: it is open, has no bulb, is not lit, and every number beside it has
    /// fewer bulbs than it says.
    ///
    /// ```
    /// # use gridwright::{Reading, genres::lightup::LightUp, printed::PrintedBoard};
    /// let reading = Reading::parse("#1.\nX..").unwrap();
    /// let puzzle = reading.puzzle.downcast_ref::<LightUp>().unwrap();
    /// let may = |row, col| puzzle.may_take_bulb(&reading.position.board, puzzle.grid().at(row, col));
    /// assert!(!may(0, 2), "the 1 has its bulb");
    /// assert!(may(1, 2));
    /// ```
    pub fn may_take_bulb(&self, board: &Board, cell: Cell) -> bool {
        let full = |wall: Cell| self.number(wall).is_some_and(|n| self.bulbs_around(board, wall) >= n.into());
        !self.is_wall(cell) && !self.is_lit(board, cell) && !self.grid.around(cell).any(full)
    }

    /// Whether the bulbs solve the board.
    ///
    /// ```
    /// # use gridwright::{Reading, genres::lightup::LightUp};
    /// for (level, solved) in [("#1.\nX.#", true), (".1#\nX.#", false), ("#1.\nX..", false)] {
    ///     let reading = Reading::parse(level).unwrap();
    ///     let puzzle = reading.puzzle.downcast_ref::<LightUp>().unwrap();
    ///     assert_eq!(puzzle.is_solution(&reading.position.board), solved);
    /// }
    /// ```
    pub fn is_solution(&self, board: &Board) -> bool {
        verdict(&self.model(), board) == Verdict::Solved
    }

    /// The flags of all squares, in reading order.
    ///
    /// ```
    /// # use gridwright::{Reading, genres::lightup::LightUp, printed::PrintedBoard};
    /// let reading = Reading::parse("#.#X").unwrap();
    /// let puzzle = reading.puzzle.downcast_ref::<LightUp>().unwrap();
    /// let flags = puzzle.square_flags(&reading.position.board);
    /// assert_eq!(flags.iter().map(|f| f.error).collect::<Vec<_>>(), [true, false, true, false]);
    /// assert_eq!(flags.iter().map(|f| f.lit).collect::<Vec<_>>(), [true, true, true, false]);
    /// ```
    pub fn square_flags(&self, board: &Board) -> Vec<SquareFlags> {
        let lit = self.lit_cells(board).into_iter();
        let mut squares: Vec<SquareFlags> = lit.map(|lit| SquareFlags { lit, error: false }).collect();
        for cell in (self as &dyn PrintedBoard).flagged_cells(&self.model(), board) {
            squares[cell.index()].error = true;
        }
        squares
    }

    /// Whether the game is over: all open cells are lit and nothing is flagged as an error.
    pub fn is_over(&self, board: &Board) -> bool {
        let flags = self.square_flags(board);
        let finished = |cell: Cell| {
            let SquareFlags { lit, error } = flags[cell.index()];
            !error && (lit || self.is_wall(cell))
        };
        self.grid.cells().all(finished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Format, read};
    use crate::genres::lightup::GENRE;

    #[test]
    fn a_number_without_room_for_its_bulbs_is_an_error() {
        let mut reading = read("7x7:b1f2iB2g1Bi2fBb", Some(Format::Tatham), Some(&GENRE)).unwrap();
        let puzzle = reading.puzzle.downcast_ref::<LightUp>().unwrap().clone();
        let (board, grid) = (&mut reading.position.board, puzzle.grid);
        for (row, col) in [(0, 0), (3, 0)] {
            puzzle.add_bulb(board, grid.at(row, col)).unwrap();
        }
        board.set(puzzle.atom(grid.at(6, 6)).unwrap(), Value::No);
        let flags = puzzle.square_flags(board);
        let errors: Vec<Cell> = grid.cells().filter(|c| flags[c.index()].error).collect();
        // The two bulbs see each other as well.
        assert_eq!(errors, [grid.at(0, 0), grid.at(2, 6), grid.at(3, 0)]);
        assert!(!puzzle.is_over(board));
    }

    #[test]
    fn the_default_board_is_over_when_solved() {
        let mut reading = read("7x7:b1f2iB2g1Bi2fBb", Some(Format::Tatham), Some(&GENRE)).unwrap();
        let puzzle = reading.puzzle.downcast_ref::<LightUp>().unwrap().clone();
        let board = &mut reading.position.board;
        let bulbs = [(0, 0), (0, 3), (1, 1), (1, 6), (2, 2), (3, 6), (4, 4), (5, 0), (5, 5), (6, 1)];
        for (row, col) in bulbs {
            assert!(!puzzle.is_over(board) && !puzzle.is_solution(board));
            assert!(puzzle.may_take_bulb(board, puzzle.grid.at(row, col)));
            puzzle.add_bulb(board, puzzle.grid.at(row, col)).unwrap();
        }
        assert!(puzzle.is_over(board) && puzzle.is_solution(board));
        puzzle.add_bulb(board, puzzle.grid.at(6, 6)).unwrap();
        assert!(!puzzle.is_over(board) && !puzzle.is_solution(board));
    }
}
