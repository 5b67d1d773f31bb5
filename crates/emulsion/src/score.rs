//! Scores: sizes of groups, compared from the largest down.

use crate::board::Board;
use crate::position::{Colour, Tie};
use std::cmp::Ordering;
use std::fmt;

/// The sizes of both sides' groups, the largest first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// Of the black groups.
    pub black: Vec<u32>,
    /// Of the white groups.
    pub white: Vec<u32>,
}

/// What decides between two scores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deciding {
    /// The first groups whose sizes differ: which in order (1 for the largest groups), and their sizes, 0 for none.
    Group {
        /// 1 for the largest groups, 2 for the second largest and so on.
        rank: usize,
        /// The size of Black's.
        black: u32,
        /// The size of White's.
        white: u32,
    },
    /// All groups are of equal sizes: it depends on who moved last.
    LastMove,
}

/// `the largest groups, 8 to 6`
impl fmt::Display for Deciding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deciding::Group { rank: 1, black, white } => write!(f, "the largest groups, {black} to {white}"),
            Deciding::Group { rank, black, white } => write!(f, "groups number {rank}, {black} to {white}"),
            Deciding::LastMove => f.write_str("the rule for ties, all groups being equal"),
        }
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who has won.
    pub winner: Colour,
    /// Why.
    pub deciding: Deciding,
    /// Both sides' groups.
    pub score: Score,
}

/// Groups of both sides that stand beside each other, counted from the largest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScoreRow {
    /// The first of them, from 1.
    pub first: usize,
    /// The last of them.
    pub last: usize,
    /// The size of Black's groups of these ranks, if Black has them.
    pub black: Option<u32>,
    /// The size of White's.
    pub white: Option<u32>,
    /// Whether they are the first whose sizes differ.
    pub decides: bool,
}

impl Score {
    /// The score of a board as it is, whether or not the game is over.
    pub fn of(board: &Board) -> Score {
        let [black, white] = board.sizes();
        Score { black, white }
    }

    /// Who is ahead; `None` where all groups are of equal sizes.
    pub fn leader(&self) -> Option<Colour> {
        match self.black.cmp(&self.white) {
            Ordering::Greater => Some(Colour::Black),
            Ordering::Less => Some(Colour::White),
            Ordering::Equal => None,
        }
    }

    /// What decides between the two sides.
    pub fn deciding(&self) -> Deciding {
        let size = |sizes: &[u32], i: usize| sizes.get(i).copied().unwrap_or(0);
        let most = self.black.len().max(self.white.len());
        let differ = (0..most).find(|i| size(&self.black, *i) != size(&self.white, *i));
        differ.map_or(Deciding::LastMove, |i| Deciding::Group {
            rank: i + 1,
            black: size(&self.black, i),
            white: size(&self.white, i),
        })
    }

    /// Both sides' groups beside each other, the largest first; ranks of equal sizes are one row.
    pub fn rows(&self) -> Vec<ScoreRow> {
        let decides = match self.deciding() {
            Deciding::Group { rank, .. } => rank,
            Deciding::LastMove => 0,
        };
        let mut rows: Vec<ScoreRow> = Vec::new();
        for rank in 1..=self.black.len().max(self.white.len()) {
            let sizes = [&self.black, &self.white].map(|sizes| sizes.get(rank - 1).copied());
            let [black, white] = sizes;
            match rows.last_mut() {
                Some(row) if [row.black, row.white] == sizes && ![rank, row.last].contains(&decides) => {
                    row.last = rank
                }
                _ => rows.push(ScoreRow { first: rank, last: rank, black, white, decides: rank == decides }),
            }
        }
        rows
    }

    /// The end of a game with this score.
    pub fn outcome(self, last_mover: Colour, tie: Tie) -> Outcome {
        let of_tie = match tie {
            Tie::LastMoverWins => last_mover,
            Tie::LastMoverLoses => last_mover.other(),
        };
        Outcome { winner: self.leader().unwrap_or(of_tie), deciding: self.deciding(), score: self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_stand_beside_each_other() {
        let score = Score { black: vec![9, 4, 1, 1, 1], white: vec![9, 3, 1, 1, 1, 1] };
        let row = |first, last, black, white, decides| ScoreRow { first, last, black, white, decides };
        assert_eq!(
            score.rows(),
            [
                row(1, 1, Some(9), Some(9), false),
                row(2, 2, Some(4), Some(3), true),
                row(3, 5, Some(1), Some(1), false),
                row(6, 6, None, Some(1), false),
            ]
        );
        let equal = Score { black: vec![2, 2], white: vec![2, 2] };
        assert_eq!(equal.rows(), [row(1, 2, Some(2), Some(2), false)]);
    }
}
