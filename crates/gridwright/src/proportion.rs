//! How often something holds, as a type.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;

/// A part of a whole, in thousandths. It is never only where it never holds, and always only where it always holds:
/// what is in between is rounded to neither. Sums of several may be more than the whole.
///
/// ```
/// use gridwright::{count::BigUint, proportion::Proportion};
/// let of = |part: u32, whole: u32| Proportion::of(&BigUint::from(part), &BigUint::from(whole));
/// assert_eq!(of(1, 3).thousandths(), 333);
/// assert!(of(0, 5).is_never() && of(5, 5).is_always());
/// assert!(!of(1, 1_000_000).is_never() && !of(999_999, 1_000_000).is_always());
/// assert_eq!(of(1, 1_000_000).to_string(), "<1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Proportion(u32);

impl Proportion {
    /// In no case.
    pub const NEVER: Proportion = Proportion(0);
    /// In all cases.
    pub const ALWAYS: Proportion = Proportion(1000);

    /// From thousandths.
    pub const fn from_thousandths(thousandths: u32) -> Proportion {
        Proportion(thousandths)
    }

    /// A part of a whole. A part of nothing is never.
    pub fn of(part: &BigUint, whole: &BigUint) -> Proportion {
        if *part == BigUint::ZERO {
            return Proportion::NEVER;
        }
        if part == whole {
            return Proportion::ALWAYS;
        }
        let always = Proportion::ALWAYS.0;
        let rounded: BigUint = (part * (2 * u64::from(always)) + whole) / (whole * 2u32);
        Proportion(u32::try_from(rounded).unwrap_or(always).clamp(1, always - 1))
    }

    /// In thousandths.
    pub const fn thousandths(self) -> u32 {
        self.0
    }

    /// Whether it is in no case.
    pub fn is_never(self) -> bool {
        self == Proportion::NEVER
    }

    /// Whether it is in all cases.
    pub fn is_always(self) -> bool {
        self == Proportion::ALWAYS
    }
}

/// Of things that exclude each other, how often one of them holds.
impl Sum for Proportion {
    fn sum<I: Iterator<Item = Proportion>>(proportions: I) -> Proportion {
        Proportion(proportions.fold(0, |sum, one| sum.saturating_add(one.0)))
    }
}

/// The per cent in few characters; 0 and 100 mean never and always.
impl fmt::Display for Proportion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.pad("0"),
            1..=9 => f.pad("<1"),
            991..=999 => f.pad(">99"),
            thousandths => f.pad(&(thousandths.saturating_add(5) / 10).to_string()),
        }
    }
}
