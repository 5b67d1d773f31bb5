//! Random small models for tests.

use super::{Atom, Body, Flag, Model, Role, RuleKind, UNLIMITED};
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

/// A small board of cells that see each other along rows and columns: light must fall on each, from its row or its
/// column, and none may see another; some walls count the lights beside them.
pub(crate) fn random_crossings(random: &mut Random) -> Model {
    let (rows, cols) = (2 + random.below(3), 2 + random.below(3));
    let is_open: Vec<bool> = (0..rows * cols).map(|cell| cell == 0 || random.below(4) > 0).collect();
    let number = |cell: u32| is_open[..cell as usize].iter().filter(|open| **open).count() as u32;
    let open = |row: u32, col: u32| row < rows && col < cols && is_open[(row * cols + col) as usize];
    let mut model = Model::new(is_open.iter().filter(|open| **open).count(), &KINDS);
    let mut run_of: Vec<[Option<super::ListId>; 2]> = vec![[None; 2]; model.atom_count()];
    for (axis, (lines, length)) in [(rows, cols), (cols, rows)].into_iter().enumerate() {
        for line in 0..lines {
            let cell = |at: u32| if axis == 0 { (line, at) } else { (at, line) };
            let mut at = 0;
            while at < length {
                let end = (at..length).find(|i| !open(cell(*i).0, cell(*i).1)).unwrap_or(length);
                let run: Vec<Atom> = (at..end).map(|i| Atom(number(cell(i).0 * cols + cell(i).1))).collect();
                let list = model.list(run.iter().copied());
                model.rule(0, Body::at_most(list, 1), (0, 0));
                run.iter().for_each(|atom| run_of[atom.index()][axis] = Some(list));
                at = end + 1;
            }
        }
    }
    for runs in run_of {
        if let [Some(row), Some(column)] = runs {
            model.rule(0, Body::Either(row, column), (0, 0));
        }
    }
    for cell in (0..rows * cols).filter(|cell| !is_open[*cell as usize]) {
        let (row, col) = (cell / cols, cell % cols);
        let beside = [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
        let beside: Vec<Atom> = beside
            .into_iter()
            .filter(|(r, c)| open(*r, *c))
            .map(|(r, c)| Atom(number(r * cols + c)))
            .collect();
        if random.below(3) == 0 {
            let n = random.below(beside.len() as u32 + 1);
            let list = model.list(beside);
            model.rule(0, Body::exactly(list, n), (0, 0));
        }
    }
    model
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
                model.rule(0, Body::Either(a, b), (0, 0));
                // Often with "at most one" in each, as where light must fall from one of two sides.
                for list in [a, b] {
                    if random.below(3) > 0 {
                        model.rule(0, Body::at_most(list, 1), (0, 0));
                    }
                }
            }
            1 => {
                let members = random.subset(atoms, 5);
                let weights: Vec<u32> = members.iter().map(|_| random.below(5)).collect();
                let total: u32 = weights.iter().sum();
                let list = model.weighted_list(members.into_iter().zip(weights));
                let lo = random.below(total + 1);
                model.rule(0, Body::Sum { list, lo, hi: lo + random.below(3) }, (0, 0));
            }
            2 => match random.subset(atoms, 2)[..] {
                [a, b] if random.below(3) > 0 => {
                    model.rule(0, Body::Pair(a, b), (0, 0));
                }
                ref members => {
                    let list = model.list(members.iter().copied());
                    model.rule(0, Body::at_most(list, 1), (0, 0));
                }
            },
            _ => {
                let members = random.subset(atoms, 5);
                let size = members.len() as u32;
                let list = model.list(members);
                let lo = random.below(size + 1);
                let hi = if random.below(3) == 0 { UNLIMITED } else { lo + random.below(size) };
                model.rule(0, Body::Sum { list, lo, hi }, (0, 0));
                if random.below(4) == 0 {
                    model.rule(0, Body::at_most(list, size.max(1) - 1), (0, 0));
                }
            }
        }
    }
    model
}
