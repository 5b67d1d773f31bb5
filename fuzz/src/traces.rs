//! A tester of sessions: traces of everything that a player can do, replayed against a plain model, and shortened when they
//! fail. The library's tests run traces at random, the fuzz target `trace` looks for new ones.
//!
//! A trace is a list of bytes, eight for each thing that is done, so that it may be cut anywhere and stays a trace.

use gridwright::grid::{Cell, Direction};
use gridwright::model::{Atom, Value};
use gridwright::session::{Action, Button, COLOURS, Change, DigitMode, Errors, Gesture, Jot, Jotting, Turn};
use gridwright::{Limits, Reading, Session};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many bytes one thing takes.
const STRIDE: usize = 8;

/// What is spent on a hint or a solution.
const STEPS: u64 = 2_000;

/// Something that is done to a session.
#[derive(Clone, Debug)]
enum Op {
    Act(Action),
    Perform(String),
    Gesture(Gesture),
    Type(Vec<Cell>, u32, DigitMode),
    EndTyping,
    Undo,
    Redo,
    GoBackTo(usize),
    Restart,
    FillNotes,
    TidyNotes,
    FillIn,
    Hint,
    NextHint,
    Check,
    Set(Errors, bool),
    Play(u64),
    Look,
    /// Saves the game and goes on with what is read again.
    Reload,
}

impl Op {
    /// What eight bytes mean for a session. Some atoms and cells are beyond the board.
    fn of(bytes: &[u8], session: &Session) -> Op {
        let byte = |i: usize| bytes.get(i).copied().map_or(0, usize::from);
        let number = |i: usize| byte(i) * 256 + byte(i + 1);
        let (cells, atoms) = (session.puzzle().grid().len(), session.puzzle().atom_count());
        let cell = |i: usize| Cell((number(i) % (cells + 1)) as u32);
        let change = |kind: usize, at: usize| {
            let atom = Atom((number(at) % (atoms + 1)) as u32);
            let colour = || Jot { cell: cell(at), kind: Jotting::Colour(byte(at) as u32 % COLOURS + 1) };
            match kind % 10 {
                0..3 => Change::Enter(atom),
                3 => Change::Cross(atom),
                4 => Change::Withdraw(atom),
                5 => Change::Note(atom),
                6 => Change::RubOut(atom),
                7 => Change::Jot(colour()),
                8 => Change::Unjot(colour()),
                _ => Change::Clear(cell(at)),
            }
        };
        let changes = || match byte(1) % 4 {
            0 => vec![change(byte(2), 3), change(byte(2) / 10, 5)],
            1 if byte(2) == 0 => Vec::new(),
            _ => vec![change(byte(2), 3)],
        };
        let some_cells = || match byte(1) % 4 {
            0 => vec![cell(2), cell(4)],
            1 if byte(2) == 0 => Vec::new(),
            _ => vec![cell(2)],
        };
        let button = if byte(6) % 2 == 0 { Button::Primary } else { Button::Secondary };
        let mode =
            [DigitMode::Enter, DigitMode::Note, DigitMode::Cross, DigitMode::Centre, DigitMode::Colour]
                [byte(6) % 5];
        match byte(0) % 32 {
            0..6 => Op::Act(Action::Changes(changes())),
            6 => Op::Act(Action::Branch),
            7 => Op::Act(Action::Accept),
            8 => Op::Act(Action::Reject),
            9 => {
                let is_there = |change: &Change| change.atom().is_none_or(|atom| atom.index() < atoms);
                let changes: Vec<Change> = changes().into_iter().filter(is_there).collect();
                Op::Perform(Action::Changes(changes).write(session.puzzle()))
            }
            10 => Op::Perform(String::from_utf8_lossy(&bytes[1..]).into_owned()),
            11 => Op::Gesture(Gesture::Click(cell(1), button)),
            12 if byte(3) % 2 == 0 => Op::Gesture(Gesture::MarkingTap(cell(1))),
            12 => Op::Gesture(Gesture::Tap(cell(1))),
            13 => Op::Gesture(Gesture::Drag(some_cells(), button)),
            14 => Op::Gesture(Gesture::Digit(some_cells(), (byte(7) % 13) as u32, mode)),
            15 => Op::Gesture(Gesture::Draw(cell(1), Direction::ALL[byte(3) % 4])),
            16 => Op::Gesture(Gesture::Cycle(cell(1))),
            17 => Op::Gesture(Gesture::Mark(cell(1))),
            18 => {
                let turn = if byte(3) % 2 == 0 { Turn::Forwards } else { Turn::Backwards };
                Op::Gesture(Gesture::Wheel(cell(1), turn))
            }
            19 => Op::Gesture(Gesture::Clear(some_cells())),
            20 => Op::Type(some_cells(), (byte(7) % 10) as u32, mode),
            21 => Op::EndTyping,
            22 | 23 => Op::Undo,
            24 => Op::Redo,
            25 if byte(1) == 0 => Op::Restart,
            25 => Op::GoBackTo(byte(2)),
            26 => [Op::FillNotes, Op::TidyNotes][byte(1) % 2].clone(),
            27 if byte(1) < 16 => Op::FillIn,
            27 if byte(1) < 64 => Op::Hint,
            27 => Op::NextHint,
            28 => Op::Check,
            29 => Op::Set(Errors::ALL[byte(1) % Errors::ALL.len()], byte(2) % 2 == 0),
            30 if byte(1) % 2 == 0 => Op::Play(byte(2) as u64),
            30 => Op::Look,
            _ => Op::Reload,
        }
    }
}

/// A position and what is jotted down, written as plainly as possible.
#[derive(Clone, Debug, PartialEq)]
struct Plain {
    values: Vec<Value>,
    notes: BTreeSet<u32>,
    jots: BTreeSet<Jot>,
}

impl Plain {
    fn of(session: &Session) -> Plain {
        let position = session.position();
        let jots = |cell| session.jots(cell).map(move |kind| Jot { cell, kind });
        Plain {
            values: (0..position.board.len() as u32).map(|atom| position.board.get(Atom(atom))).collect(),
            notes: position.notes.iter().map(|atom| atom.0).collect(),
            jots: session.puzzle().grid().cells().flat_map(jots).collect(),
        }
    }
}

/// What a session should be: all positions there ever were, and where among them it is.
struct Expected {
    /// By atom.
    cells: Vec<Cell>,
    /// How many cells there are.
    size: usize,
    printed: BTreeSet<Cell>,
    actions: Vec<Action>,
    /// The position after so many actions, and those that open branches go back to.
    states: Vec<(Plain, Vec<Plain>)>,
    done: usize,
}

impl Expected {
    fn of(session: &Session) -> Expected {
        let puzzle = session.puzzle();
        let cell = |atom: u32| puzzle.atom_cell(Atom(atom));
        Expected {
            cells: (0..puzzle.atom_count() as u32).map(cell).collect(),
            size: puzzle.grid().len(),
            printed: puzzle.model().givens().iter().map(|atom| puzzle.atom_cell(*atom)).collect(),
            actions: Vec::new(),
            states: vec![(Plain::of(session), Vec::new())],
            done: 0,
        }
    }

    fn is_possible(&self, action: &Action) -> bool {
        let takes = |cell: &Cell| self.cells.contains(cell) && !self.printed.contains(cell);
        match action {
            Action::Branch => true,
            Action::Accept | Action::Reject => !self.states[self.done].1.is_empty(),
            Action::Changes(changes) => {
                !changes.is_empty()
                    && changes.iter().all(|change| match change {
                        Change::Clear(cell) => {
                            takes(cell) || self.states[self.done].0.jots.iter().any(|jot| jot.cell == *cell)
                        }
                        Change::Jot(jot) | Change::Unjot(jot) => jot.cell.index() < self.size,
                        other => {
                            other.atom().is_some_and(|atom| self.cells.get(atom.index()).is_some_and(takes))
                        }
                    })
            }
        }
    }

    fn act(&mut self, action: &Action) {
        let (mut here, mut open) = self.states[self.done].clone();
        match action {
            Action::Branch => open.push(here.clone()),
            Action::Accept => drop(open.pop()),
            Action::Reject => here = open.pop().expect("a branch is open"),
            Action::Changes(changes) => changes.iter().for_each(|change| self.change(&mut here, *change)),
        }
        self.actions.truncate(self.done);
        self.states.truncate(self.done + 1);
        self.actions.push(action.clone());
        self.states.push((here, open));
        self.done += 1;
    }

    fn change(&self, here: &mut Plain, change: Change) {
        let of_cell = |cell: Cell| (0..self.cells.len()).filter(move |atom| self.cells[*atom] == cell);
        match change {
            Change::Enter(atom) => {
                for other in of_cell(self.cells[atom.index()]).filter(|other| *other != atom.index()) {
                    if here.values[other] == Value::Yes {
                        here.values[other] = Value::Open;
                    }
                }
                here.values[atom.index()] = Value::Yes;
            }
            Change::Cross(atom) => here.values[atom.index()] = Value::No,
            Change::Withdraw(atom) => here.values[atom.index()] = Value::Open,
            Change::Note(atom) => drop(here.notes.insert(atom.0)),
            Change::RubOut(atom) => drop(here.notes.remove(&atom.0)),
            Change::Clear(cell) => {
                for atom in of_cell(cell) {
                    here.values[atom] = Value::Open;
                    here.notes.remove(&(atom as u32));
                }
                here.jots.retain(|jot| jot.cell != cell);
            }
            Change::Jot(jot) => drop(here.jots.insert(jot)),
            Change::Unjot(jot) => drop(here.jots.remove(&jot)),
        }
    }

    /// The session is what it should be.
    fn compare(&self, session: &Session) {
        let (here, open) = &self.states[self.done];
        assert_eq!(&Plain::of(session), here, "the position");
        assert_eq!(session.actions(), &self.actions[..self.done], "what was done");
        assert_eq!(session.undone(), &self.actions[self.done..], "what was undone");
        assert_eq!(session.branches(), open.len(), "open branches");
    }
}

/// A session under test.
struct Tester {
    session: Session,
    expected: Expected,
}

impl Tester {
    /// Does something that acts at most once; what that must lead to is known.
    fn acts<E: std::fmt::Debug>(&mut self, act: impl FnOnce(&mut Session) -> Result<bool, E>) {
        if let Ok(true) = act(&mut self.session) {
            let action = self.session.actions().last().expect("something was done").clone();
            assert!(self.expected.is_possible(&action), "{action:?} is not possible");
            self.expected.act(&action);
        }
    }

    fn step(&mut self, op: &Op) {
        let limits = Limits::default().steps(STEPS);
        match op {
            Op::Act(action) => {
                let done = self.session.act(action.clone());
                assert_eq!(done.is_ok(), self.expected.is_possible(action), "{done:?}");
                if done.is_ok() {
                    self.expected.act(action);
                }
            }
            Op::Perform(text) => self.acts(|session| session.perform(text).map(|()| true)),
            Op::Gesture(gesture) => self.acts(|session| session.gesture(gesture)),
            // A digit may go on with a number that was begun: then it replaces what was done last.
            Op::Type(cells, digit, mode) => {
                let before = self.session.clone();
                let _ = self.session.type_digit(cells, *digit, *mode);
                self.take_over(&before);
            }
            Op::EndTyping => self.session.end_typing(),
            Op::Undo => {
                let undone = self.session.undo().cloned();
                let last = self.expected.done.checked_sub(1);
                assert_eq!(undone.as_ref(), last.map(|last| &self.expected.actions[last]));
                self.expected.done = last.unwrap_or(0);
            }
            Op::Redo => {
                let redone = self.session.redo().cloned();
                assert_eq!(redone.as_ref(), self.expected.actions.get(self.expected.done));
                self.expected.done += usize::from(redone.is_some());
            }
            Op::GoBackTo(actions) => {
                self.session.go_back_to(*actions);
                self.expected.done = self.expected.done.min(*actions);
            }
            Op::Restart => {
                self.session.restart();
                assert!(self.session.is_untouched());
                self.expected = Expected::of(&self.session);
            }
            Op::FillNotes => self.acts(|session| {
                session.fill_notes().map(|a| session.act(a)).transpose().map(|a| a.is_some())
            }),
            Op::TidyNotes => self.acts(|session| {
                session.tidy_notes().map(|a| session.act(a)).transpose().map(|a| a.is_some())
            }),
            Op::FillIn => {
                let status = self.session.helper().solve(&limits);
                let before = self.session.actions().len();
                self.acts(|session| session.fill_in(status).map(|_| session.actions().len() > before));
            }
            Op::Hint => drop(self.session.take_hint(self.session.helper().hint(&limits))),
            Op::NextHint => drop(self.session.next_hint()),
            Op::Check => drop(self.session.check_now()),
            Op::Set(errors, auto_marks) => {
                self.session.settings.errors = *errors;
                self.session.settings.auto_marks = *auto_marks;
            }
            Op::Play(seconds) => self.session.tally.seconds += seconds,
            Op::Look => self.look(),
            Op::Reload => self.reload(),
        }
        self.expected.compare(&self.session);
    }

    /// Takes over what the session did by itself: undid its last action, acted, or both.
    fn take_over(&mut self, before: &Session) {
        let (old, new) = (before.actions(), self.session.actions());
        let shared = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        assert!(shared + 1 >= old.len() && new.len() <= shared + 1, "a digit is one action");
        if old.len() != new.len() || shared < old.len() {
            self.expected.done = shared;
            new[shared..].iter().for_each(|action| self.expected.act(action));
        }
    }

    /// Everything that is shown can be shown.
    fn look(&self) {
        let session = &self.session;
        let grid = session.puzzle().grid();
        session.scene();
        assert_eq!(session.labels().len(), grid.len());
        for cell in grid.cells() {
            session.jotted(cell);
            session.lines_from(cell);
            let takes = self.expected.cells.contains(&cell) && !self.expected.printed.contains(&cell);
            assert_eq!(!session.choices(cell).is_empty(), takes);
        }
        session.left();
        session.closing_words(true);
        let status = session.status();
        let fresh = Session::from_position(session.puzzle().clone(), session.position().clone()).unwrap();
        assert_eq!(fresh.position(), session.position());
        assert_eq!(fresh.status().is_solved(), status.is_solved());
        assert_eq!(status.broken.is_empty(), session.first_broken().is_none());
        (0..session.puzzle().atom_count() as u32)
            .for_each(|atom| assert!(session.depth(Atom(atom)) <= session.branches()));
    }

    /// What a session can do, a record can hold.
    fn reload(&mut self) {
        let record = self.session.record().expect("our own format holds everything");
        let again = Session::read(&record).unwrap_or_else(|error| panic!("{error}, of this:\n{record}"));
        assert_eq!(again.tally, self.session.tally);
        assert_eq!(again.record().as_ref(), Ok(&record), "the record of what is read from it");
        // Those who need no history read the rest.
        let position = Reading::parse(&record).expect("a record is a puzzle").position;
        assert_eq!(position.board, self.session.position().board);
        for &format in self.session.puzzle().genre().writes {
            if let Ok(text) = self.session.write(format) {
                let options = gridwright::formats::ReadOptions {
                    format: Some(format),
                    genre: Some(self.session.puzzle().genre()),
                    ..Default::default()
                };
                let reading = Reading::parse_with(&text, &options).expect("what we write can be read");
                Session::resume(reading, &text).expect("what we write can be gone on with");
            }
        }
        let settings = self.session.settings;
        self.session = again;
        self.session.settings = settings;
    }
}

/// Replays a trace from a start; fails where the session is not what it should be.
pub fn replay(start: &Session, trace: &[u8]) {
    let mut tester = Tester { session: start.clone(), expected: Expected::of(start) };
    for bytes in trace.chunks(STRIDE) {
        let op = Op::of(bytes, &tester.session);
        tester.step(&op);
    }
    tester.step(&Op::Look);
    tester.step(&Op::Reload);
    while !tester.session.actions().is_empty() {
        tester.step(&Op::Undo);
    }
    while !tester.session.undone().is_empty() {
        tester.step(&Op::Redo);
    }
}

/// The shortest trace found that still fails, and what it does; `None` where a trace does not fail.
#[allow(dead_code)]
pub fn shrink(start: &Session, trace: &[u8]) -> Option<(Vec<u8>, String)> {
    let fails = |trace: &[u8]| catch_unwind(AssertUnwindSafe(|| replay(start, trace))).is_err();
    if !fails(trace) {
        return None;
    }
    let mut shortest = trace.to_vec();
    let mut length = shortest.len().div_ceil(STRIDE).next_power_of_two();
    while length > 0 {
        let mut from = 0;
        while from < shortest.len() {
            let to = (from + length * STRIDE).min(shortest.len());
            let without = [&shortest[..from], &shortest[to..]].concat();
            if fails(&without) { shortest = without } else { from += length * STRIDE }
        }
        length /= 2;
    }
    let mut session = start.clone();
    let mut told = String::new();
    for bytes in shortest.chunks(STRIDE) {
        let op = Op::of(bytes, &session);
        told += &format!("{op:?}\n");
        let mut tester = Tester { expected: Expected::of(&session), session: session.clone() };
        if catch_unwind(AssertUnwindSafe(|| tester.step(&op))).is_ok() {
            session = tester.session;
        }
    }
    Some((shortest, told))
}
