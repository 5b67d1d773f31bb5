//! Choosing the pieces of a move one after the other, as people do on a board.

use super::{Refused, Session};
use crate::board::{Square, Swap};
use crate::halves::Halves;
use crate::position::Turn;

impl Session {
    /// The piece that is chosen.
    pub fn chosen(&self) -> Option<Square> {
        self.chosen
    }

    /// Chooses a piece, and then the one it changes places with: that completes a turn, which you may play.
    ///
    /// Choosing a piece again lets it go. A neighbour of the other colour is refused with the reason when the swap is not
    /// legal; any other piece is chosen in place of the first one.
    ///
    /// ```
    /// use gridwright_emulsion::{Game, Rules, Seat, Session, Square};
    /// let mut session = Session::new(Game::new(Rules::of_size(4)?), [Seat::Human; 2]);
    /// assert_eq!(session.choose(Square::new(0, 1))?, None);
    /// let turn = session.choose(Square::new(1, 1))?.expect("both pieces gain");
    /// assert_eq!(session.position().write_turn(turn), "b4b3");
    /// session.play(turn)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(&mut self, square: Square) -> Result<Option<Turn>, Refused> {
        if !self.is_at_end() {
            return Err(Refused::LookingBack);
        }
        if self.winner().is_some() {
            return Err(Refused::Over);
        }
        if self.engine_to_move().is_some() {
            return Err(Refused::EngineToMove);
        }
        match self.chosen {
            Some(chosen) if chosen == square => self.chosen = None,
            Some(chosen) if self.is_swap(chosen, square) => {
                let turn = Turn::Swap(Swap::new(chosen, square).expect("the squares are neighbours"));
                self.position().check(turn)?;
                return Ok(Some(turn));
            }
            _ => {
                self.chosen = Some(square);
                if self.partners().is_empty() {
                    self.chosen = None;
                    return Err(Refused::GainsNowhere(square.name(self.position().board.size())));
                }
            }
        }
        Ok(None)
    }

    /// Lets the chosen piece go; whether there was one.
    pub fn let_go(&mut self) -> bool {
        self.chosen.take().is_some()
    }

    /// The pieces with which the chosen one can change places, and what both gain.
    pub fn partners(&self) -> Vec<(Square, Halves)> {
        let Some(chosen) = self.chosen else { return Vec::new() };
        let board = &self.shown().board;
        let partner = |swap: Swap| match swap.squares() {
            [a, b] if a == chosen => Some((b, board.gain(swap))),
            [a, b] if b == chosen => Some((a, board.gain(swap))),
            _ => None,
        };
        board.swaps().into_iter().filter_map(partner).collect()
    }

    /// Whether two squares are neighbours with pieces of different colours, as those of a swap are.
    pub fn is_swap(&self, a: Square, b: Square) -> bool {
        let board = &self.position().board;
        a.is_beside(b) && board.colour(a) != board.colour(b)
    }
}
