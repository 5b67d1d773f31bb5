use super::*;
use serde_json::{Value, json};

fn ask(tasks: &mut Tasks, request: Value) -> Value {
    serde_json::from_str(&tasks.request(&request.to_string(), &Limits::default())).expect("replies are JSON")
}

fn live(about: &str, text: &Value) -> Value {
    ask(&mut Tasks::default(), json!({"live": {"text": text, "about": about}}))
}

#[test]
fn a_puzzle_is_set_and_what_is_wrong_with_it_is_told() {
    let mut tasks = Tasks::default();
    assert!(ask(&mut tasks, json!({"set": {"undo": {}}}))["error"]["message"].is_string());
    let blank = ask(&mut tasks, json!({"set": {"blank": {"genre": "sudoku", "rows": 4, "cols": 4}}}));
    assert_eq!((&blank["edit"]["rows"], blank["choices"][0].as_array().map(Vec::len)), (&json!(4), Some(5)));
    let wrong = ask(&mut tasks, json!({"set": {"change": {"changes": ["r2c3 9"]}}}));
    assert_eq!(wrong["edit"]["invalid"]["cell"], "r2c3");
    assert!(wrong["blocks"][0][1].as_str().is_some_and(|markup| markup.contains(">9<")));
    let right = ask(&mut tasks, json!({"set": {"undo": {}}}));
    assert!(right["text"].as_str().is_some_and(|text| text.starts_with("gridwright sudoku")));
}

#[test]
fn symmetry_is_kept_and_undone_at_once() {
    let mut tasks = Tasks::default();
    ask(&mut tasks, json!({"set": {"blank": {"genre": "lightup", "rows": 3, "cols": 3}}}));
    let print = json!({"layer": 0, "cells": [0, 1], "symbol": "2", "symmetry": "rot2"});
    let printed = ask(&mut tasks, json!({"set": {"print": print}}));
    assert_eq!(printed["edit"]["layers"][0]["cells"], json!(["2", "2", ".", ".", ".", ".", ".", "w", "w"]));
    assert_eq!(printed["edit"]["done"], 1);
    let undone = ask(&mut tasks, json!({"set": {"undo": {}}}));
    assert_eq!((&undone["edit"]["done"], &undone["edit"]["undone"]), (&json!(0), &json!(1)));
    let pattern = json!({"cells": [0], "is_place": true, "symmetry": "rot2"});
    assert_eq!(ask(&mut tasks, json!({"set": {"pattern": pattern}}))["pattern"], json!([0, 8]));
    let outside = json!({"layer": 0, "cells": [9], "symbol": "2", "symmetry": "none"});
    assert!(ask(&mut tasks, json!({"set": {"print": outside}}))["error"]["message"].is_string());
}

#[test]
fn answers_while_drawing_say_how_many_what_clashes_and_what_helps() {
    let several = json!("gridwright sudoku\n1...\n....\n....\n...2\n");
    let counted = live("solutions", &several);
    assert_eq!((&counted["status"], &counted["is_exact"]), (&json!("multiple"), &json!(true)));
    assert!(
        live("heat", &several)["sentence"]
            .as_str()
            .is_some_and(|text| text.starts_with("They agree on 2 of 16 cells."))
    );
    assert!(
        live("heat", &several)["picture"]["markup"].as_str().is_some_and(|markup| markup.contains("gw-heat"))
    );
    let next = live("next", &several);
    let change = next["clues"][0]["changes"][0].clone();
    let mut tasks = Tasks::default();
    ask(&mut tasks, json!({"set": {"open": {"text": several}}}));
    let changed = ask(&mut tasks, json!({"set": {"change": {"changes": [change]}}}));
    assert_ne!(changed["text"], several);
    assert_ne!(live("solutions", &changed["text"])["headline"], counted["headline"]);

    let made = live("fewest", &several);
    assert_eq!(live("solutions", &made["text"])["headline"], "One solution");
    let replaced = ask(&mut tasks, json!({"set": {"replace": {"text": made["text"]}}}));
    assert_eq!((&replaced["text"], &replaced["edit"]["done"]), (&made["text"], &json!(2)));
    assert!(live("grade", &made["text"])["sentence"].as_str().is_some_and(|text| text.starts_with("Rated ")));

    let none = json!("gridwright sudoku\n1..1\n....\n....\n...2\n");
    assert_eq!(live("solutions", &none)["headline"], "No solution");
    let clash = live("clash", &none);
    assert_eq!(clash["clues"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        clash["sentence"],
        "Two clues are enough for the clash. The rest of the board does not matter."
    );
}

#[test]
fn superfluous_clues_are_dropped_one_at_a_time() {
    let text = json!("gridwright sudoku\n12.4\n34..\n21..\n4.1.\n");
    let clues = live("clues", &text);
    let first = &clues["clues"][0];
    let mut tasks = Tasks::default();
    ask(&mut tasks, json!({"set": {"open": {"text": text}}}));
    let dropped = ask(&mut tasks, json!({"set": {"change": {"changes": first["changes"]}}}));
    assert_eq!(live("solutions", &dropped["text"])["headline"], "One solution");
    let minimal = live("minimise", &text);
    assert_eq!(live("clues", &minimal["text"])["clues"], Value::Null);
}

#[test]
fn what_cannot_be_entered_has_an_argument_against_it() {
    let text = "gridwright sudoku\n1...\n..2.\n....\n...3\n";
    let why =
        ask(&mut Tasks::default(), json!({"why-not": {"text": text, "cell": 2, "digit": 1, "holds": true}}));
    assert!(why["text"].as_str().is_some_and(|text| text.contains("r1c3 is not 1")), "{why}");
    assert!(why["picture"]["markup"].is_string() && why["step"]["why"].is_string());
    let odd =
        ask(&mut Tasks::default(), json!({"why-not": {"text": text, "cell": 99, "digit": 1, "holds": true}}));
    assert!(odd["error"]["message"].is_string());
}
