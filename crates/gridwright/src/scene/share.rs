//! Shares: how often something holds, as a heat map shows it.

use crate::proportion::Proportion;
use serde::{Deserialize, Serialize};

/// How often a tile holds what is asked about, or one of its candidates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Share {
    /// The candidate, from 1; 0 where the tile as a whole is meant.
    pub note: u32,
    /// How often it holds, in thousandths of all cases: 0 is never and 1000 always, what is in between is rounded to neither. It
    /// may be more where several things can be there at once.
    #[serde(rename = "thousandths")]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub proportion: Proportion,
}

/// Steps of shading, from "never" to "always".
pub(super) const LEVELS: u32 = 5;

impl Share {
    /// The shade, 0 for never up to [`LEVELS`].
    pub(super) fn level(self) -> u32 {
        self.proportion.thousandths().saturating_mul(LEVELS).div_ceil(1000).min(LEVELS)
    }

    /// The per cent in few characters; 0 and 100 mean never and always.
    pub(super) fn percent(self) -> String {
        self.proportion.to_string()
    }

    /// Eighths, at least one unless never.
    pub(super) fn eighths(self) -> u32 {
        self.proportion.thousandths().saturating_mul(8).div_ceil(1000).min(8)
    }

    /// Tenths, rounded down, at most nine.
    pub(super) fn tenths(self) -> u32 {
        (self.proportion.thousandths() / 100).min(9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_never_and_always_look_so() {
        let share = |thousandths| Share { note: 0, proportion: Proportion::from_thousandths(thousandths) };
        let texts: Vec<String> =
            [0, 1, 9, 10, 14, 15, 500, 990, 991, 999, 1000, 1500].map(|t| share(t).percent()).to_vec();
        assert_eq!(texts, ["0", "<1", "<1", "1", "1", "2", "50", "99", ">99", ">99", "100", "150"]);
        let levels = [0, 1, 200, 201, 800, 801, 1000, 1500].map(|t| share(t).level());
        assert_eq!(levels, [0, 1, 1, 2, 4, 5, 5, 5]);
        assert_eq!([0, 1, 125, 126, 1000].map(|t| share(t).eighths()), [0, 1, 1, 2, 8]);
        assert_eq!([0, 99, 100, 999, 1000].map(|t| share(t).tenths()), [0, 0, 1, 9, 9]);
    }
}
