//! Words for difficulties.

use std::ops::RangeInclusive;

/// The words, in order.
pub const LEVELS: [&str; 4] = ["easy", "medium", "hard", "expert"];

/// What the words for difficulties mean in a genre. The larger a board, the more work it is, so that the same word
/// means more on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The greatest ratings, in hundredths, of all words but the last, on boards of [`Levels::cells`].
    pub most: [u64; LEVELS.len() - 1],
    /// The cells of the boards these ratings are for.
    pub cells: usize,
    /// How much more it is on a board of twice as many cells, in hundredths.
    pub per_doubling: u64,
}

impl Levels {
    /// The ratings, in hundredths, that a word means on a board of so many cells; `None` where there is no such word.
    ///
    /// ```
    /// use gridwright::generate::Levels;
    /// let levels = Levels { most: [200, 300, 400], cells: 100, per_doubling: 50 };
    /// assert_eq!(levels.ratings("medium", 100), Some(201..=300));
    /// assert_eq!(levels.ratings("medium", 400), Some(301..=400));
    /// assert_eq!(levels.ratings("easy", 50), Some(0..=150));
    /// assert_eq!(levels.ratings("expert", 100), Some(401..=u64::MAX));
    /// assert_eq!(levels.ratings("impossible", 100), None);
    /// ```
    pub fn ratings(&self, word: &str, cells: usize) -> Option<RangeInclusive<u64>> {
        let place = LEVELS.iter().position(|level| *level == word)?;
        let most = |level: usize| {
            let usual = self.most[level] + self.per_doubling * logarithm(cells) / 100;
            usual.saturating_sub(self.per_doubling * logarithm(self.cells) / 100)
        };
        let least = place.checked_sub(1).map_or(0, |before| most(before) + 1);
        Some(least..=if place < self.most.len() { most(place) } else { u64::MAX })
    }
}

/// The binary logarithm of a number above 0, in hundredths.
fn logarithm(number: usize) -> u64 {
    let number = number.max(1) as u64;
    let whole = u64::from(number.ilog2());
    // The part behind the point, bit by bit, of a number from 1 to 2 with 30 bits behind the point.
    let mut rest = ((u128::from(number) << 30) >> whole) as u64;
    let mut bits = 0;
    for _ in 0..16 {
        rest = (rest * rest) >> 30;
        let carry = rest >> 31;
        bits = bits * 2 + carry;
        rest >>= carry;
    }
    whole * 100 + ((bits * 100) >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for number in 1..3000usize {
            let exact = ((number as f64).log2() * 100.0).floor() as u64;
            assert!(logarithm(number).abs_diff(exact) <= 1, "{number}");
        }
        assert_eq!([1, 2, 64, 100].map(logarithm), [0, 100, 600, 664]);
    }
}
