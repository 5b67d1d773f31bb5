//! `batch`: order, bad lines, output files, interrupts.

use crate::running::{Scratch, boards, command, json, run, run_with};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command};

#[test]
fn batch_keeps_order_and_goes_on_after_bad_lines() {
    for jobs in ["1", "3"] {
        let ran = run(&["batch", "solve", "lines.jsonl", "-j", jobs]);
        assert_eq!(
            (ran.code, ran.stderr.as_str()),
            (Some(2), "7 puzzles, 3 in error: the answers say why\n")
        );
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
    let ratings = lines(&["rate"]);
    assert!(ratings.iter().zip(&counts).all(|(line, count)| {
        line["rating"].is_number() == count.as_u64().is_some_and(|count| count > 0)
    }));
    assert_eq!(counts, [2.into(), 1.into(), 0.into(), Value::Null, Value::Null, Value::Null, 1.into()]);
    assert_eq!(lines(&["check"])[2]["status"], "wrong");
    assert!(lines(&["convert", "--to", "native"])[0]["text"].as_str().unwrap().ends_with("\n..1\n...\n"));
    assert_eq!(run(&["batch", "convert", "lines.jsonl"]).code, Some(2), "a format is needed");
    let started = "{\"grid\":[\".*1\"]}\n";
    for (options, expected) in
        [(&[][..], "gridwright lightup\n.*1\n"), (&["--clear"], "gridwright lightup\n..1\n")]
    {
        let words = [&["batch", "convert", "-", "--to", "native"], options].concat();
        let answer: Value = serde_json::from_str(&run_with(&words, started.as_bytes()).stdout).unwrap();
        assert_eq!(answer["text"], expected);
    }
    let solved = lines(&["solve", "--to", "save"]);
    assert_eq!((&solved[1]["solution"], &solved[2]["solution"]), (&Value::from("1 2 0\n*1\n"), &Value::Null));
    assert_eq!(lines(&["solve", "--to", "line"])[1]["status"], "error");
}

/// A saved game that went wrong after the first of three actions.
const MISTAKEN: &str = "gridwright lightup\n1*.\n*.-\nactions:\nr1c2 bulb\nr2c3 !bulb\nr2c1 bulb\n";

#[test]
fn batch_answers_what_the_commands_answer_about_one_puzzle() {
    let read = |name: &str| std::fs::read_to_string(boards().join(name)).unwrap();
    let texts = [read("unique.txt"), read("several.txt"), read("none.txt"), MISTAKEN.to_string()];
    let input = texts.concat();
    for (action, options) in [
        ("common", &[][..]),
        ("common", &["--to", "native", "--from-position"]),
        ("sample", &[]),
        ("sample", &["-n", "3", "--seed", "7", "--to", "save"]),
        ("explain", &[]),
        ("explain", &["--from-position"]),
        ("hint", &[]),
        ("hint", &["--stage", "4"]),
    ] {
        let ran = run_with(&[&["batch", action, "-"], options].concat(), input.as_bytes());
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{action} {options:?}");
        assert_eq!(ran.stdout.lines().count(), texts.len(), "{action} {options:?}");
        for (line, text) in ran.stdout.lines().zip(&texts) {
            let mut answer: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap();
            assert!(answer.remove("index").unwrap().is_u64() && !answer.contains_key("id"));
            let alone = json(&[&[action, text, "--json"], options].concat());
            assert_eq!(Value::from(answer), alone, "{action} {options:?}");
        }
    }
    let hint = run_with(&["batch", "hint", "-"], MISTAKEN.as_bytes()).stdout;
    let hint: Value = serde_json::from_str(&hint).unwrap();
    assert_eq!((&hint["status"], &hint["right_after"]), (&"wrong".into(), &1.into()), "{hint}");
}

#[test]
fn batch_refuses_options_that_mean_nothing_to_the_action() {
    for words in [
        ["hint", "--seed", "1"],
        ["explain", "--stage", "2"],
        ["common", "-n", "2"],
        ["hint", "--to", "native"],
        ["count", "--to", "native"],
        ["solve", "--clear", "-q"],
    ] {
        let ran = run(&["batch", words[0], "lines.jsonl", words[1], words[2]]);
        let expected = format!("error: {} means nothing to 'batch {}': leave it out\n", words[1], words[0]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), expected.as_str()));
    }
    assert_eq!(run(&["batch", "explain", "lines.jsonl", "--steps", "5"]).code, Some(2));
    assert_eq!(run(&["batch", "sample", "lines.jsonl", "-n", "1001"]).code, Some(2), "memory has bounds");
}

#[test]
fn batch_stops_every_action_in_time() {
    for (action, status) in
        [("common", "unknown"), ("explain", "unknown"), ("hint", "unknown"), ("sample", "")]
    {
        let ran = run_with(&["batch", action, "-", "--timeout", "1ms"], endless().as_bytes());
        let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(ran.code, Some(3), "{action}: {answer}");
        assert_eq!(answer["status"].as_str().unwrap_or_default(), status, "{action}: {answer}");
    }
}

#[test]
fn batch_goes_on_only_with_answers_of_the_same_action() {
    let scratch = Scratch::new("actions");
    let (input, out) = (scratch.file("in.jsonl"), scratch.file("out.jsonl"));
    std::fs::write(&input, "{\"grid\":[\"0.\"]}\n{\"grid\":[\"..\"]}\n").unwrap();
    let actions = ["solve", "count", "rate", "common", "sample", "explain", "hint", "check"];
    for begun in actions {
        let done = run(&["batch", begun, &input]).stdout;
        for action in actions {
            std::fs::write(format!("{out}.part"), &done).unwrap();
            let ran = run(&["batch", action, &input, "--force", "-o", &out, "--resume"]);
            assert_eq!(ran.code, Some(if action == begun { 0 } else { 2 }), "{action} after {begun}");
        }
    }
}

#[test]
fn errors_in_native_texts_name_the_line_of_the_file() {
    let good = "gridwright lightup\n1.\n..\n";
    let input =
        format!("{good}\n{good}what: is this\n\ngridwright magic\n.\n{good}{{\"grid\":[\".\"]}}\n..\n");
    let ran = run_with(&["batch", "count", "-"], input.as_bytes());
    assert_eq!(ran.code, Some(2));
    let answers: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = |answer: &Value| {
        let error = &answer["error"];
        (answer["index"].as_u64().unwrap(), error["line"].as_u64(), error["column"].as_u64())
    };
    let told: Vec<_> = answers.iter().map(told).collect();
    let expected = [
        (1, None, None),
        (5, Some(8), Some(1)),
        (10, Some(10), Some(12)),
        (12, None, None),
        (15, None, None),
        (16, None, None),
    ];
    assert_eq!(told, expected);
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
        assert!(line.starts_with(&format!("{{\"schema\":1,\"index\":{i},")), "{line}");
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
fn batch_ended_early_leaves_the_old_file_and_keeps_what_is_done() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let scratch = Scratch::new("ended");
    let (out, link) = (scratch.file("out.jsonl"), scratch.file("link"));
    std::fs::write(&out, "old\n").unwrap();
    symlink(&out, &link).unwrap();
    let mut child = command(&["batch", "count", "-", "--force", "-o", &out]).spawn().unwrap();
    let mut to_child = child.stdin.take().unwrap();
    let endless = std::fs::read_to_string(boards().join("endless.txt")).unwrap();
    let endless = serde_json::json!({ "grid": endless.lines().skip(1).collect::<Vec<_>>() });
    to_child
        .write_all(format!("{{\"grid\":[\".\"]}}\n{endless}\n{{\"grid\":[\".\"]}}\n").as_bytes())
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let part = format!("{out}.part");
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        format!(
            "interrupted after 2 puzzles; without line 2 and all after line 3; what is finished is in '{part}'\n"
        )
    );
    let kept = std::fs::read_to_string(&part).unwrap();
    assert!(
        kept.starts_with("{\"schema\":1,\"index\":1,") && kept.ends_with("}\n") && indexes(&kept) == [1, 3],
        "{kept}"
    );
    assert_eq!((scratch.names().len(), std::fs::read_to_string(&out).unwrap().as_str()), (3, "old\n"));

    run(&["batch", "solve", "lines.jsonl", "--force", "-o", &link]);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 7);
    run(&["batch", "solve", "lines.jsonl", "-o", "/dev/null"]);
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

/// A puzzle that nobody can count.
fn endless() -> String {
    let board = std::fs::read_to_string(boards().join("endless.txt")).unwrap();
    serde_json::json!({ "grid": board.lines().skip(1).collect::<Vec<_>>() }).to_string()
}

fn indexes(text: &str) -> Vec<u64> {
    let index = |line| serde_json::from_str::<Value>(line).unwrap()["index"].as_u64();
    text.lines().filter_map(index).collect()
}

#[test]
fn batch_goes_on_behind_a_puzzle_that_takes_too_long() {
    let easy = "{\"grid\":[\".\"]}\n".repeat(2000);
    let input = format!("{}\n{easy}", endless());
    let ran = run_with(&["batch", "count", "-", "-j", "2", "--timeout", "1s"], input.as_bytes());
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    assert!(indexes(&ran.stdout).into_iter().eq(1..=2001));
    let first: Value = serde_json::from_str(ran.stdout.lines().next().unwrap()).unwrap();
    assert_eq!((&first["complete"], &first["why"]), (&false.into(), &"time".into()));
}

#[cfg(unix)]
#[test]
fn batch_writes_all_that_is_finished_and_goes_on_with_the_rest() {
    let scratch = Scratch::new("resumed");
    let (input, out) = (scratch.file("in.jsonl"), scratch.file("out.jsonl"));
    let part = format!("{out}.part");
    // Many more than are handed out at once, named so that they can be told apart.
    let easy = |i: usize| format!("{{\"id\":{i},\"grid\":[\"..\"]}}\n");
    let lines: Vec<String> = (1..=600).map(easy).collect();
    let with_slow = |slow: &str| [&lines[..5].concat(), slow, "\n", &lines[5..].concat()].concat();
    std::fs::write(&input, with_slow(&endless())).unwrap();
    let interrupted = |options: &[&str]| {
        let words = [&["batch", "count", &input, "-j", "2", "-o", &out], options].concat();
        let child = command(&words).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1500));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        (String::from_utf8(output.stderr).unwrap(), std::fs::read_to_string(&part).unwrap())
    };
    let (told, kept) = interrupted(&[]);
    let done = indexes(&kept);
    assert!(done.is_sorted() && done.starts_with(&[1, 2, 3, 4, 5]) && !done.contains(&6), "{done:?}");
    // No easy one waits behind the slow one.
    assert_eq!(done.len(), 600);
    assert!(told.contains("600 puzzles; without line 6; what is finished is in"), "{told}");
    // Once more: nothing is lost, and there is one file.
    let (told, kept_again) = interrupted(&["--resume"]);
    assert!(told.starts_with(&format!("'{part}': {} puzzles done already\n", done.len())), "{told}");
    let done_again = indexes(&kept_again);
    assert!(done_again.is_sorted() && done.iter().all(|index| done_again.contains(index)));
    assert_eq!(scratch.names().len(), 2, "{:?}", scratch.names());

    // The slow one gets an end; the rest comes from the earlier run, byte by byte.
    std::fs::write(&input, with_slow("{\"grid\":[\"...\"]}")).unwrap();
    let expected = run(&["batch", "count", &input]).stdout;
    let ran = run(&["batch", "count", &input, "-o", &out, "--resume"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), expected);
    assert_eq!(scratch.names().len(), 2, "{:?}", scratch.names());
}

/// Interrupts work on these puzzles, the last of which nobody can count.
#[cfg(unix)]
fn interrupt(input: &str, out: &str, puzzles: &str, options: &[&str]) {
    std::fs::write(input, format!("{puzzles}{}\n", endless())).unwrap();
    let words = [&["batch", "count", input, "-o", out], options].concat();
    let child = command(&words).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
}

#[cfg(unix)]
#[test]
fn batch_notices_that_puzzles_or_options_have_changed() {
    let scratch = Scratch::new("changed");
    let (input, out) = (scratch.file("in.jsonl"), scratch.file("out.jsonl"));
    let two = "{\"grid\":[\".\"]}\n{\"grid\":[\"..\"]}\n";
    interrupt(&input, &out, two, &[]);
    let finished = |puzzles: &str, options: &[&str]| {
        std::fs::write(&input, puzzles).unwrap();
        let ran = run(&[&["batch", "count", &input, "-o", &out, "--resume", "--force"], options].concat());
        (ran.code, ran.stderr)
    };
    let changed = two.replace("..", "...");
    let (code, told) = finished(&changed, &[]);
    assert!(code == Some(2) && told.contains("answers to other puzzles"), "{told}");
    for options in [&["--steps", "7"][..], &["--genre", "lightup"], &["--from-position"]] {
        let (code, told) = finished(two, options);
        assert!(code == Some(2) && told.contains("with other options"), "{options:?}: {told}");
    }
    assert!(!std::fs::exists(&out).unwrap());
    // Another interrupted run leaves another file: what fits is found, the last first.
    interrupt(&input, &out, &changed, &["--steps", "1000000000"]);
    assert!(std::fs::exists(format!("{out}.part-2")).unwrap());
    let (code, told) = finished(two, &[]);
    assert!(code == Some(0) && told.contains(".part': 2 puzzles done already"), "{told}");
    let (code, told) = finished(&changed, &["--steps", "1000000000"]);
    assert!(code == Some(0) && told.contains(".part-2': 2 puzzles done already"), "{told}");
    assert_eq!(scratch.names(), ["in.jsonl", "out.jsonl"]);
}

#[cfg(unix)]
#[test]
fn batch_ends_on_ctrl_c_though_nobody_reads_what_it_writes() {
    let scratch = Scratch::new("unread");
    let pipe = scratch.file("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut child = command(&["batch", "solve", "lines.jsonl", "-o", &pipe]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn batch_resumes_only_what_it_has_begun() {
    let scratch = Scratch::new("strange");
    let (input, out) = (scratch.file("in.jsonl"), scratch.file("out.jsonl"));
    std::fs::write(&input, "{\"id\":7,\"grid\":[\".\"]}\n\n{\"grid\":[\"..\"]}\n").unwrap();
    let resumed = |action: &str, part: &str| {
        std::fs::write(format!("{out}.part"), part).unwrap();
        let ran = run(&["batch", action, &input, "--force", "-o", &out, "--resume"]);
        (ran.code, ran.stderr)
    };
    let done = run(&["batch", "count", &input]).stdout;
    let (first, second) = done.split_at(done.find('\n').unwrap() + 1);
    // What was cut off is done again.
    for part in ["", first, second, &done, &done[..done.len() - 5]] {
        let (code, told) = resumed("count", part);
        assert_eq!((code, std::fs::read_to_string(&out).unwrap()), (Some(0), done.clone()), "{told}");
        assert!(!std::fs::exists(format!("{out}.part")).unwrap());
    }
    for (action, part, message) in [
        ("solve", done.clone(), "no answer of this command"),
        ("count", format!("{second}{first}"), "no answer of this command, in order"),
        ("count", first.replace("\"index\":1", "\"index\":2"), "about no puzzle of this input"),
        ("count", first.replace("\"id\":7", "\"id\":8"), "about a puzzle with another id"),
        ("count", "rubbish\n".to_string(), "no answer of this command"),
    ] {
        let (code, told) = resumed(action, &part);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains(message) && told.contains("leave out --resume"), "{told}");
        assert_eq!(std::fs::read_to_string(format!("{out}.part")).unwrap(), part);
    }
    // What takes no room on the disk takes none in memory.
    std::fs::File::create(format!("{out}.part")).unwrap().set_len(4 << 30).unwrap();
    let ran = run(&["batch", "count", &input, "--force", "-o", &out, "--resume"]);
    assert!(ran.code == Some(2) && ran.stderr.contains("too long for an answer"), "{}", ran.stderr);
    std::fs::remove_file(format!("{out}.part")).unwrap();
    let ran = run(&["batch", "count", &input, "--force", "-o", &out, "--resume"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), "there is no earlier work to go on with\n"));
    assert_eq!(run(&["batch", "count", &input, "--resume"]).code, Some(2), "without -o");
    // Why the exit code is not 0 is said.
    let ran = run(&["batch", "count", &input, "--steps", "0"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(3), "2 puzzles, 1 unknown: the answers say why\n"));
}

/// A batch refuses and warns like the commands about one puzzle.
#[test]
fn damaged_histories_are_refused_and_lost_options_told() {
    let damaged = "gridwright lightup\n*...\nactions:\nr1c9 bulb\n";
    let refused = run_with(&["batch", "hint", "-"], damaged.as_bytes()).stdout;
    assert!(refused.contains(r#""status":"error""#) && refused.contains(r#""line":4"#), "{refused}");
    let lines = "../../../../examples/yosenabe.txt";
    let converted = run(&["batch", "convert", "--to", "puzzlink", "--stop", "any", lines]).stdout;
    assert!(converted.contains(r#""warnings":["puzzlink cannot say stop=any"#), "{converted}");
}
