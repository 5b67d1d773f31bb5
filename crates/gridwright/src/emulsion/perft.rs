//! Counting sequences of moves, by which rule books are compared, and states.

use super::board::Board;
use super::frame::Frame;
use super::plane::{DIRECTIONS, Plane, with_plane};
use super::position::Colour;
use super::solver::own_plane;

/// The number of sequences of exactly so many swaps from a board.
///
/// ```
/// use gridwright::emulsion::{Board, perft};
/// assert_eq!(perft(&Board::start(4)?, 3), 8272);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    with_plane!(board.size(), P => sequences::<P>(board, depth))
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

/// The states that can come up in games from a board, each counted once for all its images, ply by ply: how many, and
/// how many of them end the game. Sizes up to 8; `None` where more than `most` would have to be held.
pub fn states(start: &Board, most: usize) -> Option<Vec<(usize, usize)>> {
    if start.size() > u64::LARGEST {
        return None;
    }
    let frame = Frame::<u64>::new(start.size());
    let mut layer = vec![own_plane(start, Colour::Black, &frame).canonical(start.size())];
    let mut counts = Vec::new();
    while !layer.is_empty() {
        let (mut next, mut ends) = (Vec::new(), 0);
        for own in &layer {
            let swaps = frame.swaps(*own);
            ends += usize::from(Frame::count(&swaps) == 0);
            for (direction, squares) in swaps.iter().enumerate() {
                let squares = squares.squares();
                let after = |square| frame.full & !own.toggled(square, direction);
                next.extend(squares.map(|square| after(square).canonical(start.size())));
            }
            if next.len() > 2 * most {
                next.sort_unstable();
                next.dedup();
                if next.len() > most {
                    return None;
                }
            }
        }
        counts.push((layer.len(), ends));
        next.sort_unstable();
        next.dedup();
        layer = next;
    }
    Some(counts)
}
