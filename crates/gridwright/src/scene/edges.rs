//! Which lines are drawn between cells: one place for every renderer.

use super::{Ground, Scene};

/// How strongly the line between two neighbouring cells is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Edge {
    None,
    Thin,
    Thick,
}

/// The lines of a scene.
pub(super) struct Edges<'s> {
    scene: &'s Scene,
    /// Around the board and around holes in it.
    pub outline: Edge,
}

impl<'s> Edges<'s> {
    pub fn of(scene: &'s Scene) -> Edges<'s> {
        Edges { scene, outline: if scene.has_borders() { Edge::Thick } else { Edge::Thin } }
    }

    /// The line on the left of a cell; `col` may be one more than there are columns.
    pub fn left_of(&self, row: usize, col: usize) -> Edge {
        self.between((row, col.checked_sub(1)), (row, Some(col)), Scene::border_right)
    }

    /// The line above a cell; `row` may be one more than there are rows.
    pub fn above(&self, row: usize, col: usize) -> Edge {
        let present = |row: Option<usize>| row.map_or((usize::MAX, Some(col)), |row| (row, Some(col)));
        self.between(present(row.checked_sub(1)), present(Some(row)), Scene::border_below)
    }

    fn between(
        &self,
        first: (usize, Option<usize>),
        second: (usize, Option<usize>),
        thick: fn(&Scene, crate::grid::Cell) -> bool,
    ) -> Edge {
        let grid = &self.scene.grid;
        let present = |(row, col): (usize, Option<usize>)| {
            let cell = grid.get(row, col?)?;
            (self.scene.tiles[cell.index()].ground != Ground::Absent).then_some(cell)
        };
        match (present(first), present(second)) {
            (None, None) => Edge::None,
            (Some(cell), Some(_)) if thick(self.scene, cell) => Edge::Thick,
            (Some(_), Some(_)) => Edge::Thin,
            _ => self.outline,
        }
    }

    /// Whether a line on the rim is one that the board continues behind, on the other side of a torus.
    pub fn wraps(&self, on_rim: bool) -> bool {
        on_rim && self.scene.grid.wrapping()
    }
}
