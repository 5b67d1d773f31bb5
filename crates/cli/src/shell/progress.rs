//! Long work: budgets, Ctrl-C, and a sign of life on the terminal.

use crate::args::{Global, Question, Tables};
use crate::shell::failure::Failure;
use crate::shell::output::Output;
use crate::shell::status_line;
use gridwright::count::{Counter, Stopped};
use gridwright::genres::Reading;
use gridwright::model::Model;
use gridwright::solve::{Engine, Status};
use indicatif::ProgressBar;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Signals this close together are one: some senders signal a process and then its whole group.
const ONE_SIGNAL: Duration = Duration::from_millis(500);

/// Lets Ctrl-C end the work in an orderly way; the second one ends it at once.
pub fn catch_interrupts() {
    let mut first: Option<Instant> = None;
    // Where no handler can be set, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(move || {
        INTERRUPTED.store(true, Ordering::Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_SIGNAL {
            status_line::wipe();
            std::process::exit(130);
        }
    });
}

pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// The number of threads to use: as asked for, or one for each core.
pub fn workers(jobs: Option<u16>) -> usize {
    jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get), usize::from)
}

/// The status of a puzzle where its genre tells it without the engine. A budget is counted in the engine's steps.
pub fn quick_status(global: &Global, reading: &Reading, from_position: bool) -> Option<Status> {
    let known = from_position.then_some(&reading.position.board);
    global.steps.is_none().then(|| reading.puzzle.quick_status(known))?
}

/// Refuses a budget where no search of the engine is what takes the time.
pub fn without_steps(global: &Global, command: &str) -> Result<(), Failure> {
    match global.steps {
        None => Ok(()),
        Some(_) => {
            Err(Failure::Message(format!("'{command}' does not count steps of search: leave out --steps")))
        }
    }
}

/// Why an answer is not complete, as a part of a sentence.
pub fn why_stopped() -> &'static str {
    if interrupted() { "interrupted" } else { "out of steps" }
}

/// A sign of life that appears when work takes long.
pub struct Pulse {
    bar: ProgressBar,
    found: Arc<AtomicU64>,
}

impl Pulse {
    /// One more solution was found.
    pub fn found_one(&self) {
        self.found.fetch_add(1, Ordering::Relaxed);
    }

    /// Says how far the work is.
    pub fn say(&self, message: String) {
        self.bar.set_message(message);
        self.bar.tick();
    }

    /// Runs `print` while nothing of it stands on the terminal.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Listens to Ctrl-C from now on, and gets ready to show that work is going on.
pub fn pulse() -> Pulse {
    catch_interrupts();
    Pulse { bar: status_line::bar(None, "{spinner} {msg} {elapsed}", true), found: Arc::default() }
}

impl Pulse {
    /// Shows that work is alive whenever it is asked whether to stop.
    pub fn watch(&self, doing: &'static str) -> impl FnMut() -> bool + Send + 'static {
        let (bar, found) = (self.bar.clone(), Arc::clone(&self.found));
        let begun = Instant::now();
        let mut shown = Instant::now();
        move || {
            if begun.elapsed() > Duration::from_millis(500) && shown.elapsed() > Duration::from_millis(100) {
                shown = Instant::now();
                bar.set_message(match found.load(Ordering::Relaxed) {
                    0 => doing.to_string(),
                    n => format!("{doing}, {n} found"),
                });
                bar.tick();
            }
            interrupted()
        }
    }
}

/// An engine for a puzzle within the budget, that listens to Ctrl-C and shows that it is alive.
pub fn engine(
    global: &Global,
    reading: &Reading,
    from_position: bool,
    doing: &'static str,
) -> (Engine, Pulse) {
    let pulse = pulse();
    let mut engine = Engine::new(&reading.puzzle.model());
    engine.limit_steps(global.steps);
    if from_position {
        engine.assume(reading.position.board.facts());
    }
    engine.on_stop(pulse.watch(doing));
    (engine, pulse)
}

/// The same for a counter.
pub fn counter<'m>(
    global: &Global,
    model: &'m Model,
    reading: &Reading,
    question: &Question,
    tables: &Tables,
) -> (Counter<'m>, Pulse) {
    let pulse = pulse();
    let mut counter = Counter::new(model);
    counter.limit_steps(global.steps);
    counter.limit_memory((tables.memory as usize).saturating_mul(1 << 20));
    if question.from_position {
        counter.assume(reading.position.board.facts());
    }
    counter.on_stop(pulse.watch("counting"));
    (counter, pulse)
}

/// Why there are no tables, as a part of a sentence.
pub fn why_no_tables(stopped: Stopped, output: &mut Output) -> String {
    match stopped {
        Stopped::Steps => why_stopped().to_string(),
        Stopped::Memory => {
            output.advise("--memory allows more");
            stopped.to_string()
        }
    }
}
