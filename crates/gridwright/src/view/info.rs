//! Genres, texts and errors.

use crate::frames::Format;
use crate::model::Role;
use crate::puzzle::Genre;
use crate::registry;
use gridwright_base::ParseError;
use serde::{Deserialize, Serialize};

/// A text in some format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TextView {
    /// The genre.
    pub genre: String,
    /// Always `converted`.
    pub status: TextWord,
    /// The format, or `text`, `ansi`, `svg` or `scene` for a drawing.
    pub format: String,
    /// The text.
    pub text: String,
}

/// What became of a puzzle that was to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum TextWord {
    Converted,
}

/// What went wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorView {
    /// What is wrong and what was expected.
    pub message: String,
    /// The line of the input, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column, in characters from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
}

impl ErrorView {
    /// An error without a place.
    pub fn new(message: impl Into<String>) -> ErrorView {
        ErrorView { message: message.into(), line: None, column: None }
    }

    /// An error in an input.
    pub fn of_input(error: &ParseError, input: &str) -> ErrorView {
        let (line, column) = error.line_column(input).unzip();
        let number = |number: Option<usize>| number.map(|number| number as u64);
        ErrorView { message: error.message.clone(), line: number(line), column: number(column) }
    }
}

/// What a program gets in place of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureView {
    /// The genre, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub genre: Option<String>,
    /// Always `error`.
    pub status: FailureWord,
    /// What went wrong.
    pub error: ErrorView,
}

/// That there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum FailureWord {
    Error,
}

impl FailureView {
    /// An error about a puzzle of this genre, or of none.
    pub fn new(genre: Option<&str>, error: ErrorView) -> FailureView {
        FailureView { genre: genre.map(str::to_string), status: FailureWord::Error, error }
    }
}

/// A genre.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GenreView {
    /// The name in commands and files.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Names other programs use.
    pub aliases: Vec<String>,
    /// The goal in one sentence.
    pub summary: String,
    /// The formats that are read.
    pub reads: Vec<String>,
    /// The formats that are written.
    pub writes: Vec<String>,
    /// The kinds of rules.
    pub rules: Vec<RuleKindView>,
    /// The options of its puzzles.
    pub options: Vec<OptionView>,
    /// What players call steps, the most telling names first.
    pub techniques: Vec<String>,
    /// Whether new puzzles can be made.
    pub generates: bool,
    /// A small puzzle in native form.
    pub example: String,
}

/// All genres.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GenresView {
    /// Each of them.
    pub genres: Vec<GenreView>,
}

impl GenresView {
    /// Of the whole registry.
    pub fn new() -> GenresView {
        GenresView { genres: registry::ALL.iter().map(|genre| GenreView::new(genre)).collect() }
    }
}

impl Default for GenresView {
    fn default() -> GenresView {
        GenresView::new()
    }
}

/// What the program is and can do: the answer to no question at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WelcomeView {
    /// The version of the program.
    pub version: String,
    /// The genres it knows.
    pub genres: Vec<String>,
    /// A small puzzle in native form.
    pub example: String,
    /// Its solution, in the shape of the genre's data sets.
    pub solution: serde_json::Value,
}

/// A script that completes command lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompletionsView {
    /// The shell that it is for.
    pub shell: String,
    /// The script.
    pub script: String,
}

/// A page of the manual.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ManView {
    /// The command; null for the program as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The page, for man.
    pub page: String,
}

/// A kind of rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleKindView {
    /// Its id, `GENRE.clue`.
    pub id: String,
    /// `law` where it holds on every board of the genre, `clue` where it is printed.
    pub role: RoleWord,
    /// The rule in one sentence.
    pub text: String,
}

/// Whether a rule is part of the genre or printed on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum RoleWord {
    Law,
    Clue,
}

impl RoleWord {
    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            RoleWord::Law => "law",
            RoleWord::Clue => "clue",
        }
    }
}

impl From<Role> for RoleWord {
    fn from(role: Role) -> RoleWord {
        match role {
            Role::Law => RoleWord::Law,
            Role::Clue => RoleWord::Clue,
        }
    }
}

/// An option of a genre's puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionView {
    /// Its name.
    pub key: String,
    /// The values it takes, the default first; empty where it takes others.
    pub values: Vec<String>,
    /// What it does.
    pub help: String,
}

impl GenreView {
    /// Of a genre.
    pub fn new(genre: &Genre) -> GenreView {
        let strings = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
        let mut techniques: Vec<String> =
            genre.techniques.iter().map(|technique| technique.name.to_string()).collect();
        techniques.dedup();
        let rule = |rule: &crate::model::RuleKind| RuleKindView {
            id: rule.id.to_string(),
            role: rule.role.into(),
            text: rule.text.to_string(),
        };
        let option = |option: &crate::printed::PuzzleOption| OptionView {
            key: option.key.to_string(),
            values: strings(option.values),
            help: option.help.to_string(),
        };
        let names = |formats: &[Format]| formats.iter().map(|format| format.to_string()).collect();
        GenreView {
            id: genre.id.to_string(),
            name: genre.name.to_string(),
            aliases: strings(genre.aliases),
            summary: genre.summary.to_string(),
            reads: names(&genre.readers.formats()),
            writes: names(&genre.written()),
            rules: genre.rules.iter().map(rule).collect(),
            options: genre.options.iter().map(option).collect(),
            techniques,
            generates: genre.maker.is_some(),
            example: genre.example.to_string(),
        }
    }
}
