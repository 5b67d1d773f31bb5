//! The engine: one object that answers every question about the solutions of a model.
//!
//! It searches with learning from conflicts over the counted rules themselves. Budgets are counted in steps,
//! never in seconds; out of budget is an answer, not an error. The same questions in the same order always get
//! the same answers.

pub(crate) mod clauses;
mod kernel;
mod learn;
pub(crate) mod literal;
mod minimise;
mod order;
mod parts;
mod program;
mod repair;
mod search;
mod split;
#[cfg(test)]
mod tests;
mod trail;

pub use minimise::Minimal;

use crate::model::{Board, Fact, Model, RuleId};
use literal::Literal;
use parts::Parts;
use repair::Repair;
use search::{Outcome, Search};

/// Steps for each atom after which it is worth finding out whether a board falls apart: most boards are done by then, and
/// the look would take as long as some steps for each atom.
const PATIENCE: u64 = if cfg!(test) { 0 } else { 12 };

/// Answers questions about one model.
///
/// ```
/// use gridwright::{formats, genres, solve::{Engine, Status}};
/// let reading = formats::read(genres::ALL[0].example, None, None).unwrap();
/// let mut engine = Engine::new(&reading.puzzle.model());
/// assert!(matches!(engine.status(), Status::Unique(_)));
/// ```
#[derive(Default)]
pub struct Engine {
    search: Search,
    facts: Vec<Fact>,
    off: Vec<RuleId>,
    parts: Parts,
}

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
    pub fn new(model: &Model) -> Engine {
        Engine::switchable(model, |_| false)
    }

    /// An engine in which the rules chosen by `can_switch` may be switched off.
    ///
    /// ```
    /// use gridwright::{formats, genres, model::Role, solve::{Engine, Status}};
    /// let reading = formats::read(genres::ALL[0].example, None, None).unwrap();
    /// let model = reading.puzzle.model();
    /// let clues: Vec<_> =
    ///     model.rule_ids().filter(|(_, r)| model.kind(r).role == Role::Clue).map(|(id, _)| id).collect();
    /// let mut engine = Engine::switchable(&model, |rule| clues.contains(&rule));
    /// assert!(matches!(engine.status(), Status::Unique(_)));
    /// engine.switch_off(clues);
    /// assert!(matches!(engine.status(), Status::Multiple(..)));
    /// ```
    pub fn switchable(model: &Model, can_switch: impl Fn(RuleId) -> bool) -> Engine {
        let mut engine = Engine::default();
        engine.load_switchable(model, can_switch);
        engine
    }

    /// Turns to another model, keeping the memory and the budget but nothing else.
    pub fn load(&mut self, model: &Model) {
        self.load_switchable(model, |_| false);
    }

    /// The same, and the rules chosen by `can_switch` may be switched off.
    pub fn load_switchable(&mut self, model: &Model, can_switch: impl Fn(RuleId) -> bool) {
        self.facts.clear();
        self.off.clear();
        self.search.load(model, can_switch);
    }

    /// The number of steps (assignments processed) further questions may take together; `None` for no limit.
    pub fn limit_steps(&mut self, steps: Option<u64>) {
        self.search.step_limit = steps.map(|n| self.search.kernel.steps.saturating_add(n));
    }

    /// Steps taken since the model was loaded.
    pub fn steps(&self) -> u64 {
        self.search.kernel.steps
    }

    /// Asks `stop` now and then whether to give up.
    pub fn on_stop(&mut self, stop: impl FnMut() -> bool + Send + 'static) {
        self.search.stop = Some(Box::new(stop));
    }

    /// Takes these facts as given in all further questions, in place of earlier ones.
    ///
    /// # Panics
    /// When a fact is about an atom the model does not have.
    pub fn assume(&mut self, facts: impl IntoIterator<Item = Fact>) {
        self.facts = facts.into_iter().collect();
        let atoms = self.search.kernel.program.atoms;
        assert!(self.facts.iter().all(|fact| fact.atom.index() < atoms), "facts are about the model's atoms");
    }

    /// Switches these rules off in all further questions, in place of earlier ones. Rules that were not declared
    /// switchable stay on.
    pub fn switch_off(&mut self, rules: impl IntoIterator<Item = RuleId>) {
        self.off = rules.into_iter().collect();
        self.off.sort_unstable();
    }

    fn begin(&mut self) -> bool {
        self.search.begin(&self.facts, &self.off)
    }

    /// Any solution.
    pub fn solve(&mut self) -> Answer {
        if !self.begin() {
            return Answer::None;
        }
        match self.search.run() {
            Outcome::Solution => Answer::Solution(self.search.kernel.board()),
            Outcome::Exhausted => Answer::None,
            Outcome::Budget => Answer::Unknown,
        }
    }

    /// The first solution in the order of the atoms, "yes" before "no".
    pub fn first(&mut self) -> Answer {
        let best = match self.solve() {
            Answer::Solution(board) => board,
            other => return other,
        };
        // The best solution so far is the witness for every "yes" it has, and each "no" is questioned near it.
        let mut repair = Repair::new(&mut self.search.kernel, &best);
        for atom in 0..best.len() as u32 {
            self.search.settle();
            if !self.search.kernel.is_open(atom) {
                continue;
            }
            self.search.hold(Literal::yes(atom));
            if repair.example(atom).holds() {
                continue;
            }
            match self.search.run_deciding(|kernel| repair.next_decision(kernel)) {
                Outcome::Solution => repair.adopt(),
                Outcome::Exhausted => {
                    self.search.release();
                    self.search.conclude(Literal::no(atom));
                }
                Outcome::Budget => return Answer::Unknown,
            }
        }
        let mut first = Board::open(best.len());
        first.extend((0..best.len() as u32).map(|atom| repair.example(atom).fact()));
        Answer::Solution(first)
    }

    /// None, one or more?
    pub fn status(&mut self) -> Status {
        if !self.begin() {
            return Status::None;
        }
        self.parts.take_whole();
        self.search.pause_after(PATIENCE * self.search.kernel.program.atoms as u64);
        if let Some(status) = self.status_by_parts() {
            return status;
        }
        // It takes long, so it is worth a look whether the board falls apart. Decisions that were flipped by then are
        // forgotten with everything else that was not proven.
        if !self.begin() {
            return Status::None;
        }
        self.parts.find(&self.search.kernel);
        self.status_by_parts().unwrap_or(Status::Unknown(None))
    }

    /// None, one or more, unless the search pauses.
    fn status_by_parts(&mut self) -> Option<Status> {
        let Engine { search, parts, .. } = self;
        let mut bases = Vec::with_capacity(parts.len());
        for part in 0..parts.len() {
            bases.push(search.kernel.level());
            search.turn_to(parts, part, bases[part]);
            match search.run() {
                Outcome::Solution => parts.keep_order(part, &search.kernel.order),
                Outcome::Exhausted if parts.len() == 1 => return Some(Status::None),
                Outcome::Exhausted => return Some(self.no_solution()),
                Outcome::Budget if search.has_paused() => return None,
                Outcome::Budget => return Some(Status::Unknown(None)),
            }
        }
        let first = search.kernel.board();
        // Backwards, so that the solutions of the parts before need not be found again.
        for (part, &base) in bases.iter().enumerate().rev() {
            search.turn_to(parts, part, base);
            if !search.next() {
                search.kernel.leave(base);
                continue;
            }
            match search.run() {
                Outcome::Solution if parts.len() == 1 => {
                    return Some(Status::Multiple(first, search.kernel.board()));
                }
                Outcome::Solution => {
                    let mut second = first.clone();
                    second.extend(search.found_among(parts.atoms_of(part)));
                    return Some(Status::Multiple(first, second));
                }
                Outcome::Exhausted => search.kernel.leave(base),
                Outcome::Budget if search.has_paused() => return None,
                Outcome::Budget => return Some(Status::Unknown(Some(first))),
            }
        }
        Some(Status::Unique(first))
    }

    /// After it became clear that there is none: what clashes must not be explained by solutions of other parts.
    fn no_solution(&mut self) -> Status {
        let has_to_explain = !self.facts.is_empty() || !self.search.kernel.program.switches.is_empty();
        if has_to_explain && self.begin() && self.search.run() == Outcome::Budget {
            return Status::Unknown(None);
        }
        Status::None
    }

    /// Up to `limit` different solutions, and why the search ended.
    pub fn at_most(&mut self, limit: usize) -> (Vec<Board>, End) {
        let mut solutions = self.solutions();
        let found = solutions.by_ref().take(limit).collect();
        let end = solutions.end().unwrap_or(End::Limit);
        (found, end)
    }

    /// All solutions, one at a time, in no particular but always the same order.
    ///
    /// ```
    /// use gridwright::{formats, solve::Engine};
    /// let reading = formats::read("3x3:i", None, None).unwrap();
    /// assert_eq!(Engine::new(&reading.puzzle.model()).solutions().count(), 6);
    /// ```
    pub fn solutions(&mut self) -> Solutions<'_> {
        let end = if self.begin() { None } else { Some(End::Exhausted) };
        Solutions { engine: self, started: false, end }
    }

    /// The number of solutions by enumeration; with [`End::Budget`] it is a lower bound.
    pub fn count(&mut self) -> (u128, End) {
        let mut solutions = self.solutions();
        let mut number = 0;
        while solutions.advance() {
            number += 1;
        }
        (number, solutions.end.unwrap_or(End::Exhausted))
    }

    /// What all solutions share.
    pub fn common(&mut self) -> Common {
        let example = match self.solve() {
            Answer::Solution(board) => board,
            Answer::None => return Common::None,
            Answer::Unknown => return Common::Unknown(Board::open(self.search.kernel.program.atoms)),
        };
        let mut repair = Repair::new(&mut self.search.kernel, &example);
        let mut shared = vec![true; self.search.kernel.program.all_atoms()];
        for atom in 0..example.len() as u32 {
            if !shared[atom as usize] {
                continue;
            }
            self.search.settle();
            if !self.search.kernel.is_open(atom) {
                continue;
            }
            self.search.hold(!repair.example(atom));
            let outcome = self.search.run_deciding(|kernel| repair.next_decision(kernel));
            if outcome == Outcome::Solution {
                repair.changed().for_each(|atom| shared[atom] = false);
            }
            self.search.release();
            match outcome {
                Outcome::Solution => {}
                Outcome::Exhausted => self.search.conclude(repair.example(atom)),
                Outcome::Budget => {
                    self.search.settle();
                    return Common::Unknown(self.search.kernel.board());
                }
            }
        }
        self.search.settle();
        Common::Board(self.search.kernel.board())
    }

    /// After an answer "none": assumed facts and switchable rules that suffice for the contradiction.
    pub fn clash(&self) -> (Vec<Fact>, Vec<RuleId>) {
        let program = &self.search.kernel.program;
        let (facts, switches): (Vec<Literal>, Vec<Literal>) =
            self.search.clash.iter().partition(|l| l.atom() < program.atoms);
        let rules = switches.iter().map(|l| program.switches[l.atom() - program.atoms]).collect();
        (facts.into_iter().map(Literal::fact).collect(), rules)
    }
}

/// A lazy stream of solutions.
pub struct Solutions<'e> {
    engine: &'e mut Engine,
    started: bool,
    end: Option<End>,
}

impl Solutions<'_> {
    /// Why the stream ended, once it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Steps taken since the model was loaded.
    pub fn steps(&self) -> u64 {
        self.engine.steps()
    }

    fn advance(&mut self) -> bool {
        if self.end.is_some() {
            return false;
        }
        let search = &mut self.engine.search;
        if std::mem::replace(&mut self.started, true) && !search.next() {
            self.end = Some(End::Exhausted);
            return false;
        }
        match search.run() {
            Outcome::Solution => true,
            Outcome::Exhausted => {
                self.end = Some(End::Exhausted);
                false
            }
            Outcome::Budget => {
                self.end = Some(End::Budget);
                false
            }
        }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        self.advance().then(|| self.engine.search.kernel.board())
    }
}
