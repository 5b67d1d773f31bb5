//! How a puzzle is solved step by step, and why: every step is a set of facts with the few rules that force them.
//!
//! Found from the rules alone. The easiest step comes first: what one rule says by itself, then what two say together,
//! and so on ([`probe`]); a complete search for a contradiction is the last resort. Nothing is ever guessed.

mod advice;
mod argument;
mod contest;
mod core;
mod exact;
mod grade;
mod ledger;
mod page;
mod probe;
mod rounds;
mod several;
mod story;
mod technique;
mod telling;
#[cfg(test)]
mod tests;

pub use advice::Advice;
pub use argument::{Argument, Link, Turn};
pub use grade::{Grade, Grader, Round, Ungraded};
pub use page::page;
pub(crate) use rounds::rough_rating;
pub use story::{Chapter, Picture, Story};
pub use technique::{Alike, Case, Technique, Uses};
pub use telling::{Reason, Telling, listed};

use crate::genres::Puzzle;
use crate::model::{Atom, Board, Fact, Model, Role, Rule, RuleId};
use crate::solve::{Common, Engine};
use crate::stop::{Stop, Stopped};
use contest::Contest;
use core::Extract;
use exact::{Smaller, Witnesses};
use ledger::{Ledger, Need};
use several::{Refutation, Several};
use std::collections::{BTreeSet, VecDeque};

/// One explained deduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it establishes.
    pub facts: Vec<Fact>,
    /// The rules that force it together with what was known before; none of them can be left out.
    pub rules: Vec<RuleId>,
    /// How it was found.
    pub depth: Depth,
    /// Whether it is proven that no smaller set of rules says anything that is not known; else the set is only known to be
    /// minimal. See [`Explainer::prove_smallest`].
    pub is_smallest: bool,
}

/// How hard it was to find a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Noted without a thought: a printed answer, or what a law rules out once it has all it may have.
    Upkeep,
    /// One rule says it.
    One,
    /// The opposite leads to a contradiction, one conclusion after the other.
    Chain,
    /// Every way the opposite could come about leads to a contradiction.
    Cases,
}

/// Why there is no further step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Everything is known.
    Solved,
    /// Everything that all solutions share is known; they differ in the rest.
    Shared,
    /// These rules cannot all be kept, given what is known.
    Clash(Vec<RuleId>),
    /// Someone asked to stop.
    Stopped,
}

/// Explains one puzzle, from a position on.
pub struct Explainer<'m> {
    model: &'m Model,
    /// Knows what is easy to see.
    puzzle: Option<&'m dyn Puzzle>,
    ledger: Ledger,
    /// What all solutions share, once that is asked for.
    goal: Option<Goal>,
    /// Where each atom is.
    places: Vec<(i32, i32)>,
    /// Where the last step was.
    focus: (i32, i32),
    several: Several,
    /// Rules that have changed since they were looked at.
    changed: Vec<RuleId>,
    /// Rules that say something without a thought, and others that do, unless that is known by now.
    upkeep: VecDeque<RuleId>,
    speaking: Vec<RuleId>,
    /// By rule: whether it is in `speaking`.
    is_speaking: Vec<bool>,
    /// The rules that print an answer.
    givens: BTreeSet<RuleId>,
    /// How much to spend on proving that a step is the smallest.
    proof_boards: u32,
    witnesses: Witnesses,
    stop: Stop,
    ending: Option<Ending>,
}

impl<'m> Explainer<'m> {
    /// Explains what follows from `known`; `place` says where an atom is, for steps to stay near each other.
    pub fn new(model: &'m Model, known: &Board, place: impl Fn(Atom) -> (i32, i32)) -> Explainer<'m> {
        let mut ledger = Ledger::new(model);
        known.facts().for_each(|fact| ledger.learn(fact));
        let changed = ledger.rules().collect();
        Explainer {
            model,
            puzzle: None,
            ledger,
            goal: None,
            places: model.atoms().map(place).collect(),
            focus: (0, 0),
            several: Several::default(),
            changed,
            upkeep: VecDeque::new(),
            speaking: Vec::new(),
            is_speaking: vec![false; model.rules().len()],
            givens: printed_answers(model),
            proof_boards: 0,
            witnesses: Witnesses::default(),
            stop: Stop::default(),
            ending: None,
        }
    }

    /// Proves of each step that no fewer rules say anything new, looking at so many boards at most: some thousands do
    /// for steps of a few rules.
    pub fn prove_smallest(&mut self, boards: u32) {
        self.proof_boards = boards;
    }

    /// Asks `stop` now and then whether to give up.
    pub fn on_stop(&mut self, stop: impl FnMut() -> bool + Send + 'static) {
        self.stop = Stop::new(stop);
    }

    /// What is known so far.
    pub fn known(&self) -> &Board {
        self.ledger.known()
    }

    /// Why there is no further step, once there is none.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The next step, without taking it.
    pub fn find(&mut self) -> Option<Step> {
        if self.ending.is_some() || self.is_over() {
            return None;
        }
        let step = self.next_upkeep().or_else(|| self.by_one_rule()).or_else(|| self.by_several());
        if step.is_none() && self.ending.is_none() {
            self.ending = Some(match self.known().is_complete() {
                true => Ending::Solved,
                false if self.stop.is_asked() => Ending::Stopped,
                false => Ending::Shared,
            });
        }
        step
    }

    /// Takes all steps that go without saying.
    pub fn take_upkeep(&mut self) -> Vec<Step> {
        let mut taken = Vec::new();
        while self.ending.is_none()
            && !self.is_over()
            && let Some(step) = self.next_upkeep()
        {
            self.take(&step);
            taken.push(step);
        }
        taken
    }

    /// Takes a step.
    pub fn take(&mut self, step: &Step) {
        for &fact in step.facts.iter().filter(|fact| self.ledger.is_open(fact.atom)).collect::<Vec<_>>() {
            self.ledger.learn(fact);
            self.changed.extend(self.ledger.places(fact.atom).iter().map(|place| place.rule));
        }
        let (rows, cols) = step
            .facts
            .iter()
            .map(|fact| self.places[fact.atom.index()])
            .fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        let number = step.facts.len().max(1) as i32;
        self.focus = (rows / number, cols / number);
    }

    /// A step in words, before it is taken.
    pub fn tell(&self, puzzle: &dyn Puzzle, step: &Step) -> Telling {
        telling::tell(puzzle, self.model, &self.ledger, step)
    }

    fn distance(&self, atom: Atom) -> u32 {
        let (row, col) = self.places[atom.index()];
        row.abs_diff(self.focus.0) + col.abs_diff(self.focus.1)
    }

    /// Whether someone asked to stop, or some rule cannot be kept any more.
    fn is_over(&mut self) -> bool {
        let broken = self.changed.iter().find(|rule| self.ledger.is_impossible(**rule));
        if let Some(rule) = broken {
            self.ending = Some(Ending::Clash(vec![*rule]));
        } else if self.stop.is_asked() {
            self.ending = Some(Ending::Stopped);
        }
        self.ending.is_some()
    }

    /// Sorts the rules that say something into those that need no thought and others.
    fn hear_changed_rules(&mut self) {
        let ledger = &self.ledger;
        self.changed.sort_unstable();
        self.changed.dedup();
        for rule in self.changed.drain(..).filter(|rule| ledger.speaks(*rule)) {
            if goes_without_saying(self.model, rule, ledger.need(rule), &self.givens) {
                self.upkeep.push_back(rule);
            } else if !std::mem::replace(&mut self.is_speaking[rule.0 as usize], true) {
                self.speaking.push(rule);
            }
        }
    }

    /// What goes without saying.
    fn next_upkeep(&mut self) -> Option<Step> {
        self.hear_changed_rules();
        while let Some(&rule) = self.upkeep.front() {
            let facts = self.ledger.forced_by(rule);
            if !facts.is_empty() {
                return Some(Step { facts, rules: vec![rule], depth: Depth::Upkeep, is_smallest: true });
            }
            self.upkeep.pop_front();
        }
        None
    }

    /// What one rule says, the easiest and of these the nearest.
    fn by_one_rule(&mut self) -> Option<Step> {
        let ledger = &self.ledger;
        self.speaking.retain(|rule| {
            self.is_speaking[rule.0 as usize] = ledger.speaks(*rule);
            self.is_speaking[rule.0 as usize]
        });
        let key = |rule: &RuleId| {
            let distance = ledger.open_terms(*rule).map(|term| self.distance(term.atom)).min();
            (self.hardness(*rule), distance, ledger.need(*rule).count, *rule)
        };
        let rule = *self.speaking.iter().min_by_key(|rule| key(rule))?;
        Some(Step { facts: ledger.forced_by(rule), rules: vec![rule], depth: Depth::One, is_smallest: true })
    }

    /// How hard it is to see what one rule says, as the genre's names for it tell.
    fn hardness(&self, rule: RuleId) -> u32 {
        let Some(puzzle) = self.puzzle else { return 0 };
        let facts = self.ledger.forced_by(rule);
        let step = Step { facts, rules: vec![rule], depth: Depth::One, is_smallest: true };
        let turn = argument::turn_of(&self.ledger, rule);
        Case::of_one_rule(puzzle, self.model, self.ledger.known(), &step, turn).hardness()
    }

    /// What several rules say together: the fewest, of these the easiest to see, and of these the nearest.
    fn by_several(&mut self) -> Option<Step> {
        let goal =
            match self.goal.get_or_insert_with(|| Goal::of(self.model, self.ledger.known(), &self.stop)) {
                Goal::Shared(board) => board,
                Goal::Nothing => return self.clash(),
                Goal::Stopped => return self.stopped(),
            };
        let mut wrong = wrong_facts(&self.ledger, goal);
        wrong.sort_by_key(|fact| (self.distance(fact.atom), fact.atom));
        let mut contest = Contest::new(self.puzzle, self.model, &self.ledger, &self.stop);
        match self.several.smallest(&self.ledger, &wrong, |found| contest.enter(found), &self.stop) {
            Ok(found) => {
                found.iter().for_each(|refutation| _ = contest.enter(refutation));
                let step = contest.winner()?;
                if self.proof_boards > 0 { self.smallest(step, &wrong) } else { Some(step) }
            }
            Err(Stopped) => self.stopped(),
        }
    }

    /// The same step proven to be of the fewest rules, or another one of fewer.
    fn smallest(&mut self, mut step: Step, wrong: &[Fact]) -> Option<Step> {
        let mut boards = self.proof_boards;
        while !step.is_smallest {
            match self.witnesses.smaller(&self.ledger, wrong, step.rules.len(), &mut boards, &self.stop) {
                Ok(Smaller::Found(found)) => step = minimal(&self.ledger, &found, &self.stop)?,
                Ok(Smaller::None) => step.is_smallest = true,
                Ok(Smaller::Unknown) => break,
                Err(Stopped) => return self.stopped(),
            }
        }
        Some(step)
    }

    fn stopped(&mut self) -> Option<Step> {
        self.ending = Some(Ending::Stopped);
        None
    }

    /// Without a solution: what clashes.
    fn clash(&mut self) -> Option<Step> {
        let open: Vec<RuleId> =
            self.ledger.rules().filter(|rule| !self.ledger.need(*rule).is_met()).collect();
        let rules = Extract::new(&self.ledger, &open).refute(None, &self.stop);
        self.ending = Some(rules.map_or(Ending::Stopped, Ending::Clash));
        None
    }
}

/// What all solutions share.
#[derive(Clone, Debug)]
enum Goal {
    Shared(Board),
    /// There is no solution.
    Nothing,
    /// Someone asked to stop.
    Stopped,
}

impl Goal {
    fn of(model: &Model, known: &Board, stop: &Stop) -> Goal {
        let mut engine = Engine::new(model);
        stop.heeded_by(&mut engine);
        engine.assume(known.facts());
        match engine.common() {
            Common::Board(board) => Goal::Shared(board),
            Common::None => Goal::Nothing,
            Common::Unknown(_) => Goal::Stopped,
        }
    }
}

/// The opposite of everything that is to be found out.
fn wrong_facts(ledger: &Ledger, goal: &Board) -> Vec<Fact> {
    let open = goal.facts().filter(|fact| ledger.is_open(fact.atom));
    open.map(|fact| Fact { holds: !fact.holds, ..fact }).collect()
}

/// A step from rules that refute a fact: without those that are not needed, and with everything else they say.
fn minimal(ledger: &Ledger, refutation: &Refutation, stop: &Stop) -> Option<Step> {
    let rules = Extract::new(ledger, &refutation.rules).refute(Some(refutation.wrong), stop)?;
    let facts = Extract::new(ledger, &rules).forced(stop);
    // Single rules have been heard before, and all they say unless there was too much of it.
    let is_smallest = rules.len() <= 2 && ledger.rules().all(|rule| ledger.is_heard_out(rule));
    Some(Step { facts, rules, depth: refutation.depth, is_smallest })
}

/// The different steps behind some refutations, in their order. What one step says is not looked for in others.
fn steps_of(ledger: &Ledger, found: &[Refutation], stop: &Stop) -> Vec<Step> {
    let mut said: BTreeSet<Fact> = BTreeSet::new();
    let mut steps: Vec<Step> = Vec::new();
    for refutation in found {
        let right = Fact { holds: !refutation.wrong.holds, ..refutation.wrong };
        if !said.contains(&right)
            && let Some(step) = minimal(ledger, refutation, stop)
        {
            said.extend(&step.facts);
            steps.push(step);
        }
    }
    steps
}

/// Whether what a rule says, given what it still asks for, is an answer that is printed or what a full law rules out.
fn goes_without_saying(model: &Model, rule: RuleId, need: &Need, givens: &BTreeSet<RuleId>) -> bool {
    need.hi == 0 && model.kind(model.get(rule)).role == Role::Law || givens.contains(&rule)
}

/// The clues that say of one atom that it holds.
fn printed_answers(model: &Model) -> BTreeSet<RuleId> {
    let given: BTreeSet<Atom> = model.givens().iter().copied().collect();
    let is_given = |rule: &Rule| {
        let mut atoms = model.rule_atoms(rule);
        let only = atoms.next().filter(|_| atoms.next().is_none());
        model.kind(rule).role == Role::Clue && only.is_some_and(|(atom, _)| given.contains(&atom))
    };
    model.rule_ids().filter(|(_, rule)| is_given(rule)).map(|(id, _)| id).collect()
}
