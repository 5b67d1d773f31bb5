//! What a player can choose about how a session looks and helps, to be remembered between games.

use super::{Errors, Style};
use serde::{Deserialize, Serialize};

/// How a session is shown, and what it does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Which errors are shown, and when.
    pub errors: Errors,
    /// Whether what single rules rule out is crossed out, and notes of it are left out.
    pub auto_marks: bool,
    /// Whether entering a digit rubs out the notes that it rules out.
    pub clean_notes: bool,
    /// Whether the houses of a cell and its digit elsewhere stand out.
    pub highlights: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { errors: Errors::On, auto_marks: false, clean_notes: true, highlights: true }
    }
}

impl Settings {
    /// The settings of players who have chosen none. In digits, only direct conflicts show: that a digit leaves some cell
    /// without one is for the player to find out.
    pub fn usual(style: Style) -> Settings {
        let errors = if style == Style::Digits { Errors::Conflicts } else { Errors::On };
        Settings { errors, ..Settings::default() }
    }
}

/// What a player has chosen, for all games. Where digits are typed, people want other settings than elsewhere.
///
/// ```
/// use gridwright::Session;
/// use gridwright::session::{Errors, Preferences, Style};
/// let mut preferences: Preferences = serde_json::from_str(r#"{"clock":false}"#)?;
/// assert_eq!(preferences.settings(Style::Digits).errors, Errors::Conflicts);
/// preferences.settings_mut(Style::Digits).errors = Errors::Off;
/// assert_eq!(preferences.settings(Style::Place).errors, Errors::On);
/// let again: Preferences = serde_json::from_str(&serde_json::to_string(&preferences)?)?;
/// assert_eq!(again, preferences);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Where digits are typed.
    digits: Settings,
    /// Everywhere else.
    others: Settings,
    /// Whether the clock is shown.
    pub clock: bool,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            digits: Settings::usual(Style::Digits),
            others: Settings::usual(Style::Place),
            clock: true,
        }
    }
}

impl Preferences {
    /// The settings for genres that are played in this style.
    pub fn settings(&self, style: Style) -> Settings {
        match style {
            Style::Digits => self.digits,
            Style::Place | Style::Lines => self.others,
        }
    }

    /// The same, to be changed.
    pub fn settings_mut(&mut self, style: Style) -> &mut Settings {
        match style {
            Style::Digits => &mut self.digits,
            Style::Place | Style::Lines => &mut self.others,
        }
    }
}
