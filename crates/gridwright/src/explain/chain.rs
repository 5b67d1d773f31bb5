//! Chains in the narrow sense: a path through all rules of a step, in turn by what they allow and by what they need.

use super::rule_state::RuleState;
use crate::model::{Atom, Fact, RuleId};
use crate::words::{Chain, Link, Step};

/// Longer chains are not looked for.
const MOST_RULES: usize = 25;
/// Of a step with more facts, only these are looked at.
const MOST_FACTS: usize = 12;
/// Nor are chains with more places left for something: they are no path.
const MOST_OPEN: usize = 12;

/// The chains behind a step that use all its rules, one for each fact that has one.
pub(super) fn all(state: &RuleState, step: &Step) -> Vec<Chain> {
    let rules: Option<Vec<Own>> = step.rules.iter().map(|rule| Own::new(state, *rule)).collect();
    let Some(rules) = rules else { return Vec::new() };
    if !(3..=MOST_RULES).contains(&rules.len()) || rules.len().is_multiple_of(2) {
        return Vec::new();
    }
    let find = |shows: Fact| {
        let mut walk =
            Walk { rules: &rules, shows, is_used: vec![false; rules.len()], links: Vec::new(), left: 2_000 };
        walk.go(&[shows.atom], shows.holds).then_some(Chain { shows, links: walk.links })
    };
    step.facts.iter().take(MOST_FACTS).filter_map(|fact| find(*fact)).collect()
}

/// A rule of the step.
struct Own {
    rule: RuleId,
    open: Vec<Atom>,
    /// Whether one of the open atoms must hold, and whether only one may.
    needs_one: bool,
    takes_one: bool,
}

impl Own {
    fn new(state: &RuleState, rule: RuleId) -> Option<Own> {
        let need = state.need(rule);
        if state.max_weight(rule) != 1 || need.count as usize > MOST_OPEN {
            return None;
        }
        let open = state.open_terms(rule).map(|term| term.atom).collect();
        Some(Own { rule, open, needs_one: need.lo == 1, takes_one: need.hi == 1 })
    }
}

struct Walk<'a> {
    rules: &'a [Own],
    shows: Fact,
    is_used: Vec<bool>,
    links: Vec<Link>,
    /// How many more links may be tried.
    left: u32,
}

impl Walk<'_> {
    /// Goes on from some atoms: by a rule that needs another one if they fail, or by one that allows no other besides
    /// them. True once the path has come back to the fact by way of all rules.
    fn go(&mut self, from: &[Atom], is_strong: bool) -> bool {
        for number in 0..self.rules.len() {
            let own = &self.rules[number];
            let fits = if is_strong { own.needs_one } else { own.takes_one };
            if self.is_used[number] || !fits || !from.iter().all(|atom| own.open.contains(atom)) {
                continue;
            }
            let is_last = self.links.len() + 1 == self.rules.len();
            let others: Vec<Atom> = own.open.iter().copied().filter(|atom| !from.contains(atom)).collect();
            let targets: Vec<Vec<Atom>> = match (is_strong, is_last) {
                (true, true) => {
                    Some(others).filter(|others| others[..] == [self.shows.atom]).into_iter().collect()
                }
                (false, true) => {
                    others.contains(&self.shows.atom).then(|| vec![self.shows.atom]).into_iter().collect()
                }
                (true, false) => {
                    vec![others].into_iter().filter(|others| !others.contains(&self.shows.atom)).collect()
                }
                // What the next rule has in common with this one.
                (false, false) => {
                    let unused = (0..self.rules.len()).filter(|next| *next != number && !self.is_used[*next]);
                    let common = |next: usize| -> Vec<Atom> {
                        let open = self.rules[next].open.iter().copied();
                        open.filter(|atom| others.contains(atom)).collect()
                    };
                    let mut common: Vec<Vec<Atom>> =
                        unused.map(common).filter(|atoms| !atoms.is_empty()).collect();
                    common.sort();
                    common.dedup();
                    common
                }
            };
            for to in targets {
                let Some(left) = self.left.checked_sub(1) else { return false };
                self.left = left;
                self.is_used[number] = true;
                self.links.push(Link { rule: own.rule, is_strong, from: from.to_vec(), to: to.clone() });
                if is_last || self.go(&to, !is_strong) {
                    return true;
                }
                self.links.pop();
                self.is_used[number] = false;
            }
        }
        false
    }
}
