//! Scenes as standalone SVG, light or dark as the reader's system asks.
//!
//! Colours are plain CSS classes with a media query, without custom properties, which many renderers lack. The
//! same scene gives the same bytes.

mod legend;
pub mod pieces;

pub use gridwright_base::page::escaped;

use super::edges::{Edge, Edges};
use super::share::LEVELS;
use super::{Glyph, Ground, Ink, Scene, Share, Stroke, Tile};
use crate::grid::{Cell, Direction, Grid};
use std::fmt::Write;

/// Side of a cell.
pub const CELL: usize = 40;
/// Room around the board.
const MARGIN: usize = 10;
/// Radius of a circle's ring.
const RING: f32 = 14.5;

/// Shades up to this one are pale enough for the usual text.
const PALE: u32 = 3;

/// Draws a scene; `title` names it for people and for screen readers.
pub fn render(scene: &Scene, title: &str) -> String {
    draw(scene, title, true)
}

/// The colours of [`render_bare`], for the page it stands on.
pub const STYLE: &str = include_str!("svg.css");

/// The colours of heat maps.
pub const HEAT_STYLE: &str = include_str!("svg/heat.css");

/// The colours of what is only tried.
pub const TRIED_STYLE: &str = include_str!("svg/tried.css");

/// Draws a scene without its colours and [`BULB`], for a page that has them. What changes from board to board is in
/// groups of the classes `gw-under` and `gw-over`; the lines between cells are between these.
pub fn render_bare(scene: &Scene, title: &str) -> String {
    draw(scene, title, false)
}

fn draw(scene: &Scene, title: &str, styled: bool) -> String {
    let drawing = Drawing { scene, edges: Edges::of(scene), layout: scene.note_layout() };
    let mut out = String::new();
    let (mut width, mut height) = (side(scene.grid.cols()), side(scene.grid.rows()));
    let is_heat_map = scene.tiles.iter().any(|tile| !tile.shares.is_empty());
    if is_heat_map {
        (width, height) = (width.max(legend::WIDTH), height + legend::HEIGHT);
    }
    let title = escaped(title);
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" class=\"gw\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>"
    );
    if styled {
        let heat_css = if is_heat_map { HEAT_STYLE } else { "" };
        let is_tried = |ink: Ink| matches!(ink, Ink::Tried(_));
        let mut inks = scene.tiles.iter().map(|tile| tile.ink).chain(scene.strokes.iter().map(|s| s.ink));
        let tried_css = if inks.any(is_tried) { TRIED_STYLE } else { "" };
        let _ = writeln!(out, "<style>\n{STYLE}{heat_css}{tried_css}</style>");
    }
    if styled && scene.tiles.iter().any(|tile| tile.glyph == Glyph::Bulb) {
        let _ = writeln!(out, "{BULB}");
    }
    let _ = writeln!(out, "<rect class=\"gw-page\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>");
    let layer = |out: &mut String, tag: &str| {
        if !styled {
            out.push_str(tag);
        }
    };
    layer(&mut out, "<g class=\"gw-under\">\n");
    drawing.grounds(&mut out);
    drawing.shaded_candidates(&mut out);
    layer(&mut out, "</g>\n");
    drawing.lines(&mut out);
    layer(&mut out, "<g class=\"gw-over\">\n");
    drawing.frames(&mut out);
    drawing.strokes(&mut out, &scene.strokes);
    drawing.glyphs(&mut out);
    layer(&mut out, "</g>\n");
    if is_heat_map {
        legend::draw(&mut out, side(scene.grid.rows()));
    }
    out.push_str("</svg>\n");
    out
}

/// A bulb around the middle of its cell.
pub const BULB: &str = "<defs><g id=\"gw-bulb\">\
    <path class=\"gw-glass\" d=\"M-4.5 7.5C-4.5 4-9.5 2-9.5-4A9.5 9.5 0 0 1 9.5-4C9.5 2 4.5 4 4.5 7.5z\"/>\
    <path class=\"gw-gleam\" d=\"M-5.5-4A5.5 5.5 0 0 1-1-9.2\"/>\
    <path class=\"gw-socket\" d=\"M-4.5 8.8h9v2.4h-9zM-3.5 12.2h7v1.6q-1.5 1.6-3.5 1.6t-3.5-1.6z\"/>\
    </g></defs>";

/// A star from its uppermost point on.
const STAR: &str = "l3.2 8.6l9.2 .4l-7.3 5.7l2.5 8.8l-7.6-5.1l-7.6 5.1l2.5-8.8l-7.3-5.7l9.2-.4z";

fn side(cells: usize) -> usize {
    cells * CELL + 2 * MARGIN
}

fn corner(index: usize) -> usize {
    MARGIN + index * CELL
}

fn centre(grid: &Grid, cell: Cell) -> (f32, f32) {
    let half = CELL as f32 / 2.0;
    (corner(grid.col(cell)) as f32 + half, corner(grid.row(cell)) as f32 + half)
}

fn path(out: &mut String, class: &str, data: &str) {
    if !data.is_empty() {
        let _ = writeln!(out, "<path class=\"{class}\" d=\"{data}\"/>");
    }
}

/// Tags of one class in a group; nothing where there are none.
fn group(out: &mut String, class: &str, tags: &str) {
    if !tags.is_empty() {
        let _ = writeln!(out, "<g class=\"{class}\">{tags}</g>");
    }
}

/// A text whose digits stand on the middle of `y`.
fn text(out: &mut String, x: f32, y: f32, size: f32, label: &str) {
    let _ = write!(out, "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\">", y + round(size * 0.36));
    out.push_str(&escaped(label));
    out.push_str("</text>");
}

fn round(value: f32) -> f32 {
    (value * 10.0).round() / 10.0
}

struct Drawing<'s> {
    scene: &'s Scene,
    edges: Edges<'s>,
    /// How candidates are laid out.
    layout: Option<(usize, usize)>,
}

impl Drawing<'_> {
    fn tiles(&self) -> impl Iterator<Item = (Cell, &Tile)> {
        self.scene.grid.cells().zip(&self.scene.tiles)
    }

    /// One path over all cells of a kind, neighbours in a row joined.
    fn ground(&self, out: &mut String, class: &str, belongs: impl Fn(&Tile) -> bool) {
        let mut data = String::new();
        for (row, tiles) in self.scene.tiles.chunks(self.scene.grid.cols()).enumerate() {
            let mut col = 0;
            for run in tiles.chunk_by(|a, b| belongs(a) == belongs(b)) {
                if belongs(&run[0]) {
                    let width = run.len() * CELL;
                    let _ = write!(data, "M{} {}h{width}v{CELL}h-{width}z", corner(col), corner(row));
                }
                col += run.len();
            }
        }
        path(out, class, &data);
    }

    fn grounds(&self, out: &mut String) {
        self.ground(out, "gw-open", |t| t.ground == Ground::Open);
        self.ground(out, "gw-lit", |t| t.ground == Ground::Lit);
        self.ground(out, "gw-area", |t| t.ground == Ground::Area);
        self.ground(out, "gw-wall", |t| t.ground == Ground::Wall && !t.error);
        for level in 1..=LEVELS {
            let is_so = |tile: &Tile| tile.share().is_some_and(|share| share.level() == level);
            self.ground(out, &format!("gw-heat-{level}"), is_so);
        }
        let is_on_paper = |t: &Tile| !t.error && t.ground != Ground::Wall;
        let is_told = |t: &Tile| matches!(t.ink, Ink::New | Ink::Gone);
        self.ground(out, "gw-near", |t| t.near && !t.hint && !is_told(t) && is_on_paper(t));
        self.ground(out, "gw-hint", |t| t.hint && !is_told(t) && is_on_paper(t));
        self.ground(out, "gw-ground-new", |t| t.ink == Ink::New && is_on_paper(t));
        self.ground(out, "gw-ground-gone", |t| t.ink == Ink::Gone && is_on_paper(t));
        self.ground(out, "gw-error", |t| t.error && t.ground != Ground::Wall);
        self.ground(out, "gw-wall-error", |t| t.error && t.ground == Ground::Wall);
    }

    /// Shades behind candidates, each in its own place of the cell.
    fn shaded_candidates(&self, out: &mut String) {
        let Some(layout) = self.layout else { return };
        let mut shades: Vec<String> = vec![String::new(); LEVELS as usize];
        for (cell, tile) in self.tiles().filter(|(_, tile)| tile.glyph == Glyph::Empty) {
            for (note, share) in tile.candidates() {
                let Some(level) = share.map(Share::level).filter(|level| *level > 0) else { continue };
                let ((x, y), (width, height)) = note_place(note, layout, centre(&self.scene.grid, cell));
                let (left, top) = (round(x - width / 2.0), round(y - height / 2.0));
                let (width, height) = (round(width), round(height));
                let _ = write!(shades[level as usize - 1], "M{left} {top}h{width}v{height}h-{width}z");
            }
        }
        for (level, data) in (1..).zip(&shades) {
            path(out, &format!("gw-heat-{level}"), data);
        }
    }

    /// All lines between cells, straight pieces joined.
    fn lines(&self, out: &mut String) {
        let (rows, cols) = (self.scene.grid.rows(), self.scene.grid.cols());
        let (mut thin, mut thick, mut wrap) = (String::new(), String::new(), String::new());
        let mut add = |edge: Edge, wraps: bool, piece: String| match edge {
            Edge::None => {}
            _ if wraps => wrap.push_str(&piece),
            Edge::Thin => thin.push_str(&piece),
            Edge::Thick => thick.push_str(&piece),
        };
        for row in 0..=rows {
            let rim = row == 0 || row == rows;
            for (start, length, edge) in
                pieces((0..cols).map(|col| self.weight(self.edges.above(row, col), rim)))
            {
                let piece = format!("M{} {}h{}", corner(start), corner(row), length * CELL);
                add(edge, self.edges.wraps(rim), piece);
            }
        }
        for col in 0..=cols {
            let rim = col == 0 || col == cols;
            for (start, length, edge) in
                pieces((0..rows).map(|row| self.weight(self.edges.left_of(row, col), rim)))
            {
                let piece = format!("M{} {}v{}", corner(col), corner(start), length * CELL);
                add(edge, self.edges.wraps(rim), piece);
            }
        }
        path(out, "gw-thin", &thin);
        path(out, "gw-thick", &thick);
        path(out, "gw-wrap", &wrap);
    }

    /// The rim is always strong here: unlike in text, a picture has room to tell it from the lines inside.
    fn weight(&self, edge: Edge, rim: bool) -> Edge {
        if rim && edge == Edge::Thin { Edge::Thick } else { edge }
    }

    /// Frames inside wrong and hinted cells, and a flag in the corner of wrong ones.
    fn frames(&self, out: &mut String) {
        let [mut hints, mut news, mut gone, mut tried] = [const { String::new() }; 4];
        let [mut walls, mut errors, mut flags] = [const { String::new() }; 3];
        let inner = CELL - 7;
        for (cell, tile) in self.tiles() {
            let (x, y) = (corner(self.scene.grid.col(cell)), corner(self.scene.grid.row(cell)));
            let frame = format!("M{}.5 {}.5h{inner}v{inner}h-{inner}z", x + 3, y + 3);
            if tile.error {
                errors.push_str(&frame);
                let _ = write!(flags, "M{} {}v12l-12-12z", x + CELL - 3, y + 3);
            } else if tile.ink == Ink::New {
                news.push_str(&frame);
            } else if tile.ink == Ink::Gone {
                gone.push_str(&frame);
            } else if tile.hint {
                hints.push_str(&frame);
            } else if matches!(tile.ink, Ink::Tried(_)) {
                tried.push_str(&frame);
            } else if tile.near && tile.ground == Ground::Wall {
                walls.push_str(&frame);
            }
        }
        path(out, "gw-frame-hint", &hints);
        path(out, "gw-frame-new", &news);
        path(out, "gw-frame-gone", &gone);
        path(out, "gw-frame-tried", &tried);
        path(out, "gw-frame-near", &walls);
        path(out, "gw-frame-error", &errors);
        path(out, "gw-flag", &flags);
    }

    fn strokes(&self, out: &mut String, strokes: &[Stroke]) {
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
            path(out, line_class, &lines);
            path(out, head_class, &heads);
        }
    }

    fn glyphs(&self, out: &mut String) {
        let (mut rings, mut bulbs) = ([String::new(), String::new()], String::new());
        let mut marks = [String::new(), String::new()];
        let mut stars = [String::new(), String::new()];
        let mut notes = Notes::default();
        let mut corners = [String::new(), String::new()];
        let mut percents = [String::new(), String::new()];
        let mut labels: [(&str, String); 5] = ["gw-given", "gw-entered", "gw-on-wall", "gw-wrong", "gw-new"]
            .map(|class| (class, String::new()));
        for (cell, tile) in self.tiles() {
            let (x, y) = centre(&self.scene.grid, cell);
            match &tile.glyph {
                Glyph::Bulb => {
                    let _ = write!(bulbs, "<use href=\"#gw-bulb\" x=\"{x}\" y=\"{y}\"/>");
                }
                Glyph::Star => {
                    let stars = &mut stars[usize::from(tile.ink == Ink::New)];
                    let _ = write!(stars, "M{x} {}{STAR}", y - 12.0);
                }
                Glyph::Mark => {
                    let marks = &mut marks[usize::from(tile.ink == Ink::Gone)];
                    let _ = write!(marks, "M{} {}l10 10m0-10l-10 10", x - 5.0, y - 5.0);
                }
                Glyph::Circle(_) => {
                    let rings = &mut rings[usize::from(tile.ink == Ink::New)];
                    let _ = write!(rings, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RING}\"/>");
                }
                Glyph::Empty => note_texts(&mut notes, tile, self.layout, (x, y)),
                Glyph::Label(_) => {}
            }
            if let Some(label) = tile.label() {
                let class = match tile {
                    Tile { ground: Ground::Wall, .. } => 2,
                    Tile { error: true, .. } => 3,
                    Tile { ink: Ink::Given | Ink::Gone, .. } => 0,
                    Tile { ink: Ink::New, .. } => 4,
                    Tile { ink: Ink::Entered | Ink::Possible | Ink::Tried(_), .. } => 1,
                };
                let room = if matches!(tile.glyph, Glyph::Circle(_)) { 26.0 } else { 34.0 };
                let widest = if matches!(tile.glyph, Glyph::Circle(_)) { 19.0_f32 } else { 23.0 };
                let size = widest.min(round(room / (0.62 * label.chars().count().max(1) as f32)));
                text(&mut labels[class].1, x, y, size, label);
            }
            if let Some(share) = tile.share() {
                // Beside a ring, below a corner text, or else in the middle.
                let (x, y, size) = match (&tile.glyph, &tile.corner) {
                    (Glyph::Empty, None) => (x, y, 15.0),
                    (Glyph::Empty, Some(_)) => (x + 3.0, y + 7.0, 13.0),
                    _ => (x + 13.0, y + 15.0, 8.5),
                };
                text(&mut percents[usize::from(share.level() > PALE)], x, y, size, &share.percent());
            }
            if let Some(label) = &tile.corner {
                let is_strong = tile.share().is_some_and(|share| share.level() > PALE);
                text(&mut corners[usize::from(is_strong)], x - 15.5, y - 10.0, 13.0, label);
            }
        }
        group(out, "gw-ring", &rings[0]);
        group(out, "gw-ring gw-ring-new", &rings[1]);
        path(out, "gw-star", &stars[0]);
        path(out, "gw-star gw-new", &stars[1]);
        path(out, "gw-mark", &marks[0]);
        path(out, "gw-mark gw-gone", &marks[1]);
        out.push_str(&bulbs);
        if !bulbs.is_empty() {
            out.push('\n');
        }
        group(out, "gw-note", &notes.usual);
        group(out, "gw-note gw-note-gone", &notes.struck);
        path(out, "gw-gone", &notes.strikes);
        group(out, "gw-share-strong", &notes.on_strong);
        group(out, "gw-share", &percents[0]);
        group(out, "gw-share-strong", &percents[1]);
        group(out, "gw-corner", &corners[0]);
        group(out, "gw-corner gw-share-strong", &corners[1]);
        for (class, tags) in &labels {
            group(out, class, tags);
        }
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

/// The middle of a candidate's place in a cell, and its size.
fn note_place(note: u32, (across, down): (usize, usize), (x, y): (f32, f32)) -> ((f32, f32), (f32, f32)) {
    let inner = CELL as f32 - 6.0;
    let (step_x, step_y) = (inner / across as f32, inner / down as f32);
    let index = (note as usize).saturating_sub(1);
    let (row, col) = ((index / across) as f32, (index % across) as f32);
    let middle = (x - inner / 2.0 + (col + 0.5) * step_x, y - inner / 2.0 + (row + 0.5) * step_y);
    (middle, (step_x, step_y))
}

/// Candidates by how they are drawn.
#[derive(Default)]
struct Notes {
    usual: String,
    /// On strong shades.
    on_strong: String,
    struck: String,
    /// The lines through those that are struck.
    strikes: String,
}

/// Candidates, each in its own place of the cell.
fn note_texts(out: &mut Notes, tile: &Tile, layout: Option<(usize, usize)>, centre: (f32, f32)) {
    let Some(layout) = layout else { return };
    for (note, share) in tile.candidates() {
        let ((x, y), (width, height)) = note_place(note, layout, centre);
        let part = if layout.0 * layout.1 > 9 { 0.8 } else { 0.95 };
        let size = round(width.min(height).clamp(1.0, 14.0) * part);
        let is_strong = share.is_some_and(|share| share.level() > PALE);
        let is_struck = tile.struck.contains(&note);
        let texts = match (is_struck, is_strong) {
            (true, _) => &mut out.struck,
            (false, true) => &mut out.on_strong,
            (false, false) => &mut out.usual,
        };
        text(texts, round(x), round(y), size, &note.to_string());
        if is_struck {
            let (left, rise) = (round(size * 0.42), round(size * 0.36));
            let (x, y) = (round(x - left), round(y + rise));
            let _ = write!(out.strikes, "M{x} {y}l{} -{}", 2.0 * left, 2.0 * rise);
        }
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
