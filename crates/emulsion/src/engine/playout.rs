//! Games played to the end at random.

use crate::engine::bitboard::{Bitboard, DIRECTIONS};
use crate::engine::frame::{Frame, Swaps};
use crate::position::Tie;

/// Cheap random numbers (a Weyl sequence mixed by one multiplication), the same on every platform.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (product >> 64) as u64 ^ product as u64
    }

    /// A number below a small bound.
    #[cfg(test)]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.bits() as u32) * u64::from(bound)) >> 32) as u32
    }
}

/// A random swap: any square that is the first of a swap, all equally likely, then any of its directions. Making all swaps
/// equally likely takes twice as long, because they must be counted.
#[inline(always)]
pub(crate) fn any_swap<P: Bitboard>(
    frame: &Frame<P>,
    swaps: &Swaps<P>,
    dice: &mut Dice,
) -> Option<(usize, usize)> {
    let any = swaps[0] | swaps[1] | swaps[2] | swaps[3];
    let (square, bits) = any_square(frame, dice, |square| any.has(square), || any)?;
    let has = |direction: usize| usize::from(swaps[direction].has(square)) << direction;
    Some((square, any_direction(has(0) | has(1) | has(2) | has(3), bits)))
}

/// One of the squares of a bitboard, all equally likely, and random bits for [`any_direction`].
///
/// Until few squares are left, one of three guesses mostly hits, and a guess does not have to wait for the bitboard. Only if all
/// miss, the squares are counted.
#[inline(always)]
pub(crate) fn any_square<P: Bitboard>(
    frame: &Frame<P>,
    dice: &mut Dice,
    has: impl Fn(usize) -> bool,
    set: impl FnOnce() -> P,
) -> Option<(usize, u64)> {
    let bits = dice.bits();
    let guess = |i: u32| frame.square_of_bits(bits >> (16 * i));
    let hit = |i: u32| u32::from(has(guess(i))) << i;
    let hits = hit(1) | hit(2) | hit(3);
    if hits != 0 {
        return Some((guess(hits.trailing_zeros()), bits));
    }
    let (set, bits) = (set(), dice.bits());
    let total = set.count();
    (total > 0).then(|| (nth_square(&set, (((bits >> 32) * u64::from(total)) >> 32) as u32), bits))
}

/// One of a set of directions, by the last 16 of random bits.
#[inline(always)]
pub(crate) fn any_direction(directions: usize, bits: u64) -> usize {
    CHOICES[directions][((bits & 0xffff) as usize * 12) >> 16].into()
}

/// For each set of directions twelve choices, in which its directions are equally frequent.
const CHOICES: [[u8; 12]; 16] = {
    let mut table = [[0; 12]; 16];
    let mut set = 1;
    while set < 16 {
        let mut direction = 0;
        let mut i = 0;
        while i < 12 {
            while (set >> direction) & 1 == 0 {
                direction = (direction + 1) % DIRECTIONS;
            }
            table[set][i] = direction as u8;
            direction = (direction + 1) % DIRECTIONS;
            i += 1;
        }
        set += 1;
    }
    table
};

/// The square of a bitboard that has this many others before it.
#[inline(always)]
fn nth_square<P: Bitboard>(set: &P, before: u32) -> usize {
    // Without branches: skip the words before the one that holds it.
    let (mut number, mut sum, mut passed) = (0, 0, 0);
    for i in 0..P::WORDS - 1 {
        let count = set.word(i).count_ones();
        sum += count;
        number += usize::from(before >= sum);
        passed += if before >= sum { count } else { 0 };
    }
    number * 64 + nth_bit(set.word(number), before - passed)
}

/// The index of a word's set bit that has this many set bits below it.
#[inline(always)]
fn nth_bit(word: u64, before: u32) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * EACH;
    let pairs = word - ((word >> 1) & (0x55 * EACH));
    let fours = (pairs & (0x33 * EACH)) + ((pairs >> 2) & (0x33 * EACH));
    // Byte by byte, the number of set bits up to and with it.
    let sums = ((fours + (fours >> 4)) & (0x0f * EACH)).wrapping_mul(EACH);
    let passed = (((u64::from(before) * EACH) | HIGH) - sums) & HIGH;
    let place = ((passed >> 7).wrapping_mul(EACH) >> 56) << 3;
    let rest = u64::from(before) - (((sums << 8) >> place) & 0xff);
    place as usize + usize::from(NTH_BIT[rest as usize & 7][((word >> place) & 0xff) as usize])
}

/// The same for bytes.
const NTH_BIT: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut before) = (0, 0);
        while bit < 8 {
            if (byte >> bit) & 1 == 1 {
                table[before][byte] = bit;
                before += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Plays to the end at random; the board there and the number of moves.
#[inline(always)]
pub(crate) fn play_out<P: Bitboard>(frame: &Frame<P>, mut board: P, dice: &mut Dice) -> (P, u32) {
    let mut moves = 0;
    while let Some((square, direction)) = any_swap(frame, &frame.swaps(board), dice) {
        board = board.toggled(square, direction);
        moves += 1;
    }
    (board, moves)
}

/// Plays to the end at random; whether the side that is to move wins. `own` are its pieces.
// Inlined into other functions it gets too few registers.
#[inline(never)]
pub(crate) fn playout<P: Bitboard>(frame: &Frame<P>, own: P, tie: Tie, dice: &mut Dice) -> bool {
    let (board, moves) = own.play_out(frame, dice);
    let mover_is_last = moves % 2 == 1;
    frame.leads(board, mover_is_last == (tie == Tie::LastMoverWins))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_base::random::Random;
    use std::collections::BTreeSet;

    #[test]
    fn bits_are_found_by_their_number() {
        let mut random = Random::new(13);
        for round in 0..3000 {
            let word =
                if round % 2 == 0 { random.bits() } else { random.bits() & random.bits() & random.bits() };
            let places = (0..64usize).filter(|place| (word >> place) & 1 == 1);
            for (before, place) in places.enumerate() {
                assert_eq!(nth_bit(word, before as u32), place);
            }
        }
    }

    fn draws_every_swap<P: Bitboard>(size: usize) {
        let frame = Frame::<P>::new(size);
        let mut dice = Dice::new(14);
        let mut board = P::default();
        for square in 0..P::WORDS * 64 {
            if frame.full.has(square) && dice.below(2) == 0 {
                board = board | P::of_square(square);
            }
        }
        let swaps = frame.swaps(board);
        let all: BTreeSet<(usize, usize)> =
            (0..DIRECTIONS).flat_map(|d| swaps[d].squares().map(move |square| (square, d))).collect();
        let drawn: BTreeSet<(usize, usize)> =
            (0..20_000).filter_map(|_| any_swap(&frame, &swaps, &mut dice)).collect();
        assert!(all.len() > 5 && drawn == all, "{size}: {} of {}", drawn.len(), all.len());
        assert_eq!(any_swap(&frame, &[P::default(); DIRECTIONS], &mut dice), None);
    }

    #[test]
    fn every_swap_is_drawn_and_nothing_else() {
        draws_every_swap::<u64>(8);
        draws_every_swap::<crate::engine::bitboard::Rows16>(9);
        draws_every_swap::<crate::engine::bitboard::Rows16>(16);
        draws_every_swap::<crate::engine::bitboard::Rows32>(20);
    }

    /// Where nearly all squares are the first of a swap and guesses hit, and where few are and squares are counted.
    #[test]
    fn squares_are_equally_likely() {
        fn check<P: Bitboard>(size: usize) {
            const DRAWS: u32 = 1000;
            let frame = Frame::<P>::new(size);
            let mut dice = Dice::new(3);
            for share in [1, 2, 12] {
                let mut set = frame.full;
                for square in frame.full.squares().filter(|_| dice.below(share) > 0).collect::<Vec<_>>() {
                    set = set & !P::of_square(square);
                }
                let mut drawn = vec![0; P::WORDS * 64];
                for _ in 0..set.count() * DRAWS {
                    let (square, _) = any_square(&frame, &mut dice, |square| set.has(square), || set)
                        .expect("there are squares");
                    drawn[square] += 1;
                }
                for (square, drawn) in drawn.into_iter().enumerate() {
                    let expected = if set.has(square) { 850..1150 } else { 0..1 };
                    assert!(expected.contains(&drawn), "{square}: {drawn}");
                }
            }
        }
        check::<u64>(7);
        check::<crate::engine::bitboard::Rows16>(9);
        check::<crate::engine::bitboard::Rows16>(16);
        check::<crate::engine::bitboard::Rows32>(20);
    }
}
