//! What `check` and `hint` say of entries, and what exit codes tell.

use crate::running::{Scratch, json, run};

/// Two crossed cells, which leave a third no way to be lit, though no rule is broken.
const DEAD_END: &str = "stuck.txt";
/// One row is left.
const OPEN: &str = "gridwright sudoku\n1234\n3412\n2143\n....\n";
const SOLVED: &str = "gridwright sudoku\n1234\n3412\n2143\n....\nentries:\n....\n....\n....\n4321\n";
const WRONG: &str = "gridwright sudoku\n1234\n3412\n2143\n....\nentries:\n....\n....\n....\n1...\n";

#[test]
fn check_claims_no_more_than_is_proven_and_tells_all_ends_apart() {
    for (board, options, code, status, words) in [
        (DEAD_END, &[][..], 4, "unbroken", "no rule is broken yet\n"),
        (DEAD_END, &["--deep"], 1, "wrong", "cannot be completed any more\n"),
        (OPEN, &[], 4, "unbroken", "no rule is broken yet\n"),
        (OPEN, &["--deep"], 4, "right-so-far", "right so far, and it can be completed\n"),
        (SOLVED, &[], 0, "solved", "solved\n"),
        (WRONG, &[], 1, "wrong", "broken rules\n"),
    ] {
        let args = [&["check", board], options].concat();
        let ran = run(&args);
        assert_eq!(ran.code, Some(code), "{args:?}: {}", ran.stdout);
        assert!(
            ran.stdout.split_inclusive('\n').next().unwrap().ends_with(words),
            "{args:?}: {}",
            ran.stdout
        );
        let view = json(&[&args[..], &["--json"]].concat());
        assert_eq!(view["status"], status, "{args:?}");
        assert_eq!(view["proven"], status != "unbroken", "{args:?}");
    }
}

#[test]
fn a_rule_without_cells_is_told_without_a_list_of_them() {
    let ran = run(&["check", "gridwright starbattle stars=1\nAA\nAA\n"]);
    assert!(ran.stdout.ends_with(" cannot have equally many stars each\n"), "{}", ran.stdout);
}

#[test]
fn a_hint_names_the_fewest_entries_that_cannot_stand() {
    let board = "gridwright sudoku\n1...\n....\n....\n....\nentries:\n.2.1\n....\n...3\n....\n";
    let ran = run(&["hint", board]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stdout.ends_with(" This cannot stand: r1c4 is 1.\n"), "{}", ran.stdout);
    let view = json(&["hint", DEAD_END, "--json"]);
    let text = view["text"][0].as_str().unwrap();
    let expected = "Something is wrong already, though no rule is broken yet. ";
    assert!(text.starts_with(expected) && text.contains(" cannot "), "{text}");
    let board = "gridwright sudoku\n1...\n....\n....\n....\nentries:\n.23.\n....\n...4\n....\n";
    let view = json(&["hint", board, "--json"]);
    assert_eq!(view["entries"].as_array().unwrap().len(), 3, "{view}");
    let none = run(&["hint", "gridwright sudoku\n11..\n....\n....\n....\n"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(1), "The puzzle has no solution.\n"));
}

#[test]
fn a_hint_shows_the_last_right_position_of_a_game() {
    let scratch = Scratch::new("last-right");
    let file = scratch.file("game.txt");
    let commands = format!("r4c1 4\nr4c2 1\nr4c3 2\nw {file}\nq\n");
    let played = crate::running::run_with(&["play", OPEN, "--plain"], commands.as_bytes());
    assert!(std::path::Path::new(&file).exists(), "{}{}", played.stdout, played.stderr);
    let ran = run(&["hint", &file, "--style", "ascii"]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("The position was last right after 1 of 3 actions:\n"), "{}", ran.stdout);
    assert_eq!(json(&["hint", &file, "--json"])["right_after"], 1);
}

#[cfg(unix)]
#[test]
fn an_interrupted_command_ends_with_130() {
    use std::io::Read;
    let mut child = crate::running::command(&["count", "endless.txt"]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let signalled =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(signalled.success());
    let status = child.wait().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(status.code(), Some(130), "{said}");
}
