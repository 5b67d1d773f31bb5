//! The trail: what is assigned, in order, and why.

use super::clauses::ClauseId;
use super::counts::CountId;
use super::literal::Literal;
use crate::model::Atom;

/// Why an atom has its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// Decided, assumed, or a fact.
    Chosen,
    /// A list's bound.
    List(u32),
    /// At least one of two lists.
    Union(u32),
    /// It and this atom cannot both hold.
    Pair(u32),
    /// A learned clause whose other literals are false.
    Clause(ClauseId),
    /// A learned count none of whose other open literals may be false.
    Count(CountId),
}

/// How an atom came to its value; meaningful while it has one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub reason: Reason,
    pub level: u32,
    /// Place on the trail.
    pub position: u32,
}

const AT_START: Origin = Origin { reason: Reason::Chosen, level: 0, position: 0 };

/// By sides of an atom, as literals number them.
pub(super) type Value = [u8; 2];
pub(super) const OPEN: Value = [0, 0];
pub(super) const TRUE: u8 = 1;
pub(super) const FALSE: u8 = 2;

/// What is assigned, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    pub literals: Vec<Literal>,
    /// By atom.
    pub values: Vec<Value>,
    pub origins: Vec<Origin>,
    /// Trail length at the start of each level above 0.
    pub levels: Vec<u32>,
}

impl Trail {
    /// Excluded atoms are false from the start, and never stand on the trail.
    pub fn reset(&mut self, atoms: usize, excluded: &[bool]) {
        self.literals.clear();
        self.values.clear();
        self.values.extend(excluded.iter().map(|&excluded| if excluded { [FALSE, TRUE] } else { OPEN }));
        self.values.resize(atoms, OPEN);
        // Known from the start is what excluded atoms are, and others get their origin with their value.
        self.origins.resize(atoms, AT_START);
        for (origin, _) in self.origins.iter_mut().zip(excluded).filter(|(_, excluded)| **excluded) {
            *origin = AT_START;
        }
        self.levels.clear();
    }

    pub fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    pub fn is_open(&self, atom: u32) -> bool {
        self.values[atom as usize] == OPEN
    }

    pub fn is_true(&self, literal: Literal) -> bool {
        self.value(literal) == TRUE
    }

    pub fn value(&self, literal: Literal) -> u8 {
        self.values[literal.atom()][literal.side()]
    }

    pub fn assign(&mut self, literal: Literal, reason: Reason) {
        self.assign_at(literal, reason, self.level());
    }

    pub fn assign_at(&mut self, literal: Literal, reason: Reason, level: u32) {
        debug_assert!(self.is_open(literal.atom() as u32));
        self.values[literal.atom()] = if literal.holds() { [TRUE, FALSE] } else { [FALSE, TRUE] };
        self.origins[literal.atom()] = Origin { reason, level, position: self.literals.len() as u32 };
        self.literals.push(literal);
    }

    /// Assigns the same to all of `atoms` that are open.
    pub fn assign_open(&mut self, atoms: &[Atom], holds: bool, reason: Reason) {
        let level = self.level();
        let (values, origins) = (&mut self.values[..], &mut self.origins[..]);
        for &Atom(atom) in atoms {
            if values[atom as usize] == OPEN {
                values[atom as usize] = if holds { [TRUE, FALSE] } else { [FALSE, TRUE] };
                origins[atom as usize] = Origin { reason, level, position: self.literals.len() as u32 };
                self.literals.push(Literal::new(atom, holds));
            }
        }
    }
}
