//! Star Battle drawn.

use super::StarBattle;
use crate::model::{Atom, Position, Value};
use crate::scene::{Draw, Glyph, Ink, Scene};

impl Draw for StarBattle {
    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::new(self.grid);
        for cell in self.grid.cells() {
            let tile = scene.tile(cell);
            tile.ink = Ink::Entered;
            tile.glyph = match position.board.get(Atom(cell.0)) {
                Value::Yes => Glyph::Star,
                Value::No => Glyph::Mark,
                Value::Open => Glyph::Empty,
            };
        }
        scene.draw_regions(|cell| self.regions[cell.index()]);
        scene
    }
}
