//! The formats both ways: what is kept, what other programs write, what is refused.

use super::super::tests::{solved, sudoku};
use super::super::{Boxes, GENRE, Sudoku};
use crate::formats::Format;
use crate::frames::{Encode, penpa, tatham};
use crate::genres::digits::samples::{Chance, expect_refusals, expect_round_trip, reading};
use crate::genres::digits::{Digits, symbol};
use crate::grid::{Cell, Grid};
use crate::model::{Atom, Position, Value, Verdict, verdict};
use crate::printed::PrintedBoard;

/// Boards of many sizes with random givens.
fn random_boards() -> Vec<Sudoku> {
    let mut chance = Chance(5);
    let mut boards = Vec::new();
    for (side, options) in [
        (1, &[] as &[(&str, &str)]),
        (1, &[("rules", "latin")]),
        (2, &[]),
        (4, &[]),
        (4, &[("rules", "latin")]),
        (6, &[]),
        (6, &[("boxes", "2x3")]),
        (7, &[]),
        (8, &[("rules", "latin"), ("boxes", "2x4")]),
        (9, &[]),
        (10, &[]),
        (12, &[("boxes", "6x2")]),
        (16, &[]),
        (25, &[]),
        (36, &[]),
    ] {
        let blank = Digits::new(Grid::new(side, side).unwrap(), |_| side as u32);
        boards.push(sudoku(side, options, chance.digits(&blank, 2)));
    }
    boards
}

#[test]
fn our_own_formats_keep_everything() {
    let mut chance = Chance(3);
    for board in random_boards() {
        for position in [Position::blank(board.atom_count()), chance.position(&board.digits)] {
            expect_round_trip(&board, &position, Format::Native);
            expect_round_trip(&board, &position, Format::Json);
        }
    }
}

#[test]
fn foreign_formats_keep_what_they_can_and_refuse_the_rest() {
    for board in random_boards() {
        let blank = Position::blank(board.atom_count());
        let side = board.side;
        let usual = board.boxes() == Boxes::squarest(side);
        let square = board.boxes().is_some_and(|b| b.cols == b.rows);
        let latin = board.boxes().is_none();
        for (format, possible) in [
            (Format::Puzzlink, usual && (square || side == 6)),
            (Format::Pzprv3, usual && (square || side == 6)),
            (Format::Tatham, board.boxes().is_some() && side > 1 && side <= 31),
            (Format::Asp, side.isqrt().pow(2) == side),
            (Format::Line, usual && !latin && side < 36),
            (Format::Grid, !latin),
        ] {
            if possible {
                let text = board.write(format, &blank).unwrap();
                let back = reading(&text, Some(format), &GENRE);
                assert_eq!(back.puzzle.downcast_ref::<Sudoku>(), Some(&board), "{text}");
                assert_eq!((back.position.is_blank(), back.warnings.len()), (true, 0));
            } else {
                board.write(format, &blank).unwrap_err();
            }
            let mut crossed = blank.clone();
            crossed.board.set(Atom(0), Value::No);
            board.write(format, &crossed).unwrap_err();
        }
    }
}

#[test]
fn save_files_and_pzpr_files_hold_entries_and_notes() {
    let mut chance = Chance(31);
    for board in random_boards().into_iter().filter(|board| board.boxes().is_some() && board.side > 1) {
        let mut position = Position::blank(board.atom_count());
        for cell in board.grid().cells().filter(|&cell| board.given(cell).is_none()) {
            let digit = 1 + chance.below(board.side) as u32;
            let atom = board.atom(cell, digit).unwrap();
            match chance.below(3) {
                0 => position.board.set(atom, Value::Yes),
                1 => position.notes.set(atom, true),
                _ => {}
            }
        }
        if board.side <= 31 {
            expect_round_trip(&board, &position, Format::Tatham);
        }
        if matches!(board.side, 4 | 9 | 16 | 25) {
            expect_round_trip(&board, &position, Format::Pzprv3);
        }
    }
}

const WELL_KNOWN_SOLO: &str = "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9";

#[test]
fn other_programs_write_the_same() {
    let board = reading(WELL_KNOWN, None, &GENRE);
    for (format, expected) in [
        (
            Format::Puzzlink,
            "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79",
        ),
        (Format::Tatham, WELL_KNOWN_SOLO),
    ] {
        assert_eq!(board.puzzle.write(format, &board.position).unwrap(), expected);
        let read = reading(expected, None, &GENRE);
        assert_eq!(format!("{:?}", read.puzzle.board()), format!("{:?}", board.puzzle.board()));
    }
    let small = reading("sudoku/4/4/g1k23k3g", None, &GENRE);
    assert_eq!(small.puzzle.write(Format::Line, &small.position).unwrap(), ".1.....23.....3.\n");
    let file =
        "pzprv3\nsudoku\n4\n. 1 . . \n. . . 2 \n3 . . . \n. . 3 . \n2 . 4 3 \n4 3 1 . \n. 4 2 1 \n1 2 . 4 \n";
    for input in [file.to_string(), file.replace('\n', "/")] {
        let read = reading(&input, None, &GENRE);
        assert_eq!(verdict(read.puzzle.model(), &read.position.board), Verdict::Solved);
        assert_eq!(format!("{:?}", read.puzzle.board()), format!("{:?}", small.puzzle.board()));
        assert_eq!(read.puzzle.write(Format::Pzprv3, &read.position).unwrap(), file);
    }
}

#[test]
fn solo_boxes_are_rows_first_and_moves_are_made() {
    let six = reading("2x3db:1zi", Some(Format::Tatham), &GENRE);
    let sudoku = six.puzzle.downcast_ref::<Sudoku>().unwrap();
    assert_eq!(sudoku.boxes(), Some(Boxes { cols: 3, rows: 2 }));
    for params in ["2x2", "2", "2x2a", "2x2r4", "2x2m2dt", "2x2md4de", "2x2r"] {
        reading(&format!("{params}:p"), Some(Format::Tatham), &GENRE);
    }
    let moves =
        ["P0,1,3", "P0,1,4", "P0,1,3", "R1,1,2", "P2,1,1", "R2,1,4", "R2,1,0", "P3,3,1"].map(String::from);
    let save = tatham::write_save("Solo", "2x2", "1o", &moves, moves.len());
    let read = reading(&save, None, &GENRE);
    let names = |atoms: Vec<Atom>| atoms.iter().map(|atom| read.puzzle.atom_name(*atom)).collect::<Vec<_>>();
    assert_eq!(names(read.position.board.yes().collect()), ["r2c2 2"]);
    assert_eq!(names(read.position.notes.iter().collect()), ["r2c1 4", "r4c4 1"]);
    let solved = ["M", "S1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1"].map(String::from);
    let read = reading(&tatham::write_save("Solo", "2x2", "1o", &solved, solved.len()), None, &GENRE);
    assert_eq!(verdict(read.puzzle.model(), &read.position.board), Verdict::Solved);
    assert_eq!(read.position.notes.iter().count(), 15 * 4);
    for (moves, notes) in [
        (&["M", "M"][..], 15 * 4),
        (&["M", "P1,1,1", "P1,1,2"], 15 * 4 - 2),
        (&["M", "P1,1,1", "M"], 15 * 4),
        (&["M", "R1,1,2", "M"], 14 * 4),
        (&["R1,1,2", "M", "R1,1,0"], 14 * 4),
        (&["R1,1,2", "M", "R1,1,0", "M"], 15 * 4),
    ] {
        let made: Vec<String> = moves.iter().map(|made| made.to_string()).collect();
        let read = reading(&tatham::write_save("Solo", "2x2", "1o", &made, made.len()), None, &GENRE);
        assert_eq!(read.position.notes.iter().count(), notes, "{moves:?}");
    }
}

#[test]
fn pages_may_draw_their_boxes() {
    let page = |kind: &str, question: &str| penpa::tests::page(kind, "[0,0,0,0]", question, "{}", "");
    // 4 by 4 cells make rows of 8 places, 64 in all; the corner below and right of r1c1 is 64 + 18.
    let down = [75, 83, 91, 99].map(|corner| format!("\"{corner},{}\":2", corner + 8));
    let across = [89, 90, 91, 92].map(|corner| format!("\"{corner},{}\":2", corner + 1));
    let walls = [down, across].concat().join(",");
    let numbers = r#""number":{"18":["3",1,"1"]}"#;
    let drawn = page("square,4,4,38", &format!("{{{numbers},\"lineE\":{{{walls}}}}}"));
    let plain = page("sudoku,4,4,38", &format!("{{{numbers}}}"));
    for (link, genre) in [(&drawn, Some(&GENRE)), (&plain, Some(&GENRE)), (&plain, None)] {
        let read = crate::formats::read(link, None, genre).unwrap();
        let sudoku = read.puzzle.downcast_ref::<Sudoku>().unwrap();
        assert_eq!((sudoku.given(Cell(0)), sudoku.side(), sudoku.boxes()), (Some(3), 4, Boxes::squarest(4)));
    }
    let other = page("square,4,4,38", r#"{"lineE":{"75,83":2}}"#);
    let oblong = page("square,4,3,38", "{}");
    for (link, words) in [(other, "equal boxes"), (oblong, "as many rows")] {
        let error = crate::formats::read(&link, None, Some(&GENRE)).unwrap_err();
        assert!(error.message.contains(words), "{error}");
    }
}

const WELL_KNOWN: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

#[test]
fn lines_and_links_are_read() {
    let line = WELL_KNOWN.replace('0', ".");
    for input in [
        WELL_KNOWN.to_string(),
        WELL_KNOWN.replace('0', "_"),
        format!("  {}\r\n", WELL_KNOWN.replace('0', "*")),
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={WELL_KNOWN}"),
        format!("https://www.sudokuwiki.org/sudoku.htm?x=1&bd={WELL_KNOWN}&y=2#top"),
    ] {
        let read = reading(&input, Some(Format::Line), &GENRE);
        assert_eq!(read.puzzle.write(Format::Line, &read.position).unwrap(), format!("{line}\n"));
    }
    let letters = reading(&"aG..".repeat(64), Some(Format::Line), &GENRE);
    let sudoku = letters.puzzle.downcast_ref::<Sudoku>().unwrap();
    assert_eq!((sudoku.side(), sudoku.given(Cell(0)), sudoku.given(Cell(1))), (16, Some(10), Some(16)));
}

#[test]
fn grids_are_read_however_they_are_drawn() {
    let rows = ["1.3456", "45.12.", "......", "......", "......", "6....1"];
    let expected = rows.concat();
    let tall = [("2x3", "1.|34|56\n45|.1|2.\n..|..|..\n--+--+--\n..|..|..\n..|..|..\n6.|..|.1\n")];
    let wide = [
        "1 . 3 | 4 5 6\n4 5 0 | 1 2 0\n------+------\n_ _ _ | . . .\n. . . | . . .\n------+------\n* * * | . . .\n6 . . | . . 1\n",
        "*---*---*\n|1.3|456|\n|45.|12.|\n|---+---|\n|...|...|\n|...|...|\n|---+---|\n|...|...|\n|6..|..1|\n*---*---*\n",
        "# a comment\n[Puzzle]\n1.3456\r\n45.12.\r\n......\n......\n\n......\n6....1",
        "┌───┬───┐\n│1.3│456│\n│45.│12.│\n├───┼───┤\n│...│...│\n│...│...│\n├───┼───┤\n│...│...│\n│6..│..1│\n└───┴───┘\n",
        "|1|.|3|4|5|6|\n|4|5|.|1|2|.|\n|.|.|.|.|.|.|\n|.|.|.|.|.|.|\n|.|.|.|.|.|.|\n|6|.|.|.|.|1|\n",
    ];
    for (boxes, input) in wide.map(|input| ("3x2", input)).into_iter().chain(tall) {
        let read = reading(input, Some(Format::Grid), &GENRE);
        let sudoku = read.puzzle.downcast_ref::<Sudoku>().unwrap();
        assert_eq!(sudoku.boxes().unwrap().to_string(), boxes, "{input}");
        let written: String = sudoku.digits.givens().iter().map(u32::to_string).collect();
        assert_eq!(written.replace('0', "."), expected, "{input}");
    }
}

#[test]
fn answer_set_facts_are_read() {
    for (input, side) in [
        ("initial(1,2,4). initial(2,3,1).", 4),
        ("initial(5,1,3).", 9),
        ("initial(1,1,10).", 16),
        ("initial(17,1,1).", 25),
        ("#const n=3.", 9),
        ("#const n=1. initial(1,1,1).", 1),
        ("#const n=6. initial(36,36,36).", 36),
    ] {
        assert_eq!(reading(input, Some(Format::Asp), &GENRE).puzzle.grid().rows(), side, "{input}");
    }
    let (puzzle, mut position) = solved();
    for cell in puzzle.grid().cells() {
        if let Some(digit) = puzzle.given(cell) {
            position.board.set(puzzle.atom(cell, digit).unwrap(), Value::Yes);
        }
    }
    let atoms = puzzle.write_solution(Format::Asp, &position.board).unwrap();
    assert!(
        atoms.starts_with("sudoku(1,1,1) sudoku(1,2,2) sudoku(1,3,3) sudoku(1,4,4) sudoku(2,1,3) "),
        "{atoms}"
    );
    assert_eq!(puzzle.write_solution(Format::Line, &position.board).unwrap(), "1234341221434321\n");
    assert_eq!(
        puzzle.write_solution(Format::Grid, &position.board).unwrap(),
        "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n"
    );
    let rows = serde_json::json!([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]);
    let mut text = String::new();
    puzzle.push_solution(&mut text, &position.board);
    assert_eq!(text, rows.to_string());
}

#[test]
fn options_change_the_rules_and_carry_entries() {
    let input = "gridwright sudoku boxes=2x3\n1.....\n......\n......\n......\n......\n......\nentries:\n.6....\n......\n......\n......\n......\n......\n";
    let mut read = reading(input, None, &GENRE);
    assert_eq!(read.puzzle.write(Format::Native, &read.position).unwrap(), input);
    read.set_option("rules", "latin").unwrap();
    read.set_option("boxes", "3x2").unwrap();
    let text = read.puzzle.write(Format::Native, &read.position).unwrap();
    assert_eq!(text, input.replace("boxes=2x3", "rules=latin"));
    for (key, value) in [
        ("rules", "diagonal"),
        ("boxes", "6x1"),
        ("boxes", "2x2"),
        ("boxes", "3"),
        ("boxes", "+3x2"),
        ("size", "6"),
    ] {
        read.set_option(key, value).unwrap_err();
    }
    Sudoku::empty(5).unwrap().with_option("rules", "full").unwrap_err();
    let huge = format!("{}x{}", usize::MAX, 2);
    Sudoku::empty(6).unwrap().with_option("boxes", &huge).unwrap_err();
}

#[test]
fn wrong_text_is_refused_with_its_place() {
    let header = |rest: &str| format!("gridwright sudoku\n{rest}");
    let board = "1...\n....\n....\n....\n";
    let tall = header(&".\n".repeat(37));
    let entries = |rows: &str| header(&format!("{board}entries:\n{rows}"));
    expect_refusals(
        Format::Native,
        &GENRE,
        &[
            (&header(""), (2, 1), "rows of the board"),
            (&header("12\n1\n"), (3, 1), "1 cell instead of 2"),
            (&header("12\n"), (2, 1), "a Sudoku is a square, not 2x1"),
            (&header("5...\n....\n....\n....\n"), (2, 1), "r1c1 takes 1 to 4, not 5"),
            (&header("0...\n....\n....\n....\n"), (2, 1), "not 0"),
            (&header("....\n..x.\n....\n....\n"), (3, 3), "found 'x'"),
            (&header(". . . 99999999999\n....\n....\n....\n"), (2, 7), "too large"),
            (&tall, (2, 1), "1 to 36 rows"),
            (&entries("1...\n"), (7, 5), "1 row instead of 4"),
            (&entries("1...\n...5\n....\n....\n"), (8, 4), "not 5"),
            (&header(&format!("{board}notes:\nr1c5 1\n")), (7, 1), "'r1c3 1 4'"),
            (&header(&format!("{board}notes:\nr1c4\n")), (7, 5), "digits of r1c4"),
            (&header(&format!("{board}notes:\nr1c4 5\n")), (7, 6), "not 5"),
            (&entries("..2.\n....\n....\n....\ncrossed:\nr1c3 1 2\n"), (12, 8), "also entered"),
            (&header(&format!("{board}cages:\n")), (6, 1), "unknown section"),
            (&format!("gridwright sudoku rules=odd\n{board}"), (1, 19), "one of: full, latin"),
            (&format!("gridwright sudoku boxes=4x1\n{board}"), (1, 19), "at least 2 wide"),
            (&format!("gridwright sudoku boxes\n{board}"), (1, 19), "key=value"),
            ("gridwright sudoku rules=full\n12.\n...\n...\n", (1, 19), "prime"),
        ],
    );
    let long = ".".repeat(2000);
    let eighty = ".".repeat(80);
    expect_refusals(
        Format::Line,
        &GENRE,
        &[
            ("", (1, 1), "0 characters"),
            (&eighty, (1, 81), "80 characters"),
            (&long, (1, 2001), "2000 characters"),
            ("1234.?..........", (1, 6), "found '?'"),
            ("12345...........", (1, 5), "not 5"),
            ("12..\n3...\n....\n....", (1, 5), "found"),
            ("12345....................", (1, 1), "no boxes"),
        ],
    );
    expect_refusals(
        Format::Grid,
        &GENRE,
        &[
            ("", (1, 1), "1 to 36 rows"),
            ("-----", (1, 1), "1 to 36 rows"),
            ("12|34\n34|1\n....\n....", (2, 1), "3 cells instead of 4"),
            ("12|34\n34|17\n....\n....", (2, 5), "not 7"),
            ("12|34\n34|1-\n....\n....", (2, 5), "found '-'"),
            (&".\n".repeat(37), (37, 1), "at most 36 rows"),
        ],
    );
    expect_refusals(
        Format::Asp,
        &GENRE,
        &[
            ("initial(1,1,37).", (1, 1), "too large"),
            ("initial(1,1).", (1, 1), "initial/2"),
            ("cell(1,1,1).", (1, 1), "cell/3"),
            ("initial(0,1,1).", (1, 1), "row 0, column 1"),
            ("initial(1,1,0).", (1, 1), "not 0"),
            ("#const n=7.", (1, 8), "1 to 6, not 7"),
            ("#const n=2. initial(1,1,5).", (1, 13), "not 5"),
            ("initial(1,1,1). initial(1,1,2).", (1, 17), "given as 1 before"),
            ("% nothing", (1, 1), "expected facts"),
        ],
    );
    expect_refusals(
        Format::Tatham,
        &GENRE,
        &[
            ("9j:zzzc", (1, 3), "jigsaw"),
            ("3x3x:zzzc", (1, 5), "diagonals"),
            ("3x3kdu:zzzc", (1, 5), "killer"),
            ("2x2q:p", (1, 4), "found 'q'"),
            ("2x2dz:p", (1, 4), "found 'd'"),
            ("1x4:p", (1, 1), "at least 2 wide"),
            ("0x4:p", (1, 1), "1 to 36 rows"),
            ("7x7:z", (1, 1), "1 to 36 rows"),
            ("99999x2:z", (1, 1), "too large"),
            ("2x2:o", (1, 6), "1 cells are missing"),
            ("2x2:q", (1, 5), "do not fit"),
            ("2x2:p1", (1, 6), "only 16 cells"),
            ("2x2:5o", (1, 5), "not 5"),
            ("2x2:0o", (1, 5), "not 0"),
            ("2x2:_1o", (1, 5), "found '_'"),
            ("2x2:1_o", (1, 6), "found '_'"),
            ("2x2:1__1n", (1, 6), "found '_'"),
            ("2x2:p,a", (1, 6), "found ','"),
            ("2x2#123", (1, 4), "random seed"),
        ],
    );
    for (made, words) in [
        ("R0,0,2", "r1c1 is given as 1"),
        ("R4,0,2", "column 4, row 0"),
        ("R0,1,5", "too large"),
        ("R0,1", "column, row and digit"),
        ("X", "expected a move"),
        ("S1,2", "expected 16 numbers"),
    ] {
        let save = tatham::write_save("Solo", "2x2", "1o", &[made.to_string()], 1);
        let error = crate::formats::read(&save, None, None).unwrap_err();
        assert!(error.message.contains(words), "{made}: {error}");
    }
    expect_refusals(
        Format::Puzzlink,
        &GENRE,
        &[
            ("sudoku/4/6/", (1, 1), "as many rows as columns"),
            ("sudoku/8/8/", (1, 1), "no boxes for 8 by 8"),
            ("sudoku/7/7/", (1, 1), "no boxes for 7 by 7"),
            ("sudoku/1000/1000/", (1, 1), "1 to 36 rows"),
            ("sudoku/4/4/5u", (1, 12), "not 5"),
            ("sudoku/4/4/0u", (1, 12), "not 0"),
            ("sudoku/4/4/1g", (1, 14), "14 more cells"),
        ],
    );
    expect_refusals(
        Format::Pzprv3,
        &GENRE,
        &[
            ("pzprv3/sudoku/8/", (1, 15), "no boxes for 8 by 8"),
            ("pzprv3/sudoku/1/2 /. /", (1, 17), "takes only 1, not 2"),
            ("pzprv3/sudoku/1/. /x /", (1, 20), "expected a digit or '.'"),
            ("pzprv3/sudoku/1/. /. /. /", (1, 23), "expected the end"),
        ],
    );
    expect_refusals(
        Format::Json,
        &GENRE,
        &[
            ("{}", (0, 0), "'givens'"),
            (r#"{"givens":[[1,2]]}"#, (0, 0), "1 by 2 instead of 1 by 1"),
            (r#"{"givens":[[2]]}"#, (0, 0), "'givens[0][0]' should be a number from 0 to 1, it is 2"),
            (r#"{"givens":[["1"]]}"#, (0, 0), "givens[0][0]"),
            (r#"{"givens":[[1]],"rows":2}"#, (0, 0), "'rows' says 2"),
            (r#"{"givens":[[1]],"regions":[["A"]]}"#, (0, 0), "no 'regions'"),
            (r#"{"givens":[[1]],"entries":[[1],[1]]}"#, (0, 0), "'entries' is 2 by 1"),
            (r#"{"givens":[[1]],"notes":[1]}"#, (0, 0), "'notes' should be an object"),
            (r#"{"givens":[[1]],"notes":{"r2c1":[1]}}"#, (0, 0), "no cell"),
            (r#"{"givens":[[1]],"notes":{"r1c1":[2]}}"#, (0, 0), "notes.r1c1"),
            (r#"{"givens":[[1]],"entries":[[1]],"crossed":{"r1c1":[1]}}"#, (0, 0), "both in"),
            (r#"{"givens":[[0,0],[0,0]],"rules":"full"}"#, (0, 0), "prime"),
            (r#"{"givens":""}"#, (0, 0), "in 'givens': 0 characters make no square board"),
            (r#"{"givens":"12345"}"#, (0, 0), "in 'givens': 5 characters make no square board"),
            (r#"{"givens":"1..ä............"}"#, (0, 0), "'givens' at r1c4: expected '.' or a digit up to 4"),
            (r#"{"givens":"1..5............"}"#, (0, 0), "'givens' at r1c4: expected '.' or a digit up to 4"),
            (r#"{"givens":"1","entries":"11"}"#, (0, 0), "'entries' has 2 characters for 1 cell"),
        ],
    );
}

#[test]
fn json_may_hold_the_digits_as_one_string() {
    for board in random_boards() {
        let side = board.side;
        let symbols = board.digits.givens().iter().map(|&digit| symbol(digit));
        let Ok(line) = symbols.collect::<Result<String, _>>() else { continue };
        let blank = Position::blank(board.atom_count());
        let mut object: serde_json::Value =
            serde_json::from_str(&board.write(Format::Json, &blank).unwrap()).unwrap();
        object["givens"] = line.replace('.', "0").to_lowercase().into();
        let read = reading(&object.to_string(), Some(Format::Json), &GENRE);
        assert_eq!(read.write(Format::Native), board.write(Format::Native, &blank), "{side}");
    }
    let object = r#"{"givens":"1..............2","entries":".2.............."}"#;
    let read = reading(object, Some(Format::Json), &GENRE);
    assert_eq!(read.position.board.yes().count(), 1);
}

#[test]
fn two_entries_in_a_cell_cannot_be_written() {
    let (puzzle, mut position) = solved();
    position.board.set(puzzle.atom_named("r1c2 3").unwrap(), Value::Yes);
    for format in [Format::Native, Format::Json] {
        let refusal = puzzle.write(format, &position).unwrap_err();
        assert_eq!(refusal.to_string(), "r1c2 holds two entries");
    }
}
