//! Values of pieces, which are counted in halves.

use gridwright_base::{ParseError, Text};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

/// A whole number or a whole number and a half.
///
/// ```
/// use gridwright_emulsion::Halves;
/// let worth = Halves::of_doubled(5);
/// assert_eq!((worth.to_string(), worth.short()), ("2.5".to_string(), "2½".to_string()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Halves(i32);

impl Halves {
    /// Nothing.
    pub const ZERO: Halves = Halves(0);

    /// Half of this.
    pub const fn of_doubled(doubled: i32) -> Halves {
        Halves(doubled)
    }

    /// Twice the value.
    pub const fn doubled(self) -> i32 {
        self.0
    }

    /// In few characters: `2½`, `½`, `3`.
    pub fn short(self) -> String {
        let whole = self.to_string();
        match whole.strip_suffix(".5") {
            Some("0") => "½".to_string(),
            Some("-0") => "-½".to_string(),
            Some(whole) => format!("{whole}½"),
            None => whole,
        }
    }
}

impl Add for Halves {
    type Output = Halves;

    fn add(self, other: Halves) -> Halves {
        Halves(self.0 + other.0)
    }
}

impl Sub for Halves {
    type Output = Halves;

    fn sub(self, other: Halves) -> Halves {
        Halves(self.0 - other.0)
    }
}

impl Neg for Halves {
    type Output = Halves;

    fn neg(self) -> Halves {
        Halves(-self.0)
    }
}

/// `2.5`, `3`
impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let part = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{part}", self.0.unsigned_abs() / 2)
    }
}

/// Reads what `Display` writes.
impl FromStr for Halves {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Halves, ParseError> {
        let wrong = || Text::new(text).error("expected a number such as 2.5 or 3");
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let (whole, half) = digits.strip_suffix(".5").map_or((digits, 0), |whole| (whole, 1));
        let is_number = !whole.is_empty() && whole.len() < 9 && whole.bytes().all(|b| b.is_ascii_digit());
        let whole: i32 = is_number.then(|| whole.parse().ok()).flatten().ok_or_else(wrong)?;
        Ok(Halves(sign * (2 * whole + half)))
    }
}

impl Serialize for Halves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 2.0)
    }
}

impl<'de> Deserialize<'de> for Halves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Halves, D::Error> {
        let doubled = 2.0 * f64::deserialize(deserializer)?;
        match doubled.fract() == 0.0 && doubled.abs() < 1e9 {
            true => Ok(Halves(doubled as i32)),
            false => Err(serde::de::Error::custom("expected a number of halves")),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Halves {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Halves".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number", "multipleOf": 0.5 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_written_and_read() {
        for doubled in -100..=100 {
            let halves = Halves::of_doubled(doubled);
            assert_eq!(halves.to_string().parse(), Ok(halves));
            let json = serde_json::to_string(&halves).unwrap();
            assert_eq!(serde_json::from_str::<Halves>(&json).unwrap(), halves);
        }
        assert_eq!([1, 4, 7, -1].map(|n| Halves::of_doubled(n).to_string()), ["0.5", "2", "3.5", "-0.5"]);
        assert_eq!([1, 4, 7, 21].map(|n| Halves::of_doubled(n).short()), ["½", "2", "3½", "10½"]);
        for wrong in ["", ".5", "1.0", "1.25", "x", "--1", "+1"] {
            assert!(wrong.parse::<Halves>().is_err(), "{wrong}");
        }
        assert!(serde_json::from_str::<Halves>("0.25").is_err());
    }
}
