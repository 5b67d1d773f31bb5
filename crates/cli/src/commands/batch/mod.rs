//! `batch`: many puzzles, one a line or native texts, on all cores, in order, in constant memory.
//!
//! A reader hands lines to workers over an [`OrderedQueue`], whose tokens are the buffers of the lines: no line is read before
//! a buffer is free again, so a slow line cannot make answers pile up behind it.

mod answer;
mod source;

use crate::Exit;
use crate::args::{Action, Batch, Global};
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::ordered_queue::{InOrder, MOST_TAKEN, OrderedQueue};
use crate::shell::output::Output;
use crate::shell::{input, progress, status_line};
use answer::{Entry, Job};
use gridwright::formats::Format;
use gridwright::solve::Engine;
use indicatif::ProgressBar;
use source::Source;
use std::fs::Metadata;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Buffers larger than this are given back to the system after use.
const KEPT_BUFFER: usize = 1 << 20;
/// How often the progress bar is looked after: it takes longer than a small puzzle.
const SHOWN_EVERY: Duration = Duration::from_millis(50);

/// A puzzle of the input: a line, or a native text of several.
struct Line {
    /// Its place among the puzzles.
    order: u64,
    /// The number of its first line in the input, from 1.
    index: u64,
    bytes: Vec<u8>,
    /// Bytes of input up to its end.
    position: u64,
    /// Why it could not be taken in.
    fault: Option<String>,
}

struct Answered {
    position: u64,
    text: String,
    exit: Exit,
    buffer: Vec<u8>,
}

pub fn run(global: &Global, args: &Batch, output: &mut Output) -> Result<Exit, Failure> {
    if args.to.is_some() && !matches!(args.action, Action::Solve | Action::Convert) {
        return Err(Failure::Message("--to is for 'batch solve' and 'batch convert'".to_string()));
    }
    if args.action == Action::Rate {
        progress::without_steps(global, "batch rate")?;
    }
    progress::catch_interrupts();
    let (reader, size): (Box<dyn Read + Send>, Option<u64>) = if args.file == Path::new("-") {
        (Box::new(io::stdin()), None)
    } else {
        let file = input::open(&args.file)?;
        let metadata = file.metadata().ok().filter(Metadata::is_file);
        (Box::new(file), metadata.map(|metadata| metadata.len()))
    };
    output.divert(&args.destination, global)?;
    let bar = progress_bar(size, !output.is_terminal);
    let job = Job::new(global, args);
    let result = work_through(reader, job, progress::workers(args.jobs), &bar, &mut |text| {
        output.text(text).and_then(|()| output.breathe())
    });
    bar.finish_and_clear();
    match result? {
        Outcome::Done(exit) => Ok(exit),
        Outcome::Interrupted(puzzles) => {
            output.cut_short(&format!("interrupted after {}", counted(puzzles, "puzzle")))?;
            Ok(Exit::Unknown)
        }
    }
}

/// Buffers, lines and answers.
type Queue = OrderedQueue<Vec<u8>, Line, Answered>;

/// How the work ended.
enum Outcome {
    Done(Exit),
    /// After this many puzzles.
    Interrupted(u64),
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
    let window = 2 * MOST_TAKEN * (workers + 1);
    let queue: Arc<Queue> = Arc::new(OrderedQueue::new(workers, vec![Vec::new(); window]));
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

    let mut order = InOrder::new();
    let mut exit = Exit::Yes;
    let mut shown = Instant::now();
    while let Some(answers) = queue.answers() {
        // What workers say after an interrupt they say because of it: it is no answer.
        if progress::interrupted() {
            return Ok(Outcome::Interrupted(order.passed()));
        }
        // A caller that feeds us line by line waits for the answers so far.
        if answers.is_empty() {
            write("")?;
        }
        order.add(answers);
        let mut buffers = Vec::new();
        let mut position = None;
        while let Some((_, mut answer)) = order.next() {
            write(&answer.text)?;
            exit = worse(exit, answer.exit);
            position = Some(answer.position);
            answer.buffer.clear();
            answer.buffer.shrink_to(KEPT_BUFFER);
            buffers.push(answer.buffer);
        }
        queue.give_back(buffers);
        if shown.elapsed() > SHOWN_EVERY {
            shown = Instant::now();
            let done = order.passed();
            bar.set_message(format!("{done} done"));
            bar.set_position(if bar.length().is_some() { position.unwrap_or(bar.position()) } else { done });
            bar.tick();
        }
    }
    match trouble.lock().unwrap_or_else(|e| e.into_inner()).take() {
        Some(error) => Err(Failure::Message(format!("cannot read the input: {error}"))),
        None => Ok(Outcome::Done(exit)),
    }
}

/// A bad line outweighs an unknown answer.
fn worse(a: Exit, b: Exit) -> Exit {
    if a == Exit::Bad || b == Exit::Bad { Exit::Bad } else { a.max(b) }
}

fn read_puzzles(mut source: Source<impl Read>, queue: &Queue) -> io::Result<()> {
    let (mut read, mut buffers) = (Vec::new(), Vec::new());
    loop {
        if buffers.is_empty() {
            buffers = queue.exchange(&mut read);
        }
        match source.next(buffers.pop().unwrap_or_default(), || queue.hand_in(&mut read))? {
            Some(line) => read.push(line),
            None => return Ok(()),
        }
    }
}

fn answer_lines(job: &Job, queue: &Queue) {
    let mut engine = Engine::default();
    let mut lines = Vec::new();
    while queue.take(&mut lines) {
        for line in lines.drain(..) {
            let result = catch_unwind(AssertUnwindSafe(|| job.answer(&line, &mut engine)));
            let (text, exit) = result.unwrap_or_else(|_| {
                engine = Engine::default();
                Entry::new(&line).error("this line brought the program into trouble; please report it")
            });
            let Line { order, position, bytes: buffer, .. } = line;
            queue.answer(order, Answered { position, text, exit, buffer });
        }
    }
}
