//! The engine: one object that answers every question about the solutions of a model.
//!
//! It searches with learning from conflicts over the counted rules themselves. Budgets are counted in steps,
//! never in seconds; out of budget is an answer, not an error. The same questions in the same order always get
//! the same answers.

mod causes;
mod clash;
pub(crate) mod clauses;
#[cfg(test)]
mod counting_tests;
mod counts;
mod cutting;
mod kernel;
mod learn;
pub(crate) mod literal;
mod minimise;
mod order;
mod parts;
mod premise;
mod program;
mod propagate;
mod repair;
mod resolve;
mod search;
mod split;
#[cfg(test)]
mod tests;
mod trail;

pub use minimise::Minimal;

use crate::model::{Atom, Board, Fact, Model, RuleId};
use gridwright_base::{Cancel, Limits, Stopped};
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
/// use gridwright::{Puzzle, registry, solve::{Engine, Status}};
/// let puzzle = Puzzle::parse(registry::ALL[0].example).unwrap();
/// let mut engine = Engine::new(puzzle.model());
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
    /// The search stopped first, and why.
    Unknown(Stopped),
}

/// Whether there is no solution, exactly one, or more than one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// No solution.
    None,
    /// Exactly one.
    Unique(Board),
    /// At least these two.
    Multiple(Board, Board),
    /// The search stopped first.
    Unknown {
        /// A solution that was found before.
        found: Option<Board>,
        /// Why it stopped.
        why: Stopped,
    },
}

impl Answer {
    /// The solution that was found.
    pub fn solution(self) -> Option<Board> {
        match self {
            Answer::Solution(board) => Some(board),
            Answer::None | Answer::Unknown(_) => None,
        }
    }
}

impl Status {
    /// Whether there is exactly one solution.
    pub fn is_unique(&self) -> bool {
        matches!(self, Status::Unique(_))
    }

    /// The solution where there is exactly one.
    pub fn unique(self) -> Option<Board> {
        match self {
            Status::Unique(board) => Some(board),
            Status::None | Status::Multiple(..) | Status::Unknown { .. } => None,
        }
    }

    /// A solution, where one is known.
    pub fn solution(&self) -> Option<&Board> {
        match self {
            Status::Unique(board) | Status::Multiple(board, _) => Some(board),
            Status::Unknown { found, .. } => found.as_ref(),
            Status::None => None,
        }
    }
}

/// Why a search for solutions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There are no others.
    Exhausted,
    /// As many as asked for were found.
    Limit,
    /// The search stopped first, and why.
    Stopped(Stopped),
}

/// What all solutions share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Common {
    /// Known atoms have that value in every solution, open ones differ between solutions.
    Board(Board),
    /// There is no solution.
    None,
    /// The search stopped first, and why: known atoms are proven, open ones undecided.
    Unknown(Board, Stopped),
}

impl Engine {
    /// An engine for a model, all rules on.
    pub fn new(model: &Model) -> Engine {
        Engine::switchable(model, |_| false)
    }

    /// An engine in which the rules chosen by `can_switch` may be switched off.
    ///
    /// ```
    /// use gridwright::{Puzzle, model::Role, registry, solve::{Engine, Status}};
    /// let puzzle = Puzzle::parse(registry::ALL[0].example).unwrap();
    /// let model = puzzle.model();
    /// let clues: Vec<_> =
    ///     model.clues().collect();
    /// let mut engine = Engine::switchable(model, |rule| clues.contains(&rule));
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

    /// Limits further questions: their steps together, the token that cancels them, and reports of progress.
    pub fn limit(&mut self, limits: &Limits) {
        self.limit_steps(limits.steps);
        self.search.limits = limits.clone();
    }

    /// Lets a token cancel further questions; other limits stay as they are.
    pub fn cancel_by(&mut self, cancel: &Cancel) {
        self.search.limits.cancel = cancel.clone();
    }

    /// Why the last question has no answer.
    pub(crate) fn why(&self) -> Stopped {
        self.search.why.unwrap_or_else(|| self.search.limits.cancel.why())
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
            Outcome::Stopped => Answer::Unknown(self.why()),
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
                Outcome::Stopped => return Answer::Unknown(self.why()),
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
        // It takes long, so it is worth checking whether the board splits into parts. Decisions that were flipped by
        // then are forgotten with everything else that was not proven.
        if !self.begin() {
            return Status::None;
        }
        self.parts.find(&self.search.kernel);
        self.status_by_parts().unwrap_or(Status::Unknown { found: None, why: self.why() })
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
                Outcome::Stopped if search.has_paused() => return None,
                Outcome::Stopped => return Some(self.unknown(None)),
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
                Outcome::Stopped if search.has_paused() => return None,
                Outcome::Stopped => return Some(self.unknown(Some(first))),
            }
        }
        Some(Status::Unique(first))
    }

    fn unknown(&self, found: Option<Board>) -> Status {
        Status::Unknown { found, why: self.why() }
    }

    /// After it became clear that there is none: what clashes must not be explained by solutions of other parts.
    fn no_solution(&mut self) -> Status {
        let has_to_explain = !self.facts.is_empty() || !self.search.kernel.program.switches.is_empty();
        if has_to_explain && self.begin() && self.search.run() == Outcome::Stopped {
            return self.unknown(None);
        }
        Status::None
    }

    /// Up to `limit` different solutions, and why the search ended.
    pub fn at_most(&mut self, limit: usize) -> (Vec<Board>, End) {
        let mut found = Vec::new();
        let mut place = self.before_first();
        while found.len() < limit {
            match self.advance(&mut place) {
                Ok(()) => found.push(self.search.kernel.board()),
                Err(end) => return (found, end),
            }
        }
        (found, End::Limit)
    }

    /// The number of solutions by enumeration; with [`End::Stopped`] it is a lower bound.
    pub fn count(&mut self) -> (u128, End) {
        self.count_up_to(u128::MAX)
    }

    /// The same up to a number, with [`End::Limit`] when it is reached.
    pub fn count_up_to(&mut self, limit: u128) -> (u128, End) {
        let mut number = 0;
        let mut place = self.before_first();
        while number < limit {
            match self.advance(&mut place) {
                Ok(()) => number += 1,
                Err(end) => return (number, end),
            }
        }
        (number, End::Limit)
    }

    /// All solutions, one at a time, in no particular but always the same order. The iterator owns the engine;
    /// [`Solutions::into_engine`] gives it back.
    ///
    /// ```
    /// use gridwright::{Puzzle, solve::Engine};
    /// let puzzle = Puzzle::parse("3x3:i").unwrap();
    /// assert_eq!(Engine::new(puzzle.model()).solutions().count(), 6);
    /// ```
    pub fn solutions(mut self) -> Solutions {
        let place = self.before_first();
        Solutions { engine: self, place }
    }

    fn before_first(&mut self) -> Place {
        if self.begin() { Place::Before } else { Place::Ended(End::Exhausted) }
    }

    /// Goes on to the next solution, or says why there is none.
    fn advance(&mut self, place: &mut Place) -> Result<(), End> {
        match *place {
            Place::Ended(end) => return Err(end),
            Place::At if !self.search.next() => *place = Place::Ended(End::Exhausted),
            Place::Before | Place::At => {
                *place = match self.search.run() {
                    Outcome::Solution => {
                        self.search.found += 1;
                        Place::At
                    }
                    Outcome::Exhausted => Place::Ended(End::Exhausted),
                    Outcome::Stopped => Place::Ended(End::Stopped(self.why())),
                };
            }
        }
        match *place {
            Place::Ended(end) => Err(end),
            Place::Before | Place::At => Ok(()),
        }
    }

    /// What the rules say one at a time, as far as that leads, without any search; `None` if they contradict each other.
    pub(crate) fn propagated(&mut self) -> Option<Board> {
        self.search.leave_unprobed();
        self.begin().then(|| self.search.kernel.board())
    }

    /// What all solutions share.
    pub fn common(&mut self) -> Common {
        match self.differing(|_, _| true) {
            Ok(_) => Common::Board(self.search.kernel.board()),
            Err(none) => none,
        }
    }

    /// Atoms that differ between solutions. `is_asked` chooses the atoms to ask about, and sees those that are known to differ
    /// by then; what it leaves out may turn up all the same.
    pub(crate) fn differing(
        &mut self,
        mut is_asked: impl FnMut(Atom, &[Atom]) -> bool,
    ) -> Result<Vec<Atom>, Common> {
        let example = match self.solve() {
            Answer::Solution(board) => board,
            Answer::None => return Err(Common::None),
            Answer::Unknown(why) => {
                return Err(Common::Unknown(Board::open(self.search.kernel.program.atoms), why));
            }
        };
        let mut found = Vec::new();
        let mut repair = Repair::new(&mut self.search.kernel, &example);
        let mut shared = vec![true; self.search.kernel.program.all_atoms()];
        for atom in 0..example.len() as u32 {
            if !shared[atom as usize] || !is_asked(Atom(atom), &found) {
                continue;
            }
            self.search.settle();
            if !self.search.kernel.is_open(atom) {
                continue;
            }
            self.search.hold(!repair.example(atom));
            let outcome = self.search.run_deciding(|kernel| repair.next_decision(kernel));
            if outcome == Outcome::Solution {
                for atom in repair.changed() {
                    if std::mem::take(&mut shared[atom]) && atom < example.len() {
                        found.push(Atom(atom as u32));
                    }
                }
            }
            self.search.release();
            match outcome {
                Outcome::Solution => {}
                Outcome::Exhausted => self.search.conclude(repair.example(atom)),
                Outcome::Stopped => {
                    self.search.settle();
                    return Err(Common::Unknown(self.search.kernel.board(), self.why()));
                }
            }
        }
        self.search.settle();
        Ok(found)
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

/// Where an enumeration of solutions is.
#[derive(Clone, Copy, Debug)]
enum Place {
    Before,
    At,
    Ended(End),
}

/// All solutions of a model, one at a time.
pub struct Solutions {
    engine: Engine,
    place: Place,
}

impl Solutions {
    /// Why the solutions ended, once they have.
    pub fn end(&self) -> Option<End> {
        match self.place {
            Place::Ended(end) => Some(end),
            Place::Before | Place::At => None,
        }
    }

    /// Steps taken since the model was loaded.
    pub fn steps(&self) -> u64 {
        self.engine.steps()
    }

    /// The engine, for other questions about the same model.
    pub fn into_engine(self) -> Engine {
        self.engine
    }
}

impl Iterator for Solutions {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        self.engine.advance(&mut self.place).ok().map(|()| self.engine.search.kernel.board())
    }
}
