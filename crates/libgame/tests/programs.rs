//! The course's programs: what they print, and their exit codes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TEXT: &str = env!("CARGO_BIN_EXE_game_text");
const SOLVE: &str = env!("CARGO_BIN_EXE_game_solve");
const RANDOM: &str = env!("CARGO_BIN_EXE_game_random");

/// Exit code, standard output and standard error.
fn run(program: &str, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that ends early does not read it all.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_game_is_played_saved_and_taken_up_again() {
    let saved = file("saved.txt", "");
    let saved = saved.to_str().unwrap();
    let (code, said, _) = run(TEXT, &[], &format!("l 0 0 m 6 6 w {saved}\nq\n"));
    assert_eq!(code, 0);
    assert!(said.ends_with("> action: quit\nWhat a shame, you gave up :-(\n"), "{said}");
    assert!(std::fs::read_to_string(saved).unwrap().starts_with("7 7 0\n*b1bbbb\n"));
    let (code, said, _) = run(TEXT, &[saved], "s");
    assert_eq!((code, said.ends_with("Congratulation, you win :-)\n")), (0, true));
    assert!(said.starts_with("   0123456\n   -------\n0 |*.1    |\n"), "{said}");
}

#[test]
fn boards_are_solved_and_counted() {
    let board = file("board.txt", "3 3 0\nbbb\nb2b\nbbb\n");
    let board = board.to_str().unwrap();
    assert_eq!(run(SOLVE, &["-c", board], ""), (0, "4\n".into(), String::new()));
    let (code, said, _) = run(SOLVE, &["-s", board], "");
    assert_eq!((code, said.lines().count()), (0, 6));
    let out = file("out.txt", "");
    let out = out.to_str().unwrap();
    assert_eq!(run(SOLVE, &["-s", board, out], ""), (0, String::new(), String::new()));
    assert_eq!(
        run(SOLVE, &["-c", out], "").1,
        "4\n",
        "what is solved can be read, and counted from the walls"
    );
    let none = file("none.txt", "1 2 0\n4b\n");
    let (code, said, why) = run(SOLVE, &["-s", none.to_str().unwrap()], "");
    assert_eq!((code, said.as_str()), (1, ""));
    assert!(why.ends_with("this game has no solution\n"));
    assert_eq!(run(SOLVE, &["-c", none.to_str().unwrap()], "").1, "0\n");
}

#[test]
fn random_boards_have_solutions() {
    let (code, board, _) = run(RANDOM, &["6", "7", "1", "9"], "");
    assert_eq!(code, 0);
    assert!(board.starts_with("6 7 1\n") && !board.contains('*'), "{board}");
    assert_eq!(board.lines().skip(1).flat_map(str::chars).filter(|c| !"b".contains(*c)).count(), 9);
    let path = file("random.txt", &board);
    assert_eq!(run(SOLVE, &["-s", path.to_str().unwrap()], "").0, 0);
    let (_, solved, _) = run(RANDOM, &["6", "7", "0", "9", "1"], "");
    let path = file("solved.txt", &solved);
    assert!(run(TEXT, &[path.to_str().unwrap()], "").1.ends_with("Congratulation, you win :-)\n"));
}

#[test]
fn what_cannot_be_done_is_said_and_is_1() {
    let ragged = file("ragged.txt", "2 2 0\nbb\nb\n");
    let ragged = ragged.to_str().unwrap();
    for (program, arguments, message) in [
        (TEXT, &["/nowhere"][..], "game_text: /nowhere: No such file"),
        (TEXT, &[ragged], "ragged.txt: 3:2: "),
        (TEXT, &["a", "b"], "Usage: game_text"),
        (SOLVE, &[], "Usage: game_solve"),
        (SOLVE, &["-x", ragged], "Usage: game_solve"),
        (SOLVE, &["-s", ragged], "ragged.txt: 3:2: "),
        (RANDOM, &["6", "6", "2", "3"], "Usage: game_random"),
        (RANDOM, &["2", "2", "0", "9"], "game_random: "),
    ] {
        let (code, said, why) = run(program, arguments, "");
        assert_eq!((code, said.as_str()), (1, ""), "{program} {arguments:?}");
        assert!(why.contains(message), "{program} {arguments:?}: {why}");
    }
}
