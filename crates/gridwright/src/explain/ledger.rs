//! What each rule still asks for, given what is known.

use crate::model::{Atom, Board, Fact, Model, RuleId, Value};

/// An atom in a rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub atom: Atom,
    weight: u32,
}

impl Term {
    pub fn weight(&self) -> i64 {
        self.weight.into()
    }
}

/// A rule that an atom is in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub rule: RuleId,
    weight: u32,
}

impl Place {
    pub fn weight(&self) -> i64 {
        self.weight.into()
    }
}

/// What a rule still asks of its open atoms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Need {
    /// Weight that must still come to hold; at most zero where nothing must.
    pub lo: i64,
    /// Weight that may still come to hold; below zero where too much does already.
    pub hi: i64,
    /// Weight of the open atoms.
    pub open: i64,
    /// How many there are.
    pub count: u32,
    /// When it last changed.
    pub changed: u32,
}

impl Need {
    /// Whether it cannot be met any more, as far as sums tell.
    pub fn is_missed(&self) -> bool {
        self.hi < 0 || self.open < self.lo
    }

    /// Whether it asks nothing of the open atoms.
    pub fn is_met(&self) -> bool {
        self.lo <= 0 && self.open <= self.hi
    }
}

/// All rules, flat, with what is left of them.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    term_starts: Vec<u32>,
    terms: Vec<Term>,
    place_starts: Vec<u32>,
    places: Vec<Place>,
    needs: Vec<Need>,
    max_weights: Vec<i64>,
    known: Board,
    /// Grows with every fact.
    now: u32,
}

impl Ledger {
    pub fn new(model: &Model) -> Ledger {
        let mut term_starts = vec![0];
        let mut terms: Vec<Term> = Vec::new();
        let mut needs = Vec::with_capacity(model.rules().len());
        let mut max_weights = Vec::with_capacity(model.rules().len());
        for rule in model.rules() {
            let start = terms.len();
            terms.extend(model.rule_atoms(rule).map(|(atom, weight)| Term { atom, weight }));
            // In reading order, as people list things.
            terms[start..].sort_unstable_by_key(|term| term.atom);
            term_starts.push(terms.len() as u32);
            let own = &terms[start..];
            max_weights.push(own.iter().map(|term| term.weight()).max().unwrap_or(0));
            needs.push(Need {
                lo: rule.lo.into(),
                hi: rule.hi.into(),
                open: own.iter().map(|term| term.weight()).sum(),
                count: own.len() as u32,
                changed: 0,
            });
        }
        let mut place_starts = vec![0u32; model.atom_count() + 1];
        for term in &terms {
            place_starts[term.atom.index() + 1] += 1;
        }
        for atom in 0..model.atom_count() {
            place_starts[atom + 1] += place_starts[atom];
        }
        let mut next = place_starts.clone();
        let mut places = vec![Place { rule: RuleId(0), weight: 0 }; terms.len()];
        for (rule, range) in term_starts.windows(2).enumerate() {
            for term in &terms[range[0] as usize..range[1] as usize] {
                let at = &mut next[term.atom.index()];
                places[*at as usize] = Place { rule: RuleId(rule as u32), weight: term.weight };
                *at += 1;
            }
        }
        let known = Board::open(model.atom_count());
        Ledger { term_starts, terms, place_starts, places, needs, max_weights, known, now: 0 }
    }

    pub fn known(&self) -> &Board {
        &self.known
    }

    pub fn is_open(&self, atom: Atom) -> bool {
        self.known.get(atom) == Value::Open
    }

    pub fn now(&self) -> u32 {
        self.now
    }

    pub fn rules(&self) -> impl Iterator<Item = RuleId> + use<> {
        (0..self.needs.len() as u32).map(RuleId)
    }

    pub fn need(&self, rule: RuleId) -> &Need {
        &self.needs[rule.0 as usize]
    }

    pub fn max_weight(&self, rule: RuleId) -> i64 {
        self.max_weights[rule.0 as usize]
    }

    pub fn terms(&self, rule: RuleId) -> &[Term] {
        let rule = rule.0 as usize;
        &self.terms[self.term_starts[rule] as usize..self.term_starts[rule + 1] as usize]
    }

    pub fn open_terms(&self, rule: RuleId) -> impl Iterator<Item = Term> + '_ {
        self.terms(rule).iter().copied().filter(|term| self.is_open(term.atom))
    }

    pub fn places(&self, atom: Atom) -> &[Place] {
        &self.places[self.place_starts[atom.index()] as usize..self.place_starts[atom.index() + 1] as usize]
    }

    /// Writes down a fact about an open atom.
    pub fn learn(&mut self, fact: Fact) {
        debug_assert!(self.is_open(fact.atom));
        self.known.extend([fact]);
        self.now += 1;
        let range = self.place_starts[fact.atom.index()]..self.place_starts[fact.atom.index() + 1];
        for place in &self.places[range.start as usize..range.end as usize] {
            let need = &mut self.needs[place.rule.0 as usize];
            need.open -= place.weight();
            need.count -= 1;
            need.changed = self.now;
            if fact.holds {
                need.lo -= place.weight();
                need.hi -= place.weight();
            }
        }
    }

    /// Whether one rule alone says something about its open atoms.
    pub fn speaks(&self, rule: RuleId) -> bool {
        let need = self.need(rule);
        if need.count == 0 || need.is_met() || need.is_missed() {
            return false;
        }
        if self.max_weight(rule) == 1 {
            return need.hi == 0 || need.open == need.lo;
        }
        !self.forced_by_sums(rule).is_empty()
    }

    /// What one rule alone says about its open atoms. Complete: whatever it leaves open can come out either way.
    pub fn forced_by(&self, rule: RuleId) -> Vec<Fact> {
        if self.max_weight(rule) > 1 {
            let need = self.need(rule);
            let is_silent = need.count == 0 || need.is_met() || need.is_missed();
            return if is_silent { Vec::new() } else { self.forced_by_sums(rule) };
        }
        if !self.speaks(rule) {
            return Vec::new();
        }
        let holds = self.need(rule).hi > 0;
        self.open_terms(rule).map(|term| Fact { atom: term.atom, holds }).collect()
    }

    /// For weights: which sums the other atoms can reach tells whether an atom can hold, and whether it can fail to.
    fn forced_by_sums(&self, rule: RuleId) -> Vec<Fact> {
        let need = self.need(rule);
        let terms: Vec<Term> = self.open_terms(rule).collect();
        // Sums above what may come to hold are all alike.
        let top = need.hi.min(need.open);
        if top as usize > MOST_SUMS {
            return self.forced_by_bounds(need, &terms);
        }
        let mut before = vec![Sums::of_nothing(top)];
        for term in &terms {
            let mut sums = before[before.len() - 1].clone();
            sums.add(term.weight());
            before.push(sums);
        }
        let mut after = Sums::of_nothing(top);
        let mut forced = Vec::new();
        for (i, term) in terms.iter().enumerate().rev() {
            let others = before[i].plus(&after);
            let can_hold = others.has_any(need.lo - term.weight(), top - term.weight());
            let can_fail = others.has_any(need.lo, top);
            if can_hold != can_fail {
                forced.push(Fact { atom: term.atom, holds: can_hold });
            }
            after.add(term.weight());
        }
        forced.reverse();
        forced
    }

    fn forced_by_bounds(&self, need: &Need, terms: &[Term]) -> Vec<Fact> {
        let force = |term: &Term| {
            if term.weight() > need.hi {
                Some(Fact { atom: term.atom, holds: false })
            } else if need.open - term.weight() < need.lo {
                Some(Fact { atom: term.atom, holds: true })
            } else {
                None
            }
        };
        terms.iter().filter_map(force).collect()
    }

    /// Whether one rule alone cannot be kept any more.
    pub fn is_impossible(&self, rule: RuleId) -> bool {
        let need = self.need(rule);
        if need.is_missed() {
            return true;
        }
        let top = need.hi.min(need.open);
        // Without weights every sum between the bounds can be reached.
        if need.is_met() || self.max_weight(rule) == 1 || top as usize > MOST_SUMS {
            return false;
        }
        let mut sums = Sums::of_nothing(top);
        self.open_terms(rule).for_each(|term| sums.add(term.weight()));
        !sums.has_any(need.lo, top)
    }
}

/// Larger goals are only held to their bounds.
const MOST_SUMS: usize = 1 << 11;

/// The sums that some atoms can reach, as bits.
#[derive(Clone)]
struct Sums {
    words: Vec<u64>,
    top: i64,
}

impl Sums {
    fn of_nothing(top: i64) -> Sums {
        let mut words = vec![0; top as usize / 64 + 1];
        words[0] = 1;
        Sums { words, top }
    }

    fn add(&mut self, weight: i64) {
        if weight <= self.top {
            let shifted = self.shifted(weight as usize);
            self.words.iter_mut().zip(shifted).for_each(|(word, more)| *word |= more);
        }
    }

    fn shifted(&self, by: usize) -> Vec<u64> {
        let (words, bits) = (by / 64, by % 64);
        (0..self.words.len())
            .map(|i| {
                let at = |i: usize| i.checked_sub(words).map_or(0, |i| self.words[i]);
                let carried = if bits == 0 || i == 0 { 0 } else { at(i - 1) >> (64 - bits) };
                at(i) << bits | carried
            })
            .collect()
    }

    /// All sums of one from here and one from there.
    fn plus(&self, other: &Sums) -> Sums {
        let mut words = vec![0; self.words.len()];
        for sum in (0..=self.top).filter(|sum| other.has(*sum)) {
            words.iter_mut().zip(self.shifted(sum as usize)).for_each(|(word, more)| *word |= more);
        }
        Sums { words, top: self.top }
    }

    fn has(&self, sum: i64) -> bool {
        self.words[sum as usize / 64] >> (sum % 64) & 1 == 1
    }

    fn has_any(&self, from: i64, to: i64) -> bool {
        (from.max(0)..=to.min(self.top)).any(|sum| self.has(sum))
    }
}
