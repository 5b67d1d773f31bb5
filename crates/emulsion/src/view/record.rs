//! The view of a game that is written down.

use super::SCHEMA;
use crate::chance::Chance;
use crate::position::Colour;
use crate::record::{Note, Record};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A turn with what is written about the position after it.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordedTurnView {
    /// The turn.
    pub turn: String,
    /// Black's chance to win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Chance>,
    /// In words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// A game. [`Record::from_json`] reads it.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordView {
    /// [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: u32,
    /// `emulsion`.
    pub game: String,
    /// The position at the start.
    pub start: String,
    /// The turns.
    pub turns: Vec<RecordedTurnView>,
    /// Who has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
    /// What else is known, by name.
    pub tags: Tags,
    /// The game as one string for addresses.
    pub link: String,
    /// Black's chance to win at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Chance>,
    /// What is written about the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The last position.
    pub position: String,
    /// Its board, row by row, 0 for Black and 1 for White.
    pub board: Vec<Vec<u8>>,
    /// Whose turn it is there.
    pub to_move: Colour,
}

impl RecordView {
    /// The view of a record.
    pub fn new(record: &Record) -> RecordView {
        let (game, notes) = (record.game(), record.notes());
        let position = game.position();
        let turns = game.turns().iter().zip(&notes[1..]).enumerate().map(|(i, (turn, note))| {
            let before = game.position_after(i).expect("there is a position before each turn");
            RecordedTurnView {
                turn: before.write_turn(*turn),
                evaluation: note.evaluation,
                comment: comment(note),
            }
        });
        RecordView {
            schema: SCHEMA,
            game: "emulsion".to_string(),
            start: game.start().to_line(),
            turns: turns.collect(),
            winner: record.winner(),
            tags: Tags(record.tags.clone()),
            link: record.to_link(),
            evaluation: notes[0].evaluation,
            comment: comment(&notes[0]),
            position: position.to_line(),
            board: position.board.to_lists(),
            to_move: position.to_move,
        }
    }
}

fn comment(note: &Note) -> Option<String> {
    (!note.comment.is_empty()).then(|| note.comment.clone())
}

/// Names and values, in order; an object in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tags(pub Vec<(String, String)>);

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tags, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Tags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("names and values")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Tags, M::Error> {
                let mut tags = Vec::new();
                while let Some(tag) = map.next_entry()? {
                    tags.push(tag);
                }
                Ok(Tags(tags))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Tags {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Tags".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "object", "additionalProperties": { "type": "string" } })
    }
}
