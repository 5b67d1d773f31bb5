//! What a setter reads while drawing: how many solutions there are, what they share, what clashes.

use super::{Clash, Clues, Deciding, Left};
use crate::count::{BigUint, Count};
use crate::grid::Cell;
use crate::model::{Board, RuleId, Value};
use crate::puzzle::Puzzle;
use gridwright_base::counted;
use std::collections::BTreeMap;

/// A number with commas between groups of three digits.
fn grouped(number: &BigUint) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How many solutions, as a headline; the last word is what is counted.
///
/// ```
/// use gridwright::clues::headline;
/// use gridwright::{Stopped, count::Count};
/// assert_eq!(headline(&Count::Exactly(1u32.into())), "One solution");
/// assert_eq!(headline(&Count::AtLeast(4096u32.into(), Stopped::Memory)), "At least 4,096 solutions");
/// ```
pub fn headline(count: &Count) -> String {
    let number = count.number();
    let noun = if *number <= BigUint::from(1u32) { "solution" } else { "solutions" };
    match count {
        Count::Exactly(_) if *number == BigUint::ZERO => "No solution".to_string(),
        Count::Exactly(_) if *number == BigUint::from(1u32) => "One solution".to_string(),
        Count::Exactly(_) => format!("{} {noun}", grouped(number)),
        Count::AtLeast(..) if *number == BigUint::ZERO => "Perhaps no solution".to_string(),
        Count::AtLeast(..) => format!("At least {} {noun}", grouped(number)),
    }
}

/// In how many of the cells all solutions agree, which this board holds as far as they do, as a sentence.
pub fn agreement(puzzle: &Puzzle, shared: &Board) -> String {
    let mut cells: BTreeMap<Cell, bool> = BTreeMap::new();
    for atom in puzzle.model().atoms() {
        *cells.entry(puzzle.atom_cell(atom)).or_insert(true) &= shared.get(atom) != Value::Open;
    }
    let agreed = cells.values().filter(|is_agreed| **is_agreed).count();
    format!("They agree on {agreed} of {}.", counted(cells.len(), "cell"))
}

/// What a heat map of the solutions shows, as a sentence.
pub const SHADES: &str =
    "In the others, numbers and shades tell in how many of a hundred solutions something is there.";

fn upper_first(text: &str) -> String {
    let mut letters = text.chars();
    // A sentence may begin with the name of a cell, which stays as it is.
    let is_name = text.strip_prefix('r').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    match letters.next() {
        Some(first) if !is_name => first.to_uppercase().chain(letters).collect(),
        _ => text.to_string(),
    }
}

impl Clash {
    /// How many clues it takes, in sentences.
    pub fn in_words(&self) -> String {
        let others = if self.is_smallest { " The rest of the board does not matter." } else { "" };
        match self.sets.first().map_or(0, Vec::len) {
            0 => "The rules alone leave no solution, whatever the clues say.".to_string(),
            1 => format!("One clue alone cannot be kept.{others}"),
            number => {
                let words = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
                let number = words.get(number - 2).map_or(number.to_string(), ToString::to_string);
                format!("{number} clues are enough for the clash.{others}")
            }
        }
    }
}

impl Clues {
    /// What could go, in sentences.
    pub fn in_words(&self) -> String {
        upper_first(&format!("{}.", self.summary()))
    }
}

impl Deciding {
    /// The clue and what it leaves, as a sentence.
    pub fn sentence(&self) -> String {
        let clue = upper_first(&self.puzzle.sentence(self.puzzle.model().get(self.clue)));
        let leaves = match &self.left {
            Left::Solutions(number) if *number == BigUint::from(1u32) => "leaves one solution".to_string(),
            Left::Solutions(number) => format!("leaves {} solutions", grouped(number)),
            Left::Cells(cells) => format!("leaves solutions that differ in {}", counted(*cells, "cell")),
        };
        format!("{clue}: this {leaves}.")
    }
}

/// A clue as a sentence.
pub fn clue_sentence(puzzle: &Puzzle, clue: RuleId) -> String {
    upper_first(&format!("{}.", puzzle.sentence(puzzle.model().get(clue))))
}

/// The puzzle without a clue; `None` where the genre has no such clues, or the clue has no place of its own.
pub fn without_clue(puzzle: &Puzzle, clue: RuleId) -> Option<Puzzle> {
    let (genre, maker) = (puzzle.genre(), puzzle.genre().maker?);
    let place = puzzle.rule_place(puzzle.model().get(clue))?;
    Some(Puzzle::new(genre, maker.without(puzzle.board(), &[place])))
}
