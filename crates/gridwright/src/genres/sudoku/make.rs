//! Making Sudokus: a random grid, of which the engine or the fast solver leaves out what is not needed.

use super::kernel::{ANY_DIGIT, Nine};
use super::{GENRE, Sudoku};
use crate::generate::{Levels, Maker, Setting, Wishes, Workshop, random_solution};
use crate::genres::{Puzzle, Refusal};
use crate::grid::Cell;
use crate::random::Random;

#[derive(Debug)]
pub(super) struct SudokuMaker;

/// The longest side of a puzzle that is made: random grids of more digits take too long to find.
const MOST: usize = 25;

impl Maker for SudokuMaker {
    fn takes(&self) -> &'static [Setting] {
        &[]
    }

    fn clues_are_symmetric(&self) -> bool {
        true
    }

    fn levels(&self) -> Levels {
        Levels { most: [300, 450, 700], cells: 81, per_doubling: 120 }
    }

    fn check(&self, wishes: &Wishes) -> Result<(), Refusal> {
        let Wishes { rows, cols, .. } = *wishes;
        if rows != cols {
            return Err(Refusal::new(format!("a {} is a square, not {cols}x{rows}", GENRE.name)));
        }
        if rows > MOST {
            return Err(Refusal::new(format!("a {} to be made has at most {MOST} rows", GENRE.name)));
        }
        Ok(())
    }

    fn draft(
        &self,
        wishes: &Wishes,
        random: &mut Random,
        workshop: &mut Workshop,
    ) -> Option<Box<dyn Puzzle>> {
        let empty = Sudoku::empty(wishes.rows).ok()?;
        let digits = if empty.is_usual() {
            nine(random)?
        } else {
            empty.digits.solution(&random_solution(&empty.model(), random, workshop)?)
        };
        Some(Box::new(Sudoku::new(wishes.rows, digits).ok()?))
    }

    fn without(&self, puzzle: &dyn Puzzle, cells: &[Cell]) -> Box<dyn Puzzle> {
        let sudoku = puzzle.downcast_ref::<Sudoku>().expect("a puzzle of this genre");
        Box::new(Sudoku { digits: sudoku.digits.without(cells), ..sudoku.clone() })
    }

    fn needed(&self, puzzle: &dyn Puzzle, groups: &[Vec<Cell>]) -> Option<Vec<bool>> {
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

/// A random grid of the usual size: three boxes that do not see each other at random, the rest by the fast solver, and
/// then rows and columns shuffled, because the solver prefers some grids.
fn nine(random: &mut Random) -> Option<Vec<u32>> {
    let mut candidates = [ANY_DIGIT; 81];
    for number in 0..3 {
        let mut digits: [u32; 9] = std::array::from_fn(|digit| digit as u32);
        random.shuffle(&mut digits);
        for (i, digit) in digits.into_iter().enumerate() {
            candidates[(3 * number + i / 3) * 9 + 3 * number + i % 3] = 1 << digit;
        }
    }
    let solved = Nine::from_candidates(&candidates).solutions().next()?;
    let (rows, cols) = (shuffled_lines(random), shuffled_lines(random));
    Some((0..81).map(|cell| u32::from(solved[rows[cell / 9] * 9 + cols[cell % 9]])).collect())
}

/// The nine rows (or columns) in another order that leaves boxes boxes.
fn shuffled_lines(random: &mut Random) -> [usize; 9] {
    let mut bands = [0, 1, 2];
    random.shuffle(&mut bands);
    let mut lines = std::array::from_fn(|line| 3 * bands[line / 3] + line % 3);
    lines.chunks_mut(3).for_each(|band| random.shuffle(band));
    lines
}
