//! The two-heuristics solver of the Prolog course, in its own order.
//!
//! Until the board is solved: (1) the first wall whose bulbs and available neighbours together make its number
//! gets a bulb on each of them; else (2) the first unlit cell that no other available cell in its sight could
//! light gets a bulb; else (3) the first available cell gets one, and when that fails the next.
//!
//! Choices already refuted are remembered while backtracking. That cuts dead branches only, so the order of the
//! bulbs is that of the plain search. Even so a large board with few numbers may take for ever: the search gives
//! up after a fixed number of steps.

use super::LightUp;
use crate::grid::{Axis, Cell};
use crate::model::Atom;
use std::collections::BTreeSet;

/// How many steps the search may take, those taken back included, before it gives up.
const MOST_STEPS: usize = 300_000;

/// What the search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trace {
    /// The bulbs in the order they were placed.
    Solved(Vec<Atom>),
    /// There is no solution.
    NoSolution,
    /// The search took too many steps.
    GaveUp,
}

/// The bulbs in the order the course's solver places them.
pub(super) fn trace(puzzle: &LightUp) -> Trace {
    let mut search = Search::new(puzzle);
    let mut choices: Vec<Choice> = Vec::new();
    let mut steps = 0;
    loop {
        let bulbs = match search.next_step() {
            Step::Solved => {
                let atoms = search.bulbs.iter().filter_map(|cell| puzzle.atom(*cell));
                return Trace::Solved(atoms.collect());
            }
            Step::Forced(bulbs) => Some(bulbs),
            Step::Choose(cell) => {
                choices.push(Choice { bulbs: search.bulbs.len(), cell, refuted: Vec::new() });
                Some(vec![cell])
            }
            Step::DeadEnd => None,
        };
        let placed = bulbs.is_some_and(|bulbs| search.place_all(bulbs));
        steps += 1;
        if steps > MOST_STEPS {
            return Trace::GaveUp;
        }
        if !placed && !search.backtrack(&mut choices) {
            return Trace::NoSolution;
        }
    }
}

/// A point to come back to.
struct Choice {
    /// How many bulbs there were.
    bulbs: usize,
    /// The cell tried now.
    cell: Cell,
    /// The cells tried before.
    refuted: Vec<Cell>,
}

enum Step {
    Solved,
    Forced(Vec<Cell>),
    Choose(Cell),
    DeadEnd,
}

/// Cells that can take a bulb in some sense, and how many there are in each run and around each number.
struct Takers {
    cells: BTreeSet<Cell>,
    in_run: Vec<usize>,
    /// One a direction.
    around: Vec<u32>,
}

/// A position with the counts that make each step cheap; bulbs are placed and taken back in stack order.
struct Search<'p> {
    puzzle: &'p LightUp,
    bulbs: Vec<Cell>,
    /// The cells of each run.
    runs: Vec<Vec<Cell>>,
    /// For each open cell its row run and its column run.
    runs_of: Vec<[usize; 2]>,
    /// For each cell how many bulbs light it; its own counts in its row and in its column.
    light: Vec<u32>,
    /// For each cell how many numbers beside it have all their bulbs, one a direction.
    blocks: Vec<u32>,
    /// For each number the bulbs around it, one a direction.
    bulbs_around: Vec<u32>,
    /// Cells on which a bulb cannot be, as long as the choice that showed it stands.
    refuted: Vec<bool>,
    unlit: usize,
    /// Numbers without their number of bulbs.
    unmet: usize,
    /// What the course calls available.
    available: Takers,
    /// The available cells that are not refuted.
    possible: Takers,
    /// Numbers that heuristic 1 is about.
    ready: BTreeSet<Cell>,
    /// Unlit cells that heuristic 2 is about.
    lonely: BTreeSet<Cell>,
    /// Numbers that cannot be met and cells that cannot be lit any more.
    dead: BTreeSet<Cell>,
}

impl<'p> Search<'p> {
    fn new(puzzle: &'p LightUp) -> Search<'p> {
        let cells = puzzle.grid.len();
        let mut runs = Vec::new();
        let mut runs_of = vec![[0; 2]; cells];
        for (i, axis) in [Axis::Row, Axis::Column].into_iter().enumerate() {
            let open = |cell| !puzzle.is_wall(cell);
            puzzle.grid.for_each_run(axis, open, |run| {
                for cell in run {
                    runs_of[cell.index()][i] = runs.len();
                }
                runs.push(run.to_vec());
            });
        }
        let numbers: Vec<Cell> = puzzle.grid.cells().filter(|c| puzzle.number(*c).is_some()).collect();
        let takers = || {
            let mut around = vec![0; cells];
            for wall in &numbers {
                around[wall.index()] = open_around(puzzle, *wall).count() as u32;
            }
            Takers {
                cells: puzzle.cells.iter().copied().collect(),
                in_run: runs.iter().map(Vec::len).collect(),
                around,
            }
        };
        let mut search = Search {
            puzzle,
            bulbs: Vec::new(),
            available: takers(),
            possible: takers(),
            runs,
            runs_of,
            light: vec![0; cells],
            blocks: vec![0; cells],
            bulbs_around: vec![0; cells],
            refuted: vec![false; cells],
            unlit: puzzle.cells.len(),
            unmet: numbers.iter().filter(|wall| puzzle.number(**wall) != Some(0)).count(),
            ready: BTreeSet::new(),
            lonely: BTreeSet::new(),
            dead: BTreeSet::new(),
        };
        for &wall in &numbers {
            search.refresh_number(wall);
            if puzzle.number(wall) == Some(0) {
                search.block_around(wall, true);
            }
        }
        puzzle.cells.iter().for_each(|cell| search.refresh_light(*cell));
        search
    }

    fn next_step(&self) -> Step {
        if !self.dead.is_empty() {
            return Step::DeadEnd;
        }
        if self.unlit == 0 && self.unmet == 0 {
            return Step::Solved;
        }
        if let Some(&number) = self.ready.first() {
            let mut bulbs: Vec<Cell> = Vec::with_capacity(4);
            for cell in open_around(self.puzzle, number).filter(|c| self.available.cells.contains(c)) {
                if !bulbs.contains(&cell) {
                    bulbs.push(cell);
                }
            }
            return Step::Forced(bulbs);
        }
        if let Some(&cell) = self.lonely.first() {
            return Step::Forced(vec![cell]);
        }
        self.possible.cells.first().map_or(Step::DeadEnd, |cell| Step::Choose(*cell))
    }

    /// Places bulbs one after the other as long as they are possible; whether all of them were.
    fn place_all(&mut self, bulbs: Vec<Cell>) -> bool {
        bulbs.into_iter().all(|cell| {
            let possible = self.possible.cells.contains(&cell);
            if possible {
                self.place(cell);
            }
            possible
        })
    }

    fn place(&mut self, cell: Cell) {
        self.bulbs.push(cell);
        self.shine(cell, true);
    }

    /// Takes the newest choice back and tries its next cell; `false` when all choices are used up.
    fn backtrack(&mut self, choices: &mut Vec<Choice>) -> bool {
        while let Some(choice) = choices.last_mut() {
            while self.bulbs.len() > choice.bulbs {
                let cell = self.bulbs.pop().expect("there are bulbs to take back");
                self.shine(cell, false);
            }
            choice.refuted.push(choice.cell);
            self.refute(choice.cell, true);
            let next = self.possible.cells.range(choice.cell..).next().copied();
            if let Some(next) = next.filter(|_| self.dead.is_empty()) {
                choice.cell = next;
                self.place(next);
                return true;
            }
            for cell in choices.pop().into_iter().flat_map(|choice| choice.refuted) {
                self.refute(cell, false);
            }
        }
        false
    }

    fn refute(&mut self, cell: Cell, refuted: bool) {
        self.refuted[cell.index()] = refuted;
        self.refresh(cell);
    }

    /// Counts a bulb's light and presence in, or out again.
    fn shine(&mut self, bulb: Cell, on: bool) {
        for run in self.runs_of[bulb.index()] {
            for i in 0..self.runs[run].len() {
                let cell = self.runs[run][i];
                let light = &mut self.light[cell.index()];
                let was_lit = *light > 0;
                *light = shifted(*light, on);
                self.unlit = self.unlit + usize::from(was_lit) - usize::from(*light > 0);
                self.refresh(cell);
            }
        }
        for wall in self.puzzle.grid.around(bulb) {
            let Some(number) = self.puzzle.number(wall).map(u32::from) else { continue };
            let before = self.bulbs_around[wall.index()];
            let after = shifted(before, on);
            self.bulbs_around[wall.index()] = after;
            self.unmet = self.unmet + usize::from(before == number) - usize::from(after == number);
            if (before < number) != (after < number) {
                self.block_around(wall, on);
            }
            self.refresh_number(wall);
        }
    }

    fn block_around(&mut self, number: Cell, on: bool) {
        for cell in open_around(self.puzzle, number) {
            self.blocks[cell.index()] = shifted(self.blocks[cell.index()], on);
            self.refresh(cell);
        }
    }

    /// Brings everything that depends on whether a cell can take a bulb up to date.
    fn refresh(&mut self, cell: Cell) {
        let available = self.light[cell.index()] == 0 && self.blocks[cell.index()] == 0;
        let possible = available && !self.refuted[cell.index()];
        let runs = self.runs_of[cell.index()];
        let mut changed = false;
        for (takers, takes) in [(&mut self.available, available), (&mut self.possible, possible)] {
            if !put(&mut takers.cells, cell, takes) {
                continue;
            }
            changed = true;
            for run in runs {
                let count = &mut takers.in_run[run];
                *count = if takes { *count + 1 } else { *count - 1 };
            }
            for wall in numbers_around(self.puzzle, cell) {
                takers.around[wall.index()] = shifted(takers.around[wall.index()], takes);
            }
        }
        if changed {
            // With three or more possible cells, before or after, nobody in the run is lonely or dead.
            for run in runs {
                let few = self.possible.in_run[run] <= 2;
                for i in 0..if few { self.runs[run].len() } else { 0 } {
                    self.refresh_light(self.runs[run][i]);
                }
            }
            for wall in numbers_around(self.puzzle, cell) {
                self.refresh_number(wall);
            }
        }
        self.refresh_light(cell);
    }

    fn refresh_light(&mut self, cell: Cell) {
        let unlit = self.light[cell.index()] == 0;
        let in_sight = |takers: &Takers| -> usize {
            self.runs_of[cell.index()].iter().map(|run| takers.in_run[*run]).sum()
        };
        // An available cell is counted in its row and in its column.
        let itself = 2 * usize::from(self.available.cells.contains(&cell));
        let (lonely, dead) = (in_sight(&self.available) == itself, in_sight(&self.possible) == 0);
        put(&mut self.lonely, cell, unlit && lonely);
        put(&mut self.dead, cell, unlit && dead);
    }

    fn refresh_number(&mut self, wall: Cell) {
        let Some(number) = self.puzzle.number(wall).map(u32::from) else { return };
        let bulbs = self.bulbs_around[wall.index()];
        let (available, possible) = (self.available.around[wall.index()], self.possible.around[wall.index()]);
        put(&mut self.ready, wall, number > 0 && available > 0 && bulbs + available == number);
        put(&mut self.dead, wall, bulbs > number || bulbs + possible < number);
    }
}

fn open_around(puzzle: &LightUp, cell: Cell) -> impl Iterator<Item = Cell> {
    puzzle.grid.around(cell).filter(|c| !puzzle.is_wall(*c))
}

fn numbers_around(puzzle: &LightUp, cell: Cell) -> impl Iterator<Item = Cell> {
    puzzle.grid.around(cell).filter(|c| puzzle.number(*c).is_some())
}

fn shifted(count: u32, up: bool) -> u32 {
    if up { count + 1 } else { count - 1 }
}

/// Puts a cell in or takes it out; whether that changed anything.
fn put(set: &mut BTreeSet<Cell>, cell: Cell, present: bool) -> bool {
    if present { set.insert(cell) } else { set.remove(&cell) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Format, read};
    use crate::genres::Puzzle;
    use crate::genres::lightup::Square;
    use crate::grid::Grid;
    use crate::model::{Board, Position, Verdict, verdict};

    fn level(text: &str) -> LightUp {
        let reading = read(text, Some(Format::Level), None).unwrap();
        reading.puzzle.as_any().downcast_ref::<LightUp>().unwrap().clone()
    }

    /// Column and row, as the course writes positions.
    fn columns_and_rows(puzzle: &LightUp) -> Option<Vec<(usize, usize)>> {
        match trace(puzzle) {
            Trace::Solved(atoms) => {
                let cells = atoms.iter().map(|atom| puzzle.cells[atom.index()]);
                Some(cells.map(|c| (puzzle.grid.col(c), puzzle.grid.row(c))).collect())
            }
            _ => None,
        }
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
            match trace(&puzzle) {
                Trace::Solved(atoms) => assert!(found && atoms == expected, "{puzzle:?}"),
                Trace::NoSolution => assert!(!found, "{puzzle:?}"),
                Trace::GaveUp => panic!("{puzzle:?}"),
            }
            if found { solved += 1 } else { unsolvable += 1 }
        }
        assert!(solved > 100 && unsolvable > 100, "{solved} {unsolvable}");
    }

    #[test]
    fn large_boards_need_no_deep_stack() {
        let row = ".".repeat(300);
        let puzzle = level(&vec![row.as_str(); 300].join("\n"));
        assert_eq!(columns_and_rows(&puzzle).unwrap().len(), 300);
    }
}
