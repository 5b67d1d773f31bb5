//! What a conflict leads to: a lesson, a step back, and now and then a restart or the end of a memory.
//!
//! Clauses are learned first, which is fast and does for ordinary boards. A question that takes many conflicts probably
//! needs an argument that counts; from then on counts are learned (`cutting.rs`), until another model is loaded.
//! Either way the search never jumps back over a flipped decision, and a lesson follows from the rules alone.

use super::counts::CountLesson;
use super::kernel::{Conflict, Reason};
use super::search::{RESTART_UNIT, Search};

/// Conflicts without an answer after which counts are learned, and for large models one for this many atoms.
const CLAUSES_FOR: u64 = 300;
const ATOMS_FOR_EACH: u64 = 6;

impl Search {
    /// Learns from a conflict and steps back. False when nothing is left.
    pub fn resolve(&mut self, conflict: Conflict) -> bool {
        self.conflicts += 1;
        self.unanswered += 1;
        if self.kernel.is_counting {
            return self.resolve_counting(conflict);
        }
        let level = self.kernel.conflict_level(conflict);
        if level == 0 {
            self.kernel.contradiction = true;
            self.clash.clear();
            return false;
        }
        if level <= self.base {
            self.clash = if self.has_assumptions { self.kernel.blame(conflict) } else { Vec::new() };
            return false;
        }
        if level <= self.enumerated {
            // Everything under the decisions up to that level is done.
            self.flip(level);
            return true;
        }
        self.kernel.back_to(level);
        self.kernel.learn(conflict, &mut self.lesson);
        self.take_clause(level);
        true
    }

    /// Undoes the decision of a level and takes its opposite on the level below.
    pub fn flip(&mut self, level: u32) {
        let decision = self.kernel.decision(level);
        self.kernel.back_to(level - 1);
        self.enumerated = level - 1;
        self.kernel.assign(!decision, Reason::Chosen);
    }

    /// Steps back from `level` and takes what the learned clause forces.
    fn take_clause(&mut self, level: u32) {
        let lesson = &self.lesson;
        if let [fact] = lesson.literals[..] {
            // Going back to the root for one fact would throw the whole position away.
            self.kernel.back_to(level - 1);
            self.kernel.assign_late(fact, Reason::Chosen, 0);
        } else {
            self.kernel.back_to(lesson.level.max(self.enumerated));
            let literals = 2 * self.kernel.program.all_atoms();
            let clause = self.kernel.clauses.add(&lesson.literals, lesson.glue, literals);
            self.kernel.assign_late(lesson.literals[0], Reason::Clause(clause), lesson.level);
        }
    }

    /// The same as [`resolve`](Search::resolve), learning counts.
    fn resolve_counting(&mut self, conflict: Conflict) -> bool {
        self.cut.begin(&self.kernel, conflict, self.enumerated);
        loop {
            let level = self.cut.broken_at(&self.kernel);
            if level == 0 {
                self.kernel.contradiction = true;
                self.clash.clear();
                return false;
            }
            if level <= self.base {
                let causes = self.cut.causes(&self.kernel, level);
                self.clash =
                    if self.has_assumptions { self.kernel.chosen_behind(causes) } else { Vec::new() };
                return false;
            }
            if level <= self.enumerated {
                self.flip(level);
                return true;
            }
            self.kernel.back_to(level);
            if self.cut.resolve(&self.kernel) {
                self.take_count(level);
                return true;
            }
        }
    }

    /// Steps back from `level` and takes what the count that was put together forces below.
    fn take_count(&mut self, level: u32) {
        let Search { kernel, cut, lesson, .. } = self;
        #[cfg(test)]
        kernel.learned.push((cut.literals().collect(), cut.conditions.clone(), cut.need));
        if cut.need == 1 {
            kernel.learn_clause(cut.all_literals(), &cut.involved, lesson);
            self.take_clause(level);
            return;
        }
        cut.involved.retain(|&atom| !kernel.is_open(atom));
        kernel.bump(&mut cut.involved);
        let (forces_at, glue) = (cut.forces_at(kernel), cut.glue(kernel));
        let literals = &mut lesson.literals;
        literals.clear();
        literals.extend(cut.literals());
        let (reason, forces_at) = if literals.len() as i32 == cut.need && cut.conditions.is_empty() {
            // Each is a fact.
            kernel.back_to(level - 1);
            (Reason::Chosen, 0)
        } else {
            kernel.back_to(forces_at.max(self.enumerated));
            let (conditions, need) = (&cut.conditions[..], cut.need as u32);
            let count = kernel.add_count(&CountLesson { literals, conditions, need, glue });
            (Reason::Count(count), forces_at)
        };
        for &literal in &*literals {
            if kernel.is_open(literal.atom() as u32) {
                kernel.assign_late(literal, reason, forces_at);
            }
        }
    }

    /// After a conflict was resolved: starts counting, restarts or forgets when it is time to.
    pub fn after_conflict(&mut self) {
        if self.conflicts >= self.next_restart {
            self.restart();
        }
        if self.learned() > self.learned_limit {
            self.forget();
        }
        let usual = CLAUSES_FOR.max(self.kernel.program.atoms as u64 / ATOMS_FOR_EACH);
        if self.unanswered >= self.clauses_for.unwrap_or(usual) && !self.kernel.is_counting {
            self.start_counting();
        }
    }

    /// From now on counts are learned. The clauses so far and the order they led to were of little help.
    fn start_counting(&mut self) {
        self.kernel.is_counting = true;
        self.kernel.back_to(self.enumerated);
        self.kernel.forget_clauses(|_| 0);
        self.kernel.order.start_over();
    }

    fn restart(&mut self) {
        self.restarts += 1;
        self.next_restart = self.conflicts + RESTART_UNIT * luby(self.restarts);
        let level = self.level_to_keep();
        self.kernel.back_to(level);
    }

    /// The levels whose decisions would be made again anyway: they come before the next open atom in the order.
    fn level_to_keep(&mut self) -> u32 {
        let Some(next) = self.kernel.pick() else { return self.kernel.level() };
        let stamp = self.kernel.order.stamp(next);
        let would_stay =
            |level: &u32| self.kernel.order.stamp(self.kernel.decision(*level).atom() as u32) > stamp;
        let kept = (self.enumerated + 1..=self.kernel.level()).take_while(would_stay).count();
        self.enumerated + kept as u32
    }

    fn forget(&mut self) {
        // Between solutions what was learned soon loses its use, and a longer memory only slows the search.
        if self.enumerated == self.base {
            self.learned_limit += 300;
        }
        self.kernel.forget_clauses(|number| number / 2);
        self.kernel.forget_counts();
        // Where most of it is in use nothing is gained by trying again at once.
        self.learned_limit = self.learned_limit.max(self.learned() * 3 / 2);
    }

    /// How many clauses or counts are remembered, whichever are more.
    fn learned(&self) -> usize {
        self.kernel.clauses.count().max(self.kernel.counts.len())
    }
}

/// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, from index 1.
fn luby(mut index: u64) -> u64 {
    loop {
        let size = u64::BITS - index.leading_zeros();
        if index == (1 << size) - 1 {
            return 1 << (size - 1);
        }
        index -= (1 << (size - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn luby_sequence() {
        let first: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
