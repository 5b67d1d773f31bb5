//! Sessions under everything that a player can do: traces at random, replayed against a plain model.

use crate::conformance::all_samples;
use gridwright::formats::Format;
use gridwright::frames::WriteError;
use gridwright::model::{Atom, WrongPosition};
use gridwright::session::{Action, Change};
use gridwright::{Puzzle, Reading, Session};
use gridwright_base::random::Random;

#[path = "../../../../fuzz/src/traces.rs"]
mod traces;

/// Boards of any genre, some with what no action leads to: two lines of one number are in the corpus.
fn starts() -> Vec<Session> {
    let odd = [
        // What a player put on a printed cell.
        "gridwright sudoku\n1...\n....\n....\n....\nnotes:\nr1c1 2\nr1c2 3\n",
        "gridwright sudoku\n1...\n....\n....\n....\nentries:\n2...\n....\n....\n....\n",
        "gridwright sudoku\n1...\n....\n....\n....\ncrossed:\nr1c1 1 2\nr2c2 3\n",
    ];
    let mut starts = Vec::new();
    for text in all_samples().map(|sample| sample.text).chain(odd.map(str::to_string)) {
        let reading = Reading::parse(&text).unwrap_or_else(|error| panic!("{error}, of this:\n{text}"));
        if reading.puzzle.grid().len() <= 100 {
            starts.push(Session::from_position(reading.puzzle, reading.position).unwrap());
        }
    }
    starts
}

#[test]
fn sessions_do_what_a_plain_model_does() {
    let starts = starts();
    let mut random = Random::new(17);
    for number in 0..3_000 {
        let start = &starts[number % starts.len()];
        let length = 8 * random.index(40);
        let trace: Vec<u8> = (0..length).map(|_| random.bits() as u8).collect();
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| traces::replay(start, &trace))).is_err() {
            let (shortest, told) = traces::shrink(start, &trace).expect("it fails");
            let board = start.record().unwrap_or_default();
            panic!("from this start:\n{board}{shortest:?}, which is:\n{told}goes wrong as said above");
        }
    }
}

#[test]
fn traces_that_fail_are_shortened() {
    let start = Session::read("4x1:d").unwrap();
    // A session that is not what its model expects fails at once, whatever is done.
    let mut wrong = start.clone();
    wrong.act(Action::Changes(vec![Change::Cross(gridwright::model::Atom(0))])).unwrap();
    assert!(traces::shrink(&start, &[0; 80]).is_none());
    let (shortest, told) = traces::shrink(&wrong, &[0; 80]).unwrap();
    assert_eq!((shortest, told), (Vec::new(), String::new()));
}

/// A position of another puzzle is refused, wherever one is taken; asking for too long a history gives all of it.
#[test]
fn positions_of_other_puzzles_are_refused() {
    let puzzle = Puzzle::parse("3x3:i").unwrap();
    for other in ["2x2:d", "4x4:p"] {
        let foreign = Puzzle::parse(other).unwrap().blank();
        let error = WrongPosition { expected: 9, found: foreign.board.len() };
        assert_eq!(puzzle.query().from_position(&foreign).err(), Some(error));
        assert_eq!(puzzle.check(&foreign), Err(error));
        assert_eq!(puzzle.check_deep(&foreign), Err(error));
        assert_eq!(puzzle.hint(&foreign).err(), Some(error));
        assert_eq!(puzzle.svg(&foreign), Err(error));
        assert_eq!(puzzle.write(Format::Native, &foreign), Err(WriteError::Position(error)));
        assert_eq!(puzzle.write_solution(Format::Native, &foreign.board), Err(WriteError::Position(error)));
        assert_eq!(Session::from_position(puzzle.clone(), foreign.clone()).err(), Some(error));
        let reading = Reading { position: foreign, ..Reading::parse("3x3:i").unwrap() };
        assert!(Session::resume(reading, "3x3:i").is_err());
    }
    let mut noted = puzzle.blank();
    noted.notes.set(Atom(9), true);
    assert_eq!(puzzle.svg(&noted), Err(WrongPosition { expected: 9, found: 10 }));
    let mut session = Session::new(puzzle);
    session.perform("r1c1 bulb").unwrap();
    assert_eq!(session.position_after(5), *session.position());
}
