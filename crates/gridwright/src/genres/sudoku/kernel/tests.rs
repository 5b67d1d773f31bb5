//! The kernel against a slow and obvious search, and against the engine.

use super::*;
use crate::Puzzle;
use crate::genres::digits::samples::Chance;
use crate::genres::sudoku::Sudoku;
use crate::genres::sudoku::tests::sudoku;
use crate::model::{Atom, Board, Fact};
use crate::printed::PrintedBoard;
use crate::solve::{End, Engine, Status};
use std::ops::Range;

type Candidates = [u16; 81];

fn units() -> Vec<[usize; 9]> {
    let row = |n: usize| std::array::from_fn(|i| n * 9 + i);
    let col = |n: usize| std::array::from_fn(|i| i * 9 + n);
    let square = |n: usize| std::array::from_fn(|i| (n / 3 * 3 + i / 3) * 9 + n % 3 * 3 + i % 3);
    (0..9).map(row).chain((0..9).map(col)).chain((0..9).map(square)).collect()
}

/// A set of cells.
type Cells = u128;

fn cells(set: impl IntoIterator<Item = usize>) -> Cells {
    set.into_iter().fold(0, |cells, cell| cells | 1 << cell)
}

/// Tries whatever has the fewest choices, a cell or a digit in a unit, and drops what each choice rules out.
struct Oracle {
    units: Vec<Cells>,
    /// For each cell all that share a unit with it.
    peers: Vec<Cells>,
}

/// For each digit where it may still go, and where it went.
#[derive(Clone)]
struct Open {
    places: [Cells; 9],
    placed: [Cells; 9],
}

impl Oracle {
    fn new() -> Oracle {
        let units: Vec<Cells> = units().into_iter().map(cells).collect();
        let peers =
            |cell: usize| units.iter().filter(|&unit| unit >> cell & 1 == 1).fold(0, |all, unit| all | unit);
        Oracle { peers: (0..81).map(peers).collect(), units }
    }

    /// The solutions found before there are `limit`.
    fn solutions(&self, candidates: &Candidates, chance: &mut Chance, limit: usize) -> Vec<[u8; 81]> {
        let places = |digit| cells((0..81).filter(|&cell| candidates[cell] >> digit & 1 == 1));
        let open = Open { places: std::array::from_fn(places), placed: [0; 9] };
        let mut found = Vec::new();
        self.search(&open, chance, limit, &mut found);
        found
    }

    fn search(&self, open: &Open, chance: &mut Chance, limit: usize, found: &mut Vec<[u8; 81]>) {
        let decided = open.placed.iter().fold(0, |all, placed| all | placed);
        // What to decide: a cell, or the place of a digit in a unit.
        let open_cells = (0..81).filter(|cell| decided >> cell & 1 == 0).map(|cell| (1 << cell, 0..9));
        let open_units = self.units.iter().flat_map(|&unit| {
            let open_digits = (0..9).filter(move |&digit| unit & open.placed[digit] == 0);
            open_digits.map(move |digit| (unit, digit..digit + 1))
        });
        let mut fewest: Option<(u32, Cells, Range<usize>)> = None;
        for (cells, digits) in open_cells.chain(open_units) {
            let choices: u32 = digits.clone().map(|digit| (cells & open.places[digit]).count_ones()).sum();
            if fewest.as_ref().is_none_or(|(fewest, ..)| choices < *fewest) {
                fewest = Some((choices, cells, digits));
            }
            if choices <= 1 {
                break;
            }
        }
        let Some((_, cells, digits)) = fewest else {
            let digit = |cell: usize| open.placed.iter().position(|placed| placed >> cell & 1 == 1);
            return found.push(std::array::from_fn(|cell| digit(cell).unwrap() as u8 + 1));
        };
        let mut choices: Vec<(usize, usize)> = (0..81)
            .flat_map(|cell| digits.clone().map(move |digit| (cell, digit)))
            .filter(|&(cell, digit)| (cells & open.places[digit]) >> cell & 1 == 1)
            .collect();
        while !choices.is_empty() && found.len() < limit {
            let (cell, digit) = choices.swap_remove(chance.below(choices.len()));
            let mut fewer = open.clone();
            fewer.placed[digit] |= 1 << cell;
            fewer.places[digit] &= !self.peers[cell];
            fewer.places.iter_mut().for_each(|places| *places &= !(1 << cell));
            self.search(&fewer, chance, limit, found);
        }
    }

    fn random_solution(&self, chance: &mut Chance) -> [u8; 81] {
        let mut start = [ANY_DIGIT; 81];
        for _ in 0..4 {
            start[chance.below(81)] = 1 << chance.below(9);
        }
        self.solutions(&start, chance, 1).pop().unwrap_or_else(|| self.random_solution(chance))
    }

    fn is_solution(&self, digits: &[u8; 81], candidates: &Candidates) -> bool {
        let fits = |(digit, allowed): (&u8, &u16)| (1..=9).contains(digit) && allowed >> (digit - 1) & 1 == 1;
        let holds = |unit: &Cells, digit| (0..81).any(|cell| unit >> cell & 1 == 1 && digits[cell] == digit);
        let full = |unit: &Cells| (1..=9).all(|digit| holds(unit, digit));
        digits.iter().zip(candidates).all(fits) && self.units.iter().all(full)
    }
}

/// Boards of every kind: many givens and few, sometimes wrong ones, sometimes crossed-out candidates.
fn random_board(solution: &[u8; 81], chance: &mut Chance) -> Candidates {
    let mut board = [ANY_DIGIT; 81];
    match chance.below(4) {
        // Any candidates, those of a solution among them.
        0 => {
            let others = 1 + chance.below(2);
            for (cell, digit) in board.iter_mut().zip(*solution) {
                *cell = 1 << (digit - 1);
                for _ in 0..others {
                    *cell |= 1 << chance.below(9);
                }
            }
        }
        kind => {
            let givens = 17 + chance.below(24);
            for _ in 0..givens {
                let cell = chance.below(81);
                board[cell] = 1 << (solution[cell] - 1);
            }
            if kind == 1 {
                board[chance.below(81)] = 1 << chance.below(9);
            }
        }
    }
    if chance.one_in(8) {
        board[chance.below(81)] &= !(1 << chance.below(9));
    }
    board
}

/// Finds as many solutions as the oracle, up to a limit, all different and right.
fn expect_oracle(oracle: &Oracle, board: &Candidates, chance: &mut Chance, limit: usize) -> usize {
    let expected = oracle.solutions(board, chance, limit);
    let mut found: Vec<[u8; 81]> = Nine::from_candidates(board).solutions().take(limit).collect();
    assert!(found.iter().all(|digits| oracle.is_solution(digits, board)), "{board:?}");
    assert_eq!(Nine::from_candidates(board).solutions().count_up_to(limit), found.len());
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), expected.len(), "{board:?}");
    if expected.len() < limit {
        let mut expected = expected;
        expected.sort_unstable();
        assert_eq!(found, expected, "{board:?}");
        assert_eq!(Nine::from_candidates(board).solutions().all(limit, u64::MAX), Some(expected));
    }
    found.len()
}

fn random_boards_agree_with_the_oracle(seed: u64, boards: usize) {
    let oracle = Oracle::new();
    let mut chance = Chance(seed);
    let mut seen = [0; 3];
    let mut solution = [0; 81];
    for i in 0..boards {
        if i % 16 == 0 {
            solution = oracle.random_solution(&mut chance);
        }
        let board = random_board(&solution, &mut chance);
        let limit = if chance.one_in(8) { 50 } else { 3 };
        seen[expect_oracle(&oracle, &board, &mut chance, limit).min(2)] += 1;
    }
    assert!(seen.iter().all(|&number| number * 20 > boards), "{seen:?}");
}

#[test]
fn random_boards_have_the_solutions_of_an_obvious_search() {
    random_boards_agree_with_the_oracle(7, 1500);
}

#[test]
#[ignore = "a million boards take minutes"]
fn a_million_boards_have_the_solutions_of_an_obvious_search() {
    random_boards_agree_with_the_oracle(4711, 1_000_000);
}

/// Puzzles of givens and a player's entries and marks: the hook says what the engine says.
fn random_puzzles_agree_with_the_engine(seed: u64, puzzles: usize) {
    let oracle = Oracle::new();
    let mut chance = Chance(seed);
    let mut engine = Engine::default();
    let mut told = 0;
    for _ in 0..puzzles {
        let board = random_board(&oracle.random_solution(&mut chance), &mut chance);
        let is_printed: [bool; 81] = std::array::from_fn(|_| chance.below(3) > 0);
        let given = |cell: usize| board[cell].is_power_of_two() && is_printed[cell];
        let printed = |cell| if given(cell) { board[cell].trailing_zeros() + 1 } else { 0 };
        let puzzle = Sudoku::new(9, (0..81).map(printed).collect()).unwrap();
        let mut known = Board::open(729);
        for cell in (0..81).filter(|&cell| !given(cell)) {
            let entered = board[cell].is_power_of_two() && chance.one_in(2);
            for digit in 0..9 {
                let (atom, holds) = (Atom(cell as u32 * 9 + digit), board[cell] >> digit & 1 == 1);
                if !holds && !entered || holds && entered {
                    known.extend([Fact { atom, holds }]);
                }
            }
        }
        engine.load(&puzzle.model());
        engine.assume(known.facts());
        let (mut expected, end) = engine.at_most(21);
        let told_now = puzzle.few_solutions(Some(&known), 20);
        told += usize::from(told_now.is_some());
        assert_eq!(told_now.is_some(), end == End::Exhausted, "{board:?}");
        if let Some(found) = told_now {
            expected.sort_by_cached_key(|board| board.yes().map(|atom| atom.0).collect::<Vec<_>>());
            assert_eq!(found, expected);
            let status = engine.status();
            match Puzzle::of(puzzle).fast_status(Some(&known)) {
                Some(quick) => assert_eq!(quick, status),
                None => assert!(matches!(status, Status::Multiple(..))),
            }
        }
    }
    assert!(told * 3 > puzzles);
}

#[test]
fn random_puzzles_have_the_solutions_of_the_engine() {
    random_puzzles_agree_with_the_engine(11, 250);
}

#[test]
#[ignore = "a hundred thousand puzzles take minutes"]
fn a_hundred_thousand_puzzles_have_the_solutions_of_the_engine() {
    random_puzzles_agree_with_the_engine(42, 100_000);
}

#[test]
fn every_digit_reaches_every_cell_through_a_line_of_text() {
    let oracle = Oracle::new();
    let mut chance = Chance(3);
    for _ in 0..20 {
        let solution = oracle.random_solution(&mut chance);
        let mut line: Vec<u8> = solution.iter().map(|digit| b'0' + digit).collect();
        for _ in 0..chance.below(30) {
            line[chance.below(81)] = b".0_*"[chance.below(4)];
        }
        let line = String::from_utf8(line).unwrap();
        let read: Vec<_> = Nine::from_line(&line).unwrap().solutions().take(2).collect();
        assert!(read.contains(&solution), "{line}");
    }
}

#[test]
fn other_texts_are_no_boards() {
    let blank = ".".repeat(81);
    assert!(Nine::from_line(&blank).is_some());
    for wrong in ["", "1", &blank[1..], &format!("{blank}."), &blank.replacen('.', "A", 1)] {
        assert!(Nine::from_line(wrong).is_none(), "{wrong}");
    }
    for wrong in [" ", "/", ":", "é", "\0", "\n"] {
        assert!(Nine::from_line(&format!("{}{wrong}", &blank[wrong.len()..])).is_none(), "{wrong:?}");
    }
}

#[test]
fn contradictions_are_seen_without_a_search() {
    let one = |cells: &[(usize, u16)]| {
        let mut board = [ANY_DIGIT; 81];
        cells.iter().for_each(|&(cell, candidates)| board[cell] = candidates);
        Nine::from_candidates(&board).solutions().all(0, 0)
    };
    for unit in units() {
        for (a, b) in [(0, 1), (3, 7), (2, 8)] {
            assert_eq!(one(&[(unit[a], 4), (unit[b], 4)]), Some(vec![]), "twice in {unit:?}");
        }
        let without_five: Vec<(usize, u16)> = unit.iter().map(|&cell| (cell, ANY_DIGIT & !16)).collect();
        assert_eq!(one(&without_five), Some(vec![]), "no 5 in {unit:?}");
    }
    assert_eq!(one(&[(40, 0)]), Some(vec![]));
    assert_eq!(one(&[]), None);
}

#[test]
fn a_search_goes_on_where_it_stopped() {
    let mut solutions = Nine::from_line(&".".repeat(81)).unwrap().solutions();
    let mut twin = solutions.clone();
    let mut pauses = 0;
    for _ in 0..200 {
        let found = (0..).find_map(|guesses| {
            pauses += 1;
            solutions.advance(guesses)
        });
        assert_eq!(found, Some(true));
        assert_eq!(Some(solutions.digits()), twin.next());
    }
    assert!(pauses > 200);
}

#[test]
fn only_the_usual_board_has_the_fast_way() {
    let few = |puzzle: &Sudoku| puzzle.few_solutions(None, usize::MAX).is_some();
    let solved: Vec<u32> = (0..81).map(|i: u32| (i / 9 % 3 * 3 + i / 27 + i % 9) % 9 + 1).collect();
    assert!(few(&sudoku(9, &[], solved.clone())));
    assert!(!few(&sudoku(9, &[("rules", "latin")], solved)));
    assert!(!few(&sudoku(4, &[], vec![0; 16])));
    let six = [
        1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4, 5, 6, 4, 2, 3, 1, 3, 1, 2, 6, 4, 5, 6, 4, 5, 3,
        1, 2,
    ];
    assert!(!few(&sudoku(6, &[], six.to_vec())));
    // Too many solutions, or too many guesses, are left to the engine.
    assert_eq!(sudoku(9, &[], vec![0; 81]).few_solutions(None, 20), None);
}

#[test]
fn counting_goes_on_where_it_stopped() {
    let oracle = Oracle::new();
    let mut chance = Chance(17);
    for _ in 0..20 {
        let solution = oracle.random_solution(&mut chance);
        let mut board = [ANY_DIGIT; 81];
        (0..40).map(|_| chance.below(81)).for_each(|cell| board[cell] = 1 << (solution[cell] - 1));
        let mut counting = Counting::new(Nine::from_candidates(&board));
        let turns = (0..).take_while(|_| !counting.go_on(chance.below(100) as u64)).count();
        assert!(counting.found < 60 || turns > 0);
        assert!(counting.go_on(1), "it stays at the end");
        assert_eq!(counting.found(), Nine::from_candidates(&board).solutions().count() as u64);
    }
}
