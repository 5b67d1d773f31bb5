//! Times the engine and the SAT library on the same boards, one a line, alternating.

use gridwright::{formats, solve::Engine};
use gridwright_oracle::Oracle;
use std::time::{Duration, Instant};

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
        let mut steps = 0;
        let repeat: usize = std::env::var("REPEAT").map_or(1, |s| s.parse().unwrap());
        let mut engine = Engine::default();
        for _ in 0..repeat {
            for line in &lines {
                let start = Instant::now();
                let reading = formats::read(line, None, None).unwrap();
                let model = reading.puzzle.model();
                engine.load(&model);
                let (mine, _) = engine.at_most(2);
                ours += start.elapsed();
                steps += engine.steps();
                if std::env::var("SOLO").is_err() {
                    let start = Instant::now();
                    let reading = formats::read(line, None, None).unwrap();
                    let other = Oracle::new(&reading.puzzle.model()).at_most(2);
                    theirs += start.elapsed();
                    assert_eq!(mine.len(), other.len());
                    if let ([mine], [other]) = (&mine[..], &other[..]) {
                        assert_eq!(mine, other);
                    }
                }
            }
        }
        let per = |d: Duration| d.as_secs_f64() * 1e3 / (lines.len() * repeat) as f64;
        println!(
            "{path}: ours {:.4} ms, batsat {:.4} ms, ratio {:.1}, {} steps a board",
            per(ours),
            per(theirs),
            per(theirs) / per(ours),
            steps / (lines.len() * repeat) as u64
        );
    }
}
