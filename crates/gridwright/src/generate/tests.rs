use super::*;
use crate::formats::Format;
use crate::genres;
use crate::model::{Position, Role};

fn makers() -> impl Iterator<Item = (&'static Genre, &'static dyn Maker)> {
    genres::ALL.iter().filter_map(|genre| Some((*genre, genre.maker?)))
}

fn made(generator: &mut Generator, seed: u64, number: u64) -> Made {
    match generator.make(seed, number) {
        Outcome::Made(made) => made,
        other => panic!("{:?} {:?}", generator.wishes, other),
    }
}

fn text(puzzle: &dyn Puzzle) -> String {
    puzzle.write(Format::Native, &Position::blank(puzzle.atom_count())).unwrap()
}

/// The cells of the clues.
fn clues(puzzle: &dyn Puzzle) -> Vec<Cell> {
    let model = puzzle.model();
    let clues = model.rules().iter().filter(|rule| model.kind(rule).role == Role::Clue);
    clues.filter_map(|rule| puzzle.rule_place(rule)).collect()
}

/// By enumeration, which generating does not use.
fn has_one_solution(puzzle: &dyn Puzzle) -> bool {
    let model = puzzle.model();
    Engine::new(&model).count().0 == 1
}

#[test]
fn every_puzzle_has_one_solution_and_is_the_same_again() {
    for (genre, _) in makers() {
        for (rows, cols) in [(4, 4), (6, 6), (9, 9)] {
            let mut generator = Generator::new(genre, Wishes::sized(rows, cols)).unwrap();
            let mut other = Generator::new(genre, Wishes::sized(rows, cols)).unwrap();
            let mut texts = Vec::new();
            for number in 0..20 {
                let puzzle = made(&mut generator, 7, number);
                assert!(has_one_solution(puzzle.puzzle.as_ref()), "{}", text(puzzle.puzzle.as_ref()));
                assert_eq!(puzzle.puzzle.genre().id, genre.id);
                assert_eq!((puzzle.puzzle.grid().rows(), puzzle.puzzle.grid().cols()), (rows, cols));
                texts.push(text(puzzle.puzzle.as_ref()));
            }
            // In another order and after other work.
            for number in (0..20).rev().step_by(7) {
                let again = made(&mut other, 7, number);
                assert_eq!(text(again.puzzle.as_ref()), texts[number as usize]);
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
        let wishes = Wishes { minimal: true, symmetry: Some(Symmetry::None), ..Wishes::sized(6, 6) };
        let mut generator = Generator::new(genre, wishes).unwrap();
        for number in 0..30 {
            let puzzle = made(&mut generator, 3, number).puzzle;
            assert!(has_one_solution(puzzle.as_ref()));
            for clue in clues(puzzle.as_ref()) {
                let fewer = maker.without(puzzle.as_ref(), &[clue]);
                assert_eq!(clues(fewer.as_ref()).len(), clues(puzzle.as_ref()).len() - 1);
                assert!(!has_one_solution(fewer.as_ref()), "{}", text(puzzle.as_ref()));
            }
        }
    }
}

/// What of a board must lie symmetrically, drawn without what is printed in it.
fn outline(puzzle: &dyn Puzzle, cell: Cell) -> String {
    let scene = puzzle.scene(&Position::blank(puzzle.atom_count()));
    let tile = &scene.tiles[cell.index()];
    format!("{:?}", tile.ground)
}

#[test]
fn symmetric_boards_are_symmetric() {
    for (genre, maker) in makers() {
        for (symmetry, name, _) in Symmetry::ALL {
            for side in [6, 9] {
                let wishes = Wishes { symmetry: Some(symmetry), ..Wishes::sized(side, side) };
                let mut generator = Generator::new(genre, wishes).unwrap();
                for number in 0..3 {
                    let puzzle = made(&mut generator, 5, number).puzzle;
                    assert!(has_one_solution(puzzle.as_ref()));
                    let clues = clues(puzzle.as_ref());
                    for orbit in symmetry.orbits(&puzzle.grid()) {
                        let first = outline(puzzle.as_ref(), orbit[0]);
                        let is_alike = |cell: &Cell| {
                            outline(puzzle.as_ref(), *cell) == first
                                && (!maker.clues_are_symmetric()
                                    || clues.contains(cell) == clues.contains(&orbit[0]))
                        };
                        assert!(orbit.iter().all(is_alike), "{name} {}", text(puzzle.as_ref()));
                    }
                }
            }
        }
    }
}

#[test]
fn minimal_symmetric_puzzles_need_every_group() {
    for (genre, maker) in makers().filter(|(_, maker)| maker.clues_are_symmetric()) {
        let wishes = Wishes { minimal: true, symmetry: Some(Symmetry::Rot2), ..Wishes::sized(6, 6) };
        let mut generator = Generator::new(genre, wishes).unwrap();
        for number in 0..20 {
            let puzzle = made(&mut generator, 4, number).puzzle;
            let clues = clues(puzzle.as_ref());
            for group in Symmetry::Rot2.orbits(&puzzle.grid()) {
                if clues.contains(&group[0]) {
                    assert!(!has_one_solution(maker.without(puzzle.as_ref(), &group).as_ref()));
                }
            }
        }
    }
}

#[test]
fn ratings_are_met_or_the_miss_is_reported() {
    for (genre, _) in makers() {
        let wishes = Wishes { least_rating: Some(150), greatest_rating: Some(350), ..Wishes::sized(6, 6) };
        let mut generator = Generator::new(genre, wishes).unwrap();
        for number in 0..5 {
            let puzzle = made(&mut generator, 6, number);
            let rating = Grader::new(puzzle.puzzle.as_ref()).grade().unwrap().rating();
            assert_eq!(Some(rating), puzzle.grade.as_ref().map(Grade::rating));
            assert!((150..=350).contains(&rating), "{rating} {}", text(puzzle.puzzle.as_ref()));
        }
        let wishes = Wishes { least_rating: Some(5000), ..Wishes::sized(4, 4) };
        let mut generator = Generator::new(genre, wishes).unwrap();
        generator.limit_tries(5);
        let Outcome::Missed(missed) = generator.make(1, 1) else { panic!("nothing is so hard") };
        assert_eq!(missed.tries, 5);
        assert!(missed.nearest.is_none_or(|nearest| nearest < 5000));
    }
}

#[test]
fn the_techniques_that_are_allowed_suffice() {
    for (genre, _) in makers() {
        // What an ordinary puzzle takes at its easiest, all single rules.
        let wishes = Wishes { greatest_rating: Some(300), ..Wishes::sized(6, 6) };
        let mut generator = Generator::new(genre, wishes).unwrap();
        let grade = made(&mut generator, 9, 1).grade.expect("it was asked for");
        let known = |name: &str| genre.techniques.iter().any(|technique| technique.name == name);
        let names = grade.steps();
        let allowed: Vec<String> =
            names.keys().filter(|(_, name)| known(name)).map(|(_, name)| name.to_uppercase()).collect();
        let wishes = Wishes { techniques: Some(allowed.clone()), ..Wishes::sized(6, 6) };
        let mut generator = Generator::new(genre, wishes).unwrap();
        for number in 0..5 {
            let puzzle = made(&mut generator, 8, number);
            let grader = Grader::new(puzzle.puzzle.as_ref());
            assert_eq!(grader.is_solved_by(&allowed), Ok(true), "{}", text(puzzle.puzzle.as_ref()));
            let grade = Grader::new(puzzle.puzzle.as_ref()).grade().unwrap();
            assert_eq!(Some(&grade), puzzle.grade.as_ref(), "the grade is what anyone gets");
        }
    }
}

#[test]
fn all_names_of_a_grade_suffice_and_none_does_not() {
    let mut named = 0;
    for (genre, _) in makers() {
        let mut generator = Generator::new(genre, Wishes::sized(5, 5)).unwrap();
        for number in 0..40 {
            let puzzle = made(&mut generator, 5, number).puzzle;
            let grade = Grader::new(puzzle.as_ref()).grade().unwrap();
            let names: Vec<&str> = grade.steps().keys().map(|(_, name)| *name).collect();
            let known = |name: &&str| genre.techniques.iter().any(|technique| technique.name == *name);
            if names.iter().all(known) {
                named += 1;
                let solved = Grader::new(puzzle.as_ref()).is_solved_by(&names);
                assert_eq!(solved, Ok(true), "{names:?} {}", text(puzzle.as_ref()));
            }
            let solved = Grader::new(puzzle.as_ref()).is_solved_by::<&str>(&[]);
            assert_eq!(solved, Ok(names.is_empty()), "{}", text(puzzle.as_ref()));
        }
    }
    assert!(named > 80, "{named}");
}

#[test]
fn wishes_that_no_puzzle_meets_are_refused() {
    for (genre, maker) in makers() {
        let refused = |wishes: Wishes| Generator::new(genre, wishes).is_err();
        assert!(refused(Wishes::sized(0, 5)) && refused(Wishes::sized(5, 5000)));
        assert!(refused(Wishes { symmetry: Some(Symmetry::Rot4), ..Wishes::sized(6, 4) }));
        assert!(refused(Wishes { least_rating: Some(3), greatest_rating: Some(2), ..Wishes::sized(6, 6) }));
        assert!(refused(Wishes { techniques: Some(vec!["magic".to_string()]), ..Wishes::sized(6, 6) }));
        assert!(refused(Wishes { walls: Some(Walls::Percent(100)), ..Wishes::sized(6, 6) }));
        assert!(refused(Wishes { region_sizes: Some((4, 3)), ..Wishes::sized(6, 6) }));
        let takes = |setting| maker.takes().contains(&setting);
        let wrapping = Wishes { wrapping: true, ..Wishes::sized(6, 6) };
        assert_eq!(refused(wrapping), !takes(Setting::Wrapping));
        let sizes = Wishes { region_sizes: Some((2, 6)), ..Wishes::sized(6, 6) };
        assert_eq!(refused(sizes), !takes(Setting::RegionSizes));
        let several = Wishes { several_solutions: true, ..Wishes::sized(6, 6) };
        assert_eq!(refused(several.clone()), !takes(Setting::SeveralSolutions));
        assert!(refused(Wishes { minimal: true, ..several }));
    }
    for genre in genres::ALL.iter().filter(|genre| genre.maker.is_none()) {
        assert!(Generator::new(genre, Wishes::sized(6, 6)).is_err());
    }
}

#[test]
fn stopping_ends_the_work() {
    for (genre, _) in makers() {
        let mut generator = Generator::new(genre, Wishes::sized(6, 6)).unwrap();
        generator.on_stop(|| true);
        assert!(matches!(generator.make(1, 1), Outcome::Stopped));
    }
}

#[test]
fn words_for_difficulties_are_kept() {
    for (genre, maker) in makers() {
        let levels = maker.levels();
        assert!(levels.most.is_sorted_by(|a, b| a < b), "{}", genre.id);
        for word in &LEVELS[..3] {
            let ratings = levels.ratings(word, 36).expect("a word");
            let (least, most) = (*ratings.start(), *ratings.end());
            let wishes =
                Wishes { least_rating: Some(least), greatest_rating: Some(most), ..Wishes::sized(6, 6) };
            let puzzle = made(&mut Generator::new(genre, wishes).unwrap(), 2, 0);
            let rating = Grader::new(puzzle.puzzle.as_ref()).grade().unwrap().rating();
            assert!(ratings.contains(&rating), "{word} {rating} {}", text(puzzle.puzzle.as_ref()));
        }
    }
}

#[test]
fn words_for_difficulties_make_sense_on_boards_of_any_size() {
    for (genre, maker) in makers() {
        for cells in 1..200 {
            let ratings = LEVELS.map(|word| maker.levels().ratings(word, cells).unwrap());
            assert_eq!((*ratings[0].start(), *ratings[3].end()), (0, u64::MAX));
            assert!(ratings.iter().all(|ratings| !ratings.is_empty()), "{} {cells}", genre.id);
            assert!(ratings.windows(2).all(|pair| pair[0].end() + 1 == *pair[1].start()));
        }
        for side in [3, 4, 5] {
            let most = *maker.levels().ratings("easy", side * side).unwrap().end();
            let wishes = Wishes { greatest_rating: Some(most), ..Wishes::sized(side, side) };
            let mut generator = Generator::new(genre, wishes).unwrap();
            for number in 0..3 {
                made(&mut generator, 3, number);
            }
        }
    }
}
