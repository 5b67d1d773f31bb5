//! Players as they are named on the command line.

use gridwright_emulsion::{Player, Strength};
use std::fmt;
use std::time::{Duration, Instant};

/// A player of the engine's: a strength, and how long it thinks where it thinks by time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contender {
    pub strength: Strength,
    /// Its own time for a turn, where the name gives one.
    pub time: Option<Duration>,
    /// Whether it is named by its simulations; some levels have as many.
    is_counted: bool,
}

/// How a contender is named, for help texts.
pub const NAMES: &str =
    "a level (1 random, 2 greedy, ... 7 full strength), time:SECONDS or simulations:N for each turn";

impl Contender {
    /// Reads a level, `time:SECONDS` or `simulations:N`.
    pub fn read(text: &str) -> Result<Contender, String> {
        if let Some(seconds) = text.strip_prefix("time:") {
            let time = Some(seconds_of(seconds)?);
            return Ok(Contender { strength: Strength::Full, time, is_counted: false });
        }
        let strength = text.parse().map_err(|_| format!("expected {NAMES}"))?;
        Ok(Contender { strength, time: None, is_counted: text.contains("simulations:") })
    }

    /// Someone who plays so.
    pub fn player(&self, seed: u64) -> Player {
        Player::new(self.strength, seed)
    }

    /// When a turn that is begun now must end, where it would not by itself. `usual` is for those without a time of
    /// their own.
    pub fn deadline(&self, usual: Duration) -> Option<Instant> {
        (self.strength == Strength::Full).then(|| Instant::now() + self.time.unwrap_or(usual))
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.time, self.strength) {
            (Some(time), _) => write!(f, "time:{}", time.as_secs_f64()),
            (None, Strength::Simulations(number)) if self.is_counted => write!(f, "simulations:{number}"),
            (None, strength) => strength.fmt(f),
        }
    }
}

/// Reads a time in seconds: more than none, at most a day.
pub fn seconds_of(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds, such as 0.5".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for name in ["level 3", "time:0.25", "simulations:77", "simulations:100", "level 7"] {
            assert_eq!(Contender::read(name).unwrap().to_string(), name);
        }
        assert_eq!(Contender::read("3"), Contender::read("level 3"));
        for wrong in ["", "time:", "time:0", "time:-1", "time:nan", "time:inf", "time:1e9", "human"] {
            assert!(Contender::read(wrong).is_err(), "{wrong}");
        }
    }
}
