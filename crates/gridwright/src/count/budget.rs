//! What counting may use up.

/// Why counting ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// The steps are used up, or someone asked to stop.
    #[error("out of steps")]
    Steps,
    /// More memory than allowed would be needed.
    #[error("out of memory for tables")]
    Memory,
}

/// Steps and memory, and someone who may ask to stop.
pub(crate) struct Budget {
    /// Steps still to be taken.
    pub steps: u64,
    /// Bytes that tables may take.
    pub memory: usize,
    stop: Option<Box<dyn FnMut() -> bool + Send>>,
    was_stopped: bool,
}

impl Budget {
    pub fn new(steps: u64, memory: usize, stop: Option<Box<dyn FnMut() -> bool + Send>>) -> Budget {
        Budget { steps, memory, stop, was_stopped: false }
    }

    /// Whether no step is left.
    pub fn is_used_up(&self) -> bool {
        self.steps == 0 || self.was_stopped
    }

    /// Does some work that may take only so many steps.
    pub fn within<T>(&mut self, steps: u64, work: impl FnOnce(&mut Budget) -> T) -> T {
        let others = self.steps.saturating_sub(steps);
        self.steps -= others;
        let result = work(self);
        self.steps += others;
        result
    }

    /// Uses up steps; to be called now and then, after some ten thousand.
    pub fn use_steps(&mut self, steps: u64) -> Result<(), Stopped> {
        self.was_stopped = self.was_stopped || self.stop.as_mut().is_some_and(|stop| stop());
        if steps > self.steps || self.was_stopped {
            self.steps = 0;
            return Err(Stopped::Steps);
        }
        self.steps -= steps;
        Ok(())
    }
}
