//! `hint`: the next step from a player's own position, as much of it as is asked for.

use crate::args::{Form, Global, Hint};
use crate::explain::{chapter_json, rule_json};
use crate::failure::Failure;
use crate::output::{Output, wrapped};
use crate::{Exit, draw, input, work};
use gridwright::explain::{Chapter, Ending, Explainer};
use gridwright::genres::{Puzzle, Reading};
use gridwright::grid::Cell;
use gridwright::model::{self, Model};
use gridwright::solve::Answer;
use serde_json::{Value, json};

/// What there is to say.
enum Advice {
    Step(Box<Chapter>),
    /// Something is wrong already.
    Wrong(String),
    /// Nothing follows any more.
    Nothing(&'static str),
    Unknown,
}

pub fn run(global: &Global, args: &Hint, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.puzzle)?;
    let model = reading.puzzle.model();
    let advice = advise(global, &reading, &model);
    let exit = match advice {
        Advice::Step(_) | Advice::Nothing(_) => Exit::Yes,
        Advice::Wrong(_) => Exit::No,
        Advice::Unknown => Exit::Unknown,
    };
    if global.json {
        output.json(&in_json(&reading, &model, &advice, args.stage))?;
        return Ok(exit);
    }
    match &advice {
        Advice::Step(chapter) => tell(&reading, &model, chapter, args, output)?,
        Advice::Wrong(text) => output.text(&wrapped(text, 0, output.columns))?,
        Advice::Nothing(text) => output.lines(text)?,
        Advice::Unknown => output.lines(&format!("{} before a step was found", work::why_stopped()))?,
    }
    Ok(exit)
}

fn advise(global: &Global, reading: &Reading, model: &Model) -> Advice {
    let (puzzle, position) = (reading.puzzle.as_ref(), &reading.position);
    let broken = model::broken(model, &position.board);
    if let Some(first) = broken.first() {
        let rule = puzzle.sentence(model.get(first.rule));
        return Advice::Wrong(format!("Something is wrong already. This cannot be kept any more: {rule}."));
    }
    let (mut engine, pulse) = work::engine(global, reading, true, "looking for a mistake");
    let answer = engine.solve();
    drop(pulse);
    match answer {
        Answer::Solution(_) => {}
        Answer::None if position.board.facts().next().is_none() => {
            return Advice::Wrong("The puzzle has no solution.".to_string());
        }
        Answer::None => {
            let text = "Something is wrong already, though no rule is broken yet: \
                        the entries cannot be completed to a solution.";
            return Advice::Wrong(text.to_string());
        }
        Answer::Unknown => return Advice::Unknown,
    }
    let pulse = work::pulse();
    let mut explainer = Explainer::of_puzzle(puzzle, model, &position.board);
    explainer.on_stop(pulse.watch("looking for a step"));
    explainer.take_upkeep();
    match explainer.find() {
        Some(step) => {
            let telling = explainer.tell(puzzle, &step);
            Advice::Step(Box::new(Chapter { step, telling, upkeep: Vec::new() }))
        }
        None => match explainer.ending() {
            Some(Ending::Solved) => Advice::Nothing("The board is solved."),
            Some(Ending::Shared) => Advice::Nothing(
                "Nothing follows any more: several solutions go on from here. 'gridwright common' shows what they share.",
            ),
            _ => Advice::Unknown,
        },
    }
}

fn tell(
    reading: &Reading,
    model: &Model,
    chapter: &Chapter,
    args: &Hint,
    output: &mut Output,
) -> Result<(), Failure> {
    let puzzle = reading.puzzle.as_ref();
    let telling = &chapter.telling;
    let columns = output.columns;
    output.text(&wrapped(&format!("What kind: {}.", telling.kind), 0, columns))?;
    if args.stage >= 2 {
        let rules: Vec<String> = telling.focus.iter().map(|rule| puzzle.sentence(model.get(*rule))).collect();
        output.text(&wrapped(&format!("Where: {}.", rules.join("; ")), 0, columns))?;
    }
    if args.stage >= 3 {
        output.text(&wrapped(&format!("Why: {}", telling.why.text()), 0, columns))?;
    }
    if args.stage >= 4 {
        output.text(&wrapped(&format!("What: {}.", telling.what), 0, columns))?;
    }
    if args.stage >= 2 {
        let mut scene = puzzle.scene(&reading.position);
        if args.stage < 4 {
            for cell in where_to_look(puzzle, model, chapter) {
                scene.tile(cell).hint = true;
            }
        } else {
            for &cell in &telling.cells {
                scene.tile(cell).near = true;
            }
            for fact in &telling.news {
                scene.tile(puzzle.share_place(fact.atom).0).hint = true;
            }
        }
        let form = Form { to: None, style: args.style };
        let board = draw::drawing(puzzle, &scene, &form, output)?;
        output.lines(&board)?;
    }
    if args.stage < 4 {
        output.advise(format!("--stage {} tells more", args.stage + 1));
    }
    Ok(())
}

/// All cells of the rules to look at: those that have a choice left would give the answer away.
fn where_to_look(puzzle: &dyn Puzzle, model: &Model, chapter: &Chapter) -> Vec<Cell> {
    let rules = chapter.telling.focus.iter();
    let mut cells: Vec<Cell> = rules.flat_map(|rule| puzzle.rule_cells(model, model.get(*rule))).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn in_json(reading: &Reading, model: &Model, advice: &Advice, stage: u8) -> Value {
    let genre = reading.puzzle.genre().id;
    match advice {
        Advice::Wrong(text) => json!({ "genre": genre, "status": "wrong", "text": text }),
        Advice::Nothing(text) => json!({ "genre": genre, "status": "nothing", "text": text }),
        Advice::Unknown => json!({ "genre": genre, "status": "unknown" }),
        Advice::Step(chapter) => {
            let puzzle = reading.puzzle.as_ref();
            let mut whole = chapter_json(puzzle, model, chapter);
            let cells = where_to_look(puzzle, model, chapter);
            whole["cells"] = cells.iter().map(|cell| puzzle.grid().name(*cell).to_string()).collect();
            whole["rules"] =
                chapter.telling.focus.iter().map(|rule| rule_json(puzzle, model, *rule)).collect();
            let mut told = json!({ "genre": genre, "status": "step", "stage": stage });
            let stages: [&[&str]; 4] =
                [&["kind", "technique", "depth"], &["rules", "cells"], &["why"], &["what", "facts"]];
            for key in stages[..usize::from(stage)].concat() {
                told[key] = whole[key].clone();
            }
            told
        }
    }
}
