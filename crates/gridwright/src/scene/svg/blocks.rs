//! Boards in blocks: rectangles of cells that a page draws, leaves out of sight and exchanges one by one.

use super::{CELL, Drawing, MARGIN, corner, write};
use crate::grid::{Cell, Grid};
use crate::scene::marks::Marks;
use crate::scene::{Link, Scene, Stroke};
use std::ops::Range;

/// A rectangle of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its rows.
    pub rows: Range<usize>,
    /// Its columns.
    pub cols: Range<usize>,
}

/// How far a block reaches beyond the rim of the board, so that the rim is drawn whole.
const RIM: usize = 2;

impl Window {
    /// The whole board.
    pub fn whole(grid: &Grid) -> Window {
        Window { rows: 0..grid.rows(), cols: 0..grid.cols() }
    }

    /// The board in squares of `side` rows and columns, in reading order; those at the right and at the bottom may be smaller.
    ///
    /// ```
    /// use gridwright::grid::Grid;
    /// use gridwright::scene::svg::Window;
    /// let windows: Vec<Window> = Window::blocks(&Grid::new(3, 5)?, 4).collect();
    /// assert_eq!(windows, [Window { rows: 0..3, cols: 0..4 }, Window { rows: 0..3, cols: 4..5 }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blocks(grid: &Grid, side: usize) -> impl Iterator<Item = Window> + use<> {
        let (rows, cols, side) = (grid.rows(), grid.cols(), side.max(1));
        let cut = move |start: usize, end: usize| start..end.min(start + side);
        (0..rows).step_by(side).flat_map(move |row| {
            (0..cols).step_by(side).map(move |col| Window { rows: cut(row, rows), cols: cut(col, cols) })
        })
    }

    /// Its cells on a board, in reading order.
    pub fn cells(&self, grid: Grid) -> impl Iterator<Item = Cell> + use<> {
        let cols = self.cols.clone();
        self.rows.clone().flat_map(move |row| cols.clone().map(move |col| grid.at(row, col)))
    }

    /// What it shows of a board's picture: left, top, width and height.
    pub fn view_box(&self, grid: &Grid) -> [usize; 4] {
        let ((left, right), (top, bottom)) = (reach(&self.cols, grid.cols()), reach(&self.rows, grid.rows()));
        [left, top, right - left, bottom - top]
    }

    /// Whether something that reaches from one cell to another may be seen in it.
    fn meets(&self, grid: &Grid, from: Cell, to: Cell) -> bool {
        let crosses = |own: &Range<usize>, a: usize, b: usize| a.min(b) < own.end && own.start <= a.max(b);
        crosses(&self.rows, grid.row(from), grid.row(to)) && crosses(&self.cols, grid.col(from), grid.col(to))
    }
}

/// A part of a board as SVG, in the coordinates of the whole board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What to show of the board: left, top, width and height.
    pub view_box: [usize; 4],
    /// The inside of an `svg` element: a group of the class `gw-under` with the grounds, the lines between cells, and a group
    /// `gw-over` with everything else. Its colours, [`bulb`](super::bulb) and [`HATCH`](super::HATCH) are the page's.
    pub markup: String,
}

impl Scene {
    /// The cells of a window, drawn by themselves.
    ///
    /// ```
    /// use gridwright::Puzzle;
    /// use gridwright::scene::svg::Window;
    /// let puzzle: Puzzle = "7x7:b1f2iB2g1Bi2fBb".parse()?;
    /// let scene = puzzle.scene(&puzzle.blank());
    /// let block = scene.block(&Window { rows: 0..4, cols: 0..4 });
    /// assert_eq!(block.view_box, [8, 8, 162, 162]);
    /// assert!(block.markup.starts_with("<g class=\"gw-under\">") && block.markup.contains(">1</text>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn block(&self, window: &Window) -> Block {
        let grid = &self.grid;
        let strokes: Vec<Stroke> =
            self.strokes.iter().copied().filter(|s| window.meets(grid, s.from, s.to)).collect();
        let links: Vec<Link> =
            self.links.iter().copied().filter(|l| window.meets(grid, l.from.cell, l.to.cell)).collect();
        let drawing = Drawing::of(self, self.note_layout(), window.clone());
        let [mut under, mut lines, mut over] = [const { Marks(Vec::new()) }; 3];
        drawing.grounds(&mut under);
        drawing.shaded_candidates(&mut under);
        drawing.lines(&mut lines);
        drawing.over(&mut over, &strokes, &links);
        let mut markup = String::from("<g class=\"gw-under\">");
        write(&mut markup, &under);
        markup.push_str("</g>");
        write(&mut markup, &lines);
        markup.push_str("<g class=\"gw-over\">");
        write(&mut markup, &over);
        markup.push_str("</g>");
        Block { view_box: window.view_box(grid), markup }
    }
}

/// From where to where a window reaches along one side.
fn reach(own: &Range<usize>, cells: usize) -> (usize, usize) {
    let from = if own.start == 0 { MARGIN - RIM } else { corner(own.start) };
    let to = corner(own.start) + own.len() * CELL;
    (from, if own.end == cells { to + RIM } else { to })
}
