//! `sheet`: puzzles on paper.

use crate::running::{Scratch, json, run, run_with};
use std::fs;

const SMALL: &str = "4x4:dB1d02d";
const SUDOKU: &str = "sudoku/4/4/i22j42i14";

fn pages_of(pdf: &[u8]) -> usize {
    assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    pdf.windows(12).filter(|window| *window == b"/Type /Page\n").count()
}

#[test]
fn files_are_what_their_names_say() {
    let scratch = Scratch::new("sheets");
    let file = scratch.file("one.pdf");
    let ran = run(&["sheet", "unique.txt", SUDOKU, "-o", &file, "--per-page", "1", "--title", "Two"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    assert_eq!(ran.stderr, "2 puzzles on 3 pages\n");
    assert_eq!(pages_of(&fs::read(&file).unwrap()), 3);
    let again = run(&["sheet", "unique.txt", "-o", &file]);
    assert!(again.code == Some(2) && again.stderr.contains("exists already: --force"), "{}", again.stderr);
    for (name, start) in [("pages.svg", &b"<svg"[..]), ("pages.png", b"\x89PNG")] {
        let ran = run(&["sheet", SUDOKU, "-o", &scratch.file(name), "--dots", "30"]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        let (stem, ending) = name.split_once('.').unwrap();
        for page in 1..=2 {
            let written = fs::read(scratch.file(&format!("{stem}-{page}.{ending}"))).unwrap();
            assert!(written.starts_with(start), "{name}");
        }
    }
    let svg = run(&["sheet", SUDOKU, "-o", &scratch.file("one.svg"), "--solutions", "none"]);
    assert_eq!(svg.code, Some(0), "one page keeps the name");
    let page = fs::read_to_string(scratch.file("one.svg")).unwrap();
    assert!(page.contains(">1. Sudoku<") && page.contains("Fill the grid so that"), "{page}");
    for wrong in ["sheet.txt", "sheet"] {
        let ran = run(&["sheet", SUDOKU, "-o", &scratch.file(wrong)]);
        assert!(ran.code == Some(2) && ran.stderr.contains(".pdf, .svg or .png"), "{}", ran.stderr);
    }
    let missing = run(&["sheet", SUDOKU]);
    assert!(missing.code == Some(2) && missing.stderr.contains("-o is missing"), "{}", missing.stderr);
    let strange = run(&["sheet", SUDOKU, "-o", &scratch.file("strange.pdf"), "--title", "数独"]);
    assert!(strange.code == Some(2) && strange.stderr.contains("holds '数'"), "{}", strange.stderr);
}

#[test]
fn every_board_that_is_wrong_is_told_with_its_place_and_nothing_is_written() {
    let scratch = Scratch::new("sheets-wrong");
    let (many, target) = (scratch.file("many.txt"), scratch.file("many.pdf"));
    fs::write(&many, format!("{SUDOKU}\n{SMALL}\nsudoku/4/4/zz\n\n3x3:zz\n{SMALL}\n")).unwrap();
    let first = scratch.file("first.txt");
    fs::write(&first, format!("sudoku/4/4/zz\n{SUDOKU}\n3x3:zz\n")).unwrap();
    let ran = run(&["sheet", &many, &first, "nowhere.txt", "-o", &target]);
    assert_eq!(ran.code, Some(2));
    for place in ["many.txt:3:", "many.txt:5:", "first.txt:1:", "first.txt:3:", "nowhere.txt"] {
        assert!(ran.stderr.contains(place), "{place}: {}", ran.stderr);
    }
    fs::remove_file(&first).unwrap();
    assert_eq!(scratch.names(), ["many.txt"]);
}

#[test]
fn files_with_many_puzzles_and_standard_input_are_taken() {
    let lines = format!(
        "{SUDOKU}\n\n{{\"genre\":\"lightup\",\"grid\":[\"..\",\"..\"]}}\ngridwright lightup\n.0\n1.\n"
    );
    let ran = run_with(&["sheet", "--json", "--no-difficulty"], lines.as_bytes());
    let sheet: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let genres: Vec<&str> =
        sheet["puzzles"].as_array().unwrap().iter().map(|puzzle| puzzle["genre"].as_str().unwrap()).collect();
    assert_eq!(genres, ["sudoku", "lightup", "lightup"]);
    assert_eq!(sheet["page_count"], 2);
    assert_eq!(sheet["pages"].as_array().unwrap().len(), 2);
    assert_eq!(sheet["puzzles"][1]["unprinted"], "more than one solution");
    assert_eq!(ran.code, Some(1), "not every puzzle has one solution");
    assert!(ran.stderr.contains("puzzle 2: more than one solution"), "{}", ran.stderr);
    let large = json(&["sheet", SUDOKU, SMALL, "--json", "--large-print", "--solutions", "back"]);
    assert_eq!((&large["page_count"], &large["puzzles"][1]["solution_page"]), (&4.into(), &4.into()));
}
