//! Objects that tell of a puzzle and hold it: as our commands print them, made or converted, or as lists of puzzles have
//! them, with an id and an address.

use super::{ParseError, known, read_json, strange_keys};
use crate::frames::json::Object;
use crate::puzzle::{Genre, Reading};
use crate::registry;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// What our commands print about a puzzle: an object, or a text in any format.
    Told,
    /// There is none.
    Missed,
    /// A line of a list, with a puzzle as a text in any format.
    Listed,
}

/// Keys under which a list has its puzzles.
const LISTED: [&str; 2] = ["puzzle", "url"];

/// What kind of record an object is; `None` where it is no record but, perhaps, a puzzle.
pub(super) fn kind(object: &Object) -> Option<Kind> {
    match object.get("status").and_then(|status| status.as_str()) {
        Some("made" | "converted") if object.has("puzzle") || object.has("text") => return Some(Kind::Told),
        Some("missed") => return Some(Kind::Missed),
        _ => {}
    }
    // What has a board of its own may come from a page, too.
    let has_board = registry::ALL.iter().any(|genre| object.has(genre.readers.json_keys[0]));
    (!has_board && LISTED.iter().any(|key| object.has(key))).then_some(Kind::Listed)
}

/// Reads the puzzle that a record holds.
pub(super) fn read(
    record: &Object,
    kind: Kind,
    genre: Option<&'static Genre>,
) -> Result<Vec<Result<Reading, ParseError>>, ParseError> {
    let key = match kind {
        Kind::Missed => return Err(ParseError::whole("no puzzle was made here")),
        Kind::Told => {
            if record.has("puzzle") {
                "puzzle"
            } else {
                "text"
            }
        }
        Kind::Listed => LISTED.into_iter().find(|key| record.has(key)).unwrap_or_default(),
    };
    let is_text = record.get(key).is_some_and(|held| held.is_string());
    if key == "puzzle"
        && !is_text
        && let Some(puzzle) = record.object(key)?
    {
        return read_json(&puzzle, genre);
    }
    let named = record.string("genre")?.map(known).transpose()?;
    let text = record.string(key)?.unwrap_or_default();
    // Places in the text are not places in the record.
    let place = |error: ParseError| ParseError::whole(format!("in '{key}': {}", error.message));
    let mut reading = super::read(text, None, named.or(genre)).map_err(place)?;
    if kind == Kind::Listed {
        let genre = reading.puzzle.genre();
        record.each_option(genre, |key, value| reading.set_option(key, value))?;
        reading.warnings.extend(strange_keys(genre, record, &LISTED));
    }
    Ok(vec![Ok(reading)])
}

#[cfg(test)]
mod tests {
    use crate::formats::{Format, read};
    use crate::model::Position;
    use crate::registry;
    use serde_json::{Value, json};

    #[test]
    fn records_are_read_as_the_puzzles_they_hold() {
        for genre in registry::ALL {
            let puzzle = read(genre.example, None, None).unwrap().puzzle;
            let blank = Position::blank(puzzle.atom_count());
            let texts = Format::ALL.into_iter().filter_map(|(format, ..)| puzzle.write(format, &blank).ok());
            let mut number = 0;
            for text in texts {
                number += 1;
                let alone = read(&text, None, Some(genre)).unwrap();
                let mut records =
                    vec![json!({"id": null, "genre": genre.id, "status": "converted", "text": text})];
                if let Ok(object) = serde_json::from_str::<Value>(&text) {
                    records.push(json!({"status": "made", "puzzle": object, "solution": [1], "index": 1}));
                }
                for record in records.iter().map(Value::to_string) {
                    let held =
                        read(&record, None, None).unwrap_or_else(|error| panic!("{record}: {error:?}"));
                    assert_eq!(held.write(Format::Native), alone.write(Format::Native), "{record}");
                    assert_eq!(held.warnings, alone.warnings, "{record}");
                    for other in registry::ALL.iter().filter(|other| other.id != genre.id) {
                        assert!(read(&record, None, Some(other)).is_err(), "{record}");
                    }
                }
            }
            assert!(number >= 2, "{}", genre.id);
        }
    }

    #[test]
    fn lists_hold_puzzles_as_texts_with_options_beside_them() {
        let id = "7x7:b1f2iB2g1Bi2fBb";
        let alone = read(id, None, None).unwrap();
        for record in [
            json!({"id": 7, "puzzle": id}),
            json!({"id": "x", "url": "puzz.link/p?akari/7/7/hbjcm.ck1.ocj.h", "my_rating": 3}),
            json!({"puzzle": alone.write(Format::Native).unwrap(), "url": "https://example.org/"}),
            json!({"puzzle": serde_json::from_str::<Value>(&alone.write(Format::Json).unwrap()).unwrap()}),
        ] {
            let held = read(&record.to_string(), None, None).unwrap();
            assert_eq!(held.write(Format::Native), alone.write(Format::Native), "{record}");
            assert_eq!(held.warnings, [""; 0]);
        }
        let torus =
            read(&json!({"puzzle": id, "wrapping": true, "wraping": 1}).to_string(), None, None).unwrap();
        assert!(torus.write(Format::Native).unwrap().starts_with("gridwright lightup wrapping=yes"));
        assert_eq!(torus.warnings, ["the key 'wraping' means nothing here and is passed over"]);
        // A board of its own goes before the page that it comes from.
        let own =
            read(&json!({"grid": ["."], "url": "https://example.org/7"}).to_string(), None, None).unwrap();
        assert_eq!((own.puzzle.grid().len(), own.warnings.len()), (1, 0));

        let refused = |record: Value| read(&record.to_string(), None, None).unwrap_err().message;
        assert!(refused(json!({"puzzle": "what"})).starts_with("in 'puzzle': "));
        assert!(refused(json!({"url": ""})).starts_with("in 'url': "));
        assert!(refused(json!({"url": 7})).contains("'url' should be a string"));
        assert!(refused(json!({"puzzle": [id]})).contains("'puzzle' should be an object"));
        assert!(refused(json!({"genre": "sudoku", "puzzle": id})).starts_with("in 'puzzle': "));
        assert!(refused(json!({"puzzle": id, "wrapping": "perhaps"})).starts_with("'wrapping': "));
    }

    #[test]
    fn records_without_a_puzzle_say_so() {
        let refused = |record: Value| read(&record.to_string(), None, None).unwrap_err().message;
        assert!(refused(json!({"status": "missed", "tries": 5})).contains("no puzzle was made"));
        assert!(refused(json!({"status": "made", "text": "what"})).starts_with("in 'text': "));
        assert!(refused(json!({"status": "made", "puzzle": 7})).contains("'puzzle' should be an object"));
        assert!(refused(json!({"status": "made", "genre": "magic", "text": ""})).contains("magic"));
        // Texts in texts in texts come to an end.
        let mut record = json!({"status": "made", "text": "what"});
        for _ in 0..12 {
            record = json!({"status": "made", "text": record.to_string()});
        }
        assert!(refused(record).starts_with("in 'text': in 'text': "));
    }
}
