//! Memory: what the system says that a command takes.

use crate::running::{Scratch, command};
use std::process::Stdio;
use std::time::Duration;

/// The most that a command has in use, in MiB, and its exit code.
fn most_in_use(args: &[&str]) -> (u64, Option<i32>) {
    let mut child = command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut most = 0;
    loop {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        most = most.max(peak.unwrap_or(0) >> 10);
        if let Some(status) = child.try_wait().unwrap() {
            return (most, status.code());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_small_text_takes_no_more_than_is_allowed() {
    let scratch = Scratch::new("memory");
    // One region of 625 cells: the rules alone take some 30 MiB.
    let board = scratch.file("region.txt");
    std::fs::write(&board, format!("gridwright suguru\n{}", format!("{}\n", "A".repeat(25)).repeat(25)))
        .unwrap();
    for command in [&["count"][..], &["count", "--atoms"], &["sample"]] {
        let args = [command, &[&board, "--memory", "200"]].concat();
        let (most, code) = most_in_use(&args);
        assert!(most <= 220 && code == Some(3), "{command:?}: {most} MiB, {code:?}");
    }
}
