//! What a screen reader says of a cell.

use super::Session;
use crate::grid::Cell;
use crate::scene::{Glyph, Ground, Ink, Scene};

impl Session {
    /// What is in a cell, for people who cannot see it: `r3c4, wall, needs 2 bulbs, has 1`.
    ///
    /// ```
    /// use gridwright::Session;
    /// use gridwright::grid::Cell;
    /// let mut session = Session::read("7x7:b1f2iB2g1Bi2fBb")?;
    /// session.perform("r1c2 bulb")?;
    /// assert_eq!(session.label(Cell(2)), "r1c3, wall, needs 1 bulb, has 1");
    /// assert_eq!(session.label(Cell(1)), "r1c2, bulb");
    /// assert_eq!(session.label(Cell(0)), "r1c1, lit");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn label(&self, cell: Cell) -> String {
        self.label_in(&self.scene(), cell)
    }

    /// The labels of all cells, in reading order.
    pub fn labels(&self) -> Vec<String> {
        let scene = self.scene();
        self.puzzle.grid().cells().map(|cell| self.label_in(&scene, cell)).collect()
    }

    fn label_in(&self, scene: &Scene, cell: Cell) -> String {
        let Some(tile) = scene.tiles.get(cell.index()) else { return "no cell".to_string() };
        let mut parts = vec![self.puzzle.grid().name(cell).to_string()];
        match self.puzzle.tell_cell(cell, self.position()) {
            Some(words) => parts.push(words),
            None => {
                parts.extend(match tile.ground {
                    Ground::Wall => Some("wall".to_string()),
                    Ground::Absent => Some("no cell".to_string()),
                    Ground::Area => Some("area".to_string()),
                    Ground::Lit if tile.glyph == Glyph::Empty => Some("lit".to_string()),
                    Ground::Lit | Ground::Open => None,
                });
                parts.extend(match &tile.glyph {
                    Glyph::Empty if tile.is_unmarked() && tile.ground == Ground::Open => {
                        Some("empty".to_string())
                    }
                    Glyph::Empty => None,
                    Glyph::Label(text) if tile.ink == Ink::Given => Some(format!("given {text}")),
                    Glyph::Label(text) => Some(text.clone()),
                    Glyph::Circle(text) => Some(format!("number {text}")),
                    Glyph::Bulb => Some("bulb".to_string()),
                    Glyph::Star => Some("star".to_string()),
                    Glyph::Mark => Some("marked".to_string()),
                });
                parts.extend(tile.corner.as_ref().map(|goal| format!("goal {goal}")));
                if !tile.notes.is_empty() {
                    let notes: Vec<String> = tile.notes.iter().map(u32::to_string).collect();
                    parts.push(format!("notes {}", notes.join(" ")));
                }
            }
        }
        let jotted = |word: &str, numbers: &[u32]| {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            (!numbers.is_empty()).then(|| format!("{word} {}", numbers.join(" ")))
        };
        parts.extend(jotted("centre", &tile.centre));
        parts.extend(jotted("colour", &tile.colours));
        parts.extend(tile.done.then(|| "done".to_string()));
        let lines = scene.strokes.iter().filter(|stroke| stroke.from == cell);
        parts.extend(lines.map(|stroke| format!("line to {}", self.puzzle.grid().name(stroke.to))));
        if tile.error {
            parts.push("wrong".to_string());
        }
        if matches!(tile.ink, Ink::Tried(_)) {
            parts.push("tried".to_string());
        }
        if tile.hint {
            parts.push("hinted at".to_string());
        }
        parts.join(", ")
    }
}
