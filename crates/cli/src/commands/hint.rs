//! `hint`: the next step from a player's own position, as much of it as is asked for.

use crate::Exit;
use crate::args::{Form, Global, Hint};
use crate::commands::explain::{chapter_json, rule_json};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, wrapped};
use crate::shell::{draw, input, progress};
use gridwright::explain::Advice;
use gridwright::genres::Reading;
use gridwright::model::Model;
use gridwright::solve::Engine;
use serde_json::{Value, json};

pub fn run(global: &Global, args: &Hint, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.puzzle)?;
    let model = reading.puzzle.model();
    let advice = advise(global, &reading, &model);
    let exit = match advice {
        Advice::Step(_) | Advice::Solved | Advice::Shared => Exit::Yes,
        Advice::Wrong(_) => Exit::No,
        Advice::Unknown => Exit::Unknown,
    };
    if global.json {
        output.json(&in_json(&reading, &model, &advice, args.stage))?;
        return Ok(exit);
    }
    match &advice {
        Advice::Step(_) => tell(&reading, &model, &advice, args, output)?,
        Advice::Unknown => output.lines(&format!("{} before a step was found", progress::why_stopped()))?,
        _ => {
            let text = advice.stages(&*reading.puzzle, &model).join("\n");
            output.text(&wrapped(&text, 0, output.columns))?;
        }
    }
    if matches!(advice, Advice::Shared) {
        output.advise("'gridwright common' shows what all solutions share");
    }
    Ok(exit)
}

fn advise(global: &Global, reading: &Reading, model: &Model) -> Advice {
    let pulse = progress::pulse();
    let mut engine = Engine::default();
    engine.limit_steps(global.steps);
    engine.on_stop(pulse.watch("looking for a mistake"));
    let stop = pulse.watch("looking for a step");
    Advice::seek(&*reading.puzzle, model, &reading.position.board, &mut engine, stop)
}

fn tell(
    reading: &Reading,
    model: &Model,
    advice: &Advice,
    args: &Hint,
    output: &mut Output,
) -> Result<(), Failure> {
    let puzzle = reading.puzzle.as_ref();
    let stage = usize::from(args.stage);
    for text in advice.stages(puzzle, model).iter().take(stage) {
        let columns = output.columns;
        output.text(&wrapped(text, 0, columns))?;
    }
    if stage >= 2 {
        let mut scene = puzzle.scene(&reading.position);
        advice.point_out(puzzle, model, stage, &mut scene);
        let form = Form { to: None, style: args.style };
        let board = draw::drawing(puzzle, &scene, &form, output)?;
        output.lines(&board)?;
    }
    if stage < Advice::STAGES {
        output.advise(format!("--stage {} tells more", args.stage + 1));
    }
    Ok(())
}

fn in_json(reading: &Reading, model: &Model, advice: &Advice, stage: u8) -> Value {
    let genre = reading.puzzle.genre().id;
    match advice {
        Advice::Wrong(text) => json!({ "genre": genre, "status": "wrong", "text": text }),
        Advice::Solved | Advice::Shared => {
            let text = advice.stages(&*reading.puzzle, model).join(" ");
            json!({ "genre": genre, "status": "nothing", "text": text })
        }
        Advice::Unknown => json!({ "genre": genre, "status": "unknown" }),
        Advice::Step(chapter) => {
            let puzzle = reading.puzzle.as_ref();
            let mut whole = chapter_json(puzzle, model, chapter);
            let cells = advice.where_to_look(puzzle, model);
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
