//! What words for difficulties mean in a genre.

use crate::logarithm;
use crate::rating::{Level, Rating};
use std::ops::RangeInclusive;

/// What the words for difficulties mean in a genre. The larger a board, the more work it is, so that the same word
/// means more on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The greatest ratings of all words but the last, on boards of [`Levels::cells`].
    pub most: [Rating; Level::ALL.len() - 1],
    /// The cells of the boards these ratings are for.
    pub cells: usize,
    /// How much more it is on a board of twice as many cells.
    pub per_doubling: Rating,
    /// Smaller boards are rated as if they had this many cells: even the smallest take a few rounds, so they are hardly
    /// easier.
    pub least_cells: usize,
}

impl Levels {
    /// The ratings that a word means on a board of this many cells.
    ///
    /// ```
    /// use gridwright::generate::Levels;
    /// use gridwright::rating::{Level, Rating};
    /// let most = [200, 300, 400].map(Rating::from_hundredths);
    /// let per_doubling = Rating::from_hundredths(50);
    /// let levels = Levels { most, cells: 100, per_doubling, least_cells: 25 };
    /// let ratings = |level, cells| {
    ///     let ratings = levels.ratings(level, cells);
    ///     (ratings.start().hundredths(), ratings.end().hundredths())
    /// };
    /// assert_eq!(ratings(Level::Medium, 100), (201, 300));
    /// assert_eq!(ratings(Level::Medium, 400), (301, 400));
    /// assert_eq!(ratings(Level::Easy, 50), (0, 150));
    /// assert_eq!(ratings(Level::Easy, 9), ratings(Level::Easy, 25));
    /// assert_eq!(ratings(Level::Expert, 100), (401, Rating::MAX.hundredths()));
    /// ```
    pub fn ratings(&self, level: Level, cells: usize) -> RangeInclusive<Rating> {
        let cells = cells.max(self.least_cells);
        let place = level as usize;
        let most = |level: usize| {
            let doublings = |cells: usize| logarithm::hundredths(cells as u64);
            let more = |cells: usize| self.per_doubling.hundredths() * doublings(cells) / 100;
            (self.most[level].hundredths() + more(cells)).saturating_sub(more(self.cells))
        };
        let least = place.checked_sub(1).map_or(0, |before| most(before) + 1);
        let greatest = if place < self.most.len() { most(place) } else { u64::MAX };
        Rating::from_hundredths(least)..=Rating::from_hundredths(greatest)
    }

    /// The word for a rating on a board of this many cells.
    pub fn level(&self, rating: Rating, cells: usize) -> Option<Level> {
        Level::ALL.into_iter().find(|level| self.ratings(*level, cells).contains(&rating))
    }
}
