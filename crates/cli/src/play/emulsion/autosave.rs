//! Saving the game while it is played.

use crate::play::save_file::{SaveFile, ago};
use crate::play::where_to_write;
use crate::shell::atomic_file::write_file;
use crate::shell::failure::Failure;
use gridwright_emulsion::{Analysis, Position, Record, Session, page, words};
use std::fmt;
use std::time::SystemTime;

/// Saves a game after every turn.
#[derive(Default)]
pub struct Autosave {
    saved: Option<SaveFile>,
    /// What went wrong when the game was saved last.
    trouble: Option<String>,
}

/// A game that was begun before and not finished.
pub struct Earlier {
    pub session: Session,
    pub autosave: Autosave,
    /// When it was played last.
    pub time: SystemTime,
}

/// How far it is, who plays, and when it was played last.
impl fmt::Display for Earlier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", words::summary(&self.session), ago(self.time))
    }
}

impl Autosave {
    /// The place of games from a start, if there is one.
    pub fn of(start: &Position) -> Autosave {
        Autosave { saved: place_of(start), trouble: None }
    }

    /// Reads a game, to keep it where it is.
    pub fn read(mut saved: SaveFile) -> Result<(Session, Autosave), String> {
        let session = saved.read_as(read, place)?;
        Ok((session, Autosave { saved: Some(saved), trouble: None }))
    }

    /// Another place for games from the same start, if this one saves at all.
    pub fn beside(&self, session: &Session) -> Autosave {
        if self.saved.is_some() { Autosave::of(session.game().start()) } else { Autosave::default() }
    }

    /// The latest readable game from the same start, except the one you are leaving. Where none is readable, what is wrong
    /// with the latest.
    pub fn earlier(&self, left: &Autosave) -> Option<Result<Earlier, String>> {
        let left = left.saved.as_ref().filter(|left| left.is_ours());
        let is_left = |saved: &SaveFile| left.is_some_and(|left| left.is_same(saved));
        let found = self.saved.as_ref()?.all_here().into_iter().filter(|(saved, _)| !is_left(saved));
        let mut trouble = None;
        for (saved, time) in found {
            match Autosave::read(saved) {
                Ok((session, _)) if session.winner().is_some() => {}
                Ok((session, autosave)) => return Some(Ok(Earlier { session, autosave, time })),
                Err(message) => trouble = trouble.or(Some(Err(message))),
            }
        }
        trouble
    }

    /// Saves a game; what went wrong, if anything did.
    pub fn save(&mut self, session: &Session) -> Result<(), String> {
        let result = match &mut self.saved {
            // There is nothing to go on with.
            Some(saved) if session.game().turns().is_empty() || session.winner().is_some() => {
                saved.remove();
                Ok(())
            }
            Some(saved) => saved.write_text(&session.record().to_text()),
            None => Ok(()),
        };
        self.trouble = result.clone().err();
        result
    }

    /// Leaves a game, and removes it if it is over. Returns what went wrong when it was saved, if anything did.
    pub fn leave(&mut self, session: &Session) -> Option<String> {
        if session.winner().is_none() {
            return self.trouble.take();
        }
        self.saved.iter().for_each(SaveFile::remove);
        None
    }
}

fn place_of(start: &Position) -> Option<SaveFile> {
    SaveFile::of_board_game("emulsion", &start.to_line())
}

fn place(session: &Session) -> Option<SaveFile> {
    place_of(session.game().start())
}

fn read(text: &str) -> Result<Session, String> {
    Record::read(text).map(Session::from_record).map_err(|error| error.to_string())
}

/// What a saved game is called among others; `None` if it is over.
pub fn title(saved: &mut SaveFile) -> Result<Option<String>, String> {
    let session = saved.read_as(read, place)?;
    Ok(session.winner().is_none().then(|| words::title(&session)))
}

/// Writes the page of an analysis to the file that the words after 'w' name, and returns its path.
pub fn write_page(analysis: &Analysis, words: &str) -> Result<String, Failure> {
    let (path, existing) = where_to_write(words)?;
    write_file(&path, &page(analysis), existing)?;
    Ok(path.display().to_string())
}

/// Writes a game to the file that the words after 'w' name, and returns its path.
pub fn write(session: &Session, words: &str) -> Result<String, Failure> {
    let (path, existing) = where_to_write(words)?;
    write_file(&path, &session.record().to_text(), existing)?;
    Ok(path.display().to_string())
}
