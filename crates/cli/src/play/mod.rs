//! `play`: a puzzle solved by hand, in the terminal or line by line.

pub mod emulsion;
mod game;
mod plain;
pub mod save_file;
pub mod screen;
mod seal;
pub mod settings;
pub mod task;

use crate::Exit;
use crate::args::{Global, Play};
use crate::shell::atomic_file::Existing;
use crate::shell::failure::Failure;
use crate::shell::input;
use crate::shell::output::Output;
use game::Game;
use gridwright::generate::{Form, Generator, Outcome};
use gridwright::{Session, Spec, registry};
use save_file::SaveFile;
use screen::{Begin, Left};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

pub fn run(global: &Global, args: &Play, output: &mut Output) -> Result<Exit, Failure> {
    if global.json {
        return Err(Failure::Message("'play' has no JSON: leave out --json".to_string()));
    }
    let is_interactive = is_possible(output);
    let given = match &args.input {
        Some(name) if name == "-" => {
            let message = "the commands are read from standard input: give the puzzle as a file or as text";
            return Err(Failure::Message(message.to_string()));
        }
        Some(name) => Some(input::session(global, name, &args.variant)?),
        None => None,
    };
    let spec = new_spec(global, args)?;
    if args.plain {
        let session = match (given, spec) {
            (Some(session), _) => session,
            (None, Some(spec)) => made(&spec)?,
            (None, None) => example(global)?,
        };
        // A script plays the same game each time; only a person takes one up again.
        let (earlier, trouble) = match is_interactive && session.is_untouched() {
            true => SaveFile::latest(&session),
            false => (None, None),
        };
        if let Some(trouble) = trouble {
            output.words(&format!("warning: {trouble}"))?;
        }
        let (session, saved) = match earlier {
            Some((earlier, saved)) => {
                output.lines("Going on with the game that was saved; 'r' starts over.")?;
                (earlier, Some(saved))
            }
            None => {
                let saved = SaveFile::of(&session).filter(|_| is_interactive);
                (session, saved)
            }
        };
        plain::play(Game::new(session, saved), args.style, output)?;
        return Ok(Exit::Yes);
    }
    if !is_interactive {
        let message = "'play' needs a terminal; 'play --plain' reads commands line by line";
        return Err(Failure::Message(message.to_string()));
    }
    let begin = match (given, spec, global.genre) {
        (Some(session), ..) => Begin::Session(Box::new(session)),
        (None, Some(spec), _) => Begin::New(Box::new(spec)),
        (None, None, Some(genre)) => Begin::Form(genre),
        (None, None, None) => Begin::Menu,
    };
    let mut left = screen::run(global, begin, args.vi, output.colour)?;
    while let Left::BoardGame(begun) = left {
        crate::commands::emulsion::play_from_menu(begun, output)?;
        left = screen::run(global, Begin::Menu, args.vi, output.colour)?;
    }
    Ok(Exit::Yes)
}

/// The puzzle to be made, where the options ask for one.
fn new_spec(global: &Global, args: &Play) -> Result<Option<Spec>, Failure> {
    if args.size.is_none() && args.difficulty.is_none() {
        return Ok(None);
    }
    if args.input.is_some() {
        let message = "--size and --difficulty are for new puzzles: INPUT is one already";
        return Err(Failure::Message(message.to_string()));
    }
    let Some(genre) = global.genre else {
        return Err(Failure::Message("a new puzzle needs a genre: give --genre".to_string()));
    };
    let usual = Form::new(genre).map_or_else(|| Spec::new(genre), |form| form.spec().clone());
    let (cols, rows) = args.size.unwrap_or((usual.cols, usual.rows));
    let spec = Spec { difficulty: args.difficulty, ..usual.rows(rows).cols(cols) };
    Generator::new(spec.clone()).map_err(|error| Failure::Message(error.to_string()))?;
    Ok(Some(spec))
}

/// Whether input and output are a terminal.
pub fn is_possible(output: &Output) -> bool {
    std::io::stdin().is_terminal() && output.is_terminal
}

/// Where 'w' writes a game, of the words after it: '!' means that an existing file is overwritten.
pub fn where_to_write(words: &str) -> Result<(PathBuf, Existing), Failure> {
    let (name, existing) = match words.trim_start().strip_prefix('!') {
        Some(name) => (name, Existing::Replaced),
        None => (words, Existing::Kept { unless: "'w!'" }),
    };
    match name.trim() {
        "" => Err(Failure::Message("expected 'w' and the name of a file".to_string())),
        name => Ok((from_home(name), existing)),
    }
}

/// A name as shells read it, for where there is no shell to do so.
pub fn from_home(name: &str) -> PathBuf {
    match (name.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => Path::new(name).to_path_buf(),
    }
}

/// The menu of the terminal player.
pub fn menu(global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    run(global, &Play::default(), output)
}

/// A new puzzle.
fn made(spec: &Spec) -> Result<Session, Failure> {
    let told = |error: &dyn std::fmt::Display| Failure::Message(error.to_string());
    match spec.generate(crate::commands::generate::some_seed()).map_err(|error| told(&error))? {
        Outcome::Found(made) => Ok(Session::new(made.puzzle)),
        Outcome::NotFound(why) => Err(told(&why.in_words(spec))),
        Outcome::Stopped(why) => Err(told(&why)),
    }
}

/// The board to play where none is given.
fn example(global: &Global) -> Result<Session, Failure> {
    let genre = global.genre.unwrap_or(registry::ALL[0]);
    Session::read(genre.example)
        .map_err(|error| Failure::Message(format!("the example cannot be read: {error}")))
}
