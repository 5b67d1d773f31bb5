//! The links of a step, for its picture: what follows from what.

use super::{Argument, Explanation};
use crate::model::{Atom, Board, Fact, Value};
use crate::puzzle::Puzzle;
use crate::scene::{Link, LinkKind, Spot};
use crate::words::Chain;
use std::collections::{BTreeMap, BTreeSet};

/// A picture with more links than these is a tangle.
const MOST_DRAWN: usize = 40;

/// The links of a step before which that much is known; none where there would be too many to follow.
pub(super) fn links(puzzle: &Puzzle, known: &Board, explanation: &Explanation) -> Vec<Link> {
    let mut links = Links { puzzle, found: BTreeSet::new() };
    match &explanation.argument {
        _ if explanation.chain.is_some() => explanation.chain.iter().for_each(|chain| links.chain(chain)),
        Some(Argument { suppose: None, .. }) | None => {}
        // Told without the supposition: what is needed in one of two places.
        Some(_) if explanation.why.suppose.is_empty() => links.needs(known, explanation),
        Some(argument) => links.follow(argument, BTreeMap::new()),
    }
    let found = links.found;
    if found.len() > MOST_DRAWN { Vec::new() } else { found.into_iter().collect() }
}

struct Links<'a> {
    puzzle: &'a Puzzle,
    found: BTreeSet<Link>,
}

impl Links<'_> {
    fn add(&mut self, one: Atom, other: Atom, kind: LinkKind) {
        let spot = |atom: Atom| {
            let (cell, note) = self.puzzle.candidate_of(atom);
            Spot { cell, note }
        };
        let (one, other) = (spot(one), spot(other));
        if one != other {
            self.found.insert(Link { from: one.min(other), to: one.max(other), kind });
        }
    }

    /// The links of a chain, one after the other.
    fn chain(&mut self, chain: &Chain) {
        for link in &chain.links {
            let kind = if link.is_strong { LinkKind::Strong } else { LinkKind::Weak };
            for &from in &link.from {
                link.to.iter().for_each(|to| self.add(from, *to, kind));
            }
        }
    }

    /// From each supposed or inferred fact to those that a rule infers from it, up to the rule that cannot be kept.
    fn follow(&mut self, argument: &Argument, mut inferred: BTreeMap<Atom, bool>) {
        let model = self.puzzle.model();
        inferred.extend(argument.suppose.map(|fact| (fact.atom, fact.holds)));
        for inference in &argument.inferences {
            let atoms = model.rule_atoms(model.get(inference.rule)).map(|(atom, _)| atom);
            let causes: Vec<Fact> = atoms
                .filter_map(|atom| inferred.get(&atom).map(|holds| Fact { atom, holds: *holds }))
                .filter(|fact| match fact.holds {
                    true => inference.rule_use.is_limit(),
                    false => inference.rule_use.is_need(),
                })
                .collect();
            let kind = |fact: &Fact| if fact.holds { LinkKind::Weak } else { LinkKind::Strong };
            for cause in &causes {
                inference.facts.iter().for_each(|fact| self.add(cause.atom, fact.atom, kind(cause)));
            }
            if inference.facts.is_empty() {
                causes.windows(2).for_each(|pair| self.add(pair[0].atom, pair[1].atom, kind(&pair[0])));
            }
            inferred.extend(inference.facts.iter().map(|fact| (fact.atom, fact.holds)));
        }
        for case in &argument.cases {
            self.follow(case, inferred.clone());
        }
    }

    /// Between the two cells in which a rule can still have what it needs.
    fn needs(&mut self, known: &Board, explanation: &Explanation) {
        let model = self.puzzle.model();
        for &rule in &explanation.focus {
            let atoms = model.rule_atoms(model.get(rule)).map(|(atom, _)| atom);
            let open: Vec<Atom> = atoms.filter(|atom| known.get(*atom) == Value::Open).collect();
            if let [one, other] = open[..]
                && self.puzzle.atom_cell(one) != self.puzzle.atom_cell(other)
            {
                self.add(one, other, LinkKind::Strong);
            }
        }
    }
}
