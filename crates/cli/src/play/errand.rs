//! Work that is done elsewhere while the screen stays alive.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// Asked by the work whether it is still wanted.
#[derive(Clone, Default)]
pub struct Unwanted(Arc<AtomicBool>);

impl Unwanted {
    pub fn is_so(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Work in another thread; dropped, it is given up.
pub struct Errand<T> {
    result: Receiver<T>,
    unwanted: Unwanted,
}

/// How an errand stands.
pub enum News<T> {
    Pending,
    Done(T),
    /// It will never be done.
    Failed,
}

impl<T: Send + 'static> Errand<T> {
    pub fn start(work: impl FnOnce(Unwanted) -> T + Send + 'static) -> Errand<T> {
        let (sender, result) = mpsc::channel();
        let unwanted = Unwanted::default();
        let told = unwanted.clone();
        std::thread::spawn(move || {
            let _ = sender.send(work(told));
        });
        Errand { result, unwanted }
    }

    /// Waits for the result; `None` where there will never be one.
    pub fn wait(self) -> Option<T> {
        self.result.recv().ok()
    }

    pub fn look(&self) -> News<T> {
        self.wait_for(Duration::ZERO)
    }

    /// Waits at most so long for it.
    pub fn wait_for(&self, time: Duration) -> News<T> {
        match self.result.recv_timeout(time) {
            Ok(result) => News::Done(result),
            Err(RecvTimeoutError::Timeout) => News::Pending,
            Err(RecvTimeoutError::Disconnected) => News::Failed,
        }
    }
}

impl<T> Drop for Errand<T> {
    fn drop(&mut self) {
        self.unwanted.0.store(true, Ordering::Relaxed);
    }
}
