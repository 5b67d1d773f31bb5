//! The view of a game being played: all that a front end draws.

use super::{MoveView, SCHEMA};
use crate::position::Colour;
use crate::score::Score;
use crate::session::Session;
use crate::words;
use serde::{Deserialize, Serialize};

/// Who plays.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayersView {
    /// Black: `human`, `level 5`.
    #[serde(rename = "Black")]
    pub black: String,
    /// White.
    #[serde(rename = "White")]
    pub white: String,
}

/// A game being played, as it is shown.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionView {
    /// [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The position at the start.
    pub start: String,
    /// All turns.
    pub turns: Vec<String>,
    /// How many of them are shown.
    pub shown: usize,
    /// The position that is shown.
    pub position: String,
    /// Its board, row by row, 0 for Black and 1 for White.
    pub board: Vec<Vec<u8>>,
    /// Whose turn it is there.
    pub to_move: Colour,
    /// The legal turns there.
    pub moves: Vec<MoveView>,
    /// The sizes of Black's groups there, the largest first.
    pub black: Vec<u32>,
    /// The sizes of White's groups.
    pub white: Vec<u32>,
    /// Who plays the colours there.
    pub players: PlayersView,
    /// Whether the engine is to play in the last position, which is shown.
    pub engine_to_move: bool,
    /// Whether the engine waits.
    pub paused: bool,
    /// Whether a turn that was taken back can be played again.
    pub can_redo: bool,
    /// Who has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
    /// Who has given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resigned: Option<Colour>,
    /// Whose turn it is or how the game ended, in words.
    pub status: String,
}

impl SessionView {
    /// The view of a session.
    pub fn new(session: &Session) -> SessionView {
        let (game, shown) = (session.game(), session.shown());
        let Score { black, white } = Score::of(&shown.board);
        let ending = words::ending(session).filter(|_| session.is_at_end());
        SessionView {
            schema: SCHEMA,
            start: game.start().to_line(),
            turns: game.start().write_line(game.turns()),
            shown: session.shown_turns().len(),
            position: shown.to_line(),
            board: shown.board.to_lists(),
            to_move: shown.to_move,
            moves: shown.turns().into_iter().map(|turn| MoveView::new(shown, turn)).collect(),
            black,
            white,
            players: PlayersView {
                black: session.shown_seat(Colour::Black).to_string(),
                white: session.shown_seat(Colour::White).to_string(),
            },
            engine_to_move: session.engine_to_move().is_some(),
            paused: session.is_paused(),
            can_redo: session.can_redo(),
            winner: session.winner(),
            resigned: session.resigned(),
            status: ending.unwrap_or_else(|| words::standing(shown)),
        }
    }
}
