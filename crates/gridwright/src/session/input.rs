//! What keys and clicks do, in any genre: the front end knows only cells, digits and directions.

use super::action::goes;
use super::{Action, Change, Session};
use crate::grid::{Cell, Direction};
use crate::model::{Atom, Value};

impl Session {
    /// A click or the space bar: what may be entered in a cell, one after the other, and nothing after the last.
    ///
    /// ```
    /// use gridwright::{grid::Cell, session::Session};
    /// let mut session = Session::read("7x7:b1f2iB2g1Bi2fBb")?;
    /// let click = session.cycle(Cell(0)).unwrap();
    /// assert_eq!(click.write(session.puzzle()), "r1c1 bulb");
    /// session.act(click)?;
    /// assert_eq!(session.cycle(Cell(0)).unwrap().write(session.puzzle()), "r1c1 clear");
    /// assert_eq!(session.cycle(Cell(2)), None, "a wall");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cycle(&self, cell: Cell) -> Option<Action> {
        self.next_of(self.choices(cell), cell)
    }

    /// The other button: crosses a cell out or takes that back; `None` where it is not one thing to cross out.
    pub fn mark(&self, cell: Cell) -> Option<Action> {
        match self.choices(cell) {
            [only] => self.crossed(*only),
            _ => None,
        }
    }

    fn crossed(&self, atom: Atom) -> Option<Action> {
        let is_there = self.position().board.get(atom) == Value::No;
        one(if is_there { Change::Withdraw(atom) } else { Change::Cross(atom) })
    }

    fn entered(&self, atom: Atom) -> Option<Action> {
        let is_there = self.position().board.is_yes(atom);
        one(if is_there { Change::Withdraw(atom) } else { Change::Enter(atom) })
    }

    /// Clears the cell; `None` if it is empty.
    pub fn clear(&self, cell: Cell) -> Option<Action> {
        let position = self.position();
        let is_there =
            |atom: &Atom| position.board.get(*atom) != Value::Open || position.notes.contains(*atom);
        self.choices(cell).iter().any(is_there).then_some(Change::Clear(cell)).and_then(one)
    }

    /// The largest digit that some cell may hold; 0 where none are entered.
    pub fn most_digit(&self) -> u32 {
        self.most_digit
    }

    /// Whether lines are drawn here.
    pub fn has_lines(&self) -> bool {
        self.has_lines
    }

    pub(super) fn with_digit(&self, cell: Cell, digit: u32) -> Option<Atom> {
        let has = |atom: &&Atom| digit > 0 && self.puzzle.candidate_of(**atom) == (cell, digit);
        self.choices(cell).iter().find(has).copied()
    }

    /// A drag from one cell to another: the line between them, or none where it is there.
    pub fn drag(&self, from: Cell, to: Cell) -> Option<Action> {
        let joins = |atom: &&Atom| {
            self.puzzle.stroke(**atom).is_some_and(|stroke| (stroke.from, stroke.to) == (from, to))
        };
        self.entered(*self.choices(from).iter().find(joins)?)
    }

    /// A direction key: the lines from a cell in that direction, one after the other, and none after the last.
    pub fn draw_towards(&self, cell: Cell, direction: Direction) -> Option<Action> {
        let lines: Vec<Atom> = self
            .choices(cell)
            .iter()
            .copied()
            .filter(|atom| goes(self.puzzle(), *atom) == Some(direction))
            .collect();
        self.next_of(&lines, cell)
    }

    /// After what is entered comes the next, and after the last nothing.
    fn next_of(&self, choices: &[Atom], cell: Cell) -> Option<Action> {
        let entered = choices.iter().position(|atom| self.position().board.is_yes(*atom));
        let next = choices.get(entered.map_or(0, |entered| entered + 1));
        match (next, entered) {
            (Some(next), _) => one(Change::Enter(*next)),
            (None, Some(_)) => one(Change::Clear(cell)),
            (None, None) => None,
        }
    }
}

pub(super) fn one(change: Change) -> Option<Action> {
    Some(Action::Changes(vec![change]))
}
