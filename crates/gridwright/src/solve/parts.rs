//! Parts of a board that have nothing to do with each other once what is certain is known. Each is solved by itself:
//! a conflict in one then undoes nothing in the others.

use super::kernel::Kernel;
use super::order::Order;

/// The open atoms, part by part.
#[derive(Default)]
pub(super) struct Parts {
    atoms: Vec<u32>,
    /// Where each part begins, and the end.
    starts: Vec<u32>,
    /// What is seen already.
    atom_seen: Vec<bool>,
    list_seen: Vec<bool>,
    /// Lists that share a rule with one that was seen.
    others: Vec<u32>,
}

impl Parts {
    /// Finds the parts that the assignments so far leave.
    pub fn find(&mut self, kernel: &Kernel) {
        let program = &kernel.program;
        self.atoms.clear();
        self.starts.clear();
        self.atom_seen.clear();
        self.atom_seen.resize(program.all_atoms(), false);
        self.list_seen.clear();
        self.list_seen.resize(program.list_count(), false);
        for first in 0..program.atoms as u32 {
            if self.is_new(kernel, first) {
                self.starts.push(self.atoms.len() as u32);
                self.atoms.push(first);
                let mut next = self.atoms.len() - 1;
                while next < self.atoms.len() {
                    self.add_neighbours(kernel, self.atoms[next] as usize);
                    while let Some(list) = self.others.pop() {
                        self.add_list(kernel, list);
                    }
                    next += 1;
                }
                // Deciding them in the model's order took a third of the steps that this order takes.
                let start = self.starts[self.starts.len() - 1] as usize;
                self.atoms[start..].sort_unstable();
            }
        }
        self.starts.push(self.atoms.len() as u32);
    }

    /// Takes everything as one part, without examining it.
    pub fn take_whole(&mut self) {
        self.atoms.clear();
        self.starts.clear();
        self.starts.extend([0, 0]);
    }

    /// How many there are; none where everything is known.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn atoms_of(&self, part: usize) -> &[u32] {
        &self.atoms[self.starts[part] as usize..self.starts[part + 1] as usize]
    }

    /// Remembers in which order to decide the atoms of a part when the search comes back to it.
    pub fn keep_order(&mut self, part: usize, order: &Order) {
        if self.len() > 1 {
            let range = self.starts[part] as usize..self.starts[part + 1] as usize;
            self.atoms[range].iter_mut().zip(order.all_from_the_end()).for_each(|(at, atom)| *at = atom);
        }
    }

    /// Whether an atom is open and was not seen, which it now is.
    fn is_new(&mut self, kernel: &Kernel, atom: u32) -> bool {
        kernel.is_open(atom) && !std::mem::replace(&mut self.atom_seen[atom as usize], true)
    }

    fn add_neighbours(&mut self, kernel: &Kernel, atom: usize) {
        let program = &kernel.program;
        if program.has_partners() {
            for partner in program.partners_of(atom) {
                self.add(kernel, *partner);
            }
        }
        for at in program.links_to_lists(atom) {
            self.add_list(kernel, program.links[at]);
        }
    }

    /// Adds the open atoms of a list, unless nothing depends on them together.
    fn add_list(&mut self, kernel: &Kernel, list: u32) {
        if std::mem::replace(&mut self.list_seen[list as usize], true) {
            return;
        }
        let program = &kernel.program;
        let mut binds = program.can_bind(list as usize);
        if program.yes(list as usize) == 0 {
            for at in program.union_range(list as usize) {
                let other = program.part(at).other;
                if program.yes(other as usize) == 0 {
                    binds = true;
                    self.others.push(other);
                }
            }
        }
        if binds {
            for member in program.members_of(list) {
                self.add(kernel, member.0);
            }
        }
    }

    fn add(&mut self, kernel: &Kernel, atom: u32) {
        if self.is_new(kernel, atom) {
            self.atoms.push(atom);
        }
    }
}
