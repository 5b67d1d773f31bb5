//! What a rule asks for: one of a few forms, each with the numbers that belong to it and no others.

use super::{Atom, ListId};

/// No upper limit.
pub const UNLIMITED: u32 = u32::MAX;

/// What a rule asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body {
    /// `lo <= sum of the weights of the list's true atoms <= hi`.
    Sum {
        /// What is added up.
        list: ListId,
        /// The least allowed sum.
        lo: u32,
        /// The greatest allowed sum, or [`UNLIMITED`].
        hi: u32,
    },
    /// At least one atom of either list; an atom may be in both.
    Either(ListId, ListId),
    /// Not both of two different atoms, which need no list for it.
    Pair(Atom, Atom),
}

impl Body {
    /// The sum of the list is `n`.
    pub const fn exactly(list: ListId, n: u32) -> Body {
        Body::Sum { list, lo: n, hi: n }
    }

    /// The sum of the list is at least `n`.
    pub const fn at_least(list: ListId, n: u32) -> Body {
        Body::Sum { list, lo: n, hi: UNLIMITED }
    }

    /// The sum of the list is at most `n`.
    pub const fn at_most(list: ListId, n: u32) -> Body {
        Body::Sum { list, lo: 0, hi: n }
    }

    /// The body read as a bounded sum.
    ///
    /// Whatever treats all rules alike comes through here: the checker, counting, explaining, the canonical numbering, the
    /// engine's switches. It is the one `match` that a form which is no sum has to meet; the engine besides stores every
    /// form in its own way when it loads a model.
    #[inline]
    pub(crate) const fn as_sum(&self) -> Sum {
        match *self {
            Body::Sum { list, lo, hi } => {
                Sum { bounds: Bounds { lo, hi }, lists: [Some(list), None], atoms: None }
            }
            Body::Either(one, other) => {
                Sum { bounds: Bounds { lo: 1, hi: UNLIMITED }, lists: [Some(one), Some(other)], atoms: None }
            }
            Body::Pair(one, other) => {
                Sum { bounds: Bounds { lo: 0, hi: 1 }, lists: [None; 2], atoms: Some([one, other]) }
            }
        }
    }

    /// The bounds on the total weight of the true atoms of [`rule_atoms`](super::Model::rule_atoms).
    #[inline]
    pub const fn bounds(&self) -> Bounds {
        self.as_sum().bounds
    }
}

/// The least and the greatest allowed sum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bounds {
    /// The least.
    pub lo: u32,
    /// The greatest, or [`UNLIMITED`].
    pub hi: u32,
}

impl Bounds {
    /// Whether a sum is allowed.
    pub const fn contains(self, sum: u32) -> bool {
        self.lo <= sum && sum <= self.hi
    }
}

/// A sum of distinct atoms, each of which counts once even if two lists have it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum {
    pub bounds: Bounds,
    /// The lists whose atoms are added up.
    pub lists: [Option<ListId>; 2],
    /// Atoms of weight 1 that are in no list.
    pub atoms: Option<[Atom; 2]>,
}

/// One rule of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Index into the genre's rule kinds.
    pub kind: u8,
    /// What it asks for.
    pub body: Body,
    /// What the rule is about (a cell, a region, …); the genre knows which.
    pub subject: u32,
    /// A second number for the genre's use (a digit, a clue's value, …).
    pub detail: u32,
}
