//! Positions by the names of their atoms, for our own text and JSON: a genre with no form of its own for entries,
//! crossed-out atoms and notes gets all three from here.

use super::json::{self, expected};
use super::{ParseError, native};
use crate::genres::{Puzzle, Reading};
use crate::model::{Atom, Position, Value};

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

/// Puts an atom on one of the lists; `Err` says why not.
fn put(reading: &mut Reading, list: usize, name: &str) -> Result<(), String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let Some(atom) = reading.puzzle.atom_named(&words.join(" ")) else {
        let example = (reading.puzzle.atom_count() > 0).then(|| reading.puzzle.atom_name(Atom(0)));
        let such = example.map_or(String::new(), |name| format!(" (expected such as '{name}')"));
        return Err(format!("this is not possible here{such}"));
    };
    let board = &mut reading.position.board;
    match list {
        0 | 1 if board.get(atom) != Value::Open => return Err("this comes twice".to_string()),
        0 => board.set(atom, Value::Yes),
        1 => board.set(atom, Value::No),
        _ => reading.position.notes.set(atom, true),
    }
    Ok(())
}

/// Reads the sections of a text: names between commas or on lines of their own.
pub fn read_native(document: &native::Document<'_>, reading: &mut Reading) -> Result<(), ParseError> {
    for (list, section) in LISTS.into_iter().enumerate() {
        for name in document.section(section).iter().flat_map(|row| row.split(',')) {
            put(reading, list, name.as_str()).map_err(|why| name.trim().error(why))?;
        }
    }
    Ok(())
}

/// The sections of a text, those that are empty left out.
pub fn write_native(puzzle: &dyn Puzzle, position: &Position) -> String {
    let mut text = String::new();
    for (list, section) in LISTS.into_iter().enumerate() {
        let names: Vec<String> =
            list_of(position, list).into_iter().map(|atom| puzzle.atom_name(atom)).collect();
        if !names.is_empty() {
            text += &format!("{section}:\n{}\n", names.join("\n"));
        }
    }
    text
}

/// Reads the lists of an object.
pub fn read_json(object: &json::Object, reading: &mut Reading) -> Result<(), ParseError> {
    for (list, key) in LISTS.into_iter().enumerate() {
        for (i, value) in object.array(key)?.iter().enumerate() {
            let path = format!("{key}[{i}]");
            let name = value.as_str().ok_or_else(|| expected(&path, "a name", value))?;
            put(reading, list, name)
                .map_err(|why| ParseError::whole(format!("'{path}': '{}': {why}", name.escape_debug())))?;
        }
    }
    Ok(())
}

/// The lists of an object, those that are empty left out.
pub fn write_json(
    puzzle: &dyn Puzzle,
    position: &Position,
    object: &mut serde_json::Map<String, serde_json::Value>,
) {
    for (list, key) in LISTS.into_iter().enumerate() {
        let names: Vec<String> =
            list_of(position, list).into_iter().map(|atom| puzzle.atom_name(atom)).collect();
        if !names.is_empty() {
            object.insert(key.to_string(), names.into());
        }
    }
}
