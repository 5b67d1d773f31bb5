//! Making puzzles, on one thread and on several.

use crate::running::{Scratch, command, run, run_with};
use gridwright::{Genre, Spec, registry};
use serde_json::Value;
use std::process::Command;

fn makers() -> impl Iterator<Item = &'static Genre> {
    registry::ALL.iter().copied().filter(|genre| genre.maker.is_some())
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
        assert_eq!(rated["difficulty"], "medium", "{}", genre.id);
    }
    assert_eq!(scratch.names().len(), makers().count());
}

#[test]
fn batch_reads_what_generate_writes() {
    let scratch = Scratch::new("handed-on");
    let answers = |stdout: &str| -> Vec<Value> {
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let mut all = String::new();
    for genre in makers() {
        let file = scratch.file(genre.id);
        let args = ["generate", genre.id, "--size", "6", "--seed", "3", "--count", "5"];
        assert_eq!(run(&[&args[..], &["-o", &file]].concat()).code, Some(0));
        let counted = run(&["batch", "count", &file]);
        assert_eq!(counted.code, Some(0), "{}", counted.stdout);
        let text = std::fs::read_to_string(&file).unwrap();
        let is_header = |(_, line): &(u64, &str)| line.starts_with("gridwright ");
        let headers: Vec<u64> = (1..).zip(text.lines()).filter(is_header).map(|(number, _)| number).collect();
        assert_eq!(headers.len(), 5);
        let counted = answers(&counted.stdout);
        let told: Vec<u64> = counted.iter().map(|answer| answer["index"].as_u64().unwrap()).collect();
        assert_eq!(told, headers);
        assert!(counted.iter().all(|answer| answer["count"] == 1 && answer["genre"] == genre.id));
        let hint = run(&["solve", &file]);
        assert!(hint.code == Some(2) && hint.stderr.contains("'gridwright batch'"), "{}", hint.stderr);

        for to in [&[][..], &["--to", "native"]] {
            let records = run(&[&args[..], &["--min", "0", "--json"], to].concat()).stdout;
            let rated = run_with(&["batch", "rate", "-"], records.as_bytes());
            assert_eq!(rated.code, Some(0), "{}", rated.stdout);
            let (made, rated) = (answers(&records), answers(&rated.stdout));
            assert_eq!((made.len(), rated.len()), (5, 5));
            for (made, rated) in made.iter().zip(rated) {
                assert_eq!(
                    (&made["rating"], &made["hardest"]),
                    (&rated["rating"], &rated["hardest"]["name"])
                );
                assert!(rated["warnings"].is_null());
            }
            all += &records;
        }
        all += &text;
    }
    let solved = run_with(&["batch", "solve", "-", "-j", "2"], all.as_bytes());
    assert_eq!((solved.code, solved.stdout.lines().count()), (Some(0), 15 * makers().count()));
    // A puzzle that could not be made is reported as such.
    let genre = makers().next().unwrap();
    let missed = run(&["generate", genre.id, "--size", "6", "--min", "60", "--tries", "2", "--json"]).stdout;
    let told = answers(&run_with(&["batch", "solve", "-"], missed.as_bytes()).stdout);
    assert_eq!(told[0]["error"]["message"], "no puzzle was made here");
}

#[test]
fn names_of_techniques_may_be_written_in_any_case_and_with_blanks() {
    for genre in makers() {
        let names: Vec<String> = genre.techniques.iter().map(|t| t.name.to_uppercase()).collect();
        let args = ["generate", genre.id, "--size", "5", "--seed", "1", "--techniques", &names.join(" , ")];
        let ran = run(&args);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    }
}

#[test]
fn help_tells_the_usual_symmetry_of_every_genre() {
    let help = run(&["generate", "--help"]).stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let defaults = help.split("[default: ").find(|rest| rest.contains("none with --several")).unwrap();
    let defaults = defaults.split(']').next().unwrap();
    for genre in makers() {
        let usual = genre.maker.unwrap().usual_symmetry();
        let told = defaults.split("; ").find(|part| part.contains(genre.name)).unwrap();
        assert_eq!(told.split(' ').next().unwrap().parse(), Ok(usual), "{told}");
    }
}

#[test]
fn what_may_surprise_is_remarked() {
    for genre in makers() {
        for side in [4, 5, 7] {
            let spec = Spec::new(genre).square(side);
            let note = genre.maker.unwrap().note(&spec).map_or(String::new(), |note| note + "\n");
            let ran = run(&["generate", genre.id, "--size", &side.to_string(), "--seed", "1"]);
            assert_eq!((ran.code, ran.stderr), (Some(0), note), "{} {side}", genre.id);
        }
    }
}

#[test]
fn what_cannot_be_made_is_refused_or_reported_in_words() {
    for genre in makers() {
        let (least, most) = genre.maker.unwrap().sides(&Spec::new(genre).square(6)).into_inner();
        let large = (most + 1).to_string();
        let limit = format!("cannot generate {large}x{large}: the maximum is {most}x{most}");
        let minimum = format!("cannot generate 0x5: the minimum is {least}x{least}");
        let small = least.max(3).to_string();
        let cases: &[(&[&str], i32, &str)] = &[
            (&["--size", "0x5"], 2, &minimum),
            (&["--size", &large], 2, &limit),
            (&["--size", "ten"], 2, "COLUMNSxROWS"),
            (&["--size", "6x4", "--symmetry", "rot4"], 2, "needs a square board, not 6x4"),
            (&["--size", "6", "--walls", "100"], 2, "walls"),
            (&["--size", "6", "--techniques", "magic"], 2, "knows no technique 'magic'"),
            (&["--size", "6", "--min", "3", "--max", "2"], 2, "above the greatest"),
            (&["--size", "6", "--min", "x"], 2, "a rating such as"),
            (&["--size", "6", "--count", "2", "--to", "svg"], 2, "need a directory: add -o DIR"),
            (
                &["--size", &small, "--difficulty", "expert", "--tries", "9", "--seed", "1"],
                3,
                "the hardest step of 'expert' puzzles is at least ",
            ),
            (&["--size", "6", "--min", "60", "--tries", "2"], 3, "not found on 2 boards"),
        ];
        for (args, code, words) in cases {
            let ran = run(&[&["generate", genre.id], *args].concat());
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(*code), ""), "{} {args:?}", genre.id);
            assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
        }
    }
    for genre in registry::ALL.iter().filter(|genre| genre.maker.is_none()) {
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
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("interrupted after ") && stderr.contains("made.txt.part"), "{stderr}");
    assert_eq!(scratch.names(), ["made.txt.part"]);
    let text = std::fs::read_to_string(scratch.file("made.txt.part")).unwrap();
    let indices: Vec<u64> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["index"].as_u64().unwrap())
        .collect();
    assert!(!indices.is_empty() && indices.is_sorted_by(|a, b| a < b), "{} puzzles", indices.len());
}

#[test]
fn patterns_and_examples_come_from_files() {
    let scratch = Scratch::new("patterns");
    let file = scratch.file("pattern");
    std::fs::write(&file, "#..#..#\n.......\n.......\n#..#..#\n.......\n.......\n#..#..#\n").unwrap();
    let args = ["generate", "lightup", "--pattern", &file, "--seed", "1", "--to", "native"];
    let ran = run(&args);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let rows: Vec<&str> = ran.stdout.lines().filter(|line| line.len() == 7).collect();
    assert_eq!(rows.len(), 7, "{}", ran.stdout);
    assert!(rows.iter().enumerate().all(|(row, text)| {
        text.char_indices().all(|(col, c)| (c != '.') == (row % 3 == 0 && col % 3 == 0))
    }));
    let like = scratch.file("like");
    std::fs::write(&like, &ran.stdout).unwrap();
    let made = run(&["generate", "--like", &like, "--seed", "2", "--json"]);
    let record: Value = serde_json::from_str(&made.stdout).unwrap();
    assert_eq!(
        (made.code, &record["genre"], &record["status"]),
        (Some(0), &"lightup".into(), &"made".into())
    );
    // What is wrong with a pattern is said with its place, before anything is made.
    std::fs::write(&file, "#..\n..\n").unwrap();
    for command in [&["generate", "lightup"][..], &["complete", "2x3:f"]] {
        let ran = run(&[command, &["--pattern", &file]].concat());
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        assert!(
            ran.stderr.contains("of the pattern has") || ran.stderr.contains("the pattern has"),
            "{}",
            ran.stderr
        );
    }
    std::fs::write(&file, "x..\n...\n").unwrap();
    assert_eq!(run(&["complete", "3x2:f", "--pattern", &file]).code, Some(1));
    let other = run(&["generate", "sudoku", "--like", &like]);
    assert_eq!(other.code, Some(2), "{}", other.stderr);
}
