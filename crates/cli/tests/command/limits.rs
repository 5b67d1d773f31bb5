//! Limits: time, memory and Ctrl-C, on a board whose model is as large as a board of less than a kilobyte can have.

use crate::running::{Scratch, command, json, run, run_with};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// One region of 900 cells: 810,000 atoms.
fn large() -> String {
    format!("gridwright suguru\n{}", format!("{}\n", "A".repeat(30)).repeat(30))
}

/// Light Up without walls: easy to solve, hopeless to count.
const OPEN: &str = "30x30:zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzp";

/// An easy one.
const BOARD: &str = "7x7:b1f2iB2g1Bi2fBb";

/// Longer than anything here takes on the slowest machine: a test that waits for it fails.
const HANG: Duration = Duration::from_secs(120);

#[test]
fn time_runs_out_and_the_answer_says_so() {
    for command in ["count", "sample", "rate"] {
        let ran = run_with(&[command, "-", "--timeout", "300ms"], large().as_bytes());
        assert_eq!(ran.code, Some(3), "{command}: {}", ran.stderr);
        assert!(ran.stderr.contains("timed out"), "{command}: {}", ran.stderr);
    }
    let count = json(&["count", OPEN, "--timeout", "100ms", "--json"]);
    assert_eq!((&count["status"], &count["why"]), (&"multiple".into(), &"time".into()));
    assert_eq!(count["complete"], false);
    let made =
        run(&["generate", "sudoku", "--size", "25", "--count", "2", "--seed", "1", "--timeout", "1ms"]);
    assert_eq!(made.code, Some(3));
    assert!(made.stderr.contains("puzzle 1: timed out\npuzzle 2: timed out"), "{}", made.stderr);
    let solved = run(&["emulsion", "solve", "8", "--timeout", "100ms"]);
    assert_eq!(solved.code, Some(3));
    assert!(solved.stderr.contains("not known; timed out before it was proven"), "{}", solved.stderr);
    let counted = run(&["emulsion", "perft", "--size", "9", "--depth", "9", "--timeout", "100ms"]);
    assert_eq!(counted.code, Some(3));
    assert!(counted.stdout.starts_with("1 ") && counted.stderr.contains("timed out"), "{}", counted.stderr);
}

#[test]
fn time_runs_out_while_the_input_is_waited_for() {
    for options in [&[][..], &["--json"]] {
        let child = command(&[&["solve", "-", "--timeout", "100ms"], options].concat()).spawn().unwrap();
        // Standard input stays open.
        let output = finished(child);
        assert_eq!(output.status.code(), Some(3));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "error: timed out while the input was read\n");
        assert_eq!(output.stdout.is_empty(), options.is_empty());
    }
}

#[test]
fn enough_time_changes_nothing() {
    for args in [&["solve", BOARD][..], &["rate", BOARD], &["count", BOARD]] {
        let timed = run(&[args, &["--timeout", "1h"]].concat());
        assert_eq!((timed.code, timed.stdout), (Some(0), run(args).stdout));
    }
}

#[test]
fn times_are_refused_with_their_place() {
    for (time, message) in [
        ("10", "expected a unit behind 10: ms, s, m or h (at character 3)"),
        ("soon", "expected a time such as 500ms, 10s, 2m or 1h30m, found 'soon'"),
        ("0s", "expected a time such as 500ms, 10s, 2m or 1h30m, found '0s'"),
    ] {
        let ran = run(&["solve", BOARD, "--timeout", time]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    }
}

/// Waits for the end, for as long as a hang takes.
fn finished(mut child: Child) -> std::process::Output {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > HANG {
            child.kill().unwrap();
            panic!("it hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_whatever_is_going_on() {
    let scratch = Scratch::new("interrupted");
    let file = scratch.file("large.txt");
    std::fs::write(&file, large()).unwrap();
    let (mut caught, mut millis) = (0, 100);
    for words in ["count", "count --atoms", "sample", "rate", "explain", "common", "hint"] {
        let words: Vec<&str> = words.split(' ').chain([file.as_str()]).collect();
        let child = command(&words).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(millis));
        millis += 150;
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        // While the input is read, the signal ends the program as it ends any other.
        let code = finished(child).status.code();
        assert!(matches!(code, None | Some(3 | 130)), "{words:?}: {code:?}");
        caught += usize::from(code.is_some());
    }
    assert!(caught > 0);
}

/// The most memory that a command had in use, in MiB, and its exit code.
#[cfg(target_os = "linux")]
fn peak(args: &[&str]) -> (u64, Option<i32>) {
    let mut child = command(args).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let begun = Instant::now();
    let mut peak = 0;
    loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
        peak = peak.max(kib.unwrap_or(0) / 1024);
        if let Some(exit) = child.try_wait().unwrap() {
            return (peak, exit.code());
        }
        assert!(begun.elapsed() < 2 * HANG, "it hangs");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_within_its_limit() {
    // What the program, the model and the engine take, and a tenth of the limit.
    const BASE: u64 = 32;
    for (words, limit) in [("count --atoms", 48), ("sample", 64), ("count", 32)] {
        let limited = limit.to_string();
        let words = words.split(' ');
        let args: Vec<&str> = words.chain([OPEN, "--memory", &limited, "--timeout", "20s"]).collect();
        let (peak, code) = peak(&args);
        assert_eq!(code, Some(3), "{args:?}");
        assert!(peak > 0 && peak <= BASE + limit + limit / 10, "{args:?}: {peak} MiB");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_small_input_cannot_make_solutions_pile_up() {
    let scratch = Scratch::new("piled");
    let file = scratch.file("large.txt");
    std::fs::write(&file, large()).unwrap();
    // The model and the engine's tables for it take some 160 MiB; a thousand solutions would take 800 more.
    let (peak, code) = peak(&["count", &file, "--memory", "64", "--timeout", "20s"]);
    assert_eq!(code, Some(3));
    assert!(peak < 300, "{peak} MiB");
}
