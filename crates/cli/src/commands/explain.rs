//! `explain`: how a puzzle is solved, step by step.

use crate::Exit;
use crate::args::{Explain, Form, Global};
use crate::shell::atomic_file::Pending;
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark, wrapped};
use crate::shell::pictures::Pictures;
use crate::shell::{draw, input, progress};
use gridwright::explain::{Ending, Step, Walkthrough, page};
use gridwright::model::Position;
use gridwright::scene::svg;
use gridwright::scene::text::Style;
use gridwright::view::{StepView, WalkthroughView};
use gridwright::{Limits, Puzzle};

/// What is spent on proving that a step is the smallest: a second or so for steps of many rules.
const PROOF_BOARDS: u32 = 3_000;

/// Where the words of a step start, after its number.
const INDENT: usize = 5;

pub fn run(global: &Global, args: &Explain, output: &mut Output) -> Result<Exit, Failure> {
    let existing = args.overwrite.existing();
    let reading = input::read(global, &args.question.puzzle, output)?;
    // Before all the work, so that none is lost where it cannot be written.
    let pictures = args.svg.as_deref().map(|path| Pictures::open(path, "step", existing)).transpose()?;
    let page_file = args.html.as_deref().map(|path| Pending::create(path, existing)).transpose()?;
    let is_text = !global.json && args.svg.is_none() && args.html.is_none();
    let teller = Teller { args, puzzle: &reading.puzzle };
    let (query, pulse) = progress::query(global, &reading, args.question.from_position, None, "explaining");
    let mut explainer = args.assumption.of(query).explainer();
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
    if let Some(pictures) = pictures {
        write_pictures(&walkthrough, pictures)?;
    } else if let Some(mut file) = page_file {
        file.write(&page(&walkthrough, &reading.puzzle.title()))?;
        file.publish()?;
    }
    if is_text {
        teller.text_end(&walkthrough, output)?;
    } else if global.json {
        let view = WalkthroughView::without_steps(&walkthrough);
        output.lines(&output.framed(view).around_list("steps").1)?;
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
                output.text(&output.framed(view).around_list("steps").0)
            }
            Some(step) => {
                let separator = if walkthrough.steps.len() > 1 { "," } else { "" };
                let step = serde_json::to_string(&StepView::new(self.puzzle, step));
                output.text(&format!("{separator}{}", step.expect("views have string keys")))
            }
        }
    }
}

/// One picture a step, one before the first and one after the last.
fn write_pictures(walkthrough: &Walkthrough, pictures: Pictures) -> Result<(), Failure> {
    let mut pictures = pictures.up_to(walkthrough.steps.len() as u64 + 1);
    let start = walkthrough.puzzle.title();
    let end = walkthrough.ending_in_words();
    let steps = walkthrough.steps.iter().map(|step| step.explanation.text());
    let titles = std::iter::once(start).chain(steps).chain([end]);
    for (number, (picture, title)) in (0..).zip(walkthrough.pictures().zip(titles)) {
        pictures.write(number, &svg::render(&picture.marked, &title))?;
    }
    pictures.finish()
}
