//! A game at somebody's hands: who plays, what was taken back, what is looked at. No clock, no thread, no file: whatever
//! drives it asks whose turn it is, lets players think and writes its record down.

use crate::game::Game;
use crate::position::{Colour, Illegal, Position, Turn};
use crate::record::{Note, Record};
use crate::strength::{Level, Strength};
use gridwright_base::{ParseError, Text};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// Somebody at the board.
    Human,
    /// The engine.
    Engine(Strength),
}

impl Seat {
    /// The engine at a level.
    pub fn level(level: Level) -> Seat {
        Seat::Engine(level.strength())
    }
}

/// Reads `human` or a strength.
impl FromStr for Seat {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Seat, ParseError> {
        let wrong = |_| Text::new(text).error("expected human, a level from 1 to 7, or simulations:N");
        match text.trim() {
            "human" => Ok(Seat::Human),
            other => other.parse().map(Seat::Engine).map_err(wrong),
        }
    }
}

/// `human`, or the strength
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Engine(strength) => strength.fmt(f),
        }
    }
}

/// Why nothing was played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// Somebody has won.
    #[error("the game is over")]
    Over,
    /// An earlier position is looked at.
    #[error("an earlier position is shown: go to the last one to play on")]
    LookingBack,
}

/// A game being played.
///
/// ```
/// use gridwright_emulsion::{Game, Rules, Seat, Session, Strength};
/// let game = Game::new(Rules::of_size(5)?);
/// let mut session = Session::new(game, [Seat::Human, Seat::Engine(Strength::Greedy)]);
/// session.play(session.position().read_turn("b5a5")?)?;
/// session.play(session.position().read_turn("c3d3")?)?;
/// // Against the engine both turns are taken back.
/// assert_eq!(session.undo(), 2);
/// assert_eq!(session.redo(), 2);
/// let saved = session.record().to_text();
/// let again = Session::from_record(gridwright_emulsion::Record::read(&saved)?);
/// assert_eq!(again.game(), session.game());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    record: Record,
    /// Who began as Black, and as White.
    seats: [Seat; 2],
    /// What was taken back and may be played again, the next turn last.
    undone: Vec<(Turn, Note)>,
    /// How many turns are shown.
    shown: usize,
}

/// The tags that tell who began as Black and as White.
const SEAT_TAGS: [&str; 2] = ["Black", "White"];

impl Session {
    /// A game, with who plays the side that begins as Black and the one that begins as White.
    pub fn new(game: Game, seats: [Seat; 2]) -> Session {
        let mut session = Session::from_record(Record::new(game));
        session.seats = seats;
        session
    }

    /// Goes on with a game that was written down. Sides of which it does not tell who plays them are for people.
    pub fn from_record(record: Record) -> Session {
        let seats =
            SEAT_TAGS.map(|tag| record.tag(tag).and_then(|name| name.parse().ok()).unwrap_or(Seat::Human));
        let shown = record.game.turns().len();
        Session { record, seats, undone: Vec::new(), shown }
    }

    /// The game with who played it, to be written down.
    pub fn record(&self) -> Record {
        let mut record = self.record.clone();
        for (tag, seat) in SEAT_TAGS.into_iter().zip(self.seats) {
            // Whoever has a name there keeps it.
            if record.tag(tag).is_none_or(|name| name.parse::<Seat>().is_ok()) {
                record.set_tag(tag, &seat.to_string());
            }
        }
        record
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.record.game
    }

    /// The last position.
    pub fn position(&self) -> &Position {
        self.game().position()
    }

    /// The position that is shown: the last one, unless someone looks back.
    pub fn shown(&self) -> &Position {
        self.game().position_after(self.shown).expect("what is shown is a part of the game")
    }

    /// The turns up to the position that is shown.
    pub fn shown_turns(&self) -> &[Turn] {
        &self.game().turns()[..self.shown]
    }

    /// Whether the last position is shown.
    pub fn is_at_end(&self) -> bool {
        self.shown == self.game().turns().len()
    }

    /// Who plays a colour now.
    pub fn seat(&self, colour: Colour) -> Seat {
        self.seats[self.chair(colour)]
    }

    /// Who plays a colour in the position that is shown.
    pub fn shown_seat(&self, colour: Colour) -> Seat {
        self.seats[self.game().began_as(colour, self.shown) as usize]
    }

    /// Lets somebody else play a colour.
    pub fn set_seat(&mut self, colour: Colour, seat: Seat) {
        let chair = self.chair(colour);
        self.seats[chair] = seat;
    }

    fn chair(&self, colour: Colour) -> usize {
        self.game().began_as(colour, self.game().turns().len()) as usize
    }

    /// Who is to play now; `None` when the game is over.
    pub fn mover(&self) -> Option<Seat> {
        self.winner().is_none().then(|| self.seat(self.position().to_move))
    }

    /// Who has won.
    pub fn winner(&self) -> Option<Colour> {
        self.record.winner()
    }

    /// Who gave up.
    pub fn resigned(&self) -> Option<Colour> {
        self.record.resigned()
    }

    /// Plays a turn. What was taken back is forgotten, unless it is just what is played.
    pub fn play(&mut self, turn: Turn) -> Result<(), Refused> {
        if !self.is_at_end() {
            return Err(Refused::LookingBack);
        }
        if self.winner().is_some() {
            return Err(Refused::Over);
        }
        self.record.play(turn)?;
        match self.undone.pop() {
            Some((undone, note)) if undone == turn => self.record.notes[self.shown + 1] = note,
            _ => self.undone.clear(),
        }
        self.shown += 1;
        Ok(())
    }

    /// Gives the game up for a colour.
    pub fn resign(&mut self, colour: Colour) -> Result<(), Refused> {
        if self.winner().is_some() {
            return Err(Refused::Over);
        }
        self.record.resign(Some(colour));
        self.show_end();
        Ok(())
    }

    /// Takes a turn back, and more until somebody at the board is to play; how many turns they were. Who gave up takes
    /// just that back.
    pub fn undo(&mut self) -> usize {
        self.show_end();
        if self.resigned().is_some() {
            self.record.resign(None);
            return 0;
        }
        let has_human = self.seats.contains(&Seat::Human);
        let before = self.clone();
        let mut count = 0;
        while let Some(undone) = self.record.undo() {
            self.undone.push(undone);
            count += 1;
            if !has_human || self.mover() == Some(Seat::Human) {
                break;
            }
        }
        if has_human && self.mover() != Some(Seat::Human) {
            // The engine's first turn would only be played again.
            *self = before;
            return 0;
        }
        self.show_end();
        count
    }

    /// Plays again what was taken back, until somebody at the board is to play; how many turns they were.
    pub fn redo(&mut self) -> usize {
        self.show_end();
        let mut count = 0;
        while self.resigned().is_none()
            && let Some((turn, note)) = self.undone.pop()
        {
            self.record.play(turn).expect("it was played before");
            count += 1;
            self.record.notes[self.shown + count] = note;
            if !self.seats.contains(&Seat::Human) || self.mover() == Some(Seat::Human) {
                break;
            }
        }
        self.show_end();
        count
    }

    /// Starts over with the same players; nothing can be taken back then.
    pub fn restart(&mut self) {
        self.record.restart(self.game().start().clone());
        self.undone.clear();
        self.show_end();
    }

    /// Whether something can be played again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty() && self.resigned().is_none()
    }

    /// Looks back by a turn; whether there was one.
    pub fn back(&mut self) -> bool {
        let is_possible = self.shown > 0;
        self.shown -= usize::from(is_possible);
        is_possible
    }

    /// Looks forward by a turn; whether there was one.
    pub fn forward(&mut self) -> bool {
        let is_possible = !self.is_at_end();
        self.shown += usize::from(is_possible);
        is_possible
    }

    /// Shows the start.
    pub fn show_start(&mut self) {
        self.shown = 0;
    }

    /// Shows the last position.
    pub fn show_end(&mut self) {
        self.shown = self.game().turns().len();
    }
}
