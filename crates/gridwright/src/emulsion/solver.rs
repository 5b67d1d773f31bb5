//! Who wins with best play, for callers: positions in, results out.

use super::board::{Board, Swap};
use super::exact::{Exact, Unfinished};
use super::frame::Frame;
use super::memory::{Memory, OwnMemory, SharedMemory};
use super::plane::{Plane, Rows16, Rows32};
use super::position::{Colour, Position, Tie, Turn};
use crate::stop::Stop;
use std::sync::Arc;

/// Finds out by proof who wins with best play. The pie rule is left out of account: what is told is which *colour* wins.
///
/// ```
/// use gridwright::emulsion::{Colour, Position, Solver};
/// let position = Position::start(4)?;
/// let mut solver = Solver::new(&position, 1 << 20);
/// assert_eq!(solver.winner(&position), Some(Colour::Black));
/// let winning = solver.results(&position).into_iter().filter(|(_, winner)| *winner == Some(Colour::Black));
/// assert_eq!(winning.count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    inner: Inner,
    size: usize,
    tie: Tie,
    most_steps: Option<u64>,
    stop: Stop,
}

#[derive(Debug)]
enum Inner {
    Small(Exact<u64>, Arc<SharedMemory>),
    Large(Box<Exact<Rows16>>, OwnMemory<Rows16>),
    Huge(Box<Exact<Rows32>>, OwnMemory<Rows32>),
}

/// Steps between questions whether to stop.
const PATIENCE: u64 = 1024;

impl Solver {
    /// A solver for positions on boards of this position's size and under its rule for ties, with tables of about
    /// so many bytes.
    pub fn new(like: &Position, memory: usize) -> Solver {
        let (size, tie) = (like.board.size(), like.tie);
        let inner = match size {
            ..=8 => Inner::Small(exact(size, tie), Arc::new(SharedMemory::new(memory / 8))),
            9..=16 => Inner::Large(Box::new(exact(size, tie)), own_memory(memory)),
            _ => Inner::Huge(Box::new(exact(size, tie)), own_memory(memory)),
        };
        Solver { inner, size, tie, most_steps: None, stop: Stop::default() }
    }

    /// Another solver that works on the same with the same tables, in another order: several of them, each on a
    /// thread of its caller, help each other on boards up to size 8. Beyond there are no common tables, hence `None`.
    pub fn companion(&self, number: u64) -> Option<Solver> {
        let Inner::Small(_, memory) = &self.inner else { return None };
        let exact = Exact::new(Frame::new(self.size), self.tie, number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let inner = Inner::Small(exact, Arc::clone(memory));
        Some(Solver { inner, stop: Stop::default(), ..*self })
    }

    /// Gives up on a question after so many steps.
    pub fn limit_steps(&mut self, steps: Option<u64>) {
        self.most_steps = steps;
    }

    /// Asks now and then whether to stop.
    pub fn on_stop(&mut self, ask: impl FnMut() -> bool + Send + 'static) {
        self.stop = Stop::new(ask);
    }

    /// The number of positions looked at so far.
    pub fn steps(&self) -> u64 {
        match &self.inner {
            Inner::Small(exact, _) => exact.steps,
            Inner::Large(exact, _) => exact.steps,
            Inner::Huge(exact, _) => exact.steps,
        }
    }

    /// Which colour wins; `None` where the budget ended first.
    ///
    /// # Panics
    /// When the position has another size or another rule for ties than the solver was made for.
    pub fn winner(&mut self, position: &Position) -> Option<Colour> {
        assert_eq!((self.size, self.tie), (position.board.size(), position.tie), "another game");
        let (most, stop) = (self.most_steps, &self.stop);
        let wins = match &mut self.inner {
            Inner::Small(exact, memory) => wins(exact, memory.as_ref(), position, most, stop),
            Inner::Large(exact, memory) => wins(exact, memory, position, most, stop),
            Inner::Huge(exact, memory) => wins(exact, memory, position, most, stop),
        };
        wins.ok().map(|wins| if wins { position.to_move } else { position.to_move.other() })
    }

    /// Which colour wins after each legal swap, in the order of [`Board::swaps`].
    pub fn results(&mut self, position: &Position) -> Vec<(Swap, Option<Colour>)> {
        let after = |swap: Swap| position.after(Turn::Swap(swap)).expect("the swap is legal");
        position.board.swaps().into_iter().map(|swap| (swap, self.winner(&after(swap)))).collect()
    }

    /// A game with best play of whoever wins, as long as the budget allows; the loser takes the first move.
    pub fn line(&mut self, position: &Position) -> Vec<Turn> {
        let mut line = Vec::new();
        let mut now = position.clone();
        while let Some(winner) = self.winner(&now) {
            let mut swaps = now.board.swaps().into_iter().map(Turn::Swap);
            let found = swaps.find_map(|turn| {
                let after = now.after(turn).expect("the swap is legal");
                (winner != now.to_move || self.winner(&after) == Some(winner)).then_some((turn, after))
            });
            let Some((turn, after)) = found else { break };
            line.push(turn);
            now = after;
        }
        line
    }
}

fn exact<P: Plane>(size: usize, tie: Tie) -> Exact<P> {
    Exact::new(Frame::new(size), tie, 0)
}

fn own_memory<P: Plane>(bytes: usize) -> OwnMemory<P> {
    OwnMemory::new(bytes / size_of::<(P, Option<bool>)>())
}

fn wins<P: Plane>(
    exact: &mut Exact<P>,
    memory: &impl Memory<P>,
    position: &Position,
    most: Option<u64>,
    stop: &Stop,
) -> Result<bool, Unfinished> {
    let own = own_plane(&position.board, position.to_move, &exact.frame);
    let last = most.map(|most| exact.steps.saturating_add(most));
    exact.wins(own, memory, &mut |steps| {
        last.is_none_or(|last| steps < last) && (steps % PATIENCE != 0 || !stop.is_asked())
    })
}

/// The pieces of one side.
pub(crate) fn own_plane<P: Plane>(board: &Board, colour: Colour, frame: &Frame<P>) -> P {
    let black: P = board.plane();
    if colour == Colour::Black { black } else { frame.full & !black }
}
