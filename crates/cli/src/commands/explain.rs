//! `explain`: how a puzzle is solved, step by step.

use crate::Exit;
use crate::args::{Explain, Form, Global};
use crate::shell::atomic_file::{Existing, Pending, make_directory, write_file};
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
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What is spent on proving that a step is the smallest: a second or so for steps of many rules.
const PROOF_BOARDS: u32 = 3_000;

/// Where the words of a step start, after its number.
const INDENT: usize = 5;

pub fn run(global: &Global, args: &Explain, output: &mut Output) -> Result<Exit, Failure> {
    let existing = args.overwrite.existing();
    let old = args.svg.as_deref().map(old_pictures).unwrap_or_default();
    refuse_old_pictures(&old, existing)?;
    let reading = input::read(global, &args.question.puzzle)?;
    // Before all the work, so that none is lost where it cannot be written.
    let page_file = args.html.as_deref().map(|path| Pending::create(path, existing)).transpose()?;
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
        write_pictures(&walkthrough, directory, old, existing)?;
    } else if let Some(mut file) = page_file {
        file.write(&page(&walkthrough, &reading.puzzle.title()))?;
        file.publish()?;
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

/// The pictures of an earlier run.
fn old_pictures(directory: &Path) -> Vec<PathBuf> {
    let is_picture = |path: &PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let number = name.strip_prefix("step-").and_then(|name| name.strip_suffix(".svg"));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    };
    let entries = std::fs::read_dir(directory).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_picture).collect()
}

/// Refuses to mix new pictures with old ones.
fn refuse_old_pictures(old: &[PathBuf], existing: Existing) -> Result<(), Failure> {
    let (Some(first), Existing::Kept { unless }) = (old.iter().min(), existing) else { return Ok(()) };
    let message = format!("'{}' exists already: {unless} replaces the pictures there", first.display());
    Err(Failure::Message(message))
}

/// One picture a step, one before the first and one after the last; the directory is made where there is none.
fn write_pictures(
    walkthrough: &Walkthrough,
    directory: &Path,
    mut old: Vec<PathBuf>,
    existing: Existing,
) -> Result<(), Failure> {
    make_directory(directory)?;
    let width = (walkthrough.steps.len() + 1).to_string().len();
    let start = walkthrough.puzzle.title();
    let end = walkthrough.ending_in_words();
    let steps = walkthrough.steps.iter().map(|step| step.explanation.text());
    let titles = std::iter::once(start).chain(steps).chain([end]);
    for (number, (picture, title)) in walkthrough.pictures().zip(titles).enumerate() {
        let path = directory.join(picture_name(number, width));
        write_file(&path, &svg::render(&picture.marked, &title), existing)?;
        old.retain(|old| *old != path);
    }
    for path in old {
        let cannot = |error| Failure::Message(format!("cannot delete '{}': {error}", path.display()));
        std::fs::remove_file(&path).map_err(cannot)?;
    }
    Ok(())
}
