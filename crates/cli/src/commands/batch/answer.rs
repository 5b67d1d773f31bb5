//! The answer to one line: what is done with its puzzle, as a view.

use super::Line as Input;
use super::earlier::Earlier;
use crate::Exit;
use crate::args::{Action, Batch, Global};
use crate::shell::failure::Failure;
use crate::shell::{draw, input, progress};
use gridwright::formats::{ParseError, Text};
use gridwright::frames::json::Object;
use gridwright::model::Verdict;
use gridwright::solve::{Engine, Status};
use gridwright::view::{
    CheckView, CountView, ErrorView, FailureView, GradeView, Line, SCHEMA, StatusView, StatusWord, TextView,
    TextWord,
};
use gridwright::{Limits, Query, Reading};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

/// Bytes that the tables of one puzzle's count may take; several are counted at once.
const MEMORY: usize = 256 << 20;

/// What to do with each line.
#[derive(Clone)]
pub(super) struct Job {
    pub global: Global,
    pub args: Arc<Batch>,
    limits: Limits,
    /// What an earlier run has done.
    pub earlier: Option<Arc<Earlier>>,
}

/// The answer as a line of text.
pub(super) type Finished = (String, Exit);

/// What is known of a line before it is answered.
pub(super) struct Entry {
    index: u64,
    id: Value,
    genre: Option<&'static str>,
    warnings: Vec<String>,
}

impl Entry {
    pub fn new(line: &Input) -> Entry {
        Entry { index: line.index, id: Value::Null, genre: None, warnings: Vec::new() }
    }

    fn finish(self, view: impl Serialize, exit: Exit) -> Finished {
        let Entry { index, id, warnings, .. } = self;
        let line = Line { schema: SCHEMA, index, id, view, warnings };
        let mut text = serde_json::to_string(&line).expect("views have string keys");
        text.push('\n');
        (text, exit)
    }

    /// What is wrong with it as a whole.
    pub fn error(self, message: &str) -> Finished {
        self.failed(ErrorView::new(message))
    }

    fn refused(self, error: &ParseError, text: &str) -> Finished {
        self.failed(ErrorView::of_input(error, text))
    }

    /// What is wrong; lines are counted from the beginning of the input.
    fn failed(self, error: ErrorView) -> Finished {
        let line = Some(self.index + error.line.map_or(0, |line| line - 1));
        let view = FailureView::new(self.genre, ErrorView { line, ..error });
        self.finish(view, Exit::Bad)
    }
}

impl Job {
    pub fn new(global: &Global, args: &Batch, earlier: Option<Arc<Earlier>>) -> Job {
        let limits = Limits::default().steps(global.steps).memory(MEMORY);
        Job { global: global.clone(), args: Arc::new(args.clone()), limits, earlier }
    }

    /// What an earlier run has said of a line.
    pub fn earlier_answer(&self, line: &Input) -> Option<Result<Finished, Failure>> {
        let earlier = self.earlier.as_ref()?;
        earlier.answer(line.index, &id(std::str::from_utf8(&line.bytes).unwrap_or_default()))
    }

    pub fn answer(&self, line: &Input, engine: &mut Engine) -> Finished {
        let mut entry = Entry::new(line);
        if let Some(fault) = &line.fault {
            return entry.error(fault);
        }
        let text = match std::str::from_utf8(&line.bytes) {
            Ok(text) => text.trim_end_matches(['\n', '\r']),
            Err(error) => {
                let at = error.valid_up_to();
                let error = input::not_text(&line.bytes, at);
                return entry.refused(&error, &String::from_utf8_lossy(&line.bytes));
            }
        };
        entry.id = id(text);
        let mut reading = match Reading::parse_with(text, &input::read_options(&self.global)) {
            Ok(reading) => reading,
            Err(error) => return entry.refused(&error, text),
        };
        entry.genre = Some(reading.puzzle.genre().id);
        if let Err(refusal) = input::set_options(&mut reading, &self.args.variant) {
            return entry.error(&refusal.to_string());
        }
        entry.warnings = std::mem::take(&mut reading.warnings);
        match self.args.action {
            Action::Solve => self.solve(entry, &reading, engine),
            Action::Count => {
                let view = CountView::new(&reading.puzzle, &self.query(&reading).count());
                let exit = if view.complete { Exit::Yes } else { Exit::Unknown };
                entry.finish(view, exit)
            }
            Action::Rate => {
                let view = GradeView::new(&reading.puzzle, &self.query(&reading).rate());
                let exit = exit_of(view.status);
                entry.finish(view, exit)
            }
            Action::Check => {
                let check = reading.puzzle.check(&reading.position);
                debug_assert!(check.broken.is_empty() || check.verdict == Verdict::Wrong);
                entry.finish(CheckView::new(&reading.puzzle, &reading.position, &check), Exit::Yes)
            }
            Action::Convert => self.convert(entry, &reading),
        }
    }

    fn query(&self, reading: &Reading) -> Query {
        let limits = self.limits.clone().cancel(progress::stop_from_now(&self.global));
        let query = reading.puzzle.query().limits(&limits);
        if self.args.from_position { query.from_position(&reading.position) } else { query }
    }

    fn solve(&self, entry: Entry, reading: &Reading, engine: &mut Engine) -> Finished {
        let puzzle = &reading.puzzle;
        if let Some(Err(refusal)) = self.args.to.map(|format| draw::try_solution(puzzle, format)) {
            return entry.error(&refusal.to_string());
        }
        let status = self.query(reading).status_using(engine);
        let solution = match (status.solution(), self.args.to) {
            (Some(board), Some(format)) => match puzzle.write_solution(format, board) {
                Ok(text) => text.into(),
                Err(refusal) => return entry.error(&refusal.to_string()),
            },
            (Some(board), None) => puzzle.solution_json(board),
            (None, _) => Value::Null,
        };
        let exit = if matches!(status, Status::Unknown { .. }) { Exit::Unknown } else { Exit::Yes };
        entry.finish(StatusView::with_solution(puzzle, &status, solution), exit)
    }

    fn convert(&self, entry: Entry, reading: &Reading) -> Finished {
        let Some(format) = self.args.to else { return entry.error("no format to convert to") };
        match reading.write(format) {
            Ok(text) => {
                let (genre, format) = (reading.puzzle.genre().id.to_string(), format.to_string());
                entry.finish(TextView { genre, status: TextWord::Converted, format, text }, Exit::Yes)
            }
            Err(refusal) => entry.error(&refusal.to_string()),
        }
    }
}

/// What a line calls its puzzle.
pub(super) fn id(text: &str) -> Value {
    match text.trim_start().starts_with('{').then(|| Object::parse(Text::new(text))) {
        Some(Ok(object)) => object.get("id").cloned().unwrap_or_default(),
        _ => Value::Null,
    }
}

fn exit_of(status: StatusWord) -> Exit {
    if status == StatusWord::Unknown { Exit::Unknown } else { Exit::Yes }
}
