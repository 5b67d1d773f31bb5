//! The questions the courses ask of a board: sizes, squares, light, counts.

use super::{LightUp, Square};
use crate::grid::{Cell, Direction};
use crate::model::Board;

impl LightUp {
    /// Whether a cell is a wall, numbered or not.
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.square(cell) != Square::Open
    }

    /// Whether a cell holds a bulb.
    pub fn is_bulb(&self, board: &Board, cell: Cell) -> bool {
        self.atom(cell).is_some_and(|atom| board.is_yes(atom))
    }

    /// Whether light falls on an open cell: its own bulb's or that of a bulb that sees it.
    pub fn is_lit(&self, board: &Board, cell: Cell) -> bool {
        let sees_bulb = |direction: Direction| {
            let mut ray = self.grid.ray(cell, direction).take_while(|&c| !self.is_wall(c));
            ray.any(|c| self.is_bulb(board, c))
        };
        !self.is_wall(cell) && (self.is_bulb(board, cell) || Direction::ALL.into_iter().any(sees_bulb))
    }
}
