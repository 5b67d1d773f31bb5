//! Sums: rules that need something and rules that allow something, added up.
//!
//! "Rows 1 to 3 need six stars; these three regions, which hold six, have all their cells there; so nothing else there is
//! a star." Whether there is such a sum is what a linear program tells ([`linear`](super::linear)); its multipliers, made
//! whole, are how often each rule counts. Every sum is checked in integers.

use super::linear::{Inequalities, Outcome};
use super::rule_state::RuleState;
use crate::model::{Atom, Fact, RuleId, Value};
use gridwright_base::{Cancel, Stopped};
use std::collections::BTreeMap;

/// Rules that add up to something, and how often each is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// For what they need.
    pub needs: Vec<(RuleId, u32)>,
    /// For what they allow.
    pub limits: Vec<(RuleId, u32)>,
    /// All that follows.
    pub facts: Vec<Fact>,
}

/// How often a rule may be counted.
const MOST_TIMES: f64 = 6.0;
const MOST_PIVOTS: usize = 600;
/// Larger tables take too long.
const MOST_CELLS: usize = 1 << 20;
/// Of this many of the nearest sums, the one of the fewest rules is taken; of all if none of these is short.
const COMPARED_SUMS: usize = 8;
/// Sums that count rules so many times more often than the best so far has rules are not looked for.
const MOST_LONGER: usize = 2;
/// People add up no more rules than this if they can help it.
const MOST_RULES_OF_SHORT: usize = 7;

impl Sum {
    /// The rules, in order, each once.
    pub(super) fn rules(&self) -> Vec<RuleId> {
        let mut rules: Vec<RuleId> = self.needs.iter().chain(&self.limits).map(|(rule, _)| *rule).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// How many rules are counted, and how often in all.
    pub(super) fn size(&self) -> (usize, u32) {
        let counted = self.needs.iter().chain(&self.limits);
        (self.needs.len() + self.limits.len(), counted.map(|(_, times)| times).sum())
    }

    /// Whether it takes few rules.
    pub(super) fn is_short(&self) -> bool {
        self.size().0 <= MOST_RULES_OF_SHORT
    }

    /// A sum of some of these rules that refutes a fact.
    pub(super) fn of_rules(state: &RuleState, rules: &[RuleId], wrong: Fact) -> Option<Sum> {
        let table = Table::new(state, rules.iter().copied(), |atom| atom == wrong.atom && !wrong.holds)?;
        table.refute(state, wrong, None).ok().flatten()
    }

    /// A sum of some rules that clash.
    pub(super) fn of_clash(state: &RuleState) -> Option<Sum> {
        let table = Table::new(state, state.rules(), |_| false)?;
        table.smallest(state, None, None).ok().flatten()
    }

    /// With the rules' numbers on another board.
    pub(super) fn renumbered(mut self, number: impl Fn(RuleId) -> RuleId) -> Sum {
        self.needs.iter_mut().chain(&mut self.limits).for_each(|(rule, _)| *rule = number(*rule));
        self
    }

    /// What rules counted so often say together.
    pub(super) fn new(state: &RuleState, needs: Vec<(RuleId, u32)>, limits: Vec<(RuleId, u32)>) -> Sum {
        let mut sum = Sum { needs, limits, facts: Vec::new() };
        let totals = sum.totals(state);
        let slack = totals.slack();
        // An atom that is counted more often as allowed than as needed takes room from the others.
        sum.facts = totals
            .weights
            .iter()
            .filter(|(_, weight)| weight.abs() > slack)
            .map(|(atom, weight)| Fact { atom: *atom, holds: *weight < 0 })
            .collect();
        sum
    }

    pub(super) fn totals(&self, state: &RuleState) -> Totals {
        let mut totals = Totals { weights: BTreeMap::new(), needed: 0, allowed: 0 };
        let signed = self
            .limits
            .iter()
            .map(|counted| (counted, 1))
            .chain(self.needs.iter().map(|counted| (counted, -1)));
        for (&(rule, times), sign) in signed {
            let (need, times) = (state.need(rule), i64::from(times));
            if sign > 0 {
                totals.allowed += times * need.hi
            } else {
                totals.needed += times * need.lo
            }
            for term in state.open_terms(rule) {
                *totals.weights.entry(term.atom).or_default() += sign * times * term.weight();
            }
        }
        totals
    }
}

/// What a sum comes to.
pub(super) struct Totals {
    /// By atom: how much more it is counted as allowed than as needed.
    pub weights: BTreeMap<Atom, i64>,
    pub needed: i64,
    pub allowed: i64,
}

impl Totals {
    /// How much the atoms that are only needed, or more so, can contribute.
    pub fn outside(&self) -> i64 {
        -self.weights.values().filter(|weight| **weight < 0).sum::<i64>()
    }

    /// How much more is allowed than needed.
    pub fn slack(&self) -> i64 {
        self.allowed + self.outside() - self.needed
    }
}

/// Rules as inequalities about how a board differs from another one.
struct Table {
    /// By variable.
    atoms: Vec<Atom>,
    /// By atom: its variable, and whether the other board has it.
    variables: BTreeMap<Atom, (usize, bool)>,
    /// By inequality: the rule, and whether it is about what it needs.
    uses: Vec<(RuleId, bool)>,
    inequalities: Inequalities,
}

impl Table {
    /// `None` if it were too large.
    fn new(
        state: &RuleState,
        rules: impl Iterator<Item = RuleId>,
        other: impl Fn(Atom) -> bool,
    ) -> Option<Table> {
        let asking: Vec<RuleId> = rules.filter(|rule| !state.need(*rule).is_met()).collect();
        let mut atoms: Vec<Atom> =
            asking.iter().flat_map(|rule| state.open_terms(*rule)).map(|term| term.atom).collect();
        atoms.sort_unstable();
        atoms.dedup();
        if atoms.len() * asking.len() > MOST_CELLS {
            return None;
        }
        let variables: BTreeMap<Atom, (usize, bool)> =
            atoms.iter().enumerate().map(|(variable, atom)| (*atom, (variable, other(*atom)))).collect();
        let mut uses = Vec::new();
        let mut inequalities = Inequalities::new(atoms.len());
        for rule in asking {
            let need = state.need(rule);
            let had: i64 =
                state.open_terms(rule).filter(|term| variables[&term.atom].1).map(|term| term.weight()).sum();
            for is_need in [true, false] {
                let (asks, sign, bound) = match is_need {
                    true => (need.lo > 0, -1, had - need.lo),
                    false => (need.open > need.hi, 1, need.hi - had),
                };
                if asks {
                    let terms = state.open_terms(rule).map(|term| {
                        let (variable, has) = variables[&term.atom];
                        (variable, if has { -sign } else { sign } * term.weight())
                    });
                    inequalities.add(terms, bound);
                    uses.push((rule, is_need));
                }
            }
        }
        Some(Table { atoms, variables, uses, inequalities })
    }

    /// The smallest sum that refutes a fact, if there is one that counts rules no more often than `most` in all; else perhaps
    /// how the inequalities can be kept.
    fn refute(&self, state: &RuleState, wrong: Fact, most: Option<usize>) -> Result<Option<Sum>, Vec<f64>> {
        let Some(&(variable, has)) = self.variables.get(&wrong.atom) else { return Ok(None) };
        debug_assert_ne!(has, wrong.holds, "the other board has what is right");
        let right = wrong.opposite();
        Ok(self.smallest(state, Some(variable), most)?.filter(|sum| sum.facts.contains(&right)))
    }

    /// The smallest sum that clashes, perhaps with a variable set to 1.
    fn smallest(
        &self,
        state: &RuleState,
        variable: Option<usize>,
        most: Option<usize>,
    ) -> Result<Option<Sum>, Vec<f64>> {
        let mut costs = vec![1.0; self.uses.len()];
        // Rules counted `n` times clash by at least 1, so each of them has to be relaxed by 1/n or more.
        let mut least = most.map_or(0.0, |most| 1.0 / (most as f64 + 0.5));
        let mut best: Option<Sum> = None;
        for _ in 0..2 {
            let multipliers = match self.inequalities.clash(variable, &costs, least, MOST_PIVOTS) {
                Outcome::Kept(values) => return Err(values),
                Outcome::Unknown => break,
                Outcome::Clash(multipliers) => multipliers,
            };
            // Once more, with what is counted much at a lower price: that leaves fewer rules.
            let highest = multipliers.iter().fold(0.0, |a: f64, b| a.max(*b));
            costs = multipliers.iter().map(|times| 1.0 / (times / highest + 0.1)).collect();
            least = 0.0;
            if let Some(sum) = self.whole(state, &multipliers)
                && best.as_ref().is_none_or(|best| sum.size() < best.size())
            {
                best = Some(sum);
            }
        }
        Ok(best)
    }

    /// The sum with these multipliers, if they are multiples of one number.
    fn whole(&self, state: &RuleState, multipliers: &[f64]) -> Option<Sum> {
        let least = multipliers.iter().copied().filter(|times| *times > 0.0).fold(f64::INFINITY, f64::min);
        let is_whole = |times: f64| (times - times.round()).abs() < 1e-4;
        let unit = (1..=4).map(|parts| least / f64::from(parts)).find(|unit| {
            multipliers.iter().all(|times| is_whole(times / unit) && times / unit < MOST_TIMES + 0.5)
        })?;
        let counted = |wanted: bool| {
            let own = self
                .uses
                .iter()
                .zip(multipliers)
                .filter(|((_, is_need), times)| *is_need == wanted && **times > 0.0);
            own.map(|((rule, _), times)| (*rule, (times / unit).round() as u32)).collect()
        };
        Some(Sum::new(state, counted(true), counted(false)))
    }
}

/// Looks for sums, and remembers which facts there are none against.
#[derive(Debug, Default)]
pub(super) struct SumSearch {
    /// Ways to keep all inequalities: by atom, how likely it holds.
    ways: Vec<BTreeMap<Atom, f64>>,
}

impl SumSearch {
    /// The best of the first sums that refute any of some facts. `solution` says what a solution has.
    pub fn find(
        &mut self,
        state: &RuleState,
        solution: impl Fn(Atom) -> bool,
        wrong: &[Fact],
        cancel: &Cancel,
    ) -> Result<Option<Sum>, Stopped> {
        let Some(table) = Table::new(state, state.rules(), &solution) else { return Ok(None) };
        // A way stays one as long as it agrees with what is known.
        self.ways.retain(|way| {
            way.iter().all(|(atom, share)| match state.known().get(*atom) {
                Value::Open => true,
                value => (*share - f64::from(value == Value::Yes)).abs() < 1e-6,
            })
        });
        let mut found: Vec<Sum> = Vec::new();
        let mut compared = 0;
        for &fact in wrong {
            cancel.check()?;
            let right = fact.opposite();
            let is_possible = |way: &BTreeMap<Atom, f64>| {
                way.get(&fact.atom).is_some_and(|share| (share - f64::from(fact.holds)).abs() < 1e-6)
            };
            if found.iter().any(|sum| sum.facts.contains(&right)) || self.ways.iter().any(is_possible) {
                continue;
            }
            let fewest = found.iter().map(|sum| sum.size().0).min();
            match table.refute(state, fact, fewest.map(|rules| rules * MOST_LONGER)) {
                Ok(sum) => {
                    compared += 1;
                    found.extend(sum);
                }
                Err(values) => {
                    let share = |(atom, value): (&Atom, f64)| {
                        (*atom, if solution(*atom) { 1.0 - value } else { value })
                    };
                    self.ways.push(table.atoms.iter().zip(values).map(share).collect());
                }
            }
            if compared >= COMPARED_SUMS && found.iter().any(Sum::is_short) {
                break;
            }
        }
        Ok(found.into_iter().min_by_key(Sum::size))
    }
}
