//! Propagation: what the lists, unions, pairs and learned clauses force.
//!
//! Each assignment on the trail is followed once. It first lowers the margins of all lists of its atom and only then
//! are the lists looked at that ask for it, so that a step back can undo them all even after a conflict.

use super::clauses::Watch;
use super::kernel::{Conflict, Kernel, Reason};
use super::literal::Literal;
use super::program::{NONE, Part};
use super::trail::{FALSE, TRUE};
use std::ops::Range;

impl Kernel {
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
            // Before anything can be broken: a step back raises the slacks of all that was followed.
            let asks_counts = !self.counts.is_empty() && self.counts.lower(!literal);
            if literal.holds() {
                self.follow_yes::<WEIGHTED>(literal.atom())?;
            } else {
                self.follow_no::<WEIGHTED>(literal.atom())?;
            }
            if self.clauses.is_watched(!literal) {
                self.propagate_clauses(!literal)?;
            }
            if asks_counts {
                self.propagate_counts(!literal)?;
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
                    let reason =
                        if self.is_counting { Reason::List(list) } else { Reason::Pair(atom as u32) };
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

    /// Looks at the counts that a literal which became false leaves no choice.
    #[inline(never)]
    fn propagate_counts(&mut self, falsified: Literal) -> Result<(), Conflict> {
        let Kernel { counts, trail, .. } = self;
        for count in counts.of(falsified) {
            if counts.slack(count) < 0 {
                return Err(Conflict::Count(count));
            }
            if counts.slack(count) == 0 {
                for &literal in counts.literals(count) {
                    if trail.is_open(literal.atom() as u32) {
                        trail.assign(literal, Reason::Count(count));
                    }
                }
            }
        }
        Ok(())
    }
}
