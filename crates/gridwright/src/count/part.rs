//! One part, counted in the way that suits it.

use super::budget::Budget;
use super::from_words;
use super::frontier::{self, Arrangement};
use super::reduced::Reduced;
use super::search::Search;
use num_bigint::BigUint;

/// Guessed states up to which the forward pass is not worth being put off. Tests have parts with few.
const FEW_STATES: u64 = if cfg!(test) { 8 } else { 1 << 19 };
/// Steps of search before the forward pass is tried: tight parts, of which nobody can guess how few states they
/// have, are searched in less.
const SHORT_SEARCH: u64 = if cfg!(test) { 60 } else { 1 << 21 };

/// The number of solutions of a part and whether that is exact; else it is proven that there are so many.
pub(super) fn count(part: &Reduced, arrangement: &Arrangement, budget: &mut Budget) -> (BigUint, bool) {
    let mut search = Search::new(part, &arrangement.atoms(), budget.memory);
    if arrangement.cost / 16 > FEW_STATES
        && let Some(search) = &mut search
        && let Ok(number) = budget.within(SHORT_SEARCH, |budget| search.run(budget))
    {
        return (number, true);
    }
    // What the search knows so far is kept for later.
    let held = search.as_ref().map_or(0, Search::bytes);
    let memory = budget.memory;
    budget.memory = memory.saturating_sub(held);
    let words = budget.within(budget.steps / 2, |budget| frontier::count(part, arrangement, budget));
    budget.memory = memory;
    if let Ok(words) = words {
        return (from_words(&words), true);
    }
    let Some(mut search) = search else { return (BigUint::ZERO, false) };
    match search.run(budget) {
        Ok(number) => (number, true),
        Err(_) => (search.proven(), false),
    }
}
