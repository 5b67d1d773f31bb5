//! How many solutions there are, without enumerating them.

mod budget;
mod frontier;
mod limbs;
mod propagate;
mod reduced;
mod rules;
#[cfg(test)]
mod tests;

use crate::model::{Fact, Model};
use num_bigint::BigUint;

/// number of solutions
pub fn count(model: &Model, facts: &[Fact]) -> Option<BigUint> {
    let Some(reduction) = reduced::Reduction::new(model, facts) else { return Some(BigUint::ZERO) };
    let mut budget = budget::Budget { steps: u64::MAX, memory: 1 << 30, stop: None };
    let mut product = BigUint::from(1u32) << reduction.free.len();
    for part in &reduction.parts {
        let words = frontier::count(part, &mut budget).ok()?;
        product *= BigUint::new(words.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]).collect());
    }
    Some(product)
}
