//! How a puzzle is solved step by step, and why: every step is a set of facts with the few rules that force them.
//!
//! Found from the rules alone. The easiest step comes first: what one rule says by itself, then what two say together,
//! and so on (`probe`); a complete search for a contradiction is the last resort. Nothing is ever guessed.

mod adding;
mod argument;
mod case;
mod chain;
mod conflict;
mod cover;
mod ease;
mod exact;
mod explanation;
mod grade;
mod hint;
mod lemmas;
mod linear;
mod links;
mod multi_rule;
mod page;
mod probe;
mod rounds;
mod rule_state;
mod step_choice;
mod submodel;
mod sum;
#[cfg(test)]
mod tests;
mod trial;
mod veil;
mod walkthrough;
mod why_not;
mod why_wrong;

pub use crate::words::{Depth, Inference, RuleUse, Step, Technique};
pub use argument::{Argument, Lemma};
pub use conflict::conflict;
pub use explanation::{Explanation, Reason};
pub use grade::{Grade, Grader, Round, Ungraded};
pub use hint::{Hint, Mistake, NoSuchStage, Stage};
pub use page::page;
pub(crate) use rounds::rough_rating;
pub use walkthrough::{ExplainedStep, Picture, Walkthrough};
pub use why_not::WhyNot;
pub use why_wrong::WhyWrong;

use crate::model::{Atom, Board, Fact, Model, Role, Rule, RuleId, UNNAMED};
use crate::puzzle::Puzzle;
use crate::rating::Hardness;
use crate::solve::{Common, Engine};
use cover::{Cover, CoverSearch};
use exact::{Smaller, Witnesses};
use gridwright_base::{Cancel, Limits, Progress, Stopped};
use lemmas::MOST_RULES_OF_CHAIN;
use multi_rule::{MultiRuleSearch, Refutation};
use rule_state::{Need, RuleState};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use crate::words::Case;
use step_choice::StepChoice;
use submodel::Submodel;
pub use sum::Sum;
use sum::SumSearch;

/// Why there is no further step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Everything is known.
    Solved,
    /// Everything that all solutions share is known; they differ in the rest.
    Shared,
    /// These rules cannot all be kept, given what is known.
    Clash(Vec<RuleId>),
    /// The search stopped first, and why.
    Stopped(Stopped),
}

/// Explains one puzzle, from a position on.
pub struct Explainer {
    model: Arc<Model>,
    /// Knows what is easy to see.
    puzzle: Option<Puzzle>,
    state: RuleState,
    /// What all solutions share, computed on first use.
    goal: Option<Goal>,
    /// Where each atom is.
    places: Vec<(i32, i32)>,
    /// Where the last step was.
    focus: (i32, i32),
    several: MultiRuleSearch,
    /// Made on first use.
    covers: Option<CoverSearch>,
    sums: SumSearch,
    /// Steps that take lemmas and were found beside the last one that was taken.
    pending: Vec<(usize, Step)>,
    /// Rules that have changed since they were looked at.
    changed: Vec<RuleId>,
    /// Rules with trivial deductions, and rules with other deductions. Their deductions may be known by now.
    trivial: VecDeque<RuleId>,
    speaking: Vec<RuleId>,
    /// By rule: whether it is in `speaking`.
    is_speaking: Vec<bool>,
    /// The rules that print an answer.
    givens: BTreeSet<RuleId>,
    /// How much to spend on proving that a step is the smallest.
    proof_boards: u32,
    witnesses: Witnesses,
    limits: Limits,
    /// Steps taken, for reports.
    taken: u64,
    ending: Option<Ending>,
}

impl Explainer {
    /// Explains what follows from `known` in a puzzle: what players find easy comes first, and steps stay near each other
    /// on its grid.
    pub fn new(puzzle: &Puzzle, known: &Board) -> Explainer {
        let grid = puzzle.grid();
        let place = |atom| {
            let cell = puzzle.atom_cell(atom);
            (grid.row(cell) as i32, grid.col(cell) as i32)
        };
        // Where players have names for chains of any length, they prefer these to cases.
        let names_chains = puzzle.genre().techniques.iter().any(|technique| technique.is_open_ended);
        let cases_from = if names_chains { MOST_RULES_OF_CHAIN + 1 } else { 0 };
        Explainer {
            puzzle: Some(puzzle.clone()),
            several: MultiRuleSearch::with_cases_from(cases_from),
            ..Explainer::of_model(puzzle.model(), known, place)
        }
    }

    /// Explains what follows from `known` in a model without a puzzle; `place` says where an atom is, for steps to stay near
    /// each other.
    pub fn of_model(model: &Arc<Model>, known: &Board, place: impl Fn(Atom) -> (i32, i32)) -> Explainer {
        let ending = RuleState::fits(model).err().map(Ending::Stopped);
        // Without memory for its rules it has none.
        let without_rules = || RuleState::new(&Model::new(model.atom_count(), &UNNAMED));
        let mut state = if ending.is_none() { RuleState::new(model) } else { without_rules() };
        known.facts().for_each(|fact| state.learn(fact));
        let changed = state.rules().collect();
        Explainer {
            model: Arc::clone(model),
            puzzle: None,
            state,
            goal: None,
            places: model.atoms().map(place).collect(),
            focus: (0, 0),
            several: MultiRuleSearch::default(),
            covers: None,
            sums: SumSearch::default(),
            pending: Vec::new(),
            changed,
            trivial: VecDeque::new(),
            speaking: Vec::new(),
            is_speaking: vec![false; model.rules().len()],
            givens: printed_answers(model),
            proof_boards: 0,
            witnesses: Witnesses::default(),
            limits: Limits::default(),
            taken: 0,
            ending,
        }
    }

    /// Proves for each step that no fewer rules yield anything new, looking at no more than `boards` boards. A few
    /// thousand suffice for steps of a few rules.
    pub fn prove_smallest(&mut self, boards: u32) {
        self.proof_boards = boards;
    }

    /// Sets the token that cancels the search for steps, and reports of progress. Steps and memory are not limited.
    pub fn limit(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    /// What is known so far.
    pub fn known(&self) -> &Board {
        self.state.known()
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
        let step = self.next_trivial().or_else(|| self.easiest());
        if step.is_none() && self.ending.is_none() {
            self.ending = Some(match self.known().is_complete() {
                true => Ending::Solved,
                false => self.limits.cancel.check().map_or_else(Ending::Stopped, |()| Ending::Shared),
            });
        }
        step
    }

    /// Takes all trivial steps.
    pub fn take_trivial(&mut self) -> Vec<Step> {
        let mut taken = Vec::new();
        while self.ending.is_none()
            && !self.is_over()
            && let Some(step) = self.next_trivial()
        {
            self.take(&step);
            taken.push(step);
        }
        taken
    }

    /// Takes a step.
    pub fn take(&mut self, step: &Step) {
        self.taken += 1;
        self.limits.report(Progress { task: "explaining", done: self.taken, total: None, unit: "step" });
        for &fact in step.facts.iter().filter(|fact| self.state.is_open(fact.atom)).collect::<Vec<_>>() {
            self.state.learn(fact);
            self.changed.extend(self.state.places(fact.atom).iter().map(|place| place.rule));
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
    pub fn tell(&self, puzzle: &Puzzle, step: &Step) -> Explanation {
        explanation::tell(puzzle, &self.state, step)
    }

    /// A step as a hint tells it, which has to say why before it says what.
    fn tell_hint(&self, puzzle: &Puzzle, step: &Step) -> Explanation {
        let mut told = self.tell(puzzle, step);
        let place = told.place(puzzle);
        told.veiled = Some(veil::veiled(puzzle, &self.state, step, &told, &place));
        told
    }

    fn distance(&self, atom: Atom) -> u32 {
        let (row, col) = self.places[atom.index()];
        row.abs_diff(self.focus.0) + col.abs_diff(self.focus.1)
    }

    /// Whether the token is cancelled or some rule can no longer be satisfied.
    fn is_over(&mut self) -> bool {
        let broken = self.changed.iter().find(|rule| self.state.is_impossible(**rule));
        if let Some(rule) = broken {
            self.ending = Some(Ending::Clash(vec![*rule]));
        } else if let Err(why) = self.limits.cancel.check() {
            self.ending = Some(Ending::Stopped(why));
        }
        self.ending.is_some()
    }

    /// Sorts the changed rules that yield something into trivial and other ones.
    fn hear_changed_rules(&mut self) {
        let state = &self.state;
        self.changed.sort_unstable();
        self.changed.dedup();
        for rule in self.changed.drain(..).filter(|rule| state.speaks(*rule)) {
            if is_trivial(&self.model, rule, state.need(rule), &self.givens) {
                self.trivial.push_back(rule);
            } else if !std::mem::replace(&mut self.is_speaking[rule.0 as usize], true) {
                self.speaking.push(rule);
            }
        }
    }

    /// The next trivial step.
    fn next_trivial(&mut self) -> Option<Step> {
        self.hear_changed_rules();
        while let Some(&rule) = self.trivial.front() {
            let facts = self.state.forced_by(rule);
            if !facts.is_empty() {
                return Some(Step { facts, rules: vec![rule], depth: Depth::Trivial, is_smallest: true });
            }
            self.trivial.pop_front();
        }
        None
    }

    /// The easiest step, and of these the nearest: what one rule says, a cover, or what several rules say together.
    fn easiest(&mut self) -> Option<Step> {
        let single = self.by_one_rule();
        let cover = self.by_cover(single.as_ref().map(|(hardness, _)| *hardness));
        let unique = if single.is_none() { self.by_uniqueness() } else { None };
        let cover = cover.into_iter().chain(unique).min_by_key(|cover| cover.hardness);
        match (single, cover) {
            (Some(_), Some(cover)) => Some(cover.step),
            (Some((_, step)), None) => Some(step),
            (None, cover) => self.by_several(cover),
        }
    }

    /// What one rule says, the easiest and of these the nearest, and how hard it is to see.
    fn by_one_rule(&mut self) -> Option<(Hardness, Step)> {
        let state = &self.state;
        self.speaking.retain(|rule| {
            self.is_speaking[rule.0 as usize] = state.speaks(*rule);
            self.is_speaking[rule.0 as usize]
        });
        let key = |rule: &RuleId| {
            let distance = state.open_terms(*rule).map(|term| self.distance(term.atom)).min();
            (self.hardness(*rule), distance, state.need(*rule).count, *rule)
        };
        let (hardness, _, _, rule) = self.speaking.iter().map(key).min()?;
        let facts = state.forced_by(rule);
        Some((hardness, Step { facts, rules: vec![rule], depth: Depth::One, is_smallest: true }))
    }

    /// The nearest of the easiest covers that are easier than a bound. Players who prefer sums find them as such, and a proof
    /// that no fewer rules say anything new looks at their number alone.
    fn by_cover(&mut self, below: Option<Hardness>) -> Option<Cover> {
        let puzzle = self.puzzle.clone().filter(|puzzle| self.proof_boards == 0 && !puzzle.prefers_sums())?;
        let search = self.covers.get_or_insert_with(|| CoverSearch::new(&puzzle, &self.state));
        let covers = search.easiest(&puzzle, &self.state, below);
        let nearest = |cover: &Cover| cover.step.facts.iter().map(|fact| self.distance(fact.atom)).min();
        let cover = covers.into_iter().min_by_key(nearest)?;
        Some(Cover { step: without_needless_rules(&self.state, cover.step, &self.limits.cancel)?, ..cover })
    }

    /// The nearest of the easiest steps that hold because there is one solution, where that may be used.
    fn by_uniqueness(&self) -> Option<Cover> {
        let puzzle = self.puzzle.as_ref().filter(|_| self.proof_boards == 0)?;
        let covers = cover::of_uniqueness(puzzle, self.state.known());
        let nearest = |cover: &Cover| cover.step.facts.iter().map(|fact| self.distance(fact.atom)).min();
        covers.into_iter().min_by_key(|cover| (cover.hardness, nearest(cover)))
    }

    /// How hard it is to see what one rule implies, judging by the genre's techniques.
    fn hardness(&self, rule: RuleId) -> Hardness {
        let Some(puzzle) = &self.puzzle else { return Hardness::default() };
        let facts = self.state.forced_by(rule);
        let step = Step { facts, rules: vec![rule], depth: Depth::One, is_smallest: true };
        let rule_use = argument::use_of(&self.state, rule);
        case::of_one_rule(puzzle, self.state.known(), &step, rule_use).hardness()
    }

    /// The easiest of what several rules say together, and of these the nearest: a cover, unless there is something easier.
    fn by_several(&mut self, cover: Option<Cover>) -> Option<Step> {
        let techniques = self.puzzle.as_ref().map_or(&[][..], |puzzle| puzzle.genre().techniques);
        if cover.as_ref().is_some_and(|cover| cover.hardness <= Case::least_of_chains(techniques, 0)) {
            return cover.map(|cover| cover.step);
        }
        let goal = match self
            .goal
            .get_or_insert_with(|| Goal::of(&self.model, self.state.known(), &self.limits.cancel))
        {
            Goal::Shared(board) => board.clone(),
            Goal::Nothing => return self.clash(),
            Goal::Stopped(why) => {
                let why = *why;
                return self.stopped(why);
            }
        };
        let mut wrong = wrong_facts(&self.state, &goal);
        wrong.sort_by_key(|fact| (self.distance(fact.atom), fact.atom));
        let adds_up = self.proof_boards == 0 && self.puzzle.as_ref().is_some_and(Puzzle::prefers_sums);
        let step = if adds_up { self.by_sum(&goal, &wrong) } else { Ok(None) };
        let step = step.and_then(|step| match step {
            Some(step) => Ok(Some(step)),
            None if self.proof_boards > 0 => self.by_ease(&wrong, None, cover),
            None => self.by_few_or_lemmas(&wrong, cover),
        });
        match step {
            Ok(step) if self.proof_boards > 0 => self.smallest(step?, &wrong),
            Ok(step) => step,
            Err(why) => self.stopped(why),
        }
    }

    /// The easiest of what no more than `most` rules say together and of a cover; of equally easy steps that of the
    /// fewest rules.
    fn by_ease(
        &mut self,
        wrong: &[Fact],
        most: Option<usize>,
        cover: Option<Cover>,
    ) -> Result<Option<Step>, Stopped> {
        let by_size = self.proof_boards > 0;
        let mut choice = StepChoice::new(self.puzzle.as_ref(), &self.state, by_size, &self.limits.cancel);
        cover.into_iter().for_each(|cover| choice.enter_cover(cover));
        self.several.most = most;
        self.several.search(&self.state, wrong, &mut choice, &self.limits.cancel)?;
        Ok(choice.winner())
    }

    /// The same step proven to be of the fewest rules, or another one of fewer.
    fn smallest(&mut self, mut step: Step, wrong: &[Fact]) -> Option<Step> {
        let mut boards = self.proof_boards;
        while !step.is_smallest {
            match self.witnesses.smaller(
                &self.state,
                wrong,
                step.rules.len(),
                &mut boards,
                &self.limits.cancel,
            ) {
                Ok(Smaller::Found(found)) => step = minimal(&self.state, &found, &self.limits.cancel)?,
                Ok(Smaller::None) => step.is_smallest = true,
                Ok(Smaller::Unknown) => break,
                Err(why) => return self.stopped(why),
            }
        }
        Some(step)
    }

    fn stopped(&mut self, why: Stopped) -> Option<Step> {
        self.ending = Some(Ending::Stopped(why));
        None
    }

    /// If there is no solution: the rules that clash.
    fn clash(&mut self) -> Option<Step> {
        let open: Vec<RuleId> = self.state.rules().filter(|rule| !self.state.need(*rule).is_met()).collect();
        let rules = Submodel::new(&self.state, &open).refute(None, &self.limits.cancel);
        self.ending = Some(match rules {
            Some(rules) => Ending::Clash(rules),
            None => Ending::Stopped(self.limits.cancel.why()),
        });
        None
    }
}

/// What all solutions share.
#[derive(Clone, Debug)]
enum Goal {
    Shared(Board),
    /// There is no solution.
    Nothing,
    /// The search stopped first, and why.
    Stopped(Stopped),
}

impl Goal {
    fn of(model: &Model, known: &Board, cancel: &Cancel) -> Goal {
        let mut engine = Engine::new(model);
        engine.cancel_by(cancel);
        engine.assume(known.facts());
        match engine.common() {
            Common::Board(board) => Goal::Shared(board),
            Common::None => Goal::Nothing,
            Common::Unknown(_, why) => Goal::Stopped(why),
        }
    }
}

/// The negation of every fact still to be derived.
fn wrong_facts(state: &RuleState, goal: &Board) -> Vec<Fact> {
    let open = goal.facts().filter(|fact| state.is_open(fact.atom));
    open.map(Fact::opposite).collect()
}

/// A step from rules that refute a fact: without those that are not needed, and with everything else they say.
fn minimal(state: &RuleState, refutation: &Refutation, cancel: &Cancel) -> Option<Step> {
    let rules = Submodel::new(state, &refutation.rules).refute(Some(refutation.wrong), cancel)?;
    let facts = Submodel::new(state, &rules).forced(cancel);
    // What single rules imply is known already, unless there were too many sums to check.
    let is_smallest = rules.len() <= 2 && state.rules().all(|rule| state.is_heard_out(rule));
    Some(Step { facts, rules, depth: refutation.depth, is_smallest })
}

/// The same step if it needs all its rules, else the smaller one that says the same and what else follows.
fn without_needless_rules(state: &RuleState, step: Step, cancel: &Cancel) -> Option<Step> {
    let fact = *step.facts.first()?;
    let wrong = fact.opposite();
    let smaller =
        minimal(state, &Refutation { wrong, rules: step.rules.clone(), depth: Depth::Chain }, cancel)?;
    Some(if smaller.rules.len() < step.rules.len() { smaller } else { step })
}

/// The different steps behind some refutations, in their order. What one step says is not looked for in others.
fn steps_of(state: &RuleState, found: &[Refutation], cancel: &Cancel) -> Vec<Step> {
    let mut said: BTreeSet<Fact> = BTreeSet::new();
    let mut steps: Vec<Step> = Vec::new();
    for refutation in found {
        let right = refutation.wrong.opposite();
        if !said.contains(&right)
            && let Some(step) = minimal(state, refutation, cancel)
        {
            said.extend(&step.facts);
            steps.push(step);
        }
    }
    steps
}

/// Whether what a rule says, given what it still asks for, is an answer that is printed or what a full law rules out.
fn is_trivial(model: &Model, rule: RuleId, need: &Need, givens: &BTreeSet<RuleId>) -> bool {
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
