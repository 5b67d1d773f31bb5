//! Limits on long work: steps, memory, a token that cancels it, and reports of how far it has come.
//!
//! Nothing here reads a clock or starts a thread. Work asks its [`Cancel`] now and then, some thousand times a second,
//! and calls its progress report just as often; a deadline is a condition that the caller gives to
//! [`Cancel::or_timeout`].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Why work stopped before its answer was known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Stopped {
    /// The caller cancelled it.
    #[error("interrupted")]
    Cancelled,
    /// The caller's deadline passed.
    #[error("timed out")]
    Time,
    /// It took as many steps as it was allowed.
    #[error("out of steps")]
    Steps,
    /// It would have needed more memory than it was allowed.
    #[error("out of memory")]
    Memory,
    /// It would have needed more than its tables can hold, however much memory there is.
    #[error("out of room in tables")]
    Size,
}

/// Cancels work: a token that is shared by the caller, who sets it, and by the work, which heeds it.
///
/// The default is never cancelled. Once cancelled, a token stays so.
///
/// ```
/// use gridwright_base::Cancel;
/// let token = Cancel::new();
/// let theirs = token.clone();
/// assert!(!theirs.is_cancelled());
/// token.cancel();
/// assert!(theirs.is_cancelled());
/// ```
#[derive(Clone, Default)]
pub struct Cancel(Option<Arc<Token>>);

struct Token {
    /// [`RUNNING`], [`CANCELLED`], [`TIMED_OUT`] or [`OUT_OF_MEMORY`].
    state: AtomicU8,
    condition: Option<Condition>,
    /// Cancels this one too.
    outer: Cancel,
}

/// Cancels a token when it holds, with the state that the token then takes.
type Condition = (u8, Box<dyn Fn() -> bool + Send + Sync>);

const RUNNING: u8 = 0;
const CANCELLED: u8 = 1;
const TIMED_OUT: u8 = 2;
const OUT_OF_MEMORY: u8 = 3;

impl Cancel {
    /// A token that is cancelled by [`Cancel::cancel`].
    pub fn new() -> Cancel {
        Cancel::default().child()
    }

    /// A token that is also cancelled when a condition holds. The work asks often: the condition should be quick to check.
    pub fn when(condition: impl Fn() -> bool + Send + Sync + 'static) -> Cancel {
        Cancel::default().or_when(condition)
    }

    /// A token for a part of the work: it can be cancelled by itself, and is cancelled with this one.
    pub fn child(&self) -> Cancel {
        self.token(None)
    }

    /// A token that is cancelled with this one, or when a condition holds.
    pub fn or_when(&self, condition: impl Fn() -> bool + Send + Sync + 'static) -> Cancel {
        self.token(Some((CANCELLED, Box::new(condition))))
    }

    /// A token that is cancelled with this one, or when a deadline has passed, which the condition tells. Work that stops
    /// for that says [`Stopped::Time`].
    ///
    /// ```
    /// use gridwright_base::{Cancel, Stopped};
    /// let token = Cancel::new().or_timeout(|| true);
    /// assert_eq!(token.child().check(), Err(Stopped::Time));
    /// ```
    pub fn or_timeout(&self, has_passed: impl Fn() -> bool + Send + Sync + 'static) -> Cancel {
        self.token(Some((TIMED_OUT, Box::new(has_passed))))
    }

    /// A token that is cancelled with this one, or when too much memory is in use, which the condition tells. Work that
    /// stops for that says [`Stopped::Memory`].
    ///
    /// ```
    /// use gridwright_base::{Cancel, Stopped};
    /// assert_eq!(Cancel::new().or_memory(|| true).check(), Err(Stopped::Memory));
    /// ```
    pub fn or_memory(&self, is_too_much: impl Fn() -> bool + Send + Sync + 'static) -> Cancel {
        self.token(Some((OUT_OF_MEMORY, Box::new(is_too_much))))
    }

    fn token(&self, condition: Option<Condition>) -> Cancel {
        Cancel(Some(Arc::new(Token { state: AtomicU8::new(RUNNING), condition, outer: self.clone() })))
    }

    /// Cancels the work. The default token is not shared, so it has nothing to cancel.
    pub fn cancel(&self) {
        if let Some(token) = &self.0 {
            token.set(CANCELLED);
        }
    }

    fn state(&self) -> u8 {
        let Some(token) = &self.0 else { return RUNNING };
        let known = token.state.load(Ordering::Relaxed);
        if known != RUNNING {
            return known;
        }
        let outer = token.outer.state();
        let state = match &token.condition {
            _ if outer != RUNNING => outer,
            Some((state, condition)) if condition() => *state,
            _ => return RUNNING,
        };
        token.set(state)
    }

    /// Whether to stop.
    pub fn is_cancelled(&self) -> bool {
        self.state() != RUNNING
    }

    /// Stops with [`Stopped::Cancelled`], [`Stopped::Time`] or [`Stopped::Memory`] once cancelled.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_cancelled() { Err(self.why()) } else { Ok(()) }
    }

    /// Why work stopped that this token has cancelled.
    pub fn why(&self) -> Stopped {
        match self.state() {
            TIMED_OUT => Stopped::Time,
            OUT_OF_MEMORY => Stopped::Memory,
            _ => Stopped::Cancelled,
        }
    }
}

impl Token {
    /// Takes a state unless there is one already; the state it has now.
    fn set(&self, state: u8) -> u8 {
        let set = self.state.compare_exchange(RUNNING, state, Ordering::Relaxed, Ordering::Relaxed);
        set.map_or_else(|earlier| earlier, |_| state)
    }
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.0 {
            None => "never",
            Some(_) if self.is_cancelled() => "cancelled",
            Some(_) => "not yet",
        };
        write!(f, "Cancel({state})")
    }
}

/// How far long work has come.
///
/// ```
/// use gridwright_base::Progress;
/// let progress = Progress { task: "explaining", done: 12, total: None, unit: "step" };
/// assert_eq!(progress.to_string(), "explaining, 12 steps");
/// let progress = Progress { task: "counting", done: 1, total: Some(3), unit: "part" };
/// assert_eq!(progress.to_string(), "counting, 1 of 3 parts");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is being done: `counting`.
    pub task: &'static str,
    /// How much of it is done.
    pub done: u64,
    /// Out of how much, where that is known.
    pub total: Option<u64>,
    /// What is counted, in the singular: `solution`, `step`.
    pub unit: &'static str,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { task, done, total, unit } = *self;
        let plural = if total.unwrap_or(done) == 1 { "" } else { "s" };
        match total {
            Some(total) => write!(f, "{task}, {done} of {total} {unit}{plural}"),
            None if done == 0 => f.write_str(task),
            None => write!(f, "{task}, {done} {unit}{plural}"),
        }
    }
}

/// What long work may use, how it is cancelled, and to whom it reports.
///
/// By default the only limit is the memory that each kind of work allows itself.
///
/// ```
/// use gridwright_base::{Cancel, Limits};
/// let limits = Limits::default().steps(1_000_000).cancel(Cancel::new());
/// assert_eq!((limits.steps, limits.memory), (Some(1_000_000), None));
/// ```
#[derive(Clone, Default)]
pub struct Limits {
    /// The most steps it may take; what a step is depends on the work.
    pub steps: Option<u64>,
    /// The most bytes its tables may take.
    pub memory: Option<usize>,
    /// Cancels it.
    pub cancel: Cancel,
    on_progress: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
}

impl Limits {
    /// With at most this many steps, or any number of them.
    pub fn steps(self, steps: impl Into<Option<u64>>) -> Limits {
        Limits { steps: steps.into(), ..self }
    }

    /// With tables of at most this many bytes, or the default.
    pub fn memory(self, bytes: impl Into<Option<usize>>) -> Limits {
        Limits { memory: bytes.into(), ..self }
    }

    /// With a token that cancels the work.
    pub fn cancel(self, cancel: Cancel) -> Limits {
        Limits { cancel, ..self }
    }

    /// With a function that is called now and then while the work goes on.
    pub fn on_progress(self, report: impl Fn(Progress) + Send + Sync + 'static) -> Limits {
        Limits { on_progress: Some(Arc::new(report)), ..self }
    }

    /// Reports how far the work has come.
    pub fn report(&self, progress: Progress) {
        if let Some(report) = &self.on_progress {
            report(progress);
        }
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { steps, memory, cancel, on_progress } = self;
        let reports = on_progress.is_some();
        write!(f, "Limits {{ steps: {steps:?}, memory: {memory:?}, cancel: {cancel:?}, reports: {reports} }}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn a_child_is_cancelled_with_its_parent_and_not_the_other_way_round() {
        let parent = Cancel::new();
        let (one, other) = (parent.child(), parent.child());
        one.cancel();
        assert!(one.is_cancelled() && !other.is_cancelled() && !parent.is_cancelled());
        parent.cancel();
        assert!(other.is_cancelled());
        Cancel::default().cancel();
        assert!(!Cancel::default().is_cancelled());
    }

    #[test]
    fn what_cancels_first_is_the_reason() {
        let outer = Cancel::new();
        let is_late = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let clock = Arc::clone(&is_late);
        let timed = outer.or_timeout(move || clock.load(Ordering::Relaxed));
        let (early, late) = (timed.child(), timed.child());
        assert_eq!(early.check(), Ok(()));
        early.cancel();
        is_late.store(true, Ordering::Relaxed);
        assert_eq!((early.check(), late.check()), (Err(Stopped::Cancelled), Err(Stopped::Time)));
        outer.cancel();
        assert_eq!(
            (early.why(), late.why(), timed.why()),
            (Stopped::Cancelled, Stopped::Time, Stopped::Time)
        );
    }

    #[test]
    fn a_condition_that_held_once_cancels_for_good() {
        let asked = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&asked);
        let token = Cancel::new().or_when(move || counter.fetch_add(1, Ordering::Relaxed) == 1);
        let answers = [(); 4].map(|()| token.is_cancelled());
        assert_eq!(answers, [false, true, true, true]);
        assert_eq!(asked.load(Ordering::Relaxed), 2);
    }
}
