//! Work that is done elsewhere while the screen stays alive.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};

/// Asked by the work whether it is still wanted.
pub type Unwanted = Box<dyn FnMut() -> bool + Send>;

/// Work in another thread; dropped, it is given up.
pub struct Errand<T> {
    result: Receiver<T>,
    is_unwanted: Arc<AtomicBool>,
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
        let is_unwanted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_unwanted);
        std::thread::spawn(move || {
            let _ = sender.send(work(Box::new(move || flag.load(Ordering::Relaxed))));
        });
        Errand { result, is_unwanted }
    }

    /// Waits for the result; `None` where there will never be one.
    pub fn wait(self) -> Option<T> {
        self.result.recv().ok()
    }

    pub fn look(&self) -> News<T> {
        match self.result.try_recv() {
            Ok(result) => News::Done(result),
            Err(TryRecvError::Empty) => News::Pending,
            Err(TryRecvError::Disconnected) => News::Failed,
        }
    }
}

impl<T> Drop for Errand<T> {
    fn drop(&mut self) {
        self.is_unwanted.store(true, Ordering::Relaxed);
    }
}
