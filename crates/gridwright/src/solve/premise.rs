//! Rules read as counts: "at least `need` of these literals hold", broken by the trail or forcing one literal.
//!
//! Every rule is one already except for weighted sums. Of these a count is taken that follows from the sum and is broken
//! or forces the same: open and true literals are left out, the lightest first, until it does.

use super::clauses::ClauseId;
use super::counts::CountId;
use super::kernel::{Conflict, Kernel, Reason};
use super::literal::Literal;
use super::program::NONE;

/// A rule as a count.
#[derive(Clone, Debug, Default)]
pub(super) struct Premise {
    pub literals: Vec<Literal>,
    pub need: i32,
    /// It holds while these are false, as they are: the negated switch, where the rule has one, and the conditions of a
    /// learned count.
    pub conditions: Vec<Literal>,
    /// Conditions are false at this level or below.
    pub fixed: u32,
    /// The literals of a weighted sum, the heaviest first.
    weighted: Vec<(i32, Literal)>,
}

impl Kernel {
    /// The broken rule.
    pub fn broken_rule(&self, conflict: Conflict, premise: &mut Premise) {
        premise.clear();
        let is_false = |literal| self.is_false(literal);
        match conflict {
            Conflict::TooMuch(list) => self.take_list(list, false, None, is_false, premise),
            Conflict::TooLittle(list) => self.take_list(list, true, None, is_false, premise),
            Conflict::Union(union) => self.take_union(union, premise),
            Conflict::Pair(a, b) => premise.literals.extend([Literal::no(a), Literal::no(b)]),
            Conflict::Clause(clause) => self.take_clause(clause, premise),
            Conflict::Count(count) => self.take_count(count, None, is_false, premise),
        }
    }

    /// The rule that forced a literal, which is among its literals.
    pub fn forcing_rule(&self, forced: Literal, premise: &mut Premise) {
        premise.clear();
        let origin = self.trail.origins[forced.atom()];
        let is_false = |literal| self.is_false_before(literal, origin.position, origin.level);
        match origin.reason {
            Reason::Chosen => unreachable!("no rule forced it"),
            Reason::List(list) => self.take_list(list, forced.holds(), Some(forced), is_false, premise),
            Reason::Union(union) => self.take_union(union, premise),
            Reason::Pair(other) => premise.literals.extend([forced, Literal::no(other)]),
            Reason::Clause(clause) => self.take_clause(clause, premise),
            Reason::Count(count) => self.take_count(count, Some(forced), is_false, premise),
        }
    }

    /// Whether a literal was false before a place on the trail, or follows at a lower level than that place.
    pub fn is_false_before(&self, literal: Literal, position: u32, level: u32) -> bool {
        let origin = self.trail.origins[literal.atom()];
        self.is_false(literal) && (origin.position < position || origin.level < level)
    }

    fn take_union(&self, union: u32, premise: &mut Premise) {
        let entry = self.program.unions[union as usize];
        let members = entry.lists.iter().flat_map(|&list| self.program.members_of(list));
        premise.literals.extend(members.map(|atom| Literal::yes(atom.0)));
        premise.literals.sort_unstable();
        premise.literals.dedup();
        if entry.switch != NONE {
            premise.conditions.push(Literal::no(entry.switch));
        }
    }

    fn take_clause(&self, clause: ClauseId, premise: &mut Premise) {
        premise.literals.extend((0..self.clauses.len(clause)).map(|i| self.clauses.get(clause, i)));
    }

    /// A learned count; only the clause in it that matters where a condition is not fixed, for it would have to be resolved.
    fn take_count(
        &self,
        count: CountId,
        forced: Option<Literal>,
        is_false: impl Fn(Literal) -> bool,
        premise: &mut Premise,
    ) {
        let (literals, conditions) = self.counts.split(count);
        if conditions.iter().all(|l| self.trail.origins[l.atom()].level <= premise.fixed) {
            premise.literals.extend_from_slice(literals);
            premise.conditions.extend_from_slice(conditions);
            premise.need = self.counts.need(count) as i32;
        } else {
            let all = self.counts.literals(count).iter().copied();
            premise.literals.extend(all.filter(|l| is_false(*l)).chain(forced));
        }
    }

    /// The lower bound of a list as a count of what holds, or its upper bound as a count of what does not.
    fn take_list(
        &self,
        list: u32,
        holds: bool,
        forced: Option<Literal>,
        is_false: impl Fn(Literal) -> bool,
        premise: &mut Premise,
    ) {
        let entry = self.program.lists[list as usize];
        let range = self.program.member_range(list as usize);
        let bound = |total: i32| if holds { entry.lo } else { total - entry.hi };
        let members = range.map(|i| (self.program.weight(i) as i32, self.program.members[i].0));
        let members = members.filter(|(weight, _)| *weight > 0);
        if entry.max_weight <= 1 {
            premise.literals.extend(members.map(|(_, atom)| Literal::new(atom, holds)));
            premise.need = bound(premise.literals.len() as i32);
        } else {
            premise.weighted.clear();
            premise.weighted.extend(members.map(|(weight, atom)| (weight, Literal::new(atom, holds))));
            premise.need = bound(premise.weighted.iter().map(|(weight, _)| weight).sum());
            premise.count_weighted(forced, is_false);
        }
        if let Some(switch) = self.program.switch_of_list(list) {
            premise.conditions.push(Literal::no(switch));
        }
    }
}

impl Premise {
    fn clear(&mut self) {
        self.literals.clear();
        self.conditions.clear();
        self.need = 1;
    }

    /// Takes from the sum of the weighted literals, which is to reach `need`, a count that is broken or forces a literal.
    fn count_weighted(&mut self, forced: Option<Literal>, is_false: impl Fn(Literal) -> bool) {
        self.weighted.sort_unstable_by_key(|(weight, literal)| (std::cmp::Reverse(*weight), *literal));
        let mut possible = self.weighted.iter().filter(|(_, literal)| !is_false(*literal)).count();
        let mut lightest = self.weighted.len();
        loop {
            let least = self.least_number();
            if possible + usize::from(forced.is_none()) <= least {
                self.need = least as i32;
                break;
            }
            // The lightest that is not false: without it the others have to reach that much less.
            lightest = (0..lightest)
                .rev()
                .find(|&i| !is_false(self.weighted[i].1) && Some(self.weighted[i].1) != forced)
                .expect("without all of them one false literal would have to hold");
            self.need -= self.weighted.remove(lightest).0;
            possible -= 1;
        }
        self.literals.extend(self.weighted.iter().map(|(_, literal)| literal));
    }

    /// How many literals at least the sum takes: the heaviest, and one more than there are if these do not reach it.
    fn least_number(&self) -> usize {
        let mut missing = self.need;
        let enough = self.weighted.iter().position(|(weight, _)| {
            missing -= weight;
            missing <= 0
        });
        if self.need <= 0 { 0 } else { enough.unwrap_or(self.weighted.len()) + 1 }
    }
}
