//! Random actions against an obvious model, and the cases that the courses describe.

use super::*;
use crate::formats;
use crate::formats::Format;
use crate::registry;
use crate::scene::Glyph;
use gridwright_base::Limits;
use gridwright_base::random::Random;

fn session(text: &str) -> Session {
    Session::read(text).unwrap()
}

/// The obvious model: every position there ever was, and an index into them.
struct Naive {
    positions: Vec<(Position, Vec<Position>)>,
    now: usize,
}

/// The result of an action, computed without regard to speed.
fn after(
    session: &Session,
    (position, saved): &(Position, Vec<Position>),
    action: &Action,
) -> (Position, Vec<Position>) {
    let (mut position, mut saved) = (position.clone(), saved.clone());
    match action {
        Action::Branch => saved.push(position.clone()),
        Action::Accept => drop(saved.pop()),
        Action::Reject => position = saved.pop().unwrap(),
        Action::Changes(changes) => {
            for change in changes {
                let cell = change.cell(session.puzzle());
                for atom in session.model().atoms().filter(|atom| session.puzzle().atom_cell(*atom) == cell) {
                    let is_it = change.atom() == Some(atom);
                    let before = position.board.get(atom);
                    let value = match change {
                        Change::Enter(_) if is_it => Value::Yes,
                        Change::Enter(_) if before == Value::Yes => Value::Open,
                        Change::Cross(_) if is_it => Value::No,
                        Change::Withdraw(_) if is_it => Value::Open,
                        Change::Clear(_) => Value::Open,
                        _ => before,
                    };
                    position.board.set(atom, value);
                    match change {
                        Change::Note(_) if is_it => position.notes.set(atom, true),
                        Change::RubOut(_) if is_it => position.notes.set(atom, false),
                        Change::Clear(_) => position.notes.set(atom, false),
                        _ => {}
                    }
                }
            }
        }
    }
    (position, saved)
}

fn random_change(session: &Session, random: &mut Random) -> Option<Change> {
    let cells = session.puzzle().grid().len();
    let cell = Cell(random.below(cells as u64) as u32);
    let choices = session.choices(cell);
    let atom = *choices.get(random.index(choices.len().max(1)))?;
    Some(match random.below(8) {
        0..=2 => Change::Enter(atom),
        3 => Change::Cross(atom),
        4 => Change::Withdraw(atom),
        5 => Change::Note(atom),
        6 => Change::RubOut(atom),
        _ => Change::Clear(cell),
    })
}

fn random_action(session: &Session, random: &mut Random) -> Action {
    match random.below(12) {
        0 => Action::Branch,
        1 if session.branches() > 0 => Action::Accept,
        2 if session.branches() > 0 => Action::Reject,
        _ => {
            let number = 1 + random.index(3);
            Action::Changes((0..number).filter_map(|_| random_change(session, random)).collect())
        }
    }
}

#[test]
fn random_actions_are_kept_undone_and_saved() {
    let mut random = Random::new(11);
    for genre in registry::ALL {
        for _ in 0..8 {
            let mut session = session(genre.example);
            let first = (session.position().clone(), Vec::new());
            let mut naive = Naive { positions: vec![first], now: 0 };
            for _ in 0..120 {
                match random.below(6) {
                    0 => {
                        assert_eq!(session.undo().is_some(), naive.now > 0);
                        naive.now = naive.now.saturating_sub(1);
                    }
                    1 => {
                        assert_eq!(session.redo().is_some(), naive.now + 1 < naive.positions.len());
                        naive.now = (naive.now + 1).min(naive.positions.len() - 1);
                    }
                    _ => {
                        let action = random_action(&session, &mut random);
                        if action == Action::Changes(Vec::new()) {
                            continue;
                        }
                        let text = action.write(session.puzzle());
                        assert_eq!(Action::read(session.puzzle(), &text).unwrap(), action, "{text}");
                        naive.positions.truncate(naive.now + 1);
                        naive.positions.push(after(&session, &naive.positions[naive.now], &action));
                        naive.now += 1;
                        session.act(action).unwrap();
                    }
                }
                let (position, saved) = &naive.positions[naive.now];
                assert_eq!((session.position(), session.branches()), (position, saved.len()));
                let again = Session::read(&session.record().unwrap()).unwrap();
                assert_eq!((again.actions(), again.undone()), (session.actions(), session.undone()));
                assert_eq!(again.state, session.state);
                let reading = formats::read(&session.record().unwrap(), None, None).unwrap();
                assert_eq!(reading.position.board, position.board);
            }
            while session.undo().is_some() {}
            assert_eq!(*session.position(), naive.positions[0].0);
            while session.redo().is_some() {}
            assert_eq!(*session.position(), naive.positions.last().unwrap().0);
        }
    }
}

const DEFAULT: &str = "7x7:b1f2iB2g1Bi2fBb";

#[test]
fn history_is_as_the_c_course_has_it() {
    let mut session = session(DEFAULT);
    assert!(session.undo().is_none() && session.redo().is_none());
    session.perform("r1c1 bulb").unwrap();
    // Also a move that changes nothing is one.
    session.perform("r1c1 bulb").unwrap();
    assert_eq!(session.actions().len(), 2);
    session.undo();
    assert!(session.position().board.is_yes(Atom(0)));
    session.undo();
    assert!(session.position().is_blank());
    session.redo();
    session.perform("r2c2 bulb").unwrap();
    assert!(session.redo().is_none());
    session.restart();
    assert!(session.undo().is_none() && session.position().is_blank() && session.actions().is_empty());
}

#[test]
fn flags_are_as_the_c_course_has_them() {
    let mut session = session(DEFAULT);
    for action in ["r1c1 bulb", "r4c1 bulb", "r7c7 !bulb"] {
        session.perform(action).unwrap();
    }
    let flagged: Vec<String> =
        session.status().flagged.iter().map(|cell| session.puzzle().grid().name(*cell).to_string()).collect();
    assert_eq!(flagged, ["r1c1", "r4c1", "r3c7"]);
}

#[test]
fn what_cannot_be_done_is_refused() {
    let mut session = session(DEFAULT);
    let mut refused = |text: &str| session.perform(text).unwrap_err().to_string();
    assert_eq!(refused("r1c3 bulb"), "nothing can be entered at r1c3");
    assert_eq!(refused("r1c9 bulb"), "'r1c9' is not a cell of this board");
    assert_eq!(refused("r1c1 5"), "'5' does not fit r1c1: expected something like 'r1c1 bulb'");
    assert_eq!(refused("reject"), "no branch is open");
    assert_eq!(refused(" "), "expected an action");
    assert!(session.actions().is_empty());
    let printed = formats::read(
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        None,
        None,
    );
    let printed = printed.unwrap();
    let mut session = Session::from_position(printed.puzzle, printed.position).unwrap();
    assert_eq!(session.perform("r2c6 4").unwrap_err().to_string(), "r2c6 is printed");
}

#[test]
fn a_record_that_does_not_lead_to_its_position_is_refused() {
    let mut session = session(DEFAULT);
    session.perform("r1c1 bulb").unwrap();
    let record = session.record().unwrap();
    let wrong = record.replace("r1c1 bulb", "r1c2 bulb");
    assert!(Session::read(&wrong).unwrap_err().to_string().contains("do not lead to the position"));
    let wrong = record.replace("r1c1 bulb", "r1c3 bulb");
    assert!(Session::read(&wrong).unwrap_err().to_string().contains("nothing can be entered at r1c3"));
}

#[test]
fn notes_and_solutions_are_entered_as_one() {
    for genre in registry::ALL {
        let mut session = session(genre.example);
        if let Some(action) = session.fill_notes() {
            session.act(action).unwrap();
        }
        assert!(session.fill_notes().is_none() && session.tidy_notes().is_none());
        let limits = Limits::default();
        let solution = session.puzzle().solve().solution().expect("examples have a solution");
        // Something that is not in the solution goes.
        let wrong = session.model().atoms().find(|atom| {
            !solution.is_yes(*atom) && session.choices(session.puzzle().atom_cell(*atom)).contains(atom)
        });
        session.act(Action::Changes(vec![Change::Enter(wrong.unwrap())])).unwrap();
        assert_eq!(session.helper().is_right_so_far(&limits), Ok(false), "{}", genre.id);
        let action = session.enter_solution(&solution).unwrap();
        session.act(action).unwrap();
        assert!(session.status().is_solved(), "{}", genre.id);
        assert_eq!(session.helper().is_right_so_far(&limits), Ok(true));
        assert!(session.enter_solution(&solution).is_none());
        session.undo();
        assert!(!session.status().is_solved());
    }
}

#[test]
fn branches_nest() {
    let mut session = session(DEFAULT);
    let bulb = |session: &Session, name: &str| session.puzzle().atom_named(name).unwrap();
    for action in ["r1c1 bulb", "branch", "r2c2 bulb", "branch", "r3c3 bulb"] {
        session.perform(action).unwrap();
    }
    let depths = ["r1c1 bulb", "r2c2 bulb", "r3c3 bulb"].map(|name| session.depth(bulb(&session, name)));
    assert_eq!((session.branches(), depths), (2, [0, 1, 2]));
    session.perform("accept").unwrap();
    assert_eq!(session.depth(bulb(&session, "r3c3 bulb")), 1);
    session.perform("reject").unwrap();
    assert_eq!(session.position().board.yes().count(), 1);
    session.undo();
    assert_eq!((session.branches(), session.position().board.yes().count()), (1, 3));
}

/// Save files keep the whole history, there and back, for every genre that has them.
#[test]
fn save_files_keep_the_history() {
    let mut random = Random::new(7);
    let mut kept = 0;
    for genre in registry::ALL.iter().filter(|genre| genre.writes.contains(&Format::Tatham)) {
        for _ in 0..60 {
            let mut session = session(genre.example);
            for _ in 0..random.below(40) {
                match random.below(8) {
                    0 => drop(session.undo()),
                    1 => drop(session.redo()),
                    2 => drop(session.perform("branch")),
                    3 => drop(session.perform("reject")),
                    _ => {
                        // There one crosses out where there is one choice, and pencils in where there are several.
                        let change = random_change(&session, &mut random).filter(|change| {
                            let is_only = session.choices(change.cell(session.puzzle())).len() == 1;
                            match change {
                                Change::Cross(_) => is_only,
                                Change::Note(_) => !is_only,
                                _ => true,
                            }
                        });
                        let action = change.map(|change| Action::Changes(vec![change]));
                        action.into_iter().for_each(|action| session.act(action).unwrap());
                    }
                }
            }
            for _ in 0..random.below(4) {
                session.undo();
            }
            let Ok(save) = session.write(Format::Tatham) else { continue };
            let mut again = Session::read(&save).unwrap();
            kept += usize::from(!again.undone().is_empty());
            assert_eq!(again.position(), session.position(), "{save}");
            let positions = |session: &mut Session| {
                let mut seen = vec![session.position().clone()];
                while session.undo().is_some() {
                    seen.push(session.position().clone());
                }
                while session.redo().is_some() {
                    seen.push(session.position().clone());
                }
                seen.dedup();
                seen
            };
            let (ours, theirs) = (positions(&mut session), positions(&mut again));
            // Several changes in one action may be several moves there.
            assert!(ours.iter().all(|position| theirs.contains(position)), "{save}");
        }
    }
    assert!(kept > 10, "{kept} with something undone");
}

#[test]
fn records_tell_how_a_session_was_played() {
    let mut session = session(registry::ALL[0].example);
    session.tally = Tally { seconds: 83, hints: 2, checks: 0, is_filled_in: false };
    let record = session.record().unwrap();
    assert!(record.ends_with("played:\nseconds 83\nhints 2\n"), "{record}");
    assert_eq!(Session::read(&record).unwrap().tally, session.tally);
    let wrong = Session::read(&record.replace("seconds 83", "seconds x")).unwrap_err();
    assert!(wrong.to_string().contains("expected 'seconds'"), "{wrong}");
}

#[test]
fn marks_follow_from_one_rule_if_wanted() {
    let mut session = session("3x3:d0d");
    assert!(session.scene().tiles.iter().all(|tile| tile.glyph == Glyph::Empty || tile.label().is_some()));
    session.settings.auto_marks = true;
    let marked = |session: &Session| -> Vec<bool> {
        session.scene().tiles.iter().map(|tile| tile.glyph == Glyph::Mark).collect()
    };
    assert_eq!(marked(&session), [false, true, false, true, false, true, false, true, false]);
    session.perform("r1c1 bulb").unwrap();
    assert!(!marked(&session)[1], "what is lit needs no mark");
    assert!(session.position().board.facts().count() == 1, "marks are only shown");
}

#[test]
fn errors_are_shown_when_they_are_wanted() {
    let mut session = session("4x1:d");
    session.perform("r1c1 bulb").unwrap();
    session.perform("r1c4 bulb").unwrap();
    let is_flagged = |session: &Session| session.scene().tiles[3].error;
    assert!(is_flagged(&session));
    session.settings.errors = Errors::Off;
    session.show_errors();
    assert!(!is_flagged(&session));
    session.settings.errors = Errors::OnRequest;
    assert!(is_flagged(&session));
    session.undo();
    session.redo();
    assert!(!is_flagged(&session), "a change ends it");
}

#[test]
fn a_history_that_does_not_lead_to_the_notes_is_refused() {
    for genre in registry::ALL {
        let mut session = session(genre.example);
        let cells = session.puzzle().grid().cells();
        let note = |cell, digit| session.meaning(&Gesture::Digit(vec![cell], digit, DigitMode::Note)).ok()?;
        let noted = |cell| Some((note(cell, 2)?, note(cell, 1)?));
        let Some((two, one)) = cells.into_iter().find_map(noted) else { continue };
        session.act(two).unwrap();
        session.act(one.clone()).unwrap();
        let record = session.record().unwrap();
        let shorter = record.replace(&format!("{}\n", one.write(session.puzzle())), "");
        assert_ne!(shorter, record);
        let error = Session::read(&shorter).unwrap_err();
        assert!(error.to_string().contains("the actions do not lead to the position"), "{error}");
    }
}
