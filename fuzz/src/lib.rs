//! What every fuzz target checks: of a reader, and of a session.

mod c_calls;
mod traces;

pub use c_calls::call_c;

use gridwright::formats::{Format, ReadOptions};
use gridwright::{Reading, Session, model};
use gridwright_emulsion::{Position, Record};

/// Reads `data` as a puzzle. Refusing is fine; what is accepted must survive our own two formats unchanged, and
/// every question that takes no search must have an answer.
pub fn read(format: Option<Format>, data: &[u8]) {
    let Ok(input) = std::str::from_utf8(data) else { return };
    let as_format = |format| ReadOptions { format, ..Default::default() };
    let reading = match Reading::parse_with(input, &as_format(format)) {
        Ok(reading) => reading,
        Err(error) => {
            error.line_column(input);
            return;
        }
    };
    for own in [Format::Native, Format::Json] {
        let text = reading.puzzle.write(own, &reading.position).expect("our own formats hold everything");
        let again = Reading::parse_with(&text, &as_format(Some(own))).expect("what we write can be read");
        assert_eq!(again.puzzle.write(own, &again.position).as_ref(), Ok(&text));
        assert_eq!(again.position, reading.position);
    }
    if reading.puzzle.grid().len() <= 400 {
        model::flags(reading.puzzle.model(), &reading.position.board);
        reading.puzzle.flagged_scene(&reading.position);
        for &format in reading.puzzle.genre().writes {
            if let Ok(text) = reading.puzzle.write(format, &reading.position) {
                let options = ReadOptions { genre: Some(reading.puzzle.genre()), ..as_format(Some(format)) };
                Reading::parse_with(&text, &options).expect("what we write can be read");
            }
        }
    }
}

/// Reads `data` as a puzzle that has been played. What is accepted must come back from its record, history and all.
pub fn read_session(data: &[u8]) {
    let Ok(input) = std::str::from_utf8(data) else { return };
    let mut session = match Session::read(input) {
        Ok(session) => session,
        Err(error) => {
            error.line_column(input);
            return;
        }
    };
    if session.puzzle().grid().len() > 400 {
        return;
    }
    let record = session.record().expect("our own format holds everything");
    let again = Session::read(&record).expect("what we write can be read");
    assert_eq!((again.actions(), again.undone()), (session.actions(), session.undone()));
    assert_eq!((again.position(), again.tally), (session.position(), session.tally));
    session.scene();
    while session.undo().is_some() {}
    while session.redo().is_some() {}
    session.restart();
}

/// Where traces start: a board of each kind.
const STARTS: [&str; 7] = [
    include_str!("../../corpus/lightup/valid/position.txt"),
    include_str!("../../corpus/lightup/valid/torus-position.txt"),
    include_str!("../../corpus/starbattle/valid/position.txt"),
    include_str!("../../corpus/sudoku/valid/position.txt"),
    include_str!("../../corpus/sudoku/valid/twelve.txt"),
    include_str!("../../corpus/suguru/valid/position.txt"),
    include_str!("../../corpus/yosenabe/valid/position.txt"),
];

/// Plays as `data` says: the first byte chooses the board.
pub fn replay_trace(data: &[u8]) {
    let Some((board, trace)) = data.split_first() else { return };
    let text = STARTS[usize::from(*board) % STARTS.len()];
    let start = Session::read(text).expect("boards of the corpus can be read");
    traces::replay(&start, trace);
}

/// Reads `data` as positions and games of Emulsion. What is accepted must come back from everything we write.
pub fn read_emulsion(data: &[u8]) {
    let Ok(input) = std::str::from_utf8(data) else { return };
    if let Ok(position) = Position::read(input) {
        assert_eq!(Position::read(&position.to_line()).as_ref(), Ok(&position));
        let _ = position.read_turn(input);
    }
    let game = Record::from_link(input);
    for record in [Record::read(input), Record::from_json(input), game].into_iter().flatten() {
        assert_eq!(Record::read(&record.to_text()).as_ref(), Ok(&record));
        assert_eq!(Record::from_json(&record.to_json().to_string()).as_ref(), Ok(&record));
        let again = Record::from_link(&record.to_link());
        assert_eq!(again.as_ref().map(Record::game), Ok(record.game()));
    }
}
