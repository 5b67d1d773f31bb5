//! Yosenabe drawn.

use super::{Square, Yosenabe};
use crate::grid::Cell;
use crate::model::{Atom, Position};
use crate::printed::PrintedBoard;
use crate::scene::{Draw, Glyph, Ground, Ink, Scene, Stroke};

impl Draw for Yosenabe {
    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::new(self.grid());
        for cell in self.grid().cells() {
            let tile = scene.tile(cell);
            let square = self.printed.square(cell);
            if square == Square::Absent {
                tile.ground = Ground::Absent;
            } else if self.printed.area_of(cell).is_some() {
                tile.ground = Ground::Area;
            }
            if square.is_circle() {
                tile.glyph = Glyph::Circle(self.circle_text(cell));
            }
        }
        for area in &self.printed.areas {
            scene.tile(area.first).corner = area.goal.map(|goal| goal.to_string());
        }
        scene.draw_regions(|cell| self.printed.area_of(cell));
        for atom in position.board.yes() {
            match self.stroke(atom) {
                Some(stroke) => scene.strokes.push(stroke),
                None => scene.tile(self.line(atom).0).ink = Ink::Entered,
            }
        }
        scene
    }

    fn candidate_of(&self, atom: Atom) -> (Cell, u32) {
        (self.line(atom).1, 0)
    }

    fn stroke(&self, atom: Atom) -> Option<Stroke> {
        let (from, to) = self.line(atom);
        (from != to).then_some(Stroke { from, to, ink: Ink::Entered, error: false })
    }
}
