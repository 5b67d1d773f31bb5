//! The command as people and scripts meet it: exit codes, messages, JSON shapes, pipes.

use gridwright::genres;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
    command.args(args).env_remove("NO_COLOR").current_dir(boards());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn boards() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/boards")
}

fn run_with(args: &[&str], stdin: &[u8]) -> Ran {
    let mut child = command(args).spawn().unwrap();
    let mut to_child = child.stdin.take().unwrap();
    let input = stdin.to_vec();
    let feeder = std::thread::spawn(move || to_child.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = feeder.join();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

fn run(args: &[&str]) -> Ran {
    run_with(args, b"")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&run(args).stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

/// A directory that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("gridwright-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn names(&self) -> Vec<String> {
        let entries = self.0.read_dir().unwrap();
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn exit_codes_say_yes_no_bad_unknown() {
    let cases: &[(&[&str], i32)] = &[
        (&["solve", "unique.txt"], 0),
        (&["solve", "unique.txt", "--unique"], 0),
        (&["solve", "several.txt"], 0),
        (&["solve", "several.txt", "--unique"], 1),
        (&["solve", "none.txt"], 1),
        (&["solve", "none.txt", "--all"], 1),
        (&["solve", "wrong.txt"], 0),
        (&["solve", "wrong.txt", "--from-position"], 1),
        (&["solve", "open14.txt", "--steps", "1"], 3),
        (&["solve", "open14.txt", "--all", "--steps", "2000"], 3),
        (&["count", "several.txt"], 0),
        (&["count", "none.txt"], 1),
        (&["count", "open14.txt", "--steps", "2000"], 3),
        (&["common", "several.txt"], 0),
        (&["common", "none.txt"], 1),
        (&["check", "partial.txt"], 0),
        (&["check", "wrong.txt"], 1),
        (&["check", "stuck.txt"], 0),
        (&["check", "stuck.txt", "--deep"], 1),
        (&["check", "partial.txt", "--deep"], 0),
        (&["show", "wrong.txt"], 0),
        (&["solve", "refused.txt"], 2),
        (&["solve", "unique.txt", "--rules", "nonsense"], 2),
        (&["solve", "unique.txt", "--option", "nonsense"], 2),
        (&["solve", "unique.txt", "--to", "nonsense"], 2),
        (&["solve"], 2),
        (&["rules", "nonsense"], 2),
        (&["show", "."], 2),
        (&["--version"], 0),
        (&["help"], 0),
        (&[], 0),
    ];
    for (args, code) in cases {
        let ran = run(args);
        assert_eq!(ran.code, Some(*code), "{args:?}\n{}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn words_say_what_was_found() {
    assert!(run(&["solve", "unique.txt"]).stdout.ends_with("\nthe only solution\n"));
    assert!(run(&["solve", "several.txt"]).stdout.ends_with("\none of several solutions\n"));
    assert_eq!(run(&["solve", "none.txt"]).stdout, "no solution\n");
    assert_eq!(run(&["count", "several.txt"]).stdout, "6\n");
    let unknown = run(&["count", "open14.txt", "--steps", "2000"]);
    assert_eq!(unknown.stdout, "");
    assert!(unknown.stderr.starts_with("at least "), "{}", unknown.stderr);
    let several = run(&["solve", "several.txt", "--all"]).stdout;
    assert!(several.ends_with("\n6 solutions, all there are\n"), "{several}");
    assert_eq!(several.matches('┌').count(), 6);
    let limited = run(&["solve", "several.txt", "--limit", "2"]).stdout;
    assert!(limited.ends_with("\n2 solutions, there are more\n"), "{limited}");
    let wrong = run(&["check", "wrong.txt"]).stdout;
    assert!(wrong.contains("[r1c1 r1c3]\ncannot be completed any more: 1 broken rule\n"), "{wrong}");
    let first = run(&["solve", "several.txt", "--first", "--to", "native"]);
    assert!(first.stdout.ends_with("\n*..\n.*.\n..*\n"), "{}", first.stdout);
    assert_eq!(first.stderr, "one of several solutions\n");
}

#[test]
fn errors_show_the_line_and_a_caret() {
    let ran = run(&["solve", "refused.txt"]);
    assert_eq!(ran.stdout, "");
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert!(lines[0].starts_with("error: expected "), "{}", ran.stderr);
    assert_eq!(lines[1..], ["  --> refused.txt:3:2", "  |", "3 | .x.", "  |  ^"]);

    let ran = run(&["solve", "no such file.txt"]);
    assert!(
        ran.stderr.starts_with("error: 'no such file.txt' is neither a file nor a puzzle"),
        "{}",
        ran.stderr
    );

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
fn a_broken_pipe_is_no_error() {
    let cases: &[&[&str]] = &[
        &["solve", "open8.txt", "--all"],
        &["solve", "open8.txt", "--all", "--json"],
        &["batch", "solve", "-"],
    ];
    for args in cases {
        let mut child = command(args).spawn().unwrap();
        let mut to_child = child.stdin.take().unwrap();
        let feeder = std::thread::spawn(move || {
            let line = b"{\"givens\":[[0]],\"grid\":[\".\"]}\n".repeat(100);
            while to_child.write_all(&line).is_ok() {}
        });
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        assert!(!line.is_empty());
        drop(reader);
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""), "{args:?}");
        feeder.join().unwrap();
    }
}

#[test]
fn colours_appear_when_asked_for() {
    assert!(!run(&["show", "wrong.txt"]).stdout.contains('\x1b'));
    assert!(run(&["show", "wrong.txt", "--color", "always"]).stdout.contains('\x1b'));
    assert!(run(&["show", "wrong.txt", "--to", "ansi"]).stdout.contains('\x1b'));
    assert!(!run(&["show", "wrong.txt", "--to", "text", "--color", "always"]).stdout.contains('\x1b'));
    assert!(!run(&[]).stdout.contains('\x1b'));
    assert_eq!(run(&["show", "wrong.txt"]).stdout.matches('!').count(), 2);
    let indexed = run(&["show", "wrong.txt", "--style", "indexed"]).stdout;
    assert_eq!(indexed, "   012\n   ---\n0 |*.*|\n1 |. .|\n2 |. .|\n   ---\n");
}

#[test]
fn json_has_the_documented_shapes() {
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    let solved = json(&["solve", "unique.txt", "--json"]);
    assert_eq!(keys(&solved), "genre status solution");
    assert_eq!(solved["status"], "unique");
    assert_eq!(solved["solution"][0], "*.1*...");
    let several = json(&["solve", "several.txt", "--json", "--limit", "4"]);
    assert_eq!(keys(&several), "genre solutions count complete status");
    assert_eq!(several["solutions"].as_array().unwrap().len(), 4);
    assert_eq!((&several["complete"], &several["status"]), (&Value::from(false), &Value::from("multiple")));
    let none = json(&["solve", "none.txt", "--json", "--all"]);
    assert_eq!((none["solutions"].as_array().unwrap().len(), &none["status"]), (0, &Value::from("none")));
    assert_eq!(json(&["count", "several.txt", "--json"])["count"], 6);
    let common = json(&["common", "unique.txt", "--json"]);
    assert_eq!(keys(&common), "genre status board yes no open");
    assert_eq!(common["yes"].as_array().unwrap().len(), 10);
    let check = json(&["check", "wrong.txt", "--json"]);
    assert_eq!(keys(&check), "genre verdict proven broken missing");
    assert_eq!(keys(&check["broken"][0]), "rule sentence cells breach");
    assert_eq!(check["broken"][0]["cells"], serde_json::json!(["r1c1", "r1c3"]));
    assert_eq!(keys(&json(&["show", "unique.txt", "--json", "--to", "svg"])), "genre format text");
    assert_eq!(json(&["convert", "unique.txt", "--to", "json", "--json"])["format"], "json");
    assert_eq!(json(&["genres", "--json"]).as_array().unwrap().len(), genres::ALL.len());
    assert_eq!(json(&["--json"])["genres"].as_array().unwrap().len(), genres::ALL.len());
}

#[test]
fn batch_keeps_order_and_goes_on_after_bad_lines() {
    for jobs in ["1", "3"] {
        let ran = run(&["batch", "solve", "lines.jsonl", "-j", jobs]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), ""));
        let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let told: Vec<(u64, &Value, &str)> = lines
            .iter()
            .map(|line| (line["index"].as_u64().unwrap(), &line["id"], line["status"].as_str().unwrap()))
            .collect();
        let (a, seven, no, ragged, null) = ("a".into(), 7.into(), "no".into(), "ragged".into(), Value::Null);
        assert_eq!(
            told,
            [
                (1, &a, "multiple"),
                (2, &seven, "unique"),
                (4, &no, "none"),
                (5, &ragged, "error"),
                (6, &null, "error"),
                (7, &null, "error"),
                (8, &null, "unique"),
            ]
        );
        assert_eq!(lines[1]["solution"], serde_json::json!(["*1"]));
        let error = &lines[5]["error"];
        assert_eq!((error["line"].as_u64(), error["column"].is_u64()), (Some(7), true));
    }
}

#[test]
fn batch_counts_checks_and_converts() {
    let lines = |action: &[&str]| -> Vec<Value> {
        let ran = run(&[&["batch"], action, &["lines.jsonl"]].concat());
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let counts: Vec<Value> = lines(&["count"]).iter().map(|line| line["count"].clone()).collect();
    assert_eq!(counts, [2.into(), 1.into(), 0.into(), Value::Null, Value::Null, Value::Null, 1.into()]);
    assert_eq!(lines(&["check"])[2]["status"], "wrong");
    assert!(lines(&["convert", "--to", "native"])[0]["text"].as_str().unwrap().ends_with("\n..1\n...\n"));
    assert_eq!(run(&["batch", "convert", "lines.jsonl"]).code, Some(2), "a format is needed");
}

#[test]
fn batch_puts_many_lines_in_order() {
    let line = |i: usize| {
        format!(
            "{}\n",
            std::fs::read_to_string(boards().join("lines.jsonl")).unwrap().lines().nth(i % 3 / 2).unwrap()
        )
    };
    let input: String = (0..5000).map(line).collect();
    let ran = run_with(&["batch", "solve", "-", "-j", "4"], input.as_bytes());
    assert_eq!(ran.code, Some(0));
    let indices: Vec<u64> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["index"].as_u64().unwrap())
        .collect();
    assert!(indices.into_iter().eq(1..=5000));
}

#[test]
fn batch_answers_while_its_input_is_still_open() {
    let mut child: Child = command(&["batch", "solve", "-"]).spawn().unwrap();
    let mut to_child = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for i in 1..=3 {
        to_child.write_all(b"{\"grid\":[\".\"]}\n").unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"index\":{i},")), "{line}");
    }
    drop(to_child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn batch_leaves_no_half_written_file() {
    let scratch = Scratch::new("batch");
    let out = scratch.file("out.jsonl");
    assert_eq!(run(&["batch", "solve", "lines.jsonl", "-o", &out]).code, Some(2));
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 7);
    assert_eq!(scratch.names(), ["out.jsonl"]);
    let nowhere = scratch.file("nowhere/out.jsonl");
    assert_eq!(run(&["batch", "solve", "lines.jsonl", "-o", &nowhere]).code, Some(2));
    assert_eq!(run(&["batch", "solve", "no-such-file", "-o", &scratch.file("x")]).code, Some(2));
    assert_eq!(scratch.names(), ["out.jsonl"]);
}

#[cfg(unix)]
#[test]
fn batch_ended_early_leaves_the_old_file() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let scratch = Scratch::new("ended");
    let (out, link) = (scratch.file("out.jsonl"), scratch.file("link"));
    std::fs::write(&out, "old\n").unwrap();
    symlink(&out, &link).unwrap();
    let mut child = command(&["batch", "solve", "-", "-o", &out]).spawn().unwrap();
    let mut to_child = child.stdin.take().unwrap();
    to_child.write_all(b"{\"grid\":[\".\"]}\n").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!((scratch.names().len(), std::fs::read_to_string(&out).unwrap().as_str()), (2, "old\n"));

    run(&["batch", "solve", "lines.jsonl", "-o", &link]);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 7);
    run(&["batch", "solve", "lines.jsonl", "-o", "/dev/null"]);
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn help_completions_and_man_pages_cover_every_command() {
    let help = run(&["help"]).stdout;
    let commands: Vec<&str> = [
        "solve", "count", "common", "check", "compare", "show", "convert", "batch", "genres", "rules", "man",
    ]
    .to_vec();
    for name in &commands {
        assert!(help.contains(&format!("\n  {name} ")), "{name}");
        assert!(run(&["man", name]).stdout.contains(".SH SYNOPSIS"), "{name}");
    }
    assert!(run(&["man"]).stdout.contains("gridwright"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]).stdout;
        assert!(commands.iter().all(|name| script.contains(name)), "{shell}");
    }
}

#[test]
fn every_genre_is_served_by_every_command() {
    for genre in genres::ALL {
        let solved = json(&["solve", genre.example, "--json"]);
        assert_eq!((&solved["genre"], &solved["status"]), (&Value::from(genre.id), &Value::from("unique")));
        assert_eq!(run(&["count", genre.example]).stdout, "1\n", "{}", genre.id);
        assert!(run(&["show", genre.example, "--to", "svg"]).stdout.starts_with("<svg "));
        let as_json = run(&["convert", genre.example, "--to", "json"]).stdout;
        let back = run_with(&["convert", "-", "--to", "native"], as_json.as_bytes()).stdout;
        assert_eq!(back, run(&["convert", genre.example, "--to", "native"]).stdout);
        let solution = run(&["solve", genre.example, "--to", "native"]).stdout;
        assert_eq!(run(&["check", &solution]).stdout, "solved\n", "{}", genre.id);
        let common = json(&["common", genre.example, "--json"]);
        assert_eq!(common["board"], solved["solution"], "{}", genre.id);
        let rules = run(&["rules", genre.id]).stdout;
        assert!(genre.rules.iter().all(|rule| rules.contains(rule.id) && rules.contains(rule.text)));
    }
    assert!(run(&[]).stdout.contains(genres::ALL[0].name));
}

#[test]
fn complete_sets_of_solutions_are_compared() {
    for genre in genres::ALL.iter().filter(|genre| genre.readers.asp.is_some()) {
        let scratch = Scratch::new(genre.id);
        let (instance, answers) = (scratch.file("one.lp"), scratch.file("set_one.txt"));
        std::fs::write(&instance, run(&["convert", genre.example, "--to", "asp"]).stdout).unwrap();
        let right = run(&["solve", &instance, "--all", "--to", "asp"]).stdout;
        assert_eq!(right.lines().count(), 1, "{}", genre.id);
        std::fs::write(&answers, &right).unwrap();
        let equal = run(&["compare", &instance, &scratch.0.display().to_string(), "--prefix", "set_"]);
        assert_eq!(equal.code, Some(0), "{}{}", equal.stdout, equal.stderr);
        assert!(equal.stdout.starts_with("one: equal, 1 of ours, 1 of theirs"), "{}", equal.stdout);

        let (first, rest) = right.trim().split_once(' ').unwrap();
        std::fs::write(&answers, format!("{rest}\n")).unwrap();
        let different = run(&["compare", &instance, &answers]);
        assert_eq!(different.code, Some(1));
        assert!(different.stdout.contains("different, 1 of ours, 1 of theirs"), "{}", different.stdout);
        assert!(different.stdout.contains(&format!("they miss: {first} ")), "{}", different.stdout);
        assert!(different.stdout.contains(&format!("they add: {rest}\n")), "{}", different.stdout);
        assert_eq!(json(&["compare", &instance, &answers, "--json"])["instances"][0]["result"], "different");
        std::fs::remove_file(&answers).unwrap();
        assert_eq!(
            run(&["compare", &instance, &scratch.0.display().to_string(), "--prefix", "x"]).code,
            Some(2)
        );
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_work_with_what_is_known() {
    let child = command(&["count", "open14.txt"]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0), "{stderr}");
    assert!(stderr.starts_with("at least ") && stderr.contains("interrupted"), "{stderr}");
}
