//! Unfinished games, each in its own file, with a [seal](seal).
//!
//! Anything may lie in the folder. What is no ordinary file of a moderate size is not looked into; what turns out to be damaged
//! is set aside under another name, so that it hides no other game.

use super::seal::{Opened, opened, sealed};
use crate::shell::atomic_file::{Existing, make_directory, take_free_name, write_file};
use crate::shell::fingerprint::fingerprint;
use gridwright::Session;
use gridwright::formats::Format;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Where one game is saved.
#[derive(Clone, Debug)]
pub struct SaveFile {
    path: PathBuf,
    /// The fingerprint of the content we last read or wrote. A file with any other content is not overwritten.
    ours: Option<u64>,
}

/// The most damaged games that are kept under one name.
const MOST_DAMAGED: u32 = 99;

/// No game is larger.
const LARGEST: u64 = 16 << 20;

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
        let name = format!("{kind}-{:016x}.{ending}", fingerprint(start.as_bytes()));
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
    #[cfg(test)]
    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The latest readable game of a puzzle that is not finished, to go on with, and what is wrong with later ones.
    pub fn latest(session: &Session) -> (Option<(Session, SaveFile)>, Option<String>) {
        let mut trouble = None;
        let places = SaveFile::of(session).map(|saved| saved.all_here()).unwrap_or_default();
        for (mut saved, _) in places {
            match saved.read() {
                // A finished game is nothing to go on with.
                Ok(session) if session.status().is_solved() => {}
                Ok(session) => return (Some((session, saved)), trouble),
                Err(message) => trouble = trouble.or(Some(message)),
            }
        }
        (None, trouble)
    }

    /// Whether there is a game.
    pub fn exists(&self) -> bool {
        self.path.is_file()
    }

    /// Reads the game, to go on with it here.
    pub fn read(&mut self) -> Result<Session, String> {
        self.read_as(|text| Session::read(text).map_err(|error| error.to_string()), SaveFile::of)
    }

    /// The same for games of any kind; `place` says where such a game belongs. A game that is damaged is set aside.
    pub fn read_as<T>(
        &mut self,
        read: impl Fn(&str) -> Result<T, String>,
        place: impl Fn(&T) -> Option<SaveFile>,
    ) -> Result<T, String> {
        let there = self.contents().map_err(|error| self.told(&error))?;
        if there.trim().is_empty() {
            return Err(self.set_aside(&"it is empty"));
        }
        let (text, is_sealed) = match opened(&there) {
            Opened::Whole(text) => (text, true),
            Opened::Unsealed => (there.clone(), false),
            Opened::Damaged => return Err(self.set_aside(&"it is cut short or changed")),
        };
        // Without a seal, its name says which game it was.
        let is_here = |game: &T| is_sealed || place(game).is_none_or(|place| place.is_beside(self));
        match read(&text) {
            Ok(game) if is_here(&game) => {
                self.ours = Some(fingerprint(there.as_bytes()));
                Ok(game)
            }
            // As it was saved, perhaps by a later version.
            Err(error) if is_sealed => Err(self.told(&error)),
            Err(error) => Err(self.set_aside(&error)),
            Ok(_) => Err(self.set_aside(&"it is cut short")),
        }
    }

    /// What an ordinary file holds. A pipe or a device would be waited for.
    fn contents(&self) -> std::io::Result<String> {
        let there = self.path.metadata()?;
        if !there.is_file() || there.len() > LARGEST {
            return Err(std::io::Error::other("not a saved game"));
        }
        let mut bytes = Vec::new();
        fs::File::open(&self.path)?.take(LARGEST).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Gives a damaged game another name, which no game has, and says so.
    fn set_aside(&self, why: &dyn std::fmt::Display) -> String {
        let name = |number: u32| {
            let ending = if number == 1 { "damaged".to_string() } else { format!("damaged-{number}") };
            let mut name = self.path.clone().into_os_string();
            name.push(format!(".{ending}"));
            PathBuf::from(name)
        };
        let moved = (1..=MOST_DAMAGED).map(name).find(|name| take_free_name(&self.path, name).is_ok());
        let damaged = format!("a saved game is damaged ({why})");
        match moved {
            Some(name) => format!("{damaged} and was set aside as {}", name.display()),
            None => self.told(&damaged),
        }
    }

    /// Writes the game so that a crash leaves either the old one or the new one.
    pub fn write(&mut self, session: &Session) -> Result<(), String> {
        let text = session.record().map_err(|refusal| self.told(&refusal))?;
        self.write_text(&text)
    }

    /// The same for games of any kind.
    pub fn write_text(&mut self, text: &str) -> Result<(), String> {
        self.make_way();
        let text = &sealed(text);
        let directory = self.path.parent().unwrap_or(Path::new("."));
        let written =
            make_directory(directory).and_then(|()| write_file(&self.path, text, Existing::Replaced));
        written.map_err(|failure| failure.in_a_line())?;
        self.ours = Some(fingerprint(text.as_bytes()));
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
        match self.contents() {
            Ok(there) => self.ours != Some(fingerprint(there.as_bytes())),
            Err(_) => self.path.is_symlink() || self.path.exists(),
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
        .filter_map(|saved| {
            let there = saved.path.metadata().ok()?;
            let is_game = there.is_file() && there.len() <= LARGEST;
            Some((saved, there.modified().ok()?)).filter(|_| is_game)
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_not_overwritten() {
        let directory = std::env::temp_dir().join(format!("gridwright-saved-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join("a.game");
        let later = sealed("of another\nversion\n");
        fs::write(&path, &later).unwrap();
        let mut saved = SaveFile { path: path.clone(), ours: None };
        assert!(saved.read_as(|_| Err::<(), String>("unknown".to_string()), |_| None).is_err());
        saved.remove();
        saved.write_text("new\ngame\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), later);
        assert_eq!(fs::read_to_string(directory.join("a-2.game")).unwrap(), sealed("new\ngame\n"));
        // What was read may be written again.
        let mut saved = SaveFile { path: path.clone(), ours: None };
        assert_eq!(saved.read_as(|text| Ok::<usize, String>(text.len()), |_| None), Ok(19));
        saved.write_text("newer\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), sealed("newer\n"));
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn damaged_games_are_set_aside_and_hide_no_other() {
        let directory = std::env::temp_dir().join(format!("gridwright-damaged-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let mut session = Session::read("gridwright lightup\n...\n...\n...\n").unwrap();
        session.perform("r1c1 bulb").unwrap();
        let name = SaveFile::of(&session).map_or("x.session".to_string(), |saved| saved.name());
        let path = directory.join(&name);
        let save = || SaveFile { path: path.clone(), ours: None };
        save().write(&session).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        assert_eq!(save().read().unwrap().position(), session.position());
        // Cut short: with its seal, and as earlier versions wrote it, where it looks like a smaller board.
        let parts = [
            (&whole[..whole.len() - 4], "it is cut short or changed", "damaged"),
            ("gridwright lightup\n*..\n...\n", "it is cut short", "damaged-2"),
            ("\n", "it is empty", "damaged-3"),
        ];
        for (part, why, ending) in parts {
            fs::write(&path, part).unwrap();
            let message = save().read().unwrap_err();
            assert!(
                message.contains(&format!("a saved game is damaged ({why}) and was set aside as")),
                "{message}"
            );
            assert!(!path.exists());
            assert_eq!(fs::read_to_string(directory.join(format!("{name}.{ending}"))).unwrap(), part);
        }
        // Earlier versions wrote no seal.
        fs::write(&path, session.record().unwrap()).unwrap();
        assert_eq!(save().read().unwrap().actions().len(), 1);
        fs::remove_dir_all(directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn only_ordinary_files_are_looked_into() {
        use std::os::unix::fs::symlink;
        let directory = std::env::temp_dir().join(format!("gridwright-odd-{}", std::process::id()));
        fs::create_dir_all(directory.join("folder.session")).unwrap();
        symlink("/dev/zero", directory.join("device.session")).unwrap();
        symlink("/no/such/file", directory.join("nothing.session")).unwrap();
        let pipe = directory.join("pipe.session");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let huge = fs::File::create(directory.join("huge.session")).unwrap();
        huge.set_len(1 << 40).unwrap();
        fs::write(directory.join("game.session"), "gridwright lightup\n.\n").unwrap();
        let found = games(&directory, |_| true);
        assert_eq!(found.iter().map(|(saved, _)| saved.name()).collect::<Vec<_>>(), ["game.session"]);
        // A game that belongs where something else is goes beside it.
        for name in ["pipe", "device", "folder", "nothing", "huge"] {
            let mut saved = SaveFile { path: directory.join(format!("{name}.session")), ours: None };
            assert!(saved.read().is_err(), "{name}");
            saved.write_text("a\ngame\n").unwrap();
            assert_eq!(saved.name(), format!("{name}-2.session"));
        }
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
