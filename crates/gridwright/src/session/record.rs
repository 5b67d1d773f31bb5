//! A session as text: the puzzle and its position in our own format, then how it came about.
//!
//! ```text
//! gridwright GENRE
//! <the puzzle and the position, as everywhere>
//! start:
//! <what was there before the first action, as actions>
//! actions:
//! <an action on each line>
//! undone:
//! <actions that can be done again, the next one first>
//! played:
//! <`seconds 83`, `hints 2`, `checks 1` and `filled 1`, where there is anything to count>
//! ```
//! A reader that does not need the history reads the puzzle and the position and skips the rest.

use super::{Action, Change, Session, State, Tally};
use crate::frames::native::{Document, HISTORY};
use crate::frames::tatham::{self, Game};
use crate::frames::{self, Format, ParseError, Text, WriteError};
use crate::model::{Atom, Position, Value};
use crate::puzzle::{Puzzle, Reading};

impl Session {
    /// The session as text.
    pub fn record(&self) -> Result<String, WriteError> {
        let puzzle = self.puzzle();
        let mut text = puzzle.write(Format::Native, self.position())?;
        let mut section = |name: &str, actions: &[Action]| {
            if !actions.is_empty() {
                text += &format!("{name}:\n");
                actions.iter().for_each(|action| text += &format!("{}\n", action.write(puzzle)));
            }
        };
        let [start, actions, undone, played] = HISTORY;
        section(start, building(&self.start).as_slice());
        section(actions, self.actions());
        section(undone, self.undone());
        let counts = self.tally.counts().into_iter().filter(|(_, count)| *count > 0);
        let counts: String = counts.map(|(name, count)| format!("{name} {count}\n")).collect();
        if !counts.is_empty() {
            text += &format!("{played}:\n{counts}");
        }
        Ok(text)
    }

    /// The session in a format: with its history in our own and where the format has room for it.
    ///
    /// ```
    /// use gridwright::{formats::Format, session::Session};
    /// let mut session = Session::read("7x7:b1f2iB2g1Bi2fBb")?;
    /// session.perform("r1c1 bulb")?;
    /// session.perform("r2c2 !bulb")?;
    /// session.undo();
    /// let save = session.write(Format::Tatham)?;
    /// assert!(save.ends_with("NSTATES :1:3\nSTATEPOS:1:2\nMOVE    :4:L0,0\nMOVE    :4:I1,1\n"));
    /// let again = Session::read(&save)?;
    /// assert_eq!((again.actions(), again.undone()), (session.actions(), session.undone()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, format: Format) -> Result<String, WriteError> {
        match format {
            Format::Native => self.record(),
            Format::Tatham if !self.actions.is_empty() => {
                // Where something was there at the start, it is entered first.
                let blank = Position::blank(self.model().atom_count());
                let mut positions = if self.start == blank { Vec::new() } else { vec![blank] };
                let now = positions.len() + self.done;
                let mut state = State::new(self.start.clone());
                positions.push(state.position.clone());
                for action in &self.actions {
                    state.apply(action, &self.atoms, self.puzzle());
                    positions.push(state.position.clone());
                }
                self.puzzle.write_history(format, &positions, now)
            }
            format => self.puzzle.write(format, self.position()),
        }
    }

    /// The session in the format in which it was opened; in our own where that cannot hold it, and why.
    ///
    /// ```
    /// use gridwright::{registry, session::Session};
    /// let link = format!("https://puzz.link/p?{}/4/4/", registry::ALL[0].aliases[0]);
    /// let mut session = Session::read(&format!("{link}v"))?;
    /// assert!(session.write_again()?.0.starts_with(&link));
    /// session.perform("r1c1 bulb")?;
    /// let (text, why) = session.write_again()?;
    /// assert!(text.starts_with("gridwright ") && why.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_again(&self) -> Result<(String, Option<WriteError>), WriteError> {
        match self.write(self.format) {
            Ok(text) => Ok((text, None)),
            Err(error) => Ok((self.record()?, Some(error))),
        }
    }

    /// Reads a session; any text that a puzzle can be read from is one, perhaps without a history.
    ///
    /// ```
    /// use gridwright::session::Session;
    /// let mut session = Session::read("7x7:b1f2iB2g1Bi2fBb")?;
    /// session.perform("r1c1 bulb")?;
    /// session.perform("r2c2 !bulb")?;
    /// session.undo();
    /// let again = Session::read(&session.record()?)?;
    /// assert_eq!((again.actions(), again.undone()), (session.actions(), session.undone()));
    /// assert_eq!(again.position(), session.position());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str) -> Result<Session, ParseError> {
        Session::resume(Reading::parse(text)?, text)
    }

    /// A puzzle that was read from a text, with its history if the text has one.
    pub fn resume(reading: Reading, text: &str) -> Result<Session, ParseError> {
        let format = reading.format;
        let session = Session::with_history(reading, text)?;
        Ok(Session { format, ..session })
    }

    fn with_history(reading: Reading, text: &str) -> Result<Session, ParseError> {
        reading.puzzle.expect_own(&reading.position).map_err(ParseError::whole)?;
        let whole = Text::new(text);
        if tatham::is_save(whole) {
            return Session::of_moves(reading, whole);
        }
        if !frames::native::detect(whole) {
            return Ok(Session::start(reading.puzzle, reading.position));
        }
        let document = Document::parse(whole)?;
        let [start, actions, undone, played] = HISTORY.map(|name| document.section(name));
        let tally = Tally::read(played)?;
        if [start, actions, undone].iter().all(|section| section.is_empty()) {
            return Ok(Session { tally, ..Session::start(reading.puzzle, reading.position) });
        }
        let mut session = Session::start(reading.puzzle.clone(), read_start(&reading.puzzle, start)?);
        let expected = Session::start(reading.puzzle, reading.position).start;
        session.act_all(actions)?;
        if !session.is_written_as(&expected) {
            let last = actions.last().or(start.last());
            return Err(last.unwrap_or(&whole).error_after("the actions do not lead to the position"));
        }
        let done = session.done;
        session.act_all(undone)?;
        session.done = done;
        session.replay();
        session.tally = tally;
        Ok(session)
    }

    /// From a save file of Tatham's: every move is what it changes.
    fn of_moves(reading: Reading, save: Text<'_>) -> Result<Session, ParseError> {
        let Some(read) = reading.puzzle.genre().readers.tatham else {
            return Ok(Session::start(reading.puzzle, reading.position));
        };
        let game = Game::parse(save)?;
        // Each position is made from the start: longer histories are left out.
        if game.history.is_empty() || game.history.len() > MOST_MOVES {
            return Ok(Session::start(reading.puzzle, reading.position));
        }
        let mut session = Session::start(reading.puzzle, Position::blank(reading.position.board.len()));
        for made in 1..=game.history.len() {
            let then = read(&game.clone().after(made))?.position;
            // A change without effect is not an action.
            let differences = differences(session.position(), &then).into_iter();
            let possible =
                differences.filter(|change| !session.printed.contains(&change.cell(&session.puzzle)));
            if let Some(action) = super::changes(possible) {
                session.state.apply(&action, &session.atoms, &session.puzzle);
                session.actions.push(action);
            }
            if made == game.position {
                session.done = session.actions.len();
            }
        }
        session.replay();
        Ok(session)
    }

    /// Whether a position is what is read again when this one is written: some genres write no notes.
    fn is_written_as(&self, position: &Position) -> bool {
        let again = || Reading::parse(&self.puzzle.write(Format::Native, self.position()).ok()?).ok();
        self.position() == position
            || self.position().board == position.board
                && again().is_some_and(|again| again.position == *position)
    }

    fn act_all(&mut self, lines: &[Text<'_>]) -> Result<(), ParseError> {
        for line in lines {
            self.perform(line.as_str()).map_err(|error| line.error(error))?;
        }
        Ok(())
    }
}

impl Tally {
    fn counts(&self) -> [(&'static str, u64); 4] {
        let filled = u64::from(self.is_filled_in);
        [("seconds", self.seconds), ("hints", self.hints), ("checks", self.checks), ("filled", filled)]
    }

    fn read(lines: &[Text<'_>]) -> Result<Tally, ParseError> {
        let mut tally = Tally::default();
        for line in lines {
            let count =
                line.as_str().split_once(' ').and_then(|(name, count)| Some((name, count.parse().ok()?)));
            match count {
                Some(("seconds", count)) => tally.seconds = count,
                Some(("hints", count)) => tally.hints = count,
                Some(("checks", count)) => tally.checks = count,
                Some(("filled", count)) => tally.is_filled_in = count > 0,
                _ => return Err(line.error("expected 'seconds', 'hints', 'checks' or 'filled' and a number")),
            }
        }
        Ok(tally)
    }
}

/// More moves are not taken over as a history.
const MOST_MOVES: usize = 2000;

/// What leads from one position to another. First what goes, so that nothing that is entered pushes out what stays.
fn differences(from: &Position, to: &Position) -> Vec<Change> {
    let atoms = (0..to.board.len() as u32).map(Atom);
    let changed = atoms.clone().filter(|atom| from.board.get(*atom) != to.board.get(*atom));
    let mut changes: Vec<Change> = changed
        .map(|atom| match to.board.get(atom) {
            Value::Open => Change::Withdraw(atom),
            Value::Yes => Change::Enter(atom),
            Value::No => Change::Cross(atom),
        })
        .collect();
    changes.sort_by_key(|change| !matches!(change, Change::Withdraw(_)));
    let noted = atoms.filter(|atom| from.notes.contains(*atom) != to.notes.contains(*atom));
    changes.extend(noted.map(|atom| match to.notes.contains(atom) {
        true => Change::Note(atom),
        false => Change::RubOut(atom),
    }));
    changes
}

/// What was there before the first action. That is no action: it may hold what no action leads to, such as two lines of one
/// number.
fn read_start(puzzle: &Puzzle, lines: &[Text<'_>]) -> Result<Position, ParseError> {
    let mut start = Position::blank(puzzle.atom_count());
    for line in lines {
        let changes = match Action::read(puzzle, line.as_str()) {
            Ok(Action::Changes(changes)) => changes,
            Ok(_) => return Err(line.error("nothing was tried before the first action")),
            Err(error) => return Err(line.error(error)),
        };
        for change in changes {
            match change {
                Change::Enter(atom) => start.board.set(atom, Value::Yes),
                Change::Cross(atom) => start.board.set(atom, Value::No),
                Change::Note(atom) => start.notes.set(atom, true),
                Change::Jot(_) => return Err(line.error("nothing was jotted down before the first action")),
                Change::Withdraw(_) | Change::RubOut(_) | Change::Clear(_) | Change::Unjot(_) => {
                    return Err(line.error("nothing was taken away before the first action"));
                }
            }
        }
    }
    Ok(start)
}

/// A starting position as one action, if there is anything.
fn building(position: &Position) -> Option<Action> {
    let facts = position.board.facts();
    let facts =
        facts.map(|fact| if fact.holds { Change::Enter(fact.atom) } else { Change::Cross(fact.atom) });
    super::changes(facts.chain(position.notes.iter().map(Change::Note)))
}
