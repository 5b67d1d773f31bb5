//! Lines of a picture: between cells, around what to look at, from cell to cell, and the links of chains.

use super::glyphs::{CIRCLE, note_place, note_size};
use super::{CELL, Drawing, RING, centre, corner};
use crate::grid::{Cell, Direction};
use crate::scene::edges::Edge;
use crate::scene::marks::{Item, Marks, round};
use crate::scene::{Glyph, Ground, Ink, Link, LinkKind, Spot, Stroke};
use std::collections::BTreeSet;
use std::fmt::Write;

impl Drawing<'_> {
    /// All lines between cells, straight pieces joined.
    pub(super) fn lines(&self, out: &mut Marks) {
        let (rows, cols) = (self.scene.grid.rows(), self.scene.grid.cols());
        let (mut thin, mut thick, mut wrap) = (String::new(), String::new(), String::new());
        let mut add = |edge: Edge, wraps: bool, piece: String| match edge {
            Edge::None => {}
            _ if wraps => wrap.push_str(&piece),
            Edge::Thin => thin.push_str(&piece),
            Edge::Thick => thick.push_str(&piece),
        };
        let window = &self.window;
        for row in window.rows.start..=window.rows.end {
            let rim = row == 0 || row == rows;
            for (start, length, edge) in
                pieces(window.cols.clone().map(|col| self.weight(self.edges.above(row, col), rim)))
            {
                let from = corner(window.cols.start + start);
                let piece = format!("M{from} {}h{}", corner(row), length * CELL);
                add(edge, self.edges.wraps(rim), piece);
            }
        }
        for col in window.cols.start..=window.cols.end {
            let rim = col == 0 || col == cols;
            for (start, length, edge) in
                pieces(window.rows.clone().map(|row| self.weight(self.edges.left_of(row, col), rim)))
            {
                let from = corner(window.rows.start + start);
                let piece = format!("M{} {from}v{}", corner(col), length * CELL);
                add(edge, self.edges.wraps(rim), piece);
            }
        }
        out.path("gw-thin", thin);
        out.path("gw-thick", thick);
        out.path("gw-wrap", wrap);
    }

    /// The rim is always strong here: unlike in text, a picture has room to tell it from the lines inside.
    fn weight(&self, edge: Edge, rim: bool) -> Edge {
        if rim && edge == Edge::Thin { Edge::Thick } else { edge }
    }

    pub(super) fn strokes(&self, out: &mut Marks, strokes: &[Stroke]) {
        for (line_class, head_class) in [
            ("gw-stroke-possible", "gw-head-possible"),
            ("gw-stroke", "gw-head"),
            ("gw-stroke-error", "gw-head-error"),
            ("gw-stroke-new", "gw-head-new"),
            ("gw-stroke-gone", "gw-head-gone"),
            ("gw-stroke-tried", "gw-head-tried"),
        ] {
            let (mut lines, mut heads) = (String::new(), String::new());
            for stroke in strokes.iter().filter(|stroke| stroke_class(stroke) == line_class) {
                let Some((direction, length)) = stroke.course(&self.scene.grid) else { continue };
                let (along, across) = match direction {
                    Direction::Up => ((0.0, -1.0), (1.0, 0.0)),
                    Direction::Right => ((1.0, 0.0), (0.0, 1.0)),
                    Direction::Down => ((0.0, 1.0), (1.0, 0.0)),
                    Direction::Left => ((-1.0, 0.0), (0.0, 1.0)),
                };
                let (x, y) = centre(&self.scene.grid, stroke.from);
                let point = |on: f32, off: f32| {
                    let px = round(x + along.0 * on + across.0 * off);
                    let py = round(y + along.1 * on + across.1 * off);
                    format!("{px} {py}")
                };
                let room = |cell: Cell| match self.scene.tiles[cell.index()].glyph {
                    Glyph::Empty => 0.0,
                    _ => RING + 1.0,
                };
                // In an empty cell the head reaches a little beyond the middle.
                let tip = (length * CELL) as f32 + 7.0 - room(stroke.to).max(0.0) * 1.4;
                let _ = write!(lines, "M{}L{}", point(room(stroke.from), 0.0), point(tip - 10.0, 0.0));
                let _ = write!(
                    heads,
                    "M{}L{}L{}z",
                    point(tip, 0.0),
                    point(tip - 14.0, 8.0),
                    point(tip - 14.0, -8.0)
                );
            }
            out.path(line_class, lines);
            out.path(head_class, heads);
        }
    }

    /// One outline around all that is to be looked at: its part around these cells.
    pub(super) fn outline(&self, out: &mut Marks, cells: impl IntoIterator<Item = Cell>) {
        let grid = self.scene.grid.with_wrapping(false);
        let is_near = |cell: Cell| {
            let tile = &self.scene.tiles[cell.index()];
            (tile.near || tile.hint) && !matches!(tile.ground, Ground::Wall | Ground::Absent)
        };
        let mut data = String::new();
        for cell in cells.into_iter().filter(|cell| is_near(*cell)) {
            let (x, y) = (corner(grid.col(cell)), corner(grid.row(cell)));
            for (direction, side) in [
                (Direction::Up, format!("M{x} {y}h{CELL}")),
                (Direction::Right, format!("M{} {y}v{CELL}", x + CELL)),
                (Direction::Down, format!("M{x} {}h{CELL}", y + CELL)),
                (Direction::Left, format!("M{x} {y}v{CELL}")),
            ] {
                if !grid.step(cell, direction).is_some_and(is_near) {
                    data.push_str(&side);
                }
            }
        }
        out.path("gw-outline-near", data);
    }

    /// Links as lines that bend a little, so that they do not run over everything in their row or column, and a circle
    /// around each of their ends.
    pub(super) fn links(&self, out: &mut Marks, links: &[Link]) {
        let ends: BTreeSet<Spot> = links.iter().flat_map(|link| [link.from, link.to]).collect();
        // Around a candidate, or around whatever a cell holds.
        let [mut discs, mut rings] = [const { Vec::new() }; 2];
        for spot in ends {
            let (x, y, radius) = self.place(spot);
            let (x, y, radius) = (round(x), round(y), round(radius));
            let discs = if spot.note > 0 { &mut discs } else { &mut rings };
            discs.push(Item::Circle { x, y, radius });
        }
        for (class, kind) in [("gw-link-weak", LinkKind::Weak), ("gw-link-strong", LinkKind::Strong)] {
            let mut data = String::new();
            for link in links.iter().filter(|link| link.kind == kind) {
                data.push_str(&self.curve(link).unwrap_or_default());
            }
            out.path(class, data);
        }
        out.group("gw-link-end", discs);
        out.group("gw-link-end gw-link-cell", rings);
    }

    /// The curve of a link from the rim of one disc to the rim of the other; `None` where there is nothing between them.
    fn curve(&self, link: &Link) -> Option<String> {
        let ((x1, y1, r1), (x2, y2, r2)) = (self.place(link.from), self.place(link.to));
        let (dx, dy) = (x2 - x1, y2 - y1);
        // The same everywhere, unlike `hypot`.
        let length = (dx * dx + dy * dy).sqrt();
        if length <= r1 + r2 {
            return None;
        }
        let bend = (length * 0.12).min(14.0) / length;
        let (cx, cy) = ((x1 + x2) / 2.0 - dy * bend, (y1 + y2) / 2.0 + dx * bend);
        // From a disc's middle towards the point that the curve bends to, as far as the disc's rim.
        let rim = |x: f32, y: f32, radius: f32| {
            let (dx, dy) = (cx - x, cy - y);
            let part = radius / (dx * dx + dy * dy).sqrt();
            (round(x + dx * part), round(y + dy * part))
        };
        let ((ax, ay), (bx, by)) = (rim(x1, y1, r1), rim(x2, y2, r2));
        Some(format!("M{ax} {ay}Q{} {} {bx} {by}", round(cx), round(cy)))
    }

    /// The middle of an end of a link, and the radius of its disc.
    fn place(&self, spot: Spot) -> (f32, f32, f32) {
        let centre = centre(&self.scene.grid, spot.cell);
        if spot.note == 0 || self.layout == (0, 0) {
            return (centre.0, centre.1, 10.0);
        }
        let ((x, y), room) = note_place(spot.note, self.layout, centre);
        (x, y, note_size(self.layout, room) * CIRCLE)
    }
}

fn stroke_class(stroke: &Stroke) -> &'static str {
    match stroke {
        Stroke { error: true, .. } => "gw-stroke-error",
        Stroke { ink: Ink::Given | Ink::Entered, .. } => "gw-stroke",
        Stroke { ink: Ink::Possible, .. } => "gw-stroke-possible",
        Stroke { ink: Ink::New, .. } => "gw-stroke-new",
        Stroke { ink: Ink::Gone, .. } => "gw-stroke-gone",
        Stroke { ink: Ink::Tried(_), .. } => "gw-stroke-tried",
    }
}

/// Runs of equal edges: start, length, edge.
fn pieces(edges: impl Iterator<Item = Edge>) -> Vec<(usize, usize, Edge)> {
    let mut runs: Vec<(usize, usize, Edge)> = Vec::new();
    for (i, edge) in edges.enumerate() {
        match runs.last_mut() {
            Some((_, length, last)) if *last == edge => *length += 1,
            _ => runs.push((i, 1, edge)),
        }
    }
    runs
}
