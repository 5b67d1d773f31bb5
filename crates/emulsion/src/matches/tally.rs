//! Results of a match, added up.

use super::interval::wilson;
use crate::position::Colour;

/// How a game of a match went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Whether the first player of the match has won.
    pub first_won: bool,
    /// The colour that the first player had at the end.
    pub first: Colour,
    /// The number of turns.
    pub turns: usize,
}

/// Games, and how many of them were won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Won {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
}

impl Won {
    /// The share of games won, from 0 to 1; 0 without games.
    pub fn share(self) -> f64 {
        self.won as f64 / self.games.max(1) as f64
    }

    /// Its 95 % interval by Wilson's formula.
    pub fn interval(self) -> (f64, f64) {
        wilson(self.won, self.games)
    }
}

/// The results of a match so far, as the first player sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// As Black.
    pub as_black: Won,
    /// As White.
    pub as_white: Won,
    /// Turns of all games.
    pub turns: u64,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, played: Played) {
        let side = match played.first {
            Colour::Black => &mut self.as_black,
            Colour::White => &mut self.as_white,
        };
        side.games += 1;
        side.won += u64::from(played.first_won);
        self.turns += played.turns as u64;
    }

    /// All games.
    pub fn all(&self) -> Won {
        let (black, white) = (self.as_black, self.as_white);
        Won { games: black.games + white.games, won: black.won + white.won }
    }

    /// Games that Black has won, with either player as Black.
    pub fn black(&self) -> Won {
        let won = self.as_black.won + self.as_white.games - self.as_white.won;
        Won { games: self.all().games, won }
    }

    /// The average number of turns a game.
    pub fn average_turns(&self) -> f64 {
        self.turns as f64 / self.all().games.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_added_up_by_colour() {
        let mut tally = Tally::default();
        for (first, first_won, turns) in
            [(Colour::Black, true, 10), (Colour::White, true, 20), (Colour::White, false, 15)]
        {
            tally.add(Played { first_won, first, turns });
        }
        assert_eq!(tally.all(), Won { games: 3, won: 2 });
        assert_eq!(tally.black(), Won { games: 3, won: 2 });
        assert_eq!((tally.as_black.share(), tally.as_white.share()), (1.0, 0.5));
        assert_eq!(tally.average_turns(), 15.0);
        assert_eq!((Tally::default().all().share(), Tally::default().all().interval()), (0.0, (0.0, 1.0)));
    }
}
