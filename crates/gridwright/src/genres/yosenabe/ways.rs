//! The cells of areas along the rows or columns of a board, so that those on a number's way lie side by side.

use super::printed::{Printed, Square, Stop};
use crate::grid::{Axis, Cell};
use std::ops::Range;

/// All cells of areas, row by row or column by column.
pub(super) struct Ways {
    cells: Vec<Cell>,
    /// For each of these cells one more than the place of the last one before it that is on the same track and of the
    /// same area; 0 where there is none. A track ends at the edge and where there is no cell.
    same_before: Vec<u32>,
    /// The same for the next one behind it, its place itself; [`NONE`] where there is none.
    same_behind: Vec<u32>,
    /// For each number, where it is.
    spots: Vec<Spot>,
    /// How many cells the numbers meet that are not plain, those that are not there included.
    pub(super) met: usize,
}

const NONE: u32 = u32::MAX;

/// The position of a number relative to the cells of areas.
#[derive(Clone, Default)]
struct Spot {
    /// The cells of its track.
    track: Range<u32>,
    /// Those before and behind it, up to the numbers nearest to it and without the cells of these.
    free: Range<u32>,
    /// Its own cell, where that belongs to an area; else the empty range between its neighbours.
    own: Range<u32>,
}

impl Ways {
    /// `circle_at` tells the index of the number in each cell, [`Ways::NO_CIRCLE`] where there is none.
    pub(super) fn new(printed: &Printed, axis: Axis, circle_at: &[u32], circles: usize) -> Ways {
        let (rows, cols) = (printed.grid.rows(), printed.grid.cols());
        let (lines, length, across, along) = match axis {
            Axis::Row => (rows, cols, cols, 1),
            Axis::Column => (cols, rows, 1, cols),
        };
        let covered = printed.covered();
        let mut ways = Ways {
            cells: Vec::with_capacity(covered),
            same_before: Vec::with_capacity(covered),
            same_behind: Vec::with_capacity(covered),
            spots: vec![Spot::default(); circles],
            met: 0,
        };
        let mut last_of_area = vec![0; printed.areas.len()];
        let mut on_track = Vec::new();
        for line in 0..lines {
            let (mut start, mut met, mut gaps) = (ways.place(), 0, 0);
            for cell in (0..length).map(|i| Cell((line * across + i * along) as u32)) {
                if printed.square(cell) == Square::Absent {
                    ways.end_track(start, &mut on_track, met + gaps + 1);
                    (start, met, gaps) = (ways.place(), 0, 1);
                    continue;
                }
                let here = ways.place();
                let area = printed.area_of(cell);
                if let Some(area) = area {
                    ways.add(cell, start, &mut last_of_area[area]);
                }
                let circle = circle_at[cell.index()];
                if circle != Ways::NO_CIRCLE {
                    let own = here..ways.place();
                    let free = match on_track.last() {
                        None => start,
                        Some(&last) => {
                            let last: &mut Spot = &mut ways.spots[last as usize];
                            last.free.end = own.start;
                            last.own.end
                        }
                    };
                    ways.spots[circle as usize] = Spot { track: start..start, free: free..free, own };
                    on_track.push(circle);
                }
                met += usize::from(area.is_some() || circle != Ways::NO_CIRCLE);
            }
            ways.end_track(start, &mut on_track, met + gaps);
        }
        ways
    }

    pub(super) const NO_CIRCLE: u32 = u32::MAX;

    /// The place of the next cell.
    fn place(&self) -> u32 {
        self.cells.len() as u32
    }

    fn add(&mut self, cell: Cell, start: u32, last_of_area: &mut u32) {
        let before = if *last_of_area > start { *last_of_area } else { 0 };
        if before > 0 {
            self.same_behind[before as usize - 1] = self.place();
        }
        self.cells.push(cell);
        self.same_before.push(before);
        self.same_behind.push(NONE);
        *last_of_area = self.place();
    }

    /// Every number of the track meets all of `met` but itself.
    fn end_track(&mut self, start: u32, on_track: &mut Vec<u32>, met: usize) {
        self.met += on_track.len() * met.saturating_sub(1);
        let end = self.place();
        if let Some(&last) = on_track.last() {
            self.spots[last as usize].free.end = end;
        }
        for circle in on_track.drain(..) {
            self.spots[circle as usize].track = start..end;
        }
    }

    /// Appends the ends of the lines of a number in one direction, near ones first, and tells up to which of them no
    /// other number is on the way.
    pub(super) fn append_ends(
        &self,
        circle: usize,
        forward: bool,
        stop: Stop,
        ends: &mut Vec<Cell>,
    ) -> usize {
        let Spot { track, free, own } = &self.spots[circle];
        let mut append = |places: Range<u32>| {
            let places = places.start as usize..places.end as usize;
            let cells = &self.cells[places.clone()];
            let (same_before, same_behind) = (&self.same_before[places.clone()], &self.same_behind[places]);
            match (stop, forward) {
                (Stop::Any, true) => ends.extend_from_slice(cells),
                (Stop::Any, false) => ends.extend(cells.iter().rev()),
                (Stop::First, true) => {
                    let is_first = |(_, same): &(_, &u32)| **same <= own.end;
                    ends.extend(cells.iter().zip(same_before).filter(is_first).map(|(cell, _)| *cell));
                }
                (Stop::First, false) => {
                    let is_first = |(_, same): &(_, &u32)| **same >= own.start;
                    ends.extend(cells.iter().zip(same_behind).rev().filter(is_first).map(|(cell, _)| *cell));
                }
            }
            ends.len()
        };
        let (near, far) = match forward {
            true => (own.end..free.end, free.end..track.end),
            false => (free.start..own.start, track.start..free.start),
        };
        let free_ends = append(near);
        append(far);
        free_ends
    }
}
