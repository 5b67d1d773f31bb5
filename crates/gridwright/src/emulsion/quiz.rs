//! Positions with exactly one winning move, found by proof.

use super::board::Swap;
use super::frame::Frame;
use super::plane::{Plane, with_plane};
use super::position::{Position, Turn};
use super::solver::{Solver, own_plane};
use crate::random::Random;
use crate::stop::Stop;
use std::collections::BTreeSet;

/// A position in which exactly one move wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The position.
    pub position: Position,
    /// The winning move.
    pub answer: Swap,
    /// How many moves there are.
    pub moves: usize,
    /// A game with best play of the winner, the answer first.
    pub line: Vec<Turn>,
}

/// Makes such positions, the same ones for the same start and seed.
///
/// ```
/// use gridwright::emulsion::{Position, Quiz};
/// let task = Quiz::new(&Position::start(4)?, 1).make().expect("there are many");
/// assert!(task.moves >= 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Quiz {
    start: Position,
    random: Random,
    solver: Solver,
    stop: Stop,
    /// What was made, so that nothing comes twice, turned or reflected neither.
    made: BTreeSet<Vec<u64>>,
}

/// Few moves are no puzzle.
const FEWEST_MOVES: usize = 4;
/// Games that are looked through in vain before it is given up.
const ATTEMPTS: usize = 2_000;
/// Bytes for what is proven.
const TABLES: usize = 1 << 26;
/// Positions that take longer to prove are passed over.
const STEPS: u64 = 2_000_000;

impl Quiz {
    /// Positions that come up in games from a start.
    pub fn new(start: &Position, seed: u64) -> Quiz {
        let solver = Solver::new(start, TABLES);
        let start = Position { pie: false, ..start.clone() };
        Quiz { start, random: Random::new(seed), solver, stop: Stop::default(), made: BTreeSet::new() }
    }

    /// Asks now and then whether to stop.
    pub fn on_stop(&mut self, ask: impl FnMut() -> bool + Send + 'static) {
        self.stop = Stop::new(ask);
    }

    /// Another position; `None` when stopped, or when none was found for long.
    pub fn make(&mut self) -> Option<Task> {
        let stop = self.stop.clone();
        self.solver.on_stop(move || stop.is_asked());
        self.solver.limit_steps(Some(STEPS));
        for _ in 0..ATTEMPTS {
            if self.stop.is_asked() {
                return None;
            }
            if let Some(task) = self.look_through_a_game()
                && self.made.insert(key(&task.position))
            {
                return Some(task);
            }
        }
        None
    }

    /// Goes down a random game to somewhere in its middle, and from there on to the first position that serves.
    fn look_through_a_game(&mut self) -> Option<Task> {
        let mut position = self.start.clone();
        let most = position.board.swaps().len();
        // Not everything is a late ending: somewhere between two thirds of the first moves and a few.
        let wanted = FEWEST_MOVES + self.random.index((2 * most / 3).saturating_sub(FEWEST_MOVES).max(1));
        loop {
            let swaps = position.board.swaps();
            if swaps.len() < FEWEST_MOVES {
                return None;
            }
            if swaps.len() <= wanted
                && let Some(answer) = self.only_winning_move(&position, &swaps)
            {
                return self.task(position, answer, swaps.len());
            }
            let turn = Turn::Swap(swaps[self.random.index(swaps.len())]);
            position = position.after(turn).expect("the swap is legal");
        }
    }

    fn only_winning_move(&mut self, position: &Position, swaps: &[Swap]) -> Option<Swap> {
        let mut found = None;
        for swap in swaps {
            let after = position.after(Turn::Swap(*swap)).expect("the swap is legal");
            if self.solver.winner(&after)? == position.to_move && found.replace(*swap).is_some() {
                return None;
            }
        }
        found
    }

    fn task(&mut self, position: Position, answer: Swap, moves: usize) -> Option<Task> {
        let after = position.after(Turn::Swap(answer)).expect("the answer is legal");
        let mut line = vec![Turn::Swap(answer)];
        line.extend(self.solver.line(&after));
        Some(Task { position, answer, moves, line })
    }
}

/// The pieces of the side to move, the same for all images of a position.
fn key(position: &Position) -> Vec<u64> {
    let size = position.board.size();
    with_plane!(size, P => {
        let own: P = own_plane(&position.board, position.to_move, &Frame::<P>::new(size)).canonical(size);
        (0..P::WORDS).map(|i| own.word(i)).collect()
    })
}
