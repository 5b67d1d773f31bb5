//! Views come back from JSON as they were, and begin with their schema.

use gridwright_base::random::Random;
use gridwright_emulsion::matches::Match;
use gridwright_emulsion::view::*;
use gridwright_emulsion::{
    Analysis, Cancel, Game, Level, Limits, Player, Position, PuzzleMaker, Record, Rules, Seat, Session,
    Solution, Solver, Strength,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// The JSON of a view, which can be read again.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(view: &T) -> serde_json::Value {
    let json = serde_json::to_string(view).unwrap();
    assert!(json.starts_with(&format!("{{\"schema\":{SCHEMA},")), "{json}");
    assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), view);
    serde_json::from_str(&json).unwrap()
}

fn random_record(size: usize, turns: usize, seed: u64) -> Record {
    let mut rules = Rules::of_size(size).unwrap();
    rules.pie = seed.is_multiple_of(2);
    let mut record = Record::new(Game::new(rules));
    let mut random = Random::new(seed);
    for _ in 0..turns {
        let turns = record.game().position().turns();
        if turns.is_empty() {
            break;
        }
        record.play(turns[random.index(turns.len())]).unwrap();
    }
    record
}

#[test]
fn positions_and_games_are_viewed() {
    for seed in 0..20 {
        let mut record = random_record(3 + seed as usize % 4, seed as usize, seed);
        record.set_tag("Black", "Ada \"the\" <first>").unwrap();
        record.set_tag("Annotator", "Bob").unwrap();
        record.note_mut(0).unwrap().comment = "a start".to_string();
        let position = record.game().position().clone();
        let moves = check(&MovesView::new(&position));
        assert_eq!(moves["moves"].as_array().unwrap().len(), position.turns().len());
        check(&ScoreView::new(&record));
        let view = check(&RecordView::new(&record));
        assert_eq!(Record::from_json(&view.to_string()).unwrap(), record);
        let tags: Vec<&String> = view["tags"].as_object().unwrap().keys().collect();
        assert_eq!(tags, ["Black", "Annotator"], "tags stay in order");
        let mut session = Session::from_record(record);
        session.set_seat(gridwright_emulsion::Colour::White, Seat::level(Level::USUAL));
        session.back();
        let view = check(&SessionView::new(&session));
        assert_eq!(view["players"]["White"], "level 5");
        assert_eq!(view["turns"].as_array().unwrap().len(), session.game().turns().len());
        assert_eq!(view["position"], session.shown().to_line());
    }
    check(&PerftView::new(4, vec![24, 500]));
}

#[test]
fn proofs_and_puzzles_are_viewed() {
    for text in ["3", "WBW/BWB/WBW b pie", "WWB/BBW/WBW w pie", "BBBW/WWBW/WWBB/WWBB b"] {
        let position = Position::read(text).unwrap();
        let mut solver = Solver::new(&position);
        check(&SolutionView::new(&Solution::of(&position, &mut solver)));
        let solution = Solution::of(&position, &mut solver).with_moves(&mut solver).with_line(&mut solver);
        assert!(solution.is_complete());
        check(&SolutionView::new(&solution));
    }
    let position = Position::start(6).unwrap();
    let mut solver = Solver::with_limits(&position, Limits::default().steps(10));
    let solution = Solution::of(&position, &mut solver).with_moves(&mut solver);
    assert!(!solution.is_complete() && solution.to_string().contains("not known after "), "{solution}");
    assert_eq!(check(&SolutionView::new(&solution))["winner"], serde_json::Value::Null);
    let puzzle = PuzzleMaker::new(&Position::start(4).unwrap(), 1).make().unwrap().unwrap();
    check(&PuzzleView::new(&puzzle, 1, 0, true));
    assert_eq!(check(&PuzzleView::new(&puzzle, 1, 0, false))["answer"], serde_json::Value::Null);
}

#[test]
fn matches_and_analyses_are_viewed() {
    let players = ["2".parse().unwrap(), "simulations:20".parse().unwrap()];
    let mut games = Match::new(players, Position::start(4).unwrap(), 3).unwrap().with_games(3);
    check(&MatchView::new(&games));
    while let Some(game) = games.next_game() {
        games.add(game.play(&Cancel::default(), |_| Limits::default()).unwrap());
    }
    assert_eq!(check(&MatchView::new(&games))["games"], 3);
    let record = random_record(5, 8, 3);
    let mut player = Player::new(Strength::Simulations(100), 1);
    let whole = Analysis::by_player(record.clone(), &mut player, &Limits::default());
    assert!(whole.is_complete());
    assert_eq!(check(&AnalysisView::new(&whole))["complete"], true);
    let part = Analysis::by_player(record, &mut player, &Limits::default().steps(3));
    assert_eq!((part.is_complete(), part.turns.len()), (false, 2));
    assert_eq!(check(&AnalysisView::new(&part))["complete"], false);
}

#[cfg(feature = "schema")]
#[test]
fn every_view_has_a_schema() {
    let schema = serde_json::to_value(schemars::schema_for!(AnalysisView)).unwrap();
    assert!(schema["properties"]["turns"].is_object());
    for schema in [
        schemars::schema_for!(MovesView),
        schemars::schema_for!(ScoreView),
        schemars::schema_for!(PerftView),
        schemars::schema_for!(SolutionView),
        schemars::schema_for!(MatchView),
        schemars::schema_for!(PuzzleView),
        schemars::schema_for!(RecordView),
        schemars::schema_for!(SessionView),
    ] {
        let required = schema.as_value()["required"].as_array().unwrap();
        assert!(required.contains(&"schema".into()));
    }
}
