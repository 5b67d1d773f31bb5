//! The next step where players add rules up: few rules that have a name, else a sum, else a supposition that ends in one.

use super::multi_rule::Refutation;
use super::submodel::Submodel;
use super::sum::Sum;
use super::{Argument, Explainer, minimal};
use crate::model::{Board, Fact, RuleId, Value};
use crate::words::{Depth, Step};
use gridwright_base::Stopped;

/// Sums are looked for where no step of at most this many rules has a name.
const MOST_RULES_BEFORE_SUMS: usize = 5;
/// Readers can follow an explanation of this many words.
const MOST_WORDS: usize = 60;
/// Of this many of the nearest suppositions, the one that takes the fewest words is taken, unless that is too long.
const COMPARED_SUPPOSITIONS: usize = 16;

impl Explainer {
    /// The step that a player who adds rules up would take; none if no sum helps.
    pub(super) fn by_sum(&mut self, goal: &Board, wrong: &[Fact]) -> Result<Option<Step>, Stopped> {
        let small = self.by_ease(wrong, Some(MOST_RULES_BEFORE_SUMS), None)?;
        if small.as_ref().is_some_and(|step| self.is_named(step)) {
            return Ok(small);
        }
        let solution = |atom| goal.get(atom) == Value::Yes;
        let sum = self.sums.find(&self.state, solution, wrong, &self.limits.cancel)?;
        let is_short = sum.as_ref().is_some_and(Sum::is_short);
        let sum = sum.map(|sum| self.step_of(sum));
        let supposed = if is_short { None } else { self.by_supposition(wrong, sum.is_none())? };
        Ok(sum.into_iter().chain(supposed).min_by_key(|step| self.words(step)))
    }

    /// What a supposition shows that makes rules clash when they are added up, perhaps after telling two cases apart.
    fn by_supposition(&self, wrong: &[Fact], with_cases: bool) -> Result<Option<Step>, Stopped> {
        let open: Vec<RuleId> = self.state.rules().filter(|rule| !self.state.need(*rule).is_met()).collect();
        let whole = Submodel::new(&self.state, &open);
        let cancel = &self.limits.cancel;
        let mut best: Option<(usize, Step)> = None;
        for cases in 0..=usize::from(with_cases) {
            for (tried, &wrong) in wrong.iter().enumerate() {
                cancel.check()?;
                let is_short = best.as_ref().is_some_and(|(words, _)| *words <= MOST_WORDS);
                if is_short && (cases > 0 || tried >= COMPARED_SUPPOSITIONS) {
                    break;
                }
                let step = Argument::to_sum(&self.state, &whole, wrong, cases).and_then(|argument| {
                    let rules = argument.rules();
                    minimal(&self.state, &Refutation { wrong, rules, depth: Depth::Chain }, cancel)
                });
                let step = step.map(|step| (self.words(&step), step));
                best = best.into_iter().chain(step).min_by_key(|(words, _)| *words);
            }
        }
        Ok(best.map(|(_, step)| step))
    }

    /// The step that a sum makes, without the rules that its facts follow without.
    fn step_of(&self, sum: Sum) -> Step {
        let mut rules = sum.rules();
        for rule in sum.rules() {
            let others: Vec<RuleId> = rules.iter().copied().filter(|other| *other != rule).collect();
            let forced = Submodel::new(&self.state, &others).forced(&self.limits.cancel);
            if sum.facts.iter().all(|fact| forced.contains(fact)) {
                rules = others;
            }
        }
        Step { facts: sum.facts, rules, depth: Depth::Sum, is_smallest: false }
    }

    /// How many words it takes to tell a step.
    fn words(&self, step: &Step) -> usize {
        self.puzzle.as_ref().map_or(0, |puzzle| self.tell(puzzle, step).text().split(' ').count())
    }

    fn is_named(&self, step: &Step) -> bool {
        self.puzzle.as_ref().is_some_and(|puzzle| self.tell(puzzle, step).technique.is_some())
    }
}
