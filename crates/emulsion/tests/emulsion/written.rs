//! Turns, positions and games as text, and what is refused.

use gridwright_base::random::Random;
use gridwright_emulsion::{Chance, Colour, Game, Note, Position, Record, Tie, Turn};

fn refusal(position: &str, turn: &str) -> String {
    Position::read(position).unwrap().read_turn(turn).unwrap_err().message
}

/// Random games of all sizes and options, some from the middle.
fn random_game(random: &mut Random) -> Game {
    let mut start = Position::start(2 + random.index(25)).unwrap();
    if random.percent(30) {
        start.tie = Tie::LastMoverLoses;
    }
    start.pie = random.percent(30);
    let play = |position: &Position, random: &mut Random| {
        let turns = position.turns();
        let sides = turns.last().filter(|turn| **turn == Turn::SwapSides && random.percent(50));
        sides.copied().or_else(|| Some(*turns.get(random.below(turns.len().max(1) as u64) as usize)?))
    };
    for _ in 0..random.percent(30) as usize * random.index(20) {
        let Some(turn) = play(&start, random) else { break };
        start = start.after(turn).unwrap();
    }
    let mut game = Game::from_position(start);
    for _ in 0..random.index(60) {
        let Some(turn) = play(game.position(), random) else { break };
        game.play(turn).unwrap();
    }
    game
}

#[test]
fn games_survive_every_form() {
    let mut random = Random::new(8);
    let mut swapped = 0;
    for round in 0..200 {
        let game = random_game(&mut random);
        swapped += usize::from(game.sides_are_swapped());
        let mut record = Record::new(game.clone());
        assert!(record.set_tag("Size", "4").is_err() && record.set_tag("a b", "").is_err());
        record.set_tag("Black", "Ann \"A\" \\ B").unwrap();
        for turns in 0..=game.turns().len() {
            if random.percent(20) {
                let evaluation = random.percent(50).then(|| Chance::of(random.below(1001), 1000));
                *record.note_mut(turns).unwrap() =
                    Note { comment: format!("remark {}", random.below(100)), evaluation };
            }
        }
        assert_eq!(Record::read(&record.to_text()).unwrap(), record, "{round}\n{}", record.to_text());
        assert_eq!(Record::read(&record.to_json().to_string()).unwrap(), record);
        let mut plain = Record::new(game.clone());
        plain.resign(
            Some([Colour::Black, Colour::White][random.index(2)]).filter(|_| !game.position().is_over()),
        );
        let link = plain.to_link();
        assert!(link.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
        assert_eq!(Record::read(&link).unwrap(), plain, "{link}");
        let position = game.position();
        assert_eq!(&Position::read(&position.to_line()).unwrap(), position);
        let plain = Position { to_move: Colour::Black, tie: Tie::default(), pie: false, ..position.clone() };
        assert_eq!(Position::read(&position.board.to_rows()).unwrap(), plain);
        let lists = serde_json::to_string(&position.board.to_lists()).unwrap();
        assert_eq!(Position::read(&lists).unwrap(), plain);
    }
    assert!(swapped > 5);
}

#[test]
fn turns_are_read_in_every_way() {
    let mut random = Random::new(9);
    for _ in 0..30 {
        let game = random_game(&mut random);
        let position = game.position();
        for turn in position.turns() {
            let text = position.write_turn(turn);
            assert_eq!(position.read_turn(&text).unwrap(), turn);
            assert_eq!(position.read_turn(&format!(" {} ", text.to_uppercase())).unwrap(), turn);
            if let Turn::Swap(swap) = turn {
                let size = position.board.size();
                let [own, other] = position.own_first(swap);
                assert_eq!(position.board.colour(own), position.to_move);
                let turned = format!("{}-{}", other.name(size), own.name(size));
                assert_eq!(position.read_turn(&turned).unwrap(), turn);
                let coordinates = position.write_coordinates(turn).unwrap();
                assert_eq!(position.read_turn(&coordinates).unwrap(), turn, "{coordinates}");
            }
        }
    }
}

#[test]
fn a_refused_turn_says_why() {
    for (turn, reason) in [
        ("a1b2", "b2 and a1 are both Black"),
        ("a1c1", "a1 and c1 are not neighbours"),
        ("a1a1", "a1 and a1 are not neighbours"),
        ("e1d1", "there is no e1 on a board of size 4"),
        ("d4d5", "there is no d5 on a board of size 4"),
        ("a0a1", "there is no a0 on a board of size 4"),
        ("0 0 n", "there is no square 0 -1 on a board of size 4"),
        ("3 3 e", "there is no square 4 3 on a board of size 4"),
        ("0 9 e", "there is no square 0 9 on a board of size 4"),
        ("0 0 north", "expected n, nw, w, sw, s, se, e or ne, found 'north'"),
        ("0 0", "expected a column, a row and a direction such as 2 5 ne, found '0 0'"),
        ("x 0 e", "expected two squares such as c4d5, X Y DIRECTION or swap, found 'x 0 e'"),
        ("a1", "expected two squares such as c4d5, X Y DIRECTION or swap, found 'a1'"),
        ("", "expected two squares such as c4d5, X Y DIRECTION or swap, found nothing"),
        ("ä1b1", "expected two squares such as c4d5, X Y DIRECTION or swap, found 'ä1b1'"),
        ("swap", "sides can be swapped only at White's first turn, under the pie rule"),
    ] {
        assert_eq!(refusal("4", turn), reason);
    }
    // A corner with both neighbours: 3 there, and on c3 0 and 2 of the others' neighbours.
    let blocks = "BBWW/BBWW/WWBB/WWBB b";
    assert_eq!(
        refusal(blocks, "b4c4"),
        "the piece on b4 would not gain: it is worth 2.5 there and 0.5 on c4"
    );
    assert_eq!(refusal(blocks, "b3c3"), "the piece on b3 would not gain: it is worth 2 there and 1 on c3");
}

#[test]
fn refused_positions_say_where() {
    for (text, message, at) in [
        ("", "expected a position, found nothing", Some(0)),
        ("1", "there is no board of size 1: expected 2 to 26", Some(0)),
        ("27", "'27' is too large for a size (at most 26)", Some(0)),
        ("BW", "expected a position such as WBW/BWB/WBW b, found 'BW'", Some(0)),
        ("BW/BX b", "expected B or W, found 'X'", Some(4)),
        ("BW/B b", "expected 2 squares in each of 2 rows, found 1 in this one", Some(3)),
        ("BW/BW b w", "whose turn it is was given before", Some(8)),
        ("BW/BW pie b pie", "the pie rule was given before", Some(12)),
        ("BW/BW last-mover-wins b last-mover-loses", "the rule for ties was given before", Some(24)),
        ("BW/BW x", "expected b, w, last-mover-wins, last-mover-loses or pie, found 'x'", Some(6)),
        ("BW\nBWB\n", "expected 2 squares in each of 2 rows, found 3 in this one", Some(3)),
        ("[[0,1],[1,2]]", "expected 0 or 1, found '2'", Some(10)),
        ("[[0,1],[1,0]", "the lists are cut short", Some(12)),
        ("[[0,1],[1,0]] x", "expected nothing more, found 'x'", Some(14)),
        ("[[0 1],[1,0]]", "expected ',' or ']', found '1'", Some(4)),
        ("[[],[]]", "expected 0 or 1, found ']'", Some(2)),
        ("[[0,1]]", "expected 2 to 26 rows, found 1", Some(0)),
    ] {
        let error = Position::read(text).unwrap_err();
        assert_eq!((error.message.as_str(), error.at), (message, at), "{text}");
    }
}

#[test]
fn refused_games_say_where() {
    for (text, message) in [
        ("[Size \"4\"]\n1. b4b3 b4b3", "the piece on b4 would not gain"),
        ("[Size \"4\"]\n1. b4b3 {never ends", "the comment has no end"),
        ("[Size \"4\"\n1. b4b3", "expected ']'"),
        ("[Size \"4", "the tag has no closing quote"),
        ("[Size]", "expected a tag"),
        ("[Black \"x\"]", "expected a tag Size or Start"),
        ("[Size \"1\"]", "there is no board of size 1"),
        ("[Size \"4\"][Tie \"never\"]", "expected last-mover-wins"),
        ("[Size \"4\"][Pie \"maybe\"]", "expected yes or no"),
        ("[Game \"Chess\"]", "expected a game of Emulsion"),
        (
            "[Start \"BW/WB b last-mover-loses\"][Tie \"last-mover-wins\"]",
            "the rule for ties is last-mover-wins, but the start says last-mover-loses",
        ),
        ("[Start \"BW/WB b pie\"][Pie \"no\"]", "there is no pie rule, but the start says so"),
        ("[Size \"3\"][Start \"BW/WB b\"]", "the size is 3, but the game starts on one of 2"),
        ("[Size \"4\"]\n{[%eval 2]}", "expected Black's chance"),
        ("[Size \"4\"]\n1. b4b3 (c3c2 (d1", "the variation has no end"),
        ("[Size \"4\"]\n1. b4b3 (c3c2 {c1)", "the comment has no end"),
        ("[Size \"4\"]\n1. b4b3 ) a2b3", "expected a turn, found the end of a variation"),
        ("[Size \"4\"]\n1. b4b3!!!", "expected one of ! ? !! ?? !? ?!, found '!!!'"),
        ("[Size \"4\"]\n1. ! b4b3", "expected a turn, found the mark '!'"),
        (
            "[Size \"4\"]\n1. 1 0 {south}",
            "expected a column, a row and a direction such as 2 5 ne, found '1 0'",
        ),
        ("[Size \"4\"]\n1. 1 0 b4b3", "expected n, nw, w, sw, s, se, e or ne, found 'b4b3'"),
        ("[Size \"4\"]\n1. b4b3 a2b3 4. a1b1", "expected turn 2, found number 4"),
        ("[Size \"4\"]\n1. b4b3 9... a2b3", "expected turn 1, found number 9"),
        ("[Size \"4\"]\n1. b4b3 2. a2b3 2. a1b1", "expected turn 3, found number 2"),
        ("[Size \"4\"]\n1. b4b3 a2b3 3. a1b1 b4c3 3. d4c4", "expected turn 5, found number 3"),
        ("1. b4b3 a2b3", "a game begins with the size of its board"),
        ("[Size \"4\"]\n* b4b3", "expected nothing behind the result, found 'b4b3'"),
        ("{\"start\": 4", "not JSON"),
        ("{\"start\":\"4\",\"tags\":3}", "'tags' should be an object"),
        ("{\"start\":\"4\",\"tags\":{\"A\":3}}", "tag 'A': expected a text"),
        ("{\"start\":\"4\",\"tags\":{\"A b\":\"3\"}}", "tag 'A b': expected a name of letters"),
        (
            "{\"start\":\"4\",\"tags\":{\"Size\":\"5\"}}",
            "tag 'Size': it follows from the start and the turns",
        ),
        ("{\"start\":\"4\",\"winner\":\"Black\"}", "the result is Black, but the game is not over"),
        ("{\"start\":\"4\",\"winner\":5}", "expected Black, White or *"),
        (
            "{\"start\":\"4\",\"tags\":{\"Resigned\":\"Ada\"}}",
            "expected Black or White to have given up, found 'Ada'",
        ),
        ("{}", "'start' is missing"),
        ("{\"start\":\"4\",\"turns\":3}", "'turns' should be"),
        ("{\"start\":\"4\",\"turns\":[\"a1a4\"]}", "turn 1: a1 and a4 are not"),
        ("{\"start\":\"4\",\"turns\":[3]}", "turn 1: expected a text"),
        ("{\"start\":\"4\",\"evaluation\":7}", "'evaluation' should be"),
        ("{\"schema\":2,\"start\":\"4\"}", "expected schema 1, found 2"),
        ("{\"start\":\"4\",\"comment\":7}", "'comment' should be a text"),
        (
            "{\"start\":\"4\",\"turns\":[{\"turn\":\"b4b3\",\"evaluation\":7}]}",
            "turn 1: 'evaluation' should be",
        ),
        ("{\"game\":\"chess\",\"start\":\"4\"}", "expected a game of emulsion, found \"chess\""),
        ("{\"start\":\"4\",\"link\":\"eEAAB\"}", "'link' is \"eEAAB\", but the turns lead to eEA"),
        (
            "{\"start\":\"2\",\"position\":\"BW/WB b\"}",
            "'position' is \"BW/WB b\", but the turns lead to WB/BW b",
        ),
        ("e", "the game is cut short"),
        ("eAA", "there is no board of size 0"),
        ("eEw", "both sides have given up"),
        ("eCQAA", "Black cannot give up: the game is over"),
        ("eEE", "the game is cut short"),
        ("eEAA", "the game is cut short"),
        ("eEA__", "turn 1: sides can be"),
        ("eEA-A", "turn 1: no such swap"),
        ("eEA.A", "'.' stands for nothing"),
    ] {
        let error = Record::read(text).unwrap_err();
        assert!(error.message.starts_with(message), "{text}: {}", error.message);
    }
}

#[test]
fn links_say_where_they_are_wrong() {
    for (link, at) in [("eEAABAB", 5), ("eEABA", 3), ("eEw", 2), ("eEA.A", 3), ("eEAABX", 6)] {
        assert_eq!(Record::read(link).unwrap_err().at, Some(at), "{link}");
    }
}

/// A game on a board of size 2: one turn, and White has won it under this rule.
const OVER: &str = "[Size \"2\"]\n[Tie \"last-mover-loses\"]\n";

#[test]
fn what_contradicts_the_game_is_refused_with_its_line() {
    for (text, message, line, column) in [
        ("[Size \"4\"]\n[Tie \"last-mover-wins\"]\n[Size \"5\"]\n", "there is a second tag Size", 3, 2),
        ("[Size \"4\"]\n[Black \"Ada\"]\n[Black \"Ada\"]\n", "there is a second tag Black", 3, 2),
        (
            "[Size \"4\"]\n[Result \"White\"]\n",
            "the result is White, but the game is not over and nobody has given up",
            2,
            10,
        ),
        (
            "[Size \"4\"]\n\n1. b4b3\nBlack\n",
            "the result is Black, but the game is not over and nobody has given up",
            4,
            1,
        ),
        ("[Size \"4\"]\n[Result \"1-0\"]\n", "expected Black, White or * as the result", 2, 10),
        (
            "[Size \"4\"]\n[Result \"White\"]\n[Resigned \"White\"]\n",
            "the result is White, but Black has won",
            2,
            10,
        ),
        (
            "[Size \"4\"]\n[Resigned \"Ada\"]\n",
            "expected Black or White to have given up, found 'Ada'",
            2,
            12,
        ),
        (&format!("{OVER}[Result \"Black\"]\n\n1. b2a2\n"), "the result is Black, but White has won", 3, 10),
        (&format!("{OVER}\n1. b2a2 Black\n"), "the result is Black, but White has won", 4, 9),
        (
            &format!("{OVER}[Resigned \"Black\"]\n\n1. b2a2\n"),
            "Black cannot give up: the game is over, White has won",
            3,
            12,
        ),
    ] {
        let error = Record::read(text).unwrap_err();
        assert_eq!(
            (error.message.as_str(), error.line_column(text)),
            (message, Some((line, column))),
            "{text}"
        );
    }
    for right in [
        &format!("{OVER}[Result \"White\"]\n\n1. b2a2 White"),
        &format!("{OVER}[Result \"*\"]\n\n1. b2a2"),
        "[Size \"4\"][Result \"Black\"][Resigned \"white\"] 1. b4b3 Black",
    ] {
        assert!(Record::read(right).is_ok(), "{right}");
    }
}

#[test]
fn games_are_read_as_people_write_them() {
    let plain = Record::read("[Size \"4\"]\n\n1. b4b3 a2b3 2. a1b1 b4c3 3. d4c4").unwrap();
    for text in [
        "1. 1 0 s 0 2 ne 2. 0 3 e 1 0 se 3. 3 0 w",
        "1.1 0 s 0 2 ne 2.0\t3\ne b4c3 3. D4C4 *",
        "1... b4b3 a2b3 2. a1b1 2... b4c3 3.d4c4",
        "1. b4b3 2. a2b3 3. a1b1 4. b4c3 5. d4c4",
        "(1. a4a3) 1. b4b3 (1. b4a4 (1. nonsense (deep)) {a ) here} ; and ( there\n 1... a2a1) a2b3 a1b1(x)b4c3()d4c4",
    ] {
        let read = Record::read(&format!("[Size \"4\"]\n\n{text}")).unwrap();
        assert_eq!(read, plain, "{text}");
    }
    for text in ["1. b4b3 swap 2. d3c3 d2c2", "1. b4b3 swap 1... d3c3 2. d2c2"] {
        let read = Record::read(&format!("[Size \"4\"][Pie \"yes\"]\n\n{text}")).unwrap();
        assert_eq!(read.game().turns().len(), 4);
    }
    let marked = "[Size \"4\"]\n\n; before it\n1. b4b3!? a2b3 ?! {so {so} 2. 0 3 e! {good};very (good}\n b4c3?? {[%eval 0.250] no} d4c4;[%eval 0.5]";
    let read = Record::read(marked).unwrap();
    assert_eq!(read.game(), plain.game());
    let notes: Vec<(&str, Option<u16>)> = read
        .notes()
        .iter()
        .map(|note| (note.comment.as_str(), note.evaluation.map(Chance::thousandths)))
        .collect();
    let expected = [
        ("before it", None),
        ("!?", None),
        ("?! so (so", None),
        ("! good very (good)", None),
        ("?? no", Some(250)),
        ("", Some(500)),
    ];
    assert_eq!(notes, expected);
}

/// Whatever is accepted comes back from all that is written about it.
#[test]
fn whatever_is_read_is_written_and_read_again() {
    let pieces = [
        "1.",
        "b4b3",
        "a2b3",
        "b4a4",
        "1 0 s",
        "0 2 ne",
        "swap",
        "!",
        "?!",
        "??",
        "!!!",
        "(",
        ")",
        "(b4b3)",
        "{",
        "}",
        ";",
        "\n",
        "{a  b}",
        "{[%eval 0.5]}",
        "{[%eval}",
        "{x]}",
        "{[%eval 0.7] {z}",
        ";[%eval 1] y\n",
        "*",
        "Black",
        "é",
        "",
    ];
    let tags = [
        "[Black \"A\tB\\\"\"]",
        "[White \"\\\\\"]",
        "[Pie \"yes\"]",
        "[Pie \"no\"]",
        "[Resigned \"Black\"]",
        "[Result \"White\"]",
        "[Result \"*\"]",
        "[Tie \"last-mover-loses\"]",
        "[Black \"line\nline\"]",
    ];
    let mut random = Random::new(77);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut text = "[Size \"4\"]".to_string();
        (0..random.index(3)).for_each(|_| text += tags[random.index(tags.len())]);
        for _ in 0..random.index(8) {
            text += [" ", " ", " ", ""][random.index(4)];
            text += pieces[random.index(pieces.len())];
        }
        let record = match Record::read(&text) {
            Ok(record) => record,
            Err(error) => {
                assert!(error.line_column(&text).is_some(), "{text}: {error}");
                continue;
            }
        };
        accepted += 1;
        assert_eq!(Record::read(&record.to_text()).as_ref(), Ok(&record), "{text}");
        assert_eq!(Record::from_json(&record.to_json().to_string()).as_ref(), Ok(&record), "{text}");
    }
    assert!(accepted > 2000, "{accepted}");
    for comment in ["a  {b}\n", "[%eval 0.5] x", "[%eval ", ""] {
        let json = serde_json::json!({ "start": "4", "comment": comment, "tags": { "A": comment } });
        let record = Record::from_json(&json.to_string()).unwrap();
        assert_eq!(Record::read(&record.to_text()).as_ref(), Ok(&record), "{comment}");
    }
}

#[test]
fn noise_never_panics() {
    let mut random = Random::new(10);
    let alphabet: Vec<char> = "BW/ bw\n[]01,{}\"eA_-.9 a1b2swapn[Size \"4\"]ä%\\();!?*".chars().collect();
    for _ in 0..20_000 {
        let text: String = (0..random.index(40)).map(|_| alphabet[random.index(alphabet.len())]).collect();
        let _ = Record::read(&text);
        let _ = Position::start(4).unwrap().read_turn(&text);
        let _ = Record::read(&format!("[Size \"4\"] {text}"));
        let _ = Record::read(&format!("eE{text}"));
    }
}
