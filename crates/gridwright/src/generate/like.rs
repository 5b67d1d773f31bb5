//! Puzzles like another one.

use super::{Setting, Spec, Symmetry};
use crate::explain::{Grader, Ungraded};
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use gridwright_base::Limits;

impl Spec {
    /// A puzzle like this one: of the same genre and size, with the symmetry of what is printed, and with as many walls,
    /// clues or stars and regions of the same sizes, as far as the genre has such things. It says nothing about the
    /// difficulty.
    ///
    /// ```
    /// use gridwright::{Puzzle, Spec, generate::Symmetry};
    /// let spec = Spec::like(&Puzzle::parse("7x7:b1f2iB2g1Bi2fBb")?);
    /// assert_eq!((spec.rows, spec.cols, spec.symmetry), (7, 7, Some(Symmetry::Rot4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn like(puzzle: &Puzzle) -> Spec {
        let grid = puzzle.grid();
        let spec = Spec {
            wrapping: grid.wrapping(),
            clues: Some(puzzle.model().clues().count()).filter(|clues| *clues > 0),
            ..Spec::new(puzzle.genre()).rows(grid.rows()).cols(grid.cols())
        };
        let Some(maker) = puzzle.genre().maker else { return spec };
        let spec = maker.describe(puzzle.board(), spec);
        match maker.takes().contains(&Setting::Symmetry) {
            true => spec.symmetry(symmetry_of(puzzle, maker.clues_are_symmetric())),
            false => spec,
        }
    }

    /// As hard as a puzzle, in the word for its hardest step; why not if it has no grade.
    pub fn as_hard_as(self, puzzle: &Puzzle, limits: &Limits) -> Result<Spec, ExampleError> {
        let mut grader = Grader::new(puzzle);
        grader.limit(limits);
        match grader.grade() {
            Ok(grade) if grade.is_solved => Ok(self.difficulty(grade.level())),
            Ok(_) => Err(ExampleError::Several),
            Err(why) => Err(ExampleError::Ungraded(why)),
        }
    }
}

impl Spec {
    /// The same with these rows and columns, where they are given, or with those of its pattern.
    pub fn sized(self, (rows, cols): (Option<usize>, Option<usize>)) -> Spec {
        let usual = self
            .pattern
            .as_ref()
            .map_or((self.rows, self.cols), |pattern| (pattern.grid().rows(), pattern.grid().cols()));
        self.rows(rows.unwrap_or(usual.0)).cols(cols.unwrap_or(usual.1))
    }

    /// The same, and in all that it does not say like an example; why not if the difficulty is to be the example's and
    /// that has no grade. What does not go with a size or a pattern that it says is not taken over.
    pub fn with_example(
        self,
        size: (Option<usize>, Option<usize>),
        example: &Puzzle,
        limits: &Limits,
    ) -> Result<Spec, ExampleError> {
        let like = Spec::like(example);
        if self.genre != like.genre {
            return Err(ExampleError::Genre { asked: self.genre.name, example: like.genre.name });
        }
        let has_difficulty = self.difficulty.is_some() || (self.min, self.max) != (None, None);
        let like = match has_difficulty || self.several {
            true => like,
            false => like.as_hard_as(example, limits)?,
        };
        let has_pattern = self.pattern.is_some();
        let (rows, cols) = (like.rows, like.cols);
        let sized = self.sized(match has_pattern {
            true => size,
            false => (size.0.or(Some(rows)), size.1.or(Some(cols))),
        });
        let is_same_size = (sized.rows, sized.cols) == (rows, cols);
        let symmetry = like.symmetry.filter(|symmetry| !has_pattern && symmetry.suits(&sized.grid()));
        Ok(Spec {
            symmetry: sized.symmetry.or(symmetry),
            wrapping: sized.wrapping || like.wrapping,
            walls: sized.walls.or(like.walls.filter(|_| !has_pattern)),
            region_size: sized.region_size.or(like.region_size.filter(|_| !has_pattern)),
            stars: sized.stars.or(like.stars.filter(|_| is_same_size)),
            clues: sized.clues.or(like.clues.filter(|_| is_same_size && !has_pattern && !sized.minimal)),
            difficulty: sized.difficulty.or(like.difficulty),
            ..sized
        })
    }
}

/// Why a puzzle is no example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExampleError {
    /// It is of another genre.
    #[error("the example is a {example}, not a {asked}")]
    Genre {
        /// The name of the genre asked for.
        asked: &'static str,
        /// The name of its genre.
        example: &'static str,
    },
    /// It has several solutions, and so no difficulty.
    #[error("the example has several solutions and so no difficulty: ask for one")]
    Several,
    /// It has no grade.
    #[error("the example has no difficulty: {0}; ask for one")]
    Ungraded(Ungraded),
}

/// The symmetry with the most maps that a printed board has.
fn symmetry_of(puzzle: &Puzzle, has_symmetric_clues: bool) -> Symmetry {
    let grid = puzzle.grid();
    let scene = puzzle.scene(&puzzle.blank());
    let mut is_clue = vec![false; grid.len()];
    for clue in puzzle.model().clues() {
        if let Some(place) = puzzle.rule_place(puzzle.model().get(clue)) {
            is_clue[place.index()] = true;
        }
    }
    // What of a cell has to be the same where the symmetry takes it.
    let outline = |cell: Cell| {
        let (tile, is_clue) = (&scene.tiles[cell.index()], is_clue[cell.index()]);
        let is_printed = if is_clue { has_symmetric_clues } else { tile.glyph != Default::default() };
        (&tile.ground, is_printed)
    };
    let has = |symmetry: &Symmetry| {
        let orbits = symmetry.orbits(&grid);
        orbits.iter().all(|orbit| orbit.iter().all(|cell| outline(*cell) == outline(orbit[0])))
    };
    let all = Symmetry::ALL.into_iter().map(|(symmetry, ..)| symmetry);
    let found = all.filter(|symmetry| symmetry.suits(&grid)).filter(has);
    found.max_by_key(|symmetry| symmetry.images(&grid).len()).unwrap_or_default()
}
