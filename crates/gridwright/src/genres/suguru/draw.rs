//! Suguru drawn.

use super::Suguru;
use crate::grid::Cell;
use crate::model::{Atom, Position};
use crate::scene::{Draw, Scene};

impl Draw for Suguru {
    fn scene(&self, position: &Position) -> Scene {
        let mut scene = self.digits.scene(position);
        scene.draw_regions(|cell| self.region(cell));
        scene
    }

    fn candidate_of(&self, atom: Atom) -> (Cell, u32) {
        (self.digits.cell_of(atom), self.digits.digit_of(atom))
    }
}
