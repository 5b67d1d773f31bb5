//! What the contradictions of a search teach.

use super::kernel::{Conflict, Kernel, Late, Origin, Reason};
use crate::solve::literal::Literal;

/// What a conflict teaches.
#[derive(Default)]
pub(super) struct Lesson {
    /// The clause; its first literal is forced once the others are false, the second is the last to become so.
    literals: Vec<Literal>,
    /// Where the first literal becomes forced.
    level: u32,
    /// Number of different levels in the clause.
    glue: u32,
    levels: Vec<u32>,
    causes: Vec<Literal>,
}

impl Kernel {
    /// Appends the true literals that together forced `literal`.
    fn causes_of(&self, literal: Literal, causes: &mut Vec<Literal>) {
        let Origin { reason, position, .. } = self.origins[literal.atom()];
        let before = |atom: u32| self.origins[atom as usize].position < position;
        match reason {
            Reason::Chosen => {}
            Reason::Excluded(by) => causes.push(Literal::yes(by)),
            Reason::Cover(cover) => {
                let atoms = self.program.covers.get(cover).iter().copied();
                causes.extend(atoms.filter(|atom| *atom as usize != literal.atom()).map(Literal::no));
            }
            Reason::Counted(rule) => {
                let atoms = self.program.counted.get(rule).iter().map(|term| term.atom);
                let blamed = atoms.map(|atom| Literal::new(atom, !literal.holds()));
                causes.extend(blamed.filter(|l| self.is_true(*l) && before(l.atom() as u32)));
            }
            Reason::Clause(clause) => {
                let others = (0..self.clauses.len(clause)).map(|i| self.clauses.get(clause, i));
                causes.extend(others.filter(|other| *other != literal).map(|other| !other));
            }
        }
    }

    /// Appends the true literals that make up a conflict.
    fn causes_of_conflict(&self, conflict: Conflict, causes: &mut Vec<Literal>) {
        let terms = |rule| self.program.counted.get(rule).iter();
        match conflict {
            Conflict::Both(a, b) => causes.extend([a, b].map(Literal::yes)),
            Conflict::Cover(cover) => {
                causes.extend(self.program.covers.get(cover).iter().map(|atom| Literal::no(*atom)));
            }
            Conflict::TooMuch(rule) => {
                // As few as are too much: a shorter conflict teaches more.
                let mut room = i64::from(self.sums[rule as usize].bounds.hi);
                for term in terms(rule).filter(|term| self.holds(term.atom)) {
                    if room >= 0 {
                        room -= i64::from(term.weight);
                        causes.push(Literal::yes(term.atom));
                    }
                }
            }
            Conflict::TooLittle(rule) => {
                let literals = terms(rule).map(|term| Literal::no(term.atom));
                causes.extend(literals.filter(|literal| self.is_true(*literal)));
            }
            Conflict::Clause(clause) => {
                causes.extend((0..self.clauses.len(clause)).map(|i| !self.clauses.get(clause, i)));
            }
        }
    }

    /// The highest level at which a literal of the conflict was assigned.
    pub fn conflict_level(&self, conflict: Conflict) -> u32 {
        let mut causes = Vec::new();
        self.causes_of_conflict(conflict, &mut causes);
        causes.iter().map(|l| self.origins[l.atom()].level).max().unwrap_or(0)
    }

    /// Learns from a conflict whose highest level is the current one, and steps back to `level` below it.
    pub fn learn(&mut self, conflict: Conflict, level: u32) {
        let mut lesson = std::mem::take(&mut self.lesson);
        self.analyse(conflict, &mut lesson);
        self.back_to(level.max(lesson.level));
        let literal = lesson.literals[0];
        let reason = if lesson.literals.len() == 1 {
            Reason::Chosen
        } else {
            if self.clauses.count() >= self.clause_limit {
                self.forget();
            }
            Reason::Clause(self.clauses.add(&lesson.literals, lesson.glue, 2 * self.program.width))
        };
        if lesson.level < self.level() {
            self.late.push(Late { literal, reason, level: lesson.level, placed: self.level() });
        }
        self.assign_at(literal, reason, lesson.level);
        self.lesson = lesson;
    }

    /// The clause of the first unique implication point.
    fn analyse(&mut self, conflict: Conflict, lesson: &mut Lesson) {
        let level = self.level();
        let Lesson { literals, causes, levels, .. } = lesson;
        literals.clear();
        literals.push(Literal(0));
        causes.clear();
        self.causes_of_conflict(conflict, causes);
        let mut at = self.trail.len();
        let mut pending = 0;
        let unique = loop {
            for cause in causes.drain(..) {
                let origin = self.origins[cause.atom()];
                if !self.seen[cause.atom()] && origin.level > 0 {
                    self.seen[cause.atom()] = true;
                    if origin.level == level {
                        pending += 1;
                    } else {
                        literals.push(!cause);
                    }
                }
            }
            let literal = loop {
                at -= 1;
                let literal = self.trail[at];
                // Facts that were put back late stand among the current level's assignments.
                if self.seen[literal.atom()] && self.origins[literal.atom()].level == level {
                    break literal;
                }
            };
            self.seen[literal.atom()] = false;
            pending -= 1;
            if pending == 0 {
                break literal;
            }
            self.causes_of(literal, causes);
        };
        literals[0] = !unique;
        let all: Vec<Literal> = literals[1..].to_vec();
        // A literal that the others imply is not needed.
        let mut kept = 1;
        for i in 1..literals.len() {
            let literal = literals[i];
            causes.clear();
            self.causes_of(!literal, causes);
            let is_marked = |l: &Literal| self.seen[l.atom()] || self.origins[l.atom()].level == 0;
            if causes.is_empty() || !causes.iter().all(is_marked) {
                literals[kept] = literal;
                kept += 1;
            }
        }
        literals.truncate(kept);
        all.iter().for_each(|l| self.seen[l.atom()] = false);
        levels.clear();
        levels.extend(literals.iter().map(|l| self.origins[l.atom()].level));
        lesson.level = levels[1..].iter().copied().max().unwrap_or(0);
        if let Some(second) = levels[1..].iter().position(|level| *level == lesson.level) {
            literals.swap(1, 1 + second);
        }
        levels.sort_unstable();
        levels.dedup();
        lesson.glue = levels.len() as u32;
    }

    /// Forgets the less useful half of what was learned.
    fn forget(&mut self) {
        let clause_of = |reason: Reason| match reason {
            Reason::Clause(clause) => Some(clause.0),
            _ => None,
        };
        let on_trail = self.trail.iter().map(|l| self.origins[l.atom()].reason);
        let mut in_use: Vec<u32> =
            on_trail.chain(self.late.iter().map(|l| l.reason)).filter_map(clause_of).collect();
        in_use.sort_unstable();
        let half = |number| number / 2;
        let moved = self.clauses.reduce(half, |clause| in_use.binary_search(&clause.0).is_ok());
        let follow = |reason: &mut Reason| {
            if let Reason::Clause(clause) = reason
                && let Ok(i) = moved.binary_search_by_key(&clause.0, |(old, _)| old.0)
            {
                *clause = moved[i].1;
            }
        };
        for literal in &self.trail {
            follow(&mut self.origins[literal.atom()].reason);
        }
        self.late.iter_mut().for_each(|late| follow(&mut late.reason));
        // Where most is in use nothing is gained by trying again at once.
        self.clause_limit = self.clause_limit.max(self.clauses.count() * 3 / 2);
    }
}
