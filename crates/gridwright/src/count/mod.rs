//! How many solutions there are, exactly, without enumerating them.
//!
//! Tight puzzles are answered by the engine: a handful of solutions is found faster than tables are made. The others
//! are reduced to parts that have nothing to do with each other, and each part is counted by a forward pass over the
//! states that the rules still open can be in (`frontier`), or, where there are too many of them, by a search that
//! counts what falls apart separately and what it met before only once (`search`).

mod budget;
mod frontier;
mod limbs;
mod part;
mod propagate;
mod reduced;
mod rules;
mod search;
mod solutions;
#[cfg(test)]
mod tests;

pub use budget::Stopped;
pub use num_bigint::BigUint;
pub use solutions::{Sampler, Shares};

use crate::model::{Fact, Model};
use crate::solve::{Answer, End, Engine};
use budget::Budget;
use frontier::Arrangement;
use reduced::Reduction;
use solutions::Solutions;
use std::sync::{Arc, Mutex};

/// Solutions that may be found one by one before tables are made. Tests have models with few.
const FEW: usize = if cfg!(test) { 2 } else { 1000 };
/// Steps that looking for them may take.
const FEW_STEPS: u64 = 1_000_000;
/// Bytes that tables may take unless another limit is set.
const MEMORY: usize = 1 << 30;

/// How many solutions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Exactly(BigUint),
    /// There are at least so many; why it is not known how many.
    AtLeast(BigUint, Stopped),
}

type Stop = Arc<Mutex<Box<dyn FnMut() -> bool + Send>>>;

/// Counts the solutions of one model.
///
/// ```
/// use gridwright::{count::{Count, Counter}, formats};
/// let model = formats::read("9x9:zzzc", None, None).unwrap().puzzle.model();
/// assert_eq!(Counter::new(&model).count(), Count::Exactly(362_880u32.into()));
/// ```
pub struct Counter<'m> {
    model: &'m Model,
    facts: Vec<Fact>,
    steps: Option<u64>,
    memory: usize,
    stop: Option<Stop>,
}

impl<'m> Counter<'m> {
    /// A counter of a model's solutions, without facts and without limits but for a gigabyte of memory.
    pub fn new(model: &'m Model) -> Counter<'m> {
        Counter { model, facts: Vec::new(), steps: None, memory: MEMORY, stop: None }
    }

    /// Counts only the solutions that keep these facts, in place of earlier ones.
    pub fn assume(&mut self, facts: impl IntoIterator<Item = Fact>) {
        self.facts = facts.into_iter().collect();
    }

    /// The number of steps counting may take; `None` for no limit.
    pub fn limit_steps(&mut self, steps: Option<u64>) {
        self.steps = steps;
    }

    /// The bytes that tables may take.
    pub fn limit_memory(&mut self, bytes: usize) {
        self.memory = bytes;
    }

    /// Asks `stop` now and then whether to give up.
    pub fn on_stop(&mut self, mut stop: impl FnMut() -> bool + Send + 'static) {
        // Whoever said so once is not asked again: the next part of the work must end, too.
        let mut has_ended = false;
        let stop = move || {
            has_ended = has_ended || stop();
            has_ended
        };
        self.stop = Some(Arc::new(Mutex::new(Box::new(stop))));
    }

    fn stop(&self) -> Option<Box<dyn FnMut() -> bool + Send>> {
        let stop = Arc::clone(self.stop.as_ref()?);
        Some(Box::new(move || stop.lock().unwrap_or_else(|poisoned| poisoned.into_inner())()))
    }

    /// Counts.
    pub fn count(&mut self) -> Count {
        let mut engine = self.engine();
        let (found, end) = engine.at_most(FEW);
        let few = BigUint::from(found.len());
        if end == End::Exhausted {
            return Count::Exactly(few);
        }
        let mut budget = self.budget(engine.steps());
        if !rules::fit(self.model, self.memory) {
            return Count::AtLeast(few, Stopped::Memory);
        }
        let Some(reduction) = Reduction::new(self.model, &self.facts) else {
            return Count::Exactly(BigUint::ZERO);
        };
        let mut product = BigUint::from(1u32) << reduction.free.len();
        let mut is_exact = true;
        let mut parts = Vec::with_capacity(reduction.parts.len());
        for part in &reduction.parts {
            let soon = part::count_soon(part, &mut budget);
            match soon {
                (number, true) if number == BigUint::ZERO => return Count::Exactly(number),
                (number, true) => product *= number,
                (proven, false) => match Arrangement::new(part, &mut budget) {
                    Ok(arrangement) => parts.push((part, arrangement, proven)),
                    Err(_) => {
                        is_exact = false;
                        product *= proven.max(1u32.into());
                    }
                },
            }
        }
        parts.sort_by_key(|(_, arrangement, _)| arrangement.cost);
        for (done, (part, arrangement, proven)) in parts.iter().enumerate() {
            let share = budget.steps / (parts.len() - done) as u64;
            match budget.within(share, |budget| part::count(part, arrangement, budget)) {
                (number, true) if number == BigUint::ZERO => return Count::Exactly(number),
                (number, true) => product *= number,
                (number, false) => {
                    is_exact = false;
                    product *= number.max(proven.clone()).max(1u32.into());
                }
            }
        }
        if is_exact {
            return Count::Exactly(product);
        }
        // A part that could not be counted has a solution if the whole has one.
        let stopped = if budget.is_used_up() { Stopped::Steps } else { Stopped::Memory };
        engine.limit_steps(Some(budget.steps));
        match if found.is_empty() { engine.solve() } else { Answer::Unknown } {
            Answer::None => Count::Exactly(BigUint::ZERO),
            Answer::Unknown if found.is_empty() => Count::AtLeast(BigUint::ZERO, stopped),
            _ => Count::AtLeast(product.max(few), stopped),
        }
    }

    /// In how many solutions each atom holds, if the budget suffices to find it out.
    ///
    /// ```
    /// use gridwright::{count::{Counter, Stopped}, formats};
    /// let model = formats::read("2x1:b", None, None).unwrap().puzzle.model();
    /// let shares = Counter::new(&model).shares().unwrap();
    /// let left = model.atoms().next().unwrap();
    /// assert_eq!((shares.total(), shares.of(left)), (&2u32.into(), &1u32.into()));
    ///
    /// let large = formats::read("9x9:zzzc", None, None).unwrap().puzzle.model();
    /// let mut counter = Counter::new(&large);
    /// counter.limit_memory(10_000);
    /// assert_eq!(counter.shares(), Err(Stopped::Memory));
    /// ```
    pub fn shares(&mut self) -> Result<Shares, Stopped> {
        let (solutions, mut budget) = self.solutions()?;
        solutions.shares(&mut budget)
    }

    /// Gets ready to draw solutions at random, all equally likely, if the budget suffices.
    ///
    /// ```
    /// use gridwright::{count::Counter, formats, random::Random};
    /// let model = formats::read("5x5:y", None, None).unwrap().puzzle.model();
    /// let sampler = Counter::new(&model).sampler().unwrap();
    /// assert_eq!(sampler.total(), 120u32.into());
    /// let mut random = Random::new(7);
    /// for _ in 0..3 {
    ///     let board = sampler.draw(&mut random).unwrap();
    ///     assert_eq!(board.yes().count(), 5);
    /// }
    /// ```
    pub fn sampler(&mut self) -> Result<Sampler, Stopped> {
        Ok(Sampler::new(self.solutions()?.0))
    }

    /// All solutions, in a form that does not list them unless they are few, and what is left of the budget.
    fn solutions(&mut self) -> Result<(Solutions, Budget), Stopped> {
        let mut engine = self.engine();
        let (found, end) = engine.at_most(FEW);
        let (atoms, mut budget) = (self.model.atom_count(), self.budget(engine.steps()));
        if end != End::Exhausted && !rules::fit(self.model, self.memory) {
            return Err(Stopped::Memory);
        }
        let solutions = match end {
            End::Exhausted => Solutions::listed(atoms, found),
            _ => match Reduction::new(self.model, &self.facts) {
                None => Solutions::listed(atoms, Vec::new()),
                Some(reduction) => Solutions::of(atoms, reduction, &mut budget)?,
            },
        };
        Ok((solutions, budget))
    }

    /// An engine that may look for a few solutions.
    fn engine(&self) -> Engine {
        let mut engine = Engine::new(self.model);
        engine.assume(self.facts.iter().copied());
        if let Some(stop) = self.stop() {
            engine.on_stop(stop);
        }
        engine.limit_steps(Some(self.steps.unwrap_or(u64::MAX).min(FEW_STEPS)));
        engine
    }

    /// What is left of the budget.
    fn budget(&self, used: u64) -> Budget {
        let steps = self.steps.unwrap_or(u64::MAX).saturating_sub(used);
        Budget::new(steps, self.memory, self.stop())
    }
}

/// A number from its words, the lowest first.
fn from_words(words: &[u64]) -> BigUint {
    BigUint::new(words.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]).collect())
}
