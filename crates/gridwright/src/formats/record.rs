//! Objects that tell of a puzzle and hold it, as our commands print them: one that was made, or converted.

use super::{ParseError, known, read_json};
use crate::frames::json::Object;
use crate::puzzle::{Genre, Reading};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// It holds a puzzle: an object, or a text in any format.
    Holds,
    /// There is none.
    Missed,
}

/// The status of a record; `None` where the object is no record but, perhaps, a puzzle.
pub(super) fn status(object: &Object) -> Option<Status> {
    match object.get("status")?.as_str()? {
        "made" | "converted" if object.has("puzzle") || object.has("text") => Some(Status::Holds),
        "missed" => Some(Status::Missed),
        _ => None,
    }
}

/// Reads the puzzle that a record holds.
pub(super) fn read(
    record: &Object,
    status: Status,
    genre: Option<&'static Genre>,
) -> Result<Vec<Result<Reading, ParseError>>, ParseError> {
    if status == Status::Missed {
        return Err(ParseError::whole("no puzzle was made here"));
    }
    if let Some(puzzle) = record.object("puzzle")? {
        return read_json(&puzzle, genre);
    }
    let named = record.string("genre")?.map(known).transpose()?;
    let text = record.string("text")?.unwrap_or_default();
    // Places in the text are not places in the record.
    let place = |error: ParseError| ParseError::whole(format!("in 'text': {}", error.message));
    Ok(vec![super::read(text, None, named.or(genre)).map_err(place)])
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
