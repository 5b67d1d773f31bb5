//! The propagation kernel: values, trail, sums of the lists, and what they force.
//!
//! Margins follow the trail up to `head`; values may already run ahead of them. That is sound: whatever the
//! margins do not show yet is seen when its assignment is processed. Propagation allocates nothing.

use super::clauses::{ClauseId, Clauses};
use super::counts::{CountId, CountLesson, Counts};
use super::literal::Literal;
use super::order::{OUTSIDE, Order};
use super::program::Program;
pub(super) use super::trail::Reason;
use super::trail::{FALSE, OPEN, TRUE, Trail, Value};
use crate::model::{Board, Model, RuleId};
use std::ops::Range;

/// What cannot be satisfied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// A list sums to more than its upper bound.
    TooMuch(u32),
    /// A list can no longer reach its lower bound.
    TooLittle(u32),
    /// Neither of two lists has an atom left.
    Union(u32),
    /// Two atoms hold that must not both.
    Pair(u32, u32),
    /// A learned clause is false.
    Clause(ClauseId),
    /// A learned count can no longer be reached.
    Count(CountId),
}

/// An assignment that follows at a lower level than the one it was made at.
#[derive(Clone, Copy, Debug)]
struct Late {
    literal: Literal,
    reason: Reason,
    /// Where it follows.
    level: u32,
    /// Where it is; entries are sorted by this.
    placed: u32,
}

/// State of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Kernel {
    pub program: Program,
    pub clauses: Clauses,
    pub counts: Counts,
    /// Whether counts are learned: lists then give themselves as reasons, not pairs of their atoms.
    pub is_counting: bool,
    pub order: Order,
    pub trail: Trail,
    /// By atom: the value to try first, the last one it had.
    pub phases: Vec<bool>,
    /// How much of the trail the margins follow.
    pub head: usize,
    /// What was learned deeper in the search than it follows: put back after every step back that leaves it valid.
    late: Vec<Late>,
    /// Facts that were proven for good but are of no use to what is searched now.
    aside: Vec<Literal>,
    /// The shortest the trail has been since [`Repair`](super::repair::Repair) looked at it.
    pub low_water: usize,
    /// Proven to have no solution under any assumptions.
    pub contradiction: bool,
    /// Assignments processed so far.
    pub steps: u64,
    /// Marks for learning; all 0 between.
    pub seen: Vec<u8>,
    /// Every count that was learned: its literals, its conditions, and how many of the literals must hold.
    #[cfg(test)]
    pub learned: Vec<(Vec<Literal>, Vec<Literal>, i32)>,
}

impl Kernel {
    /// Takes a new model, reusing memory.
    pub fn load(&mut self, model: &Model, can_switch: impl Fn(RuleId) -> bool) {
        self.program.load(model, can_switch);
        let atoms = self.program.all_atoms();
        self.clauses.clear();
        self.counts.clear();
        self.is_counting = false;
        #[cfg(test)]
        self.learned.clear();
        self.order.reset(self.program.atoms);
        self.trail.reset(atoms, &self.program.excluded);
        self.phases.clear();
        self.phases.resize(atoms, true);
        self.seen.resize(atoms, 0);
        self.late.clear();
        self.aside.clear();
        self.head = 0;
        self.low_water = 0;
        self.steps = 0;
        self.contradiction = self.program.impossible || self.check_everything().is_err();
    }

    fn check_everything(&mut self) -> Result<(), Conflict> {
        for &list in &self.program.all_hold {
            for atom in self.program.members_of(list) {
                if self.trail.is_open(atom.0) {
                    self.trail.assign(Literal::yes(atom.0), Reason::Chosen);
                }
            }
        }
        for list in 0..self.program.list_count() {
            let margin = self.program.margins[list];
            if margin.yes < 0 || margin.no < 0 {
                self.check_list(list as u32)?;
            }
        }
        self.propagate()
    }

    pub fn level(&self) -> u32 {
        self.trail.level()
    }

    pub fn is_open(&self, atom: u32) -> bool {
        self.trail.is_open(atom)
    }

    pub fn is_true(&self, literal: Literal) -> bool {
        self.trail.is_true(literal)
    }

    pub fn is_false(&self, literal: Literal) -> bool {
        self.trail.value(literal) == FALSE
    }

    /// What is known of the model's atoms.
    pub fn board(&self) -> Board {
        let value = |value: &Value| match *value {
            [TRUE, _] => crate::model::Value::Yes,
            [FALSE, _] => crate::model::Value::No,
            _ => crate::model::Value::Open,
        };
        self.trail.values[..self.program.atoms].iter().map(value).collect()
    }

    /// The open atom to decide next.
    pub fn pick(&mut self) -> Option<u32> {
        let trail = &self.trail;
        self.order.pick(|atom| trail.is_open(atom))
    }

    /// What is known regardless of assumptions.
    pub fn at_root(&self) -> impl Iterator<Item = Literal> + '_ {
        self.trail.literals.iter().copied().filter(|literal| self.trail.origins[literal.atom()].level == 0)
    }

    /// The open atoms to decide next, up to `limit` of them.
    pub fn next_open(&self, limit: usize) -> Vec<u32> {
        self.order.all_from_the_end().filter(|&atom| self.is_open(atom)).take(limit).collect()
    }

    pub fn new_level(&mut self) {
        self.trail.levels.push(self.trail.literals.len() as u32);
    }

    /// The first assignment of a level: its decision.
    pub fn decision(&self, level: u32) -> Literal {
        self.trail.literals[self.trail.levels[level as usize - 1] as usize]
    }

    pub fn assign(&mut self, literal: Literal, reason: Reason) {
        self.trail.assign(literal, reason);
    }

    /// Assigns what follows at `level` already, without going back there for it.
    pub fn assign_late(&mut self, literal: Literal, reason: Reason, level: u32) {
        if level < self.level() {
            self.late.push(Late { literal, reason, level, placed: self.level() });
        }
        self.trail.assign_at(literal, reason, level);
    }

    /// Undoes everything above `level`.
    pub fn back_to(&mut self, level: u32) {
        if level >= self.level() {
            return;
        }
        let keep = self.trail.levels[level as usize] as usize;
        self.trail.levels.truncate(level as usize);
        let head = self.head.max(keep);
        if self.program.weights.is_empty() {
            self.undo_margins::<false>(keep..head);
        } else {
            self.undo_margins::<true>(keep..head);
        }
        if !self.counts.is_empty() {
            for at in keep..head {
                self.counts.raise(!self.trail.literals[at]);
            }
        }
        for &literal in &self.trail.literals[keep..] {
            self.trail.values[literal.atom()] = OPEN;
            self.phases[literal.atom()] = literal.holds();
        }
        self.order.reopened(&self.trail.literals[keep..]);
        self.trail.literals.truncate(keep);
        self.head = self.head.min(keep);
        self.low_water = self.low_water.min(keep);
        if !self.late.is_empty() {
            self.put_back(level);
        }
    }

    /// Takes back what following this part of the trail did.
    fn undo_margins<const WEIGHTED: bool>(&mut self, followed: Range<usize>) {
        let program = &mut self.program;
        for &literal in &self.trail.literals[followed] {
            let range = program.links_to_lists(literal.atom());
            let margins = &mut program.margins[..];
            for (i, &list) in program.links[range.clone()].iter().enumerate() {
                let weight = if WEIGHTED { program.link_weights[range.start + i] as i32 } else { 1 };
                let margin = &mut margins[list as usize];
                if literal.holds() {
                    margin.yes += weight;
                    margin.no -= margin.relief;
                } else {
                    margin.no += weight;
                }
            }
        }
    }

    /// Like [`back_to`](Kernel::back_to), but what was proven about the atoms that are decided now is put aside until
    /// [`take_up`](Kernel::take_up): putting it back after every further step back would take longer and longer.
    pub fn leave(&mut self, level: u32) {
        let Kernel { late, aside, order, .. } = self;
        late.retain(|entry| {
            let stays = order.stamp(entry.literal.atom() as u32) == OUTSIDE;
            if !stays && entry.level == 0 {
                aside.push(entry.literal);
            }
            stays
        });
        self.back_to(level);
    }

    /// At the root: assigns what was put aside.
    pub fn take_up(&mut self) {
        while let Some(literal) = self.aside.pop() {
            if self.is_open(literal.atom() as u32) {
                self.assign(literal, Reason::Chosen);
            }
        }
    }

    /// After a step back to `level`: assigns again what is still valid there.
    fn put_back(&mut self, level: u32) {
        let undone = self.late.partition_point(|entry| entry.placed <= level);
        let mut kept = undone;
        for i in undone..self.late.len() {
            let entry = self.late[i];
            if entry.level <= level && self.is_open(entry.literal.atom() as u32) {
                self.trail.assign_at(entry.literal, entry.reason, entry.level);
            }
            if entry.level < level {
                self.late[kept] = Late { placed: level, ..entry };
                kept += 1;
            }
        }
        self.late.truncate(kept);
    }

    /// Adds a learned count.
    pub fn add_count(&mut self, lesson: &CountLesson<'_>) -> CountId {
        let Kernel { counts, trail, head, .. } = self;
        let is_followed = |l: Literal| (trail.origins[l.atom()].position as usize) < *head;
        counts.add(lesson, 2 * self.program.all_atoms(), |l| trail.value(l) == FALSE && is_followed(l))
    }

    /// Forgets the less useful learned clauses that are not in use, except as many as `kept` says for their number.
    pub fn forget_clauses(&mut self, kept: impl Fn(usize) -> usize) {
        let in_use = self.in_use(|reason| match reason {
            Reason::Clause(clause) => Some(clause.0),
            _ => None,
        });
        let moved = self.clauses.reduce(kept, |clause| in_use.binary_search(&clause.0).is_ok());
        self.replace_reasons(|reason| {
            if let Reason::Clause(clause) = reason
                && let Ok(i) = moved.binary_search_by_key(&clause.0, |(old, _)| old.0)
            {
                *clause = moved[i].1;
            }
        });
    }

    /// Forgets the less useful half of the learned counts.
    pub fn forget_counts(&mut self) {
        let in_use = self.in_use(|reason| match reason {
            Reason::Count(count) => Some(count.0),
            _ => None,
        });
        let moved = self.counts.reduce(|count| in_use.binary_search(&count.0).is_ok());
        self.replace_reasons(|reason| {
            if let Reason::Count(count) = reason
                && let Ok(i) = moved.binary_search_by_key(&count.0, |(old, _)| old.0)
            {
                *count = moved[i].1;
            }
        });
    }

    /// The learned reasons of what is assigned or will be put back, in order.
    fn in_use(&self, place: impl Fn(Reason) -> Option<u32>) -> Vec<u32> {
        let on_trail = self.trail.literals.iter().map(|l| self.trail.origins[l.atom()].reason);
        let mut places: Vec<u32> =
            on_trail.chain(self.late.iter().map(|l| l.reason)).filter_map(place).collect();
        places.sort_unstable();
        places
    }

    fn replace_reasons(&mut self, follow: impl Fn(&mut Reason)) {
        for literal in &self.trail.literals {
            follow(&mut self.trail.origins[literal.atom()].reason);
        }
        self.late.iter_mut().for_each(|late| follow(&mut late.reason));
    }
}
