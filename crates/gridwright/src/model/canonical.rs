//! A numbering of atoms and rules that depends only on how they are connected: a board that is rotated or
//! relabelled gets the same numbers, so whatever is worked out by number comes out the same.

use super::{Atom, Body, Bounds, Model, RuleId, UNNAMED};
use gridwright_base::{Cancel, Stopped};

/// A model with its own numbers in place of the genre's.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// The same rules over the same atoms, in another order. Subjects and details are the rules' places in that order.
    pub model: Model,
    /// By atom here: the atom there.
    pub atoms: Vec<Atom>,
    /// By rule here: the rule there.
    pub rules: Vec<RuleId>,
}

/// At most this many ties are broken one by one; atoms still tied after that keep the order of the model.
const MOST_TIES: usize = 200;

impl Canonical {
    /// A model with the numbers it has, for when it does not matter.
    pub fn as_it_is(model: &Model) -> Canonical {
        let rules = model.rule_ids().map(|(id, _)| id).collect();
        Canonical { model: model.clone(), atoms: model.atoms().collect(), rules }
    }

    /// Numbers a model.
    ///
    /// Atoms are distinguished by the rules they are in, and rules by their atoms, until nothing changes (colour
    /// refinement). Where some atoms remain alike, one of them is singled out. They are nearly always mirror images, so
    /// any of them will do. On large boards that takes long: a token cancels it.
    pub fn new(model: &Model, cancel: &Cancel) -> Result<Canonical, Stopped> {
        let mut colours = Colours::of(model);
        colours.refine(cancel)?;
        for _ in 0..MOST_TIES {
            let Some(atom) = colours.first_alike() else { break };
            colours.atoms[atom] = mixed(colours.atoms[atom], 1);
            colours.refine(cancel)?;
        }
        let mut atoms: Vec<Atom> = model.atoms().collect();
        atoms.sort_by_key(|atom| (colours.atoms[atom.index()], *atom));
        let mut numbers = vec![Atom(0); atoms.len()];
        for (number, atom) in (0..).map(Atom).zip(&atoms) {
            numbers[atom.index()] = number;
        }
        let mut rules: Vec<(Vec<(Atom, u32)>, RuleId)> = Vec::new();
        for (id, rule) in model.rule_ids() {
            let mut terms: Vec<(Atom, u32)> =
                model.rule_atoms(rule).map(|(atom, weight)| (numbers[atom.index()], weight)).collect();
            terms.sort_unstable();
            rules.push((terms, id));
        }
        rules.sort_by_key(|(terms, id)| (colours.rules[id.0 as usize], terms.clone(), *id));
        let mut renumbered = Model::new(atoms.len(), &UNNAMED);
        for (number, (terms, id)) in (0..).zip(&rules) {
            let Bounds { lo, hi } = model.get(*id).body.bounds();
            let list = renumbered.weighted_list(terms.iter().copied());
            renumbered.rule(0, Body::Sum { list, lo, hi }, (number, number));
        }
        Ok(Canonical { model: renumbered, atoms, rules: rules.into_iter().map(|(_, id)| id).collect() })
    }
}

/// What is known of each atom and rule by looking at its surroundings.
struct Colours {
    atoms: Vec<u64>,
    rules: Vec<u64>,
    /// By rule: its atoms with their weights.
    terms: Vec<Vec<(usize, u64)>>,
}

impl Colours {
    fn of(model: &Model) -> Colours {
        let terms = model.rules().iter().map(|rule| {
            model.rule_atoms(rule).map(|(atom, weight)| (atom.index(), u64::from(weight))).collect()
        });
        let bounds = model.rules().iter().map(|rule| rule.body.bounds());
        let rules = bounds.map(|Bounds { lo, hi }| mixed(lo.into(), hi.into())).collect();
        Colours { atoms: vec![0; model.atom_count()], rules, terms: terms.collect() }
    }

    /// Refines the colours until no further atoms are distinguished.
    fn refine(&mut self, cancel: &Cancel) -> Result<(), Stopped> {
        let mut told_apart = self.count();
        loop {
            cancel.check()?;
            let mut gathered = vec![0u64; self.atoms.len()];
            for (rule, terms) in self.rules.iter_mut().zip(&self.terms) {
                // A sum does not depend on the order.
                let sum = terms
                    .iter()
                    .fold(0u64, |sum, &(atom, weight)| sum.wrapping_add(mixed(self.atoms[atom], weight)));
                *rule = mixed(*rule, sum);
                for &(atom, weight) in terms {
                    gathered[atom] = gathered[atom].wrapping_add(mixed(*rule, weight));
                }
            }
            for (atom, gathered) in self.atoms.iter_mut().zip(gathered) {
                *atom = mixed(*atom, gathered);
            }
            let now = self.count();
            if now == told_apart {
                return Ok(());
            }
            told_apart = now;
        }
    }

    fn sorted(&self) -> Vec<(u64, usize)> {
        let mut colours: Vec<(u64, usize)> = self.atoms.iter().copied().zip(0..).collect();
        colours.sort_unstable();
        colours
    }

    fn count(&self) -> usize {
        let sorted = self.sorted();
        sorted.windows(2).filter(|pair| pair[0].0 != pair[1].0).count()
    }

    /// An atom that looks like another one.
    fn first_alike(&self) -> Option<usize> {
        self.sorted().windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| pair[0].1)
    }
}

/// Mixes two numbers into one; different pairs rarely collide.
fn mixed(a: u64, b: u64) -> u64 {
    let mut x =
        (a ^ b.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(0x632b_e59b_d9b4_e019);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
