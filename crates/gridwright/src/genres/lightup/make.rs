//! Making Light Up boards: walls spread over the board, bulbs at random, numbers on all walls, and further walls where
//! several solutions differ.

use super::{LightUp, Square};
use crate::grid::{Cell, Direction, Grid};
use crate::model::{Atom, Board, Value};
use crate::printed::PrintedBoard;
use crate::puzzle::maker::{Maker, Setting, Spec, SpecError, Symmetry, Walls, Workshop};
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
        &[Setting::Symmetry, Setting::Wrapping, Setting::Walls, Setting::Several]
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
        let percent = match spec.walls {
            Some(Walls::Percent(percent)) => percent,
            _ => USUAL_WALLS,
        };
        let mut site = Site::new(spec);
        let (least, most) = (site.share(percent.saturating_sub(LEEWAY)), site.share(percent + LEEWAY));
        // Mending adds to these, and if it does not, they are made up for once.
        site.build_walls(site.share(percent * 3 / 4), random);
        let mut is_made_up = false;
        while site.walls <= most && !workshop.cancel().is_cancelled() {
            site.place_bulbs(random);
            let puzzle = site.numbered(|_| true);
            match workshop.status_of(&puzzle.model())? {
                Status::Unique(_) if site.walls < least && !is_made_up => {
                    site.build_walls(site.share(percent), random);
                    is_made_up = true;
                }
                Status::Unique(_) => return Some(Box::new(puzzle)),
                Status::Multiple(first, second) => {
                    let differs = |atom| first.is_yes(atom) != second.is_yes(atom);
                    match site.is_large().then(|| workshop.common(&puzzle.model())) {
                        Some(common) => {
                            let common = common?;
                            site.mend(&puzzle, |atom| common.get(atom) == Value::Open, random);
                        }
                        None => site.mend(&puzzle, differs, random),
                    }
                }
                Status::None | Status::Unknown { .. } => return None,
            }
        }
        None
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
    site.place_bulbs(random);
    let is_numbered: Vec<bool> = site.grid.cells().map(|_| random.percent(50)).collect();
    Some(site.numbered(|cell| is_numbered[cell.index()]))
}

/// A board being built.
struct Site {
    grid: Grid,
    symmetry: Symmetry,
    is_wall: Vec<bool>,
    walls: usize,
    is_bulb: Vec<bool>,
}

impl Site {
    fn new(spec: &Spec) -> Site {
        let grid = spec.grid();
        let nothing = vec![false; grid.len()];
        let symmetry = spec.symmetry.unwrap_or_default();
        Site { grid, symmetry, is_wall: nothing.clone(), walls: 0, is_bulb: nothing }
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

    /// Puts a wall where solutions differ, on no bulb of ours if that can be helped; on a large board in several places
    /// far from each other.
    fn mend(&mut self, puzzle: &LightUp, differs: impl Fn(Atom) -> bool, random: &mut Random) {
        let is_place = |cell: &Cell| puzzle.atom(*cell).is_some_and(&differs);
        let mut places: Vec<Cell> = self.grid.cells().filter(is_place).collect();
        random.shuffle(&mut places);
        let is_poor = |cell: &Cell| {
            let orbit = self.symmetry.orbit(&self.grid, *cell);
            (self.shuts_in(&orbit), self.is_bulb[cell.index()])
        };
        if !self.is_large() {
            let place = places.into_iter().min_by_key(is_poor).expect("two solutions differ");
            self.wall_off(&self.symmetry.orbit(&self.grid, place));
            return;
        }
        places.sort_by_cached_key(is_poor);
        let mut mended: Vec<Cell> = Vec::new();
        for place in places {
            let orbit = self.symmetry.orbit(&self.grid, place);
            let is_near = |one: &Cell, other: &Cell| {
                let (rows, cols) = (
                    self.grid.row(*one).abs_diff(self.grid.row(*other)),
                    self.grid.col(*one).abs_diff(self.grid.col(*other)),
                );
                rows + cols < FAR
            };
            if !mended.iter().any(|other| orbit.iter().any(|cell| is_near(cell, other))) {
                self.wall_off(&orbit);
                mended.extend(orbit);
            }
        }
    }
}

/// Places so far from each other are mended at once.
const FAR: usize = 8;

/// The longest side.
const MOST: usize = 200;

#[cfg(test)]
mod tests {
    use super::super::GENRE;
    use super::*;
    use crate::generate::{Generator, Outcome};
    use crate::solve::Engine;

    fn boards(spec: &Spec) -> impl Iterator<Item = LightUp> + use<> {
        let mut generator = Generator::new(spec.clone()).unwrap();
        (0..30).map(move |number| {
            let Outcome::Found(made) = generator.make(1, number) else { panic!("it can be made") };
            made.puzzle.downcast_ref::<LightUp>().unwrap().clone()
        })
    }

    fn walls(board: &LightUp) -> usize {
        board.squares.iter().filter(|square| **square != Square::Open).count()
    }

    #[test]
    fn random_boards_have_exactly_the_walls_asked_for_and_a_solution() {
        let mut several = 0;
        for number in [0, 1, 12, 35] {
            let walls_wanted = Some(Walls::Number(number));
            let spec = Spec { several: true, walls: walls_wanted, ..Spec::new(&GENRE).rows(7).cols(6) };
            for board in boards(&spec) {
                assert_eq!(walls(&board), number);
                let found = Engine::new(&board.model()).at_most(2).0.len();
                assert!(found > 0, "{board:?}");
                several += usize::from(found > 1);
            }
        }
        assert!(several > 30, "{several}");
    }

    #[test]
    fn numbers_of_walls_that_cannot_lie_symmetrically_are_refused() {
        for (rows, cols) in [(5, 5), (4, 4), (3, 6), (1, 5)] {
            for (symmetry, name, _) in Symmetry::ALL {
                let grid = Grid::new(rows, cols).unwrap();
                if !symmetry.suits(&grid) {
                    continue;
                }
                // All sums, one group after the other.
                let mut sums = vec![0];
                for orbit in symmetry.orbits(&grid) {
                    let more: Vec<usize> = sums.iter().map(|sum| sum + orbit.len()).collect();
                    sums.extend(more);
                    sums.sort_unstable();
                    sums.dedup();
                }
                let spec = |walls| Spec {
                    several: true,
                    symmetry: Some(symmetry),
                    walls: Some(walls),
                    ..Spec::new(&GENRE).rows(rows).cols(cols)
                };
                for number in 0..=rows * cols {
                    let generator = Generator::new(spec(Walls::Number(number)));
                    assert_eq!(generator.is_ok(), sums.contains(&number), "{number} {name} {rows} {cols}");
                }
                // An approximate percentage can always be met.
                let about = spec(Walls::Percent(28));
                let wanted = sums.iter().rev().find(|sum| **sum <= rows * cols * 28 / 100);
                assert!(boards(&about).all(|board| Some(&walls(&board)) == wanted), "{name}");
            }
        }
    }

    #[test]
    fn boards_on_a_torus_have_one_solution_and_about_the_walls_asked_for() {
        for percent in [15, 30, 40] {
            let walls_wanted = Some(Walls::Percent(percent));
            let spec = Spec { wrapping: true, walls: walls_wanted, ..Spec::new(&GENRE).square(8) };
            for board in boards(&spec) {
                assert!(board.grid.wrapping());
                assert_eq!(Engine::new(&board.model()).count().0, 1);
                let (few, many) =
                    ((percent - LEEWAY) as usize * 64 / 100, (percent + LEEWAY) as usize * 64 / 100);
                assert!((few..=many).contains(&walls(&board)), "{} of {percent} %", walls(&board));
            }
        }
    }

    #[test]
    fn no_cell_is_shut_in_before_walls_are_added_for_uniqueness() {
        let mut random = Random::new(1);
        for _ in 0..100 {
            let mut site =
                Site::new(&Spec { symmetry: Some(Symmetry::Rot2), ..Spec::new(&GENRE).square(10) });
            site.build_walls(site.share(25), &mut random);
            let is_open = |cell: Cell| !site.is_wall[cell.index()];
            for cell in site.grid.cells().filter(|cell| is_open(*cell)) {
                assert!(site.grid.around(cell).any(is_open));
            }
            assert!(site.walls >= 20, "{}", site.walls);
        }
    }
}
