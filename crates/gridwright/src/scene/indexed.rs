//! The indexed print form of the C course: one character a cell, rows and columns numbered.

use super::{Glyph, Ground, Scene, Tile};
use std::fmt::Write;

/// With rows and columns numbered from `first` on.
pub(super) fn render(scene: &Scene, first: usize) -> String {
    let cols = scene.grid.cols();
    let mut out = String::from("   ");
    out.extend((first..first + cols).map(|col| char::from(b'0' + (col % 10) as u8)));
    let rule = format!("\n   {}\n", "-".repeat(cols));
    out.push_str(&rule);
    for (row, tiles) in scene.tiles.chunks(cols).enumerate() {
        let squares: String = tiles.iter().map(square).collect();
        let _ = writeln!(out, "{} |{squares}|", (row + first) % 10);
    }
    out.push_str(&rule[1..]);
    out
}

pub(super) fn columns(scene: &Scene) -> usize {
    scene.grid.cols() + "0 ||".len()
}

/// What does not fit into one character a cell.
pub(super) fn loses(scene: &Scene) -> Option<&'static str> {
    let any = |lost: fn(&Tile) -> bool| scene.tiles.iter().any(lost);
    let found = [
        (scene.has_borders(), "the borders of regions"),
        (any(|tile| tile.ground == Ground::Area), "areas"),
        (any(|tile| tile.corner.is_some()), "the numbers of areas"),
        (any(|tile| matches!(tile.glyph, Glyph::Circle(_))), "circles"),
        (!scene.strokes.is_empty(), "lines"),
        (any(|tile| !tile.notes.is_empty()), "candidates"),
        (any(|tile| !tile.shares.is_empty()), "shares"),
        (any(|tile| tile.label().is_some_and(|text| symbol(text).is_none())), "numbers above 35"),
    ];
    found.into_iter().find(|(is_there, _)| *is_there).map(|(_, what)| what)
}

/// A label as one character.
fn symbol(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let single = chars.next().filter(|_| chars.next().is_none());
    let number = text.parse().ok().and_then(|n| char::from_digit(n, 36));
    number.or(single).map(|c| c.to_ascii_uppercase())
}

fn square(tile: &Tile) -> char {
    match &tile.glyph {
        Glyph::Bulb | Glyph::Star => '*',
        Glyph::Mark => '-',
        Glyph::Label(text) | Glyph::Circle(text) => symbol(text).or(text.chars().next()).unwrap_or(' '),
        Glyph::Empty => match tile.ground {
            Ground::Lit => '.',
            Ground::Wall => 'w',
            Ground::Absent => '#',
            Ground::Open | Ground::Area => ' ',
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Grid};
    use crate::scene::text::{Style, render};
    use crate::scene::{Ink, Stroke};

    fn scene(change: impl FnOnce(&mut Scene)) -> Scene {
        let mut scene = Scene::new(Grid::new(2, 3).unwrap());
        scene.tile(Cell(1)).glyph = Glyph::Label("12".to_string());
        scene.tile(Cell(2)).glyph = Glyph::Mark;
        change(&mut scene);
        scene
    }

    #[test]
    fn what_one_character_cannot_show_is_named() {
        let lost = |change: fn(&mut Scene)| Style::Indexed.loses(&scene(change));
        assert_eq!(lost(|_| {}), None);
        assert_eq!(lost(|scene| scene.draw_regions(|cell| cell == Cell(0))), Some("the borders of regions"));
        assert_eq!(lost(|scene| scene.tile(Cell(0)).ground = Ground::Area), Some("areas"));
        assert_eq!(lost(|scene| scene.tile(Cell(0)).notes.push(1)), Some("candidates"));
        assert_eq!(lost(|scene| scene.tile(Cell(0)).glyph = Glyph::Circle("1".into())), Some("circles"));
        assert_eq!(
            lost(|scene| scene.tile(Cell(0)).glyph = Glyph::Label("36".into())),
            Some("numbers above 35")
        );
        let stroke = Stroke { from: Cell(0), to: Cell(1), ink: Ink::Entered, error: false };
        let drawn = scene(|scene| scene.strokes.push(stroke));
        assert_eq!((Style::Indexed.loses(&drawn), Style::Ascii.loses(&drawn)), (Some("lines"), None));
    }

    #[test]
    fn drawings_are_as_wide_as_they_say() {
        for style in [Style::Boxed, Style::Ascii, Style::Indexed] {
            let drawn = scene(|_| {});
            let text = render(&drawn, style, false);
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert_eq!(widest, Some(style.columns(&drawn)), "{text}");
        }
    }
}
