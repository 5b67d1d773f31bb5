//! One program for each group of functions: its comments that begin with `//=` say what it prints.

use crate::install_c::declared;
use crate::toolchain::{Link, compile, crate_root, prefix, run, run_under_valgrind};
use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The signal of `abort`.
const ABORT: i32 = 6;

/// The programs, each with the library that it needs.
const PROGRAMS: [(&str, &str); 8] = [
    ("squares.c", "game"),
    ("moves.c", "game"),
    ("history.c", "game"),
    ("printing.c", "game"),
    ("tools.c", "game"),
    ("tori.c", "game"),
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

/// Each program in docs/c.md prints what stands below it.
#[test]
fn programs_of_the_documentation_run() {
    let text = std::fs::read_to_string(crate_root().join("../../docs/c.md")).unwrap();
    let programs: Vec<&str> = text.split("```c\n").skip(1).collect();
    assert_eq!(programs.len(), 2);
    for (number, program) in programs.into_iter().enumerate() {
        let (code, rest) = program.split_once("```\n").unwrap();
        let (_, printed) = rest.split_once("```text\n").unwrap();
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("documented{number}.c"));
        std::fs::write(&path, code).unwrap();
        let library = if code.contains("gridwright.h") { "gridwright" } else { "game" };
        for link in [Link::Shared, Link::Static] {
            assert_eq!(run(&compile(&path, library, link), &[]), printed.split_once("```").unwrap().0);
        }
    }
}

/// What each call of garbage.c must say: the function, and what does not hold of its arguments.
const GARBAGE: [(&str, &str); 44] = [
    ("game_copy", "g != NULL"),
    ("game_equal", "g != NULL"),
    ("game_equal", "g != NULL"),
    ("game_delete", "g != NULL"),
    ("game_set_square", "g != NULL"),
    ("game_get_square", "g != NULL"),
    ("game_is_black", "g != NULL"),
    ("game_is_blank", "g != NULL"),
    ("game_check_move", "g != NULL"),
    ("game_play_move", "g != NULL"),
    ("game_update_flags", "g != NULL"),
    ("game_is_over", "g != NULL"),
    ("game_restart", "g != NULL"),
    ("game_print", "g != NULL"),
    ("game_nb_rows", "g != NULL"),
    ("game_nb_cols", "g != NULL"),
    ("game_is_wrapping", "g != NULL"),
    ("game_undo", "g != NULL"),
    ("game_redo", "g != NULL"),
    ("game_save", "g != NULL"),
    ("game_solve", "g != NULL"),
    ("game_nb_solutions", "g != NULL"),
    ("game_load", "filename != NULL"),
    ("game_save", "filename != NULL"),
    ("game_new", "squares != NULL"),
    ("game_new_ext", "squares != NULL"),
    ("game_new_ext", "1 <= rows <= 1000 and 1 <= columns <= 1000"),
    ("game_new_empty_ext", "1 <= rows <= 1000 and 1 <= columns <= 1000"),
    ("game_new_empty_ext", "1 <= rows <= 1000 and 1 <= columns <= 1000"),
    ("game_random", ""),
    ("game_random", ""),
    ("game_get_square", "i < number of rows"),
    ("game_get_state", "j < number of columns"),
    ("game_get_flags", "i < number of rows"),
    ("game_has_error", "j < number of columns"),
    ("game_is_blank", "j < number of columns"),
    ("game_get_black_number", "i < number of rows"),
    ("game_get_black_number", "the square is a wall"),
    ("game_set_square", "i < number of rows"),
    ("game_play_move", "the move is legal"),
    ("game_play_move", "the move is legal"),
    ("game_play_move", "the move is legal"),
    ("game_play_move", "the move is legal"),
    ("game_new", "all squares are valid"),
];

/// Debug builds of the library end the program with a message; release builds ignore the call, and nothing is changed.
#[test]
fn garbage_ends_a_program_in_a_debug_build_and_is_ignored_in_a_release_build() {
    for link in [Link::Shared, Link::Static] {
        let program = compile(&source("garbage.c"), "game", link);
        for (which, (function, what)) in GARBAGE.iter().enumerate() {
            let which = which + 1;
            let mut command = Command::new(&program);
            command.arg(which.to_string()).env("LD_LIBRARY_PATH", prefix().join("lib"));
            let output = command.output().unwrap();
            let (said, told) =
                (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            if cfg!(debug_assertions) {
                assert_eq!(output.status.signal(), Some(ABORT), "call {which}");
                let message = format!("libgame: {function}: Assertion `{what}");
                assert!(told.starts_with(&message) && told.ends_with("' failed.\n"), "call {which}: {told}");
                assert_eq!(told.lines().count(), 1, "call {which}: {told}");
            } else {
                assert!(output.status.success(), "call {which}: {told}");
                let answers = ["0\nunchanged 1, calls 44\n", "-1\nunchanged 1, calls 44\n"];
                assert!(answers.iter().any(|answer| said.ends_with(answer)), "call {which}: {said}");
            }
        }
    }
}

/// The symbols of the shared libraries are those of the headers, and each carries the version of its interface.
#[test]
fn symbols_are_those_of_the_headers_and_have_versions() {
    for (library, version, headers) in [
        ("libgridwright.so.0", "GRIDWRIGHT_0", &["gridwright.h"][..]),
        ("libgame.so.0", "GAME_0", &["game.h", "game_aux.h", "game_ext.h", "game_tools.h"]),
    ] {
        let mut nm = Command::new("nm");
        nm.args(["--dynamic", "--defined-only", "--with-symbol-versions"])
            .arg(prefix().join("lib").join(library));
        let output = nm.output().expect("this test needs nm: apt-get install binutils");
        let output = String::from_utf8(output.stdout).unwrap();
        let found: BTreeSet<&str> = output
            .lines()
            .filter_map(|line| line.rsplit(' ').next())
            .filter(|name| *name != version)
            .collect();
        let text = |header: &&str| std::fs::read_to_string(prefix().join("include").join(header)).unwrap();
        let declared = headers.iter().flat_map(|header| declared(&text(header)));
        let expected: BTreeSet<String> = declared.map(|name| format!("{name}@@{version}")).collect();
        assert_eq!(found, expected.iter().map(String::as_str).collect(), "{library}");
    }
}
