use super::*;
use serde_json::{Value, json};

fn ask(emulsion: &mut Emulsion, request: Value) -> Value {
    serde_json::from_str(&emulsion.request(&request.to_string(), &Limits::default()))
        .expect("replies are JSON")
}

fn table(emulsion: &mut Emulsion, verb: &str, rest: Value) -> Value {
    ask(emulsion, json!({ "table": { verb: rest } }))
}

fn think(emulsion: &mut Emulsion, verb: &str, rest: Value) -> Value {
    ask(emulsion, json!({ "think": { verb: rest } }))
}

#[test]
fn a_game_is_played_to_its_end_taken_back_and_opened_again() {
    let mut emulsion = Emulsion::default();
    let new =
        json!({"size": 4, "tie": "last-mover-wins", "pie": false, "black": "human", "white": "level 2"});
    let mut state = table(&mut emulsion, "new", new);
    let mut turns = 0;
    while state["winner"].is_null() {
        if state["engine"].is_string() {
            let thought = think(&mut emulsion, "move", json!({"text": state["record"], "seed": 1}));
            state = table(&mut emulsion, "play", json!({"turn": thought["turn"]}));
        } else {
            let hint = think(&mut emulsion, "hint", json!({"text": state["record"], "turns": turns}));
            assert!(hint["told"].as_str().is_some_and(|told| told.contains("gains")), "{hint}");
            state = table(&mut emulsion, "play", json!({"turn": hint["turn"]}));
        }
        turns += 1;
        assert_eq!((&state["error"], state["turns"].as_array().map(Vec::len)), (&Value::Null, Some(turns)));
    }
    assert!(state["ending"].as_str().is_some_and(|ending| ending.contains("has won")));
    // The engine is perfect on this board, and Black wins.
    assert_eq!(state["winner"], 0);
    let undone = table(&mut emulsion, "undo", json!({}));
    assert!(undone["ahead"].as_array().is_some_and(|ahead| !ahead.is_empty()));
    let again = json!({"text": undone["record"], "ahead": undone["ahead"]});
    let again = table(&mut Emulsion::default(), "open", again);
    assert_eq!((&again["ahead"], &again["record"]), (&undone["ahead"], &undone["record"]));
}

#[test]
fn pieces_are_chosen_and_refusals_say_why() {
    let mut emulsion = Emulsion::default();
    assert!(table(&mut emulsion, "undo", json!({}))["error"]["message"].is_string());
    table(&mut emulsion, "open", json!({"text": "BBBW/WWWB/BWBB/WWWB b"}));
    let chosen = table(&mut emulsion, "choose", json!({"square": 1}));
    assert_eq!(chosen["chosen"], 1);
    assert!(chosen["labels"][6].as_str().is_some_and(|label| label.ends_with("partner, gains ½")));
    assert!(chosen["marks"].as_str().is_some_and(|marks| marks.contains("+½")));
    let refused = table(&mut emulsion, "choose", json!({"square": 5}));
    assert!(refused["said"].as_str().is_some_and(|said| said.contains("would not gain")), "{refused}");
    let told = table(&mut emulsion, "choose", json!({"square": 6, "tell": true}));
    assert_eq!((&told["turn"], &told["turns"]), (&json!("b4c3"), &json!([])));
    let odd = table(&mut emulsion, "choose", json!({"square": 99}));
    assert_eq!(odd["error"]["message"], "the board has no square 99");
    let values = table(&mut emulsion, "overlay", json!({"overlay": "values"}));
    assert_eq!(values["marks"].as_str().map(|marks| marks.matches("em-number").count()), Some(16));
}

#[test]
fn bad_games_are_refused_with_their_place() {
    let bad = table(&mut Emulsion::default(), "open", json!({"text": "[Size \"3\"]\n\n1. b3b9"}));
    assert_eq!((&bad["error"]["line"], &bad["error"]["column"]), (&json!(3), &json!(6)), "{bad}");
    let seat = table(&mut Emulsion::default(), "open", json!({"text": "3", "black": "<b>"}));
    assert!(seat["error"]["message"].is_string());
}

#[test]
fn a_review_grows_position_by_position_and_mistakes_are_played_again() {
    let mut emulsion = Emulsion::default();
    let text = "[Size \"4\"]\n\n1. b4a4 c3d3";
    let begun = think(&mut emulsion, "review", json!({"text": text, "simulations": 1000, "width": 360}));
    assert_eq!((&begun["review"]["done"], &begun["review"]["total"]), (&json!(0), &json!(3)));
    for done in 1..=3 {
        let known = think(&mut emulsion, "review", json!({"next": true, "width": 360}));
        assert_eq!((&known["review"]["done"], &known["complete"]), (&json!(done), &json!(done == 3)));
    }
    let known = think(&mut emulsion, "review", json!({"width": 360}));
    let first = &known["review"]["turns"][0];
    assert_eq!((&first["mark"], &known["review"]["mistakes"]), (&json!("??"), &json!([[0], []])));
    assert!(first["better"].as_str().is_some_and(|better| better.starts_with("Better was ")), "{first}");
    let best = think(&mut emulsion, "try", json!({"at": 0, "turn": first["line"][0]}));
    assert_eq!(best["right"], true);
    let again = think(&mut emulsion, "try", json!({"at": 0, "turn": "b4a4"}));
    assert_eq!(again["right"], false);
}

#[test]
fn small_boards_are_proven_and_puzzles_have_one_answer() {
    let mut emulsion = Emulsion::default();
    let solved = think(&mut emulsion, "solve", json!({"text": "4"}));
    assert_eq!((&solved["black"], solved["line"].as_array().map(Vec::len)), (&json!(100), Some(4)));
    let puzzle = think(&mut emulsion, "puzzle", json!({"size": 4, "seed": 1}));
    let proof = think(&mut emulsion, "solve", json!({"text": puzzle["position"]}));
    let answer = &proof["line"].as_array().expect("there are moves")[..];
    assert_eq!(answer.len(), 1);
    let right = think(&mut emulsion, "attempt", json!({"turn": answer[0]}));
    assert_eq!((&right["right"], &right["line"][0]), (&json!(true), &answer[0]));
}

#[test]
fn the_lesson_says_what_was_right() {
    let mut emulsion = Emulsion::default();
    let page = table(&mut emulsion, "lesson", json!({"page": 1}));
    assert_eq!((&page["lesson"]["done"], &page["lesson"]["pages"]), (&json!(false), &json!(5)));
    table(&mut emulsion, "choose", json!({"square": 6}));
    let done = table(&mut emulsion, "choose", json!({"square": 5}));
    assert!(done["said"].as_str().is_some_and(|said| said.starts_with("Right: c3b3 gains 3.")));
    assert_eq!(done["lesson"]["done"], true);
}
