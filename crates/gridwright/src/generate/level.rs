//! Words for difficulties.

use crate::logarithm;
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
    /// On boards of fewer cells the words mean what they do on boards of so many: even the smallest take a few rounds,
    /// so that they are hardly easier.
    pub least_cells: usize,
}

impl Levels {
    /// The ratings, in hundredths, that a word means on a board of so many cells; `None` where there is no such word.
    ///
    /// ```
    /// use gridwright::generate::Levels;
    /// let levels = Levels { most: [200, 300, 400], cells: 100, per_doubling: 50, least_cells: 25 };
    /// assert_eq!(levels.ratings("medium", 100), Some(201..=300));
    /// assert_eq!(levels.ratings("medium", 400), Some(301..=400));
    /// assert_eq!(levels.ratings("easy", 50), Some(0..=150));
    /// assert_eq!(levels.ratings("easy", 9), levels.ratings("easy", 25));
    /// assert_eq!(levels.ratings("expert", 100), Some(401..=u64::MAX));
    /// assert_eq!(levels.ratings("impossible", 100), None);
    /// ```
    pub fn ratings(&self, word: &str, cells: usize) -> Option<RangeInclusive<u64>> {
        let cells = cells.max(self.least_cells);
        let place = LEVELS.iter().position(|level| *level == word)?;
        let most = |level: usize| {
            let usual = self.most[level] + self.per_doubling * logarithm::hundredths(cells as u64) / 100;
            usual.saturating_sub(self.per_doubling * logarithm::hundredths(self.cells as u64) / 100)
        };
        let least = place.checked_sub(1).map_or(0, |before| most(before) + 1);
        Some(least..=if place < self.most.len() { most(place) } else { u64::MAX })
    }
}
