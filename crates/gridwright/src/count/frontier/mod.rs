//! Counting by a forward pass: block after block is decided in a fixed order, and all that is kept of the past is
//! what the rules still open ask of the future.

mod blocks;
mod course;
mod layer;
mod moves;
mod pass;
mod plan;
mod planner;

use super::budget::{Budget, Stopped};
use super::reduced::Reduced;
use blocks::Blocks;
use plan::Plan;

/// The number of solutions of a part, as words, the lowest first.
pub(crate) fn count(part: &Reduced, budget: &mut Budget) -> Result<Vec<u64>, Stopped> {
    let blocks = Blocks::new(part);
    let order: Vec<u32> = (0..blocks.len() as u32).collect();
    let plan = Plan::new(part, &blocks, &order).map_err(|_| Stopped::Memory)?;
    if std::env::var_os("GW_TRACE").is_some() {
        eprintln!("{} blocks, {} words", blocks.len(), plan.words);
    }
    pass::count(&plan, budget)
}
