//! Where the game is kept while it is played.

use crate::failure::Failure;
use crate::pending::Pending;
use crate::play::saved::Saved;
use gridwright::emulsion::{Position, Record, Session};
use std::path::Path;

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

/// Writes a game to a file.
pub fn write(session: &Session, path: &Path) -> Result<(), Failure> {
    let mut file = Pending::create(path)?;
    file.write(&session.record().to_text())?;
    file.publish()
}
