//! `batch`: many puzzles, one a line or native texts, on all cores, in order, in constant memory.
//!
//! A reader hands lines to workers over an [`OrderedQueue`], whose tokens are the buffers of the lines: no line is read before
//! a buffer is free again. Answers behind a slow line wait, the many of them in a file ([`Waiting`]), so that the others go on.

mod answer;
mod earlier;
pub(super) mod source;

use crate::Exit;
use crate::args::{Action, Batch, Global};
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::ordered_queue::{ANSWERS_AT_ONCE, OrderedQueue};
use crate::shell::output::{Output, remark};
use crate::shell::waiting::Waiting;
use crate::shell::{input, memory, progress, status_line};
use answer::{Entry, Finished, Job};
use clap::ValueEnum;
use earlier::{Earlier, Trace, puzzle_fingerprint};
use gridwright::formats::Format;
use gridwright::solve::Engine;
use indicatif::ProgressBar;
use source::Source;
use std::collections::BTreeSet;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Buffers larger than this are given back to the system after use.
const KEPT_BUFFER: usize = 1 << 20;
/// Bytes of answers that wait in memory for a slow line.
const WAITING_BYTES: usize = 32 << 20;
/// Answers that may wait at all: where each of them is takes memory, too.
const MOST_WAITING: usize = 1 << 21;
/// How long workers may take to stop.
const STOPPED_WITHIN: Duration = Duration::from_millis(300);
/// Gaps that are listed.
const LISTED_GAPS: usize = 10;
/// How often the progress bar is looked after: it takes longer than a small puzzle.
const SHOWN_EVERY: Duration = Duration::from_millis(50);

/// A puzzle of the input: a line, or a native text of several.
pub(super) struct Line {
    /// Its place among the puzzles.
    order: u64,
    /// The number of its first line in the input, from 1.
    index: u64,
    pub bytes: Vec<u8>,
    /// Where the answer is put.
    answer: String,
    /// Bytes of input up to its end.
    pub position: u64,
    /// Why it could not be taken in.
    pub fault: Option<String>,
}

struct Answered {
    note: Note,
    /// `None` after an interruption: what workers say then they say because of it.
    finished: Option<Result<Finished, Failure>>,
    line: Vec<u8>,
}

/// Where a line and its answer are put; both go round with a token.
#[derive(Clone, Default)]
struct Buffers {
    line: Vec<u8>,
    answer: String,
}

/// What is known of a line whose answer waits.
struct Note {
    index: u64,
    position: u64,
    exit: Exit,
    /// The fingerprint of a puzzle that was done now, not earlier.
    puzzle: u64,
}

pub fn run(global: &Global, args: &Batch, output: &mut Output) -> Result<Exit, Failure> {
    refuse_ignored(args)?;
    if let Action::Rate | Action::Explain = args.action {
        progress::without_steps(global, &format!("batch {}", name(args.action)))?;
    }
    progress::catch_interrupts();
    let (reader, size) =
        input::open_or_piped(args.file.as_deref(), "a file with puzzles, '-' for standard input")?;
    let options = Job::options(global, args);
    let earlier = match &args.destination.output {
        Some(path) if args.resume => Earlier::open(path, args.action, options)?.map(Arc::new),
        _ => None,
    };
    output.divert(&args.destination, global)?;
    if args.resume {
        match &earlier {
            Some(earlier) => {
                let done = counted(earlier.indexes().len(), "puzzle");
                let trust = match earlier.trace {
                    Some(_) => "",
                    None => "; it does not say for which input and options, they must be the same",
                };
                remark(&format!("'{}': {done} done already{trust}", earlier.path.display()));
            }
            None => remark("there is no earlier work to go on with"),
        }
    }
    let workers = progress::workers(args.jobs);
    memory::allow(answer::MEMORY.saturating_mul(workers));
    let bar = progress_bar(size, !output.is_terminal);
    let job = Job::new(global, args, earlier.clone());
    let mut write = |text: &str| if text.is_empty() { output.breathe() } else { output.text(text) };
    let result = work_through(reader, job, workers, &bar, &mut write);
    bar.finish_and_clear();
    if earlier.as_ref().is_some_and(|earlier| earlier.is_strange()) {
        output.discard();
    }
    match result? {
        Outcome::Done(tally) => {
            output.publish()?;
            // All that is in it is in the complete file now.
            if let Some(earlier) = earlier {
                let _ = std::fs::remove_file(&earlier.path);
            }
            if let Some(trouble) = tally.trouble() {
                remark(&trouble);
            }
            Ok(tally.exit())
        }
        Outcome::Interrupted { tally, missing, rest } => {
            let trace = match &earlier {
                None => Some(Trace { options, puzzles: tally.fingerprints }),
                Some(earlier) => earlier
                    .trace
                    .map(|trace| Trace { puzzles: trace.puzzles.wrapping_add(tally.fingerprints), ..trace }),
            };
            if let Some(trace) = trace.filter(|_| args.destination.output.is_some() && tally.puzzles > 0) {
                output.text(&trace.line())?;
            }
            let done = counted(tally.puzzles, "puzzle");
            let why = format!("interrupted after {done}{}", without(&missing, rest));
            output.cut_short_in(&why, earlier.as_ref().map(|earlier| earlier.path.as_path()))?;
            Ok(Exit::Unknown)
        }
    }
}

/// What became of the puzzles.
#[derive(Clone, Copy, Default)]
struct Tally {
    puzzles: u64,
    bad: u64,
    unknown: u64,
    /// The sum of the fingerprints of those that were done now.
    fingerprints: u64,
}

impl Tally {
    fn add(&mut self, note: &Note) {
        self.puzzles += 1;
        self.bad += u64::from(note.exit == Exit::Bad);
        self.unknown += u64::from(note.exit == Exit::Unknown);
        self.fingerprints = self.fingerprints.wrapping_add(note.puzzle);
    }

    /// A bad line outweighs an unknown answer.
    fn exit(&self) -> Exit {
        match (self.bad, self.unknown) {
            (0, 0) => Exit::Yes,
            (0, _) => Exit::Unknown,
            _ => Exit::Bad,
        }
    }

    /// Why the exit code is not 0, in words.
    fn trouble(&self) -> Option<String> {
        let kinds = [(self.bad, "in error"), (self.unknown, "unknown")];
        let kinds: Vec<String> =
            kinds.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
        let done = counted(self.puzzles, "puzzle");
        (!kinds.is_empty()).then(|| format!("{done}, {}: the answers say why", kinds.join(", ")))
    }
}

/// Refuses options that mean nothing to the action.
fn refuse_ignored(args: &Batch) -> Result<(), Failure> {
    use Action::*;
    let options: [(&str, bool, &[Action]); 5] = [
        ("--to", args.to.is_some(), &[Solve, Common, Sample, Convert]),
        ("--clear", args.content.clear, &[Convert]),
        ("--stage", args.stage.is_some(), &[Hint]),
        ("-n", args.number.is_some(), &[Sample]),
        ("--seed", args.seed.is_some(), &[Sample]),
    ];
    let is_ignored =
        |(_, is_given, takers): &(&str, bool, &[Action])| *is_given && !takers.contains(&args.action);
    match options.into_iter().find(is_ignored) {
        None => Ok(()),
        Some((option, _, _)) => Err(Failure::Message(format!(
            "{option} means nothing to 'batch {}': leave it out",
            name(args.action)
        ))),
    }
}

/// The action as the user calls it.
fn name(action: Action) -> String {
    action.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default()
}

/// Which lines are missing between others, and after which line all are, in words.
fn without(missing: &BTreeSet<u64>, rest: Option<u64>) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &line in missing {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == line => *last = line,
            _ => ranges.push((line, line)),
        }
    }
    let more = ranges.len().saturating_sub(LISTED_GAPS);
    let range = |(first, last): &(u64, u64)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    let mut words: Vec<String> = ranges.iter().take(LISTED_GAPS).map(range).collect();
    words.extend((more > 0).then(|| format!("{more} more places")));
    let lines = match missing.len() {
        0 => None,
        1 => Some(format!("line {}", words[0])),
        _ => Some(format!("lines {}", words.join(", "))),
    };
    let parts: Vec<String> =
        lines.into_iter().chain(rest.map(|last| format!("all after line {last}"))).collect();
    if parts.is_empty() { String::new() } else { format!("; without {}", parts.join(" and ")) }
}

/// Buffers, lines and answers.
type Queue = OrderedQueue<Buffers, Line, Answered>;

/// How the work ended.
enum Outcome {
    Done(Tally),
    /// What is missing between the answers, and the last answer's line if something may be missing after it.
    Interrupted {
        tally: Tally,
        missing: BTreeSet<u64>,
        rest: Option<u64>,
    },
}

fn progress_bar(size: Option<u64>, terminal_is_free: bool) -> ProgressBar {
    let template = match size {
        Some(_) => "{bar:40} {percent}%, {msg}, {elapsed}, {eta} to go",
        None => "{spinner} {msg}, {elapsed}",
    };
    let bar = status_line::bar(size, template, terminal_is_free).with_message("0 done");
    bar.tick();
    bar
}

fn work_through(
    reader: Box<dyn Read + Send>,
    job: Job,
    workers: usize,
    bar: &ProgressBar,
    write: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<Outcome, Failure> {
    let window = 2 * ANSWERS_AT_ONCE * (workers + 1);
    let queue: Arc<Queue> = Arc::new(OrderedQueue::new(vec![Buffers::default(); window]));
    // The threads are not waited for: when the output is closed, one may still be reading an endless input.
    let trouble = Arc::new(Mutex::new(None));
    let (reading_queue, reading_trouble) = (Arc::clone(&queue), Arc::clone(&trouble));
    let source = Source::new(reader, job.global.from.is_none_or(|format| format == Format::Native));
    std::thread::spawn(move || {
        let ended = read_puzzles(source, &reading_queue);
        *reading_trouble.lock().unwrap_or_else(|e| e.into_inner()) = ended.err();
        reading_queue.close();
    });
    for _ in 0..workers {
        let (job, queue) = (job.clone(), Arc::clone(&queue));
        std::thread::spawn(move || answer_lines(&job, &queue));
    }

    let mut work = Work {
        waiting: Waiting::new(WAITING_BYTES),
        left: job.earlier.iter().flat_map(|earlier| earlier.indexes()).collect(),
        earlier: job.earlier,
        tally: Tally::default(),
        last: 0,
        position: 0,
        cut: BTreeSet::new(),
        buffers: Vec::new(),
        write,
    };
    let mut shown = Instant::now();
    let mut answers = Vec::new();
    while let Some(answered) = queue.answers(answers) {
        answers = answered;
        work.add(&mut answers)?;
        // A caller that feeds us line by line waits for the answers so far.
        (work.write)("")?;
        if progress::interrupted() {
            let is_more = queue.abandon();
            let begun = Instant::now();
            while begun.elapsed() < STOPPED_WITHIN
                && let Some(answered) = queue.answers(answers)
            {
                answers = answered;
                work.add(&mut answers)?;
            }
            return work.interrupt(is_more);
        }
        if work.waiting.len() < MOST_WAITING {
            queue.give_back(&mut work.buffers);
        }
        if shown.elapsed() > SHOWN_EVERY {
            shown = Instant::now();
            bar.set_message(format!("{} done", work.tally.puzzles + work.waiting.len() as u64));
            bar.set_position(match bar.length() {
                Some(_) => work.position,
                None => work.tally.puzzles,
            });
            bar.tick();
        }
    }
    match trouble.lock().unwrap_or_else(|e| e.into_inner()).take() {
        Some(error) => Err(Failure::Message(format!("cannot read the input: {error}"))),
        None => work.end().map(Outcome::Done),
    }
}

/// Answers on their way to the output.
struct Work<'w> {
    waiting: Waiting<Note>,
    earlier: Option<Arc<Earlier>>,
    /// The puzzles that an earlier run has done and that were not met yet.
    left: BTreeSet<u64>,
    /// What was written, and the index of the last answer.
    tally: Tally,
    last: u64,
    /// Bytes of input that were answered.
    position: u64,
    /// The indexes of puzzles that were interrupted.
    cut: BTreeSet<u64>,
    /// What may be used again.
    buffers: Vec<Buffers>,
    /// Writes a text, or lets readers see what was written where there is none.
    write: &'w mut dyn FnMut(&str) -> Result<(), Failure>,
}

impl Work<'_> {
    /// Takes answers in and writes those whose turn it is.
    fn add(&mut self, answers: &mut Vec<(u64, Answered)>) -> Result<(), Failure> {
        for (order, Answered { mut note, finished, mut line }) in answers.drain(..) {
            line.clear();
            line.shrink_to(KEPT_BUFFER);
            let mut buffers = Buffers { line, answer: String::new() };
            match finished.transpose()? {
                None => {
                    self.cut.insert(note.index);
                }
                Some((text, exit)) => {
                    note.exit = exit;
                    if self.waiting.lets_pass(order) {
                        self.write(&note, &text)?;
                        self.pass()?;
                        buffers.answer = text;
                        buffers.answer.clear();
                        buffers.answer.shrink_to(KEPT_BUFFER);
                    } else {
                        self.waiting.add(order, note, text).map_err(cannot_wait)?;
                    }
                }
            }
            self.buffers.push(buffers);
        }
        Ok(())
    }

    /// Writes what has waited and follows without a gap.
    fn pass(&mut self) -> Result<(), Failure> {
        while let Some((note, text)) = self.waiting.next().map_err(cannot_wait)? {
            self.write(&note, &text)?;
        }
        Ok(())
    }

    fn write(&mut self, note: &Note, text: &str) -> Result<(), Failure> {
        (self.write)(text)?;
        self.left.remove(&note.index);
        self.tally.add(note);
        self.last = note.index;
        self.position = note.position;
        Ok(())
    }

    /// Writes all that is finished, here and in an earlier run, in order.
    fn interrupt(mut self, is_more: bool) -> Result<Outcome, Failure> {
        while let Some((note, text)) = self.waiting.first().map_err(cannot_wait)? {
            self.write_earlier(note.index)?;
            self.write(&note, &text)?;
        }
        self.write_earlier(u64::MAX)?;
        let missing = self.cut.range(..self.last).copied().collect();
        let is_more = is_more || self.cut.last().is_some_and(|last| *last > self.last);
        let rest = (is_more && self.last > 0).then_some(self.last);
        Ok(Outcome::Interrupted { tally: self.tally, missing, rest })
    }

    /// Writes what an earlier run has finished before a puzzle.
    fn write_earlier(&mut self, end: u64) -> Result<(), Failure> {
        let Some(earlier) = self.earlier.clone() else { return Ok(()) };
        while let Some(&index) = self.left.range(..end).next() {
            self.cut.remove(&index);
            let text = earlier.line(index).transpose().map_err(cannot_wait)?.unwrap_or_default();
            self.write(&Note { index, position: 0, exit: Exit::Yes, puzzle: 0 }, &text)?;
        }
        Ok(())
    }

    /// What became of all puzzles, if everything that an earlier run has done was met.
    fn end(self) -> Result<Tally, Failure> {
        match (self.earlier, self.left.first()) {
            (Some(earlier), Some(&index)) => Err(earlier.strange(index, "about no puzzle of this input")),
            _ => Ok(self.tally),
        }
    }
}

fn cannot_wait(error: io::Error) -> Failure {
    Failure::Message(format!("cannot keep answers until it is their turn: {error}"))
}

fn read_puzzles(mut source: Source<impl Read>, queue: &Queue) -> io::Result<()> {
    let (mut read, mut buffers) = (Vec::new(), Vec::new());
    loop {
        if buffers.is_empty() {
            buffers = queue.exchange(&mut read);
        }
        let Buffers { line, answer } = buffers.pop().unwrap_or_default();
        match source.next(line, || queue.hand_in(&mut read))? {
            Some(line) => read.push(Line { answer, ..line }),
            None => return Ok(()),
        }
    }
}

fn answer_lines(job: &Job, queue: &Queue) {
    let mut engine = Engine::default();
    let mut answered = None;
    while let Some(mut line) = queue.next(answered.take()) {
        let mut puzzle = if job.is_kept { puzzle_fingerprint(line.index, &line.bytes) } else { 0 };
        let earlier = job.earlier_answer(&line, puzzle);
        if earlier.is_some() {
            puzzle = 0;
        }
        let finished = earlier.unwrap_or_else(|| {
            let text = std::mem::take(&mut line.answer);
            let result = catch_unwind(AssertUnwindSafe(|| job.answer(&line, text, &mut engine)));
            Ok(result.unwrap_or_else(|_| {
                engine = Engine::default();
                let what = "this line brought the program into trouble; please report it";
                Entry::new(&line, String::new()).error(what)
            }))
        });
        let finished = (!progress::interrupted()).then_some(finished);
        let Line { order, index, position, bytes, .. } = line;
        let note = Note { index, position, exit: Exit::Yes, puzzle };
        answered = Some((order, Answered { note, finished, line: bytes }));
    }
}
