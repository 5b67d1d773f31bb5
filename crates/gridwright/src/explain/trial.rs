//! What follows from a supposition if every candidate that leads to a contradiction is struck out: a quick test of
//! whether an argument with lemmas is worth looking for.

use super::multi_rule::{MultiRuleSearch, Refutation};
use super::rule_state::RuleState;
use crate::model::{Atom, Fact, RuleId};
use gridwright_base::Cancel;
use std::cmp::Reverse;

/// A board on which things are tried and taken back.
pub(super) struct Trial {
    state: RuleState,
    /// What was written down, in order.
    trail: Vec<Fact>,
    /// Rules that may have something to say.
    changed: Vec<RuleId>,
}

impl Trial {
    pub fn new(state: &RuleState) -> Trial {
        Trial { state: state.clone(), trail: Vec::new(), changed: Vec::new() }
    }

    /// How much follows from a fact, one rule at a time.
    pub fn consequences(&mut self, fact: Fact) -> usize {
        self.is_possible(fact);
        let number = self.trail.len();
        self.back_to(0);
        number
    }

    /// How many candidates are struck out before a fact leads to a contradiction; `None` if it does not.
    pub fn struck_out(&mut self, fact: Fact) -> Option<usize> {
        let struck = if self.is_possible(fact) { self.strike_out() } else { Some(0) };
        self.back_to(0);
        struck
    }

    /// Lemmas by which a fact leads to a contradiction, none of which can be left out; `None` if cases must be told apart.
    pub fn lemmas_against(
        &mut self,
        fact: Fact,
        several: &mut MultiRuleSearch,
        cancel: &Cancel,
    ) -> Option<Vec<Refutation>> {
        let mut drawn: Vec<Refutation> = Vec::new();
        let mut is_possible = self.is_possible(fact);
        while is_possible {
            let open =
                (0..self.state.known().len() as u32).map(Atom).filter(|atom| self.state.is_open(*atom));
            let candidates: Vec<Fact> = open.map(|atom| Fact { atom, holds: true }).collect();
            let refuted =
                several.chains(&self.state, &candidates, cancel).ok().filter(|found| !found.is_empty());
            let Some(refuted) = refuted else { break };
            for lemma in refuted {
                if is_possible && self.state.is_open(lemma.wrong.atom) {
                    is_possible = self.is_possible(lemma.wrong.opposite());
                    drawn.push(lemma);
                }
            }
        }
        self.back_to(0);
        if is_possible {
            return None;
        }
        // The largest first, and of these the last.
        let mut by_size: Vec<Refutation> = drawn.iter().rev().cloned().collect();
        by_size.sort_by_key(|lemma| Reverse(lemma.rules.len()));
        for lemma in by_size {
            let others: Vec<Refutation> = drawn.iter().filter(|other| **other != lemma).cloned().collect();
            if self.is_refuted_by(fact, &others) {
                drawn = others;
            }
        }
        Some(drawn)
    }

    /// Whether a fact leads to a contradiction by way of these lemmas.
    fn is_refuted_by(&mut self, fact: Fact, lemmas: &[Refutation]) -> bool {
        let mut is_possible = self.is_possible(fact);
        let mut has_more = true;
        while is_possible && has_more {
            has_more = false;
            for lemma in lemmas {
                if is_possible && self.state.is_open(lemma.wrong.atom) && self.refutes(lemma) {
                    is_possible = self.is_possible(lemma.wrong.opposite());
                    has_more = true;
                }
            }
        }
        self.back_to(0);
        !is_possible
    }

    /// Whether the rules of a lemma refute its fact one after the other, given what is written down.
    pub fn refutes(&mut self, lemma: &Refutation) -> bool {
        let before = self.trail.len();
        self.learn(lemma.wrong);
        let is_refuted = loop {
            if lemma.rules.iter().any(|rule| self.state.is_impossible(*rule)) {
                break true;
            }
            let known = self.trail.len();
            for &rule in &lemma.rules {
                for fact in self.state.forced_by(rule) {
                    self.learn(fact);
                }
            }
            if self.trail.len() == known {
                break false;
            }
        };
        self.changed.clear();
        self.back_to(before);
        is_refuted
    }

    fn strike_out(&mut self) -> Option<usize> {
        let mut struck = 0;
        loop {
            let before = struck;
            for atom in (0..self.state.known().len() as u32).map(Atom) {
                if !self.state.is_open(atom) {
                    continue;
                }
                let (candidate, length) = (Fact { atom, holds: true }, self.trail.len());
                let is_possible = self.is_possible(candidate);
                self.back_to(length);
                if !is_possible {
                    struck += 1;
                    if !self.is_possible(candidate.opposite()) {
                        return Some(struck);
                    }
                }
            }
            if struck == before {
                return None;
            }
        }
    }

    /// Writes a fact down with all that follows from it; false if that contradicts itself.
    fn is_possible(&mut self, fact: Fact) -> bool {
        self.learn(fact);
        while let Some(rule) = self.changed.pop() {
            if self.state.is_impossible(rule) {
                self.changed.clear();
                return false;
            }
            for fact in self.state.forced_by(rule) {
                self.learn(fact);
            }
        }
        true
    }

    fn learn(&mut self, fact: Fact) {
        self.state.learn(fact);
        self.trail.push(fact);
        self.changed.extend(self.state.places(fact.atom).iter().map(|place| place.rule));
    }

    fn back_to(&mut self, length: usize) {
        for fact in self.trail.drain(length..).rev() {
            self.state.unlearn(fact);
        }
    }
}
