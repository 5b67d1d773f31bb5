//! What each rule still asks for, given what is known.

use crate::model::{Atom, Board, Bounds, Fact, Model, RuleId, Value};
use gridwright_base::Stopped;

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
    /// Weight of open atoms that must still become true; at most zero if none must.
    pub lo: i64,
    /// Weight of open atoms that may still become true; below zero if too much is true already.
    pub hi: i64,
    /// Weight of the open atoms.
    pub open: i64,
    /// How many there are.
    pub count: u32,
    /// When it last changed.
    pub changed: u32,
}

impl Need {
    /// Whether it can no longer be met, judging by sums only.
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
pub(super) struct RuleState {
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

/// More terms take a gigabyte: each rule has its own, and each atom its places.
const MOST_TERMS: usize = 56_000_000;

impl RuleState {
    /// Whether there is memory for one.
    pub fn fits(model: &Model) -> Result<(), Stopped> {
        if model.terms() <= MOST_TERMS { Ok(()) } else { Err(Stopped::Memory) }
    }

    pub fn new(model: &Model) -> RuleState {
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
            let Bounds { lo, hi } = rule.body.bounds();
            max_weights.push(own.iter().map(|term| term.weight()).max().unwrap_or(0));
            needs.push(Need {
                lo: lo.into(),
                hi: hi.into(),
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
        RuleState { term_starts, terms, place_starts, places, needs, max_weights, known, now: 0 }
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
        self.count(fact, 1);
    }

    /// Takes back a fact that was written down.
    pub fn unlearn(&mut self, fact: Fact) {
        self.known.set(fact.atom, Value::Open);
        self.now += 1;
        self.count(fact, -1);
    }

    /// Takes a fact off what the rules of its atom ask for, or puts it back.
    fn count(&mut self, fact: Fact, sign: i64) {
        let range = self.place_starts[fact.atom.index()]..self.place_starts[fact.atom.index() + 1];
        for place in &self.places[range.start as usize..range.end as usize] {
            let need = &mut self.needs[place.rule.0 as usize];
            need.open -= sign * place.weight();
            need.count = need.count.wrapping_add_signed(-sign as i32);
            need.changed = self.now;
            if fact.holds {
                need.lo -= sign * place.weight();
                need.hi -= sign * place.weight();
            }
        }
    }

    /// Writes down those facts that are open.
    pub fn learn_all(&mut self, facts: impl IntoIterator<Item = Fact>) {
        for fact in facts {
            if self.is_open(fact.atom) {
                self.learn(fact);
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

    /// Whether all is known that one rule alone says. Only a goal of very many different sums is held to its bounds.
    pub fn is_heard_out(&self, rule: RuleId) -> bool {
        let need = self.need(rule);
        let combinations = 1usize.checked_shl(need.count).unwrap_or(usize::MAX);
        let sums = combinations.min(need.hi.min(need.open).max(0) as usize + 1);
        self.max_weight(rule) <= 1 || need.is_met() || sums <= MOST_SUMS
    }

    /// For weights: which sums the other atoms can reach tells whether an atom can hold, and whether it can fail to.
    fn forced_by_sums(&self, rule: RuleId) -> Vec<Fact> {
        let need = self.need(rule);
        let terms: Vec<Term> = self.open_terms(rule).collect();
        if !self.is_heard_out(rule) {
            return self.forced_by_bounds(need, &terms);
        }
        let mut before = vec![Sums::of_nothing(need.hi)];
        for term in &terms {
            before.push(before[before.len() - 1].with(term.weight()));
        }
        let mut after = Sums::of_nothing(need.hi);
        let mut forced = Vec::new();
        for (i, term) in terms.iter().enumerate().rev() {
            let can_come_to = |lo: i64, hi: i64| before[i].meets(&after, lo, hi);
            let can_hold = can_come_to(need.lo - term.weight(), need.hi - term.weight());
            let can_fail = can_come_to(need.lo, need.hi);
            if can_hold != can_fail {
                forced.push(Fact { atom: term.atom, holds: can_hold });
            }
            after = after.with(term.weight());
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

    /// Whether one rule alone can no longer be satisfied.
    pub fn is_impossible(&self, rule: RuleId) -> bool {
        let need = self.need(rule);
        if need.is_missed() {
            return true;
        }
        // Without weights every sum between the bounds can be reached.
        if need.is_met() || self.max_weight(rule) == 1 || !self.is_heard_out(rule) {
            return false;
        }
        let nothing = Sums::of_nothing(need.hi);
        let sums = self.open_terms(rule).fold(nothing.clone(), |sums, term| sums.with(term.weight()));
        !sums.meets(&nothing, need.lo, need.hi)
    }
}

/// Goals that could come out in more ways are only held to their bounds.
const MOST_SUMS: usize = 1 << 12;

/// The sums that some atoms can reach, sorted, up to the weight that may still become true.
#[derive(Clone)]
struct Sums {
    sums: Vec<i64>,
    most: i64,
}

impl Sums {
    fn of_nothing(most: i64) -> Sums {
        Sums { sums: vec![0], most }
    }

    /// With one more atom.
    fn with(&self, weight: i64) -> Sums {
        let more = self.sums.iter().map(|sum| sum + weight).filter(|sum| *sum <= self.most);
        let mut sums: Vec<i64> = self.sums.iter().copied().chain(more).collect();
        sums.sort_unstable();
        sums.dedup();
        Sums { sums, most: self.most }
    }

    /// Whether one sum from each side adds up to a total between two bounds.
    fn meets(&self, other: &Sums, lo: i64, hi: i64) -> bool {
        self.sums.iter().any(|sum| {
            let enough = other.sums.partition_point(|more| sum + more < lo);
            other.sums.get(enough).is_some_and(|more| sum + more <= hi)
        })
    }
}
