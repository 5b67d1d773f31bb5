//! What counting may use up.

/// Why counting ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stopped {
    /// The steps are used up, or someone asked to stop.
    Steps,
    /// More memory than allowed would be needed.
    Memory,
}

/// Steps and memory, and someone who may ask to stop.
pub(crate) struct Budget {
    /// Steps still to be taken.
    pub steps: u64,
    /// Bytes that tables may take.
    pub memory: usize,
    pub stop: Option<Box<dyn FnMut() -> bool + Send>>,
}

impl Budget {
    /// Uses up steps; to be called now and then, after some ten thousand.
    pub fn use_steps(&mut self, steps: u64) -> Result<(), Stopped> {
        if steps > self.steps || self.stop.as_mut().is_some_and(|stop| stop()) {
            self.steps = 0;
            return Err(Stopped::Steps);
        }
        self.steps -= steps;
        Ok(())
    }
}
