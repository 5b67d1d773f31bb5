//! Causes: which true literals forced an assignment or make up a conflict. They are computed when asked for.

use super::kernel::{Conflict, Kernel, Reason};
use super::literal::Literal;
use super::program::NONE;
use super::trail::Origin;
use crate::model::Atom;

impl Kernel {
    /// Calls `visit` with the true literals that together forced `literal`.
    pub fn for_each_cause(&self, literal: Literal, mut visit: impl FnMut(Literal)) {
        let Origin { reason, position, level } = self.trail.origins[literal.atom()];
        let before = |atom: u32| self.trail.origins[atom as usize].position < position;
        match reason {
            Reason::Chosen => {}
            Reason::Pair(other) => visit(Literal::yes(other)),
            Reason::List(list) => {
                let blame = |atom| Literal::new(atom, !literal.holds());
                self.visit_members(list, blame, before, &mut visit);
                self.visit_switch_of_list(list, &mut visit);
            }
            Reason::Union(union) => {
                let entry = self.program.unions[union as usize];
                for list in entry.lists {
                    self.visit_members(list, Literal::no, before, &mut visit);
                }
                self.visit_switch(entry.switch, &mut visit);
            }
            Reason::Clause(clause) => {
                for i in 0..self.clauses.len(clause) {
                    let other = self.clauses.get(clause, i);
                    if other != literal {
                        visit(!other);
                    }
                }
            }
            Reason::Count(count) => {
                // What follows late follows from lower levels only.
                let is_cause = |l: Literal| {
                    self.is_false_before(l, position, level) && self.trail.origins[l.atom()].level <= level
                };
                let others = self.counts.literals(count).iter().filter(|l| is_cause(**l));
                others.for_each(|l| visit(!*l));
            }
        }
    }

    /// Calls `visit` with the true literals that make up a conflict.
    pub fn for_each_in_conflict(&self, conflict: Conflict, mut visit: impl FnMut(Literal)) {
        match conflict {
            Conflict::TooMuch(list) => {
                // As few as are too much: a shorter conflict teaches more.
                let hi = self.program.lists[list as usize].hi;
                let mut sum = 0;
                for i in self.program.member_range(list as usize) {
                    let literal = Literal::yes(self.program.members[i].0);
                    if sum <= hi && self.is_true(literal) {
                        sum += self.program.weight(i) as i32;
                        visit(literal);
                    }
                }
                self.visit_switch_of_list(list, &mut visit);
            }
            Conflict::TooLittle(list) => {
                self.visit_members(list, Literal::no, |_| true, &mut visit);
                self.visit_switch_of_list(list, &mut visit);
            }
            Conflict::Union(union) => {
                let entry = self.program.unions[union as usize];
                for list in entry.lists {
                    self.visit_members(list, Literal::no, |_| true, &mut visit);
                }
                self.visit_switch(entry.switch, &mut visit);
            }
            Conflict::Pair(a, b) => {
                visit(Literal::yes(a));
                visit(Literal::yes(b));
            }
            Conflict::Clause(clause) => {
                (0..self.clauses.len(clause)).for_each(|i| visit(!self.clauses.get(clause, i)));
            }
            Conflict::Count(count) => {
                let literals = self.counts.literals(count).iter();
                literals.filter(|l| self.is_false(**l)).for_each(|l| visit(!*l));
            }
        }
    }

    fn visit_members(
        &self,
        list: u32,
        literal_of: impl Fn(u32) -> Literal,
        wanted: impl Fn(u32) -> bool,
        visit: &mut impl FnMut(Literal),
    ) {
        for &Atom(atom) in self.program.members_of(list) {
            let literal = literal_of(atom);
            if self.is_true(literal) && wanted(atom) {
                visit(literal);
            }
        }
    }

    fn visit_switch(&self, switch: u32, visit: &mut impl FnMut(Literal)) {
        if switch != NONE {
            visit(Literal::yes(switch));
        }
    }

    fn visit_switch_of_list(&self, list: u32, visit: &mut impl FnMut(Literal)) {
        if let Some(switch) = self.program.switch_of_list(list) {
            visit(Literal::yes(switch));
        }
    }
}
