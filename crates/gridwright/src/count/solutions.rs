//! All solutions at once: in how many of them an atom holds, and solutions drawn at random.

#[cfg(test)]
mod tests;

use super::budget::Budget;
use super::frontier::{self, Diagram};
use super::reduced::Reduction;
use super::{BigUint, from_words, limbs};
use crate::model::{Atom, Board, Fact, Value};
use crate::proportion::Proportion;
use gridwright_base::Stopped;
use gridwright_base::random::Random;

/// All solutions of a model.
pub(super) struct Solutions {
    atoms: usize,
    kind: Kind,
}

enum Kind {
    /// There are few.
    Listed(Vec<Board>),
    /// One of each part, the fixed facts, and any values of the free atoms.
    Combined { fixed: Vec<Fact>, free: Vec<Atom>, parts: Vec<Part> },
}

/// The solutions of one part.
struct Part {
    atoms: Vec<Atom>,
    diagram: Diagram,
}

impl Solutions {
    pub fn listed(atoms: usize, boards: Vec<Board>) -> Solutions {
        Solutions { atoms, kind: Kind::Listed(boards) }
    }

    pub fn of(atoms: usize, reduction: Reduction, budget: &mut Budget) -> Result<Solutions, Stopped> {
        let Reduction { fixed, free, parts: reduced } = reduction;
        let mut parts = Vec::with_capacity(reduced.len());
        for part in reduced {
            let diagram = frontier::diagram(&part, budget)?;
            budget.memory = budget.memory.saturating_sub(diagram.bytes());
            parts.push(Part { atoms: part.atoms, diagram });
        }
        Ok(Solutions { atoms, kind: Kind::Combined { fixed, free, parts } })
    }

    fn total(&self) -> BigUint {
        match &self.kind {
            Kind::Listed(boards) => boards.len().into(),
            Kind::Combined { free, parts, .. } => {
                let of_parts: BigUint = parts.iter().map(Part::total).product();
                of_parts << free.len()
            }
        }
    }

    pub fn marginals(&self, budget: &mut Budget) -> Result<Marginals, Stopped> {
        let total = self.total();
        let mut holds = vec![BigUint::ZERO; self.atoms];
        match &self.kind {
            Kind::Listed(boards) => {
                boards.iter().flat_map(Board::yes).for_each(|atom| holds[atom.index()] += 1u32);
            }
            // Without a solution of one part nothing holds in any.
            Kind::Combined { .. } if total == BigUint::ZERO => {}
            Kind::Combined { fixed, free, parts } => {
                fixed.iter().filter(|fact| fact.holds).for_each(|f| holds[f.atom.index()] = total.clone());
                free.iter().for_each(|atom| holds[atom.index()] = &total >> 1u32);
                for part in parts {
                    let others = &total / part.total();
                    part.diagram.shares(budget, |atom, words| {
                        holds[part.atoms[atom as usize].index()] += from_words(words) * &others;
                    })?;
                }
            }
        }
        Ok(Marginals { total, holds })
    }

    fn draw(&self, random: &mut Random) -> Option<Board> {
        match &self.kind {
            Kind::Listed(boards) => {
                (!boards.is_empty()).then(|| boards[random.below(boards.len() as u64) as usize].clone())
            }
            Kind::Combined { fixed, free, parts } => {
                let mut board = Board::open(self.atoms);
                board.extend(fixed.iter().copied());
                board.extend(free.iter().map(|atom| Fact { atom: *atom, holds: random.below(2) == 1 }));
                for part in parts {
                    board.extend(part.atoms.iter().map(|atom| Fact { atom: *atom, holds: false }));
                    let number = limbs::below(&part.diagram.total(), random)?;
                    part.diagram.solution(&number, |atom| board.set(part.atoms[atom as usize], Value::Yes));
                }
                Some(board)
            }
        }
    }
}

impl Part {
    fn total(&self) -> BigUint {
        from_words(&self.diagram.total())
    }
}

/// In how many solutions each atom holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marginals {
    total: BigUint,
    holds: Vec<BigUint>,
}

impl Marginals {
    /// How many solutions there are.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// In how many an atom holds.
    pub fn of(&self, atom: Atom) -> &BigUint {
        &self.holds[atom.index()]
    }

    /// In which part of the solutions an atom holds.
    pub fn proportion(&self, atom: Atom) -> Proportion {
        Proportion::of(self.of(atom), &self.total)
    }

    /// The proportions of all atoms, in their order.
    pub fn proportions(&self) -> Vec<Proportion> {
        self.holds.iter().map(|holds| Proportion::of(holds, &self.total)).collect()
    }
}

/// Draws solutions at random, all equally likely and each independent of the others. The same generator gives the
/// same solutions, on every platform.
pub struct Sampler {
    solutions: Solutions,
}

impl Sampler {
    pub(super) fn new(solutions: Solutions) -> Sampler {
        Sampler { solutions }
    }

    /// How many solutions there are.
    pub fn total(&self) -> BigUint {
        self.solutions.total()
    }

    /// A solution; `None` where there is none.
    pub fn draw(&self, random: &mut Random) -> Option<Board> {
        self.solutions.draw(random)
    }
}
