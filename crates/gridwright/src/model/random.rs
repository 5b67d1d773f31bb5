//! Random small models for tests.

use super::{Atom, Flag, Model, Role, RuleKind, Span, UNLIMITED};
use std::collections::BTreeSet;

pub(crate) static KINDS: [RuleKind; 1] =
    [RuleKind { id: "test.rule", role: Role::Law, flag: Flag::Nothing, text: "" }];

/// A small generator of random numbers (xorshift).
pub(crate) struct Random(pub u64);

impl Random {
    /// A number from 0 up to, but not including, `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) % u64::from(bound)) as u32
    }

    /// Up to `at_most + 1` of the first `atoms` atoms.
    pub fn subset(&mut self, atoms: u32, at_most: u32) -> Vec<Atom> {
        let mut picked = BTreeSet::new();
        for _ in 0..=self.below(at_most) {
            picked.insert(Atom(self.below(atoms)));
        }
        picked.into_iter().collect()
    }
}

/// Up to eleven atoms; lists, weights, bounds and unions at random, often without a solution.
pub(crate) fn random_model(random: &mut Random) -> Model {
    let atoms = 1 + random.below(11);
    let mut model = Model::new(atoms as usize, &KINDS);
    for _ in 0..1 + random.below(atoms + 3) {
        match random.below(6) {
            0 => {
                let [a, b] = [(); 2].map(|()| {
                    let members = random.subset(atoms, 4);
                    model.list(members)
                });
                model.rule(0, Span::Either(a, b), 1, UNLIMITED, (0, 0));
            }
            1 => {
                let members = random.subset(atoms, 5);
                let weights: Vec<u32> = members.iter().map(|_| random.below(5)).collect();
                let total: u32 = weights.iter().sum();
                let list = model.weighted_list(members.into_iter().zip(weights));
                let lo = random.below(total + 1);
                model.rule(0, Span::One(list), lo, lo + random.below(3), (0, 0));
            }
            2 => match random.subset(atoms, 2)[..] {
                [a, b] if random.below(3) > 0 => {
                    model.rule(0, Span::Pair(a, b), 0, 1, (0, 0));
                }
                ref members => {
                    let list = model.list(members.iter().copied());
                    model.rule(0, Span::One(list), 0, 1, (0, 0));
                }
            },
            _ => {
                let members = random.subset(atoms, 5);
                let size = members.len() as u32;
                let list = model.list(members);
                let lo = random.below(size + 1);
                let hi = if random.below(3) == 0 { UNLIMITED } else { lo + random.below(size) };
                model.rule(0, Span::One(list), lo, hi, (0, 0));
                if random.below(4) == 0 {
                    model.rule(0, Span::One(list), 0, size.max(1) - 1, (0, 0));
                }
            }
        }
    }
    model
}
