//! Positions by the names of their atoms, for our own text and JSON: a genre with no form of its own for entries,
//! crossed-out atoms and notes gets all three from here.

use super::json::{self, expected};
use super::{ParseError, Parsed, native};
use crate::model::{Atom, Position, Value};
use crate::printed::PrintedBoard;
use gridwright_base::shown_in_line;

/// The lists of a position, as sections of a text and keys of an object.
pub const LISTS: [&str; 3] = ["entries", "crossed", "notes"];

fn list_of(position: &Position, list: usize) -> Vec<Atom> {
    let facts = |holds| position.board.facts().filter(move |f| f.holds == holds).map(|f| f.atom);
    match list {
        0 => facts(true).collect(),
        1 => facts(false).collect(),
        _ => position.notes.iter().collect(),
    }
}

/// Why an atom is not put on a list.
#[derive(Debug, thiserror::Error)]
enum NotPut {
    #[error("this is not possible here{}", .example.as_ref().map_or(String::new(), |name| format!(" (expected such as '{name}')")))]
    NotPossible { example: Option<String> },
    #[error("this comes twice")]
    Twice,
}

/// Puts an atom on one of the lists.
fn put(parsed: &mut Parsed, list: usize, name: &str) -> Result<(), NotPut> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let Some(atom) = parsed.board.atom_named(&words.join(" ")) else {
        let example = (parsed.board.atom_count() > 0).then(|| parsed.board.atom_name(Atom(0)));
        return Err(NotPut::NotPossible { example });
    };
    let entered = &mut parsed.position.board;
    match list {
        0 | 1 if entered.get(atom) != Value::Open => return Err(NotPut::Twice),
        0 => entered.set(atom, Value::Yes),
        1 => entered.set(atom, Value::No),
        _ => parsed.position.notes.set(atom, true),
    }
    Ok(())
}

/// Reads the sections of a text: names between commas or on lines of their own.
pub fn read_native(document: &native::Document<'_>, parsed: &mut Parsed) -> Result<(), ParseError> {
    for (list, section) in LISTS.into_iter().enumerate() {
        for name in document.section(section).iter().flat_map(|row| row.split(',')) {
            put(parsed, list, name.as_str()).map_err(|why| name.trim().error(why))?;
        }
    }
    Ok(())
}

/// The sections of a text, those that are empty left out.
pub fn write_native(board: &dyn PrintedBoard, position: &Position) -> String {
    let mut text = String::new();
    for (list, section) in LISTS.into_iter().enumerate() {
        let names: Vec<String> =
            list_of(position, list).into_iter().map(|atom| board.atom_name(atom)).collect();
        if !names.is_empty() {
            text += &format!("{section}:\n{}\n", names.join("\n"));
        }
    }
    text
}

/// Reads the lists of an object.
pub fn read_json(object: &json::Object, parsed: &mut Parsed) -> Result<(), ParseError> {
    for (list, key) in LISTS.into_iter().enumerate() {
        for (i, value) in object.array(key)?.iter().enumerate() {
            let path = format!("{key}[{i}]");
            let name = value.as_str().ok_or_else(|| expected(&path, "a name", value))?;
            put(parsed, list, name)
                .map_err(|why| ParseError::whole(format!("'{path}': '{}': {why}", shown_in_line(name))))?;
        }
    }
    Ok(())
}

/// The lists of an object, those that are empty left out.
pub fn write_json(
    board: &dyn PrintedBoard,
    position: &Position,
    object: &mut serde_json::Map<String, serde_json::Value>,
) {
    for (list, key) in LISTS.into_iter().enumerate() {
        let names: Vec<String> =
            list_of(position, list).into_iter().map(|atom| board.atom_name(atom)).collect();
        if !names.is_empty() {
            object.insert(key.to_string(), names.into());
        }
    }
}
