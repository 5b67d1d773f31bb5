//! Work in the background while the screen stays responsive.

use gridwright::Cancel;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// Work in another thread; dropping it cancels the work.
pub struct Task<T> {
    result: Receiver<T>,
    cancel: Cancel,
}

/// The state of a task.
pub enum Poll<T> {
    Pending,
    Done(T),
    /// It will never be done.
    Failed,
}

impl<T: Send + 'static> Task<T> {
    pub fn start(work: impl FnOnce(Cancel) -> T + Send + 'static) -> Task<T> {
        let (sender, result) = mpsc::channel();
        let cancel = Cancel::new();
        let theirs = cancel.clone();
        std::thread::spawn(move || {
            let _ = sender.send(work(theirs));
        });
        Task { result, cancel }
    }

    /// Waits for the result; `None` where there will never be one.
    pub fn wait(self) -> Option<T> {
        self.result.recv().ok()
    }

    pub fn poll(&self) -> Poll<T> {
        self.wait_for(Duration::ZERO)
    }

    /// Waits for it for at most this long.
    pub fn wait_for(&self, time: Duration) -> Poll<T> {
        match self.result.recv_timeout(time) {
            Ok(result) => Poll::Done(result),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => Poll::Failed,
        }
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
