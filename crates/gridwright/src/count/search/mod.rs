//! Counting by search: decide, propagate, split what is left into parts, and count each part once.
//!
//! Propagation and learning are the engine's. Whatever is learned follows from all rules together, so that it may
//! serve every part; but where one of several parts turns out to have no solution, anything may follow, and what
//! was counted next to it is forgotten again.

mod cache;
mod colours;
mod kernel;
pub(crate) mod order;
mod parts;
mod program;
mod sets;
mod shapes;

#[cfg(test)]
mod tests;

use super::number::Number;
use super::reduced::Reduced;
use crate::solve::literal::Literal;
use cache::Cache;
use kernel::{Conflict, Kernel};
use parts::Parts;
use program::Program;
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
    /// How many clauses to keep of what conflicts teach; 0 for no learning.
    pub clauses: usize,
}

/// Steps between two looks at the stop callback.
const STEPS_BETWEEN_STOPS: u64 = if cfg!(test) { 50 } else { 1 << 14 };
/// Conflicts that proving a lower bound may take.
const PROOF_CONFLICTS: u32 = 1000;

/// A part whose ways are being added up, choice by choice.
struct Node {
    part: usize,
    key: Range<usize>,
    choices: Range<usize>,
    sum: Number,
}

/// Parts under one choice, whose ways are being multiplied.
struct Split {
    /// What was left to split, its parts in [`Parts`], and how many of them are done.
    rest: usize,
    first: usize,
    done: usize,
    product: Number,
    /// What came into the cache later was counted next to parts not known to have solutions.
    cache_mark: usize,
}

struct Search<'s> {
    kernel: Kernel,
    parts: Parts,
    cache: Cache,
    splits: Vec<Split>,
    nodes: Vec<Node>,
    keys: Vec<u64>,
    choices: Vec<Literal>,
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
    pub steps: u64,
}

/// Counts the solutions of a part of a model, its atoms taken in `order`.
pub(crate) fn count(
    part: &Reduced,
    order: &[u32],
    limits: Limits,
    stop: &mut dyn FnMut() -> bool,
) -> (Outcome, Stats) {
    let kernel = Kernel::new(Program::new(part, order), limits.clauses);
    let mut search = Search {
        parts: Parts::new(&kernel),
        kernel,
        cache: Cache::new(limits.memory),
        splits: Vec::new(),
        nodes: Vec::new(),
        keys: Vec::new(),
        choices: Vec::new(),
        limits,
        steps: 0,
        next_stop: 0,
        stop,
        stats: Stats::default(),
    };
    let outcome = search.run();
    search.stats.steps = search.kernel.steps;
    (outcome, search.stats)
}

impl Search<'_> {
    fn run(&mut self) -> Outcome {
        self.open_root();
        loop {
            if self.out_of_budget() {
                let mut share = 1.0;
                let mut done = 0.0;
                for (i, n) in self.nodes.iter().enumerate() {
                    let start = if i == 0 { 0 } else { self.nodes[i - 1].choices.end };
                    let all = (n.choices.end - start) as f64;
                    let left = n.choices.len() as f64;
                    done += share * (all - left - 1.0).max(0.0) / all;
                    share /= all;
                }
                eprintln!("progress {done:e}");
                return Outcome::AtLeast(self.proven());
            }
            if self.nodes.len() == self.splits.len() {
                if !self.advance() {
                    return Outcome::Exactly(Number::ZERO);
                }
                continue;
            }
            let split = self.splits.last_mut().expect("the root is there until the end");
            let next = split.first + split.done;
            if next < self.parts.len() && !split.product.is_zero() {
                split.done += 1;
                self.open_part(next);
                continue;
            }
            let ways = self.pop_split();
            let Some(node) = self.nodes.last_mut() else { return Outcome::Exactly(ways) };
            node.sum += &ways;
            self.kernel.back_to(self.nodes.len() as u32 - 1);
            if !self.settle() {
                return Outcome::Exactly(Number::ZERO);
            }
        }
    }

    /// The atoms hang together.
    fn open_root(&mut self) {
        let rest = self.parts.push_whole(&self.kernel);
        self.splits.push(Split { rest, first: rest, done: 1, product: Number::ONE, cache_mark: 0 });
        self.parts.write_key(&self.kernel, rest, &mut self.keys);
        self.open_node(rest, 0);
    }

    /// Looks a part up; if its ways are not known, opens a node for it.
    fn open_part(&mut self, part: usize) {
        // What was learned since the split may have decided some of it.
        self.parts.refresh(&self.kernel, part);
        let start = self.keys.len();
        self.parts.write_key(&self.kernel, part, &mut self.keys);
        if let Some(ways) = self.cache.get(&self.keys[start..]) {
            self.stats.hits += 1;
            self.keys.truncate(start);
            self.splits.last_mut().expect("it is in one").product *= &ways;
        } else {
            self.open_node(part, start);
        }
    }

    fn open_node(&mut self, part: usize, key_start: usize) {
        self.stats.nodes += 1;
        let choices = self.choose(part);
        self.nodes.push(Node { part, key: key_start..self.keys.len(), choices, sum: Number::ZERO });
    }

    /// The choices that a part leaves, one of which holds in each of its solutions.
    fn choose(&mut self, part: usize) -> Range<usize> {
        let start = self.choices.len();
        let program = &self.kernel.program;
        let Some(atom) = self.parts.first_atom(part, program.colour_words) else {
            // What was learned has decided everything.
            self.choices.push(self.kernel.trail_start());
            return start..start + 1;
        };
        match program.block_of[atom as usize] {
            Some(cover) => {
                let open = program.covers.get(cover).iter().filter(|atom| self.kernel.is_open(**atom));
                self.choices.extend(open.map(|atom| Literal::yes(*atom)));
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
            let part = node.part;
            self.kernel.decide(literal);
            match self.kernel.propagate() {
                Ok(()) => {
                    let Some(ways) = self.split(part) else { return true };
                    self.nodes.last_mut().expect("it is there").sum += &ways;
                    self.kernel.back_to(self.nodes.len() as u32 - 1);
                }
                Err(conflict) => self.fail(conflict),
            }
            if !self.settle() {
                return false;
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
        if self.limits.clauses == 0 || self.kernel.conflict_level(conflict) < level {
            self.kernel.back_to(level - 1);
            return;
        }
        self.kernel.learn(conflict, level - 1);
    }

    /// Splits what is left of a part, unless its ways are known: then they are returned.
    fn split(&mut self, part: usize) -> Option<Number> {
        self.steps += 1;
        let rest = self.parts.push_rest(&self.kernel, part);
        let start = self.keys.len();
        self.parts.write_key(&self.kernel, rest, &mut self.keys);
        let known = self.cache.get(&self.keys[start..]);
        if known.is_some() {
            self.stats.hits += 1;
            self.keys.truncate(start);
            self.parts.truncate(rest);
            return known;
        }
        let free = self.parts.split(&self.kernel, part, rest);
        let product = Number::power_of_two(free);
        let mut split = Split { rest, first: rest + 1, done: 0, product, cache_mark: self.cache.mark() };
        if free == 0 && self.parts.len() == rest + 2 {
            // It still hangs together, and its key is written.
            self.parts.truncate(rest + 1);
            split.first = rest;
            split.done = 1;
            self.splits.push(split);
            self.open_node(rest, start);
        } else {
            self.stats.splits += 1;
            self.keys.truncate(start);
            self.splits.push(split);
        }
        None
    }

    /// Ends a split and returns the ways it has.
    fn pop_split(&mut self) -> Number {
        let split = self.splits.pop().expect("there is a split");
        if self.limits.clauses > 0 && split.product.is_zero() && self.parts.len() - split.first > 1 {
            self.stats.forgotten += 1;
            self.cache.forget_since(split.cache_mark);
        }
        self.parts.truncate(split.rest);
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
            self.kernel.back_to(level);
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
            self.parts.truncate(split.rest);
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
                self.kernel.back_to(level);
                self.kernel.learn(conflict, base);
            } else if let Some(atom) = sets::first(&self.kernel.open) {
                self.kernel.decide(Literal::yes(atom));
            } else {
                break true;
            }
        };
        self.kernel.back_to(base);
        found
    }
}
