//! Chances to win, in thousandths.

use gridwright_base::{ParseError, Text};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A chance to win, or a part of one that a turn has lost.
///
/// Thousandths are exact: chances are compared, added up and written without rounding errors. As text a chance is a number
/// from 0 to 1 with three digits; [`Chance::percent`] and [`Chance::exact_percent`] are for people.
///
/// ```
/// use gridwright_emulsion::Chance;
/// let chance: Chance = "0.416".parse()?;
/// assert_eq!(chance.to_string(), "0.416");
/// assert_eq!((chance.percent(), chance.exact_percent()), ("42 %".to_string(), "41.6 %".to_string()));
/// assert_eq!(chance.opposite(), Chance::of(584, 1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Chance(u16);

const WHOLE: u16 = 1000;

impl Chance {
    /// No chance at all.
    pub const NONE: Chance = Chance(0);
    /// As good as the opponent's.
    pub const EVEN: Chance = Chance(WHOLE / 2);
    /// A certain win.
    pub const CERTAIN: Chance = Chance(WHOLE);

    /// This many thousandths; `None` where they are more than a thousand.
    pub const fn of_thousandths(thousandths: u16) -> Option<Chance> {
        if thousandths <= WHOLE { Some(Chance(thousandths)) } else { None }
    }

    /// The share of games won, rounded down; [`Chance::EVEN`] where there are none.
    pub fn of(won: u64, games: u64) -> Chance {
        match games {
            0 => Chance::EVEN,
            _ => Chance((won.min(games) * u64::from(WHOLE) / games) as u16),
        }
    }

    /// [`Chance::CERTAIN`] or [`Chance::NONE`].
    pub const fn of_win(wins: bool) -> Chance {
        if wins { Chance::CERTAIN } else { Chance::NONE }
    }

    /// Thousandths.
    pub const fn thousandths(self) -> u16 {
        self.0
    }

    /// The opponent's chance.
    pub const fn opposite(self) -> Chance {
        Chance(WHOLE - self.0)
    }

    /// How much smaller the other chance is; nothing where it is greater.
    pub const fn less(self, other: Chance) -> Chance {
        Chance(self.0.saturating_sub(other.0))
    }

    /// How far it is from the other chance.
    pub const fn distance(self, other: Chance) -> Chance {
        Chance(self.0.abs_diff(other.0))
    }

    /// Per cent, rounded.
    pub const fn rounded_percent(self) -> u16 {
        (self.0 + 5) / 10
    }

    /// For people: `42 %`.
    pub fn percent(self) -> String {
        format!("{} %", self.rounded_percent())
    }

    /// For people who want to know exactly: `41.6 %`.
    pub fn exact_percent(self) -> String {
        format!("{}.{} %", self.0 / 10, self.0 % 10)
    }
}

/// `0.416`
impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.0 / WHOLE, self.0 % WHOLE)
    }
}

/// Reads a number from 0 to 1 with up to three digits behind the point.
impl FromStr for Chance {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Chance, ParseError> {
        let read = || {
            let (whole, part) = text.split_once('.').unwrap_or((text, ""));
            let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
            let is_right = whole.len() == 1 && part.len() <= 3 && is_number(whole) && is_number(part);
            let number = is_right.then(|| format!("{whole}{part:0<3}").parse().ok())?;
            Chance::of_thousandths(number?)
        };
        read().ok_or_else(|| Text::new(text).error("expected a chance to win, from 0 to 1"))
    }
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / f64::from(WHOLE))
    }
}

impl<'de> Deserialize<'de> for Chance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Chance, D::Error> {
        let number = f64::deserialize(deserializer)?;
        Chance::of_number(number).ok_or_else(|| serde::de::Error::custom("a chance is a number from 0 to 1"))
    }
}

impl Chance {
    /// The chance nearest to a number from 0 to 1; `None` for any other number.
    pub fn of_number(number: f64) -> Option<Chance> {
        (0.0..=1.0).contains(&number).then(|| Chance((number * f64::from(WHOLE) + 0.5) as u16))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Chance {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Chance".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number", "minimum": 0, "maximum": 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chance_is_written_and_read() {
        for thousandths in 0..=WHOLE {
            let chance = Chance::of_thousandths(thousandths).unwrap();
            assert_eq!(chance.to_string().parse(), Ok(chance));
            let json = serde_json::to_string(&chance).unwrap();
            assert_eq!(serde_json::from_str::<Chance>(&json).unwrap(), chance);
        }
        for wrong in ["", "1.001", "2", "0.1234", "-0", ".5", "0,5", "00.5", "0.5 ", "nan"] {
            assert!(wrong.parse::<Chance>().is_err(), "{wrong}");
        }
        for wrong in ["1.1", "-0.1", "null", "\"0.5\""] {
            assert!(serde_json::from_str::<Chance>(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Chance::of_thousandths(1001), None);
    }

    #[test]
    fn shares_are_rounded_down() {
        assert_eq!(Chance::of(2, 3).thousandths(), 666);
        assert_eq!((Chance::of(0, 0), Chance::of(5, 5)), (Chance::EVEN, Chance::CERTAIN));
        assert_eq!(Chance::of(1, 3).less(Chance::of(2, 3)), Chance::NONE);
        assert_eq!(Chance::of(2, 3).less(Chance::of(1, 3)).thousandths(), 333);
    }
}
