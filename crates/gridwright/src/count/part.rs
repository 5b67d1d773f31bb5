//! One part, counted in the way that suits it.

use super::budget::Budget;
use super::from_words;
use super::frontier::{self, Arrangement};
use super::reduced::Reduced;
use super::search::{Form, Search, orders};
use gridwright_base::Stopped;
use num_bigint::BigUint;
use std::cmp::Reverse;

/// Guessed states up to which the forward pass is made at once. Tests have parts with few.
const FEW_STATES: u64 = if cfg!(test) { 8 } else { 1 << 32 };
/// Guessed states from which on a search is tried first where it is likely to be better.
const MANY_STATES: u64 = if cfg!(test) { 4 } else { 1 << 17 };
/// Steps that the forward pass may take for each state that was guessed.
const STEPS_A_STATE: u64 = 256;
/// Steps that a search may take before an order is looked for.
const SOON_STEPS: u64 = if cfg!(test) { 3 } else { 1 << 16 };
/// Steps that each search may take in the first round of trials.
const TRIAL_STEPS: u64 = if cfg!(test) { 4 } else { 1 << 18 };
/// Steps that the best search may take before the forward pass is tried.
const SEARCH_STEPS: u64 = if cfg!(test) { 20 } else { 1 << 22 };
/// Steps of the forward pass that take as long as one of the search.
const PASS_STEPS: u64 = 4;

/// Like [`count`], with so few steps in the model's order that they take less time than finding a better one.
pub(super) fn count_soon(part: &Reduced, form: Option<&Form>, budget: &mut Budget) -> (BigUint, bool) {
    let natural: Vec<u32> = (0..part.atoms.len() as u32).collect();
    let Some(mut search) = Search::new(part, form, &natural, budget) else { return (BigUint::ZERO, false) };
    match budget.within(SOON_STEPS, |budget| search.run(budget)) {
        Ok(number) => (number, true),
        Err(_) => (search.proven(budget), false),
    }
}

/// The number of solutions of a part and whether that is exact; if not, it is a proven lower bound.
///
/// It is hard to predict how few states a tight part has, or how soon a search will finish. So the two take turns of
/// growing length until the forward pass runs out of memory; then the search continues alone.
pub(super) fn count(
    part: &Reduced,
    form: Option<&Form>,
    arrangement: &Arrangement,
    budget: &mut Budget,
) -> (BigUint, bool) {
    let mut fits = true;
    let mut search = None;
    let states = arrangement.cost / 16;
    // Equal parts that differ in the names of their colours only are counted once by a search and many times by a pass.
    let is_search_first = states > MANY_STATES && form.is_some_and(Form::has_colours);
    for is_search in [is_search_first, !is_search_first] {
        if is_search {
            match budget.within(budget.steps / 2, |budget| best_search(part, form, arrangement, budget)) {
                Ok(number) => return (number, true),
                Err(best) => search = best,
            }
        } else if states <= FEW_STATES {
            let steps = (STEPS_A_STATE * (states + 1)).min(budget.steps / 2);
            let held = search.as_deref().map_or(0, |search: &Search| search.bytes());
            let words = budget.holding(held, |budget| {
                budget.within(steps, |budget| frontier::count(part, arrangement, budget))
            });
            match words {
                Ok(words) => return (from_words(&words), true),
                Err(stopped) => fits = !matches!(stopped, Stopped::Memory | Stopped::Size),
            }
        }
    }
    let mut steps = SEARCH_STEPS;
    while !budget.is_used_up() && (fits || search.is_some()) {
        if let Some(search) = &mut search {
            let steps = if fits { steps } else { budget.steps };
            if let Ok(number) = budget.within(steps, |budget| search.run(budget)) {
                return (number, true);
            }
        }
        if fits {
            let held = search.as_ref().map_or(0, |search| search.bytes());
            let steps = steps.saturating_mul(PASS_STEPS);
            let words = budget.holding(held, |budget| {
                budget.within(steps, |budget| frontier::count(part, arrangement, budget))
            });
            match words {
                Ok(words) => return (from_words(&words), true),
                Err(stopped) => fits = !matches!(stopped, Stopped::Memory | Stopped::Size),
            }
        }
        steps = steps.saturating_mul(4);
    }
    (search.map_or(BigUint::ZERO, |search| search.proven(budget)), false)
}

/// The number of solutions, if that is found, or else the search that came farthest, if the part is not too large
/// for searching. The better half goes on for twice as long, until one is left.
fn best_search(
    part: &Reduced,
    form: Option<&Form>,
    arrangement: &Arrangement,
    budget: &mut Budget,
) -> Result<BigUint, Option<Box<Search>>> {
    let memory = budget.memory;
    let orders = orders(part, arrangement.atoms());
    budget.memory /= orders.len();
    let searches = orders.iter().map(|order| Search::new(part, form, order, budget));
    let mut searches: Vec<Search> = searches.flatten().collect();
    let mut steps = TRIAL_STEPS;
    let mut number = None;
    while number.is_none() && searches.len() > 1 {
        number =
            searches.iter_mut().find_map(|search| budget.within(steps, |budget| search.run(budget)).ok());
        searches.sort_by_cached_key(|search| Reverse(search.counted()));
        searches.truncate(searches.len() / 2);
        steps *= 2;
    }
    budget.memory = memory;
    number.ok_or_else(|| searches.pop().map(Box::new))
}
