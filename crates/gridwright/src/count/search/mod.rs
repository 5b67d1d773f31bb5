//! Counting by search: decide, propagate, split what is left into parts, and count each part once.
//!
//! Propagation and learning are the engine's. Whatever is learned follows from all rules together, so that it may
//! serve every part; but where one of several parts turns out to have no solution, anything may follow, and what
//! was counted next to it is forgotten again.

mod cache;
pub(crate) mod order;
mod parts;

#[cfg(test)]
mod tests;

use super::number::Number;
use super::reduced::Reduced;
use crate::model::{Atom, Flag, Model, Role, RuleKind, Span};
use crate::solve::kernel::{Conflict, Kernel, Reason};
use crate::solve::learn::Lesson;
use crate::solve::literal::Literal;
use cache::Cache;
use parts::Parts;
use std::ops::Range;

/// What a count came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// So many solutions.
    Exactly(Number),
    /// The budget ended; so many are proven.
    AtLeast(Number),
}

/// What a count may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Steps: assignments processed and parts' atoms looked at.
    pub steps: Option<u64>,
    /// Bytes for what was counted before.
    pub memory: usize,
    /// Whether to learn from conflicts.
    pub learning: bool,
}

/// Steps between two looks at the stop callback.
const STEPS_BETWEEN_STOPS: u64 = if cfg!(test) { 50 } else { 1 << 14 };
/// Conflicts that proving a lower bound may take.
const PROOF_CONFLICTS: u32 = 1000;

static KINDS: [RuleKind; 1] =
    [RuleKind { id: "count.rule", role: Role::Law, flag: Flag::Nothing, text: "" }];

/// A part whose ways are being added up, choice by choice.
struct Node {
    part: usize,
    key: Range<usize>,
    choices: Range<usize>,
    sum: Number,
}

/// Parts under one choice, whose ways are being multiplied.
struct Split {
    /// Its parts in [`Parts`], and how many are done.
    first: usize,
    done: usize,
    product: Number,
    /// What came into the cache later was counted next to parts not known to have solutions.
    cache_mark: usize,
}

struct Search<'s> {
    kernel: Kernel,
    parts: Parts,
    /// The open atoms, as far as the trail was followed.
    open: Vec<u64>,
    followed: usize,
    cache: Cache,
    splits: Vec<Split>,
    nodes: Vec<Node>,
    keys: Vec<u64>,
    choices: Vec<Literal>,
    lesson: Lesson,
    learned_limit: usize,
    limits: Limits,
    steps: u64,
    next_stop: u64,
    stop: &'s mut dyn FnMut() -> bool,
    pub stats: Stats,
}

#[derive(Default, Debug, Clone)]
pub(crate) struct Stats {
    pub nodes: u64,
    pub hits: u64,
    pub conflicts: u64,
    pub forgotten: u64,
    pub splits: u64,
    pub evictions: u64,
}

/// Counts the solutions of a part of a model, its atoms taken in `order`.
pub(crate) fn count(
    part: &Reduced,
    order: &[u32],
    limits: Limits,
    stop: &mut dyn FnMut() -> bool,
) -> (Outcome, Stats) {
    let mut kernel = Kernel::default();
    kernel.load(&model(part, order), |_| false);
    if kernel.contradiction {
        return (Outcome::Exactly(Number::ZERO), Stats::default());
    }
    let mut search = Search {
        parts: Parts::new(&kernel),
        open: all_ones(kernel.program.atoms),
        followed: 0,
        kernel,
        cache: Cache::new(limits.memory),
        splits: Vec::new(),
        nodes: Vec::new(),
        keys: Vec::new(),
        choices: Vec::new(),
        lesson: Lesson::default(),
        learned_limit: 2000,
        limits,
        steps: 0,
        next_stop: 0,
        stop,
        stats: Stats::default(),
    };
    let outcome = search.run();
    (outcome, search.stats)
}

/// The rules as a model whose atoms are numbered in the order of the search.
fn model(part: &Reduced, order: &[u32]) -> Model {
    let mut position = vec![0; order.len()];
    for (i, &atom) in order.iter().enumerate() {
        position[atom as usize] = i as u32;
    }
    let mut model = Model::new(part.atoms.len(), &KINDS);
    for (terms, bounds) in part.rules.iter() {
        let mut members: Vec<(Atom, u32)> =
            terms.iter().map(|term| (Atom(position[term.atom as usize]), term.weight)).collect();
        members.sort_unstable();
        let list = model.weighted_list(members);
        model.rule(0, Span::One(list), bounds.lo, bounds.hi, (0, 0));
    }
    model
}

impl Search<'_> {
    fn run(&mut self) -> Outcome {
        self.push_split(None);
        loop {
            if self.out_of_budget() {
                return Outcome::AtLeast(self.proven());
            }
            let split = self.splits.last_mut().expect("the root is there until the end");
            let next = split.first + split.done;
            if next < self.parts.len() && !split.product.is_zero() {
                split.done += 1;
                if self.open_part(next) {
                    continue;
                }
            } else {
                let ways = self.pop_split();
                let Some(node) = self.nodes.last_mut() else { return Outcome::Exactly(ways) };
                node.sum += &ways;
                self.back_to(self.nodes.len() as u32 - 1);
                if !self.settle() {
                    return Outcome::Exactly(Number::ZERO);
                }
            }
            if !self.advance() {
                return Outcome::Exactly(Number::ZERO);
            }
        }
    }

    /// Looks a part up; if its ways are not known, opens a node for it and returns false.
    fn open_part(&mut self, part: usize) -> bool {
        let start = self.keys.len();
        self.parts.write_key(&self.kernel, part, &mut self.keys);
        if let Some(ways) = self.cache.get(&self.keys[start..]) {
            self.stats.hits += 1;
            self.keys.truncate(start);
            self.splits.last_mut().expect("it is in one").product *= &ways;
            return true;
        }
        self.stats.nodes += 1;
        let choices = self.choose(part);
        self.nodes.push(Node { part, key: start..self.keys.len(), choices, sum: Number::ZERO });
        false
    }

    /// The choices that a part leaves, one of which holds in each of its solutions.
    fn choose(&mut self, part: usize) -> Range<usize> {
        let start = self.choices.len();
        let program = &self.kernel.program;
        // What was learned since the split may have decided some.
        let atoms = self.parts.atoms(part);
        let left = atoms.iter().zip(&self.open).map(|(part, open)| part & open).enumerate().find(|(_, w)| *w != 0);
        let Some((word, bits)) = left else {
            let (word, bits) = atoms.iter().enumerate().find(|(_, w)| **w != 0).expect("parts have atoms");
            let atom = word as u32 * 64 + bits.trailing_zeros();
            self.choices.push(Literal::new(atom, self.kernel.is_true(Literal::yes(atom))));
            return start..start + 1;
        };
        let atom = word as u32 * 64 + bits.trailing_zeros();
        let mut best: Option<(usize, u32)> = None;
        for i in program.occurrence_range(atom as usize) {
            let rule = program.occurrence(i).list;
            let entry = &program.lists[rule as usize];
            if entry.lo == 1 && entry.hi == 1 && entry.max_weight == 1 {
                let open = entry.open as usize;
                if best.is_none_or(|(least, _)| open < least) {
                    best = Some((open, rule));
                }
            }
        }
        match best {
            Some((_, rule)) => {
                let members = &program.members[program.member_range(rule as usize)];
                let open = members.iter().copied().filter(|&atom| self.kernel.is_open(atom));
                self.choices.extend(open.map(Literal::yes));
            }
            None => self.choices.extend([Literal::yes(atom), Literal::no(atom)]),
        }
        start..self.choices.len()
    }

    /// Goes on with the next choice of the last node, or closes it. False when all is lost.
    fn advance(&mut self) -> bool {
        loop {
            let node = self.nodes.last_mut().expect("there is a node");
            let Some(choice) = node.choices.next() else {
                self.close_node();
                return true;
            };
            let literal = self.choices[choice];
            if self.kernel.is_false(literal) {
                continue;
            }
            self.kernel.new_level();
            if self.kernel.is_open(literal.atom() as u32) {
                self.kernel.assign(literal, Reason::Chosen);
            }
            match self.kernel.propagate() {
                Ok(()) => {
                    let part = node.part;
                    self.push_split(Some(part));
                    return true;
                }
                Err(conflict) => {
                    self.fail(conflict);
                    if !self.settle() {
                        return false;
                    }
                }
            }
        }
    }

    /// The last node has all its choices counted.
    fn close_node(&mut self) {
        let node = self.nodes.pop().expect("there is a node");
        let key = &self.keys[node.key.clone()];
        if !self.cache.has_room(key) {
            self.stats.evictions += 1;
            self.cache.make_room(self.splits.iter_mut().map(|split| &mut split.cache_mark));
        }
        self.cache.put(key, &node.sum);
        self.splits.last_mut().expect("each node is in a split").product *= &node.sum;
        self.drop_node(&node);
    }

    fn drop_node(&mut self, node: &Node) {
        self.keys.truncate(node.key.start);
        // Choices taken are cut off the front of the range.
        self.choices.truncate(self.nodes.last().map_or(0, |node| node.choices.end));
    }

    /// After a step back: draws what follows, giving up levels until nothing contradicts. False when all is lost.
    fn settle(&mut self) -> bool {
        while let Err(conflict) = self.kernel.propagate() {
            if self.kernel.level() == 0 {
                return false;
            }
            // The level is dead with everything on it, the part that is being counted included.
            let node = self.nodes.pop().expect("each level has a node");
            self.drop_node(&node);
            self.splits.last_mut().expect("each node is in a split").product = Number::ZERO;
            self.pop_split();
            self.fail(conflict);
        }
        true
    }

    /// Learns from a conflict of the current level and steps back from it.
    fn fail(&mut self, conflict: Conflict) {
        self.stats.conflicts += 1;
        let level = self.kernel.level();
        if !self.limits.learning || self.kernel.conflict_level(conflict) < level {
            self.back_to(level - 1);
            return;
        }
        self.learn(conflict, level - 1);
    }

    /// Learns from a conflict of the current level and steps back to `level`.
    fn learn(&mut self, conflict: Conflict, level: u32) {
        self.kernel.learn(conflict, &mut self.lesson);
        self.back_to(level);
        let lesson = &self.lesson;
        if let [fact] = lesson.literals[..] {
            self.kernel.assign_late(fact, Reason::Chosen, 0);
        } else {
            let literals = 2 * self.kernel.program.all_atoms();
            let clause = self.kernel.clauses.add(&lesson.literals, lesson.glue, literals);
            self.kernel.assign_late(lesson.literals[0], Reason::Clause(clause), lesson.level);
        }
        if self.kernel.clauses.count() > self.learned_limit {
            self.kernel.forget();
            self.learned_limit = self.learned_limit.max(self.kernel.clauses.count() * 3 / 2);
        }
    }

    fn push_split(&mut self, part: Option<usize>) {
        self.follow_trail();
        let first = self.parts.len();
        let free = self.parts.split(&self.kernel, part, &self.open);
        self.steps += 1;
        self.stats.splits += u64::from(self.parts.len() - first > 1);
        let product = Number::power_of_two(free);
        self.splits.push(Split { first, done: 0, product, cache_mark: self.cache.mark() });
    }

    fn follow_trail(&mut self) {
        for literal in &self.kernel.trail[self.followed..] {
            self.open[literal.atom() / 64] &= !(1 << (literal.atom() % 64));
        }
        self.followed = self.kernel.trail.len();
    }

    fn back_to(&mut self, level: u32) {
        let keep = self.kernel.level_start(level + 1);
        if keep < self.followed {
            for literal in &self.kernel.trail[keep..self.followed] {
                self.open[literal.atom() / 64] |= 1 << (literal.atom() % 64);
            }
            self.followed = keep;
        }
        self.kernel.back_to(level);
    }

    /// Ends a split and returns the ways it has.
    fn pop_split(&mut self) -> Number {
        let split = self.splits.pop().expect("there is a split");
        if split.product.is_zero() && self.parts.len() - split.first > 1 {
            self.stats.forgotten += 1;
            self.cache.forget_since(split.cache_mark);
        }
        self.parts.truncate(split.first);
        split.product
    }

    fn out_of_budget(&mut self) -> bool {
        let steps = self.steps + self.kernel.steps;
        if self.limits.steps.is_some_and(|limit| steps >= limit) {
            return true;
        }
        if steps >= self.next_stop {
            self.next_stop = steps + STEPS_BETWEEN_STOPS;
            return (self.stop)();
        }
        false
    }

    /// What the open splits and nodes prove so far. Parts not looked at have at least one way each if everything
    /// on the trail has a solution.
    fn proven(&mut self) -> Number {
        let mut conflicts = PROOF_CONFLICTS;
        let mut has_solution = false;
        let mut ways = Number::ZERO;
        // From the last split upwards; `ways` belong to the node on top of the split.
        while let Some(split) = self.splits.pop() {
            let level = self.splits.len() as u32;
            self.back_to(level);
            has_solution = has_solution || self.has_solution(&mut conflicts);
            if let Some(node) = self.nodes.get(level as usize) {
                ways += &node.sum;
                if ways.is_zero() && has_solution {
                    ways = Number::ONE;
                }
            } else {
                ways = Number::ONE;
            }
            let all_done = split.first + split.done == self.parts.len();
            ways = if has_solution || all_done { ways } else { Number::ZERO };
            ways *= &split.product;
            self.nodes.truncate(level as usize);
            self.parts.truncate(split.first);
        }
        ways
    }

    /// Whether what is on the trail has a solution, as far as some conflicts tell.
    fn has_solution(&mut self, conflicts: &mut u32) -> bool {
        let base = self.kernel.level();
        let found = loop {
            if let Err(conflict) = self.kernel.propagate() {
                let level = self.kernel.conflict_level(conflict);
                if level <= base || *conflicts == 0 {
                    break false;
                }
                *conflicts -= 1;
                self.back_to(level);
                self.learn(conflict, level - 1);
            } else if let Some(atom) = self.kernel.pick() {
                self.kernel.new_level();
                self.kernel.assign(Literal::new(atom, self.kernel.phases[atom as usize]), Reason::Chosen);
            } else {
                break true;
            }
        };
        self.back_to(base);
        found
    }
}

/// A set of the first `count` numbers.
fn all_ones(count: usize) -> Vec<u64> {
    let mut words = vec![u64::MAX; count.div_ceil(64)];
    if count % 64 != 0 {
        words[count / 64] = (1 << (count % 64)) - 1;
    }
    words
}
