//! Counting in a genre's own way, which takes turns with the counter's.

/// Counts solutions one by one; it can be interrupted and gone on with.
///
/// Where a board has not too many solutions, that may be faster than any table. Nobody can tell beforehand, so a
/// [`Counter`](super::Counter) lets it work as long as it works itself, in turns, and the first to finish is right.
pub trait Enumeration: Send {
    /// Goes on for about as long as this many steps of the counter take, at least a little; whether it has found all.
    fn go_on(&mut self, steps: u64) -> bool;

    /// How many solutions it has found.
    fn found(&self) -> u64;
}

/// An enumeration that races with the counter.
pub(super) struct Rival {
    enumeration: Box<dyn Enumeration>,
    is_done: bool,
}

impl Rival {
    pub fn new(enumeration: Box<dyn Enumeration>) -> Rival {
        Rival { enumeration, is_done: false }
    }

    /// Its turn. Whether it has found all.
    pub fn go_on(&mut self, steps: u64) -> bool {
        self.is_done = self.is_done || self.enumeration.go_on(steps);
        self.is_done
    }

    /// Whether it has found all.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    pub fn found(&self) -> u64 {
        self.enumeration.found()
    }
}
