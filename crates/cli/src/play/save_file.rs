//! Unfinished games, each in its own file.

use crate::shell::atomic_file::{Existing, make_directory, write_file};
use gridwright::Session;
use gridwright::formats::Format;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Where one game is saved.
#[derive(Clone, Debug)]
pub struct SaveFile {
    path: PathBuf,
    /// The fingerprint of the content we last read or wrote. A file with any other content is not overwritten.
    ours: Option<u64>,
}

/// How the names of games of puzzles and of board games end.
const PUZZLE: &str = "session";
const BOARD_GAME: &str = "game";

impl SaveFile {
    /// The place of a puzzle's game; `None` where the system has no place for such things.
    pub fn of(session: &Session) -> Option<SaveFile> {
        let puzzle = session.puzzle();
        let text = puzzle.to_text(Format::Native).ok()?;
        SaveFile::of_start(puzzle.genre().id, &text, PUZZLE)
    }

    /// The place of a board game that starts as this text says.
    pub fn of_board_game(name: &str, start: &str) -> Option<SaveFile> {
        SaveFile::of_start(name, start, BOARD_GAME)
    }

    fn of_start(kind: &str, start: &str, ending: &str) -> Option<SaveFile> {
        let name = format!("{kind}-{:016x}.{ending}", fingerprint(start));
        Some(SaveFile { ours: None, path: directory()?.join(name) })
    }

    pub fn is_board_game(&self) -> bool {
        self.has_ending(BOARD_GAME)
    }

    fn has_ending(&self, ending: &str) -> bool {
        self.path.extension().is_some_and(|own| own == ending)
    }

    /// Whether we have read or written the game in this file.
    pub fn is_ours(&self) -> bool {
        self.ours.is_some()
    }

    /// Whether two are in the same place.
    pub fn is_same(&self, other: &SaveFile) -> bool {
        self.path == other.path
    }

    /// The games here and beside it, where this place was taken: the latest first, and when they were last played.
    pub fn all_here(&self) -> Vec<(SaveFile, SystemTime)> {
        self.path
            .parent()
            .map(|directory| games(directory, |other| self.is_beside(other)))
            .unwrap_or_default()
    }

    /// Whether another is in this place or in one of its numbered alternatives.
    fn is_beside(&self, other: &SaveFile) -> bool {
        let stem =
            |saved: &SaveFile| saved.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let is_numbered = |rest: &str| rest.is_empty() || rest.strip_prefix('-').is_some_and(is_number);
        self.path.extension() == other.path.extension()
            && stem(other).strip_prefix(&stem(self)).is_some_and(is_numbered)
    }

    /// The name of the file.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Whether there is a game.
    pub fn exists(&self) -> bool {
        self.path.is_file()
    }

    /// Reads the game, to go on with it here.
    pub fn read(&mut self) -> Result<Session, String> {
        self.read_as(|text| Session::read(text).map_err(|error| error.to_string()))
    }

    /// The same for games of any kind.
    pub fn read_as<T>(&mut self, read: impl Fn(&str) -> Result<T, String>) -> Result<T, String> {
        let text = fs::read_to_string(&self.path).map_err(|error| self.told(&error))?;
        // What cannot be read is not ours to overwrite either.
        let game = read(&text).map_err(|error| self.told(&error))?;
        self.ours = Some(fingerprint(&text));
        Ok(game)
    }

    /// Writes the game so that a crash leaves either the old one or the new one.
    pub fn write(&mut self, session: &Session) -> Result<(), String> {
        let text = session.record().map_err(|refusal| self.told(&refusal))?;
        self.write_text(&text)
    }

    /// The same for games of any kind.
    pub fn write_text(&mut self, text: &str) -> Result<(), String> {
        self.make_way();
        let directory = self.path.parent().unwrap_or(Path::new("."));
        let written =
            make_directory(directory).and_then(|()| write_file(&self.path, text, Existing::Replaced));
        written.map_err(|failure| failure.in_a_line())?;
        self.ours = Some(fingerprint(text));
        Ok(())
    }

    /// Moves to a numbered alternative if another game is here.
    fn make_way(&mut self) {
        let first = self.path.clone();
        let mut number = 1;
        while self.is_taken() {
            number += 1;
            let part =
                |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
            let (name, ending) = (part(first.file_stem()), part(first.extension()));
            self.path = first.with_file_name(format!("{name}-{number}.{ending}"));
            self.ours = None;
        }
    }

    fn is_taken(&self) -> bool {
        match fs::read(&self.path) {
            Ok(there) => self.ours != Some(fingerprint(&String::from_utf8_lossy(&there))),
            Err(_) => self.path.exists(),
        }
    }

    /// Removes the game, if it is the one we know.
    pub fn remove(&self) {
        if self.path.exists() && !self.is_taken() {
            let _ = fs::remove_file(&self.path);
        }
    }

    fn told(&self, error: &dyn std::fmt::Display) -> String {
        format!("{}: {error}", self.path.display())
    }
}

/// The games that can be continued, the latest first, and when they were played last.
pub fn all() -> Vec<(SaveFile, SystemTime)> {
    let is_game = |saved: &SaveFile| saved.has_ending(PUZZLE) || saved.has_ending(BOARD_GAME);
    directory().map(|directory| games(&directory, is_game)).unwrap_or_default()
}

fn games(directory: &Path, is_wanted: impl Fn(&SaveFile) -> bool) -> Vec<(SaveFile, SystemTime)> {
    let entries = fs::read_dir(directory).into_iter().flatten();
    let all = entries.filter_map(|entry| Some(SaveFile { path: entry.ok()?.path(), ours: None }));
    let mut found: Vec<(SaveFile, SystemTime)> = all
        .filter(is_wanted)
        .filter_map(|saved| saved.path.metadata().ok()?.modified().ok().map(|time| (saved, time)))
        .collect();
    found.sort_by_key(|(saved, time)| std::cmp::Reverse((*time, saved.path.clone())));
    found
}

/// How long ago something was.
pub fn ago(time: SystemTime) -> String {
    let minutes = time.elapsed().unwrap_or_default().as_secs() / 60;
    let (number, unit) = match minutes {
        0 => return "just now".to_string(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{} ago", crate::shell::draw::counted(number, unit))
}

/// Why nothing is kept, where nothing is.
pub fn trouble() -> Option<&'static str> {
    directory().is_none().then_some("This game is not kept: neither XDG_STATE_HOME nor HOME is set.")
}

/// Where this system keeps such things.
fn directory() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = from("XDG_STATE_HOME")
        .or_else(|| from("LOCALAPPDATA"))
        .or_else(|| from("HOME").map(|home| home.join(".local").join("state")))?;
    Some(state.join("gridwright"))
}

/// A number that differs for different texts (FNV-1a).
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_not_overwritten() {
        let directory = std::env::temp_dir().join(format!("gridwright-saved-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join("a.game");
        fs::write(&path, "of another version").unwrap();
        let mut saved = SaveFile { path: path.clone(), ours: None };
        assert!(saved.read_as(|_| Err::<(), String>("unknown".to_string())).is_err());
        saved.remove();
        saved.write_text("new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "of another version");
        assert_eq!(fs::read_to_string(directory.join("a-2.game")).unwrap(), "new");
        // What was read may be written again.
        let mut saved = SaveFile { path: path.clone(), ours: None };
        assert_eq!(saved.read_as(|text| Ok::<usize, String>(text.len())), Ok(18));
        saved.write_text("newer").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn games_that_made_way_are_found_the_latest_first() {
        let directory = std::env::temp_dir().join(format!("gridwright-beside-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        // The last two are none of these.
        let names = ["a-2.game", "a.game", "a-10.game", "a-b.game", "a-3.session"];
        for (hours, name) in names.into_iter().enumerate() {
            let file = fs::File::create(directory.join(name)).unwrap();
            file.set_modified(SystemTime::now() - std::time::Duration::from_secs(3_600 * hours as u64))
                .unwrap();
        }
        let base = SaveFile { path: directory.join("a.game"), ours: None };
        let found = base.all_here();
        let told: Vec<_> = found.iter().map(|(saved, time)| (saved.name(), ago(*time))).collect();
        let expected = [("a-2.game", "just now"), ("a.game", "1 hour ago"), ("a-10.game", "2 hours ago")];
        assert_eq!(told, expected.map(|(name, ago)| (name.to_string(), ago.to_string())));
        fs::remove_dir_all(directory).unwrap();
    }
}
