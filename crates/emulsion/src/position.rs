//! Positions: a board, the side to move, and the optional rules.

use crate::board::{Board, Square, Swap, WrongSize};
use crate::halves::Halves;
use crate::score::{Outcome, Score};
use gridwright_base::{ParseError, Text};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Colour {
    /// Moves first.
    Black,
    /// Has the top left corner at the start.
    White,
}

impl Colour {
    /// Both, Black first.
    pub const ALL: [Colour; 2] = [Colour::Black, Colour::White];

    /// The opponent's.
    pub fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// `Black` or `White`.
    pub fn name(self) -> &'static str {
        match self {
            Colour::Black => "Black",
            Colour::White => "White",
        }
    }
}

/// `Black` or `White`
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name, in capitals or not.
impl FromStr for Colour {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Colour, ParseError> {
        let found = Colour::ALL.into_iter().find(|colour| colour.name().eq_ignore_ascii_case(text));
        let text = Text::new(text);
        found.ok_or_else(|| text.error(format!("expected Black or White, found {}", text.quoted())))
    }
}

/// Who wins when all groups of both sides are of equal sizes, which happens on even boards only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Tie {
    /// The player who made the last move.
    #[default]
    LastMoverWins,
    /// The opponent of the player who made the last move.
    LastMoverLoses,
}

impl Tie {
    /// Both, the usual one first.
    pub const ALL: [Tie; 2] = [Tie::LastMoverWins, Tie::LastMoverLoses];

    /// `last-mover-wins` or `last-mover-loses`.
    pub fn name(self) -> &'static str {
        match self {
            Tie::LastMoverWins => "last-mover-wins",
            Tie::LastMoverLoses => "last-mover-loses",
        }
    }
}

/// `last-mover-wins` or `last-mover-loses`
impl fmt::Display for Tie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name.
impl FromStr for Tie {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Tie, ParseError> {
        let found = Tie::ALL.into_iter().find(|tie| tie.name() == text);
        found.ok_or_else(|| Text::new(text).error("expected last-mover-wins or last-mover-loses"))
    }
}

/// What a player may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// Two pieces change places.
    Swap(Swap),
    /// The players swap sides (the pie rule). The board stays as it is, and White, now the other player, moves.
    SwapSides,
}

/// Why a turn is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// The board has no such square.
    #[error("there is no {square} on a board of size {size}")]
    Outside {
        /// Its name, or its coordinates.
        square: String,
        /// Of the board.
        size: usize,
    },
    /// Only neighbours change places.
    #[error("{a} and {b} are not neighbours")]
    Apart {
        /// One square.
        a: String,
        /// The other.
        b: String,
    },
    /// Only different colours change places.
    #[error("{a} and {b} are both {}", .colour.name())]
    Alike {
        /// One square.
        a: String,
        /// The other.
        b: String,
        /// Of both pieces.
        colour: Colour,
    },
    /// The mover's piece must gain.
    #[error("the piece on {from} would not gain: it is worth {before} there and {after} on {to}")]
    NoGain {
        /// Where the mover's piece is.
        from: String,
        /// Where it would go.
        to: String,
        /// What it is worth now.
        before: Halves,
        /// What it would be worth after the swap.
        after: Halves,
    },
    /// Players may swap sides only once, at White's first turn, and only under the pie rule.
    #[error("sides can be swapped only at White's first turn, under the pie rule")]
    NoSidesToSwap,
}

/// A board, the side to move, and the optional rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The pieces.
    pub board: Board,
    /// Whose turn it is.
    pub to_move: Colour,
    /// Who wins when all groups are of equal sizes.
    pub tie: Tie,
    /// Whether White may, at the next turn of White, swap sides in place of moving.
    pub pie: bool,
}

impl Position {
    /// The start of a game under the default rules.
    pub fn start(size: usize) -> Result<Position, WrongSize> {
        Ok(Position { board: Board::start(size)?, to_move: Colour::Black, tie: Tie::default(), pie: false })
    }

    /// All legal turns; none when the game is over.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<Turn> = self.board.swaps().into_iter().map(Turn::Swap).collect();
        if !turns.is_empty() && self.may_swap_sides() {
            turns.push(Turn::SwapSides);
        }
        turns
    }

    /// Whether the players may swap sides now.
    pub fn may_swap_sides(&self) -> bool {
        self.pie && self.to_move == Colour::White
    }

    /// Whether the opponent may swap sides after the next turn.
    pub fn is_before_pie(&self) -> bool {
        self.pie && self.to_move == Colour::Black
    }

    /// Whether no swap is left.
    pub fn is_over(&self) -> bool {
        self.board.swaps().is_empty()
    }

    /// Why a turn is not legal, if it is not.
    pub fn check(&self, turn: Turn) -> Result<(), Illegal> {
        let Turn::Swap(swap) = turn else {
            let legal = self.may_swap_sides() && !self.is_over();
            return if legal { Ok(()) } else { Err(Illegal::NoSidesToSwap) };
        };
        let size = self.board.size();
        let name = |square: Square| square.name(size);
        if let Some(square) = swap.squares().into_iter().find(|square| !self.board.contains(*square)) {
            return Err(Illegal::Outside {
                square: format!("row {}, column {}", square.row, square.column),
                size,
            });
        }
        let [own, other] = self.own_first(swap);
        let colour = self.board.colour(own);
        if colour == self.board.colour(other) {
            return Err(Illegal::Alike { a: name(own), b: name(other), colour });
        }
        let gain = self.board.gain(swap);
        if gain <= Halves::ZERO {
            let before = self.board.value(own);
            let after = (before + gain).max(Halves::ZERO);
            return Err(Illegal::NoGain { from: name(own), to: name(other), before, after });
        }
        Ok(())
    }

    /// What a turn gains; `None` for swapping sides.
    pub fn gain(&self, turn: Turn) -> Option<Halves> {
        match turn {
            Turn::Swap(swap) => Some(self.board.gain(swap)),
            Turn::SwapSides => None,
        }
    }

    /// Both squares of a swap, the one with a piece of the side to move first.
    pub fn own_first(&self, swap: Swap) -> [Square; 2] {
        let [a, b] = swap.squares();
        if self.board.colour(a) == self.to_move { [a, b] } else { [b, a] }
    }

    /// The position after a turn.
    pub fn after(&self, turn: Turn) -> Result<Position, Illegal> {
        self.check(turn)?;
        Ok(match turn {
            Turn::SwapSides => Position { pie: false, ..self.clone() },
            Turn::Swap(swap) => Position {
                board: self.board.swapped(swap),
                to_move: self.to_move.other(),
                tie: self.tie,
                pie: self.pie && self.to_move == Colour::Black,
            },
        })
    }

    /// Who has won, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Score::of(&self.board).outcome(self.to_move.other(), self.tie))
    }
}
