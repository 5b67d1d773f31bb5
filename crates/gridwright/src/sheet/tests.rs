use super::*;
use crate::registry;
use crate::scene::shapes::Segment;

fn entries(style: &Style) -> Vec<Entry> {
    let puzzles = registry::ALL.iter().map(|genre| Puzzle::parse(genre.example).unwrap());
    puzzles.map(|puzzle| Entry::new(&puzzle, style, &Limits::default())).collect()
}

fn texts(page: &Page) -> Vec<&str> {
    page.shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text.as_str()),
            Shape::Path { .. } => None,
        })
        .collect()
}

/// All corners of a shape, texts by their width.
fn corners(shape: &Shape) -> Vec<(f32, f32)> {
    match shape {
        Shape::Path { segments, .. } => segments
            .iter()
            .filter_map(|segment| match segment {
                Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to) => Some(*to),
                Segment::Close => None,
            })
            .collect(),
        Shape::Text { at: (x, y), anchor, size, bold, text, .. } => {
            let width = text_width(text, *size, *bold);
            let left = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            vec![(left, y - size * 0.75), (left + width, *y)]
        }
    }
}

#[test]
fn every_puzzle_has_its_place_and_its_solution_in_every_style() {
    let default = Style { title: "All of them".to_string(), ..Style::default() };
    let entries: Vec<Entry> = entries(&default).into_iter().cycle().take(11).collect();
    for per_page in [1, 2, 4, 6, 9, MOST_PER_PAGE] {
        for solutions in Solutions::ALL {
            for (large_print, ink_saving, paper) in
                [(false, false, Paper::A4), (true, false, Paper::Letter), (false, true, Paper::Letter)]
            {
                let style = Style { per_page, solutions, large_print, ink_saving, paper, ..default.clone() };
                let sheet = Sheet::new(&entries, &style);
                let (fronts, backs): (Vec<&Page>, Vec<&Page>) =
                    sheet.pages.iter().partition(|page| !page.is_solutions);
                let numbers =
                    |pages: &[&Page]| pages.iter().flat_map(|page| page.puzzles.clone()).collect::<Vec<_>>();
                let all: Vec<usize> = (1..=entries.len()).collect();
                assert_eq!(fronts.len(), entries.len().div_ceil(per_page), "{style:?}");
                assert_eq!(sheet.pages.len(), page_count(entries.len(), &style));
                assert_eq!(numbers(&fronts), all);
                assert_eq!(numbers(&backs), if solutions == Solutions::None { vec![] } else { all });
                if solutions == Solutions::Back {
                    assert!(sheet.pages.chunks(2).all(|pair| pair[0].puzzles == pair[1].puzzles));
                }
                let (width, height) = paper.size();
                for (x, y) in sheet.pages.iter().flat_map(|page| &page.shapes).flat_map(corners) {
                    assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{x} {y}: {style:?}");
                }
                let first = texts(&sheet.pages[0]);
                assert!(first.contains(&"All of them") && first.contains(&"1. Light Up"));
            }
        }
    }
}

#[test]
fn rules_are_told_once_and_difficulties_where_asked_for() {
    let style = Style { per_page: 2, ..Style::default() };
    let sheet = Sheet::new(&entries(&style), &style);
    let all: Vec<&str> = sheet.pages.iter().flat_map(texts).collect();
    for genre in registry::ALL {
        let name = format!("{}.", genre.name);
        assert_eq!(all.iter().filter(|text| **text == name).count(), 1, "{name}");
    }
    assert!(all.iter().any(|text| text.starts_with("easy, rated ")), "{all:?}");
    let plain = Style { rules: false, difficulty: false, ..style };
    let sheet = Sheet::new(&entries(&plain), &plain);
    let all: Vec<&str> = sheet.pages.iter().flat_map(texts).collect();
    assert!(!all.iter().any(|text| text.contains("rated") || *text == "Sudoku."), "{all:?}");
}

#[test]
fn what_has_no_single_solution_says_so() {
    let style = Style::default();
    let puzzle = Puzzle::parse("2x2:d").unwrap();
    let sheet = Sheet::new(&[Entry::new(&puzzle, &style, &Limits::default())], &style);
    assert!(texts(&sheet.pages[1]).contains(&"more than one solution"));
}

#[test]
fn saving_ink_fills_nothing_dark() {
    let style = Style { ink_saving: true, ..Style::default() };
    let sheet = Sheet::new(&entries(&style), &style);
    let white = Colour(255, 255, 255);
    for page in &sheet.pages {
        for shape in &page.shapes {
            if let Shape::Path { fill: Some(fill), segments, .. } = shape {
                // The heads of arrows are small.
                assert!(*fill == white || segments.len() % 4 == 0 && *fill == Colour::BLACK, "{shape:?}");
            }
        }
    }
}
