//! The rules against prose, known numbers, and the formats both ways.

use super::*;
use crate::Puzzle;
use crate::formats::{Format, read};
use crate::frames::{Encode, penpa, puzzlink};
use crate::generate::{Generator, Outcome, Spec};
use crate::genres::digits::samples::{Chance, expect_refusals, expect_round_trip, reading};
use crate::model::enumerate::for_each_solution;
use crate::model::{Board, Breach, Position, Value, Verdict, broken, flags, verdict};
use crate::scene::{Draw, Ground};
use crate::words::Words;

/// One label a character, `#` where there is no cell; digits and `.` for the givens.
fn suguru(rows: &[&str], givens: &[&str]) -> Suguru {
    let grid = Grid::new(rows.len(), rows[0].len()).unwrap();
    let labels: Vec<Option<char>> = rows.concat().chars().map(|c| Some(c).filter(|&c| c != '#')).collect();
    let suguru = Suguru::new(grid, &labels).unwrap();
    match givens {
        [] => suguru,
        _ => suguru
            .with_givens(givens.concat().chars().map(|c| c.to_digit(10).unwrap_or(0)).collect())
            .unwrap(),
    }
}

/// The rules as one says them: the digits of a region are different and at most its size, equal ones do not touch.
fn fits(rows: &[&str], digits: &[u32], cell: usize) -> bool {
    let (labels, cols) = (rows.concat().into_bytes(), rows[0].len());
    let size = labels.iter().filter(|&&label| label == labels[cell]).count();
    let equal = |other: usize| other != cell && digits[other] == digits[cell];
    let touches =
        |other: usize| (other / cols).abs_diff(cell / cols) <= 1 && (other % cols).abs_diff(cell % cols) <= 1;
    digits[cell] as usize <= size
        && !(0..labels.len()).any(|other| equal(other) && (labels[other] == labels[cell] || touches(other)))
}

/// All fillings by trying every digit in every cell in reading order.
fn fill(rows: &[&str], givens: &[u32], digits: &mut Vec<u32>, cell: usize, found: &mut Vec<Vec<u32>>) {
    let Some(&label) = rows.concat().as_bytes().get(cell) else { return found.push(digits.clone()) };
    if label == b'#' {
        return fill(rows, givens, digits, cell + 1, found);
    }
    for digit in 1..=9 {
        digits[cell] = digit;
        if (givens[cell] == 0 || givens[cell] == digit) && fits(rows, digits, cell) {
            fill(rows, givens, digits, cell + 1, found);
        }
    }
    digits[cell] = 0;
}

fn oracle(rows: &[&str], givens: &[u32]) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    fill(rows, givens, &mut vec![0; givens.len()], 0, &mut found);
    found
}

fn model_solutions(puzzle: &Suguru) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    for_each_solution(&puzzle.model(), |board| found.push(puzzle.digits.solution(board)));
    found.sort();
    found
}

const COURSE: [&str; 5] = ["AAABB", "ACCDB", "CCDDB", "CDDEB", "EEEEF"];
const COURSE_SOLUTION: [&str; 5] = ["13251", "45432", "13214", "25453", "43121"];

#[test]
fn the_course_board_has_1278_solutions() {
    let puzzle = suguru(&COURSE, &["1....", ".....", ".....", ".....", "....."]);
    let solutions = model_solutions(&puzzle);
    assert_eq!(solutions.len(), 1278);
    assert_eq!(solutions, oracle(&COURSE, puzzle.digits.givens()));
    let printed: Vec<u32> = COURSE_SOLUTION.concat().chars().filter_map(|c| c.to_digit(10)).collect();
    assert!(solutions.contains(&printed));
}

#[test]
fn random_regions_agree_with_the_oracle() {
    let mut chance = Chance(17);
    let mut solvable = 0;
    for _ in 0..100 {
        let (height, width) = (2 + chance.below(2), 2 + chance.below(2));
        // Labels by chance: regions need not be connected, cells may be absent.
        let mut row = || (0..width).map(|_| b"AAABBBC#"[chance.below(8)] as char).collect::<String>();
        let rows: Vec<String> = (0..height).map(|_| row()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        if rows.concat().bytes().all(|label| label == b'#') {
            continue;
        }
        let puzzle = suguru(&rows, &[]);
        let givens = chance.digits(&puzzle.digits, 6);
        let puzzle = puzzle.with_givens(givens.clone()).unwrap();
        let expected = oracle(&rows, &givens);
        solvable += usize::from(!expected.is_empty());
        assert_eq!(model_solutions(&puzzle), expected, "{rows:?} {givens:?}");
    }
    assert!(solvable > 10, "{solvable}");
}

#[test]
fn every_rule_says_what_it_is_about() {
    let puzzle = suguru(&["AAB", "ABB", "C#B"], &["...", "2..", "..."]);
    let model = puzzle.model();
    let sentences: Vec<String> = model.rules().iter().map(|rule| puzzle.sentence(rule)).collect();
    for sentence in [
        "r1c1 needs exactly one digit",
        "the region at r1c1 needs exactly one 3",
        "the region at r3c1 needs exactly one 1",
        "r1c1 and r2c2 touch and cannot both be 3",
        "r2c1 and r3c1 touch and cannot both be 1",
        "r2c1 is given as 2",
    ] {
        assert_eq!(sentences.iter().filter(|s| *s == sentence).count(), 1, "{sentence}\n{sentences:#?}");
    }
    // Within a region its own rule is enough, digits the other cell does not take cannot clash, r3c2 is absent.
    for wrong in ["r1c1 and r1c2 touch", "r2c1 and r3c1 touch and cannot both be 2", "r3c2"] {
        assert!(!sentences.iter().any(|s| s.contains(wrong)), "{wrong}");
    }
    assert_eq!(model.rules().len(), 8 + (3 + 4 + 1) + (5 * 3 + 2) + 1);
    for atom in model.atoms() {
        assert_eq!(puzzle.atom_named(&puzzle.atom_name(atom)), Some(atom));
    }
    assert_eq!(puzzle.atom_named("r3c2 1"), None);
    assert_eq!(puzzle.atom_named("r3c1 2"), None);
}

#[test]
fn each_rule_is_broken_by_some_entry() {
    let puzzle = suguru(&["AAB", "ABB", "CCB"], &["1..", "...", "..."]);
    let model = puzzle.model();
    for (name, rule, flagged) in [
        ("r1c1 2", "suguru.cell", &["r1c1 1", "r1c1 2"]),
        ("r1c2 1", "suguru.region", &["r1c1 1", "r1c2 1"]),
        ("r2c2 1", "suguru.touch", &["r1c1 1", "r2c2 1"]),
    ] {
        let mut board = Board::open(model.atom_count());
        board.set(puzzle.atom_named(name).unwrap(), Value::Yes);
        let too_much: Vec<&str> = broken(&model, &board)
            .iter()
            .filter(|b| b.breach == Breach::TooMuch)
            .map(|b| model.kind(model.get(b.rule)).id)
            .collect();
        assert_eq!(too_much, [rule]);
        let names: Vec<String> = flags(&model, &board).entries.iter().map(|a| puzzle.atom_name(*a)).collect();
        assert_eq!(names, flagged);
    }
    let mut board = Board::open(model.atom_count());
    board.set(puzzle.atom_named("r1c1 1").unwrap(), Value::No);
    assert!(broken(&model, &board).iter().any(|b| model.kind(model.get(b.rule)).id == "suguru.given"));
}

#[test]
fn the_scene_shows_regions_and_holes() {
    let puzzle = suguru(&["AAB", "A#B"], &[]);
    let scene = puzzle.scene(&Position::blank(puzzle.atom_count()));
    assert_eq!(scene.tiles[4].ground, Ground::Absent);
    assert_eq!((scene.tiles[0].choices, scene.tiles[2].choices), (3, 2));
    assert!(scene.border_right(Cell(1)) && !scene.border_right(Cell(0)) && scene.border_right(Cell(3)));
}

/// Boards with connected or scattered regions, holes and givens, as `connected` and `holes` say.
fn random_boards(connected: bool, holes: bool) -> Vec<Suguru> {
    let mut chance = Chance(23);
    let mut boards = Vec::new();
    for (height, width) in [(1, 1), (1, 5), (6, 1), (4, 4), (5, 7), (9, 9), (12, 10)] {
        let grid = Grid::new(height, width).unwrap();
        let mut labels: Vec<Option<u32>> = Vec::new();
        for cell in grid.cells() {
            let joined = match (chance.below(3), grid.row(cell), grid.col(cell)) {
                (0, 1.., _) => labels[cell.index() - width],
                (1, _, 1..) => labels[cell.index() - 1],
                _ => None,
            };
            let scattered = (!connected).then(|| chance.below(9) as u32);
            labels.push(scattered.or(joined).or(Some(cell.0)).filter(|_| !(holes && chance.one_in(8))));
        }
        labels[0] = labels[0].or(Some(0));
        // Holes may have cut a region in two; a fresh label for each part keeps regions connected.
        if connected {
            labels = puzzle_parts(grid, &labels);
        }
        let board = Suguru::new(grid, &labels).unwrap();
        let givens = chance.digits(&board.digits, 3);
        boards.push(board.with_givens(givens).unwrap());
    }
    boards
}

fn puzzle_parts(grid: Grid, labels: &[Option<u32>]) -> Vec<Option<u32>> {
    let parts = puzzlink::Borders::between(grid, labels).regions(grid);
    grid.cells().map(|cell| labels[cell.index()].map(|_| parts[cell.index()])).collect()
}

#[test]
fn our_own_formats_keep_everything() {
    let mut chance = Chance(29);
    for board in [random_boards(true, true), random_boards(false, true), random_boards(true, false)].concat()
    {
        for position in [Position::blank(board.atom_count()), chance.position(&board.digits)] {
            expect_round_trip(&board, &position, Format::Native);
            expect_round_trip(&board, &position, Format::Json);
        }
    }
}

#[test]
fn foreign_formats_keep_what_they_can_and_refuse_the_rest() {
    for (connected, holes) in [(true, true), (true, false), (false, false)] {
        for board in random_boards(connected, holes) {
            let blank = Position::blank(board.atom_count());
            let square = board.grid().rows() == board.grid().cols();
            let full = !board.has_holes();
            for (format, possible) in [
                (Format::Puzzlink, connected || board.is_connected()),
                (Format::Pzprv3, connected || board.is_connected()),
                (Format::Lists, square && full),
                (Format::Line, full),
            ] {
                match possible {
                    true => expect_round_trip(&board, &blank, format),
                    false => drop(board.write(format, &blank).unwrap_err()),
                }
            }
        }
    }
}

impl Suguru {
    fn has_holes(&self) -> bool {
        self.regions.contains(&None)
    }

    fn is_connected(&self) -> bool {
        let parts = puzzle_parts(self.grid(), &self.regions);
        Suguru::new(self.grid(), &parts).unwrap().region_count() == self.region_count()
    }
}

#[test]
fn a_file_holds_entries_and_four_notes_a_cell() {
    let puzzle = suguru(&COURSE, &["1....", ".....", ".....", ".....", "....."]);
    let mut position = Position::blank(puzzle.atom_count());
    let set = |name: &str| puzzle.atom_named(name).unwrap();
    position.board.set(set("r1c2 3"), Value::Yes);
    for name in ["r2c2 1", "r2c2 2", "r2c2 4", "r2c2 5", "r5c5 1"] {
        position.notes.set(set(name), true);
    }
    expect_round_trip(&puzzle, &position, Format::Pzprv3);
    let refused = |change: &dyn Fn(&mut Position), words: &str| {
        let mut changed = position.clone();
        change(&mut changed);
        let refusal = puzzle.write(Format::Pzprv3, &changed).unwrap_err().to_string();
        assert!(refusal.contains(words), "{refusal}");
    };
    refused(&|p| p.notes.set(set("r2c2 3"), true), "5 notes");
    refused(&|p| p.notes.set(set("r1c2 4"), true), "filled cell r1c2");
    refused(&|p| p.board.set(set("r1c3 4"), Value::No), "crossed-out candidates, such as at r1c3");
    refused(&|p| p.board.set(set("r1c1 2"), Value::Yes), "printed digit at r1c1");
    let repeated = {
        let mut repeated = position.clone();
        repeated.board.set(set("r1c1 1"), Value::Yes);
        puzzle.write(Format::Pzprv3, &repeated).unwrap()
    };
    assert_eq!(repeated, puzzle.write(Format::Pzprv3, &position).unwrap());
    for format in [Format::Puzzlink, Format::Line, Format::Lists] {
        puzzle.write(format, &position).unwrap_err();
    }
}

#[test]
fn addresses_are_read_as_pzpr_reads_them() {
    let link = "https://puzz.link/p?suguru/5/5/cih47bs73m3g5p1g2g";
    let read = reading(link, None, &GENRE);
    let puzzle = read.puzzle.downcast_ref::<Suguru>().unwrap();
    let expected = suguru(
        &["AABCC", "AADDD", "ADDEE", "FFFEE", "FFGGG"],
        &["3....", "...3.", "5....", ".....", ".1.2."],
    );
    assert_eq!(puzzle, &expected);
    assert_eq!(puzzle.write(Format::Puzzlink, &read.position).unwrap(), link);
    let mut solution = Position::blank(puzzle.atom_count());
    let digits = ["32121", "14534", "52121", "34543", "21321"].concat();
    puzzle.digits.enter(&mut solution, &digits.chars().filter_map(|c| c.to_digit(10)).collect::<Vec<_>>());
    assert_eq!(verdict(&puzzle.model(), &solution.board), Verdict::Solved);
    let file = puzzle.write_solution(Format::Pzprv3, &solution.board).unwrap();
    assert!(file.ends_with(". 2 1 2 1 \n1 4 5 . 4 \n. 2 1 2 1 \n3 4 5 4 3 \n2 . 3 . 1 \n"), "{file}");

    for body in ["6/6/adbli15d2tluj2g1l2l3l4l5g", "6/6/6q2sbkcbricl1j2l4h1j5h6l3j4"] {
        let link = format!("https://puzz.link/p?suguru/{body}");
        let read = reading(&link, None, &GENRE);
        assert_eq!(read.puzzle.write(Format::Puzzlink, &read.position).unwrap(), link);
    }
    let course = suguru(&COURSE, &[]);
    let written = course.write(Format::Puzzlink, &Position::blank(course.atom_count())).unwrap();
    assert!(written.starts_with("https://puzz.link/p?suguru/5/5/5ddhekat"), "{written}");
    let unknown = reading("suguru/2/1/0.g", None, &GENRE);
    assert_eq!(unknown.warnings, ["the '?' at r1c1 says nothing and is passed over"]);
    assert_eq!(reading("suguru/2/2/", None, &GENRE).puzzle.atom_count(), 16);
}

#[test]
fn the_course_lists_are_read_and_answered() {
    let groups = "[[(0,0),(0,1),(0,2),(1,0)],[(0,3),(0,4),(1,4),(2,4),(3,4)],[(1,1),(1,2),(2,0),(2,1),(3,0)],\
        [(1,3),(2,2),(2,3),(3,1),(3,2)],[(3,3),(4,0),(4,1),(4,2),(4,3)],[(4,4)]]";
    let expected = suguru(&COURSE, &["1....", ".....", ".....", ".....", "....."]);
    let canonical = format!("5\n{groups}\n[((0,0),[1])]\n");
    for input in [
        canonical.clone(),
        format!("5 {groups} [((0,0),[1])]"),
        format!("n = 5\r\ngroups = {}\r\nstart = [ ( (0 , 0) , [ 1 ] ) ]", groups.replace("],", "],\r\n  ")),
    ] {
        let read = read(&input, Some(Format::Lists), None).unwrap();
        assert_eq!(read.puzzle.downcast_ref::<Suguru>(), Some(&expected));
        assert_eq!(read.puzzle.write(Format::Lists, &read.position).unwrap(), canonical);
    }
    let mut solution = Position::blank(expected.atom_count());
    let digits: Vec<u32> = COURSE_SOLUTION.concat().chars().filter_map(|c| c.to_digit(10)).collect();
    expected.digits.enter(&mut solution, &digits);
    let flat = expected.write_solution(Format::Lists, &solution.board).unwrap();
    assert!(flat.starts_with("[[1],[3],[2],[5],[1],[4],") && flat.ends_with(",[2],[1]]\n"), "{flat}");
    let line = expected.write_solution(Format::Line, &solution.board).unwrap();
    assert!(line.ends_with(";1325145432132142545343121\n"), "{line}");
}

#[test]
fn pages_show_regions_by_walls() {
    // 3 by 2 cells make rows of 7 places, 42 in all; corners are numbered from 42 on.
    let question =
        r#"{"number":{"16":["2",1,"1"],"17":[" ",1,"1"]},"lineE":{"52,59":2,"59,66":2,"57,58":2,"58,59":2}}"#;
    let answer = r#"{"number":{"25":["1",2,"1"],"24":[[1,1,0,0],2,"7"]},"surface":{"16":3}}"#;
    let link = penpa::tests::page("square,3,2,38", "[0,0,0,0]", question, answer, "[\"suguru\"]");
    let read = reading(&link, None, &GENRE);
    let puzzle = read.puzzle.downcast_ref::<Suguru>().unwrap();
    assert_eq!(puzzle, &suguru(&["AAB", "CCB"], &["2..", "..."]), "{:?}", puzzle.regions);
    let entered: Vec<String> = read.position.board.yes().map(|atom| puzzle.atom_name(atom)).collect();
    let noted: Vec<String> = read.position.notes.iter().map(|atom| puzzle.atom_name(atom)).collect();
    assert_eq!((entered, noted), (vec!["r2c3 1".to_string()], vec!["r2c2 1".into(), "r2c2 2".into()]));
    assert_eq!(read.warnings, ["shading and symbols are passed over"]);
    for (question, words) in [
        ("{}", "no walls"),
        (r#"{"lineE":{"52,59":2},"number":{"16":["7",1,"1"]}}"#, "at r1c1: r1c1 takes 1 to 6, not 7"),
        (r#"{"lineE":{"52,59":2},"number":{"16":["x",1,"1"]}}"#, "at r1c1: expected a digit"),
    ] {
        let link = penpa::tests::page("square,3,2,38", "[0,0,0,0]", question, "{}", "");
        let error = crate::formats::read(&link, None, Some(&GENRE)).unwrap_err();
        assert!(error.message.contains(words), "{error}");
    }
}

#[test]
fn wrong_text_is_refused_with_its_place() {
    let header = |rest: &str| format!("gridwright suguru\n{rest}");
    expect_refusals(
        Format::Native,
        &GENRE,
        &[
            (&header(""), (2, 1), "rows of the board"),
            (&header("AB\nA\n"), (3, 1), "1 cell instead of 2"),
            (&header("A.\nAA\n"), (2, 2), "region's label"),
            (&header("##\n##\n"), (2, 1), "no cells"),
            (&header("AA\nB#\ngivens:\n3.\n..\n"), (5, 1), "r1c1 takes 1 to 2, not 3"),
            (&header("AA\nB#\ngivens:\n..\n2.\n"), (6, 1), "r2c1 takes only 1, not 2"),
            (&header("AA\nB#\ngivens:\n..\n.1\n"), (6, 2), "no cell at r2c2"),
            (&header("AA\nB#\ngivens:\n#.\n..\n"), (5, 1), "found '#'"),
            (&header("AA\nB#\ngivens:\n..\n"), (5, 3), "1 row instead of 2"),
            (&header("AA\nB#\nnotes:\nr2c2 1\n"), (5, 6), "no cell at r2c2"),
            (&header(&format!("{}\n", "A".repeat(1001))), (2, 1), "not possible"),
            (&header(&format!("{}\n", "A".repeat(900)).repeat(3)), (2, 1), "too large"),
            ("gridwright suguru size=3\nA\n", (1, 19), "no option 'size'"),
        ],
    );
    expect_refusals(
        Format::Line,
        &GENRE,
        &[
            ("2x2;0,0,1,1", (1, 1), "three parts"),
            ("2;0,0,1,1;....", (1, 1), "'WxH'"),
            ("0x2;;", (1, 1), "not possible"),
            ("2x9999;0;.", (1, 3), "too large"),
            ("2x2;0,0,1;....", (1, 5), "3 regions for 4 cells"),
            ("2x2;0,0,1,x;....", (1, 11), "found 'x'"),
            ("2x2;0,0,1,1;...", (1, 13), "3 clues for 4 cells"),
            ("2x2;0,0,1,1;.3..", (1, 14), "r1c2 takes 1 to 2, not 3"),
            ("2x2;0,0,1,1;.?..", (1, 14), "found '?'"),
        ],
    );
    expect_refusals(
        Format::Lists,
        &GENRE,
        &[
            ("", (1, 1), "number of rows"),
            ("0 [[(0,0)]]", (1, 1), "not possible"),
            ("2", (1, 2), "expected '['"),
            ("1 [[(0,0)]", (1, 11), "',' or ']'"),
            ("1 [[(0,1)]]", (1, 5), "(0,1) is not within (0,0) to (0,0)"),
            ("1 [[(0,0),(0,0)]]", (1, 11), "in a group before"),
            ("2 [[(0,0),(0,1)],[(1,1)]]", (1, 3), "(1,0) is in none"),
            ("1 [[(0,0)]] [((0,0),[2])]", (1, 22), "takes only 1"),
            ("1 [[(0,0)]] [((0,0),[])]", (1, 22), "expected a digit"),
            ("1 [[(0,0)]] [((0,0),[1]),((0,0),[1])]", (1, 27), "value before"),
            ("1 [[(0,0)]] [] []", (1, 16), "expected the end"),
            ("n 1 [[(0,0)]]", (1, 3), "expected '='"),
            ("1 [[(-1,0)]]", (1, 6), "expected a row"),
            ("1 ((((((((((", (1, 3), "expected '['"),
        ],
    );
    expect_refusals(
        Format::Json,
        &GENRE,
        &[
            (r#"{"givens":[[1]]}"#, (0, 0), "'regions'"),
            (r#"{"regions":[["A",true]]}"#, (0, 0), "regions[0][1]"),
            (r#"{"regions":[["A"],["A","B"]]}"#, (0, 0), "2 cells instead of 1"),
            (r##"{"regions":[["#",null]]}"##, (0, 0), "no cells"),
            (r#"{"regions":[["A"]],"givens":[[2]]}"#, (0, 0), "givens[0][0]"),
            (r#"{"regions":[["A"]],"cols":3}"#, (0, 0), "'cols' says 3"),
            (r#"{"regions":[["A"]],"notes":{"r1c1":1}}"#, (0, 0), "notes.r1c1"),
        ],
    );
    expect_refusals(
        Format::Puzzlink,
        &GENRE,
        &[
            ("suguru/2/2/0", (1, 13), "cut short"),
            ("suguru/2/2/005i", (1, 12), "r1c1 takes 1 to 4, not 5"),
            ("suguru/2/2/000g1g", (1, 12), "not 0"),
            ("suguru/2/2/00jw", (1, 15), "expected a digit"),
            ("suguru/2/2/00jg1", (1, 16), "expected the end"),
            ("suguru/2/2/00ju", (1, 12), "no cells"),
            ("suguru/1000/1000/", (1, 18), "too large"),
        ],
    );
    expect_refusals(
        Format::Pzprv3,
        &GENRE,
        &[
            ("pzprv3/suguru/1/2/2 /. . /. . /", (1, 19), "'1' for a border"),
            ("pzprv3/suguru/1/2/0 /. 3 /. . /", (1, 24), "r1c2 takes 1 to 2, not 3"),
            ("pzprv3/suguru/1/2/0 /. . /. 3 /", (1, 29), "not 3"),
            ("pzprv3/suguru/1/2/0 /. . /. .[1 /", (1, 32), "expected ']'"),
            ("pzprv3/suguru/1/2/0 /. . /. .[3,,,] /", (1, 31), "not 3"),
            ("pzprv3/suguru/1/2/0 /. # /. 1 /", (1, 29), "no cell at r1c2"),
        ],
    );
}

#[test]
fn the_example_is_written_as_it_stands() {
    let read = reading(GENRE.example, None, &GENRE);
    assert_eq!(read.puzzle.write(Format::Native, &read.position).unwrap(), GENRE.example);
    let puzzle = read.puzzle.downcast_ref::<Suguru>().unwrap();
    assert_eq!(model_solutions(puzzle).len(), 1);
}

/// Singles suffice where single rules do, and where they do not, some level counts. The levels themselves assert that they exclude
/// nothing that holds.
#[test]
fn work_agrees_with_the_rounds_of_rules() {
    // The 2 beside the 1 is a single; then both cells beside it are.
    let grade = Puzzle::parse("gridwright suguru\nAABB\ngivens:\n1...\n").unwrap().rate().unwrap();
    assert_eq!(grade.work(), 0.5);
    let mut harder = 0;
    let spec = Spec::new(&GENRE).square(7).minimal();
    let mut generator = Generator::new(spec).unwrap();
    for number in 0..60 {
        let Outcome::Found(made) = generator.make(11, number) else { panic!("they are easy to make") };
        let grade = made.puzzle.rate().unwrap();
        let single = grade.rounds.iter().all(|round| round.size == 1);
        let quarters = (4.0 * grade.work()) as usize;
        // Rounds of rules count what is excluded apart from what is entered.
        let fits = if single { quarters <= grade.rounds.len() } else { quarters > 4 };
        assert!(fits, "{quarters} {:?}", made.puzzle.board());
        harder += usize::from(quarters >= 64);
    }
    assert!((5..55).contains(&harder), "{harder}");
}
