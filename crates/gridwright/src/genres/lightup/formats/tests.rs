use super::*;
use crate::Reading;
use crate::formats::{ParseError, read};
use crate::frames::{penpa::tests::page, tatham};
use crate::genres::lightup::GENRE;
use crate::session::{Action, Session};

fn light_up(reading: &Reading) -> &LightUp {
    reading.puzzle.downcast_ref().expect("a Light Up board")
}

/// Reads a text, detecting its format, and writes it in another.
fn convert(input: &str, format: Format) -> String {
    let reading = read(input, None, None).unwrap_or_else(|e| panic!("{input}: {e}"));
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    reading.write(format).unwrap()
}

const ADDRESS: &str = "https://puzz.link/p?";
const SOLVED_FILE: &str = "pzprv3/lightup/6/6/. . # . . . /. # 4 # . . /. . # . 2 # /\
                           + 0 . . # . /# + . 1 . . /. . . # . . /";

#[test]
fn known_addresses_come_back_as_they_were() {
    for link in
        ["akari/6/6/nekcakbl", "akari/7/7/hbjcm.ck1.ocj.h", "akari/10/10/hcscl.h.idn.i.cgcndg.h.ncs.h"]
    {
        assert_eq!(convert(link, Format::Puzzlink), format!("{ADDRESS}{link}"));
        for id in ["lightup/", "bijutsukan/", "akari_edit/"] {
            assert_eq!(convert(&link.replace("akari/", id), Format::Puzzlink), format!("{ADDRESS}{link}"));
        }
    }
    let native = "gridwright lightup\n......\n..4...\n....2.\n.0....\n...1..\n......\n";
    assert_eq!(convert("akari/6/6/nekcakbl", Format::Native), native);
    let large = "akari/17/17/g666.g6.g6.x6.x6.x6.obl6.gbi6cv.gblcmbl7cv6bi66blam6.x.gbv.gcv66.g666.g.g";
    let reading = read(large, None, None).unwrap();
    assert_eq!(light_up(&reading).size(), (17, 17));
    assert_eq!(convert("akari/3/2/", Format::Native), "gridwright lightup\n...\n...\n");
}

#[test]
fn ids_and_addresses_name_the_same_boards() {
    assert_eq!(
        convert("7x7:b1f2iB2g1Bi2fBb", Format::Puzzlink),
        format!("{ADDRESS}akari/7/7/hbjcm.ck1.ocj.h")
    );
    assert_eq!(convert("akari/7/7/hbjcm.ck1.ocj.h", Format::Tatham), "7x7:b1f2iB2g1Bi2fBb");
    let web =
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/lightup.html#7x7b20s4d0:b1f2iB2g1Bi2fBb";
    assert_eq!(convert(web, Format::Tatham), "7x7:b1f2iB2g1Bi2fBb");
    let torus = "10x10w:dB0cBbBg1dBe1a0BaBBbBi0b1bBaBoBb00Bc0BdBBi";
    assert!(read(torus, None, None).unwrap().puzzle.grid().wrapping());
    assert_eq!(convert("2x30:zzh", Format::Tatham), "2x30:zzh");
}

#[test]
fn a_file_holds_the_solution_of_its_board() {
    let reading = read(SOLVED_FILE, None, None).unwrap();
    assert!(light_up(&reading).is_solution(&reading.position.board));
    let written = reading.write(Format::Pzprv3).unwrap();
    assert_eq!(written.replace('\n', "/"), SOLVED_FILE);
    let blank = Position::blank(reading.puzzle.atom_count());
    let address = reading.puzzle.write(Format::Puzzlink, &blank).unwrap();
    assert_eq!(address, format!("{ADDRESS}akari/6/6/nekcakbl"));

    let carried = SOLVED_FILE.replace(' ', "%20").replace('#', "%23");
    for host in ["https://puzz.link/p?", "http://pzv.jp/p.html?type=player&"] {
        assert_eq!(convert(&format!("{host}{carried}"), Format::Pzprv3), written);
    }
    assert_eq!(convert(&SOLVED_FILE.replace("lightup", "akari"), Format::Pzprv3), written);
}

#[test]
fn what_is_passed_over_is_said() {
    let ticked = "pzprv3/lightup/1/2/1 # /- . /";
    for (input, words) in [
        (ticked, "ticks"),
        ("pzprv3/lightup/1/2/1 # /info:{\"metadata\":{}}", "information"),
        ("akari/v:odd/2/2/j", "'odd'"),
        ("akari/d/2/2/j", "flags"),
        ("v:odd\npzprv3\nlightup\n1\n1\n. ", "'odd'"),
    ] {
        let reading = read(input, None, None).unwrap();
        assert!(matches!(&reading.warnings[..], [only] if only.contains(words)), "{:?}", reading.warnings);
    }
    let variant = read("akari/v:odd/2/2/j", None, None).unwrap();
    assert_eq!(variant.write(Format::Puzzlink).unwrap(), format!("{ADDRESS}akari/v:odd/2/2/j"));
    assert_eq!(variant.write(Format::Pzprv3).unwrap(), "v:odd\npzprv3\nlightup\n2\n2\n. . \n. . \n");
}

#[test]
fn the_moves_of_a_save_file_are_made() {
    let save = |moves: &[&str]| {
        let moves: Vec<String> = moves.iter().map(|m| m.to_string()).collect();
        tatham::write_save("Light Up", "3x2b20s2d0", "b1c", &moves, moves.len())
    };
    for (moves, board) in [
        (&["L0,0"][..], "*.1\n..."),
        (&["L0,0", "L0,0"], "..1\n..."),
        (&["L0,0", "I0,0"], "-.1\n..."),
        (&["I0,0", "L0,0", "L2,1"], "*.1\n..*"),
        (&["S;L0,0;I1,1;L2,1"], "*.1\n.-*"),
    ] {
        let reading = read(&save(moves), None, None).unwrap();
        assert_eq!(reading.write(Format::Native).unwrap(), format!("gridwright lightup\n{board}\n"));
    }
    let undone = save(&["L0,0", "L2,1"]).replace("STATEPOS:1:3", "STATEPOS:1:2");
    assert_eq!(convert(&undone, Format::Native), "gridwright lightup\n*.1\n...\n");
    let expected = "GAME    :8:Light Up\nPARAMS  :10:3x2b20s2d0\nCPARAMS :10:3x2b20s2d0\nDESC    :3:b1c\n\
                    NSTATES :1:3\nSTATEPOS:1:3\nMOVE    :4:L0,0\nMOVE    :4:I2,1\n";
    assert!(convert("2 3 0\n*b1\nbb-", Format::Tatham).ends_with(expected));
}

#[test]
fn the_courses_files_are_read_with_any_line_ends() {
    let native = "gridwright lightup wrapping=yes\n*.w\n1-.\n";
    for save in ["2 3 1\n*bw\n1-b\n", "2 3 1\r\n*bw\r\n1-b", "\u{feff}2 3 1\n*bw\n1-b\n\n"] {
        assert_eq!(convert(save, Format::Native), native);
    }
    assert_eq!(convert(native, Format::Save), "2 3 1\n*bw\n1-b\n");
    for level in [".1..\n.X.#\n", ".1..\r\n.X.#"] {
        assert_eq!(convert(level, Format::Native), "gridwright lightup\n.1..\n.w.*\n");
        assert_eq!(convert(level, Format::Level), ".1..\n.X.#\n");
    }
}

#[test]
fn penpa_pages_are_read() {
    // Four columns make rows of eight places: 18 is the first cell.
    let question = r#"{"surface":{"18":4,"20":1,"26":8},"number":{"18":["2",7,"1"],"20":[" ",7,"1"]}}"#;
    let answer = r#"{"surface":{"21":2},"symbol":{"19":[3,"sun_moon",1]}}"#;
    let native = "gridwright lightup\n2*w-\nw...\n....\n....\n";
    assert_eq!(
        convert(&page("square,4,4,38", "[0,0,0,0]", question, answer, "[\"Akari\"]"), Format::Native),
        native
    );
    let untagged = page("square,4,4,38", "[0,0,0,0]", question, answer, "");
    assert_eq!(read(&untagged, None, Some(&GENRE)).unwrap().write(Format::Native).unwrap(), native);

    let odd =
        page("square,4,4,38", "[0,0,0,0]", question, r#"{"symbol":{"18":[3,"sun_moon",1]}}"#, "[\"akari\"]");
    assert_eq!(read(&odd, None, None).unwrap().warnings.len(), 1);
    for question in [
        r#"{"surface":{"18":5}}"#,
        r#"{"number":{"18":["2",7,"1"]}}"#,
        r#"{"surface":{"18":4},"number":{"18":["5",7,"1"]}}"#,
        r#"{"symbol":{"18":[1,"circle_L",1]}}"#,
        r#"{"lineE":{"82,83":2}}"#,
    ] {
        let error =
            read(&page("square,4,4,38", "[0,0,0,0]", question, "{}", "[\"akari\"]"), None, None).unwrap_err();
        assert!(error.message.starts_with("r1c"), "{error}");
    }
    let wrapped = "https://swaroopg92.github.io/penpa-edit/#m=solve&p=https://puzz.link/p?akari/3/2/";
    assert_eq!(convert(wrapped, Format::Native), "gridwright lightup\n...\n...\n");
}

/// A small xorshift: the same boards every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

#[test]
fn random_boards_survive_every_format_or_are_refused_with_reason() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let formats: Vec<Format> = [Format::Native, Format::Json].iter().chain(WRITES).copied().collect();
    let mut written = vec![0; formats.len()];
    for round in 0..1500 {
        let (rows, cols) = (1 + random.below(9) as usize, 1 + random.below(9) as usize);
        let grid = Grid::new(rows, cols).unwrap().with_wrapping(random.below(4) == 0);
        let (walls, entries) = (random.below(80), [0, 0, 30][round % 3]);
        let squares: Vec<(Square, Value)> = (0..grid.len())
            .map(|_| match random.below(100) {
                n if n < walls && n % 3 == 0 => (Square::Wall, Value::Open),
                n if n < walls => (Square::Number(random.below(5) as u8), Value::Open),
                _ if random.below(100) >= entries => (Square::Open, Value::Open),
                n if n % 2 == 0 => (Square::Open, Value::Yes),
                _ => (Square::Open, Value::No),
            })
            .collect();
        let original = Reading::of(&GENRE, reading(grid, &squares));
        let has = |value| original.position.board.facts().any(|fact| fact.holds == (value == Value::Yes));
        for (format, count) in formats.iter().zip(&mut written) {
            let (torus, bulbs, marks) = (grid.wrapping(), has(Value::Yes), has(Value::No));
            let fits = match format {
                Format::Puzzlink => !torus && !bulbs && !marks,
                Format::Pzprv3 => !torus,
                Format::Tatham => !torus && rows >= 2 && cols >= 2,
                Format::Level => !torus && !marks,
                _ => true,
            };
            let text = match original.write(*format) {
                Ok(text) => text,
                Err(refusal) => {
                    assert!(!fits && !refusal.to_string().is_empty(), "{format:?}: {refusal}");
                    continue;
                }
            };
            assert!(fits, "{format:?} cannot hold {squares:?}");
            *count += 1;
            // A level without walls and bulbs looks like many things.
            let forced = [Some(*format), None];
            for forced in &forced[..if *format == Format::Level { 1 } else { 2 }] {
                let again = read(&text, *forced, Some(&GENRE)).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert_eq!(light_up(&again), light_up(&original), "{text}");
                assert_eq!(again.position, original.position, "{text}");
                assert!(again.warnings.is_empty());
                assert_eq!(again.write(*format).unwrap(), text);
            }
        }
    }
    assert!(written.iter().all(|count| *count > 200), "{written:?}");
}

#[test]
fn wrong_input_is_refused_with_its_place() {
    use Format::*;
    let carried = "https://puzz.link/p?pzprv3/lightup/1/1/%21%20/";
    let whole = None::<(usize, usize)>;
    #[rustfmt::skip]
    let cases = [
        (None, "", Some((1, 1))),
        (None, " \n\t\n", Some((1, 1))),
        (None, "hello", Some((1, 1))),
        (None, "\0\0\0", Some((1, 1))),
        (None, "nonesuch/3/3/i", Some((1, 1))),
        (None, "pzprv3/nonesuch/1/1/. /", Some((1, 8))),
        (None, "gridwright nonesuch\n...", Some((1, 12))),
        (None, "{\"genre\":\"nonesuch\"}", whole),
        (None, "{\"genre\":\"lightup\"", Some((1, 18))),
        (None, "{\"genre\":\"lightup\",\"grid\":[\"..\",\".\"]}", whole),
        (None, "{\"genre\":\"lightup\",\"grid\":[\"x\"]}", whole),
        (None, "{\"genre\":\"lightup\",\"rows\":3,\"grid\":[\"..\"]}", whole),
        (None, "gridwright lightup\n", Some((2, 1))),
        (None, "gridwright lightup\n...\n..\n", Some((3, 3))),
        (None, "gridwright lightup\n...\n.5.\n", Some((3, 2))),
        (None, "gridwright lightup wrapping=maybe\n...\n", Some((1, 20))),
        (None, "akari/6/6/nekcakbk", Some((1, 19))),
        (None, "akari/6/6/nekcakbm", Some((1, 18))),
        (None, "akari/6/6/nekcakbl1", Some((1, 19))),
        (None, "akari/6/6/nekfakbl", Some((1, 14))),
        (None, "akari/6/6/NEKCAKBL", Some((1, 11))),
        (None, "akari/6/6/nek\u{e9}akbl", Some((1, 14))),
        (None, "akari/6/6/nek\0akbl", Some((1, 14))),
        (None, "akari/99999/99999/", Some((1, 7))),
        (None, "akari/0/6/", Some((1, 7))),
        (None, "akari/6/6/nekcakbl/more", Some((1, 19))),
        (Some(Puzzlink), "akari/6", Some((1, 8))),
        (Some(Puzzlink), "https://puzz.link/p", Some((1, 20))),
        (None, "pzprv3/lightup/2/2/. . /. /", Some((1, 25))),
        (None, "pzprv3/lightup/2/2/. . /", Some((1, 23))),
        (None, "pzprv3/lightup/1/1/5 /", Some((1, 20))),
        (None, "pzprv3/lightup/1/1/x /", Some((1, 20))),
        (None, "pzprv3/lightup/1/1/. /x /", Some((1, 23))),
        (None, "pzprv3/lightup/1/1/. /. /. /", Some((1, 26))),
        (None, "pzprv3/lightup/1/4000000000/. /", Some((1, 18))),
        (None, carried, Some((1, 21))),
        (None, "7x7:b1f2iB2g1Bi2fBa", Some((1, 20))),
        (None, "7x7:b1f2iB2g1Bi2fBc", Some((1, 19))),
        (None, "7x7:b1f2iB2g1Bi2fB!", Some((1, 19))),
        (None, "7x7:b1f2iB2g1Bi2fB5", Some((1, 19))),
        (None, "7x7:", Some((1, 5))),
        (None, "7x7b20s4d0#123456789", Some((1, 11))),
        (None, "7x7q:b1f2iB2g1Bi2fBb", Some((1, 4))),
        (None, "7x:zzz", Some((1, 3))),
        (None, "0x7:a", Some((1, 1))),
        (None, "99999999999x2:a", Some((1, 1))),
        (Some(Tatham), "x", Some((1, 1))),
        (None, "3 3 0\nbbb\nbbb\n", Some((3, 4))),
        (None, "3 3 0\nbbb\nbb\nbbb\n", Some((3, 3))),
        (None, "3 3 0\nbbb\nbbbb\nbbb\n", Some((3, 4))),
        (None, "3 3 0\nbbb\nbxb\nbbb\n", Some((3, 2))),
        (None, "3 3 0\nbbb\nb\0b\nbbb\n", Some((3, 2))),
        (None, "1 3 0\nbbb\nbbb\n", Some((3, 1))),
        (None, "3 3 2\nbbb\nbbb\nbbb\n", Some((1, 5))),
        (None, "0 3 0\nbbb\n", Some((1, 1))),
        (None, "1000000 1000000 0\nbbb\n", Some((1, 1))),
        (Some(Save), "3 3\nbbb\n", Some((1, 1))),
        (Some(Save), "3 3 0", Some((1, 6))),
        (Some(Save), "", Some((1, 1))),
        (None, "..X\n..\n", Some((2, 3))),
        (None, "..X\n....\n", Some((2, 4))),
        (None, "..X\n..9\n", Some((2, 3))),
        (None, "..X\n\n...\n", Some((2, 1))),
        (Some(Level), "..x\n", Some((1, 3))),
        (Some(Level), "\n\n", whole),
        (Some(Lists), "[[(0,0)]]", whole),
    ];
    assert!(cases.len() >= 40);
    let mut wrong = Vec::new();
    for (format, input, place) in cases {
        let error: ParseError = match read(input, format, Some(&GENRE)) {
            Ok(reading) => panic!("{input:?} was read: {reading:?}"),
            Err(error) => error,
        };
        if error.line_column(input) != place {
            wrong.push(format!("{input:?}: {error} at {:?}", error.line_column(input)));
        }
        assert!(error.message.len() > 10, "{input:?}: {error}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Rows longer than any board, refused before a board is made of them.
    let long = "X".repeat(2000);
    assert!(read(&long, Some(Level), None).is_err());
    assert!(read(&".\n".repeat(2000), Some(Level), None).is_err());
}

#[test]
fn damaged_input_never_panics() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let original = read("2 3 0\n*b1\nb-w", None, None).unwrap();
    let blank = Position::blank(original.puzzle.atom_count());
    let mut texts = vec![page("square,4,4,38", "[0,0,0,0]", r#"{"surface":{"18":4}}"#, "{}", "[\"akari\"]")];
    texts.push("https://puzz.link/p?type=player&pzprv3/lightup/1/2/%23%20-%20/".to_string());
    for format in [Format::Native, Format::Json].iter().chain(WRITES) {
        texts.extend(original.write(*format));
        texts.extend(original.puzzle.write(*format, &blank));
    }
    let inserted = ['\0', '\n', '/', ':', '9', '\u{e9}', '\u{1f4a1}', '%', '#', '&', '=', '?', 'z'];
    for text in &texts {
        for _ in 0..300 {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..=random.below(3) {
                let at = random.below(chars.len() as u64) as usize;
                let c = inserted[random.below(inserted.len() as u64) as usize];
                match random.below(4) {
                    0 => chars.truncate(at.max(1)),
                    1 => chars[at] = c,
                    2 => chars.insert(at, c),
                    _ => drop(chars.splice(at..=at, [])),
                }
                if chars.is_empty() {
                    chars.push(c);
                }
            }
            let damaged: String = chars.into_iter().collect();
            let format = [None, Some(Format::ALL[random.below(12) as usize].0)][random.below(2) as usize];
            if let Err(error) = read(&damaged, format, None) {
                assert!(!error.message.is_empty() && error.at.is_none_or(|at| at <= damaged.len()));
            }
        }
    }
}

#[test]
fn a_save_file_of_the_program_itself_is_taken_over() {
    let save = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :8:Light Up\n\
                PARAMS  :10:7x7b20s4d0\nCPARAMS :10:7x7b20s4d0\nDESC    :15:b1f2iB2g1Bi2fBb\nNSTATES :1:5\n\
                STATEPOS:1:4\nMOVE    :4:L0,0\nMOVE    :4:I1,0\nMOVE    :4:I0,0\nMOVE    :9:L0,0;L1,1\n";
    let session = Session::read(save).unwrap();
    let written = |actions: &[Action]| -> Vec<String> {
        actions.iter().map(|action| action.write(session.puzzle())).collect()
    };
    assert_eq!(written(session.actions()), ["r1c1 bulb", "r1c2 !bulb", "r1c1 !bulb"]);
    assert_eq!(written(session.undone()), ["r1c1 bulb, r2c2 bulb"]);
}
