//! Written below the target folder and built there, never a part of the project: `bench-sudoku FILE SECONDS` asks
//! Gridwright and the `sudoku` crate, in turns, for at most two solutions of every line of a file.

#[allow(dead_code)]
mod clock;

use gridwright::formats;
use gridwright::solve::Engine;
use serde_json::{Value, json};
use std::time::Duration;
use sudoku::Sudoku;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(&arguments[0]).expect("a readable file");
    let lines: Vec<&str> = text.lines().collect();
    let at_least = Duration::from_secs_f64(arguments[1].parse().expect("seconds"));
    let mut engine = Engine::default();
    let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
    let (mut our_answers, mut their_answers) = (Vec::new(), Vec::new());
    let mut rounds = 0u32;
    while ours < at_least || theirs < at_least {
        rounds += 1;
        let start = clock::thread();
        let found: Vec<_> = lines
            .iter()
            .map(|line| {
                let puzzle = formats::read(line, None, None).expect("a Sudoku").puzzle;
                engine.load(&puzzle.model());
                (engine.at_most(2).0, puzzle)
            })
            .collect();
        ours += clock::thread() - start;
        our_answers = found
            .iter()
            .map(|(found, puzzle)| match &found[..] {
                [only] => puzzle.solution_json(only),
                several => json!(several.len()),
            })
            .collect();
        let start = clock::thread();
        let found: Vec<_> =
            lines.iter().map(|line| Sudoku::from_str_line(line).expect("a Sudoku").solutions_up_to(2)).collect();
        theirs += clock::thread() - start;
        their_answers = found
            .iter()
            .map(|found| match &found[..] {
                [only] => rows(&only.to_bytes()),
                several => json!(several.len()),
            })
            .collect::<Vec<Value>>();
    }
    for (solver, time, answers) in [("library", ours, our_answers), ("sudoku crate", theirs, their_answers)] {
        let ms_per_board = time.as_secs_f64() * 1e3 / (f64::from(rounds) * lines.len() as f64);
        println!("{}", json!({ "solver": solver, "ms_per_board": ms_per_board, "answers": answers }));
    }
}

fn rows(digits: &[u8; 81]) -> Value {
    digits.chunks(9).map(|row| json!(row)).collect()
}
