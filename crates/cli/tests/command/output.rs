//! Where results go, and how much is said beside them.

use crate::running::{Scratch, command, run, run_with};
use std::fs;

#[test]
fn boards_are_shown_and_converted_into_files() {
    let scratch = Scratch::new("boards");
    for (name, words) in [
        ("shown", &["show", "partial.txt", "--style", "ascii"][..]),
        ("picture", &["show", "partial.txt", "--to", "svg"]),
        ("converted", &["convert", "partial.txt", "--to", "json"]),
        ("document", &["convert", "partial.txt", "--to", "native", "--json"]),
    ] {
        let file = scratch.file(name);
        let printed = run(words).stdout;
        let ran = run(&[words, &["-o", &file]].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{name}: {}", ran.stderr);
        assert_eq!(fs::read_to_string(&file).unwrap(), printed, "{name}");
        fs::write(&file, "old").unwrap();
        let ran = run(&[words, &["-o", &file]].concat());
        assert_eq!(ran.code, Some(2), "{name}");
        assert!(ran.stderr.contains("exists already: --force overwrites it"), "{}", ran.stderr);
        assert_eq!(run(&[words, &["-o", &file, "--force"]].concat()).code, Some(0), "{name}");
        assert_eq!(fs::read_to_string(&file).unwrap(), printed, "{name}");
        // A puzzle is not written over by what becomes of it.
        let text = run(&["convert", "partial.txt", "--to", "native"]).stdout;
        fs::write(&file, &text).unwrap();
        let ran = run(&["convert", &file, "--to", "json", "--force", "-o", &file]);
        assert!(ran.code == Some(2) && ran.stderr.contains("is being read"), "{}", ran.stderr);
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{name}");
    }
    // What a format cannot hold leaves no file behind.
    let ran = run(&["convert", "partial.txt", "--to", "line", "-o", &scratch.file("none")]);
    assert_eq!(ran.code, Some(2), "{}", ran.stdout);
    assert_eq!(scratch.names().len(), 4, "{:?}", scratch.names());
}

#[test]
fn a_cleared_puzzle_has_nothing_entered() {
    let scratch = Scratch::new("cleared");
    let played = scratch.file("played");
    // A game with entries, a mark and a history.
    let commands = format!("0 0\nm 0 1\nw {played}\n");
    let game = run_with(&["play", "--plain", "unique.txt"], commands.as_bytes());
    assert!(game.stdout.contains("written to"), "{}", game.stdout);
    for (printed, started) in [("unique.txt", played.as_str()), ("unique.txt", "unique.txt")] {
        for form in [
            &["convert", "--to", "native"][..],
            &["convert", "--to", "tatham"],
            &["convert", "--to", "json"],
            &["convert", "--to", "svg"],
            &["show", "--style", "ascii"],
        ] {
            let cleared = run(&[form, &[started, "--clear"]].concat());
            assert_eq!(cleared.code, Some(0), "{form:?}: {}", cleared.stderr);
            assert_eq!(cleared.stdout, run(&[form, &[printed]].concat()).stdout, "{form:?} {started}");
        }
    }
    let entered = run(&["convert", "--to", "native", &played]).stdout;
    assert_ne!(entered, run(&["convert", "--to", "native", &played, "--clear"]).stdout);
    // What is printed as a clue stays, what is entered goes.
    let sudoku = "gridwright sudoku\n1...\n....\n....\n....\nentries:\n.2..\n....\n....\n....\nactions:\nr1c2 2\nr2c2 ~3\n";
    let line = run(&["convert", sudoku, "--to", "line", "--clear"]);
    assert_eq!((line.code, line.stdout.as_str()), (Some(0), "1...............\n"), "{}", line.stderr);
}

#[test]
fn quiet_leaves_only_errors_on_standard_error() {
    let scratch = Scratch::new("quiet");
    let pictures = scratch.file("steps");
    for words in [
        &["solve", "unique.txt", "--to", "native"][..],
        &["hint", "unique.txt"],
        &["count", "endless.txt", "--timeout", "200ms"],
        &["count", "none.txt", "--atoms"],
        &["generate", "lightup", "--size", "5"],
        &["clues", "several.txt"],
        &["explain", "unique.txt", "--svg", &pictures, "--force"],
        &["solve", "{\"genre\":\"lightup\",\"grid\":[\".\"],\"strange\":1}"],
    ] {
        let loud = run(words);
        assert_ne!(loud.stderr, "", "{words:?} has something to say");
        for quiet in ["--quiet", "-q"] {
            let ran = run(&[words, &[quiet]].concat());
            assert_eq!((ran.code, ran.stderr.as_str()), (loud.code, ""), "{words:?}");
        }
    }
    for words in [&["solve", "no-such.txt"][..], &["generate", "lightup", "--size", "0"]] {
        let (loud, quiet) = (run(words), run(&[words, &["--quiet"]].concat()));
        assert!(loud.stderr.starts_with("error: "), "{}", loud.stderr);
        assert_eq!((quiet.code, quiet.stderr), (loud.code, loud.stderr), "{words:?}");
    }
    for path in [&["solve"][..], &["emulsion", "play"], &[]] {
        let help = run(&[path, &["--help"]].concat()).stdout;
        assert!(help.contains("-q, --quiet"), "{help}");
    }
}

/// The names of what is in a directory, in order.
fn names_in(directory: &str) -> Vec<String> {
    let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn several_pictures_go_into_a_directory() {
    let scratch = Scratch::new("several");
    let generate = ["generate", "lightup", "--size", "5", "--to", "svg", "--seed", "3", "--count"];
    let all = ["solve", "several.txt", "--to", "svg", "--all"];
    let some = ["solve", "several.txt", "--to", "svg", "--limit", "2"];
    let drawn = ["sample", "several.txt", "--to", "svg", "-n", "2", "--seed", "2"];
    let cases: [(&[&str], &[&str]); 4] = [
        (&drawn, &["solution-1.svg", "solution-2.svg"]),
        (&[&generate[..], &["11"]].concat(), &["puzzle-01.svg", "puzzle-11.svg"]),
        (&all, &["solution-000001.svg", "solution-000006.svg"]),
        (&some, &["solution-1.svg", "solution-2.svg"]),
    ];
    for (i, (words, expected)) in cases.into_iter().enumerate() {
        let ran = run(words);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{words:?} without a directory");
        let directory = scratch.file(&format!("made/{i}"));
        let ran = run(&[words, &["-o", &directory]].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{words:?}: {}", ran.stderr);
        let names = names_in(&directory);
        assert_eq!([names.first().unwrap(), names.last().unwrap()], [expected[0], expected[1]], "{words:?}");
        let pictures: Vec<String> =
            names.iter().map(|name| fs::read_to_string(format!("{directory}/{name}")).unwrap()).collect();
        assert!(
            pictures
                .iter()
                .all(|picture| picture.starts_with("<svg") && picture.matches("<svg").count() == 1)
        );
        assert!(pictures.windows(2).all(|two| two[0] != two[1]), "each has its own board");

        // Old pictures and new ones do not mix.
        let stem = expected[0].split('-').next().unwrap();
        fs::write(format!("{directory}/{stem}-0099.svg"), "of a longer run").unwrap();
        fs::write(format!("{directory}/mine.svg"), "none of ours").unwrap();
        let ran = run(&[words, &["-o", &directory]].concat());
        assert_eq!(ran.code, Some(2), "{words:?}");
        assert!(ran.stderr.contains("exists already: --force replaces the pictures"), "{}", ran.stderr);
        assert_eq!(run(&[words, &["-o", &directory, "--force"]].concat()).code, Some(0), "{words:?}");
        assert_eq!(names_in(&directory), [&["mine.svg".to_string()], &names[..]].concat(), "{words:?}");
        let file = scratch.file("file");
        fs::write(&file, "old").unwrap();
        let ran = run(&[words, &["-o", &file, "--force"]].concat());
        assert!(ran.code == Some(2) && ran.stderr.contains("expected a directory"), "{}", ran.stderr);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    }
    // A puzzle has the same number and picture whatever is made with it, and one picture alone is a file.
    let (one, folder) = (scratch.file("one.svg"), scratch.file("folder"));
    fs::create_dir(&folder).unwrap();
    for target in [&one, &folder] {
        assert_eq!(run(&[&generate[..], &["1", "-o", target]].concat()).code, Some(0));
    }
    let first = fs::read_to_string(scratch.file("made/1/puzzle-01.svg")).unwrap();
    assert_eq!(fs::read_to_string(&one).unwrap(), first);
    assert_eq!(fs::read_to_string(scratch.file("folder/puzzle-1.svg")).unwrap(), first);
}

#[test]
fn solutions_go_into_files() {
    let scratch = Scratch::new("solutions");
    for (name, options) in
        [("one", &["--to", "svg"][..]), ("all", &["--all", "--to", "native"]), ("json", &["--json"])]
    {
        let file = scratch.file(name);
        let words = [&["solve", "several.txt"], options].concat();
        let ran = run(&[&words[..], &["-o", &file]].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{name}: {}", ran.stderr);
        assert_eq!(fs::read_to_string(&file).unwrap(), run(&words).stdout, "{name}");
        assert_eq!(run(&[&words[..], &["-o", &file]].concat()).code, Some(2), "{name} exists already");
    }
    let ran = run(&["generate", "lightup", "--size", "5", "--json", "--to", "svg"]);
    assert_eq!((ran.code, ran.stderr.contains("'svg' is a drawing")), (Some(2), true), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_pictures() {
    let scratch = Scratch::new("cut");
    let directory = scratch.file("pictures");
    let words = ["solve", "open14.txt", "--all", "--to", "svg", "-o", &directory];
    let child = command(&words).spawn().unwrap();
    let first = std::path::Path::new(&directory).join("solution-000001.svg");
    while !first.exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    let names = names_in(&directory);
    assert!(told.starts_with(&format!("{} solution", names.len())), "{told}");
    for (number, name) in (1..).zip(&names) {
        assert_eq!(*name, format!("solution-{number:06}.svg"));
        let picture = fs::read_to_string(format!("{directory}/{name}")).unwrap();
        assert!(picture.trim_end().ends_with("</svg>"), "{name}");
    }
}
