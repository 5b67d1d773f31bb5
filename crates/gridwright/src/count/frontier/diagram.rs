//! All solutions of a part as ways through a diagram: from it come uniformly random solutions, and in how many
//! solutions each atom holds.

use super::pass::{self, Witness};
use super::plan::Plan;
use crate::count::budget::{Budget, Stopped};
use crate::count::limbs;

/// The nodes of all cuts, each with its number of ways to the end; dead ends are left out.
pub(crate) struct Diagram {
    /// For each step the ways from the nodes before it.
    stages: Vec<Stage>,
    /// For each cut the numbers of ways from its nodes to the end.
    ways: Vec<Numbers>,
}

/// The edges from one cut to the next.
#[derive(Default)]
struct Stage {
    /// For each node its first edge; at the end the number of edges.
    starts: Vec<u32>,
    targets: Vec<u32>,
    choices: Vec<u8>,
    /// The atom that each choice makes hold.
    atoms: Vec<Option<u32>>,
}

/// Numbers of equally many words, the lowest first.
#[derive(Clone)]
struct Numbers {
    width: usize,
    words: Vec<u64>,
}

impl Numbers {
    fn get(&self, index: u32) -> &[u64] {
        &self.words[index as usize * self.width..(index as usize + 1) * self.width]
    }

    fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}

impl Stage {
    fn edges(&self, node: u32) -> std::ops::Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    fn nodes(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    fn bytes(&self) -> usize {
        (self.starts.capacity() + self.targets.capacity()) * size_of::<u32>() + self.choices.capacity()
    }
}

impl Witness for Stage {
    fn moved(&mut self, from: u32, choice: u32, to: u32) {
        // States without a way on have no edges.
        while self.starts.len() <= from as usize {
            self.starts.push(self.targets.len() as u32);
        }
        self.targets.push(to);
        self.choices.push(choice as u8);
    }

    fn bytes(&self) -> usize {
        Stage::bytes(self)
    }
}

impl Diagram {
    /// The diagram of a plan.
    pub fn new(plan: &Plan, budget: &mut Budget) -> Result<Diagram, Stopped> {
        let mut stages: Vec<Stage> = Vec::with_capacity(plan.steps.len());
        let mut held = 0;
        let nodes = pass::for_each_step(plan, budget, |step, nodes, run| {
            let atoms = plan.steps[step].choices.clone();
            let mut stage = Stage { atoms, ..Stage::default() };
            run(&mut stage, held)?;
            stage.starts.resize(nodes + 1, stage.targets.len() as u32);
            held += stage.bytes();
            stages.push(stage);
            Ok(())
        })?;
        let mut ways = vec![Numbers { width: 1, words: vec![1; nodes] }];
        for stage in stages.iter_mut().rev() {
            let after = &ways[ways.len() - 1];
            if held + 2 * after.bytes() > budget.memory {
                return Err(Stopped::Memory);
            }
            held -= stage.bytes();
            let before = stage.count_back(after);
            held += stage.bytes() + before.bytes();
            budget.use_steps(stage.targets.len() as u64)?;
            ways.push(before);
        }
        ways.reverse();
        let mut diagram = Diagram { stages, ways };
        diagram.drop_dead_ends();
        Ok(diagram)
    }

    /// Numbers the nodes anew without those that lead nowhere.
    fn drop_dead_ends(&mut self) {
        for (i, stage) in self.stages.iter_mut().enumerate() {
            let is_alive = |cut: &Numbers, node: u32| cut.get(node).iter().any(|word| *word > 0);
            let [before, after] = [&self.ways[i], &self.ways[i + 1]];
            let mut number = 0;
            let renumbered: Vec<u32> = (0..(after.words.len() / after.width) as u32)
                .map(|node| {
                    let own = number;
                    number += u32::from(is_alive(after, node));
                    own
                })
                .collect();
            let mut kept = Stage { starts: vec![0], atoms: std::mem::take(&mut stage.atoms), ..Stage::default() };
            for node in (0..stage.nodes()).filter(|node| is_alive(before, *node)) {
                for edge in stage.edges(node).filter(|edge| is_alive(after, stage.targets[*edge])) {
                    kept.targets.push(renumbered[stage.targets[edge] as usize]);
                    kept.choices.push(stage.choices[edge]);
                }
                kept.starts.push(kept.targets.len() as u32);
            }
            kept.targets.shrink_to_fit();
            kept.choices.shrink_to_fit();
            *stage = kept;
        }
        for cut in &mut self.ways {
            let width = cut.width;
            let alive = cut.words.chunks(width).filter(|number| number.iter().any(|word| *word > 0));
            cut.words = alive.flatten().copied().collect();
        }
    }

    /// The number of solutions, as words.
    pub fn total(&self) -> Vec<u64> {
        if self.ways[0].words.is_empty() { vec![0] } else { self.ways[0].get(0).to_vec() }
    }

    /// The atoms that hold in the solution of this number; `number` must be below the total.
    pub fn solution(&self, number: &[u64], mut visit: impl FnMut(u32)) {
        let mut rest = number.to_vec();
        let mut node = 0;
        for (stage, after) in self.stages.iter().zip(&self.ways[1..]) {
            let mut edges = stage.edges(node);
            let chosen = edges.find(|edge| {
                let ways = after.get(stage.targets[*edge]);
                if limbs::is_less(&rest, ways) {
                    return true;
                }
                limbs::subtract(&mut rest, ways);
                false
            });
            let chosen = chosen.expect("the number is below the total");
            if let Some(atom) = stage.atoms[stage.choices[chosen] as usize] {
                visit(atom);
            }
            node = stage.targets[chosen];
        }
    }

    /// Calls `visit` with atoms and numbers of solutions, which add up to those in which the atom holds.
    pub fn shares(&self, mut visit: impl FnMut(u32, &[u64])) {
        let mut before = Numbers { width: 1, words: vec![1; self.ways[0].words.len().min(1)] };
        for (stage, after) in self.stages.iter().zip(&self.ways[1..]) {
            // One word more than needed, for carries.
            let mut sums = vec![vec![0; before.width + after.width + 1]; stage.atoms.len()];
            let nodes = after.words.len() / after.width;
            let mut reached = Numbers { width: before.width + 1, words: vec![0; nodes * (before.width + 1)] };
            for node in 0..stage.nodes() {
                for edge in stage.edges(node) {
                    let target = stage.targets[edge];
                    let sum = &mut sums[stage.choices[edge] as usize];
                    limbs::add_product(sum, before.get(node), after.get(target));
                    let at = target as usize * reached.width;
                    limbs::add(&mut reached.words[at..at + reached.width], before.get(node));
                }
            }
            for (sum, atom) in sums.iter().zip(&stage.atoms) {
                if let Some(atom) = atom {
                    visit(*atom, sum);
                }
            }
            before = reached.narrowed();
        }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.stages.iter().map(|stage| stage.nodes() as usize).sum()
    }
}

impl Stage {
    /// The number of ways to the end from each node before, given those from each node after.
    fn count_back(&self, after: &Numbers) -> Numbers {
        let mut before = Numbers { width: after.width, words: vec![0; self.nodes() as usize * after.width] };
        for node in 0..self.nodes() {
            for edge in self.edges(node) {
                let at = node as usize * before.width;
                let sum = &mut before.words[at..at + before.width];
                if limbs::add(sum, after.get(self.targets[edge])) {
                    before = before.widened();
                    let top = (node as usize + 1) * before.width - 1;
                    before.words[top] = 1;
                }
            }
        }
        before
    }
}

impl Numbers {
    /// With one more word each.
    fn widened(&self) -> Numbers {
        let mut words = Vec::with_capacity(self.words.len() / self.width * (self.width + 1));
        for number in self.words.chunks(self.width) {
            words.extend_from_slice(number);
            words.push(0);
        }
        Numbers { width: self.width + 1, words }
    }

    /// Without a highest word that is 0 everywhere.
    fn narrowed(self) -> Numbers {
        if self.width == 1 || self.words.chunks(self.width).any(|number| number[self.width - 1] > 0) {
            return self;
        }
        let width = self.width - 1;
        let words = self.words.chunks(self.width).flat_map(|number| &number[..width]).copied().collect();
        Numbers { width, words }
    }
}
