//! Where the game is kept while it is played.

use crate::failure::Failure;
use crate::pending::write_file;
use crate::play::from_home;
use crate::play::saved::Saved;
use gridwright::emulsion::{Position, Record, Session};

const ENDING: &str = "game";

/// Saves a game after every turn.
#[derive(Default)]
pub struct Keeper {
    saved: Option<Saved>,
}

impl Keeper {
    /// The place of games from a start, if there is one.
    pub fn of(start: &Position) -> Keeper {
        Keeper { saved: Saved::of_start("emulsion", &start.to_line(), ENDING) }
    }

    /// Another one for games from the same start, if this one keeps anything.
    pub fn beside(&self, session: &Session) -> Keeper {
        if self.saved.is_some() { Keeper::of(session.game().start()) } else { Keeper::default() }
    }

    /// The game that was begun and not finished before, if there is one; or what is wrong with it.
    pub fn earlier(&mut self) -> Option<Result<Session, String>> {
        let saved = self.saved.as_mut().filter(|saved| saved.exists())?;
        let read = |text: &str| Record::read(text).map_err(|error| error.to_string());
        Some(saved.read_as(read).map(Session::from_record))
    }

    /// Saves a game; what went wrong, if anything did.
    pub fn save(&mut self, session: &Session) -> Result<(), String> {
        match &mut self.saved {
            Some(saved) if session.game().turns().is_empty() => {
                saved.remove();
                Ok(())
            }
            Some(saved) => saved.write_text(&session.record().to_text()),
            None => Ok(()),
        }
    }

    /// What is over need not be continued.
    pub fn leave(&mut self, session: &Session) {
        if let Some(saved) = self.saved.as_mut().filter(|_| session.winner().is_some()) {
            saved.remove();
        }
    }
}

/// Writes a game to a new file, whose name is read as shells do; where that is.
pub fn write(session: &Session, name: &str) -> Result<String, Failure> {
    let path = from_home(name.trim());
    let shown = path.display().to_string();
    if path.exists() {
        return Err(Failure::Message(format!("there is a file '{shown}' already")));
    }
    write_file(&path, &session.record().to_text())?;
    Ok(shown)
}
