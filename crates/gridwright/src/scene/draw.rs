//! How a genre draws its boards.

use super::{Glyph, Ink, Scene, Stroke};
use crate::grid::Cell;
use crate::model::{Atom, Position};
use crate::printed::{PrintedBoard, own};

/// How boards of a genre are drawn. By default every cell shows the names of what is entered there.
pub trait Draw: PrintedBoard {
    /// What to draw for a position, without error flags.
    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::new(self.grid());
        for atom in position.board.yes() {
            let name = self.atom_name(atom);
            let what = name.split_once(' ').map_or(name.as_str(), |(_, what)| what);
            let tile = scene.tile(self.atom_cell(atom));
            (tile.glyph, tile.ink) = (Glyph::Label(what.to_string()), Ink::Entered);
        }
        scene
    }

    /// Where an atom is pencilled in and shown on heat maps: a cell, and the candidate in it or 0 for the cell as a whole.
    fn candidate_of(&self, atom: Atom) -> (Cell, u32) {
        (self.atom_cell(atom), 0)
    }

    /// The line that is drawn where an atom holds, in genres that draw any.
    fn stroke(&self, _atom: Atom) -> Option<Stroke> {
        None
    }
}

/// A board as something to draw.
pub(crate) fn draw<B: Draw>(board: &dyn PrintedBoard) -> &dyn Draw {
    own::<B>(board)
}
