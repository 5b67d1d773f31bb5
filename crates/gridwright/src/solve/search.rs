//! The search: decide, propagate, learn, restart; and going on to the next solution.
//!
//! Further solutions are found without recording the earlier ones: the last decision of a solution is flipped,
//! and from then on the search never jumps back over a flipped decision except by flipping the one below. So
//! memory stays bounded however many solutions there are, and what is learned follows from the rules alone.

use super::cutting::Cut;
use super::kernel::{Conflict, Kernel, Reason};
use super::learn::Lesson;
use super::literal::Literal;
use super::parts::Parts;
use crate::model::{Fact, Model, RuleId};
use gridwright_base::{Limits, Progress, Stopped};

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Solution,
    Exhausted,
    /// The search paused, or it stopped for the reason in [`Search::why`].
    Stopped,
}

/// Conflicts between restarts, multiplied by the Luby sequence. Tests have models too small for the real number.
pub(super) const RESTART_UNIT: u64 = if cfg!(test) { 3 } else { 64 };
/// Steps between two looks at the cancel token.
const STEPS_BETWEEN_LOOKS: u64 = if cfg!(test) { 50 } else { 1 << 14 };

/// Models of at least this many atoms are probed before the first search; for smaller ones it does not pay. Tests have
/// models on both sides.
const PROBED_FROM: usize = if cfg!(test) { 6 } else { 4000 };
/// Steps probing may take at first, and again for each contradiction it finds.
const PROBE_CREDIT: i64 = 100;

/// A kernel with what steers its search.
#[derive(Default)]
pub(super) struct Search {
    pub kernel: Kernel,
    /// Levels up to this one are not the search's to undo: assumptions and prefixes.
    pub base: u32,
    /// Levels above `base` up to this one hold decisions that may only be undone by flipping them.
    pub enumerated: u32,
    pub lesson: Lesson,
    pub cut: Cut,
    pub conflicts: u64,
    /// Conflicts since the last answer.
    pub unanswered: u64,
    /// Conflicts without an answer after which counts are learned, where it is not the usual number.
    pub clauses_for: Option<u64>,
    pub restarts: u64,
    pub next_restart: u64,
    pause_at: u64,
    pub learned_limit: usize,
    pub step_limit: Option<u64>,
    /// The token that cancels the search, and reports of its progress.
    pub limits: Limits,
    next_look: u64,
    /// Why the last search stopped, if it did.
    pub why: Option<Stopped>,
    /// Solutions found since the question began, for reports.
    pub found: u64,
    /// Whether the root was probed for this model.
    probed: bool,
    /// Whether something other than decisions may be to blame for a failure.
    pub has_assumptions: bool,
    /// The assumptions behind the last failure.
    pub clash: Vec<Literal>,
}

impl Search {
    pub fn load(&mut self, model: &Model, can_switch: impl Fn(RuleId) -> bool) {
        // Steps are counted anew; what is left of the budget stays.
        let taken = self.kernel.steps;
        self.step_limit = self.step_limit.map(|limit| limit.saturating_sub(taken));
        self.kernel.load(model, can_switch);
        self.kernel.is_counting = self.clauses_for == Some(0);
        self.base = 0;
        self.enumerated = 0;
        self.conflicts = 0;
        self.unanswered = 0;
        self.restarts = 0;
        self.next_restart = RESTART_UNIT;
        self.learned_limit = if cfg!(test) { 4 } else { (2 * self.kernel.program.atoms).clamp(100, 2000) };
        self.next_look = STEPS_BETWEEN_LOOKS;
        self.probed = false;
        self.clash.clear();
    }

    /// Begins without looking ahead at what single decisions lead to, until another model is loaded.
    pub fn leave_unprobed(&mut self) {
        self.probed = true;
    }

    /// Starts a new question under assumptions, `off` being sorted. False if they contradict the rules at once.
    pub fn begin(&mut self, facts: &[Fact], off: &[RuleId]) -> bool {
        self.clash.clear();
        self.why = None;
        self.found = 0;
        self.back_to_root();
        if !std::mem::replace(&mut self.probed, true) && self.kernel.program.atoms >= PROBED_FROM {
            self.probe();
        }
        if self.kernel.contradiction {
            return false;
        }
        if let Err(clashing) = self.assume(facts, off, &[]) {
            self.clash = self.kernel.chosen_behind(vec![!clashing]);
            self.clash.push(clashing);
            return false;
        }
        if let Err(conflict) = self.switch_on() {
            self.clash = self.kernel.blame(conflict);
            return false;
        }
        true
    }

    /// Starts questions about what is near a known solution of the rules that are on: draws no conclusions from
    /// rules before something touches them. The switches of `loose` are left to [`tighten`](Search::tighten).
    pub fn begin_near(&mut self, facts: &[Fact], off: &[RuleId], loose: &[RuleId]) {
        self.back_to_root();
        let assumed = self.assume(facts, off, loose);
        debug_assert!(assumed.is_ok(), "there is a solution");
        self.set_bounds();
    }

    /// After [`begin_near`](Search::begin_near): puts the loose rules in force on a level of their own, except
    /// those that are off and `without`.
    pub fn tighten(&mut self, loose: &[RuleId], off: &[RuleId], without: &[RuleId]) {
        self.kernel.back_to(1);
        self.kernel.new_level();
        self.base = 2;
        self.enumerated = 2;
        for &rule in loose {
            let is_on = !without.contains(&rule) && off.binary_search(&rule).is_err();
            let place = self.kernel.program.switches.binary_search(&rule).expect("the rule has a switch");
            let switch = (self.kernel.program.atoms + place) as u32;
            self.kernel.program.set_bounds(switch, is_on);
            let assumed = self.assume_literal(Literal::new(switch, is_on));
            debug_assert!(assumed.is_ok(), "there is a solution");
        }
    }

    /// Assigns the assumptions, except the switches of `loose`; the error is the first literal that is already false.
    fn assume(&mut self, facts: &[Fact], off: &[RuleId], loose: &[RuleId]) -> Result<(), Literal> {
        self.has_assumptions = !facts.is_empty() || !self.kernel.program.switches.is_empty();
        // A level of its own even without assumptions: flipped decisions must not end up at the root.
        self.kernel.new_level();
        self.base = 1;
        self.enumerated = 1;
        for i in 0..self.kernel.program.switches.len() {
            let rule = self.kernel.program.switches[i];
            if loose.binary_search(&rule).is_err() {
                let switch = (self.kernel.program.atoms + i) as u32;
                self.assume_literal(Literal::new(switch, off.binary_search(&rule).is_err()))?;
            }
        }
        facts.iter().try_for_each(|&fact| self.assume_literal(fact.into()))
    }

    fn assume_literal(&mut self, assumed: Literal) -> Result<(), Literal> {
        if self.kernel.is_false(assumed) {
            return Err(assumed);
        }
        if self.kernel.is_open(assumed.atom() as u32) {
            self.kernel.assign(assumed, Reason::Chosen);
        }
        Ok(())
    }

    fn back_to_root(&mut self) {
        self.pause_at = u64::MAX;
        self.kernel.back_to(0);
        self.kernel.order.widen();
        self.kernel.take_up();
        self.base = 0;
        self.enumerated = 0;
        // At the root only what always holds may be concluded.
        self.kernel.program.set_switched_bounds(|_| false);
        if !self.kernel.contradiction && self.kernel.propagate().is_err() {
            self.kernel.contradiction = true;
        }
    }

    /// Tries each atom once and keeps what a contradiction proves, as long as that pays for the steps it takes.
    fn probe(&mut self) {
        let mut credit = PROBE_CREDIT;
        for atom in 0..self.kernel.program.atoms as u32 {
            if self.kernel.contradiction || credit < 0 {
                return;
            }
            if !self.kernel.is_open(atom) {
                continue;
            }
            let before = self.kernel.steps;
            self.kernel.new_level();
            self.kernel.assign(Literal::yes(atom), Reason::Chosen);
            while let Err(conflict) = self.kernel.propagate() {
                credit += PROBE_CREDIT;
                if !self.resolve(conflict) {
                    return;
                }
            }
            self.kernel.back_to(0);
            credit -= (self.kernel.steps - before) as i64;
        }
    }

    /// Puts the rules in force whose switches are on.
    fn set_bounds(&mut self) {
        let Kernel { program, trail, .. } = &mut self.kernel;
        program.set_switched_bounds(|switch| trail.is_true(Literal::yes(switch)));
    }

    fn switch_on(&mut self) -> Result<(), Conflict> {
        self.set_bounds();
        let kernel = &mut self.kernel;
        for i in 0..kernel.program.switched_lists.len() {
            kernel.check_list(kernel.program.switched_lists[i].list)?;
        }
        for i in 0..kernel.program.unions.len() {
            if kernel.program.unions[i].switch != super::program::NONE {
                kernel.check_list(kernel.program.unions[i].lists[0])?;
            }
        }
        kernel.propagate()
    }

    fn out_of_budget(&mut self) -> bool {
        let steps = self.kernel.steps;
        if self.step_limit.is_some_and(|limit| steps >= limit) {
            self.why = Some(Stopped::Steps);
            return true;
        }
        if steps >= self.next_look {
            self.next_look = steps + STEPS_BETWEEN_LOOKS;
            self.limits.report(Progress { task: "solving", done: self.found, total: None, unit: "solution" });
            if let Err(why) = self.limits.cancel.check() {
                self.why = Some(why);
                return true;
            }
        }
        false
    }

    /// Runs until every atom is known, nothing is left, or the budget ends.
    pub fn run(&mut self) -> Outcome {
        self.run_deciding(|kernel| {
            let atom = kernel.pick()?;
            Some(Literal::new(atom, kernel.phases[atom as usize]))
        })
    }

    /// Runs until `decide` has nothing more to decide, nothing is left, or the budget ends.
    pub fn run_deciding(&mut self, decide: impl FnMut(&mut Kernel) -> Option<Literal>) -> Outcome {
        let outcome = self.run_on(decide);
        if outcome != Outcome::Stopped {
            self.unanswered = 0;
        }
        outcome
    }

    fn run_on(&mut self, mut decide: impl FnMut(&mut Kernel) -> Option<Literal>) -> Outcome {
        if self.kernel.contradiction {
            return Outcome::Exhausted;
        }
        loop {
            if let Err(conflict) = self.kernel.propagate() {
                if !self.resolve(conflict) {
                    return Outcome::Exhausted;
                }
                self.after_conflict();
                if self.out_of_budget() || self.has_paused() {
                    return Outcome::Stopped;
                }
                continue;
            }
            if self.out_of_budget() {
                return Outcome::Stopped;
            }
            let Some(decision) = decide(&mut self.kernel) else { return Outcome::Solution };
            self.kernel.new_level();
            self.kernel.assign(decision, Reason::Chosen);
        }
    }

    /// After a solution: goes on to the next one. False if that was the last.
    pub fn next(&mut self) -> bool {
        let level = self.kernel.level();
        level > self.base && {
            self.flip(level);
            true
        }
    }

    /// Whether the search ended because of [`pause_after`](Search::pause_after).
    pub fn has_paused(&self) -> bool {
        self.kernel.steps >= self.pause_at
    }

    /// Ends the budget at the first conflict after `steps` further steps.
    pub fn pause_after(&mut self, steps: u64) {
        self.pause_at = self.kernel.steps.saturating_add(steps);
    }

    /// From now on only atoms of one part are decided, and nothing up to level `base` is undone.
    pub fn turn_to(&mut self, parts: &Parts, part: usize, base: u32) {
        self.base = base;
        self.enumerated = base;
        if parts.len() > 1 {
            self.kernel.order.restrict(parts.atoms_of(part));
            self.restarts = 0;
            self.next_restart = self.conflicts + RESTART_UNIT;
        }
    }

    /// The values of some atoms in the solution that was just found.
    pub fn found_among<'a>(&'a self, atoms: &'a [u32]) -> impl Iterator<Item = Fact> + 'a {
        atoms.iter().map(|&atom| Literal::new(atom, self.kernel.is_true(Literal::yes(atom))).fact())
    }

    /// Takes a further literal as given on a level of its own, until [`release`](Search::release).
    pub fn hold(&mut self, literal: Literal) {
        self.kernel.back_to(self.base);
        self.kernel.new_level();
        self.kernel.assign(literal, Reason::Chosen);
        self.base += 1;
        self.enumerated = self.base;
    }

    /// Gives up the last held literal.
    pub fn release(&mut self) {
        self.base -= 1;
        self.enumerated = self.base;
        self.kernel.back_to(self.base);
    }

    /// Back to what is assumed and held, which a solution is known to keep.
    pub fn settle(&mut self) {
        self.kernel.back_to(self.base);
        self.enumerated = self.base;
        let settled = self.kernel.propagate();
        debug_assert!(settled.is_ok(), "there is a solution");
    }

    /// Takes as known, on the level of what is assumed and held, what was proven under it.
    pub fn conclude(&mut self, literal: Literal) {
        if self.kernel.is_open(literal.atom() as u32) {
            self.kernel.assign(literal, Reason::Chosen);
        }
    }
}
