//! The exact search for callers: positions in, results out.

use crate::board::{Board, Swap};
use crate::engine::bitboard::{Bitboard, Rows16, Rows32};
use crate::engine::exact::Exact;
use crate::engine::frame::Frame;
use crate::engine::transposition::{OwnTable, SharedTable, Table};
use crate::position::{Colour, Position, Tie, Turn};
use gridwright_base::{Limits, Progress, Stopped};
use std::sync::Arc;

/// Proves who wins with best play. It ignores the pie rule: its answer is the *colour* that wins.
///
/// ```
/// use gridwright_emulsion::{Colour, Position, Solver};
/// let position = Position::start(4)?;
/// let mut solver = Solver::new(&position);
/// assert_eq!(solver.winner(&position), Ok(Colour::Black));
/// let winning = solver.results(&position).into_iter().filter(|(_, winner)| *winner == Ok(Colour::Black));
/// assert_eq!(winning.count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    inner: Inner,
    size: usize,
    tie: Tie,
    limits: Limits,
}

#[derive(Debug)]
enum Inner {
    Small(Exact<u64>, Arc<SharedTable>),
    Large(Box<Exact<Rows16>>, OwnTable<Rows16>),
    Huge(Box<Exact<Rows32>>, OwnTable<Rows32>),
}

/// A game with best play, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its turns.
    pub turns: Vec<Turn>,
    /// Why it ends before the game does, if it does.
    pub stopped: Option<Stopped>,
}

/// Bytes for tables unless the limits say otherwise.
const MEMORY: usize = 1 << 26;
/// Steps between questions whether to stop.
const PATIENCE: u64 = 1024;

impl Solver {
    /// A solver for positions on boards of this position's size and under its rule for ties, with tables of 64 MiB.
    pub fn new(like: &Position) -> Solver {
        Solver::with_limits(like, Limits::default())
    }

    /// The same within limits: a step is a visited position, and each question may take all the steps.
    pub fn with_limits(like: &Position, limits: Limits) -> Solver {
        let (size, tie) = (like.board.size(), like.tie);
        let memory = limits.memory.unwrap_or(MEMORY);
        let inner = match size {
            ..=8 => Inner::Small(exact(size, tie), Arc::new(SharedTable::new(memory / 8))),
            9..=16 => Inner::Large(Box::new(exact(size, tie)), own_table(memory)),
            _ => Inner::Huge(Box::new(exact(size, tie)), own_table(memory)),
        };
        Solver { inner, size, tie, limits }
    }

    /// Another solver with the same tables that tries moves in another order. Run several of them on threads of your own, and
    /// they help each other. On boards above size 8 solvers cannot share tables: then it is `None`.
    pub fn companion(&self, number: u64) -> Option<Solver> {
        let Inner::Small(_, table) = &self.inner else { return None };
        let exact = Exact::new(Frame::new(self.size), self.tie, number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let inner = Inner::Small(exact, Arc::clone(table));
        Some(Solver { inner, limits: self.limits.clone(), ..*self })
    }

    /// Sets other limits for the next questions. The tables keep their size.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The number of positions visited so far.
    pub fn steps(&self) -> u64 {
        match &self.inner {
            Inner::Small(exact, _) => exact.steps,
            Inner::Large(exact, _) => exact.steps,
            Inner::Huge(exact, _) => exact.steps,
        }
    }

    /// Which colour wins.
    ///
    /// # Panics
    /// When the position has another size or another rule for ties than the solver was made for.
    pub fn winner(&mut self, position: &Position) -> Result<Colour, Stopped> {
        assert_eq!((self.size, self.tie), (position.board.size(), position.tie), "another game");
        let limits = &self.limits;
        let wins = match &mut self.inner {
            Inner::Small(exact, table) => wins(exact, table.as_ref(), position, limits),
            Inner::Large(exact, table) => wins(exact, table, position, limits),
            Inner::Huge(exact, table) => wins(exact, table, position, limits),
        };
        wins.map(|wins| if wins { position.to_move } else { position.to_move.other() })
    }

    /// Which colour wins after each legal swap, in the order of [`Board::swaps`].
    pub fn results(&mut self, position: &Position) -> Vec<(Swap, Result<Colour, Stopped>)> {
        let after = |swap: Swap| position.after(Turn::Swap(swap)).expect("the swap is legal");
        position.board.swaps().into_iter().map(|swap| (swap, self.winner(&after(swap)))).collect()
    }

    /// A game in which the winner plays best, as far as the limits allow; the loser takes the first move.
    pub fn line(&mut self, position: &Position) -> Line {
        let mut line = Line { turns: Vec::new(), stopped: None };
        let mut now = position.clone();
        loop {
            match self.best_turn(&now) {
                Ok(Some((turn, after))) => {
                    line.turns.push(turn);
                    now = after;
                }
                Ok(None) => return line,
                Err(stopped) => return Line { stopped: Some(stopped), ..line },
            }
        }
    }

    /// A turn that wins, or any where none does, and the position after it; `None` when the game is over.
    fn best_turn(&mut self, position: &Position) -> Result<Option<(Turn, Position)>, Stopped> {
        let winner = self.winner(position)?;
        let mut stopped = None;
        for turn in position.board.swaps().into_iter().map(Turn::Swap) {
            let after = position.after(turn).expect("the swap is legal");
            if winner != position.to_move {
                return Ok(Some((turn, after)));
            }
            match self.winner(&after) {
                Ok(found) if found == winner => return Ok(Some((turn, after))),
                Ok(_) => {}
                Err(why) => stopped = Some(why),
            }
        }
        stopped.map_or(Ok(None), Err)
    }
}

fn exact<P: Bitboard>(size: usize, tie: Tie) -> Exact<P> {
    Exact::new(Frame::new(size), tie, 0)
}

fn own_table<P: Bitboard>(bytes: usize) -> OwnTable<P> {
    OwnTable::new(bytes / size_of::<(P, Option<bool>)>())
}

fn wins<P: Bitboard>(
    exact: &mut Exact<P>,
    table: &impl Table<P>,
    position: &Position,
    limits: &Limits,
) -> Result<bool, Stopped> {
    let own = own_pieces(&position.board, position.to_move, &exact.frame);
    let first = exact.steps;
    let last = limits.steps.map_or(u64::MAX, |most| first.saturating_add(most));
    exact.wins(own, table, &mut |steps| match steps {
        _ if steps >= last => Err(Stopped::Steps),
        _ if steps.is_multiple_of(PATIENCE) => report(limits, steps - first),
        _ => Ok(()),
    })
}

#[cold]
fn report(limits: &Limits, done: u64) -> Result<(), Stopped> {
    limits.report(Progress { task: "proving", done, total: limits.steps, unit: "position" });
    limits.cancel.check()
}

/// The pieces of one side.
pub(crate) fn own_pieces<P: Bitboard>(board: &Board, colour: Colour, frame: &Frame<P>) -> P {
    let black: P = board.bitboard();
    if colour == Colour::Black { black } else { frame.full & !black }
}
