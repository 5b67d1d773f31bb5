//! How well players play: levels from random moves to all that the engine can do.

use gridwright_base::{ParseError, Text};
use std::fmt;
use std::str::FromStr;

/// One of seven levels. Each wins at least three games of four against the one below.
///
/// ```
/// use gridwright_emulsion::{Level, Strength};
/// let level: Level = "level 3".parse()?;
/// assert_eq!((level.number(), level.strength()), (3, Strength::Simulations(100)));
/// assert_eq!(Level::HIGHEST.strength(), Strength::Full);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// How well a player plays.
///
/// ```
/// use gridwright_emulsion::Strength;
/// assert_eq!("1".parse(), Ok(Strength::Random));
/// assert_eq!("simulations:500".parse(), Ok(Strength::Simulations(500)));
/// assert_eq!(Strength::Full.to_string(), "level 7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strength {
    /// Any legal move.
    Random,
    /// The move after which the largest group is largest compared with the opponent's; any of them where there are
    /// several. (Moves that gain most are no better than random ones.)
    Greedy,
    /// The engine with this many simulations a move.
    Simulations(u64),
    /// The engine until it is cancelled.
    Full,
}

const LADDER: [Strength; 7] = [
    Strength::Random,
    Strength::Greedy,
    Strength::Simulations(100),
    Strength::Simulations(400),
    Strength::Simulations(1_500),
    Strength::Simulations(10_000),
    Strength::Full,
];

impl Level {
    /// Random moves.
    pub const LOWEST: Level = Level(1);
    /// Full strength.
    pub const HIGHEST: Level = Level(LADDER.len() as u8);
    /// What you play against unless you choose.
    pub const USUAL: Level = Level(5);

    /// All levels, the lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (1..=LADDER.len() as u8).map(Level)
    }

    /// The level of a number, from 1 to 7.
    pub fn new(number: u8) -> Option<Level> {
        (Level::LOWEST..=Level::HIGHEST).contains(&Level(number)).then_some(Level(number))
    }

    /// From 1 to 7.
    pub fn number(self) -> u8 {
        self.0
    }

    /// How it plays, in words.
    pub fn description(self) -> String {
        match self.strength() {
            Strength::Random => "plays at random".to_string(),
            Strength::Greedy => "makes its largest group as large as it can".to_string(),
            Strength::Simulations(number) => format!("plays {number} games in thought a turn"),
            Strength::Full => "plays at full strength, for as long as you allow".to_string(),
        }
    }

    /// How well it plays.
    pub fn strength(self) -> Strength {
        LADDER[usize::from(self.0) - 1]
    }
}

impl From<Level> for Strength {
    fn from(level: Level) -> Strength {
        level.strength()
    }
}

impl Strength {
    /// Which level it is, if it is one.
    pub fn level(self) -> Option<Level> {
        Level::all().find(|level| level.strength() == self)
    }
}

/// `level 3`
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {}", self.0)
    }
}

/// Reads `3`, `level 3`, `random`, `greedy` or `full`.
impl FromStr for Level {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Level, ParseError> {
        let text = Text::new(text).trim();
        let level = match text.as_str() {
            "random" => Some(Level(1)),
            "greedy" => Some(Level(2)),
            "full" => Some(Level::HIGHEST),
            other => {
                let number = whole_number(other.strip_prefix("level ").unwrap_or(other));
                number.and_then(|number| Level::new(number.try_into().ok()?))
            }
        };
        level.ok_or_else(|| text.error("expected a level from 1 to 7"))
    }
}

/// `level 3` where it is a level, else `simulations:123`.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.level()) {
            (_, Some(level)) => level.fmt(f),
            (Strength::Simulations(number), None) => write!(f, "simulations:{number}"),
            (Strength::Random | Strength::Greedy | Strength::Full, None) => unreachable!("these are levels"),
        }
    }
}

/// Reads a level or `simulations:N`.
impl FromStr for Strength {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Strength, ParseError> {
        let wrong = || Text::new(text).error("expected a level from 1 to 7, or simulations:N");
        match simulations(text.trim()) {
            Some(number) => number.map(Strength::Simulations).ok_or_else(wrong),
            None => text.parse().map(Level::strength).map_err(|_| wrong()),
        }
    }
}

/// The number behind `simulations:`, where that is what the text begins with; it may be wrong.
pub(crate) fn simulations(text: &str) -> Option<Option<u64>> {
    let number = text.strip_prefix("simulations:")?;
    Some(whole_number(number).filter(|number| *number > 0))
}

fn whole_number(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}
