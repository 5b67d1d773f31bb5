//! All solutions of a part as ways through a diagram: from it come uniformly random solutions, and in how many
//! solutions each atom holds.

use super::pass::{Pass, Witness};
use super::plan::Plan;
use crate::count::budget::Budget;
use crate::count::limbs;
use gridwright_base::Stopped;

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

const DEAD: u32 = u32::MAX;

/// Numbers of equally many words, the lowest first.
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

    /// Gives back the room that was kept for more.
    fn shrink(&mut self) {
        self.starts.shrink_to_fit();
        self.targets.shrink_to_fit();
        self.choices.shrink_to_fit();
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

/// All edges, and the number of nodes at the end.
fn stages<const K: usize>(plan: &Plan, budget: &mut Budget) -> Result<(Vec<Stage>, usize), Stopped> {
    let mut pass = Pass::<K>::new(plan, &[]);
    let mut stages = Vec::with_capacity(plan.steps.len());
    let mut held = 0;
    for (number, step) in plan.steps.iter().enumerate() {
        let nodes = pass.len();
        let mut stage = Stage { atoms: step.choices.clone(), ..Stage::default() };
        pass.advance(number, &mut stage, held, budget)?;
        stage.starts.resize(nodes + 1, stage.targets.len() as u32);
        if u32::try_from(stage.targets.len()).is_err() {
            return Err(Stopped::Memory);
        }
        stage.shrink();
        held += stage.bytes();
        stages.push(stage);
    }
    Ok((stages, pass.len()))
}

impl Diagram {
    /// The diagram of a plan.
    pub(super) fn new(plan: &Plan, budget: &mut Budget) -> Result<Diagram, Stopped> {
        let (mut stages, nodes) = match plan.words {
            1 => stages::<1>(plan, budget),
            2 => stages::<2>(plan, budget),
            3 => stages::<3>(plan, budget),
            4 => stages::<4>(plan, budget),
            5..=8 => stages::<8>(plan, budget),
            _ => stages::<16>(plan, budget),
        }?;
        let mut held: usize = stages.iter().map(Stage::bytes).sum();
        let mut ways = vec![Numbers { width: 1, words: vec![1; nodes] }];
        let mut number_of: Vec<u32> = (0..nodes as u32).collect();
        for stage in stages.iter_mut().rev() {
            let after = &ways[ways.len() - 1];
            let most = stage.bytes() + (stage.nodes() as usize * (after.width + 1)) * size_of::<u64>();
            if held + most > budget.memory {
                return Err(Stopped::Memory);
            }
            budget.use_steps(stage.targets.len() as u64)?;
            held -= stage.bytes();
            let (kept, before) = stage.without_dead_ends(&mut number_of, after);
            *stage = kept;
            held += stage.bytes() + before.bytes();
            ways.push(before);
        }
        ways.reverse();
        Ok(Diagram { stages, ways })
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
    pub fn shares(&self, budget: &mut Budget, mut visit: impl FnMut(u32, &[u64])) -> Result<(), Stopped> {
        let mut before = Numbers { width: 1, words: vec![1; self.ways[0].words.len().min(1)] };
        for (stage, after) in self.stages.iter().zip(&self.ways[1..]) {
            // One word more than needed, for carries.
            let mut sums = vec![vec![0; before.width + after.width + 1]; stage.atoms.len()];
            let words = after.words.len() / after.width * (before.width + 1);
            if before.bytes() + words * size_of::<u64>() > budget.memory {
                return Err(Stopped::Memory);
            }
            budget.use_steps(stage.targets.len() as u64)?;
            let mut reached = Numbers { width: before.width + 1, words: vec![0; words] };
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
        Ok(())
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        let stages: usize = self.stages.iter().map(Stage::bytes).sum();
        stages + self.ways.iter().map(Numbers::bytes).sum::<usize>()
    }
}

impl Stage {
    /// The nodes that lead to one after them, with their numbers of ways to the end, given those of the nodes after.
    /// `number_of` says which number each node after got, and then which each node before gets.
    fn without_dead_ends(&self, number_of: &mut Vec<u32>, after: &Numbers) -> (Stage, Numbers) {
        let mut kept = Stage { starts: vec![0], atoms: self.atoms.clone(), ..Stage::default() };
        let mut before = Numbers { width: after.width, words: Vec::new() };
        let mut numbers = Vec::with_capacity(self.nodes() as usize);
        for node in 0..self.nodes() {
            let first = kept.targets.len();
            for edge in self.edges(node) {
                let target = number_of[self.targets[edge] as usize];
                if target != DEAD {
                    kept.targets.push(target);
                    kept.choices.push(self.choices[edge]);
                }
            }
            if kept.targets.len() == first {
                numbers.push(DEAD);
                continue;
            }
            numbers.push(kept.nodes());
            kept.starts.push(kept.targets.len() as u32);
            let at = before.words.len();
            before.words.resize(at + before.width, 0);
            for i in first..kept.targets.len() {
                let at = before.words.len() - before.width;
                if limbs::add(&mut before.words[at..], after.get(kept.targets[i])) {
                    before = before.widened();
                    *before.words.last_mut().expect("the sum is there") = 1;
                }
            }
        }
        kept.shrink();
        before.words.shrink_to_fit();
        *number_of = numbers;
        (kept, before)
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
