//! Counting by a forward pass: block after block is decided in a fixed order, and all that is kept of the past is
//! what the rules still open ask of the future.

mod blocks;
mod course;
pub(crate) mod diagram;
mod layer;
mod moves;
mod order;
mod outline;
mod outlook;
mod pass;
mod plan;
mod planner;

use super::budget::{Budget, Stopped};
use super::reduced::Reduced;
use blocks::Blocks;
use diagram::Diagram;
use plan::Plan;

/// The number of solutions of a part, as words, the lowest first.
pub(crate) fn count(part: &Reduced, budget: &mut Budget) -> Result<Vec<u64>, Stopped> {
    let plan = plan(part)?;
    if std::env::var_os("GW_ONLY").is_some() {
        return Ok(vec![0]);
    }
    if std::env::var_os("GW_DIAG").is_some() {
        let d = diagram::Diagram::new(&plan, budget)?;
        eprintln!("{} live nodes", d.nodes());
        return Ok(d.total());
    }
    pass::count(&plan, budget)
}

/// All solutions of a part.
pub(crate) fn diagram(part: &Reduced, budget: &mut Budget) -> Result<Diagram, Stopped> {
    Diagram::new(&plan(part)?, budget)
}

/// A plan in a good order.
fn plan(part: &Reduced) -> Result<Plan, Stopped> {
    let mut partitions: Vec<Blocks> = vec![Blocks::new(part, blocks::MAX_CHOICES)];
    for most in [8, 1] {
        let blocks = Blocks::new(part, most);
        if partitions.iter().all(|other| other.len() != blocks.len()) {
            partitions.push(blocks);
        }
    }
    let t = std::time::Instant::now();
    let outlines: Vec<_> = partitions.iter().map(|blocks| outline::Outline::new(part, blocks)).collect();
    let order = order::search(&outlines);
    let blocks = &partitions[order.partition];
    let trace = std::env::var_os("GW_TRACE").is_some() && blocks.len() > 30;
    if trace {
        eprintln!("cost {:.2e} partition {} {:?}", order.cost as f64 / 16.0, order.partition, t.elapsed());
    }
    let plan = Plan::new(part, blocks, &order.order).map_err(|_| Stopped::Memory)?;
    if trace {
        eprintln!("{} blocks, {} words", blocks.len(), plan.words);
    }
    Ok(plan)
}
