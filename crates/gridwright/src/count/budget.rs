//! What counting may still use.

use super::rival::Rival;
use gridwright_base::{Limits, Progress, Stopped};

/// Steps and memory that are left, and the token that cancels the count.
pub(crate) struct Budget {
    /// Steps still to be taken.
    pub steps: u64,
    /// Bytes that tables may take.
    pub memory: usize,
    limits: Limits,
    /// Why the count was cancelled.
    cancelled: Option<Stopped>,
    /// It works as much as the counter does, and ends the count when it is done.
    pub rival: Option<Rival>,
    /// Parts counted so far, and how many there are.
    pub parts: (u64, u64),
}

impl Budget {
    pub fn new(steps: u64, memory: usize, limits: Limits) -> Budget {
        Budget { steps, memory, limits, cancelled: None, rival: None, parts: (0, 0) }
    }

    /// One that is never used up.
    #[cfg(test)]
    pub fn ample() -> Budget {
        Budget::new(u64::MAX, 1 << 30, Limits::default())
    }

    /// Whether no step is left.
    pub fn is_used_up(&self) -> bool {
        self.steps == 0 || self.cancelled.is_some() || self.is_overtaken()
    }

    /// Whether the rival has the answer.
    pub fn is_overtaken(&self) -> bool {
        self.rival.as_ref().is_some_and(Rival::is_done)
    }

    /// Why there is no answer: for lack of memory if there are steps left.
    pub fn why(&self) -> Stopped {
        match (self.cancelled, self.steps) {
            (Some(why), _) => why,
            (None, 0) => Stopped::Steps,
            _ => Stopped::Memory,
        }
    }

    /// Sets memory aside that stays in use.
    pub fn hold(&mut self, bytes: usize) {
        self.memory = self.memory.saturating_sub(bytes);
    }

    /// Does some work beside which this many bytes are in use.
    pub fn holding<T>(&mut self, bytes: usize, work: impl FnOnce(&mut Budget) -> T) -> T {
        let memory = self.memory;
        self.hold(bytes);
        let result = work(self);
        self.memory = memory;
        result
    }

    /// Does some work that may take at most this many steps.
    pub fn within<T>(&mut self, steps: u64, work: impl FnOnce(&mut Budget) -> T) -> T {
        let others = self.steps.saturating_sub(steps);
        self.steps -= others;
        let result = work(self);
        self.steps += others;
        result
    }

    /// Stops once the count is cancelled.
    pub fn look(&mut self) -> Result<(), Stopped> {
        self.limits.cancel.check().inspect_err(|why| self.cancelled = Some(*why))
    }

    /// Uses up steps; to be called now and then, after some ten thousand.
    pub fn use_steps(&mut self, steps: u64) -> Result<(), Stopped> {
        let (done, parts) = self.parts;
        self.limits.report(Progress { task: "counting", done, total: Some(parts), unit: "part" });
        self.look()?;
        if self.rival.as_mut().is_some_and(|rival| rival.go_on(steps)) {
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
