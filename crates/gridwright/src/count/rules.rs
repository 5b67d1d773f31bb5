//! Counted rules over atoms numbered from 0, in flat arrays: what counting works on.

use crate::model::{Bounds, Model, Rule, Sum};
use gridwright_base::Stopped;

/// An atom of a rule and what it weighs there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Term {
    pub atom: u32,
    pub weight: u32,
}

/// Rules: `lo <= sum of the weights of the true atoms <= hi`. Weights are positive and the terms of a rule are
/// sorted by their atoms, which are distinct.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    starts: Vec<u32>,
    terms: Vec<Term>,
    bounds: Vec<Bounds>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { starts: vec![0], terms: Vec::new(), bounds: Vec::new() }
    }
}

/// Models with more terms in their rules are far too large to be counted, and take long to be reduced.
const MOST_TERMS: usize = 4_000_000;

/// Whether the rules of a model can be written out in so much memory.
pub(crate) fn fit(model: &Model, memory: usize) -> Result<(), Stopped> {
    let terms = |rule: &Rule| {
        let Sum { lists, atoms, .. } = rule.body.as_sum();
        let listed = lists.into_iter().flatten().map(|list| model.members(list).len());
        listed.sum::<usize>() + atoms.map_or(0, |atoms| atoms.len())
    };
    let (rules, terms) = (model.rules().len(), model.rules().iter().map(terms).sum::<usize>());
    if terms > MOST_TERMS {
        return Err(Stopped::Size);
    }
    let bytes = terms * TERM_BYTES + rules * RULE_BYTES + model.atom_count() * ATOM_BYTES;
    if bytes > memory { Err(Stopped::Memory) } else { Ok(()) }
}

/// Bytes that reducing a model takes at most: a term in its rule before and after, and the rule among those of its atom;
/// a rule with its sums and sorted among the others; an atom with what is known of it.
const TERM_BYTES: usize = 4 * size_of::<Term>();
const RULE_BYTES: usize = 80;
const ATOM_BYTES: usize = 40;

impl Rules {
    /// The rules of a model; a union of two lists becomes a plain list.
    pub fn of(model: &Model) -> Rules {
        let mut rules = Rules::default();
        let mut terms = Vec::new();
        for rule in model.rules() {
            let atoms = model.rule_atoms(rule).filter(|(_, weight)| *weight > 0);
            terms.clear();
            terms.extend(atoms.map(|(atom, weight)| Term { atom: atom.0, weight }));
            terms.sort_unstable();
            rules.push(&terms, rule.body.bounds());
        }
        rules
    }

    /// Adds a rule.
    pub fn push(&mut self, terms: &[Term], bounds: Bounds) {
        debug_assert!(terms.is_sorted_by(|a, b| a.atom < b.atom) && terms.iter().all(|term| term.weight > 0));
        self.terms.extend_from_slice(terms);
        self.starts.push(u32::try_from(self.terms.len()).expect("fewer than 2^32 terms"));
        self.bounds.push(bounds);
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>()
            + self.terms.capacity() * size_of::<Term>()
            + self.bounds.capacity() * size_of::<Bounds>()
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// The terms of a rule.
    pub fn terms(&self, rule: usize) -> &[Term] {
        &self.terms[self.starts[rule] as usize..self.starts[rule + 1] as usize]
    }

    /// The bounds of a rule.
    pub fn bounds(&self, rule: usize) -> Bounds {
        self.bounds[rule]
    }

    /// All rules.
    pub fn iter(&self) -> impl Iterator<Item = (&[Term], Bounds)> {
        (0..self.len()).map(|rule| (self.terms(rule), self.bounds(rule)))
    }

    /// For each of `atoms` atoms the rules it is in, with its weight there.
    pub fn occurrences(&self, atoms: usize) -> Occurrences {
        let mut starts = vec![0u32; atoms + 1];
        for term in &self.terms {
            starts[term.atom as usize + 1] += 1;
        }
        for atom in 0..atoms {
            starts[atom + 1] += starts[atom];
        }
        let mut next = starts.clone();
        let mut places = vec![Occurrence { rule: 0, weight: 0 }; self.terms.len()];
        for (rule, (terms, _)) in self.iter().enumerate() {
            for term in terms {
                let place = &mut next[term.atom as usize];
                places[*place as usize] = Occurrence { rule: rule as u32, weight: term.weight };
                *place += 1;
            }
        }
        Occurrences { starts, places }
    }
}

/// The sum of the weights.
pub(crate) fn total(terms: &[Term]) -> u32 {
    terms.iter().map(|term| term.weight).sum()
}

/// A rule that an atom is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Occurrence {
    pub rule: u32,
    pub weight: u32,
}

/// For each atom the rules it is in.
#[derive(Clone, Debug)]
pub(crate) struct Occurrences {
    starts: Vec<u32>,
    places: Vec<Occurrence>,
}

impl Occurrences {
    /// The rules of an atom, in order.
    pub fn of(&self, atom: u32) -> &[Occurrence] {
        &self.places[self.starts[atom as usize] as usize..self.starts[atom as usize + 1] as usize]
    }
}
