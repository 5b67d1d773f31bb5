//! The printed board of a puzzle: what a genre must say about its boards.
//!
//! A genre implements [`PrintedBoard`] for its board: the rules as data, and where its atoms are and what they are called.
//! That is all that solving, counting and checking need. Drawing, formats, words, making puzzles and fast solvers are parts
//! of their own, which the genre's [row](crate::puzzle::Genre) points to.

mod error;

pub use error::{BoardError, NotAShape, OptionError};

use crate::grid::{Cell, Counting, Grid};
use crate::model::{self, Atom, Board, Fact, Flags, Model, Position, Rule, RuleKind};
use std::any::Any;
use std::fmt;

/// What a genre is called and what it is about.
#[derive(Debug)]
pub struct About {
    /// The name in commands and files.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// Names other programs use (puzz.link ids, pzpr file ids, Tatham's game names), lower case.
    pub aliases: &'static [&'static str],
    /// The goal in one sentence.
    pub summary: &'static str,
    /// The kinds of rules, laws first.
    pub rules: &'static [RuleKind],
    /// Options of a puzzle.
    pub options: &'static [PuzzleOption],
    /// A small puzzle in native form.
    pub example: &'static str,
    /// A tiny puzzle in native form, drawn with its solution beside the rules.
    pub illustration: &'static str,
    /// How its players count rows and columns where they type them.
    pub counting: Counting,
}

/// An option of a genre's puzzles, `key=value` in a header and on the command line.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleOption {
    /// Its name.
    pub key: &'static str,
    /// The values it takes, the default first; free form where empty.
    pub values: &'static [&'static str],
    /// What it does.
    pub help: &'static str,
}

/// A printed board of some genre. Five methods are required; the others have defaults.
pub trait PrintedBoard: Any + fmt::Debug + Send + Sync {
    /// What its genre is called and about.
    fn about(&self) -> &'static About;

    /// Its rectangle.
    fn grid(&self) -> Grid;

    /// The rules, as data.
    fn model(&self) -> Model;

    /// The cell an atom is about.
    fn atom_cell(&self, atom: Atom) -> Cell;

    /// An atom's name as an action, `r2c3 5`: its cell, a blank, and what is entered there.
    fn atom_name(&self, atom: Atom) -> String;

    /// The atom of that name.
    fn atom_named(&self, name: &str) -> Option<Atom> {
        (0..self.atom_count() as u32).map(Atom).find(|atom| self.atom_name(*atom) == name)
    }

    /// How many atoms its model has.
    fn atom_count(&self) -> usize {
        self.model().atom_count()
    }

    /// A rule's own cell, where it has one: the clue's, or the cell a law is about.
    fn rule_place(&self, _rule: &Rule) -> Option<Cell> {
        None
    }

    /// The options whose values differ from what a native text without them means.
    fn options(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The same board with one of [`About::options`] set.
    fn with_option(&self, key: &str, value: &str) -> Result<Box<dyn PrintedBoard>, OptionError> {
        Err(OptionError::no_such(self.about(), key, value))
    }
}

impl dyn PrintedBoard {
    /// An atom's name without the cell, `5`.
    pub fn atom_what(&self, atom: Atom) -> String {
        let name = self.atom_name(atom);
        name.split_once(' ').map(|(_, what)| what.to_string()).unwrap_or(name)
    }

    /// The cells a rule concerns: its own place first, then those of its atoms in reading order.
    pub fn rule_cells(&self, model: &Model, rule: &Rule) -> Vec<Cell> {
        let place = self.rule_place(rule);
        let mut cells: Vec<Cell> = model.rule_atoms(rule).map(|(atom, _)| self.atom_cell(atom)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.retain(|cell| Some(*cell) != place);
        cells.splice(0..0, place);
        cells
    }

    /// The cells a player sees flagged: those of entries that break a rule, and the places of broken clues.
    pub fn flagged_cells(&self, model: &Model, board: &Board) -> Vec<Cell> {
        self.cells_of_flags(model, &model::flags(model, board))
    }

    /// The cells of flags.
    pub fn cells_of_flags(&self, model: &Model, flags: &Flags) -> Vec<Cell> {
        let places = flags.places.iter().filter_map(|rule| self.rule_place(model.get(*rule)));
        flags.entries.iter().map(|atom| self.atom_cell(*atom)).chain(places).collect()
    }

    /// The same board with an option set, and a position carried over to it.
    pub fn with_option_and_position(
        &self,
        key: &str,
        value: &str,
        position: &Position,
    ) -> Result<(Box<dyn PrintedBoard>, Position), OptionError> {
        let changed = self.with_option(key, value)?;
        let mut carried = Position::blank(changed.atom_count());
        let carry = |atom: Atom| {
            let name = self.atom_name(atom);
            changed.atom_named(&name).ok_or_else(|| OptionError::Entry {
                entry: name,
                key: key.to_string(),
                value: value.to_string(),
            })
        };
        for fact in position.board.facts() {
            carried.board.extend([Fact { atom: carry(fact.atom)?, ..fact }]);
        }
        for atom in position.notes.iter() {
            carried.notes.set(carry(atom)?, true);
        }
        Ok((changed, carried))
    }

    /// Looks behind the trait at a genre's own type and its methods.
    pub fn downcast_ref<B: PrintedBoard>(&self) -> Option<&B> {
        let any: &dyn Any = self;
        any.downcast_ref()
    }
}

/// A board as its genre's own type: what the parts of a genre are given is always of it.
///
/// # Panics
/// When it is a board of another genre.
pub(crate) fn own<B: PrintedBoard>(board: &dyn PrintedBoard) -> &B {
    board.downcast_ref().expect("the parts of a genre are for its own boards")
}
