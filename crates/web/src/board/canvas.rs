//! What is on the screen: a scene in blocks, of which only those that change are sent.

use gridwright::grid::Cell;
use gridwright::scene::Scene;
use gridwright::scene::svg::Window;
use serde::Serialize;
use std::collections::BTreeSet;

/// Rows and columns of a block. Usual boards are one block, which a browser redraws within a frame.
pub const SIDE: usize = 25;

/// Boards of more cells have no labels of all cells: nobody listens to them all.
const MOST_LABELS: usize = 1024;

/// The scene that was drawn last, and which of its blocks the page has.
#[derive(Default)]
pub struct Canvas {
    scene: Option<Scene>,
    windows: Vec<Window>,
    shown: BTreeSet<usize>,
    /// By cell; none where the board is large.
    labels: Vec<String>,
}

/// What changes on the screen.
#[derive(Debug, Default, Serialize)]
pub struct Patch {
    /// How the board lies, where it is a new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<Layout>,
    /// Numbers of blocks and the markup inside them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<(usize, String)>,
    /// Cells whose labels change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<(usize, String)>,
}

/// How a board lies on the screen.
#[derive(Debug, Serialize)]
pub struct Layout {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Whether rows and columns wrap round.
    pub wrapping: bool,
    /// The view box of each block.
    pub blocks: Vec<[usize; 4]>,
}

impl Canvas {
    /// Takes the next scene. The labels are asked for only where the board is small enough to have them.
    pub fn draw(&mut self, scene: Scene, labels: impl FnOnce() -> Vec<String>) -> Patch {
        let is_small = scene.grid.len() <= MOST_LABELS;
        let labels = if is_small { labels() } else { Vec::new() };
        let before = self.scene.take().filter(|before| is_same_board(before, &scene));
        let mut patch = Patch::default();
        if before.is_none() {
            self.windows = Window::blocks(&scene.grid, SIDE).collect();
            // A board of one block is on the screen from the beginning.
            self.shown = if self.windows.len() == 1 { BTreeSet::from([0]) } else { BTreeSet::new() };
            self.labels.clear();
            patch.layout = Some(Layout {
                rows: scene.grid.rows(),
                cols: scene.grid.cols(),
                wrapping: scene.grid.wrapping(),
                blocks: self.windows.iter().map(|window| window.view_box(&scene.grid)).collect(),
            });
        }
        let changed = |block: &usize| match &before {
            None => true,
            Some(before) => differs(before, &scene, &self.windows[*block]),
        };
        patch.blocks = self
            .shown
            .iter()
            .copied()
            .filter(changed)
            .map(|block| (block, scene.block(&self.windows[block]).markup))
            .collect();
        self.labels.resize(labels.len(), String::new());
        for (cell, label) in labels.into_iter().enumerate() {
            if self.labels[cell] != label {
                patch.labels.push((cell, label.clone()));
                self.labels[cell] = label;
            }
        }
        self.scene = Some(scene);
        patch
    }

    /// From now on these blocks are on the screen; those that were not are drawn.
    pub fn show(&mut self, blocks: Vec<usize>) -> Patch {
        let Some(scene) = &self.scene else { return Patch::default() };
        let wanted: BTreeSet<usize> =
            blocks.into_iter().filter(|block| *block < self.windows.len()).collect();
        let new = wanted.difference(&self.shown);
        let blocks = new.map(|block| (*block, scene.block(&self.windows[*block]).markup)).collect();
        self.shown = wanted;
        Patch { blocks, ..Patch::default() }
    }
}

/// Whether one scene can follow the other on the same canvas.
fn is_same_board(before: &Scene, after: &Scene) -> bool {
    before.grid == after.grid
}

/// Whether a window has to be drawn again: one of its cells, a neighbour of them, or a line over them changed.
fn differs(before: &Scene, after: &Scene, window: &Window) -> bool {
    let grid = after.grid;
    let near = Window {
        rows: window.rows.start.saturating_sub(1)..grid.rows().min(window.rows.end + 1),
        cols: window.cols.start.saturating_sub(1)..grid.cols().min(window.cols.end + 1),
    };
    before.strokes != after.strokes
        || before.links != after.links
        || before.note_layout() != after.note_layout()
        || near.cells(grid).any(|cell| tile_differs(before, after, cell))
}

fn tile_differs(before: &Scene, after: &Scene, cell: Cell) -> bool {
    let thick = |scene: &Scene| (scene.border_right(cell), scene.border_below(cell));
    before.tiles[cell.index()] != after.tiles[cell.index()] || thick(before) != thick(after)
}
