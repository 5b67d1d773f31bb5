//! Work that is done elsewhere while the screen stays alive.

use gridwright::Cancel;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// Work in another thread; dropped, it is given up.
pub struct Errand<T> {
    result: Receiver<T>,
    cancel: Cancel,
}

/// How an errand stands.
pub enum News<T> {
    Pending,
    Done(T),
    /// It will never be done.
    Failed,
}

impl<T: Send + 'static> Errand<T> {
    pub fn start(work: impl FnOnce(Cancel) -> T + Send + 'static) -> Errand<T> {
        let (sender, result) = mpsc::channel();
        let cancel = Cancel::new();
        let theirs = cancel.clone();
        std::thread::spawn(move || {
            let _ = sender.send(work(theirs));
        });
        Errand { result, cancel }
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
        self.cancel.cancel();
    }
}
