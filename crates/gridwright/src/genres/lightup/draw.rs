//! Light Up drawn.

use super::{LightUp, Square};
use crate::model::{Atom, Position, Value};
use crate::scene::{Draw, Glyph, Ground, Ink, Scene};

impl Draw for LightUp {
    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::new(self.grid);
        for (cell, lit) in self.grid.cells().zip(self.lit_cells(&position.board)) {
            let tile = scene.tile(cell);
            match self.square(cell) {
                Square::Open => {
                    tile.ink = Ink::Entered;
                    tile.ground = if lit { Ground::Lit } else { Ground::Open };
                    tile.glyph = match position.board.get(Atom(self.atoms[cell.index()])) {
                        Value::Yes => Glyph::Bulb,
                        Value::No => Glyph::Mark,
                        Value::Open => Glyph::Empty,
                    };
                }
                Square::Wall => tile.ground = Ground::Wall,
                Square::Number(n) => {
                    tile.ground = Ground::Wall;
                    tile.glyph = Glyph::Label(n.to_string());
                }
            }
        }
        scene
    }
}
