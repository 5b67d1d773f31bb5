use super::*;
use crate::registry;
use gridwright_base::Limits;

fn session(text: &str) -> Session {
    Session::read(text).unwrap()
}

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

/// The example beside the rules is tiny, has one solution and is drawn solved.
#[test]
fn rules_come_with_a_small_solved_board() {
    use crate::session::Rules;
    for genre in registry::ALL {
        let rules = Rules::of(genre);
        assert!(rules.example.grid.len() <= 36, "{}", genre.id);
        assert!(crate::Puzzle::parse(genre.illustration).unwrap().status().is_unique(), "{}", genre.id);
        assert_eq!(rules.text.len(), 1 + genre.rules.len());
        let blank = session(genre.illustration).scene();
        assert_ne!(blank, rules.example, "{}", genre.id);
        assert!(rules.example.tiles.iter().all(|tile| !tile.error), "{}", genre.id);
    }
}

/// Entering a digit rubs out the notes it rules out elsewhere, in one action; the settings can say no.
#[test]
fn entering_a_digit_cleans_notes() {
    use crate::session::{DigitMode, Style};
    for genre in registry::ALL {
        for cleans in [true, false] {
            let mut session = session(genre.example);
            if session.style() != Style::Digits {
                continue;
            }
            session.settings.clean_notes = cleans;
            let all = session.fill_notes().unwrap();
            session.act(all).unwrap();
            let cell = session.puzzle().grid().cells().find(|cell| session.choices(*cell).len() > 1).unwrap();
            let noted: Vec<u32> =
                (1..=9).filter(|digit| session.jotted(cell).unwrap().contains(&digit.to_string())).collect();
            let before = session.position().clone();
            session.type_digit(&[cell], noted[0], DigitMode::Enter).unwrap();
            assert_eq!(session.actions().len(), 2);
            let tidy = session.tidy_notes();
            let elsewhere = tidy.iter().any(|action| {
                action
                    .write(session.puzzle())
                    .split(", ")
                    .any(|change| !change.starts_with(&session.puzzle().grid().name(cell).to_string()))
            });
            assert_eq!(elsewhere, !cleans, "{}", genre.id);
            session.undo();
            assert_eq!(session.position(), &before);
        }
    }
}

/// As many digits are left as the solution still needs.
#[test]
fn digits_that_are_left_are_counted() {
    use crate::session::Style;
    use crate::solve::Answer;
    for genre in registry::ALL {
        let mut session = session(genre.example);
        if session.style() != Style::Digits {
            assert!(session.digits_left().is_empty() || session.style() == Style::Place, "{}", genre.id);
            continue;
        }
        let Answer::Solution(solution) = session.puzzle().solve() else { panic!("{}", genre.id) };
        let given = session.model().with_givens(&session.position().board);
        for (digit, left) in (1..).zip(session.digits_left()) {
            let atoms = session.model().atoms();
            let wanted = atoms.filter(|atom| session.puzzle().candidate_of(*atom).1 == digit);
            let missing = wanted.filter(|atom| solution.is_yes(*atom) && !given.is_yes(*atom)).count();
            assert_eq!(left, Some(missing), "{} {digit}", genre.id);
        }
        let action = session.enter_solution(&solution).unwrap();
        session.act(action).unwrap();
        assert!(session.digits_left().iter().all(|left| *left == Some(0)), "{}", genre.id);
    }
}
