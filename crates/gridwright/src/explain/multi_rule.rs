//! What several rules imply together: the smallest sets of rules that refute a fact.

use super::Depth;
use super::probe::{Probe, Prober};
use super::rule_state::RuleState;
use super::submodel::Submodel;
use crate::model::{Fact, RuleId};
use gridwright_base::{Cancel, Stopped};
use std::ops::RangeInclusive;

/// A wrong fact and rules that refute it, perhaps more than are needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refutation {
    pub wrong: Fact,
    pub rules: Vec<RuleId>,
    pub depth: Depth,
}

/// What is known about refuting a wrong fact.
#[derive(Clone, Debug)]
struct Tried {
    /// When.
    time: u32,
    result: Probe,
    /// The rules that were looked at: while they stay as they are, so does the answer.
    rules: Vec<RuleId>,
}

/// Searches for small sets of rules, and remembers the results.
#[derive(Clone, Debug, Default)]
pub(super) struct MultiRuleSearch {
    prober: Prober,
    /// By fact: what conclusions alone show, and with cases.
    chains: Vec<Option<Tried>>,
    cases: Vec<Option<Tried>>,
    /// Larger sets are not looked for.
    pub most: Option<usize>,
    /// Cases are not tried where chains need fewer rules.
    cases_from: usize,
    /// How many rules it takes at least, once that is known.
    least: Option<usize>,
}

/// Where no probe refutes anything, this many of the smallest complete proofs are compared.
const COMPARED_CORES: usize = 10;

/// Proofs by cases are tried only where chains need more rules than this, and only with at most this many rules. Trying
/// cases with six rules wherever a chain needs seven takes half as long again on hard boards and succeeds in fewer than
/// one step in a hundred.
const MOST_RULES_WITH_CASES: usize = 7;

/// Where refutations are entered as they are found.
pub(super) trait Choice {
    /// Enters a refutation; true when no other of this size need be looked for.
    fn enter(&mut self, refutation: &Refutation) -> bool;

    /// Whether a refutation of at least so many rules may still be better than all that were entered.
    fn wants(&self, rules: usize) -> bool;
}

/// Takes every refutation of the smallest size.
impl Choice for Vec<Refutation> {
    fn enter(&mut self, refutation: &Refutation) -> bool {
        let size = refutation.rules.len();
        self.retain(|other| other.rules.len() <= size);
        if self.wants(size) || self[0].rules.len() == size {
            self.push(refutation.clone());
        }
        false
    }

    fn wants(&self, rules: usize) -> bool {
        self.first().is_none_or(|first| first.rules.len() > rules)
    }
}

impl MultiRuleSearch {
    /// One that tries cases only where chains need at least this many rules.
    pub fn with_cases_from(cases_from: usize) -> MultiRuleSearch {
        MultiRuleSearch { cases_from, ..MultiRuleSearch::default() }
    }

    /// Refutations of the smallest size there is; without cases if some of that size need none. They come in the order
    /// of `wrong`. Empty if all of `wrong` is possible or takes more rules than the limit.
    pub fn smallest(
        &mut self,
        state: &RuleState,
        wrong: &[Fact],
        cancel: &Cancel,
    ) -> Result<Vec<Refutation>, Stopped> {
        let mut found = Vec::new();
        self.search(state, wrong, &mut found, cancel)?;
        Ok(found)
    }

    /// Enters refutations, those of fewer rules first, as long as they are wanted: with cases only where chains take more
    /// rules, and complete proofs only where there is nothing else.
    pub fn search(
        &mut self,
        state: &RuleState,
        wrong: &[Fact],
        choice: &mut dyn Choice,
        cancel: &Cancel,
    ) -> Result<(), Stopped> {
        let smallest = self.search_chains(state, wrong, choice, cancel)?;
        let size = smallest.min(self.most.map_or(usize::MAX, |most| most + 1));
        let mut has_cases = false;
        if size > MOST_RULES_WITH_CASES && size >= self.cases_from && choice.wants(MOST_RULES_WITH_CASES) {
            let sizes = MOST_RULES_WITH_CASES..=MOST_RULES_WITH_CASES;
            let mut cases = Vec::new();
            self.of_size(state, wrong, sizes, Depth::Cases, &mut cases, cancel)?;
            let cases = smallest_of(state, cases, size - 1, cancel);
            cases.iter().for_each(|refutation| _ = choice.enter(refutation));
            has_cases = !cases.is_empty();
        }
        let is_found = smallest < usize::MAX || has_cases;
        if !is_found && self.most.is_none() && choice.wants(usize::MAX) {
            self.by_search(state, wrong, cancel)?.iter().for_each(|refutation| _ = choice.enter(refutation));
        }
        Ok(())
    }

    /// What the fewest rules refute by conclusions alone, and how.
    pub fn chains(
        &mut self,
        state: &RuleState,
        wrong: &[Fact],
        cancel: &Cancel,
    ) -> Result<Vec<Refutation>, Stopped> {
        let mut found = Vec::new();
        self.search_chains(state, wrong, &mut found, cancel)?;
        Ok(found)
    }

    /// Enters refutations by conclusions alone, as long as they are wanted; returns the smallest size.
    fn search_chains(
        &mut self,
        state: &RuleState,
        wrong: &[Fact],
        choice: &mut dyn Choice,
        cancel: &Cancel,
    ) -> Result<usize, Stopped> {
        self.chains.resize(2 * state.known().len(), None);
        self.cases.resize(2 * state.known().len(), None);
        let least = *self.least.get_or_insert_with(|| least_size(state));
        let mut sizes = least..=least;
        // What is refuted already need not be refuted by more rules.
        let mut left = wrong.to_vec();
        let mut smallest = usize::MAX;
        while choice.wants(*sizes.start()) {
            let (found, next_size) =
                self.of_size(state, &left, sizes.clone(), Depth::Chain, choice, cancel)?;
            smallest = found.iter().map(|chain| chain.rules.len()).fold(smallest, Ord::min);
            left.retain(|fact| found.iter().all(|refutation| refutation.wrong != *fact));
            let Some(next) = next_size.filter(|_| !left.is_empty()) else { break };
            if self.most.is_some_and(|most| next > most) {
                break;
            }
            let next = next.max(sizes.end() + 1);
            // Looking for two sizes at a time costs little more than looking for the larger one.
            sizes = next..=(next + 1).min(self.most.unwrap_or(usize::MAX));
        }
        Ok(smallest)
    }

    /// The first refutations of at most the smaller size until it is enough, or of the larger one if there are none; and
    /// the smallest size that was cut off.
    fn of_size(
        &mut self,
        state: &RuleState,
        wrong: &[Fact],
        sizes: RangeInclusive<usize>,
        depth: Depth,
        choice: &mut dyn Choice,
        cancel: &Cancel,
    ) -> Result<(Vec<Refutation>, Option<usize>), Stopped> {
        let (small, large) = sizes.into_inner();
        let mut found: Vec<Refutation> = Vec::new();
        let mut next_size: Option<usize> = None;
        let mut size = large;
        for &wrong in wrong {
            cancel.check()?;
            match self.probe(state, wrong, size, depth) {
                Probe::Refuted(rules) => {
                    let is_small = rules.len() <= small;
                    if is_small {
                        found.retain(|other| other.rules.len() <= small);
                    }
                    let refutation = Refutation { wrong, rules, depth };
                    let is_enough = choice.enter(&refutation);
                    found.push(refutation);
                    if is_enough && is_small {
                        break;
                    }
                    if is_enough || is_small {
                        // Only something smaller would be better.
                        size = small;
                    }
                }
                Probe::Possible { next_size: next } => {
                    next_size = [next_size, next].into_iter().flatten().min();
                }
            }
        }
        Ok((found, next_size))
    }

    /// Probes, unless the answer is known from before.
    fn probe(&mut self, state: &RuleState, fact: Fact, size: usize, depth: Depth) -> Probe {
        let with_cases = depth == Depth::Cases;
        let tried = if with_cases { &mut self.cases } else { &mut self.chains };
        let tried = &mut tried[2 * fact.atom.index() + usize::from(fact.holds)];
        if let Some(before) = tried
            && before.rules.iter().all(|rule| state.need(*rule).changed <= before.time)
        {
            match &before.result {
                Probe::Refuted(rules) if rules.len() > size => {
                    return Probe::Possible { next_size: Some(rules.len()) };
                }
                Probe::Possible { next_size: Some(next) } if *next <= size => {}
                same => return same.clone(),
            }
        }
        let result = self.prober.probe(state, fact, size, with_cases);
        let rules = self.prober.looked_at().to_vec();
        *tried = Some(Tried { time: state.now(), result: result.clone(), rules });
        result
    }

    /// Where probes refute nothing: the smallest of some complete proofs.
    fn by_search(
        &mut self,
        state: &RuleState,
        wrong: &[Fact],
        cancel: &Cancel,
    ) -> Result<Vec<Refutation>, Stopped> {
        let open: Vec<RuleId> = state.rules().filter(|rule| !state.need(*rule).is_met()).collect();
        let whole = Submodel::new(state, &open);
        let mut refuter = whole.refuter();
        refuter.engine.cancel_by(cancel);
        let mut cores: Vec<Refutation> = Vec::new();
        for &wrong in wrong {
            cancel.check()?;
            let core = refuter.core(wrong);
            cores.extend(core.map(|rules| Refutation { wrong, rules, depth: Depth::Cases }));
        }
        // A stable sort: what comes first in `wrong` goes first.
        cores.sort_by_key(|core| core.rules.len());
        cores.truncate(COMPARED_CORES);
        let mut found = smallest_of(state, cores, usize::MAX, cancel);
        found.truncate(1);
        Ok(found)
    }
}

/// How many rules it takes to say more than each of them does: three where no two have more than one atom in common, for
/// then whatever one of them leaves possible for that atom, the other has an answer to.
fn least_size(state: &RuleState) -> usize {
    let mut met_by: Vec<Option<RuleId>> = vec![None; state.rules().count()];
    let meet_twice = |rule: RuleId| {
        let others =
            state.terms(rule).iter().flat_map(|term| state.places(term.atom)).map(|place| place.rule);
        let mut others = others.filter(|other| *other != rule);
        others.any(|other| met_by[other.0 as usize].replace(rule) == Some(rule))
    };
    if state.rules().any(meet_twice) { 2 } else { 3 }
}

/// The smallest of some refutations, once the rules that are not needed are left out, unless all are too large.
fn smallest_of(state: &RuleState, found: Vec<Refutation>, most: usize, cancel: &Cancel) -> Vec<Refutation> {
    let minimal = |refutation: Refutation| {
        let rules = Submodel::new(state, &refutation.rules).refute(Some(refutation.wrong), cancel)?;
        Some(Refutation { rules, ..refutation })
    };
    let mut found: Vec<Refutation> = found.into_iter().filter_map(minimal).collect();
    let least = found.iter().map(|refutation| refutation.rules.len()).min();
    found.retain(|refutation| Some(refutation.rules.len()) == least && refutation.rules.len() <= most);
    found
}
