//! Asking whether to go on.

use crate::solve::Engine;
use std::fmt;
use std::sync::{Arc, Mutex};

/// Someone asked to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// A question that several engines ask: shall we stop?
#[derive(Clone, Default)]
pub(crate) struct Stop(Option<Arc<Mutex<dyn FnMut() -> bool + Send>>>);

impl Stop {
    pub fn new(ask: impl FnMut() -> bool + Send + 'static) -> Stop {
        Stop(Some(Arc::new(Mutex::new(ask))))
    }

    pub fn is_asked(&self) -> bool {
        // Whoever panicked while asking did not want to go on.
        self.0.as_ref().is_some_and(|ask| ask.lock().map_or(true, |mut ask| ask()))
    }

    pub fn heeded_by(&self, engine: &mut Engine) {
        if self.0.is_some() {
            let stop = self.clone();
            engine.on_stop(move || stop.is_asked());
        }
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stop")
    }
}
