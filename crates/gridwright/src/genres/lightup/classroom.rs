//! The two-heuristics solver of the Prolog course, in its own order.
//!
//! Until the board is solved: (1) the first wall whose bulbs and available neighbours together make its number
//! gets a bulb on each of them; else (2) the first unlit cell that no other available cell in its sight could
//! light gets a bulb; else (3) the first available cell gets one, and when that fails the next.
//!
//! The course's search backtracks to find which choice fails. Both heuristics are sound, so a choice fails exactly when
//! no solution has its bulbs. So this module asks the engine instead, and the order is the same.

use super::LightUp;
use crate::grid::{Cell, Direction};
use crate::model::{Atom, Fact};
use crate::printed::{PrintedBoard, own};
use crate::solve::{Answer, Engine};

/// The bulbs in the order the course's solver places them, or `None` without solution.
pub(super) fn trace(board: &dyn PrintedBoard) -> Option<Vec<Atom>> {
    let puzzle: &LightUp = own(board);
    let mut engine = Engine::new(&puzzle.model());
    if engine.solve() == Answer::None {
        return None;
    }
    let cells = puzzle.grid.len();
    let mut way = Way { puzzle, bulbs: Vec::new(), is_bulb: vec![false; cells], is_lit: vec![false; cells] };
    loop {
        let forced = way.number_that_needs_all().or_else(|| way.only_light().map(|cell| vec![cell]));
        let bulbs = forced.or_else(|| {
            let mut choices = puzzle.cells.iter().filter(|cell| way.is_available(**cell));
            choices.find(|cell| way.can_go_on(&mut engine, **cell)).map(|cell| vec![*cell])
        });
        match bulbs {
            Some(bulbs) => bulbs.into_iter().for_each(|cell| way.place(cell)),
            None => return Some(way.bulbs),
        }
    }
}

/// A position on the way.
struct Way<'p> {
    puzzle: &'p LightUp,
    bulbs: Vec<Atom>,
    /// By cell.
    is_bulb: Vec<bool>,
    is_lit: Vec<bool>,
}

impl Way<'_> {
    fn sight(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let puzzle = self.puzzle;
        let ray = move |d| puzzle.grid.ray(cell, d).take_while(|c| !puzzle.is_wall(*c));
        Direction::ALL.into_iter().flat_map(ray)
    }

    fn bulbs_around(&self, wall: Cell) -> u32 {
        self.puzzle.grid.around(wall).filter(|c| self.is_bulb[c.index()]).count() as u32
    }

    fn is_available(&self, cell: Cell) -> bool {
        let full = |wall| self.puzzle.number(wall).is_some_and(|n| self.bulbs_around(wall) >= n.into());
        !self.puzzle.is_wall(cell) && !self.is_lit[cell.index()] && !self.puzzle.grid.around(cell).any(full)
    }

    /// Heuristic 1: the available cells around the first number that needs them all, up, right, down, left.
    fn number_that_needs_all(&self) -> Option<Vec<Cell>> {
        self.puzzle.grid.cells().find_map(|wall| {
            let number = u32::from(self.puzzle.number(wall).filter(|n| *n > 0)?);
            let available = self.puzzle.grid.around(wall).filter(|c| self.is_available(*c));
            let mut cells: Vec<Cell> = available.collect();
            let needs_all = !cells.is_empty() && self.bulbs_around(wall) + cells.len() as u32 == number;
            // On a narrow torus a cell may stand on two sides of the number.
            let mut seen = Vec::new();
            cells.retain(|cell| {
                !seen.contains(cell) && {
                    seen.push(*cell);
                    true
                }
            });
            needs_all.then_some(cells)
        })
    }

    /// Heuristic 2: the first unlit cell that no other available cell in its sight could light.
    fn only_light(&self) -> Option<Cell> {
        let mut unlit = self.puzzle.cells.iter().copied().filter(|c| !self.is_lit[c.index()]);
        unlit.find(|&cell| !self.sight(cell).any(|other| other != cell && self.is_available(other)))
    }

    fn can_go_on(&self, engine: &mut Engine, cell: Cell) -> bool {
        let bulbs = self.bulbs.iter().copied().chain(self.puzzle.atom(cell));
        engine.assume(bulbs.map(|atom| Fact { atom, holds: true }));
        engine.solve() != Answer::None
    }

    fn place(&mut self, cell: Cell) {
        self.bulbs.extend(self.puzzle.atom(cell));
        self.is_bulb[cell.index()] = true;
        self.is_lit[cell.index()] = true;
        for seen in self.sight(cell).collect::<Vec<_>>() {
            self.is_lit[seen.index()] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Format, read};
    use crate::genres::lightup::Square;
    use crate::grid::Grid;
    use crate::model::{Board, Position, Verdict, verdict};

    fn level(text: &str) -> LightUp {
        let reading = read(text, Some(Format::Level), None).unwrap();
        reading.puzzle.downcast_ref::<LightUp>().unwrap().clone()
    }

    /// Column and row, as the course writes positions.
    fn columns_and_rows(puzzle: &LightUp) -> Option<Vec<(usize, usize)>> {
        let atoms = trace(puzzle)?;
        let cells = atoms.iter().map(|atom| puzzle.cells[atom.index()]);
        Some(cells.map(|c| (puzzle.grid.col(c), puzzle.grid.row(c))).collect())
    }

    #[test]
    fn the_example_of_the_course() {
        let puzzle = level(".1..\n.X.X\n....\nX2..\n");
        assert_eq!(columns_and_rows(&puzzle).unwrap(), [(1, 2), (2, 3), (0, 0), (3, 0)]);
    }

    #[test]
    fn choices_are_made_in_reading_order() {
        assert_eq!(columns_and_rows(&level("...\n...\n...")).unwrap(), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(columns_and_rows(&level(".0")), None);
        assert_eq!(columns_and_rows(&level("XX")).unwrap(), []);
        assert_eq!(columns_and_rows(&level("X1")), None);
    }

    /// The course's text, word for word and without memory: the bulbs so far, then the rest of the search.
    fn naive(puzzle: &LightUp, board: &mut Board, bulbs: &mut Vec<Cell>) -> bool {
        let grid = puzzle.grid;
        if verdict(&puzzle.model(), board) == Verdict::Solved {
            return true;
        }
        let forced = grid.cells().find_map(|wall| {
            let number = u32::from(puzzle.number(wall).filter(|n| *n > 0)?);
            let available = || grid.around(wall).filter(|c| puzzle.may_take_bulb(board, *c));
            let count = available().count() as u32;
            let mut cells: Vec<Cell> = available().collect();
            cells.dedup();
            if cells.len() == 3 && cells[0] == cells[2] {
                cells.pop();
            }
            let together = puzzle.bulbs_around(board, wall) + count;
            (count > 0 && together == number).then_some(cells)
        });
        let lonely = || {
            let unlit = grid.cells().filter(|c| !puzzle.is_wall(*c) && !puzzle.is_lit(board, *c));
            let mut unlit = unlit.filter(|cell| {
                !grid.cells().any(|other| {
                    other != *cell && puzzle.may_take_bulb(board, other) && {
                        let mut with = board.clone();
                        with.extend([crate::model::Fact { atom: puzzle.atom(other).unwrap(), holds: true }]);
                        puzzle.is_lit(&with, *cell)
                    }
                })
            });
            unlit.next().map(|cell| vec![cell])
        };
        let tries: Vec<Vec<Cell>> = match forced.or_else(lonely) {
            Some(cells) => vec![cells],
            None => grid.cells().filter(|c| puzzle.may_take_bulb(board, *c)).map(|c| vec![c]).collect(),
        };
        for cells in tries {
            let (old_board, old_bulbs) = (board.clone(), bulbs.clone());
            let placed = cells.into_iter().all(|cell| {
                let may = puzzle.may_take_bulb(board, cell);
                if may {
                    puzzle.add_bulb(board, cell).unwrap();
                    bulbs.push(cell);
                }
                may
            });
            if placed && naive(puzzle, board, bulbs) {
                return true;
            }
            (*board, *bulbs) = (old_board, old_bulbs);
        }
        false
    }

    #[test]
    fn the_order_is_that_of_the_plain_search() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) % below
        };
        let (mut solved, mut unsolvable) = (0, 0);
        for _ in 0..600 {
            let (rows, cols) = (1 + random(4) as usize, 1 + random(4) as usize);
            let grid = Grid::new(rows, cols).unwrap().with_wrapping(random(3) == 0);
            let squares = (0..grid.len()).map(|_| match random(12) {
                n @ 0..=2 => Square::Number(n as u8),
                3 => Square::Wall,
                _ => Square::Open,
            });
            let puzzle = LightUp::new(grid, squares.collect());
            let mut bulbs = Vec::new();
            let mut board = Position::blank(puzzle.atom_count()).board;
            let found = naive(&puzzle, &mut board, &mut bulbs);
            let expected: Vec<Atom> = bulbs.iter().filter_map(|c| puzzle.atom(*c)).collect();
            assert_eq!(trace(&puzzle), found.then_some(expected), "{puzzle:?}");
            if found { solved += 1 } else { unsolvable += 1 }
        }
        assert!(solved > 100 && unsolvable > 100, "{solved} {unsolvable}");
    }

    #[test]
    fn large_boards_with_many_choices_are_no_trouble() {
        let row = ".".repeat(60);
        let puzzle = level(&vec![row.as_str(); 60].join("\n"));
        assert_eq!(columns_and_rows(&puzzle).unwrap().len(), 60);
    }
}
