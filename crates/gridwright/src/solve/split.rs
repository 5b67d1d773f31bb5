//! Dividing one hard question into several that can be answered apart.

use super::Engine;
use super::kernel::{Kernel, Reason};
use super::literal::Literal;
use crate::model::Fact;
use std::collections::VecDeque;

/// How many atoms are compared before one is chosen to split on.
const CANDIDATES: usize = 8;

impl Engine {
    /// Sets of facts, about `pieces` of them, such that every solution keeps exactly one set. Where there is no
    /// solution there may be none. A search before this one lets it choose better atoms to divide by, and each set
    /// holds the facts which that search has proven.
    ///
    /// ```
    /// use gridwright::{Puzzle, solve::Engine};
    /// let puzzle = Puzzle::parse("4x4:p").unwrap();
    /// let pieces = Engine::new(puzzle.model()).split(4);
    /// let mut engine = Engine::new(puzzle.model());
    /// let counts = pieces.into_iter().map(|facts| {
    ///     engine.assume(facts);
    ///     engine.count().0
    /// });
    /// assert_eq!(counts.sum::<u128>(), 24);
    /// ```
    pub fn split(&mut self, pieces: usize) -> Vec<Vec<Fact>> {
        if !self.begin() {
            return Vec::new();
        }
        let kernel = &mut self.search.kernel;
        let base = kernel.level();
        let (mut waiting, mut settled) = (VecDeque::from([Vec::new()]), Vec::new());
        while waiting.len() + settled.len() < pieces
            && let Some(mut piece) = waiting.pop_front()
        {
            let division = if enter(kernel, &piece) { divide(kernel) } else { Division::Nothing };
            kernel.back_to(base);
            match division {
                Division::Nothing => {}
                Division::Settled => settled.push(piece),
                Division::One(literal) => {
                    piece.push(literal);
                    waiting.push_front(piece);
                }
                Division::Two(literal) => {
                    let mut other = piece.clone();
                    piece.push(literal);
                    other.push(!literal);
                    waiting.extend([piece, other]);
                }
            }
        }
        let atoms = kernel.program.atoms;
        let proven: Vec<Literal> = kernel.at_root().filter(|literal| literal.atom() < atoms).collect();
        let facts = |piece: Vec<Literal>| proven.iter().copied().chain(piece).map(Literal::fact).collect();
        settled.into_iter().chain(waiting).map(facts).collect()
    }
}

/// How a position falls apart.
enum Division {
    /// It has no solution.
    Nothing,
    /// Every atom is known.
    Settled,
    /// Only this can be.
    One(Literal),
    /// This or its opposite.
    Two(Literal),
}

/// Takes a piece's literals on levels of their own. False if they contradict the rules.
fn enter(kernel: &mut Kernel, piece: &[Literal]) -> bool {
    kernel.propagate().is_ok()
        && piece.iter().all(|&literal| kernel.is_true(literal) || follows(kernel, literal).is_some())
}

/// How many assignments follow from a literal, which stays decided; `None` if it contradicts the rules.
fn follows(kernel: &mut Kernel, literal: Literal) -> Option<usize> {
    if kernel.is_false(literal) {
        return None;
    }
    let before = kernel.trail.literals.len();
    kernel.new_level();
    kernel.assign(literal, Reason::Chosen);
    kernel.propagate().ok().map(|()| kernel.trail.literals.len() - before)
}

/// Of the atoms next in the order, the one both of whose values imply most.
fn divide(kernel: &mut Kernel) -> Division {
    let level = kernel.level();
    let mut best = (0, None);
    for atom in kernel.next_open(CANDIDATES) {
        let [yes, no] = [Literal::yes(atom), Literal::no(atom)].map(|literal| {
            let growth = follows(kernel, literal);
            kernel.back_to(level);
            growth
        });
        match (yes, no) {
            (None, None) => return Division::Nothing,
            (Some(_), None) => return Division::One(Literal::yes(atom)),
            (None, Some(_)) => return Division::One(Literal::no(atom)),
            (Some(yes), Some(no)) if yes * no > best.0 => best = (yes * no, Some(Literal::yes(atom))),
            _ => {}
        }
    }
    best.1.map_or(Division::Settled, Division::Two)
}
