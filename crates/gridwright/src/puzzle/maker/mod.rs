//! What a genre knows about making its puzzles, and what a puzzle to be made should be like.

mod error;
mod motif;
mod pattern;
mod spec;
mod symmetry;

pub use error::SpecError;
pub use motif::{Motif, UnknownMotif};
pub use pattern::{Pattern, PatternError};
pub use spec::{Setting, Spec, Walls};
pub use symmetry::Symmetry;

use super::Puzzle;
use crate::grid::Cell;
use crate::model::{Atom, Board, Model};
use crate::printed::PrintedBoard;
use crate::solve::{Common, Engine, Status};
use gridwright_base::Cancel;
use gridwright_base::random::Random;
use std::fmt;
use std::ops::RangeInclusive;

/// What a genre knows about making its puzzles.
pub trait Maker: fmt::Debug + Sync {
    /// The settings it takes besides size, symmetry and difficulty.
    fn takes(&self) -> &'static [Setting];

    /// The symmetry of boards if the spec names none.
    fn usual_symmetry(&self) -> Symmetry {
        Symmetry::None
    }

    /// Whether the cells of the clues follow the symmetry, so that those that go together are left out together. Where
    /// not, what is symmetric is the board the clues are printed on.
    fn clues_are_symmetric(&self) -> bool;

    /// How many rows and columns a board may have.
    fn sides(&self, spec: &Spec) -> RangeInclusive<usize>;

    /// What may surprise people about the boards they ask for.
    fn note(&self, _spec: &Spec) -> Option<String> {
        None
    }

    /// The rows and columns of a board of the size that most players choose.
    fn usual_side(&self) -> usize;

    /// Refuses a spec that no board of the genre can meet. The size is known to be possible and the symmetry to suit
    /// it.
    fn check(&self, spec: &Spec) -> Result<(), SpecError>;

    /// A random board with all clues that its solution allows, which is the only one; `None` where it went wrong. With
    /// [`Spec::several`], a board with a solution.
    fn draft(
        &self,
        spec: &Spec,
        random: &mut Random,
        workshop: &mut Workshop,
    ) -> Option<Box<dyn PrintedBoard>>;

    /// Whether a clue gives away so much that puzzles are better with few of its kind.
    fn is_dull(&self, _board: &dyn PrintedBoard, _cell: Cell) -> bool {
        false
    }

    /// Whether a pattern says where the clues are, so that none of them is left out.
    fn pattern_is_of_clues(&self) -> bool {
        false
    }

    /// Asks for what a board of the genre has of its own: its share of walls, the sizes of its regions, its stars.
    fn describe(&self, _board: &dyn PrintedBoard, spec: Spec) -> Spec {
        spec
    }

    /// The same board without the clues at these cells.
    fn without(&self, board: &dyn PrintedBoard, cells: &[Cell]) -> Box<dyn PrintedBoard>;

    /// The same board with every clue that one of its solutions allows, besides those it has.
    fn with_all(&self, board: &dyn PrintedBoard, solution: &Board) -> Box<dyn PrintedBoard>;

    /// A faster way than the engine's to go through groups of clues and leave out each that is not needed without those
    /// left out before it: for each group whether it is needed. With `None` the engine decides.
    fn needed(&self, _board: &dyn PrintedBoard, _groups: &[Vec<Cell>]) -> Option<Vec<bool>> {
        None
    }
}

/// What a maker works with.
#[derive(Default)]
pub struct Workshop {
    /// An engine to load with a model.
    pub engine: Engine,
    cancel: Cancel,
    /// The fewest cells that a board to a pattern left open.
    nearest: Option<usize>,
}

impl Workshop {
    /// The most steps for one question: what takes longer is given up, and another board is tried.
    pub(crate) const STEPS: u64 = 1_000_000;

    /// A workshop whose work a token cancels.
    pub fn new(cancel: Cancel) -> Workshop {
        let mut engine = Engine::default();
        engine.cancel_by(&cancel);
        Workshop { engine, cancel, nearest: None }
    }

    /// Sets the budget for the next question.
    pub fn limit_steps(&mut self) {
        self.engine.limit_steps(Some(Workshop::STEPS));
    }

    /// The status of a puzzle; `None` when the budget ends.
    pub fn status(&mut self, puzzle: &Puzzle) -> Option<Status> {
        puzzle.fast_status(None).or_else(|| self.status_of(puzzle.model()))
    }

    /// The same of a board that may have several solutions, and so any size: the budget grows with it.
    pub(crate) fn status_of_any_size(&mut self, puzzle: &Puzzle) -> Option<Status> {
        puzzle.fast_status(None).or_else(|| {
            self.engine.load(puzzle.model());
            self.engine.limit_steps(Some(Workshop::STEPS.max(100 * puzzle.model().atom_count() as u64)));
            Some(self.engine.status()).filter(|status| !matches!(status, Status::Unknown { .. }))
        })
    }

    /// The status of a model; `None` when the budget ends.
    pub fn status_of(&mut self, model: &Model) -> Option<Status> {
        self.engine.load(model);
        self.limit_steps();
        Some(self.engine.status()).filter(|status| !matches!(status, Status::Unknown { .. }))
    }

    /// What all solutions of a model share; `None` when the budget ends or there are none.
    pub fn common(&mut self, model: &Model) -> Option<Board> {
        self.engine.load(model);
        self.limit_steps();
        match self.engine.common() {
            Common::Board(board) => Some(board),
            Common::None | Common::Unknown(..) => None,
        }
    }

    /// Atoms that differ between solutions of a model, of those asked about; `None` when the budget ends or there is no
    /// solution.
    pub(crate) fn differing(
        &mut self,
        model: &Model,
        is_asked: impl FnMut(Atom, &[Atom]) -> bool,
    ) -> Option<Vec<Atom>> {
        self.engine.load(model);
        self.limit_steps();
        self.engine.differing(is_asked).ok()
    }

    /// What the rules of a model say one at a time; `None` if they contradict each other.
    pub(crate) fn propagated(&mut self, model: &Model) -> Option<Board> {
        self.engine.load(model);
        self.engine.propagated()
    }

    /// Remembers how many cells at least a board to a pattern left open.
    pub fn note_open(&mut self, cells: usize) {
        self.nearest = Some(self.nearest.map_or(cells, |fewest| fewest.min(cells)));
    }

    /// The fewest such cells since the last call.
    pub(crate) fn take_nearest(&mut self) -> Option<usize> {
        self.nearest.take()
    }

    /// The token that cancels the work.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }
}
