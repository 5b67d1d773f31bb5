//! The grade of a board does not depend on how it lies.

use super::*;
use crate::genres::Puzzle;
use crate::genres::sudoku::Sudoku;
use crate::model::random::Random;

fn grade(puzzle: &dyn Puzzle) -> Grade {
    let grade = Grader::new(puzzle).grade().unwrap();
    assert!(grade.is_solved);
    grade
}

const SUDOKUS: [&str; 4] = [
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....",
    "6.....8.3.4.7.................5.4.7.3..2.....1.6.......2.....5.....8.6......1....",
    "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....",
];

/// Other names for the digits, rows and columns of a band changed about, perhaps the board on its side.
fn disguised(digits: &[u32], random: &mut Random) -> Vec<u32> {
    let mut shuffle = |length: u32| {
        let mut order: Vec<u32> = (0..length).collect();
        (1..length).rev().for_each(|i| order.swap(i as usize, random.below(i + 1) as usize));
        order
    };
    let names = shuffle(9);
    let mut lines = || -> Vec<u32> {
        shuffle(3)
            .iter()
            .flat_map(|band| shuffle(3).iter().map(|line| band * 3 + line).collect::<Vec<_>>())
            .collect()
    };
    let (rows, cols) = (lines(), lines());
    let is_turned = shuffle(2)[0] == 0;
    let cell = |row: usize, col: usize| {
        let (row, col) = (rows[row] as usize, cols[col] as usize);
        if is_turned { digits[col * 9 + row] } else { digits[row * 9 + col] }
    };
    let at = |i: usize| match cell(i / 9, i % 9) {
        0 => 0,
        digit => names[digit as usize - 1] + 1,
    };
    (0..81).map(at).collect()
}

#[test]
fn a_disguised_board_has_the_same_grade() {
    let random = &mut Random(0x6772_6164_6500);
    for line in SUDOKUS {
        let digits: Vec<u32> = line.chars().map(|c| c.to_digit(10).unwrap_or(0)).collect();
        let expected = grade(&Sudoku::new(9, digits.clone()).unwrap());
        for _ in 0..5 {
            let other = disguised(&digits, random);
            assert_ne!(other, digits);
            assert_eq!(grade(&Sudoku::new(9, other).unwrap()), expected, "{line}");
        }
    }
}

#[test]
fn ratings_are_logarithms() {
    let of_work = |singles: usize, size: usize| {
        let round = |size| Round { size, names: BTreeMap::new(), hardness: 0, easiest: String::new() };
        let rounds = (0..singles).map(|_| round(1)).chain((size > 1).then(|| round(size))).collect();
        Grade { rounds, is_solved: true }.rating()
    };
    assert_eq!(of_work(0, 0), 0);
    assert_eq!(of_work(4, 0), 100);
    assert_eq!(of_work(12, 0), 200);
    assert_eq!(of_work(8, 0), 158);
    // 2^2 + 1 = 5.
    assert_eq!(of_work(0, 3), 232);
    for work in 0..5000 {
        let exact = (1.0 + f64::from(work) / 4.0).log2() * 100.0;
        let ours = of_work(work as usize, 0) as f64;
        assert!((exact - ours) > -0.01 && exact - ours < 1.01, "{work} {exact} {ours}");
    }
}
