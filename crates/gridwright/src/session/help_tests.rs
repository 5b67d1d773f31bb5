use super::*;
use crate::registry;
use gridwright_base::Limits;

fn examples() -> impl Iterator<Item = Session> {
    registry::ALL.iter().map(|genre| Session::read(genre.example).unwrap())
}

/// The first entries of the solution, one action each, then a wrong one, then more of the solution.
fn played_wrong(session: &mut Session) -> (Atom, usize) {
    let solution = session.puzzle().solve().solution().unwrap();
    let free =
        |session: &Session, atom: &Atom| session.choices(session.puzzle().atom_cell(*atom)).contains(atom);
    let right: Vec<Atom> = solution.yes().filter(|atom| free(session, atom)).collect();
    let (first, rest) = right.split_at(2);
    let cell_of = |session: &Session, atom: &Atom| session.puzzle().atom_cell(*atom);
    for atom in first {
        session.act(Action::Changes(vec![Change::Enter(*atom)])).unwrap();
    }
    let wrong = session.model().atoms().find(|atom| {
        let is_elsewhere = first.iter().all(|other| cell_of(session, other) != cell_of(session, atom));
        !solution.is_yes(*atom) && free(session, atom) && is_elsewhere
    });
    let wrong = wrong.unwrap();
    session.act(Action::Changes(vec![Change::Enter(wrong)])).unwrap();
    // A right entry in the same cell would take its place.
    for atom in rest.iter().take(3) {
        if cell_of(session, atom) == cell_of(session, &wrong) {
            continue;
        }
        session.act(Action::Changes(vec![Change::Enter(*atom)])).unwrap();
    }
    (wrong, first.len())
}

#[test]
fn mistakes_are_found_and_the_way_back() {
    for mut session in examples() {
        let id = session.puzzle().genre().id;
        let right = session.helper().mistakes(&Limits::default()).unwrap();
        assert_eq!(right, Mistakes { is_right: true, wrong: Vec::new(), right_after: Some(0) }, "{id}");
        let (wrong, right_after) = played_wrong(&mut session);
        let found = session.helper().mistakes(&Limits::default()).unwrap();
        assert_eq!((found.is_right, found.right_after), (false, Some(right_after)), "{id}");
        assert!(found.wrong.contains(&wrong), "{id} {found:?}");
        let undone = session.actions().len() - right_after;
        session.go_back_to(right_after);
        assert_eq!(session.undone().len(), undone);
        assert_eq!(session.helper().is_right_so_far(&Limits::default()), Ok(true));
    }
}

#[test]
fn hints_go_stage_by_stage_and_end_with_the_position() {
    for mut session in examples() {
        let hint = session.helper().hint(&Limits::default());
        let mut told = session.take_hint(hint);
        for stage in 2..=Hint::STAGES {
            assert!(session.has_more_hints());
            let more = session.next_hint().unwrap();
            assert!(more.starts_with(&told) && more.lines().count() == stage, "{more}");
            told = more;
        }
        assert!(!session.has_more_hints());
        assert_eq!(session.next_hint(), Some(told));
        assert_eq!(session.tally.hints, Hint::STAGES as u64);
        assert!(session.scene().tiles.iter().any(|tile| tile.hint || tile.near));
        let cell = session.puzzle().grid().cells().find(|cell| !session.choices(*cell).is_empty()).unwrap();
        let atom = session.choices(cell)[0];
        session.act(Action::Changes(vec![Change::Enter(atom)])).unwrap();
        assert_eq!(session.next_hint(), None);
    }
}

#[test]
fn a_solution_that_was_filled_in_is_remembered() {
    for mut session in examples() {
        let status = session.helper().solve(&Limits::default());
        assert_eq!(session.fill_in(status).unwrap(), "This is the only solution.");
        assert!(session.status().is_solved() && session.tally.is_filled_in);
        assert_eq!(session.closing_words(false), "Solved, though not by yourself");
        let again = Session::read(&session.record().unwrap()).unwrap();
        assert_eq!(again.tally, session.tally);
        session.restart();
        assert_eq!(session.tally, Tally::default());
        assert!(session.is_untouched());
    }
}

/// Every cell has a label, and the label of a wrong cell says that it is wrong.
#[test]
fn every_cell_has_a_label() {
    for mut session in examples() {
        let grid = session.puzzle().grid();
        played_wrong(&mut session);
        let status = session.status();
        let labels = session.labels();
        for cell in grid.cells() {
            let label = session.label(cell);
            assert_eq!(label, labels[cell.index()]);
            assert!(label.starts_with(&format!("{}, ", grid.name(cell))), "{label}");
            assert_eq!(label.contains("wrong"), status.flagged.contains(&cell), "{label}");
        }
    }
}

#[test]
fn lines_may_go_where_nothing_is_in_their_way() {
    for mut session in examples().filter(Session::has_lines) {
        let grid = session.puzzle().grid();
        let from = grid.cells().find(|cell| session.lines_from(*cell).len() > 1).unwrap();
        let ends = session.lines_from(from);
        let drag = |to: Cell| session.meaning(&Gesture::Drag(vec![from, to], Button::Primary)).unwrap();
        for to in &ends {
            assert!(drag(*to).is_some());
        }
        let Some(Action::Changes(changes)) = drag(ends[0]) else { panic!("a drag changes something") };
        let atom = changes[0].atom().unwrap();
        session.act(Action::Changes(vec![Change::Cross(atom)])).unwrap();
        assert_eq!(session.lines_from(from), ends[1..]);
    }
}

/// Clicks, taps, keys and the wheel fill cells, mark them, and empty them again.
#[test]
fn gestures_come_round_to_where_they_began() {
    for session in examples() {
        let grid = session.puzzle().grid();
        let cell = grid.cells().find(|cell| !session.choices(*cell).is_empty()).unwrap();
        let choices = session.choices(cell).len();
        let rounds: Vec<(Gesture, usize)> = match session.style() {
            Style::Place => vec![
                (Gesture::Click(cell, Button::Primary), 2),
                (Gesture::Click(cell, Button::Secondary), 2),
                (Gesture::Tap(cell), 3),
                (Gesture::Mark(cell), 2),
                (Gesture::Drag(vec![cell], Button::Secondary), 2),
                (Gesture::Cycle(cell), 2),
                (Gesture::Wheel(cell, Turn::Forwards), 2),
            ],
            Style::Digits => vec![
                (Gesture::Digit(vec![cell], 1, DigitMode::Enter), 2),
                (Gesture::Digit(vec![cell], 1, DigitMode::Note), 2),
                (Gesture::Digit(vec![cell], 1, DigitMode::Cross), 2),
                (Gesture::Wheel(cell, Turn::Forwards), choices + 1),
                (Gesture::Wheel(cell, Turn::Backwards), choices + 1),
                (Gesture::Cycle(cell), choices + 1),
            ],
            Style::Lines => {
                let to = session.lines_from(cell)[0];
                vec![
                    (Gesture::Drag(vec![cell, to], Button::Primary), 2),
                    (Gesture::Cycle(cell), choices + 1),
                    (Gesture::Wheel(cell, Turn::Backwards), choices + 1),
                ]
            }
        };
        for (gesture, times) in rounds {
            let mut session = session.clone();
            for time in 1..=times {
                assert_eq!(session.gesture(&gesture), Ok(true), "{gesture:?}");
                assert_eq!(session.position().is_blank(), time == times, "{gesture:?} {time}");
            }
            session.undo();
            assert!(!session.position().is_blank());
            assert_eq!(session.gesture(&Gesture::Clear(vec![cell])), Ok(true), "{gesture:?}");
            assert!(session.position().is_blank());
        }
    }
}
