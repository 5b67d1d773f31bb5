//! `emulsion play`: a game against the engine or somebody else, in the terminal or line by line.

mod board;
mod engines;
mod keeper;
mod panel;
mod plain;
mod popup;
mod screen;
mod table;
#[cfg(test)]
mod tests;

use super::args::Play;
use crate::args::Global;
use crate::failure::Failure;
use crate::output::Output;
use crate::{Exit, input, work};
use engines::Engines;
use gridwright::emulsion::{Colour, Game, Position, Record, Seat, Session, Strength};
use keeper::Keeper;
use std::time::Duration;
use table::{Advice, Table};

/// How long full strength thinks about a turn.
const TIME: Duration = Duration::from_secs(2);
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(1);
/// Moves of the engine against itself are to be seen.
const PACE: Duration = Duration::from_millis(500);

/// What all games of a run share.
#[derive(Clone)]
pub struct Options {
    seed: u64,
    /// Full strength thinks so long about a turn.
    time: Duration,
    advice: Advice,
    pace: Duration,
    /// Whether games are saved.
    is_kept: bool,
}

impl Options {
    fn keeper(&self, session: &Session) -> Keeper {
        if self.is_kept { Keeper::of(session.game().start()) } else { Keeper::default() }
    }

    fn engines(&self) -> Engines {
        Engines::new(self.seed, self.time)
    }

    fn table(&self, session: Session, keeper: Keeper) -> Table {
        Table::new(session, keeper, self.engines(), self.advice, self.pace)
    }
}

pub fn run(global: &Global, args: &Play, output: &mut Output) -> Result<Exit, Failure> {
    work::without_steps(global, "emulsion play")?;
    if global.json {
        return Err(Failure::Message("'emulsion play' has no JSON: leave out --json".to_string()));
    }
    let session = session(args)?;
    let options = Options {
        seed: args.seed.unwrap_or_else(crate::generate::some_seed),
        time: args.time.unwrap_or(TIME),
        advice: Advice { strength: Strength::Full, time: HINT },
        pace: PACE,
        is_kept: true,
    };
    if args.plain {
        plain::play(session, &options, output)?;
        return Ok(Exit::Yes);
    }
    if !crate::play::is_possible(output) {
        let message = "'emulsion play' needs a terminal; 'emulsion play --plain' reads commands line by line";
        return Err(Failure::Message(message.to_string()));
    }
    screen::run(session, options, output.colour)?;
    Ok(Exit::Yes)
}

/// The game that the arguments stand for.
fn session(args: &Play) -> Result<Session, Failure> {
    let record = match &args.position {
        Some(name) if name == "-" => {
            let message = "turns are read from standard input: give the position as a file or as text";
            return Err(Failure::Message(message.to_string()));
        }
        Some(name) => {
            let (name, text) = input::text(name)?;
            Some(Record::read(&text).map_err(|error| Failure::input(name, text, error))?)
        }
        None => None,
    };
    let (is_begun, has_seats) = match &record {
        Some(record) => {
            let has = |tag: &str| record.tag(tag).and_then(Seat::read).is_some();
            (!record.game.turns().is_empty(), has("Black") || has("White"))
        }
        None => (false, false),
    };
    if record.is_some() && args.size.is_some() {
        return Err(Failure::Message("--size is for new games: the position has a size".to_string()));
    }
    if is_begun && (args.tie.is_some() || args.pie) {
        let message = "--tie and --pie are for new games: a game tells these itself";
        return Err(Failure::Message(message.to_string()));
    }
    let mut record = match record {
        Some(record) => record,
        None => {
            let start = Position::start(args.size.unwrap_or(9).into());
            let start = start.map_err(|wrong| Failure::Message(wrong.to_string()))?;
            Record::new(Game::from_position(start))
        }
    };
    if !is_begun {
        let start = record.game.start().clone();
        let start = Position { tie: args.tie.unwrap_or(start.tie), pie: start.pie || args.pie, ..start };
        record.game = Game::from_position(start);
    }
    // Whoever has a name is no engine.
    let is_told = has_seats || record.tag("Black").or(record.tag("White")).is_some();
    let usual = if is_told { [None, None] } else { [Some(Seat::Human), Some(usual_opponent())] };
    // Asked for one engine only, somebody sits at the other side.
    let opponent = |seat: Seat| if seat == Seat::Human { usual_opponent() } else { Seat::Human };
    let asked = match (args.black, args.white) {
        (Some(black), None) => [Some(black), Some(opponent(black))],
        (None, Some(white)) => [Some(opponent(white)), Some(white)],
        (None, None) => usual,
        both => [both.0, both.1],
    };
    let mut session = Session::from_record(record);
    for (colour, seat) in [Colour::Black, Colour::White].into_iter().zip(asked) {
        if let Some(seat) = seat {
            session.set_seat(colour, seat);
        }
    }
    Ok(session)
}

/// Who plays White, unless something else is said.
fn usual_opponent() -> Seat {
    Seat::Engine(Strength::of_level(5).unwrap_or(Strength::Full))
}
