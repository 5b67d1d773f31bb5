//! The propagation kernel: values, trail, sums of the lists, and what they force.
//!
//! Margins follow the trail up to `head`; values may already run ahead of them. That is sound: whatever the
//! margins do not show yet is seen when its assignment is processed. Propagation allocates nothing.

use super::clauses::{ClauseId, Clauses, Watch};
use super::literal::Literal;
use super::order::{OUTSIDE, Order};
use super::program::{NONE, Part, Program};
pub(super) use super::trail::Reason;
use super::trail::{FALSE, OPEN, Origin, TRUE, Trail, Value};
use crate::model::{Atom, Board, Model, RuleId};
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
    pub order: Order,
    pub trail: Trail,
    /// By atom: the value to try first, the last one it had.
    pub phases: Vec<bool>,
    /// How much of the trail the margins follow.
    head: usize,
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
}

impl Kernel {
    /// Takes a new model, reusing memory.
    pub fn load(&mut self, model: &Model, can_switch: impl Fn(RuleId) -> bool) {
        self.program.load(model, can_switch);
        let atoms = self.program.all_atoms();
        self.clauses.clear();
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

    /// Draws every direct conclusion.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        if self.program.weights.is_empty() {
            self.follow_trail::<false>()
        } else {
            self.follow_trail::<true>()
        }
    }

    fn follow_trail<const WEIGHTED: bool>(&mut self) -> Result<(), Conflict> {
        while let Some(&literal) = self.trail.literals.get(self.head) {
            self.head += 1;
            self.steps += 1;
            if literal.holds() {
                self.follow_yes::<WEIGHTED>(literal.atom())?;
            } else {
                self.follow_no::<WEIGHTED>(literal.atom())?;
            }
            if self.clauses.is_watched(!literal) {
                self.propagate_clauses(!literal)?;
            }
        }
        Ok(())
    }

    /// Brings the margins of all lists of an atom up to date, and then looks at those that ask for it: stepping back
    /// undoes them all, even after a conflict.
    fn follow_yes<const WEIGHTED: bool>(&mut self, atom: usize) -> Result<(), Conflict> {
        let program = &mut self.program;
        let range = program.links_to_lists(atom);
        let margins = &mut program.margins[..];
        let mut lowest = 0;
        for (i, &list) in program.links[range.clone()].iter().enumerate() {
            let margin = &mut margins[list as usize];
            margin.yes -= if WEIGHTED { program.link_weights[range.start + i] as i32 } else { 1 };
            margin.no += margin.relief;
            lowest = lowest.min(margin.yes);
        }
        if lowest < 0 {
            for i in range {
                let list = self.program.links[i];
                let margin = self.program.margins[list as usize];
                if margin.yes >= 0 {
                    continue;
                }
                if margin.relief == 0 || margin.yes < -1 {
                    self.check_upper::<WEIGHTED>(list)?;
                } else if margin.no + margin.floor > margin.relief + 1 {
                    // One is enough, and others were possible.
                    let reason = Reason::Pair(atom as u32);
                    self.trail.assign_open(self.program.members_of(list), false, reason);
                }
            }
        }
        if self.program.has_partners() {
            self.exclude_partners(atom)?;
        }
        Ok(())
    }

    fn follow_no<const WEIGHTED: bool>(&mut self, atom: usize) -> Result<(), Conflict> {
        let program = &mut self.program;
        let range = program.links_to_lists(atom);
        let margins = &mut program.margins[..];
        let mut lowest = 0;
        for (i, &list) in program.links[range.clone()].iter().enumerate() {
            let margin = &mut margins[list as usize];
            margin.no -= if WEIGHTED { program.link_weights[range.start + i] as i32 } else { 1 };
            lowest = lowest.min(margin.no);
        }
        if lowest < 0 {
            for i in range {
                let list = self.program.links[i];
                if self.program.margins[list as usize].no < 0 {
                    self.check_lower::<WEIGHTED>(list)?;
                }
            }
        }
        Ok(())
    }

    fn exclude_partners(&mut self, atom: usize) -> Result<(), Conflict> {
        for &other in self.program.partners_of(atom) {
            let no = Literal::no(other);
            match self.trail.value(no) {
                TRUE => {}
                FALSE => return Err(Conflict::Pair(atom as u32, other)),
                _ => self.trail.assign(no, Reason::Pair(atom as u32)),
            }
        }
        Ok(())
    }

    /// Looks at a list if its margins ask for it.
    pub fn check_list(&mut self, list: u32) -> Result<(), Conflict> {
        let margin = self.program.margins[list as usize];
        if margin.yes < 0 {
            self.check_upper::<true>(list)?;
        }
        if margin.no < 0 {
            self.check_lower::<true>(list)?;
        }
        Ok(())
    }

    /// A list whose margin for what holds is used up.
    fn check_upper<const WEIGHTED: bool>(&mut self, list: u32) -> Result<(), Conflict> {
        let greatest = if WEIGHTED { self.program.lists[list as usize].max_weight } else { 1 };
        let room = self.program.margins[list as usize].yes + greatest;
        if room < 0 {
            return Err(Conflict::TooMuch(list));
        }
        self.assign_above::<WEIGHTED>(list, room, false);
        Ok(())
    }

    /// A list whose margin for what fails is used up: its lower bound, and its unions.
    fn check_lower<const WEIGHTED: bool>(&mut self, list: u32) -> Result<(), Conflict> {
        let margin = self.program.margins[list as usize];
        let reach = margin.no + margin.floor;
        let entry = &self.program.lists[list as usize];
        if entry.lo > 0 {
            let slack = reach - entry.lo;
            if slack < 0 {
                return Err(Conflict::TooLittle(list));
            }
            let greatest = if WEIGHTED { entry.max_weight } else { 1 };
            if slack < greatest {
                self.assign_above::<WEIGHTED>(list, slack, true);
            }
        }
        let unions = self.program.union_range(list as usize);
        if reach <= 1 && !unions.is_empty() {
            self.check_unions(list as usize, reach, unions)?;
        }
        Ok(())
    }

    /// Assigns every open atom of a list that weighs more than `limit`.
    fn assign_above<const WEIGHTED: bool>(&mut self, list: u32, limit: i32, holds: bool) {
        let members = self.program.members_of(list);
        if !WEIGHTED || self.program.weights.is_empty() {
            self.trail.assign_open(members, holds, Reason::List(list));
            return;
        }
        let weights = &self.program.weights[self.program.member_range(list as usize)];
        for (atom, _) in members.iter().zip(weights).filter(|(_, weight)| **weight as i32 > limit) {
            if self.trail.is_open(atom.0) {
                self.trail.assign(Literal::new(atom.0, holds), Reason::List(list));
            }
        }
    }

    /// The unions of a list of which only `reach` can hold.
    fn check_unions(&mut self, list: usize, reach: i32, unions: Range<usize>) -> Result<(), Conflict> {
        if self.is_met(list) {
            return Ok(());
        }
        let mine = self.last_possible(list, reach);
        if reach == 1 && !mine.is_some_and(|atom| self.is_open(atom)) {
            // Its turn will come.
            return Ok(());
        }
        for i in unions {
            let Part { union, other } = self.program.part(i);
            let other = other as usize;
            let margin = self.program.margins[other];
            if margin.no >= 0 || self.is_met(other) {
                continue;
            }
            let last = match (reach, margin.no + margin.floor) {
                (0, 0) if self.is_switched_on(union) => {
                    return Err(Conflict::Union(union));
                }
                (1, 0) => mine,
                (0, 1) => self.last_possible(other, 1),
                (1, 1) => mine.filter(|_| mine == self.last_possible(other, 1)),
                _ => None,
            };
            if let Some(atom) = last.filter(|&atom| self.is_open(atom))
                && self.is_switched_on(union)
            {
                self.assign(Literal::yes(atom), Reason::Union(union));
            }
        }
        Ok(())
    }

    /// Whether an atom of the list is known to hold, where the margin alone does not tell.
    fn is_met(&self, list: usize) -> bool {
        self.program.margins[list].relief == 0 && self.program.yes(list) > 0
    }

    pub fn is_switched_on(&self, union: u32) -> bool {
        let switch = self.program.unions[union as usize].switch;
        switch == NONE || self.is_true(Literal::yes(switch))
    }

    /// The one member that may still hold by the margins. It may already be false on the trail, or hold there;
    /// then its turn will come.
    fn last_possible(&self, list: usize, reach: i32) -> Option<u32> {
        if reach == 0 {
            return None;
        }
        let members = self.program.members_of(list as u32);
        members.iter().map(|atom| atom.0).find(|&atom| !self.is_false(Literal::yes(atom)))
    }

    fn propagate_clauses(&mut self, falsified: Literal) -> Result<(), Conflict> {
        let mut watches = self.clauses.take_watches(falsified);
        let mut result = Ok(());
        let (mut read, mut write) = (0, 0);
        'watches: while read < watches.len() {
            let watch = watches[read];
            read += 1;
            if self.is_true(watch.blocker) {
                watches[write] = watch;
                write += 1;
                continue;
            }
            let clause = watch.clause;
            if self.clauses.get(clause, 0) == falsified {
                self.clauses.swap(clause, 0, 1);
            }
            let first = self.clauses.get(clause, 0);
            let watch = Watch { clause, blocker: first };
            if self.is_true(first) {
                watches[write] = watch;
                write += 1;
                continue;
            }
            for i in 2..self.clauses.len(clause) {
                let literal = self.clauses.get(clause, i);
                if !self.is_false(literal) {
                    self.clauses.swap(clause, 1, i);
                    self.clauses.watch(literal, watch);
                    continue 'watches;
                }
            }
            watches[write] = watch;
            write += 1;
            if self.is_false(first) {
                result = Err(Conflict::Clause(clause));
                break;
            }
            self.assign(first, Reason::Clause(clause));
        }
        if write < read {
            watches.copy_within(read.., write);
            watches.truncate(watches.len() - (read - write));
        }
        self.clauses.put_watches(falsified, watches);
        result
    }

    /// Calls `visit` with the true literals that together forced `literal`.
    pub fn for_each_cause(&self, literal: Literal, mut visit: impl FnMut(Literal)) {
        let Origin { reason, position, .. } = self.trail.origins[literal.atom()];
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
        // Switched lists are few or none and sorted by list.
        let switched = &self.program.switched_lists;
        if let Ok(i) = switched.binary_search_by_key(&list, |s| s.list) {
            visit(Literal::yes(switched[i].switch));
        }
    }

    /// Forgets the less useful half of what was learned.
    pub fn forget(&mut self) {
        let on_trail = self.trail.literals.iter().map(|l| self.trail.origins[l.atom()].reason);
        let mut in_use: Vec<u32> =
            on_trail.chain(self.late.iter().map(|l| l.reason)).filter_map(Reason::clause).collect();
        in_use.sort_unstable();
        let moved = self.clauses.reduce(|clause| in_use.binary_search(&clause.0).is_ok());
        let follow = |reason: &mut Reason| {
            if let Reason::Clause(clause) = reason
                && let Ok(i) = moved.binary_search_by_key(&clause.0, |(old, _)| old.0)
            {
                *clause = moved[i].1;
            }
        };
        for literal in &self.trail.literals {
            follow(&mut self.trail.origins[literal.atom()].reason);
        }
        self.late.iter_mut().for_each(|late| follow(&mut late.reason));
    }
}
