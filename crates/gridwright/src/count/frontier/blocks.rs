//! Blocks: atoms that are decided in one step, because exactly one of them holds.

use crate::count::reduced::Reduced;

/// More are not decided in one step.
pub(super) const MAX_CHOICES: usize = 64;

/// A partition of the atoms of a part.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    starts: Vec<u32>,
    atoms: Vec<u32>,
    of_atom: Vec<u32>,
    exactly_one: Vec<bool>,
}

impl Blocks {
    /// The atoms of rules "exactly one" of up to `most` atoms in one block each, where the rules do not overlap;
    /// the others alone.
    pub fn new(part: &Reduced, most: usize) -> Blocks {
        let mut blocks = Blocks {
            starts: vec![0],
            atoms: Vec::new(),
            of_atom: vec![u32::MAX; part.atoms.len()],
            exactly_one: Vec::new(),
        };
        let mut found: Vec<(Vec<u32>, bool)> = Vec::new();
        let mut is_taken = vec![false; part.atoms.len()];
        for (terms, bounds) in part.rules.iter() {
            let is_choice = (bounds.lo, bounds.hi) == (1, 1)
                && terms.len() <= most.min(MAX_CHOICES)
                && terms.iter().all(|term| term.weight == 1);
            if is_choice && terms.iter().all(|term| !is_taken[term.atom as usize]) {
                terms.iter().for_each(|term| is_taken[term.atom as usize] = true);
                found.push((terms.iter().map(|term| term.atom).collect(), true));
            }
        }
        let alone = (0..part.atoms.len() as u32).filter(|atom| !is_taken[*atom as usize]);
        found.extend(alone.map(|atom| (vec![atom], false)));
        found.sort_unstable();
        for (atoms, exactly_one) in found {
            let block = blocks.len() as u32;
            atoms.iter().for_each(|atom| blocks.of_atom[*atom as usize] = block);
            blocks.atoms.extend(atoms);
            blocks.starts.push(blocks.atoms.len() as u32);
            blocks.exactly_one.push(exactly_one);
        }
        blocks
    }

    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.exactly_one.len()
    }

    /// The atoms of a block.
    pub fn atoms(&self, block: u32) -> &[u32] {
        &self.atoms[self.starts[block as usize] as usize..self.starts[block as usize + 1] as usize]
    }

    /// The block of an atom.
    pub fn of(&self, atom: u32) -> u32 {
        self.of_atom[atom as usize]
    }

    /// What can be chosen in a block: which atom holds, or none.
    pub fn choices(&self, block: u32) -> impl Iterator<Item = Option<u32>> + '_ {
        let none = (!self.exactly_one[block as usize]).then_some(None);
        none.into_iter().chain(self.atoms(block).iter().map(|atom| Some(*atom)))
    }

    /// How many choices a block has.
    pub fn choice_count(&self, block: u32) -> usize {
        self.atoms(block).len() + usize::from(!self.exactly_one[block as usize])
    }
}
