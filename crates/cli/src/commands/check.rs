//! `check`: which rules the entries break, or what is still missing.

use crate::Exit;
use crate::args::{Check, Global};
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::output::Output;
use crate::shell::{input, progress};
use gridwright::genres::Reading;
use gridwright::grid::Cell;
use gridwright::model::{self, Board, Breach, Broken, Model, RuleId};
use gridwright::solve::Answer;
use serde_json::{Value, json};

/// How many missing things are told in text; JSON has them all.
const MOST_MISSING: usize = 12;

pub fn run(global: &Global, args: &Check, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.puzzle)?;
    let model = reading.puzzle.model();
    let broken = model::broken(&model, &reading.position.board);
    let missing =
        if broken.is_empty() { model::missing(&model, &reading.position.board) } else { Vec::new() };
    let (mut verdict, mut exit) = match (broken.is_empty(), missing.is_empty()) {
        (true, true) => ("solved", Exit::Yes),
        (true, false) => ("right so far", Exit::Yes),
        (false, _) => (CANNOT, Exit::No),
    };
    let mut unproven = false;
    if args.deep && broken.is_empty() && !missing.is_empty() {
        let (mut engine, pulse) =
            progress::engine(global, &reading, true, "looking for a way to complete it");
        let answer = engine.solve();
        drop(pulse);
        match answer {
            Answer::Solution(_) => {}
            Answer::None => (verdict, exit) = (CANNOT, Exit::No),
            Answer::Unknown => (unproven, exit) = (true, Exit::Unknown),
        }
    }
    if global.json {
        let rule = |id: &RuleId| {
            let cells = reading.puzzle.rule_cells(&model, model.get(*id));
            rule_json(&reading, &model, *id, names(&reading, cells))
        };
        output.json(&json!({
            "genre": reading.puzzle.genre().id,
            "verdict": verdict,
            "proven": args.deep && !unproven || !broken.is_empty() || missing.is_empty(),
            "broken": broken_json(&reading, &model, &broken),
            "missing": missing.iter().map(rule).collect::<Vec<_>>(),
        }))?;
        return Ok(exit);
    }
    let known = model.with_givens(&reading.position.board);
    for broken in &broken {
        let cells = breaking_cells(&reading, &model, &known, broken).join(" ");
        let how = breach_word(broken.breach);
        output.lines(&format!("broken: {}: {how} [{cells}]", describe(&reading, &model, broken.rule)))?;
    }
    for rule in missing.iter().take(MOST_MISSING) {
        output.lines(&format!("missing: {}", describe(&reading, &model, *rule)))?;
    }
    if missing.len() > MOST_MISSING {
        output.lines(&format!("missing: {} more", missing.len() - MOST_MISSING))?;
    }
    match (verdict, unproven) {
        (_, true) => {
            output.lines(&format!("{verdict}; {} before more was known", progress::why_stopped()))?
        }
        (CANNOT, _) if !broken.is_empty() => {
            output.lines(&format!("{verdict}: {}", counted(broken.len(), "broken rule")))?;
        }
        _ => output.lines(verdict)?,
    }
    Ok(exit)
}

const CANNOT: &str = "cannot be completed any more";

pub fn breach_word(breach: Breach) -> &'static str {
    match breach {
        Breach::TooMuch => "too much",
        Breach::TooLittle => "too little",
        Breach::Starved => "too little room left",
    }
}

/// A rule by id and sentence.
fn describe(reading: &Reading, model: &Model, rule: RuleId) -> String {
    let rule = model.get(rule);
    format!("{}: {}", model.kind(rule).id, reading.puzzle.sentence(rule))
}

fn names(reading: &Reading, cells: Vec<Cell>) -> Vec<String> {
    let grid = reading.puzzle.grid();
    cells.into_iter().map(|cell| grid.name(cell).to_string()).collect()
}

/// The rule's own cell, and where there are too many entries those of the entries, printed or not, else all it
/// counts.
fn breaking_cells(reading: &Reading, model: &Model, known: &Board, broken: &Broken) -> Vec<String> {
    let (puzzle, rule) = (reading.puzzle.as_ref(), model.get(broken.rule));
    if broken.breach != Breach::TooMuch {
        return names(reading, puzzle.rule_cells(model, rule));
    }
    let mut cells: Vec<Cell> = puzzle.rule_place(rule).into_iter().collect();
    for (atom, _) in model.rule_atoms(rule).filter(|(atom, _)| known.is_yes(*atom)) {
        let cell = puzzle.atom_cell(atom);
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    names(reading, cells)
}

fn rule_json(reading: &Reading, model: &Model, rule: RuleId, cells: Vec<String>) -> Value {
    let (kind, sentence) = (model.kind(model.get(rule)), reading.puzzle.sentence(model.get(rule)));
    json!({ "rule": kind.id, "sentence": sentence, "cells": cells })
}

/// Broken rules with how they are broken.
pub fn broken_json(reading: &Reading, model: &Model, broken: &[Broken]) -> Vec<Value> {
    let known = model.with_givens(&reading.position.board);
    let describe = |broken: &Broken| {
        let cells = breaking_cells(reading, model, &known, broken);
        let mut value = rule_json(reading, model, broken.rule, cells);
        value["breach"] = breach_word(broken.breach).into();
        value
    };
    broken.iter().map(describe).collect()
}
