//! The answer to one line: what is done with its puzzle, as a JSON object.

use super::Line;
use crate::args::{Action, Batch, Global};
use crate::count::number_json;
use crate::failure::error_json;
use crate::{Exit, check, draw, input, solve, work};
use gridwright::count::{Count, Counter};
use gridwright::formats::{self, ParseError};
use gridwright::genres::Reading;
use gridwright::model::{self, Verdict};
use gridwright::solve::Engine;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Bytes that the tables of one puzzle's count may take; several are counted at once.
const MEMORY: usize = 256 << 20;

/// What each line is to be done with.
#[derive(Clone)]
pub(super) struct Job {
    pub global: Global,
    pub args: Arc<Batch>,
}

pub(super) type Finished = (Map<String, Value>, Exit);

/// The answer to one line while it is being made.
pub(super) struct Entry {
    map: Map<String, Value>,
    index: u64,
}

impl Entry {
    pub fn new(line: &Line) -> Entry {
        let mut entry = Entry { map: Map::new(), index: line.index };
        for (key, value) in [("index", json!(line.index)), ("id", Value::Null), ("genre", Value::Null)] {
            entry.map.insert(key.to_string(), value);
        }
        entry
    }

    fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.map.insert(key.to_string(), value.into());
    }

    fn finish(
        mut self,
        status: &str,
        rest: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> Map<String, Value> {
        self.set("status", status);
        for (key, value) in rest {
            self.set(key, value);
        }
        self.map
    }

    pub fn error(self, message: &str, column: Option<usize>) -> Finished {
        let place = (self.index as usize, column);
        let mut error = error_json(message, None);
        error["line"] = place.0.into();
        error["column"] = place.1.into();
        (self.finish("error", [("error", error)]), Exit::Bad)
    }

    fn refused(self, error: &ParseError, text: &str) -> Finished {
        let column = error.line_column(text).map(|(_, column)| column);
        self.error(&error.message, column)
    }
}

impl Job {
    pub fn answer(&self, line: &Line, engine: &mut Engine) -> Finished {
        let mut entry = Entry::new(line);
        if let Some(fault) = &line.fault {
            return entry.error(fault, None);
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
            return entry.error(&refusal.to_string(), None);
        }
        let warnings = std::mem::take(&mut reading.warnings);
        let (mut map, exit) = match self.args.action {
            Action::Solve => self.solve(entry, &reading, engine),
            Action::Count => self.count(entry, &reading),
            Action::Check => check_entries(entry, &reading),
            Action::Convert => self.convert(entry, &reading),
        };
        if !warnings.is_empty() {
            map.insert("warnings".to_string(), warnings.into());
        }
        (map, exit)
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
            return entry.error(&refusal.to_string(), None);
        }
        let quick = work::quick_status(&self.global, reading, self.args.from_position);
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
            Err(refusal) => return entry.error(&refusal.to_string(), None),
        };
        let exit = if word == "unknown" { Exit::Unknown } else { Exit::Yes };
        (entry.finish(word, [("solution", solution)]), exit)
    }

    fn count(&self, entry: Entry, reading: &Reading) -> Finished {
        let model = reading.puzzle.model();
        let mut counter = Counter::new(&model);
        counter.limit_steps(self.global.steps);
        counter.limit_memory(MEMORY);
        counter.on_stop(work::interrupted);
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
        let Some(format) = self.args.to else { return entry.error("no format to convert to", None) };
        match reading.write(format) {
            Ok(text) => (entry.finish("converted", [("text", text.into())]), Exit::Yes),
            Err(refusal) => entry.error(&refusal.to_string(), None),
        }
    }
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
