//! The rules over whole boards at once: which swaps are legal, which squares are connected.

use crate::engine::bitboard::{Bitboard, Bits, DIRECTIONS, OFFSETS};
use crate::engine::window::Rows;

/// What the rules need to know about a size of board.
#[derive(Clone, Debug)]
pub(crate) struct Frame<P> {
    pub size: usize,
    pub full: P,
    /// The squares that have a partner, for each direction.
    pub pairs: [P; DIRECTIONS],
    /// Those that touch two or three edges together with their partner: a swap there needs one like neighbour less.
    pub tight: [P; DIRECTIONS],
    /// The masks row by row, where random games need them.
    pub rows: Option<Box<Rows>>,
}

/// The legal swaps: for each direction the squares that may change places with their partner there.
pub(crate) type Swaps<P> = [P; DIRECTIONS];

impl<P: Bitboard> Frame<P> {
    pub fn new(size: usize) -> Frame<P> {
        assert!((2..=P::LARGEST).contains(&size), "the bitboard has no room for size {size}");
        let edges = |row: usize, column: usize| {
            [row == 0, row == size - 1, column == 0, column == size - 1].into_iter().filter(|e| *e).count()
        };
        let mut frame = Frame {
            size,
            full: P::default(),
            pairs: Default::default(),
            tight: Default::default(),
            rows: None,
        };
        for (row, column) in (0..size * size).map(|i| (i / size, i % size)) {
            let square = P::of_square(Self::square(row, column));
            frame.full = frame.full | square;
            for (direction, (south, east)) in OFFSETS.into_iter().enumerate() {
                let (other_row, other_column) = (row + south, column.wrapping_add_signed(east));
                if other_row >= size || other_column >= size {
                    continue;
                }
                frame.pairs[direction] = frame.pairs[direction] | square;
                if edges(row, column) + edges(other_row, other_column) >= 2 {
                    frame.tight[direction] = frame.tight[direction] | square;
                }
            }
        }
        P::divide(&mut frame);
        frame
    }

    pub fn square(row: usize, column: usize) -> usize {
        row * P::STRIDE + column
    }

    /// A random square from the last 16 bits. Sometimes it is not on the board, where checking would take longer.
    #[inline(always)]
    pub fn square_of_bits(&self, bits: u64) -> usize {
        if P::WORDS == 1 {
            return (bits % 64) as usize;
        }
        let size = self.size as u64;
        let scaled = bits % (1 << 16) * size;
        let (row, rest) = (scaled >> 16, scaled % (1 << 16));
        Self::square(row as usize, ((rest * size) >> 16) as usize)
    }

    /// For each square the number of its orthogonal neighbours of its own colour, in binary: ones, twos, fours.
    #[inline(always)]
    pub fn neighbours(&self, black: P) -> [P; 3] {
        let alike_east = self.pairs[0] & !(black ^ black.of_east());
        let alike_south = self.pairs[1] & !(black ^ black.of_south());
        let (alike_west, alike_north) = (alike_east.of_west(), alike_south.of_north());
        sums([alike_east, alike_west], [alike_south, alike_north])
    }

    /// The legal swaps; they are the same for both colours.
    ///
    /// With n like-coloured neighbours of the two squares together and e edges, a swap is legal if 2 n + e < 6 for
    /// orthogonal neighbours and < 8 for diagonal ones: n < 3 or n < 4, and one less where e is 2 or 3.
    #[inline(always)]
    pub fn swaps(&self, black: P) -> Swaps<P> {
        let [ones, twos, fours] = self.neighbours(black);
        if self.size == 2 {
            return self.swaps_of_smallest(black, ones, twos);
        }
        let (ones_east, twos_east) = (ones.of_east(), twos.of_east());
        let (ones_south, twos_south) = (ones.of_south(), twos.of_south());
        let south = black.of_south();
        let fours_south = fours.of_south();
        [
            self.differ(0, black, black.of_east())
                & !orthogonal(self.tight[0], [ones, ones_east], [twos, twos_east]),
            self.differ(1, black, south) & !orthogonal(self.tight[1], [ones, ones_south], [twos, twos_south]),
            self.differ(2, black, south.of_east())
                & !diagonal(
                    self.tight[2],
                    [ones, ones_south.of_east()],
                    [twos, twos_south.of_east()],
                    fours | fours_south.of_east(),
                ),
            self.differ(3, black, south.of_west())
                & !diagonal(
                    self.tight[3],
                    [ones, ones_south.of_west()],
                    [twos, twos_south.of_west()],
                    fours | fours_south.of_west(),
                ),
        ]
    }

    #[inline(always)]
    fn differ(&self, direction: usize, black: P, partner: P) -> P {
        self.pairs[direction] & (black ^ partner)
    }

    /// On the smallest board every pair of squares touches four edges.
    #[cold]
    fn swaps_of_smallest(&self, black: P, ones: P, twos: P) -> Swaps<P> {
        let any = ones | twos;
        let south = black.of_south();
        let (any_south, ones_south, twos_south) = (any.of_south(), ones.of_south(), twos.of_south());
        let two_or_more = |a: P, b: P| twos | b | (ones & a);
        [
            self.pairs[0] & (black ^ black.of_east()) & !(any | any.of_east()),
            self.pairs[1] & (black ^ south) & !(any | any_south),
            self.pairs[2]
                & (black ^ south.of_east())
                & !two_or_more(ones_south.of_east(), twos_south.of_east()),
            self.pairs[3]
                & (black ^ south.of_west())
                & !two_or_more(ones_south.of_west(), twos_south.of_west()),
        ]
    }

    /// How many swaps there are.
    #[inline(always)]
    pub fn count(swaps: &Swaps<P>) -> u32 {
        swaps.iter().map(P::count).sum()
    }

    /// The group that a square belongs to, among squares of one colour.
    #[inline(always)]
    pub fn group(&self, start: P, among: P) -> P {
        let mut group = start;
        loop {
            let grown = (group | self.beside(group)) & among;
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// The neighbours of some squares, including some below or above the board.
    #[inline(always)]
    pub fn beside(&self, squares: P) -> P {
        let (east, west) = (self.pairs[0], self.pairs[0].of_west());
        let across = (squares & west).of_east() | (squares & east).of_west();
        across | squares.of_south() | squares.of_north()
    }

    /// The sizes of the groups of one colour, the largest first.
    pub fn sizes(&self, colour: P) -> Vec<u32> {
        let mut sizes = Vec::new();
        let mut left = colour;
        while let Some(square) = left.first() {
            let group = self.group(P::of_square(square), left);
            sizes.push(group.count());
            left = left & !group;
        }
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// Whether one colour has the better groups; `of_tie` where they are of equal sizes.
    pub fn leads(&self, own: P, of_tie: bool) -> bool {
        // The largest groups nearly always differ, and they are nearly always found first. So a group of each side grows at
        // the same time, from square to square of its colour.
        let other = self.full & !own;
        let alike_east = self.pairs[0] & !(own ^ own.of_east());
        let alike_south = self.pairs[1] & !(own ^ own.of_south());
        let (mut left, mut best) = ([own, other], [0u32; 2]);
        let mut remaining = left.map(|side| side.count());
        while remaining != [0, 0] {
            let mut groups = left[0].lowest() | left[1].lowest();
            loop {
                let grow = |groups: P| {
                    let across = groups | (groups & alike_east).of_west() | (groups.of_east() & alike_east);
                    across | (across & alike_south).of_north() | (across.of_south() & alike_south)
                };
                let grown = grow(grow(groups));
                if (grown ^ groups).is_empty() {
                    break;
                }
                groups = grown;
            }
            for side in [0, 1] {
                let size = (left[side] & groups).count();
                left[side] = left[side] & !groups;
                remaining[side] -= size;
                best[side] = best[side].max(size);
            }
            for side in [0, 1] {
                if best[side] > best[1 - side].max(remaining[1 - side]) {
                    return side == 0;
                }
            }
        }
        match self.sizes(own).cmp(&self.sizes(other)) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => of_tie,
        }
    }
}

/// How many of four hold, in binary: ones, twos, fours.
#[inline(always)]
pub(crate) fn sums<B: Bits>([a, b]: [B; 2], [c, d]: [B; 2]) -> [B; 3] {
    let (one_across, two_across) = (a ^ b, a & b);
    let (one_along, two_along) = (c ^ d, c & d);
    [one_across ^ one_along, (two_across ^ two_along) | (one_across & one_along), two_across & two_along]
}

/// Where two orthogonal neighbours of different colours have too many like-coloured neighbours. Each has three at most.
#[inline(always)]
pub(crate) fn orthogonal<B: Bits>(tight: B, [a1, b1]: [B; 2], [a2, b2]: [B; 2]) -> B {
    let two_or_more = a2 | b2 | (a1 & b1);
    let three_or_more = (a2 & b2) | ((a2 | b2) & (a1 | b1));
    three_or_more | (tight & two_or_more)
}

/// The same for diagonal neighbours.
#[inline(always)]
pub(crate) fn diagonal<B: Bits>(tight: B, [a1, b1]: [B; 2], [a2, b2]: [B; 2], either4: B) -> B {
    let three_or_more = (a2 | b2) & (a1 | b1);
    let four_or_more = either4 | (a2 & b2) | ((a2 | b2) & (a1 & b1));
    four_or_more | (tight & three_or_more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::bitboard::with_bitboard;
    use gridwright_base::random::Random;

    #[test]
    fn who_leads_is_told_by_the_sizes_of_all_groups() {
        fn check<P: Bitboard>(size: usize, random: &mut Random) -> bool {
            let frame = Frame::<P>::new(size);
            let share = 30 + random.below(41);
            let own = (0..size * size)
                .filter(|_| random.percent(share))
                .fold(P::default(), |own, i| own | P::of_square(Frame::<P>::square(i / size, i % size)));
            let (sizes, others) = (frame.sizes(own), frame.sizes(frame.full & !own));
            for of_tie in [false, true] {
                assert_eq!(frame.leads(own, of_tie), sizes > others || (sizes == others && of_tie));
            }
            sizes == others
        }
        let mut random = Random::new(21);
        let mut tied = 0;
        for round in 0..5000 {
            let size = 2 + round % 25;
            tied += u32::from(with_bitboard!(size, P => check::<P>(size, &mut random)));
        }
        assert!(tied > 50, "{tied}");
    }
}
