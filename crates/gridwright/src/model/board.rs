//! Boards: what is known of each atom. A player's position, a search node and a solution are all boards.

use super::Atom;

/// What is known of one atom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Value {
    /// Nothing yet.
    #[default]
    Open,
    /// It holds.
    Yes,
    /// It does not hold.
    No,
}

/// An atom that is known to hold or not to hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// The question.
    pub atom: Atom,
    /// Its answer.
    pub holds: bool,
}

impl Fact {
    /// The other answer.
    #[must_use]
    pub fn opposite(self) -> Fact {
        Fact { holds: !self.holds, ..self }
    }
}

/// For each atom yes, no or open.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    values: Vec<Value>,
}

impl Board {
    /// A board on which nothing is known.
    pub fn open(atoms: usize) -> Board {
        Board { values: vec![Value::Open; atoms] }
    }

    /// A board on which everything is known: these atoms hold, the others do not.
    ///
    /// # Panics
    /// When one of them is none of the atoms.
    pub fn complete(atoms: usize, holding: impl IntoIterator<Item = Atom>) -> Board {
        let mut values = vec![Value::No; atoms];
        for atom in holding {
            values[atom.index()] = Value::Yes;
        }
        Board { values }
    }

    /// Number of atoms.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no atoms at all.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// What is known of an atom.
    pub fn get(&self, atom: Atom) -> Value {
        self.values[atom.index()]
    }

    /// Whether an atom is known to hold.
    pub fn is_yes(&self, atom: Atom) -> bool {
        self.get(atom) == Value::Yes
    }

    /// Whether an atom is known not to hold.
    pub fn is_no(&self, atom: Atom) -> bool {
        self.get(atom) == Value::No
    }

    /// What is known of each atom.
    pub(crate) fn values(&self) -> &[Value] {
        &self.values
    }

    /// Writes what is known of an atom.
    pub fn set(&mut self, atom: Atom, value: Value) {
        self.values[atom.index()] = value;
    }

    /// All atoms known to hold, in order.
    pub fn yes(&self) -> impl Iterator<Item = Atom> + '_ {
        self.facts().filter(|f| f.holds).map(|f| f.atom)
    }

    /// Everything that is known, in order of the atoms.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        self.values
            .iter()
            .enumerate()
            .filter(|(_, v)| **v != Value::Open)
            .map(|(i, v)| Fact { atom: Atom(i as u32), holds: *v == Value::Yes })
    }

    /// Whether nothing is open.
    pub fn is_complete(&self) -> bool {
        !self.values.contains(&Value::Open)
    }
}

impl FromIterator<Value> for Board {
    fn from_iter<T: IntoIterator<Item = Value>>(values: T) -> Board {
        Board { values: values.into_iter().collect() }
    }
}

impl Extend<Fact> for Board {
    fn extend<T: IntoIterator<Item = Fact>>(&mut self, facts: T) {
        for fact in facts {
            self.set(fact.atom, if fact.holds { Value::Yes } else { Value::No });
        }
    }
}

/// A set of atoms, for pencil marks.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AtomSet(std::collections::BTreeSet<u32>);

impl AtomSet {
    /// Whether the atom is in the set.
    pub fn contains(&self, atom: Atom) -> bool {
        self.0.contains(&atom.0)
    }

    /// Adds or removes an atom.
    pub fn set(&mut self, atom: Atom, present: bool) {
        if present {
            self.0.insert(atom.0);
        } else {
            self.0.remove(&atom.0);
        }
    }

    /// All atoms, in order.
    pub fn iter(&self) -> impl Iterator<Item = Atom> + '_ {
        self.0.iter().map(|&i| Atom(i))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a player has put on a puzzle: entries and marks (the board) and pencil notes, which claim nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Entries (yes) and marks (no).
    pub board: Board,
    /// Pencilled candidates.
    pub notes: AtomSet,
}

impl Position {
    /// Nothing entered.
    pub fn blank(atoms: usize) -> Position {
        Position { board: Board::open(atoms), notes: AtomSet::default() }
    }

    /// The entries that spell out a solution: what holds is entered, what does not stays unmarked.
    pub fn of_solution(solution: &Board) -> Position {
        let mut position = Position::blank(solution.len());
        position.board.extend(solution.facts().filter(|f| f.holds));
        position
    }

    /// Enters an atom.
    pub fn enter(&mut self, atom: Atom) {
        self.board.set(atom, Value::Yes);
    }

    /// Whether nothing has been entered, marked or noted.
    pub fn is_blank(&self) -> bool {
        self.notes.is_empty() && self.board.facts().next().is_none()
    }
}

/// A position was made for another puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position is one of another puzzle: it has {found} atoms, not {expected}")]
pub struct WrongPosition {
    /// How many atoms the puzzle has.
    pub expected: usize,
    /// How many atoms the position is about.
    pub found: usize,
}

impl Position {
    /// Refuses a position of a puzzle with another number of atoms.
    pub(crate) fn expect_atoms(&self, expected: usize) -> Result<(), WrongPosition> {
        let noted = self.notes.0.last().map_or(0, |atom| *atom as usize + 1);
        let found = if noted > self.board.len() { noted } else { self.board.len() };
        if found == expected { Ok(()) } else { Err(WrongPosition { expected, found }) }
    }
}

/// The entries that spell out a solution.
impl From<Board> for Position {
    fn from(solution: Board) -> Position {
        Position::of_solution(&solution)
    }
}
