//! The line mode: the letters of the screens, the coordinates of the genre's players, the format that was opened.

use crate::running::{Scratch, run, run_with};

/// Sudoku counts from 1, Light Up from 0 as the courses do; hints and errors say what may be typed.
#[test]
fn lines_count_as_the_players_of_the_genre_do() {
    let sudoku = run_with(&["play", "--plain", "--genre", "sudoku"], b"1 1 9\nz\nh\nh\nh\nh\nq\n").stdout;
    assert!(sudoku.contains("   1   2   3"), "{sudoku}");
    assert!(sudoku.contains("error at r1c1\n") && sudoku.contains("broken: "), "{sudoku}");
    assert!(sudoku.contains("What: r6c8 is 6"), "{sudoku}");
    let wrong = run_with(&["play", "--plain", "--genre", "sudoku"], b"0 1 9\n").stdout;
    assert!(wrong.contains("rows are 1 to 9, columns 1 to 9"), "{wrong}");
    let lightup = run_with(&["play", "--plain"], b"0 0\n3 0\nz\nh\nh\nh\nh\ng\nq\n").stdout;
    assert!(lightup.starts_with("   0123456\n"), "{lightup}");
    assert!(lightup.contains("error at (0,0)\nerror at (3,0)\n"), "{lightup}");
    assert!(lightup.contains("What: (5,0) holds a bulb.\n"), "{lightup}");
    assert!(!lightup.contains("r6c1"), "{lightup}");
    // The bulb of the hint is there.
    let last = lightup.rsplit("   0123456\n").next().unwrap();
    assert_eq!(last.matches('*').count(), 2, "{last}");
}

/// The letters of the screens.
#[test]
fn lines_use_the_letters_of_the_screens() {
    let keys = b"?\np 1 2 3\nx 1 2\nf\nt\nb\n1 2 7\n-\na\ne\no\nu\nc\ns\nq\n";
    let ran = run_with(&["play", "--plain", "--genre", "sudoku"], keys);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.contains("Every row holds each digit exactly once."), "{}", ran.stdout);
    assert!(!ran.stdout.contains("error: "), "{}", ran.stdout);
    assert!(ran.stdout.contains("Solved. 'n' makes the next puzzle."), "{}", ran.stdout);
    let lines = run_with(&["play", "--plain", "--genre", "yosenabe"], b"d 4 4 up\nq\n").stdout;
    assert!(lines.contains('▲'), "{lines}");
    let courses = run_with(&["play", "--plain"], b"l 0 0\nm 0 1\nb 0 0\nq\n").stdout;
    assert!(!courses.contains("error: "), "{courses}");
    let next = run_with(&["play", "--plain", "--genre", "sudoku", "--size", "4"], b"n\nq\n");
    assert_eq!(next.stdout.matches("   1   2   3   4\n").count(), 2, "{}", next.stdout);
}

/// A file is written in the format that was opened; where that cannot hold the game, it says so.
#[test]
fn games_are_written_in_the_format_that_was_opened() {
    let scratch = Scratch::new("formats");
    let written = |input: &str, name: &str, moves: &str| {
        let file = scratch.file(name);
        let ran = run_with(&["play", input, "--plain"], format!("{moves}w {file}\nq\n").as_bytes());
        let said = ran.stdout.lines().last().unwrap_or_default().to_string();
        (std::fs::read_to_string(&file).unwrap(), said)
    };
    let (link, said) = written("https://puzz.link/p?akari/7/7/hbjcm.ck1.ocj.h", "link", "");
    assert!(link.starts_with("https://puzz.link/p?akari/7/7/"), "{link} {said}");
    let (native, said) = written("https://puzz.link/p?akari/7/7/hbjcm.ck1.ocj.h", "native", "0 0\n");
    assert!(native.starts_with("gridwright lightup\n") && said.contains("as native text: "), "{said}");
    let save = scratch.file("save.sav");
    let (tatham, _) = written("7x7:b1f2iB2g1Bi2fBb", "tatham", "0 0\nm 1 1\n");
    assert!(tatham.starts_with("SAVEFILE"), "{tatham}");
    std::fs::write(&save, &tatham).unwrap();
    let (again, _) = written(&save, "again", "");
    assert_eq!(again, tatham);
}

#[test]
fn new_puzzles_are_made_as_the_options_say() {
    let ran = run(&["play", "--plain", "--genre", "sudoku", "--size", "6", "--difficulty", "easy"]);
    assert!(ran.stdout.contains("   5   6\n") && !ran.stdout.contains("   6   7\n"), "{}", ran.stdout);
    for args in [
        &["play", "--plain", "--size", "6"][..],
        &["play", "--plain", "--genre", "sudoku", "--size", "7x3"],
        &["play", "7x7:b1f2iB2g1Bi2fBb", "--plain", "--genre", "lightup", "--size", "6"],
    ] {
        let ran = run(args);
        assert_eq!(ran.code, Some(2), "{args:?} {}", ran.stderr);
    }
}
