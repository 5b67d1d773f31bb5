//! Scenes built by hand, drawn, and compared with files that were looked at. `UPDATE_DRAWINGS=1` writes them anew.

use gridwright::grid::{Cell, Grid};
use gridwright::proportion::Proportion;
use gridwright::scene::text::{Style, render};
use gridwright::scene::{Glyph, Ground, Ink, Link, LinkKind, Scene, Share, Spot, Stroke, svg};
use std::path::Path;

fn compare(name: &str, drawn: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/drawings").join(name);
    if std::env::var_os("UPDATE_DRAWINGS").is_some() {
        std::fs::write(&path, drawn).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(drawn == expected, "{name} is drawn differently now:\n{drawn}");
}

/// Walls, light, bulbs, a mark, flags, on a torus or flat.
fn lamps(wrapping: bool) -> Scene {
    let grid = Grid::new(3, 4).unwrap().with_wrapping(wrapping);
    let mut scene = Scene::new(grid);
    for (cell, c) in grid.cells().zip("*.1 ..w*-02 ".chars()) {
        let tile = scene.tile(cell);
        match c {
            '*' => (tile.ground, tile.glyph, tile.ink) = (Ground::Lit, Glyph::Bulb, Ink::Entered),
            '.' => tile.ground = Ground::Lit,
            '-' => (tile.glyph, tile.ink) = (Glyph::Mark, Ink::Entered),
            'w' => tile.ground = Ground::Wall,
            ' ' => {}
            digit => (tile.ground, tile.glyph) = (Ground::Wall, Glyph::Label(digit.to_string())),
        }
    }
    scene.tile(Cell(7)).error = true;
    scene.tile(Cell(10)).error = true;
    scene.tile(Cell(3)).hint = true;
    scene
}

/// Regions with a hole and a missing corner, digits, candidates.
fn digits(notes: bool) -> Scene {
    let regions = ["AAB#", "A#BB", "CCCB"];
    let grid = Grid::new(3, 4).unwrap();
    let mut scene = Scene::new(grid);
    let region = |cell: Cell| regions[grid.row(cell)].as_bytes()[grid.col(cell)];
    scene.draw_regions(region);
    for cell in grid.cells() {
        let tile = scene.tile(cell);
        tile.choices = 4;
        match cell.0 % 3 {
            _ if region(cell) == b'#' => tile.ground = Ground::Absent,
            0 => tile.glyph = Glyph::Label((cell.0 + 1).to_string()),
            1 => (tile.glyph, tile.ink) = (Glyph::Label("2".to_string()), Ink::Entered),
            _ if notes => tile.notes = vec![1, 2, 4],
            _ => {}
        }
    }
    scene
}

/// Circles with arrows out of them, in every direction, through others, crossing, onto a taken cell.
fn arrows() -> Scene {
    let grid = Grid::new(4, 5).unwrap();
    let mut scene = Scene::new(grid);
    for col in 1..4 {
        scene.tile(grid.at(1, col)).ground = Ground::Area;
    }
    scene.tile(grid.at(1, 1)).corner = Some("12".to_string());
    for (row, col, number) in [(0, 0, "5"), (3, 2, "7"), (2, 4, "10"), (0, 4, "3"), (3, 0, "2")] {
        scene.tile(grid.at(row, col)).glyph = Glyph::Circle(number.to_string());
    }
    for (from, to) in
        [((0, 0), (0, 3)), ((3, 2), (0, 2)), ((2, 4), (2, 1)), ((0, 4), (2, 4)), ((3, 0), (3, 0))]
    {
        let (from, to) = (grid.at(from.0, from.1), grid.at(to.0, to.1));
        scene.strokes.push(Stroke { from, to, ink: Ink::Entered, error: from == grid.at(3, 2) });
    }
    scene.tile(grid.at(3, 2)).error = true;
    scene
}

/// A chain through candidates and one through cells, a candidate that is struck and one that is circled.
fn chain() -> Scene {
    let mut scene = digits(true);
    for (cell, ink) in [(Cell(2), Ink::Gone), (Cell(8), Ink::New)] {
        let tile = scene.tile(cell);
        (tile.ink, tile.near) = (ink, true);
    }
    scene.tile(Cell(2)).struck = vec![4];
    scene.tile(Cell(8)).circled = vec![2];
    let link = |from: (u32, u32), to: (u32, u32), kind| Link {
        from: Spot { cell: Cell(from.0), note: from.1 },
        to: Spot { cell: Cell(to.0), note: to.1 },
        kind,
    };
    scene.links = vec![
        link((2, 4), (11, 4), LinkKind::Weak),
        link((8, 4), (11, 4), LinkKind::Strong),
        link((0, 0), (9, 0), LinkKind::Strong),
    ];
    scene
}

fn share(note: u32, thousandths: u32) -> Share {
    Share { note, proportion: Proportion::from_thousandths(thousandths) }
}

/// Shares of whole cells, rare to certain, beside a circle and under a corner text.
fn heat() -> Scene {
    let grid = Grid::new(2, 5).unwrap();
    let mut scene = Scene::new(grid);
    for (cell, thousandths) in grid.cells().zip([0, 1, 100, 334, 500, 666, 850, 999, 1000]) {
        scene.tile(cell).shares = vec![share(0, thousandths)];
    }
    scene.tile(Cell(3)).glyph = Glyph::Circle("7".to_string());
    scene.tile(Cell(4)).corner = Some("3".to_string());
    scene.tile(Cell(6)).corner = Some("12".to_string());
    scene.tile(Cell(9)).ground = Ground::Wall;
    scene
}

/// Shares of candidates.
fn heat_of_candidates() -> Scene {
    let grid = Grid::new(1, 3).unwrap();
    let mut scene = Scene::new(grid);
    scene.tile(Cell(0)).glyph = Glyph::Label("4".to_string());
    for (cell, shares) in [(Cell(1), [0, 1, 333, 666]), (Cell(2), [999, 1, 0, 0])] {
        scene.tile(cell).choices = 4;
        let shares = shares.into_iter().zip(1..);
        scene.tile(cell).shares = shares.map(|(thousandths, note)| share(note, thousandths)).collect();
    }
    scene
}

fn without_escapes(text: &str) -> String {
    let mut pieces = text.split("\x1b[");
    let first = pieces.next().unwrap().to_string();
    pieces.fold(first, |plain, piece| plain + piece.split_once('m').unwrap().1)
}

#[test]
fn boxes_are_drawn_as_they_were_looked_at() {
    let scenes = [
        ("lamps", lamps(false)),
        ("torus", lamps(true)),
        ("digits", digits(false)),
        ("notes", digits(true)),
        ("arrows", arrows()),
        ("heat", heat()),
        ("heat of candidates", heat_of_candidates()),
    ];
    let mut all = String::new();
    for (name, scene) in &scenes {
        for style in [Style::Boxed, Style::Ascii] {
            all += &format!("{name}\n{}\n", render(scene, style, false));
        }
        assert!(render(scene, Style::Ascii, true).is_ascii(), "{name}");
    }
    compare("boxes.txt", &all);
    compare(
        "colours.ansi",
        &(render(&lamps(false), Style::Boxed, true) + &render(&arrows(), Style::Boxed, true)),
    );
}

#[test]
fn colours_add_escapes_and_change_no_width() {
    for scene in [lamps(true), digits(true), arrows(), heat(), heat_of_candidates()] {
        let (plain, coloured) = (render(&scene, Style::Boxed, false), render(&scene, Style::Boxed, true));
        assert!(coloured.contains("\x1b["));
        let coloured = without_escapes(&coloured);
        let widths = |text: &str| text.lines().map(|line| line.chars().count()).collect::<Vec<_>>();
        assert_eq!(widths(&plain), widths(&coloured));
        assert_eq!(plain.matches('!').count(), coloured.matches('!').count());
    }
}

#[test]
fn the_indexed_form_is_exact() {
    let expected = "   0123\n   ----\n0 |*.1 |\n1 |..w*|\n2 |-02 |\n   ----\n";
    assert_eq!(render(&lamps(false), Style::Indexed, true), expected);
    let long = render(&Scene::new(Grid::new(11, 12).unwrap()), Style::Indexed, false);
    assert_eq!(long.lines().next(), Some("   012345678901"));
    assert_eq!(long.lines().nth(12), Some("0 |            |"));
    assert_eq!(Style::Indexed.loses(&heat_of_candidates()), Some("shares"));
}

#[test]
fn pictures_are_drawn_as_they_were_looked_at() {
    compare("lamps.svg", &svg::render(&lamps(true), "Lamps & <\"walls\">"));
    compare("notes.svg", &svg::render(&digits(true), "Digits"));
    compare("arrows.svg", &svg::render(&arrows(), "Arrows"));
    compare("chain.svg", &svg::render(&chain(), "A chain"));
    compare("heat.svg", &svg::render(&heat(), "Shares"));
    compare("heat-of-candidates.svg", &svg::render(&heat_of_candidates(), "Shares of candidates"));
}

#[test]
fn candidates_beyond_all_measure_cost_nothing() {
    let mut scene = Scene::new(Grid::new(2, 2).unwrap());
    (scene.tile(Cell(1)).choices, scene.tile(Cell(1)).notes) = (1_000_000, vec![1, 999_999, u32::MAX]);
    assert!(render(&scene, Style::Boxed, false).len() < 1000);
    assert!(svg::render(&scene, "Many").len() < 10_000);
}
