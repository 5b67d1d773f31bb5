//! Making puzzles, on one thread and on several.

use crate::running::{Scratch, command, run};
use gridwright::genres::{self, Genre};
use serde_json::Value;
use std::process::Command;

fn makers() -> impl Iterator<Item = &'static Genre> {
    genres::ALL.iter().copied().filter(|genre| genre.maker.is_some())
}

#[test]
fn threads_give_the_same_puzzles_in_the_same_order() {
    for genre in makers() {
        let args = ["generate", genre.id, "--size", "6", "--seed", "4", "--count", "40", "--json"];
        let one = run(&[&args[..], &["-j", "1"]].concat());
        let several = run(&[&args[..], &["-j", "3"]].concat());
        assert_eq!((one.code, one.stdout.lines().count()), (Some(0), 40), "{}", one.stderr);
        assert_eq!(one.stdout, several.stdout);
        for (line, index) in one.stdout.lines().zip(1..) {
            let record: Value = serde_json::from_str(line).unwrap();
            assert_eq!((&record["index"], &record["status"]), (&Value::from(index), &Value::from("made")));
        }
    }
}

#[test]
fn what_is_written_can_be_read_and_has_one_solution() {
    let scratch = Scratch::new("generate");
    for genre in makers() {
        let file = scratch.file(genre.id);
        let args =
            ["generate", genre.id, "--size", "8x8", "--seed", "2", "--difficulty", "medium", "-o", &file];
        let ran = run(&args);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
        assert_eq!(run(&["solve", &file, "--unique"]).code, Some(0), "{}", genre.id);
        let rated: Value = serde_json::from_str(&run(&["rate", &file, "--json"]).stdout).unwrap();
        let rating = (rated["rating"].as_f64().unwrap() * 100.0).round() as u64;
        let ratings = genre.maker.unwrap().levels().ratings("medium", 64).unwrap();
        assert!(ratings.contains(&rating), "{} {rating}", genre.id);
    }
    assert_eq!(scratch.names().len(), makers().count());
}

#[test]
fn wishes_are_refused_or_reported_in_words() {
    for genre in makers() {
        let cases: &[(&[&str], i32, &str)] = &[
            (&["--size", "0x5"], 2, "not possible"),
            (&["--size", "ten"], 2, "COLUMNSxROWS"),
            (&["--size", "6x4", "--symmetry", "rot4"], 2, "needs a square board, not 6x4"),
            (&["--size", "6", "--walls", "100"], 2, "walls"),
            (&["--size", "6", "--techniques", "magic"], 2, "knows no technique 'magic'"),
            (&["--size", "6", "--min", "3", "--max", "2"], 2, "above the greatest"),
            (&["--size", "6", "--min", "x"], 2, "a rating such as"),
            (&["--size", "6", "--count", "2", "--to", "svg"], 2, "one puzzle"),
            (&["--size", "6", "--min", "60", "--tries", "2"], 3, "could not within the budget of 2 boards"),
        ];
        for (args, code, words) in cases {
            let ran = run(&[&["generate", genre.id], *args].concat());
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(*code), ""), "{} {args:?}", genre.id);
            assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
        }
    }
    for genre in genres::ALL.iter().filter(|genre| genre.maker.is_none()) {
        let ran = run(&["generate", genre.id, "--size", "6"]);
        assert!(ran.code == Some(2) && ran.stderr.contains("cannot be made"), "{}", ran.stderr);
    }
}

#[test]
fn without_a_seed_one_is_told_that_gives_the_same_again() {
    let genre = makers().next().unwrap();
    let ran = run(&["generate", genre.id, "--size", "6", "--to", "native"]);
    let seed = ran.stderr.split_whitespace().skip_while(|word| *word != "--seed").nth(1).unwrap();
    let again = run(&["generate", genre.id, "--size", "6", "--to", "native", "--seed", seed]);
    assert_eq!(again.stdout, ran.stdout);
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_finished() {
    let scratch = Scratch::new("interrupted");
    let genre = makers().next().unwrap();
    let file = scratch.file("made.txt");
    let args =
        ["generate", genre.id, "--size", "10", "--seed", "1", "--count", "100000000", "--json", "-o", &file];
    let child = command(&args).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    assert!(stderr.contains("interrupted after ") && stderr.contains("made.txt.part"), "{stderr}");
    assert_eq!(scratch.names(), ["made.txt.part"]);
    let text = std::fs::read_to_string(scratch.file("made.txt.part")).unwrap();
    let indices: Vec<u64> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["index"].as_u64().unwrap())
        .collect();
    assert!(!indices.is_empty() && indices.is_sorted_by(|a, b| a < b), "{} puzzles", indices.len());
}
