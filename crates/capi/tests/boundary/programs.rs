//! One program for each group of functions: its comments that begin with `//=` say what it prints.

use crate::toolchain::{Link, compile, crate_root, prefix, run, run_under_valgrind};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs, each with the library that it needs.
const PROGRAMS: [(&str, &str); 7] = [
    ("squares.c", "game"),
    ("moves.c", "game"),
    ("history.c", "game"),
    ("printing.c", "game"),
    ("tools.c", "game"),
    ("puzzles.c", "gridwright"),
    ("both.cpp", "gridwright"),
];

fn source(name: &str) -> PathBuf {
    crate_root().join("tests/c").join(name)
}

/// What a program should print: the lines of its comments that begin with `//= `.
fn expected(name: &str) -> String {
    let text = std::fs::read_to_string(source(name)).unwrap();
    let lines: String =
        text.lines().filter_map(|line| line.strip_prefix("//= ")).map(|line| format!("{line}\n")).collect();
    assert!(!lines.is_empty(), "{name} says what it prints");
    lines
}

#[test]
fn programs_print_what_they_should() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("written");
    std::fs::create_dir_all(&folder).unwrap();
    let folder = folder.to_str().unwrap();
    for (name, library) in PROGRAMS {
        let expected = expected(name);
        let shared = compile(&source(name), library, Link::Shared);
        assert_eq!(run(&shared, &[folder]), expected, "{name}");
        assert_eq!(run_under_valgrind(&shared, &[folder]), expected, "{name} under valgrind");
        for link in [Link::Static, Link::Sanitized] {
            assert_eq!(run(&compile(&source(name), library, link), &[folder]), expected, "{name}, {link:?}");
        }
    }
}

#[test]
fn examples_run() {
    let example = |name: &str| crate_root().join("examples").join(name);
    let said = run(&compile(&example("solve.c"), "gridwright", Link::Shared), &["7x7:b1f2iB2g1Bi2fBb"]);
    assert!(
        said.starts_with("1 solution\n{\"schema\":1,\"genre\":\"lightup\",\"status\":\"unique\""),
        "{said}"
    );
    let said = run(&compile(&example("hint.cpp"), "gridwright", Link::Shared), &[]);
    assert!(said.contains("\"status\":\"step\""), "{said}");
    let mut python = Command::new("python3");
    python.arg(example("count.py")).env("LD_LIBRARY_PATH", prefix().join("lib"));
    let output = python.output().expect("this test needs Python: apt-get install python3");
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "479001600\n2x2:c!: 1:6: expected 'a' to 'z', 'B' or 0 to 4, found '!'\n"
    );
}

#[test]
fn garbage_ends_a_program_in_a_debug_build() {
    let program = compile(&source("garbage.c"), "game", Link::Shared);
    for (case, message) in [
        ("null", "game_nb_rows: Assertion `g != NULL' failed."),
        ("row", "game_get_square: Assertion `i < number of rows' failed."),
        ("square", "game_set_square: Assertion `s is a square' failed."),
        ("wall", "game_play_move: Assertion `the move is legal' failed."),
        ("size", "game_new_empty_ext: Assertion `1 <= rows <= 1000 and 1 <= columns <= 1000' failed."),
    ] {
        let mut command = Command::new(&program);
        let output = command.arg(case).env("LD_LIBRARY_PATH", prefix().join("lib")).output().unwrap();
        if cfg!(debug_assertions) {
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), None, "{case}: a signal ends it");
            assert_eq!(said, format!("libgame: {message}\n"));
        } else {
            assert!(output.status.success(), "{case}");
        }
    }
}
