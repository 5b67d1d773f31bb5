//! What the genres of digits share: every cell takes one digit, from 1 up to the cell's own greatest.
//!
//! Knows which atom means "this cell is that digit", which digits are printed, and how entries, crossed-out
//! candidates and notes are drawn and written. Knows no rule.

mod foreign;
pub(super) mod kernel;
pub(super) mod layers;
#[cfg(test)]
pub(super) mod samples;
pub(super) mod singles;
mod words;

use crate::frames::{ParseError, Text, WriteError};
use crate::grid::{Cell, Grid};
use crate::model::{Atom, Board, Model, Position, Value};
use crate::printed::BoardError;
use crate::puzzle::Status;
use crate::scene::{Glyph, Ground, Ink, Scene};
use kernel::{Groups, Search};

/// The fast solver gives up on boards that take more guesses and probes than this, a few milliseconds; the engine learns.
const MOST_TRIES: u64 = 2000;

/// The digits of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Digits {
    pub grid: Grid,
    /// For each cell its first atom; at the end the number of atoms.
    firsts: Vec<u32>,
    /// For each cell the printed digit, 0 for none.
    givens: Vec<u32>,
}

impl Digits {
    /// Cells that take the digits from 1 to `greatest`; 0 makes a cell absent.
    pub fn new(grid: Grid, greatest: impl Fn(Cell) -> u32) -> Digits {
        let mut firsts = Vec::with_capacity(grid.len() + 1);
        let mut atoms = 0;
        firsts.push(atoms);
        firsts.extend(grid.cells().map(|cell| {
            atoms += greatest(cell);
            atoms
        }));
        Digits { grid, firsts, givens: vec![0; grid.len()] }
    }

    pub fn atom_count(&self) -> usize {
        self.firsts[self.grid.len()] as usize
    }

    pub fn greatest(&self, cell: Cell) -> u32 {
        self.firsts[cell.index() + 1] - self.firsts[cell.index()]
    }

    pub fn is_absent(&self, cell: Cell) -> bool {
        self.greatest(cell) == 0
    }

    /// The atom "this cell is that digit", if the cell takes the digit.
    pub fn atom(&self, cell: Cell, digit: u32) -> Option<Atom> {
        (1..=self.greatest(cell)).contains(&digit).then(|| Atom(self.firsts[cell.index()] + digit - 1))
    }

    /// The atom "this cell is that digit" of a cell that takes the digit.
    pub fn sure_atom(&self, cell: Cell, digit: u32) -> Atom {
        debug_assert!(self.atom(cell, digit).is_some());
        Atom(self.firsts[cell.index()] + digit - 1)
    }

    /// The atoms of a cell, digits in order.
    pub fn atoms(&self, cell: Cell) -> impl Iterator<Item = Atom> + use<> {
        (self.firsts[cell.index()]..self.firsts[cell.index() + 1]).map(Atom)
    }

    pub fn cell_of(&self, atom: Atom) -> Cell {
        Cell(self.firsts.partition_point(|&first| first <= atom.0) as u32 - 1)
    }

    pub fn digit_of(&self, atom: Atom) -> u32 {
        atom.0 - self.firsts[self.cell_of(atom).index()] + 1
    }

    /// `r2c3 5`.
    pub fn name(&self, atom: Atom) -> String {
        format!("{} {}", self.grid.name(self.cell_of(atom)), self.digit_of(atom))
    }

    pub fn named(&self, name: &str) -> Option<Atom> {
        let (cell, digit) = name.split_once(' ')?;
        let digits = digit.bytes().all(|b| b.is_ascii_digit());
        self.atom(self.grid.named(cell)?, digits.then(|| digit.parse().ok()).flatten()?)
    }

    pub fn given(&self, cell: Cell) -> Option<u32> {
        Some(self.givens[cell.index()]).filter(|&digit| digit != 0)
    }

    /// The printed digits, 0 for none.
    pub fn givens(&self) -> &[u32] {
        &self.givens
    }

    /// Prints digits, 0 for none, one for each cell.
    pub fn print(&mut self, givens: Vec<u32>) -> Result<(), BoardError> {
        assert_eq!(givens.len(), self.grid.len(), "one digit or 0 for each cell");
        let greatest = self.firsts.windows(2).map(|atoms| atoms[1] - atoms[0]);
        if let Some(i) = givens.iter().zip(greatest).position(|(&digit, most)| digit > most) {
            return Err(self.too_large(Cell(i as u32), givens[i]));
        }
        self.givens = givens;
        Ok(())
    }

    /// The same with these digits printed, which the cells take, 0 for none.
    pub fn printed(&self, givens: Vec<u32>) -> Digits {
        Digits { givens, ..self.clone() }
    }

    /// The same without the printed digits of these cells.
    pub fn without(&self, cells: &[Cell]) -> Digits {
        let mut digits = self.clone();
        cells.iter().for_each(|cell| digits.givens[cell.index()] = 0);
        digits
    }

    fn too_large(&self, cell: Cell, digit: u32) -> BoardError {
        let name = self.grid.name(cell);
        match self.greatest(cell) {
            0 => BoardError::NoCell { cell: name, digit },
            most => BoardError::Digit { cell: name, digit, most },
        }
    }

    /// A digit read for a cell, with the place to point at when the cell does not take it.
    pub fn checked(&self, cell: Cell, digit: u32, place: Text<'_>) -> Result<u32, ParseError> {
        match self.atom(cell, digit) {
            Some(_) => Ok(digit),
            None => Err(place.error(self.too_large(cell, digit))),
        }
    }

    /// The digit entered in a cell, the smallest where there are several.
    pub fn entry(&self, board: &Board, cell: Cell) -> Option<u32> {
        let atoms = self.firsts[cell.index()] as usize..self.firsts[cell.index() + 1] as usize;
        board.values()[atoms].iter().position(|value| *value == Value::Yes).map(|i| i as u32 + 1)
    }

    /// The digit of every cell of a solution, 0 where there is none.
    pub fn solution(&self, solution: &Board) -> Vec<u32> {
        self.grid.cells().map(|cell| self.entry(solution, cell).unwrap_or(0)).collect()
    }

    /// Writes the digits of a solution straight as JSON: a list for each row, 0 where there is none.
    pub fn push_solution(&self, text: &mut String, solution: &Board) {
        let (values, cols) = (solution.values(), self.grid.cols());
        let mut bytes = Vec::with_capacity(2 * self.grid.len() + 2 * self.grid.rows() + 2);
        bytes.push(b'[');
        for row in 0..self.grid.rows() {
            bytes.push(b'[');
            for atoms in self.firsts[row * cols..=(row + 1) * cols].windows(2) {
                let mut of_cell = values[atoms[0] as usize..atoms[1] as usize].iter();
                match of_cell.position(|value| *value == Value::Yes).map_or(0, |i| i + 1) {
                    digit @ 0..=9 => bytes.extend_from_slice(&[b'0' + digit as u8, b',']),
                    digit => bytes.extend_from_slice(format!("{digit},").as_bytes()),
                }
            }
            close_list(&mut bytes);
            bytes.push(b',');
        }
        close_list(&mut bytes);
        text.push_str(std::str::from_utf8(&bytes).expect("digits are characters"));
    }

    /// The printed digits as clues of this kind.
    pub fn add_givens(&self, model: &mut Model, kind: u8) {
        for cell in self.grid.cells() {
            if let Some(atom) = self.given(cell).and_then(|digit| self.atom(cell, digit)) {
                model.given(kind, atom, (cell.0, self.givens[cell.index()]));
            }
        }
    }

    /// A fast search for the solutions that agree with what is known, if the board is not too large for it.
    pub fn search(&self, groups: impl FnOnce() -> Groups, known: Option<&Board>) -> Option<Search> {
        let greatest = self.grid.cells().map(|cell| self.greatest(cell)).max()?;
        let is_small = self.grid.len() <= Groups::MOST_CELLS && greatest <= Groups::MOST_DIGITS;
        is_small.then(|| Search::new(groups(), self.candidates(known)))
    }

    /// For each cell the digits it may hold, the lowest bit for 1.
    fn candidates(&self, known: Option<&Board>) -> Vec<u32> {
        let candidates = |(atoms, given): (&[u32], &u32)| {
            let printed = match given {
                0 => u32::MAX.checked_shr(32 - (atoms[1] - atoms[0])).unwrap_or(0),
                digit => 1 << (digit - 1),
            };
            let Some(known) = known else { return printed };
            let values = &known.values()[atoms[0] as usize..atoms[1] as usize];
            values.iter().enumerate().fold(printed, |left, (digit, value)| match value {
                Value::Open => left,
                Value::Yes => left & 1 << digit,
                Value::No => left & !(1 << digit),
            })
        };
        self.firsts.windows(2).zip(&self.givens).map(candidates).collect()
    }

    /// The status of the board as a search finds it, unless that takes long.
    pub fn status_of(&self, mut search: Search) -> Option<Status> {
        let mut found = Vec::new();
        while found.len() < 2 && search.advance(MOST_TRIES)? {
            let digits = search.digits().zip(&self.firsts).filter(|(digit, _)| *digit > 0);
            let atoms = digits.map(|(digit, first)| Atom(first + digit - 1));
            found.push(Board::complete(self.atom_count(), atoms));
        }
        let mut found = found.into_iter();
        Some(match (found.next(), found.next()) {
            (None, _) => Status::None,
            (Some(only), None) => Status::Unique(only),
            (Some(one), Some(other)) => Status::Multiple(one, other),
        })
    }

    /// Givens, entries and notes; the genre adds its borders.
    pub fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::new(self.grid);
        for cell in self.grid.cells() {
            let tile = scene.tile(cell);
            tile.choices = self.greatest(cell);
            if self.is_absent(cell) {
                tile.ground = Ground::Absent;
            } else if let Some(digit) = self.given(cell) {
                tile.glyph = Glyph::Label(digit.to_string());
            } else {
                tile.ink = Ink::Entered;
                if let Some(digit) = self.entry(&position.board, cell) {
                    tile.glyph = Glyph::Label(digit.to_string());
                }
            }
        }
        for atom in position.notes.iter() {
            let cell = self.cell_of(atom);
            let tile = scene.tile(cell);
            if tile.glyph == Glyph::Empty && !position.board.is_no(atom) {
                tile.notes.push(self.digit_of(atom));
            }
        }
        scene
    }
}

/// Puts the end of a list in place of the comma behind its last item.
fn close_list(bytes: &mut [u8]) {
    bytes[bytes.len() - 1] = b']';
}

/// A cell of one character: digits, letters from 10 on, `.`, `0`, `_` and `*` for a blank, which is 0.
pub(super) const fn symbol_value(c: char) -> Option<u32> {
    match c {
        '.' | '_' | '*' => Some(0),
        _ => c.to_digit(36),
    }
}

/// The character of [`symbol_value`], `.` for 0.
pub(super) fn symbol(digit: u32) -> Result<char, WriteError> {
    match digit {
        0 => Ok('.'),
        1..=35 => Ok(char::from_digit(digit, 36).expect("a digit of base 36").to_ascii_uppercase()),
        _ => Err(WriteError::NoCharacter { digit }),
    }
}
