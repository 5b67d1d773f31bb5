//! Move ordering of the exact search: first the moves that seem to win, and that leave little to search.
//!
//! The weights come from counting the positions that proofs on size 6 take.

use crate::engine::bitboard::{Bitboard, DIRECTIONS};
use crate::engine::frame::Frame;

/// Positions with fewer moves are ordered by replies alone.
pub(crate) const WORTH_SHAPES: usize = 8;
const WORTH_GROUPS: usize = 14;
/// Positions with fewer moves to try do not enter the history.
pub(crate) const WORTH_LEARNING: usize = 6;

const REPLY: i32 = 10;
const LIKE_PAIRS_AHEAD: i32 = 7;
const BLOCKS_AHEAD: i32 = 12;
const LARGEST_AHEAD: i32 = 4;
const LIKE_PAIRS: i32 = -20;
const BLOCKS: i32 = -14;
const KILLER: i32 = -16;
/// For a swap whose success so far is [`MOST`].
const SUCCESS: i32 = -32;
const MOST: i32 = 1024;
/// How much a single try counts, of [`MOST`].
const TRY: i32 = 64;

/// The number of a swap in the history.
pub(crate) fn number(square: usize, direction: usize) -> usize {
    square * DIRECTIONS + direction
}

/// The rank of a move: `next` are the pieces of the side to move after it, `replies` its legal swaps, `moves` the number of
/// moves to choose from. Low ranks come first.
#[inline(always)]
pub(crate) fn rank<P: Bitboard>(frame: &Frame<P>, next: P, replies: u32, moves: usize) -> i32 {
    let mut rank = REPLY * replies as i32;
    if moves >= WORTH_SHAPES {
        let waiting = frame.full & !next;
        let ([pairs, blocks], [pairs_waiting, blocks_waiting]) = (shape(frame, next), shape(frame, waiting));
        rank += LIKE_PAIRS_AHEAD * (pairs - pairs_waiting) + LIKE_PAIRS * (pairs + pairs_waiting);
        rank += BLOCKS_AHEAD * (blocks - blocks_waiting) + BLOCKS * (blocks + blocks_waiting);
        if moves >= WORTH_GROUPS {
            rank += LARGEST_AHEAD * (largest_near(frame, next) - largest_near(frame, waiting));
        }
    }
    rank
}

/// The numbers of neighbouring pairs and of blocks of two times two among some squares.
#[inline(always)]
fn shape<P: Bitboard>(frame: &Frame<P>, squares: P) -> [i32; 2] {
    let across = frame.pairs[0] & squares & squares.of_east();
    let along = frame.pairs[1] & squares & squares.of_south();
    let blocks = frame.pairs[1] & across & across.of_south();
    [(across.count() + along.count()) as i32, blocks.count() as i32]
}

/// The size of the largest group if diagonal neighbours counted too: what may grow together.
fn largest_near<P: Bitboard>(frame: &Frame<P>, squares: P) -> i32 {
    let (east, west) = (frame.pairs[0], frame.pairs[0].of_west());
    let (mut left, mut largest) = (squares, 0);
    while left.count() > largest {
        let Some(first) = left.first() else { break };
        let mut group = P::of_square(first);
        loop {
            let wide = group | (group & west).of_east() | (group & east).of_west();
            let grown = (wide | wide.of_south() | wide.of_north()) & left;
            if grown == group {
                break;
            }
            group = grown;
        }
        left = left & !group;
        largest = largest.max(group.count());
    }
    largest as i32
}

/// How swaps have fared in a search so far: history heuristic and killer moves.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// From -[`MOST`] to [`MOST`], for each side.
    success: [Vec<i32>; 2],
    /// The last two winning swaps, for each distance from the root.
    killers: Vec<[usize; 2]>,
}

impl History {
    pub fn new<P: Bitboard>() -> History {
        let swaps = P::WORDS * 64 * DIRECTIONS;
        History { success: [vec![0; swaps], vec![0; swaps]], killers: Vec::new() }
    }

    /// What to add to a move's rank at a distance from the root.
    #[inline(always)]
    pub fn rank(&self, swap: usize, depth: usize) -> i32 {
        let is_killer = self.killers.get(depth).is_some_and(|killers| killers.contains(&swap));
        self.success[depth % 2][swap] * SUCCESS / MOST + if is_killer { KILLER } else { 0 }
    }

    /// One swap has won after others had failed.
    pub fn learn(&mut self, swap: usize, in_vain: impl Iterator<Item = usize>, depth: usize) {
        if self.killers.len() <= depth {
            // No swap has this number.
            self.killers.resize(depth + 1, [usize::MAX; 2]);
        }
        let killers = &mut self.killers[depth];
        if killers[0] != swap {
            *killers = [swap, killers[0]];
        }
        let success = &mut self.success[depth % 2];
        success[swap] += TRY - success[swap] * TRY / MOST;
        for swap in in_vain {
            success[swap] -= TRY + success[swap] * TRY / MOST;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_may_grow_together_over_corners() {
        let frame = Frame::<u64>::new(4);
        let of = |squares: &[(usize, usize)]| {
            squares.iter().fold(0, |set, (row, column)| set | 1 << Frame::<u64>::square(*row, *column))
        };
        assert_eq!(largest_near(&frame, 0), 0);
        // The last square of a row is no neighbour of the first one in the next row.
        assert_eq!(largest_near(&frame, of(&[(0, 3), (1, 0), (2, 1), (3, 2), (3, 3)])), 4);
        assert_eq!(shape(&frame, of(&[(0, 3), (1, 0), (2, 1), (3, 2), (3, 3)])), [1, 0]);
        assert_eq!(shape(&frame, of(&[(0, 0), (0, 1), (1, 0), (1, 1), (2, 1)])), [5, 1]);
        assert_eq!(shape(&frame, frame.full), [24, 9]);
    }

    #[test]
    fn success_stays_within_bounds() {
        let mut history = History::new::<u64>();
        for _ in 0..1000 {
            history.learn(3, [4, 5].into_iter(), 2);
        }
        assert_eq!(history.rank(3, 2), SUCCESS * history.success[0][3] / MOST + KILLER);
        assert!(history.success[0][3] > MOST / 2 && history.success[0][3] <= MOST);
        assert!(history.success[0][4] < -MOST / 2 && history.success[0][4] >= -MOST);
        assert_eq!((history.rank(3, 1), history.rank(6, 2)), (0, 0));
    }
}
