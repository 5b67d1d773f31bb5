//! Long work: without the interpreter lock, ended by Ctrl-C or a timeout, with reports of progress.

use crate::error::refused;
use gridwright::{Cancel, Limits, Progress};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDelta;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often Python gets to see signals, and how often it hears of progress.
const SIGNALS_EVERY: Duration = Duration::from_millis(20);
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// A number of seconds, a `timedelta`, or a duration as the command takes it (`"10s"`).
pub fn duration(name: &str, time: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(text) = time.extract::<String>() {
        return gridwright_base::read_duration(&text).map_err(refused);
    }
    let seconds = match time.cast::<PyDelta>() {
        Ok(delta) => delta.call_method0("total_seconds")?.extract::<f64>()?,
        Err(_) => time.extract::<f64>().map_err(|_| {
            let kind = time.get_type().name().map_or("object".to_string(), |name| name.to_string());
            PyTypeError::new_err(format!(
                "{name} must be seconds, a timedelta or a text such as '10s', not {kind}"
            ))
        })?,
    };
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| refused(format!("{name} must be a number of seconds, 0 or more, it is {seconds:?}")))
}

/// What a call may use and whom it tells: the last arguments of everything long.
#[derive(FromPyObject)]
pub struct Control<'py>(Option<Bound<'py, PyAny>>, Option<Py<PyAny>>, Option<u64>, Option<usize>);

/// Work that has begun: its limits, and what Python raised meanwhile.
pub struct Work {
    pub limits: Limits,
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Control<'_> {
    /// Begins work under these limits: `(timeout, progress, steps, memory)`.
    pub fn begin(self) -> PyResult<Work> {
        let Control(timeout, progress, steps, memory) = self;
        let raised = Arc::new(Mutex::new(None));
        let stop = Cancel::new();
        let (signals, seen) = (Interval::new(SIGNALS_EVERY), Arc::clone(&raised));
        // Only the thread that asked may find that there was a signal.
        let asker = std::thread::current().id();
        let mut cancel = stop.or_when(move || {
            let look = |py: Python<'_>| match py.check_signals() {
                Ok(()) => false,
                Err(error) => keep(&seen, error),
            };
            std::thread::current().id() == asker
                && signals.has_passed()
                && Python::try_attach(look).unwrap_or(false)
        });
        if let Some(timeout) = timeout {
            let (begun, timeout) = (Instant::now(), duration("timeout", &timeout)?);
            cancel = cancel.or_timeout(move || begun.elapsed() >= timeout);
        }
        let mut limits = Limits::default().steps(steps).memory(memory).cancel(cancel);
        if let Some(progress) = progress {
            let (reports, seen) = (Interval::at_once(PROGRESS_EVERY), Arc::clone(&raised));
            limits = limits.on_progress(move |report| {
                let Progress { task, done, total, unit } = report;
                let is_last = total == Some(done);
                if !reports.has_passed() && !is_last {
                    return;
                }
                let tell = |py: Python<'_>| progress.call1(py, (task, done, total, unit, report.to_string()));
                if let Some(Err(error)) = Python::try_attach(tell) {
                    keep(&seen, error);
                    stop.cancel();
                }
            });
        }
        Ok(Work { limits, raised })
    }
}

impl Work {
    /// Does some of the work. What Python raised meanwhile comes first.
    pub fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&Limits) -> T + Send) -> PyResult<T> {
        py.check_signals()?;
        let result = py.detach(|| work(&self.limits));
        match self.raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(result),
        }
    }
}

/// Keeps the first exception until the work has ended.
fn keep(raised: &Mutex<Option<PyErr>>, error: PyErr) -> bool {
    raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    true
}

/// Tells when some time has passed since it last told so.
struct Interval {
    begun: Instant,
    every: u64,
    /// When the next one begins, in milliseconds.
    next: AtomicU64,
}

impl Interval {
    fn new(every: Duration) -> Interval {
        let every = every.as_millis() as u64;
        Interval { begun: Instant::now(), every, next: AtomicU64::new(every) }
    }

    /// The first one has passed already.
    fn at_once(every: Duration) -> Interval {
        Interval { next: AtomicU64::new(0), ..Interval::new(every) }
    }

    fn has_passed(&self) -> bool {
        let (now, next) = (self.begun.elapsed().as_millis() as u64, self.next.load(Ordering::Relaxed));
        let exchange = |next| {
            self.next.compare_exchange(next, now + self.every, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        };
        now >= next && exchange(next)
    }
}
