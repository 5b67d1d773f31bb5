//! The answer to one line: what is done with its puzzle, as a JSON object.

use super::Line;
use crate::Exit;
use crate::args::{Action, Batch, Global};
use crate::commands::count::number_json;
use crate::commands::{check, rate, solve};
use crate::shell::failure::error_json;
use crate::shell::{draw, input, progress};
use gridwright::count::{Count, Counter};
use gridwright::formats::{self, ParseError};
use gridwright::genres::Reading;
use gridwright::model::{self, Verdict};
use gridwright::solve::Engine;
use serde_json::Value;
use std::sync::Arc;

/// Bytes that the tables of one puzzle's count may take; several are counted at once.
const MEMORY: usize = 256 << 20;

/// What each line is to be done with.
#[derive(Clone)]
pub(super) struct Job {
    pub global: Global,
    pub args: Arc<Batch>,
}

pub(super) type Finished = (Fields, Exit);

/// An object that is only written: its keys are few and plain.
#[derive(Default)]
pub(super) struct Fields(Vec<(&'static str, Value)>);

impl Fields {
    fn set(&mut self, key: &'static str, value: impl Into<Value>) {
        match self.0.iter_mut().find(|(other, _)| *other == key) {
            Some((_, old)) => *old = value.into(),
            None => self.0.push((key, value.into())),
        }
    }

    /// A line of text.
    pub fn line(&self) -> String {
        let mut line = Vec::with_capacity(256);
        for (i, (key, value)) in self.0.iter().enumerate() {
            line.extend_from_slice(if i == 0 { b"{\"" } else { b",\"" });
            line.extend_from_slice(key.as_bytes());
            line.extend_from_slice(b"\":");
            serde_json::to_writer(&mut line, value).expect("values can be written to memory");
        }
        line.extend_from_slice(b"}\n");
        String::from_utf8(line).expect("JSON is text")
    }
}

/// The answer to one line while it is being made.
pub(super) struct Entry {
    fields: Fields,
    index: u64,
}

impl Entry {
    pub fn new(line: &Line) -> Entry {
        let mut fields = Fields::default();
        for (key, value) in [("index", line.index.into()), ("id", Value::Null), ("genre", Value::Null)] {
            fields.set(key, value);
        }
        Entry { fields, index: line.index }
    }

    fn set(&mut self, key: &'static str, value: impl Into<Value>) {
        self.fields.set(key, value);
    }

    fn finish(mut self, status: &str, rest: impl IntoIterator<Item = (&'static str, Value)>) -> Fields {
        self.set("status", status);
        for (key, value) in rest {
            self.set(key, value);
        }
        self.fields
    }

    /// What is wrong with it as a whole.
    pub fn error(self, message: &str) -> Finished {
        self.error_at(message, None)
    }

    /// What is wrong, and in which of its lines and columns, from 1.
    fn error_at(self, message: &str, place: Option<(usize, usize)>) -> Finished {
        let mut error = error_json(message, None);
        error["line"] = (self.index + place.map_or(0, |(line, _)| line as u64 - 1)).into();
        error["column"] = place.map(|(_, column)| column).into();
        (self.finish("error", [("error", error)]), Exit::Bad)
    }

    fn refused(self, error: &ParseError, text: &str) -> Finished {
        self.error_at(&error.message, error.line_column(text))
    }
}

impl Job {
    pub fn answer(&self, line: &Line, engine: &mut Engine) -> Finished {
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
        if text.trim_start().starts_with('{')
            && let Ok(Value::Object(mut object)) = serde_json::from_str(text)
        {
            entry.set("id", object.remove("id").unwrap_or_default());
        }
        let mut reading = match formats::read(text, self.global.from, self.global.genre) {
            Ok(reading) => reading,
            Err(error) => return entry.refused(&error, text),
        };
        entry.set("genre", reading.puzzle.genre().id);
        if let Err(refusal) = input::set_options(&mut reading, &self.args.variant) {
            return entry.error(&refusal.to_string());
        }
        let warnings = std::mem::take(&mut reading.warnings);
        let (mut fields, exit) = match self.args.action {
            Action::Solve => self.solve(entry, &reading, engine),
            Action::Count => self.count(entry, &reading),
            Action::Rate => rate_puzzle(entry, &reading),
            Action::Check => check_entries(entry, &reading),
            Action::Convert => self.convert(entry, &reading),
        };
        if !warnings.is_empty() {
            fields.set("warnings", warnings);
        }
        (fields, exit)
    }

    fn load(&self, reading: &Reading, engine: &mut Engine) {
        engine.load(&reading.puzzle.model());
        engine.limit_steps(self.global.steps);
        if self.args.from_position {
            engine.assume(reading.position.board.facts());
        }
    }

    fn solve(&self, entry: Entry, reading: &Reading, engine: &mut Engine) -> Finished {
        if let Some(Err(refusal)) =
            self.args.to.map(|format| draw::try_solution(reading.puzzle.as_ref(), format))
        {
            return entry.error(&refusal.to_string());
        }
        let quick = progress::quick_status(&self.global, reading, self.args.from_position);
        let status = quick.unwrap_or_else(|| {
            self.load(reading, engine);
            engine.status()
        });
        let (word, solution) = solve::describe(&status);
        let in_json = |board| match self.args.to {
            None => Ok(reading.puzzle.solution_json(board)),
            Some(format) => reading.puzzle.write_solution(format, board).map(Value::from),
        };
        let solution = match solution.map(in_json).transpose() {
            Ok(solution) => solution.unwrap_or_default(),
            Err(refusal) => return entry.error(&refusal.to_string()),
        };
        let exit = if word == "unknown" { Exit::Unknown } else { Exit::Yes };
        (entry.finish(word, [("solution", solution)]), exit)
    }

    fn count(&self, entry: Entry, reading: &Reading) -> Finished {
        let model = reading.puzzle.model();
        let mut counter = Counter::new(&model);
        counter.limit_steps(self.global.steps);
        counter.limit_memory(MEMORY);
        counter.on_stop(progress::interrupted);
        if self.args.from_position {
            counter.assume(reading.position.board.facts());
        }
        let (number, word, exit) = match counter.count() {
            Count::AtLeast(number, _) => (number, "unknown", Exit::Unknown),
            Count::Exactly(number) => {
                let word = match u32::try_from(&number) {
                    Ok(0) => "none",
                    Ok(1) => "unique",
                    _ => "multiple",
                };
                (number, word, Exit::Yes)
            }
        };
        (entry.finish(word, [("count", number_json(&number))]), exit)
    }

    fn convert(&self, entry: Entry, reading: &Reading) -> Finished {
        let Some(format) = self.args.to else { return entry.error("no format to convert to") };
        match reading.write(format) {
            Ok(text) => (entry.finish("converted", [("text", text.into())]), Exit::Yes),
            Err(refusal) => entry.error(&refusal.to_string()),
        }
    }
}

fn rate_puzzle(entry: Entry, reading: &Reading) -> Finished {
    let (status, fields) = rate::answer(reading, progress::interrupted);
    let exit = if status == "unknown" { Exit::Unknown } else { Exit::Yes };
    (entry.finish(status, fields), exit)
}

fn check_entries(entry: Entry, reading: &Reading) -> Finished {
    let model = reading.puzzle.model();
    let broken = model::broken(&model, &reading.position.board);
    let word = match model::verdict(&model, &reading.position.board) {
        Verdict::Solved => "solved",
        Verdict::RightSoFar => "right-so-far",
        Verdict::Wrong => "wrong",
    };
    let broken = check::broken_json(reading, &model, &broken);
    (entry.finish(word, [("broken", broken.into())]), Exit::Yes)
}
