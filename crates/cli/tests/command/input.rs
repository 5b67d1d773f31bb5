//! INPUT in all its forms: addresses without scheme, redirected standard input, a puzzle alone, lists of puzzles in JSON.

use crate::running::{Ran, Scratch, run, run_with};

const BODY: &str = "akari/7/7/hbjcm.ck1.ocj.h";
const ADDRESS: &str = "https://puzz.link/p?akari/7/7/hbjcm.ck1.ocj.h\n";
const SUDOKU: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn board() -> Vec<u8> {
    std::fs::read(crate::running::boards().join("unique.txt")).unwrap()
}

fn answered(ran: &Ran) -> &str {
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    &ran.stdout
}

#[test]
fn addresses_need_no_scheme() {
    for page in [
        "puzz.link/p",
        "www.puzz.link/p",
        "pzv.jp/p.html",
        "www.pzv.jp/p.html",
        "p.html",
        "http://pzv.jp/p.html",
    ] {
        let address = format!("{page}?{BODY}");
        assert_eq!(answered(&run(&["convert", &address, "--to", "puzzlink"])), ADDRESS, "{address}");
        let ran = run_with(&["batch", "convert", "-", "--to", "puzzlink"], address.as_bytes());
        assert!(answered(&ran).contains(ADDRESS.trim()), "{address}");
    }
    let ran = run(&["solve", "puzz.link/p?akari/7/7/hbjcm.ck1"]);
    assert!(ran.stderr.starts_with("error: the text is cut short"), "{}", ran.stderr);
}

#[test]
fn redirected_input_needs_no_dash() {
    for args in [
        &["solve"][..],
        &["count"],
        &["common"],
        &["sample"],
        &["explain"],
        &["hint"],
        &["rate"],
        &["clues"],
        &["minimise"],
        &["show"],
        &["convert", "--to", "native"],
        &["batch", "solve"],
    ] {
        let input = if args[0] == "batch" { ADDRESS.as_bytes().to_vec() } else { board() };
        let with_dash = match args {
            ["batch", action] => vec!["batch", action, "-"],
            _ => [&args[..1], &["-"], &args[1..]].concat(),
        };
        let (without, with) = (run_with(args, &input), run_with(&with_dash, &input));
        assert_ne!(without.code, Some(2), "{args:?}: {}", without.stderr);
        assert_eq!((without.code, without.stdout), (with.code, with.stdout), "{args:?}");
    }
    assert_eq!(run_with(&["emulsion", "score"], b"4").stdout, run(&["emulsion", "score", "4"]).stdout);
}

#[test]
fn missing_input_is_explained() {
    let expected = "error: there is no input: expected a file, '-' for standard input, or the puzzle itself";
    for command in ["solve", "check", "show"] {
        for nothing in ["", " \n"] {
            let ran = run_with(&[command], nothing.as_bytes());
            assert_eq!(ran.code, Some(2));
            assert!(ran.stderr.starts_with(expected), "{}", ran.stderr);
        }
    }
    let ran = run(&["emulsion", "show"]);
    assert!(ran.stderr.starts_with("error: there is no input: expected a file, "), "{}", ran.stderr);
}

#[test]
fn a_puzzle_alone_is_shown_where_there_is_no_terminal() {
    let shown = run(&["show", "unique.txt"]).stdout;
    assert_eq!(answered(&run(&["unique.txt"])), shown);
    assert_eq!(answered(&run(&["--genre", "lightup", "unique.txt"])), shown);
    assert_eq!(answered(&run_with(&["-"], &board())), shown);
    for puzzle in [BODY, "puzz.link/p?akari/7/7/hbjcm.ck1.ocj.h", "7x7:b1f2iB2g1Bi2fBb"] {
        assert_eq!(answered(&run(&[puzzle])), shown);
    }
    assert_eq!(answered(&run(&[SUDOKU, "--to", "line"])), format!("{SUDOKU}\n"));
    // The value of an option is not the puzzle.
    let scratch = Scratch::new("alone");
    let file = scratch.file("line");
    std::fs::write(&file, SUDOKU).unwrap();
    let mut command = crate::running::command(&["--from", "line", "line", "--to", "line"]);
    let ran = command.current_dir(&scratch.0).output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout).trim(),
        SUDOKU,
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

#[test]
fn mistyped_commands_are_still_found_out() {
    for args in [&["slove", "unique.txt"][..], &["slove"], &["--json", "slove", "x"]] {
        let ran = run(args);
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.starts_with("error: unrecognized subcommand 'slove'\n"), "{}", ran.stderr);
        assert!(ran.stderr.contains("a similar subcommand exists: 'solve'"), "{}", ran.stderr);
    }
    for (args, expected) in [
        (&["nosuch.txt"][..], "there is no file 'nosuch.txt'"),
        (&["unique.txt", "--bogus"], "unexpected argument '--bogus' found"),
        (&["unique.txt", "several.txt"], "unexpected argument 'several.txt' found"),
        (&["akari/7/7/hbjcm.ck1"], "the text is cut short"),
        (&[""], "unrecognized subcommand ''"),
    ] {
        let ran = run(args);
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.starts_with(&format!("error: {expected}")), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn json_lines_hold_puzzles_as_strings() {
    let lines = [
        format!(r#"{{"id":"a","url":"puzz.link/p?{BODY}"}}"#),
        format!(r#"{{"id":2,"puzzle":"{SUDOKU}","difficulty_of_others":3.5}}"#),
        format!(r#"{{"id":null,"givens":"{}"}}"#, SUDOKU.replace('.', "0")),
        r#"{"id":"no","url":"https://example.org/"}"#.to_string(),
    ];
    let ran = run_with(&["batch", "solve", "--to", "native"], lines.join("\n").as_bytes());
    let answers: Vec<serde_json::Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<String> = answers.iter().map(|a| format!("{} {}", a["id"], a["status"])).collect();
    assert_eq!(told, [r#""a" "unique""#, r#"2 "unique""#, r#"null "unique""#, r#""no" "error""#]);
    assert_eq!(answers[1]["solution"], answers[2]["solution"]);
    assert!(answers[3]["error"]["message"].as_str().unwrap().starts_with("in 'url': "));
    for line in &lines[..3] {
        assert_eq!(answered(&run(&["count", line])), "1\n");
    }
}

#[test]
fn digits_in_regions_may_be_one_string() {
    let native = |givens: &str| {
        let object =
            format!(r#"{{"genre":"suguru","regions":[["A","A","B"],["C","A","B"]],"givens":{givens}}}"#);
        run(&["convert", &object, "--to", "native"])
    };
    assert_eq!(answered(&native(r#""3....0""#)), answered(&native("[[3,0,0],[0,0,0]]")));
    let refused = native(r#""3....""#);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("'givens' has 5 characters for 6 cells"), "{}", refused.stderr);
}

#[test]
fn the_genre_decides_before_the_look_of_a_text() {
    let sixteen = format!("d.6..{}", ".".repeat(251));
    let grid: String = sixteen.as_bytes().chunks(16).map(|row| String::from_utf8_lossy(row) + "\n").collect();
    for args in
        [&[][..], &["--genre", "sudoku"], &["--from", "line"], &["--genre", "sudoku", "--from", "line"]]
    {
        let ran = run(&[&["convert", &sixteen, "--to", "line"], args].concat());
        assert_eq!(answered(&ran).to_lowercase().trim(), sixteen, "{args:?}");
    }
    let ran = run(&["convert", &grid, "--genre", "sudoku", "--to", "line"]);
    assert_eq!(answered(&ran).to_lowercase().trim(), sixteen);
    let remarked = format!("# hard\n{grid}");
    assert_eq!(run(&["convert", &remarked, "--genre", "sudoku", "--to", "line"]).stdout, ran.stdout);
    assert_eq!(run(&["solve", &sixteen, "--from", "asp"]).code, Some(2));
}
