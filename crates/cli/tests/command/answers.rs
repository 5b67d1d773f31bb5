//! Exit codes, words, colours, JSON shapes, pipes, help.

use crate::running::{Scratch, command, json, run, run_with};
use gridwright::registry;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Command;

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
        (&["count", "several.txt", "--atoms"], 0),
        (&["count", "none.txt", "--atoms"], 1),
        (&["count", "wrong.txt", "--atoms", "--from-position"], 1),
        (&["count", "open14.txt", "--atoms", "--steps", "2000"], 3),
        (&["count", "several.txt", "--to", "svg"], 2),
        (&["count", "several.txt", "--atoms", "--style", "indexed"], 2),
        (&["sample", "several.txt", "-n", "3"], 0),
        (&["sample", "none.txt"], 1),
        (&["sample", "wrong.txt", "--from-position"], 1),
        (&["sample", "open14.txt", "--steps", "2000"], 3),
        (&["sample", "several.txt", "-n", "0"], 2),
        (&["common", "several.txt"], 0),
        (&["common", "none.txt"], 1),
        (&["explain", "unique.txt"], 0),
        (&["explain", "unique.txt", "--steps", "5"], 2),
        (&["rate", "unique.txt", "--steps", "5"], 2),
        (&["explain", "several.txt"], 0),
        (&["explain", "none.txt"], 1),
        (&["explain", "wrong.txt", "--from-position"], 1),
        (&["explain", "unique.txt", "--html", "/nowhere/at/all.html"], 2),
        (&["hint", "unique.txt"], 0),
        (&["hint", "wrong.txt"], 1),
        (&["hint", "stuck.txt"], 1),
        (&["hint", "unique.txt", "--stage", "5"], 2),
        (&["rate", "unique.txt"], 0),
        (&["rate", "none.txt"], 1),
        (&["check", "partial.txt"], 4),
        (&["check", "wrong.txt"], 1),
        (&["check", "stuck.txt"], 4),
        (&["check", "stuck.txt", "--deep"], 1),
        (&["check", "partial.txt", "--deep"], 4),
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
    assert!(
        wrong.starts_with("cannot be completed any more: 1 broken rule\n")
            && wrong.ends_with("[r1c1 r1c3]\n"),
        "{wrong}"
    );
    let first = run(&["solve", "several.txt", "--first", "--to", "native"]);
    assert!(first.stdout.ends_with("\n*..\n.*.\n..*\n"), "{}", first.stdout);
    assert_eq!(first.stderr, "one of several solutions\n");
}

#[test]
fn shares_are_drawn_and_listed() {
    let shares = run(&["count", "several.txt", "--atoms"]);
    assert!(shares.stdout.contains("│  33 │  33 │  33 │"), "{}", shares.stdout);
    assert!(shares.stdout.contains("\nper cent of 6 solutions\nr1c1  bulb: 2\n"), "{}", shares.stdout);
    let unknown = run(&["count", "open14.txt", "--atoms", "--steps", "2000"]);
    assert_eq!(
        (unknown.stdout.as_str(), unknown.stderr.as_str()),
        ("", "out of steps before all were counted\n")
    );
    for args in [&["count", "--atoms"][..], &["sample"]] {
        let small = run(&[args, &["open14.txt", "--memory", "0"]].concat());
        assert_eq!((small.code, small.stdout.as_str()), (Some(3), ""), "{args:?}");
        assert!(small.stderr.starts_with("out of memory before "), "{}", small.stderr);
    }
    let picture = run(&["count", "several.txt", "--atoms", "--to", "svg"]).stdout;
    assert!(picture.contains("shares of 6 solutions</title>") && picture.contains("gw-heat-2"), "{picture}");
}

#[test]
fn samples_are_solutions_and_the_same_for_a_seed() {
    let all = run(&["solve", "several.txt", "--all", "--to", "native"]).stdout;
    let boards = |text: &str| -> Vec<String> { text.split("\n\n").map(|b| b.trim().to_string()).collect() };
    let args = ["sample", "several.txt", "-n", "200", "--to", "native", "--seed"];
    let drawn = |seed| run(&[&args[..], &[seed]].concat());
    let one = drawn("1");
    assert_eq!(one.stderr, "200 solutions drawn from 6\n");
    let (drawn_boards, all) = (boards(&one.stdout), boards(&all));
    assert_eq!((drawn_boards.len(), all.len()), (200, 6));
    assert!(drawn_boards.iter().all(|board| all.contains(board)));
    assert!(all.iter().all(|board| drawn_boards.contains(board)));
    assert_eq!(drawn("1").stdout, one.stdout);
    assert_ne!(drawn("2").stdout, one.stdout);
}

#[test]
fn a_broken_pipe_is_no_error() {
    let cases: &[&[&str]] = &[
        &["solve", "open8.txt", "--all"],
        &["solve", "open8.txt", "--all", "--json"],
        &["sample", "open8.txt", "-n", "99999999"],
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
    assert_eq!(keys(&solved), "schema genre status solution");
    assert_eq!(solved["status"], "unique");
    assert_eq!(solved["solution"][0], "*.1*...");
    let several = json(&["solve", "several.txt", "--json", "--limit", "4"]);
    assert_eq!(keys(&several), "schema genre solutions count complete status why");
    assert_eq!(several["why"], "limit");
    assert_eq!(several["solutions"].as_array().unwrap().len(), 4);
    assert_eq!((&several["complete"], &several["status"]), (&Value::from(false), &Value::from("multiple")));
    let none = json(&["solve", "none.txt", "--json", "--all"]);
    assert_eq!((none["solutions"].as_array().unwrap().len(), &none["status"]), (0, &Value::from("none")));
    assert_eq!(json(&["count", "several.txt", "--json"])["count"], 6);
    let shares = json(&["count", "several.txt", "--atoms", "--json"]);
    assert_eq!(keys(&shares), "schema genre count complete atoms");
    assert_eq!(shares["atoms"][0], serde_json::json!({"cell": "r1c1", "atom": "r1c1 bulb", "count": 2}));
    let drawn = json(&["count", "several.txt", "--atoms", "--json", "--to", "svg"]);
    assert!(drawn["text"].as_str().unwrap().starts_with("<svg "));
    let unknown = json(&["count", "open14.txt", "--atoms", "--json", "--steps", "2000"]);
    assert_eq!((&unknown["atoms"], &unknown["count"]), (&Value::Null, &Value::Null));
    let sample = json(&["sample", "several.txt", "-n", "9", "--seed", "4", "--json"]);
    assert_eq!(keys(&sample), "schema genre seed solutions count complete total");
    assert_eq!((sample["solutions"].as_array().unwrap().len(), &sample["total"]), (9, &Value::from(6)));
    let sample = json(&["sample", "open14.txt", "--json", "--steps", "2000"]);
    assert_eq!((&sample["complete"], &sample["total"]), (&Value::from(false), &Value::Null));
    let common = json(&["common", "unique.txt", "--json"]);
    assert_eq!(keys(&common), "schema genre status board yes no open");
    assert_eq!(common["yes"].as_array().unwrap().len(), 10);
    let check = json(&["check", "wrong.txt", "--json"]);
    assert_eq!(keys(&check), "schema genre status proven broken missing");
    assert_eq!(keys(&check["broken"][0]), "rule sentence cells breach text");
    assert_eq!(check["broken"][0]["cells"], serde_json::json!(["r1c1", "r1c3"]));
    let common = json(&["common", "unique.txt", "--json", "--to", "save"]);
    assert!(common["board"].as_str().unwrap().starts_with("7 7 0\n"), "{}", common["board"]);
    assert_eq!(keys(&json(&["man", "solve", "--json"])), "schema command page");
    assert_eq!(keys(&json(&["completions", "bash", "--json"])), "schema shell script");
    assert_eq!(
        keys(&json(&["show", "unique.txt", "--json", "--to", "svg"])),
        "schema genre status format text"
    );
    assert_eq!(json(&["convert", "unique.txt", "--to", "json", "--json"])["format"], "json");
    assert_eq!(json(&["genres", "--json"])["genres"].as_array().unwrap().len(), registry::ALL.len());
    assert_eq!(json(&["--json"])["genres"].as_array().unwrap().len(), registry::ALL.len());
}

#[test]
fn help_completions_and_man_pages_cover_every_command() {
    let help = run(&["help"]).stdout;
    let commands: Vec<&str> = [
        "solve", "count", "sample", "common", "check", "compare", "show", "convert", "batch", "genres",
        "rules", "man",
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
        let lists_values = matches!(shell, "bash" | "zsh" | "fish");
        assert!(!lists_values || registry::ALL.iter().all(|genre| script.contains(genre.id)), "{shell}");
    }
    let described = run(&["solve", "--help"]).stdout;
    assert_eq!(described.matches("- native:").count(), 1, "{described}");
}

#[test]
fn every_genre_is_served_by_every_command() {
    for genre in registry::ALL {
        let solved = json(&["solve", genre.example, "--json"]);
        assert_eq!((&solved["genre"], &solved["status"]), (&Value::from(genre.id), &Value::from("unique")));
        assert_eq!(run(&["count", genre.example]).stdout, "1\n", "{}", genre.id);
        assert!(run(&["show", genre.example, "--to", "svg"]).stdout.starts_with("<svg "));
        let as_json = run(&["convert", genre.example, "--to", "json"]).stdout;
        let back = run_with(&["convert", "-", "--to", "native"], as_json.as_bytes()).stdout;
        assert_eq!(back, run(&["convert", genre.example, "--to", "native"]).stdout);
        let solution = run(&["solve", genre.example, "--to", "native"]).stdout;
        assert_eq!(run(&["check", &solution]).stdout, "solved\n", "{}", genre.id);
        assert_eq!(run(&["sample", genre.example, "--to", "native"]).stdout, solution, "{}", genre.id);
        assert!(run(&["count", genre.example, "--atoms"]).stdout.contains("\nthe only solution\n"));
        let common = json(&["common", genre.example, "--json"]);
        assert_eq!(common["board"], solved["solution"], "{}", genre.id);
        for alias in genre.aliases {
            assert_eq!(json(&["rules", &alias.to_uppercase(), "--json"])["id"], genre.id);
        }
        let rules = run(&["rules", genre.id]).stdout;
        assert!(genre.rules.iter().all(|rule| rules.contains(rule.id) && rules.contains(rule.text)));
    }
    assert!(run(&[]).stdout.contains(registry::ALL[0].name));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_work_with_what_is_known() {
    let child = command(&["count", "endless.txt"]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(130), 0), "{stderr}");
    assert!(stderr.starts_with("at least ") && stderr.contains("interrupted"), "{stderr}");
}

#[test]
fn what_a_newcomer_is_told_fits_the_window_and_works() {
    let told = |columns: &str, args: &[&str]| {
        let output = command(args).env("COLUMNS", columns).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let is_two_boards = |line: &str| line.matches('┌').count() == 2;
    assert!(told("80", &[]).lines().any(is_two_boards));
    let narrow = told("50", &[]);
    assert!(!narrow.lines().any(is_two_boards) && narrow.matches('┌').count() == 2, "{narrow}");
    for genre in registry::ALL {
        let rules = told("60", &["rules", genre.id]);
        assert!(rules.lines().all(|line| line.chars().count() <= 60), "{rules}");
        let whole: Vec<&str> = rules.split_whitespace().collect();
        assert_eq!(whole, run(&["rules", genre.id]).stdout.split_whitespace().collect::<Vec<_>>());
    }
    let suggested = narrow.lines().find_map(|line| line.trim().strip_prefix("gridwright solve ")).unwrap();
    assert_eq!(run(&["solve", suggested, "--unique"]).code, Some(0), "{suggested}");
}

#[test]
fn a_rule_variant_is_kept() {
    let address = "https://puzz.link/p?akari/v:other/7/7/hbjcm.ck1.ocj.h";
    assert_eq!(run(&["convert", address, "--to", "puzzlink"]).stdout, format!("{address}\n"));
    let lines = run_with(&["batch", "convert", "-", "--to", "puzzlink"], address.as_bytes()).stdout;
    assert_eq!(serde_json::from_str::<Value>(&lines).unwrap()["text"].as_str().unwrap().trim(), address);
}

#[test]
fn broken_rules_name_printed_digits_too() {
    let board = "gridwright sudoku\n1...\n....\n....\n....\nentries:\n...1\n....\n....\n....\n";
    let wrong = run(&["check", board]).stdout;
    assert!(wrong.contains("[r1c1 r1c4]"), "{wrong}");
}

#[test]
fn hints_tell_as_much_as_is_asked_for() {
    let keys = ["kind", "rules", "why", "what"];
    for stage in 1..=4 {
        let told = json(&["hint", "unique.txt", "--json", "--stage", &stage.to_string()]);
        for (i, key) in keys.iter().enumerate() {
            assert_eq!(told.get(*key).is_some(), i < stage, "{key} at stage {stage}: {told}");
        }
        let text = run(&["hint", "unique.txt", "--stage", &stage.to_string()]).stdout;
        let words = ["What kind: ", "Where: ", "Why: ", "What: "];
        for (i, word) in words.iter().enumerate() {
            assert_eq!(text.contains(word), i < stage, "{word} at stage {stage}: {text}");
        }
    }
}

#[test]
fn a_wrong_position_is_told_without_the_answer() {
    for (board, word) in [("wrong.txt", "These cannot all stand: "), ("stuck.txt", "no rule is broken yet")] {
        let ran = run(&["hint", board, "--stage", "4"]);
        assert!(
            ran.stdout.starts_with("Something is wrong already") && ran.stdout.contains(word),
            "{}",
            ran.stdout
        );
        assert!(!ran.stdout.contains("What"), "{}", ran.stdout);
    }
}

#[test]
fn explanations_are_pages_and_pictures() {
    let scratch = Scratch::new("explained");
    let page = scratch.file("page.html");
    run(&["explain", "unique.txt", "--html", &page]);
    let ran = run(&["explain", "unique.txt", "--html", "./unique.txt"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "it is being read");
    let text = std::fs::read_to_string(&page).unwrap();
    let steps = json(&["explain", "unique.txt", "--json"])["steps"].as_array().unwrap().len();
    assert_eq!(text.matches("<section>").count(), steps + 2, "start, steps and end");
    assert!(!text.contains("src=") && !text.contains("<link"), "it needs nothing else");
    let pictures = scratch.file("pictures");
    run(&["explain", "unique.txt", "--svg", &pictures]);
    assert_eq!(
        std::fs::read_dir(&pictures).unwrap().count(),
        steps + 2,
        "before the first step and after the last"
    );
    let again = run(&["explain", "unique.txt", "--svg", &pictures]);
    assert_eq!(again.code, Some(2), "old pictures and new ones would mix");
    assert!(again.stderr.contains("step-0.svg' exists already: --force replaces"), "{}", again.stderr);
    std::fs::write(scratch.file("pictures/step-0099.svg"), "of a longer run").unwrap();
    std::fs::write(scratch.file("pictures/mine.svg"), "no picture of a step").unwrap();
    assert_eq!(run(&["explain", "unique.txt", "--svg", &pictures, "--force"]).code, Some(0));
    assert_eq!(std::fs::read_dir(&pictures).unwrap().count(), steps + 3, "no old ones among the new ones");
    let again = run(&["explain", "unique.txt", "--html", &page]);
    assert!(again.stderr.contains("page.html' exists already: --force overwrites"), "{}", again.stderr);
    assert_eq!(run(&["explain", "unique.txt", "--html", &page, "--force"]).code, Some(0));
    let with_all = run(&["explain", "unique.txt", "--all", "--svg", &scratch.file("others")]);
    assert_eq!(with_all.code, Some(2), "{}", with_all.stderr);
}
