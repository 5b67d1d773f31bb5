//! A game being played: who plays, what was taken back, which position is shown, which piece is chosen.
//!
//! A front end draws the session, asks it whose turn it is, lets players think and saves its record.

mod choice;
mod seat;
mod setup;

pub use seat::Seat;
pub use setup::{Setup, SetupField};

use crate::board::Square;
use crate::game::Game;
use crate::position::{Colour, Illegal, Position, Turn};
use crate::record::{Note, Record};
use crate::strength::{Level, Strength};
use thiserror::Error;

/// Why a session refused what you asked for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// One side has won.
    #[error("the game is over")]
    Over,
    /// An earlier position is shown.
    #[error("an earlier position is shown: go to the last one to play on")]
    LookingBack,
    /// A person cannot play the engine's side.
    #[error("it is the engine's turn")]
    EngineToMove,
    /// The piece on this square has no legal move.
    #[error("the piece on {0} gains nowhere")]
    GainsNowhere(String),
    /// A person's game has no pause.
    #[error("only the engine against itself can be paused")]
    NoPause,
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
    chosen: Option<Square>,
    is_paused: bool,
}

/// The tags for who began as Black and as White.
const SEAT_TAGS: [&str; 2] = ["Black", "White"];

impl Session {
    /// A game, with who plays the side that begins as Black and the one that begins as White.
    pub fn new(game: Game, seats: [Seat; 2]) -> Session {
        let mut session = Session::from_record(Record::new(game));
        session.seats = seats;
        session
    }

    /// Goes on with a game that was written down. Where it does not say who plays a side, a person does.
    pub fn from_record(record: Record) -> Session {
        let seats =
            SEAT_TAGS.map(|tag| record.tag(tag).and_then(|name| name.parse().ok()).unwrap_or(Seat::Human));
        let shown = record.game.turns().len();
        Session { record, seats, undone: Vec::new(), shown, chosen: None, is_paused: false }
    }

    /// The same, but where the game names no players the engine has White, at the usual level.
    pub fn against_engine(record: Record) -> Session {
        let has_players = SEAT_TAGS.iter().any(|tag| record.tag(tag).is_some());
        let mut session = Session::from_record(record);
        if !has_players {
            session.set_seat(Colour::White, Seat::level(Level::USUAL));
        }
        session
    }

    /// The game with who played it, to be written down.
    pub fn record(&self) -> Record {
        let mut record = self.record.clone();
        for (tag, seat) in SEAT_TAGS.into_iter().zip(self.seats) {
            // A name stays.
            if record.tag(tag).is_none_or(|name| name.parse::<Seat>().is_ok()) {
                record.write_tag(tag, &seat.to_string());
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

    /// The position that is shown: the last one, unless you look back.
    pub fn shown(&self) -> &Position {
        self.game().position_after(self.shown).expect("what is shown is a part of the game")
    }

    /// The game up to the position that is shown.
    pub fn shown_game(&self) -> Game {
        let mut game = self.game().clone();
        while game.turns().len() > self.shown {
            game.undo();
        }
        game
    }

    /// The last turn before the position that is shown, as it is written.
    pub fn last_turn(&self) -> Option<String> {
        let before = self.game().position_after(self.shown.checked_sub(1)?)?;
        Some(before.write_turn(*self.shown_turns().last()?))
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

    /// Changes who plays a colour.
    pub fn set_seat(&mut self, colour: Colour, seat: Seat) {
        let chair = self.chair(colour);
        self.seats[chair] = seat;
        self.settle();
    }

    /// Changes who plays, where that is given. Where only one side is given, a person and the engine change places
    /// rather than being two of a kind.
    pub fn seat_players(&mut self, black: Option<Seat>, white: Option<Seat>) {
        let (colour, seat) = match (black, white) {
            (None, None) => return,
            (Some(black), Some(white)) => {
                self.set_seat(Colour::Black, black);
                return self.set_seat(Colour::White, white);
            }
            (Some(black), None) => (Colour::Black, black),
            (None, Some(white)) => (Colour::White, white),
        };
        let [before, other] = [colour, colour.other()].map(|colour| self.seat(colour));
        if before.is_human() != other.is_human() && seat.is_human() != before.is_human() {
            self.set_seat(colour.other(), before);
        }
        self.set_seat(colour, seat);
    }

    fn chair(&self, colour: Colour) -> usize {
        self.game().began_as(colour, self.game().turns().len()) as usize
    }

    /// Who is to play now; `None` when the game is over.
    pub fn mover(&self) -> Option<Seat> {
        self.winner().is_none().then(|| self.seat(self.position().to_move))
    }

    /// The engine's strength, where it is to play and the last position is shown.
    pub fn engine_to_move(&self) -> Option<Strength> {
        match self.mover()? {
            Seat::Engine(strength) if self.is_at_end() => Some(strength),
            _ => None,
        }
    }

    /// Whether the engine plays both sides.
    pub fn is_engine_only(&self) -> bool {
        Colour::ALL.into_iter().all(|colour| !self.seat(colour).is_human())
    }

    /// Whether the engine waits until the pause ends.
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Lets the engine wait in its game against itself, or go on.
    pub fn toggle_pause(&mut self) -> Result<(), Refused> {
        if !self.is_paused && !self.is_engine_only() {
            return Err(Refused::NoPause);
        }
        if self.winner().is_some() {
            return Err(Refused::Over);
        }
        self.is_paused = !self.is_paused;
        if !self.is_paused {
            self.show_end();
        }
        Ok(())
    }

    /// Lets the engine wait after it has failed, also in a game with a person: it would only fail again.
    pub fn pause_after_failure(&mut self) {
        self.is_paused = true;
    }

    /// After any change of the game or its players: what was chosen or paused may make no sense any more.
    fn settle(&mut self) {
        self.chosen = None;
        self.is_paused &= self.is_engine_only();
    }

    /// Who has won.
    pub fn winner(&self) -> Option<Colour> {
        self.record.winner()
    }

    /// Who has given up.
    pub fn resigned(&self) -> Option<Colour> {
        self.record.resigned()
    }

    /// Plays a turn. That drops turns that were taken back, unless it is the next one of them.
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
        self.settle();
        Ok(())
    }

    /// Gives the game up for the side to move, or for the only person at the board.
    pub fn give_up(&mut self) -> Result<(), Refused> {
        let mover = self.position().to_move;
        let mut sides = [mover, mover.other()].into_iter();
        let loser = sides.find(|colour| self.seat(*colour).is_human()).unwrap_or(mover);
        self.resign(loser)
    }

    /// Gives the game up for a colour.
    pub fn resign(&mut self, colour: Colour) -> Result<(), Refused> {
        if self.winner().is_some() {
            return Err(Refused::Over);
        }
        self.record.resign(Some(colour));
        self.show_end();
        self.settle();
        Ok(())
    }

    /// Takes a turn back, and more until a person is to play; how many turns they were. When a side has given up, only
    /// that is taken back.
    pub fn undo(&mut self) -> usize {
        self.show_end();
        self.settle();
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

    /// Plays again what was taken back, until a person is to play; how many turns they were.
    pub fn redo(&mut self) -> usize {
        self.show_end();
        self.settle();
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
        self.settle();
    }

    /// Whether something can be played again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty() && self.resigned().is_none()
    }

    /// The turns that were taken back and may be played again, the next one first, as they are written.
    pub fn undone(&self) -> Vec<String> {
        let turns: Vec<Turn> = self.undone.iter().rev().map(|(turn, _)| *turn).collect();
        self.position().write_line(&turns)
    }

    /// Whether something can be taken back: not where only the engine has played.
    pub fn can_undo(&self) -> bool {
        let human_moved = |i: usize| {
            let before = self.game().position_after(i).expect("there is a position before each turn");
            self.seats[self.game().began_as(before.to_move, i) as usize].is_human()
        };
        let turns = self.game().turns().len();
        self.resigned().is_some() || turns > 0 && (self.is_engine_only() || (0..turns).any(human_moved))
    }

    /// Shows the position a turn earlier; whether there is one.
    pub fn back(&mut self) -> bool {
        let is_possible = self.shown > 0;
        self.show(self.shown - usize::from(is_possible));
        is_possible
    }

    /// Shows the position a turn later; whether there is one.
    pub fn forward(&mut self) -> bool {
        let is_possible = !self.is_at_end();
        self.show(self.shown + usize::from(is_possible));
        is_possible
    }

    /// Shows the start.
    pub fn show_start(&mut self) {
        self.show(0);
    }

    /// Shows the last position.
    pub fn show_end(&mut self) {
        self.show(self.game().turns().len());
    }

    /// Shows the position after this many turns, or the last one where there are fewer.
    pub fn show(&mut self, turns: usize) {
        self.shown = turns.min(self.game().turns().len());
        self.chosen = None;
    }
}
