//! Players of matches by name.

use crate::player::Player;
use crate::strength::{Level, Strength, simulations};
use gridwright_base::{ParseError, Text};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A player of a match: a level, a time or a number of simulations for each turn.
///
/// ```
/// use gridwright_emulsion::matches::PlayerSpec;
/// let player: PlayerSpec = "time:0.25".parse()?;
/// assert_eq!(player.to_string(), "time:0.25");
/// assert_eq!("3".parse::<PlayerSpec>()?.to_string(), "level 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerSpec {
    /// A level.
    Level(Level),
    /// Full strength, with this long for each turn.
    Time(Duration),
    /// The engine with this many simulations a turn.
    Simulations(u64),
}

/// What [`PlayerSpec`] reads, for help texts.
pub const PLAYERS: &str =
    "a level (1 random, 2 greedy, ... 7 full strength), time:SECONDS or simulations:N for each turn";

/// The longest time for a turn: a day.
const LONGEST: f64 = 86_400.0;

impl PlayerSpec {
    /// How well it plays.
    pub fn strength(self) -> Strength {
        match self {
            PlayerSpec::Level(level) => level.strength(),
            PlayerSpec::Time(_) => Strength::Full,
            PlayerSpec::Simulations(number) => Strength::Simulations(number),
        }
    }

    /// A player that has not seen a game.
    pub fn player(self, seed: u64) -> Player {
        Player::new(self.strength(), seed)
    }

    /// How long it may think about a turn, where only time ends its thoughts: its own time, or the usual one.
    pub fn time(self, usual: Duration) -> Option<Duration> {
        match self {
            PlayerSpec::Time(time) => Some(time),
            _ => (self.strength() == Strength::Full).then_some(usual),
        }
    }
}

/// Reads seconds: more than none, at most a day.
pub fn read_seconds(text: &str) -> Result<Duration, ParseError> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| Text::new(text).error("expected seconds, such as 0.5"))
}

/// `level 3`, `time:0.25`, `simulations:77`
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Level(level) => level.fmt(f),
            PlayerSpec::Time(time) => write!(f, "time:{}", time.as_secs_f64()),
            PlayerSpec::Simulations(number) => write!(f, "simulations:{number}"),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<PlayerSpec, ParseError> {
        let wrong = || Text::new(text).error(format!("expected {PLAYERS}"));
        if let Some(seconds) = Text::new(text).strip_prefix("time:") {
            let time = read_seconds(seconds.as_str()).map_err(|error| seconds.error(error.message))?;
            return Ok(PlayerSpec::Time(time));
        }
        match simulations(text.trim()) {
            Some(number) => number.map(PlayerSpec::Simulations).ok_or_else(wrong),
            None => text.parse().map(PlayerSpec::Level).map_err(|_| wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_written_and_read() {
        let levels = Level::all().map(PlayerSpec::Level);
        let times = [1, 250, 1_000, 86_400_000].map(|ms| PlayerSpec::Time(Duration::from_millis(ms)));
        let counted = [1, 77, 100, 10_000, u64::MAX].map(PlayerSpec::Simulations);
        for player in levels.chain(times).chain(counted) {
            assert_eq!(player.to_string().parse(), Ok(player));
        }
        assert_eq!("3".parse::<PlayerSpec>(), "level 3".parse());
        for wrong in ["", "time:", "time:0", "time:-1", "time:nan", "time:inf", "time:1e9", "human", "8"] {
            assert!(wrong.parse::<PlayerSpec>().is_err(), "{wrong}");
        }
        assert_eq!("time:x".parse::<PlayerSpec>().unwrap_err().at, Some(5));
    }
}
