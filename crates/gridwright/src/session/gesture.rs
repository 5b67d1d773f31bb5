//! What a player's gestures mean in a genre: clicks, taps, drags, keys and the wheel.
//!
//! A front end says what the hand did, in cells and digits; the answer is an action, nothing, or why not.

use super::input::one;
use super::{Action, ActionError, Change, Session};
use crate::grid::{Cell, Direction};
use crate::model::{Atom, Value};

/// What the hand did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// A click. The primary button enters, the secondary one marks; where digits are typed, the primary one only selects.
    Click(Cell, Button),
    /// A tap on a screen without buttons: entered, marked, empty again.
    Tap(Cell),
    /// A drag over cells, in order: draws the line from the first to the last where lines are drawn; else it marks, or
    /// takes marks away if the first cell has one.
    Drag(Vec<Cell>, Button),
    /// A digit key over the selected cells.
    Digit(Vec<Cell>, u32, DigitMode),
    /// A direction key while lines are drawn.
    Draw(Cell, Direction),
    /// Enter or space: what the cell may hold, one after the other.
    Cycle(Cell),
    /// The mark key.
    Mark(Cell),
    /// The wheel: what the cell may hold, forwards or backwards.
    Wheel(Cell, Turn),
    /// The delete key over the selected cells.
    Clear(Vec<Cell>),
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Button {
    Primary,
    Secondary,
}

/// A direction of the wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Turn {
    Forwards,
    Backwards,
}

/// What digit keys do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DigitMode {
    /// The digit is entered, or taken away where it is.
    #[default]
    Enter,
    /// It is pencilled in, or rubbed out.
    Note,
    /// It is crossed out, or that is taken back.
    Cross,
}

/// How a genre is played with the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let name = |cell: Cell| self.puzzle.grid().name(cell);
        match gesture {
            Gesture::Click(cell, Button::Primary) => match self.style() {
                Style::Place => self.toggled(*cell),
                Style::Lines => self.cycled(*cell),
                Style::Digits => Ok(None),
            },
            Gesture::Click(cell, Button::Secondary) => match self.style() {
                Style::Place => self.marked(*cell),
                Style::Lines => Ok(self.clear(*cell)),
                Style::Digits => Ok(None),
            },
            Gesture::Tap(cell) => match self.style() {
                Style::Place => self.tapped(*cell),
                Style::Lines => self.cycled(*cell),
                Style::Digits => Ok(None),
            },
            Gesture::Drag(cells, _) if self.style() == Style::Lines => match cells[..] {
                [] => Ok(None),
                [only] => self.cycled(only),
                [from, .., to] if from == to => Ok(None),
                [from, .., to] => match self.drag(from, to) {
                    Some(action) => Ok(Some(action)),
                    None => Err(ActionError::NoLine { from: name(from), to: name(to) }),
                },
            },
            Gesture::Drag(cells, _) if self.style() == Style::Place => Ok(self.painted(cells)),
            Gesture::Drag(..) => Ok(None),
            Gesture::Digit(cells, digit, mode) => self.typed_in(cells, *digit, *mode),
            Gesture::Draw(cell, direction) => match self.draw_towards(*cell, *direction) {
                Some(action) => Ok(Some(action)),
                None => Err(ActionError::NoLineTowards { cell: name(*cell), direction: *direction }),
            },
            Gesture::Cycle(cell) => self.cycled(*cell),
            Gesture::Mark(cell) => self.marked(*cell),
            Gesture::Wheel(cell, turn) => Ok(self.wheeled(*cell, *turn)),
            Gesture::Clear(cells) => Ok(super::changes(cells.iter().filter_map(|cell| self.clearing(*cell)))),
        }
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

    fn nothing_to_enter(&self, cell: Cell) -> ActionError {
        ActionError::NoEntry(self.puzzle.grid().name(cell))
    }

    fn cycled(&self, cell: Cell) -> Result<Option<Action>, ActionError> {
        self.cycle(cell).map(Some).ok_or_else(|| self.nothing_to_enter(cell))
    }

    fn only_choice(&self, cell: Cell) -> Result<Atom, ActionError> {
        match self.choices(cell) {
            [only] => Ok(*only),
            _ => Err(self.nothing_to_enter(cell)),
        }
    }

    /// Enters what a cell takes, whatever is marked there, or takes it away.
    fn toggled(&self, cell: Cell) -> Result<Option<Action>, ActionError> {
        let atom = self.only_choice(cell)?;
        let is_there = self.position().board.is_yes(atom);
        Ok(one(if is_there { Change::Withdraw(atom) } else { Change::Enter(atom) }))
    }

    fn marked(&self, cell: Cell) -> Result<Option<Action>, ActionError> {
        match self.mark(cell) {
            Some(action) => Ok(Some(action)),
            None if self.choices(cell).len() > 1 => Ok(None),
            None => Err(ActionError::NoMark(self.puzzle.grid().name(cell))),
        }
    }

    /// Entered, marked, empty again.
    fn tapped(&self, cell: Cell) -> Result<Option<Action>, ActionError> {
        let atom = self.only_choice(cell)?;
        Ok(one(match self.position().board.get(atom) {
            Value::Open => Change::Enter(atom),
            Value::Yes => Change::Cross(atom),
            Value::No => Change::Withdraw(atom),
        }))
    }

    /// Marks over cells: the first decides whether they come or go. What is entered stays.
    fn painted(&self, cells: &[Cell]) -> Option<Action> {
        let board = &self.position().board;
        let atoms: Vec<Atom> = cells.iter().filter_map(|cell| self.only_choice(*cell).ok()).collect();
        let is_erased = board.is_no(*atoms.first()?);
        let wanted = if is_erased { Value::No } else { Value::Open };
        let changed = atoms.into_iter().filter(|atom| board.get(*atom) == wanted);
        super::changes(changed.map(|atom| match is_erased {
            true => Change::Withdraw(atom),
            false => Change::Cross(atom),
        }))
    }

    /// A digit over several cells: it goes only where all that take it have it.
    fn typed_in(&self, cells: &[Cell], digit: u32, mode: DigitMode) -> Result<Option<Action>, ActionError> {
        let Some(first) = cells.first() else { return Ok(None) };
        if digit == 0 {
            return self.meaning(&Gesture::Clear(cells.to_vec()));
        }
        let atoms: Vec<Atom> = cells.iter().filter_map(|cell| self.with_digit(*cell, digit)).collect();
        let position = self.position();
        let is_there = |atom: &Atom| match mode {
            DigitMode::Enter => position.board.is_yes(*atom),
            DigitMode::Note => position.notes.contains(*atom),
            DigitMode::Cross => position.board.is_no(*atom),
        };
        if atoms.is_empty() {
            return Err(ActionError::Digit { digit, cell: self.puzzle.grid().name(*first) });
        }
        let all_there = atoms.iter().all(is_there);
        let change = |atom: Atom| match (mode, all_there) {
            (DigitMode::Enter | DigitMode::Cross, true) => Change::Withdraw(atom),
            (DigitMode::Note, true) => Change::RubOut(atom),
            (DigitMode::Enter, false) => Change::Enter(atom),
            (DigitMode::Note, false) => Change::Note(atom),
            (DigitMode::Cross, false) => Change::Cross(atom),
        };
        let changed = atoms.into_iter().filter(|atom| all_there || !is_there(atom));
        Ok(super::changes(changed.map(change)))
    }

    fn wheeled(&self, cell: Cell, turn: Turn) -> Option<Action> {
        let choices = self.choices(cell);
        let board = &self.position().board;
        let entered = choices.iter().position(|atom| board.is_yes(*atom));
        let next = match (turn, entered) {
            (Turn::Forwards, None) => Some(0),
            (Turn::Forwards, Some(at)) => Some(at + 1),
            (Turn::Backwards, None) => choices.len().checked_sub(1),
            (Turn::Backwards, Some(at)) => at.checked_sub(1),
        };
        match next.and_then(|at| choices.get(at)) {
            Some(atom) => one(Change::Enter(*atom)),
            None => self.clear(cell),
        }
    }

    fn clearing(&self, cell: Cell) -> Option<Change> {
        self.clear(cell).map(|_| Change::Clear(cell))
    }
}
