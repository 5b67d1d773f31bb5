//! A whole solution, told step by step.

use super::{Ending, Explainer, Step, Telling};
use crate::genres::Puzzle;
use crate::model::{Board, Model};
use crate::scene::Scene;

/// A step, what goes without saying after it, and the board then.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The step.
    pub step: Step,
    /// The step in words.
    pub telling: Telling,
    /// What goes without saying after it.
    pub upkeep: Vec<Step>,
    /// What is known then.
    pub after: Board,
}

/// A whole solution.
#[derive(Clone, Debug)]
pub struct Story {
    /// What goes without saying before the first step.
    pub upkeep: Vec<Step>,
    /// What is known then.
    pub before: Board,
    /// The steps.
    pub chapters: Vec<Chapter>,
    /// Why there are no more.
    pub ending: Ending,
}

impl Story {
    /// Explains as far as rules go. `watch` is called after every step.
    ///
    /// ```
    /// use gridwright::explain::{Ending, Explainer, Story};
    /// use gridwright::formats;
    /// use gridwright::model::Board;
    ///
    /// let puzzle = formats::read("7x7:b1f2iB2g1Bi2fBb", None, None)?.puzzle;
    /// let model = puzzle.model();
    /// let explainer = Explainer::of_puzzle(&*puzzle, &model, &Board::open(model.atom_count()));
    /// let story = Story::tell(&*puzzle, explainer, |_| {});
    /// assert_eq!(story.ending, Ending::Solved);
    /// let first = &story.chapters[0].telling;
    /// assert_eq!(first.kind, "wall needs all");
    /// assert_eq!(first.text(), "The 2 at r3c7 needs 2 bulbs and has only two open neighbours left, so r2c7 and r4c7 hold bulbs.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tell(puzzle: &dyn Puzzle, mut explainer: Explainer<'_>, mut watch: impl FnMut(&Chapter)) -> Story {
        let upkeep = explainer.take_upkeep();
        let before = explainer.known().clone();
        let mut chapters = Vec::new();
        while let Some(step) = explainer.find() {
            let telling = explainer.tell(puzzle, &step);
            explainer.take(&step);
            let upkeep = explainer.take_upkeep();
            let chapter = Chapter { step, telling, upkeep, after: explainer.known().clone() };
            watch(&chapter);
            chapters.push(chapter);
        }
        let ending = explainer.ending().cloned().unwrap_or(Ending::Stopped);
        Story { upkeep, before, chapters, ending }
    }

    /// What is known at the end.
    pub fn known(&self) -> &Board {
        self.chapters.last().map_or(&self.before, |chapter| &chapter.after)
    }
}

impl Chapter {
    /// The board after the step, with the cells to look at and those that changed pointed out.
    pub fn scene(&self, puzzle: &dyn Puzzle) -> Scene {
        let mut scene = puzzle.scene(&puzzle.noted(self.after.clone()));
        for &cell in &self.telling.cells {
            scene.tile(cell).near = true;
        }
        for fact in &self.step.facts {
            scene.tile(puzzle.share_place(fact.atom).0).hint = true;
        }
        scene
    }
}

impl<'m> Explainer<'m> {
    /// For a puzzle and its model: steps stay near each other on its grid.
    pub fn of_puzzle(puzzle: &dyn Puzzle, model: &'m Model, known: &Board) -> Explainer<'m> {
        let grid = puzzle.grid();
        let place = |atom| {
            let cell = puzzle.atom_cell(atom);
            (grid.row(cell) as i32, grid.col(cell) as i32)
        };
        Explainer::new(model, known, place)
    }
}
