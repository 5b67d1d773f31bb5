//! `explain`: how a puzzle is solved, step by step.

use crate::args::{Explain, Form, Global};
use crate::draw::{counted, title};
use crate::failure::Failure;
use crate::output::{Output, remark, wrapped};
use crate::pending::Pending;
use crate::{Exit, draw, input, work};
use gridwright::explain::{Chapter, Depth, Ending, Explainer, Step, Story, page};
use gridwright::genres::{Puzzle, Reading};
use gridwright::model::{Board, Fact, Model, Position};
use gridwright::scene::svg;
use gridwright::scene::text::Style;
use serde_json::{Value, json};
use std::path::Path;

/// What is spent on proving that a step is the smallest: a second or so for steps of many rules.
const PROOF_BOARDS: u32 = 3_000;

pub fn run(global: &Global, args: &Explain, output: &mut Output) -> Result<Exit, Failure> {
    let reading = input::read(global, &args.question.puzzle)?;
    let puzzle = reading.puzzle.as_ref();
    let model = puzzle.model();
    let known = match args.question.from_position {
        true => reading.position.board.clone(),
        false => Board::open(model.atom_count()),
    };
    let pulse = work::pulse();
    let mut explainer = Explainer::of_puzzle(puzzle, &model, &known);
    explainer.on_stop(pulse.watch("explaining"));
    if args.exact {
        explainer.prove_smallest(PROOF_BOARDS);
    }
    let story = Story::tell(puzzle, explainer, |_| pulse.found_one());
    drop(pulse);
    if let Some(directory) = &args.svg {
        write_pictures(puzzle, &story, directory)?;
    } else if let Some(file) = &args.html {
        let mut pending = Pending::create(file)?;
        pending.write(&page(puzzle, &story, &title(puzzle)))?;
        pending.publish()?;
    }
    if global.json {
        output.json(&story_json(&reading, &model, &story))?;
    } else if args.svg.is_none() && args.html.is_none() {
        print(args, puzzle, &model, &story, output)?;
    } else {
        remark(&format!(
            "{}. {}",
            counted(story.chapters.len(), "step"),
            story.ending_in_words(puzzle, &model)
        ));
    }
    Ok(match story.ending {
        Ending::Solved | Ending::Shared => Exit::Yes,
        Ending::Clash(_) => Exit::No,
        Ending::Stopped => Exit::Unknown,
    })
}

fn print(
    args: &Explain,
    puzzle: &dyn Puzzle,
    model: &Model,
    story: &Story,
    output: &mut Output,
) -> Result<(), Failure> {
    let columns = output.columns;
    let upkeep = |steps: &[Step], output: &mut Output| -> Result<(), Failure> {
        for step in steps.iter().filter(|_| args.all) {
            let rule = puzzle.sentence(model.get(step.rules[0]));
            output.text(&wrapped(&format!("     {rule}: {}", puzzle.tell_facts(&step.facts)), 5, columns))?;
        }
        Ok(())
    };
    upkeep(&story.upkeep, output)?;
    for (number, chapter) in (1..).zip(&story.chapters) {
        let telling = &chapter.telling;
        let proof = match (args.exact, chapter.step.is_smallest) {
            (false, _) => "",
            (true, true) => " [smallest]",
            (true, false) => " [minimal, perhaps not smallest]",
        };
        let line = format!("{number:>3}. {}: {}{proof}", telling.kind, telling.text());
        output.text(&wrapped(&line, 5, columns))?;
        upkeep(&chapter.upkeep, output)?;
    }
    let position = match story.ending {
        Ending::Solved => Position::of_solution(story.known()),
        _ => puzzle.noted(story.known().clone()),
    };
    let board =
        draw::drawing(puzzle, &puzzle.scene(&position), &Form { to: None, style: Style::Boxed }, output)?;
    output.lines(&board)?;
    output.text(&wrapped(&story.ending_in_words(puzzle, model), 0, columns))
}

/// One picture a step; the directory is made where there is none.
fn write_pictures(puzzle: &dyn Puzzle, story: &Story, directory: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(directory)
        .map_err(|error| Failure::Message(format!("cannot make '{}': {error}", directory.display())))?;
    let width = story.chapters.len().to_string().len();
    let write = |number: usize, text: String| {
        let mut pending = Pending::create(&directory.join(format!("step-{number:0width$}.svg")))?;
        pending.write(&text)?;
        pending.publish()
    };
    let start = puzzle.scene(&puzzle.noted(story.before.clone()));
    write(0, svg::render(&start, &title(puzzle)))?;
    for (number, chapter) in (1..).zip(&story.chapters) {
        write(number, svg::render(&chapter.scene(puzzle), &chapter.telling.text()))?;
    }
    Ok(())
}

fn story_json(reading: &Reading, model: &Model, story: &Story) -> Value {
    let puzzle = reading.puzzle.as_ref();
    let upkeep =
        |steps: &[Step]| -> Vec<Value> { steps.iter().map(|step| step_json(puzzle, model, step)).collect() };
    let chapter = |chapter: &Chapter| {
        let mut value = chapter_json(puzzle, model, chapter);
        value["then"] = upkeep(&chapter.upkeep).into();
        value
    };
    let status = match &story.ending {
        Ending::Solved => "solved",
        Ending::Shared => "shared",
        Ending::Clash(_) => "clash",
        Ending::Stopped => "unknown",
    };
    let open = model.atoms().filter(|atom| story.known().get(*atom) == gridwright::model::Value::Open);
    let clash = match &story.ending {
        Ending::Clash(rules) => rules.iter().map(|rule| rule_json(puzzle, model, *rule)).collect(),
        _ => Vec::new(),
    };
    json!({
        "genre": puzzle.genre().id,
        "status": status,
        "first": upkeep(&story.upkeep),
        "steps": story.chapters.iter().map(chapter).collect::<Vec<_>>(),
        "open": open.map(|atom| puzzle.atom_name(atom)).collect::<Vec<_>>(),
        "clash": clash,
        "ending": story.ending_in_words(puzzle, model),
    })
}

/// A step with its words.
pub fn chapter_json(puzzle: &dyn Puzzle, model: &Model, chapter: &Chapter) -> Value {
    let mut value = step_json(puzzle, model, &chapter.step);
    let telling = &chapter.telling;
    value["kind"] = telling.kind.clone().into();
    value["technique"] = telling.technique.map(|technique| technique.name).into();
    value["cells"] = telling.cells.iter().map(|cell| puzzle.grid().name(*cell).to_string()).collect();
    value["why"] = telling.why.clone().into();
    value["what"] = telling.what.clone().into();
    value["text"] = telling.text().into();
    value
}

fn step_json(puzzle: &dyn Puzzle, model: &Model, step: &Step) -> Value {
    let depth = match step.depth {
        Depth::Upkeep => "upkeep",
        Depth::One => "one",
        Depth::Chain => "chain",
        Depth::Cases => "cases",
    };
    let fact = |fact: &Fact| json!({ "atom": puzzle.atom_name(fact.atom), "holds": fact.holds });
    json!({
        "depth": depth,
        "rules": step.rules.iter().map(|rule| rule_json(puzzle, model, *rule)).collect::<Vec<_>>(),
        "facts": step.facts.iter().map(fact).collect::<Vec<_>>(),
        "smallest": step.is_smallest,
    })
}

pub fn rule_json(puzzle: &dyn Puzzle, model: &Model, rule: gridwright::model::RuleId) -> Value {
    let rule = model.get(rule);
    json!({ "rule": model.kind(rule).id, "sentence": puzzle.sentence(rule) })
}
