//! `explain`: how a puzzle is solved, step by step.

use crate::Exit;
use crate::args::{Explain, Form, Global};
use crate::shell::atomic_file::{refuse_input, write_file};
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark, wrapped};
use crate::shell::{draw, input, progress};
use gridwright::explain::{Ending, Step, Walkthrough, page};
use gridwright::model::Position;
use gridwright::scene::svg;
use gridwright::scene::text::Style;
use gridwright::view::{Document, StepView, WalkthroughView};
use gridwright::{Limits, Puzzle};
use std::path::Path;

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
    let is_text = !global.json && args.svg.is_none() && args.html.is_none();
    let teller = Teller { args, puzzle: &reading.puzzle };
    let (query, pulse) = progress::query(global, &reading, args.question.from_position, None, "explaining");
    let mut explainer = query.explainer();
    let cancel = pulse.cancel("explaining");
    explainer.limit(&Limits::default().cancel(cancel.clone()));
    if args.exact {
        explainer.prove_smallest(PROOF_BOARDS);
    }
    let mut told = Ok(());
    let walkthrough = Walkthrough::tell(&reading.puzzle, explainer, |walkthrough| {
        if !walkthrough.steps.is_empty() {
            pulse.found_one();
        }
        if told.is_ok() && (is_text || global.json) {
            told = pulse.aside(|| {
                if is_text {
                    teller.text(walkthrough, output)?
                } else {
                    teller.json(walkthrough, output)?
                }
                output.breathe()
            });
            if told.is_err() {
                // The output is closed.
                cancel.cancel();
            }
        }
    });
    drop(pulse);
    told?;
    if let Some(directory) = &args.svg {
        write_pictures(&walkthrough, directory)?;
    } else if let Some(file) = &args.html {
        write_file(file, &page(&walkthrough, &reading.puzzle.title()))?;
    }
    if is_text {
        teller.text_end(&walkthrough, output)?;
    } else if global.json {
        let view = WalkthroughView::without_steps(&walkthrough);
        output.lines(&Document::new(view).around_list("steps").1)?;
    } else {
        let steps = counted(walkthrough.steps.len(), "step");
        remark(&format!("{steps}. {}", walkthrough.ending_in_words()));
    }
    Ok(match walkthrough.ending {
        Ending::Solved | Ending::Shared => Exit::Yes,
        Ending::Clash(_) => Exit::No,
        Ending::Stopped(_) => Exit::Unknown,
    })
}

/// Prints a walkthrough while it goes on: what is new in it each time, and in the end how it ended.
struct Teller<'a> {
    args: &'a Explain,
    puzzle: &'a Puzzle,
}

impl Teller<'_> {
    fn text(&self, walkthrough: &Walkthrough, output: &mut Output) -> Result<(), Failure> {
        let Some(step) = walkthrough.steps.last() else {
            return self.trivial_text(&walkthrough.trivial, output);
        };
        let (explanation, columns) = (&step.explanation, output.columns);
        let proof = match (self.args.exact, step.step.is_smallest) {
            (false, _) => "",
            (true, true) => " [smallest]",
            (true, false) => " [minimal, perhaps not smallest]",
        };
        let mut paragraphs = explanation.paragraphs();
        if let Some((_, last)) = paragraphs.last_mut() {
            last.push_str(proof);
        }
        let mut start = format!("{:>3}. {}: ", walkthrough.steps.len(), explanation.kind);
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
        self.trivial_text(&step.trivial, output)
    }

    fn trivial_text(&self, steps: &[Step], output: &mut Output) -> Result<(), Failure> {
        for step in steps.iter().filter(|_| self.args.all) {
            let rule = self.puzzle.sentence(self.puzzle.model().get(step.rules[0]));
            let text = format!("{:INDENT$}{rule}: {}", "", self.puzzle.tell_facts(&step.facts));
            output.text(&wrapped(&text, INDENT, output.columns))?;
        }
        Ok(())
    }

    fn text_end(&self, walkthrough: &Walkthrough, output: &mut Output) -> Result<(), Failure> {
        let position = match walkthrough.ending {
            Ending::Solved => Position::of_solution(&walkthrough.known),
            _ => self.puzzle.noted(walkthrough.known.clone()),
        };
        let form = Form { to: None, style: Style::Boxed };
        let board = draw::drawing(self.puzzle, &self.puzzle.scene(&position), &form, output)?;
        output.lines(&board)?;
        let ending = walkthrough.ending_in_words();
        output.text(&wrapped(&ending, 0, output.columns))
    }

    /// One object on one line, as much of it as is known.
    fn json(&self, walkthrough: &Walkthrough, output: &mut Output) -> Result<(), Failure> {
        match walkthrough.steps.last() {
            None => {
                let view = WalkthroughView::without_steps(walkthrough);
                output.text(&Document::new(view).around_list("steps").0)
            }
            Some(step) => {
                let separator = if walkthrough.steps.len() > 1 { "," } else { "" };
                let step = serde_json::to_string(&StepView::new(self.puzzle, step));
                output.text(&format!("{separator}{}", step.expect("views have string keys")))
            }
        }
    }
}

/// How a picture's file is called.
fn picture_name(number: usize, width: usize) -> String {
    format!("step-{number:0width$}.svg")
}

/// Refuses a directory with pictures from an earlier run: they would mix with the new ones, and are not ours to delete.
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
fn write_pictures(walkthrough: &Walkthrough, directory: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(directory)
        .map_err(|error| Failure::Message(format!("cannot make '{}': {error}", directory.display())))?;
    let width = (walkthrough.steps.len() + 1).to_string().len();
    let start = walkthrough.puzzle.title();
    let end = walkthrough.ending_in_words();
    let steps = walkthrough.steps.iter().map(|step| step.explanation.text());
    let titles = std::iter::once(start).chain(steps).chain([end]);
    for (number, (picture, title)) in walkthrough.pictures().zip(titles).enumerate() {
        write_file(&directory.join(picture_name(number, width)), &svg::render(&picture.marked, &title))?;
    }
    Ok(())
}
