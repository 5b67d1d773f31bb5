//! The propagation kernel: values, trail, sums of the lists, and what they force.
//!
//! Sums follow the trail up to `head`; values may already run ahead of them. That is sound: whatever the sums
//! do not show yet is seen when its assignment is processed. Propagation allocates nothing.

use super::clauses::{ClauseId, Clauses, Watch};
use super::literal::Literal;
use super::order::Order;
use super::program::{NONE, Program, Union};
use crate::model::{Model, RuleId};

/// Why an atom has its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// Decided, assumed, or a fact.
    Chosen,
    /// A list's bound.
    List(u32),
    /// At least one of two lists.
    Union(u32),
    /// It and this atom cannot both hold.
    Pair(u32),
    /// A learned clause whose other literals are false.
    Clause(ClauseId),
}

impl Reason {
    fn clause(self) -> Option<u32> {
        match self {
            Reason::Clause(clause) => Some(clause.0),
            _ => None,
        }
    }
}

/// What cannot be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// A list sums to more than its upper bound.
    TooMuch(u32),
    /// A list cannot reach its lower bound any more.
    TooLittle(u32),
    /// Neither of two lists has an atom left.
    Union(u32),
    /// Two atoms hold that must not both.
    Pair(u32, u32),
    /// A learned clause is false.
    Clause(ClauseId),
}

/// How an atom came to its value; meaningful while it has one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub reason: Reason,
    pub level: u32,
    /// Place on the trail.
    pub position: u32,
}

/// An assignment that follows at a lower level than the one it was made at.
#[derive(Clone, Copy, Debug)]
struct Late {
    literal: Literal,
    reason: Reason,
    /// Where it follows.
    level: u32,
    /// Where it stands; entries are sorted by this.
    placed: u32,
}

const OPEN: u8 = 0;
const TRUE: u8 = 1;
const FALSE: u8 = 2;

/// State of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Kernel {
    pub program: Program,
    pub clauses: Clauses,
    pub order: Order,
    /// By literal.
    values: Vec<u8>,
    pub origins: Vec<Origin>,
    /// By atom: the value to try first, the last one it had.
    pub phases: Vec<bool>,
    pub trail: Vec<Literal>,
    /// Trail length at the start of each level above 0.
    levels: Vec<u32>,
    head: usize,
    /// What was learned deeper in the search than it follows: put back after every step back that leaves it valid.
    late: Vec<Late>,
    /// The shortest the trail has been since [`Repair`](super::repair::Repair) looked at it.
    pub low_water: usize,
    /// Proven to have no solution, whatever is assumed.
    pub contradiction: bool,
    /// Assignments processed so far.
    pub steps: u64,
    pub seen: Vec<u8>,
}

impl Kernel {
    /// Takes a new model, reusing memory.
    pub fn load(&mut self, model: &Model, can_switch: impl Fn(RuleId) -> bool) {
        self.program.load(model, can_switch);
        let atoms = self.program.all_atoms();
        self.clauses.clear();
        self.order.reset(self.program.atoms);
        self.values.clear();
        self.values.resize(2 * atoms, OPEN);
        self.origins.clear();
        self.origins.resize(atoms, Origin { reason: Reason::Chosen, level: 0, position: 0 });
        self.phases.clear();
        self.phases.resize(atoms, true);
        self.seen.clear();
        self.seen.resize(atoms, 0);
        self.trail.clear();
        self.levels.clear();
        self.late.clear();
        self.head = 0;
        self.low_water = 0;
        self.steps = 0;
        self.contradiction = self.program.impossible;
        if !self.contradiction {
            self.contradiction = self.check_everything().is_err();
        }
    }

    fn check_everything(&mut self) -> Result<(), Conflict> {
        for list in 0..self.program.list_count() as u32 {
            self.check_list(list)?;
        }
        for union in 0..self.program.unions.len() as u32 {
            self.check_union(union)?;
        }
        self.propagate()
    }

    pub fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    pub fn is_open(&self, atom: u32) -> bool {
        self.values[2 * atom as usize] == OPEN
    }

    pub fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.index()] == TRUE
    }

    pub fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] == FALSE
    }

    /// The open atom to decide next.
    pub fn pick(&mut self) -> Option<u32> {
        let values = &self.values;
        self.order.pick(|atom| values[2 * atom as usize] == OPEN)
    }

    pub fn new_level(&mut self) {
        self.levels.push(self.trail.len() as u32);
    }

    /// The first assignment of a level: its decision.
    pub fn decision(&self, level: u32) -> Literal {
        self.trail[self.levels[level as usize - 1] as usize]
    }

    pub fn assign(&mut self, literal: Literal, reason: Reason) {
        self.assign_at(literal, reason, self.levels.len() as u32);
    }

    fn assign_at(&mut self, literal: Literal, reason: Reason, level: u32) {
        debug_assert!(self.is_open(literal.atom() as u32));
        self.values[literal.index()] = TRUE;
        self.values[(!literal).index()] = FALSE;
        self.origins[literal.atom()] = Origin { reason, level, position: self.trail.len() as u32 };
        self.trail.push(literal);
    }

    /// Assigns what follows at `level` already, without going back there for it.
    pub fn assign_late(&mut self, literal: Literal, reason: Reason, level: u32) {
        if level < self.level() {
            self.late.push(Late { literal, reason, level, placed: self.level() });
        }
        self.assign_at(literal, reason, level);
    }

    /// Undoes everything above `level`.
    pub fn back_to(&mut self, level: u32) {
        if level >= self.level() {
            return;
        }
        let keep = self.levels[level as usize] as usize;
        self.levels.truncate(level as usize);
        while self.trail.len() > keep {
            let literal = self.trail[self.trail.len() - 1];
            let atom = literal.atom();
            if self.trail.len() <= self.head {
                self.undo_sums(literal);
            }
            self.trail.pop();
            self.values[literal.index()] = OPEN;
            self.values[(!literal).index()] = OPEN;
            self.phases[atom] = literal.holds();
            self.order.reopened(atom as u32);
        }
        self.head = self.head.min(keep);
        self.low_water = self.low_water.min(keep);
        if !self.late.is_empty() {
            self.put_back(level);
        }
    }

    /// After a step back to `level`: assigns again what is still valid there.
    fn put_back(&mut self, level: u32) {
        let undone = self.late.partition_point(|entry| entry.placed <= level);
        let mut kept = undone;
        for i in undone..self.late.len() {
            let entry = self.late[i];
            if entry.level <= level && self.is_open(entry.literal.atom() as u32) {
                self.assign_at(entry.literal, entry.reason, entry.level);
            }
            if entry.level < level {
                self.late[kept] = Late { placed: level, ..entry };
                kept += 1;
            }
        }
        self.late.truncate(kept);
    }

    fn undo_sums(&mut self, literal: Literal) {
        for i in self.program.occurrence_range(literal.atom()) {
            let occurrence = self.program.occurrence(i);
            let list = &mut self.program.lists[occurrence.list as usize];
            list.open += occurrence.weight;
            if literal.holds() {
                list.yes -= occurrence.weight;
            }
        }
    }

    /// Draws every direct conclusion.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        while self.head < self.trail.len() {
            let literal = self.trail[self.head];
            self.head += 1;
            self.steps += 1;
            let mut result = if literal.holds() { self.propagate_pairs(literal) } else { Ok(()) };
            // The sums must be brought up to date even after a conflict: stepping back undoes them all.
            for i in self.program.occurrence_range(literal.atom()) {
                let occurrence = self.program.occurrence(i);
                let list = &mut self.program.lists[occurrence.list as usize];
                list.open -= occurrence.weight;
                if literal.holds() {
                    list.yes += occurrence.weight;
                    if list.yes + list.max_weight > list.hi && result.is_ok() {
                        result = self.check_upper(occurrence.list);
                    }
                } else if result.is_ok() {
                    let reach = list.yes + list.open;
                    if reach < list.lo + list.max_weight {
                        result = self.check_lower(occurrence.list);
                    }
                    let list = &self.program.lists[occurrence.list as usize];
                    if list.yes == 0 && list.open <= 1 && result.is_ok() {
                        result = self.check_unions(occurrence.list);
                    }
                }
            }
            result?;
            if !self.clauses.is_empty() {
                self.propagate_clauses(!literal)?;
            }
        }
        Ok(())
    }

    fn propagate_pairs(&mut self, literal: Literal) -> Result<(), Conflict> {
        let atom = literal.atom();
        for i in self.program.pair_range(atom) {
            let other = self.program.pair(i);
            if self.is_open(other) {
                self.assign(Literal::no(other), Reason::Pair(atom as u32));
            } else if self.is_true(Literal::yes(other)) {
                return Err(Conflict::Pair(atom as u32, other));
            }
        }
        Ok(())
    }

    pub fn check_list(&mut self, list: u32) -> Result<(), Conflict> {
        self.check_upper(list)?;
        self.check_lower(list)
    }

    fn check_upper(&mut self, list: u32) -> Result<(), Conflict> {
        let entry = self.program.lists[list as usize];
        if entry.yes > entry.hi {
            return Err(Conflict::TooMuch(list));
        }
        let room = entry.hi - entry.yes;
        if entry.open > 0 && entry.max_weight > room {
            for i in self.program.member_range(list as usize) {
                let atom = self.program.members[i];
                if self.is_open(atom) && self.program.weight(i) > room {
                    self.assign(Literal::no(atom), Reason::List(list));
                }
            }
        }
        Ok(())
    }

    fn check_lower(&mut self, list: u32) -> Result<(), Conflict> {
        let entry = self.program.lists[list as usize];
        let reach = entry.yes + entry.open;
        if reach < entry.lo {
            return Err(Conflict::TooLittle(list));
        }
        let slack = reach - entry.lo;
        if entry.open > 0 && entry.max_weight > slack {
            for i in self.program.member_range(list as usize) {
                let atom = self.program.members[i];
                if self.is_open(atom) && self.program.weight(i) > slack {
                    self.assign(Literal::yes(atom), Reason::List(list));
                }
            }
        }
        Ok(())
    }

    /// Looks at the unions of a list that has at most one atom left.
    fn check_unions(&mut self, list: u32) -> Result<(), Conflict> {
        for i in self.program.union_range(list as usize) {
            self.check_union(self.program.unions_of[i])?;
        }
        Ok(())
    }

    pub fn check_union(&mut self, union: u32) -> Result<(), Conflict> {
        let entry = self.program.unions[union as usize];
        let [a, b] = entry.lists.map(|l| self.program.lists[l as usize]);
        if a.yes + b.yes > 0 || a.open > 1 || b.open > 1 {
            return Ok(());
        }
        if !self.is_switched_on(&entry) {
            return Ok(());
        }
        // The one atom that is left by the sums may already be false on the trail; then its turn will come.
        let left = entry.lists.map(|l| self.last_possible(l));
        match (a.open, b.open, left) {
            (0, 0, _) => return Err(Conflict::Union(union)),
            (_, 0, [Some(atom), _]) | (0, _, [_, Some(atom)]) if self.is_open(atom) => {
                self.assign(Literal::yes(atom), Reason::Union(union));
            }
            (1, 1, [Some(x), Some(y)]) if x == y && self.is_open(x) => {
                self.assign(Literal::yes(x), Reason::Union(union));
            }
            _ => {}
        }
        Ok(())
    }

    pub fn is_switched_on(&self, union: &Union) -> bool {
        union.switch == NONE || self.is_true(Literal::yes(union.switch))
    }

    /// The one member that is not false, where the sums say that at most one is left.
    fn last_possible(&self, list: u32) -> Option<u32> {
        if self.program.lists[list as usize].open == 0 {
            return None;
        }
        let members = &self.program.members[self.program.member_range(list as usize)];
        members.iter().copied().find(|&atom| !self.is_false(Literal::yes(atom)))
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
        if !watches.is_empty() || watches.capacity() > 0 {
            self.clauses.put_watches(falsified, watches);
        }
        result
    }

    /// Calls `visit` with the true literals that together forced `literal`.
    pub fn for_each_cause(&self, literal: Literal, mut visit: impl FnMut(Literal)) {
        let Origin { reason, position, .. } = self.origins[literal.atom()];
        let before = |atom: u32| self.origins[atom as usize].position < position;
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
                    let literal = Literal::yes(self.program.members[i]);
                    if sum <= hi && self.is_true(literal) {
                        sum += self.program.weight(i);
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
        for &atom in &self.program.members[self.program.member_range(list as usize)] {
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

    /// Puts the bounds of switched lists in force or out of it.
    pub fn set_switched_bounds(&mut self, on: impl Fn(u32) -> bool) {
        for switched in &self.program.switched_lists {
            let list = &mut self.program.lists[switched.list as usize];
            (list.lo, list.hi) =
                if on(switched.switch) { (switched.lo, switched.hi) } else { (0, crate::model::UNLIMITED) };
        }
    }

    /// Forgets the less useful half of what was learned.
    pub fn forget(&mut self) {
        let on_trail = self.trail.iter().map(|l| self.origins[l.atom()].reason);
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
        for literal in &self.trail {
            follow(&mut self.origins[literal.atom()].reason);
        }
        self.late.iter_mut().for_each(|late| follow(&mut late.reason));
    }
}
