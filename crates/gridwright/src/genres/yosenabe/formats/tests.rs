//! Yosenabe's formats: vectors from the programs that made them, round trips, refusals.

use super::*;
use crate::Reading;
use crate::formats::{self, ParseError};
use crate::frames::puzzlink::{Borders, Link};
use crate::frames::{asp, json, native, pzprv3};
use crate::genres::yosenabe::tests::{COURSE, COURSE_ANSWER, Dice};
use crate::genres::yosenabe::{Area, GENRE, Stop};
use crate::grid::Cell;
use crate::model::{Atom, Value, Verdict, verdict};
use crate::printed::PrintedBoard;
use std::collections::BTreeSet;

fn read(format: Format, input: &str) -> Result<Reading, ParseError> {
    let text = Text::new(input);
    let mut warnings = Vec::new();
    let parsed = match format {
        Format::Native => own::read_native(&native::Document::parse(text)?),
        Format::Json => own::read_json(&json::Object::parse(text)?),
        Format::Asp => facts::read(&asp::Program::parse(text)?),
        Format::Puzzlink => pzpr::read_puzzlink(&Link::parse(text, &mut warnings)?),
        Format::Pzprv3 => pzpr::read_pzprv3(&pzprv3::File::parse(text, &mut warnings)?),
        _ => unreachable!("not a format of this genre"),
    };
    Ok(Reading::of(&GENRE, parsed?))
}

fn yosenabe(reading: &Reading) -> &Yosenabe {
    reading.puzzle.downcast_ref().unwrap()
}

fn entries(puzzle: &Yosenabe, position: &Position) -> BTreeSet<(Cell, Cell)> {
    position.board.yes().map(|atom| puzzle.line(atom)).collect()
}

/// The printed board with its areas' names left out.
fn nameless(printed: &Printed) -> Printed {
    let mut printed = printed.clone();
    printed.areas.iter_mut().for_each(|area| area.label.clear());
    printed
}

const LINK: &str = "yosenabe/5/5/d1hgm1i3j2i5k5ki2o1l2k3";
const LINK_OF_COURSE: &str = "yosenabe/5/5/70e0p5ji4m2o2l4ji6j1k";
const SOLVED_FILE: &str = "pzprv3.1/yosenabe/5/5/o1 i3 i o2 i5 /. . o5 . i /i2 . . . i /i . o1 . . /i o2 i i o3 /\
    1 0 1 -1 /0 -1 1 1 /0 0 0 -1 /0 0 0 0 /1 0 0 1 /\
    0 0 -1 -1 -1 /0 0 -1 -1 -1 /0 0 0 0 -1 /0 0 1 0 0 /\
    0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /";

#[test]
fn addresses_come_back_as_they_were() {
    for link in
        [LINK, LINK_OF_COURSE, "yosenabe/5/1/40.gff-ffj", "yosenabe/20/1/0000z1k", "yosenabe/1/3/s.jh"]
    {
        let reading = read(Format::Puzzlink, link).unwrap_or_else(|e| panic!("{link}: {e}"));
        assert_eq!(
            yosenabe(&reading).options,
            Options { stop: Stop::First, stay: true, ..Options::default() }
        );
        let written = reading.puzzle.write(Format::Puzzlink, &reading.position);
        if link.ends_with('h') {
            assert_eq!(reading.warnings.len(), 1, "an unknown goal");
        } else {
            assert_eq!(written.unwrap(), format!("https://puzz.link/p?{link}"));
        }
    }
    let blank = read(Format::Puzzlink, "yosenabe/3/2/").unwrap();
    assert_eq!(blank.puzzle.atom_count(), 0);
}

#[test]
fn the_course_board_is_the_same_in_all_formats() {
    let facts = read(Format::Asp, COURSE).unwrap();
    let link = read(Format::Puzzlink, LINK_OF_COURSE).unwrap();
    let example = formats::read(GENRE.example, None, None).unwrap();
    for other in [&link, &example] {
        assert_eq!(nameless(&yosenabe(&facts).printed), nameless(&yosenabe(other).printed));
    }
    let labels: Vec<&str> = yosenabe(&facts).printed.areas.iter().map(|a| a.label.as_str()).collect();
    assert_eq!(labels, ["3", "2", "1", "4"]);
    let solved = format!("{COURSE} {}.", COURSE_ANSWER.replace(' ', ". "));
    let solved = read(Format::Asp, &solved).unwrap();
    assert_eq!(verdict(solved.puzzle.model(), &solved.position.board), Verdict::Solved);
    let atoms: Vec<&str> = COURSE_ANSWER.split(' ').collect();
    assert_eq!(solved.puzzle.solution_json(&solved.position.board), serde_json::json!(atoms));
    let solution = solved.puzzle.write_solution(Format::Asp, &solved.position.board).unwrap();
    assert_eq!(solution, format!("{COURSE_ANSWER}\n"));
}

#[test]
fn a_solved_file_is_read_with_its_lines() {
    let reading = read(Format::Pzprv3, SOLVED_FILE).unwrap();
    let link = read(Format::Puzzlink, LINK).unwrap();
    assert_eq!(yosenabe(&reading), yosenabe(&link));
    let names: BTreeSet<String> = reading.position.board.yes().map(|a| reading.puzzle.atom_name(a)).collect();
    let expected =
        ["r1c1 to r1c2", "r1c4 to r1c3", "r2c3 to r2c5", "r4c3 to r5c3", "r5c2 to r5c1", "r5c5 to r5c4"];
    assert_eq!(names, expected.map(String::from).into());
    assert_eq!(verdict(reading.puzzle.model(), &reading.position.board), Verdict::Solved);
    assert_eq!(
        reading.warnings,
        ["3 crosses between cells are passed over", "7 crosses between cells are passed over"]
    );
    let written = reading.puzzle.write(Format::Pzprv3, &reading.position).unwrap();
    assert_eq!(written.replace('\n', "/"), SOLVED_FILE.replace("-1", "0"));
    let version_0 = SOLVED_FILE
        .replace("v3.1", "v3")
        .replace("/0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /", "/");
    let old = read(Format::Pzprv3, &version_0).unwrap();
    assert_eq!(old.position, reading.position);
}

#[test]
fn files_tell_how_lines_that_go_on_and_numbers_that_stay_are_taken() {
    let longer = read(Format::Pzprv3, "pzprv3.1/yosenabe/1/3/o1 i i /1 1 /0 0 0 /").unwrap();
    assert_eq!(yosenabe(&longer).options.stop, Stop::Any);
    assert_eq!(longer.warnings.len(), 1);
    assert_eq!(longer.puzzle.atom_name(longer.position.board.yes().next().unwrap()), "r1c1 to r1c3");
    let stays = read(Format::Pzprv3, "pzprv3.1/yosenabe/1/4/o1 i . io2 /1 0 0 /0 0 0 0 /").unwrap();
    assert_eq!(stays.position.board.yes().count(), 2);
    let open = read(Format::Pzprv3, "pzprv3.1/yosenabe/1/4/o1 i . io2 /0 0 0 /0 0 0 0 /").unwrap();
    assert!(open.position.is_blank());
    for odd in ["o1 i io2 /1 1 ", "i i o1 /1 0 ", "o1 o1 i /1 1 ", "o1 . i /1 0 "] {
        let reading = read(Format::Pzprv3, &format!("pzprv3.1/yosenabe/1/3/{odd}/0 0 0 /")).unwrap();
        assert!(reading.position.is_blank(), "{odd}");
        assert_eq!(reading.warnings.len(), 1, "{odd}");
    }
}

/// A random board; half of them with areas as puzz.link has them.
fn random_puzzle(dice: &mut Dice) -> Yosenabe {
    let mut printed = dice.board(5);
    if dice.percent(50) {
        let grid = printed.grid;
        let grey: Vec<bool> = grid.cells().map(|cell| printed.area_of(cell).is_some()).collect();
        let regions = Borders::between(grid, &grey).regions(grid);
        let labels: Vec<Option<u32>> =
            regions.iter().zip(&grey).map(|(r, grey)| grey.then_some(*r)).collect();
        let goal = |dice: &mut Dice| dice.percent(40).then(|| dice.below(300) as u32);
        printed = Printed::new(grid, printed.squares.clone(), &labels, |_| goal(dice));
    }
    if dice.percent(20) {
        let large =
            |square: &mut Square| *square = if square.is_circle() { Square::Number(77_123) } else { *square };
        printed.squares.iter_mut().take(3).for_each(large);
    }
    let mut options = Options { stay: dice.percent(50), ..Options::default() };
    if dice.percent(50) {
        options.stop = Stop::Any;
    }
    if dice.percent(50) {
        options.rules = std::array::from_fn(|_| dice.percent(60));
        options.rules[dice.below(4)] = true;
    }
    Yosenabe::new(printed, options).unwrap()
}

fn random_position(dice: &mut Dice, puzzle: &Yosenabe) -> Position {
    let mut position = Position::blank(puzzle.atom_count());
    let kind = dice.below(4);
    for i in (0..puzzle.lines.circles.len()).filter(|_| kind > 0) {
        let lines: Vec<u32> = puzzle.lines.of(i).collect();
        if lines.is_empty() || dice.percent(10) {
            continue;
        }
        let line = lines[dice.below(lines.len())];
        position.board.set(Atom(line), Value::Yes);
        if kind == 3 && dice.percent(50) {
            position.board.set(Atom(lines[0]), Value::No);
            position.notes.set(Atom(line), true);
        }
    }
    position
}

#[test]
fn what_is_written_is_read_back() {
    let mut dice = Dice(0xb0a7d);
    let mut written = [0; 5];
    let formats = [Format::Native, Format::Json, Format::Asp, Format::Puzzlink, Format::Pzprv3];
    for _ in 0..1500 {
        let puzzle = random_puzzle(&mut dice);
        let position = random_position(&mut dice, &puzzle);
        for (i, format) in formats.into_iter().enumerate() {
            let text = match puzzle.write(format, &position) {
                Ok(text) => text,
                Err(refusal) => {
                    assert!(i > 1, "our own formats hold everything: {refusal}");
                    continue;
                }
            };
            written[i] += 1;
            let reading = read(format, &text).unwrap_or_else(|e| panic!("{e}:\n{text}"));
            let again = yosenabe(&reading);
            if i < 2 {
                assert_eq!((again, &reading.position), (&puzzle, &position), "{text}");
                assert_eq!(again.write(format, &reading.position).as_ref(), Ok(&text));
            } else {
                assert_eq!(nameless(&again.printed), nameless(&puzzle.printed), "{text}");
                assert_eq!(entries(again, &reading.position), entries(&puzzle, &position), "{text}");
            }
        }
    }
    assert!(written.iter().all(|&count| count > 100), "{written:?}");
}

#[test]
fn wrong_input_is_refused_with_its_place() {
    use Format::*;
    let native = |rest: &str| format!("gridwright yosenabe\n{rest}");
    let json = |rest: &str| format!("{{\"numbers\":[[1,null]],{rest}}}");
    let cells = |rest: &str| format!("cell(1..3,1..2).\n{rest}");
    let file = |rest: &str| format!("pzprv3.1/yosenabe/1/3/{rest}");
    let at = |line, column| Some((line, column));
    let cases = [
        (Native, native(""), at(2, 1), "rows of the board"),
        (Native, native("1.x\n"), at(2, 3), "expected a number, '?'"),
        (Native, native("1 . 100000\n"), at(2, 5), "too large"),
        (Native, native("1..\n1.\n"), at(3, 1), "2 cells instead of 3"),
        (Native, native("1..\nareas:\n..A\n...\n"), at(5, 1), "more than 1 rows"),
        (Native, native("1..\n...\nareas:\n..A\n"), at(5, 4), "1 row instead of 2"),
        (Native, native("1.#\nareas:\n..A\n"), at(4, 3), "absent cell"),
        (Native, native("1..\nareas:\n..#\n"), at(4, 3), "not absent"),
        (Native, native("1..\nareas:\n. . A-B\n"), at(4, 5), "expected an area's label"),
        (Native, native("1..\nareas:\n..A\ngoals: A=3 B=4\n"), at(5, 12), "no area 'B'"),
        (Native, native("1..\nareas:\n..A\ngoals: A=3 A=4\n"), at(5, 12), "two goals"),
        (Native, native("1..\nareas:\n..A\ngoals: A\n"), at(5, 8), "expected a goal"),
        (Native, native("1..\nareas:\n..A\ngoals: A=x\n"), at(5, 10), "expected a goal"),
        (Native, native("1..\nareas:\n..A\nentries:\nr1c1 to r1c2\n"), at(6, 1), "not possible here"),
        (Native, native("1..\nareas:\n..A\nentries: r1c1 to r1c3, r1c1 to r1c3\n"), at(5, 24), "comes twice"),
        (Native, native("1..\nareas:\n..A\ncrossed: r1c1 stay\n"), at(5, 10), "not possible here"),
        (Native, native("1..\nwalls:\n...\n"), at(3, 1), "unknown section"),
        (Native, "gridwright yosenabe rules=5\n1.\n".to_string(), at(1, 21), "not a value for 'rules'"),
        (Native, "gridwright yosenabe rules=move,\n1.\n".to_string(), at(1, 21), "not a value for 'rules'"),
        (Native, "gridwright yosenabe stop=last\n1.\n".to_string(), at(1, 21), "first, any"),
        (Native, "gridwright yosenabe wrapping=yes\n1.\n".to_string(), at(1, 21), "no option"),
        (Json, "{}".to_string(), None, "'numbers' is missing"),
        (Json, json("\"areas\":[[null]]"), None, "'areas' has 1 rows and 1 columns"),
        (Json, json("\"areas\":[[null,\"a b\"]]"), None, "'areas[0][1]' should be an area's label"),
        (Json, json("\"areas\":[[null,true]]"), None, "'areas[0][1]' should be an area's label"),
        (Json, json("\"goals\":{\"A\":3}"), None, "'goals.A'"),
        (Json, json("\"goals\":[3]"), None, "'goals' should be an object"),
        (Json, json("\"areas\":[[null,1]],\"goals\":{\"1\":-3}"), None, "'goals.1' should be a number"),
        (Json, json("\"rules\":0"), None, "'rules': '0' is not"),
        (Json, json("\"entries\":[\"r1c1 to r1c2\"]"), None, "'entries[0]'"),
        (Json, json("\"entries\":[3]"), None, "'entries[0]' should be"),
        (Json, "{\"numbers\":[[1.5]]}".to_string(), None, "'numbers[0][0]' should be a number"),
        (Json, "{\"numbers\":[[1],[]]}".to_string(), None, "'numbers[1]' has 0 cells"),
        (Json, "{\"numbers\":[[1]".to_string(), at(1, 15), "not JSON"),
        (Asp, "number(1,1,3).".to_string(), at(1, 1), "there are none"),
        (Asp, "cell(0,1).".to_string(), at(1, 1), "cell(0,1) is not possible"),
        (Asp, "cell(1,1).\ncell(1,1001).".to_string(), at(2, 1), "is not possible"),
        (Asp, cells("number(1,1)."), at(2, 1), "'number' has 3 arguments, here are 2"),
        (Asp, cells("number(4,1,2)."), at(2, 1), "no cell(4,1)"),
        (Asp, cells("number(1,0,2)."), at(2, 1), "no cell(1,0)"),
        (Asp, cells("number(1,1,2). number(1,1,3)."), at(2, 16), "a second number"),
        (Asp, cells("number(1,1,100000)."), at(2, 1), "too large"),
        (Asp, cells("area(1,1,2). area(1,1,3)."), at(2, 14), "a second area"),
        (Asp, cells("area(1,3,2)."), at(2, 1), "no cell(1,3)"),
        (Asp, cells("goal(1,2)."), at(2, 1), "has no cells"),
        (Asp, cells("area(1,1,1). goal(1,2). goal(1,3)."), at(2, 25), "a second goal"),
        (Asp, cells("area(1,1,1). number(3,1,1). target(3,1,2,1)."), at(2, 29), "no number can take"),
        (Puzzlink, "yosenabe/3/1/w1j1".to_string(), at(1, 14), "expected a digit"),
        (Puzzlink, "yosenabe/3/1/01j".to_string(), at(1, 17), "cut short"),
        (Puzzlink, "yosenabe/3/1/01l".to_string(), at(1, 16), "do not fit"),
        (Puzzlink, "yosenabe/3/1/0i3k".to_string(), at(1, 15), "on a grey cell"),
        (Puzzlink, "yosenabe/3/1/0hk".to_string(), at(1, 15), "on a grey cell"),
        (Puzzlink, "yosenabe/3/1/oi3i4j".to_string(), at(1, 17), "second number"),
        (Puzzlink, "yosenabe/3/1/0-1gk".to_string(), at(1, 17), "hexadecimal"),
        (Puzzlink, "yosenabe/3/1/0+k".to_string(), at(1, 15), "expected a circle"),
        (Puzzlink, "yosenabe/3/1/0l5".to_string(), at(1, 16), "expected the end"),
        (Pzprv3, file("o1 i "), at(1, 23), "2 items instead of 3"),
        (Pzprv3, file("o1 x . "), at(1, 26), "expected such as"),
        (Pzprv3, file("o1 3 . "), at(1, 26), "on a grey cell"),
        (Pzprv3, file("o1x i . "), at(1, 24), "expected a number"),
        (Pzprv3, file("i1 i2 . "), at(1, 26), "second number"),
        (Pzprv3, file("o1 i . /2 0 /"), at(1, 31), "expected '0', '1' or '-1'"),
        (Pzprv3, file("o1 i . /0 0 /0 0 0 /extra /"), at(1, 43), "expected the end"),
    ];
    for (format, input, place, words) in cases {
        let error = read(format, &input).expect_err(&input);
        assert_eq!(error.line_column(&input), place, "{input}: {error}");
        assert!(error.message.contains(words), "{input}: {error}");
    }
}

#[test]
fn damaged_input_is_read_or_refused() {
    let mut dice = Dice(0xdead);
    let example = read(Format::Native, GENRE.example).unwrap();
    let json = example.puzzle.write(Format::Json, &example.position).unwrap();
    let samples = [
        (Format::Native, GENRE.example),
        (Format::Json, json.as_str()),
        (Format::Asp, COURSE),
        (Format::Puzzlink, LINK),
        (Format::Pzprv3, SOLVED_FILE),
    ];
    let mut read_anyway = 0;
    for _ in 0..4000 {
        let (format, sample) = samples[dice.below(samples.len())];
        let mut text: Vec<char> = sample.chars().collect();
        for _ in 0..1 + dice.below(3) {
            let at = dice.below(text.len());
            match dice.below(3) {
                0 => drop(text.remove(at)),
                1 => text[at] = text[dice.below(text.len())],
                _ => text.insert(at, ['0', '9', '/', '\n', '.', '=', '\u{e9}', '-'][dice.below(8)]),
            }
        }
        let text: String = text.into_iter().collect();
        match read(format, &text) {
            Ok(reading) => {
                read_anyway += 1;
                reading.puzzle.model();
            }
            Err(error) => assert!(!error.message.is_empty()),
        }
    }
    assert!((400..3600).contains(&read_anyway), "{read_anyway}");
}

#[test]
fn facts_may_repeat_and_others_are_passed_over() {
    let repeated =
        "cell(1..2,1). cell(1,1). number(1,1,3). number(1,1,3). area(2,1,7). area(2,1,7). goal(7,3).
        goal(7,3). colour(1). colour(2).";
    let reading = read(Format::Asp, repeated).unwrap();
    assert_eq!(reading.warnings, ["facts 'colour' are passed over"]);
    let area = Area { label: "7".to_string(), first: Cell(1), goal: Some(3) };
    assert_eq!(yosenabe(&reading).printed.areas, [area]);
}

#[test]
fn what_a_format_cannot_show_is_refused() {
    use Format::*;
    for (format, input, reason) in [
        (Asp, "?.\nareas:\n.A\n", "circles without number, such as at r1c1, cannot"),
        (Asp, "##\n1.\nareas:\n##\n.A\n", "size of a board"),
        (Asp, "1.\nareas:\n.A\ncrossed: r1c1 to r1c2\n", "crossed-out"),
        (Asp, "1.\nareas:\n.A\nnotes: r1c1 to r1c2\n", "pencilled"),
        (Puzzlink, "1.#\nareas:\n.A#\n", "absent cells, such as at r1c3"),
        (Puzzlink, "1..\nareas:\n.AB\n", "areas that touch, such as at r1c2"),
        (Puzzlink, "1..\nareas:\nA.A\n", "lets it stay there"),
        (Puzzlink, ".1.\nareas:\nA.A\n", "several parts, such as at r1c3"),
        (Puzzlink, "256 .\nareas:\n.A\n", "the 256 at r1c1"),
        (Puzzlink, "1.\nareas:\n.A\ngoals: A=256\n", "the 256 at r1c2"),
        (Puzzlink, "1.\nareas:\n.A\nentries: r1c1 to r1c2\n", "entries cannot be written"),
        (Pzprv3, "1.\nareas:\n.A\ncrossed: r1c1 to r1c2\n", "crossed-out"),
        (Pzprv3, "1.1\nareas:\n.A.\nentries: r1c1 to r1c2, r1c3 to r1c2\n", "share a cell"),
        (Lists, "1.\nareas:\n.A\n", "cannot be written as lists"),
    ] {
        let reading = read(Native, &format!("gridwright yosenabe\n{input}")).unwrap();
        let refusal = reading.puzzle.write(format, &reading.position).unwrap_err().to_string();
        assert!(refusal.contains(reason), "{input}: {refusal}");
    }
    let mut full = read(Native, "gridwright yosenabe stay=yes\n1.1\nareas:\nA.B\ngoals: A=1\n").unwrap();
    let refusal = full.puzzle.write(Pzprv3, &full.position).unwrap_err().to_string();
    assert!(refusal.contains("every cell of the area holds a circle"), "{refusal}");
    full.set_option("rules", "move,goal").unwrap();
    let refusal = full.puzzle.write(Pzprv3, &full.position).unwrap_err().to_string();
    assert!(refusal.contains("some rules are not in force"), "{refusal}");
    // Facts have no words for options either, but comments do.
    let facts = full.puzzle.write(Asp, &full.position).unwrap();
    assert!(facts.starts_with("% gridwright rules=move,goal stop=first stay=yes\n"), "{facts}");
    assert_eq!(read(Asp, &facts).unwrap().puzzle.options(), full.puzzle.options());
}

#[test]
fn the_format_is_found_out() {
    for (format, input) in [
        (Format::Native, GENRE.example),
        (Format::Asp, COURSE),
        (Format::Puzzlink, LINK),
        (Format::Pzprv3, SOLVED_FILE),
    ] {
        assert_eq!(formats::detect(Text::new(input)), Some(format));
        let found = formats::read(input, None, None).unwrap();
        assert_eq!(yosenabe(&found), yosenabe(&read(format, input).unwrap()));
    }
    let shown = formats::read(&format!("{COURSE}\n#show target/4."), None, None).unwrap();
    assert_eq!(shown.warnings.len(), 1);
}
