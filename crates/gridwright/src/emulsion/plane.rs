//! Sets of squares as bits, in words as wide as a size of board needs.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// The partner of a square in a swap: east, south, south-east or south-west of it.
pub(crate) const DIRECTIONS: usize = 4;
/// Rows and columns from a square to its partner.
pub(crate) const OFFSETS: [(usize, isize); DIRECTIONS] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A set of squares of a board up to some size.
pub(crate) trait Plane:
    Copy
    + Default
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The largest board.
    const LARGEST: usize;
    /// Numbers of neighbouring squares in a column differ by this.
    const STRIDE: usize;
    /// How many words of 64 bits the plane has.
    const WORDS: usize;

    /// Each square is in it if its eastern neighbour was. What wraps round must be masked away; so for all shifts.
    fn from_east(self) -> Self;
    fn from_west(self) -> Self;
    fn from_south(self) -> Self;
    fn from_north(self) -> Self;
    fn word(&self, number: usize) -> u64;
    /// With a square and its partner in it or not, the other way round.
    fn toggled(self, square: usize, direction: usize) -> Self;
    fn of_square(square: usize) -> Self;

    /// Whether there are no squares in it.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        (0..Self::WORDS).map(|i| self.word(i).count_ones()).sum()
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

macro_rules! plane_of_integer {
    ($integer:ty, $size:literal, $words:literal) => {
        impl Plane for $integer {
            const LARGEST: usize = $size;
            const STRIDE: usize = $size;
            const WORDS: usize = $words;

            #[inline(always)]
            fn from_east(self) -> Self {
                self >> 1
            }
            #[inline(always)]
            fn from_west(self) -> Self {
                self << 1
            }
            #[inline(always)]
            fn from_south(self) -> Self {
                self >> $size
            }
            #[inline(always)]
            fn from_north(self) -> Self {
                self << $size
            }
            #[inline(always)]
            fn word(&self, number: usize) -> u64 {
                (*self >> (number * 64)) as u64
            }
            #[inline(always)]
            fn toggled(self, square: usize, direction: usize) -> Self {
                const PAIRS: [$integer; DIRECTIONS] =
                    [1 | 1 << 1, 1 | 1 << $size, 1 | 1 << ($size + 1), 1 | 1 << ($size - 1)];
                self ^ PAIRS[direction] << square
            }
            #[inline(always)]
            fn of_square(square: usize) -> Self {
                1 << square
            }
        }
    };
}

plane_of_integer!(u64, 8, 1);
plane_of_integer!(u128, 11, 2);

macro_rules! plane_of_rows {
    ($name:ident, $integer:ty, $rows:literal, $stride:literal, $words:literal) => {
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(crate) struct $name([$integer; $rows]);

        impl $name {
            #[inline(always)]
            fn with(self, other: $name, combine: impl Fn($integer, $integer) -> $integer) -> $name {
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
                $name(self.0.map(|row| !row))
            }
        }

        impl Plane for $name {
            const LARGEST: usize = if $rows < $stride { $rows } else { $stride };
            const STRIDE: usize = $stride;
            const WORDS: usize = $words;

            #[inline(always)]
            fn from_east(self) -> Self {
                $name(self.0.map(|row| row >> 1))
            }
            #[inline(always)]
            fn from_west(self) -> Self {
                $name(self.0.map(|row| row << 1))
            }
            #[inline(always)]
            fn from_south(self) -> Self {
                $name(std::array::from_fn(|i| if i + 1 < $rows { self.0[i + 1] } else { 0 }))
            }
            #[inline(always)]
            fn from_north(self) -> Self {
                $name(std::array::from_fn(|i| if i > 0 { self.0[i - 1] } else { 0 }))
            }
            #[inline(always)]
            fn word(&self, number: usize) -> u64 {
                const ROWS: usize = 64 / $stride;
                let mut word = 0;
                for i in 0..ROWS {
                    word |= u64::from(self.0[number * ROWS + i]) << ($stride * i);
                }
                word
            }
            #[inline(always)]
            fn toggled(mut self, square: usize, direction: usize) -> Self {
                let (row, column) = (square / $stride, square % $stride);
                let (south, east) = OFFSETS[direction];
                self.0[row] ^= 1 << column;
                self.0[row + south] ^= 1 << column.wrapping_add_signed(east);
                self
            }
            #[inline(always)]
            fn of_square(square: usize) -> Self {
                let mut plane = $name::default();
                plane.0[square / $stride] = 1 << (square % $stride);
                plane
            }
        }
    };
}

plane_of_rows!(Rows16, u16, 16, 16, 4);
plane_of_rows!(Rows32, u32, 26, 32, 13);
