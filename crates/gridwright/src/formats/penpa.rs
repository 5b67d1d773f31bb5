//! Penpa+ links: the envelope and the layers.

use std::collections::BTreeMap;

/// What a Penpa page shows, as far as puzzles of ours need it. Cells are (row, column) from 0.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The genre tags, lower case.
    pub tags: Vec<String>,
    /// The kind of grid in the header (`square`, `sudoku`, …).
    pub grid_type: String,
    /// The layer of what is printed.
    pub question: Layer,
    /// The layer of what a player entered.
    pub answer: Layer,
}

/// One layer of a page.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// Colours of cells.
    pub surface: BTreeMap<(usize, usize), i64>,
    /// Texts of cells: text and submode.
    pub numbers: BTreeMap<(usize, usize), (String, String)>,
    /// Pencilled candidates of cells.
    pub candidates: BTreeMap<(usize, usize), Vec<u32>>,
    /// Symbols of cells: style and shape.
    pub symbols: BTreeMap<(usize, usize), (i64, String)>,
    /// Drawn walls: the cell and whether the wall is on its right side (else below it).
    pub walls: Vec<(usize, usize, bool)>,
}
