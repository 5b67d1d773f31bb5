//! Sets of squares as bits, in as many words as a size of board needs.

use crate::engine::frame::Frame;
use crate::engine::playout::{Dice, play_out};
use crate::engine::window;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// The partner of a square in a swap: east, south, south-east or south-west of it.
pub(crate) const DIRECTIONS: usize = 4;
/// Rows and columns from a square to its partner.
pub(crate) const OFFSETS: [(usize, isize); DIRECTIONS] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Many bits at once.
pub(crate) trait Bits:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
}

impl<B> Bits for B where
    B: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
}

/// A set of squares of a board up to some size.
pub(crate) trait Bitboard: Bits + Default + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The largest board.
    const LARGEST: usize;
    /// Numbers of neighbouring squares in a column differ by this.
    const STRIDE: usize;
    /// How many words of 64 bits the bitboard has.
    const WORDS: usize;

    /// The squares whose eastern neighbours are in this set. As with all shifts, mask away what wraps around.
    fn of_east(self) -> Self;
    fn of_west(self) -> Self;
    fn of_south(self) -> Self;
    fn of_north(self) -> Self;
    fn word(&self, number: usize) -> u64;
    /// With a square and its partner toggled.
    fn toggled(self, square: usize, direction: usize) -> Self;
    fn of_square(square: usize) -> Self;
    /// Its first square alone, if it has any.
    fn lowest(self) -> Self;

    /// Plays at random from a board to the end; the board there and the number of moves.
    #[inline(always)]
    fn play_out(self, frame: &Frame<Self>, dice: &mut Dice) -> (Self, u32) {
        play_out(frame, self, dice)
    }

    /// Prepares a frame for random games.
    fn divide(_frame: &mut Frame<Self>) {}

    /// The images of a board of this size by rotation and reflection, itself first; `None` where using them does not pay.
    #[inline(always)]
    fn images(self, _size: usize) -> Option<[Self; 8]> {
        None
    }

    /// The same for all images.
    #[inline(always)]
    fn canonical(self, size: usize) -> Self {
        self.images(size).map_or(self, least)
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        (0..Self::WORDS).map(|i| self.word(i).count_ones()).sum()
    }

    // Comparing with an empty bitboard would write the words to memory first.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        (0..Self::WORDS).fold(0, |all, i| all | self.word(i)) == 0
    }

    /// The number of its first square.
    #[inline(always)]
    fn first(&self) -> Option<usize> {
        (0..Self::WORDS).find(|i| self.word(*i) != 0).map(|i| i * 64 + self.word(i).trailing_zeros() as usize)
    }

    /// Its squares in order.
    fn squares(self) -> impl Iterator<Item = usize> {
        (0..Self::WORDS).flat_map(move |i| {
            let mut word = self.word(i);
            std::iter::from_fn(move || {
                let square = (word != 0).then(|| i * 64 + word.trailing_zeros() as usize);
                word &= word.wrapping_sub(1);
                square
            })
        })
    }

    #[inline(always)]
    fn has(&self, square: usize) -> bool {
        self.word(square / 64) >> (square % 64) & 1 == 1
    }
}

impl Bitboard for u64 {
    const LARGEST: usize = 8;
    const STRIDE: usize = 8;
    const WORDS: usize = 1;

    #[inline(always)]
    fn of_east(self) -> Self {
        self >> 1
    }
    #[inline(always)]
    fn of_west(self) -> Self {
        self << 1
    }
    #[inline(always)]
    fn of_south(self) -> Self {
        self >> 8
    }
    #[inline(always)]
    fn of_north(self) -> Self {
        self << 8
    }
    #[inline(always)]
    fn word(&self, _number: usize) -> u64 {
        *self
    }
    #[inline(always)]
    fn toggled(self, square: usize, direction: usize) -> Self {
        const PAIRS: [u64; DIRECTIONS] = [1 | 1 << 1, 1 | 1 << 8, 1 | 1 << 9, 1 | 1 << 7];
        self ^ PAIRS[direction] << square
    }
    #[inline(always)]
    fn of_square(square: usize) -> Self {
        1 << square
    }
    #[inline(always)]
    fn lowest(self) -> Self {
        self & self.wrapping_neg()
    }
    #[inline(always)]
    fn images(self, size: usize) -> Option<[Self; 8]> {
        Some(images(self, size))
    }
}

/// The least of some bitboards.
#[inline(always)]
pub(crate) fn least<P: Bitboard>(boards: [P; 8]) -> P {
    let [a, b, c, d, e, f, g, h] = boards;
    a.min(b).min(c.min(d)).min(e.min(f).min(g.min(h)))
}

/// The eight images of a board.
#[inline(always)]
fn images(board: u64, size: usize) -> [u64; 8] {
    let upside_down = |board: u64| board.swap_bytes() >> (8 * (8 - size));
    let reversed = |board: u64| board.reverse_bits().swap_bytes() >> (8 - size);
    let transposed = transposed(board);
    let [a, b, c, d] = [board, transposed, reversed(board), reversed(transposed)];
    [a, b, c, d, upside_down(a), upside_down(b), upside_down(c), upside_down(d)]
}

/// Rows and columns exchanged.
#[inline(always)]
fn transposed(mut board: u64) -> u64 {
    for (mask, shift) in
        [(0x00aa_00aa_00aa_00aa, 7), (0x0000_cccc_0000_cccc, 14), (0x0000_0000_f0f0_f0f0, 28)]
    {
        let moved = (board ^ board >> shift) & mask;
        board ^= moved ^ moved << shift;
    }
    board
}

/// A bitboard of several words of 64 bits.
macro_rules! bitboard_of_words {
    ($name:ident, $words:literal, $stride:literal, $size:literal $(, $window:ident)?) => {
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(crate) struct $name(pub [u64; $words]);

        impl $name {
            /// Each square alone. Changing single words would make whole bitboards wait for memory.
            const SQUARES: [$name; $words * 64] = {
                let mut squares = [$name([0; $words]); $words * 64];
                let mut square = 0;
                while square < $words * 64 {
                    squares[square].0[square / 64] = 1 << (square % 64);
                    square += 1;
                }
                squares
            };

            #[inline(always)]
            fn with(self, other: $name, combine: impl Fn(u64, u64) -> u64) -> $name {
                $name(std::array::from_fn(|i| combine(self.0[i], other.0[i])))
            }
        }

        impl BitAnd for $name {
            type Output = $name;
            #[inline(always)]
            fn bitand(self, other: $name) -> $name {
                self.with(other, |a, b| a & b)
            }
        }

        impl BitOr for $name {
            type Output = $name;
            #[inline(always)]
            fn bitor(self, other: $name) -> $name {
                self.with(other, |a, b| a | b)
            }
        }

        impl BitXor for $name {
            type Output = $name;
            #[inline(always)]
            fn bitxor(self, other: $name) -> $name {
                self.with(other, |a, b| a ^ b)
            }
        }

        impl Not for $name {
            type Output = $name;
            #[inline(always)]
            fn not(self) -> $name {
                $name(std::array::from_fn(|i| !self.0[i]))
            }
        }

        // Words hold whole rows, so they shift east and west on their own.
        impl Bitboard for $name {
            const LARGEST: usize = $size;
            const STRIDE: usize = $stride;
            const WORDS: usize = $words;

            #[inline(always)]
            fn of_east(self) -> Self {
                $name(std::array::from_fn(|i| self.0[i] >> 1))
            }
            #[inline(always)]
            fn of_west(self) -> Self {
                $name(std::array::from_fn(|i| self.0[i] << 1))
            }
            #[inline(always)]
            fn of_south(self) -> Self {
                let next = |i: usize| if i + 1 < $words { self.0[i + 1] << (64 - $stride) } else { 0 };
                $name(std::array::from_fn(|i| self.0[i] >> $stride | next(i)))
            }
            #[inline(always)]
            fn of_north(self) -> Self {
                let last = |i: usize| if i > 0 { self.0[i - 1] >> (64 - $stride) } else { 0 };
                $name(std::array::from_fn(|i| self.0[i] << $stride | last(i)))
            }
            #[inline(always)]
            fn word(&self, number: usize) -> u64 {
                self.0[number]
            }
            #[inline(always)]
            fn toggled(self, square: usize, direction: usize) -> Self {
                const STEPS: [usize; DIRECTIONS] = [1, $stride, $stride + 1, $stride - 1];
                self ^ Self::SQUARES[square] ^ Self::SQUARES[square + STEPS[direction]]
            }
            #[inline(always)]
            fn of_square(square: usize) -> Self {
                let mut set = $name::default();
                set.0[square / 64] = 1 << (square % 64);
                set
            }
            #[inline(always)]
            fn lowest(self) -> Self {
                let mut before = 0;
                $name(self.0.map(|word| {
                    let lowest = if before == 0 { word & word.wrapping_neg() } else { 0 };
                    before |= word;
                    lowest
                }))
            }
            $(
                #[inline(always)]
                fn play_out(self, frame: &Frame<Self>, dice: &mut Dice) -> (Self, u32) {
                    $window::play_out(frame, self, dice)
                }
                fn divide(frame: &mut Frame<Self>) {
                    $window::divide(frame);
                }
            )?
        }
    };
}

bitboard_of_words!(Rows16, 4, 16, 16, window);
bitboard_of_words!(Rows32, 13, 32, 26);

/// Evaluates an expression with the narrowest bitboard that has room for a size of board.
macro_rules! with_bitboard {
    ($size:expr, $bitboard:ident => $done:expr) => {
        match $size {
            ..=8 => {
                type $bitboard = u64;
                $done
            }
            9..=16 => {
                type $bitboard = $crate::engine::bitboard::Rows16;
                $done
            }
            _ => {
                type $bitboard = $crate::engine::bitboard::Rows32;
                $done
            }
        }
    };
}
pub(crate) use with_bitboard;

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_base::random::Random;

    #[test]
    fn the_least_image_is_that_of_all_eight() {
        let mut random = Random::new(6);
        for round in 0..2000 {
            let size = 2 + round % 7;
            let squares = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
            let board = squares()
                .filter(|_| random.percent(50))
                .fold(0u64, |board, (row, column)| board | 1 << (8 * row + column));
            let image = |map: &dyn Fn(usize, usize) -> (usize, usize)| {
                squares().fold(0u64, |image, (row, column)| {
                    let (to_row, to_column) = map(row, column);
                    image | (board >> (8 * row + column) & 1) << (8 * to_row + to_column)
                })
            };
            let end = size - 1;
            let maps: [&dyn Fn(usize, usize) -> (usize, usize); 8] = [
                &|r, c| (r, c),
                &|r, c| (c, r),
                &|r, c| (end - r, c),
                &|r, c| (r, end - c),
                &|r, c| (end - r, end - c),
                &|r, c| (end - c, r),
                &|r, c| (c, end - r),
                &|r, c| (end - c, end - r),
            ];
            let least = maps.into_iter().map(image).min();
            assert_eq!(Some(board.canonical(size)), least);
            assert!(maps.into_iter().all(|map| image(map).canonical(size) == board.canonical(size)));
        }
    }
}
