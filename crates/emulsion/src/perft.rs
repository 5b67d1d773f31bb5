//! Counting sequences of moves, by which rule books are compared, and states.

use crate::board::Board;
use crate::engine::bitboard::{Bitboard, DIRECTIONS, with_bitboard};
use crate::engine::frame::Frame;
use crate::position::Colour;
use crate::solver::own_pieces;
use gridwright_base::{Cancel, Limits, Progress, Stopped};

/// The number of sequences of exactly this many swaps from a board.
///
/// ```
/// use gridwright_emulsion::{Board, perft};
/// assert_eq!(perft(&Board::start(4)?, 3), 8272);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    perft_with(board, depth, &Cancel::default()).expect("nobody cancels it")
}

/// The same, until it is cancelled.
pub fn perft_with(board: &Board, depth: u32, cancel: &Cancel) -> Result<u64, Stopped> {
    with_bitboard!(board.size(), P => count_until(&Frame::<P>::new(board.size()), board.bitboard(), depth, cancel))
}

/// Shallower counts take no time.
const WORTH_ASKING: u32 = 4;

fn count_until<P: Bitboard>(frame: &Frame<P>, black: P, depth: u32, cancel: &Cancel) -> Result<u64, Stopped> {
    if depth < WORTH_ASKING {
        return Ok(count(frame, black, depth));
    }
    cancel.check()?;
    let mut sum = 0;
    for (direction, squares) in frame.swaps(black).iter().enumerate() {
        for square in squares.squares() {
            sum += count_until(frame, black.toggled(square, direction), depth - 1, cancel)?;
        }
    }
    Ok(sum)
}

fn count<P: Bitboard>(frame: &Frame<P>, black: P, depth: u32) -> u64 {
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

/// States that can come up after a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layer {
    /// All of them.
    pub states: usize,
    /// Those that end the game.
    pub ends: usize,
}

/// Bytes for states unless the limits say otherwise.
const MEMORY: usize = 1 << 30;

/// The states that can come up in games from a board, after no move, one move and so on. Boards that are exchanged in
/// colours and, up to size 8, turned or reflected count as one. A step is a state.
pub fn states(start: &Board, limits: &Limits) -> Result<Vec<Layer>, Stopped> {
    with_bitboard!(start.size(), P => layers::<P>(start, limits))
}

fn layers<P: Bitboard>(start: &Board, limits: &Limits) -> Result<Vec<Layer>, Stopped> {
    let frame = Frame::<P>::new(start.size());
    // Twice as many are held before those that came twice are removed, beside those of the layer before.
    let most = limits.memory.unwrap_or(MEMORY) / (3 * size_of::<P>());
    let mut layer = vec![own_pieces(start, Colour::Black, &frame).canonical(start.size())];
    let (mut layers, mut done) = (Vec::new(), 0);
    while !layer.is_empty() {
        let (mut next, mut ends) = (Vec::new(), 0);
        for own in &layer {
            if done % 1024 == 0 {
                limits.report(Progress { task: "counting", done, total: limits.steps, unit: "state" });
                limits.cancel.check()?;
            }
            if limits.steps.is_some_and(|most| done >= most) {
                return Err(Stopped::Steps);
            }
            done += 1;
            let swaps = frame.swaps(*own);
            ends += usize::from(Frame::count(&swaps) == 0);
            for (direction, squares) in swaps.iter().enumerate() {
                let after = |square| frame.full & !own.toggled(square, direction);
                next.extend(squares.squares().map(|square| after(square).canonical(start.size())));
            }
            if next.len() > 2 * most {
                next.sort_unstable();
                next.dedup();
                if next.len() > most {
                    return Err(Stopped::Memory);
                }
            }
        }
        layers.push(Layer { states: layer.len(), ends });
        next.sort_unstable();
        next.dedup();
        layer = next;
    }
    Ok(layers)
}
