//! What is refused: bad input, with its place; output that would lose something, before any work is done.

use crate::running::{Scratch, json, run, run_with};

#[test]
fn errors_show_the_line_and_a_caret() {
    let ran = run(&["solve", "refused.txt"]);
    assert_eq!(ran.stdout, "");
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert!(lines[0].starts_with("error: expected "), "{}", ran.stderr);
    assert_eq!(lines[1..], ["  --> refused.txt:3:2", "  |", "3 | .x.", "  |  ^"]);

    let ran = run_with(&["solve", "-"], b"ab\nc\xffd\n");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("byte 0xff at byte 5 of the input\n  --> standard input:2:2"),
        "{}",
        ran.stderr
    );

    let error = &json(&["solve", "refused.txt", "--json"])["error"];
    assert_eq!((error["line"].as_u64(), error["column"].as_u64()), (Some(3), Some(2)));
    assert!(error["message"].as_str().unwrap().starts_with("expected "));
}

#[test]
fn noise_is_refused_quickly() {
    let noise: Vec<u8> =
        (0..10_000_000u32).map(|i| b' ' + (i.wrapping_mul(2_654_435_761) >> 25) as u8 % 95).collect();
    for input in [&noise[..], b"", b"\0\0\0", b"\xef\xbb\xbf", b"\r\n\r\n", b"gridwright", b"{", b"{}", b"[]"]
    {
        let ran = run_with(&["count", "-"], input);
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.starts_with("error: ") && ran.stderr.len() < 2000, "{}", ran.stderr);
    }
}

#[test]
fn games_of_the_board_game_are_told_from_puzzles() {
    let scratch = Scratch::new("no-puzzle");
    let file = scratch.file("game.txt");
    let game = run(&["emulsion", "show", "[Size \"4\"] b4b3", "--to", "game"]).stdout;
    std::fs::write(&file, game).unwrap();
    for command in ["show", "solve", "check", "play"] {
        let ran = run(&[command, &file]);
        assert_eq!(ran.code, Some(2));
        let expected = format!("error: {file}: a game or a position of Emulsion, no puzzle: ");
        assert!(ran.stderr.starts_with(&expected), "{}", ran.stderr);
    }
}

#[test]
fn a_missing_file_is_told_from_a_puzzle_with_a_mistake() {
    for (argument, expected) in [
        ("nosuch.txt", "there is no file 'nosuch.txt'\n"),
        ("no such file.txt", "there is no file 'no such file.txt'\n"),
        ("sudoku/easy.lp", "there is no file 'sudoku/easy.lp'\n"),
        ("nowhere/unique", "there is no file 'nowhere/unique'\n"),
        ("", "INPUT is empty: expected a file, "),
        (" \n", "INPUT is empty: expected a file, "),
        ("akari/7/7/hbjcm.ck1.ocj.F", "expected '0' to '9', "),
        ("https://puzz.link/p?akari/7/7/hbjcm.ck1", "the text is cut short"),
        ("3x3:e", "the description has 5 squares"),
        ("{\"grid\":3}", "'grid' should be an array"),
        ("gridwright lightup", "expected the rows"),
        ("nosuch", "'nosuch' is neither a file nor a puzzle in a known format"),
        ("akari/7", "expected the number of rows"),
        ("WB/BW w pie", "argument: a game or a position of Emulsion, no puzzle: 'gridwright emulsion' "),
        ("9", "'9' is neither a file nor a puzzle"),
        ("123.5", "'123.5' is neither a file nor a puzzle: "),
    ] {
        let ran = run(&["solve", argument]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.starts_with(&format!("error: {expected}")), "{argument}: {}", ran.stderr);
    }
    let error = &json(&["solve", "nosuch.txt", "--json"])["error"];
    assert_eq!(
        (error["message"].as_str(), error["line"].as_u64()),
        (Some("there is no file 'nosuch.txt'"), None)
    );
}

#[test]
fn several_puzzles_in_a_file_are_for_batch() {
    let scratch = Scratch::new("several");
    let hinted = |text: &str| {
        let file = scratch.file("puzzles.txt");
        std::fs::write(&file, text).unwrap();
        run(&["solve", &file]).stderr.contains("\nhint: the first line alone is a puzzle; 'gridwright batch'")
    };
    assert!(hinted("akari/7/7/hbjcm.ck1.ocj.h\nakari/7/7/hbjcm.ck1.ocj.h\n"));
    assert!(hinted("{\"genre\":\"lightup\",\"grid\":[\".\"]}\n\n{\"genre\":\"lightup\",\"grid\":[\".\"]}\n"));
    let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    assert!(hinted(&format!("{line}\n{line}\n")));
    assert!(!hinted("...\n..\n"), "rows of a board");
    assert!(!hinted("akari/7/7/hbjcm.ck1.ocj.F\nakari/7/7/hbjcm.ck1.ocj.h\n"));
}

#[test]
fn what_cannot_be_printed_is_refused_before_the_search() {
    let sudoku = "gridwright sudoku\n1...\n....\n....\n....\n";
    // The search would end with exit code 3.
    for (args, expected) in [
        (
            &["solve", "open14.txt", "--to", "puzzlink"][..],
            "entries cannot be written as puzzlink (pzprv3 can hold them)",
        ),
        (&["solve", "open14.txt", "--to", "line"], "Light Up cannot be written as line"),
        (&["solve", "open14.txt", "--to", "line", "--json"], "Light Up cannot be written as line"),
        (&["common", "open14.txt", "--to", "lists"], "Light Up cannot be written as lists"),
        (&["solve", sudoku, "--style", "indexed"], "--style indexed cannot show the borders of regions"),
        (&["common", sudoku, "--style", "indexed"], "--style indexed cannot show the borders of regions"),
        (&["show", sudoku, "--style", "indexed"], "--style indexed cannot show the borders of regions"),
        (&["solve", "open14.txt", "--trace", "--to", "save"], "the argument '--trace' cannot be used with"),
        (&["batch", "count", "lines.jsonl", "--to", "native"], "--to means nothing to 'batch count'"),
    ] {
        let steps: &[&str] = if args[0] == "show" { &[] } else { &["--steps", "1"] };
        let ran = run(&[args, steps].concat());
        assert_eq!(ran.code, Some(2), "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.starts_with(&format!("error: {expected}")), "{args:?}: {}", ran.stderr);
    }
}

/// A text of millions of tiny lists would take a hundred times its size.
#[cfg(target_os = "linux")]
#[test]
fn json_of_tiny_lists_takes_little_memory() {
    let scratch = Scratch::new("lists");
    let file = scratch.file("lists.json");
    let lists = format!("{{\"genre\":\"lightup\",\"grid\":[{}[0]]}}\n", "[0],".repeat(3_000_000));
    std::fs::write(&file, lists).unwrap();
    let commands: [&[&str]; 4] = [
        &["solve", &file],
        &["batch", "solve", &file, "-j1"],
        &["emulsion", "show", &file],
        &["play", "--plain", &file],
    ];
    for args in commands {
        // In KiB. Programs reserve more than they use.
        let script = "ulimit -v 400000; exec \"$0\" \"$@\" </dev/null";
        let mut shell = std::process::Command::new("bash");
        let output =
            shell.args(["-c", script, env!("CARGO_BIN_EXE_gridwright")]).args(args).output().unwrap();
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert!(told.contains("so many lists and values take too much memory"), "{args:?}: {told}");
    }
}
