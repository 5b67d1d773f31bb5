//! The engine and a SAT library side by side: `race FILE…`, one puzzle a line (a file ending in `.lp` is one puzzle).
//!
//! Both find at most two solutions of each board, reading and model building included, one board after the other so
//! that neither warms up on a board. Times are processor time where the system tells it.

use gridwright::formats;
use gridwright::solve::Engine;
use gridwright_oracle::Oracle;
use std::time::{Duration, Instant};

/// Time this thread has run, which a busy machine does not stretch.
fn processor_time() -> Option<Duration> {
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(schedule.split_whitespace().next()?.parse().ok()?))
}

fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let (wall, processor) = (Instant::now(), processor_time());
    let result = work();
    *total += match (processor, processor_time()) {
        (Some(before), Some(after)) => after - before,
        _ => wall.elapsed(),
    };
    result
}

fn main() {
    println!("{:<24} {:>7} {:>12} {:>12} {:>8}", "boards", "number", "ours, ms", "batsat, ms", "ratio");
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let boards: Vec<&str> = if path.ends_with(".lp") { vec![&text] } else { text.lines().collect() };
        let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
        let mut engine = Engine::default();
        let mut rounds = 0;
        // Small boards often enough to be measured at all.
        while rounds == 0 || ours < Duration::from_millis(100) {
            rounds += 1;
            let read = |board: &str| formats::read(board, None, None).expect("a puzzle").puzzle.model();
            let mine: Vec<_> = timed(&mut ours, || {
                let solve = |board: &&str| {
                    engine.load(&read(board));
                    engine.at_most(2).0
                };
                boards.iter().map(solve).collect()
            });
            let others: Vec<_> = timed(&mut theirs, || {
                boards.iter().map(|board| Oracle::new(&read(board)).at_most(2)).collect()
            });
            for ((mine, others), board) in mine.iter().zip(&others).zip(&boards) {
                assert_eq!(mine.len(), others.len(), "{board}");
                assert!(mine.len() != 1 || mine == others, "{board}");
            }
        }
        let each = |total: Duration| total.as_secs_f64() * 1e3 / (rounds * boards.len()) as f64;
        let name = path.rsplit('/').next().unwrap_or(&path);
        let ratio = each(theirs) / each(ours);
        println!("{name:<24} {:>7} {:>12.4} {:>12.4} {ratio:>8.1}", boards.len(), each(ours), each(theirs));
    }
}
