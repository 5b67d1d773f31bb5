//! Written below the target folder and built there, never a part of the project: `bench-sudoku FILE SECONDS` asks
//! Gridwright and the `sudoku` crate, in turns, for the only solution of every line of a file.

#[allow(dead_code)]
mod clock;

use gridwright::Puzzle;
use gridwright::genres::sudoku::kernel::Nine;
use gridwright::solve::Status;
use serde_json::{Value, json};
use std::time::Duration;
use sudoku::Sudoku;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(&arguments[0]).expect("a readable file");
    let lines: Vec<&str> = text.lines().collect();
    let at_least = Duration::from_secs_f64(arguments[1].parse().expect("seconds"));
    let sides: [(&str, fn(&[&str]) -> (Duration, Vec<Value>)); 3] =
        [("library", kernel), ("any puzzle", any_puzzle), ("sudoku crate", sudoku_crate)];
    let mut spent = [Duration::ZERO; 3];
    let mut answers: [Vec<Value>; 3] = Default::default();
    let mut rounds = 0u32;
    while spent.iter().any(|time| *time < at_least) {
        rounds += 1;
        for (i, (_, ask)) in sides.iter().enumerate() {
            let (time, found) = ask(&lines);
            spent[i] += time;
            answers[i] = found;
        }
    }
    for (((solver, _), time), answers) in sides.iter().zip(spent).zip(answers) {
        let ms_per_board = time.as_secs_f64() * 1e3 / (f64::from(rounds) * lines.len() as f64);
        println!("{}", json!({ "solver": solver, "ms_per_board": ms_per_board, "answers": answers }));
    }
}

/// The time to find the only solution of each line, and the answers.
fn timed<S>(
    lines: &[&str],
    only: impl Fn(&str) -> Option<S>,
    show: impl Fn(&S) -> Value,
) -> (Duration, Vec<Value>) {
    let start = clock::thread();
    let found: Vec<Option<S>> = lines.iter().map(|line| only(line)).collect();
    let time = clock::thread() - start;
    (time, found.iter().map(|solution| solution.as_ref().map_or(json!("not one"), &show)).collect())
}

fn kernel(lines: &[&str]) -> (Duration, Vec<Value>) {
    let only = |line: &str| {
        let mut solutions = Nine::from_line(line).expect("a Sudoku").solutions();
        let first = solutions.next()?;
        solutions.next().is_none().then_some(first)
    };
    timed(lines, only, |digits| rows(digits))
}

fn any_puzzle(lines: &[&str]) -> (Duration, Vec<Value>) {
    let only = |line: &str| {
        let puzzle = Puzzle::parse(line).expect("a Sudoku");
        match puzzle.query().fast_status() {
            Some(Status::Unique(board)) => Some((puzzle, board)),
            _ => None,
        }
    };
    timed(lines, only, |(puzzle, board)| puzzle.solution_json(board))
}

fn sudoku_crate(lines: &[&str]) -> (Duration, Vec<Value>) {
    let only = |line: &str| Sudoku::from_str_line(line).expect("a Sudoku").solution();
    timed(lines, only, |solution| rows(&solution.to_bytes()))
}

fn rows(digits: &[u8; 81]) -> Value {
    digits.chunks(9).map(|row| json!(row)).collect()
}
