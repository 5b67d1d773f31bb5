//! A board on the screen: the part of it that fits, with the cell the keys go to.

use super::paint::{self, Colours};
use gridwright::grid::{Cell, Grid};
use gridwright::scene::Scene;
use gridwright::scene::text::{self, Canvas, Style as Charset};
use gridwright::session::Highlights;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Where a board was drawn last, for the mouse and for scrolling.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// On the screen.
    area: Rect,
    /// The part of the canvas that is shown starts here.
    offset: (usize, usize),
    /// Characters from cell to cell.
    pitch: (usize, usize),
    /// The row of each line of the canvas.
    rows: Vec<usize>,
}

/// What to draw.
pub struct Look<'a> {
    pub scene: &'a Scene,
    pub cursor: Cell,
    /// The cell that must be visible.
    pub focus: Option<Cell>,
    pub highlights: &'a Highlights,
}

/// Room for the numbers of columns.
const RULER: u16 = 1;

/// Room for the numbers of rows.
fn ruler(grid: &Grid) -> u16 {
    grid.rows().to_string().len() as u16 + 1
}

/// A margin on the right, next to the panel.
const GAP: u16 = 1;

impl View {
    /// Draws a board in the middle of an area, so far scrolled that the focus shows.
    pub fn draw(&mut self, look: &Look<'_>, colours: Colours, area: Rect, buffer: &mut Buffer) {
        let Look { scene, cursor, focus, highlights } = *look;
        let has_colours = colours != Colours::None;
        let room = (
            usize::from(area.width.saturating_sub(ruler(&scene.grid) + GAP)),
            usize::from(area.height.saturating_sub(RULER)),
        );
        let Some(canvas) = text::canvas(scene, Charset::Boxed, has_colours, Some(room)) else { return };
        let (width, height) = (canvas.width(), canvas.height());
        let shown = (width.min(room.0), height.min(room.1));
        if shown.0 == 0 || shown.1 == 0 {
            *self = View::default();
            return;
        }
        self.pitch = canvas.pitch();
        let row_at = |y: usize| canvas.cell_at(0, y).map_or(scene.grid.rows(), |cell| scene.grid.row(cell));
        self.rows = (0..height).map(row_at).collect();
        if let Some((x, y)) = focus.map(|cell| canvas.corner(cell)) {
            self.offset = (
                paint::scrolled(self.offset.0, x, self.pitch.0, shown.0),
                paint::scrolled(self.offset.1, y, self.pitch.1, shown.1),
            );
        }
        self.offset = (self.offset.0.min(width - shown.0), self.offset.1.min(height - shown.1));
        self.area = Rect {
            x: area.x + ruler(&scene.grid) + ((room.0 - shown.0) / 2) as u16,
            y: area.y + RULER + ((room.1 - shown.1) / 2) as u16,
            width: shown.0 as u16,
            height: shown.1 as u16,
        };
        for y in 0..shown.1 {
            let line = &canvas.line(y + self.offset.1)[self.offset.0..];
            for (x, (symbol, paint)) in line.iter().take(shown.0).enumerate() {
                let cell = &mut buffer[(self.area.x + x as u16, self.area.y + y as u16)];
                cell.set_char(*symbol).set_style(colours.style(*paint));
            }
        }
        self.draw_highlights(&canvas, scene, highlights, colours, buffer);
        self.draw_rulers(&canvas, &scene.grid, cursor, colours, buffer);
        paint::signs(self.area, self.offset, (width, height), colours, buffer);
        self.draw_frame(&canvas, cursor, colours, buffer);
    }

    /// Shades the houses of the cursor, and more so the cells with the same digit. What has a ground of its own keeps it.
    fn draw_highlights(
        &self,
        canvas: &Canvas<'_>,
        scene: &Scene,
        highlights: &Highlights,
        colours: Colours,
        buffer: &mut Buffer,
    ) {
        let houses = highlights.houses.iter().map(|cell| (*cell, false));
        let same = highlights.same.iter().map(|cell| (*cell, true));
        for (cell, is_same) in houses.chain(same) {
            let tile = &scene.tiles[cell.index()];
            if tile.error || tile.hint || tile.near {
                continue;
            }
            let style = if is_same { colours.same() } else { colours.house(tile) };
            let (left, top) = canvas.corner(cell);
            let inside = |at: usize, offset: usize, size: u16| {
                at.checked_sub(offset).filter(|at| *at < usize::from(size)).map(|at| at as u16)
            };
            for y in top + 1..top + self.pitch.1 {
                for x in left + 1..left + self.pitch.0 {
                    let place = inside(x, self.offset.0, self.area.width).zip(inside(
                        y,
                        self.offset.1,
                        self.area.height,
                    ));
                    if let Some((x, y)) = place {
                        buffer[(self.area.x + x, self.area.y + y)].set_style(style);
                    }
                }
            }
        }
    }

    /// Whether a whole board with all its notes fits into a width and a height.
    pub fn fits(scene: &Scene, width: u16, height: u16) -> bool {
        let room = (
            usize::from(width.saturating_sub(ruler(&scene.grid) + GAP)),
            usize::from(height.saturating_sub(RULER)),
        );
        text::canvas(scene, Charset::Boxed, true, Some(room))
            .is_some_and(|canvas| !canvas.is_cut() && canvas.width() <= room.0 && canvas.height() <= room.1)
    }

    /// Scrolls by this many cells across and down.
    pub fn scroll(&mut self, across: isize, down: isize) {
        let moved =
            |offset: usize, pitch: usize, by: isize| offset.saturating_add_signed(by * pitch as isize);
        self.offset = (moved(self.offset.0, self.pitch.0, across), moved(self.offset.1, self.pitch.1, down));
    }

    /// Numbers of rows and columns along the upper and the left side.
    fn draw_rulers(
        &self,
        canvas: &Canvas<'_>,
        grid: &Grid,
        cursor: Cell,
        colours: Colours,
        buffer: &mut Buffer,
    ) {
        let style = |is_here: bool| if is_here { colours.cursor() } else { colours.faint() };
        for col in 0..grid.cols() {
            let number = (col + 1).to_string();
            let middle = canvas.corner(grid.at(0, col)).0 + self.pitch.0 / 2;
            let from = (middle + 1).saturating_sub(number.len().div_ceil(2));
            if from >= self.offset.0 && from + number.len() <= self.offset.0 + usize::from(self.area.width) {
                let x = self.area.x + (from - self.offset.0) as u16;
                buffer.set_string(x, self.area.y - RULER, number, style(grid.col(cursor) == col));
            }
        }
        for row in 0..grid.rows() {
            let middle = canvas.corner(grid.at(row, 0)).1 + self.pitch.1.div_ceil(2);
            if (self.offset.1..self.offset.1 + usize::from(self.area.height)).contains(&middle) {
                let y = self.area.y + (middle - self.offset.1) as u16;
                let style = style(grid.row(cursor) == row);
                let width = usize::from(ruler(grid)) - 1;
                buffer.set_string(self.area.x - ruler(grid), y, format!("{:>width$}", row + 1), style);
            }
        }
    }

    fn draw_frame(&self, canvas: &Canvas<'_>, cell: Cell, colours: Colours, buffer: &mut Buffer) {
        let (left, top) = canvas.corner(cell);
        for (x, y, symbol) in paint::frame((left, top), (left + self.pitch.0, top + self.pitch.1)) {
            let inside =
                |at: usize, offset: usize, size: u16| at >= offset && at < offset + usize::from(size);
            // Where rows stand close together, there may be no line above and below.
            let is_between = y > top && y < top + self.pitch.1;
            if inside(x, self.offset.0, self.area.width)
                && inside(y, self.offset.1, self.area.height)
                && (is_between || canvas.is_edge(y))
            {
                let x = self.area.x + (x - self.offset.0) as u16;
                let y = self.area.y + (y - self.offset.1) as u16;
                buffer[(x, y)].set_char(symbol).set_style(colours.cursor());
            }
        }
    }

    /// The cell at a place of the screen.
    pub fn cell_at(&self, x: u16, y: u16, grid: &Grid) -> Option<Cell> {
        let is_inside = self.area.contains((x, y).into()) && self.pitch.0 > 0;
        let at = |here: u16, start: u16, offset: usize| usize::from(here - start) + offset;
        is_inside.then(|| {
            let row = *self.rows.get(at(y, self.area.y, self.offset.1))?;
            let col = at(x, self.area.x, self.offset.0) / self.pitch.0;
            grid.get(row, col)
        })?
    }
}
