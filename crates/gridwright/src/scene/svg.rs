//! Scenes as standalone SVG, light or dark as the reader's system asks.
//!
//! Colours are plain CSS classes with a media query, without custom properties, which many renderers lack. The
//! same scene gives the same bytes.

mod blocks;
mod glyphs;
mod legend;
mod lines;
pub mod pieces;

pub use blocks::{Block, Window};
pub use gridwright_base::page::escaped;

use super::edges::Edges;
use super::marks::{Item, Mark, Marks, round};
use super::share::LEVELS;
use super::{Glyph, Ground, Ink, Link, Scene, Share, Stroke, Tile};
use crate::grid::{Cell, Grid};
use glyphs::note_place;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Side of a cell.
pub const CELL: usize = 40;
/// Room around the board.
pub(super) const MARGIN: usize = 10;
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

/// The colours that players give to cells.
pub const PAINT_STYLE: &str = include_str!("svg/paint.css");

/// Draws a scene without its colours, [`bulb`] and [`HATCH`], for a page that has them. What changes from board to board is in
/// groups of the classes `gw-under` and `gw-over`; the lines between cells are between these.
pub fn render_bare(scene: &Scene, title: &str) -> String {
    draw(scene, title, false)
}

fn draw(scene: &Scene, title: &str, styled: bool) -> String {
    let Picture { size: (width, height), under, lines, over, legend } = Picture::of(scene);
    let mut out = String::new();
    let is_heat_map = !legend.0.is_empty();
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
        let is_painted = scene.tiles.iter().any(|tile| !tile.colours.is_empty());
        let paint_css = if is_painted { PAINT_STYLE } else { "" };
        let _ = writeln!(out, "<style>\n{STYLE}{heat_css}{tried_css}{paint_css}</style>");
    }
    if styled && scene.tiles.iter().any(|tile| tile.glyph == Glyph::Bulb) {
        let _ = writeln!(out, "{}", bulb());
    }
    if styled && scene.tiles.iter().any(|tile| tile.ink == Ink::Gone) {
        let _ = writeln!(out, "{HATCH}");
    }
    let _ = writeln!(out, "<rect class=\"gw-page\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>");
    let layer = |out: &mut String, tag: &str| {
        if !styled {
            out.push_str(tag);
        }
    };
    layer(&mut out, "<g class=\"gw-under\">\n");
    write(&mut out, &under);
    layer(&mut out, "</g>\n");
    write(&mut out, &lines);
    layer(&mut out, "<g class=\"gw-over\">\n");
    write(&mut out, &over);
    layer(&mut out, "</g>\n");
    write(&mut out, &legend);
    out.push_str("</svg>\n");
    out
}

/// What a scene is drawn with.
pub(super) struct Picture {
    /// How wide and high it is.
    pub size: (usize, usize),
    pub under: Marks,
    pub lines: Marks,
    pub over: Marks,
    /// What the shades of a heat map mean; empty on other boards.
    pub legend: Marks,
}

impl Picture {
    pub fn of(scene: &Scene) -> Picture {
        let drawing = Drawing::of(scene, scene.note_layout(), Window::whole(&scene.grid));
        let mut size = (side(scene.grid.cols()), side(scene.grid.rows()));
        let [mut under, mut lines, mut over, mut legend] = [const { Marks(Vec::new()) }; 4];
        if scene.tiles.iter().any(|tile| !tile.shares.is_empty()) {
            legend::draw(&mut legend, size.1);
            size = (size.0.max(legend::WIDTH), size.1 + legend::HEIGHT);
        }
        drawing.grounds(&mut under);
        drawing.shaded_candidates(&mut under);
        drawing.lines(&mut lines);
        drawing.over(&mut over, &scene.strokes, &scene.links);
        Picture { size, under, lines, over, legend }
    }
}

/// Marks as tags, one a line.
fn write(out: &mut String, marks: &Marks) {
    for mark in &marks.0 {
        let _ = match mark {
            Mark::Path(class, data) => writeln!(out, "<path class=\"{class}\" d=\"{data}\"/>"),
            Mark::Group(class, items) => {
                let _ = write!(out, "<g class=\"{class}\">");
                items.iter().for_each(|item| write_item(out, item));
                writeln!(out, "</g>")
            }
            Mark::Bulbs(places) => {
                for (x, y) in places {
                    let _ = write!(out, "<use href=\"#gw-bulb\" x=\"{x}\" y=\"{y}\"/>");
                }
                writeln!(out)
            }
        };
    }
}

fn write_item(out: &mut String, item: &Item) {
    let _ = match item {
        Item::Text { x, y, size, label } => {
            write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>", escaped(label))
        }
        Item::Circle { x, y, radius } => write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"),
    };
}

/// The parts of a bulb around the middle of its cell: their classes and paths.
pub(super) const BULB_PARTS: [(&str, &str); 3] = [
    (
        "gw-glass",
        "M-4.5 7.5C-4.5 4-9.5 2-9.5-4C-9.5-9.2-5.2-13.5 0-13.5C5.2-13.5 9.5-9.2 9.5-4C9.5 2 4.5 4 4.5 7.5z",
    ),
    ("gw-gleam", "M-5.5-4Q-5.5-7.8-1-9.2"),
    ("gw-socket", "M-4.5 8.8h9v2.4h-9zM-3.5 12.2h7v1.6q-1.5 1.6-3.5 1.6q-2 0-3.5-1.6z"),
];

/// A bulb around the middle of its cell, to be defined once a page.
pub fn bulb() -> String {
    let part = |(class, data): (&str, &str)| format!("<path class=\"{class}\" d=\"{data}\"/>");
    format!("<defs><g id=\"gw-bulb\">{}</g></defs>", BULB_PARTS.map(part).concat())
}

/// The ground of what a step rules out.
pub const HATCH: &str = "<defs><pattern id=\"gw-hatch\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" \
    patternTransform=\"rotate(45)\"><path class=\"gw-hatch-line\" d=\"M4 0v8\"/></pattern></defs>";

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

struct Drawing<'s> {
    scene: &'s Scene,
    edges: Edges<'s>,
    /// How candidates are laid out: how many in a row, how many rows; none where there are no candidates.
    layout: (usize, usize),
    /// The cells that are drawn.
    window: Window,
}

impl<'s> Drawing<'s> {
    fn of(scene: &'s Scene, layout: Option<(usize, usize)>, window: Window) -> Drawing<'s> {
        Drawing { scene, edges: Edges::of(scene), layout: layout.unwrap_or((0, 0)), window }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        self.window.cells(self.scene.grid)
    }

    fn tiles(&self) -> impl Iterator<Item = (Cell, &Tile)> {
        self.cells().map(|cell| (cell, &self.scene.tiles[cell.index()]))
    }

    /// What stands above the lines between cells.
    fn over(&self, out: &mut Marks, strokes: &[Stroke], links: &[Link]) {
        self.outline(out, self.cells());
        self.frames(out);
        self.strokes(out, strokes);
        self.links(out, links);
        self.glyphs(out);
    }

    /// One path over all cells of a kind, neighbours in a row joined.
    fn ground(&self, out: &mut Marks, class: impl Into<Cow<'static, str>>, belongs: impl Fn(&Tile) -> bool) {
        let mut data = String::new();
        for row in self.window.rows.clone() {
            let first = row * self.scene.grid.cols();
            let tiles = &self.scene.tiles[first + self.window.cols.start..first + self.window.cols.end];
            let mut col = self.window.cols.start;
            for run in tiles.chunk_by(|a, b| belongs(a) == belongs(b)) {
                if belongs(&run[0]) {
                    let width = run.len() * CELL;
                    let _ = write!(data, "M{} {}h{width}v{CELL}h-{width}z", corner(col), corner(row));
                }
                col += run.len();
            }
        }
        out.path(class, data);
    }

    fn grounds(&self, out: &mut Marks) {
        // On a heat map light would look like a shade.
        let is_lit = |t: &Tile| t.ground == Ground::Lit && t.shares.is_empty();
        self.ground(out, "gw-open", |t| matches!(t.ground, Ground::Open | Ground::Lit) && !is_lit(t));
        self.ground(out, "gw-lit", is_lit);
        self.ground(out, "gw-area", |t| t.ground == Ground::Area);
        self.ground(out, "gw-wall", |t| t.ground == Ground::Wall && !t.error);
        for level in 1..=LEVELS {
            let is_so = |tile: &Tile| tile.share().is_some_and(|share| share.level() == level);
            self.ground(out, format!("gw-heat-{level}"), is_so);
        }
        self.colours(out);
        let is_on_paper = |t: &Tile| !t.error && t.ground != Ground::Wall;
        let is_told = |t: &Tile| matches!(t.ink, Ink::New | Ink::Gone);
        self.ground(out, "gw-near", |t| t.near && !t.hint && !is_told(t) && is_on_paper(t));
        self.ground(out, "gw-hint", |t| t.hint && !is_told(t) && is_on_paper(t));
        self.ground(out, "gw-ground-new", |t| t.ink == Ink::New && is_on_paper(t));
        self.ground(out, "gw-ground-gone", |t| t.ink == Ink::Gone && is_on_paper(t));
        self.ground(out, "gw-error", |t| t.error && t.ground != Ground::Wall);
        self.ground(out, "gw-wall-error", |t| t.error && t.ground == Ground::Wall);
    }

    /// The colours that a player gave to cells, side by side where there are several.
    fn colours(&self, out: &mut Marks) {
        let mut painted = BTreeMap::<u32, String>::new();
        for (cell, tile) in self.tiles() {
            let (x, y) = (corner(self.scene.grid.col(cell)) as f32, corner(self.scene.grid.row(cell)));
            let width = CELL as f32 / tile.colours.len().max(1) as f32;
            for (index, colour) in tile.colours.iter().enumerate() {
                let (left, width) = (round(x + index as f32 * width), round(width));
                let data = painted.entry(*colour).or_default();
                let _ = write!(data, "M{left} {y}h{width}v{CELL}h-{width}z");
            }
        }
        for (colour, data) in painted {
            out.path(format!("gw-paint-{colour}"), data);
        }
    }

    /// Shades behind candidates, each in its own place of the cell.
    fn shaded_candidates(&self, out: &mut Marks) {
        let mut shades: Vec<String> = vec![String::new(); LEVELS as usize];
        for (cell, tile) in self.tiles().filter(|(_, tile)| tile.glyph == Glyph::Empty) {
            for (note, share) in tile.candidates() {
                let Some(level) = share.map(Share::level).filter(|level| *level > 0) else { continue };
                let ((x, y), (width, height)) = note_place(note, self.layout, centre(&self.scene.grid, cell));
                let (left, top) = (round(x - width / 2.0), round(y - height / 2.0));
                let (width, height) = (round(width), round(height));
                let _ = write!(shades[level as usize - 1], "M{left} {top}h{width}v{height}h-{width}z");
            }
        }
        for (level, data) in (1..).zip(shades) {
            out.path(format!("gw-heat-{level}"), data);
        }
    }

    /// Frames inside wrong and hinted cells, and a flag in the corner of wrong ones.
    fn frames(&self, out: &mut Marks) {
        let [mut hints, mut news, mut gone] = [const { String::new() }; 3];
        let mut tried = [const { String::new() }; 3];
        let [mut walls, mut wall_errors, mut errors, mut flags] = [const { String::new() }; 4];
        for (cell, tile) in self.tiles() {
            let (x, y) = (corner(self.scene.grid.col(cell)), corner(self.scene.grid.row(cell)));
            // Candidates reach close to the sides of their cell.
            let inset = if tile.glyph == Glyph::Empty && !tile.notes.is_empty() { 1.5 } else { 3.5 };
            let (left, top, inner) = (x as f32 + inset, y as f32 + inset, CELL as f32 - 2.0 * inset);
            let frame = format!("M{left} {top}h{inner}v{inner}h-{inner}z");
            if tile.error && tile.ground == Ground::Wall {
                wall_errors.push_str(&frame);
            } else if tile.error {
                errors.push_str(&frame);
                let _ = write!(flags, "M{} {}v12l-12-12z", x + CELL - 3, y + 3);
            } else if tile.ink == Ink::New {
                news.push_str(&frame);
            } else if tile.ink == Ink::Gone {
                gone.push_str(&frame);
            } else if tile.hint {
                hints.push_str(&frame);
            } else if let Ink::Tried(depth) = tile.ink {
                tried[(depth.max(1) as usize - 1) % 3].push_str(&frame);
            } else if tile.near && tile.ground == Ground::Wall {
                walls.push_str(&frame);
            }
        }
        out.path("gw-frame-hint", hints);
        out.path("gw-frame-new", news);
        out.path("gw-frame-gone", gone);
        let classes = ["gw-frame-tried", "gw-frame-tried gw-tried-b", "gw-frame-tried gw-tried-c"];
        classes.into_iter().zip(tried).for_each(|(class, data)| out.path(class, data));
        out.path("gw-frame-near", walls);
        out.path("gw-frame-wall-error", wall_errors);
        out.path("gw-frame-error", errors);
        out.path("gw-flag", flags);
    }
}
