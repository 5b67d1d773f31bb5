//! Counting by search: decide, propagate, split what is left into parts, and count each part once.
//!
//! Propagation and learning are the engine's. Whatever is learned follows from all rules together, so that it may
//! serve every part; but where one of several parts turns out to have no solution, anything may follow, and what
//! was counted next to it is forgotten again.

mod bound;
mod cache;
mod colours;
mod kernel;
mod learn;
mod number;
mod order;
mod parts;
mod program;
mod sets;
mod shapes;

#[cfg(test)]
mod tests;

pub(crate) use order::orders;
pub(crate) use program::Form;

use super::budget::Budget;
use super::reduced::Reduced;
use crate::solve::literal::Literal;
use cache::Cache;
use gridwright_base::Stopped;
use kernel::{Conflict, Kernel};
use num_bigint::BigUint;
use number::Number;
use parts::Parts;
use program::Program;
use std::ops::Range;

/// How many clauses to keep of what conflicts teach: following many costs more than they save.
const CLAUSES: usize = if cfg!(test) { 20 } else { 300 };
/// Steps between two looks at the budget.
const STEPS_BETWEEN_LOOKS: u64 = if cfg!(test) { 50 } else { 1 << 14 };
/// Atoms that splitting follows between two looks at the token: on a large board one step may follow thousands.
const FOLLOWED_BETWEEN_LOOKS: u64 = if cfg!(test) { 1 << 10 } else { 1 << 16 };

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

/// A search under way, which can be interrupted and gone on with.
pub(crate) struct Search {
    kernel: Kernel,
    parts: Parts,
    cache: Cache,
    splits: Vec<Split>,
    nodes: Vec<Node>,
    keys: Vec<u64>,
    choices: Vec<Literal>,
    learns: bool,
    program_bytes: usize,
    /// Steps beside the kernel's, and how many of all steps were reported to the budget.
    steps: u64,
    paid: u64,
    /// How many atoms splitting had followed at the last look.
    followed: u64,
}

impl Search {
    /// A search for the solutions of a part that takes its atoms in `order`; `None` if the rules alone would take
    /// more memory than there is, or the count is cancelled.
    pub fn new(part: &Reduced, form: Option<&Form>, order: &[u32], budget: &mut Budget) -> Option<Search> {
        let fits = Program::bytes(part) <= budget.memory && budget.look().is_ok();
        form.filter(|_| fits).map(|form| Search::with(part, form, order, CLAUSES))
    }

    fn with(part: &Reduced, form: &Form, order: &[u32], clauses: usize) -> Search {
        let kernel = Kernel::new(Program::new(form, order), clauses);
        let mut search = Search {
            parts: Parts::new(&kernel),
            kernel,
            cache: Cache::default(),
            splits: Vec::new(),
            nodes: Vec::new(),
            keys: Vec::new(),
            choices: Vec::new(),
            learns: clauses > 0,
            program_bytes: Program::bytes(part),
            steps: 0,
            paid: 0,
            followed: 0,
        };
        search.open_root();
        search
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.cache.bytes() + self.other_bytes()
    }

    /// Bytes in use beside what was counted before, about.
    fn other_bytes(&self) -> usize {
        let keys = self.keys.capacity() * size_of::<u64>();
        let path = self.splits.capacity() * size_of::<Split>() + self.nodes.capacity() * size_of::<Node>();
        self.program_bytes + self.parts.bytes() + keys + path
    }

    /// Goes on until the end, whose number of solutions it returns, or that of the budget.
    pub fn run(&mut self, budget: &mut Budget) -> Result<BigUint, Stopped> {
        self.cache.limit(budget.memory.saturating_sub(self.other_bytes()));
        let result = loop {
            if let Err(stopped) = self.look_at(budget) {
                break Err(stopped);
            }
            if self.nodes.len() == self.splits.len() {
                if !self.advance() {
                    break Ok(Number::ZERO);
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
            let Some(node) = self.nodes.last_mut() else { break Ok(ways) };
            node.sum += &ways;
            self.kernel.back_to(self.nodes.len() as u32 - 1);
            if !self.settle() {
                break Ok(Number::ZERO);
            }
        };
        budget.steps = budget.steps.saturating_sub(self.unpaid());
        self.paid = self.steps + self.kernel.steps;
        result.map(Number::into_big)
    }

    /// How many solutions have been counted, if whatever is not known yet has one: how far it has come.
    pub fn counted(&self) -> BigUint {
        let mut ways = Number::ONE;
        for (level, split) in self.splits.iter().enumerate().rev() {
            if let Some(node) = self.nodes.get(level) {
                ways += &node.sum;
            }
            ways *= &split.product;
        }
        ways.into_big()
    }

    fn unpaid(&self) -> u64 {
        self.steps + self.kernel.steps - self.paid
    }

    fn look_at(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        if self.parts.followed - self.followed >= FOLLOWED_BETWEEN_LOOKS {
            self.followed = self.parts.followed;
            budget.look()?;
        }
        let steps = self.unpaid();
        if steps >= budget.steps.min(STEPS_BETWEEN_LOOKS) {
            self.paid += steps;
            // The last step is one too many: a budget of none allows for nothing.
            budget.use_steps(steps.max(1))?;
        }
        Ok(())
    }

    /// The atoms are connected.
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
            self.keys.truncate(start);
            self.splits.last_mut().expect("it is in one").product *= &ways;
        } else {
            self.open_node(part, start);
        }
    }

    fn open_node(&mut self, part: usize, key_start: usize) {
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
        let level = self.kernel.level();
        if !self.learns || self.kernel.conflict_level(conflict) < level {
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
            self.keys.truncate(start);
            self.parts.truncate(rest);
            return known;
        }
        let free = self.parts.split(&self.kernel, part, rest);
        let product = Number::power_of_two(free);
        let mut split = Split { rest, first: rest + 1, done: 0, product, cache_mark: self.cache.mark() };
        if free == 0 && self.parts.len() == rest + 2 {
            // It is still connected, and its key is written.
            self.parts.truncate(rest + 1);
            split.first = rest;
            split.done = 1;
            self.splits.push(split);
            self.open_node(rest, start);
        } else {
            self.keys.truncate(start);
            self.splits.push(split);
        }
        None
    }

    /// Ends a split and returns the ways it has.
    fn pop_split(&mut self) -> Number {
        let split = self.splits.pop().expect("there is a split");
        if self.learns && split.product.is_zero() && self.parts.len() - split.first > 1 {
            self.cache.forget_since(split.cache_mark);
        }
        self.parts.truncate(split.rest);
        split.product
    }
}
