//! `batch`: many puzzles, one a line, on all cores, in order, in constant memory.
//!
//! A reader hands lines to workers and the writer puts their answers back in order. Line buffers go round in a
//! circle: no line is read before a buffer is free again, so a slow line cannot make answers pile up behind it.

use crate::args::{Action, Batch, Global};
use crate::count::number_json;
use crate::failure::{Failure, error_json};
use crate::output::Output;
use crate::{Exit, check, input, solve, work};
use gridwright::formats::{self, ParseError};
use gridwright::genres::Reading;
use gridwright::model::{self, Verdict};
use gridwright::solve::{End, Engine};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Buffers larger than this are given back to the system after use.
const KEPT_BUFFER: usize = 1 << 20;

struct Line {
    /// Its place among the lines that are not blank.
    order: u64,
    /// Its number in the input, from 1.
    index: u64,
    bytes: Vec<u8>,
    /// Bytes of input up to its end.
    position: u64,
    /// Why it could not be taken in.
    fault: Option<String>,
}

struct Answered {
    order: u64,
    position: u64,
    text: String,
    exit: Exit,
    buffer: Vec<u8>,
}

/// What each line is to be done with.
#[derive(Clone)]
struct Job {
    action: Action,
    global: Global,
    args: Arc<Batch>,
}

pub fn run(global: &Global, args: &Batch, output: &mut Output) -> Result<Exit, Failure> {
    work::catch_interrupts();
    let (reader, size): (Box<dyn Read + Send>, Option<u64>) = if args.file == Path::new("-") {
        (Box::new(io::stdin()), None)
    } else {
        let cannot = |error| Failure::Message(format!("cannot read '{}': {error}", args.file.display()));
        let file = File::open(&args.file).map_err(cannot)?;
        let metadata = file.metadata().map_err(cannot)?;
        if metadata.is_dir() {
            return Err(Failure::Message(format!(
                "'{}' is a directory, expected a file",
                args.file.display()
            )));
        }
        (Box::new(file), metadata.is_file().then_some(metadata.len()))
    };
    let bar = progress_bar(size, args.output.is_some() || !output.is_terminal);
    let job = Job { action: args.action, global: global.clone(), args: Arc::new(args.clone()) };
    let workers = args
        .jobs
        .map_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get), usize::from);
    let result = match &args.output {
        None => work_through(reader, job, workers, &bar, &mut |text| {
            output.text(text).and_then(|()| output.breathe())
        }),
        Some(path) => {
            let mut file = Pending::create(path)?;
            let result = work_through(reader, job, workers, &bar, &mut |text| file.write(text));
            match result {
                Ok(exit) if !work::interrupted() => file.publish().map(|()| exit),
                other => other,
            }
        }
    };
    bar.finish_and_clear();
    result
}

fn progress_bar(size: Option<u64>, terminal_is_free: bool) -> ProgressBar {
    let target = if terminal_is_free && io::stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(10)
    } else {
        ProgressDrawTarget::hidden()
    };
    let template = match size {
        Some(_) => "{bar:40} {percent}%, {msg}, {elapsed}, {eta} to go",
        None => "{spinner} {msg}, {elapsed}",
    };
    let style = ProgressStyle::with_template(template).expect("a valid template");
    ProgressBar::with_draw_target(size, target).with_style(style)
}

/// An output file that appears only when it is complete. What is there already and is no ordinary file (a device,
/// a pipe) is written to as it is.
struct Pending {
    path: PathBuf,
    temporary: Option<PathBuf>,
    file: BufWriter<File>,
}

impl Pending {
    fn create(path: &Path) -> Result<Pending, Failure> {
        let cannot =
            |error: io::Error| Failure::Message(format!("cannot write '{}': {error}", path.display()));
        // A link stays one: what it leads to is replaced.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let temporary = match (path.metadata(), path.file_name()) {
            (Ok(there), _) if !there.is_file() => None,
            (_, None) => return Err(cannot(io::ErrorKind::InvalidFilename.into())),
            (_, Some(name)) => {
                let name = format!(".{}.{}.part", name.to_string_lossy(), std::process::id());
                Some(path.with_file_name(name))
            }
        };
        let file = match &temporary {
            None => OpenOptions::new().write(true).open(&path),
            Some(temporary) => File::create(temporary),
        };
        let file = BufWriter::new(file.map_err(cannot)?);
        Ok(Pending { path, temporary, file })
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::Message(format!("cannot write '{}': {error}", self.path.display()))
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.file.write_all(text.as_bytes()).map_err(|error| self.failed(&error))
    }

    fn publish(mut self) -> Result<(), Failure> {
        let flushed = self.file.flush();
        let moved = flushed.and_then(|()| match self.temporary.take() {
            None => Ok(()),
            Some(temporary) => std::fs::rename(&temporary, &self.path).inspect_err(|_| {
                let _ = std::fs::remove_file(&temporary);
            }),
        });
        moved.map_err(|error| self.failed(&error))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = std::fs::remove_file(temporary);
        }
    }
}

fn work_through(
    reader: Box<dyn Read + Send>,
    job: Job,
    workers: usize,
    bar: &ProgressBar,
    write: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<Exit, Failure> {
    let window = 4 * workers + 4;
    let (free_buffers, buffers) = sync_channel::<Vec<u8>>(window);
    for _ in 0..window {
        let _ = free_buffers.send(Vec::new());
    }
    let (to_workers, lines) = sync_channel::<Line>(window);
    let (to_writer, answers) = sync_channel::<Answered>(window);
    let trouble = Arc::new(Mutex::new(None));
    // The threads are not waited for: when nobody listens any more, one may still be reading an endless input.
    let reading_trouble = Arc::clone(&trouble);
    std::thread::spawn(move || {
        if let Err(error) = read_lines(BufReader::with_capacity(1 << 16, reader), &buffers, &to_workers) {
            *reading_trouble.lock().unwrap_or_else(|e| e.into_inner()) = Some(error);
        }
    });
    let lines = Arc::new(Mutex::new(lines));
    for _ in 0..workers {
        let (job, lines, to_writer) = (job.clone(), Arc::clone(&lines), to_writer.clone());
        std::thread::spawn(move || answer_lines(&job, &lines, &to_writer));
    }
    drop(to_writer);

    let mut waiting: BTreeMap<u64, Answered> = BTreeMap::new();
    let mut next = 0;
    let mut exit = Exit::Yes;
    loop {
        match answers.recv_timeout(Duration::from_millis(100)) {
            Ok(answer) => {
                waiting.insert(answer.order, answer);
            }
            // Whoever feeds us line by line waits for the answers so far.
            Err(RecvTimeoutError::Timeout) => write("")?,
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(mut answer) = waiting.remove(&next) {
            next += 1;
            write(&answer.text)?;
            exit = worse(exit, answer.exit);
            bar.set_message(format!("{next} done"));
            bar.set_position(if bar.length().is_some() { answer.position } else { next });
            answer.buffer.clear();
            answer.buffer.shrink_to(KEPT_BUFFER);
            let _ = free_buffers.send(answer.buffer);
        }
        if work::interrupted() {
            return Ok(Exit::Unknown);
        }
    }
    match trouble.lock().unwrap_or_else(|e| e.into_inner()).take() {
        Some(error) => Err(Failure::Message(format!("cannot read the input: {error}"))),
        None => Ok(exit),
    }
}

/// A bad line outweighs an unknown answer.
fn worse(a: Exit, b: Exit) -> Exit {
    if a == Exit::Bad || b == Exit::Bad { Exit::Bad } else { a.max(b) }
}

fn read_lines(
    mut reader: impl BufRead,
    buffers: &Receiver<Vec<u8>>,
    to_workers: &SyncSender<Line>,
) -> io::Result<()> {
    let (mut index, mut order, mut position) = (0, 0, 0);
    while let Ok(mut bytes) = buffers.recv() {
        let mut fault = None;
        loop {
            bytes.clear();
            let taken = reader.by_ref().take(input::LARGEST).read_until(b'\n', &mut bytes)?;
            if taken == 0 {
                return Ok(());
            }
            index += 1;
            position += taken as u64;
            if taken as u64 == input::LARGEST && !bytes.ends_with(b"\n") {
                fault = Some(format!("the line is longer than {} MiB", input::LARGEST >> 20));
                bytes = Vec::new();
                position += skip_line(&mut reader)?;
            }
            if fault.is_some() || !bytes.trim_ascii().is_empty() {
                break;
            }
        }
        if to_workers.send(Line { order, index, bytes, position, fault }).is_err() {
            return Ok(());
        }
        order += 1;
    }
    Ok(())
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<u64> {
    let mut skipped = 0;
    loop {
        let available = reader.fill_buf()?;
        let (length, ended) = match available.iter().position(|b| *b == b'\n') {
            Some(i) => (i + 1, true),
            None => (available.len(), available.is_empty()),
        };
        reader.consume(length);
        skipped += length as u64;
        if ended {
            return Ok(skipped);
        }
    }
}

fn answer_lines(job: &Job, lines: &Mutex<Receiver<Line>>, to_writer: &SyncSender<Answered>) {
    let mut engine = new_engine();
    loop {
        let received = lines.lock().unwrap_or_else(|e| e.into_inner()).recv();
        let Ok(line) = received else { return };
        let result = catch_unwind(AssertUnwindSafe(|| job.answer(&line, &mut engine)));
        let (value, exit) = result.unwrap_or_else(|_| {
            engine = new_engine();
            Entry::new(&line).error("this line brought the program into trouble; please report it", None)
        });
        let text = format!("{}\n", Value::Object(value));
        let Line { order, position, bytes: buffer, .. } = line;
        if to_writer.send(Answered { order, position, text, exit, buffer }).is_err() {
            return;
        }
    }
}

fn new_engine() -> Engine {
    let mut engine = Engine::default();
    engine.on_stop(work::interrupted);
    engine
}

type Finished = (Map<String, Value>, Exit);

/// The answer to one line while it is being made.
struct Entry {
    map: Map<String, Value>,
    index: u64,
}

impl Entry {
    fn new(line: &Line) -> Entry {
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

    fn error(self, message: &str, column: Option<usize>) -> Finished {
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
    fn answer(&self, line: &Line, engine: &mut Engine) -> Finished {
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
        let (mut map, exit) = match self.action {
            Action::Solve => self.solve(entry, &reading, engine),
            Action::Count => self.count(entry, &reading, engine),
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
        self.load(reading, engine);
        let status = engine.status();
        let (word, solution) = solve::describe(&status);
        let solution = solution.map(|board| reading.puzzle.solution_json(board)).unwrap_or_default();
        let exit = if word == "unknown" { Exit::Unknown } else { Exit::Yes };
        (entry.finish(word, [("solution", solution)]), exit)
    }

    fn count(&self, entry: Entry, reading: &Reading, engine: &mut Engine) -> Finished {
        self.load(reading, engine);
        let (number, end) = engine.count();
        let (word, exit) = match (number, end) {
            (_, End::Budget) => ("unknown", Exit::Unknown),
            (0, _) => ("none", Exit::Yes),
            (1, _) => ("unique", Exit::Yes),
            _ => ("multiple", Exit::Yes),
        };
        (entry.finish(word, [("count", number_json(number))]), exit)
    }

    fn convert(&self, entry: Entry, reading: &Reading) -> Finished {
        let Some(format) = self.args.to else { return entry.error("no format to convert to", None) };
        match reading.puzzle.write(format, &reading.position) {
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
