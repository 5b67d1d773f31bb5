//! Puzzles to a pattern, and puzzles like another one.

use super::tests::{clues, has_one_solution, made, makers, text};
use super::*;
use crate::grid::Cell;

const WALLS: &str = "..#..#..\n.#....#.\n#..##..#\n........\n........\n#..##..#\n.#....#.\n..#..#..\n";
const GIVENS: &str =
    "x..xxx..x\n.x.....x.\n..x.x.x..\nx..x.x..x\nx.x...x.x\nx..x.x..x\n..x.x.x..\n.x.....x.\nx..xxx..x\n";
const REGIONS: &str = "aabbbb\naacccc\ndaecff\ndeeeff\nddegfh\ndigghh\n";
const AREAS: &str = "........\n.aa..b..\n......b.\n..c.....\n....dd..\n.e......\n.e...ff.\n........\n";

fn to_pattern(genre: &'static str, text: &str) -> Spec {
    let (genre, _) = makers().find(|(known, _)| known.id == genre).unwrap();
    Spec::new(genre).pattern(Pattern::read(text).unwrap())
}

#[test]
fn what_a_pattern_fixes_is_where_it_says() {
    for (genre, pattern) in [("lightup", WALLS), ("sudoku", GIVENS), ("suguru", REGIONS), ("yosenabe", AREAS)]
    {
        let spec = to_pattern(genre, pattern);
        let pattern = spec.pattern.clone().unwrap();
        let mut generator = Generator::new(spec).unwrap();
        let mut texts = Vec::new();
        for number in 0..6 {
            let puzzle = made(&mut generator, 3, number).puzzle;
            assert!(has_one_solution(&puzzle), "{}", text(&puzzle));
            texts.push(text(&puzzle));
            let scene = puzzle.scene(&puzzle.blank());
            let places: Vec<Cell> = pattern.places().collect();
            match genre {
                "sudoku" => assert_eq!(clues(&puzzle), places),
                "suguru" => {
                    // Cells are of one region here exactly where they are there.
                    let board = puzzle.downcast_ref::<crate::genres::suguru::Suguru>().unwrap();
                    let regions = crate::genres::suguru::Suguru::new(pattern.grid(), &pattern.regions());
                    let blank = makers().find(|(known, _)| known.id == genre).unwrap().1;
                    let blank = blank.without(board, &clues(&puzzle));
                    let expected = Puzzle::new(puzzle.genre(), Box::new(regions.unwrap()));
                    assert_eq!(text(&Puzzle::new(puzzle.genre(), blank)), text(&expected));
                }
                _ => {
                    let ground = |cell: Cell| &scene.tiles[cell.index()].ground;
                    for cell in puzzle.grid().cells() {
                        let is_alike = ground(cell) == ground(places[0]);
                        assert_eq!(is_alike, pattern.is_place(cell), "{}", text(&puzzle));
                    }
                }
            }
        }
        texts.sort_unstable();
        texts.dedup();
        assert!(texts.len() > 4, "{genre}: {texts:?}");
    }
}

#[test]
fn a_pattern_goes_with_a_difficulty() {
    for level in [Level::Easy, Level::Medium] {
        let spec = to_pattern("lightup", WALLS).difficulty(level);
        let made = made(&mut Generator::new(spec).unwrap(), 1, 0);
        assert_eq!(made.grade.unwrap().level(), level);
        assert!(has_one_solution(&made.puzzle));
    }
}

#[test]
fn a_pattern_without_a_puzzle_says_how_near_it_was() {
    for (genre, pattern) in [("lightup", "....\n....\n"), ("sudoku", "x...\n....\n....\n...x\n")] {
        let spec = to_pattern(genre, pattern);
        let mut generator = Generator::new(spec.clone()).unwrap();
        generator.limit(&Limits::default().steps(5));
        let Outcome::NotFound(failed) = generator.make(1, 0) else { panic!("there is none") };
        assert!(failed.open.is_some_and(|open| open > 1), "{failed:?}");
        let words = failed.in_words(&spec);
        assert!(
            words.starts_with("no such puzzle with this pattern on 5 boards; all had several"),
            "{words}"
        );
    }
}

#[test]
fn what_does_not_go_with_a_pattern_is_refused() {
    let refused = |spec: Spec| Generator::new(spec).err().map(|error| error.to_string()).unwrap_or_default();
    let walls = || to_pattern("lightup", WALLS);
    assert!(refused(Spec { walls: Some(Walls::Percent(20)), ..walls() }).contains("fixes the walls"));
    assert!(refused(walls().symmetry(Symmetry::Rot2)).contains("fixes the symmetry"));
    assert_eq!(refused(walls().rows(7)), "the pattern is 8x8, the board 8x7");
    assert!(refused(to_pattern("sudoku", GIVENS).minimal()).contains("fixes the places of all clues"));
    assert_eq!(refused(to_pattern("suguru", "..\n..\n")), "the pattern has no regions: all of it is '.'");
    assert!(refused(to_pattern("yosenabe", "...\n...\n")).contains("no areas"));
    assert!(refused(to_pattern("starbattle", REGIONS)).contains("no pattern"));
}

#[test]
fn a_puzzle_like_another_one_is_like_it() {
    for (genre, maker) in makers() {
        for (side, symmetry) in [(8, Symmetry::Cross), (9, Symmetry::Diagonal), (8, Symmetry::None)] {
            let takes_symmetry = maker.takes().contains(&Setting::Symmetry);
            if !takes_symmetry && symmetry != Symmetry::None {
                continue;
            }
            let spec = Spec::new(genre).square(side).difficulty(Level::Medium).symmetry(symmetry);
            let example = made(&mut Generator::new(spec.clone()).unwrap(), 2, 0).puzzle;
            let like = Spec::new(genre).with_example((None, None), &example, &Limits::default()).unwrap();
            assert_eq!((like.rows, like.cols, like.difficulty), (side, side, Some(Level::Medium)));
            if symmetry != Symmetry::None {
                assert!(
                    like.symmetry.unwrap().orbits(&example.grid()).len()
                        <= symmetry.orbits(&example.grid()).len()
                );
            }
            let other = made(&mut Generator::new(like.clone()).unwrap(), 5, 0);
            assert!(has_one_solution(&other.puzzle));
            assert_eq!(other.grade.unwrap().level(), Level::Medium);
            let number = |puzzle: &Puzzle| clues(puzzle).len();
            // Clues go in groups of at most eight, and some are needed.
            assert!(number(&other.puzzle) + 8 > number(&example), "{}", text(&other.puzzle));
            let again = Spec::like(&other.puzzle);
            if let (Some(Walls::Percent(one)), Some(Walls::Percent(other))) = (like.walls, again.walls) {
                assert!(one.abs_diff(other) <= 8, "{one} and {other} % walls");
            }
        }
    }
}

#[test]
fn an_example_without_a_grade_is_refused_unless_a_difficulty_is_named() {
    let several = Puzzle::parse("2x2:d").unwrap();
    let spec = Spec::new(several.genre());
    let limits = Limits::default();
    let refused = spec.clone().with_example((None, None), &several, &limits);
    assert_eq!(refused, Err(ExampleError::Several));
    let easy = spec.difficulty(Level::Easy).with_example((None, Some(3)), &several, &limits).unwrap();
    assert_eq!((easy.rows, easy.cols, easy.difficulty), (2, 3, Some(Level::Easy)));
    let other = Spec::new(registry_of("sudoku")).with_example((None, None), &several, &limits);
    assert!(other.unwrap_err().to_string().starts_with("the example is a Light Up"));
}

fn registry_of(id: &str) -> &'static crate::Genre {
    makers().find(|(genre, _)| genre.id == id).unwrap().0
}

#[test]
fn the_number_of_clues_is_as_asked_for_where_that_suffices() {
    let spec = Spec { clues: Some(40), symmetry: Some(Symmetry::None), ..Spec::new(registry_of("sudoku")) };
    let mut generator = Generator::new(spec.clone()).unwrap();
    (0..5).for_each(|number| assert_eq!(clues(&made(&mut generator, 1, number).puzzle).len(), 40));
    assert_eq!(Generator::new(spec.minimal()).err(), Some(SpecError::MinimalClues));
}
