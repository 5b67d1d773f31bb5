//! Making Light Up boards: walls spread over the board, bulbs at random, numbers on all walls, and further walls where
//! several solutions differ.

use super::{LightUp, Square};
use crate::grid::{Cell, Direction, Grid};
use crate::model::{Atom, Board, Value};
use crate::printed::PrintedBoard;
use crate::puzzle::maker::{Maker, Motif, Pattern, Setting, Spec, SpecError, Symmetry, Walls, Workshop};
use crate::solve::Status;
use gridwright_base::random::Random;
use std::ops::RangeInclusive;

#[derive(Debug)]
pub(super) struct LightUpMaker;

/// The default percentage of walls.
const USUAL_WALLS: u32 = 22;

/// How far the percentage of walls may deviate, up or down.
const LEEWAY: u32 = 3;

impl Maker for LightUpMaker {
    fn takes(&self) -> &'static [Setting] {
        &[
            Setting::Symmetry,
            Setting::Wrapping,
            Setting::Walls,
            Setting::Motif,
            Setting::Several,
            Setting::Pattern,
        ]
    }

    fn usual_symmetry(&self) -> Symmetry {
        Symmetry::Rot2
    }

    /// The walls are symmetric; which of them have numbers is not.
    fn clues_are_symmetric(&self) -> bool {
        false
    }

    fn is_dull(&self, puzzle: &dyn PrintedBoard, cell: Cell) -> bool {
        puzzle.downcast_ref::<LightUp>().is_some_and(|board| board.square(cell) == Square::Number(0))
    }

    fn sides(&self, spec: &Spec) -> RangeInclusive<usize> {
        1..=if spec.several { Grid::MAX_SIDE } else { MOST }
    }

    fn usual_side(&self) -> usize {
        10
    }

    fn check(&self, spec: &Spec) -> Result<(), SpecError> {
        let cells = spec.rows * spec.cols;
        match spec.walls {
            Some(Walls::Percent(percent)) if percent > MOST_WALLS => {
                Err(SpecError::WallPercentage { percent, most: MOST_WALLS })
            }
            _ if spec.motif.is_some() && spec.several => Err(SpecError::SeveralMotif),
            Some(Walls::Number(walls)) if walls > cells => Err(SpecError::Walls { walls, cells }),
            Some(Walls::Number(_)) if !spec.several => Err(SpecError::ExactWalls),
            Some(Walls::Number(walls)) => {
                let symmetry = spec.symmetry.unwrap_or_default();
                let Spec { rows, cols, .. } = *spec;
                match most_walls(&symmetry.orbits(&spec.grid()), walls) {
                    most if most < walls => {
                        Err(SpecError::SymmetricWalls { walls, symmetry, rows, cols, most })
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn draft(
        &self,
        spec: &Spec,
        random: &mut Random,
        workshop: &mut Workshop,
    ) -> Option<Box<dyn PrintedBoard>> {
        if spec.several {
            return Some(Box::new(solvable(spec, random)?));
        }
        if let Some(pattern) = &spec.pattern {
            return Some(Box::new(patterned(spec, pattern, random, workshop)?));
        }
        let percent = match spec.walls {
            Some(Walls::Percent(percent)) => percent,
            _ => USUAL_WALLS,
        };
        let mut site = Site::new(spec);
        let (least, most) = (site.share(percent.saturating_sub(LEEWAY)), site.share(percent + LEEWAY));
        // Mending adds to these, and if it does not, they are made up for once.
        let begun = site.share(percent * 3 / 4);
        if let Some(motif) = spec.motif {
            site.build_motifs(motif, begun, random);
        }
        site.build_walls(begun, random);
        let mut is_made_up = false;
        while site.walls <= most && !workshop.cancel().is_cancelled() {
            site.place_bulbs(random);
            let puzzle = site.numbered(|_| true);
            let places = match spec.is_easy() {
                true => stuck(&puzzle, workshop)?,
                false => site.doubtful(&puzzle, workshop)?,
            };
            if !places.is_empty() {
                site.mend(places, random);
            } else if site.walls < least && !is_made_up {
                site.build_walls(site.share(percent), random);
                site.is_settled.fill(false);
                is_made_up = true;
            } else {
                return Some(Box::new(puzzle));
            }
        }
        None
    }

    fn describe(&self, board: &dyn PrintedBoard, spec: Spec) -> Spec {
        let board = board.downcast_ref::<LightUp>().expect("a puzzle of this genre");
        let walls = board.squares.iter().filter(|square| **square != Square::Open).count();
        let cells = board.squares.len();
        let percent = ((200 * walls + cells) / (2 * cells)) as u32;
        Spec { walls: Some(Walls::Percent(percent.min(MOST_WALLS))), ..spec }
    }

    fn without(&self, puzzle: &dyn PrintedBoard, cells: &[Cell]) -> Box<dyn PrintedBoard> {
        let board = puzzle.downcast_ref::<LightUp>().expect("a puzzle of this genre");
        let mut squares = board.squares.clone();
        cells.iter().for_each(|cell| squares[cell.index()] = Square::Wall);
        Box::new(LightUp { squares, ..board.clone() })
    }

    fn with_all(&self, board: &dyn PrintedBoard, solution: &Board) -> Box<dyn PrintedBoard> {
        let board = board.downcast_ref::<LightUp>().expect("a puzzle of this genre");
        let has_bulb = |cell: &Cell| board.atom(*cell).is_some_and(|atom| solution.is_yes(atom));
        let numbered = |cell: Cell| match board.square(cell) {
            Square::Wall => Square::Number(board.grid.around(cell).filter(has_bulb).count() as u8),
            square => square,
        };
        Box::new(LightUp { squares: board.grid.cells().map(numbered).collect(), ..board.clone() })
    }
}

/// The greatest percentage of walls that a spec may request.
const MOST_WALLS: u32 = 60;

/// The greatest number of walls, up to this one, that fill groups of cells.
fn most_walls(orbits: &[Vec<Cell>], number: usize) -> usize {
    let mut sizes: Vec<usize> = orbits.iter().map(Vec::len).collect();
    // Every size is a power of two, so taking the largest first never blocks the others.
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.iter().fold(0, |walls, size| if walls + size <= number { walls + size } else { walls })
}

/// A board with a solution, half of its walls numbered.
fn solvable(spec: &Spec, random: &mut Random) -> Option<LightUp> {
    let mut site = Site::new(spec);
    let wanted = match spec.walls {
        _ if spec.pattern.is_some() => 0,
        Some(Walls::Number(number)) => number,
        Some(Walls::Percent(percent)) => site.share(percent),
        None => site.share(USUAL_WALLS),
    };
    let mut orbits = site.symmetry.orbits(&site.grid);
    let wanted = most_walls(&orbits, wanted);
    random.shuffle(&mut orbits);
    for orbit in orbits {
        if site.walls + orbit.len() <= wanted {
            site.wall_off(&orbit);
        }
    }
    if site.walls < wanted {
        return None;
    }
    if let Some(pattern) = &spec.pattern {
        site.wall_off(&pattern.places().collect::<Vec<Cell>>());
    }
    site.place_bulbs(random);
    let is_numbered: Vec<bool> = site.grid.cells().map(|_| random.percent(50)).collect();
    Some(site.numbered(|cell| is_numbered[cell.index()]))
}

/// How often the bulbs of a pattern are moved before they are given up.
const MOST_MOVES: usize = 60;

/// A board with the walls of a pattern: bulbs move where solutions differ as long as no more cells are left open.
fn patterned(
    spec: &Spec,
    pattern: &Pattern,
    random: &mut Random,
    workshop: &mut Workshop,
) -> Option<LightUp> {
    let mut site = Site::new(spec);
    site.wall_off(&pattern.places().collect::<Vec<Cell>>());
    site.place_bulbs(random);
    let (mut best, mut open) = (site.is_bulb.clone(), Vec::new());
    for _ in 0..MOST_MOVES {
        let puzzle = site.numbered(|_| true);
        let common = workshop.common(&puzzle.model())?;
        let is_open = |cell: &Cell| puzzle.atom(*cell).is_some_and(|atom| common.get(atom) == Value::Open);
        let now: Vec<Cell> = site.grid.cells().filter(is_open).collect();
        if now.is_empty() {
            return Some(puzzle);
        }
        if open.is_empty() || now.len() <= open.len() {
            (best, open) = (site.is_bulb.clone(), now);
        } else {
            site.is_bulb.clone_from(&best);
        }
        site.move_bulbs(open[random.index(open.len())], random);
    }
    workshop.note_open(open.len());
    None
}

/// The cells that the rules leave open one at a time. None are left only if there is one solution.
fn stuck(puzzle: &LightUp, workshop: &mut Workshop) -> Option<Vec<Cell>> {
    let known = workshop.propagated(&puzzle.model())?;
    let is_open = |cell: &Cell| puzzle.atom(*cell).is_some_and(|atom| known.get(atom) == Value::Open);
    Some(puzzle.grid.cells().filter(is_open).collect())
}

/// A board being built.
struct Site {
    grid: Grid,
    symmetry: Symmetry,
    is_wall: Vec<bool>,
    walls: usize,
    is_bulb: Vec<bool>,
    /// Where all solutions agreed, on a large board, and nothing near has changed since.
    is_settled: Vec<bool>,
}

impl Site {
    fn new(spec: &Spec) -> Site {
        let grid = spec.grid();
        let nothing = vec![false; grid.len()];
        let symmetry = spec.symmetry.unwrap_or_default();
        Site {
            grid,
            symmetry,
            is_wall: nothing.clone(),
            walls: 0,
            is_bulb: nothing.clone(),
            is_settled: nothing,
        }
    }

    /// This percentage of the cells.
    fn share(&self, percent: u32) -> usize {
        self.grid.len() * percent as usize / 100
    }

    fn wall_off(&mut self, cells: &[Cell]) {
        for cell in cells {
            self.walls += usize::from(!self.is_wall[cell.index()]);
            self.is_wall[cell.index()] = true;
            self.is_bulb[cell.index()] = false;
        }
    }

    /// Walls at random, rather apart from each other than together, and spread over the board.
    fn build_walls(&mut self, wanted: usize, random: &mut Random) {
        // By the number of touching walls: the percentage of such places that are taken.
        const TAKEN: [u64; 9] = [100, 45, 12, 3, 1, 0, 0, 0, 0];
        let orbits = self.symmetry.orbits(&self.grid);
        for _ in 0..100 * orbits.len() {
            if self.walls >= wanted {
                return;
            }
            // Of some places the emptiest one.
            let places = [0; 3].map(|_| &orbits[random.index(orbits.len())]);
            let free = places.into_iter().filter(|orbit| !self.is_wall[orbit[0].index()]);
            let Some(orbit) = free.min_by_key(|orbit| self.walls_near(orbit[0])) else { continue };
            let is_wall = |cell: &Cell| self.is_wall[cell.index()] || orbit.contains(cell);
            let touching = |cell: &Cell| self.grid.touching(*cell).filter(is_wall).count();
            let crowd = orbit.iter().map(touching).max().unwrap_or(0);
            if random.percent(TAKEN[crowd]) && !self.shuts_in(orbit) {
                self.wall_off(orbit);
            }
        }
    }

    /// Walls in a shape, turned and mirrored at random, apart from each other and spread over the board.
    fn build_motifs(&mut self, motif: Motif, wanted: usize, random: &mut Random) {
        let images = self.symmetry.images(&self.grid);
        for _ in 0..20 * self.grid.len() {
            if self.walls + motif.places().len() > wanted {
                return;
            }
            let mut shapes: Vec<Vec<Cell>> =
                (0..3).filter_map(|_| self.placed(motif, &images, random)).collect();
            shapes.sort_by_key(|shape| self.walls_near(shape[0]));
            if let Some(shape) = shapes.into_iter().find(|shape| !self.shuts_in(shape)) {
                self.wall_off(&shape);
            }
        }
    }

    /// A motif somewhere on the board with all that go together with it, if each stands apart.
    fn placed(&self, motif: Motif, images: &[Vec<Cell>], random: &mut Random) -> Option<Vec<Cell>> {
        let grid = self.grid;
        let (row, col) = (random.index(grid.rows()) as isize, random.index(grid.cols()) as isize);
        let turns = random.index(8);
        let inside = |(down, right): &(isize, isize)| {
            let (down, right) = if turns & 1 == 0 { (*down, *right) } else { (*right, *down) };
            let down = if turns & 2 == 0 { down } else { -down };
            let right = if turns & 4 == 0 { right } else { -right };
            let (row, col) = (usize::try_from(row + down).ok()?, usize::try_from(col + right).ok()?);
            (row < grid.rows() && col < grid.cols()).then(|| grid.at(row, col))
        };
        let shape: Vec<Cell> = motif.places().iter().map(inside).collect::<Option<_>>()?;
        let mut all = shape.clone();
        for image in images {
            let there: Vec<Cell> = shape.iter().map(|cell| image[cell.index()]).collect();
            let is_known = |cell: &Cell| all.contains(cell);
            let touches = |cell: &Cell| grid.touching(*cell).any(|next| all.contains(&next));
            if there.iter().all(is_known) {
                continue;
            }
            if there.iter().any(|cell| is_known(cell) || touches(cell)) {
                return None;
            }
            all.extend(there);
        }
        let is_wall = |cell: &Cell| self.is_wall[cell.index()];
        let is_apart = |cell: &Cell| !is_wall(cell) && !grid.touching(*cell).any(|next| is_wall(&next));
        all.iter().all(is_apart).then_some(all)
    }

    /// How many walls are within two cells, as a share of the cells there are.
    fn walls_near(&self, cell: Cell) -> usize {
        let (row, col) = (self.grid.row(cell), self.grid.col(cell));
        let within = |place: usize, side: usize| place.saturating_sub(2)..(place + 3).min(side);
        let (rows, cols) = (within(row, self.grid.rows()), within(col, self.grid.cols()));
        let number = rows.len() * cols.len();
        let near = rows.flat_map(|row| cols.clone().map(move |col| (row, col)));
        1000 * near.filter(|(row, col)| self.is_wall[self.grid.at(*row, *col).index()]).count() / number
    }

    /// Whether further walls would leave some cell without an open neighbour: it could only be a bulb.
    fn shuts_in(&self, walls: &[Cell]) -> bool {
        let is_open = |cell: &Cell| !self.is_wall[cell.index()] && !walls.contains(cell);
        let beside = walls.iter().flat_map(|wall| self.grid.around(*wall));
        beside.filter(is_open).any(|cell| !self.grid.around(cell).any(|next| is_open(&next)))
    }

    /// Bulbs in random order wherever none shines, besides those that are there. They light everything.
    fn place_bulbs(&mut self, random: &mut Random) {
        let mut is_lit = self.is_wall.clone();
        for cell in self.grid.cells().filter(|cell| self.is_bulb[cell.index()]) {
            self.light(cell, &mut is_lit);
        }
        let mut dark: Vec<Cell> = self.grid.cells().filter(|cell| !is_lit[cell.index()]).collect();
        random.shuffle(&mut dark);
        for cell in dark {
            if !is_lit[cell.index()] {
                self.is_bulb[cell.index()] = true;
                self.light(cell, &mut is_lit);
            }
        }
    }

    /// Puts a bulb on a cell instead of those that shine on it and some near it.
    fn move_bulbs(&mut self, place: Cell, random: &mut Random) {
        let seen = Direction::ALL.into_iter().flat_map(|direction| {
            self.grid.ray(place, direction).take_while(|cell| !self.is_wall[cell.index()])
        });
        let mut gone: Vec<Cell> = seen.collect();
        gone.extend(self.cells_near(place).filter(|_| random.percent(50)));
        gone.into_iter().for_each(|cell| self.is_bulb[cell.index()] = false);
        self.is_bulb[place.index()] = true;
        self.place_bulbs(random);
    }

    fn light(&self, bulb: Cell, is_lit: &mut [bool]) {
        is_lit[bulb.index()] = true;
        for direction in Direction::ALL {
            for cell in self.grid.ray(bulb, direction).take_while(|cell| !self.is_wall[cell.index()]) {
                is_lit[cell.index()] = true;
            }
        }
    }

    /// The board with numbers on those walls that `has_number` chooses.
    fn numbered(&self, has_number: impl Fn(Cell) -> bool) -> LightUp {
        let square = |cell: Cell| {
            if !self.is_wall[cell.index()] {
                return Square::Open;
            }
            let beside = self.grid.around(cell).filter(|next| self.is_bulb[next.index()]).count();
            if has_number(cell) { Square::Number(beside as u8) } else { Square::Wall }
        };
        LightUp::new(self.grid, self.grid.cells().map(square).collect())
    }

    /// Whether mending one place after the other would take too long.
    fn is_large(&self) -> bool {
        self.grid.len() > 400
    }

    /// Where solutions differ: between two of them, on a large board wherever that is worth asking. None if there is only one.
    fn doubtful(&mut self, puzzle: &LightUp, workshop: &mut Workshop) -> Option<Vec<Cell>> {
        let model = puzzle.model();
        let (first, second) = match workshop.status_of(&model)? {
            Status::Unique(_) => return Some(Vec::new()),
            Status::Multiple(first, second) => (first, second),
            Status::None | Status::Unknown { .. } => return None,
        };
        let cells_with = |is_place: &dyn Fn(Atom) -> bool| -> Vec<Cell> {
            self.grid.cells().filter(|cell| puzzle.atom(*cell).is_some_and(is_place)).collect()
        };
        let two_differ = cells_with(&|atom| first.is_yes(atom) != second.is_yes(atom));
        if !self.is_large() {
            return Some(two_differ);
        }
        // Near what will be mended, or where nothing has changed, is not worth asking.
        let cells = cells_with(&|_| true);
        let mut is_asked: Vec<bool> = cells.iter().map(|cell| !self.is_settled[cell.index()]).collect();
        let mut numbers = vec![0; self.grid.len()];
        (0..).zip(&cells).for_each(|(number, cell)| numbers[cell.index()] = number);
        let mut seen = 0;
        let mut differs = vec![false; cells.len()];
        let found = workshop.differing(&model, |atom, found| {
            for other in &found[seen..] {
                differs[other.index()] = true;
                for near in self.cells_near(cells[other.index()]) {
                    if !self.is_wall[near.index()] {
                        is_asked[numbers[near.index()]] = false;
                    }
                }
            }
            seen = found.len();
            is_asked[atom.index()]
        })?;
        for atom in &found[seen..] {
            differs[atom.index()] = true;
        }
        for (number, cell) in cells.iter().enumerate() {
            self.is_settled[cell.index()] |= is_asked[number] && !differs[number];
        }
        if found.is_empty() {
            self.is_settled.fill(false);
            return Some(two_differ);
        }
        Some(found.into_iter().map(|atom| cells[atom.index()]).collect())
    }

    /// The cells that are near one.
    fn cells_near(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let grid = self.grid;
        let (row, col) = (grid.row(cell), grid.col(cell));
        let rows = row.saturating_sub(FAR - 1)..(row + FAR).min(grid.rows());
        rows.flat_map(move |other| {
            let reach = FAR - other.abs_diff(row);
            let cols = (col + 1).saturating_sub(reach)..(col + reach).min(grid.cols());
            cols.map(move |col| grid.at(other, col))
        })
    }

    /// Puts a wall at one of some places, on no bulb of ours if that can be helped; on a large board at several of them far
    /// from each other.
    fn mend(&mut self, mut places: Vec<Cell>, random: &mut Random) {
        random.shuffle(&mut places);
        let is_poor = |cell: &Cell| {
            let orbit = self.symmetry.orbit(&self.grid, *cell);
            (self.shuts_in(&orbit), self.is_bulb[cell.index()])
        };
        if !self.is_large() {
            let place = places.into_iter().min_by_key(is_poor).expect("there are some");
            self.wall_off(&self.symmetry.orbit(&self.grid, place));
            return;
        }
        places.sort_by_cached_key(is_poor);
        let mut is_mended = vec![false; self.grid.len()];
        for place in places {
            let orbit = self.symmetry.orbit(&self.grid, place);
            if orbit.iter().any(|cell| is_mended[cell.index()]) {
                continue;
            }
            self.wall_off(&orbit);
            for cell in orbit {
                for near in self.cells_near(cell) {
                    is_mended[near.index()] = true;
                    self.is_settled[near.index()] = false;
                }
            }
        }
    }
}

/// Places so far from each other have little to do with each other: they are mended at once.
const FAR: usize = 8;

/// The longest side.
const MOST: usize = 200;

#[cfg(test)]
mod tests;
