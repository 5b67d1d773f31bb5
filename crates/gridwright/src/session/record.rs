//! A session as text: the puzzle and its position in our own format, then how it came about.
//!
//! ```text
//! gridwright GENRE
//! <the puzzle and the position, as everywhere>
//! start:
//! <what was there before the first action, as one action>
//! actions:
//! <an action on each line>
//! undone:
//! <actions that can be done again, the next one first>
//! ```
//! Whoever does not care for the history reads the puzzle and the position and passes over the rest.

use super::{Action, Change, Session};
use crate::formats::native::{Document, HISTORY};
use crate::formats::{self, Format, ParseError, Text};
use crate::genres::Refusal;
use crate::model::Position;

impl Session {
    /// The session as text.
    pub fn record(&self) -> Result<String, Refusal> {
        let puzzle = self.puzzle();
        let mut text = puzzle.write(Format::Native, self.position())?;
        let mut section = |name: &str, actions: &[Action]| {
            if !actions.is_empty() {
                text += &format!("{name}:\n");
                actions.iter().for_each(|action| text += &format!("{}\n", action.write(puzzle)));
            }
        };
        section(HISTORY[0], building(&self.start).as_slice());
        section(HISTORY[1], self.actions());
        section(HISTORY[2], self.undone());
        Ok(text)
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
        let reading = formats::read(text, None, None)?;
        let whole = Text::new(text);
        if !formats::native::detect(whole) {
            return Ok(Session::new(reading.puzzle, reading.position));
        }
        let document = Document::parse(whole)?;
        if HISTORY.iter().all(|name| document.section(name).is_empty()) {
            return Ok(Session::new(reading.puzzle, reading.position));
        }
        let blank = Position::blank(reading.puzzle.atom_count());
        let mut session = Session::new(reading.puzzle, blank);
        session.act_all(document.section(HISTORY[0]))?;
        let start = session.position().clone();
        let mut session = Session::new(session.puzzle, start);
        session.act_all(document.section(HISTORY[1]))?;
        if session.position().board != reading.position.board {
            return Err(whole.error("the actions do not lead to the position"));
        }
        let done = session.done;
        session.act_all(document.section(HISTORY[2]))?;
        session.done = done;
        session.replay();
        Ok(session)
    }

    fn act_all(&mut self, lines: &[Text<'_>]) -> Result<(), ParseError> {
        for line in lines {
            self.perform(line.as_str()).map_err(|refusal| line.error(refusal))?;
        }
        Ok(())
    }
}

/// The action that leads from nothing to a position, if there is anything.
fn building(position: &Position) -> Option<Action> {
    let facts = position.board.facts();
    let facts =
        facts.map(|fact| if fact.holds { Change::Enter(fact.atom) } else { Change::Cross(fact.atom) });
    super::changes(facts.chain(position.notes.iter().map(Change::Note)))
}
