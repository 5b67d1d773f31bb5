//! Making Sudokus: a random grid, of which the engine or the fast solver leaves out what is not needed.

use super::kernel::{ANY_DIGIT, Nine};
use super::{ABOUT, Boxes, Sudoku};
use crate::grid::Cell;
use crate::model::Board;
use crate::printed::PrintedBoard;
use crate::puzzle::maker::{Maker, Setting, Spec, SpecError, Symmetry, Workshop};
use crate::solve::{Answer, End};
use gridwright_base::random::Random;
use std::ops::RangeInclusive;

#[derive(Debug)]
pub(super) struct SudokuMaker;

/// The longest side of a puzzle that is made: random grids of more digits take too long to find.
const MOST: usize = 25;

impl Maker for SudokuMaker {
    fn takes(&self) -> &'static [Setting] {
        &[Setting::Symmetry, Setting::Pattern]
    }

    fn usual_symmetry(&self) -> Symmetry {
        Symmetry::Rot2
    }

    fn clues_are_symmetric(&self) -> bool {
        true
    }

    fn pattern_is_of_clues(&self) -> bool {
        true
    }

    fn sides(&self, _spec: &Spec) -> RangeInclusive<usize> {
        1..=MOST
    }

    fn note(&self, spec: &Spec) -> Option<String> {
        let sudoku = Sudoku::empty(spec.rows).ok()?;
        let side = spec.rows;
        sudoku.boxes().is_none().then(|| {
            format!("{side}x{side} cells have no boxes: only rows and columns count (a Latin square)")
        })
    }

    fn usual_side(&self) -> usize {
        9
    }

    fn check(&self, spec: &Spec) -> Result<(), SpecError> {
        let Spec { rows, cols, .. } = *spec;
        if rows != cols {
            return Err(SpecError::NotSquare { genre: ABOUT.name, rows, cols });
        }
        Ok(())
    }

    fn draft(
        &self,
        spec: &Spec,
        random: &mut Random,
        workshop: &mut Workshop,
    ) -> Option<Box<dyn PrintedBoard>> {
        let empty = Sudoku::empty(spec.rows).ok()?;
        let digits = match &spec.pattern {
            Some(pattern) => {
                let places: Vec<usize> = pattern.places().map(|cell| cell.index()).collect();
                empty.patterned(&places, random, workshop)?
            }
            None => empty.random_grid(random, workshop)?,
        };
        Some(Box::new(Sudoku::new(spec.rows, digits).ok()?))
    }

    fn without(&self, puzzle: &dyn PrintedBoard, cells: &[Cell]) -> Box<dyn PrintedBoard> {
        let sudoku = puzzle.downcast_ref::<Sudoku>().expect("a puzzle of this genre");
        Box::new(Sudoku { digits: sudoku.digits.without(cells), ..sudoku.clone() })
    }

    fn with_all(&self, board: &dyn PrintedBoard, solution: &Board) -> Box<dyn PrintedBoard> {
        let board = board.downcast_ref::<Sudoku>().expect("a puzzle of this genre");
        let digits = board.digits.printed(board.digits.solution(solution));
        Box::new(Sudoku { digits, ..board.clone() })
    }

    fn needed(&self, puzzle: &dyn PrintedBoard, groups: &[Vec<Cell>]) -> Option<Vec<bool>> {
        let sudoku = puzzle.downcast_ref::<Sudoku>().filter(|sudoku| sudoku.is_usual())?;
        let mut candidates = sudoku.nine_candidates();
        let is_needed = |group: &Vec<Cell>| {
            let printed: Vec<u16> = group.iter().map(|cell| candidates[cell.index()]).collect();
            for cell in group {
                candidates[cell.index()] = ANY_DIGIT;
            }
            let is_needed = if let [cell] = group[..] {
                // As long as the solution is the only one, a second must have another digit here.
                candidates[cell.index()] = ANY_DIGIT & !printed[0];
                let has_other = Nine::from_candidates(&candidates).solutions().next().is_some();
                candidates[cell.index()] = ANY_DIGIT;
                has_other
            } else {
                Nine::from_candidates(&candidates).solutions().count_up_to(2) > 1
            };
            if is_needed {
                group.iter().zip(printed).for_each(|(cell, digit)| candidates[cell.index()] = digit);
            }
            is_needed
        };
        Some(groups.iter().map(is_needed).collect())
    }
}

/// How often some givens of a pattern are exchanged before they are given up.
const MOST_MOVES: usize = 150;

/// How many solutions are looked at each time.
const LOOK_AT: usize = 200;

impl Sudoku {
    /// Givens at these places that have one solution: a few of them are exchanged again and again, as long as there are not
    /// more solutions than before.
    fn patterned(&self, places: &[usize], random: &mut Random, workshop: &mut Workshop) -> Option<Vec<u32>> {
        let given = |grid: &[u32], places: &[usize]| {
            let mut given = vec![0; grid.len()];
            places.iter().for_each(|place| given[*place] = grid[*place]);
            given
        };
        let mut grid = self.random_grid(random, workshop)?;
        let (mut best, mut fewest, mut open) = (grid.clone(), usize::MAX, usize::MAX);
        for _ in 0..MOST_MOVES {
            if workshop.cancel().is_cancelled() {
                return None;
            }
            let found = self.some_solutions(given(&grid, places), LOOK_AT, workshop)?;
            if found.len() == 1 {
                return Some(given(&grid, places));
            }
            if found.len() <= fewest {
                (best, fewest) = (grid.clone(), found.len());
                let differs = |cell: &usize| found.iter().any(|other| other[*cell] != found[0][*cell]);
                open = open.min((0..grid.len()).filter(differs).count());
            }
            let mut kept = places.to_vec();
            random.shuffle(&mut kept);
            kept.truncate(places.len().saturating_sub(1 + random.index(4)));
            let others = self.some_solutions(given(&best, &kept), LOOK_AT, workshop)?;
            grid.clone_from(&others[random.index(others.len())]);
        }
        workshop.note_open(open);
        None
    }

    /// At most this many solutions for some givens, at least one; `None` where that takes too long.
    fn some_solutions(&self, given: Vec<u32>, most: usize, workshop: &mut Workshop) -> Option<Vec<Vec<u32>>> {
        let sudoku = Sudoku { digits: self.digits.printed(given), ..self.clone() };
        if sudoku.is_usual() {
            let found = Nine::from_candidates(&sudoku.nine_candidates()).solutions().take(most);
            return Some(found.map(|solved| solved.map(u32::from).to_vec()).collect::<Vec<_>>())
                .filter(|found| !found.is_empty());
        }
        workshop.engine.load(&sudoku.model());
        workshop.limit_steps();
        let (found, end) = workshop.engine.at_most(most);
        let is_known = !found.is_empty() && !matches!(end, End::Stopped(_));
        is_known.then(|| found.iter().map(|board| sudoku.digits.solution(board)).collect())
    }

    /// A random grid: digits at random where they cannot see each other, the rest by a solver, and then rows and columns
    /// shuffled, because solvers prefer some grids.
    fn random_grid(&self, random: &mut Random, workshop: &mut Workshop) -> Option<Vec<u32>> {
        let side = self.side;
        let mut given = vec![0u32; side * side];
        // Without boxes, a row is as good as one.
        let shape = self.boxes().unwrap_or(Boxes { cols: side, rows: 1 });
        for number in 0..shape.cols.min(shape.rows) {
            let mut digits: Vec<u32> = (1..=side as u32).collect();
            random.shuffle(&mut digits);
            let first = (number * shape.rows) * side + number * shape.cols;
            for (i, digit) in digits.into_iter().enumerate() {
                given[first + i / shape.cols * side + i % shape.cols] = digit;
            }
        }
        let solved = Sudoku { digits: self.digits.printed(given), ..self.clone() }.some_solution(workshop)?;
        let bands = if self.boxes().is_some() { (shape.rows, shape.cols) } else { (side, side) };
        let (rows, cols) = (shuffled_lines(side, bands.0, random), shuffled_lines(side, bands.1, random));
        Some((0..side * side).map(|cell| solved[rows[cell / side] * side + cols[cell % side]]).collect())
    }

    fn some_solution(&self, workshop: &mut Workshop) -> Option<Vec<u32>> {
        if self.is_usual() {
            let solved = Nine::from_candidates(&self.nine_candidates()).solutions().next()?;
            return Some(solved.map(u32::from).to_vec());
        }
        workshop.engine.load(&self.model());
        workshop.limit_steps();
        match workshop.engine.solve() {
            Answer::Solution(found) => Some(self.digits.solution(&found)),
            Answer::None | Answer::Unknown(_) => None,
        }
    }
}

/// Rows (or columns) in a random order that keeps boxes intact; each box spans `to_a_box` of them.
fn shuffled_lines(side: usize, to_a_box: usize, random: &mut Random) -> Vec<usize> {
    let mut bands: Vec<usize> = (0..side / to_a_box).collect();
    random.shuffle(&mut bands);
    let mut lines: Vec<usize> =
        bands.iter().flat_map(|band| band * to_a_box..(band + 1) * to_a_box).collect();
    lines.chunks_mut(to_a_box).for_each(|band| random.shuffle(band));
    lines
}
