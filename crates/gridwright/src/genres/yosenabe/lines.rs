//! The lines numbers can move along: the atoms of a board.
//!
//! Boards may have a million circles that each see thousands of cells, so lines are counted in time linear in
//! the board, and only enumerated once their number is known to be bearable.

use super::printed::{Options, Printed, Square, Stop};
use crate::genres::Refusal;
use crate::grid::{Cell, Direction, Grid};
use std::cmp::Ordering;
use std::ops::Range;

/// The most lines a board may have.
const MAX_LINES: u64 = 4_000_000;

/// The most cells all `cross` rules together may list.
const MAX_COVERED: u64 = 32_000_000;

/// All lines, number by number in reading order; those of one number as: staying, then up, right, down, left,
/// short before long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lines {
    /// Where the numbers stand.
    pub(super) circles: Vec<Cell>,
    /// Where each number's lines begin in `ends`, and their end.
    first: Vec<u32>,
    /// Where each line ends.
    pub(super) ends: Vec<Cell>,
}

impl Lines {
    /// All lines of a board, or why there are too many.
    pub(super) fn new(printed: &Printed, options: &Options) -> Result<Lines, Refusal> {
        let circles: Vec<Cell> = printed.circles().collect();
        let mut circle_at = vec![0u32; printed.grid.len()];
        for (i, cell) in circles.iter().enumerate() {
            circle_at[cell.index()] = i as u32;
        }
        let (mut counts, covered) = count(printed, options, &circles, &circle_at);
        let total: u64 = counts.iter().flatten().map(|&n| u64::from(n)).sum();
        if total > MAX_LINES || covered > MAX_COVERED {
            return Err(Refusal::new(format!(
                "the numbers of this board have {total} possible lines over {covered} cells, which is too many (at most {MAX_LINES} over {MAX_COVERED})"
            )));
        }
        let mut first = Vec::with_capacity(circles.len() + 1);
        let mut next = 0;
        for count in &mut counts {
            first.push(next);
            for n in count {
                next += std::mem::replace(n, next);
            }
        }
        first.push(next);
        // From here on `counts` holds where each direction's lines begin.
        let mut ends = vec![Cell(0); total as usize];
        for (&cell, begins) in circles.iter().zip(&counts).filter(|(_, begins)| begins[0] < begins[1]) {
            ends[begins[0] as usize] = cell;
        }
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            sweep(printed, options.stop, direction, |cell, ahead| {
                let begin = counts[circle_at[cell.index()] as usize][i + 1] as usize;
                for (slot, end) in ends[begin..].iter_mut().zip(ahead.ends()) {
                    *slot = end;
                }
            });
        }
        Ok(Lines { circles, first, ends })
    }

    /// The lines of the number with this index.
    pub(super) fn of(&self, circle: usize) -> Range<u32> {
        self.first[circle]..self.first[circle + 1]
    }

    /// The index of the number whose line this is.
    pub(super) fn circle(&self, line: u32) -> usize {
        self.first.partition_point(|&first| first <= line) - 1
    }

    /// The line from one cell to another; to itself for staying.
    pub(super) fn find(&self, from: Cell, to: Cell) -> Option<u32> {
        let circle = self.circles.binary_search(&from).ok()?;
        self.of(circle).find(|&line| self.ends[line as usize] == to)
    }

    /// The lines of one number, grouped by direction; `None` for staying.
    pub(super) fn groups(
        &self,
        grid: Grid,
        circle: usize,
    ) -> impl Iterator<Item = (Option<Direction>, Range<u32>)> + '_ {
        let start = self.circles[circle];
        let range = self.of(circle);
        let mut begin = range.start;
        let towards = move |end: &Cell| direction(grid, start, *end);
        let lines = &self.ends[range.start as usize..range.end as usize];
        lines.chunk_by(move |a, b| towards(a) == towards(b)).map(move |group| {
            let lines = begin..begin + group.len() as u32;
            begin = lines.end;
            (towards(&group[0]), lines)
        })
    }
}

/// For each number how many lines it has: staying, up, right, down, left; and how many cells the `cross` rules
/// will list for them, or a little more.
fn count(printed: &Printed, options: &Options, circles: &[Cell], circle_at: &[u32]) -> (Vec<[u32; 5]>, u64) {
    let stays = |cell: &Cell| u32::from(options.stay && printed.area_of(*cell).is_some());
    let mut counts: Vec<[u32; 5]> = circles.iter().map(|cell| [stays(cell), 0, 0, 0, 0]).collect();
    let mut covered = 0;
    for (i, direction) in Direction::ALL.into_iter().enumerate() {
        sweep(printed, options.stop, direction, |cell, ahead| {
            counts[circle_at[cell.index()] as usize][i + 1] = ahead.all.count as u32;
            covered += match options.rules {
                // A line over another number is listed once, where it meets the first.
                [true, _, true, _] => ahead.live.path_cells(ahead.position) + ahead.all.count,
                [false, _, true, _] => ahead.all.path_cells(ahead.position),
                _ => 0,
            };
        });
    }
    (counts, covered)
}

/// The direction from one cell to another of its row or column; `None` where both are the same.
pub(super) fn direction(grid: Grid, from: Cell, to: Cell) -> Option<Direction> {
    // Within a row, cells are less than a row's length apart; this is asked for every line.
    let in_row = from.0.abs_diff(to.0) < grid.cols() as u32;
    match from.cmp(&to) {
        Ordering::Equal => None,
        Ordering::Less => Some(if in_row { Direction::Right } else { Direction::Down }),
        Ordering::Greater => Some(if in_row { Direction::Left } else { Direction::Up }),
    }
}

/// A number of cells and the sum of their positions.
#[derive(Clone, Copy, Default)]
struct Tally {
    count: u64,
    position_sum: u64,
}

impl Tally {
    fn add(&mut self, position: u32) {
        self.count += 1;
        self.position_sum += u64::from(position);
    }

    fn remove(&mut self, position: u32) {
        self.count -= 1;
        self.position_sum -= u64::from(position);
    }

    /// The cells of the paths from `position` to each of these, both ends included.
    fn path_cells(&self, position: u32) -> u64 {
        self.count * (u64::from(position) + 1) - self.position_sum
    }
}

/// The possible ends ahead of a cell, nearest first. Positions count from the far end of the row or column.
struct Ahead {
    /// By area where only its nearest cell counts, otherwise by position.
    stops: Vec<Option<Place>>,
    nearest: Option<u32>,
    position: u32,
    /// All possible ends.
    all: Tally,
    /// Those before the next number.
    live: Tally,
    next_number: Option<u32>,
}

/// A possible end in a list linked both ways.
#[derive(Clone, Copy)]
struct Place {
    cell: Cell,
    position: u32,
    nearer: Option<u32>,
    farther: Option<u32>,
}

impl Ahead {
    fn clear(&mut self) {
        while let Some(key) = self.nearest {
            self.nearest = self.stops[key as usize].take().and_then(|place| place.farther);
        }
        self.all = Tally::default();
        self.live = Tally::default();
        self.next_number = None;
    }

    fn number_here(&mut self) {
        self.live = Tally::default();
        self.next_number = Some(self.position);
    }

    fn stop_here(&mut self, key: u32, cell: Cell) {
        if let Some(old) = self.stops[key as usize].take() {
            match old.nearer {
                Some(nearer) => self.place(nearer).farther = old.farther,
                None => self.nearest = old.farther,
            }
            if let Some(farther) = old.farther {
                self.place(farther).nearer = old.nearer;
            }
            self.all.remove(old.position);
            if self.next_number.is_none_or(|number| old.position > number) {
                self.live.remove(old.position);
            }
        }
        if let Some(nearest) = self.nearest {
            self.place(nearest).nearer = Some(key);
        }
        let place = Place { cell, position: self.position, nearer: None, farther: self.nearest };
        self.stops[key as usize] = Some(place);
        self.nearest = Some(key);
        self.all.add(self.position);
        // A cell that itself holds a number cannot be reached without meeting it.
        if self.next_number != Some(self.position) {
            self.live.add(self.position);
        }
    }

    fn place(&mut self, key: u32) -> &mut Place {
        self.stops[key as usize].as_mut().expect("a linked place is there")
    }

    fn ends(&self) -> impl Iterator<Item = Cell> + '_ {
        let place = |key: u32| self.stops[key as usize];
        std::iter::successors(self.nearest.and_then(place), move |p| p.farther.and_then(place))
            .map(|p| p.cell)
    }
}

/// Calls `visit` with every circle and the possible ends ahead of it in a direction.
fn sweep(printed: &Printed, stop: Stop, direction: Direction, mut visit: impl FnMut(Cell, &Ahead)) {
    let grid = printed.grid;
    let (lines, length) = match direction {
        Direction::Left | Direction::Right => (grid.rows(), grid.cols()),
        Direction::Up | Direction::Down => (grid.cols(), grid.rows()),
    };
    let keys = match stop {
        Stop::First => printed.areas.len(),
        Stop::Any => length,
    };
    let mut ahead = Ahead {
        stops: vec![None; keys],
        nearest: None,
        position: 0,
        all: Tally::default(),
        live: Tally::default(),
        next_number: None,
    };
    for line in 0..lines {
        ahead.clear();
        for position in 0..length {
            let cell = match direction {
                Direction::Up => grid.at(position, line),
                Direction::Right => grid.at(line, length - 1 - position),
                Direction::Down => grid.at(length - 1 - position, line),
                Direction::Left => grid.at(line, position),
            };
            ahead.position = position as u32;
            match printed.square(cell) {
                Square::Absent => ahead.clear(),
                Square::Empty => {}
                Square::Number(_) | Square::Unknown => {
                    visit(cell, &ahead);
                    ahead.number_here();
                }
            }
            if let Some(area) = printed.area_of(cell) {
                let key = match stop {
                    Stop::First => area,
                    Stop::Any => position,
                };
                ahead.stop_here(key as u32, cell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genres::yosenabe::tests::Dice;
    use crate::genres::yosenabe::{Yosenabe, rules};

    #[test]
    fn lines_and_cells_are_counted_before_they_are_listed() {
        let mut dice = Dice(0xc0de);
        for round in 0..600 {
            let stop = if round % 2 == 0 { Stop::First } else { Stop::Any };
            let options = Options { rules: [round % 3 > 0, false, true, false], stop, stay: round % 5 == 0 };
            let puzzle = Yosenabe::new(dice.board(8), options).unwrap();
            let circles = &puzzle.lines.circles;
            let mut circle_at = vec![0; puzzle.printed.grid.len()];
            for (i, cell) in circles.iter().enumerate() {
                circle_at[cell.index()] = i as u32;
            }
            let (counts, covered) = count(&puzzle.printed, &options, circles, &circle_at);
            let lines: u64 = counts.iter().flatten().map(|&n| u64::from(n)).sum();
            assert_eq!(lines, puzzle.lines.ends.len() as u64);
            let listed = rules::covered_cells(&puzzle.printed, &puzzle.lines, &options);
            let stays: u64 = counts.iter().map(|count| u64::from(count[0])).sum();
            assert!(listed <= covered + stays && covered <= listed + 2 * lines, "{listed} {covered}");
        }
    }
}
