//! Learning from conflicts: the clause of the first unique implication point, shortened.

use super::kernel::{Conflict, Kernel, Reason};
use super::literal::Literal;

/// Marks in [`Kernel::seen`] while a conflict is analysed.
const IN_CLAUSE: u8 = 1;
const REMOVABLE: u8 = 2;
const NEEDED: u8 = 3;

/// What a conflict teaches.
#[derive(Clone, Debug, Default)]
pub(super) struct Lesson {
    /// The clause; its first literal is forced once the others are false.
    pub literals: Vec<Literal>,
    /// The highest level among the others: where the first literal becomes forced.
    pub level: u32,
    /// Number of different levels in the clause.
    pub glue: u32,
    bumped: Vec<u32>,
    stack: Vec<Literal>,
    levels: Levels,
    touched: Vec<u32>,
}

/// A set of levels.
#[derive(Clone, Debug, Default)]
struct Levels {
    /// By level.
    is_in: Vec<bool>,
    all: Vec<u32>,
}

impl Levels {
    /// Empties the set and makes room for levels up to this one.
    fn clear(&mut self, highest: u32) {
        while let Some(level) = self.all.pop() {
            self.is_in[level as usize] = false;
        }
        if self.is_in.len() <= highest as usize {
            self.is_in.resize(highest as usize + 1, false);
        }
    }

    fn insert(&mut self, level: u32) {
        if !std::mem::replace(&mut self.is_in[level as usize], true) {
            self.all.push(level);
        }
    }

    fn contains(&self, level: u32) -> bool {
        self.is_in[level as usize]
    }
}

impl Kernel {
    /// The highest level at which a literal of the conflict was assigned.
    pub fn conflict_level(&self, conflict: Conflict) -> u32 {
        let mut level = 0;
        self.for_each_in_conflict(conflict, |l| level = level.max(self.trail.origins[l.atom()].level));
        level
    }

    /// Analyses a conflict whose highest level is the current one.
    pub fn learn(&mut self, conflict: Conflict, lesson: &mut Lesson) {
        let level = self.level();
        lesson.literals.clear();
        lesson.literals.push(Literal(0));
        lesson.bumped.clear();
        let mut pending = 0;
        let mut causes = std::mem::take(&mut lesson.stack);
        causes.clear();
        self.for_each_in_conflict(conflict, |l| causes.push(l));
        let mut at = self.trail.literals.len();
        let unique = loop {
            for &cause in &causes {
                let atom = cause.atom();
                if self.seen[atom] != 0 || self.trail.origins[atom].level == 0 {
                    continue;
                }
                self.seen[atom] = IN_CLAUSE;
                lesson.bumped.push(atom as u32);
                if self.trail.origins[atom].level == level {
                    pending += 1;
                } else {
                    lesson.literals.push(!cause);
                }
            }
            let literal = loop {
                at -= 1;
                let literal = self.trail.literals[at];
                // Facts that were put back late stand among the current level's assignments.
                if self.seen[literal.atom()] != 0 && self.trail.origins[literal.atom()].level == level {
                    break literal;
                }
            };
            pending -= 1;
            if pending == 0 {
                break literal;
            }
            causes.clear();
            self.for_each_cause(literal, |l| causes.push(l));
        };
        lesson.stack = causes;
        lesson.literals[0] = !unique;
        self.shorten(lesson);
        self.finish(lesson);
    }

    /// Takes a clause that is false, with one literal of the current level; `involved` led to it.
    pub fn learn_clause(
        &mut self,
        literals: impl Iterator<Item = Literal>,
        involved: &[u32],
        lesson: &mut Lesson,
    ) {
        lesson.literals.clear();
        lesson.literals.extend(literals);
        lesson.bumped.clear();
        lesson.bumped.extend(involved.iter().copied().filter(|atom| !self.is_open(*atom)));
        for literal in &lesson.literals {
            self.seen[literal.atom()] = IN_CLAUSE;
            lesson.bumped.push(literal.atom() as u32);
        }
        let level = self.level();
        let origins = &self.trail.origins;
        let last = lesson.literals.iter().position(|literal| origins[literal.atom()].level == level);
        lesson.literals.swap(0, last.expect("the clause was true below the current level"));
        self.shorten(lesson);
        self.finish(lesson);
    }

    /// Drops literals that the others imply.
    fn shorten(&mut self, lesson: &mut Lesson) {
        // Only atoms of levels that occur in the clause can be implied by it.
        lesson.levels.clear(self.level());
        for literal in &lesson.literals {
            lesson.levels.insert(self.trail.origins[literal.atom()].level);
        }
        let mut touched = std::mem::take(&mut lesson.touched);
        let mut kept = 1;
        for i in 1..lesson.literals.len() {
            let literal = lesson.literals[i];
            if !self.is_implied(!literal, 0, &lesson.levels, &mut lesson.stack, &mut touched) {
                lesson.literals[kept] = literal;
                kept += 1;
            }
        }
        lesson.literals.truncate(kept);
        for atom in touched.drain(..) {
            self.seen[atom as usize] = 0;
        }
        lesson.touched = touched;
    }

    /// Whether a true literal follows from others of the clause.
    fn is_implied(
        &mut self,
        literal: Literal,
        depth: u32,
        levels: &Levels,
        stack: &mut Vec<Literal>,
        touched: &mut Vec<u32>,
    ) -> bool {
        let origin = self.trail.origins[literal.atom()];
        if origin.reason == Reason::Chosen || depth > 200 || !levels.contains(origin.level) {
            return false;
        }
        let start = stack.len();
        self.for_each_cause(literal, |l| stack.push(l));
        let mut implied = true;
        for i in start..stack.len() {
            let cause = stack[i];
            let atom = cause.atom();
            if self.trail.origins[atom].level == 0 || matches!(self.seen[atom], IN_CLAUSE | REMOVABLE) {
                continue;
            }
            if self.seen[atom] == NEEDED {
                implied = false;
                break;
            }
            let follows = self.is_implied(cause, depth + 1, levels, stack, touched);
            self.seen[atom] = if follows { REMOVABLE } else { NEEDED };
            touched.push(atom as u32);
            if !follows {
                implied = false;
                break;
            }
        }
        stack.truncate(start);
        implied
    }

    /// Brings the clause into watching order and moves the atoms involved forward.
    fn finish(&mut self, lesson: &mut Lesson) {
        for &atom in &lesson.bumped {
            self.seen[atom as usize] = 0;
        }
        self.bump(&mut lesson.bumped);
        let level_of = |l: &Literal| self.trail.origins[l.atom()].level;
        lesson.level = 0;
        for i in 1..lesson.literals.len() {
            let level = level_of(&lesson.literals[i]);
            if level > lesson.level {
                lesson.level = level;
                lesson.literals.swap(1, i);
            }
        }
        lesson.levels.clear(self.level());
        for literal in &lesson.literals {
            lesson.levels.insert(self.trail.origins[literal.atom()].level);
        }
        lesson.glue = lesson.levels.all.len() as u32;
    }

    /// Moves atoms that are known to the end of the order, where they are decided first.
    pub fn bump(&mut self, atoms: &mut [u32]) {
        atoms.sort_unstable_by_key(|&atom| self.order.stamp(atom));
        for &atom in &*atoms {
            self.order.bump(atom);
        }
    }

    /// The chosen literals above the root (assumptions, where nothing else was decided) that lead to a conflict.
    pub fn blame(&mut self, conflict: Conflict) -> Vec<Literal> {
        let mut causes = Vec::new();
        self.for_each_in_conflict(conflict, |l| causes.push(l));
        self.chosen_behind(causes)
    }

    /// The chosen literals above the root that force these true literals.
    pub fn chosen_behind(&mut self, mut causes: Vec<Literal>) -> Vec<Literal> {
        let mut chosen = Vec::new();
        let mut touched = Vec::new();
        while let Some(literal) = causes.pop() {
            let atom = literal.atom();
            if self.seen[atom] != 0 || self.trail.origins[atom].level == 0 {
                continue;
            }
            self.seen[atom] = IN_CLAUSE;
            touched.push(atom);
            if self.trail.origins[atom].reason == Reason::Chosen {
                chosen.push(literal);
            } else {
                self.for_each_cause(literal, |l| causes.push(l));
            }
        }
        touched.into_iter().for_each(|atom| self.seen[atom] = 0);
        chosen.sort_unstable();
        chosen
    }
}
