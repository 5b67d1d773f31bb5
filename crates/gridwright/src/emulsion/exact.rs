//! The search that finds out who wins, by proof.

use super::frame::Frame;
use super::memory::Memory;
use super::plane::Plane;
use super::position::Tie;

/// The search was stopped, or its budget is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unfinished;

/// A search for who wins on boards of one size. Pieces are always those of the side to move, which are all it needs to
/// know: the rules are the same for both colours.
#[derive(Clone, Debug)]
pub(crate) struct Exact<P> {
    pub frame: Frame<P>,
    tie: Tie,
    /// Among equally promising moves, searches with different numbers look at different ones first.
    taste: u64,
    /// Positions looked at.
    pub steps: u64,
    /// The moves of all positions on the way, those of the last one at the end.
    moves: Vec<(u32, u64, P)>,
}

impl<P: Plane> Exact<P> {
    pub fn new(frame: Frame<P>, tie: Tie, taste: u64) -> Exact<P> {
        Exact { frame, tie, taste, steps: 0, moves: Vec::new() }
    }

    /// Whether the side to move wins. `go_on` is asked before every step.
    pub fn wins(
        &mut self,
        own: P,
        memory: &impl Memory<P>,
        go_on: &mut impl FnMut(u64) -> bool,
    ) -> Result<bool, Unfinished> {
        self.moves.clear();
        self.search(own.canonical(self.frame.size), memory, go_on)
    }

    /// The same where one look suffices: nothing is left to move.
    pub fn wins_at_end(&self, own: P) -> bool {
        // Whoever is to move did not move last.
        self.frame.leads(own, self.tie == Tie::LastMoverLoses)
    }

    fn search(
        &mut self,
        own: P,
        memory: &impl Memory<P>,
        go_on: &mut impl FnMut(u64) -> bool,
    ) -> Result<bool, Unfinished> {
        if let Some(wins) = memory.get(own) {
            return Ok(wins);
        }
        if !go_on(self.steps) {
            return Err(Unfinished);
        }
        self.steps += 1;
        let from = self.moves.len();
        let found = match self.collect(own, memory) {
            Some(wins) => Ok(wins),
            None => self.try_moves(from, memory, go_on),
        };
        self.moves.truncate(from);
        if let Ok(wins) = found {
            memory.put(own, wins);
        }
        found
    }

    /// Puts the moves that are not known to lose on the list, fewest replies first, unless the result is plain.
    fn collect(&mut self, own: P, memory: &impl Memory<P>) -> Option<bool> {
        let from = self.moves.len();
        let swaps = self.frame.swaps(own);
        let mut is_over = true;
        for (direction, squares) in swaps.iter().enumerate() {
            for square in squares.squares() {
                is_over = false;
                let next = self.frame.full & !own.toggled(square, direction);
                let next = next.canonical(self.frame.size);
                match memory.get(next) {
                    Some(false) => return Some(true),
                    Some(true) => {}
                    None => self.moves.push((0, 0, next)),
                }
            }
        }
        if is_over {
            return Some(self.wins_at_end(own));
        }
        self.moves[from..].sort_unstable_by_key(|(_, _, next)| *next);
        let mut kept = from;
        for i in from..self.moves.len() {
            let next = self.moves[i].2;
            if kept > from && self.moves[kept - 1].2 == next {
                continue;
            }
            let replies = Frame::count(&self.frame.swaps(next));
            if replies > 0 {
                let order = (next.word(0) ^ self.taste).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                self.moves[kept] = (replies, if self.taste == 0 { 0 } else { order }, next);
                kept += 1;
            } else if !self.wins_at_end(next) {
                return Some(true);
            }
        }
        self.moves.truncate(kept);
        self.moves[from..].sort_unstable();
        None
    }

    fn try_moves(
        &mut self,
        from: usize,
        memory: &impl Memory<P>,
        go_on: &mut impl FnMut(u64) -> bool,
    ) -> Result<bool, Unfinished> {
        for i in from..self.moves.len() {
            if !self.search(self.moves[i].2, memory, go_on)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
