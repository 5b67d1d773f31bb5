//! What the shades of a heat map mean: a row of them under the board.

use super::{LEVELS, MARGIN, PALE};
use crate::scene::marks::{Item, Marks};

/// The size of one shade.
const SHADE: (usize, usize) = (38, 20);
/// Room for the legend between the board's margin and its own.
pub(super) const HEIGHT: usize = SHADE.1 + MARGIN;
/// The width of the picture that it needs, with room for the unit.
pub(super) const WIDTH: usize = 2 * MARGIN + (LEVELS as usize + 1) * SHADE.0 + 24;

/// Draws it from `top` down.
pub(super) fn draw(out: &mut Marks, top: usize) {
    let (mut pale, mut strong) = (Vec::new(), Vec::new());
    for level in 0..=LEVELS {
        let left = MARGIN + level as usize * SHADE.0;
        let class = if level == 0 { "gw-open".to_string() } else { format!("gw-heat-{level}") };
        out.path(class, format!("M{left} {top}h{}v{}h-{}z", SHADE.0, SHADE.1, SHADE.0));
        let label = if level == 0 { "0".to_string() } else { format!("\u{2264} {}", level * 100 / LEVELS) };
        let middle = (left as f32 + SHADE.0 as f32 / 2.0, top as f32 + SHADE.1 as f32 / 2.0);
        let texts = if level > PALE { &mut strong } else { &mut pale };
        texts.push(Item::text(middle.0, middle.1, 11.0, label));
    }
    let unit = (WIDTH - MARGIN) as f32 - 10.0;
    pale.push(Item::text(unit, top as f32 + SHADE.1 as f32 / 2.0, 11.0, "%"));
    out.group("gw-share", pale);
    out.group("gw-share-strong", strong);
}
