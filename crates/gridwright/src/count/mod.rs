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

pub use num_bigint::BigUint;
pub use solutions::{Marginals, Sampler};

use crate::model::{Fact, Model};
use crate::solve::{Answer, End, Engine};
use budget::Budget;
use frontier::Arrangement;
use gridwright_base::{Limits, Stopped};
use reduced::Reduction;
use solutions::Solutions;
use std::fmt;
use std::sync::Arc;

/// Solutions that may be found one by one before tables are made. Tests have models with few.
const FEW: usize = if cfg!(test) { 2 } else { 1000 };
/// Steps that looking for them may take.
const FEW_STEPS: u64 = 1_000_000;
/// Bytes that tables may take unless another limit is set.
const MEMORY: usize = 1 << 30;

/// How many solutions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly this many.
    Exactly(BigUint),
    /// At least this many, and why the count stopped.
    AtLeast(BigUint, Stopped),
}

/// Counts the solutions of one model.
///
/// ```
/// use gridwright::{Puzzle, count::{Count, Counter}};
/// let puzzle: Puzzle = "9x9:zzzc".parse()?;
/// assert_eq!(Counter::new(puzzle.model()).count(), Count::Exactly(362_880u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Counter {
    model: Arc<Model>,
    facts: Vec<Fact>,
    limits: Limits,
}

impl Count {
    /// The number, exact or a lower bound.
    pub fn number(&self) -> &BigUint {
        match self {
            Count::Exactly(number) | Count::AtLeast(number, _) => number,
        }
    }

    /// The number where it is exact.
    pub fn exact(&self) -> Option<&BigUint> {
        match self {
            Count::Exactly(number) => Some(number),
            Count::AtLeast(..) => None,
        }
    }
}

/// `288`, or `at least 288`.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Exactly(number) => write!(f, "{number}"),
            Count::AtLeast(number, _) => write!(f, "at least {number}"),
        }
    }
}

impl Counter {
    /// A counter of a model's solutions, without facts and without limits except a gigabyte of memory.
    pub fn new(model: &Arc<Model>) -> Counter {
        Counter { model: Arc::clone(model), facts: Vec::new(), limits: Limits::default() }
    }

    /// Counts only the solutions that keep these facts, in place of earlier ones.
    pub fn assume(&mut self, facts: impl IntoIterator<Item = Fact>) {
        self.facts = facts.into_iter().collect();
    }

    /// Limits steps and memory, and sets the token that cancels the count.
    pub fn limit(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    fn memory(&self) -> usize {
        self.limits.memory.unwrap_or(MEMORY)
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
        if !rules::fit(&self.model, self.memory()) {
            return Count::AtLeast(few, Stopped::Memory);
        }
        let Some(reduction) = Reduction::new(&self.model, &self.facts) else {
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
        budget.parts = (0, parts.len() as u64);
        for (done, (part, arrangement, proven)) in parts.iter().enumerate() {
            budget.parts.0 = done as u64;
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
        let stopped = budget.why();
        engine.limit_steps(Some(budget.steps));
        match if found.is_empty() { engine.solve() } else { Answer::Unknown(stopped) } {
            Answer::None => Count::Exactly(BigUint::ZERO),
            Answer::Unknown(_) if found.is_empty() => Count::AtLeast(BigUint::ZERO, stopped),
            _ => Count::AtLeast(product.max(few), stopped),
        }
    }

    /// In how many solutions each atom holds, if the budget suffices to find it out.
    ///
    /// ```
    /// use gridwright::{Limits, Puzzle, Stopped, count::Counter};
    /// let puzzle = Puzzle::parse("2x1:b")?;
    /// let marginals = Counter::new(puzzle.model()).marginals()?;
    /// let left = puzzle.model().atoms().next().unwrap();
    /// assert_eq!((marginals.total(), marginals.of(left)), (&2u32.into(), &1u32.into()));
    ///
    /// let large = Puzzle::parse("9x9:zzzc")?;
    /// let mut counter = Counter::new(large.model());
    /// counter.limit(&Limits::default().memory(10_000));
    /// assert_eq!(counter.marginals(), Err(Stopped::Memory));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn marginals(&mut self) -> Result<Marginals, Stopped> {
        let (solutions, mut budget) = self.solutions()?;
        solutions.marginals(&mut budget)
    }

    /// Gets ready to draw solutions at random, all equally likely, if the budget suffices.
    ///
    /// ```
    /// use gridwright::{Puzzle, count::Counter, random::Random};
    /// let puzzle = Puzzle::parse("5x5:y")?;
    /// let sampler = Counter::new(puzzle.model()).sampler()?;
    /// assert_eq!(sampler.total(), 120u32.into());
    /// let mut random = Random::new(7);
    /// for _ in 0..3 {
    ///     let board = sampler.draw(&mut random).unwrap();
    ///     assert_eq!(board.yes().count(), 5);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sampler(&mut self) -> Result<Sampler, Stopped> {
        Ok(Sampler::new(self.solutions()?.0))
    }

    /// All solutions, in a form that does not list them unless they are few, and what is left of the budget.
    fn solutions(&mut self) -> Result<(Solutions, Budget), Stopped> {
        let mut engine = self.engine();
        let (found, end) = engine.at_most(FEW);
        let (atoms, mut budget) = (self.model.atom_count(), self.budget(engine.steps()));
        if end != End::Exhausted && !rules::fit(&self.model, self.memory()) {
            return Err(Stopped::Memory);
        }
        let solutions = match end {
            End::Exhausted => Solutions::listed(atoms, found),
            _ => match Reduction::new(&self.model, &self.facts) {
                None => Solutions::listed(atoms, Vec::new()),
                Some(reduction) => Solutions::of(atoms, reduction, &mut budget)?,
            },
        };
        Ok((solutions, budget))
    }

    /// An engine that may look for a few solutions.
    fn engine(&self) -> Engine {
        let mut engine = Engine::new(&self.model);
        engine.assume(self.facts.iter().copied());
        engine.cancel_by(&self.limits.cancel);
        engine.limit_steps(Some(self.limits.steps.unwrap_or(u64::MAX).min(FEW_STEPS)));
        engine
    }

    /// What is left of the budget.
    fn budget(&self, used: u64) -> Budget {
        let steps = self.limits.steps.unwrap_or(u64::MAX).saturating_sub(used);
        Budget::new(steps, self.memory(), self.limits.clone())
    }
}

/// A number from its words, the lowest first.
fn from_words(words: &[u64]) -> BigUint {
    BigUint::new(words.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]).collect())
}
