//! Sudoku drawn.

use super::Sudoku;
use crate::grid::Cell;
use crate::model::{Atom, Position};
use crate::scene::{Draw, Scene};

impl Draw for Sudoku {
    fn scene(&self, position: &Position) -> Scene {
        let mut scene = self.digits.scene(position);
        if let Some(boxes) = self.boxes() {
            let grid = self.digits.grid;
            scene.draw_regions(|cell| (grid.row(cell) / boxes.rows, grid.col(cell) / boxes.cols));
        }
        scene
    }

    fn candidate_of(&self, atom: Atom) -> (Cell, u32) {
        (self.digits.cell_of(atom), self.digits.digit_of(atom))
    }
}
