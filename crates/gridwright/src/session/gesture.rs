//! What a player's gestures mean in a genre: clicks, taps, drags, keys and the wheel.
//!
//! A front end says what the hand did, in cells and digits; the answer is an action, nothing, or why not.

use super::action::goes;
use super::jot::{COLOURS, Jotting};
use super::{Action, ActionError, Change, Session, changes};
use crate::grid::{Cell, Direction};
use crate::model::{Atom, Value};
use serde::{Deserialize, Serialize};

/// What the hand did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gesture {
    /// A click. The primary button enters, the secondary one marks; where digits are typed, the primary one only selects.
    Click(Cell, Button),
    /// A tap on a screen without buttons: entered, marked, empty again.
    Tap(Cell),
    /// A tap where the first one marks: marked, entered, empty again.
    MarkingTap(Cell),
    /// A drag over cells, in order: draws the line from the first to the last where lines are drawn; else it marks, or
    /// takes marks away if the first cell has one.
    Drag(Vec<Cell>, Button),
    /// A digit key over the selected cells.
    Digit(Vec<Cell>, u32, DigitMode),
    /// A direction key while lines are drawn.
    Draw(Cell, Direction),
    /// Enter or space: what the cell may hold, one after the other. Where digits are typed, it only confirms what was.
    Cycle(Cell),
    /// The mark key.
    Mark(Cell),
    /// The wheel: what the cell may hold, forwards or backwards.
    Wheel(Cell, Turn),
    /// The delete key over the selected cells.
    Clear(Vec<Cell>),
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Button {
    Primary,
    Secondary,
}

/// A direction of the wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Turn {
    Forwards,
    Backwards,
}

/// What digit keys do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DigitMode {
    /// The digit is entered, or taken away where it is.
    #[default]
    Enter,
    /// It is pencilled in, or rubbed out.
    Note,
    /// It is crossed out, or that is taken back.
    Cross,
    /// It is jotted down in the middle of the cell, or taken away.
    Centre,
    /// The colour of this number, or none.
    Colour,
}

/// How a genre is played with the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// One thing is placed in a cell or not.
    Place,
    /// Digits are typed.
    Digits,
    /// Lines are drawn.
    Lines,
}

impl Session {
    /// How the puzzle is played with the hand.
    pub fn style(&self) -> Style {
        match (self.has_lines(), self.most_digit()) {
            (true, _) => Style::Lines,
            (false, 0) => Style::Place,
            (false, _) => Style::Digits,
        }
    }

    /// What a gesture means: an action, nothing, or why it means nothing here.
    ///
    /// ```
    /// use gridwright::Session;
    /// use gridwright::grid::Cell;
    /// use gridwright::session::{Button, Gesture};
    /// let mut session = Session::read("4x1:d")?;
    /// let paint = Gesture::Drag(vec![Cell(0), Cell(1), Cell(2)], Button::Secondary);
    /// let action = session.meaning(&paint)?.unwrap();
    /// assert_eq!(action.write(session.puzzle()), "r1c1 !bulb, r1c2 !bulb, r1c3 !bulb");
    /// session.act(action)?;
    /// let erase = session.meaning(&paint)?.unwrap();
    /// assert_eq!(erase.write(session.puzzle()), "r1c1 -bulb, r1c2 -bulb, r1c3 -bulb");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn meaning(&self, gesture: &Gesture) -> Result<Option<Action>, ActionError> {
        if let Gesture::Click(cell, Button::Primary) | Gesture::Tap(cell) | Gesture::MarkingTap(cell) =
            gesture
            && let Some(action) = self.clicked_clue(*cell)
        {
            return Ok(Some(action));
        }
        let change = match (gesture, self.style()) {
            (Gesture::Click(..) | Gesture::Tap(_) | Gesture::Drag(..), Style::Digits) => None,
            (Gesture::MarkingTap(cell), Style::Place) => Some(self.tapped_to_mark(self.only_choice(*cell)?)),
            (Gesture::MarkingTap(cell), _) => return self.meaning(&Gesture::Tap(*cell)),
            (Gesture::Click(cell, Button::Primary), Style::Place) => {
                Some(self.enter_or_withdraw(self.only_choice(*cell)?))
            }
            (Gesture::Click(cell, Button::Secondary), Style::Lines) => self.clear(*cell),
            (Gesture::Tap(cell), Style::Place) => Some(self.tapped(self.only_choice(*cell)?)),
            (Gesture::Click(cell, Button::Secondary), Style::Place) | (Gesture::Mark(cell), _) => {
                self.marked(*cell)?
            }
            (Gesture::Cycle(cell), Style::Digits) => return self.confirmed(*cell),
            (Gesture::Click(cell, _) | Gesture::Tap(cell), Style::Lines) | (Gesture::Cycle(cell), _) => {
                let next = self.stepped(self.choices(*cell), *cell, Turn::Forwards);
                Some(next.ok_or_else(|| self.nothing_to_enter(*cell))?)
            }
            (Gesture::Drag(cells, _), Style::Lines) => match cells[..] {
                [] => None,
                [only] => return self.meaning(&Gesture::Cycle(only)),
                [from, .., to] => self.dragged(from, to)?,
            },
            (Gesture::Drag(cells, _), Style::Place) => return Ok(changes(self.painted(cells))),
            (Gesture::Digit(cells, 0, _), _) | (Gesture::Clear(cells), _) => {
                return Ok(changes(cells.iter().filter_map(|cell| self.clear(*cell))));
            }
            (Gesture::Digit(cells, digit, mode), _) => return self.typed_in(cells, *digit, *mode),
            (Gesture::Draw(cell, direction), _) => Some(self.drawn(*cell, *direction)?),
            (Gesture::Wheel(cell, turn), _) => self.stepped(self.choices(*cell), *cell, *turn),
        };
        Ok(changes(change))
    }

    /// Does what a gesture means; false where that is nothing.
    pub fn gesture(&mut self, gesture: &Gesture) -> Result<bool, ActionError> {
        let Some(action) = self.meaning(gesture)? else { return Ok(false) };
        self.act(action)?;
        Ok(true)
    }

    /// A digit key: digits that follow each other in one cell make a number where numbers are that large. Whether
    /// anything changed.
    ///
    /// ```
    /// use gridwright::Session;
    /// use gridwright::grid::Cell;
    /// use gridwright::session::DigitMode;
    /// let board = format!(r#"{{"givens":{:?}}}"#, [[0; 12]; 12]);
    /// let mut session = Session::read(&board)?;
    /// session.type_digit(&[Cell(0)], 1, DigitMode::Enter)?;
    /// session.type_digit(&[Cell(0)], 2, DigitMode::Enter)?;
    /// assert_eq!(session.actions().len(), 1);
    /// assert_eq!(session.actions()[0].write(session.puzzle()), "r1c1 12");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn type_digit(&mut self, cells: &[Cell], digit: u32, mode: DigitMode) -> Result<bool, ActionError> {
        let most = self.most_digit();
        let before = match &self.typed {
            Some((typed_cells, number, typed_mode)) if typed_cells == cells && *typed_mode == mode => *number,
            _ => 0,
        };
        let longer = before.saturating_mul(10).saturating_add(digit);
        let takes = |number: u32| cells.iter().any(|cell| self.with_digit(*cell, number).is_some());
        let number = if before > 0 && longer <= most && takes(longer) { longer } else { digit };
        if number != digit {
            // The first digit was not meant for itself.
            self.undo();
        }
        let is_done = self.gesture(&Gesture::Digit(cells.to_vec(), number, mode))?;
        // Only a digit that was entered can become the first of a number.
        self.typed = (most > 9 && number > 0 && is_done).then(|| (cells.to_vec(), number, mode));
        Ok(is_done)
    }

    /// The next digit begins a new number, whatever was typed before: the hand has moved.
    pub fn end_typing(&mut self) {
        self.typed = None;
    }

    /// Where a line from this cell may still go: no other line is in its way, and it is not crossed out.
    pub fn lines_from(&self, cell: Cell) -> Vec<Cell> {
        let board = &self.position().board;
        let ruled_out = self.ruled_out();
        let free = self.choices(cell).iter().filter(|atom| {
            board.get(**atom) == Value::Yes
                || board.get(**atom) == Value::Open && ruled_out.binary_search(atom).is_err()
        });
        free.filter_map(|atom| self.puzzle.stroke(*atom)).map(|stroke| stroke.to).collect()
    }

    /// The largest digit that some cell may hold; 0 where none are entered.
    pub fn most_digit(&self) -> u32 {
        self.most_digit
    }

    /// Whether lines are drawn here.
    pub fn has_lines(&self) -> bool {
        self.has_lines
    }

    fn nothing_to_enter(&self, cell: Cell) -> ActionError {
        ActionError::NoEntry(self.puzzle.grid().name(cell))
    }

    /// What is entered stays; where nothing is, says what to do.
    fn confirmed(&self, cell: Cell) -> Result<Option<Action>, ActionError> {
        let choices = self.choices(cell);
        let most = choices.iter().map(|atom| self.puzzle.candidate_of(*atom).1).max();
        let Some(most) = most else { return Err(self.nothing_to_enter(cell)) };
        match choices.iter().any(|atom| self.position().board.is_yes(*atom)) {
            true => Ok(None),
            false => Err(ActionError::TypeDigit { most }),
        }
    }

    fn only_choice(&self, cell: Cell) -> Result<Atom, ActionError> {
        match self.choices(cell) {
            [only] => Ok(*only),
            _ => Err(self.nothing_to_enter(cell)),
        }
    }

    pub(super) fn with_digit(&self, cell: Cell, digit: u32) -> Option<Atom> {
        let has = |atom: &&Atom| digit > 0 && self.puzzle.candidate_of(**atom) == (cell, digit);
        self.choices(cell).iter().find(has).copied()
    }

    /// Enters something, whatever is marked there, or takes it away.
    fn enter_or_withdraw(&self, atom: Atom) -> Change {
        if self.position().board.is_yes(atom) { Change::Withdraw(atom) } else { Change::Enter(atom) }
    }

    /// Crosses a cell out or takes that back; nothing where it is not one thing to cross out.
    fn marked(&self, cell: Cell) -> Result<Option<Change>, ActionError> {
        match self.choices(cell) {
            [] => Err(ActionError::NoMark(self.puzzle.grid().name(cell))),
            [only] if self.position().board.is_no(*only) => Ok(Some(Change::Withdraw(*only))),
            [only] => Ok(Some(Change::Cross(*only))),
            _ => Ok(None),
        }
    }

    /// Entered, marked, empty again.
    fn tapped(&self, atom: Atom) -> Change {
        match self.position().board.get(atom) {
            Value::Open => Change::Enter(atom),
            Value::Yes => Change::Cross(atom),
            Value::No => Change::Withdraw(atom),
        }
    }

    /// Marked, entered, empty again.
    fn tapped_to_mark(&self, atom: Atom) -> Change {
        match self.position().board.get(atom) {
            Value::Open => Change::Cross(atom),
            Value::No => Change::Enter(atom),
            Value::Yes => Change::Withdraw(atom),
        }
    }

    /// The line between two cells, or none where it is there; nothing from a cell to itself.
    fn dragged(&self, from: Cell, to: Cell) -> Result<Option<Change>, ActionError> {
        let joins = |atom: &&Atom| {
            self.puzzle.stroke(**atom).is_some_and(|stroke| (stroke.from, stroke.to) == (from, to))
        };
        let name = |cell: Cell| self.puzzle.grid().name(cell);
        match self.choices(from).iter().find(joins) {
            _ if from == to => Ok(None),
            Some(line) => Ok(Some(self.enter_or_withdraw(*line))),
            None => Err(ActionError::NoLine { from: name(from), to: name(to) }),
        }
    }

    /// The lines from a cell in a direction, one after the other, and none after the last.
    fn drawn(&self, cell: Cell, direction: Direction) -> Result<Change, ActionError> {
        let lines = self.choices(cell).iter().copied();
        let lines: Vec<Atom> = lines.filter(|atom| goes(self.puzzle(), *atom) == Some(direction)).collect();
        let next = self.stepped(&lines, cell, Turn::Forwards);
        next.ok_or_else(|| ActionError::NoLineTowards { cell: self.puzzle.grid().name(cell), direction })
    }

    /// After what is entered comes the next, or the one before it, and beyond the ends nothing.
    fn stepped(&self, choices: &[Atom], cell: Cell, turn: Turn) -> Option<Change> {
        if choices.is_empty() {
            return None;
        }
        let entered = choices.iter().position(|atom| self.position().board.is_yes(*atom));
        let next = match (turn, entered) {
            (Turn::Forwards, None) => choices.first(),
            (Turn::Forwards, Some(at)) => choices.get(at + 1),
            (Turn::Backwards, None) => choices.last(),
            (Turn::Backwards, Some(at)) => at.checked_sub(1).map(|before| &choices[before]),
        };
        next.map(|atom| Change::Enter(*atom)).or_else(|| self.clear(cell))
    }

    /// Clears the cell; `None` if it is empty.
    fn clear(&self, cell: Cell) -> Option<Change> {
        let position = self.position();
        let is_there =
            |atom: &Atom| position.board.get(*atom) != Value::Open || position.notes.contains(*atom);
        let is_jotted = self.jots(cell).any(|kind| kind != Jotting::Done);
        (is_jotted || self.choices(cell).iter().any(is_there)).then_some(Change::Clear(cell))
    }

    /// Marks over cells: the first decides whether they come or go. What is entered stays.
    fn painted(&self, cells: &[Cell]) -> Vec<Change> {
        let board = &self.position().board;
        let atoms: Vec<Atom> = cells.iter().filter_map(|cell| self.only_choice(*cell).ok()).collect();
        let is_erased = atoms.first().is_some_and(|first| board.is_no(*first));
        let (wanted, change): (Value, fn(Atom) -> Change) =
            if is_erased { (Value::No, Change::Withdraw) } else { (Value::Open, Change::Cross) };
        atoms.into_iter().filter(|atom| board.get(*atom) == wanted).map(change).collect()
    }

    /// A digit over several cells: it goes only where all that take it have it.
    fn typed_in(&self, cells: &[Cell], digit: u32, mode: DigitMode) -> Result<Option<Action>, ActionError> {
        let Some(first) = cells.first() else { return Ok(None) };
        let jot = match mode {
            DigitMode::Centre => Some(Jotting::Centre(digit)),
            DigitMode::Colour if digit <= COLOURS => Some(Jotting::Colour(digit)),
            DigitMode::Colour => return Ok(None),
            _ => None,
        };
        if let Some(kind) = jot {
            return Ok(changes(self.jotted_in(cells, kind)));
        }
        let atoms: Vec<Atom> = cells.iter().filter_map(|cell| self.with_digit(*cell, digit)).collect();
        let position = self.position();
        let is_there = |atom: &Atom| match mode {
            DigitMode::Enter => position.board.is_yes(*atom),
            DigitMode::Note => position.notes.contains(*atom),
            DigitMode::Cross | DigitMode::Centre | DigitMode::Colour => position.board.is_no(*atom),
        };
        if atoms.is_empty() {
            return Err(ActionError::Digit { digit, cell: self.puzzle.grid().name(*first) });
        }
        let all_there = atoms.iter().all(is_there);
        let change = match (mode, all_there) {
            (DigitMode::Note, true) => Change::RubOut,
            (_, true) => Change::Withdraw,
            (DigitMode::Enter, false) => Change::Enter,
            (DigitMode::Note, false) => Change::Note,
            (DigitMode::Cross | DigitMode::Centre | DigitMode::Colour, false) => Change::Cross,
        };
        let changed: Vec<Atom> = atoms.into_iter().filter(|atom| all_there || !is_there(atom)).collect();
        let cleaned = match (mode, all_there) {
            (DigitMode::Enter, false) => self.notes_ruled_out_by(&changed),
            _ => Vec::new(),
        };
        Ok(changes(changed.into_iter().map(change).chain(cleaned)))
    }
}
