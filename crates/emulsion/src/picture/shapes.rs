//! The outlines of pieces: discs that flow together where they form a group.

use crate::board::{Board, Square};
use crate::position::Colour;
use std::fmt::Write;

/// A square's side, and the room for names beside the board.
pub(super) const CELL: usize = 32;
pub(super) const MARGIN: usize = 20;

/// Lengths in tenths: a disc's radius, where its outline is at 45°, and how far the middle of a bridge bends in.
const RADIUS: i32 = 130;
const SLANT: i32 = 92;
const WAIST: i32 = 22;

/// All pieces of a colour as one path, every part of which runs clockwise, so that parts add up.
pub(super) fn pieces(board: &Board, colour: Colour) -> String {
    let mut out = String::new();
    let size = board.size();
    for square in board.squares().filter(|square| board.colour(*square) == colour) {
        let (row, column) = (usize::from(square.row), usize::from(square.column));
        let is_own = |row: usize, column: usize| {
            row.max(column) < size && board.colour(Square::new(row, column)) == colour
        };
        let middle = |i: usize| 10 * (MARGIN + i * CELL + CELL / 2) as i32;
        let (x, y, step) = (middle(column), middle(row), 10 * CELL as i32);
        let (right, below) = (is_own(row, column + 1), is_own(row + 1, column));
        let _ = write!(out, "M{} {}a13 13 0 1 1 26 0a13 13 0 1 1-26 0z", tenths(x - RADIUS), tenths(y));
        if right {
            let (from, to, middle) = (x + SLANT, x + step - SLANT, x + step / 2);
            let [up, down] = [y - SLANT, y + SLANT].map(tenths);
            let _ = write!(
                out,
                "M{0} {up}Q{1} {2} {3} {up}V{down}Q{1} {4} {0} {down}z",
                tenths(from),
                tenths(middle),
                tenths(y - WAIST),
                tenths(to),
                tenths(y + WAIST)
            );
        }
        if below {
            let (from, to, middle) = (y + SLANT, y + step - SLANT, y + step / 2);
            let [left, right] = [x - SLANT, x + SLANT].map(tenths);
            let _ = write!(
                out,
                "M{right} {0}Q{1} {2} {right} {3}H{left}Q{4} {2} {left} {0}z",
                tenths(from),
                tenths(x + WAIST),
                tenths(middle),
                tenths(to),
                tenths(x - WAIST)
            );
        }
        if right && below && is_own(row + 1, column + 1) {
            let _ = write!(out, "M{} {}h{CELL}v{CELL}h-{CELL}z", tenths(x), tenths(y));
        }
    }
    out
}

fn tenths(length: i32) -> String {
    match length % 10 {
        0 => (length / 10).to_string(),
        tenth => format!("{}.{tenth}", length / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_flow_together() {
        let row = |text: &str| crate::Position::read(text).unwrap().board;
        let disc = "M23 36a13 13 0 1 1 26 0a13 13 0 1 1-26 0z";
        let white = pieces(&row("WWB/BBB/BBB b"), Colour::White);
        assert_eq!(
            white,
            format!(
                "{disc}M45.2 26.8Q52 33.8 58.8 26.8V45.2Q52 38.2 45.2 45.2z{}",
                disc.replace("M23", "M55")
            )
        );
        let count = |text: &str, what: &str| pieces(&row(text), Colour::White).matches(what).count();
        // Two bridges across, two down, and one block of four to fill.
        assert_eq!((count("WW/WW b", "Q"), count("WW/WW b", "h32")), (8, 1));
        assert_eq!((count("WW/WB b", "Q"), count("WW/WB b", "h32")), (4, 0));
        assert_eq!(count("WB/BW b", "Q"), 0, "diagonal neighbours are no group");
    }
}
