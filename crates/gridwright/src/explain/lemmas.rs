//! The next step where it would take many rules at once: a supposition that leads to a contradiction by way of lemmas.

use super::argument::{LemmaSearch, MOST_CASES_BESIDE_LEMMAS};
use super::cover::Cover;
use super::submodel::Submodel;
use super::trial::Trial;
use super::{Argument, Explainer};
use crate::model::{Fact, RuleId};
use crate::words::{Depth, Step};
use gridwright_base::Stopped;
use std::cmp::Reverse;

/// A chain of conclusions of at most this many rules is short enough to tell as it is.
pub(super) const MOST_RULES_OF_CHAIN: usize = 16;
/// Where lemmas take no more rules than this, the fewest rules may say something that is shorter to tell.
const MOST_RULES_TO_COMPARE: usize = 20;
/// This many of the suppositions with the most consequences are tried before the others.
const PROMISING: usize = 64;
/// Of this many suppositions that lead to a contradiction, the one that takes least to tell is taken.
const COMPARED_SUPPOSITIONS: usize = 6;
/// Of the steps found beside the last one, this many of the shortest are told again.
const TOLD_AGAIN: usize = 2;
/// An argument of this many words is short enough.
const SHORT: usize = 300;
/// Where the shortest takes more words, more suppositions are compared, and more of them told again.
const LONG: usize = 380;
const COMPARED_WHERE_LONG: usize = 12;
const TOLD_WHERE_LONG: usize = 4;

/// How many rules a lemma may take, and how often cases may be told apart. Each is tried only where those before it lead
/// nowhere.
const LEVELS: [(usize, usize); 3] = [(9, 0), (24, 0), (16, MOST_CASES_BESIDE_LEMMAS)];

impl Explainer {
    /// What few rules say together; else what takes least to tell with lemmas; else what the fewest rules say.
    pub(super) fn by_few_or_lemmas(
        &mut self,
        wrong: &[Fact],
        cover: Option<Cover>,
    ) -> Result<Option<Step>, Stopped> {
        if let Some(step) = self.by_ease(wrong, Some(MOST_RULES_OF_CHAIN), cover)? {
            return Ok(Some(step));
        }
        let Some((length, step)) = self.by_lemmas(wrong)? else { return self.by_ease(wrong, None, None) };
        if step.rules.len() > MOST_RULES_TO_COMPARE {
            return Ok(Some(step));
        }
        let fewest = self.by_ease(wrong, None, None)?;
        let argument = fewest.as_ref().and_then(|fewest| Argument::of_step(&self.state, fewest, false));
        let is_longer = argument.is_none_or(|argument| argument.words() > length);
        Ok(if is_longer { Some(step) } else { fewest })
    }

    fn by_lemmas(&mut self, wrong: &[Fact]) -> Result<Option<(usize, Step)>, Stopped> {
        self.pending.retain(|(_, step)| self.state.is_open(step.facts[0].atom));
        if self.pending.is_empty() {
            self.pending = self.with_lemmas(wrong, COMPARED_SUPPOSITIONS)?;
        }
        let mut least = self.least_pending(TOLD_AGAIN);
        if least.as_ref().is_some_and(|(length, _)| *length > LONG) {
            self.pending = self.with_lemmas(wrong, COMPARED_WHERE_LONG)?;
            let other = self.least_pending(TOLD_WHERE_LONG);
            least = least.into_iter().chain(other).min_by_key(|(length, _)| *length);
        }
        self.limits.cancel.check()?;
        Ok(least)
    }

    /// The shortest of the first steps to tell, by the rules that telling it takes now.
    fn least_pending(&mut self, told: usize) -> Option<(usize, Step)> {
        self.pending.sort_by_key(|(length, _)| *length);
        let told = self.pending.iter().take(told).filter_map(|(_, step)| self.told_again(step));
        let least = told.min_by_key(|(length, _)| *length)?;
        Some(self.shortened(least.0, least.1))
    }

    /// Steps that take lemmas, with how long it takes to tell them.
    fn with_lemmas(&self, wrong: &[Fact], compared: usize) -> Result<Vec<(usize, Step)>, Stopped> {
        let cancel = &self.limits.cancel;
        let mut trial = Trial::new(&self.state);
        let mut promising: Vec<Fact> = wrong.to_vec();
        promising.sort_by_cached_key(|wrong| Reverse(trial.consequences(*wrong)));
        let mut refuted: Vec<(usize, Fact)> = Vec::new();
        for (tried, &wrong) in promising.iter().enumerate() {
            cancel.check()?;
            if tried % PROMISING == 0 && !refuted.is_empty() {
                break;
            }
            refuted.extend(trial.struck_out(wrong).map(|struck| (struck, wrong)));
        }
        refuted.sort_by_key(|(struck, _)| *struck);
        let refuted: Vec<Fact> = refuted.into_iter().map(|(_, wrong)| wrong).collect();

        let open: Vec<RuleId> = self.state.rules().filter(|rule| !self.state.need(*rule).is_met()).collect();
        let whole = Submodel::new(&self.state, &open);
        let mut lemmas = LemmaSearch { cancel: cancel.clone(), ..LemmaSearch::with_cases(0) };
        let candidates: Vec<Fact> = whole.model().atoms().map(|atom| Fact { atom, holds: true }).collect();
        for (rules, cases) in LEVELS {
            lemmas.several.most = Some(rules);
            lemmas.most_cases = cases;
            // What is found out now need not be found out again under every supposition.
            lemmas.several.chains(&whole.state(), &candidates, cancel)?;
            let suppositions = if cases == 0 { &refuted } else { &promising };
            let mut found: Vec<(usize, Step)> = Vec::new();
            for &wrong in suppositions {
                cancel.check()?;
                let argument = Argument::by_lemmas(&self.state, &whole, wrong, &lemmas);
                found.extend(argument.map(|argument| {
                    let (facts, rules) = (vec![wrong.opposite()], argument.rules());
                    (argument.words(), Step { facts, rules, depth: Depth::Lemmas, is_smallest: false })
                }));
                if found.len() == compared {
                    break;
                }
            }
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    /// A step by the rules that telling it takes now, and how long that is.
    fn told_again(&self, step: &Step) -> Option<(usize, Step)> {
        let mut step = step.clone();
        loop {
            let argument = Argument::of_step(&self.state, &step, false)?;
            let rules = argument.rules();
            if rules.len() == step.rules.len() {
                return Some((argument.words(), step));
            }
            step.rules = rules;
        }
    }

    /// A long step without the rules that make it longer.
    fn shortened(&self, mut length: usize, mut step: Step) -> (usize, Step) {
        let wrong = step.facts[0].opposite();
        for left_out in step.rules.clone() {
            let Ok(at) = step.rules.binary_search(&left_out) else { continue };
            if length <= SHORT {
                break;
            }
            let mut shorter = step.clone();
            shorter.rules.remove(at);
            let others = Submodel::new(&self.state, &shorter.rules);
            let is_enough = |wrong| Trial::new(&others.state()).struck_out(wrong).is_some();
            if others.own(wrong).is_some_and(is_enough)
                && let Some((less, shorter)) = self.told_again(&shorter)
                && less <= length
            {
                (length, step) = (less, shorter);
            }
        }
        (length, step)
    }
}
