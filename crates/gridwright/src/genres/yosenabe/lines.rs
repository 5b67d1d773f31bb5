//! The lines numbers can move along: the atoms of a board.

use super::printed::{Options, Printed, Square, Stop};
use crate::genres::Refusal;
use crate::grid::{Cell, Direction, Grid};
use std::cmp::Ordering;
use std::ops::Range;

/// The most lines a board may have.
const MAX_LINES: usize = 4_000_000;

/// The most cells all `cross` rules together may list.
const MAX_COVERED: usize = 32_000_000;

/// The most cells that are looked at for lines.
const MAX_SEEN: usize = 100_000_000;

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
        let [moves, _, crosses, _] = options.rules;
        let mut lines = Lines { circles: printed.circles().collect(), first: vec![0], ends: Vec::new() };
        let (mut seen, mut covered) = (0, 0);
        // The last ray that entered each area.
        let mut entered = vec![usize::MAX; printed.areas.len()];
        let grid = printed.grid.with_wrapping(false);
        let ground: Vec<Ground> = grid.cells().map(|cell| Ground::new(printed, cell)).collect();
        let next = Direction::ALL.map(|direction| next_met(grid, &ground, direction));
        for (i, &start) in lines.circles.iter().enumerate() {
            if options.stay && printed.area_of(start).is_some() {
                lines.ends.push(start);
            }
            for (d, next) in next.iter().enumerate() {
                let mut meets_number = false;
                let mut cell = next[start.index()];
                while cell != NOTHING {
                    seen += 1;
                    let ground = ground[cell as usize];
                    if ground == Ground::ABSENT {
                        break;
                    }
                    meets_number |= ground.is_circle();
                    let ray = 4 * i + d;
                    if let Some(area) = ground.area()
                        && (std::mem::replace(&mut entered[area], ray) != ray || options.stop == Stop::Any)
                    {
                        lines.ends.push(Cell(cell));
                        // Where all numbers move, a line over another is listed only there.
                        covered += match (crosses, moves && meets_number) {
                            (false, _) => 0,
                            (true, true) => 1,
                            (true, false) => 1 + steps_between(grid, start, Cell(cell)),
                        };
                    }
                    cell = next[cell as usize];
                }
                if lines.ends.len() > MAX_LINES || covered > MAX_COVERED || seen > MAX_SEEN {
                    return Err(Refusal::new(format!(
                        "the numbers of this board have too many possible lines (at most {MAX_LINES} over {MAX_COVERED} cells)"
                    )));
                }
            }
            lines.first.push(lines.ends.len() as u32);
        }
        Ok(lines)
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

const NOTHING: u32 = u32::MAX;

/// For each cell the next one in a direction that is not plain.
fn next_met(grid: Grid, ground: &[Ground], direction: Direction) -> Vec<u32> {
    let mut next = vec![NOTHING; grid.len()];
    let backwards = matches!(direction, Direction::Right | Direction::Down);
    for i in 0..grid.len() {
        let cell = Cell(if backwards { grid.len() - 1 - i } else { i } as u32);
        if let Some(neighbour) = grid.step(cell, direction) {
            let at = neighbour.index();
            next[cell.index()] = if ground[at] == Ground::PLAIN { next[at] } else { neighbour.0 };
        }
    }
    next
}

/// What a line meets in a cell, in one word, for many cells are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ground(u32);

impl Ground {
    const PLAIN: Ground = Ground(0);
    const ABSENT: Ground = Ground(u32::MAX);
    const CIRCLE: u32 = 1 << 31;

    fn new(printed: &Printed, cell: Cell) -> Ground {
        let area = printed.area_of(cell).map_or(0, |area| area as u32 + 1);
        match printed.square(cell) {
            Square::Absent => Ground::ABSENT,
            square if square.is_circle() => Ground(area | Ground::CIRCLE),
            _ => Ground(area),
        }
    }

    fn is_circle(self) -> bool {
        self.0 & Ground::CIRCLE != 0
    }

    fn area(self) -> Option<usize> {
        (self.0 & !Ground::CIRCLE).checked_sub(1).map(|area| area as usize)
    }
}

/// How far apart two cells of a row or column are.
fn steps_between(grid: Grid, from: Cell, to: Cell) -> usize {
    let apart = from.0.abs_diff(to.0) as usize;
    if apart < grid.cols() { apart } else { apart / grid.cols() }
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
