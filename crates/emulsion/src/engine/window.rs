//! Random games on large boards: after a swap only the rows near it are updated.
//!
//! A swap changes what pieces up to one row away are worth, and so the swaps of rows up to two rows away. Rows are words of
//! 16 bits, of which most processors handle eight at once: the loop over the rows becomes straight code.

use crate::engine::bitboard::{DIRECTIONS, Rows16};
use crate::engine::frame::{Frame, diagonal, orthogonal, sums};
use crate::engine::playout::{Dice, any_direction, any_square};

/// Rows whose swaps are found at once: from two above a swap on.
const NEAR: usize = 8;
/// Rows that are needed for it: one more above and two below.
const SEEN: usize = NEAR + 3;
/// Empty rows above the board, so that there are always this many above a swap.
const ABOVE: usize = 3;
const ROWS: usize = 16 + SEEN;

type Lines = [u16; ROWS];

/// The masks of a frame, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pairs: [Lines; DIRECTIONS],
    tight: [Lines; DIRECTIONS],
}

pub(crate) fn divide(frame: &mut Frame<Rows16>) {
    frame.rows = Some(Box::new(Rows { pairs: frame.pairs.map(lines), tight: frame.tight.map(lines) }));
}

fn lines(bitboard: Rows16) -> Lines {
    let mut lines = [0; ROWS];
    for row in 0..16 {
        lines[ABOVE + row] = (bitboard.0[row / 4] >> (16 * (row % 4))) as u16;
    }
    lines
}

#[inline(always)]
fn bitboard(lines: &Lines) -> Rows16 {
    let line = |row: usize| u64::from(lines[ABOVE + row]) << (16 * (row % 4));
    Rows16(std::array::from_fn(|i| line(4 * i) | line(4 * i + 1) | line(4 * i + 2) | line(4 * i + 3)))
}

#[inline(always)]
fn part<const LENGTH: usize>(lines: &Lines, from: usize) -> &[u16; LENGTH] {
    lines[from..from + LENGTH].try_into().expect("the length is right")
}

/// The swaps near a row on a board with some squares toggled, and after them the squares with any.
///
/// Toggling the squares in memory first would make the processor wait until it can read what it has just written.
#[inline(always)]
fn swaps_near(
    rows: &Rows,
    row: usize,
    board: &[u16; SEEN],
    toggled: &[u16; SEEN],
) -> [[u16; NEAR]; DIRECTIONS + 1] {
    let pairs: [&[u16; SEEN]; DIRECTIONS] = std::array::from_fn(|d| part(&rows.pairs[d], row));
    let tight: [&[u16; SEEN]; DIRECTIONS] = std::array::from_fn(|d| part(&rows.tight[d], row));
    let mut found = [[0; NEAR]; DIRECTIONS + 1];
    for i in 0..NEAR {
        let line = |i: usize| board[i] ^ toggled[i];
        let [north, here, south, beyond] = [line(i), line(i + 1), line(i + 2), line(i + 3)];
        let alike_north = pairs[1][i] & !(north ^ here);
        let alike_south = pairs[1][i + 1] & !(here ^ south);
        let alike_beyond = pairs[1][i + 2] & !(south ^ beyond);
        let alike_east = pairs[0][i + 1] & !(here ^ here >> 1);
        let alike_south_east = pairs[0][i + 2] & !(south ^ south >> 1);
        let [a1, a2, a4] = sums([alike_east, alike_east << 1], [alike_north, alike_south]);
        let [b1, b2, b4] = sums([alike_south_east, alike_south_east << 1], [alike_south, alike_beyond]);
        let differ = |d: usize, partner: u16| pairs[d][i + 1] & (here ^ partner);
        let tight = |d: usize| tight[d][i + 1];
        let swaps = [
            differ(0, here >> 1) & !orthogonal(tight(0), [a1, a1 >> 1], [a2, a2 >> 1]),
            differ(1, south) & !orthogonal(tight(1), [a1, b1], [a2, b2]),
            differ(2, south >> 1) & !diagonal(tight(2), [a1, b1 >> 1], [a2, b2 >> 1], a4 | b4 >> 1),
            differ(3, south << 1) & !diagonal(tight(3), [a1, b1 << 1], [a2, b2 << 1], a4 | b4 << 1),
        ];
        for d in 0..DIRECTIONS {
            found[d][i] = swaps[d];
        }
        found[DIRECTIONS][i] = swaps[0] | swaps[1] | swaps[2] | swaps[3];
    }
    found
}

/// By direction and column, what a swap toggles among the rows that are seen.
const TOGGLED: [[[u16; SEEN]; 16]; DIRECTIONS] = {
    let mut toggled = [[[0; SEEN]; 16]; DIRECTIONS];
    let mut column = 0;
    while column < 16 {
        let (west, here, east) = (1u16 << column >> 1, 1u16 << column, (1u32 << column << 1) as u16);
        toggled[0][column][ABOVE] = here | east;
        let partners = [here, east, west];
        let mut i = 0;
        while i < partners.len() {
            toggled[i + 1][column][ABOVE] = here;
            toggled[i + 1][column][ABOVE + 1] = partners[i];
            i += 1;
        }
        column += 1;
    }
    toggled
};

/// Plays at random from a board to the end; the board there and the number of moves.
pub(crate) fn play_out(frame: &Frame<Rows16>, start: Rows16, dice: &mut Dice) -> (Rows16, u32) {
    let rows = frame.rows.as_ref().expect("boards of this size have their rows");
    let all = frame.swaps(start);
    let mut board = lines(start);
    let mut swaps = [all[0], all[1], all[2], all[3], all[0] | all[1] | all[2] | all[3]].map(lines);
    let mut moves = 0;
    loop {
        let any = &swaps[DIRECTIONS];
        let has = |square: usize| any[ABOVE + square / 16] >> (square % 16) & 1 == 1;
        let Some((square, bits)) = any_square(frame, dice, has, || bitboard(any)) else { break };
        let (row, column) = (square / 16, square % 16);
        let has = |d: usize| usize::from(swaps[d][ABOVE + row] >> column & 1) << d;
        let direction = any_direction(has(0) | has(1) | has(2) | has(3), bits);
        let toggled = &TOGGLED[direction][column];
        let near = swaps_near(rows, row, part(&board, row), toggled);
        for i in [ABOVE, ABOVE + 1] {
            board[row + i] ^= toggled[i];
        }
        for (all, near) in swaps.iter_mut().zip(near) {
            all[row + 1..row + 1 + NEAR].copy_from_slice(&near);
        }
        moves += 1;
    }
    (bitboard(&board), moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::playout;
    use gridwright_base::random::Random;

    #[test]
    fn games_are_those_of_whole_boards() {
        let mut random = Random::new(15);
        let mut moves = 0;
        for round in 0..1000 {
            let frame = Frame::<Rows16>::new(9 + round % 8);
            let start = frame.full & Rows16(std::array::from_fn(|_| random.bits()));
            let (mut dice, mut same_dice) = (Dice::new(round as u64), Dice::new(round as u64));
            let ended = play_out(&frame, start, &mut dice);
            assert_eq!(ended, playout::play_out(&frame, start, &mut same_dice));
            moves += ended.1;
        }
        assert!(moves > 20_000, "{moves}");
    }
}
