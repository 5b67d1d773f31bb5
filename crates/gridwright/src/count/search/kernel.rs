//! Values of the atoms and what follows from them, for counting: the second propagation layer, beside `solve/kernel.rs`.
//!
//! The engine may restart, jump back over decisions and stop looking at a satisfied list. Counting steps back one level at a
//! time, because every level may still have choices to count, and after each choice it must know exactly which atoms are open
//! and which rules are unsatisfied: these are the keys under which equal parts are counted once. So values are bit sets
//! here, atoms that exclude each other are falsified together, and `pending` holds the rules of the keys.
//! `count/search/tests.rs` compares this layer with brute force and with the engine.

use super::learn::Lesson;
use super::program::Program;
use super::sets;
use crate::model::Bounds;
use crate::solve::clauses::{ClauseId, Clauses, Watch};
use crate::solve::literal::Literal;

/// Why an atom has its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// Decided, or a fact.
    Chosen,
    /// This atom, which excludes it, holds.
    Excluded(u32),
    /// It is the last of a cover that can hold.
    Cover(u32),
    /// A counted rule leaves no other value.
    Counted(u32),
    /// A learned clause whose other literals are false.
    Clause(ClauseId),
}

/// What cannot be satisfied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// Two atoms that exclude each other hold.
    Both(u32, u32),
    /// No atom of a cover can hold.
    Cover(u32),
    TooMuch(u32),
    TooLittle(u32),
    Clause(ClauseId),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub reason: Reason,
    pub level: u32,
    /// Place on the trail.
    pub position: u32,
}

/// An assignment that follows at a lower level than the one it was made at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Late {
    pub literal: Literal,
    pub reason: Reason,
    /// Where it follows.
    pub level: u32,
    /// Where it is; entries are sorted by this.
    pub placed: u32,
}

/// The sums of a counted rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    pub yes: u32,
    pub open: u32,
    max_weight: u32,
    pub bounds: Bounds,
}

impl Sums {
    fn is_kept(&self) -> bool {
        self.yes >= self.bounds.lo && self.yes + self.open <= self.bounds.hi
    }

    /// The bounds on what is open.
    pub fn rest(&self) -> Bounds {
        Bounds { lo: self.bounds.lo.saturating_sub(self.yes), hi: (self.bounds.hi - self.yes).min(self.open) }
    }
}

pub(super) struct Kernel {
    pub program: Program,
    /// Atoms without a value, and those that hold.
    pub open: Vec<u64>,
    yes: Vec<u64>,
    pub(super) origins: Vec<Origin>,
    pub(super) trail: Vec<Literal>,
    /// Trail length at the start of each level above 0.
    levels: Vec<u32>,
    /// How much of the trail has reached the rules.
    head: usize,
    pub(super) late: Vec<Late>,
    /// By cover: how many of its atoms are not known to be false.
    left: Vec<u32>,
    /// By loose cover: how many of its atoms hold.
    held: Vec<u32>,
    pub sums: Vec<Sums>,
    /// The loose rules that are not certain to be satisfied yet.
    pub pending: Vec<u64>,
    pub(super) clauses: Clauses,
    pub(super) clause_limit: usize,
    pub(super) lesson: Lesson,
    pub(super) seen: Vec<bool>,
    /// Assignments processed so far.
    pub steps: u64,
}

impl Kernel {
    /// All atoms open. The rules are those of a reduced part, of which none decides anything alone.
    pub fn new(program: Program, clause_limit: usize) -> Kernel {
        let atoms = program.width;
        let mut open = vec![0; atoms.div_ceil(64)];
        program.atoms.iter().for_each(|atom| sets::insert(&mut open, *atom));
        let sums = (0..).zip(&program.bounds).map(|(rule, bounds)| {
            let weights = program.counted.get(rule).iter().map(|term| term.weight);
            Sums {
                yes: 0,
                open: weights.clone().sum(),
                max_weight: weights.max().unwrap_or(0),
                bounds: *bounds,
            }
        });
        Kernel {
            open,
            yes: vec![0; atoms.div_ceil(64)],
            origins: vec![Origin { reason: Reason::Chosen, level: 0, position: 0 }; atoms],
            trail: Vec::new(),
            levels: Vec::new(),
            head: 0,
            late: Vec::new(),
            left: (0..program.cover_count as u32)
                .map(|cover| program.covers.get(cover).len() as u32)
                .collect(),
            held: vec![0; program.loose_covers as usize],
            sums: sums.collect(),
            pending: sets::all_below(program.loose_count()),
            clauses: Clauses::default(),
            clause_limit,
            lesson: Lesson::default(),
            seen: vec![false; atoms],
            steps: 0,
            program,
        }
    }

    pub fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    pub fn is_open(&self, atom: u32) -> bool {
        sets::has(&self.open, atom)
    }

    /// The first literal that got a value.
    pub fn trail_start(&self) -> Literal {
        self.trail[0]
    }

    pub(super) fn holds(&self, atom: u32) -> bool {
        sets::has(&self.yes, atom)
    }

    pub(super) fn is_true(&self, literal: Literal) -> bool {
        let atom = literal.atom() as u32;
        !self.is_open(atom) && self.holds(atom) == literal.holds()
    }

    pub fn is_false(&self, literal: Literal) -> bool {
        self.is_true(!literal)
    }

    /// Goes one level up, with this literal to hold there.
    pub fn decide(&mut self, literal: Literal) {
        self.levels.push(self.trail.len() as u32);
        if self.is_open(literal.atom() as u32) {
            self.assign(literal, Reason::Chosen);
        }
    }

    fn assign(&mut self, literal: Literal, reason: Reason) {
        self.assign_at(literal, reason, self.levels.len() as u32);
    }

    pub(super) fn assign_at(&mut self, literal: Literal, reason: Reason, level: u32) {
        let atom = literal.atom();
        debug_assert!(self.is_open(atom as u32));
        sets::remove(&mut self.open, atom as u32);
        if literal.holds() {
            sets::insert(&mut self.yes, atom as u32);
        }
        self.origins[atom] = Origin { reason, level, position: self.trail.len() as u32 };
        self.trail.push(literal);
    }

    /// Undoes everything above `level`.
    pub fn back_to(&mut self, level: u32) {
        if level >= self.level() {
            return;
        }
        let keep = self.levels[level as usize] as usize;
        self.levels.truncate(level as usize);
        for i in (keep..self.trail.len()).rev() {
            let literal = self.trail[i];
            if i < self.head {
                self.undo(literal);
            }
            let atom = literal.atom() as u32;
            sets::insert(&mut self.open, atom);
            sets::remove(&mut self.yes, atom);
        }
        self.trail.truncate(keep);
        self.head = self.head.min(keep);
        if !self.late.is_empty() {
            self.put_back(level);
        }
    }

    fn undo(&mut self, literal: Literal) {
        let atom = literal.atom() as u32;
        if literal.holds() {
            for &cover in self.program.covers_of.get(atom) {
                if cover >= self.program.loose_covers {
                    break;
                }
                self.held[cover as usize] -= 1;
                if self.held[cover as usize] == 0 {
                    sets::insert(&mut self.pending, cover);
                }
            }
        } else {
            for &cover in self.program.covers_of.get(atom) {
                self.left[cover as usize] += 1;
            }
        }
        for term in self.program.counted_of.get(atom) {
            let sums = &mut self.sums[term.atom as usize];
            sums.open += term.weight;
            sums.yes -= if literal.holds() { term.weight } else { 0 };
            if !sums.is_kept() {
                sets::insert(&mut self.pending, self.program.loose_covers + term.atom);
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
                self.assign_at(entry.literal, entry.reason, entry.level);
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
        while self.head < self.trail.len() {
            let literal = self.trail[self.head];
            self.head += 1;
            self.steps += 1;
            let atom = literal.atom() as u32;
            if literal.holds() {
                self.follow_yes(atom)?
            } else {
                self.follow_no(atom)?
            }
            if self.clauses.is_watched(!literal) {
                self.follow_clauses(!literal)?;
            }
        }
        Ok(())
    }

    fn follow_yes(&mut self, atom: u32) -> Result<(), Conflict> {
        for &cover in self.program.covers_of.get(atom) {
            if cover >= self.program.loose_covers {
                break;
            }
            self.held[cover as usize] += 1;
            sets::remove(&mut self.pending, cover);
        }
        let checks = self.update_sums(atom, true);
        let level = self.levels.len() as u32;
        for &piece in self.program.excluded.get(atom) {
            let word = piece.word as usize;
            if let Some(other) = sets::bits(word, self.yes[word] & piece.bits).next() {
                return Err(Conflict::Both(atom, other));
            }
            let falsified = self.open[word] & piece.bits;
            self.open[word] ^= falsified;
            for other in sets::bits(word, falsified) {
                let position = self.trail.len() as u32;
                self.origins[other as usize] = Origin { reason: Reason::Excluded(atom), level, position };
                self.trail.push(Literal::no(other));
            }
        }
        if checks { self.check_counted(atom) } else { Ok(()) }
    }

    fn follow_no(&mut self, atom: u32) -> Result<(), Conflict> {
        let mut least = u32::MAX;
        for &cover in self.program.covers_of.get(atom) {
            let left = &mut self.left[cover as usize];
            *left -= 1;
            least = least.min(*left);
        }
        let checks = self.update_sums(atom, false);
        if least <= 1 {
            for i in 0..self.program.covers_of.get(atom).len() {
                let cover = self.program.covers_of.get(atom)[i];
                if self.left[cover as usize] <= 1 {
                    self.check_cover(cover)?;
                }
            }
        }
        if checks { self.check_counted(atom) } else { Ok(()) }
    }

    fn check_cover(&mut self, cover: u32) -> Result<(), Conflict> {
        // The counters may lag behind the values: then the turn of the rest will come.
        let can_hold = |atom: &&u32| self.is_open(**atom) || self.holds(**atom);
        match self.program.covers.get(cover).iter().find(can_hold) {
            None => Err(Conflict::Cover(cover)),
            Some(&atom) => {
                if self.is_open(atom) {
                    self.assign(Literal::yes(atom), Reason::Cover(cover));
                }
                Ok(())
            }
        }
    }

    /// Brings the sums of an atom's counted rules up to date. Whether some may now force something.
    fn update_sums(&mut self, atom: u32, holds: bool) -> bool {
        let mut checks = false;
        for term in self.program.counted_of.get(atom) {
            let sums = &mut self.sums[term.atom as usize];
            sums.open -= term.weight;
            sums.yes += if holds { term.weight } else { 0 };
            if sums.is_kept() {
                sets::remove(&mut self.pending, self.program.loose_covers + term.atom);
            } else {
                checks |= sums.yes + sums.max_weight > sums.bounds.hi
                    || sums.yes + sums.open < sums.bounds.lo + sums.max_weight;
            }
        }
        checks
    }

    fn check_counted(&mut self, atom: u32) -> Result<(), Conflict> {
        for i in 0..self.program.counted_of.get(atom).len() {
            let rule = self.program.counted_of.get(atom)[i].atom;
            let Sums { yes, open, max_weight, bounds } = self.sums[rule as usize];
            if yes > bounds.hi {
                return Err(Conflict::TooMuch(rule));
            }
            if yes + open < bounds.lo {
                return Err(Conflict::TooLittle(rule));
            }
            let (room, spare) = (bounds.hi - yes, yes + open - bounds.lo);
            if max_weight <= room && max_weight <= spare {
                continue;
            }
            for i in 0..self.program.counted.get(rule).len() {
                let term = self.program.counted.get(rule)[i];
                if self.is_open(term.atom) && (term.weight > room || term.weight > spare) {
                    self.assign(Literal::new(term.atom, term.weight <= room), Reason::Counted(rule));
                }
            }
        }
        Ok(())
    }

    fn follow_clauses(&mut self, falsified: Literal) -> Result<(), Conflict> {
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
            if !self.is_true(first) {
                for i in 2..self.clauses.len(clause) {
                    let literal = self.clauses.get(clause, i);
                    if !self.is_false(literal) {
                        self.clauses.swap(clause, 1, i);
                        self.clauses.watch(literal, watch);
                        continue 'watches;
                    }
                }
            }
            watches[write] = watch;
            write += 1;
            if self.is_false(first) {
                result = Err(Conflict::Clause(clause));
                break;
            }
            if self.is_open(first.atom() as u32) {
                self.assign(first, Reason::Clause(clause));
            }
        }
        watches.drain(write..read);
        self.clauses.put_watches(falsified, watches);
        result
    }
}
