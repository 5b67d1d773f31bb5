//! Sessions against a model of them, and hints against the rules.

use gridwright_base::random::Random;
use gridwright_emulsion::{
    Colour, Game, Hint, Player, Position, Record, Refused, Rules, Seat, Session, Square, Strength, Turn,
};
use std::collections::BTreeSet;

const ENGINE: Seat = Seat::Engine(Strength::Random);

fn random_turn(position: &Position, random: &mut Random) -> Option<Turn> {
    let turns = position.turns();
    (!turns.is_empty()).then(|| turns[random.index(turns.len())])
}

/// Whatever is done, the game is the turns that were played and not taken back.
#[test]
fn sessions_are_their_turns() {
    let mut random = Random::new(31);
    for round in 0..300 {
        let mut rules = Rules::of_size(3 + round % 4).unwrap();
        rules.pie = round % 3 == 0;
        let seats = [[Seat::Human; 2], [Seat::Human, ENGINE], [ENGINE, Seat::Human], [ENGINE; 2]][round % 4];
        let mut session = Session::new(Game::new(rules), seats);
        let mut turns: Vec<Turn> = Vec::new();
        let mut undone: Vec<Turn> = Vec::new();
        for _ in 0..60 {
            match random.index(8) {
                0 => {
                    let count = session.undo();
                    assert!(count <= turns.len());
                    undone.extend(turns.split_off(turns.len() - count).into_iter().rev());
                    let is_human = seats.contains(&Seat::Human);
                    assert!(count == 0 || !is_human || session.mover() == Some(Seat::Human));
                }
                1 => {
                    let count = session.redo();
                    assert!(count > 0 || undone.is_empty());
                    turns.extend(undone.split_off(undone.len() - count).into_iter().rev());
                }
                2 => {
                    session.back();
                    assert_eq!(session.is_at_end(), turns.is_empty());
                    if !session.is_at_end() && !session.position().is_over() {
                        let turn = random_turn(session.position(), &mut random).unwrap();
                        assert_eq!(session.play(turn), Err(Refused::LookingBack));
                    }
                    session.forward();
                }
                _ => {
                    let Some(turn) = random_turn(session.position(), &mut random) else {
                        assert_eq!(session.play(Turn::SwapSides), Err(Refused::Over));
                        continue;
                    };
                    session.play(turn).unwrap();
                    turns.push(turn);
                    if undone.pop() != Some(turn) {
                        undone.clear();
                    }
                }
            }
            assert_eq!(session.game().turns(), turns);
            assert_eq!(session.can_redo(), !undone.is_empty() && session.resigned().is_none());
            assert_eq!(session.shown(), session.position());
            let again = Session::from_record(Record::read(&session.record().to_text()).unwrap());
            assert_eq!((again.game(), again.record()), (session.game(), session.record()));
        }
    }
}

#[test]
fn the_engines_first_turn_is_not_taken_back() {
    let mut session = Session::new(Game::new(Rules::of_size(5).unwrap()), [ENGINE, Seat::Human]);
    session.play(session.position().turns()[0]).unwrap();
    assert_eq!(session.undo(), 0);
    assert_eq!(session.game().turns().len(), 1);
}

#[test]
fn who_gives_up_loses_and_may_think_better_of_it() {
    let mut session = Session::new(Game::new(Rules::of_size(4).unwrap()), [Seat::Human; 2]);
    session.play(session.position().turns()[0]).unwrap();
    session.resign(Colour::White).unwrap();
    assert_eq!((session.winner(), session.mover()), (Some(Colour::Black), None));
    assert_eq!(session.resign(Colour::Black), Err(Refused::Over));
    let text = session.record().to_text();
    assert!(text.contains("[Result \"Black\"]") && text.contains("[Resigned \"White\"]"), "{text}");
    let again = Session::from_record(Record::read(&text).unwrap());
    assert_eq!(again.winner(), Some(Colour::Black));
    assert_eq!(session.record().to_json()["winner"], "Black");
    assert_eq!(session.undo(), 0);
    assert_eq!((session.winner(), session.game().turns().len()), (None, 1));
    session.resign(Colour::White).unwrap();
    session.restart();
    assert_eq!((session.winner(), session.can_redo(), session.game().turns().len()), (None, false, 0));
    assert_eq!(session, Session::new(Game::new(Rules::of_size(4).unwrap()), [Seat::Human; 2]));
}

#[test]
fn seats_follow_the_players_when_sides_are_swapped() {
    let mut rules = Rules::of_size(4).unwrap();
    rules.pie = true;
    let mut session = Session::new(Game::new(rules), [Seat::Human, ENGINE]);
    session.play(session.position().turns()[0]).unwrap();
    assert_eq!((session.seat(Colour::White), session.mover()), (ENGINE, Some(ENGINE)));
    session.play(Turn::SwapSides).unwrap();
    assert_eq!((session.seat(Colour::White), session.mover()), (Seat::Human, Some(Seat::Human)));
    // Who looks back sees who it was then.
    session.back();
    assert_eq!((session.shown_seat(Colour::White), session.seat(Colour::White)), (ENGINE, Seat::Human));
    session.forward();
    assert_eq!(session.shown_seat(Colour::White), Seat::Human);
    session.set_seat(Colour::Black, Seat::Human);
    assert_eq!(session.record().tag("White"), Some("human"));
    // A person's name stays.
    let mut record = session.record();
    record.set_tag("Black", "Ada").unwrap();
    assert_eq!(Session::from_record(record).record().tag("Black"), Some("Ada"));
}

/// What a hint says about groups, found a second time by walking over the board.
#[test]
fn hints_tell_the_truth_about_groups() {
    let mut random = Random::new(32);
    let mut seen = BTreeSet::new();
    for round in 0..40 {
        let mut game = Game::new(Rules::of_size(5 + round % 4).unwrap());
        for _ in 0..random.index(30) {
            let Some(turn) = random_turn(game.position(), &mut random) else { break };
            game.play(turn).unwrap();
        }
        let mut player = Player::new(Strength::Simulations(60), round as u64);
        if player.think(&game).is_none() {
            continue;
        }
        let position = game.position();
        for turn in position.turns() {
            let hint = Hint::new(player.report().unwrap(), turn);
            let Turn::Swap(swap) = turn else { panic!("there is no pie") };
            let [_, to] = position.own_first(swap);
            let after = position.after(turn).unwrap();
            let groups = after.board.groups(position.to_move);
            let new = groups.iter().find(|group| group.contains(&to)).unwrap();
            assert_eq!(1 + hint.joined.iter().sum::<usize>(), new.len(), "{}", position.to_line());
            assert_eq!(hint.gain, position.board.gain(swap));
            if let Some((whole, parts)) = &hint.split {
                let before = position.board.groups(position.to_move.other());
                assert!(before.iter().any(|group| group.len() == *whole && group.contains(&to)));
                assert!(parts.len() > 1);
                assert!(hint.reason().contains(&format!("group of {whole}")));
            }
            seen.insert((hint.joined.len().min(2), hint.split.is_some()));
            assert!(hint.reason().ends_with('.'), "{}", hint.reason());
        }
    }
    assert!(seen.len() > 3, "{seen:?}");
}

#[test]
fn hints_say_what_is_proven() {
    let game = Game::new(Rules::of_size(4).unwrap());
    let mut player = Player::new(Strength::Simulations(200_000), 1);
    let turn = player.think(&game).unwrap();
    let hint = Hint::new(player.report().unwrap(), turn);
    assert!(hint.reason().starts_with("Black wins then, by proof. It gains "), "{}", hint.reason());
    let game = Game::new(Rules::of_size(3).unwrap());
    let mut player = Player::new(Strength::Simulations(200_000), 1);
    let turn = player.think(&game).unwrap();
    let hint = Hint::new(player.report().unwrap(), turn);
    assert!(hint.reason().starts_with("Every move loses, by proof"), "{}", hint.reason());
}

fn session(start: &str, black: Seat, white: Seat) -> Session {
    Session::new(Game::from_position(Position::read(start).unwrap()), [black, white])
}

/// Choosing every pair of squares comes to just the legal swaps.
#[test]
fn choosing_two_pieces_makes_a_legal_turn_or_none() {
    for start in ["4", "BBBW/WWWB/BWBB/WWWB b", "WBWB/BBWW/WBWB/BWBW w"] {
        let fresh = session(start, Seat::Human, Seat::Human);
        let squares: Vec<Square> = fresh.position().board.squares().collect();
        let mut found = BTreeSet::new();
        for (first, second) in squares.iter().flat_map(|a| squares.iter().map(move |b| (*a, *b))) {
            let mut session = fresh.clone();
            match session.choose(first) {
                Ok(turn) => assert_eq!((turn, session.chosen()), (None, Some(first))),
                Err(refused) => {
                    assert!(matches!(refused, Refused::GainsNowhere(_)), "{refused}");
                    assert_eq!(session.chosen(), None);
                    continue;
                }
            }
            let partners = session.partners();
            match session.choose(second) {
                Ok(Some(turn)) => {
                    assert!(partners.iter().any(|(partner, _)| *partner == second));
                    session.play(turn).unwrap();
                    assert_eq!(session.chosen(), None);
                    found.insert(fresh.position().write_turn(turn));
                }
                Ok(None) if first == second => assert_eq!(session.chosen(), None),
                Ok(None) => assert_eq!(session.chosen(), Some(second)),
                Err(Refused::Illegal(_)) => assert_eq!(session.chosen(), Some(first)),
                Err(refused) => assert!(matches!(refused, Refused::GainsNowhere(_)), "{refused}"),
            }
        }
        let legal: BTreeSet<String> =
            fresh.position().turns().iter().map(|turn| fresh.position().write_turn(*turn)).collect();
        assert_eq!(found, legal);
    }
    let mut waiting = session("4", ENGINE, Seat::Human);
    assert_eq!(waiting.choose(Square::new(0, 1)), Err(Refused::EngineToMove));
    let mut over = session("BBBW/WWBW/WWBB/WWBB b", Seat::Human, Seat::Human);
    assert_eq!(over.choose(Square::new(0, 1)), Err(Refused::Over));
}

#[test]
fn only_the_engine_against_itself_is_paused() {
    let mut person = session("4", Seat::Human, ENGINE);
    assert_eq!(person.toggle_pause(), Err(Refused::NoPause));
    person.pause_after_failure();
    assert!(person.is_paused());
    person.toggle_pause().unwrap();
    assert!(!person.is_paused());
    let mut engine = session("4", ENGINE, ENGINE);
    engine.play(engine.position().turns()[0]).unwrap();
    engine.toggle_pause().unwrap();
    engine.back();
    assert!(engine.is_paused() && engine.engine_to_move().is_none());
    engine.toggle_pause().unwrap();
    assert!(!engine.is_paused() && engine.is_at_end());
    // A person who takes over a side ends the pause.
    engine.toggle_pause().unwrap();
    engine.set_seat(Colour::Black, Seat::Human);
    assert!(!engine.is_paused());
    let mut over = session("BBBW/WWBW/WWBB/WWBB b", ENGINE, ENGINE);
    assert_eq!(over.toggle_pause(), Err(Refused::Over));
}

#[test]
fn the_only_person_gives_up() {
    for (black, white, loser) in [
        (Seat::Human, Seat::Human, Colour::Black),
        (Seat::Human, ENGINE, Colour::Black),
        (ENGINE, Seat::Human, Colour::White),
        (ENGINE, ENGINE, Colour::Black),
    ] {
        let mut session = session("4", black, white);
        session.give_up().unwrap();
        assert_eq!((session.resigned(), session.winner()), (Some(loser), Some(loser.other())));
        assert_eq!(session.give_up(), Err(Refused::Over));
    }
}

#[test]
fn players_take_their_seats() {
    let seat = |name: &str| name.parse::<Seat>().unwrap();
    let seated = |before: [&str; 2], black: Option<&str>, white: Option<&str>| {
        let mut session = session("4", seat(before[0]), seat(before[1]));
        session.seat_players(black.map(seat), white.map(seat));
        Colour::ALL.map(|colour| session.seat(colour).to_string())
    };
    let usual = ["human", "level 5"];
    assert_eq!(seated(usual, None, None), usual);
    assert_eq!(seated(usual, None, Some("3")), ["human", "level 3"]);
    assert_eq!(seated(usual, Some("3"), None), ["level 3", "human"]);
    assert_eq!(seated(usual, Some("human"), None), usual);
    assert_eq!(seated(usual, None, Some("human")), ["level 5", "human"]);
    assert_eq!(seated(usual, Some("1"), Some("2")), ["level 1", "level 2"]);
    assert_eq!(seated(["human", "human"], None, Some("7")), ["human", "level 7"]);
    assert_eq!(seated(["level 1", "level 2"], Some("3"), None), ["level 3", "level 2"]);
    assert_eq!(seated(["level 1", "level 2"], Some("human"), None), ["human", "level 2"]);
    let players = |text: &str| {
        let session = Session::against_engine(Record::read(text).unwrap());
        Colour::ALL.map(|colour| session.seat(colour).to_string())
    };
    assert_eq!(players("4"), usual);
    assert_eq!(players("[Size \"4\"][White \"Ada\"] b4b3"), ["human", "human"]);
    assert_eq!(players("[Size \"4\"][Black \"level 2\"] b4b3"), ["level 2", "human"]);
}
