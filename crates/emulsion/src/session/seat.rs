//! Who plays a side.

use crate::strength::{Level, Strength};
use gridwright_base::{ParseError, Text};
use std::fmt;
use std::str::FromStr;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// A person at the board.
    Human,
    /// The engine.
    Engine(Strength),
}

impl Seat {
    /// The engine at a level.
    pub fn level(level: Level) -> Seat {
        Seat::Engine(level.strength())
    }

    /// Whether a person plays.
    pub fn is_human(self) -> bool {
        self == Seat::Human
    }
}

/// `human`, or the strength
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Engine(strength) => strength.fmt(f),
        }
    }
}

/// Reads `human` or a strength.
impl FromStr for Seat {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Seat, ParseError> {
        let wrong = |_| Text::new(text).error("expected human, a level from 1 to 7, or simulations:N");
        match text.trim() {
            "human" => Ok(Seat::Human),
            other => other.parse().map(Seat::Engine).map_err(wrong),
        }
    }
}
