use super::*;
use serde_json::{Value, json};

/// A request as the page writes it: `{"op": "play", "do": "undo"}` for `{"play": {"undo": {}}}`.
fn request(mut short: Value) -> String {
    for key in ["do", "op"] {
        if let Some(name) = short.as_object_mut().and_then(|object| object.remove(key)) {
            short = match (key, short.as_object_mut().and_then(|object| object.remove("op"))) {
                ("do", Some(op)) => json!({"op": op, name.as_str().unwrap(): short}),
                _ => json!({name.as_str().unwrap(): short}),
            };
        }
    }
    short.to_string()
}

fn ask(desk: &mut Desk, short: Value) -> Value {
    serde_json::from_str(&desk.request(&request(short), &Limits::default())).expect("replies are JSON")
}

#[test]
fn a_game_is_opened_played_saved_and_opened_again() {
    let mut desk = Desk::default();
    let opened = ask(&mut desk, json!({"op": "open", "text": "7x7:b1f2iB2g1Bi2fBb"}));
    assert_eq!(opened["layout"]["blocks"], json!([[8, 8, 284, 284]]));
    assert_eq!(opened["labels"].as_array().map(Vec::len), Some(49));
    let click = json!({"op": "play", "do": "gesture", "gesture": {"click": [0, "primary"]}});
    let clicked = ask(&mut desk, click);
    assert!(clicked["blocks"][0][1].as_str().is_some_and(|markup| markup.contains("#gw-bulb")));
    assert_eq!(clicked["play"]["done"], 1);
    assert!(clicked["labels"].as_array().is_some_and(|labels| labels.len() < 49));
    let saved = ask(&mut desk, json!({"op": "play", "do": "record"}));
    let again = ask(&mut desk, json!({"op": "open", "text": saved["text"]}));
    assert_eq!(again["play"]["done"], 1);
}

#[test]
fn erasing_begins_with_what_the_mode_writes() {
    let mut desk = Desk::default();
    ask(&mut desk, json!({"op": "open", "text": "gridwright sudoku\n1...\n....\n....\n...2\n"}));
    for (mode, digit) in [("note", 2), ("centre", 4), ("colour", 5)] {
        ask(&mut desk, json!({"op": "play", "do": "type", "cells": [1], "digit": digit, "mode": mode}));
    }
    ask(&mut desk, json!({"op": "play", "do": "type", "cells": [2], "digit": 3, "mode": "enter"}));
    let mut erase = |mode: &str| {
        ask(&mut desk, json!({"op": "play", "do": "erase", "cells": [0, 1, 2], "mode": mode}));
        let text = ask(&mut desk, json!({"op": "play", "do": "record"}))["text"].to_string();
        text.split("\\n").filter(|line| line.contains('-')).last().map(str::to_string)
    };
    assert_eq!(erase("centre").as_deref(), Some("r1c2 -^4"));
    assert_eq!(erase("centre").as_deref(), Some("r1c3 -3"));
    assert_eq!(erase("enter").as_deref(), Some("r1c2 -~2"));
    assert_eq!(erase("note").as_deref(), Some("r1c2 -@5"));
    assert_eq!(erase("enter").as_deref(), Some("r1c2 -@5"), "nothing is left to erase");
}

#[test]
fn errors_have_their_place_and_leave_the_desk_as_it_was() {
    let mut desk = Desk::default();
    assert!(ask(&mut desk, json!({"op": "play", "do": "undo"}))["error"]["message"].is_string());
    ask(&mut desk, json!({"op": "open", "text": "2x2:d"}));
    let refused = ask(&mut desk, json!({"op": "open", "text": "2x2:c!"}));
    assert_eq!(refused["error"]["column"], 6);
    assert_eq!(ask(&mut desk, json!({"op": "play", "do": "undo"}))["play"]["genre"], "lightup");
    assert!(ask(&mut desk, json!({"op": "no such thing"}))["error"]["message"].is_string());
}

#[test]
fn of_a_large_board_only_the_blocks_on_the_screen_are_drawn() {
    let mut desk = Desk::default();
    let rows = vec![".".repeat(60); 60].join("\n");
    let opened = ask(&mut desk, json!({"op": "open", "text": format!("gridwright lightup\n{rows}\n")}));
    assert_eq!(opened["layout"]["blocks"].as_array().map(Vec::len), Some(9));
    assert!(opened["blocks"].is_null() && opened["labels"].is_null());
    let shown = ask(&mut desk, json!({"op": "show", "blocks": [0, 4]}));
    assert_eq!(shown["blocks"].as_array().map(Vec::len), Some(2));
    // A bulb in the first row is seen in the first block, and its light in two others that are not on the screen.
    let click = json!({"op": "play", "do": "gesture", "gesture": {"click": [0, "primary"]}});
    let blocks = ask(&mut desk, click);
    let numbers: Vec<&Value> = blocks["blocks"].as_array().unwrap().iter().map(|block| &block[0]).collect();
    assert_eq!(numbers, [&json!(0)]);
    let shown = ask(&mut desk, json!({"op": "show", "blocks": [0, 1]}));
    assert_eq!(shown["blocks"].as_array().map(Vec::len), Some(1));
}

#[test]
#[cfg(feature = "tasks")]
fn a_hint_found_elsewhere_is_told_stage_by_stage_and_taken() {
    let (mut desk, mut tasks) = (Desk::default(), crate::tasks::Tasks::default());
    let opened = ask(&mut desk, json!({"op": "open", "text": "7x7:b1f2iB2g1Bi2fBb"}));
    let text = ask(&mut desk, json!({"op": "play", "do": "record"}))["text"].clone();
    let question = json!({"op": "hint", "text": text, "settings": opened["play"]["settings"]});
    let found: Value =
        serde_json::from_str(&tasks.request(&request(question), &Limits::default())).expect("JSON");
    assert_eq!(found["stages"].as_array().map(Vec::len), Some(4));
    let told = ask(&mut desk, json!({"op": "play", "do": "tell", "hint": found}));
    assert_eq!(told["message"], "What kind: wall needs all.");
    assert_eq!(told["play"]["hint"]["stage"], 1);
    let told = ask(&mut desk, json!({"op": "play", "do": "next-hint"}));
    assert!(told["blocks"][0][1].as_str().is_some_and(|markup| markup.contains("gw-outline-near")));
    assert_eq!(told["play"]["tally"]["hints"], 2);
    let taken = ask(&mut desk, json!({"op": "play", "do": "take-hint"}));
    assert_eq!((&taken["play"]["done"], &taken["play"]["hint"]), (&json!(1), &Value::Null));
    // What is not for this board is not drawn.
    let foreign = json!({"stages": [{"view": {}, "changes": {"tiles": [[99, {}]]}}]});
    ask(&mut desk, json!({"op": "play", "do": "tell", "hint": foreign}));
}
