//! Positions with exactly one winning move, found by proof.

use crate::board::Swap;
use crate::engine::bitboard::{Bitboard, with_bitboard};
use crate::engine::frame::Frame;
use crate::position::{Position, Turn};
use crate::solver::{Solver, own_pieces};
use gridwright_base::random::Random;
use gridwright_base::{Limits, Progress, Stopped};
use std::collections::BTreeSet;

/// A position in which exactly one move wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// The winning move.
    pub answer: Swap,
    /// How many moves there are.
    pub moves: usize,
    /// A game with best play of the winner, the answer first.
    pub line: Vec<Turn>,
}

/// Makes puzzles: equal starts and seeds give equal puzzles.
///
/// ```
/// use gridwright_emulsion::{Position, PuzzleMaker};
/// let puzzle = PuzzleMaker::new(&Position::start(4)?, 1).make()?.expect("there are many");
/// assert!(puzzle.moves >= 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PuzzleMaker {
    start: Position,
    random: Random,
    solver: Solver,
    limits: Limits,
    /// What was made, so that nothing comes twice, not even turned or reflected.
    made: BTreeSet<Vec<u64>>,
}

/// With fewer moves it is no puzzle.
const FEWEST_MOVES: usize = 4;
/// The maker gives up after this many games without a new puzzle.
const ATTEMPTS: u64 = 2_000;
/// Positions that take longer to prove are skipped.
const STEPS: u64 = 2_000_000;

impl PuzzleMaker {
    /// Positions that come up in games from a start.
    pub fn new(start: &Position, seed: u64) -> PuzzleMaker {
        PuzzleMaker::with_limits(start, seed, Limits::default())
    }

    /// The same within limits: a step is a position that the solver looks at, and each puzzle may take all the steps.
    pub fn with_limits(start: &Position, seed: u64, limits: Limits) -> PuzzleMaker {
        let solver = Solver::with_limits(start, limits.clone());
        let start = Position { pie: false, ..start.clone() };
        PuzzleMaker { start, random: Random::new(seed), solver, limits, made: BTreeSet::new() }
    }

    /// Another position; `None` when 2,000 games in a row had none.
    pub fn make(&mut self) -> Result<Option<Puzzle>, Stopped> {
        let begun = self.solver.steps();
        for done in 0..ATTEMPTS {
            let progress = Progress { task: "making a puzzle", done, total: Some(ATTEMPTS), unit: "game" };
            self.limits.report(progress);
            self.limits.cancel.check()?;
            let left = match self.limits.steps.map(|most| most.saturating_sub(self.solver.steps() - begun)) {
                Some(0) => return Err(Stopped::Steps),
                Some(left) => left.min(STEPS),
                None => STEPS,
            };
            self.solver.limit(Limits::default().steps(left).cancel(self.limits.cancel.clone()));
            if let Some(puzzle) = self.look_through_a_game()
                && self.made.insert(key(&puzzle.position))
            {
                return Ok(Some(puzzle));
            }
        }
        Ok(None)
    }

    /// Goes down a random game to somewhere in its middle, and from there on to the first position that serves.
    fn look_through_a_game(&mut self) -> Option<Puzzle> {
        let mut position = self.start.clone();
        let most = position.board.swaps().len();
        // Not only late endings: between a few moves and two thirds of those at the start.
        let wanted = FEWEST_MOVES + self.random.index((2 * most / 3).saturating_sub(FEWEST_MOVES).max(1));
        loop {
            let swaps = position.board.swaps();
            if swaps.len() < FEWEST_MOVES {
                return None;
            }
            if swaps.len() <= wanted
                && let Some(answer) = self.only_winning_move(&position, &swaps)
            {
                return self.puzzle(position, answer, swaps.len());
            }
            let turn = Turn::Swap(swaps[self.random.index(swaps.len())]);
            position = position.after(turn).expect("the swap is legal");
        }
    }

    fn only_winning_move(&mut self, position: &Position, swaps: &[Swap]) -> Option<Swap> {
        let mut found = None;
        for swap in swaps {
            let after = position.after(Turn::Swap(*swap)).expect("the swap is legal");
            if self.solver.winner(&after).ok()? == position.to_move && found.replace(*swap).is_some() {
                return None;
            }
        }
        found
    }

    fn puzzle(&mut self, position: Position, answer: Swap, moves: usize) -> Option<Puzzle> {
        let after = position.after(Turn::Swap(answer)).expect("the answer is legal");
        let mut line = vec![Turn::Swap(answer)];
        line.extend(self.solver.line(&after).turns);
        Some(Puzzle { position, answer, moves, line })
    }
}

/// The pieces of the side to move, the same for all images of a position.
fn key(position: &Position) -> Vec<u64> {
    let size = position.board.size();
    with_bitboard!(size, P => {
        let own: P = own_pieces(&position.board, position.to_move, &Frame::<P>::new(size)).canonical(size);
        (0..P::WORDS).map(|i| own.word(i)).collect()
    })
}
