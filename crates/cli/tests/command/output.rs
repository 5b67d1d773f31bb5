//! Where results go, and how much is said beside them.

use crate::running::{Scratch, run, run_with};
use std::fs;

#[test]
fn boards_are_shown_and_converted_into_files() {
    let scratch = Scratch::new("boards");
    for (name, words) in [
        ("shown", &["show", "partial.txt", "--style", "ascii"][..]),
        ("picture", &["show", "partial.txt", "--to", "svg"]),
        ("converted", &["convert", "partial.txt", "--to", "json"]),
        ("document", &["convert", "partial.txt", "--to", "native", "--json"]),
    ] {
        let file = scratch.file(name);
        let printed = run(words).stdout;
        let ran = run(&[words, &["-o", &file]].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{name}: {}", ran.stderr);
        assert_eq!(fs::read_to_string(&file).unwrap(), printed, "{name}");
        fs::write(&file, "old").unwrap();
        let ran = run(&[words, &["-o", &file]].concat());
        assert_eq!(ran.code, Some(2), "{name}");
        assert!(ran.stderr.contains("exists already: --force overwrites it"), "{}", ran.stderr);
        assert_eq!(run(&[words, &["-o", &file, "--force"]].concat()).code, Some(0), "{name}");
        assert_eq!(fs::read_to_string(&file).unwrap(), printed, "{name}");
        // A puzzle is not written over by what becomes of it.
        let text = run(&["convert", "partial.txt", "--to", "native"]).stdout;
        fs::write(&file, &text).unwrap();
        let ran = run(&["convert", &file, "--to", "json", "--force", "-o", &file]);
        assert!(ran.code == Some(2) && ran.stderr.contains("is being read"), "{}", ran.stderr);
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{name}");
    }
    // What a format cannot hold leaves no file behind.
    let ran = run(&["convert", "partial.txt", "--to", "line", "-o", &scratch.file("none")]);
    assert_eq!(ran.code, Some(2), "{}", ran.stdout);
    assert_eq!(scratch.names().len(), 4, "{:?}", scratch.names());
}

#[test]
fn a_cleared_puzzle_has_nothing_entered() {
    let scratch = Scratch::new("cleared");
    let played = scratch.file("played");
    // A game with entries, a mark and a history.
    let commands = format!("0 0\nm 0 1\nw {played}\n");
    let game = run_with(&["play", "--plain", "unique.txt"], commands.as_bytes());
    assert!(game.stdout.contains("written to"), "{}", game.stdout);
    for (printed, started) in [("unique.txt", played.as_str()), ("unique.txt", "unique.txt")] {
        for form in [
            &["convert", "--to", "native"][..],
            &["convert", "--to", "tatham"],
            &["convert", "--to", "json"],
            &["convert", "--to", "svg"],
            &["show", "--style", "ascii"],
        ] {
            let cleared = run(&[form, &[started, "--clear"]].concat());
            assert_eq!(cleared.code, Some(0), "{form:?}: {}", cleared.stderr);
            assert_eq!(cleared.stdout, run(&[form, &[printed]].concat()).stdout, "{form:?} {started}");
        }
    }
    let entered = run(&["convert", "--to", "native", &played]).stdout;
    assert_ne!(entered, run(&["convert", "--to", "native", &played, "--clear"]).stdout);
    // What is printed as a clue stays, what is entered goes.
    let sudoku = "gridwright sudoku\n1...\n....\n....\n....\nentries:\n.2..\n....\n....\n....\nactions:\nr1c2 2\nr2c2 ~3\n";
    let line = run(&["convert", sudoku, "--to", "line", "--clear"]);
    assert_eq!((line.code, line.stdout.as_str()), (Some(0), "1...............\n"), "{}", line.stderr);
}

#[test]
fn quiet_leaves_only_errors_on_standard_error() {
    let scratch = Scratch::new("quiet");
    let pictures = scratch.file("steps");
    for words in [
        &["solve", "unique.txt", "--to", "native"][..],
        &["hint", "unique.txt"],
        &["count", "endless.txt", "--timeout", "200ms"],
        &["count", "none.txt", "--atoms"],
        &["generate", "lightup", "--size", "5"],
        &["clues", "several.txt"],
        &["explain", "unique.txt", "--svg", &pictures, "--force"],
        &["solve", "{\"genre\":\"lightup\",\"grid\":[\".\"],\"strange\":1}"],
    ] {
        let loud = run(words);
        assert_ne!(loud.stderr, "", "{words:?} has something to say");
        for quiet in ["--quiet", "-q"] {
            let ran = run(&[words, &[quiet]].concat());
            assert_eq!((ran.code, ran.stderr.as_str()), (loud.code, ""), "{words:?}");
        }
    }
    for words in [&["solve", "no-such.txt"][..], &["generate", "lightup", "--size", "0"]] {
        let (loud, quiet) = (run(words), run(&[words, &["--quiet"]].concat()));
        assert!(loud.stderr.starts_with("error: "), "{}", loud.stderr);
        assert_eq!((quiet.code, quiet.stderr), (loud.code, loud.stderr), "{words:?}");
    }
    for path in [&["solve"][..], &["emulsion", "play"], &[]] {
        let help = run(&[path, &["--help"]].concat()).stdout;
        assert!(help.contains("-q, --quiet"), "{help}");
    }
}
