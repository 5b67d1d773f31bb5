//! Sessions against a model of them, and hints against the rules.

use gridwright_base::random::Random;
use gridwright_emulsion::{
    Colour, Game, Hint, Player, Position, Record, Refused, Rules, Seat, Session, Strength, Turn,
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
