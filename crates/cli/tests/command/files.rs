//! How files are written: nothing that is there is lost, and nothing that was finished.

use super::running::{Ran, Scratch, boards, command, run, run_with};
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

fn refuses(ran: &Ran, words: &str) {
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{}", ran.stderr);
    assert!(ran.stderr.contains(words), "{}", ran.stderr);
}

#[test]
fn what_is_read_is_not_written_over_whatever_it_is_called() {
    let scratch = Scratch::new("input");
    let input = scratch.file("in.jsonl");
    let text = fs::read_to_string(boards().join("lines.jsonl")).unwrap();
    fs::write(&input, &text).unwrap();
    symlink(&input, scratch.file("link")).unwrap();
    fs::hard_link(&input, scratch.file("hard")).unwrap();
    symlink(&scratch.0, scratch.file("folder")).unwrap();
    for name in ["in.jsonl", "./in.jsonl", "../in.jsonl", "link", "hard", "folder/in.jsonl"] {
        let name = name.replace("..", &format!("../{}", scratch.0.file_name().unwrap().to_str().unwrap()));
        let written = scratch.file(&name);
        refuses(&run(&["batch", "solve", &input, "--force", "-o", &written]), "is being read");
        refuses(&run(&["batch", "solve", &written, "--force", "-o", &input]), "is being read");
        // Standard input may come from a file too.
        let mut child = command(&["batch", "solve", "-", "--force", "-o", &written]);
        let output = child.stdin(File::open(&input).unwrap()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert_eq!(fs::read_to_string(&input).unwrap(), text, "{name}");
    }
    let mut child = command(&["batch", "solve", "-", "--force", "-o", "/dev/stdin"]);
    assert_eq!(child.stdin(File::open(&input).unwrap()).output().unwrap().status.code(), Some(2));
    assert_eq!(fs::read_to_string(&input).unwrap(), text);
    assert_eq!(scratch.names().len(), 4, "{:?}", scratch.names());
}

#[test]
fn old_pictures_are_replaced_but_no_input_and_nothing_behind_links() {
    let scratch = Scratch::new("planted");
    let (input, other) = (scratch.file("step-999.svg"), scratch.file("other"));
    let text = fs::read_to_string(boards().join("unique.txt")).unwrap();
    fs::write(&input, &text).unwrap();
    let explain = ["explain", &input, "--force", "--svg"];
    refuses(&run(&[&explain[..], &[scratch.0.to_str().unwrap()]].concat()), "is being read");
    assert_eq!(fs::read_to_string(&input).unwrap(), text);
    fs::write(&other, "other").unwrap();
    fs::create_dir(scratch.file("pictures")).unwrap();
    for (target, name) in [(&other, "step-0.svg"), (&scratch.file("nowhere"), "step-1.svg")] {
        symlink(target, scratch.file(&format!("pictures/{name}"))).unwrap();
    }
    let ran = run(&[&explain[..], &[&scratch.file("pictures")]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    for name in ["pictures/step-0.svg", "pictures/step-1.svg"] {
        assert!(fs::symlink_metadata(scratch.file(name)).unwrap().is_file(), "{name} is a picture now");
    }
    assert_eq!(fs::read_to_string(&other).unwrap(), "other");
}

#[test]
fn standard_output_can_be_named_where_it_is_a_pipe() {
    let ran = run(&["convert", "2x2:aBb", "--to", "tatham", "-o", "/dev/stdout"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "2x2:aBb\n"), "{}", ran.stderr);
}

#[test]
fn an_existing_file_is_replaced_only_where_that_is_meant() {
    let scratch = Scratch::new("existing");
    let (out, link) = (scratch.file("out"), scratch.file("link"));
    fs::write(&out, "old").unwrap();
    fs::set_permissions(&out, Permissions::from_mode(0o640)).unwrap();
    symlink(&out, &link).unwrap();
    let commands: [&[&str]; 2] =
        [&["batch", "solve", "lines.jsonl", "-o"], &["generate", "lightup", "--size", "5", "-o"]];
    for args in commands {
        for name in [&out, &link] {
            refuses(&run(&[args, &[name]].concat()), "exists already: --force overwrites it");
            assert_eq!(fs::read_to_string(&out).unwrap(), "old");
        }
    }
    for args in commands {
        let ran = run(&[args, &[&link, "--force"]].concat());
        assert_ne!(fs::read_to_string(&out).unwrap(), "old", "{}", ran.stderr);
        assert_eq!(fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o640, "its mode is kept");
        fs::write(&out, "old").unwrap();
    }
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    // What a link that leads nowhere would make is not made.
    symlink(scratch.file("elsewhere"), scratch.file("dangling")).unwrap();
    let dangling = scratch.file("dangling");
    refuses(&run(&["batch", "solve", "lines.jsonl", "--force", "-o", &dangling]), "leads nowhere");
    refuses(&run(&["batch", "solve", "lines.jsonl", "-o", scratch.0.to_str().unwrap()]), "is a directory");
    assert_eq!(scratch.names().len(), 3, "{:?}", scratch.names());
}

#[test]
fn players_write_over_a_file_only_when_told_to() {
    let scratch = Scratch::new("players");
    let (game, board) = (scratch.file("game"), scratch.file("board"));
    let puzzle = fs::read_to_string(boards().join("unique.txt")).unwrap();
    fs::write(&board, &puzzle).unwrap();
    for args in [&["play", "--plain", &board][..], &["emulsion", "play", "4", "--plain", "--white", "human"]]
    {
        fs::write(&game, "old").unwrap();
        let ran = run_with(args, format!("w {game}\nw\nw!\n").as_bytes());
        assert!(ran.stdout.contains("exists already: 'w!' overwrites it"), "{}", ran.stdout);
        assert_eq!(ran.stdout.matches("expected 'w' and the name of a file").count(), 2, "{}", ran.stdout);
        assert_eq!(fs::read_to_string(&game).unwrap(), "old");
        let ran = run_with(args, format!("w! {game}\n").as_bytes());
        assert!(ran.stdout.contains(&format!("written to '{game}'")), "{}", ran.stdout);
        assert_ne!(fs::read_to_string(&game).unwrap(), "old");
    }
    // A game goes back to where it came from, but not over the commands that are being read.
    assert!(
        run_with(&["play", "--plain", &board], format!("w! {board}\n").as_bytes())
            .stdout
            .contains("written to")
    );
    fs::write(&game, format!("w! {game}\n")).unwrap();
    let output = command(&["play", "--plain", &board]).stdin(File::open(&game).unwrap()).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("is being read"));
    assert_eq!(fs::read_to_string(&game).unwrap(), format!("w! {game}\n"));
}

/// Runs the command where files may not grow beyond some kilobytes.
fn run_in_little_room(args: &[&str]) -> Ran {
    let script = "ulimit -f 64; exec \"$0\" \"$@\"";
    let mut shell = Command::new("bash");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_gridwright")]).args(args).current_dir(boards());
    let output = shell.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

#[test]
fn where_there_is_no_room_what_was_finished_is_kept() {
    let scratch = Scratch::new("room");
    let (input, out) = (scratch.file("in.jsonl"), scratch.file("out.jsonl"));
    fs::write(&input, "{\"grid\":[\".\"]}\n".repeat(2_000)).unwrap();
    fs::write(&out, "old").unwrap();
    // Others' parts stay as they are, also where a link was planted.
    let victim = scratch.file("victim");
    fs::write(&victim, "precious").unwrap();
    symlink(&victim, scratch.file("out.jsonl.part")).unwrap();
    let ran = run_in_little_room(&["batch", "solve", &input, "--force", "-o", &out]);
    let part = scratch.file("out.jsonl.part-2");
    refuses(&ran, &format!("; what is finished is in '{part}'"));
    let kept = fs::read_to_string(&part).unwrap();
    assert!(kept.lines().count() > 100 && kept.ends_with("}\n"), "{} lines", kept.lines().count());
    let last: serde_json::Value = serde_json::from_str(kept.lines().last().unwrap()).unwrap();
    assert_eq!(last["index"], kept.lines().count());
    assert_eq!(
        (fs::read_to_string(&out).unwrap(), fs::read_to_string(&victim).unwrap()),
        ("old".into(), "precious".into())
    );
    assert_eq!(scratch.names().len(), 5, "{:?}", scratch.names());
    refuses(&run(&["batch", "solve", &input, "-o", "/dev/full"]), "cannot write '/dev/full': No space left");
}
