//! The engine: one object that answers every question about the solutions of a model.
//!
//! Budgets are counted in steps, never in seconds; out of budget is an answer, not an error.

use crate::model::{Board, Fact, Model, RuleId};

/// Answers questions about one model.
pub struct Engine {}

/// The answer to "is there a solution?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is this one.
    Solution(Board),
    /// There is none.
    None,
    /// The budget ended first.
    Unknown,
}

/// How many solutions there are, as far as two tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// No solution.
    None,
    /// Exactly one.
    Unique(Board),
    /// At least these two.
    Multiple(Board, Board),
    /// The budget ended first; perhaps one was found before.
    Unknown(Option<Board>),
}

/// Why a search for solutions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There are no others.
    Exhausted,
    /// As many as asked for were found.
    Limit,
    /// The budget ended.
    Budget,
}

/// What all solutions share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Common {
    /// Known atoms have that value in every solution, open ones differ between solutions.
    Board(Board),
    /// There is no solution.
    None,
    /// The budget ended: known atoms are proven, open ones undecided.
    Unknown(Board),
}

impl Engine {
    /// An engine for a model, all rules on.
    pub fn new(_model: &Model) -> Engine {
        todo!()
    }

    /// An engine in which the rules chosen by `can_switch` may be switched off.
    pub fn switchable(_model: &Model, _can_switch: impl Fn(RuleId) -> bool) -> Engine {
        todo!()
    }

    /// The number of steps (assignments made) all further questions may take together; `None` for no limit.
    pub fn limit_steps(&mut self, _steps: Option<u64>) {
        todo!()
    }

    /// Asks `stop` now and then whether to give up.
    pub fn on_stop(&mut self, _stop: impl FnMut() -> bool + Send + 'static) {
        todo!()
    }

    /// Takes these facts as given in all further questions, in place of earlier ones.
    pub fn assume(&mut self, _facts: impl IntoIterator<Item = Fact>) {
        todo!()
    }

    /// Switches these rules off in all further questions, in place of earlier ones.
    pub fn switch_off(&mut self, _rules: impl IntoIterator<Item = RuleId>) {
        todo!()
    }

    /// Any solution.
    pub fn solve(&mut self) -> Answer {
        todo!()
    }

    /// The first solution in the order of the atoms, "yes" before "no".
    pub fn first(&mut self) -> Answer {
        todo!()
    }

    /// None, one or more?
    pub fn status(&mut self) -> Status {
        todo!()
    }

    /// Up to `limit` different solutions, and why the search ended.
    pub fn at_most(&mut self, _limit: usize) -> (Vec<Board>, End) {
        todo!()
    }

    /// All solutions, one at a time, in no particular but always the same order.
    pub fn solutions(&mut self) -> Solutions<'_> {
        todo!()
    }

    /// The number of solutions by enumeration; `End::Budget` makes it a lower bound.
    pub fn count(&mut self) -> (u128, End) {
        todo!()
    }

    /// What all solutions share.
    pub fn common(&mut self) -> Common {
        todo!()
    }

    /// After [`Answer::None`]: the assumed facts and the switchable rules that suffice for the contradiction.
    pub fn clash(&self) -> (Vec<Fact>, Vec<RuleId>) {
        todo!()
    }
}

/// A lazy stream of solutions.
pub struct Solutions<'e> {
    _engine: &'e mut Engine,
}

impl Solutions<'_> {
    /// Why the stream ended, once it has.
    pub fn end(&self) -> Option<End> {
        todo!()
    }
}

impl Iterator for Solutions<'_> {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        todo!()
    }
}
