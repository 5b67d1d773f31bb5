//! Which of several steps a person would take.

use super::multi_rule::Refutation;
use super::rule_state::RuleState;
use super::{Argument, case, minimal};
use crate::model::Fact;
use crate::puzzle::Puzzle;
use crate::rating::Hardness;
use crate::words::{Case, Step};
use gridwright_base::Cancel;
use std::collections::BTreeSet;

/// Of this many of the nearest steps of one size, the easiest to see is taken.
const COMPARED_STEPS: usize = 8;
/// Of steps with more rules than this, the first is taken.
const MOST_NAMED_RULES: usize = 6;

/// Finds the step of the fewest rules behind some refutations, of these the easiest to see, and of these the first.
pub(super) struct StepChoice<'a> {
    /// Only where there are names for steps, some are easier to see than others of the same size.
    puzzle: Option<&'a Puzzle>,
    state: &'a RuleState,
    cancel: &'a Cancel,
    entered: usize,
    /// The facts of the smallest steps so far: other steps of that size need not yield them again.
    said: BTreeSet<Fact>,
    best: Option<(Hardness, Step)>,
}

impl<'a> StepChoice<'a> {
    pub fn new(puzzle: Option<&'a Puzzle>, state: &'a RuleState, cancel: &'a Cancel) -> StepChoice<'a> {
        StepChoice { puzzle, state, cancel, entered: 0, said: BTreeSet::new(), best: None }
    }

    /// Enters a refutation; true when no other of this size need be looked for.
    pub fn enter(&mut self, refutation: &Refutation) -> bool {
        let size = refutation.rules.len();
        let is_smaller = self.best.as_ref().is_none_or(|(_, best)| size < best.rules.len());
        if is_smaller {
            self.entered = 0;
        }
        let right = Fact { holds: !refutation.wrong.holds, ..refutation.wrong };
        if (is_smaller || !self.said.contains(&right))
            && let Some(step) = minimal(self.state, refutation, self.cancel)
        {
            self.enter_step(step);
        }
        self.entered += 1;
        let Some(puzzle) = self.puzzle.filter(|_| size <= MOST_NAMED_RULES) else { return true };
        let least = Case::least_hardness(puzzle.genre().techniques, size);
        self.entered >= COMPARED_STEPS || self.best.as_ref().is_some_and(|(hardness, _)| *hardness <= least)
    }

    fn enter_step(&mut self, step: Step) {
        let hardness = self.hardness(&step);
        let best = self.best.as_ref().map(|(hardness, best)| (best.rules.len(), *hardness));
        if best.is_none_or(|(size, _)| step.rules.len() < size) {
            self.said.clear();
        }
        self.said.extend(&step.facts);
        if best.is_none_or(|best| (step.rules.len(), hardness) < best) {
            self.best = Some((hardness, step));
        }
    }

    fn hardness(&self, step: &Step) -> Hardness {
        let Some(puzzle) = self.puzzle.filter(|_| step.rules.len() <= MOST_NAMED_RULES) else {
            return Hardness::default();
        };
        // The argument for one of the facts will do.
        let one = Step { facts: step.facts[..1].to_vec(), ..step.clone() };
        let argument = Argument::told(puzzle, self.state, &one);
        case::new(puzzle, self.state.known(), step, argument.as_ref()).hardness()
    }

    /// The step to take.
    pub fn winner(self) -> Option<Step> {
        self.best.map(|(_, step)| step)
    }
}
