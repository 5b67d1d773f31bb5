//! Input that must be refused, in every format: with a reason, where there is one place with that place, and fast.

use crate::common::read;
use gridwright::formats::{Format, ParseError};
use gridwright::{Reading, registry};
use std::collections::BTreeSet;

/// The input as a whole is meant.
const WHOLE: (usize, usize) = (0, 0);

/// A format's name (empty: detected), the input, line and column of the error, words of the message.
type Case = (&'static str, &'static str, (usize, usize), &'static str);

fn refused(format: &str, input: &str) -> ParseError {
    let format = (!format.is_empty()).then(|| format.parse().expect("a format's name"));
    match read(input, format, None) {
        Ok(reading) => panic!("{:.200} is read as {:.200}", input, format!("{:?}", reading.puzzle.board())),
        Err(error) => error,
    }
}

fn expect_refused(cases: &[Case]) {
    for &(format, input, place, words) in cases {
        let error = refused(format, input);
        assert_eq!(error.line_column(input).unwrap_or(WHOLE), place, "{input:?}: {error}");
        assert!(error.message.contains(words), "{input:?}: {error}");
    }
}

#[test]
fn what_is_no_puzzle() {
    expect_refused(&[
        ("", "", (1, 1), "nothing to read"),
        ("", "  \n\t\r\n", (1, 1), "nothing to read"),
        ("", "\u{feff}", (1, 2), "nothing to read"),
        ("", "\0", (1, 1), "expected one of the formats native, json"),
        ("", "hello, world", (1, 1), "no puzzle"),
        ("", "<html><body>404</body></html>", (1, 1), "no puzzle"),
        ("", "https://example.org/", (1, 1), "no puzzle"),
        ("", "\u{e9}\u{e9}\n\u{1f0a1}", (1, 1), "no puzzle"),
    ]);
    for (format, name, _) in Format::ALL {
        for nothing in ["", "\u{feff}", " \r\n ", "\0", "\u{1f4a1}", "\u{0}\u{1}\u{2}\n"] {
            let error = read(nothing, Some(format), None).map(drop).unwrap_err();
            assert!(!error.message.is_empty(), "{name} {nothing:?}");
        }
    }
}

#[test]
fn native() {
    expect_refused(&[
        ("native", "hello", (1, 1), "expected a header line"),
        ("native", "gridwright", (1, 11), "the genre's name"),
        ("", "gridwright chess\n...", (1, 12), "unsupported puzzle type 'chess' (known: "),
        ("", "gridwright lightup", (1, 19), "the rows of the board"),
        ("", "gridwright lightup\r\n\r\n", (3, 1), "the rows of the board"),
        ("", "gridwright lightup wrap\n...", (1, 20), "expected an option 'key=value'"),
        ("", "gridwright lightup wrapping=maybe\n...", (1, 20), "one of: no, yes"),
        ("", "gridwright lightup wrapping=yes wrapping=no\n...", (1, 33), "comes twice"),
        ("", "gridwright lightup size=3\n...", (1, 20), "no option 'size'"),
        ("", "gridwright lightup\n...\n.x.", (3, 2), "found 'x'"),
        ("", "\u{feff}gridwright lightup\r\n...\r\n.x.\r\n", (3, 2), "found 'x'"),
        ("", "gridwright lightup\n...\n..", (3, 3), "2 squares instead of 3"),
        ("", "gridwright lightup\n...\n....", (3, 4), "4 squares instead of 3"),
        ("", "gridwright lightup\n..5", (2, 3), "0 to 4, found '5'"),
        ("", "gridwright lightup\n.\0.", (2, 2), "found '\\u0000'"),
        ("", "gridwright lightup\n...\nentries:\n*..", (3, 1), "unknown section 'entries'"),
        ("", "gridwright sudoku\n12\n34\n.", (2, 1), "2 cells instead of 3"),
        ("", "gridwright sudoku\n12\n35", (3, 1), "takes 1 to 2, not 3"),
        ("", "gridwright sudoku boxes=3x2\n....\n....\n....\n....", (1, 19), "does not cut 4 by 4"),
        ("", "gridwright sudoku boxes=x\n....\n....\n....\n....", (1, 19), "COLUMNSxROWS"),
        ("", "gridwright sudoku rules=full\n...\n...\n...", (1, 19), "3 is prime"),
        ("", "gridwright sudoku\n..\n..\nentries:\n..\n.5", (6, 2), "takes 1 to 2, not 5"),
        ("", "gridwright sudoku\n.\nnotes:\nr5c1 2", (4, 1), "expected a cell and its digits"),
        ("", "gridwright sudoku\n.\ncrossed:\nr1c1", (4, 5), "expected the digits of r1c1"),
        ("", "gridwright sudoku\n.\nnotes:\nr1c1 1\nnotes:\nr1c1 1", (5, 1), "comes twice"),
        ("", "gridwright suguru\nAA.\nBBB", (2, 3), "a region's label"),
        ("", "gridwright suguru\n###", (2, 1), "no cells"),
        ("", "gridwright suguru\nAAB\ngivens:\n3..", (4, 1), "takes 1 to 2, not 3"),
        ("", "gridwright suguru\nAAB\ngivens:\n1..\n1..", (5, 1), "more than 1 rows"),
        ("", "gridwright suguru wrapping=yes\nAAB", (1, 19), "no option 'wrapping'"),
        ("", "gridwright yosenabe\n1.x", (2, 3), "found 'x'"),
        ("", "gridwright yosenabe\n1..\nareas:\n.A", (4, 1), "2 cells instead of 3"),
        ("", "gridwright yosenabe\n1..\nareas:\n..A\ngoals: B=1", (5, 8), "no area 'B'"),
        ("", "gridwright yosenabe rules=5\n1..", (1, 21), "1 to 4, or some of"),
        ("", "gridwright yosenabe\n1..\nareas:\n..A\nentries:\nr1c1 to r1c2", (6, 1), "not possible here"),
    ]);
}

#[test]
fn json() {
    expect_refused(&[
        ("json", "", (1, 1), "not JSON"),
        ("json", "[]", (1, 1), "expected a JSON object"),
        ("", "{", (1, 1), "not JSON: EOF"),
        ("", "{\"genre\":\"lightup\",\n \"grid\":[\"...\"", (2, 14), "not JSON: EOF"),
        ("", "{\"grid\":[\"...\"],}", (1, 17), "trailing comma"),
        ("", "{\"genre\":\"lightup\",\"grid\":[\"...\"]} {}", (1, 36), "trailing characters"),
        ("", "{\"genre\":\"lightup\",\"grid\":[\"..\0\"]}", (1, 31), "control character"),
        ("", "{\"genre\":\"chess\",\"grid\":[\"...\"]}", WHOLE, "unsupported puzzle type 'chess'"),
        ("", "{\"genre\":3,\"grid\":[\"...\"]}", WHOLE, "'genre' should be a string"),
        ("", "{\"genre\":\"lightup\"}", WHOLE, "'grid' is missing"),
        ("", "{\"genre\":\"lightup\",\"grid\":[\"..\",3]}", WHOLE, "'grid[1]' should be a string, it is 3"),
        ("", "{\"genre\":\"lightup\",\"grid\":[\"..\",\".\"]}", WHOLE, "1 square instead of 2"),
        ("", "{\"genre\":\"lightup\",\"grid\":[\"...\"],\"rows\":2}", WHOLE, "'rows' says 2"),
        ("", "{\"genre\":\"lightup\",\"grid\":[\"...\"],\"wrapping\":\"yes\"}", WHOLE, "true or false"),
        (
            "",
            "{\"genre\":\"sudoku\",\"givens\":[[1,2],[3,4,5]]}",
            WHOLE,
            "'givens[1]' has 3 cells instead of 2",
        ),
        ("", "{\"genre\":\"sudoku\",\"givens\":[[5,0],[0,0]]}", WHOLE, "'givens[0][0]' should be a number"),
        ("", "{\"genre\":\"suguru\",\"regions\":[[\"a\",{}]]}", WHOLE, "'regions[0][1]' should be"),
        ("", "{\"genre\":\"yosenabe\",\"numbers\":[[-1]]}", WHOLE, "'numbers[0][0]' should be"),
        ("", "{\"genre\":\"yosenabe\",\"numbers\":[[1]],\"entries\":[\"r1c1 up\"]}", WHOLE, "'entries[0]'"),
    ]);
    for unit in ["[", "{\"a\":", "[{\"a\":["] {
        let nested = format!("{{\"genre\":{}", unit.repeat(100_000));
        assert!(refused("", &nested).message.contains("recursion limit"));
    }
}

#[test]
fn puzzlink_and_pzprv3() {
    expect_refused(&[
        ("", "https://puzz.link/p?akari", (1, 26), "the number of columns"),
        ("", "https://puzz.link/p?akari/", (1, 27), "expected the number of columns"),
        ("", "https://puzz.link/p?akari/6", (1, 28), "the number of rows"),
        ("", "akari/6", (1, 8), "the number of rows"),
        ("puzzlink", "https://puzz.link/", (1, 19), "expected '?'"),
        ("", "https://puzz.link/p?akari/6/6/nek", (1, 34), "20 more cells"),
        ("", "https://puzz.link/p?akari/6/6/nekcakblz", (1, 39), "expected the end"),
        ("", "https://puzz.link/p?akari/6/6/nekcAkbl", (1, 35), "found 'A'"),
        ("", "https://puzz.link/p?akari/0/6/", (1, 27), "at least 1"),
        ("", "https://puzz.link/p?akari/-1/3/", (1, 27), "expected the number of columns"),
        ("", "https://puzz.link/p?akari/999999999/999999999/", (1, 27), "too large"),
        ("", "https://puzz.link/p?akari/99999999999999999999999/1/", (1, 27), "too large"),
        ("", "https://puzz.link/p?nurikabe/3/3/k", (1, 21), "unsupported puzzle type 'nurikabe'"),
        ("", "https://puzz.link/p?sudoku/4/5/", (1, 21), "as many rows as columns"),
        ("", "https://puzz.link/p?sudoku/4/4/g1k29k3g", (1, 32), "takes 1 to 4, not 9"),
        ("", "https://puzz.link/p?sudoku/4/4/g1k2-", (1, 37), "a hexadecimal digit"),
        ("", "https://puzz.link/p?suguru/5/5/cih47", (1, 37), "15 more bits"),
        ("", "https://puzz.link/p?suguru/5/5/cih47bs7Z", (1, 40), "found 'Z'"),
        ("", "https://puzz.link/p?suguru/1000/1000/", (1, 38), "too large"),
        ("", "https://puzz.link/p?yosenabe/5/5/d1hg", (1, 38), "5 more bits"),
        ("", "https://puzz.link/p?yosenabe/5/5/d1hgm1i3j2i5k5ki2o1l2k3j", (1, 57), "expected the end"),
        ("", "https://puzz.link/p?yosenabe/5/5/00000i3zo", (1, 39), "on a grey cell"),
        ("", "https://puzz.link/p?type=player&pzprv3/lightup/2/2/.%20", (1, 33), "1 items instead of 2"),
        ("pzprv3", "lightup", (1, 1), "expected 'pzprv3'"),
        ("", "pzprv3", (1, 7), "cut short: expected the genre's name"),
        ("", "pzprv3/lightup", (1, 15), "cut short: expected the number of rows"),
        ("", "pzprv3/lightup/2/2/. . /", (1, 23), "cut short: expected a row"),
        ("", "pzprv3/lightup/2/2/. . /. . . /", (1, 25), "3 items instead of 2"),
        ("", "pzprv3/lightup/2/2/. . /. Q /", (1, 27), "found 'Q'"),
        ("", "pzprv3/lightup/999999999/999999999/. /", (1, 16), "too large"),
        ("", "pzprv3.x/lightup/1/1/. /", (1, 8), "the file's version"),
        ("", "pzprv3/nurikabe/1/1/. /", (1, 8), "unsupported puzzle type 'nurikabe'"),
        ("", "pzprv3\nsudoku\n4\n. 1 . . \n", (4, 8), "cut short: expected a row"),
        (
            "",
            "pzprv3\r\nsudoku\r\n4\r\n. . . . \r\n. 9 . . \r\n. . . . \r\n. . . . ",
            (5, 3),
            "takes 1 to 4, not 9",
        ),
        ("", "pzprv3/sudoku/8/", (1, 15), "no boxes for 8 by 8"),
        ("", "pzprv3/suguru/1/2/0 /. . /.[1 . /", (1, 30), "expected ']'"),
        ("", "pzprv3.1/yosenabe/1/3/o1 . x /", (1, 28), "found 'x'"),
    ]);
}

#[test]
fn tatham() {
    expect_refused(&[
        ("tatham", "7x7", (1, 1), "expected a game id"),
        ("", "7x7:b1f2iB2g1Bi2fB", (1, 19), "47 squares instead of 49"),
        ("", "7x7:b1f2iB2g1Bi2fBbz", (1, 20), "too many squares"),
        ("", "7x7:b1f2iB2g1Bi2f!b", (1, 18), "found '!'"),
        ("", "7x7#123456", (1, 4), "random seed"),
        ("", "999999999x999999999:a", (1, 1), "too large"),
        ("", "0x0:", (1, 1), "not possible"),
        ("", "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7", (1, 62), "1 cells are missing"),
        ("", "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1", (2, 13), "NSTATES"),
        ("", "SAVEFILE:99:x", (1, 10), "should have 99 bytes, only 1 are left"),
        ("", "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/lightup.html#7x7:b1", (1, 76), "49"),
    ]);
}

#[test]
fn courses() {
    expect_refused(&[
        ("", "2 2 0\nbb", (2, 3), "1 row instead of 2"),
        ("", "2 2 0\nbb\nbx", (3, 2), "found 'x'"),
        ("", "2 2 0\r\nbb\r\nbx\r\n", (3, 2), "found 'x'"),
        ("", "2 2 0\nbb\nbbb", (3, 3), "3 squares instead of 2"),
        ("", "2 2 0\nbb\nbb\nbb", (4, 1), "more than 2 rows"),
        ("", "2 2 2\nbb\nbb", (1, 5), "too large"),
        ("", "999999999 999999999 0\nbb", (1, 1), "too large"),
        ("save", "2 2\nbb\nbb", (1, 1), "'rows cols wrapping'"),
        ("save", "0 0 0\n", (1, 1), "not possible"),
        ("", ".1..\n.X", (2, 3), "2 squares instead of 4"),
        ("", ".1..\n.X.9", (2, 4), "found '9'"),
        ("level", ".1..\n.Y..", (2, 2), "found 'Y'"),
        ("level", "\r\n\r\n", WHOLE, "no rows"),
        ("", "cell(1,1). cell(1,2", (1, 20), "found the end"),
        ("", "cell(1..999999999,1..999999999).", (1, 1), "more than 2000000 facts"),
        ("", "cell(1,1).\nnumber(2,1,3).", (2, 1), "no cell(2,1)"),
        ("", "cell(1,1) :- a.", (1, 11), "not rules"),
        ("", "cell(1,x).", (1, 8), "neither a number nor a constant"),
        ("", "cell(1,1). %* never closed", (1, 12), "never closed"),
        ("", "initial(1,1,3). initial(1,1,4).", (1, 17), "given as 3 before"),
        ("", "#const n=99. initial(1,1,1).", (1, 8), "1 to 6, not 99"),
        ("asp", "Hello", (1, 1), "expected a fact"),
        ("", "[[(0,0)", (1, 1), "the number of rows and columns"),
        ("", "2\n[[(0,0),(0,1)],[(1,0)]]", (2, 1), "(1,1) is in none of the groups"),
        ("", "2\n[[(0,0),(0,1)],[(1,0),(1,2)]]", (2, 23), "not within (0,0) to (1,1)"),
        ("", "2\n[[(0,0),(0,0)],[(1,0),(1,1)]]", (2, 9), "in a group before"),
        ("", "2\n[[(0,0),(0,1)],[(1,0),(1,1)]]\n[((0,0),[3])]", (3, 10), "takes 1 to 2, not 3"),
        ("", "999999999\n[[(0,0)]]", (1, 1), "too large"),
    ]);
}

#[test]
fn bare_cells_and_penpa() {
    expect_refused(&[
        ("", "1234567890", (1, 5), "takes 1 to 4, not 5"),
        ("line", ".1......23....3", (1, 16), "15 characters make no square board"),
        ("line", ".1......23....3$", (1, 16), "found '$'"),
        ("", "2x2;0,0,1;....", (1, 5), "3 regions for 4 cells"),
        ("", "2x2;0,0,1,1;.3..", (1, 14), "takes 1 to 2, not 3"),
        ("", "999999999x999999999;0;.", (1, 11), "too large"),
        ("", "https://www.sudokuwiki.org/sudoku.htm?bd=12", (1, 44), "2 characters make no square board"),
        ("", "5.3\n7.9", (1, 1), "3 cells instead of 2"),
        ("", "1 2 3 4\n. . . .\n. . . .\n. . 7 .", (4, 5), "takes 1 to 4, not 7"),
        ("grid", "1234\n....\n....\n..!.", (4, 3), "found '!'"),
        ("", "https://swaroopg92.github.io/penpa-edit/#m=edit&p=", (1, 51), "damaged or cut short"),
        ("", "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7ZTBb", (1, 51), "not base 64"),
        ("", "https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA", (1, 51), "not deflated"),
        ("penpa", "https://swaroopg92.github.io/penpa-edit/#m=edit", (1, 1), "'p='"),
    ]);
    let link = "https://swaroopg92.github.io/penpa-edit/#m=solve&p=https://puzz.link/p?akari/6/6/nek";
    expect_refused(&[("", link, (1, 85), "cut short")]);
}

/// Every text a puzzle can be written as, cut anywhere, is read or refused; so it is with a byte changed.
#[test]
fn damaged_texts_do_no_harm() {
    let mut names = BTreeSet::new();
    for genre in registry::ALL {
        let reading = Reading::parse(genre.example).unwrap();
        for (format, name, _) in Format::ALL {
            let Ok(text) = reading.write(format) else { continue };
            names.insert(name);
            let mut refusals = 0;
            for at in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
                let changed = format!("{}\u{7f}{}", &text[..at], &text[at + 1..]);
                for damaged in [&text[..at], &changed] {
                    for format in [Some(format), None] {
                        if let Err(error) = read(damaged, format, Some(genre)) {
                            assert!(!error.message.is_empty() && error.at <= Some(damaged.len()));
                            refusals += 1;
                        }
                    }
                }
            }
            assert!(refusals > 2 * text.len(), "{} as {name}: {refusals}", genre.id);
        }
    }
    assert!(names.len() >= 10, "{names:?}");
}

#[test]
fn line_ends_and_byte_order_marks_do_not_matter() {
    for genre in registry::ALL {
        let reading = Reading::parse(genre.example).unwrap();
        for (format, name, _) in Format::ALL {
            let Ok(text) = reading.write(format) else { continue };
            let native = |text: &str, format| {
                let reading = read(text, format, Some(genre));
                let reading = reading.unwrap_or_else(|e| panic!("{e}: {name} {text:?}"));
                reading.write(Format::Native).unwrap()
            };
            let expected = native(&text, Some(format));
            let marked = format!("\u{feff}{text}");
            let crlf = text.replace('\n', "\r\n");
            let unended = text.trim_end_matches('\n').to_string();
            let blank_lines = format!("{text}\r\n\n");
            for variant in [marked, crlf, unended, blank_lines] {
                for format in [Some(format), None] {
                    assert_eq!(native(&variant, format), expected, "{name} {variant:?}");
                }
            }
        }
    }
}

const MEGABYTES: usize = 10_000_000;

fn repeated(unit: &str) -> String {
    unit.repeat(MEGABYTES / unit.len())
}

fn numbered(unit: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for i in 0.. {
        if text.len() >= MEGABYTES {
            break;
        }
        text += &unit(i);
    }
    text
}

fn noise(character: impl Fn(u64) -> char) -> String {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        character(state >> 33)
    };
    std::iter::repeat_with(next).take(MEGABYTES / 2).collect()
}

/// A reader that looks twice at what it has passed needs hours for these. The name of the test is what a slow one
/// shows up as; no clock is read.
#[test]
fn ten_megabytes_of_noise_are_refused_at_once() {
    for unit in ["a", "1", "0", ".", "[", "(", "{", "{\"a\":", "\n", " ", "\0", "/", "%", "?", "&", ":", "💡"]
    {
        let input = repeated(unit);
        assert!(!refused("", &input).message.is_empty());
    }
    for input in [
        noise(|n| char::from(32 + (n % 95) as u8)),
        noise(|n| char::from((n % 256) as u8)),
        noise(|n| char::from(b"0123456789abcdefghijklmnopqrstuvwxyz.,:;/()[]\n"[n as usize % 46])),
    ] {
        for format in ["", "native", "puzzlink", "asp", "lists", "grid"] {
            let error = refused(format, &input);
            assert!((1..400).contains(&error.message.len()), "{}", error.message);
        }
    }
}

#[test]
fn ten_megabytes_that_start_well_are_refused_at_once() {
    let cases = [
        (format!("gridwright lightup\n...\n{}", numbered(|i| format!("s{i}:\n"))), "more than 16 sections"),
        (format!("gridwright lightup {}\n...\n", repeated("wrapping=yes ")), "comes twice"),
        (format!("gridwright lightup\n{}", repeated(".")), "not possible"),
        (format!("gridwright sudoku\n{}", repeated("1")), "more than 1000 cells instead of 1"),
        (format!("gridwright suguru\n{}", repeated("A\n")), "not possible"),
        (format!("{{\"regions\":[{}", repeated("[0],")), "so many lists and values take too much memory"),
        (format!("{{\"grid\":[\"{}\"]}}", repeated(".")), "not possible"),
        (format!("akari/1000/1000/{}", repeated("g")), "expected the end"),
        (format!("suguru/1000/1000/{}", repeated("v")), "expected the end"),
        (format!("yosenabe/1000/1000/{}", "1".repeat(1_200_000)), "too many"),
        (format!("pzprv3/lightup/1000/1000/{}", repeated(". ")), "items instead of 1000"),
        (format!("1000x1000:{}", repeated("a")), "too many squares"),
        (format!("1000 1000 0\n{}", repeated("b")), "10000000 squares instead of 1000"),
        (numbered(|i| format!("#const a{i}=1.\n")), "more than 100 constants"),
        (repeated("#show a.\n"), "expected facts"),
        (repeated("%*\n"), "never closed"),
        (format!("1000 [[{}", repeated("(0,0),")), "in a group before"),
        (format!("1000x1000;{}0;.", repeated("0,")), "regions for 1000000 cells"),
        (format!("1 2\n3 4\n{}", repeated("1 ")), "cells instead of 3"),
        (format!("penpa/#m=edit&p={}", repeated("A")), "not deflated"),
    ];
    for (input, words) in cases {
        let error = refused("", &input);
        assert!(error.message.contains(words), "{:.60}: {error}", input);
    }
}

#[test]
fn long_histories_are_read_in_one_pass() {
    let moves = 200_000;
    let states = moves + 1;
    let save = |name: &str, params: &str, desc: &str, made: &str| {
        let start = [("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("GAME", name)];
        let board = [("CPARAMS", params), ("DESC", desc)];
        let states = states.to_string();
        let history = [("NSTATES", states.as_str()), ("STATEPOS", states.as_str())];
        let records = start.into_iter().chain(board).chain(history);
        let records = records.chain(std::iter::repeat_n(("MOVE", made), moves));
        records.map(|(key, value)| format!("{key:<8}:{}:{value}\n", value.len())).collect::<String>()
    };
    let desc = "z".repeat(34) + "p";
    for text in [save("Solo", "5x6", &desc, "M"), save("Light Up", "2x2", "d", "L0,0")] {
        Reading::parse(&text).unwrap();
    }
}

/// A page that unpacks to a thousand times its length.
#[test]
fn a_link_that_unpacks_to_too_much_is_refused() {
    use base64::{Engine, engine::general_purpose::STANDARD};
    let packed = miniz_oxide::deflate::compress_to_vec(&vec![b' '; 20_000_000], 6);
    let link = format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", STANDARD.encode(packed));
    assert!(refused("", &link).message.contains("at most 4 MiB"));
}
