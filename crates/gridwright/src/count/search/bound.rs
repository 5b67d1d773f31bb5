//! What a search that ended early has proven.

use super::number::Number;
use super::{Budget, Search, sets};
use crate::solve::literal::Literal;
use num_bigint::BigUint;

/// Conflicts that proving may take, and steps; fewer of them where somebody waits.
const CONFLICTS: u32 = 1000;
const STEPS: u64 = 1 << 18;
const STEPS_IF_CANCELLED: u64 = 1 << 14;

impl Search {
    /// What the open splits and nodes prove so far. Parts not looked at have at least one way each if everything
    /// on the trail has a solution.
    pub fn proven(mut self, budget: &mut Budget) -> BigUint {
        let mut conflicts = CONFLICTS;
        let steps = if budget.look().is_ok() { STEPS } else { STEPS_IF_CANCELLED };
        let last_step = self.kernel.steps + steps;
        let mut has_solution = false;
        let mut ways = Number::ZERO;
        // From the last split upwards; `ways` belong to the node on top of the split.
        while let Some(split) = self.splits.pop() {
            let level = self.splits.len() as u32;
            self.kernel.back_to(level);
            has_solution = has_solution || self.has_solution(&mut conflicts, last_step);
            if let Some(node) = self.nodes.get(level as usize) {
                ways += &node.sum;
                if ways.is_zero() && has_solution {
                    ways = Number::ONE;
                }
            } else {
                ways = Number::ONE;
            }
            let all_done = split.first + split.done == self.parts.len();
            ways = if has_solution || all_done { ways } else { Number::ZERO };
            ways *= &split.product;
            self.nodes.truncate(level as usize);
            self.parts.truncate(split.rest);
        }
        ways.into_big()
    }

    /// Whether the trail extends to a solution, as far as a limited number of conflicts can show.
    fn has_solution(&mut self, conflicts: &mut u32, last_step: u64) -> bool {
        let base = self.kernel.level();
        let found = loop {
            if self.kernel.steps >= last_step {
                break false;
            }
            if let Err(conflict) = self.kernel.propagate() {
                let level = self.kernel.conflict_level(conflict);
                if level <= base || *conflicts == 0 {
                    break false;
                }
                *conflicts -= 1;
                self.kernel.back_to(level);
                self.kernel.learn(conflict, base);
            } else if let Some(atom) = sets::first(&self.kernel.open) {
                self.kernel.decide(Literal::yes(atom));
            } else {
                break true;
            }
        };
        self.kernel.back_to(base);
        found
    }
}
