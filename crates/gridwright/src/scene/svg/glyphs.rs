//! What stands in the cells of a picture.

use super::{CELL, Drawing, PALE, RING, STAR, centre};
use crate::scene::marks::{Item, Marks, round};
use crate::scene::{Glyph, Ground, Ink, Tile};
use std::fmt::Write;

impl Drawing<'_> {
    pub(super) fn glyphs(&self, out: &mut Marks) {
        let (mut rings, mut bulbs) = ([Vec::new(), Vec::new()], Vec::new());
        let mut marks = [String::new(), String::new()];
        let mut stars = [String::new(), String::new()];
        let mut notes = Notes::default();
        let mut corners = [Vec::new(), Vec::new()];
        let mut percents = [Vec::new(), Vec::new()];
        let mut labels: [(&'static str, Vec<Item>); 6] =
            ["gw-given", "gw-entered", "gw-on-wall", "gw-wrong", "gw-new", "gw-done"]
                .map(|class| (class, Vec::new()));
        for (cell, tile) in self.tiles() {
            let (x, y) = centre(&self.scene.grid, cell);
            match &tile.glyph {
                Glyph::Bulb => bulbs.push((x, y)),
                Glyph::Star => {
                    let stars = &mut stars[usize::from(tile.ink == Ink::New)];
                    let _ = write!(stars, "M{x} {}{STAR}", y - 12.0);
                }
                Glyph::Mark if tile.ink == Ink::Gone => {
                    let _ = write!(marks[1], "M{} {}l10 10m0-10l-10 10", x - 5.0, y - 5.0);
                }
                Glyph::Mark => dot(&mut marks[0], (x, y)),
                Glyph::Circle(_) => {
                    let rings = &mut rings[usize::from(tile.ink == Ink::New)];
                    rings.push(Item::Circle { x, y, radius: RING });
                }
                Glyph::Empty => {
                    note_texts(&mut notes, tile, self.layout, (x, y));
                    if !tile.centre.is_empty() {
                        let digits: Vec<String> = tile.centre.iter().map(u32::to_string).collect();
                        let text =
                            digits.join(if tile.centre.iter().any(|digit| *digit > 9) { " " } else { "" });
                        let size = 13.0_f32.min(round(34.0 / (0.58 * text.chars().count() as f32)));
                        notes.usual.push(Item::text(x, y, size, text));
                    }
                }
                Glyph::Label(_) => {}
            }
            if let Some(label) = tile.label() {
                let class = match tile {
                    Tile { done: true, error: false, .. } => 5,
                    Tile { ground: Ground::Wall, .. } => 2,
                    Tile { error: true, .. } => 3,
                    Tile { ink: Ink::Given | Ink::Gone, .. } => 0,
                    Tile { ink: Ink::New, .. } => 4,
                    Tile { ink: Ink::Entered | Ink::Possible | Ink::Tried(_), .. } => 1,
                };
                let room = if matches!(tile.glyph, Glyph::Circle(_)) { 26.0 } else { 34.0 };
                let widest = if matches!(tile.glyph, Glyph::Circle(_)) { 19.0_f32 } else { 23.0 };
                let size = widest.min(round(room / (0.62 * label.chars().count().max(1) as f32)));
                labels[class].1.push(Item::text(x, y, size, label));
            }
            if tile.share().is_some_and(|share| share.proportion.is_never() && tile.is_bare()) {
                dot(&mut marks[0], (x, y));
            } else if let Some(share) = tile.share() {
                // Beside a ring, below a corner text, or else in the middle.
                let (x, y, size) = match (&tile.glyph, &tile.corner) {
                    (Glyph::Empty, None) => (x, y, 15.0),
                    (Glyph::Empty, Some(_)) => (x + 3.0, y + 7.0, 13.0),
                    _ => (x + 13.0, y + 15.0, 8.5),
                };
                percents[usize::from(share.level() > PALE)].push(Item::text(x, y, size, share.percent()));
            }
            if let Some(label) = &tile.corner {
                let is_strong = tile.share().is_some_and(|share| share.level() > PALE);
                corners[usize::from(is_strong)].push(Item::text(x - 15.5, y - 10.0, 13.0, label));
            }
        }
        let [usual_rings, new_rings] = rings;
        let [usual_stars, new_stars] = stars;
        let [usual_marks, gone_marks] = marks;
        out.group("gw-ring", usual_rings);
        out.group("gw-ring gw-ring-new", new_rings);
        out.path("gw-star", usual_stars);
        out.path("gw-star gw-new", new_stars);
        out.path("gw-mark", usual_marks);
        out.path("gw-mark gw-gone", gone_marks);
        out.bulbs(bulbs);
        out.group("gw-circle-new", notes.circles);
        out.group("gw-note", notes.usual);
        out.group("gw-note gw-note-gone", notes.struck);
        out.group("gw-note gw-new", notes.circled);
        out.path("gw-gone", notes.strikes);
        out.group("gw-share-strong", notes.on_strong);
        let [pale_percents, strong_percents] = percents;
        let [pale_corners, strong_corners] = corners;
        out.group("gw-share", pale_percents);
        out.group("gw-share-strong", strong_percents);
        out.group("gw-corner", pale_corners);
        out.group("gw-corner gw-share-strong", strong_corners);
        for (class, items) in labels {
            out.group(class, items);
        }
    }
}

/// The middle of a candidate's place in a cell, and its size.
pub(super) fn note_place(
    note: u32,
    (across, down): (usize, usize),
    (x, y): (f32, f32),
) -> ((f32, f32), (f32, f32)) {
    let inner = CELL as f32 - 6.0;
    let (step_x, step_y) = (inner / across as f32, inner / down as f32);
    let index = (note as usize).saturating_sub(1);
    let (row, col) = ((index / across) as f32, (index % across) as f32);
    let middle = (x - inner / 2.0 + (col + 0.5) * step_x, y - inner / 2.0 + (row + 0.5) * step_y);
    (middle, (step_x, step_y))
}

/// The radius of a circle around a candidate, as a part of its size.
pub(super) const CIRCLE: f32 = 0.62;

/// Candidates by how they are drawn.
#[derive(Default)]
struct Notes {
    usual: Vec<Item>,
    /// On strong shades.
    on_strong: Vec<Item>,
    struck: Vec<Item>,
    /// The lines through those that are struck.
    strikes: String,
    circled: Vec<Item>,
    /// The circles around those.
    circles: Vec<Item>,
}

/// A mark of a player: small, as boards are full of them.
fn dot(out: &mut String, (x, y): (f32, f32)) {
    let _ = write!(out, "M{x} {y}h.01");
}

/// The size of candidates.
pub(super) fn note_size((across, down): (usize, usize), (width, height): (f32, f32)) -> f32 {
    let part = if across * down > 9 { 0.8 } else { 0.95 };
    round(width.min(height).clamp(1.0, 14.0) * part)
}

/// Candidates, each in its own place of the cell.
fn note_texts(out: &mut Notes, tile: &Tile, layout: (usize, usize), centre: (f32, f32)) {
    for (note, share) in tile.candidates() {
        let ((x, y), room) = note_place(note, layout, centre);
        let size = note_size(layout, room);
        let is_strong = share.is_some_and(|share| share.level() > PALE);
        let is_struck = tile.struck.contains(&note);
        let is_circled = tile.circled.contains(&note);
        let texts = match (is_struck, is_strong) {
            (true, _) => &mut out.struck,
            _ if is_circled => &mut out.circled,
            (false, true) => &mut out.on_strong,
            (false, false) => &mut out.usual,
        };
        texts.push(Item::text(round(x), round(y), size, note.to_string()));
        if is_circled {
            let (x, y, radius) = (round(x), round(y), round(size * CIRCLE));
            out.circles.push(Item::Circle { x, y, radius });
        }
        if is_struck {
            let (left, rise) = (round(size * 0.42), round(size * 0.36));
            let (x, y) = (round(x - left), round(y + rise));
            let _ = write!(out.strikes, "M{x} {y}l{} -{}", 2.0 * left, 2.0 * rise);
        }
    }
}
