//! `compare`: sets of solutions from files, directories and pipes.

use crate::running::{Scratch, json, run, run_with};
use gridwright::registry;

#[test]
fn complete_sets_of_solutions_are_compared() {
    for genre in registry::ALL.iter().filter(|genre| genre.readers.asp.is_some()) {
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
        std::fs::write(&answers, "hello world\n").unwrap();
        let foreign = run(&["compare", &instance, &answers]);
        assert_eq!(foreign.code, Some(2), "a wrong file is no wrong answer: {}", foreign.stdout);
        assert!(foreign.stderr.contains("no atoms like those of our solutions"), "{}", foreign.stderr);
        std::fs::write(&answers, "UNSATISFIABLE\n").unwrap();
        assert_eq!(run(&["compare", &instance, &answers]).code, Some(1));
        std::fs::remove_file(&answers).unwrap();
        assert_eq!(
            run(&["compare", &instance, &scratch.0.display().to_string(), "--prefix", "x"]).code,
            Some(2)
        );
    }
}

/// The genre's example as facts, and its only solution as atoms.
fn served_example() -> (String, String) {
    let genre = registry::ALL.iter().find(|genre| genre.readers.asp.is_some()).unwrap();
    let facts = run(&["convert", genre.example, "--to", "asp"]).stdout;
    let answer = run(&["solve", genre.example, "--all", "--to", "asp"]).stdout;
    (facts, answer)
}

#[test]
fn answers_may_come_from_a_pipe() {
    let scratch = Scratch::new("pipe");
    let (facts, answer) = served_example();
    let instance = scratch.file("one.lp");
    std::fs::write(&instance, &facts).unwrap();
    let pipes: &[&str] = if cfg!(unix) { &["-", "/dev/stdin"] } else { &["-"] };
    for pipe in pipes {
        let equal = run_with(&["compare", &instance, pipe], answer.as_bytes());
        assert_eq!((equal.code, equal.stderr.as_str()), (Some(0), ""), "{pipe}: {}", equal.stdout);
    }
    let (answers, swapped) = (scratch.file("answers"), ["compare", "-", &scratch.file("answers")]);
    std::fs::write(&answers, &answer).unwrap();
    assert_eq!(run_with(&swapped, facts.as_bytes()).code, Some(0));
    assert_eq!(run(&["compare", "-", "-"]).code, Some(2));
}

#[test]
fn one_bad_file_does_not_end_the_comparison() {
    let (instances, sets) = (Scratch::new("instances"), Scratch::new("sets"));
    let (facts, answer) = served_example();
    for name in ["a", "b", "c", "d"] {
        std::fs::write(instances.file(&format!("{name}.lp")), &facts).unwrap();
        std::fs::write(sets.file(&format!("{name}.txt")), &answer).unwrap();
    }
    std::fs::write(instances.file("a.lp"), "nonsense(").unwrap();
    std::fs::write(sets.file("b.txt"), "nonsense(\n").unwrap();
    std::fs::write(instances.file("c.lp"), "gridwright lightup\n.\n").unwrap();
    std::fs::write(sets.file("c.txt"), "bulb(1,1)\n").unwrap();
    let directories = [instances.0.to_str().unwrap(), sets.0.to_str().unwrap()];
    let ran = run(&[&["compare"], &directories[..]].concat());
    assert_eq!(ran.code, Some(2), "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.starts_with("d: equal, ")
            && ran.stdout.ends_with("1 of 1 instance equal, 3 not compared\n")
    );
    assert_eq!(ran.stderr.matches("error: ").count(), 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("c.lp: solutions of Light Up are not written as atoms"), "{}", ran.stderr);
    let report = json(&[&["compare", "--json"], &directories[..]].concat());
    let results: Vec<&str> =
        report["instances"].as_array().unwrap().iter().map(|one| one["result"].as_str().unwrap()).collect();
    assert_eq!(results, ["error", "error", "error", "equal"]);
    assert_eq!(report["instances"][1]["error"]["line"], 1);
}

#[test]
fn failed_runs_are_incomplete_and_never_equal() {
    let scratch = Scratch::new("failed-runs");
    let (facts, answer) = served_example();
    let (instance, answers) = (scratch.file("one.lp"), scratch.file("answers.txt"));
    std::fs::write(&instance, &facts).unwrap();
    let clingo = |end: &str| format!("clingo version 5.7.1\nSolving...\nAnswer: 1\n{}\n{end}", answer.trim());
    for (text, reason) in [
        (String::new(), "it is empty"),
        ("UNKNOWN\n".to_string(), "the solver says UNKNOWN"),
        ("*** ERROR: (clingo): out of memory\nUNKNOWN\n".to_string(), "the solver failed"),
        (clingo("SATISFIABLE\n\nModels       : 1+\n"), "the solver did not look for all"),
        (clingo(""), "the output ends before the solver's summary"),
    ] {
        std::fs::write(&answers, &text).unwrap();
        let ran = run(&["compare", &instance, &answers]);
        assert_eq!(ran.code, Some(3), "{text}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("one: incomplete, 1 of ours"), "{}", ran.stdout);
        assert!(ran.stdout.contains(&format!("\n  incomplete: {reason}")), "{}", ran.stdout);
        assert!(ran.stdout.ends_with("0 of 1 instance equal\n"), "{}", ran.stdout);
    }
    std::fs::write(&answers, clingo("SATISFIABLE\n\nModels       : 1\n")).unwrap();
    assert_eq!(run(&["compare", &instance, &answers]).code, Some(0));
    // An unsolvable instance needs its UNSATISFIABLE.
    let none = run(&["convert", "gridwright sudoku\n11..\n....\n....\n....\n", "--to", "asp"]).stdout;
    std::fs::write(&instance, none).unwrap();
    std::fs::write(&answers, "").unwrap();
    assert_eq!(run(&["compare", &instance, &answers]).code, Some(3));
    std::fs::write(&answers, "UNSATISFIABLE\n").unwrap();
    assert_eq!(run(&["compare", &instance, &answers]).code, Some(0));
}

#[test]
fn every_genre_is_compared_in_its_own_formats() {
    for genre in registry::ALL {
        let scratch = Scratch::new(&format!("compared-{}", genre.id));
        let (instance, answers) = (scratch.file("one.txt"), scratch.file("answers.txt"));
        std::fs::write(&instance, genre.example).unwrap();
        // A course's lists of solutions leave out the board.
        for format in genre.written().into_iter().filter(|format| format.name() != "lists") {
            let solved = run(&["solve", &instance, "--all", "--to", format.name()]);
            if solved.code != Some(0) {
                assert_eq!(solved.code, Some(2), "{}", solved.stderr);
                continue;
            }
            // One a line, or native texts: other formats of several lines are for one board.
            if solved.stdout.trim().lines().count() > 1 && format.name() != "native" {
                continue;
            }
            std::fs::write(&answers, &solved.stdout).unwrap();
            let ran = run(&["compare", &instance, &answers]);
            assert_eq!(ran.code, Some(0), "{} {}: {}{}", genre.id, format.name(), ran.stdout, ran.stderr);
        }
        // The board as it is printed is no solution, and a rule says why.
        std::fs::write(&answers, run(&["convert", &instance, "--to", "json"]).stdout).unwrap();
        let report = json(&["compare", &instance, &answers, "--json"]);
        let compared = &report["instances"][0];
        assert_eq!(
            (&compared["result"], &compared["extra_count"], &compared["missing_count"]),
            (&"different".into(), &1.into(), &1.into()),
            "{report}"
        );
        let rule = compared["extras"][0]["rules"][0].as_str().unwrap_or_else(|| panic!("{report}"));
        assert!(rule.starts_with(genre.id) && compared["rules"][rule] == 1, "{report}");
        assert!(!compared["extras"][0]["faults"][0].as_str().unwrap().is_empty());
    }
}

#[test]
fn a_class_is_compared_in_one_run() {
    let scratch = Scratch::new("class");
    let (instances, students) = (scratch.0.join("instances"), scratch.0.join("students"));
    std::fs::create_dir(&instances).unwrap();
    for name in ["a", "b"] {
        std::fs::write(instances.join(format!("{name}.txt")), "gridwright sudoku\n12..\n34..\n....\n....\n")
            .unwrap();
    }
    let all = run(&["solve", "gridwright sudoku\n12..\n34..\n....\n....\n", "--all", "--to", "line"]).stdout;
    let most: Vec<&str> = all.lines().skip(2).collect();
    let wrong = "1243342121341341";
    for (student, file, text) in [
        ("ada", "a.txt", all.clone()),
        ("ada", "b.txt", all.clone()),
        ("bob, jr", "a.txt", format!("{}\n{wrong}\n", most.join("\n"))),
        ("eve", "a.txt", String::new()),
        ("eve", "b.txt", "hello\n".to_string()),
    ] {
        std::fs::create_dir_all(students.join(student)).unwrap();
        std::fs::write(students.join(student).join(file), text).unwrap();
    }
    let folders = [instances.to_str().unwrap(), students.to_str().unwrap()];
    let ran = run(&[&["compare"], &folders[..]].concat());
    assert_eq!(ran.code, Some(2), "{}{}", ran.stdout, ran.stderr);
    for words in [
        "ada: 2 of 2 instances equal\n",
        "bob, jr: a: different, 12 of ours, 11 of theirs, 2 missing, 1 extra, ",
        "    broken: sudoku.row: row 4 has more than one 1",
        "bob, jr: b: absent, no answers\n",
        "bob, jr: 0 of 2 instances equal\n",
        "eve: a: incomplete, ",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
    let table = run(&[&["compare", "--to", "csv"], &folders[..]].concat()).stdout;
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[0], "student,instance,result,ours,theirs,missing,extra,rules,reason,seconds");
    assert_eq!(rows.len(), 7, "{table}");
    assert!(
        rows[3].starts_with("\"bob, jr\",") && rows[3].contains(",different,12,11,2,1,sudoku."),
        "{table}"
    );
    assert!(rows[4].contains(",absent,,,,,,,"), "{table}");
    assert!(rows[5].contains(",incomplete,12,0,12,0,,it is empty"), "{table}");
    assert!(rows[6].contains(",error,"), "{table}");
    let report = json(&[&["compare", "--json"], &folders[..]].concat());
    assert_eq!(report["students"][1]["student"], "bob, jr");
    assert_eq!(report["students"][0]["equal"], 2);
}
