//! Long work: budgets, Ctrl-C, and a sign of life on the terminal.

use crate::Exit;
use crate::args::{Global, Tables};
use crate::shell::failure::Failure;
use crate::shell::output::{self, Output, remark};
use crate::shell::{atomic_file, memory, status_line};
use gridwright::{Cancel, Limits, Query, Reading, Stopped};
use indicatif::ProgressBar;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Signals this close together are one: some senders signal a process and then its whole group.
const ONE_SIGNAL: Duration = Duration::from_millis(500);

/// How long the program may take to end after Ctrl-C while it writes nothing.
const ENDS_WITHIN: Duration = Duration::from_millis(400);

/// Lets Ctrl-C end the work in an orderly way; the second one ends it at once.
pub fn catch_interrupts() {
    let mut first: Option<Instant> = None;
    // Where no handler can be set, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(move || {
        INTERRUPTED.store(true, Ordering::Relaxed);
        match first {
            None => {
                first = Some(Instant::now());
                std::thread::spawn(end_in_time);
            }
            Some(first) if first.elapsed() > ONE_SIGNAL => end_now(),
            Some(_) => {}
        }
    });
}

/// Ends the program if it does not do so itself: perhaps nobody reads what it writes. It may take its time to keep what is
/// finished of a file.
fn end_in_time() {
    loop {
        let written = output::writes();
        std::thread::sleep(ENDS_WITHIN);
        if output::writes() == written && !atomic_file::is_any_incomplete() {
            remark("interrupted");
            end_now();
        }
    }
}

fn end_now() {
    status_line::wipe();
    std::process::exit(Exit::Interrupted as i32);
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// When work on the puzzle began, and the global options with the time it may take.
static CLOCK: Mutex<Option<(Instant, Global)>> = Mutex::new(None);

/// Starts the clock that `--timeout` stops: at the beginning, and anew for each puzzle that a command works on in turn.
pub fn start_clock(global: &Global) {
    *CLOCK.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), global.clone()));
}

/// The end of the time that is allowed, and the options that allow it.
fn deadline() -> Option<(Instant, Global)> {
    let clock = CLOCK.lock().unwrap_or_else(PoisonError::into_inner);
    let (begun, global) = clock.as_ref()?;
    Some((begun.checked_add(global.timeout?)?, global.clone()))
}

/// Ends the program when time is up while it cannot look at the clock itself, because it reads. Nothing is written
/// meanwhile.
pub struct Watch {
    _until_dropped: Option<Sender<()>>,
}

/// Watches until the result is dropped.
pub fn watch() -> Watch {
    let until_dropped = deadline().map(|(deadline, global)| {
        let (until_dropped, is_dropped) = channel();
        std::thread::spawn(move || {
            let left = deadline.saturating_duration_since(Instant::now());
            if is_dropped.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                let failure = Failure::Message("timed out while the input was read".to_string());
                failure.report(&global, &mut Output::new(&global));
                std::process::exit(Exit::Unknown as i32);
            }
        });
        until_dropped
    });
    Watch { _until_dropped: until_dropped }
}

/// The number of threads to use: as asked for, or one for each core.
pub fn workers(jobs: Option<u16>) -> usize {
    jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get), usize::from)
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

/// A sign of life that appears when work takes long.
pub struct Pulse {
    bar: ProgressBar,
    found: Arc<AtomicU64>,
}

/// Listens to Ctrl-C from now on, and gets ready to show that work is going on.
pub fn pulse() -> Pulse {
    catch_interrupts();
    Pulse { bar: status_line::bar(None, "{spinner} {msg} {elapsed}", true), found: Arc::default() }
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

    /// Runs `print` while the progress bar is hidden.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// A token that Ctrl-C cancels, and `--timeout`. It shows that the work is alive whenever the work looks at it.
    pub fn cancel(&self, doing: &'static str) -> Cancel {
        let (bar, found) = (self.bar.clone(), Arc::clone(&self.found));
        let begun = Instant::now();
        let shown = Mutex::new(begun);
        stop().or_when(move || {
            // Of several threads one is enough.
            if begun.elapsed() > Duration::from_millis(500)
                && let Ok(mut shown) = shown.try_lock()
                && shown.elapsed() > Duration::from_millis(100)
            {
                *shown = Instant::now();
                bar.set_message(match found.load(Ordering::Relaxed) {
                    0 => doing.to_string(),
                    n => format!("{doing}, {n} found"),
                });
                bar.tick();
            }
            false
        })
    }

    /// The limits of the command line for some work.
    pub fn limits(&self, global: &Global, doing: &'static str) -> Limits {
        Limits::default().steps(global.steps).cancel(self.cancel(doing))
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A token that Ctrl-C cancels.
pub fn interruption() -> Cancel {
    Cancel::when(interrupted)
}

/// A token that Ctrl-C cancels, `--timeout`, and too much memory in use.
pub fn stop() -> Cancel {
    until(deadline().map(|(deadline, _)| deadline))
}

/// The same for a puzzle that work begins on now, one of several at a time.
pub fn stop_from_now(global: &Global) -> Cancel {
    until(global.timeout.and_then(|time| Instant::now().checked_add(time)))
}

fn until(deadline: Option<Instant>) -> Cancel {
    let stop = interruption().or_memory(memory::is_too_much());
    match deadline {
        Some(deadline) => stop.or_timeout(move || Instant::now() >= deadline),
        None => stop,
    }
}

/// A question about a puzzle as the command line asks it, and a sign of life while it is answered.
pub fn query(
    global: &Global,
    reading: &Reading,
    from_position: bool,
    tables: Option<&Tables>,
    doing: &'static str,
) -> (Query, Pulse) {
    // What the rules take is not left for tables.
    reading.puzzle.model();
    let memory = tables.map_or(memory::USUAL, |tables| (tables.memory as usize).saturating_mul(1 << 20));
    let memory = memory::allow(memory);
    let pulse = pulse();
    let query = reading.puzzle.query().limits(&pulse.limits(global, doing).memory(memory));
    let query = match from_position {
        true => query.from_position(&reading.position).expect("the position was read with the puzzle"),
        false => query,
    };
    (query, pulse)
}

/// Advises to allow more memory where that would help.
pub fn advise(why: Stopped, output: &mut Output) {
    if why == Stopped::Memory {
        output.advise("--memory allows more");
    }
}
