//! What a player does, as short text: `r2c3 bulb`, `r1c1 ~3`, `branch`.

use super::ActionError;
use super::jot::{Jot, Jotting};
use crate::grid::{Cell, Direction};
use crate::model::Atom;
use crate::puzzle::Puzzle;

/// One change of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It holds; whatever else was entered in the cell goes. `r1c1 5`
    Enter(Atom),
    /// It does not hold. `r1c1 !5`
    Cross(Atom),
    /// It is open again. `r1c1 -5`
    Withdraw(Atom),
    /// Pencilled in. `r1c1 ~5`
    Note(Atom),
    /// Rubbed out. `r1c1 -~5`
    RubOut(Atom),
    /// Nothing is left in the cell. `r1c1 clear`
    Clear(Cell),
    /// Jotted down beside the entries. `r1c1 ^5`, `r1c1 @3`, `r1c1 done`
    Jot(Jot),
    /// No longer jotted down. `r1c1 -^5`, `r1c1 -@3`, `r1c1 -done`
    Unjot(Jot),
}

/// One entry of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Changes that are made and taken back together, between commas.
    Changes(Vec<Change>),
    /// From here on, things are tried. `branch`
    Branch,
    /// What was tried stays. `accept`
    Accept,
    /// What was tried goes. `reject`
    Reject,
}

const BRANCH: &str = "branch";
const ACCEPT: &str = "accept";
const REJECT: &str = "reject";
const CLEAR: &str = "clear";

type About = fn(Atom) -> Change;

/// Before the second word of an atom's name. Longer signs come before those they start with.
const SIGNS: [(&str, About); 4] =
    [("!", Change::Cross), ("-~", Change::RubOut), ("-", Change::Withdraw), ("~", Change::Note)];

impl Change {
    /// The atom, if it is about one.
    pub fn atom(self) -> Option<Atom> {
        match self {
            Change::Enter(atom)
            | Change::Cross(atom)
            | Change::Withdraw(atom)
            | Change::Note(atom)
            | Change::RubOut(atom) => Some(atom),
            Change::Clear(_) | Change::Jot(_) | Change::Unjot(_) => None,
        }
    }

    /// The cell it is about.
    pub fn cell(self, puzzle: &Puzzle) -> Cell {
        match self {
            Change::Clear(cell) => cell,
            Change::Jot(jot) | Change::Unjot(jot) => jot.cell,
            other => puzzle.atom_cell(other.atom().expect("all others are about atoms")),
        }
    }

    fn write(self, puzzle: &Puzzle) -> String {
        let sign = match self {
            Change::Clear(cell) => return format!("{} {CLEAR}", puzzle.grid().name(cell)),
            Change::Jot(jot) => return format!("{} {}", puzzle.grid().name(jot.cell), jot.kind.write()),
            Change::Unjot(jot) => return format!("{} -{}", puzzle.grid().name(jot.cell), jot.kind.write()),
            Change::Enter(_) => "",
            Change::Cross(_) => "!",
            Change::Withdraw(_) => "-",
            Change::Note(_) => "~",
            Change::RubOut(_) => "-~",
        };
        let name = self.atom().map(|atom| puzzle.atom_name(atom)).unwrap_or_default();
        match name.split_once(' ') {
            Some((cell, rest)) => format!("{cell} {sign}{rest}"),
            None => format!("{sign}{name}"),
        }
    }

    fn read(puzzle: &Puzzle, text: &str) -> Result<Change, ActionError> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (cell, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let Some(place) = puzzle.grid().named(cell) else {
            return Err(ActionError::NoSuchCell(cell.to_string()));
        };
        if rest == CLEAR {
            return Ok(Change::Clear(place));
        }
        if let Some(kind) = Jotting::read(rest) {
            return Ok(Change::Jot(Jot { cell: place, kind }));
        }
        if let Some(kind) = rest.strip_prefix('-').and_then(Jotting::read) {
            return Ok(Change::Unjot(Jot { cell: place, kind }));
        }
        let sign = SIGNS.iter().find_map(|(sign, change)| Some((rest.strip_prefix(sign)?, *change)));
        let (what, change) = sign.unwrap_or((rest, Change::Enter));
        let what = what.trim_start();
        let atom = puzzle.atom_named(&format!("{cell} {what}"));
        if let Some(atom) = atom.or_else(|| the_line_towards(puzzle, place, what)) {
            return Ok(change(atom));
        }
        let cell = puzzle.grid().name(place);
        let example = atoms_at(puzzle, place).next().map(|atom| puzzle.atom_name(atom));
        Err(match example {
            None => ActionError::TakesNothing(cell),
            Some(example) if rest.is_empty() => ActionError::NothingToEnter { cell, example },
            Some(example) => ActionError::DoesNotFit { what: rest.to_string(), cell, example },
        })
    }
}

fn atoms_at(puzzle: &Puzzle, cell: Cell) -> impl Iterator<Item = Atom> {
    (0..puzzle.atom_count() as u32).map(Atom).filter(move |atom| puzzle.atom_cell(*atom) == cell)
}

/// The line that leaves a cell in a direction, `left`, where there is one and no other.
fn the_line_towards(puzzle: &Puzzle, cell: Cell, word: &str) -> Option<Atom> {
    let direction: Direction = word.parse().ok()?;
    let mut lines = atoms_at(puzzle, cell).filter(|atom| goes(puzzle, *atom) == Some(direction));
    lines.next().filter(|_| lines.next().is_none())
}

/// Which way the line of an atom goes.
pub(super) fn goes(puzzle: &Puzzle, atom: Atom) -> Option<Direction> {
    puzzle.stroke(atom)?.course(&puzzle.grid()).map(|(direction, _)| direction)
}

impl Action {
    /// As text.
    ///
    /// # Panics
    /// When it is about a cell or an atom of another puzzle.
    pub fn write(&self, puzzle: &Puzzle) -> String {
        match self {
            Action::Changes(changes) => {
                changes.iter().map(|change| change.write(puzzle)).collect::<Vec<_>>().join(", ")
            }
            Action::Branch => BRANCH.to_string(),
            Action::Accept => ACCEPT.to_string(),
            Action::Reject => REJECT.to_string(),
        }
    }

    /// From text.
    pub fn read(puzzle: &Puzzle, text: &str) -> Result<Action, ActionError> {
        Ok(match text.trim() {
            BRANCH => Action::Branch,
            ACCEPT => Action::Accept,
            REJECT => Action::Reject,
            "" => return Err(ActionError::Nothing),
            text => {
                let changes = text.split(',').map(|change| Change::read(puzzle, change));
                Action::Changes(changes.collect::<Result<_, _>>()?)
            }
        })
    }
}
