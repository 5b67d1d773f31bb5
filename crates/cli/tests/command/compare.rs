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
