//! How well players play: levels from random moves to all that the engine can do.

use std::fmt;

/// How well a player plays.
///
/// ```
/// use gridwright_emulsion::Strength;
/// assert_eq!(Strength::read("1"), Some(Strength::Random));
/// assert_eq!(Strength::read("simulations:500"), Some(Strength::Simulations(500)));
/// assert_eq!(Strength::of_level(Strength::LEVELS), Some(Strength::Full));
/// assert_eq!(Strength::Full.to_string(), "level 7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strength {
    /// Any legal move.
    Random,
    /// The move after which the largest group is largest compared with the opponent's; any of them where there are
    /// several. (Moves that gain most are no better than random ones.)
    Greedy,
    /// The engine with so many simulations a move.
    Simulations(u64),
    /// The engine until it is told to stop.
    Full,
}

/// Level by level; the figures in the documentation say how often each beats the one before.
const LADDER: [Strength; 7] = [
    Strength::Random,
    Strength::Greedy,
    Strength::Simulations(100),
    Strength::Simulations(400),
    Strength::Simulations(1_500),
    Strength::Simulations(10_000),
    Strength::Full,
];

impl Strength {
    /// The number of levels, which are counted from 1.
    pub const LEVELS: usize = LADDER.len();

    /// The strength of a level, from 1 (random moves) up to [`Strength::LEVELS`].
    pub fn of_level(level: usize) -> Option<Strength> {
        LADDER.get(level.checked_sub(1)?).copied()
    }

    /// Which level it is, if it is one.
    pub fn level(self) -> Option<usize> {
        LADDER.iter().position(|strength| *strength == self).map(|i| i + 1)
    }

    /// Reads a level (`3` or `level 3`), `random`, `greedy`, `full` or `simulations:N`.
    pub fn read(text: &str) -> Option<Strength> {
        let text = text.trim();
        match text {
            "random" => return Some(Strength::Random),
            "greedy" => return Some(Strength::Greedy),
            "full" => return Some(Strength::Full),
            _ => {}
        }
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?;
        if let Some(simulations) = text.strip_prefix("simulations:") {
            return number(simulations).filter(|n| *n > 0).map(Strength::Simulations);
        }
        let level = number(text.strip_prefix("level ").unwrap_or(text))?;
        Strength::of_level(level.try_into().ok()?)
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.level(), self) {
            (Some(level), _) => write!(f, "level {level}"),
            (None, Strength::Simulations(number)) => write!(f, "simulations:{number}"),
            // All others are levels.
            (None, other) => write!(f, "{other:?}"),
        }
    }
}
