//! Priors of moves, by the squares around both pieces.

use crate::LARGEST;
use crate::engine::bitboard::{Bitboard, DIRECTIONS, OFFSETS};
use std::sync::LazyLock;

/// What the priors of a position's moves depend on.
pub(crate) struct Priors<P> {
    own: P,
    size: usize,
    /// The mover's pieces row by row, with an empty row above and below and an empty column on the left.
    rows: [u32; LARGEST + 2],
    weights: &'static [f32],
}

impl<P: Bitboard> Priors<P> {
    pub fn new(size: usize, own: P) -> Priors<P> {
        let mut rows = [0; LARGEST + 2];
        for (row, line) in rows[1..=size].iter_mut().enumerate() {
            let (word, place) = (row * P::STRIDE / 64, row * P::STRIDE % 64);
            let next = if place + size > 64 { own.word(word + 1) << (64 - place) } else { 0 };
            *line = ((own.word(word) >> place | next) as u32 & ((1 << size) - 1)) << 1;
        }
        Priors { own, size, rows, weights: &WEIGHTS }
    }

    /// The weight of a swap compared with others.
    #[inline]
    pub fn weight(&self, square: usize, direction: usize) -> f32 {
        let (south, east) = OFFSETS[direction];
        let (row, column) = (square / P::STRIDE, square % P::STRIDE);
        let first = self.window(row, column);
        let second = self.window(row + south, column.wrapping_add_signed(east));
        let (way, mine, other) = match self.own.has(square) {
            true => (direction, first, second),
            false => (direction + DIRECTIONS, second, first),
        };
        self.weights[2 * way * WINDOWS + mine] * self.weights[(2 * way + 1) * WINDOWS + other]
    }

    /// The number of the window around a square.
    #[inline]
    fn window(&self, row: usize, column: usize) -> usize {
        let edge = |place: usize| usize::from(place > 0) + usize::from(place + 1 == self.size);
        let line = |i: usize| (self.rows[row + i] >> column & 7) as usize;
        (edge(row) * 3 + edge(column)) << 9 | line(0) | line(1) << 3 | line(2) << 6
    }
}

/// Windows of three by three squares: which edges of the board are near, and where the mover has pieces.
const WINDOWS: usize = 9 << 9;

/// The weights of windows, by the direction from the mover's piece to the other one (the four directions, then their
/// opposites) and by the piece in their middle.
static WEIGHTS: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let mut weights = Vec::with_capacity(4 * DIRECTIONS * WINDOWS);
    for way in 0..2 * DIRECTIONS {
        let (south, east) = OFFSETS[way % DIRECTIONS];
        let sign = if way < DIRECTIONS { 1 } else { -1 };
        let step = (sign * south as isize, sign * east);
        for learned in LEARNED[usize::from(way % DIRECTIONS < 2)] {
            weights.extend((0..WINDOWS).map(|window| {
                let number = seen_along(step, window);
                learned.binary_search_by_key(&number, |(known, _)| *known).map_or(1.0, |i| learned[i].1)
            }));
        }
    }
    weights
});

/// A number for a window that is the same for all images of the window and the direction from the mover's piece to the other
/// one: it reads the squares along that direction, from either side, and takes the lesser number.
fn seen_along((south, east): (isize, isize), window: usize) -> u16 {
    let (row_edge, column_edge) = ((window >> 9) / 3, (window >> 9) % 3);
    let held = |row: isize, column: isize| {
        let is_outside = |place: isize, edge: usize| (place < 0 && edge == 0) || (place > 0 && edge == 2);
        let is_outside = is_outside(row, row_edge) || is_outside(column, column_edge);
        let place = 3 * (row + 1) + column + 1;
        if is_outside { 2 } else { (window >> place & 1) as u16 }
    };
    let seen = |mirrored: bool| {
        let squares = (-1..=1).flat_map(|a| (-1..=1).map(move |b| (a, b)));
        squares.fold(0, |number, (a, b)| {
            let (row, column) = match (south != 0 && east != 0, mirrored) {
                (true, false) => (a * south, b * east),
                (true, true) => (b * south, a * east),
                (false, false) => (b * south - a * east, b * east + a * south),
                (false, true) => (b * south + a * east, b * east - a * south),
            };
            3 * number + held(row, column)
        })
    };
    seen(false).min(seen(true))
}

/// By whether the two squares are orthogonal neighbours, and by the piece in the middle of a window: windows and their weights,
/// learned from how often long searches visited the moves of positions of sizes 7 and 9.
#[rustfmt::skip]
const LEARNED: [[&[(u16, f32)]; 2]; 2] = [
    [
        &[
            (81, 1.46), (84, 1.34), (90, 1.49), (93, 1.49), (111, 1.02), (117, 1.30), (120, 1.03), (324, 1.67),
            (327, 1.42), (333, 1.71), (336, 1.60), (351, 1.27), (354, 0.92), (360, 1.63), (363, 1.17), (819, 1.40),
            (822, 1.32), (849, 0.83), (1053, 1.74), (1056, 1.58), (1062, 1.46), (1065, 1.46), (1080, 1.53), (1083, 0.91),
            (1089, 1.24), (1092, 1.03), (6642, 1.67), (6645, 1.71), (6651, 1.87), (6654, 2.49), (6672, 1.07), (6678, 1.96),
            (6681, 1.67), (6885, 1.22), (6888, 1.27), (6894, 1.28), (6897, 1.76), (6912, 1.05), (6915, 0.94), (6921, 1.33),
            (6924, 1.25), (7380, 1.97), (7383, 2.51), (7410, 1.67), (7614, 1.32), (7617, 1.28), (7623, 1.17), (7626, 1.48),
            (7641, 1.80), (7644, 1.32), (7650, 1.43), (7653, 1.18), (13707, 0.68), (13710, 0.79), (13734, 0.77), (13737, 0.70),
            (14436, 0.78), (14439, 0.90), (14463, 0.80), (14466, 0.62), (15894, 0.98), (15897, 0.88), (15921, 0.55), (15924, 0.82),
            (16623, 1.09), (16626, 0.97), (16650, 0.50), (16653, 1.02), (19539, 1.36), (19542, 1.33),
        ],
        &[
            (6564, 1.67), (6565, 1.51), (6573, 1.84), (6574, 1.23), (6587, 0.79), (6591, 1.86), (6592, 1.84), (6597, 1.79),
            (6598, 1.37), (6600, 2.70), (6601, 1.62), (6614, 0.51), (6807, 1.52), (6808, 2.08), (6816, 1.65), (6817, 1.74),
            (6830, 0.23), (6831, 2.55), (6832, 2.66), (6834, 1.27), (6835, 1.29), (6840, 2.56), (6841, 2.85), (6843, 1.45),
            (6844, 1.20), (6857, 0.41), (7302, 2.01), (7303, 1.30), (7316, 0.58), (7329, 3.73), (7330, 2.19), (7343, 0.23),
            (7536, 1.88), (7537, 3.47), (7545, 2.83), (7546, 2.23), (7559, 0.21), (7560, 2.22), (7561, 2.12), (7563, 1.42),
            (7564, 1.37), (7569, 3.47), (7570, 2.95), (7572, 2.61), (7573, 1.46), (7586, 0.47), (8099, 1.00), (8318, 0.41),
            (8321, 0.36), (8327, 0.31), (8330, 0.33), (8342, 0.69), (8994, 1.77), (8995, 1.60), (9003, 2.15), (9004, 1.76),
            (9017, 0.50), (9021, 0.75), (9022, 0.77), (9027, 1.64), (9028, 2.50), (9030, 0.81), (9031, 0.77), (9044, 0.24),
            (9732, 3.08), (9733, 2.34), (9746, 0.48), (9759, 1.09), (9760, 0.77), (9773, 0.36), (10529, 0.93),
        ],
    ],
    [
        &[
            (81, 0.99), (82, 0.89), (85, 0.96), (90, 0.87), (91, 0.83), (94, 1.02), (107, 0.44), (325, 0.98),
            (334, 1.01), (811, 0.80), (813, 0.90), (814, 1.21), (819, 1.08), (820, 0.71), (822, 0.75), (823, 1.30),
            (836, 0.55), (1054, 0.80), (1057, 0.71), (1062, 0.82), (1063, 0.65), (1066, 0.73), (1079, 0.71), (2278, 1.00),
            (3001, 0.66), (3006, 0.86), (3007, 1.11), (3010, 0.58), (3023, 0.78), (3250, 0.61), (6651, 1.01), (6652, 1.08),
            (6655, 1.61), (6668, 0.45), (6895, 0.86), (7381, 0.97), (7383, 1.23), (7384, 1.13), (7397, 0.53), (7624, 0.54),
            (7627, 0.67), (7640, 0.63), (9571, 0.54), (9584, 0.58), (13707, 0.42), (13708, 0.46), (13711, 1.43), (13715, 1.02),
            (14437, 0.49), (14439, 0.49), (14440, 0.68), (14444, 0.65), (16627, 0.63), (16631, 0.63),
        ],
        &[
            (246, 0.87), (247, 1.09), (270, 1.08), (271, 1.15), (273, 0.89), (274, 1.23), (282, 1.83), (283, 0.93),
            (296, 0.59), (975, 1.06), (976, 0.80), (1000, 0.56), (1002, 0.92), (1003, 1.01), (1011, 1.79), (1012, 1.22),
            (1025, 0.59), (1757, 0.52), (1760, 0.33), (1769, 0.51), (1781, 0.48), (2433, 1.01), (2434, 1.01), (2442, 1.24),
            (2443, 1.00), (2456, 0.72), (2460, 1.20), (2461, 1.47), (2466, 1.14), (2467, 0.78), (2469, 0.69), (2470, 0.65),
            (2483, 0.60), (3163, 0.91), (3171, 1.94), (3172, 1.45), (3185, 0.66), (3190, 1.25), (3195, 1.45), (3196, 1.12),
            (3198, 0.89), (3199, 0.88), (3212, 0.74), (3947, 0.18), (3953, 0.28), (3956, 0.27), (3968, 0.41), (9030, 0.45),
            (9031, 0.74), (9044, 0.58), (9760, 0.88), (9773, 0.92), (10517, 0.45), (10529, 0.57),
        ],
    ],
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::bitboard::{Rows16, Rows32};
    use crate::engine::frame::Frame;
    use gridwright_base::random::Random;

    /// All swaps of a random board and of its images weigh the same.
    fn images_weigh_the_same<P: Bitboard>(size: usize, random: &mut Random) {
        let frame = Frame::<P>::new(size);
        let cells: Vec<bool> = (0..size * size).map(|_| random.percent(50)).collect();
        let weights_of = |image: &dyn Fn(usize, usize) -> (usize, usize)| {
            let own = (0..size * size).map(|i| (i, image(i / size, i % size)));
            let own = own.filter(|(_, (row, column))| cells[row * size + column]);
            let own = own
                .fold(P::default(), |own, (i, _)| own | P::of_square(Frame::<P>::square(i / size, i % size)));
            let view = Priors::new(size, own);
            let mut weights: Vec<u32> = frame
                .swaps(own)
                .iter()
                .enumerate()
                .flat_map(|(d, squares)| squares.squares().map(move |square| (square, d)))
                .map(|(square, d)| view.weight(square, d).to_bits())
                .collect();
            weights.sort_unstable();
            weights
        };
        let last = size - 1;
        let weights = weights_of(&|row, column| (row, column));
        assert_eq!(weights, weights_of(&|row, column| (column, row)));
        assert_eq!(weights, weights_of(&|row, column| (last - row, column)));
        assert_eq!(weights, weights_of(&|row, column| (column, last - row)));
        let mut different = weights.clone();
        different.dedup();
        assert!(size < 5 || different.len() > 5, "{different:?}");
    }

    #[test]
    fn windows_are_in_order_to_be_found() {
        for learned in LEARNED.iter().flatten() {
            assert!(
                learned.is_sorted_by(|(a, _), (b, _)| a < b)
                    && learned.iter().all(|(_, weight)| *weight > 0.0)
            );
        }
    }

    #[test]
    fn first_impressions_are_the_same_from_every_side() {
        let mut random = Random::new(16);
        for _ in 0..50 {
            images_weigh_the_same::<u64>(3, &mut random);
            images_weigh_the_same::<u64>(8, &mut random);
            images_weigh_the_same::<Rows16>(9, &mut random);
            images_weigh_the_same::<Rows16>(11, &mut random);
            images_weigh_the_same::<Rows16>(16, &mut random);
            images_weigh_the_same::<Rows32>(26, &mut random);
        }
    }
}
