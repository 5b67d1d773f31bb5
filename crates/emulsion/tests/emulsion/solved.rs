//! The exact solver against trying everything, and against what is known.

use crate::oracle::{self, Grid};
use crate::tables;
use gridwright_base::random::Random;
use gridwright_base::{Cancel, Limits, Stopped};
use gridwright_emulsion::{Colour, Layer, Line, Position, Solver, Tie, Turn, perft_with, states};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

fn grid(position: &Position) -> Grid {
    let size = position.board.size();
    let letters: Vec<char> = position
        .board
        .squares()
        .map(|square| if position.board.colour(square) == Colour::Black { 'B' } else { 'W' })
        .collect();
    letters.chunks(size).map(<[char]>::to_vec).collect()
}

fn brute_force(position: &Position) -> Colour {
    let mover = if position.to_move == Colour::Black { 'B' } else { 'W' };
    let last_wins = position.tie == Tie::LastMoverWins;
    let wins = oracle::mover_wins(&mut grid(position), mover, last_wins, &mut BTreeMap::new());
    if wins { position.to_move } else { position.to_move.other() }
}

/// A position of random play with at most this many legal moves.
fn late(random: &mut Random, size: usize, most: usize) -> Position {
    let mut position = Position::start(size).unwrap();
    if random.percent(50) {
        position.tie = Tie::LastMoverLoses;
    }
    loop {
        let turns = position.turns();
        if turns.len() <= most {
            return position;
        }
        position = position.after(turns[random.index(turns.len())]).unwrap();
    }
}

#[test]
fn the_solver_agrees_with_trying_everything() {
    let mut random = Random::new(7);
    let mut winners = [0; 2];
    for round in 0..300 {
        let size = [3, 4, 4, 5, 6, 7, 8, 9, 10, 12, 17][round % 11];
        let position = late(&mut random, size, [12, 12, 10, 8, 6][round % 5].min(40 / size));
        let mut solver = Solver::with_limits(&position, tables(16));
        let winner = solver.winner(&position).unwrap();
        assert_eq!(winner, brute_force(&position), "{}", position.to_line());
        winners[winner as usize] += 1;
        let to_move = |results: &[(_, Result<Colour, Stopped>)]| {
            results.iter().any(|(_, w)| *w == Ok(position.to_move))
        };
        let results = solver.results(&position);
        assert!(results.is_empty() || to_move(&results) == (winner == position.to_move));
        assert!(
            results
                .iter()
                .all(|(swap, w)| { *w == Ok(brute_force(&position.after(Turn::Swap(*swap)).unwrap())) })
        );
    }
    assert!(winners.iter().all(|won| *won > 50), "{winners:?}");
}

/// Who wins from the start, and with how many first moves.
fn from_start(size: usize, tie: Tie) -> (Colour, usize) {
    let position = Position { tie, ..Position::start(size).unwrap() };
    let mut solver = Solver::with_limits(&position, tables(26));
    let winner = solver.winner(&position).unwrap();
    let results = solver.results(&position);
    (winner, results.iter().filter(|(_, winner)| *winner == Ok(Colour::Black)).count())
}

#[test]
fn small_boards_have_the_known_results() {
    let (black, white) = (Colour::Black, Colour::White);
    assert_eq!(from_start(2, Tie::LastMoverWins).0, black);
    assert_eq!(from_start(2, Tie::LastMoverLoses).0, white);
    for tie in [Tie::LastMoverWins, Tie::LastMoverLoses] {
        assert_eq!(from_start(3, tie), (white, 0));
        assert_eq!(from_start(5, tie), (white, 0));
    }
    assert_eq!(from_start(4, Tie::LastMoverWins), (black, 4));
    assert_eq!(from_start(4, Tie::LastMoverLoses).0, black);
}

#[test]
#[ignore = "takes seconds when optimised"]
fn twelve_first_moves_win_on_size_6() {
    for tie in [Tie::LastMoverWins, Tie::LastMoverLoses] {
        assert_eq!(from_start(6, tie), (Colour::Black, 12));
    }
}

#[test]
fn a_line_of_best_play_ends_as_it_must() {
    for size in [3, 4, 5] {
        let mut position = Position::start(size).unwrap();
        let mut solver = Solver::with_limits(&position, tables(22));
        let winner = solver.winner(&position);
        let line = solver.line(&position);
        assert_eq!(line.stopped, None);
        for turn in line.turns {
            position = position.after(turn).unwrap();
        }
        assert_eq!(position.outcome().map(|outcome| outcome.winner), winner.ok());
    }
}

#[test]
fn budgets_and_stops_end_the_search() {
    let position = Position::start(7).unwrap();
    let mut solver = Solver::with_limits(&position, tables(16));
    let reports = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&reports);
    let limits = Limits::default().on_progress(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
    });
    solver.limit(limits.clone().steps(5000));
    assert_eq!(solver.winner(&position), Err(Stopped::Steps));
    assert_eq!((solver.steps(), reports.load(Ordering::Relaxed)), (5000, 5));
    assert_eq!(solver.line(&position), Line { turns: Vec::new(), stopped: Some(Stopped::Steps) });
    let asked = AtomicU64::new(0);
    solver.limit(limits.cancel(Cancel::when(move || asked.fetch_add(1, Ordering::Relaxed) > 3)));
    assert_eq!(solver.winner(&position), Err(Stopped::Cancelled));
}

#[test]
fn companions_find_the_same() {
    let position = Position::start(5).unwrap();
    let first = Solver::with_limits(&position, tables(22));
    let mut second = first.companion(1).unwrap();
    let mut third = first.companion(2).unwrap();
    assert_eq!(second.winner(&position), Ok(Colour::White));
    assert_eq!(third.winner(&position), Ok(Colour::White));
    assert_eq!(third.steps(), 0, "the tables are common");
}

#[test]
fn states_are_counted_once() {
    // By hand on size 2: each of the four swaps makes two stripes and ends the game.
    let two = states(&Position::start(2).unwrap().board, &Limits::default());
    assert_eq!(two, Ok(vec![Layer { states: 1, ends: 0 }, Layer { states: 1, ends: 1 }]));
    for (size, totals, longest) in [(3, (41, 9), 6), (4, (9_926, 427), 16)] {
        let counts = states(&Position::start(size).unwrap().board, &Limits::default()).unwrap();
        let total = counts.iter().fold((0, 0), |sum, layer| (sum.0 + layer.states, sum.1 + layer.ends));
        assert_eq!((total, counts.len() - 1), (totals, longest));
    }
    let start = Position::start(5).unwrap().board;
    assert_eq!(states(&start, &Limits::default().memory(240)), Err(Stopped::Memory));
    assert_eq!(states(&start, &Limits::default().steps(240)), Err(Stopped::Steps));
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(perft_with(&start, 5, &cancel), Err(Stopped::Cancelled));
    assert_eq!(states(&start, &Limits::default().cancel(cancel)), Err(Stopped::Cancelled));
}
