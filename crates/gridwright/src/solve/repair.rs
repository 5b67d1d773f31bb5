//! Other solutions near a known one.
//!
//! With one solution at hand, a search need not decide every atom: let the solution fill in whatever the search
//! has left open, and decide only atoms of rules that this mixture breaks. When none is broken, the mixture is
//! a solution too. What is different stays local, and so does the work.

use super::kernel::Kernel;
use super::literal::Literal;
use crate::model::Board;

/// A known solution with the sums its lists have when the trail is laid over it.
#[derive(Clone, Debug, Default)]
pub(super) struct Repair {
    /// By atom.
    example: Vec<bool>,
    /// By list: weight of the atoms that hold in the mixture.
    sums: Vec<i32>,
    /// The assignments that differ from the example, with their places on the trail.
    changes: Vec<(u32, Literal)>,
    /// How much of the trail has been looked at.
    looked_at: usize,
    /// The changes before this one break no rule, or the later ones mend it.
    mended: usize,
}

impl Repair {
    /// Starts from a solution found by the kernel.
    pub fn new(kernel: &mut Kernel, solution: &Board) -> Repair {
        let mut example = vec![true; kernel.program.all_atoms()];
        for fact in solution.facts() {
            example[fact.atom.index()] = fact.holds;
        }
        let sum = |list| {
            let members = kernel.program.member_range(list);
            members
                .filter(|&i| example[kernel.program.members[i].index()])
                .map(|i| kernel.program.weight(i) as i32)
                .sum()
        };
        let sums = (0..kernel.program.list_count()).map(sum).collect();
        kernel.low_water = 0;
        Repair { example, sums, changes: Vec::new(), looked_at: 0, mended: 0 }
    }

    /// The value of an atom in the example, as a literal.
    pub fn example(&self, atom: u32) -> Literal {
        Literal::new(atom, self.example[atom as usize])
    }

    /// Takes the solution that was found as the new example.
    pub fn adopt(&mut self) {
        for (_, literal) in self.changes.drain(..) {
            self.example[literal.atom()] = literal.holds();
        }
        self.mended = 0;
    }

    /// The atoms that differ from the example, after [`next_decision`](Repair::next_decision) found no more.
    pub fn changed(&self) -> impl Iterator<Item = usize> + '_ {
        self.changes.iter().map(|(_, literal)| literal.atom())
    }

    fn shift(&mut self, kernel: &Kernel, literal: Literal, apply: bool) {
        for (list, weight) in kernel.program.occurrences_of(literal.atom()) {
            let change = if literal.holds() == apply { weight as i32 } else { -(weight as i32) };
            self.sums[list as usize] += change;
        }
    }

    /// Follows the trail since the last look.
    fn follow(&mut self, kernel: &mut Kernel) {
        let unchanged = self.looked_at.min(kernel.low_water);
        while let Some(&(_, literal)) = self.changes.last().filter(|(at, _)| *at as usize >= unchanged) {
            self.changes.pop();
            self.shift(kernel, literal, false);
            self.mended = 0;
        }
        for at in unchanged..kernel.trail.literals.len() {
            let literal = kernel.trail.literals[at];
            if self.example[literal.atom()] != literal.holds() {
                self.changes.push((at as u32, literal));
                self.shift(kernel, literal, true);
            }
        }
        self.looked_at = kernel.trail.literals.len();
        kernel.low_water = self.looked_at;
    }

    /// A decision that mends a broken rule, or `None` when the mixture keeps them all.
    pub fn next_decision(&mut self, kernel: &mut Kernel) -> Option<Literal> {
        self.follow(kernel);
        // The example keeps every rule, so a broken one holds a changed atom.
        while let Some(&(_, literal)) = self.changes.get(self.mended) {
            for (list, _) in kernel.program.occurrences_of(literal.atom()) {
                let entry = kernel.program.lists[list as usize];
                let sum = self.sums[list as usize];
                if sum < entry.lo {
                    return self.mend(kernel, &[list], true);
                }
                if sum > entry.hi {
                    return self.mend(kernel, &[list], false);
                }
                if sum == 0 && !literal.holds() {
                    for u in kernel.program.union_range(list as usize) {
                        let part = kernel.program.part(u);
                        if self.sums[part.other as usize] == 0 && kernel.is_switched_on(part.union) {
                            return self.mend(kernel, &[list, part.other], true);
                        }
                    }
                }
            }
            self.mended += 1;
        }
        None
    }

    /// The open atom of the lists whose change helps and which took part in a conflict most recently.
    fn mend(&self, kernel: &Kernel, lists: &[u32], more: bool) -> Option<Literal> {
        let members = lists.iter().flat_map(|&list| kernel.program.members_of(list)).map(|atom| atom.0);
        let helps = |atom: &u32| kernel.is_open(*atom) && self.example[*atom as usize] != more;
        let atom = members.filter(helps).max_by_key(|&atom| kernel.order.stamp(atom));
        Some(Literal::new(atom.expect("propagation leaves an atom to change in every broken rule"), more))
    }
}
