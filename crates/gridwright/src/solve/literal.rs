//! Literals: an atom or its opposite, packed in one number.

use crate::model::{Atom, Fact};

/// "The atom holds" or "it does not".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Literal(pub u32);

impl Literal {
    pub fn yes(atom: u32) -> Literal {
        Literal(atom << 1)
    }

    pub fn no(atom: u32) -> Literal {
        Literal(atom << 1 | 1)
    }

    pub fn new(atom: u32, holds: bool) -> Literal {
        Literal(atom << 1 | u32::from(!holds))
    }

    pub fn atom(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// 0 for "it holds", 1 for "it does not".
    pub fn side(self) -> usize {
        (self.0 & 1) as usize
    }

    pub fn holds(self) -> bool {
        self.0 & 1 == 0
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn fact(self) -> Fact {
        Fact { atom: Atom(self.0 >> 1), holds: self.holds() }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

impl From<Fact> for Literal {
    fn from(fact: Fact) -> Literal {
        Literal::new(fact.atom.0, fact.holds)
    }
}
