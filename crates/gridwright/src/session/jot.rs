//! What a player jots down beside the entries: digits in the middle of a cell, colours, clues that are done. No rule knows of it.

use super::{Change, Session, changes};
use crate::grid::Cell;
use crate::model::Atom;
use crate::scene::Scene;
use std::collections::BTreeSet;

/// The colours are numbered from 1 to this.
pub const COLOURS: u32 = 9;

/// Something jotted down in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Jot {
    /// Where.
    pub cell: Cell,
    /// What.
    pub kind: Jotting,
}

/// What can be jotted down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Jotting {
    /// A digit in the middle of the cell. `r1c1 ^5`
    Centre(u32),
    /// A colour behind everything. `r1c1 @3`
    Colour(u32),
    /// The clue needs no more attention. `r1c1 done`
    Done,
}

const DONE: &str = "done";

impl Jotting {
    /// As the second word of an action.
    pub(super) fn write(self) -> String {
        match self {
            Jotting::Centre(digit) => format!("^{digit}"),
            Jotting::Colour(colour) => format!("@{colour}"),
            Jotting::Done => DONE.to_string(),
        }
    }

    /// From the second word of an action.
    pub(super) fn read(word: &str) -> Option<Jotting> {
        if word == DONE {
            return Some(Jotting::Done);
        }
        let number = |word: &str| word.parse().ok().filter(|number| *number > 0);
        match word.strip_prefix('^') {
            Some(digit) => number(digit).map(Jotting::Centre),
            None => number(word.strip_prefix('@')?).filter(|colour| *colour <= COLOURS).map(Jotting::Colour),
        }
    }
}

/// All that is jotted down.
pub(super) type Jots = BTreeSet<Jot>;

impl Session {
    /// What is jotted down in a cell.
    pub fn jots(&self, cell: Cell) -> impl Iterator<Item = Jotting> + '_ {
        self.state.jots.iter().filter(move |jot| jot.cell == cell).map(|jot| jot.kind)
    }

    /// Jots something down in all cells that take it, or takes it away where all have it.
    pub(super) fn jotted_in(&self, cells: &[Cell], kind: Jotting) -> Vec<Change> {
        let takes = |cell: &&Cell| match kind {
            Jotting::Centre(digit) => self.with_digit(**cell, digit).is_some(),
            Jotting::Colour(_) => cell.index() < self.atoms.len(),
            Jotting::Done => self.is_clue(**cell),
        };
        let jots: Vec<Jot> = cells.iter().filter(takes).map(|cell| Jot { cell: *cell, kind }).collect();
        let has = |jot: &Jot| self.state.jots.contains(jot);
        let all_there = jots.iter().all(has);
        let changed = jots.into_iter().filter(|jot| all_there || !has(jot));
        changed.map(if all_there { Change::Unjot } else { Change::Jot }).collect()
    }

    /// Whether a clue stands in a cell that nothing can be entered in.
    fn is_clue(&self, cell: Cell) -> bool {
        let is_closed = self.atoms.get(cell.index()).is_some_and(Vec::is_empty);
        is_closed && self.puzzle.scene(&self.puzzle.blank()).tiles[cell.index()].label().is_some()
    }

    /// A click on a clue says that it is done, or takes that back.
    pub(super) fn clicked_clue(&self, cell: Cell) -> Option<super::Action> {
        changes(self.jotted_in(&[cell], Jotting::Done))
    }

    /// The digits jotted down that entries rule out, to be taken away with the notes.
    pub(super) fn jots_ruled_out(&self, atoms: impl Iterator<Item = Atom>) -> Vec<Change> {
        let jot = |atom| {
            let (cell, digit) = self.puzzle.candidate_of(atom);
            Jot { cell, kind: Jotting::Centre(digit) }
        };
        atoms.map(jot).filter(|jot| self.state.jots.contains(jot)).map(Change::Unjot).collect()
    }

    /// Draws what is jotted down.
    pub(super) fn draw_jots(&self, scene: &mut Scene) {
        for Jot { cell, kind } in &self.state.jots {
            let tile = scene.tile(*cell);
            match kind {
                Jotting::Centre(digit) => tile.centre.push(*digit),
                Jotting::Colour(colour) => tile.colours.push(*colour),
                Jotting::Done => tile.done = true,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Button, DigitMode, Gesture};
    use super::*;

    const SUDOKU: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

    #[test]
    fn jots_are_undone_saved_and_cleared_with_the_rest() {
        let mut session = Session::read(SUDOKU).unwrap();
        let cells = [Cell(2), Cell(3), Cell(0)];
        session.gesture(&Gesture::Digit(cells.to_vec(), 4, DigitMode::Centre)).unwrap();
        session.gesture(&Gesture::Digit(cells.to_vec(), 2, DigitMode::Colour)).unwrap();
        let tiles = session.scene().tiles;
        assert_eq!([&tiles[2].centre[..], &tiles[3].centre[..], &tiles[0].centre[..]], [&[4][..], &[4], &[]]);
        assert_eq!([&tiles[2].colours[..], &tiles[0].colours[..]], [&[2][..], &[2]], "givens too");
        assert_eq!(session.actions()[0].write(session.puzzle()), "r1c3 ^4, r1c4 ^4");
        assert_eq!(session.label(Cell(2)), "r1c3, centre 4, colour 2");
        let again = Session::read(&session.record().unwrap()).unwrap();
        assert_eq!(again.scene(), session.scene());
        session.gesture(&Gesture::Clear(cells.to_vec())).unwrap();
        assert!(session.scene().tiles.iter().all(|tile| tile.centre.is_empty() && tile.colours.is_empty()));
        session.undo();
        assert_eq!(again.scene(), session.scene());
        session.undo();
        session.gesture(&Gesture::Digit(cells.to_vec(), 4, DigitMode::Centre)).unwrap();
        assert!(session.scene().tiles.iter().all(|tile| tile.centre.is_empty()), "all had it: it goes");
    }

    #[test]
    fn an_entry_takes_away_the_jots_that_it_rules_out() {
        let mut session = Session::read(SUDOKU).unwrap();
        for text in ["r1c3 ^4", "r1c6 ^4", "r1c6 ^2"] {
            session.perform(text).unwrap();
        }
        session.gesture(&Gesture::Digit(vec![Cell(2)], 4, DigitMode::Enter)).unwrap();
        let scene = session.scene();
        assert_eq!((&scene.tiles[2].centre[..], &scene.tiles[5].centre[..]), (&[4][..], &[2][..]));
    }

    #[test]
    fn a_branch_that_is_rejected_takes_its_jots_along() {
        let mut session = Session::read(SUDOKU).unwrap();
        for text in ["r1c3 @1", "branch", "r1c3 @2, r1c3 -@1", "reject"] {
            session.perform(text).unwrap();
        }
        assert_eq!(session.jots(Cell(2)).collect::<Vec<_>>(), [Jotting::Colour(1)]);
        for wrong in
            ["r1c3 @0", "r1c3 @10", "r1c3 ^0", "r1c3 ^10", "r1c3 ^x", "r1c1 ^4", "r99c1 @1", "r1c1 done"]
        {
            assert!(session.perform(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_tap_may_mark_first() {
        let mut session = Session::read("4x1:d").unwrap();
        for expected in ["r1c1 !bulb", "r1c1 bulb", "r1c1 -bulb"] {
            let action = session.meaning(&Gesture::MarkingTap(Cell(0))).unwrap().unwrap();
            assert_eq!(action.write(session.puzzle()), expected);
            session.act(action).unwrap();
        }
    }

    #[test]
    fn a_click_on_a_clue_says_that_it_is_done() {
        let mut session = Session::read("7x7:b1f2iB2g1Bi2fBb").unwrap();
        let click = Gesture::Click(Cell(2), Button::Primary);
        session.gesture(&click).unwrap();
        assert!(session.scene().tiles[2].done && session.label(Cell(2)).ends_with(", done"));
        session.gesture(&Gesture::Tap(Cell(2))).unwrap();
        assert!(!session.scene().tiles[2].done);
        let wall = session.puzzle().grid().named("r3c5").unwrap();
        assert!(session.gesture(&Gesture::Click(wall, Button::Primary)).is_ok());
    }
}
