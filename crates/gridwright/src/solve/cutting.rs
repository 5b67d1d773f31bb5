//! Learning counts from conflicts: cutting planes with the coefficients 0 and 1.
//!
//! The broken rule is read as a count, "at least `need` of these literals hold". Walking back along the trail, the rule that
//! falsified a literal of the count is added to it, until the count forces something below the current level. A clause
//! is a count that needs one; where rules count, their sums teach what no short list of clauses can say.
//!
//! - The count follows from the rules (that are on): sums of rules do, and so does the division below.
//! - It is broken by what stands on the trail before the place that was reached, or follows at a lower level.
//! - An atom whose coefficient becomes 2 asks for a division: literals of coefficient 1 that are not false are left out, each for
//!   one of the need; then all is halved and rounded up. What was broken stays broken.
//! - Conditions stand beside the count, which holds while they are false: the negated switches of the rules. A literal that is
//!   false by an assumption or a flipped decision becomes one, instead of asking for a division. They take part in no sum.
//! - What is known at the root is left out.

use super::kernel::{Conflict, Kernel, Reason};
use super::literal::Literal;
use super::premise::Premise;

/// Where an atom of a [`Cut`] is listed.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Listed {
    Nowhere,
    Atom,
    Condition,
}

/// A count while it is put together.
#[derive(Clone, Debug, Default)]
pub(super) struct Cut {
    /// How many of its literals must hold.
    pub need: i32,
    /// By atom: the coefficient, negative for "it does not hold".
    coefficients: Vec<i8>,
    /// Every atom with a coefficient, and perhaps others, but none twice.
    atoms: Vec<u32>,
    /// By atom and switch: where it is listed.
    listed: Vec<Listed>,
    /// The count holds while these are false.
    pub conditions: Vec<Literal>,
    /// The place on the trail that was reached, and its level.
    position: u32,
    level: u32,
    /// How many literals more than are needed may still hold, judged by what is false below the level.
    room: i32,
    has_doubled: bool,
    /// Assignments up to this level stay.
    fixed: u32,
    premise: Premise,
    levels: Vec<u32>,
    /// The switches, and the atoms whose literals were false when they came in.
    pub involved: Vec<u32>,
}

impl Cut {
    /// Starts from a broken rule. What is assigned up to the level `fixed` will not be undone.
    pub fn begin(&mut self, kernel: &Kernel, conflict: Conflict, fixed: u32) {
        for atom in self.atoms.drain(..) {
            self.coefficients[atom as usize] = 0;
            self.listed[atom as usize] = Listed::Nowhere;
        }
        for condition in self.conditions.drain(..) {
            self.listed[condition.atom()] = Listed::Nowhere;
        }
        let atoms = kernel.program.all_atoms();
        self.coefficients.resize(atoms, 0);
        self.listed.resize(atoms, Listed::Nowhere);
        self.involved.clear();
        self.need = 0;
        self.fixed = fixed;
        self.premise.fixed = fixed;
        kernel.broken_rule(conflict, &mut self.premise);
        self.enter(kernel);
        self.add_premise(kernel);
    }

    fn literal(&self, atom: u32) -> Literal {
        Literal::new(atom, self.coefficients[atom as usize] > 0)
    }

    /// The literals of the count, those of the root left out.
    pub fn literals(&self) -> impl Iterator<Item = Literal> + '_ {
        let present = self.atoms.iter().filter(|atom| self.coefficients[**atom as usize] != 0);
        present.map(|atom| self.literal(*atom))
    }

    /// The same and the conditions.
    pub fn all_literals(&self) -> impl Iterator<Item = Literal> + '_ {
        self.literals().chain(self.conditions.iter().copied())
    }

    /// The lowest level at which the count is broken.
    pub fn broken_at(&mut self, kernel: &Kernel) -> u32 {
        self.level_of_false(kernel, self.literals().count() as i32 - self.need + 1)
    }

    /// The lowest level at which the count forces all literals that are not false there.
    pub fn forces_at(&mut self, kernel: &Kernel) -> u32 {
        self.level_of_false(kernel, self.literals().count() as i32 - self.need)
    }

    /// The lowest level at which this number of literals is false, and all conditions are too.
    fn level_of_false(&mut self, kernel: &Kernel, number: i32) -> u32 {
        let conditions = self.conditions.iter().map(|l| kernel.trail.origins[l.atom()].level).max();
        self.sort_levels(kernel);
        let last = if number <= 0 { 0 } else { self.levels[number as usize - 1] };
        last.max(conditions.unwrap_or(0))
    }

    /// Number of different levels at which its literals became false.
    pub fn glue(&mut self, kernel: &Kernel) -> u32 {
        self.sort_levels(kernel);
        self.levels.dedup();
        self.levels.len() as u32
    }

    /// Sorts the levels at which its literals became false.
    fn sort_levels(&mut self, kernel: &Kernel) {
        let mut levels = std::mem::take(&mut self.levels);
        levels.clear();
        let falsified = self.literals().filter(|literal| kernel.is_false(*literal));
        levels.extend(falsified.map(|literal| kernel.trail.origins[literal.atom()].level));
        levels.sort_unstable();
        self.levels = levels;
    }

    /// The true literals up to a level at which it is broken that break it there.
    pub fn causes(&self, kernel: &Kernel, level: u32) -> Vec<Literal> {
        let falsified = self.all_literals().filter(|literal| kernel.is_false(*literal));
        let up_to_level = falsified.filter(|literal| kernel.trail.origins[literal.atom()].level <= level);
        up_to_level.map(|literal| !literal).collect()
    }

    /// Adds rules until the count forces something below the current level, at which it is broken, and says whether it
    /// does; otherwise it is broken below.
    pub fn resolve(&mut self, kernel: &Kernel) -> bool {
        self.enter(kernel);
        while self.room > 0 {
            let forced = loop {
                self.position -= 1;
                let literal = kernel.trail.literals[self.position as usize];
                let atom = literal.atom() as u32;
                // Facts that were put back late stand among the current level's assignments.
                if self.coefficients[atom as usize] != 0
                    && self.literal(atom) == !literal
                    && kernel.trail.origins[atom as usize].level == self.level
                {
                    break literal;
                }
            };
            self.take_forcing_rule(kernel, forced);
            self.add_premise(kernel);
            if self.has_doubled {
                self.halve(kernel);
            }
        }
        self.room == 0
    }

    /// Takes the rule that forced a literal as the next premise. A pair is taken together with all atoms of the count
    /// that exclude both and each other: at most one of them holds.
    fn take_forcing_rule(&mut self, kernel: &Kernel, forced: Literal) {
        kernel.forcing_rule(forced, &mut self.premise);
        if !matches!(kernel.trail.origins[forced.atom()].reason, Reason::Pair(_))
            || !kernel.program.has_partners()
        {
            return;
        }
        for &third in kernel.program.partners_of(forced.atom()) {
            let excludes = |literal: &Literal| kernel.program.partners_of(literal.atom()).contains(&third);
            if self.coefficients[third as usize] > 0 && self.premise.literals.iter().all(excludes) {
                self.premise.literals.push(Literal::no(third));
                self.premise.need += 1;
            }
        }
    }

    /// Starts at the end of the trail.
    fn enter(&mut self, kernel: &Kernel) {
        self.position = kernel.trail.literals.len() as u32;
        self.level = kernel.level();
        let possible = self.literals().filter(|literal| !self.is_false_below(kernel, *literal)).count();
        self.room = possible as i32 - self.need;
    }

    fn is_false_below(&self, kernel: &Kernel, literal: Literal) -> bool {
        kernel.is_false(literal) && kernel.trail.origins[literal.atom()].level < self.level
    }

    fn add_premise(&mut self, kernel: &Kernel) {
        let premise = std::mem::take(&mut self.premise);
        self.need += premise.need;
        self.room -= premise.need;
        for &literal in &premise.literals {
            self.add(kernel, literal);
        }
        for &literal in &premise.conditions {
            self.add_condition(literal);
        }
        self.premise = premise;
    }

    fn add(&mut self, kernel: &Kernel, literal: Literal) {
        let atom = literal.atom();
        if atom >= kernel.program.atoms {
            self.add_condition(literal);
            return;
        }
        let is_known = !kernel.is_open(atom as u32) && kernel.trail.origins[atom].level == 0;
        if is_known || self.listed[atom] == Listed::Condition {
            if kernel.is_true(literal) {
                self.need -= 1;
                self.room += 1;
            }
            return;
        }
        let is_false = kernel.is_false(literal);
        if self.listed[atom] == Listed::Nowhere {
            self.listed[atom] = Listed::Atom;
            self.atoms.push(atom as u32);
            if is_false {
                self.involved.push(atom as u32);
            }
        }
        let sign = if literal.holds() { 1 } else { -1 };
        let before = self.coefficients[atom];
        if before * sign < 0 {
            // One of the two holds.
            self.coefficients[atom] = 0;
            self.need -= 1;
            self.room += 1 - i32::from(!self.is_false_below(kernel, !literal));
        } else if before != 0 && is_false && kernel.trail.origins[atom].level <= self.fixed {
            self.add_condition(literal);
        } else {
            self.coefficients[atom] += sign;
            self.has_doubled |= before != 0;
            self.room += i32::from(!self.is_false_below(kernel, literal));
        }
    }

    /// Makes a false literal a condition. Where the opposite was in the count it is no longer, and that much less is needed.
    fn add_condition(&mut self, literal: Literal) {
        let atom = literal.atom();
        if self.listed[atom] == Listed::Condition {
            return;
        }
        if self.listed[atom] == Listed::Nowhere {
            self.involved.push(atom as u32);
        }
        self.listed[atom] = Listed::Condition;
        self.conditions.push(literal);
        if self.coefficients[atom] != 0 && self.literal(atom as u32) == !literal {
            self.need -= 1;
        }
        self.coefficients[atom] = 0;
    }

    /// Divides by two.
    fn halve(&mut self, kernel: &Kernel) {
        self.has_doubled = false;
        self.room = 0;
        let mut kept = 0;
        for i in 0..self.atoms.len() {
            let atom = self.atoms[i];
            let literal = self.literal(atom);
            let coefficient = &mut self.coefficients[atom as usize];
            match coefficient.abs() {
                1 if !kernel.is_false_before(literal, self.position, self.level) => {
                    *coefficient = 0;
                    self.need -= 1;
                }
                2 => *coefficient /= 2,
                _ => {}
            }
            if *coefficient == 0 {
                if self.listed[atom as usize] == Listed::Atom {
                    self.listed[atom as usize] = Listed::Nowhere;
                }
                continue;
            }
            self.room += i32::from(!self.is_false_below(kernel, literal));
            self.atoms[kept] = atom;
            kept += 1;
        }
        self.atoms.truncate(kept);
        self.need = (self.need + 1) / 2;
        self.room -= self.need;
    }
}
