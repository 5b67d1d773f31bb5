//! The answer to one line: what is done with its puzzle, as a view.

use super::Line as Input;
use super::earlier::Earlier;
use crate::Exit;
use crate::args::{Action, Batch, Global};
use crate::shell::failure::Failure;
use crate::shell::fingerprint::fingerprint;
use crate::shell::{draw, input, progress};
use gridwright::explain::{Hint, Stage};
use gridwright::formats::{ParseError, Text};
use gridwright::frames::WriteError;
use gridwright::frames::json::Object;
use gridwright::model::{Board, Position, Verdict};
use gridwright::random::Random;
use gridwright::solve::{Common, Engine, Status};
use gridwright::view::{
    CheckView, CommonView, CommonWord, CountView, EndingWord, ErrorView, FailureView, GradeView, HintView,
    Line, SCHEMA, SampleView, StatusLine, StatusWord, TextView, TextWord, WalkthroughView,
};
use gridwright::{Limits, Puzzle, Query, Reading, Session};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

/// Bytes that the work on one puzzle may take; several are worked on at once.
pub(super) const MEMORY: usize = 256 << 20;

/// What to do with each line.
#[derive(Clone)]
pub(super) struct Job {
    pub global: Global,
    pub args: Arc<Batch>,
    limits: Limits,
    /// What an earlier run has done.
    pub earlier: Option<Arc<Earlier>>,
    /// Whether what is finished is kept where the run is interrupted, so that it must say which puzzles it is about.
    pub is_kept: bool,
}

/// The answer as a line of text.
pub(super) type Finished = (String, Exit);

/// What is known of a line before it is answered.
pub(super) struct Entry {
    index: u64,
    id: Value,
    genre: Option<&'static str>,
    warnings: Vec<String>,
    /// Where the answer is put.
    text: String,
}

impl Entry {
    pub fn new(line: &Input, text: String) -> Entry {
        Entry { index: line.index, id: Value::Null, genre: None, warnings: Vec::new(), text }
    }

    fn finish(self, view: impl Serialize, exit: Exit) -> Finished {
        let Entry { index, id, warnings, text, .. } = self;
        let line = Line { schema: SCHEMA, index, id, view, warnings };
        let mut bytes = text.into_bytes();
        serde_json::to_writer(&mut bytes, &line).expect("views have string keys");
        bytes.push(b'\n');
        (String::from_utf8(bytes).expect("JSON is text"), exit)
    }

    /// The same for a status, which needs no view.
    fn finish_status(
        mut self,
        puzzle: &Puzzle,
        status: &Status,
        solution: Option<&str>,
        exit: Exit,
    ) -> Finished {
        let (index, id, warnings) = (Some(self.index), &self.id, &self.warnings[..]);
        StatusLine { index, id, puzzle, status, solution, warnings }.push(&mut self.text);
        self.text.push('\n');
        (self.text, exit)
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
        let is_kept = args.destination.output.is_some();
        Job { global: global.clone(), args: Arc::new(args.clone()), limits, earlier, is_kept }
    }

    /// What an earlier run has said of a line.
    pub fn earlier_answer(&self, line: &Input, puzzle: u64) -> Option<Result<Finished, Failure>> {
        let earlier = self.earlier.as_ref()?;
        earlier.answer(line.index, &id(std::str::from_utf8(&line.bytes).unwrap_or_default()), puzzle)
    }

    /// A number that stands for everything that answers depend on beside the puzzle and the time there is.
    pub fn options(global: &Global, args: &Batch) -> u64 {
        let Batch { action, stage, number, seed, to, content, from_position, variant, .. } = args;
        let reading = (
            global.from,
            global.genre.map(|genre| genre.id),
            &variant.rules,
            &variant.stop,
            &variant.options,
        );
        let doing = (action, stage, number, seed, to, content.clear, from_position, global.steps);
        fingerprint(format!("{reading:?} {doing:?}").as_bytes())
    }

    /// The answer to a line, put at the end of a text.
    pub fn answer(&self, line: &Input, text: String, engine: &mut Engine) -> Finished {
        let mut entry = Entry::new(line, text);
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
                let exit = unknown_if(!view.complete);
                entry.finish(view, exit)
            }
            Action::Common => self.common(entry, &reading),
            Action::Sample => self.sample(entry, &reading),
            Action::Explain => {
                let view = WalkthroughView::new(&self.query(&reading).explain());
                let exit = unknown_if(view.status == EndingWord::Unknown);
                entry.finish(view, exit)
            }
            Action::Hint => self.hint(entry, reading, text),
            Action::Rate => {
                let view = GradeView::new(&reading.puzzle, &self.query(&reading).rate());
                let exit = unknown_if(view.status == StatusWord::Unknown);
                entry.finish(view, exit)
            }
            Action::Check => {
                let query = reading.puzzle.query().from_position(&reading.position);
                let check = query.expect(OWN).check(false);
                debug_assert!(check.broken.is_empty() || check.verdict == Verdict::Wrong);
                entry.finish(CheckView::new(&reading.puzzle, &reading.position, &check), Exit::Yes)
            }
            Action::Convert => self.convert(entry, reading),
        }
    }

    /// The limits of a puzzle that is begun now.
    fn limits(&self) -> Limits {
        self.limits.clone().cancel(progress::stop_from_now(&self.global))
    }

    fn query(&self, reading: &Reading) -> Query {
        self.within(reading, &self.limits())
    }

    fn within(&self, reading: &Reading, limits: &Limits) -> Query {
        let query = reading.puzzle.query().limits(limits);
        if self.args.from_position { query.from_position(&reading.position).expect(OWN) } else { query }
    }

    fn solve(&self, entry: Entry, reading: &Reading, engine: &mut Engine) -> Finished {
        let puzzle = &reading.puzzle;
        if let Some(Err(refusal)) = self.args.to.map(|format| draw::try_solution(puzzle, format)) {
            return entry.error(&refusal.to_string());
        }
        // The genre's own solver looks at no clock, so only the engine gets one.
        let query = self.within(reading, &self.limits);
        let status = query.fast_status();
        let status = status.unwrap_or_else(|| query.limits(&self.limits()).engine_status(engine));
        let exit = unknown_if(matches!(status, Status::Unknown { .. }));
        let in_format = |board| Some(puzzle.write_solution(self.args.to?, board));
        match status.solution().and_then(in_format).transpose() {
            Ok(solution) => entry.finish_status(puzzle, &status, solution.as_deref(), exit),
            Err(refusal) => entry.error(&refusal.to_string()),
        }
    }

    /// A solution in the shape of the genre's data sets, or as text.
    fn solution(&self, puzzle: &Puzzle, board: &Board) -> Result<Value, WriteError> {
        match self.args.to {
            Some(format) => puzzle.write_solution(format, board).map(Value::from),
            None => Ok(puzzle.solution_json(board)),
        }
    }

    fn common(&self, entry: Entry, reading: &Reading) -> Finished {
        let puzzle = &reading.puzzle;
        if let Some(Err(refusal)) = self.args.to.map(|format| puzzle.write(format, &puzzle.blank())) {
            return entry.error(&refusal.to_string());
        }
        let common = self.query(reading).common();
        let mut view = CommonView::new(puzzle, &common);
        if let (Common::Board(board) | Common::Unknown(board, _), Some(format)) = (&common, self.args.to) {
            let position = Position { board: board.clone(), ..puzzle.blank() };
            match puzzle.write(format, &position) {
                Ok(text) => view.board = text.into(),
                Err(refusal) => return entry.error(&refusal.to_string()),
            }
        }
        let exit = unknown_if(view.status == CommonWord::Unknown);
        entry.finish(view, exit)
    }

    fn sample(&self, entry: Entry, reading: &Reading) -> Finished {
        let puzzle = &reading.puzzle;
        if let Some(Err(refusal)) = self.args.to.map(|format| draw::try_solution(puzzle, format)) {
            return entry.error(&refusal.to_string());
        }
        let (number, seed) = (self.args.number.unwrap_or(1), self.args.seed.unwrap_or(0));
        let limits = self.limits();
        let sampler = self.within(reading, &limits).sampler();
        let mut random = Random::new(seed);
        let mut solutions = Vec::new();
        while let Ok(sampler) = &sampler
            && (solutions.len() as u64) < number
            && !limits.cancel.is_cancelled()
            && let Some(board) = sampler.draw(&mut random)
        {
            match self.solution(puzzle, &board) {
                Ok(solution) => solutions.push(solution),
                Err(refusal) => return entry.error(&refusal.to_string()),
            }
        }
        let view = SampleView::new(puzzle, seed, number, solutions, &sampler, &limits.cancel);
        let exit = unknown_if(!view.complete);
        entry.finish(view, exit)
    }

    fn hint(&self, entry: Entry, reading: Reading, text: &str) -> Finished {
        let limits = self.limits();
        let query = self.within(&reading, &limits).from_position(&reading.position).expect(OWN);
        let hint = query.hint();
        let view = HintView::new(&reading.puzzle, &hint, self.args.stage.unwrap_or(Stage::FIRST));
        // A saved game also tells how far back it was right.
        let session = match Session::resume(reading, text) {
            Ok(session) => session,
            Err(error) => return entry.refused(&error, text),
        };
        let is_wrong = matches!(hint, Hint::Wrong(_));
        let right_after = is_wrong.then(|| session.last_right(&limits)).flatten();
        entry.finish(HintView { right_after, ..view }, unknown_if(matches!(hint, Hint::Unknown(_))))
    }

    fn convert(&self, mut entry: Entry, mut reading: Reading) -> Finished {
        let Some(format) = self.args.to else { return entry.error("no format to convert to") };
        if self.args.content.clear {
            reading.position = reading.puzzle.blank();
        }
        match reading.write(format) {
            Ok(text) => {
                entry.warnings.extend(reading.lost_options(format, &text));
                let (genre, format) = (reading.puzzle.genre().id.to_string(), format.to_string());
                entry.finish(TextView { genre, status: TextWord::Converted, format, text }, Exit::Yes)
            }
            Err(refusal) => entry.error(&refusal.to_string()),
        }
    }
}

const OWN: &str = "the position was read with the puzzle";

/// What a line calls its puzzle.
pub(super) fn id(text: &str) -> Value {
    match text.trim_start().starts_with('{').then(|| Object::parse(Text::new(text))) {
        Some(Ok(object)) => object.get("id").cloned().unwrap_or_default(),
        _ => Value::Null,
    }
}

fn unknown_if(is_unknown: bool) -> Exit {
    if is_unknown { Exit::Unknown } else { Exit::Yes }
}
