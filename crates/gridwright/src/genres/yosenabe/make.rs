//! Making Yosenabe boards: areas apart from each other, lines into them, numbers at their starts, all goals printed.

use super::{Options, Printed, Square, Yosenabe};
use crate::grid::{Cell, Direction, Grid};
use crate::model::{Atom, Board};
use crate::printed::PrintedBoard;
use crate::puzzle::maker::{Maker, Pattern, Setting, Spec, SpecError, Workshop};
use crate::solve::Status;
use gridwright_base::random::Random;
use std::ops::RangeInclusive;

#[derive(Debug)]
pub(super) struct YosenabeMaker;

/// The sizes of areas, if nothing is said: larger ones on larger boards, so that these are filled too.
fn usual_sizes(cells: usize) -> (usize, usize) {
    match cells {
        0..25 => (1, 3),
        25..144 => (2, 4),
        144..400 => (2, 5),
        _ => (2, 6),
    }
}

/// The largest area that a spec may request.
const LARGEST: usize = 12;

/// The percentage of cells that belong to areas.
const AREA_SHARE: usize = 27;

/// Numbers in ten areas, from and to: the more there are, the harder it is, mostly.
const NUMBERS: (usize, usize) = (20, 36);

/// The greatest number, from and to: small ones add up in more ways.
const GREATEST: (usize, usize) = (4, 9);

/// Fewer cells leave no room for an area and a line.
const LEAST_CELLS: usize = 4;

/// The longest side.
const MOST: usize = 100;

impl Maker for YosenabeMaker {
    fn takes(&self) -> &'static [Setting] {
        &[Setting::Symmetry, Setting::RegionSize, Setting::Pattern]
    }

    /// Areas and circles are symmetric; which areas have goals is not.
    fn clues_are_symmetric(&self) -> bool {
        false
    }

    fn sides(&self, _spec: &Spec) -> RangeInclusive<usize> {
        1..=MOST
    }

    fn usual_side(&self) -> usize {
        10
    }

    fn check(&self, spec: &Spec) -> Result<(), SpecError> {
        let (_, most) = spec.region_size.unwrap_or(usual_sizes(spec.rows * spec.cols));
        if most > LARGEST {
            return Err(SpecError::LargeRegions { what: "areas", size: most, most: LARGEST });
        }
        if spec.pattern.as_ref().is_some_and(|pattern| pattern.places().next().is_none()) {
            return Err(SpecError::EmptyPattern { what: "areas" });
        }
        if spec.rows * spec.cols < LEAST_CELLS {
            return Err(SpecError::TooFewCells { least: LEAST_CELLS });
        }
        Ok(())
    }

    fn draft(
        &self,
        spec: &Spec,
        random: &mut Random,
        workshop: &mut Workshop,
    ) -> Option<Box<dyn PrintedBoard>> {
        let mut field = Field::new(spec, random);
        match &spec.pattern {
            Some(pattern) => field.take_areas(pattern),
            None => field.place_areas(random),
        }
        field.draw_lines(random)?;
        for _ in 0..MOST_CHANGES {
            let puzzle = field.puzzle()?;
            match workshop.status_of(&puzzle.model())? {
                Status::Unique(_) => return Some(Box::new(puzzle)),
                Status::Multiple(first, second) => field.mend(&puzzle, [&first, &second], random)?,
                Status::None | Status::Unknown { .. } => return None,
            }
            if workshop.cancel().is_cancelled() {
                return None;
            }
        }
        None
    }

    fn describe(&self, board: &dyn PrintedBoard, spec: Spec) -> Spec {
        let board = board.downcast_ref::<Yosenabe>().expect("a puzzle of this genre");
        let mut sizes = vec![0; board.printed.areas.len()];
        let areas = spec.grid().cells().filter_map(|cell| board.printed.area_of(cell));
        areas.for_each(|area| sizes[area] += 1);
        let (least, most) = (sizes.iter().min().copied(), sizes.iter().max().copied());
        let (least, most) = (least.unwrap_or(1), most.unwrap_or(1));
        Spec { region_size: Some((least.min(LARGEST), most.min(LARGEST))), ..spec }
    }

    fn without(&self, puzzle: &dyn PrintedBoard, cells: &[Cell]) -> Box<dyn PrintedBoard> {
        let board = puzzle.downcast_ref::<Yosenabe>().expect("a puzzle of this genre");
        Box::new(Yosenabe { printed: board.printed.without_goals(cells), ..board.clone() })
    }

    fn with_all(&self, board: &dyn PrintedBoard, solution: &Board) -> Box<dyn PrintedBoard> {
        let board = board.downcast_ref::<Yosenabe>().expect("a puzzle of this genre");
        let mut printed = board.printed.clone();
        let mut sums = vec![0; printed.areas.len()];
        for (start, end) in solution.yes().map(|atom| board.line(atom)) {
            if let Some(area) = printed.area_of(end) {
                sums[area] += printed.square(start).weight();
            }
        }
        for (area, sum) in printed.areas.iter_mut().zip(sums) {
            area.goal.get_or_insert(sum);
        }
        Box::new(Yosenabe::new(printed, board.options).unwrap_or_else(|_| board.clone()))
    }
}

/// How often a board with several solutions is changed before it is given up.
const MOST_CHANGES: u32 = 100;

/// A number's way, from its start to the area's cell.
#[derive(Clone, Debug)]
struct Way {
    cells: Vec<Cell>,
    area: usize,
    number: u32,
}

/// A board being made.
struct Field {
    grid: Grid,
    /// Where each cell goes under each map of the symmetry.
    images: Vec<Vec<Cell>>,
    sizes: (usize, usize),
    /// For each cell its area.
    areas: Vec<Option<usize>>,
    area_count: usize,
    /// Whether no area may be given up.
    is_fixed: bool,
    ways: Vec<Way>,
    is_covered: Vec<bool>,
    /// Numbers in ten areas.
    numbers: usize,
    greatest: usize,
}

impl Field {
    fn new(spec: &Spec, random: &mut Random) -> Field {
        let grid = spec.grid();
        let mut within = |(least, most)| least + random.index(most - least + 1);
        Field {
            numbers: within(NUMBERS),
            greatest: within(GREATEST),
            grid,
            images: spec.symmetry.unwrap_or_default().images(&grid),
            sizes: spec.region_size.unwrap_or(usual_sizes(grid.len())),
            areas: vec![None; grid.len()],
            area_count: 0,
            is_fixed: false,
            ways: Vec::new(),
            is_covered: vec![false; grid.len()],
        }
    }

    /// The areas of a pattern.
    fn take_areas(&mut self, pattern: &Pattern) {
        self.areas = pattern.regions().into_iter().map(|area| area.map(|area| area as usize)).collect();
        self.area_count = self.areas.iter().flatten().max().map_or(0, |last| last + 1);
        self.is_fixed = true;
    }

    /// Connected areas that do not touch each other's sides, so that every format can tell them apart.
    fn place_areas(&mut self, random: &mut Random) {
        let wanted = (self.grid.len() * AREA_SHARE / 100).max(1);
        let mut placed = 0;
        let mut settled: Vec<Cell> = Vec::new();
        for _ in 0..self.grid.len() {
            if placed >= wanted {
                return;
            }
            // Of a few random places, the one farthest from the other areas, so that no part of the board stays empty.
            let away = |cell: Cell| settled.iter().map(|other| self.distance(cell, *other)).min();
            let places: Vec<Cell> = (0..6).map(|_| Cell(random.index(self.grid.len()) as u32)).collect();
            let seed = places.into_iter().max_by_key(|cell| away(*cell)).expect("there are a few");
            if let Some(area) = self.grown(seed, random) {
                placed += self.settle(&area);
                settled.extend(self.images.iter().map(|image| image[seed.index()]));
            }
        }
    }

    fn distance(&self, one: Cell, other: Cell) -> usize {
        let grid = self.grid;
        grid.row(one).abs_diff(grid.row(other)) + grid.col(one).abs_diff(grid.col(other))
    }

    /// Whether a cell is free and beside no area.
    fn is_apart(&self, cell: Cell) -> bool {
        let is_free = |cell: Cell| self.areas[cell.index()].is_none();
        is_free(cell) && self.grid.around(cell).all(is_free)
    }

    fn grown(&self, seed: Cell, random: &mut Random) -> Option<Vec<Cell>> {
        let (least, most) = self.sizes;
        let size = least + random.index(most - least + 1).max(random.index(most - least + 1));
        let mut area = vec![seed];
        for _ in 0..4 * size {
            let around: Vec<Cell> = self.grid.around(area[random.index(area.len())]).collect();
            if area.len() < size && !around.is_empty() {
                let next = around[random.index(around.len())];
                if !area.contains(&next) && self.is_apart(next) {
                    area.push(next);
                }
            }
        }
        let is_apart = area.iter().all(|cell| self.is_apart(*cell));
        (is_apart && area.len() >= least && self.is_symmetric(&area)).then_some(area)
    }

    /// Whether the symmetry takes an area to itself or apart from itself.
    fn is_symmetric(&self, area: &[Cell]) -> bool {
        self.images.iter().all(|image| {
            let there: Vec<Cell> = area.iter().map(|cell| image[cell.index()]).collect();
            there.iter().all(|cell| area.contains(cell))
                || !there.iter().any(|cell| {
                    area.contains(cell) || self.grid.around(*cell).any(|next| area.contains(&next))
                })
        })
    }

    /// Makes cells one area, and likewise where the symmetry takes them; returns how many cells that are.
    fn settle(&mut self, area: &[Cell]) -> usize {
        let mut settled = 0;
        for image in &self.images {
            if self.areas[image[area[0].index()].index()].is_some() {
                continue;
            }
            for cell in area {
                self.areas[image[cell.index()].index()] = Some(self.area_count);
            }
            self.area_count += 1;
            settled += area.len();
        }
        settled
    }

    /// A line into each area and some more. Areas that cannot be reached are given up; `None` if all are.
    fn draw_lines(&mut self, random: &mut Random) -> Option<()> {
        let mut order: Vec<usize> = (0..self.area_count).collect();
        random.shuffle(&mut order);
        for &area in &order {
            let is_reached = self.ways.iter().any(|way| way.area == area);
            if !is_reached && self.draw_line(area, random).is_none() {
                if self.is_fixed {
                    return None;
                }
                self.give_up(area);
            }
        }
        let wanted = self.area_count * self.numbers / 10;
        for _ in 0..2 * wanted {
            if self.ways.len() < wanted {
                let _ = self.draw_line(random.index(self.area_count), random);
            }
        }
        (!self.ways.is_empty()).then_some(())
    }

    /// Takes an area away, and likewise where the symmetry takes it.
    fn give_up(&mut self, area: usize) {
        let cells: Vec<Cell> =
            self.grid.cells().filter(|cell| self.areas[cell.index()] == Some(area)).collect();
        for image in &self.images {
            cells.iter().for_each(|cell| self.areas[image[cell.index()].index()] = None);
        }
    }

    /// A further line into an area, and likewise where the symmetry takes it.
    fn draw_line(&mut self, area: usize, random: &mut Random) -> Option<()> {
        let mut lines = Vec::new();
        for end in self.grid.cells().filter(|cell| self.areas[cell.index()] == Some(area)) {
            for direction in Direction::ALL.into_iter().filter(|_| !self.is_covered[end.index()]) {
                let mut line = vec![end];
                for cell in self.grid.ray(end, direction) {
                    if self.is_covered[cell.index()] || self.areas[cell.index()] == Some(area) {
                        break;
                    }
                    line.push(cell);
                    if self.areas[cell.index()].is_none() {
                        lines.push(line.iter().rev().copied().collect::<Vec<Cell>>());
                    }
                }
            }
        }
        lines.retain(|line| self.can_be_symmetric(line));
        if lines.is_empty() {
            return None;
        }
        let places = [0; 4].map(|_| random.index(lines.len()));
        let place = places.into_iter().max_by_key(|place| self.worth(&lines[*place]))?;
        self.cover(&lines.swap_remove(place), random);
        Some(())
    }

    /// A number that could go several ways needs goals, one beside its area is dull, and one far from the others fills the
    /// board; but a long line leaves little room for others.
    fn worth(&self, line: &[Cell]) -> usize {
        let start = line[0];
        let is_area = |cell: Cell| self.areas[cell.index()].is_some();
        let leads = |direction: &Direction| self.grid.ray(start, *direction).any(is_area);
        let ways = Direction::ALL.iter().filter(|direction| leads(direction)).count();
        let away = self.ways.iter().map(|way| self.distance(way.cells[0], start)).min();
        2 * ways.min(3) + line.len().min(5) + away.map_or(4, |away| away.min(4))
    }

    /// Whether the symmetry takes a line to itself or apart from itself.
    fn can_be_symmetric(&self, line: &[Cell]) -> bool {
        self.images.iter().all(|image| {
            let mut there = line.iter().map(|cell| image[cell.index()]);
            there.clone().eq(line.iter().copied()) || !there.any(|cell| line.contains(&cell))
        })
    }

    fn cover(&mut self, line: &[Cell], random: &mut Random) {
        for image in &self.images {
            let cells: Vec<Cell> = line.iter().map(|cell| image[cell.index()]).collect();
            if self.is_covered[cells[0].index()] {
                continue;
            }
            cells.iter().for_each(|cell| self.is_covered[cell.index()] = true);
            let area = self.areas[cells[cells.len() - 1].index()].expect("lines end in areas");
            self.ways.push(Way { cells, area, number: some_number(self.greatest, random) });
        }
    }

    fn puzzle(&self) -> Option<Yosenabe> {
        let mut squares = vec![Square::Empty; self.grid.len()];
        let mut goals = vec![0; self.area_count];
        for way in &self.ways {
            squares[way.cells[0].index()] = Square::Number(way.number);
            goals[way.area] += way.number;
        }
        // Named in reading order.
        let mut order: Vec<usize> = Vec::new();
        for area in self.areas.iter().flatten() {
            if !order.contains(area) {
                order.push(*area);
            }
        }
        let letters: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
        let name = |place: usize| match letters.get(place) {
            Some(letter) if self.area_count <= letters.len() => letter.to_string(),
            _ => (place + 1).to_string(),
        };
        let mut names = vec![String::new(); self.area_count];
        order.iter().enumerate().for_each(|(place, &area)| names[area] = name(place));
        let labels: Vec<Option<&str>> =
            self.areas.iter().map(|area| area.map(|area| names[area].as_str())).collect();
        let goal = |label: &str| names.iter().position(|name| name == label).map(|area| goals[area]);
        let printed = Printed::new(self.grid, squares, &labels, goal);
        Yosenabe::new(printed, Options::default()).ok()
    }

    /// Changes a number that moves in several ways, or its line.
    fn mend(&mut self, puzzle: &Yosenabe, solutions: [&Board; 2], random: &mut Random) -> Option<()> {
        let [first, second] = solutions;
        let moves = |atom: &Atom| first.is_yes(*atom) != second.is_yes(*atom);
        let starts: Vec<Cell> =
            (0..first.len() as u32).map(Atom).filter(moves).map(|atom| puzzle.line(atom).0).collect();
        let start = starts[random.index(starts.len())];
        let number = self.ways.iter().position(|way| way.cells[0] == start)?;
        if random.percent(40) {
            self.ways[number].number = some_number(self.greatest, random);
            return Some(());
        }
        // The lines that go together with it are drawn anew elsewhere.
        let area = self.ways[number].area;
        let starts: Vec<Cell> = self.images.iter().map(|image| image[start.index()]).collect();
        let (gone, kept) =
            std::mem::take(&mut self.ways).into_iter().partition(|way| starts.contains(&way.cells[0]));
        self.ways = kept;
        for cell in gone.iter().flat_map(|way: &Way| &way.cells) {
            self.is_covered[cell.index()] = false;
        }
        self.draw_line(area, random)
    }
}

/// Large numbers decide more, so that ones and twos are mostly drawn again.
fn some_number(greatest: usize, random: &mut Random) -> u32 {
    let number = random.index(greatest);
    let again = random.index(greatest);
    1 + if number < 2 && random.percent(65) { again } else { number } as u32
}
