use super::*;
use crate::formats::Format;
use crate::grid::Cell;
use crate::model::Role;
use crate::puzzle::Genre;
use crate::rating::Level;
use crate::registry;
use crate::solve::Engine;

pub(super) fn makers() -> impl Iterator<Item = (&'static Genre, &'static dyn Maker)> {
    registry::ALL.iter().filter_map(|genre| Some((*genre, genre.maker?)))
}

pub(super) fn made(generator: &mut Generator, seed: u64, number: u64) -> Generated {
    match generator.make(seed, number) {
        Outcome::Found(made) => made,
        other => panic!("{:?} {:?}", generator.spec, other),
    }
}

pub(super) fn text(puzzle: &Puzzle) -> String {
    puzzle.to_text(Format::Native).unwrap()
}

fn rated(hundredths: u64) -> Option<Rating> {
    Some(Rating::from_hundredths(hundredths))
}

/// The cells of the clues.
pub(super) fn clues(puzzle: &Puzzle) -> Vec<Cell> {
    let model = puzzle.model();
    let clues = model.rules().iter().filter(|rule| model.kind(rule).role == Role::Clue);
    clues.filter_map(|rule| puzzle.rule_place(rule)).collect()
}

/// By enumeration, which generating does not use.
pub(super) fn has_one_solution(puzzle: &Puzzle) -> bool {
    Engine::new(puzzle.model()).count().0 == 1
}

#[test]
fn every_puzzle_has_one_solution_and_is_the_same_again() {
    for (genre, _) in makers() {
        for (rows, cols) in [(4, 4), (6, 6), (9, 9)] {
            let mut generator = Generator::new(Spec::new(genre).rows(rows).cols(cols)).unwrap();
            let mut other = Generator::new(Spec::new(genre).rows(rows).cols(cols)).unwrap();
            let mut texts = Vec::new();
            for number in 0..20 {
                let puzzle = made(&mut generator, 7, number);
                assert!(has_one_solution(&puzzle.puzzle), "{}", text(&puzzle.puzzle));
                assert_eq!(puzzle.puzzle.genre().id, genre.id);
                assert_eq!((puzzle.puzzle.grid().rows(), puzzle.puzzle.grid().cols()), (rows, cols));
                texts.push(text(&puzzle.puzzle));
            }
            // In another order and after other work.
            for number in (0..20).rev().step_by(7) {
                let again = made(&mut other, 7, number);
                assert_eq!(text(&again.puzzle), texts[number as usize]);
            }
            texts.sort_unstable();
            texts.dedup();
            assert!(texts.len() > 12, "{} different ones of {rows} by {cols} {}", texts.len(), genre.id);
        }
    }
}

#[test]
fn no_clue_of_a_minimal_puzzle_can_be_left_out() {
    for (genre, maker) in makers() {
        let spec = Spec { minimal: true, symmetry: Some(Symmetry::None), ..Spec::new(genre).square(6) };
        let mut generator = Generator::new(spec).unwrap();
        for number in 0..30 {
            let puzzle = made(&mut generator, 3, number).puzzle;
            assert!(has_one_solution(&puzzle));
            for clue in clues(&puzzle) {
                let fewer = Puzzle::new(genre, maker.without(puzzle.board(), &[clue]));
                assert_eq!(clues(&fewer).len(), clues(&puzzle).len() - 1);
                assert!(!has_one_solution(&fewer), "{}", text(&puzzle));
            }
        }
    }
}

/// What of a board must lie symmetrically, drawn without what is printed in it.
fn outline(puzzle: &Puzzle, cell: Cell) -> String {
    let scene = puzzle.scene(&puzzle.blank());
    let tile = &scene.tiles[cell.index()];
    format!("{:?}", tile.ground)
}

#[test]
fn symmetric_boards_are_symmetric() {
    for (genre, maker) in makers().filter(|(_, maker)| maker.takes().contains(&Setting::Symmetry)) {
        for (symmetry, name, _) in Symmetry::ALL {
            for side in [6, 9] {
                let spec = Spec { symmetry: Some(symmetry), ..Spec::new(genre).square(side) };
                let mut generator = Generator::new(spec).unwrap();
                for number in 0..3 {
                    let puzzle = made(&mut generator, 5, number).puzzle;
                    assert!(has_one_solution(&puzzle));
                    let clues = clues(&puzzle);
                    for orbit in symmetry.orbits(&puzzle.grid()) {
                        let first = outline(&puzzle, orbit[0]);
                        let is_alike = |cell: &Cell| {
                            outline(&puzzle, *cell) == first
                                && (!maker.clues_are_symmetric()
                                    || clues.contains(cell) == clues.contains(&orbit[0]))
                        };
                        assert!(orbit.iter().all(is_alike), "{name} {}", text(&puzzle));
                    }
                }
            }
        }
    }
}

#[test]
fn minimal_symmetric_puzzles_need_every_group() {
    for (genre, maker) in makers().filter(|(_, maker)| maker.clues_are_symmetric()) {
        let spec = Spec { minimal: true, symmetry: Some(Symmetry::Rot2), ..Spec::new(genre).square(6) };
        let mut generator = Generator::new(spec).unwrap();
        for number in 0..20 {
            let puzzle = made(&mut generator, 4, number).puzzle;
            let clues = clues(&puzzle);
            for group in Symmetry::Rot2.orbits(&puzzle.grid()) {
                if clues.contains(&group[0]) {
                    let fewer = Puzzle::new(genre, maker.without(puzzle.board(), &group));
                    assert!(!has_one_solution(&fewer));
                }
            }
        }
    }
}

#[test]
fn ratings_are_met_or_the_miss_is_reported() {
    for (genre, _) in makers() {
        let spec = Spec { min: rated(150), max: rated(350), ..Spec::new(genre).square(6) };
        let mut generator = Generator::new(spec).unwrap();
        for number in 0..5 {
            let puzzle = made(&mut generator, 6, number);
            let rating = Grader::new(&puzzle.puzzle).grade().unwrap().rating();
            assert_eq!(Some(rating), puzzle.grade.as_ref().map(Grade::rating));
            assert!((150..=350).contains(&rating.hundredths()), "{rating} {}", text(&puzzle.puzzle));
        }
        let spec = Spec { min: rated(5000), ..Spec::new(genre).square(4) };
        let mut generator = Generator::new(spec).unwrap();
        generator.limit(&Limits::default().steps(5));
        let Outcome::NotFound(missed) = generator.make(1, 1) else { panic!("nothing is so hard") };
        assert_eq!(missed.tries, 5);
        assert!(missed.nearest.is_none_or(|nearest| nearest.hundredths() < 5000));
    }
}

#[test]
fn the_techniques_that_are_allowed_suffice() {
    for (genre, _) in makers() {
        // What an ordinary puzzle takes at its easiest, all single rules.
        let spec = Spec { max: rated(300), ..Spec::new(genre).square(6) };
        let mut generator = Generator::new(spec).unwrap();
        let grade = made(&mut generator, 9, 1).grade.expect("it was asked for");
        let known = |name: &str| genre.techniques.iter().any(|technique| technique.name == name);
        let names = grade.steps();
        let allowed: Vec<String> =
            names.keys().filter(|(_, name)| known(name)).map(|(_, name)| name.to_uppercase()).collect();
        let spec = Spec { techniques: Some(allowed.clone()), ..Spec::new(genre).square(6) };
        let mut generator = Generator::new(spec).unwrap();
        for number in 0..5 {
            let puzzle = made(&mut generator, 8, number);
            let grader = Grader::new(&puzzle.puzzle);
            assert_eq!(grader.is_solved_by(&allowed), Ok(true), "{}", text(&puzzle.puzzle));
            let grade = Grader::new(&puzzle.puzzle).grade().unwrap();
            assert_eq!(Some(&grade), puzzle.grade.as_ref(), "the grade is what anyone gets");
        }
    }
}

#[test]
fn all_names_of_a_grade_suffice_and_none_does_not() {
    let mut named = 0;
    for (genre, _) in makers() {
        let mut generator = Generator::new(Spec::new(genre).square(5)).unwrap();
        for number in 0..40 {
            let puzzle = made(&mut generator, 5, number).puzzle;
            let grade = Grader::new(&puzzle).grade().unwrap();
            let names: Vec<&str> = grade.steps().keys().map(|(_, name)| *name).collect();
            let known = |name: &&str| genre.techniques.iter().any(|technique| technique.name == *name);
            if names.iter().all(known) {
                named += 1;
                let solved = Grader::new(&puzzle).is_solved_by(&names);
                assert_eq!(solved, Ok(true), "{names:?} {}", text(&puzzle));
            }
            let solved = Grader::new(&puzzle).is_solved_by::<&str>(&[]);
            assert_eq!(solved, Ok(names.is_empty()), "{}", text(&puzzle));
        }
    }
    assert!(named > 80, "{named}");
}

#[test]
fn specs_that_no_puzzle_meets_are_refused() {
    for (genre, maker) in makers() {
        let refused = |spec: Spec| Generator::new(spec).is_err();
        assert!(refused(Spec::new(genre).rows(0).cols(5)) && refused(Spec::new(genre).rows(5).cols(5000)));
        assert!(refused(Spec { symmetry: Some(Symmetry::Rot4), ..Spec::new(genre).rows(6).cols(4) }));
        assert!(refused(Spec { min: rated(3), max: rated(2), ..Spec::new(genre).square(6) }));
        assert!(refused(Spec { techniques: Some(vec!["magic".to_string()]), ..Spec::new(genre).square(6) }));
        assert!(refused(Spec { walls: Some(Walls::Percent(100)), ..Spec::new(genre).square(6) }));
        assert!(refused(Spec { region_size: Some((4, 3)), ..Spec::new(genre).square(6) }));
        let takes = |setting| maker.takes().contains(&setting);
        let wrapping = Spec { wrapping: true, ..Spec::new(genre).square(6) };
        assert_eq!(refused(wrapping), !takes(Setting::Wrapping));
        let sizes = Spec { region_size: Some((2, 6)), ..Spec::new(genre).square(6) };
        assert_eq!(refused(sizes), !takes(Setting::RegionSize));
        let stars = Spec { stars: Some(1), ..Spec::new(genre).square(6) };
        assert_eq!(refused(stars.clone()), !takes(Setting::Stars));
        assert!(
            refused(Spec { stars: Some(0), ..stars.clone() }) && refused(Spec { stars: Some(9), ..stars })
        );
        let mirror = Spec { symmetry: Some(Symmetry::Mirror), ..Spec::new(genre).square(6) };
        assert_eq!(refused(mirror), !takes(Setting::Symmetry));
        let several = Spec { several: true, ..Spec::new(genre).square(6) };
        assert_eq!(refused(several.clone()), !takes(Setting::Several));
        assert!(refused(Spec { minimal: true, ..several }));
    }
    for genre in registry::ALL.iter().filter(|genre| genre.maker.is_none()) {
        assert!(Generator::new(Spec::new(genre).square(6)).is_err());
    }
}

#[test]
fn stopping_ends_the_work() {
    for (genre, _) in makers() {
        let mut generator = Generator::new(Spec::new(genre).square(6)).unwrap();
        generator.limit(&Limits::default().cancel(Cancel::when(|| true)));
        assert!(matches!(generator.make(1, 1), Outcome::Stopped(Stopped::Cancelled)));
    }
}

#[test]
fn words_for_difficulties_are_kept() {
    for (genre, _) in makers() {
        let mut missed = 0;
        for side in [6, 9] {
            for &level in &Level::ALL[..2] {
                let spec = Spec::new(genre).square(side).difficulty(level);
                let Outcome::Found(puzzle) = Generator::new(spec).unwrap().make(2, 0) else {
                    missed += 1;
                    continue;
                };
                let grade = Grader::new(&puzzle.puzzle).grade().unwrap();
                assert_eq!(grade.level(), level, "{:?} {}", grade.bottleneck(), text(&puzzle.puzzle));
                assert_eq!(puzzle.grade, Some(grade));
            }
        }
        // Where nothing can be put back, some words are hard to meet.
        assert!(missed <= 2, "{}: {missed} missed", genre.id);
    }
}

#[test]
fn required_techniques_are_needed_or_the_miss_says_so() {
    let mut found = 0;
    for (genre, _) in makers() {
        // The hardest named step of some ordinary puzzle.
        let mut generator = Generator::new(Spec { max: rated(600), ..Spec::new(genre).square(6) }).unwrap();
        let grade = made(&mut generator, 9, 1).grade.expect("it was asked for");
        let named = |name: &&str| genre.techniques.iter().any(|technique| technique.name == *name);
        let names: Vec<&str> = grade.steps().keys().map(|(_, name)| *name).filter(named).collect();
        let Some(required) = names.last().map(ToString::to_string) else { continue };
        let spec = Spec { require: vec![required.clone()], ..Spec::new(genre).square(6) };
        let mut generator = Generator::new(spec.clone()).unwrap();
        generator.limit(&Limits::default().steps(60));
        match generator.make(3, 1) {
            Outcome::Found(made) => {
                found += 1;
                let all: Vec<&str> = genre.techniques.iter().map(|technique| technique.name).collect();
                let others: Vec<&str> = all.iter().copied().filter(|name| *name != required).collect();
                assert_eq!(Grader::new(&made.puzzle).is_solved_by(&all), Ok(true));
                assert_eq!(Grader::new(&made.puzzle).is_solved_by(&others), Ok(false), "{required}");
            }
            Outcome::NotFound(missed) => {
                assert!(missed.unneeded > 0 && missed.nearest.is_none());
                assert!(missed.in_words(&spec).contains(&required));
            }
            Outcome::Stopped(_) => panic!("nobody asked to stop"),
        }
    }
    assert!(found > 1, "{found}");
}

#[test]
fn a_rating_that_was_met_is_not_called_the_nearest() {
    let genre = registry::find("sudoku").unwrap();
    let none = Some(vec![genre.techniques[0].name.to_string()]);
    let spec = Spec { min: rated(120), techniques: none, ..Spec::new(genre).square(6) };
    let mut generator = Generator::new(spec.clone()).unwrap();
    generator.limit(&Limits::default().steps(10));
    let Outcome::NotFound(missed) = generator.make(1, 1) else { panic!("one name does not suffice") };
    assert!(missed.beyond > 0, "{missed:?}");
    assert!(missed.nearest.is_none_or(|nearest| nearest.hundredths() < 120), "{missed:?}");
    assert!(missed.in_words(&spec).contains("techniques"));
}
