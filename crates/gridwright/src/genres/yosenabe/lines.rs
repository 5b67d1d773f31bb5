//! The lines numbers can move along: the atoms of a board.

use super::printed::{Options, Printed};
use super::ways::Ways;
use crate::grid::{Axis, Cell, Direction, Grid};
use crate::printed::BoardError;
use std::cmp::Ordering;
use std::ops::Range;

/// The most lines a board may have.
const MAX_LINES: usize = 4_000_000;

/// The most cells all `cross` rules together may list.
const MAX_COVERED: usize = 32_000_000;

/// The most cells that lines may have on their ways.
const MAX_SEEN: usize = 100_000_000;

/// Staying and the four directions.
const GROUPS: usize = 5;

/// All lines, number by number in reading order; those of one number as: staying, then up, right, down, left,
/// short before long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lines {
    /// Where the numbers stand.
    pub(super) circles: Vec<Cell>,
    /// Where each number's lines begin in `ends`, then those in each direction, and at last their end.
    first: Vec<u32>,
    /// Where each line ends.
    pub(super) ends: Vec<Cell>,
}

impl Lines {
    /// All lines of a board, or why there are too many.
    pub(super) fn new(printed: &Printed, options: &Options) -> Result<Lines, BoardError> {
        let [moves, _, crosses, _] = options.rules;
        let grid = printed.grid;
        let circles: Vec<Cell> = printed.circles().collect();
        let mut circle_at = vec![Ways::NO_CIRCLE; grid.len()];
        for (i, circle) in (0..).zip(&circles) {
            circle_at[circle.index()] = i;
        }
        let rows = Ways::new(printed, Axis::Row, &circle_at, circles.len());
        let columns = Ways::new(printed, Axis::Column, &circle_at, circles.len());
        let mut lines = Lines { circles, first: vec![0], ends: Vec::new() };
        let mut covered = 0;
        for (i, &start) in lines.circles.iter().enumerate() {
            if options.stay && printed.area_of(start).is_some() {
                lines.ends.push(start);
            }
            for (ways, forward) in [(&columns, false), (&rows, true), (&columns, true), (&rows, false)] {
                lines.first.push(lines.ends.len() as u32);
                let begin = lines.ends.len();
                let free_end = ways.append_ends(i, forward, options.stop, &mut lines.ends);
                // Where all numbers move, a line over another is listed only there.
                let listed_everywhere = if moves { begin..free_end } else { begin..lines.ends.len() };
                let steps = |&end: &Cell| steps_between(grid, start, end);
                covered += lines.ends.len() - begin;
                covered += lines.ends[listed_everywhere].iter().map(steps).sum::<usize>();
            }
            lines.first.push(lines.ends.len() as u32);
            let is_too_much = lines.ends.len() > MAX_LINES || crosses && covered > MAX_COVERED;
            if is_too_much || rows.met + columns.met > MAX_SEEN {
                return Err(BoardError::Lines { most: MAX_LINES, most_cells: MAX_COVERED });
            }
        }
        Ok(lines)
    }

    /// The lines of the number with this index.
    pub(super) fn of(&self, circle: usize) -> Range<u32> {
        self.first[GROUPS * circle]..self.first[GROUPS * (circle + 1)]
    }

    /// The index of the number whose line this is.
    pub(super) fn circle(&self, line: u32) -> usize {
        (self.first.partition_point(|&first| first <= line) - 1) / GROUPS
    }

    /// The line from one cell to another; to itself for staying.
    pub(super) fn find(&self, from: Cell, to: Cell) -> Option<u32> {
        let circle = self.circles.binary_search(&from).ok()?;
        self.of(circle).find(|&line| self.ends[line as usize] == to)
    }

    /// The lines of one number in one direction.
    pub(super) fn towards(&self, circle: usize, direction: Direction) -> Range<u32> {
        let group = GROUPS * circle + 1 + direction as usize;
        self.first[group]..self.first[group + 1]
    }
}

/// How far apart two cells of a row or column are.
fn steps_between(grid: Grid, from: Cell, to: Cell) -> usize {
    let apart = from.0.abs_diff(to.0) as usize;
    if apart < grid.cols() { apart } else { apart / grid.cols() }
}

/// The direction from one cell to another of its row or column; `None` where both are the same.
pub(super) fn direction(grid: Grid, from: Cell, to: Cell) -> Option<Direction> {
    // Within a row, cells are less than a row's length apart; this is a hot path, called for every line.
    let in_row = from.0.abs_diff(to.0) < grid.cols() as u32;
    match from.cmp(&to) {
        Ordering::Equal => None,
        Ordering::Less => Some(if in_row { Direction::Right } else { Direction::Down }),
        Ordering::Greater => Some(if in_row { Direction::Left } else { Direction::Up }),
    }
}
