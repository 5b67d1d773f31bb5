//! What every fuzz target checks of a reader.

use gridwright::formats::{self, Format};
use gridwright::model;

/// Reads `data` as a puzzle. Refusing is fine; what is accepted must survive our own two formats unchanged, and
/// every question that takes no search must have an answer.
pub fn read(format: Option<Format>, data: &[u8]) {
    let Ok(input) = std::str::from_utf8(data) else { return };
    let reading = match formats::read(input, format, None) {
        Ok(reading) => reading,
        Err(error) => {
            error.line_column(input);
            return;
        }
    };
    for own in [Format::Native, Format::Json] {
        let text = reading.puzzle.write(own, &reading.position).expect("our own formats hold everything");
        let again = formats::read(&text, Some(own), None).expect("what we write can be read");
        assert_eq!(again.puzzle.write(own, &again.position).as_ref(), Ok(&text));
        assert_eq!(again.position, reading.position);
    }
    if reading.puzzle.grid().len() <= 400 {
        let rules = reading.puzzle.model();
        model::flags(&rules, &reading.position.board);
        reading.puzzle.flagged_scene(&reading.position);
        for &format in reading.puzzle.genre().writes {
            if let Ok(text) = reading.puzzle.write(format, &reading.position) {
                let genre = Some(reading.puzzle.genre());
                formats::read(&text, Some(format), genre).expect("what we write can be read");
            }
        }
    }
}
