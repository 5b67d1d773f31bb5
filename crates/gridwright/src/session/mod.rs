//! A puzzle being solved: actions, history, branches, and what the rules say of the position.
//!
//! A session is its list of actions. Whatever it shows follows from them, so undoing is leaving some out, and saving is
//! writing them down. It has no rules of its own: the model decides what is wrong, missing or forced.

mod action;
mod comfort;
mod error;
mod gesture;
mod help;
#[cfg(test)]
mod help_tests;
mod jot;
mod label;
mod record;
mod rules;
mod settings;
#[cfg(test)]
mod tests;
mod view;

pub use action::{Action, Change};
pub use comfort::{BestTimes, Highlights};
pub use error::ActionError;
pub use gesture::{Button, DigitMode, Gesture, Style, Turn};
pub use help::{Helper, Mistakes, clock};
pub use jot::{COLOURS, Jot, Jotting};
pub use rules::Rules;
pub use settings::{Preferences, Settings};
pub use view::{Errors, UnknownErrors};

use crate::explain::Hint;
use crate::frames::Format;
use crate::grid::Cell;
use crate::model::{self, Atom, Board, Broken, Model, Position, RuleId, Value, WrongPosition};
use crate::puzzle::Puzzle;
use jot::Jots;
use std::collections::BTreeSet;

/// A puzzle being solved.
///
/// ```
/// use gridwright::Session;
/// let mut session = Session::read("7x7:b1f2iB2g1Bi2fBb")?;
/// session.perform("r1c1 bulb")?;
/// session.perform("r4c1 bulb")?;
/// assert!(!session.status().broken.is_empty());
/// session.undo();
/// assert!(session.status().broken.is_empty() && session.perform("r1c3 bulb").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    puzzle: Puzzle,
    /// By cell.
    atoms: Vec<Vec<Atom>>,
    printed: BTreeSet<Cell>,
    most_digit: u32,
    has_lines: bool,
    /// What was there before the first action.
    start: Position,
    actions: Vec<Action>,
    /// How many of the actions count; the rest were undone.
    done: usize,
    state: State,
    /// How it is shown.
    pub settings: Settings,
    /// Whether errors were requested since the position changed.
    is_checked: bool,
    /// Help for the position as it is, and how many of its stages were shown.
    hint: Option<(Hint, usize)>,
    /// A number that is being typed digit by digit, and where.
    typed: Option<(Vec<Cell>, u32, DigitMode)>,
    /// How it has been played so far.
    pub tally: Tally,
    /// The format of the text it was opened from.
    format: Format,
}

/// How long a session has been played, and with how much help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Seconds, as the front end counts them.
    pub seconds: u64,
    /// How many stages of hints were shown.
    pub hints: u64,
    /// How often the player asked whether everything is right so far.
    pub checks: u64,
    /// Whether the program filled in the solution.
    pub is_filled_in: bool,
}

/// The state after some actions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    position: Position,
    /// By atom: how many branches were open when it was entered or crossed out.
    depths: Vec<u32>,
    /// What to go back to, the outermost branch first.
    saved: Vec<(Position, Vec<u32>, Jots)>,
    /// What is jotted down beside the entries.
    jots: Jots,
}

/// What the rules say of a position.
#[derive(Clone, Debug)]
pub struct Status {
    /// The rules that are broken.
    pub broken: Vec<Broken>,
    /// The rules that something is missing for.
    pub missing: Vec<RuleId>,
    /// The cells a player sees flagged.
    pub flagged: Vec<Cell>,
}

impl Status {
    /// Whether everything is there and nothing is wrong.
    pub fn is_solved(&self) -> bool {
        self.broken.is_empty() && self.missing.is_empty()
    }
}

impl State {
    fn new(position: Position) -> State {
        let depths = vec![0; position.board.len()];
        State { position, depths, saved: Vec::new(), jots: Jots::new() }
    }

    fn apply(&mut self, action: &Action, atoms: &[Vec<Atom>], puzzle: &Puzzle) {
        match action {
            Action::Changes(changes) => {
                changes.iter().for_each(|change| self.change(*change, &atoms[change.cell(puzzle).index()]));
            }
            Action::Branch => {
                self.saved.push((self.position.clone(), self.depths.clone(), self.jots.clone()));
            }
            Action::Accept => {
                self.saved.pop();
                let depth = self.saved.len() as u32;
                self.depths.iter_mut().for_each(|other| *other = depth.min(*other));
            }
            Action::Reject => {
                if let Some((position, depths, jots)) = self.saved.pop() {
                    (self.position, self.depths, self.jots) = (position, depths, jots);
                }
            }
        }
    }

    fn change(&mut self, change: Change, cell: &[Atom]) {
        let board = &mut self.position.board;
        match change {
            Change::Enter(atom) => {
                for other in
                    cell.iter().filter(|other| **other != atom && board.is_yes(**other)).collect::<Vec<_>>()
                {
                    board.set(*other, Value::Open);
                }
                board.set(atom, Value::Yes);
            }
            Change::Cross(atom) => board.set(atom, Value::No),
            Change::Withdraw(atom) => board.set(atom, Value::Open),
            Change::Note(atom) => self.position.notes.set(atom, true),
            Change::RubOut(atom) => self.position.notes.set(atom, false),
            Change::Clear(place) => {
                for atom in cell {
                    board.set(*atom, Value::Open);
                    self.position.notes.set(*atom, false);
                }
                self.jots.retain(|jot| jot.cell != place);
            }
            Change::Jot(jot) => drop(self.jots.insert(jot)),
            Change::Unjot(jot) => drop(self.jots.remove(&jot)),
        }
        if let Change::Enter(atom) | Change::Cross(atom) = change {
            self.depths[atom.index()] = self.saved.len() as u32;
        }
    }
}

impl Session {
    /// Starts with nothing entered.
    pub fn new(puzzle: Puzzle) -> Session {
        let blank = puzzle.blank();
        Session::start(puzzle, blank)
    }

    /// Starts from a position. What stands on printed cells is left out: nobody could take it away.
    pub fn from_position(puzzle: Puzzle, start: Position) -> Result<Session, WrongPosition> {
        puzzle.expect_own(&start)?;
        Ok(Session::start(puzzle, start))
    }

    fn start(puzzle: Puzzle, mut start: Position) -> Session {
        let model = puzzle.model();
        let mut atoms = vec![Vec::new(); puzzle.grid().len()];
        model.atoms().for_each(|atom| atoms[puzzle.atom_cell(atom).index()].push(atom));
        let printed: BTreeSet<Cell> = model.givens().iter().map(|atom| puzzle.atom_cell(*atom)).collect();
        for atom in printed.iter().flat_map(|cell| &atoms[cell.index()]) {
            start.board.set(*atom, Value::Open);
            start.notes.set(*atom, false);
        }
        let state = State::new(start.clone());
        let most_digit = model.atoms().map(|atom| puzzle.candidate_of(atom).1).max().unwrap_or(0);
        let has_lines = model.atoms().any(|atom| action::goes(&puzzle, atom).is_some());
        let mut session = Session {
            puzzle,
            atoms,
            printed,
            most_digit,
            has_lines,
            start,
            actions: Vec::new(),
            done: 0,
            state,
            settings: Settings::default(),
            is_checked: false,
            hint: None,
            typed: None,
            tally: Tally::default(),
            format: Format::Native,
        };
        session.settings = Settings::usual(session.style());
        session
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Its rules.
    pub fn model(&self) -> &Model {
        self.puzzle.model()
    }

    /// What is entered, crossed out and pencilled in.
    pub fn position(&self) -> &Position {
        &self.state.position
    }

    /// The actions that count, the oldest first.
    pub fn actions(&self) -> &[Action] {
        &self.actions[..self.done]
    }

    /// The actions that can be done again, the next one first.
    pub fn undone(&self) -> &[Action] {
        &self.actions[self.done..]
    }

    /// How many branches are open.
    pub fn branches(&self) -> usize {
        self.state.saved.len()
    }

    /// How many branches were open when an atom was entered or crossed out, of those that still are.
    pub fn depth(&self, atom: Atom) -> usize {
        self.state.depths.get(atom.index()).map_or(0, |depth| *depth as usize)
    }

    /// What may be said about a cell: nothing about one that is printed, takes no part or is not on the board.
    pub fn choices(&self, cell: Cell) -> &[Atom] {
        let choices = self.atoms.get(cell.index()).filter(|_| !self.printed.contains(&cell));
        choices.map_or(&[], Vec::as_slice)
    }

    /// Does what a text says.
    pub fn perform(&mut self, text: &str) -> Result<(), ActionError> {
        self.act(Action::read(&self.puzzle, text)?)
    }

    /// Does something new. What was undone before is forgotten.
    pub fn act(&mut self, action: Action) -> Result<(), ActionError> {
        self.check(&action, self.branches())?;
        self.actions.truncate(self.done);
        self.state.apply(&action, &self.atoms, &self.puzzle);
        self.changed();
        self.actions.push(action);
        self.done += 1;
        Ok(())
    }

    /// Refuses an action that is not possible while `branches` branches are open.
    fn check(&self, action: &Action, branches: usize) -> Result<(), ActionError> {
        match action {
            Action::Changes(changes) if changes.is_empty() => Err(ActionError::NoChange),
            Action::Changes(changes) => {
                for change in changes {
                    if change.atom().is_some_and(|atom| atom.index() >= self.state.depths.len()) {
                        return Err(ActionError::NoChange);
                    }
                    let cell = change.cell(&self.puzzle);
                    if cell.index() >= self.atoms.len() {
                        return Err(ActionError::NoSuchCell(format!("cell {}", cell.0)));
                    }
                    let name = self.puzzle.grid().name(cell);
                    if let Change::Jot(Jot { kind, .. }) | Change::Unjot(Jot { kind, .. }) = change {
                        if self.jotted_in(&[cell], *kind).is_empty() {
                            return Err(ActionError::TakesNothing(name));
                        }
                        continue;
                    }
                    if matches!(change, Change::Clear(_)) && self.jots(cell).next().is_some() {
                        continue;
                    }
                    if self.printed.contains(&cell) {
                        return Err(ActionError::Printed(name));
                    }
                    if self.atoms[cell.index()].is_empty() {
                        return Err(ActionError::TakesNothing(name));
                    }
                }
                Ok(())
            }
            Action::Accept | Action::Reject if branches == 0 => Err(ActionError::NoBranch),
            Action::Branch | Action::Accept | Action::Reject => Ok(()),
        }
    }

    /// Undoes the last action, if there is one.
    pub fn undo(&mut self) -> Option<&Action> {
        self.done = self.done.checked_sub(1)?;
        self.replay();
        self.actions.get(self.done)
    }

    /// Redoes the action that was undone last, if there is one.
    pub fn redo(&mut self) -> Option<&Action> {
        let action = self.actions.get(self.done)?;
        self.state.apply(action, &self.atoms, &self.puzzle);
        self.done += 1;
        self.changed();
        self.actions.get(self.done - 1)
    }

    /// Clears the board, the history and the tally.
    pub fn restart(&mut self) {
        self.start = Position::blank(self.model().atom_count());
        self.actions.clear();
        self.done = 0;
        self.tally = Tally::default();
        self.replay();
    }

    fn replay(&mut self) {
        self.changed();
        self.state = self.state_after(self.done);
    }

    /// What was shown or begun for the position before is out of date.
    fn changed(&mut self) {
        self.is_checked = false;
        self.hint = None;
        self.typed = None;
    }

    fn state_after(&self, actions: usize) -> State {
        let mut state = State::new(self.start.clone());
        for action in self.actions.iter().take(actions) {
            state.apply(action, &self.atoms, &self.puzzle);
        }
        state
    }

    /// The position after this many of the actions, undone ones among them; after all where there are fewer.
    pub fn position_after(&self, actions: usize) -> Position {
        self.state_after(actions).position
    }

    /// What the rules say of the position.
    pub fn status(&self) -> Status {
        let board = &self.position().board;
        Status {
            broken: model::broken(self.model(), board),
            missing: model::missing(self.model(), board),
            flagged: self.puzzle.flagged_cells(board),
        }
    }

    /// What single rules rule out at once because of what is entered, to be marked.
    pub fn ruled_out(&self) -> Vec<Atom> {
        // What is crossed out may be ruled out as well.
        let mut entered = Board::open(self.model().atom_count());
        entered.extend(self.position().board.facts().filter(|fact| fact.holds));
        self.ruled_out_on(&entered)
    }

    fn ruled_out_on(&self, board: &Board) -> Vec<Atom> {
        let excluded = model::without_room(self.model(), &self.model().with_givens(board), |_| true);
        self.model().atoms().filter(|atom| excluded[atom.index()]).collect()
    }

    /// Rubs out all notes that a rule rules out at once; `None` if there are none.
    pub fn tidy_notes(&self) -> Option<Action> {
        let notes = &self.position().notes;
        let out = self.ruled_out().into_iter().filter(|atom| notes.contains(*atom));
        changes(out.map(Change::RubOut))
    }

    /// Pencils in everything that is possible in cells without an entry; `None` if all is there.
    pub fn fill_notes(&self) -> Option<Action> {
        let Position { board, notes } = self.position();
        let ruled_out: BTreeSet<Atom> = self.ruled_out().into_iter().collect();
        let is_open = |cell: &Cell| !self.choices(*cell).iter().any(|atom| board.is_yes(*atom));
        let cells = self.puzzle.grid().cells().filter(is_open);
        let possible = cells.flat_map(|cell| self.choices(cell).iter().copied());
        let new = possible.filter(|atom| {
            board.get(*atom) == Value::Open && !ruled_out.contains(atom) && !notes.contains(*atom)
        });
        changes(new.map(Change::Note))
    }

    /// Enters a whole solution and removes everything else except the notes; `None` if all is there.
    pub fn enter_solution(&self, solution: &Board) -> Option<Action> {
        let board = &self.position().board;
        let wanted = |atom: &Atom| if solution.is_yes(*atom) { Value::Yes } else { Value::Open };
        let cells = self.puzzle.grid().cells();
        let free = cells.flat_map(|cell| self.choices(cell).iter().copied());
        let wrong: Vec<Atom> = free.filter(|atom| board.get(*atom) != wanted(atom)).collect();
        // First what goes, so that nothing that is entered pushes out what stays.
        let (entered, withdrawn): (Vec<Atom>, Vec<Atom>) =
            wrong.into_iter().partition(|atom| solution.is_yes(*atom));
        changes(withdrawn.into_iter().map(Change::Withdraw).chain(entered.into_iter().map(Change::Enter)))
    }
}

fn changes(changes: impl IntoIterator<Item = Change>) -> Option<Action> {
    let changes: Vec<Change> = changes.into_iter().collect();
    (!changes.is_empty()).then_some(Action::Changes(changes))
}
