//! The rules against prose and known numbers.

use super::*;
use crate::Puzzle;
use crate::formats::Format;
use crate::genres::digits::samples::{Chance, reading};
use crate::model::enumerate::{count_solutions, for_each_solution};
use crate::model::{Position, Value, Verdict, broken, flags, verdict};
use crate::scene::{Draw, Glyph, Ink};
use crate::words::Words;

pub(super) fn sudoku(side: usize, options: &[(&str, &str)], givens: Vec<u32>) -> Sudoku {
    let mut sudoku = Sudoku::new(side, givens).unwrap();
    for (key, value) in options {
        let changed = sudoku.with_option(key, value).unwrap();
        sudoku = changed.downcast_ref::<Sudoku>().unwrap().clone();
    }
    sudoku
}

/// The rules as one says them: no digit twice in a row, a column or a box; box as (columns, rows).
fn clashes(digits: &[u32], side: usize, shape: Option<(usize, usize)>) -> bool {
    let same_unit = |a: usize, b: usize| {
        let (row_a, col_a, row_b, col_b) = (a / side, a % side, b / side, b % side);
        let same_box = shape.is_some_and(|(w, h)| row_a / h == row_b / h && col_a / w == col_b / w);
        row_a == row_b || col_a == col_b || same_box
    };
    (0..side * side).any(|a| (0..a).any(|b| digits[a] != 0 && digits[a] == digits[b] && same_unit(a, b)))
}

/// All fillings of the blanks that do not clash, by trying every digit in every cell.
fn fill(digits: &mut Vec<u32>, side: usize, shape: Option<(usize, usize)>, found: &mut Vec<Vec<u32>>) {
    if clashes(digits, side, shape) {
        return;
    }
    let Some(blank) = digits.iter().position(|&digit| digit == 0) else { return found.push(digits.clone()) };
    for digit in 1..=side as u32 {
        digits[blank] = digit;
        fill(digits, side, shape, found);
    }
    digits[blank] = 0;
}

fn model_solutions(sudoku: &Sudoku) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    for_each_solution(&sudoku.model(), |board| found.push(sudoku.digits.solution(board)));
    found.sort();
    found
}

#[test]
fn small_grids_are_counted_as_known() {
    let blank = || vec![0; 16];
    for (options, shape, count) in [(&[] as &[_], Some((2, 2)), 288), (&[("rules", "latin")], None, 576)] {
        let mut expected = Vec::new();
        fill(&mut blank(), 4, shape, &mut expected);
        assert_eq!(expected.len(), count);
        assert_eq!(model_solutions(&sudoku(4, options, blank())), expected);
    }
    for (side, count) in [(1, 1), (2, 2), (3, 12)] {
        assert_eq!(count_solutions(&Sudoku::new(side, vec![0; side * side]).unwrap().model()), count);
    }
}

#[test]
fn boxes_of_every_shape_agree_with_the_oracle() {
    let mut chance = Chance(11);
    for (options, shape) in [
        (&[] as &[(&str, &str)], Some((3, 2))),
        (&[("boxes", "2x3")], Some((2, 3))),
        (&[("rules", "latin"), ("boxes", "2x3")], None),
    ] {
        // A cyclic Latin square, its rows ordered so that the boxes come out right, some cells blanked.
        let starts = if shape == Some((2, 3)) { [0, 2, 4, 1, 3, 5] } else { [0, 3, 1, 4, 2, 5] };
        let full: Vec<u32> = starts.iter().flat_map(|s| (0..6).map(move |c| (s + c) % 6 + 1)).collect();
        assert!(!clashes(&full, 6, shape));
        for _ in 0..5 {
            let mut givens = full.clone();
            for _ in 0..16 {
                givens[chance.below(36)] = 0;
            }
            let puzzle = sudoku(6, options, givens.clone());
            let mut expected = Vec::new();
            fill(&mut givens, 6, shape, &mut expected);
            assert!(!expected.is_empty());
            assert_eq!(model_solutions(&puzzle), expected, "{options:?}");
        }
    }
}

#[test]
fn usual_boxes_are_the_squarest() {
    let shapes = [1, 4, 6, 8, 9, 10, 12, 15, 16, 25, 36].map(|n| Boxes::squarest(n).unwrap().to_string());
    assert_eq!(shapes, ["1x1", "2x2", "3x2", "4x2", "3x3", "5x2", "4x3", "5x3", "4x4", "5x5", "6x6"]);
    for prime in [2, 3, 5, 7, 11, 31] {
        assert_eq!(Boxes::squarest(prime), None);
        assert!(Sudoku::empty(prime).unwrap().boxes().is_none());
    }
}

#[test]
fn a_model_has_as_many_rules_as_the_board_says() {
    for (side, options, units) in [(9, &[] as &[_], 4), (36, &[], 4), (12, &[("rules", "latin")], 3)] {
        let mut givens = vec![0; side * side];
        givens[side + 1] = 3;
        let model = sudoku(side, options, givens).model();
        assert_eq!(model.rules().len(), units * side * side + 1);
        assert_eq!(model.atom_count(), side * side * side);
    }
}

#[test]
fn every_rule_says_what_it_is_about() {
    let mut givens = vec![0; 36];
    givens[7] = 4;
    let puzzle = sudoku(6, &[], givens);
    let model = puzzle.model();
    let sentences: Vec<String> = model.rules().iter().map(|rule| puzzle.sentence(rule)).collect();
    for (index, sentence) in [
        (8, "r2c3 needs exactly one digit"),
        (36 + 16, "row 3 needs exactly one 5"),
        (72 + 6, "column 2 needs exactly one 1"),
        (108 + 6, "box 2 needs exactly one 1"),
        (108 + 14, "box 3 needs exactly one 3"),
        (144, "r2c2 is given as 4"),
    ] {
        assert_eq!(sentences[index], sentence);
    }
    let place = |index: usize| puzzle.rule_place(&model.rules()[index]);
    assert_eq!((place(8), place(40), place(144)), (Some(Cell(8)), None, Some(Cell(7))));
    let cells = Puzzle::of(puzzle.clone()).rule_cells(&model.rules()[108 + 6]);
    assert_eq!(cells, [3, 4, 5, 9, 10, 11].map(Cell));
    for atom in model.atoms() {
        assert_eq!(puzzle.atom_named(&puzzle.atom_name(atom)), Some(atom));
    }
    assert_eq!(puzzle.atom_name(puzzle.atom(Cell(8), 5).unwrap()), "r2c3 5");
    for wrong in ["r2c3", "r2c3 0", "r2c3 7", "r7c1 1", "r2c3 +5", "r2c3  5"] {
        assert_eq!(puzzle.atom_named(wrong), None, "{wrong}");
    }
}

/// A solved 4 by 4 grid with some givens, and a position that holds the rest.
pub(super) fn solved() -> (Sudoku, Position) {
    let full = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let puzzle =
        sudoku(4, &[], full.iter().enumerate().map(|(i, &d)| if i % 3 == 0 { d } else { 0 }).collect());
    let mut position = Position::blank(64);
    let rest: Vec<u32> = full.iter().enumerate().map(|(i, &d)| if i % 3 == 0 { 0 } else { d }).collect();
    puzzle.digits.enter(&mut position, &rest);
    (puzzle, position)
}

#[test]
fn givens_need_not_be_entered() {
    let (puzzle, mut position) = solved();
    let model = puzzle.model();
    assert_eq!(verdict(&model, &position.board), Verdict::Solved);
    let last = puzzle.atom(Cell(14), 2).unwrap();
    position.board.set(last, Value::Open);
    assert_eq!(verdict(&model, &position.board), Verdict::Unbroken);
}

#[test]
fn each_law_is_broken_by_some_entry() {
    let (puzzle, _) = solved();
    let model = puzzle.model();
    // Among the givens are r1c1 1, r1c4 4 and r2c3 1.
    for (name, rules) in [
        ("r1c1 2", &["sudoku.cell"][..]),
        ("r1c3 4", &["sudoku.row"]),
        ("r4c1 1", &["sudoku.column"]),
        ("r2c2 1", &["sudoku.row", "sudoku.column", "sudoku.box"]),
    ] {
        let mut position = Position::blank(64);
        position.board.set(puzzle.atom_named(name).unwrap(), Value::Yes);
        let ids: std::collections::BTreeSet<&str> = broken(&model, &position.board)
            .iter()
            .filter(|b| b.breach == crate::model::Breach::TooMuch)
            .map(|b| model.kind(model.get(b.rule)).id)
            .collect();
        assert!(rules.iter().all(|id| ids.contains(id)), "{name}: {ids:?}");
    }
    let mut denied = Position::blank(64);
    denied.board.set(puzzle.atom_named("r1c1 1").unwrap(), Value::No);
    let found = broken(&model, &denied.board);
    assert!(found.iter().any(|b| model.kind(model.get(b.rule)).id == "sudoku.given"));
}

#[test]
fn an_entry_that_repeats_a_given_is_flagged_with_it() {
    let puzzle = sudoku(4, &[], vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let mut position = Position::blank(64);
    for name in ["r1c4 1", "r4c2 3"] {
        position.board.set(puzzle.atom_named(name).unwrap(), Value::Yes);
    }
    let named: Vec<String> =
        flags(&puzzle.model(), &position.board).entries.iter().map(|atom| puzzle.atom_name(*atom)).collect();
    assert_eq!(named, ["r1c1 1", "r1c4 1"]);
    let scene = Puzzle::of(puzzle).flagged_scene(&position);
    let errors: Vec<usize> = (0..16).filter(|&i| scene.tiles[i].error).collect();
    assert_eq!(errors, [0, 3]);
}

#[test]
fn the_scene_tells_givens_entries_and_notes_apart() {
    let puzzle = sudoku(6, &[], [vec![3], vec![0; 35]].concat());
    let mut position = Position::blank(216);
    position.board.set(puzzle.atom_named("r1c2 5").unwrap(), Value::Yes);
    position.board.set(puzzle.atom_named("r1c3 4").unwrap(), Value::No);
    for name in ["r1c1 1", "r1c2 1", "r1c3 4", "r1c3 6", "r1c3 2"] {
        position.notes.set(puzzle.atom_named(name).unwrap(), true);
    }
    let scene = puzzle.scene(&position);
    let tile = |i: usize| &scene.tiles[i];
    assert_eq!((&tile(0).glyph, tile(0).ink), (&Glyph::Label("3".into()), Ink::Given));
    assert_eq!((&tile(1).glyph, tile(1).ink), (&Glyph::Label("5".into()), Ink::Entered));
    assert!(tile(0).notes.is_empty() && tile(1).notes.is_empty());
    assert_eq!((&tile(2).notes, tile(2).choices), (&vec![2, 6], 6));
    assert!(scene.border_right(Cell(2)) && scene.border_below(Cell(6)) && !scene.border_below(Cell(0)));
    let latin = sudoku(6, &[("rules", "latin")], vec![0; 36]);
    assert!(!latin.scene(&position).has_borders());
}

#[test]
fn the_example_can_be_solved() {
    let read = reading(GENRE.example, None, &GENRE);
    let full = "254367198376189425189542673492736581617895342538214769763921854941658237825473916";
    let mut position = Position::blank(read.puzzle.atom_count());
    let sudoku = read.puzzle.downcast_ref::<Sudoku>().unwrap();
    sudoku.digits.enter(&mut position, &full.chars().filter_map(|c| c.to_digit(10)).collect::<Vec<_>>());
    assert_eq!(verdict(&sudoku.model(), &position.board), Verdict::Solved);
    assert_eq!(read.puzzle.write(Format::Native, &read.position).unwrap(), GENRE.example);
}

/// What the last place for a digit in a house, the last digit for a cell, or both lead to, seen digits crossed out.
fn by_singles(sudoku: &Sudoku, in_houses: bool, in_cells: bool) -> bool {
    let side = sudoku.side;
    let shape = sudoku.boxes().map(|boxes| (boxes.cols, boxes.rows));
    let mut digits: Vec<u32> = sudoku.digits.givens().to_vec();
    let mut houses: Vec<Vec<usize>> = Vec::new();
    for i in 0..side {
        houses.push((0..side).map(|j| i * side + j).collect());
        houses.push((0..side).map(|j| j * side + i).collect());
        houses.extend(shape.map(|(w, h)| {
            let in_a_row = side / w;
            let (top, left) = (i / in_a_row * h, i % in_a_row * w);
            (0..side).map(|j| (top + j / w) * side + left + j % w).collect()
        }));
    }
    let fits = |digits: &[u32], cell: usize, digit: u32| {
        let sees = |house: &&Vec<usize>| house.contains(&cell);
        digits[cell] == 0 && !houses.iter().filter(sees).flatten().any(|other| digits[*other] == digit)
    };
    loop {
        let before = digits.clone();
        for digit in 1..=side as u32 {
            for house in houses.iter().filter(|_| in_houses) {
                let places: Vec<usize> =
                    house.iter().copied().filter(|cell| fits(&digits, *cell, digit)).collect();
                if let [only] = places[..] {
                    digits[only] = digit;
                }
            }
        }
        for cell in (0..side * side).filter(|_| in_cells) {
            let fitting: Vec<u32> = (1..=side as u32).filter(|digit| fits(&digits, cell, *digit)).collect();
            if let [only] = fitting[..] {
                digits[cell] = only;
            }
        }
        if digits == before {
            return !digits.contains(&0);
        }
    }
}

#[test]
fn singles_of_some_names_solve_what_they_solve_by_hand() {
    use crate::explain::Grader;
    use crate::generate::{Generator, Outcome, Spec};
    let mut numbers = [[0; 2]; 3];
    for (side, boards, minimal) in [(4, 60, false), (6, 150, true), (9, 80, false), (9, 30, true)] {
        let spec = Spec { minimal, ..Spec::new(&GENRE).square(side) };
        let mut generator = Generator::new(spec).unwrap();
        for number in 0..boards {
            let Outcome::Found(made) = generator.make(1, number) else { panic!("it can be made") };
            let sudoku = made.puzzle.downcast_ref::<Sudoku>().unwrap();
            let names = ["Full House", "hidden single", "naked single"];
            let cases = [(&names[..2], true, false), (&names[2..], false, true), (&names, true, true)];
            for (i, (names, in_houses, in_cells)) in cases.into_iter().enumerate() {
                let by_hand = by_singles(sudoku, in_houses, in_cells);
                assert_eq!(
                    Grader::new(&made.puzzle).is_solved_by(names),
                    Ok(by_hand),
                    "{names:?} {sudoku:?}"
                );
                numbers[i][usize::from(by_hand)] += 1;
            }
        }
    }
    assert!(numbers.as_flattened().iter().all(|number| *number > 10), "{numbers:?}");
}
