//! A model after everything that follows at once has been drawn: decided atoms, atoms that no rule asks for, and
//! the rest in parts that have nothing to do with each other.

use super::budget::Budget;
use super::propagate::{Contradiction, Propagation};
use super::rules::{Occurrences, Rules, Term, total};
use crate::model::{Atom, Bounds, Fact, Model, Value};
use gridwright_base::Stopped;
use std::collections::BTreeMap;

/// Steps that trying out values may take: more never paid on boards that can be counted.
const PROBE_STEPS: u64 = 2_000_000;
/// Terms that looking for rules within rules may compare.
const SUBSUME_STEPS: u64 = 20_000_000;
/// Rules between two looks at the budget.
const RULES_BETWEEN_LOOKS: usize = 1 << 10;
/// Sums above this are not looked at one by one.
const MAX_LISTED_SUM: u32 = 1 << 14;

/// What is left of a model under some facts.
///
/// The number of solutions is 2 to the number of `free` atoms times the product over the `parts`.
#[derive(Clone, Debug)]
pub(crate) struct Reduction {
    /// Facts known to hold in every solution, in order of the atoms. There may be others.
    pub fixed: Vec<Fact>,
    /// Open atoms in no rule, in order.
    pub free: Vec<Atom>,
    /// Connected parts, none without rules.
    pub parts: Vec<Reduced>,
}

/// A connected part of a model. Every atom is in some rule, and no rule alone decides an atom, is kept in any
/// case, or has the same atoms and weights as another.
#[derive(Clone, Debug)]
pub(crate) struct Reduced {
    /// The model's atom of each atom here, ascending.
    pub atoms: Vec<Atom>,
    /// The rules over these atoms. Bounds are sums that the rule's atoms can have.
    pub rules: Rules,
}

/// Why there is no reduction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Halt {
    Contradiction,
    Stopped(Stopped),
}

impl From<Contradiction> for Halt {
    fn from(_: Contradiction) -> Halt {
        Halt::Contradiction
    }
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Halt {
        Halt::Stopped(stopped)
    }
}

impl Reduction {
    /// What is left of `model` under `facts`; `None` where they contradict each other.
    pub fn new(model: &Model, facts: &[Fact], budget: &mut Budget) -> Result<Option<Reduction>, Stopped> {
        Reduction::of(Rules::of(model), model.atom_count(), facts, budget)
    }

    pub(super) fn of(
        rules: Rules,
        atoms: usize,
        facts: &[Fact],
        budget: &mut Budget,
    ) -> Result<Option<Reduction>, Stopped> {
        match Reduction::found(rules, atoms, facts, budget) {
            Ok(reduction) => Ok(Some(reduction)),
            Err(Halt::Contradiction) => Ok(None),
            Err(Halt::Stopped(stopped)) => Err(stopped),
        }
    }

    /// Bytes that the parts take.
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.rules.bytes() + part.atoms.len() * size_of::<Atom>()).sum()
    }

    fn found(mut rules: Rules, atoms: usize, facts: &[Fact], budget: &mut Budget) -> Result<Reduction, Halt> {
        let mut values = vec![Value::Open; atoms];
        let mut probe_steps = PROBE_STEPS;
        loop {
            let mut propagation = Propagation::new(&rules, atoms);
            for (atom, value) in values.iter().enumerate().filter(|(_, value)| **value != Value::Open) {
                propagation.set(atom as u32, *value == Value::Yes)?;
            }
            for fact in facts {
                propagation.set(fact.atom.0, fact.holds)?;
            }
            propagation.everything()?;
            propagation.probe(probe_steps, budget)?;
            probe_steps = probe_steps.saturating_sub(propagation.steps());
            values = (0..atoms as u32).map(|atom| propagation.value(atom)).collect();
            drop(propagation);
            let (rest, tightened) = restricted(&rules, &values, budget)?;
            rules = rest;
            // Tighter bounds may decide more.
            if !tightened {
                break;
            }
        }
        let fixed = values.iter().enumerate().filter(|(_, value)| **value != Value::Open);
        let fixed = fixed
            .map(|(atom, value)| Fact { atom: Atom(atom as u32), holds: *value == Value::Yes })
            .collect();
        let rules = without_duplicates(&rules, budget)?;
        let rules = without_subsumed(&rules, atoms);
        budget.look()?;
        let (free, parts) = split(&rules, &values);
        Ok(Reduction { fixed, free, parts })
    }
}

/// The rules over the open atoms only, without those that are kept in any case, and whether bounds became tighter
/// than the values alone make them.
fn restricted(rules: &Rules, values: &[Value], budget: &mut Budget) -> Result<(Rules, bool), Halt> {
    let (mut rest, mut tightened) = (Rules::default(), false);
    let mut terms = Vec::new();
    for (rule, (all, bounds)) in rules.iter().enumerate() {
        if rule.is_multiple_of(RULES_BETWEEN_LOOKS) {
            budget.look()?;
        }
        let value = |term: &&Term| values[term.atom as usize];
        let yes: u32 = all.iter().filter(|term| value(term) == Value::Yes).map(|term| term.weight).sum();
        terms.clear();
        terms.extend(all.iter().filter(|term| value(term) == Value::Open));
        if yes > bounds.hi {
            return Err(Halt::Contradiction);
        }
        let mut left = Bounds { lo: bounds.lo.saturating_sub(yes), hi: (bounds.hi - yes).min(total(&terms)) };
        let divisor = terms.iter().fold(0, |divisor, term| gcd(divisor, term.weight)).max(1);
        terms.iter_mut().for_each(|term| term.weight /= divisor);
        left = Bounds { lo: left.lo.div_ceil(divisor), hi: left.hi / divisor };
        let snapped = snap(&terms, left)?;
        if snapped.lo == 0 && snapped.hi == total(&terms) {
            continue;
        }
        tightened |= snapped != left && decides(&terms, snapped);
        rest.push(&terms, snapped);
    }
    Ok((rest, tightened))
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Whether the rule alone decides an atom.
fn decides(terms: &[Term], bounds: Bounds) -> bool {
    let all = total(terms);
    terms.iter().any(|term| term.weight > bounds.hi || all - term.weight < bounds.lo)
}

/// The bounds moved inwards to sums that the terms can have.
fn snap(terms: &[Term], bounds: Bounds) -> Result<Bounds, Contradiction> {
    let all = total(terms);
    let mut snapped = Bounds { lo: bounds.lo, hi: bounds.hi.min(all) };
    if terms.iter().any(|term| term.weight != 1) && all <= MAX_LISTED_SUM {
        let mut is_sum = vec![false; all as usize + 1];
        is_sum[0] = true;
        for term in terms {
            for sum in (term.weight as usize..is_sum.len()).rev() {
                is_sum[sum] |= is_sum[sum - term.weight as usize];
            }
        }
        while snapped.lo <= snapped.hi && !is_sum[snapped.lo as usize] {
            snapped.lo += 1;
        }
        while snapped.lo <= snapped.hi && !is_sum[snapped.hi as usize] {
            snapped.hi -= 1;
        }
    }
    if snapped.lo <= snapped.hi { Ok(snapped) } else { Err(Contradiction) }
}

/// Rules with the same terms become one.
fn without_duplicates(rules: &Rules, budget: &mut Budget) -> Result<Rules, Halt> {
    let mut by_terms: BTreeMap<&[Term], Bounds> = BTreeMap::new();
    for (rule, (terms, bounds)) in rules.iter().enumerate() {
        if rule.is_multiple_of(RULES_BETWEEN_LOOKS) {
            budget.look()?;
        }
        let merged = by_terms.entry(terms).or_insert(bounds);
        *merged = Bounds { lo: merged.lo.max(bounds.lo), hi: merged.hi.min(bounds.hi) };
        if merged.lo > merged.hi {
            return Err(Halt::Contradiction);
        }
    }
    let mut rest = Rules::default();
    by_terms.into_iter().for_each(|(terms, bounds)| rest.push(terms, bounds));
    Ok(rest)
}

/// Frees bounds that another rule implies: a part sums to no more than the whole, and the whole to no less.
fn without_subsumed(rules: &Rules, atoms: usize) -> Rules {
    let occurrences = rules.occurrences(atoms);
    let mut bounds: Vec<Bounds> = (0..rules.len()).map(|rule| rules.bounds(rule)).collect();
    let mut weight_in_whole = vec![0u32; atoms];
    let mut steps = 0;
    for whole in 0..rules.len() {
        let terms = rules.terms(whole);
        terms.iter().for_each(|term| weight_in_whole[term.atom as usize] = term.weight);
        // Every rule within this one is met at its first atom.
        for (first, part) in places(&occurrences, terms) {
            let inner = rules.terms(part);
            steps += 1;
            if part == whole || inner[0].atom != first || inner.len() > terms.len() {
                continue;
            }
            steps += inner.len() as u64;
            if inner.iter().all(|term| term.weight <= weight_in_whole[term.atom as usize]) {
                let (wide, narrow) = (rules.bounds(whole), rules.bounds(part));
                if narrow.hi >= wide.hi {
                    bounds[part].hi = total(inner);
                }
                if wide.lo <= narrow.lo {
                    bounds[whole].lo = 0;
                }
            }
        }
        terms.iter().for_each(|term| weight_in_whole[term.atom as usize] = 0);
        if steps > SUBSUME_STEPS {
            break;
        }
    }
    let mut rest = Rules::default();
    for (rule, bounds) in bounds.into_iter().enumerate() {
        let terms = rules.terms(rule);
        if bounds.lo > 0 || bounds.hi < total(terms) {
            rest.push(terms, bounds);
        }
    }
    rest
}

/// The rules that some atom of these terms is in, with that atom.
fn places<'a>(
    occurrences: &'a Occurrences,
    terms: &'a [Term],
) -> impl Iterator<Item = (u32, usize)> + use<'a> {
    let of = |atom: u32| occurrences.of(atom).iter().map(move |place| (atom, place.rule as usize));
    terms.iter().flat_map(move |term| of(term.atom))
}

/// The open atoms in no rule, and the connected parts of the rest.
fn split(rules: &Rules, values: &[Value]) -> (Vec<Atom>, Vec<Reduced>) {
    let mut leader: Vec<u32> = (0..values.len() as u32).collect();
    let mut in_rule = vec![false; values.len()];
    for (terms, _) in rules.iter() {
        for term in terms {
            in_rule[term.atom as usize] = true;
            let (a, b) = (find(&mut leader, terms[0].atom), find(&mut leader, term.atom));
            leader[a.max(b) as usize] = a.min(b);
        }
    }
    let is_open = |atom: u32| values[atom as usize] == Value::Open;
    let atoms = (0..values.len() as u32).filter(|atom| is_open(*atom));
    let free = atoms.clone().filter(|atom| !in_rule[*atom as usize]).map(Atom).collect();
    let mut parts: Vec<Reduced> = Vec::new();
    let mut part_of = vec![0; values.len()];
    let mut number = vec![0; values.len()];
    for atom in atoms.filter(|atom| in_rule[*atom as usize]) {
        let leader = find(&mut leader, atom);
        if leader == atom {
            part_of[atom as usize] = parts.len();
            parts.push(Reduced { atoms: Vec::new(), rules: Rules::default() });
        }
        let part = &mut parts[part_of[leader as usize]];
        number[atom as usize] = part.atoms.len() as u32;
        part.atoms.push(Atom(atom));
    }
    let mut renamed = Vec::new();
    for (terms, bounds) in rules.iter() {
        renamed.clear();
        renamed.extend(terms.iter().map(|term| Term { atom: number[term.atom as usize], ..*term }));
        let leader = find(&mut leader, terms[0].atom);
        parts[part_of[leader as usize]].rules.push(&renamed, bounds);
    }
    (free, parts)
}

/// The leader of those that an atom was united with.
pub(super) fn find(leader: &mut [u32], mut atom: u32) -> u32 {
    while leader[atom as usize] != atom {
        leader[atom as usize] = leader[leader[atom as usize] as usize];
        atom = leader[atom as usize];
    }
    atom
}
