//! Figures and words for difficulty, as types.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// How hard a puzzle is, with two digits behind the point. One more point is twice the work.
///
/// ```
/// use gridwright::rating::Rating;
/// let rating: Rating = "4.5".parse()?;
/// assert_eq!((rating.to_string(), rating), ("4.50".to_string(), Rating::from_hundredths(450)));
/// assert!("".parse::<Rating>().is_err() && "1.234".parse::<Rating>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating(u64);

impl Rating {
    /// Above every rating that a puzzle has.
    pub const MAX: Rating = Rating(u64::MAX);

    /// From hundredths of a point.
    pub const fn from_hundredths(hundredths: u64) -> Rating {
        Rating(hundredths)
    }

    /// In hundredths of a point.
    pub const fn hundredths(self) -> u64 {
        self.0
    }

    /// As a number.
    pub fn points(self) -> f64 {
        self.0 as f64 / 100.0
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:02}", self.0 / 100, self.0 % 100))
    }
}

/// A text is no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a rating such as 4 or 5.25")]
pub struct NotARating;

impl FromStr for Rating {
    type Err = NotARating;

    fn from_str(text: &str) -> Result<Rating, NotARating> {
        let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
        let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || whole.len() > 17 || rest.len() > 2 || !is_number(whole) || !is_number(rest) {
            return Err(NotARating);
        }
        format!("{whole}{rest:0<2}").parse().map(Rating).map_err(|_| NotARating)
    }
}

/// How hard a step is to see, with one digit behind the point: 1.0 for the easiest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hardness(u32);

impl Hardness {
    /// From tenths of a point.
    pub const fn from_tenths(tenths: u32) -> Hardness {
        Hardness(tenths)
    }

    /// In tenths of a point.
    pub const fn tenths(self) -> u32 {
        self.0
    }

    /// As a number.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl fmt::Display for Hardness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 10, self.0 % 10))
    }
}

/// A word for a difficulty: how hard the hardest step is that a puzzle takes. It means the same on boards of any size.
///
/// ```
/// use gridwright::rating::{Hardness, Level};
/// assert_eq!(Level::of(Hardness::from_tenths(25)), Level::Medium);
/// assert!(Level::ALL.iter().all(|level| level.to_string().parse() == Ok(*level)));
/// assert!(Level::Easy < Level::Expert && "harder".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Level {
    Easy,
    Medium,
    Hard,
    Expert,
}

impl Level {
    /// All of them, the easiest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];

    /// The hardest steps of all words but the last: what one rule says; what two or three say together at a glance; and
    /// what players have names for. Beyond that are steps without a name, and the longest chains with one.
    const MOST: [Hardness; 3] = [Hardness(24), Hardness(35), Hardness(52)];

    /// The word for puzzles with this hardest step.
    pub fn of(hardest: Hardness) -> Level {
        Level::ALL[Level::MOST.iter().filter(|most| hardest > **most).count()]
    }

    /// How hard the hardest step is.
    pub fn hardness(self) -> RangeInclusive<Hardness> {
        let place = self as usize;
        let least = place.checked_sub(1).map_or(0, |before| Level::MOST[before].0 + 1);
        Hardness(least)..=Level::MOST.get(place).copied().unwrap_or(Hardness(u32::MAX))
    }

    /// The word.
    pub const fn name(self) -> &'static str {
        ["easy", "medium", "hard", "expert"][self as usize]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no such difficulty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown difficulty '{0}' (one of: easy, medium, hard, expert)")]
pub struct UnknownLevel(pub String);

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(word: &str) -> Result<Level, UnknownLevel> {
        let found = Level::ALL.into_iter().find(|level| level.name() == word);
        found.ok_or_else(|| UnknownLevel(word.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_one_word() {
        for tenths in 0..200 {
            let hardness = Hardness(tenths);
            let words = Level::ALL.into_iter().filter(|level| level.hardness().contains(&hardness));
            assert_eq!(words.collect::<Vec<_>>(), [Level::of(hardness)]);
        }
    }

    #[test]
    fn ratings_are_read_as_they_are_written() {
        for hundredths in (0..2000).chain([99_999, 1_000_000_000]) {
            let rating = Rating(hundredths);
            assert_eq!(rating.to_string().parse(), Ok(rating));
        }
        for wrong in ["", ".", ".5", "1.", "-1", "1,5", "1.5.5", "x"] {
            let read = wrong.parse::<Rating>();
            assert_eq!(read.is_err(), wrong != "1.", "{wrong}");
        }
    }
}
