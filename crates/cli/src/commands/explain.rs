//! `explain`: how a puzzle is solved, step by step.

use crate::Exit;
use crate::args::{Explain, Form, Global};
use crate::shell::atomic_file::{refuse_input, write_file};
use crate::shell::draw::{counted, title};
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark, wrapped};
use crate::shell::{draw, input, progress};
use gridwright::explain::{Chapter, Depth, Ending, Explainer, Step, Story, page};
use gridwright::genres::Puzzle;
use gridwright::model::{Board, Fact, Model, Position};
use gridwright::scene::svg;
use gridwright::scene::text::Style;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is spent on proving that a step is the smallest: a second or so for steps of many rules.
const PROOF_BOARDS: u32 = 3_000;

/// Where the words of a step start, after its number.
const INDENT: usize = 5;

pub fn run(global: &Global, args: &Explain, output: &mut Output) -> Result<Exit, Failure> {
    progress::without_steps(global, "explain")?;
    if let Some(directory) = &args.svg {
        without_old_pictures(directory)?;
    }
    if let Some(file) = &args.html {
        refuse_input(file, &args.question.puzzle.input)?;
    }
    let reading = input::read(global, &args.question.puzzle)?;
    let puzzle = reading.puzzle.as_ref();
    let model = puzzle.model();
    let known = match args.question.from_position {
        true => reading.position.board.clone(),
        false => Board::open(model.atom_count()),
    };
    let is_text = !global.json && args.svg.is_none() && args.html.is_none();
    let teller = Teller { args, puzzle, model: &model };
    let pulse = progress::pulse();
    let mut explainer = Explainer::of_puzzle(puzzle, &model, &known);
    let is_unheard = Arc::new(AtomicBool::new(false));
    let mut is_interrupted = pulse.watch("explaining");
    let nobody_listens = Arc::clone(&is_unheard);
    explainer.on_stop(move || is_interrupted() || nobody_listens.load(Ordering::Relaxed));
    if args.exact {
        explainer.prove_smallest(PROOF_BOARDS);
    }
    let mut told = Ok(());
    let story = Story::tell(puzzle, explainer, |story| {
        if !story.chapters.is_empty() {
            pulse.found_one();
        }
        if told.is_ok() && (is_text || global.json) {
            told = pulse.aside(|| {
                if is_text {
                    teller.text(story, output)?
                } else {
                    teller.json(story, output)?
                }
                output.breathe()
            });
            is_unheard.store(told.is_err(), Ordering::Relaxed);
        }
    });
    drop(pulse);
    told?;
    if let Some(directory) = &args.svg {
        write_pictures(puzzle, &story, directory)?;
    } else if let Some(file) = &args.html {
        write_file(file, &page(puzzle, &story, &title(puzzle)))?;
    }
    if is_text {
        teller.text_end(&story, output)?;
    } else if global.json {
        teller.json_end(&story, output)?;
    } else {
        let steps = counted(story.chapters.len(), "step");
        remark(&format!("{steps}. {}", story.ending_in_words(puzzle, &model)));
    }
    Ok(match story.ending {
        Ending::Solved | Ending::Shared => Exit::Yes,
        Ending::Clash(_) => Exit::No,
        Ending::Stopped => Exit::Unknown,
    })
}

/// Tells a story while it goes on: what is new in it each time, and in the end how it ended.
struct Teller<'a> {
    args: &'a Explain,
    puzzle: &'a dyn Puzzle,
    model: &'a Model,
}

impl Teller<'_> {
    fn text(&self, story: &Story, output: &mut Output) -> Result<(), Failure> {
        let Some(chapter) = story.chapters.last() else { return self.upkeep_text(&story.upkeep, output) };
        let (telling, columns) = (&chapter.telling, output.columns);
        let proof = match (self.args.exact, chapter.step.is_smallest) {
            (false, _) => "",
            (true, true) => " [smallest]",
            (true, false) => " [minimal, perhaps not smallest]",
        };
        let mut paragraphs = telling.paragraphs();
        if let Some((_, last)) = paragraphs.last_mut() {
            last.push_str(proof);
        }
        let mut start = format!("{:>3}. {}: ", story.chapters.len(), telling.kind);
        for (depth, text) in paragraphs {
            let indent = INDENT + 2 * depth;
            if depth > 0 {
                start = format!("{:>indent$}", "- ");
            } else if start.is_empty() {
                start = " ".repeat(INDENT);
            }
            output.text(&wrapped(&format!("{start}{text}"), indent, columns))?;
            start.clear();
        }
        self.upkeep_text(&chapter.upkeep, output)
    }

    fn upkeep_text(&self, steps: &[Step], output: &mut Output) -> Result<(), Failure> {
        for step in steps.iter().filter(|_| self.args.all) {
            let rule = self.puzzle.sentence(self.model.get(step.rules[0]));
            let text = format!("{:INDENT$}{rule}: {}", "", self.puzzle.tell_facts(&step.facts));
            output.text(&wrapped(&text, INDENT, output.columns))?;
        }
        Ok(())
    }

    fn text_end(&self, story: &Story, output: &mut Output) -> Result<(), Failure> {
        let position = match story.ending {
            Ending::Solved => Position::of_solution(&story.known),
            _ => self.puzzle.noted(story.known.clone()),
        };
        let form = Form { to: None, style: Style::Boxed };
        let board = draw::drawing(self.puzzle, &self.puzzle.scene(&position), &form, output)?;
        output.lines(&board)?;
        let ending = story.ending_in_words(self.puzzle, self.model);
        output.text(&wrapped(&ending, 0, output.columns))
    }

    /// One object on one line, as much of it as is known.
    fn json(&self, story: &Story, output: &mut Output) -> Result<(), Failure> {
        let upkeep = |steps: &[Step]| -> Value {
            steps.iter().map(|step| step_json(self.puzzle, self.model, step)).collect()
        };
        let Some(chapter) = story.chapters.last() else {
            let genre = json!(self.puzzle.genre().id);
            let first = upkeep(&story.upkeep);
            return output.text(&format!("{{\"genre\":{genre},\"first\":{first},\"steps\":["));
        };
        let mut value = chapter_json(self.puzzle, self.model, chapter);
        value["then"] = upkeep(&chapter.upkeep);
        let separator = if story.chapters.len() > 1 { "," } else { "" };
        output.text(&format!("{separator}{value}"))
    }

    fn json_end(&self, story: &Story, output: &mut Output) -> Result<(), Failure> {
        let status = match &story.ending {
            Ending::Solved => "solved",
            Ending::Shared => "shared",
            Ending::Clash(_) => "clash",
            Ending::Stopped => "unknown",
        };
        let open = self.model.atoms().filter(|atom| story.known.get(*atom) == gridwright::model::Value::Open);
        let clash = match &story.ending {
            Ending::Clash(rules) => {
                rules.iter().map(|rule| rule_json(self.puzzle, self.model, *rule)).collect()
            }
            _ => Vec::new(),
        };
        let rest = json!({
            "status": status,
            "open": open.map(|atom| self.puzzle.atom_name(atom)).collect::<Vec<_>>(),
            "clash": clash,
            "ending": story.ending_in_words(self.puzzle, self.model),
        });
        output.lines(&format!("],{}", rest.to_string().trim_start_matches('{')))
    }
}

/// How a picture's file is called.
fn picture_name(number: usize, width: usize) -> String {
    format!("step-{number:0width$}.svg")
}

/// Refuses a directory with pictures of before: they could not be told from the new ones, and may be dear to someone.
fn without_old_pictures(directory: &Path) -> Result<(), Failure> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Ok(()) };
    let is_picture = |name: &str| {
        let number = name.strip_prefix("step-").and_then(|name| name.strip_suffix(".svg"));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    match names.filter(|name| is_picture(name)).min() {
        None => Ok(()),
        Some(name) => Err(Failure::Message(format!(
            "'{}' has pictures of steps already, such as {name}; remove them or name another directory",
            directory.display()
        ))),
    }
}

/// One picture a step, one before the first and one after the last; the directory is made where there is none.
fn write_pictures(puzzle: &dyn Puzzle, story: &Story, directory: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(directory)
        .map_err(|error| Failure::Message(format!("cannot make '{}': {error}", directory.display())))?;
    let width = (story.chapters.len() + 1).to_string().len();
    let start = title(puzzle);
    let end = story.ending_in_words(puzzle, &puzzle.model());
    let steps = story.chapters.iter().map(|chapter| chapter.telling.text());
    let titles = std::iter::once(start).chain(steps).chain([end]);
    for (number, (picture, title)) in story.pictures(puzzle).zip(titles).enumerate() {
        write_file(&directory.join(picture_name(number, width)), &svg::render(&picture.marked, &title))?;
    }
    Ok(())
}

/// A step with its words.
pub fn chapter_json(puzzle: &dyn Puzzle, model: &Model, chapter: &Chapter) -> Value {
    let mut value = step_json(puzzle, model, &chapter.step);
    let telling = &chapter.telling;
    value["kind"] = telling.kind.clone().into();
    value["technique"] = telling.technique.map(|technique| technique.name).into();
    value["cells"] = telling.cells.iter().map(|cell| puzzle.grid().name(*cell).to_string()).collect();
    value["why"] = telling.why.text().into();
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
