//! Boards: who has which square, what pieces are worth, which swaps gain.

use crate::engine::bitboard::{Bitboard, OFFSETS, Rows32, with_bitboard};
use crate::engine::frame::Frame;
use crate::halves::Halves;
use crate::position::Colour;
use crate::{LARGEST, SMALLEST};
use thiserror::Error;

/// A square, rows and columns counted from 0 at the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    /// Rows above it.
    pub row: u8,
    /// Columns to its left.
    pub column: u8,
}

impl Square {
    /// The square in a row and a column.
    ///
    /// # Panics
    /// When there is no board with such a square.
    pub fn new(row: usize, column: usize) -> Square {
        assert!(row < LARGEST && column < LARGEST, "no board has row {row}, column {column}");
        Square { row: row as u8, column: column as u8 }
    }

    /// Its name on a board of this size: `a1` is at the bottom left.
    pub fn name(self, size: usize) -> String {
        format!("{}{}", char::from(b'a' + self.column), size.saturating_sub(usize::from(self.row)))
    }

    fn number(self) -> usize {
        Frame::<Rows32>::square(self.row.into(), self.column.into())
    }

    /// Whether it is one of the up to eight squares around the other.
    pub fn is_beside(self, other: Square) -> bool {
        self != other && self.row.abs_diff(other.row) <= 1 && self.column.abs_diff(other.column) <= 1
    }
}

/// Two neighbouring squares whose pieces change places; the first comes first in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Swap {
    first: Square,
    second: Square,
}

impl Swap {
    /// The swap of two squares, in either order; `None` where they are not neighbours.
    pub fn new(a: Square, b: Square) -> Option<Swap> {
        a.is_beside(b).then(|| Swap { first: a.min(b), second: a.max(b) })
    }

    /// Both squares, in reading order.
    pub fn squares(self) -> [Square; 2] {
        [self.first, self.second]
    }

    /// A direction of [`OFFSETS`] from the first square.
    pub(crate) fn direction(self) -> usize {
        let south = usize::from(self.second.row - self.first.row);
        let east = self.second.column as isize - self.first.column as isize;
        let found = OFFSETS.iter().position(|offset| *offset == (south, east));
        found.expect("squares of a swap are neighbours in order")
    }

    /// The swap of a square with its partner in a direction of [`OFFSETS`], where a board of this size has both.
    pub(crate) fn toward(row: usize, column: usize, direction: usize, size: usize) -> Option<Swap> {
        let (south, east) = OFFSETS.get(direction)?;
        let (other_row, other_column) = (row + south, column.wrapping_add_signed(*east));
        ([row, column, other_row, other_column].into_iter().max() < Some(size))
            .then(|| Swap { first: Square::new(row, column), second: Square::new(other_row, other_column) })
    }

    /// A swap found on a bitboard of any width.
    pub(crate) fn of_bits<P: Bitboard>(square: usize, direction: usize) -> Swap {
        let swap = Swap::toward(square / P::STRIDE, square % P::STRIDE, direction, P::LARGEST);
        swap.expect("swaps of bitboards are on the board")
    }
}

/// There is no board of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no board of size {0}: expected {SMALLEST} to {LARGEST}")]
pub struct WrongSize(pub usize);

/// A full board: every square has a black or a white piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    size: u8,
    black: Rows32,
}

impl Board {
    /// The checkerboard from which games start, White in the corners at the top left (and, on odd sizes, in all corners).
    pub fn start(size: usize) -> Result<Board, WrongSize> {
        Board::of_black(size, |square| (square.row + square.column) % 2 == 1)
    }

    /// The board on which Black has the squares for which `is_black` holds.
    pub fn of_black(size: usize, is_black: impl Fn(Square) -> bool) -> Result<Board, WrongSize> {
        if !(SMALLEST..=LARGEST).contains(&size) {
            return Err(WrongSize(size));
        }
        let mut black = Rows32::default();
        for square in squares(size).filter(|square| is_black(*square)) {
            black = black | Rows32::of_square(square.number());
        }
        Ok(Board { size: size as u8, black })
    }

    /// The number of its rows, which is that of its columns.
    pub fn size(&self) -> usize {
        self.size.into()
    }

    /// Its squares in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        squares(self.size())
    }

    /// Whether it has this square.
    pub fn contains(&self, square: Square) -> bool {
        square.row < self.size && square.column < self.size
    }

    /// The colour of the piece on a square.
    ///
    /// # Panics
    /// When the board has no such square.
    pub fn colour(&self, square: Square) -> Colour {
        assert!(self.contains(square), "the board has no {square:?}");
        if self.black.has(square.number()) { Colour::Black } else { Colour::White }
    }

    /// What the piece on a square is worth: 1 for each orthogonal neighbour of its colour, ½ for each edge.
    pub fn value(&self, square: Square) -> Halves {
        let colour = self.colour(square);
        let (row, column) = (isize::from(square.row as i8), isize::from(square.column as i8));
        let sides = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
        let worth = |(row, column): (isize, isize)| match (usize::try_from(row), usize::try_from(column)) {
            (Ok(row), Ok(column)) if row.max(column) < self.size() => {
                2 * i32::from(self.colour(Square::new(row, column)) == colour)
            }
            _ => 1,
        };
        Halves::of_doubled(sides.into_iter().map(worth).sum())
    }

    /// What either piece gains when two change places. Only differently coloured neighbours gain.
    pub fn gain(&self, swap: Swap) -> Halves {
        let [a, b] = swap.squares();
        if self.colour(a) == self.colour(b) {
            return Halves::ZERO;
        }
        let adjacent = i32::from(a.row == b.row || a.column == b.column);
        Halves::of_doubled(8 - 2 * adjacent) - self.value(a) - self.value(b)
    }

    /// The swaps that gain, sorted by their first squares in reading order.
    pub fn swaps(&self) -> Vec<Swap> {
        with_bitboard!(self.size(), P => self.swaps_on::<P>())
    }

    fn swaps_on<P: Bitboard>(&self) -> Vec<Swap> {
        let found = Frame::<P>::new(self.size()).swaps(self.bitboard());
        let mut swaps: Vec<Swap> = (0..found.len())
            .flat_map(|direction| {
                found[direction].squares().map(move |square| Swap::of_bits::<P>(square, direction))
            })
            .collect();
        swaps.sort_unstable();
        swaps
    }

    /// The board after a swap, legal or not.
    pub(crate) fn swapped(&self, swap: Swap) -> Board {
        let [a, b] = swap.squares();
        let mut after = self.clone();
        if self.colour(a) != self.colour(b) {
            after.black = self.black.toggled(a.number(), swap.direction());
        }
        after
    }

    /// The number of pairs of like-coloured orthogonal neighbours. Every move makes it larger.
    pub fn like_pairs(&self) -> u32 {
        let frame = Frame::<Rows32>::new(self.size());
        let [ones, twos, fours] = frame.neighbours(self.black);
        (ones.count() + 2 * twos.count() + 4 * fours.count()) / 2
    }

    /// The groups of a colour, the largest first; groups of one size in reading order of their first squares.
    pub fn groups(&self, colour: Colour) -> Vec<Vec<Square>> {
        let frame = Frame::<Rows32>::new(self.size());
        let mut left = if colour == Colour::Black { self.black } else { self.black ^ frame.full };
        let mut groups = Vec::new();
        while let Some(square) = left.first() {
            let group = frame.group(Rows32::of_square(square), left);
            left = left & !group;
            let square = |n: usize| Square::new(n / Rows32::STRIDE, n % Rows32::STRIDE);
            groups.push(group.squares().map(square).collect::<Vec<_>>());
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups
    }

    /// The squares of a colour's largest groups; none while no two pieces of it touch.
    pub fn largest(&self, colour: Colour) -> Vec<Square> {
        let groups = self.groups(colour);
        let most = groups.first().map_or(0, Vec::len);
        groups.into_iter().filter(|group| most > 1 && group.len() == most).flatten().collect()
    }

    /// The sizes of both colours' groups, largest first.
    pub(crate) fn sizes(&self) -> [Vec<u32>; 2] {
        let frame = Frame::<Rows32>::new(self.size());
        [frame.sizes(self.black), frame.sizes(self.black ^ frame.full)]
    }

    /// The black squares as a bitboard.
    pub(crate) fn bitboard<P: Bitboard>(&self) -> P {
        let black = self.squares().filter(|square| self.colour(*square) == Colour::Black);
        black.fold(P::default(), |set, square| {
            set | P::of_square(Frame::<P>::square(square.row.into(), square.column.into()))
        })
    }
}

fn squares(size: usize) -> impl Iterator<Item = Square> {
    (0..size * size).map(move |i| Square::new(i / size, i % size))
}
