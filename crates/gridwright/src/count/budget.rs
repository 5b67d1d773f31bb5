//! What counting may still use.

use gridwright_base::{Limits, Progress, Stopped};

/// Steps and memory that are left, and the token that cancels the count.
pub(crate) struct Budget {
    /// Steps still to be taken.
    pub steps: u64,
    /// Bytes that tables may take.
    pub memory: usize,
    limits: Limits,
    was_cancelled: bool,
    /// Parts counted so far, and how many there are.
    pub parts: (u64, u64),
}

impl Budget {
    pub fn new(steps: u64, memory: usize, limits: Limits) -> Budget {
        Budget { steps, memory, limits, was_cancelled: false, parts: (0, 0) }
    }

    /// Whether no step is left.
    pub fn is_used_up(&self) -> bool {
        self.steps == 0 || self.was_cancelled
    }

    /// Why there is no answer: for lack of memory if there are steps left.
    pub fn why(&self) -> Stopped {
        match self.steps {
            _ if self.was_cancelled => Stopped::Cancelled,
            0 => Stopped::Steps,
            _ => Stopped::Memory,
        }
    }

    /// Does some work that may take at most this many steps.
    pub fn within<T>(&mut self, steps: u64, work: impl FnOnce(&mut Budget) -> T) -> T {
        let others = self.steps.saturating_sub(steps);
        self.steps -= others;
        let result = work(self);
        self.steps += others;
        result
    }

    /// Uses up steps; to be called now and then, after some ten thousand.
    pub fn use_steps(&mut self, steps: u64) -> Result<(), Stopped> {
        let (done, parts) = self.parts;
        self.limits.report(Progress { task: "counting", done, total: Some(parts), unit: "part" });
        self.was_cancelled = self.was_cancelled || self.limits.cancel.is_cancelled();
        if self.was_cancelled {
            return Err(Stopped::Cancelled);
        }
        if steps > self.steps {
            self.steps = 0;
            return Err(Stopped::Steps);
        }
        self.steps -= steps;
        Ok(())
    }
}
