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

use crate::Exit;
use crate::args::Global;
use crate::commands::emulsion::args::Play;
use crate::play::saved::Saved;
use crate::shell::failure::Failure;
use crate::shell::input;
use crate::shell::output::Output;
use engines::Engines;
use gridwright_emulsion::{Colour, Game, Level, Position, Record, Seat, Session, Strength};
use keeper::Keeper;
pub use keeper::title;
use std::time::Duration;
use table::{Advice, Table};

/// How long full strength thinks about a turn.
const TIME: Duration = Duration::from_secs(2);
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(1);
/// And steps of a proof within that.
const PROOF: u64 = 2_000_000;
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
    given: Given,
}

/// Who is to play Black and White, where that was said.
#[derive(Clone, Copy, Default)]
struct Given {
    black: Option<Seat>,
    white: Option<Seat>,
}

impl Given {
    /// Lets those play who were asked for. Where one was, whoever else is at the board stays there: a person and the
    /// engine change places rather than being both of a kind.
    fn seat(self, session: &mut Session) {
        let (colour, seat) = match (self.black, self.white) {
            (None, None) => return,
            (Some(black), Some(white)) => {
                session.set_seat(Colour::Black, black);
                return session.set_seat(Colour::White, white);
            }
            (Some(black), None) => (Colour::Black, black),
            (None, Some(white)) => (Colour::White, white),
        };
        let is_human = |seat: Seat| seat == Seat::Human;
        let [before, other] = [colour, colour.other()].map(|colour| session.seat(colour));
        if is_human(before) != is_human(other) && is_human(seat) != is_human(before) {
            session.set_seat(colour.other(), before);
        }
        session.set_seat(colour, seat);
    }
}

impl Options {
    fn of(args: &Play) -> Options {
        Options {
            seed: args.seed.unwrap_or_else(crate::commands::generate::some_seed),
            time: args.time.unwrap_or(TIME),
            advice: Advice { strength: Strength::Full, time: HINT },
            pace: PACE,
            is_kept: true,
            given: Given { black: args.black, white: args.white },
        }
    }

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
    if global.json {
        return Err(Failure::Message("'emulsion play' has no JSON: leave out --json".to_string()));
    }
    let session = session(args)?;
    let options = Options::of(args);
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

/// Goes on in the terminal with a game that was kept.
pub fn go_on(saved: Saved, output: &Output) -> Result<Exit, Failure> {
    let (session, keeper) = Keeper::read(saved).map_err(Failure::Message)?;
    screen::go_on(session, keeper, Options::of(&Play::default()), output.colour)?;
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
    let is_begun = record.as_ref().is_some_and(|record| !record.game().turns().is_empty());
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
        let start = record.game().start().clone();
        let start = Position { tie: args.tie.unwrap_or(start.tie), pie: start.pie || args.pie, ..start };
        record.restart(start);
    }
    // Whoever has a name is no engine.
    let is_told = record.tag("Black").or(record.tag("White")).is_some();
    let mut session = Session::from_record(record);
    if !is_told {
        session.set_seat(Colour::White, usual_opponent());
    }
    Given { black: args.black, white: args.white }.seat(&mut session);
    Ok(session)
}

/// Who plays White, unless something else is said.
fn usual_opponent() -> Seat {
    Seat::level(Level::USUAL)
}
