//! Shapes that walls come in.

use std::fmt;
use std::str::FromStr;

/// A shape that most walls of a board come in, turned and mirrored as it fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motif {
    /// Two side by side.
    Pair,
    /// Three in a row.
    Bar,
    /// Three round a corner.
    Corner,
    /// Three in a diagonal.
    Diagonal,
    /// Two a knight's move apart.
    Knight,
    /// One with four around it.
    Plus,
}

impl Motif {
    /// All of them with their names and what they mean.
    pub const ALL: [(Motif, &str, &str); 6] = [
        (Motif::Pair, "pair", "two walls side by side"),
        (Motif::Bar, "bar", "three in a row"),
        (Motif::Corner, "corner", "three round a corner"),
        (Motif::Diagonal, "diagonal", "three in a diagonal"),
        (Motif::Knight, "knight", "two a knight's move apart"),
        (Motif::Plus, "plus", "one with four around it"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Motif::ALL.iter().find(|(motif, ..)| *motif == self).map_or("", |(_, name, _)| name)
    }

    /// Rows and columns of its walls, from the first one.
    pub(crate) fn places(self) -> &'static [(isize, isize)] {
        match self {
            Motif::Pair => &[(0, 0), (0, 1)],
            Motif::Bar => &[(0, 0), (0, 1), (0, 2)],
            Motif::Corner => &[(0, 0), (0, 1), (1, 0)],
            Motif::Diagonal => &[(0, 0), (1, 1), (2, 2)],
            Motif::Knight => &[(0, 0), (1, 2)],
            Motif::Plus => &[(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)],
        }
    }
}

impl fmt::Display for Motif {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no motif of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown motif '{0}' (known: {known})", known = Motif::ALL.map(|(_, name, _)| name).join(", "))]
pub struct UnknownMotif(pub String);

impl FromStr for Motif {
    type Err = UnknownMotif;

    fn from_str(name: &str) -> Result<Motif, UnknownMotif> {
        let found = Motif::ALL.iter().find(|(_, known, _)| *known == name);
        found.map(|(motif, ..)| *motif).ok_or_else(|| UnknownMotif(name.to_string()))
    }
}
