//! Rounds in the order of ease: each takes everything that is no harder to see than what was needed before, else all of the
//! easiest steps. The hardest of these rounds is the rating where that is what players ask about a puzzle.

use super::cover::{self, Cover, CoverSearch};
use super::grade::{Grading, Round};
use super::multi_rule::{Choice, Refutation};
use super::rule_state::RuleState;
use super::{Ungraded, argument, case, is_trivial, minimal};
use crate::model::{Atom, Board, Fact};
use crate::puzzle::Puzzle;
use crate::rating::Hardness;
use crate::words::{Case, Depth, Step, unnamed};
use std::collections::BTreeMap;

/// Steps of more rules than this are as hard as if they had no name.
const MOST_NAMED_RULES: usize = 9;

/// A step, its hardness and its name, by the puzzle's numbers.
struct Judged {
    hardness: Hardness,
    name: String,
    step: Step,
}

/// A puzzle that is solved by the easiest steps.
pub(super) struct EasiestFirst {
    grading: Grading,
    /// By the puzzle's numbers, as the names of steps are.
    state: RuleState,
    covers: CoverSearch,
    /// By atom of the puzzle: its canonical number.
    numbers: Vec<Atom>,
    /// What was needed so far.
    pub hardest: Hardness,
    /// It ends when something harder is needed.
    most: Option<Hardness>,
}

impl EasiestFirst {
    pub fn new(grading: Grading, most: Option<Hardness>) -> EasiestFirst {
        let state = RuleState::new(&grading.model);
        let covers = CoverSearch::new(&grading.puzzle, &state);
        let mut numbers = vec![Atom(0); grading.canonical.atoms.len()];
        for (number, atom) in (0..).map(Atom).zip(&grading.canonical.atoms) {
            numbers[atom.index()] = number;
        }
        EasiestFirst { grading, state, covers, numbers, hardest: Hardness::default(), most }
    }

    pub fn known(&self) -> &Board {
        self.state.known()
    }

    /// The next round; `None` when all is known that can be.
    pub fn next(&mut self) -> Result<Option<Round>, Ungraded> {
        let singles = self.single_rules()?;
        let least = singles.iter().map(|single| single.hardness).min();
        let mut covers = self.covers.easiest(&self.grading.puzzle, &self.state, least);
        if singles.is_empty() {
            covers.extend(cover::of_uniqueness(&self.grading.puzzle, self.state.known()));
            let least = covers.iter().map(|cover| cover.hardness).min();
            covers.retain(|cover| Some(cover.hardness) == least);
        }
        let mut steps = match covers.first() {
            None if !singles.is_empty() => singles,
            Some(_) if !singles.is_empty() => self.covering(covers),
            Some(cover) if cover.hardness <= self.hardest.max(self.least_of_chains(0)) => {
                self.covering(covers)
            }
            _ => self.several_rules(covers)?,
        };
        let Some(least) = steps.iter().map(|step| step.hardness).min() else { return Ok(None) };
        self.hardest = self.hardest.max(least);
        if self.most.is_some_and(|most| self.hardest > most) {
            return Err(Ungraded::TooHard);
        }
        steps.retain(|step| step.hardness <= self.hardest);
        steps.iter().for_each(|judged| self.take(&judged.step));
        let mut names: BTreeMap<(usize, String), usize> = BTreeMap::new();
        for judged in &steps {
            *names.entry((judged.step.rules.len(), judged.name.clone())).or_default() += 1;
        }
        let easiest = steps.iter().map(|step| (step.hardness, &step.name)).min();
        let easiest = easiest.map(|(_, name)| name.clone()).unwrap_or_default();
        let size = steps.iter().map(|judged| judged.step.rules.len()).min().unwrap_or(0);
        Ok(Some(Round { size, names, hardness: least, easiest }))
    }

    fn least_of_chains(&self, rules: usize) -> Hardness {
        Case::least_of_chains(self.grading.puzzle.genre().techniques, rules)
    }

    fn take(&mut self, step: &Step) {
        for fact in &step.facts {
            if self.state.is_open(fact.atom) {
                self.state.learn(*fact);
                self.grading.rounds.state.learn(Fact { atom: self.numbers[fact.atom.index()], ..*fact });
            }
        }
    }

    /// What single rules say, once everything trivial is taken.
    fn single_rules(&mut self) -> Result<Vec<Judged>, Ungraded> {
        loop {
            self.grading.rounds.cancel.check().map_err(Ungraded::Stopped)?;
            let state = &self.state;
            let of_rule = |rule| Step {
                facts: state.forced_by(rule),
                rules: vec![rule],
                depth: Depth::One,
                is_smallest: true,
            };
            let speaking = state.rules().filter(|rule| state.speaks(*rule)).map(of_rule);
            let Grading { model, givens, puzzle, .. } = &self.grading;
            let (trivial, others): (Vec<Step>, Vec<Step>) = speaking
                .partition(|step| is_trivial(model, step.rules[0], state.need(step.rules[0]), givens));
            if trivial.is_empty() {
                let judged = |step: Step| {
                    let rule_use = argument::use_of(state, step.rules[0]);
                    let case = case::of_one_rule(puzzle, state.known(), &step, rule_use);
                    let (hardness, name) = (case.hardness(), case.name());
                    Judged { hardness, name, step }
                };
                return Ok(others.into_iter().map(judged).collect());
            }
            trivial.iter().for_each(|step| self.take(step));
        }
    }

    fn covering(&self, covers: Vec<Cover>) -> Vec<Judged> {
        let judged = |Cover { hardness, name, step }| Judged { hardness, name: name.to_string(), step };
        covers.into_iter().map(judged).collect()
    }

    /// The easiest of what several rules say together, and of the easiest covers.
    fn several_rules(&mut self, covers: Vec<Cover>) -> Result<Vec<Judged>, Ungraded> {
        let wrong = self.grading.rounds.wrong_facts(&self.grading.canonical.model)?;
        let mut several = std::mem::take(&mut self.grading.rounds.several);
        several.most = None;
        let best = covers.first().map(|cover| cover.hardness);
        let mut found = Found { ease: self, best, steps: Vec::new() };
        let cancel = &self.grading.rounds.cancel;
        let result = several.search(&self.grading.rounds.state, &wrong, &mut found, cancel);
        let (best, steps) = (found.best, found.steps);
        self.grading.rounds.several = several;
        result.map_err(Ungraded::Stopped)?;
        if best.is_none() && !wrong.is_empty() {
            self.grading.rounds.cancel.check().map_err(Ungraded::Stopped)?;
            return Err(Ungraded::TooHard);
        }
        let bound = best.unwrap_or_default().max(self.hardest);
        let mut judged = self.covering(covers);
        for (hardness, step) in steps.into_iter().filter(|(hardness, _)| *hardness <= bound) {
            let name = self.grading.look(&step, self.state.known(), |case| case.name());
            judged.push(Judged { hardness, name, step: self.grading.whole_step(&step) });
        }
        Ok(judged)
    }
}

/// What was found, by the canonical numbers.
struct Found<'a> {
    ease: &'a EasiestFirst,
    best: Option<Hardness>,
    steps: Vec<(Hardness, Step)>,
}

impl Choice for Found<'_> {
    fn enter(&mut self, refutation: &Refutation) -> bool {
        let EasiestFirst { grading, state, .. } = self.ease;
        let right = refutation.wrong.opposite();
        if !self.steps.iter().any(|(_, step)| step.facts.contains(&right))
            && let Some(step) = minimal(&grading.rounds.state, refutation, &grading.rounds.cancel)
        {
            let hardness = match step.rules.len() {
                size if size > MOST_NAMED_RULES => unnamed(size),
                _ => grading.look(&step, state.known(), |case| case.hardness()),
            };
            self.best = Some(self.best.map_or(hardness, |best| best.min(hardness)));
            self.steps.push((hardness, step));
        }
        false
    }

    fn wants(&self, rules: usize) -> bool {
        let least = self.ease.least_of_chains(rules);
        self.ease.most.is_none_or(|most| least <= most)
            && self.best.is_none_or(|best| best > self.ease.hardest && least < best)
    }
}

/// Whether a puzzle is rated by its hardest step.
pub(super) fn is_for(puzzle: &Puzzle) -> bool {
    puzzle.genre().is_rated_by_hardest
}
