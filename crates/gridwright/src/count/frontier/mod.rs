//! Counting by a forward pass: block after block is decided in a fixed order, and all that is kept of the past is
//! what the rules still open ask of the future.

pub(crate) mod blocks;
pub(crate) mod course;
pub(crate) mod layer;
pub(crate) mod moves;
pub(crate) mod order;
pub(crate) mod outline;
pub(crate) mod pass;
pub(crate) mod plan;
pub(crate) mod planner;

use super::budget::{Budget, Stopped};
use super::reduced::Reduced;
use blocks::Blocks;
use plan::Plan;

/// The number of solutions of a part, as words, the lowest first.
pub(crate) fn count(part: &Reduced, budget: &mut Budget) -> Result<Vec<u64>, Stopped> {
    let blocks = Blocks::new(part);
    let trace = std::env::var_os("GW_TRACE").is_some() && blocks.len() > 30;
    let t = std::time::Instant::now();
    let order = order::search(&outline::Outline::new(part, &blocks), std::env::var("GW_PATIENCE").ok().and_then(|t| t.parse().ok()).unwrap_or(1));
    if trace {
        eprintln!("cost {:.2e} {:?}", order.cost as f64 / 16.0, t.elapsed());
    }
    if std::env::var_os("GW_ONLY").is_some() {
        return Ok(vec![0]);
    }
    let order = order.order;
    let plan = Plan::new(part, &blocks, &order).map_err(|_| Stopped::Memory)?;
    if trace {
        eprintln!("{} blocks, {} words", blocks.len(), plan.words);
    }
    pass::count(&plan, budget)
}
