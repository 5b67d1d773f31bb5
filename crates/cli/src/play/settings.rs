//! What a player has chosen, remembered in the configuration directory.

use crate::shell::atomic_file::{self, Existing};
use gridwright::rating::Level;
use gridwright::session::{BestTimes, Errors, Preferences, Session, Style};
use gridwright_base::{Text, json};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What a player has chosen in the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    #[serde(flatten)]
    pub play: Preferences,
    /// The hand is on the letters: h goes left.
    pub vi_keys: bool,
    pub colours: ColourChoice,
}

/// How many colours to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColourChoice {
    /// As many as the terminal seems to have.
    #[default]
    Auto,
    Many,
    Sixteen,
    None,
}

impl ColourChoice {
    const ALL: [(ColourChoice, &'static str); 4] = [
        (ColourChoice::Auto, "as the terminal says"),
        (ColourChoice::Many, "256"),
        (ColourChoice::Sixteen, "16"),
        (ColourChoice::None, "none"),
    ];

    fn place(self) -> usize {
        ColourChoice::ALL.iter().position(|(choice, _)| *choice == self).unwrap_or(0)
    }
}

/// A row of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Errors,
    AutoMarks,
    CleanNotes,
    Highlights,
    Clock,
    Colours,
    ViKeys,
}

impl Settings {
    /// The rows that mean something while this style is played.
    pub fn rows(style: Style) -> Vec<Row> {
        let digits = [Row::CleanNotes, Row::Highlights].into_iter().filter(|_| style == Style::Digits);
        let first = [Row::Errors, Row::AutoMarks].into_iter();
        first.chain(digits).chain([Row::Clock, Row::Colours, Row::ViKeys]).collect()
    }

    /// A row as it is shown.
    pub fn row(&self, row: Row, style: Style) -> (&'static str, String) {
        let settings = self.play.settings(style);
        let yes = |is_so: bool| if is_so { "yes" } else { "no" }.to_string();
        match row {
            Row::Errors => {
                let shown = match settings.errors {
                    Errors::Conflicts => "direct conflicts",
                    Errors::On => "all",
                    Errors::OnRequest => "when you check",
                    Errors::Off => "never",
                };
                ("Show errors", shown.to_string())
            }
            Row::AutoMarks if style == Style::Digits => ("Hide impossible notes", yes(settings.auto_marks)),
            Row::AutoMarks => ("Mark what is impossible", yes(settings.auto_marks)),
            Row::CleanNotes => ("Clean notes", yes(settings.clean_notes)),
            Row::Highlights => ("Highlight digit, houses", yes(settings.highlights)),
            Row::Clock => ("Clock", yes(self.play.clock)),
            Row::Colours => ("Colours", ColourChoice::ALL[self.colours.place()].1.to_string()),
            Row::ViKeys => ("h moves left", yes(self.vi_keys)),
        }
    }

    /// Changes a row to its next value, or the one before.
    pub fn turn(&mut self, row: Row, style: Style, by: isize) {
        let settings = self.play.settings_mut(style);
        match row {
            Row::Errors => {
                let place = Errors::ALL.iter().position(|errors| *errors == settings.errors).unwrap_or(0);
                let next = (place as isize + by).rem_euclid(Errors::ALL.len() as isize);
                settings.errors = Errors::ALL[next as usize];
            }
            Row::AutoMarks => settings.auto_marks = !settings.auto_marks,
            Row::CleanNotes => settings.clean_notes = !settings.clean_notes,
            Row::Highlights => settings.highlights = !settings.highlights,
            Row::Clock => self.play.clock = !self.play.clock,
            Row::Colours => {
                let next = (self.colours.place() as isize + by).rem_euclid(ColourChoice::ALL.len() as isize);
                self.colours = ColourChoice::ALL[next as usize].0;
            }
            Row::ViKeys => self.vi_keys = !self.vi_keys,
        }
    }
}

/// Settings and best times, and where they are kept.
pub struct Memory {
    pub settings: Settings,
    times: BestTimes,
    settings_file: Option<PathBuf>,
    times_file: Option<PathBuf>,
    /// What went wrong.
    pub trouble: Option<String>,
}

/// No file of ours is nearly that large.
const LARGEST: u64 = 1 << 20;

impl Memory {
    /// Of nothing, kept nowhere.
    #[cfg(test)]
    pub fn none() -> Memory {
        Memory {
            settings: Settings::default(),
            times: BestTimes::default(),
            settings_file: None,
            times_file: None,
            trouble: None,
        }
    }

    /// What was remembered. A file that cannot be read is left alone, and nothing is remembered in it.
    pub fn load() -> Memory {
        let config =
            directory("XDG_CONFIG_HOME", "APPDATA", ".config").map(|path| path.join("settings.json"));
        let state =
            directory("XDG_STATE_HOME", "LOCALAPPDATA", ".local/state").map(|path| path.join("times.json"));
        Memory::load_from(config, state)
    }

    fn load_from(mut settings_file: Option<PathBuf>, mut times_file: Option<PathBuf>) -> Memory {
        let mut trouble = None;
        let settings = read(&mut settings_file, &mut trouble);
        let times = read(&mut times_file, &mut trouble);
        Memory { settings, times, settings_file, times_file, trouble }
    }

    /// Remembers settings, if they are new.
    pub fn keep(&mut self, settings: Settings) {
        if settings != self.settings {
            self.settings = settings;
            self.trouble = self.settings_file.as_deref().and_then(|path| write(path, &settings).err());
        }
    }

    /// Remembers the time of a solved session, and says how it compares.
    pub fn take_time(&mut self, session: &Session, level: Option<Level>) -> Option<String> {
        let before = self.times.clone();
        let said = self.times.take(session, level);
        if self.times != before {
            self.trouble = self.times_file.as_deref().and_then(|path| write(path, &self.times).err());
        }
        said
    }
}

fn read<T: DeserializeOwned + Default>(path: &mut Option<PathBuf>, trouble: &mut Option<String>) -> T {
    let text = match path.as_deref().map(text_of) {
        None | Some(Ok(None)) => return T::default(),
        Some(Ok(Some(text))) => json::read(Text::new(&text)).map_err(|error| error.to_string()),
        Some(Err(error)) => Err(error.to_string()),
    };
    text.unwrap_or_else(|error| {
        let name = path.take().unwrap_or_default();
        *trouble = Some(format!("'{}' is not read: {error}", name.display()));
        T::default()
    })
}

/// What an ordinary file holds; `None` where there is none.
fn text_of(path: &Path) -> std::io::Result<Option<String>> {
    match path.metadata() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
        Ok(there) if !there.is_file() => return Err(std::io::Error::other("it is not an ordinary file")),
        Ok(_) => {}
    }
    let mut text = String::new();
    fs::File::open(path)?.take(LARGEST).read_to_string(&mut text)?;
    Ok(Some(text))
}

fn write(path: &Path, value: &impl Serialize) -> Result<(), String> {
    let told = |error: &dyn std::fmt::Display| format!("'{}': {error}", path.display());
    if let Some(directory) = path.parent() {
        atomic_file::make_directory(directory).map_err(|failure| failure.in_a_line())?;
    }
    let text = serde_json::to_string_pretty(value).map_err(|error| told(&error))? + "\n";
    atomic_file::write_file(path, &text, Existing::Replaced).map_err(|failure| failure.in_a_line())
}

/// Where this system keeps things of a kind.
fn directory(unix: &str, windows: &str, below_home: &str) -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let place =
        from(unix).or_else(|| from(windows)).or_else(|| from("HOME").map(|home| home.join(below_home)))?;
    Some(place.join("gridwright"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_is_remembered_and_damaged_files_are_left_alone() {
        let directory = std::env::temp_dir().join(format!("gridwright-settings-{}", std::process::id()));
        let path = directory.join("deeper").join("settings.json");
        let load = || Memory::load_from(Some(path.clone()), None);
        let mut memory = load();
        assert_eq!((memory.settings, &memory.trouble), (Settings::default(), &None));
        let mut settings = memory.settings;
        for row in Settings::rows(Style::Digits) {
            settings.turn(row, Style::Digits, 1);
        }
        memory.keep(settings);
        assert_eq!(memory.trouble, None);
        assert_eq!(load().settings, settings);
        assert_ne!(settings, Settings::default());
        // A key of another version does no harm; nonsense is not overwritten.
        fs::write(&path, r#"{"clock":false,"later":1}"#).unwrap();
        assert!(!load().settings.play.clock);
        fs::write(&path, "nonsense").unwrap();
        let mut memory = load();
        assert!(memory.trouble.take().unwrap().contains("is not read"));
        memory.keep(settings);
        assert_eq!(fs::read_to_string(&path).unwrap(), "nonsense");
        fs::remove_dir_all(directory).unwrap();
    }
}
