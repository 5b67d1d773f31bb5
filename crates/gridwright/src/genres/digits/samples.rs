//! What the tests of the genres of digits share: chance, positions, and reading a text back.

use super::Digits;
use crate::formats::{Format, Text, detect, read};
use crate::frames::Encode;
use crate::model::{Atom, Position, Value};
use crate::{Genre, Reading, registry};

/// Always the same numbers (xorshift).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    pub fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    /// A digit the cell takes, or 0, which comes `chances - 1` times in `chances`.
    pub fn digits(&mut self, digits: &Digits, chances: usize) -> Vec<u32> {
        let mut digit = |cell| match digits.greatest(cell) {
            0 => 0,
            most if self.one_in(chances) => 1 + self.below(most as usize) as u32,
            _ => 0,
        };
        digits.grid.cells().map(&mut digit).collect()
    }

    /// At most one entry a cell, crossed-out candidates and notes anywhere.
    pub fn position(&mut self, digits: &Digits) -> Position {
        let mut position = Position::blank(digits.atom_count());
        digits.enter(&mut position, &self.digits(digits, 3));
        for atom in (0..digits.atom_count() as u32).map(Atom) {
            if self.one_in(7) && !position.board.is_yes(atom) {
                position.board.set(atom, Value::No);
            }
            position.notes.set(atom, self.one_in(5));
        }
        position
    }
}

/// Writes, reads back both with the format given and with it detected, and compares.
pub fn expect_round_trip(board: &impl Encode, position: &Position, format: Format) {
    let text = board.write(format, position).unwrap_or_else(|refusal| panic!("{format}: {refusal}"));
    let genre = registry::find(board.about().id).unwrap();
    for reading in [reading(&text, Some(format), genre), reading(&text, None, genre)] {
        assert_eq!(format!("{:?}", reading.puzzle.board()), format!("{board:?}"), "{text}");
        assert_eq!(&reading.position, position, "{text}");
        assert_eq!(reading.puzzle.write(format, &reading.position).unwrap(), text);
    }
}

/// A text that must be readable.
pub fn reading(text: &str, format: Option<Format>, genre: &'static Genre) -> Reading {
    read(text, format, Some(genre))
        .unwrap_or_else(|error| panic!("{:?}: {error} in\n{text}", detect(Text::new(text))))
}

/// Texts that must be refused at this line and column (0, 0 for the text as a whole) with these words.
pub fn expect_refusals(format: Format, genre: &'static Genre, cases: &[(&str, (usize, usize), &str)]) {
    for &(text, place, words) in cases {
        let error = match read(text, Some(format), Some(genre)) {
            Ok(reading) => panic!("{text:?} is read as {:?}", reading.puzzle.board()),
            Err(error) => error,
        };
        assert_eq!(error.line_column(text).unwrap_or((0, 0)), place, "{text:?}: {error}");
        assert!(error.message.contains(words), "{text:?}: {error}");
    }
}
