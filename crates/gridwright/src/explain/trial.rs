//! What follows from a supposition if every candidate that leads to a contradiction is struck out: a quick test of
//! whether an argument with lemmas is worth looking for.

use super::rule_state::RuleState;
use crate::model::{Atom, Fact, RuleId};

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
