//! First impressions of moves.

use super::frame::Frame;
use super::plane::{OFFSETS, Plane};

/// What first impressions of all moves of a position look at.
pub(crate) struct View<'f, P> {
    frame: &'f Frame<P>,
    own: P,
    neighbours: [P; 3],
}

impl<'f, P: Plane> View<'f, P> {
    pub fn new(frame: &'f Frame<P>, own: P) -> View<'f, P> {
        View { frame, own, neighbours: frame.neighbours(own) }
    }

    /// How promising a swap looks compared with others, from what its two pieces are worth.
    #[inline]
    pub fn weight(&self, square: usize, direction: usize) -> f32 {
        let (south, east) = OFFSETS[direction];
        let partner = (square + south * P::STRIDE).wrapping_add_signed(east);
        let (mine, other) = if self.own.has(square) { (square, partner) } else { (partner, square) };
        let shape = usize::from(direction < 2);
        WEIGHTS[(shape * 8 + self.doubled_value(mine)) * 8 + self.doubled_value(other)]
    }

    /// Twice what a piece is worth; a piece worth 4 is in no swap.
    #[inline]
    fn doubled_value(&self, square: usize) -> usize {
        let has = |plane: &P| usize::from(plane.has(square));
        let like = has(&self.neighbours[0]) + 2 * has(&self.neighbours[1]) + 4 * has(&self.neighbours[2]);
        (2 * like + has(&self.frame.edges[0]) + has(&self.frame.edges[1])).min(7)
    }
}

/// By whether the two squares touch along an edge, twice what the mover's piece is worth, and twice the other's: how
/// much more or less often than others such moves were looked at when all looked alike, squared (which plays better).
#[rustfmt::skip]
const WEIGHTS: [f32; 128] = [
    0.49, 0.49, 0.49, 0.49, 3.35, 0.23, 3.10, 1.77,
    0.49, 0.49, 0.49, 0.49, 2.53, 0.34, 1.06, 0.49,
    0.49, 0.49, 1.74, 0.41, 5.15, 0.71, 0.49, 0.49,
    0.49, 0.49, 0.53, 0.21, 2.56, 0.49, 0.49, 0.49,
    0.64, 0.27, 2.56, 0.74, 0.49, 0.49, 0.49, 0.49,
    0.48, 0.45, 0.74, 0.49, 0.49, 0.49, 0.49, 0.49,
    1.06, 0.46, 0.49, 0.49, 0.49, 0.49, 0.49, 0.49,
    1.12, 0.49, 0.49, 0.49, 0.49, 0.49, 0.49, 0.49,
    1.12, 0.32, 1.17, 0.58, 1.28, 0.19, 0.49, 0.49,
    1.00, 0.67, 0.48, 0.42, 0.41, 0.49, 0.49, 0.49,
    1.06, 0.64, 1.56, 0.62, 0.49, 0.49, 0.49, 0.49,
    1.10, 0.62, 0.66, 0.49, 0.49, 0.49, 0.49, 0.49,
    0.50, 0.44, 0.49, 0.49, 0.49, 0.49, 0.49, 0.49,
    0.22, 0.49, 0.49, 0.49, 0.49, 0.49, 0.49, 0.49,
    0.49, 0.49, 0.49, 0.49, 0.49, 0.49, 0.49, 0.49,
    0.49, 0.49, 0.49, 0.49, 0.49, 0.49, 0.49, 0.49,
];
