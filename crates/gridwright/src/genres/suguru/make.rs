//! Making Suguru boards: regions grown at random, with digits that fit, all of which are printed.

use super::{GENRE, Suguru};
use crate::generate::{Level, Maker, Setting, Symmetry, Wishes, Workshop, levels, random_solution};
use crate::genres::{Puzzle, Refusal};
use crate::grid::{Cell, Grid};
use crate::random::Random;

#[derive(Debug)]
pub(super) struct SuguruMaker;

/// The sizes of regions, if nothing is said.
const USUAL_SIZES: (usize, usize) = (2, 5);

/// The largest region that can be asked for.
const LARGEST: usize = 12;

static LEVELS: [Level; 4] = levels(300, 400, 600);

impl Maker for SuguruMaker {
    fn takes(&self) -> &'static [Setting] {
        &[Setting::RegionSizes]
    }

    fn clues_are_symmetric(&self) -> bool {
        true
    }

    fn levels(&self) -> &'static [Level] {
        &LEVELS
    }

    fn check(&self, wishes: &Wishes) -> Result<(), Refusal> {
        let (least, most) = wishes.region_sizes.unwrap_or(USUAL_SIZES);
        let cells = wishes.rows * wishes.cols;
        if most > LARGEST {
            return Err(Refusal::new(format!("regions of {most} cells are too large (at most {LARGEST})")));
        }
        if most < 4 && wishes.rows > 1 && wishes.cols > 1 {
            return Err(Refusal::new(format!(
                "the four cells of a square all differ: {} needs regions of at least 4 cells, not {most}",
                GENRE.name
            )));
        }
        if !(1..=cells).any(|regions| (regions * least..=regions * most).contains(&cells)) {
            return Err(Refusal::new(format!("{cells} cells cannot be divided by {least} to {most}")));
        }
        Ok(())
    }

    fn draft(
        &self,
        wishes: &Wishes,
        random: &mut Random,
        workshop: &mut Workshop,
    ) -> Option<Box<dyn Puzzle>> {
        let mut land = Land::new(wishes);
        land.divide(random, workshop)?;
        let puzzle = Suguru::new(land.grid, &land.labels).ok()?;
        Some(Box::new(puzzle.with_givens(land.digits).ok()?))
    }

    fn without(&self, puzzle: &dyn Puzzle, cells: &[Cell]) -> Box<dyn Puzzle> {
        let suguru = puzzle.downcast_ref::<Suguru>().expect("a puzzle of this genre");
        Box::new(Suguru { digits: suguru.digits.without(cells), ..suguru.clone() })
    }
}

/// How many shapes are tried for a region that has to fit between others.
const SHAPES: u32 = 12;

/// How many digits are tried before the engine is asked.
const QUICK_LOOK: u32 = 200;

/// A board being divided into regions, with digits for those that are there.
struct Land {
    grid: Grid,
    /// Where each cell goes under each map of the symmetry.
    images: Vec<Vec<Cell>>,
    sizes: (usize, usize),
    labels: Vec<Option<u32>>,
    regions: u32,
    /// For each cell its digit, 0 where there is none yet.
    digits: Vec<u32>,
}

impl Land {
    fn new(wishes: &Wishes) -> Land {
        let grid = wishes.grid();
        Land {
            grid,
            images: wishes.symmetry.unwrap_or(Symmetry::None).images(&grid),
            sizes: wishes.region_sizes.unwrap_or(USUAL_SIZES),
            labels: vec![None; grid.len()],
            regions: 0,
            digits: vec![0; grid.len()],
        }
    }

    /// Divides the whole board so that there are digits for all of it; `None` where that fails.
    fn divide(&mut self, random: &mut Random, workshop: &mut Workshop) -> Option<()> {
        let mut order: Vec<Cell> = self.grid.cells().collect();
        random.shuffle(&mut order);
        let mut setbacks = 0;
        // Those with the fewest free neighbours first, lest they are left over.
        while let Some(&seed) = order
            .iter()
            .filter(|cell| self.is_free(**cell))
            .min_by_key(|cell| self.grid.around(**cell).filter(|next| self.is_free(*next)).count())
        {
            let is_settled = (0..SHAPES).any(|number| {
                let region = self.grown(seed, random);
                // Rather no hole that is too small for a region, but if it must be.
                (number > SHAPES / 2 || !self.leaves_hole(&region))
                    && self.try_regions(&[&region], random, workshop)
            });
            if !is_settled {
                setbacks += 1;
                if setbacks > self.grid.len() || workshop.is_stopped() {
                    return None;
                }
                self.dissolve_around(seed);
            }
        }
        for cell in self.grid.cells() {
            let region = self.region(cell);
            if region.len() < self.sizes.0 {
                self.enlarge(&region, random, workshop)?;
            }
        }
        Some(())
    }

    /// Whether a region, with those the symmetry makes of it, would leave a few free cells by themselves.
    fn leaves_hole(&self, region: &[Cell]) -> bool {
        let least = self.sizes.0.max(3);
        let mut is_taken: Vec<bool> = self.labels.iter().map(Option::is_some).collect();
        for image in &self.images {
            region.iter().for_each(|cell| is_taken[image[cell.index()].index()] = true);
        }
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

    /// Frees the cells of the regions around a cell, and likewise where the symmetry takes them.
    fn dissolve_around(&mut self, cell: Cell) {
        for next in self.grid.touching(cell).collect::<Vec<_>>() {
            if self.is_free(next) {
                continue;
            }
            for member in self.region(next) {
                for image in &self.images {
                    self.labels[image[member.index()].index()] = None;
                    self.digits[image[member.index()].index()] = 0;
                }
            }
        }
    }

    /// Makes each of some sets of cells a region, if there are digits for all regions then.
    fn try_regions(&mut self, regions: &[&[Cell]], random: &mut Random, workshop: &mut Workshop) -> bool {
        let before = (self.labels.clone(), self.regions, self.digits.clone());
        regions.iter().for_each(|region| self.settle(region));
        let is_possible = self.fill_quickly(random) || self.fill(random, workshop);
        if !is_possible {
            (self.labels, self.regions, self.digits) = before;
        }
        is_possible
    }

    /// Looks for digits of new regions beside those that are there.
    fn fill_quickly(&mut self, random: &mut Random) -> bool {
        let is_new = |cell: &Cell| !self.is_free(*cell) && self.digits[cell.index()] == 0;
        let cells: Vec<Cell> = self.grid.cells().filter(is_new).collect();
        let size = |cell: &Cell| cells.iter().filter(|c| self.labels[c.index()] == self.labels[cell.index()]).count();
        let mut choices: Vec<(Cell, Vec<u32>)> =
            cells.iter().map(|cell| (*cell, (1..=size(cell) as u32).collect())).collect();
        choices.iter_mut().for_each(|(_, digits)| random.shuffle(digits));
        let mut looks = QUICK_LOOK;
        self.fill_from(&choices, &mut looks)
    }

    fn fill_from(&mut self, choices: &[(Cell, Vec<u32>)], looks: &mut u32) -> bool {
        let Some(((cell, digits), rest)) = choices.split_first() else { return true };
        for &digit in digits {
            *looks = looks.saturating_sub(1);
            if *looks > 0 && self.may_hold(*cell, digit) {
                self.digits[cell.index()] = digit;
                if self.fill_from(rest, looks) {
                    return true;
                }
                self.digits[cell.index()] = 0;
            }
        }
        false
    }

    fn may_hold(&self, cell: Cell, digit: u32) -> bool {
        let has_it = |other: &Cell| self.digits[other.index()] == digit;
        !self.grid.touching(cell).any(|other| has_it(&other))
            && !self.region(cell).iter().any(has_it)
    }

    /// Looks for digits for all regions.
    fn fill(&mut self, random: &mut Random, workshop: &mut Workshop) -> bool {
        let Ok(puzzle) = Suguru::new(self.grid, &self.labels) else { return false };
        let solution = random_solution(&puzzle.model(), random, workshop);
        if let Some(solution) = &solution {
            self.digits = puzzle.digits.solution(solution);
        }
        solution.is_some()
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.labels[cell.index()].is_none()
    }

    /// The cells of the region of a cell.
    fn region(&self, cell: Cell) -> Vec<Cell> {
        let label = self.labels[cell.index()];
        self.grid.cells().filter(|other| self.labels[other.index()] == label).collect()
    }

    /// Free cells around a seed, as many as chance wants.
    fn grown(&self, seed: Cell, random: &mut Random) -> Vec<Cell> {
        let (least, most) = self.sizes;
        // Of two sizes the larger: small regions are dull.
        let size = least + random.index(most - least + 1).max(random.index(most - least + 1));
        let mut region = vec![seed];
        if let [_, image] = &self.images[..]
            && self.grid.around(seed).any(|next| next == image[seed.index()])
            && size > 1
            && random.percent(50)
        {
            // Across the axis: else it would be one long border.
            region.push(image[seed.index()]);
        }
        let mut misses = 0;
        while region.len() < size && misses < 20 {
            let from = region[random.index(region.len())];
            let around: Vec<Cell> = self.grid.around(from).filter(|next| self.is_free(*next)).collect();
            misses += 1;
            if around.is_empty() {
                continue;
            }
            let next = around[random.index(around.len())];
            let mut larger = region.clone();
            for image in &self.images {
                let keeps_region = region.iter().all(|cell| region.contains(&image[cell.index()]));
                if keeps_region && !larger.contains(&image[next.index()]) {
                    larger.push(image[next.index()]);
                }
            }
            if larger.len() > region.len() && larger.len() <= most && self.is_symmetric(&larger) {
                region = larger;
            }
        }
        region
    }

    /// Whether the symmetry takes a region to itself or away from itself.
    fn is_symmetric(&self, region: &[Cell]) -> bool {
        self.images.iter().all(|image| {
            let common = region.iter().filter(|cell| region.contains(&image[cell.index()])).count();
            common == 0 || common == region.len()
        })
    }

    /// Makes cells one region, and likewise where the symmetry takes them.
    fn settle(&mut self, region: &[Cell]) {
        let mut done: Vec<Cell> = Vec::new();
        for image in &self.images {
            if done.contains(&image[region[0].index()]) {
                continue;
            }
            for cell in region.iter().map(|cell| image[cell.index()]) {
                self.labels[cell.index()] = Some(self.regions);
                self.digits[cell.index()] = 0;
                done.push(cell);
            }
            self.regions += 1;
        }
    }

    /// Joins a region that is too small with a neighbour, or divides the two anew.
    fn enlarge(&mut self, small: &[Cell], random: &mut Random, workshop: &mut Workshop) -> Option<()> {
        let (least, most) = self.sizes;
        let beside = small.iter().flat_map(|cell| self.grid.around(*cell));
        let mut beside: Vec<Cell> = beside.filter(|cell| !small.contains(cell)).collect();
        random.shuffle(&mut beside);
        let others: Vec<Vec<Cell>> = beside.iter().map(|cell| self.region(*cell)).collect();
        for other in &others {
            let both = [small, other].concat();
            if both.len() <= most && self.is_symmetric(&both) && self.try_regions(&[&both], random, workshop) {
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
                let suits = |region: &[Cell]| {
                    (least..=most).contains(&region.len())
                        && self.is_connected(region)
                        && self.is_symmetric(region)
                };
                if suits(&part) && suits(&rest) && self.try_regions(&[&part, &rest], random, workshop) {
                    return Some(());
                }
            }
        }
        None
    }

    /// Some connected cells of a region, at least so many.
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
