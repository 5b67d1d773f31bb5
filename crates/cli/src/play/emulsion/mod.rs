//! `emulsion play`: a game against the engine or another person, in the terminal or line by line.

mod autosave;
mod board;
mod engines;
mod game_screen;
mod lesson;
mod panel;
mod plain;
mod popup;
mod screen;
#[cfg(test)]
mod tests;

use crate::Exit;
use crate::args::Global;
use crate::commands::emulsion::args::Play;
use crate::play::save_file::SaveFile;
use crate::shell::failure::Failure;
use crate::shell::output::Output;
use crate::shell::{input, inputs};
use autosave::Autosave;
pub use autosave::title;
use engines::Engines;
use game_screen::{Advice, GameScreen};
use gridwright_emulsion::{Game, Position, PuzzleMaker, Record, Seat, Session, Strength};
use std::time::Duration;

/// How long full strength thinks about a turn.
const TIME: Duration = Duration::from_secs(2);
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(1);
/// The time between moves of the engine against itself, so that you can follow.
const PACE: Duration = Duration::from_millis(500);

/// What all games of a run share.
#[derive(Clone)]
pub struct Options {
    seed: u64,
    /// How long full strength thinks about a turn.
    time: Duration,
    advice: Advice,
    pace: Duration,
    /// Whether games are saved.
    is_kept: bool,
    given: Given,
}

/// Who plays Black and White, if the options say so.
#[derive(Clone, Copy, Default)]
struct Given {
    black: Option<Seat>,
    white: Option<Seat>,
}

impl Given {
    fn seat(self, session: &mut Session) {
        session.seat_players(self.black, self.white);
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

    fn autosave(&self, session: &Session) -> Autosave {
        if self.is_kept { Autosave::of(session.game().start()) } else { Autosave::default() }
    }

    fn engines(&self) -> Engines {
        Engines::new(self.seed, self.time)
    }

    fn game_screen(&self, session: Session, autosave: Autosave) -> GameScreen {
        GameScreen::new(session, autosave, self.engines(), self.advice, self.pace)
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

/// A new game from the menu: the player is asked what it should be like.
pub fn new_game(output: &Output) -> Result<Exit, Failure> {
    let args = Play::default();
    screen::ask(session(&args)?, Options::of(&args), output.colour)?;
    Ok(Exit::Yes)
}

/// Puzzles from a maker, played in the terminal.
pub fn puzzles(start: &Position, maker: PuzzleMaker, output: &Output) -> Result<Exit, Failure> {
    if !crate::play::is_possible(output) {
        let message = "'emulsion puzzle --play' needs a terminal";
        return Err(Failure::Message(message.to_string()));
    }
    let session = Session::new(Game::from_position(start.clone()), [Seat::Human; 2]);
    let options = Options { is_kept: false, ..Options::of(&Play::default()) };
    screen::puzzles(session, maker, options, output.colour)?;
    Ok(Exit::Yes)
}

/// Goes on in the terminal with a saved game.
pub fn go_on(saved: SaveFile, output: &Output) -> Result<Exit, Failure> {
    let (session, autosave) = Autosave::read(saved).map_err(Failure::Message)?;
    screen::go_on(session, autosave, Options::of(&Play::default()), output.colour)?;
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
            let (name, text) = input::text(Some(name), "a game")?;
            inputs::release();
            Some(Record::read(&text).map_err(|error| Failure::input(name, text, error))?)
        }
        None => None,
    };
    let is_begun = record.as_ref().is_some_and(|record| !record.game().turns().is_empty());
    if record.is_some() && args.size.is_some() {
        return Err(Failure::Message("--size is for new games: the position has a size".to_string()));
    }
    if is_begun && (args.tie.is_some() || args.pie) {
        let message = "--tie and --pie are for new games: a game contains them";
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
    let mut session = Session::against_engine(record);
    Given { black: args.black, white: args.white }.seat(&mut session);
    Ok(session)
}
