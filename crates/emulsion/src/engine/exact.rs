//! The exact search: it proves who wins.

use crate::engine::bitboard::{Bitboard, DIRECTIONS, least};
use crate::engine::frame::Frame;
use crate::engine::order::{self, History, WORTH_LEARNING, WORTH_SHAPES};
use crate::engine::transposition::Table;
use crate::position::Tie;
use gridwright_base::Stopped;

/// A search on boards of one size. It knows only the pieces of the side to move: the rules are the same for both colours.
#[derive(Clone, Debug)]
pub(crate) struct Exact<P> {
    pub frame: Frame<P>,
    tie: Tie,
    /// Searches with different salts try moves in different orders once the most promising ones have failed.
    salt: u64,
    /// Positions visited.
    pub steps: u64,
    /// The moves of all positions on the current path, those of the last position at the end.
    moves: Vec<Move<P>>,
    history: History,
    /// The images of both squares of each swap, on boards whose images count as one.
    pairs: Vec<[P; 8]>,
}

#[derive(Clone, Copy, Debug)]
struct Move<P> {
    /// Low ranks come first.
    rank: i32,
    swap: u32,
    /// The position after the move, and the image of it that is its key in the table.
    next: P,
    key: P,
}

/// Moves that every search tries first.
const COMMON: usize = 8;

impl<P: Bitboard> Exact<P> {
    pub fn new(frame: Frame<P>, tie: Tie, salt: u64) -> Exact<P> {
        let has_images = frame.full.images(frame.size).is_some();
        let swaps = if has_images { P::WORDS * 64 * DIRECTIONS } else { 0 };
        let images = |swap: usize| {
            let (square, direction) = (swap / DIRECTIONS, swap % DIRECTIONS);
            let is_there = frame.pairs[direction].has(square);
            let pair = if is_there { P::default().toggled(square, direction) } else { P::default() };
            pair.images(frame.size).unwrap_or_default()
        };
        let pairs = (0..swaps).map(images).collect();
        Exact { frame, tie, salt, steps: 0, moves: Vec::new(), history: History::new::<P>(), pairs }
    }

    /// Whether the side to move wins. `go_on` decides before every step whether to go on.
    pub fn wins(
        &mut self,
        own: P,
        table: &impl Table<P>,
        go_on: &mut impl FnMut(u64) -> Result<(), Stopped>,
    ) -> Result<bool, Stopped> {
        self.moves.clear();
        self.search(own, own.canonical(self.frame.size), 0, table, go_on)
    }

    /// The same at the end of a game.
    pub fn wins_at_end(&self, own: P) -> bool {
        // The side to move did not move last.
        self.frame.leads(own, self.tie == Tie::LastMoverLoses)
    }

    fn search(
        &mut self,
        own: P,
        key: P,
        depth: usize,
        table: &impl Table<P>,
        go_on: &mut impl FnMut(u64) -> Result<(), Stopped>,
    ) -> Result<bool, Stopped> {
        if let Some(wins) = table.get(key) {
            return Ok(wins);
        }
        go_on(self.steps)?;
        self.steps += 1;
        let from = self.moves.len();
        let found = match self.collect(own, depth, table) {
            Some(wins) => Ok(wins),
            None => self.try_moves(from, depth, table, go_on),
        };
        self.moves.truncate(from);
        if let Ok(wins) = found {
            table.put(key, wins);
        }
        found
    }

    /// Lists the moves that are not known to lose, the most promising first; returns the result where it is known already.
    // Not inlined, so that its locals leave the stack before the search goes deeper: games on large boards are long.
    #[inline(never)]
    fn collect(&mut self, own: P, depth: usize, table: &impl Table<P>) -> Option<bool> {
        let from = self.moves.len();
        self.list_moves(own);
        let all = self.moves.len() - from;
        if all == 0 {
            return Some(self.wins_at_end(own));
        }
        let mut kept = from;
        for i in from..self.moves.len() {
            match table.get(self.moves[i].key) {
                Some(false) => return Some(true),
                Some(true) => {}
                None => {
                    self.moves[kept] = self.moves[i];
                    kept += 1;
                }
            }
        }
        self.moves.truncate(kept);
        kept = from;
        for i in from..self.moves.len() {
            let mut m = self.moves[i];
            let replies = Frame::count(&self.frame.swaps(m.next));
            if replies > 0 {
                m.rank = order::rank(&self.frame, m.next, replies, all);
                if all >= WORTH_SHAPES {
                    m.rank += self.history.rank(m.swap as usize, depth);
                }
                self.moves[kept] = m;
                kept += 1;
            } else if !self.wins_at_end(m.next) {
                return Some(true);
            }
        }
        self.moves.truncate(kept);
        self.moves[from..].sort_unstable_by_key(|m| (m.rank, m.key));
        if self.salt != 0 && kept - from > COMMON {
            let order = |m: &Move<P>| (m.key.word(0) ^ self.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.moves[from + COMMON..].sort_unstable_by_key(order);
        }
        None
    }

    /// Lists all moves; of moves that lead to images of the same position only one.
    #[inline(always)]
    fn list_moves(&mut self, own: P) {
        let from = self.moves.len();
        let swaps = self.frame.swaps(own);
        let full = self.frame.full;
        let Some(images) = own.images(self.frame.size) else {
            let own = full & !own;
            for (direction, squares) in swaps.into_iter().enumerate() {
                self.moves.extend(squares.squares().map(|square| {
                    let (swap, next) = (order::number(square, direction), own.toggled(square, direction));
                    Move { rank: 0, swap: swap as u32, next, key: next }
                }));
            }
            return;
        };
        // The image of the position after a swap is the position's image after the swap's image.
        let others = images.map(|image| full & !image);
        for (direction, squares) in swaps.into_iter().enumerate() {
            for square in squares.squares() {
                let swap = order::number(square, direction);
                let pair = &self.pairs[swap];
                let key = least(std::array::from_fn(|i| others[i] ^ pair[i]));
                self.moves.push(Move { rank: 0, swap: swap as u32, next: others[0] ^ pair[0], key });
            }
        }
        // Unless the board is its own image, different swaps nearly always lead to positions that are no images of each other.
        if images[1..].contains(&own) {
            self.moves[from..].sort_unstable_by_key(|m| m.key);
            let mut kept = from;
            for i in from..self.moves.len() {
                if i == from || self.moves[i].key != self.moves[kept - 1].key {
                    self.moves[kept] = self.moves[i];
                    kept += 1;
                }
            }
            self.moves.truncate(kept);
        }
    }

    fn try_moves(
        &mut self,
        from: usize,
        depth: usize,
        table: &impl Table<P>,
        go_on: &mut impl FnMut(u64) -> Result<(), Stopped>,
    ) -> Result<bool, Stopped> {
        for i in from..self.moves.len() {
            let Move { swap, next, key, .. } = self.moves[i];
            if !self.search(next, key, depth + 1, table, go_on)? {
                if self.moves.len() - from >= WORTH_LEARNING {
                    let in_vain = self.moves[from..i].iter().map(|m| m.swap as usize);
                    self.history.learn(swap as usize, in_vain, depth);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::engine::bitboard::Rows16;
    use crate::engine::transposition::{OwnTable, SharedTable};
    use crate::position::Colour;
    use crate::solver::own_pieces;
    use gridwright_base::random::Random;
    use std::collections::BTreeMap;

    fn after<P: Bitboard>(frame: &Frame<P>, own: P) -> Vec<P> {
        let swaps = frame.swaps(own);
        let after = |direction: usize, square| frame.full & !own.toggled(square, direction);
        (0..DIRECTIONS).flat_map(|d| swaps[d].squares().map(move |square| after(d, square))).collect()
    }

    /// By trying everything, in no order and without images.
    fn truth<P: Bitboard>(frame: &Frame<P>, own: P, tie: Tie, known: &mut BTreeMap<P, bool>) -> bool {
        if let Some(wins) = known.get(&own) {
            return *wins;
        }
        let next = after(frame, own);
        let wins = if next.is_empty() {
            let (sizes, others) = (frame.sizes(own), frame.sizes(frame.full & !own));
            if sizes == others { tie == Tie::LastMoverLoses } else { sizes > others }
        } else {
            // It does not stop at the first: all positions below must be known.
            next.into_iter().filter(|next| !truth(frame, *next, tie, known)).count() > 0
        };
        known.insert(own, wins);
        wins
    }

    const TIES: [Tie; 2] = [Tie::LastMoverWins, Tie::LastMoverLoses];

    #[test]
    fn every_position_of_size_4_is_judged_rightly() {
        let frame = Frame::<u64>::new(4);
        let start = own_pieces(&Board::start(4).unwrap(), Colour::Black, &frame);
        for (tie, salt) in [(TIES[0], 0), (TIES[1], 0), (TIES[0], 7), (TIES[1], 1 << 60)] {
            let mut known = BTreeMap::new();
            truth(&frame, start, tie, &mut known);
            assert!(known.len() > 9_926, "{}", known.len());
            let mut exact = Exact::new(frame.clone(), tie, salt);
            // From the end, so that earlier questions help little; with a small table and with a large one.
            for table in [SharedTable::new(64), SharedTable::new(1 << 18)] {
                for (own, wins) in known.iter().rev() {
                    assert_eq!(exact.wins(*own, &table, &mut |_| Ok(())), Ok(*wins), "{own:x} {tie:?}");
                }
            }
        }
    }

    /// Boards that games may never reach: pieces anywhere, more of one colour, then random moves until few are left.
    fn judges_late_positions_rightly<P: Bitboard>(size: usize, rounds: u64, table: &impl Table<P>, tie: Tie) {
        let frame = Frame::<P>::new(size);
        let mut random = Random::of_number(size as u64, rounds);
        let mut exact = Exact::new(frame.clone(), tie, rounds % 2);
        let mut won = 0;
        for _ in 0..rounds {
            let share = 35 + random.below(30);
            let mut own = (0..size * size)
                .filter(|_| random.percent(share))
                .map(|i| P::of_square(Frame::<P>::square(i / size, i % size)))
                .fold(P::default(), |own, square| own | square);
            let most = random.index(11);
            loop {
                let next = after(&frame, own);
                if next.len() <= most {
                    break;
                }
                own = next[random.index(next.len())];
            }
            let wins = truth(&frame, own, tie, &mut BTreeMap::new());
            assert_eq!(exact.wins(own, table, &mut |_| Ok(())), Ok(wins), "{own:?} of size {size}, {tie:?}");
            won += u64::from(wins);
        }
        assert!((rounds / 4..rounds * 3 / 4).contains(&won), "{won} of {rounds}");
    }

    #[test]
    fn late_positions_are_judged_rightly() {
        for tie in TIES {
            for size in [3, 5, 5, 6, 6, 7, 8] {
                judges_late_positions_rightly(size, 400, &SharedTable::new(1 << 8), tie);
                judges_late_positions_rightly(size, 401, &SharedTable::new(1 << 20), tie);
            }
            judges_late_positions_rightly::<Rows16>(9, 100, &OwnTable::new(1 << 8), tie);
            judges_late_positions_rightly::<Rows16>(10, 101, &OwnTable::new(1 << 20), tie);
        }
    }
}
