//! The rules against prose, known numbers, and our own formats both ways.

use super::*;
use crate::formats::{Format, read};
use crate::frames::Encode;
use crate::genres::digits::samples::{Chance, expect_refusals, expect_round_trip};
use crate::model::{Breach, Position, Value, broken, flags};
use crate::solve::{End, Engine, Status};

fn board(side: usize, stars: u32, labels: &[usize]) -> StarBattle {
    let labels: Vec<_> = labels.iter().copied().map(Some).collect();
    StarBattle::new(Grid::new(side, side).unwrap(), stars, &labels).unwrap()
}

/// Every row a region of its own.
fn rows(side: usize, stars: u32) -> StarBattle {
    board(side, stars, &(0..side * side).map(|cell| cell / side).collect::<Vec<_>>())
}

/// The rules as one says them, with sets of (row, column) and nothing of the model.
fn oracle(side: usize, stars: usize, labels: &[usize], placed: &mut Vec<(usize, usize)>) -> u64 {
    let touches = |a: &(usize, usize), b: &(usize, usize)| a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1;
    if placed.len() == side * stars {
        let counted =
            |chosen: &dyn Fn(&(usize, usize)) -> bool| placed.iter().filter(|star| chosen(star)).count();
        let line = |i: usize| {
            counted(&|star| star.0 == i) == stars
                && counted(&|star| star.1 == i) == stars
                && counted(&|star| labels[star.0 * side + star.1] == i) == stars
        };
        return (0..side).all(line).into();
    }
    // Stars are placed in reading order, `stars` to a row; the counts are checked at the end.
    let row = placed.len() / stars;
    let after = placed.last().filter(|last| last.0 == row).map_or(0, |last| last.1 + 1);
    let mut found = 0;
    for star in (after..side).map(|col| (row, col)) {
        if !placed.iter().any(|other| touches(other, &star)) {
            placed.push(star);
            found += oracle(side, stars, labels, placed);
            placed.pop();
        }
    }
    found
}

/// Labels 0 to `side - 1`, all of them used.
fn chance_labels(chance: &mut Chance, side: usize) -> Vec<usize> {
    let mut labels: Vec<usize> =
        (0..side * side).map(|cell| if cell < side { cell } else { chance.below(side) }).collect();
    for i in (1..labels.len()).rev() {
        labels.swap(i, chance.below(i + 1));
    }
    labels
}

fn count(puzzle: &StarBattle) -> u128 {
    let (number, end) = Engine::new(&puzzle.model()).count();
    assert_eq!(end, End::Exhausted);
    number
}

#[test]
fn rows_as_regions_give_hertzsprungs_numbers() {
    // Permutations without neighbouring values side by side (OEIS A002464).
    for (side, number) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 14), (6, 90), (7, 646), (8, 5242)] {
        assert_eq!(count(&rows(side, 1)), number, "{side}");
    }
}

#[test]
fn the_model_counts_what_prose_counts() {
    let mut chance = Chance(7);
    let mut solvable = 0;
    for side in [4, 5, 6] {
        for _ in 0..40 {
            let labels = chance_labels(&mut chance, side);
            let number = oracle(side, 1, &labels, &mut Vec::new());
            assert_eq!(count(&board(side, 1, &labels)), number.into(), "{labels:?}");
            solvable += u32::from(number > 0);
        }
    }
    assert!(solvable > 20, "{solvable}");
    let labels: Vec<usize> = (0..64).map(|cell| cell / 8).collect();
    assert_eq!(count(&rows(8, 2)), oracle(8, 2, &labels, &mut Vec::new()).into());
    assert!(count(&rows(8, 2)) > 0);
}

#[test]
fn boards_that_no_count_fits_have_no_solution() {
    let board = |rows, cols, stars, labels: &[usize]| {
        let labels: Vec<_> = labels.iter().map(|l| Some(l).filter(|l| **l < 9)).collect();
        StarBattle::new(Grid::new(rows, cols).unwrap(), stars, &labels)
    };
    let thirds = [0, 0, 0, 1, 1, 1, 2, 2, 2];
    for (board, words) in [
        (
            board(3, 4, 1, &[0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]),
            "3 rows, 4 columns and 3 regions cannot have",
        ),
        (board(3, 3, 1, &[0, 1, 0, 1, 0, 1, 0, 1, 0]), "3 rows, 3 columns and 2 regions cannot have"),
        (board(3, 3, 2, &thirds), "2 stars never fit into a row of 3 cells"),
        (board(3, 3, u32::MAX, &thirds), "4294967295 stars never fit into a row of 3 cells"),
    ] {
        let puzzle = crate::puzzle::Puzzle::new(&GENRE, Box::new(board.unwrap()));
        assert_eq!(Engine::new(puzzle.model()).status(), Status::None);
        let broken = broken(puzzle.model(), &puzzle.blank().board);
        let told: Vec<String> =
            broken.iter().map(|broken| puzzle.sentence(puzzle.model().get(broken.rule))).collect();
        assert!(told.iter().any(|told| told.starts_with(words)), "{told:?}");
    }
    assert_eq!(board(3, 3, 1, &thirds).unwrap().miscount(), None);
    assert!(board(3, 3, 1, &[0, 0, 0, 1, 1, 1, 2, 2, 9]).is_err(), "an absent cell");
    assert_eq!(board(3, 3, 0, &thirds), Err(BoardError::NoStars));
    // Nothing that has a solution is said to have none: with one star more than fits there is none.
    for side in 1..=6 {
        let labels: Vec<usize> = (0..side * side).map(|cell| cell / side).collect();
        let most = ((side + 1) / 4).max(1);
        assert_eq!(oracle(side, most + 1, &labels, &mut Vec::new()), 0, "{side}");
    }
}

#[test]
fn each_law_is_told_when_it_is_broken() {
    let example = read(GENRE.example, None, None).unwrap().puzzle;
    let model = example.model();
    for (stars, law, sentence) in [
        ([(0, 0), (0, 4)], "starbattle.row", "row 1 needs exactly 1 star"),
        ([(0, 4), (4, 4)], "starbattle.column", "column 5 needs exactly 1 star"),
        ([(2, 0), (4, 3)], "starbattle.region", "the region at r3c1 needs exactly 1 star"),
        ([(1, 3), (2, 4)], "starbattle.touch", "the square at r2c4 holds one star at most"),
    ] {
        let mut position = Position::blank(example.atom_count());
        let atoms = stars.map(|(row, col)| Atom(example.grid().at(row, col).0));
        atoms.iter().for_each(|atom| position.board.set(*atom, Value::Yes));
        let too_much: Vec<(&str, String)> = broken(model, &position.board)
            .iter()
            .filter(|broken| broken.breach == Breach::TooMuch)
            .map(|broken| model.get(broken.rule))
            .map(|rule| (model.kind(rule).id, example.sentence(rule)))
            .collect();
        assert_eq!(too_much, [(law, sentence.to_string())]);
        assert_eq!(flags(model, &position.board).entries, atoms);
    }
}

#[test]
fn our_own_formats_hold_everything() {
    let mut chance = Chance(3);
    for side in [1, 2, 5, 9, 60] {
        let most = ((side as u32 + 1) / 4).max(1);
        let puzzle = board(side, most, &chance_labels(&mut chance, side));
        let mut position = Position::blank(puzzle.atom_count());
        for format in [Format::Native, Format::Json] {
            expect_round_trip(&puzzle, &position, format);
            for atom in (0..position.board.len() as u32).map(Atom) {
                let value = [Value::Open, Value::Yes, Value::No][chance.below(3)];
                position.board.set(atom, value);
                assert_eq!(puzzle.atom_named(&puzzle.atom_name(atom)), Some(atom));
            }
            expect_round_trip(&puzzle, &position, format);
        }
        position.notes.set(Atom(0), true);
        expect_round_trip(&puzzle, &position, Format::Native);
        assert!(puzzle.write(Format::Tatham, &Position::blank(puzzle.atom_count())).is_err());
    }
}

#[test]
fn wrong_input_is_refused_with_its_place() {
    expect_refusals(
        Format::Native,
        &GENRE,
        &[
            ("gridwright starbattle\n", (2, 1), "the rows of the board"),
            ("gridwright starbattle\nAB\nA", (3, 1), "instead of 2"),
            ("gridwright starbattle\nAB\nAB\nentries: r1c1 sun", (4, 10), "such as 'r1c1 star'"),
            ("gridwright starbattle\nAB\nAB\nentries: r1c1 star,r1c1 star", (4, 20), "twice"),
            ("gridwright starbattle\nA#\nAB", (2, 2), "every cell belongs"),
            ("gridwright starbattle\nAB\nAB\ngivens:\n..", (4, 1), "unknown section"),
            ("gridwright starbattle stars=0\nAB\nAB", (1, 23), "at least 1 star"),
            ("gridwright starbattle stars=+1\nAB\nAB", (1, 23), "expected the number of stars"),
            ("gridwright starbattle moons=1\nAB\nAB", (1, 23), "no option 'moons'"),
        ],
    );
    let wrong = [
        (r#"{"stars":1}"#, "'regions'"),
        (r#"{"stars":1,"regions":[["A","B"],["A",-1]]}"#, "'regions[1][1]' should be a region's label"),
        (r#"{"stars":"one","regions":[["A",2],["A",2]]}"#, "the number of stars"),
        (r#"{"stars":1,"regions":[["A",2],["A",2]],"rows":3}"#, "'rows' says 3"),
        (r#"{"stars":1,"regions":[["A",2],["A",2]],"entries":["r9c9 star"]}"#, "'entries[0]'"),
    ];
    expect_refusals(Format::Json, &GENRE, &wrong.map(|(text, words)| (text, (0, 0), words)));
}

#[test]
fn an_address_comes_back_as_it_was() {
    let address = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou";
    let reading = read(address, None, None).unwrap();
    assert_eq!(count(reading.puzzle.downcast_ref().unwrap()), 1);
    assert_eq!(reading.write(Format::Puzzlink).unwrap(), address);
}
