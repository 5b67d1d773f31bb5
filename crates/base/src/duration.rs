//! Lengths of time as people write them.

use crate::{ParseError, Text};
use std::time::Duration;

/// What a length of time looks like, for messages.
const EXPECTED: &str = "a time such as 500ms, 10s, 2m or 1h30m";
/// Units and their milliseconds.
const UNITS: [(&str, f64); 4] = [("ms", 1.0), ("s", 1e3), ("m", 60e3), ("h", 3600e3)];
/// Longer ones are as good as endless; clocks cannot add them.
const LONGEST: f64 = 1000.0 * 365.0 * 24.0 * 3600e3;

/// Reads a length of time: numbers with their units, `ms`, `s`, `m` or `h`, one after the other.
///
/// ```
/// use gridwright_base::read_duration;
/// use std::time::Duration;
/// assert_eq!(read_duration("500ms"), Ok(Duration::from_millis(500)));
/// assert_eq!(read_duration("1h30m"), Ok(Duration::from_secs(5400)));
/// assert_eq!(read_duration("1.5s"), Ok(Duration::from_millis(1500)));
/// let error = read_duration("10").unwrap_err();
/// assert_eq!(error.to_string(), "expected a unit behind 10: ms, s, m or h");
/// assert_eq!(error.at, Some(2));
/// ```
pub fn read_duration(text: &str) -> Result<Duration, ParseError> {
    let whole = Text::new(text).trim();
    let mut rest = whole;
    let mut sum = 0.0;
    while !rest.is_empty() {
        let str = rest.as_str();
        let end = str.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(str.len());
        let number: f64 = str[..end].parse().map_err(|_| rest.expected(EXPECTED))?;
        let behind = rest.part(end, str.len());
        let letters = behind.as_str();
        let length = letters.find(|c: char| !c.is_alphabetic()).unwrap_or(letters.len());
        let unit = UNITS.into_iter().find(|(name, _)| *name == &letters[..length]);
        let (_, milliseconds) = unit
            .ok_or_else(|| behind.error(format!("expected a unit behind {}: ms, s, m or h", &str[..end])))?;
        sum += number * milliseconds;
        rest = behind.part(length, letters.len());
    }
    if sum <= 0.0 {
        return Err(whole.expected(EXPECTED));
    }
    if sum > LONGEST {
        return Err(whole.error("expected at most a thousand years"));
    }
    Ok(Duration::from_secs_f64(sum / 1e3))
}

#[cfg(test)]
mod tests {
    use super::read_duration;

    #[test]
    fn errors_point_at_their_place() {
        let refused =
            ["", "0s", "-1s", "s", "1..5s", "1x", "1m 30s", "10s5", "5S", "1e3s", "99999999999h", "1µs"];
        let places = refused.map(|text| read_duration(text).unwrap_err().at);
        assert_eq!(places, [0, 0, 0, 0, 0, 1, 2, 4, 1, 1, 0, 1].map(Some));
        assert_eq!(read_duration(" 2m ").map(|time| time.as_secs()), Ok(120));
    }
}
