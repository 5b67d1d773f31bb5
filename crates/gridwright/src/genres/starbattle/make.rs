//! Making Star Battle boards: stars at random, regions grown around them, and cells that change their region until no other
//! stars fit.

use super::{ABOUT, StarBattle};
use crate::grid::{Cell, Grid};
use crate::model::Board;
use crate::printed::PrintedBoard;
use crate::puzzle::maker::{Maker, Setting, Spec, SpecError, Workshop};
use crate::solve::End;
use gridwright_base::random::Random;
use std::ops::RangeInclusive;

#[derive(Debug)]
pub(super) struct StarBattleMaker;

/// The shortest and the longest side.
const SIDES: RangeInclusive<usize> = 4..=15;

/// A row needs this many cells for each star, or hardly a board has a solution.
const CELLS_TO_A_STAR: usize = 4;

impl Maker for StarBattleMaker {
    fn takes(&self) -> &'static [Setting] {
        &[Setting::Stars]
    }

    /// There are no clues besides the regions.
    fn clues_are_symmetric(&self) -> bool {
        false
    }

    fn sides(&self, _spec: &Spec) -> RangeInclusive<usize> {
        SIDES
    }

    fn usual_side(&self) -> usize {
        10
    }

    fn check(&self, spec: &Spec) -> Result<(), SpecError> {
        let Spec { rows, cols, .. } = *spec;
        if rows != cols {
            return Err(SpecError::NotSquare { genre: ABOUT.name, rows, cols });
        }
        let most = rows / CELLS_TO_A_STAR;
        match spec.stars {
            Some(stars) if !(1..=most).contains(&stars) => Err(SpecError::Stars { stars, rows, most }),
            _ => Ok(()),
        }
    }

    fn draft(
        &self,
        spec: &Spec,
        random: &mut Random,
        workshop: &mut Workshop,
    ) -> Option<Box<dyn PrintedBoard>> {
        let stars = spec.stars.unwrap_or_else(|| usual_stars(spec.rows));
        let mut sky = Sky::new(spec.grid(), stars, random)?;
        sky.divide(random)?;
        sky.mend(random, workshop)
    }

    fn describe(&self, board: &dyn PrintedBoard, spec: Spec) -> Spec {
        let board = board.downcast_ref::<StarBattle>().expect("a puzzle of this genre");
        Spec { stars: Some(board.stars as usize), ..spec }
    }

    fn without(&self, board: &dyn PrintedBoard, _cells: &[Cell]) -> Box<dyn PrintedBoard> {
        Box::new(board.downcast_ref::<StarBattle>().expect("a puzzle of this genre").clone())
    }

    fn with_all(&self, board: &dyn PrintedBoard, _solution: &Board) -> Box<dyn PrintedBoard> {
        self.without(board, &[])
    }
}

/// The stars of a row that boards of this side mostly have.
fn usual_stars(side: usize) -> usize {
    match side {
        0..=8 => 1,
        9..=12 => 2,
        _ => 3,
    }
}

/// How often the stars of a row are chosen before a board is given up.
const MOST_ROWS: usize = 2_000;

/// How often regions of one star are joined before they are given up.
const MOST_JOINS: usize = 40;

/// How many cells change their region before a board is given up, for each cell.
const MOST_CHANGES: usize = 6;

/// How many solutions are looked at in each change.
const LOOK_AT: usize = 12;

/// What a move costs: the solutions left besides ours, how far away it is from what it is for, and how ragged it makes the
/// borders; then chance decides.
type Cost = (usize, usize, usize, u64);

/// A board being made: stars that stay, and regions that change.
struct Sky {
    grid: Grid,
    stars: usize,
    is_star: Vec<bool>,
    /// For each cell the number of its region.
    regions: Vec<usize>,
    sizes: Vec<usize>,
}

impl Sky {
    fn new(grid: Grid, stars: usize, random: &mut Random) -> Option<Sky> {
        let mut sky = Sky {
            grid,
            stars,
            is_star: vec![false; grid.len()],
            regions: Vec::new(),
            sizes: vec![0; grid.rows()],
        };
        let mut needs = vec![stars; grid.cols()];
        let mut rows = MOST_ROWS;
        sky.place_stars(0, &mut needs, &mut rows, random).then_some(sky)
    }

    /// Stars in this row and all below it, where columns still need some.
    fn place_stars(
        &mut self,
        row: usize,
        needs: &mut [usize],
        rows: &mut usize,
        random: &mut Random,
    ) -> bool {
        if row == self.grid.rows() {
            return true;
        }
        let left = self.grid.rows() - row;
        // A few choices for each row: there are too many to try them all.
        for _ in 0..4 {
            // Stars of a column do not touch, so that each takes two rows.
            if *rows == 0 || needs.iter().any(|need| 2 * need > left + 1) {
                return false;
            }
            *rows -= 1;
            let mut cols: Vec<usize> = (0..self.grid.cols()).filter(|col| needs[*col] > 0).collect();
            random.shuffle(&mut cols);
            // Those that need many first, mostly.
            cols.sort_by_cached_key(|col| std::cmp::Reverse(needs[*col] + random.index(2)));
            let mut placed = Vec::new();
            for col in cols {
                let cell = self.grid.at(row, col);
                let is_free = !self.grid.touching(cell).any(|next| self.is_star[next.index()]);
                if placed.len() < self.stars && is_free {
                    self.is_star[cell.index()] = true;
                    needs[col] -= 1;
                    placed.push(cell);
                }
            }
            if placed.len() == self.stars && self.place_stars(row + 1, needs, rows, random) {
                return true;
            }
            for cell in placed {
                self.is_star[cell.index()] = false;
                needs[self.grid.col(cell)] += 1;
            }
        }
        false
    }

    /// Connected regions, each with as many stars as it needs.
    fn divide(&mut self, random: &mut Random) -> Option<()> {
        let homes = self.grown(random);
        let groups = (0..MOST_JOINS).find_map(|_| self.joined(&homes, random))?;
        self.regions = homes.iter().map(|home| groups[*home]).collect();
        self.regions.iter().for_each(|region| self.sizes[*region] += 1);
        Some(())
    }

    /// For each cell the number of the star that its region has grown from. Some grow faster than others.
    fn grown(&self, random: &mut Random) -> Vec<usize> {
        let seeds: Vec<Cell> = self.grid.cells().filter(|cell| self.is_star[cell.index()]).collect();
        let speeds: Vec<u64> = seeds.iter().map(|_| 8 + random.below(92)).collect();
        let mut homes = vec![None; self.grid.len()];
        let mut front = Vec::new();
        for (number, seed) in seeds.into_iter().enumerate() {
            homes[seed.index()] = Some(number);
            front.extend(self.grid.around(seed).map(|next| (next, number)));
        }
        while !front.is_empty() {
            let place = random.index(front.len());
            let (cell, number) = front[place];
            if homes[cell.index()].is_some() {
                front.swap_remove(place);
            } else if random.percent(speeds[number]) {
                front.swap_remove(place);
                homes[cell.index()] = Some(number);
                front.extend(self.grid.around(cell).map(|next| (next, number)));
            }
        }
        homes.into_iter().flatten().collect()
    }

    /// For each star its group of neighbours; `None` where some would be left over.
    fn joined(&self, homes: &[usize], random: &mut Random) -> Option<Vec<usize>> {
        let number = self.stars * self.grid.rows();
        let mut beside = vec![Vec::new(); number];
        for cell in self.grid.cells() {
            for next in self.grid.around(cell) {
                let (one, other) = (homes[cell.index()], homes[next.index()]);
                if one != other && !beside[one].contains(&other) {
                    beside[one].push(other);
                }
            }
        }
        let mut groups: Vec<Option<usize>> = vec![None; number];
        for group in 0..self.grid.rows() {
            // What has the fewest free neighbours comes first.
            let room = |star: usize| beside[star].iter().filter(|next| groups[**next].is_none()).count();
            let free: Vec<usize> = (0..number).filter(|star| groups[*star].is_none()).collect();
            let first = free.into_iter().min_by_key(|star| (room(*star), random.bits()))?;
            let mut members = vec![first];
            groups[first] = Some(group);
            while members.len() < self.stars {
                let next = members.iter().flat_map(|star| &beside[*star]);
                let free: Vec<usize> = next.copied().filter(|star| groups[*star].is_none()).collect();
                let room = |star: usize| beside[star].iter().filter(|next| groups[**next].is_none()).count();
                let next =
                    free.into_iter().min_by_key(|star| (room(*star) + random.index(3), random.bits()))?;
                groups[next] = Some(group);
                members.push(next);
            }
        }
        groups.into_iter().collect()
    }

    fn board(&self) -> Option<StarBattle> {
        let labels: Vec<Option<usize>> = self.regions.iter().copied().map(Some).collect();
        StarBattle::new(self.grid, self.stars as u32, &labels).ok()
    }

    /// Moves cells from region to region until the stars are the only solution.
    fn mend(&mut self, random: &mut Random, workshop: &mut Workshop) -> Option<Box<dyn PrintedBoard>> {
        let mut rivals: Vec<Rival> = Vec::new();
        for _ in 0..MOST_CHANGES * self.grid.len() {
            if rivals.iter().all(|rival| rival.wrong > 0) {
                let board = self.board()?;
                workshop.engine.load(&board.model());
                workshop.limit_steps();
                let (found, end) = workshop.engine.at_most(LOOK_AT);
                if matches!(end, End::Stopped(_)) {
                    return None;
                }
                let is_ours = |found: &Board| found.yes().all(|atom| self.is_star[atom.index()]);
                let others = found.iter().filter(|found| !is_ours(found));
                let known = rivals.len();
                rivals.extend(others.map(|found| Rival::new(found, self)));
                if rivals.len() == known {
                    return Some(Box::new(board));
                }
            }
            self.change(&mut rivals, random)?;
        }
        None
    }

    /// Moves the cell whose move leaves the fewest rivals, which are other solutions. Only a cell with a rival's star does
    /// away with it; where such cells lie inside their regions, what is near them goes first.
    fn change(&mut self, rivals: &mut [Rival], random: &mut Random) -> Option<()> {
        let is_theirs = |cell: Cell| {
            let has_star = |rival: &Rival| rival.wrong == 0 && rival.has_star[cell.index()];
            !self.is_star[cell.index()] && rivals.iter().any(has_star)
        };
        let theirs: Vec<Cell> = self.grid.cells().filter(|cell| is_theirs(*cell)).collect();
        let mut best: Option<(Cost, Cell, usize)> = None;
        for cell in self.grid.cells().filter(|cell| !self.is_star[cell.index()]) {
            let from = self.regions[cell.index()];
            let near = theirs.iter().filter(|star| self.regions[star.index()] == from);
            let Some(away) = near.map(|star| self.distance(*star, cell)).min() else { continue };
            let mut tried = vec![from];
            for next in self.grid.around(cell) {
                let to = self.regions[next.index()];
                if tried.contains(&to) {
                    continue;
                }
                tried.push(to);
                let left = rivals.iter().filter(|rival| rival.wrong_after(cell, from, to) == 0).count();
                let cost = (left, away, self.raggedness(cell, from, to), random.bits());
                if best.is_none_or(|(least, ..)| cost < least) && self.can_leave(cell) {
                    best = Some((cost, cell, to));
                }
            }
        }
        let (_, cell, to) = best?;
        let from = self.regions[cell.index()];
        self.regions[cell.index()] = to;
        self.sizes[from] -= 1;
        self.sizes[to] += 1;
        rivals.iter_mut().for_each(|rival| rival.move_cell(cell, from, to));
        Some(())
    }

    fn distance(&self, one: Cell, other: Cell) -> usize {
        let grid = self.grid;
        grid.row(one).abs_diff(grid.row(other)) + grid.col(one).abs_diff(grid.col(other))
    }

    /// How much longer the borders get when a cell changes its region.
    fn raggedness(&self, cell: Cell, from: usize, to: usize) -> usize {
        let beside =
            |region| self.grid.around(cell).filter(|next| self.regions[next.index()] == region).count();
        4 + beside(from) - beside(to)
    }

    /// Whether the region of a cell is connected without it.
    fn can_leave(&self, cell: Cell) -> bool {
        let region = self.regions[cell.index()];
        let is_rest = |other: Cell| other != cell && self.regions[other.index()] == region;
        let Some(start) = self.grid.around(cell).find(|next| is_rest(*next)) else { return false };
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            for other in self.grid.around(from).filter(|other| is_rest(*other)) {
                if !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        reached.len() == self.sizes[region] - 1
    }
}

/// Other stars that fit rows and columns and, with some regions, these too.
struct Rival {
    has_star: Vec<bool>,
    /// The stars of each region.
    held: Vec<usize>,
    /// How many regions have too few or too many: with none it is a solution.
    wrong: usize,
    stars: usize,
}

impl Rival {
    fn new(found: &Board, sky: &Sky) -> Rival {
        let mut has_star = vec![false; sky.grid.len()];
        let mut held = vec![0; sky.sizes.len()];
        for atom in found.yes() {
            has_star[atom.index()] = true;
            held[sky.regions[atom.index()]] += 1;
        }
        Rival { has_star, held, wrong: 0, stars: sky.stars }
    }

    fn wrong_after(&self, cell: Cell, from: usize, to: usize) -> usize {
        if !self.has_star[cell.index()] {
            return self.wrong;
        }
        let is_wrong = |region: usize| usize::from(self.held[region] != self.stars);
        let before = is_wrong(from) + is_wrong(to);
        let after =
            usize::from(self.held[from] != self.stars + 1) + usize::from(self.held[to] + 1 != self.stars);
        self.wrong - before + after
    }

    fn move_cell(&mut self, cell: Cell, from: usize, to: usize) {
        self.wrong = self.wrong_after(cell, from, to);
        if self.has_star[cell.index()] {
            self.held[from] -= 1;
            self.held[to] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::GENRE;
    use super::*;
    use crate::generate::{Generator, Outcome};

    #[test]
    fn boards_have_the_stars_asked_for_and_connected_regions() {
        for (side, stars) in [(4, 1), (5, 1), (8, 1), (8, 2), (9, 2), (10, 2), (10, 1), (13, 3)] {
            let spec = Spec { stars: Some(stars), ..Spec::new(&GENRE).square(side) };
            let mut generator = Generator::new(spec).unwrap();
            for number in 0..3 {
                let Outcome::Found(made) = generator.make(1, number) else { panic!("it can be made") };
                let board = made.puzzle.downcast_ref::<StarBattle>().unwrap();
                assert_eq!((board.stars as usize, board.count), (stars, side));
                assert_eq!(made.solution.yes().count(), stars * side);
                for region in 0..side as u32 {
                    let own = |cell: &Cell| board.regions[cell.index()] == Some(region);
                    let cells: Vec<Cell> = board.grid.cells().filter(own).collect();
                    let mut reached = vec![cells[0]];
                    let mut next = 0;
                    while let Some(&cell) = reached.get(next) {
                        next += 1;
                        let further = board.grid.around(cell).filter(own);
                        let further: Vec<Cell> = further.filter(|cell| !reached.contains(cell)).collect();
                        reached.extend(further);
                    }
                    assert_eq!(reached.len(), cells.len(), "{board:?}");
                }
            }
        }
    }

    #[test]
    fn the_usual_number_of_stars_can_be_made_on_every_side() {
        for side in SIDES {
            assert!((1..=side / CELLS_TO_A_STAR).contains(&usual_stars(side)), "{side}");
        }
    }
}
