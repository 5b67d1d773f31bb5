//! Making Suguru boards: regions grown at random, with digits that fit, all of which are printed.

use super::{ABOUT, Suguru};
use crate::grid::{Cell, Grid};
use crate::model::Board;
use crate::printed::PrintedBoard;
use crate::puzzle::maker::{Maker, Pattern, Setting, Spec, SpecError, Workshop};
use crate::solve::Answer;
use gridwright_base::random::Random;
use std::ops::RangeInclusive;

#[derive(Debug)]
pub(super) struct SuguruMaker;

/// The sizes of regions, if nothing is said.
const USUAL_SIZES: (usize, usize) = (2, 5);

/// The longest side.
const MOST: usize = 50;

/// The largest region that a spec may request.
const LARGEST: usize = 12;

impl Maker for SuguruMaker {
    fn takes(&self) -> &'static [Setting] {
        &[Setting::Symmetry, Setting::RegionSize, Setting::Pattern]
    }

    /// Where digits are printed is symmetric; the regions are not.
    fn clues_are_symmetric(&self) -> bool {
        true
    }

    fn sides(&self, _spec: &Spec) -> RangeInclusive<usize> {
        1..=MOST
    }

    fn usual_side(&self) -> usize {
        8
    }

    fn check(&self, spec: &Spec) -> Result<(), SpecError> {
        if let Some(pattern) = &spec.pattern {
            return check_pattern(pattern);
        }
        let (least, most) = spec.region_size.unwrap_or(USUAL_SIZES);
        let cells = spec.rows * spec.cols;
        if most > LARGEST {
            return Err(SpecError::LargeRegions { what: "regions", size: most, most: LARGEST });
        }
        if most < 4 && spec.rows > 1 && spec.cols > 1 {
            return Err(SpecError::SmallRegions { genre: ABOUT.name, most });
        }
        if !(1..=cells).any(|regions| (regions * least..=regions * most).contains(&cells)) {
            return Err(SpecError::Division { cells, least, most });
        }
        Ok(())
    }

    fn draft(
        &self,
        spec: &Spec,
        random: &mut Random,
        workshop: &mut Workshop,
    ) -> Option<Box<dyn PrintedBoard>> {
        let mut land = Land::new(spec);
        match &spec.pattern {
            Some(pattern) => land.fill_pattern(pattern, random, workshop)?,
            None => land.divide(random, workshop)?,
        }
        let puzzle = Suguru::new(land.grid, &land.labels).ok()?;
        Some(Box::new(puzzle.with_givens(land.digits).ok()?))
    }

    fn describe(&self, board: &dyn PrintedBoard, spec: Spec) -> Spec {
        let board = board.downcast_ref::<Suguru>().expect("a puzzle of this genre");
        let sizes = board.starts.windows(2).map(|ends| (ends[1] - ends[0]) as usize);
        let (least, most) = (sizes.clone().min(), sizes.max());
        let (least, most) = (least.unwrap_or(1), most.unwrap_or(1).clamp(4, LARGEST));
        Spec { region_size: Some((least.min(most), most)), ..spec }
    }

    fn without(&self, puzzle: &dyn PrintedBoard, cells: &[Cell]) -> Box<dyn PrintedBoard> {
        let suguru = puzzle.downcast_ref::<Suguru>().expect("a puzzle of this genre");
        Box::new(Suguru { digits: suguru.digits.without(cells), ..suguru.clone() })
    }

    fn with_all(&self, board: &dyn PrintedBoard, solution: &Board) -> Box<dyn PrintedBoard> {
        let board = board.downcast_ref::<Suguru>().expect("a puzzle of this genre");
        let digits = board.digits.printed(board.digits.solution(solution));
        Box::new(Suguru { digits, ..board.clone() })
    }
}

/// Refuses regions that are too large, and a board without any.
fn check_pattern(pattern: &Pattern) -> Result<(), SpecError> {
    let labels = pattern.regions();
    let mut sizes = vec![0; labels.len()];
    labels.into_iter().flatten().for_each(|label| sizes[label as usize] += 1);
    match sizes.into_iter().max() {
        Some(0) => Err(SpecError::EmptyPattern { what: "regions" }),
        Some(size) if size > LARGEST => Err(SpecError::LargeRegions { what: "regions", size, most: LARGEST }),
        _ => Ok(()),
    }
}

/// How often the digits of a pattern are looked for at random before the engine has to find some.
const FILLS: u32 = 20;

/// How many shapes are tried for a region that has to fit between others.
const SHAPES: u32 = 12;

/// How many digits are tried for a shape before it is given up, besides two for each cell.
const QUICK_LOOK: usize = 20;

/// A board being divided into regions, with digits for those that are there.
struct Land {
    grid: Grid,
    sizes: (usize, usize),
    labels: Vec<Option<u32>>,
    regions: u32,
    /// For each cell its digit, 0 where there is none yet.
    digits: Vec<u32>,
}

impl Land {
    fn new(spec: &Spec) -> Land {
        let grid = spec.grid();
        Land {
            grid,
            sizes: spec.region_size.unwrap_or(USUAL_SIZES),
            labels: vec![None; grid.len()],
            regions: 0,
            digits: vec![0; grid.len()],
        }
    }

    /// Divides the whole board so that there are digits for all of it; `None` where that fails.
    fn divide(&mut self, random: &mut Random, workshop: &Workshop) -> Option<()> {
        let mut setbacks = 0;
        // In reading order, so that there is one front with free cells beyond it; what is nearly shut in comes first.
        while let Some(seed) = self
            .grid
            .cells()
            .filter(|cell| self.is_free(*cell))
            .min_by_key(|cell| self.grid.around(*cell).filter(|next| self.is_free(*next)).count().min(2))
        {
            let is_settled = (0..SHAPES).any(|number| {
                let region = self.grown(seed, random);
                // Rather no hole that is too small for a region, but if it must be.
                (number > SHAPES / 2 || !self.leaves_hole(&region)) && self.try_regions(&[&region], random)
            });
            if !is_settled {
                setbacks += 1;
                if setbacks > self.grid.len() || workshop.cancel().is_cancelled() {
                    return None;
                }
                self.dissolve_around(seed);
            }
        }
        for cell in self.grid.cells() {
            let region = self.region(cell);
            if region.len() < self.sizes.0 {
                self.enlarge(&region, random)?;
            }
        }
        Some(())
    }

    /// Digits for the regions of a pattern; `None` where there are none.
    fn fill_pattern(
        &mut self,
        pattern: &Pattern,
        random: &mut Random,
        workshop: &mut Workshop,
    ) -> Option<()> {
        self.labels = pattern.regions();
        self.regions = self.labels.iter().flatten().max().map_or(0, |last| last + 1);
        if (0..FILLS).any(|_| self.fill(random)) {
            return Some(());
        }
        let empty = Suguru::new(self.grid, &self.labels).ok()?;
        workshop.engine.load(&empty.model());
        workshop.limit_steps();
        let Answer::Solution(found) = workshop.engine.solve() else { return None };
        self.digits = empty.digits.solution(&found);
        Some(())
    }

    /// Whether a region would leave a few free cells by themselves.
    fn leaves_hole(&self, region: &[Cell]) -> bool {
        let least = self.sizes.0.max(3);
        let mut is_taken: Vec<bool> = self.labels.iter().map(Option::is_some).collect();
        region.iter().for_each(|cell| is_taken[cell.index()] = true);
        let beside = region.iter().flat_map(|cell| self.grid.around(*cell));
        for start in beside {
            let mut hole = vec![start];
            let mut next = 0;
            while hole.len() < least
                && let Some(&cell) = hole.get(next)
            {
                next += 1;
                let around = self.grid.around(cell);
                hole.extend(around.filter(|c| !is_taken[c.index()] && !hole.contains(c)).collect::<Vec<_>>());
            }
            if !is_taken[start.index()] && hole.len() < least {
                return true;
            }
        }
        false
    }

    /// Frees the cells of the regions around a cell.
    fn dissolve_around(&mut self, cell: Cell) {
        for next in self.grid.touching(cell).collect::<Vec<_>>() {
            if self.is_free(next) {
                continue;
            }
            for member in self.region(next) {
                self.labels[member.index()] = None;
                self.digits[member.index()] = 0;
            }
        }
    }

    /// Makes each of some sets of cells a region, if digits for them are found, perhaps with others in the regions
    /// beside them.
    fn try_regions(&mut self, regions: &[&[Cell]], random: &mut Random) -> bool {
        let before = (self.labels.clone(), self.regions, self.digits.clone());
        regions.iter().for_each(|region| self.settle(region));
        if self.fill(random) {
            return true;
        }
        let is_new = |cell: &Cell| !self.is_free(*cell) && self.digits[cell.index()] == 0;
        let new: Vec<Cell> = self.grid.cells().filter(is_new).collect();
        for beside in new.iter().flat_map(|cell| self.grid.touching(*cell)) {
            for cell in self.region(beside) {
                self.digits[cell.index()] = 0;
            }
        }
        let is_possible = self.fill(random);
        if !is_possible {
            (self.labels, self.regions, self.digits) = before;
        }
        is_possible
    }

    /// Looks for digits of regions that have none, for a while.
    fn fill(&mut self, random: &mut Random) -> bool {
        let mut sizes = vec![0; self.regions as usize];
        let mut held = vec![0u32; self.regions as usize];
        let mut cells = Vec::new();
        for cell in self.grid.cells() {
            if let Some(label) = self.labels[cell.index()] {
                sizes[label as usize] += 1;
                match self.digits[cell.index()] {
                    0 => cells.push((cell, label as usize)),
                    digit => held[label as usize] |= 1 << digit,
                }
            }
        }
        random.shuffle(&mut cells);
        let mut looks = 2 * cells.len() + QUICK_LOOK;
        self.fill_cells(&mut cells, &sizes, &mut held, &mut looks, random)
    }

    /// Digits for these cells, the one with the fewest possible digits first.
    fn fill_cells(
        &mut self,
        cells: &mut Vec<(Cell, usize)>,
        sizes: &[u32],
        held: &mut [u32],
        looks: &mut usize,
        random: &mut Random,
    ) -> bool {
        let possible = |(cell, label): &(Cell, usize)| {
            let touching =
                self.grid.touching(*cell).fold(0, |digits, other| digits | 1 << self.digits[other.index()]);
            ((2 << sizes[*label]) - 2) & !held[*label] & !touching
        };
        let mut fewest = None;
        for (place, digits) in cells.iter().map(possible).enumerate() {
            if fewest.is_none_or(|(_, fewer): (usize, u32)| digits.count_ones() < fewer.count_ones()) {
                fewest = Some((place, digits));
                if digits.count_ones() <= 1 {
                    break;
                }
            }
        }
        let Some((place, mut digits)) = fewest else { return true };
        let (cell, label) = cells.swap_remove(place);
        while digits != 0 && *looks > 0 {
            *looks -= 1;
            // Any of them, by dropping some of the lowest.
            let dropped = random.index(digits.count_ones() as usize);
            let digit = (0..dropped).fold(digits, |digits, _| digits & (digits - 1)).trailing_zeros();
            digits &= !(1 << digit);
            self.digits[cell.index()] = digit;
            held[label] |= 1 << digit;
            if self.fill_cells(cells, sizes, held, looks, random) {
                return true;
            }
            held[label] &= !(1 << digit);
        }
        self.digits[cell.index()] = 0;
        cells.push((cell, label));
        false
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.labels[cell.index()].is_none()
    }

    /// The cells of the region of a cell.
    fn region(&self, cell: Cell) -> Vec<Cell> {
        let label = self.labels[cell.index()];
        self.grid.cells().filter(|other| self.labels[other.index()] == label).collect()
    }

    /// A random number of free cells around a seed.
    fn grown(&self, seed: Cell, random: &mut Random) -> Vec<Cell> {
        let (least, most) = self.sizes;
        // Of the four cells of a square at most one is 1, and so at most a quarter of the board: there are no more regions
        // than that. So most of them must be large.
        let mut size = most;
        while size > least && random.percent(35) {
            size -= 1;
        }
        let mut region = vec![seed];
        for _ in 0..20 {
            let from = region[random.index(region.len())];
            let is_new = |next: &Cell| self.is_free(*next) && !region.contains(next);
            let around: Vec<Cell> = self.grid.around(from).filter(is_new).collect();
            if region.len() < size && !around.is_empty() {
                // Of two cells the one that has more of the region around it: else there are too many snakes.
                let beside = |cell: &Cell| self.grid.touching(*cell).filter(|c| region.contains(c)).count();
                let two = [0; 2].map(|_| around[random.index(around.len())]);
                region.extend(two.into_iter().max_by_key(beside));
            }
        }
        region
    }

    /// Makes cells one region.
    fn settle(&mut self, region: &[Cell]) {
        for cell in region {
            self.labels[cell.index()] = Some(self.regions);
            self.digits[cell.index()] = 0;
        }
        self.regions += 1;
    }

    /// Joins a region that is too small with a neighbour, or divides the two anew.
    fn enlarge(&mut self, small: &[Cell], random: &mut Random) -> Option<()> {
        let (least, most) = self.sizes;
        let beside = small.iter().flat_map(|cell| self.grid.around(*cell));
        let mut beside: Vec<Cell> = beside.filter(|cell| !small.contains(cell)).collect();
        random.shuffle(&mut beside);
        let others: Vec<Vec<Cell>> = beside.iter().map(|cell| self.region(*cell)).collect();
        for other in &others {
            let both = [small, other].concat();
            if both.len() <= most && self.try_regions(&[&both], random) {
                return Some(());
            }
        }
        for other in &others {
            let both = [small, other].concat();
            if both.len() < 2 * least {
                continue;
            }
            for _ in 0..SHAPES {
                let part = self.connected_part(&both, least, random);
                let rest: Vec<Cell> = both.iter().copied().filter(|cell| !part.contains(cell)).collect();
                let suits =
                    |region: &[Cell]| (least..=most).contains(&region.len()) && self.is_connected(region);
                if suits(&part) && suits(&rest) && self.try_regions(&[&part, &rest], random) {
                    return Some(());
                }
            }
        }
        None
    }

    /// Some connected cells of a region, at least `least`.
    fn connected_part(&self, region: &[Cell], least: usize, random: &mut Random) -> Vec<Cell> {
        let size = least + random.index(region.len() - 2 * least + 1);
        let mut part = vec![region[random.index(region.len())]];
        for _ in 0..4 * size {
            let from = part[random.index(part.len())];
            let around: Vec<Cell> =
                self.grid.around(from).filter(|next| region.contains(next) && !part.contains(next)).collect();
            if part.len() < size && !around.is_empty() {
                part.push(around[random.index(around.len())]);
            }
        }
        part
    }

    fn is_connected(&self, region: &[Cell]) -> bool {
        let mut reached = vec![region[0]];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            for other in self.grid.around(cell) {
                if region.contains(&other) && !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        reached.len() == region.len()
    }
}
