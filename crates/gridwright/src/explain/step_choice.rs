//! Which of several steps a person would take.

use super::cover::Cover;
use super::multi_rule::{Choice, Refutation};
use super::rule_state::RuleState;
use super::{Argument, case, chain, minimal};
use crate::model::Fact;
use crate::puzzle::Puzzle;
use crate::rating::Hardness;
use crate::words::{Case, Step, Technique, unnamed};
use gridwright_base::Cancel;
use std::collections::BTreeSet;

/// Of this many of the nearest steps of one size, the easiest to see is taken.
const COMPARED_STEPS: usize = 8;
/// All steps of up to so many rules are compared as long as the easiest is no easier than one without a name.
const MOST_COMPARED_RULES: usize = 7;
/// Of steps with more rules than this, the first is taken.
const MOST_NAMED_RULES: usize = 9;

/// Finds the easiest step behind some refutations, of these that of the fewest rules, and of these the first.
pub(super) struct StepChoice<'a> {
    /// Only where there are names for steps, some are easier to see than others of the same size.
    puzzle: Option<&'a Puzzle>,
    state: &'a RuleState,
    cancel: &'a Cancel,
    /// Whether steps of fewer rules come first, however hard they are to see.
    by_size: bool,
    /// The size that was entered last, and how often.
    entered: (usize, usize),
    /// What the steps so far say: others need not say it again.
    said: BTreeSet<Fact>,
    best: Option<(Hardness, Step)>,
}

impl<'a> StepChoice<'a> {
    pub fn new(
        puzzle: Option<&'a Puzzle>,
        state: &'a RuleState,
        by_size: bool,
        cancel: &'a Cancel,
    ) -> StepChoice<'a> {
        StepChoice { puzzle, state, cancel, by_size, entered: (0, 0), said: BTreeSet::new(), best: None }
    }

    fn techniques(&self) -> &'static [Technique] {
        self.puzzle.map_or(&[], |puzzle| puzzle.genre().techniques)
    }

    fn key(&self, hardness: Hardness, size: usize) -> (Option<usize>, Hardness, usize) {
        (self.by_size.then_some(size), hardness, size)
    }

    /// Enters a cover.
    pub fn enter_cover(&mut self, cover: Cover) {
        self.said.extend(&cover.step.facts);
        self.best = Some((cover.hardness, cover.step));
    }

    fn enter_step(&mut self, step: Step) {
        let hardness = self.hardness(&step);
        self.said.extend(&step.facts);
        let is_better = |(own, best): &(Hardness, Step)| {
            self.key(hardness, step.rules.len()) < self.key(*own, best.rules.len())
        };
        if self.best.as_ref().is_none_or(is_better) {
            self.best = Some((hardness, step));
        }
    }

    fn hardness(&self, step: &Step) -> Hardness {
        let size = step.rules.len();
        let Some(puzzle) = self.puzzle.filter(|_| size <= MOST_NAMED_RULES) else { return unnamed(size) };
        let chains = chain::all(self.state, step);
        if !chains.is_empty() {
            return case::new(puzzle, self.state.known(), step, None, chains).hardness();
        }
        // The argument for one of the facts will do.
        let one = Step { facts: step.facts[..1].to_vec(), ..step.clone() };
        let argument = Argument::told(puzzle, self.state, &one);
        case::new(puzzle, self.state.known(), step, argument.as_ref(), Vec::new()).hardness()
    }

    /// The step to take.
    pub fn winner(self) -> Option<Step> {
        self.best.map(|(_, step)| step)
    }
}

impl Choice for StepChoice<'_> {
    fn enter(&mut self, refutation: &Refutation) -> bool {
        let size = refutation.rules.len();
        self.entered = if self.entered.0 == size { (size, self.entered.1 + 1) } else { (size, 1) };
        let right = refutation.wrong.opposite();
        let is_smaller = self.best.as_ref().is_some_and(|(_, best)| size < best.rules.len());
        if (is_smaller || !self.said.contains(&right))
            && let Some(step) = minimal(self.state, refutation, self.cancel)
        {
            self.enter_step(step);
        }
        if self.puzzle.is_none() || size > MOST_NAMED_RULES {
            return true;
        }
        // One that has no name yet may hide something easier.
        let is_named =
            self.best.as_ref().is_some_and(|(hardness, best)| *hardness < unnamed(best.rules.len()));
        (is_named || size > MOST_COMPARED_RULES) && self.entered.1 >= COMPARED_STEPS || !self.wants(size)
    }

    fn wants(&self, rules: usize) -> bool {
        self.best.as_ref().is_none_or(|(hardness, best)| {
            let least = Case::least_of_chains(self.techniques(), rules);
            self.key(least, rules) < self.key(*hardness, best.rules.len())
        })
    }
}
