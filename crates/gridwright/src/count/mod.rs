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
mod rival;
mod rules;
mod search;
mod solutions;
#[cfg(test)]
mod tests;

pub use num_bigint::BigUint;
pub use rival::Enumeration;
pub use solutions::{Marginals, Sampler};

use crate::model::{Fact, Model};
use crate::solve::{Answer, End, Engine};
use budget::Budget;
use frontier::Arrangement;
use gridwright_base::{Limits, Stopped};
use reduced::Reduction;
use rival::Rival;
use search::Form;
use solutions::Solutions;
use std::fmt;
use std::sync::Arc;

/// Solutions that may be found one by one before tables are made. Tests have models with few.
const FEW: usize = if cfg!(test) { 2 } else { 1000 };
/// They take at most this part of the memory.
const LISTED_SHARE: usize = 4;
/// Steps that looking for them may take.
const FEW_STEPS: u64 = 1_000_000;
/// Steps that an enumeration may take before anything else is tried, and those of one of its turns.
const HEAD_START: u64 = if cfg!(test) { 20 } else { 1 << 23 };
const RIVAL_STEPS: u64 = if cfg!(test) { 5 } else { 1 << 14 };
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
    rival: Option<Rival>,
}

impl Count {
    /// The number, exact or a lower bound.
    pub fn number(&self) -> &BigUint {
        match self {
            Count::Exactly(number) | Count::AtLeast(number, _) => number,
        }
    }

    /// The number as a clause, or what is known of it and why no more is.
    ///
    /// ```
    /// use gridwright::{Stopped, count::Count};
    /// let stopped = |least: u32| Count::AtLeast(least.into(), Stopped::Steps).summary();
    /// assert_eq!(stopped(5), "at least 5; out of steps before all were counted");
    /// assert_eq!(stopped(0), "out of steps before a solution was found");
    /// ```
    pub fn summary(&self) -> String {
        match self {
            Count::Exactly(number) => number.to_string(),
            Count::AtLeast(number, why) if *number == BigUint::ZERO => {
                format!("{why} before a solution was found")
            }
            Count::AtLeast(number, why) => format!("at least {number}; {why} before all were counted"),
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
        Counter { model: Arc::clone(model), facts: Vec::new(), limits: Limits::default(), rival: None }
    }

    /// Counts only the solutions that keep these facts, in place of earlier ones.
    pub fn assume(&mut self, facts: impl IntoIterator<Item = Fact>) {
        self.facts = facts.into_iter().collect();
    }

    /// Limits steps and memory, and sets the token that cancels the count.
    pub fn limit(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    /// Lets an enumeration of the same solutions take part in the next count, unless steps are limited: it has steps of
    /// its own.
    pub fn race(&mut self, enumeration: Box<dyn Enumeration>) {
        self.rival = Some(Rival::new(enumeration));
    }

    fn memory(&self) -> usize {
        self.limits.memory.unwrap_or(MEMORY)
    }

    /// Counts.
    pub fn count(&mut self) -> Count {
        let mut budget = self.budget(0);
        budget.rival = self.rival.take().filter(|_| self.limits.steps.is_none());
        // Most boards of genres with an enumeration have few solutions.
        for _ in 0..HEAD_START / RIVAL_STEPS {
            if budget.look().is_err() || budget.rival.as_mut().is_none_or(|rival| rival.go_on(RIVAL_STEPS)) {
                break;
            }
        }
        let count = if budget.is_overtaken() { None } else { Some(self.count_by_tables(&mut budget)) };
        match (count, budget.rival.map(|rival| (rival.is_done(), BigUint::from(rival.found())))) {
            (_, Some((true, number))) => Count::Exactly(number),
            (Some(Count::AtLeast(least, why)), Some((_, found))) => Count::AtLeast(least.max(found), why),
            (Some(count), _) => count,
            (None, _) => unreachable!("only a rival that is done makes counting unnecessary"),
        }
    }

    fn count_by_tables(&self, budget: &mut Budget) -> Count {
        let mut engine = self.engine();
        let (found, end) = engine.count_up_to(FEW as u128);
        let few = BigUint::from(found);
        if end == End::Exhausted {
            return Count::Exactly(few);
        }
        budget.steps = budget.steps.saturating_sub(engine.steps());
        if let Err(stopped) = rules::fit(&self.model, self.memory()) {
            return Count::AtLeast(few, stopped);
        }
        let reduction = match Reduction::new(&self.model, &self.facts, budget) {
            Ok(Some(reduction)) => reduction,
            Ok(None) => return Count::Exactly(BigUint::ZERO),
            Err(stopped) => return Count::AtLeast(few, stopped),
        };
        budget.hold(reduction.bytes());
        let mut product = BigUint::from(1u32) << reduction.free.len();
        let mut is_exact = true;
        let mut parts = Vec::with_capacity(reduction.parts.len());
        for part in &reduction.parts {
            let form = Form::new(part, budget.memory);
            match part::count_soon(part, form.as_ref(), budget) {
                (number, true) if number == BigUint::ZERO => return Count::Exactly(number),
                (number, true) => product *= number,
                (proven, false) => match Arrangement::new(part, budget) {
                    Ok(arrangement) => parts.push((part, form, arrangement, proven)),
                    Err(_) => {
                        is_exact = false;
                        product *= proven.max(1u32.into());
                    }
                },
            }
        }
        parts.sort_by_key(|(_, _, arrangement, _)| arrangement.cost);
        budget.parts = (0, parts.len() as u64);
        for (done, (part, form, arrangement, proven)) in parts.iter().enumerate() {
            budget.parts.0 = done as u64;
            let share = budget.steps / (parts.len() - done) as u64;
            match budget.within(share, |budget| part::count(part, form.as_ref(), arrangement, budget)) {
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
        match if found == 0 { engine.solve() } else { Answer::Unknown(stopped) } {
            Answer::None => Count::Exactly(BigUint::ZERO),
            Answer::Unknown(_) if found == 0 => Count::AtLeast(BigUint::ZERO, stopped),
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
        let atoms = self.model.atom_count();
        let (found, end) = engine.at_most(FEW.min(self.memory() / LISTED_SHARE / atoms.max(1)));
        let mut budget = self.budget(engine.steps());
        if end != End::Exhausted {
            rules::fit(&self.model, self.memory())?;
        }
        let solutions = match end {
            End::Exhausted => Solutions::listed(atoms, found),
            _ => {
                // They are few of many.
                drop((found, engine));
                match Reduction::new(&self.model, &self.facts, &mut budget)? {
                    None => Solutions::listed(atoms, Vec::new()),
                    Some(reduction) => Solutions::of(atoms, reduction, &mut budget)?,
                }
            }
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
