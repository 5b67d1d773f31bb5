//! The scene: what to draw, without colours or pixels. Genres make scenes; renderers draw them.

mod changes;
mod draw;
mod edges;
mod indexed;
mod marks;
pub mod paint;
pub mod shapes;
mod share;
pub mod svg;
pub mod text;

pub use changes::{SceneChanges, SceneView};
pub use draw::Draw;
pub(crate) use draw::draw;
pub use share::Share;

use crate::grid::{Cell, Direction, Grid};
use serde::{Deserialize, Serialize};

/// A thick border along the right side of a cell.
const RIGHT: u8 = 1;
/// A thick border along the lower side of a cell.
const BELOW: u8 = 2;

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What a tile stands on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Ground {
    /// An ordinary cell.
    #[default]
    Open,
    /// A cell that light falls on.
    Lit,
    /// A black cell.
    Wall,
    /// A grey cell.
    Area,
    /// No cell at all.
    Absent,
}

/// What stands in a tile.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Glyph {
    /// Nothing.
    #[default]
    Empty,
    /// A number or other short text.
    Label(String),
    /// A light bulb.
    Bulb,
    /// A star.
    Star,
    /// "Not here."
    Mark,
    /// A circle with a short text.
    Circle(String),
}

/// Where what stands in a tile comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Ink {
    /// Printed on the puzzle.
    #[default]
    Given,
    /// Put there by a player or a solver.
    Entered,
    /// Put there by a player who only tries it, in this many nested branches.
    Tried(u32),
    /// One of the ways that are left, where a step is told.
    Possible,
    /// Put there by the step that is being told.
    New,
    /// Ruled out by the step that is being told.
    Gone,
}

/// One cell of a scene.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tile {
    /// What it stands on.
    #[serde(skip_serializing_if = "is_default")]
    pub ground: Ground,
    /// What stands in it.
    #[serde(skip_serializing_if = "is_default")]
    pub glyph: Glyph,
    /// Who put that there.
    #[serde(skip_serializing_if = "is_default")]
    pub ink: Ink,
    /// Small text in the corner (an area's goal).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corner: Option<String>,
    /// Pencilled candidates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<u32>,
    /// Digits that a player jotted down in the middle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub centre: Vec<u32>,
    /// Colours that a player gave it, from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub colours: Vec<u32>,
    /// A clue that a player has done with.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// Those of the pencilled candidates that the step which is being told rules out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub struck: Vec<u32>,
    /// Those of the pencilled candidates that the step which is being told puts there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub circled: Vec<u32>,
    /// How many candidates there can be, for laying out the notes.
    #[serde(skip_serializing_if = "is_default")]
    pub choices: u32,
    /// How often the tile, or each of several candidates, holds what a heat map is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Share>,
    /// Flagged as wrong.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub error: bool,
    /// Pointed at by a hint.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hint: bool,
    /// What a hint is about.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub near: bool,
}

impl Tile {
    /// The text that stands in the tile, if it is text.
    pub fn label(&self) -> Option<&str> {
        match &self.glyph {
            Glyph::Label(text) | Glyph::Circle(text) => Some(text),
            Glyph::Empty | Glyph::Bulb | Glyph::Star | Glyph::Mark => None,
        }
    }

    /// The share of the tile as a whole.
    pub fn share(&self) -> Option<Share> {
        self.shares.iter().copied().find(|share| share.note == 0)
    }

    /// Candidates, with their shares where a heat map is drawn; what never holds is none.
    fn candidates(&self) -> impl Iterator<Item = (u32, Option<Share>)> + '_ {
        let shared = self.shares.iter().filter(|share| share.note > 0 && !share.proportion.is_never());
        let shared = shared.map(|share| (share.note, Some(*share)));
        self.notes.iter().map(|note| (*note, None)).chain(shared)
    }

    /// Whether nothing is printed or entered there.
    fn is_bare(&self) -> bool {
        self.glyph == Glyph::Empty && self.corner.is_none()
    }

    /// Whether a player has pencilled nothing there.
    pub(crate) fn is_unmarked(&self) -> bool {
        self.notes.is_empty() && self.centre.is_empty() && self.colours.is_empty()
    }

    /// Whether nothing but the ground, a corner text and lines shows.
    pub fn is_clear(&self) -> bool {
        self.glyph == Glyph::Empty && self.notes.is_empty() && self.shares.is_empty()
    }
}

/// A line drawn from the middle of one cell to the middle of another in the same row or column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stroke {
    /// Where it starts.
    pub from: Cell,
    /// Where its arrow head is.
    pub to: Cell,
    /// Whose it is.
    pub ink: Ink,
    /// Flagged as wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub error: bool,
}

/// A candidate of a cell, or the cell as a whole: an end of a [`Link`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spot {
    /// The cell.
    pub cell: Cell,
    /// The candidate, from 1; 0 where the cell as a whole is meant.
    pub note: u32,
}

/// What the rule behind a [`Link`] says of its two ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LinkKind {
    /// If one does not hold, the other does.
    Strong,
    /// If one holds, the other does not.
    Weak,
}

/// A link of a chain: what follows from what in the step that is being told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Link {
    /// One end.
    pub from: Spot,
    /// The other one.
    pub to: Spot,
    /// What it says.
    pub kind: LinkKind,
}

/// Everything to draw.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scene {
    /// The rectangle of tiles.
    pub grid: Grid,
    /// One tile a cell.
    pub tiles: Vec<Tile>,
    /// For each cell, on which of its sides thick borders run: [`RIGHT`], [`BELOW`], both or neither.
    pub(crate) borders: Vec<u8>,
    /// Lines over the tiles.
    pub strokes: Vec<Stroke>,
    /// Links between candidates or tiles, where a step is told.
    pub links: Vec<Link>,
}

impl Stroke {
    /// The direction it takes and over how many cells; `None` where it does not leave its cell or its ends are
    /// not in one line.
    pub fn course(&self, grid: &Grid) -> Option<(Direction, usize)> {
        let from = (grid.row(self.from), grid.col(self.from));
        let to = (grid.row(self.to), grid.col(self.to));
        match (from.0 == to.0, from.1 == to.1) {
            (true, false) if to.1 > from.1 => Some((Direction::Right, to.1 - from.1)),
            (true, false) => Some((Direction::Left, from.1 - to.1)),
            (false, true) if to.0 > from.0 => Some((Direction::Down, to.0 - from.0)),
            (false, true) => Some((Direction::Up, from.0 - to.0)),
            _ => None,
        }
    }
}

impl Scene {
    /// A scene of empty open tiles without borders.
    pub fn new(grid: Grid) -> Scene {
        Scene {
            grid,
            tiles: vec![Tile::default(); grid.len()],
            borders: vec![0; grid.len()],
            strokes: Vec::new(),
            links: Vec::new(),
        }
    }

    /// The tile of a cell.
    pub fn tile(&mut self, cell: Cell) -> &mut Tile {
        &mut self.tiles[cell.index()]
    }

    /// Draws thick borders wherever two neighbouring cells have different `region`s.
    pub fn draw_regions<R: PartialEq>(&mut self, region: impl Fn(Cell) -> R) {
        let flat = self.grid.with_wrapping(false);
        for cell in flat.cells() {
            let differs =
                |direction| flat.step(cell, direction).is_some_and(|next| region(next) != region(cell));
            let side = |direction, flag| if differs(direction) { flag } else { 0 };
            self.borders[cell.index()] = side(Direction::Right, RIGHT) | side(Direction::Down, BELOW);
        }
    }

    /// Whether a thick border runs between `cell` and its neighbour on the right.
    pub fn border_right(&self, cell: Cell) -> bool {
        self.borders[cell.index()] & RIGHT != 0
    }

    /// Whether a thick border runs between `cell` and its neighbour below.
    pub fn border_below(&self, cell: Cell) -> bool {
        self.borders[cell.index()] & BELOW != 0
    }

    /// How the candidates of a tile are laid out: how many stand in a row, and how many rows there are. One layout
    /// serves the whole scene; `None` where no tile has candidates.
    pub fn note_layout(&self) -> Option<(usize, usize)> {
        self.tiles.iter().find(|tile| tile.candidates().next().is_some())?;
        let most_in = |tile: &Tile| tile.candidates().map(|(note, _)| note).fold(tile.choices, u32::max);
        let most = self.tiles.iter().map(most_in).max()?;
        let across = most.isqrt() + u32::from(most.isqrt().pow(2) < most);
        Some((across.max(1) as usize, most.div_ceil(across.max(1)).max(1) as usize))
    }

    /// Points out what is new in `after`, the same board with a few more answers and fewer candidates. Candidates stay: those
    /// that are ruled out are struck, those that become answers circled.
    pub fn show_news(&mut self, after: &Scene) {
        for (tile, then) in self.tiles.iter_mut().zip(&after.tiles) {
            let is_taken_away = then.glyph == Glyph::Empty && tile.glyph != Glyph::Empty;
            let answer = then.label().and_then(|label| label.parse().ok());
            if let Some(answer) = answer.filter(|answer| tile.notes.contains(answer)) {
                tile.ink = Ink::New;
                tile.circled.push(answer);
            } else if (then.glyph != tile.glyph && !is_taken_away) || then.ink != tile.ink {
                tile.ink = if then.glyph == Glyph::Mark { Ink::Gone } else { Ink::New };
                tile.glyph = then.glyph.clone();
                tile.notes.clear();
            } else {
                tile.struck.extend(tile.notes.iter().filter(|note| !then.notes.contains(note)));
            }
        }
        let new: Vec<Stroke> =
            after.strokes.iter().filter(|stroke| !self.strokes.contains(stroke)).copied().collect();
        self.strokes.extend(new.into_iter().map(|stroke| Stroke { ink: Ink::New, ..stroke }));
    }

    /// Whether there are thick borders at all.
    pub fn has_borders(&self) -> bool {
        self.borders.iter().any(|sides| *sides != 0)
    }
}
