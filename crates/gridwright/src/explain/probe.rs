//! Cheapest-first probing: assume the opposite of a fact and see which few rules make that impossible.
//!
//! Every conclusion carries the set of rules that led to it, and conclusions are drawn in the order of the sizes of these
//! sets. So the first contradiction is one of few rules, and a cap on the size keeps the work near the fact. Where
//! conclusions end without a contradiction, a rule that leaves few ways may be taken apart: if each way leads to a
//! contradiction, the rules behind all of them refute the fact.

use super::rule_state::{Place, RuleState};
use crate::model::{Atom, Fact, RuleId, Value};

/// What a probe found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    /// These rules, sorted, cannot all be kept if the fact holds.
    Refuted(Vec<RuleId>),
    /// No contradiction within the limit on rules; the size of the smallest set that was too large, if any.
    Possible { next_size: Option<usize> },
}

/// A set of rules in the arena, in any order: where it starts and how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Set {
    start: u32,
    len: u32,
}

/// A rule that leaves more ways is not taken apart.
const MOST_WAYS: usize = 2;

/// Nor is one that it takes more rules to get to, itself among them: people take apart what is in front of them.
const MOST_BEFORE_WAYS: u32 = 2;

const OPEN: u8 = 0;
const YES: u8 = 1;
const NO: u8 = 2;
const KNOWN: u8 = 3;

/// Working memory, kept from probe to probe of one state.
#[derive(Clone, Debug, Default)]
pub(super) struct Prober {
    /// When it was last written down what is known.
    time: Option<u32>,
    /// What the probe concludes about each atom, unless it is known, and from which rules.
    values: Vec<u8>,
    sets: Vec<Set>,
    /// By rule: weight that the probe makes hold, and that it makes fail.
    yes: Vec<i64>,
    no: Vec<i64>,
    arena: Vec<RuleId>,
    /// By rule: the last set that it was put into, by number.
    put_into: Vec<u32>,
    sets_begun: u32,
    /// Conclusions that were not drawn yet, by the size of their sets.
    queue: Vec<Vec<(Fact, Set)>>,
    /// What must be cleared after the probe.
    concluded: Vec<Atom>,
    touched: Vec<RuleId>,
    /// The smallest contradiction so far.
    best: Option<Set>,
    next_size: usize,
    most: usize,
}

impl Prober {
    /// Probes an open fact with sets of at most `most` rules; with cases, rules of few ways are taken apart.
    pub fn probe(&mut self, state: &RuleState, fact: Fact, most: usize, with_cases: bool) -> Probe {
        if self.time != Some(state.now()) {
            self.time = Some(state.now());
            self.values.clear();
            let known = state.known().values().iter();
            self.values.extend(known.map(|value| if *value == Value::Open { OPEN } else { KNOWN }));
        }
        self.sets.resize(state.known().len(), Set::default());
        let rules = state.rules().count();
        self.put_into.resize(rules, 0);
        self.yes.resize(rules, 0);
        self.no.resize(rules, 0);
        self.queue.resize_with(self.queue.len().max(most + 1), Vec::new);
        self.touched.clear();
        self.most = most;
        self.best = None;
        self.next_size = usize::MAX;
        self.propagate(state, fact, Set::default());
        if self.best.is_none() && with_cases {
            self.take_apart(state);
            // Each way may have looked at the same rules.
            self.touched.sort_unstable();
            self.touched.dedup();
        }
        let result = match self.best {
            Some(set) => {
                let mut rules = self.rules_of(set).to_vec();
                rules.sort_unstable();
                Probe::Refuted(rules)
            }
            None => Probe::Possible { next_size: Some(self.next_size).filter(|size| *size < usize::MAX) },
        };
        self.clear();
        result
    }

    /// Draws conclusions from a fact that comes from some rules, until they contradict each other.
    fn propagate(&mut self, state: &RuleState, fact: Fact, set: Set) {
        let mut size = set.len as usize;
        self.queue[size].push((fact, set));
        while size <= self.most {
            // Whatever comes now leads to no smaller contradiction than that.
            if self.best.is_some_and(|best| best.len as usize <= size) {
                break;
            }
            match self.queue[size].pop() {
                Some((fact, set)) => self.conclude(state, fact, set),
                None => size += 1,
            }
        }
        self.queue.iter_mut().for_each(Vec::clear);
    }

    /// Looks for a rule that leaves few ways, each of which leads to a contradiction.
    fn take_apart(&mut self, state: &RuleState) {
        let (start, concluded) = (self.arena.len(), self.concluded.len());
        for i in 0..self.touched.len() {
            let rule = self.touched[i];
            let Some(ways) = self.ways(state, rule) else { continue };
            // Each way starts from the rules that the ways before it took, so those cost it nothing.
            let mut so_far = self.reason(state, rule, NO).filter(|set| set.len <= MOST_BEFORE_WAYS);
            for &atom in &ways {
                let Some(set) = so_far else { break };
                self.propagate(state, Fact { atom, holds: true }, set);
                self.take_back(state, concluded);
                so_far = self.best.take().map(|set| self.moved(set, start));
            }
            if so_far.is_some() {
                self.best = so_far;
                return;
            }
            self.arena.truncate(start);
        }
    }

    /// The ways that a probed rule leaves, one of which must hold.
    fn ways(&self, state: &RuleState, rule: RuleId) -> Option<Vec<Atom>> {
        let at = rule.0 as usize;
        if self.no[at] == 0 || state.need(rule).lo <= self.yes[at] {
            return None;
        }
        let is_open = |atom: &Atom| self.values[atom.index()] == OPEN;
        let open = state.terms(rule).iter().map(|term| term.atom).filter(is_open);
        let ways: Vec<Atom> = open.take(MOST_WAYS + 1).collect();
        (ways.len() <= MOST_WAYS).then_some(ways)
    }

    /// Keeps only the first `kept` conclusions.
    fn take_back(&mut self, state: &RuleState, kept: usize) {
        for atom in self.concluded.drain(kept..) {
            let value = std::mem::replace(&mut self.values[atom.index()], OPEN);
            let sums = if value == YES { &mut self.yes } else { &mut self.no };
            state.places(atom).iter().for_each(|place| sums[place.rule.0 as usize] -= place.weight());
        }
    }

    /// Moves a set down in the arena and drops what comes after.
    fn moved(&mut self, set: Set, start: usize) -> Set {
        self.arena.copy_within(set.start as usize..(set.start + set.len) as usize, start);
        self.arena.truncate(start + set.len as usize);
        Set { start: start as u32, ..set }
    }

    /// The rules that the last probe looked at.
    pub fn looked_at(&self) -> &[RuleId] {
        &self.touched
    }

    fn clear(&mut self) {
        for atom in self.concluded.drain(..) {
            self.values[atom.index()] = OPEN;
        }
        for rule in &self.touched {
            self.yes[rule.0 as usize] = 0;
            self.no[rule.0 as usize] = 0;
        }
        self.arena.clear();
    }

    fn rules_of(&self, set: Set) -> &[RuleId] {
        &self.arena[set.start as usize..(set.start + set.len) as usize]
    }

    /// Draws a conclusion and looks at the rules of its atom.
    fn conclude(&mut self, state: &RuleState, fact: Fact, set: Set) {
        let value = if fact.holds { YES } else { NO };
        let at = fact.atom.index();
        if self.values[at] == value {
            return;
        }
        if self.values[at] != OPEN {
            let start = self.begin_set();
            self.append(set);
            self.append(self.sets[at]);
            let both = self.settled(start);
            return self.contradict(both);
        }
        self.values[at] = value;
        self.sets[at] = set;
        self.concluded.push(fact.atom);
        for place in state.places(fact.atom) {
            let rule = place.rule.0 as usize;
            if self.yes[rule] == 0 && self.no[rule] == 0 {
                self.touched.push(place.rule);
            }
            if fact.holds {
                self.yes[rule] += place.weight();
                self.look_above(state, *place);
            } else {
                self.no[rule] += place.weight();
                self.look_below(state, *place);
            }
        }
    }

    /// After an atom of a rule became true: is it too much, or does some open atom no longer fit?
    fn look_above(&mut self, state: &RuleState, place: Place) {
        let rule = place.rule;
        let need = state.need(rule);
        let left = need.hi - self.yes[rule.0 as usize];
        if left < 0 {
            if let Some(set) = self.reason(state, rule, YES) {
                self.contradict(Some(set));
            }
            return;
        }
        if left >= state.max_weight(rule) {
            return;
        }
        // Only what fitted before is news.
        let fitted = |w: i64| w <= left + place.weight();
        let mut reason = None;
        for term in state.terms(rule) {
            if term.weight() > left && fitted(term.weight()) && self.values[term.atom.index()] == OPEN {
                let reason = *reason.get_or_insert_with(|| self.reason(state, rule, YES));
                self.expect(Fact { atom: term.atom, holds: false }, reason);
            }
        }
    }

    /// After an atom of a rule became false: is too little left, or does the rule need some open atom?
    fn look_below(&mut self, state: &RuleState, place: Place) {
        let rule = place.rule;
        let need = state.need(rule);
        if need.lo <= 0 {
            return;
        }
        let spare = need.open - self.no[rule.0 as usize] - need.lo;
        if spare < 0 {
            if let Some(set) = self.reason(state, rule, NO) {
                self.contradict(Some(set));
            }
            return;
        }
        if spare >= state.max_weight(rule) {
            return;
        }
        let dispensable = |w: i64| w <= spare + place.weight();
        let mut reason = None;
        for term in state.terms(rule) {
            if term.weight() > spare && dispensable(term.weight()) && self.values[term.atom.index()] == OPEN {
                let reason = *reason.get_or_insert_with(|| self.reason(state, rule, NO));
                self.expect(Fact { atom: term.atom, holds: true }, reason);
            }
        }
    }

    /// The rules behind all conclusions of one sort in a rule, and the rule itself, unless they are too many.
    fn reason(&mut self, state: &RuleState, rule: RuleId, value: u8) -> Option<Set> {
        let start = self.begin_set();
        for term in state.terms(rule) {
            if self.values[term.atom.index()] == value {
                self.append(self.sets[term.atom.index()]);
            }
        }
        self.put(rule);
        self.settled(start)
    }

    /// Where a new set starts.
    fn begin_set(&mut self) -> usize {
        self.sets_begun = self.sets_begun.checked_add(1).unwrap_or_else(|| {
            self.put_into.fill(0);
            1
        });
        self.arena.len()
    }

    fn append(&mut self, set: Set) {
        for i in set.start..set.start + set.len {
            self.put(self.arena[i as usize]);
        }
    }

    /// Puts a rule into the new set, once.
    fn put(&mut self, rule: RuleId) {
        if std::mem::replace(&mut self.put_into[rule.0 as usize], self.sets_begun) != self.sets_begun {
            self.arena.push(rule);
        }
    }

    /// What was appended to the arena as a set, unless it is larger than the limit.
    fn settled(&mut self, start: usize) -> Option<Set> {
        let len = self.arena.len() - start;
        if len > self.most {
            self.arena.truncate(start);
            self.next_size = self.next_size.min(len);
            return None;
        }
        Some(Set { start: start as u32, len: len as u32 })
    }

    fn expect(&mut self, fact: Fact, reason: Option<Set>) {
        if let Some(set) = reason {
            self.queue[set.len as usize].push((fact, set));
        }
    }

    fn contradict(&mut self, set: Option<Set>) {
        if let Some(set) = set
            && self.best.is_none_or(|best| set.len < best.len)
        {
            self.best = Some(set);
        }
    }
}
