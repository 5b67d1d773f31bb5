//! First impressions of moves.

use super::frame::Frame;
use super::plane::{OFFSETS, Plane};

/// How promising a swap looks compared with others, from what its two pieces are worth.
#[inline]
pub(crate) fn weight<P: Plane>(
    frame: &Frame<P>,
    own: P,
    neighbours: &[P; 3],
    square: usize,
    direction: usize,
) -> f32 {
    WEIGHTS[class(frame, own, neighbours, square, direction)]
}

/// Whether the two squares touch along an edge, twice what the mover's piece is worth, and twice the other's.
#[inline]
pub(crate) fn class<P: Plane>(
    frame: &Frame<P>,
    own: P,
    neighbours: &[P; 3],
    square: usize,
    direction: usize,
) -> usize {
    let (south, east) = OFFSETS[direction];
    let partner = (square + south * P::STRIDE).wrapping_add_signed(east);
    let value = |square: usize| {
        let like = (0..3).map(|i| usize::from(neighbours[i].has(square)) << i).sum::<usize>();
        let end = frame.size - 1;
        let (row, column) = (square / P::STRIDE, square % P::STRIDE);
        2 * like + usize::from(row == 0 || row == end) + usize::from(column == 0 || column == end)
    };
    let (mine, other) = if own.has(square) { (square, partner) } else { (partner, square) };
    usize::from(direction < 2) * 64 + value(mine).min(7) * 8 + value(other).min(7)
}

pub(crate) const CLASSES: usize = 128;
#[rustfmt::skip]
const WEIGHTS: [f32; CLASSES] = [
    0.70, 0.70, 0.70, 0.70, 1.83, 0.48, 1.76, 1.33,
    0.70, 0.70, 0.70, 0.70, 1.59, 0.58, 1.03, 0.70,
    0.70, 0.70, 1.32, 0.64, 2.27, 0.84, 0.70, 0.70,
    0.70, 0.70, 0.73, 0.46, 1.60, 0.70, 0.70, 0.70,
    0.80, 0.52, 1.60, 0.86, 0.70, 0.70, 0.70, 0.70,
    0.69, 0.67, 0.86, 0.70, 0.70, 0.70, 0.70, 0.70,
    1.03, 0.68, 0.70, 0.70, 0.70, 0.70, 0.70, 0.70,
    1.06, 0.70, 0.70, 0.70, 0.70, 0.70, 0.70, 0.70,
    1.06, 0.57, 1.08, 0.76, 1.13, 0.44, 0.70, 0.70,
    1.00, 0.82, 0.69, 0.65, 0.64, 0.70, 0.70, 0.70,
    1.03, 0.80, 1.25, 0.79, 0.70, 0.70, 0.70, 0.70,
    1.05, 0.79, 0.81, 0.70, 0.70, 0.70, 0.70, 0.70,
    0.71, 0.66, 0.70, 0.70, 0.70, 0.70, 0.70, 0.70,
    0.47, 0.70, 0.70, 0.70, 0.70, 0.70, 0.70, 0.70,
    0.70, 0.70, 0.70, 0.70, 0.70, 0.70, 0.70, 0.70,
    0.70, 0.70, 0.70, 0.70, 0.70, 0.70, 0.70, 0.70,
];
