//! Counting by a forward pass: block after block is decided in a fixed order, and all that is kept of the past is
//! what the rules still open ask of the future.

mod blocks;
mod course;
mod diagram;
mod layer;
mod moves;
mod order;
mod outline;
mod outlook;
mod pass;
mod plan;
mod planner;

pub(crate) use diagram::Diagram;

use super::budget::Budget;
use super::reduced::Reduced;
use blocks::Blocks;
use gridwright_base::Stopped;
use outline::Outline;
use plan::Plan;

/// The number of solutions of a part, as words, the lowest first.
pub(crate) fn count(
    part: &Reduced,
    arrangement: &Arrangement,
    budget: &mut Budget,
) -> Result<Vec<u64>, Stopped> {
    let plan = arrangement.plan(part, budget)?;
    budget.holding(plan.bytes, |budget| pass::count(&plan, budget))
}

/// All solutions of a part.
pub(crate) fn diagram(part: &Reduced, budget: &mut Budget) -> Result<Diagram, Stopped> {
    let plan = Arrangement::new(part, budget)?.plan(part, budget)?;
    budget.holding(plan.bytes, |budget| Diagram::new(&plan, budget))
}

/// Blocks in a good order.
pub(crate) struct Arrangement {
    blocks: Blocks,
    order: Vec<u32>,
    /// How many states there may be in all, in sixteenths.
    pub cost: u64,
}

impl Arrangement {
    pub fn new(part: &Reduced, budget: &mut Budget) -> Result<Arrangement, Stopped> {
        let mut partitions: Vec<Blocks> = vec![Blocks::new(part, blocks::MAX_CHOICES)];
        for most in [8, 1] {
            let blocks = Blocks::new(part, most);
            if partitions.iter().all(|other| other.len() != blocks.len()) {
                partitions.push(blocks);
            }
        }
        budget.look()?;
        let told = outline::told_rules(part);
        let mut outlines = Vec::with_capacity(partitions.len());
        for blocks in &partitions {
            budget.use_steps(blocks.len() as u64)?;
            outlines.push(Outline::new(part, blocks, &told));
        }
        let order::Candidate { order, partition, cost } = order::search(&outlines, budget)?;
        Ok(Arrangement { blocks: partitions.swap_remove(partition), order, cost })
    }

    fn plan(&self, part: &Reduced, budget: &mut Budget) -> Result<Plan, Stopped> {
        Plan::new(part, &self.blocks, &self.order, budget)
    }

    /// The atoms in this order.
    pub fn atoms(&self) -> Vec<u32> {
        self.order.iter().flat_map(|block| self.blocks.atoms(*block)).copied().collect()
    }
}
