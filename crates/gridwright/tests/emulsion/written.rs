//! Turns, positions and games as text, and what is refused.

use gridwright::emulsion::{Colour, Game, Note, Position, Record, Tie, Turn};
use gridwright::random::Random;

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
        record.tags.push(("Black".to_string(), "Ann \"A\" \\ B".to_string()));
        for note in &mut record.notes {
            if random.percent(20) {
                let evaluation = random.percent(50).then(|| random.below(1001) as u16);
                *note = Note { comment: format!("remark {}", random.below(100)), evaluation };
            }
        }
        assert_eq!(Record::read(&record.to_text()).unwrap(), record, "{round}\n{}", record.to_text());
        assert_eq!(Record::read(&record.to_json().to_string()).unwrap(), record);
        let link = game.to_link();
        assert!(link.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
        assert_eq!(Record::read(&link).unwrap().game, game, "{link}");
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
        ("[Size \"3\"][Start \"BW/WB b\"]", "the size is 3, but the game starts on one of 2"),
        ("[Size \"4\"]\n{[%eval 2]}", "expected Black's chance"),
        ("{\"start\": 4", "no JSON"),
        ("{}", "'start' is missing"),
        ("{\"start\":\"4\",\"turns\":3}", "'turns' should be"),
        ("{\"start\":\"4\",\"turns\":[\"a1a4\"]}", "turn 1: a1 and a4 are not"),
        ("{\"start\":\"4\",\"turns\":[3]}", "turn 1: expected a text"),
        ("{\"start\":\"4\",\"evaluation\":7}", "'evaluation' should be"),
        ("e", "the game is cut short"),
        ("eAA", "no such size"),
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
fn noise_never_panics() {
    let mut random = Random::new(10);
    let alphabet: Vec<char> = "BW/ bw\n[]01,{}\"eA_-.9 a1b2swapn[Size \"4\"]ä%\\".chars().collect();
    for _ in 0..20_000 {
        let text: String = (0..random.index(40)).map(|_| alphabet[random.index(alphabet.len())]).collect();
        let _ = Record::read(&text);
        let _ = Position::start(4).unwrap().read_turn(&text);
        let _ = Record::read(&format!("[Size \"4\"] {text}"));
        let _ = Record::read(&format!("eE{text}"));
    }
}
