//! Counting sequences of moves, by which rule books are compared.

use super::board::Board;
use super::frame::Frame;
use super::plane::{DIRECTIONS, Plane, Rows16, Rows32};

/// The number of sequences of exactly so many swaps from a board.
///
/// ```
/// use gridwright::emulsion::{Board, perft};
/// assert_eq!(perft(&Board::start(4)?, 3), 8272);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    match board.size() {
        ..=8 => sequences::<u64>(board, depth),
        9..=11 => sequences::<u128>(board, depth),
        12..=16 => sequences::<Rows16>(board, depth),
        _ => sequences::<Rows32>(board, depth),
    }
}

fn sequences<P: Plane>(board: &Board, depth: u32) -> u64 {
    count(&Frame::<P>::new(board.size()), board.plane(), depth)
}

fn count<P: Plane>(frame: &Frame<P>, black: P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let swaps = frame.swaps(black);
    if depth == 1 {
        return Frame::count(&swaps).into();
    }
    let after = |direction: usize, square: usize| count(frame, black.toggled(square, direction), depth - 1);
    (0..DIRECTIONS).map(|d| swaps[d].squares().map(|square| after(d, square)).sum::<u64>()).sum()
}
