//! What machines read: the answers of the library as plain structs for JSON.
//!
//! The command prints exactly these with `--json` and in `batch`; other front ends return them. A [`Document`] adds the
//! version of the schema. The JSON Schema of all of them is `docs/schema.json`, which a test keeps up to date.

mod answers;
mod clues;
mod compare;
mod drill;
mod explain;
mod generate;
mod info;
mod session;
mod sheet;
mod status_line;

pub use answers::*;
pub use clues::*;
pub use compare::*;
pub use drill::*;
pub use explain::*;
pub use generate::*;
pub use info::*;
pub use session::*;
pub use sheet::*;
pub use status_line::StatusLine;

pub use crate::scene::{SceneChanges, SceneView};

use crate::count::BigUint;
use crate::model::Breach;
use crate::solve::{End, Status};
use crate::words::Depth;
use gridwright_base::Stopped;
use serde::{Deserialize, Serialize};

/// The version of the schema. It grows when a key changes its meaning or goes away, not when one is added.
pub const SCHEMA: u32 = 1;

/// A view with the version of its schema: what a program gets as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Document_{T}"))]
pub struct Document<T> {
    /// The version of the schema.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The view.
    #[serde(flatten)]
    pub view: T,
    /// Things that a reader passed over or a writer could not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl<T: Serialize> Document<T> {
    /// A document of the current version.
    pub fn new(view: T) -> Document<T> {
        Document { schema: SCHEMA, view, warnings: Vec::new() }
    }

    /// With warnings.
    pub fn with_warnings(self, warnings: &[String]) -> Document<T> {
        Document { warnings: warnings.to_vec(), ..self }
    }

    /// As JSON on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("views have string keys")
    }

    /// As JSON, cut in two inside the empty list of this key: for lists that are written while they grow. The first
    /// part ends behind `[`, the second begins with `]`.
    ///
    /// # Panics
    /// When there is no such list, or it is not empty.
    pub fn around_list(&self, key: &str) -> (String, String) {
        let json = self.to_json();
        let list = format!("\"{key}\":[]");
        let at = json.find(&list).expect("the view has this list, and it is empty") + list.len() - 1;
        (json[..at].to_string(), json[at..].to_string())
    }
}

/// One of many answers: which line it is for, and what the reader remarked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Line_{T}"))]
pub struct Line<T> {
    /// The version of the schema.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// The number of the puzzle's first line in the input, from 1.
    pub index: u64,
    /// What the input calls it, where it does.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub id: serde_json::Value,
    /// The answer.
    #[serde(flatten)]
    pub view: T,
    /// Things the reader passed over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// The last line of answers that are not complete: it tells a later run what they belong to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartView {
    /// What the answers belong to.
    pub part: Belongs,
}

/// What answers belong to, as fingerprints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Belongs {
    /// The action and the options.
    pub options: String,
    /// The puzzles that are answered.
    pub puzzles: String,
}

/// How many solutions there are, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StatusWord {
    /// No solution.
    None,
    /// Exactly one.
    /// Otherwise there would be two solutions.
    Unique,
    /// At least two.
    Multiple,
    /// The search stopped first.
    Unknown,
}

impl From<&Status> for StatusWord {
    fn from(status: &Status) -> StatusWord {
        match status {
            Status::None => StatusWord::None,
            Status::Unique(_) => StatusWord::Unique,
            Status::Multiple(..) => StatusWord::Multiple,
            Status::Unknown { .. } => StatusWord::Unknown,
        }
    }
}

impl StatusWord {
    /// As it is written.
    pub(crate) fn word(self) -> &'static str {
        match self {
            StatusWord::None => "none",
            StatusWord::Unique => "unique",
            StatusWord::Multiple => "multiple",
            StatusWord::Unknown => "unknown",
        }
    }

    /// For a number of solutions that is exact.
    pub fn of_number(number: &BigUint) -> StatusWord {
        match u32::try_from(number) {
            Ok(0) => StatusWord::None,
            Ok(1) => StatusWord::Unique,
            _ => StatusWord::Multiple,
        }
    }
}

/// Why an answer is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StoppedWord {
    /// The work was interrupted.
    Cancelled,
    /// It took as long as allowed.
    Time,
    /// It took as many steps as allowed.
    Steps,
    /// It would have needed more memory than allowed.
    Memory,
    /// It would have needed more than its tables can hold, however much memory there is.
    Size,
    /// It found as many as were asked for, or as are listed at most.
    Limit,
}

impl StoppedWord {
    /// As it is written.
    pub(crate) fn word(self) -> &'static str {
        match self {
            StoppedWord::Cancelled => "cancelled",
            StoppedWord::Time => "time",
            StoppedWord::Steps => "steps",
            StoppedWord::Memory => "memory",
            StoppedWord::Size => "size",
            StoppedWord::Limit => "limit",
        }
    }

    /// Why a list may not be complete.
    pub(crate) fn of_end(end: End) -> Option<StoppedWord> {
        match end {
            End::Exhausted => None,
            End::Limit => Some(StoppedWord::Limit),
            End::Stopped(why) => Some(why.into()),
        }
    }
}

impl From<Stopped> for StoppedWord {
    fn from(stopped: Stopped) -> StoppedWord {
        match stopped {
            Stopped::Cancelled => StoppedWord::Cancelled,
            Stopped::Time => StoppedWord::Time,
            Stopped::Steps => StoppedWord::Steps,
            Stopped::Memory => StoppedWord::Memory,
            Stopped::Size => StoppedWord::Size,
        }
    }
}

/// The verdict on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum VerdictWord {
    /// Every rule is kept.
    Solved,
    /// Something is missing, and it is proven that it can be completed.
    RightSoFar,
    /// No rule is broken yet, something is missing; it may be impossible to complete all the same.
    Unbroken,
    /// It cannot be completed any more.
    Wrong,
}

impl From<crate::model::Verdict> for VerdictWord {
    fn from(verdict: crate::model::Verdict) -> VerdictWord {
        match verdict {
            crate::model::Verdict::Solved => VerdictWord::Solved,
            crate::model::Verdict::RightSoFar => VerdictWord::RightSoFar,
            crate::model::Verdict::Unbroken => VerdictWord::Unbroken,
            crate::model::Verdict::Wrong => VerdictWord::Wrong,
        }
    }
}

/// How a rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BreachWord {
    /// More is entered than the rule allows.
    TooMuch,
    /// Less can still be entered than the rule needs.
    TooLittle,
    /// The same, because of what other rules exclude.
    NoRoom,
}

impl From<Breach> for BreachWord {
    fn from(breach: Breach) -> BreachWord {
        match breach {
            Breach::TooMuch => BreachWord::TooMuch,
            Breach::TooLittle => BreachWord::TooLittle,
            Breach::Starved => BreachWord::NoRoom,
        }
    }
}

/// How a step was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DepthWord {
    /// A printed answer, or what a law rules out once it has all it may have.
    Trivial,
    /// One rule says it.
    One,
    /// Some rules add up to it.
    Sum,
    /// The opposite leads to a contradiction, one conclusion after the other.
    Chain,
    /// Every way the opposite could come about leads to a contradiction.
    Cases,
    /// The opposite leads to a contradiction by way of conclusions that take several rules each.
    Lemmas,
    /// Otherwise there would be two solutions.
    Unique,
}

impl From<Depth> for DepthWord {
    fn from(depth: Depth) -> DepthWord {
        match depth {
            Depth::Trivial => DepthWord::Trivial,
            Depth::One => DepthWord::One,
            Depth::Sum => DepthWord::Sum,
            Depth::Chain => DepthWord::Chain,
            Depth::Cases => DepthWord::Cases,
            Depth::Lemmas => DepthWord::Lemmas,
            Depth::Unique => DepthWord::Unique,
        }
    }
}

/// A number of any size. From 2^53 on it is a string of its digits: many readers of JSON, JavaScript's among them, would
/// round it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Number {
    /// Below 2^53.
    Small(#[cfg_attr(feature = "schema", schemars(range(max = 9_007_199_254_740_991_u64)))] u64),
    /// Its decimal digits.
    Large(#[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9]+$")))] String),
}

impl From<u64> for Number {
    fn from(number: u64) -> Number {
        if number < 1 << 53 { Number::Small(number) } else { Number::Large(number.to_string()) }
    }
}

/// For numbers of any size that fit 64 bits: written as a [`Number`], read from that or from any number.
pub(crate) mod exact {
    use crate::view::Number;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        Number::from(*number).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        match Number::deserialize(deserializer)? {
            Number::Small(number) => Ok(number),
            Number::Large(digits) => digits.parse().map_err(D::Error::custom),
        }
    }
}

impl From<&BigUint> for Number {
    fn from(number: &BigUint) -> Number {
        u64::try_from(number).map_or_else(|_| Number::Large(number.to_string()), Number::from)
    }
}
