//! What a player has put on a board of digits, in our own text and JSON: entries, crossed-out candidates, notes.

use super::{Digits, symbol_value};
use crate::frames::position::LISTS;
use crate::frames::{ParseError, Text, WriteError, counted, json, native};
use crate::genres::regions::ABSENT;
use crate::grid::Cell;
use crate::model::{Atom, Position, Value};
use serde_json::Map;

const ENTRIES: &str = LISTS[0];
const CROSSED: &str = LISTS[1];
const NOTES: &str = LISTS[2];

impl Digits {
    /// The single entry of each cell, 0 for none.
    pub fn entries(&self, position: &Position) -> Result<Vec<u32>, WriteError> {
        let mut entries = vec![0; self.grid.len()];
        for atom in position.board.yes() {
            let cell = self.cell_of(atom);
            if entries[cell.index()] != 0 {
                return Err(WriteError::TwoEntries { cell: self.grid.name(cell) });
            }
            entries[cell.index()] = self.digit_of(atom);
        }
        Ok(entries)
    }

    /// The candidates a player has crossed out.
    pub fn crossed<'p>(&self, position: &'p Position) -> impl Iterator<Item = Atom> + 'p {
        position.board.facts().filter(|fact| !fact.holds).map(|fact| fact.atom)
    }

    /// Atoms in order, the digits of one cell together.
    pub fn by_cell(&self, atoms: impl Iterator<Item = Atom>) -> Vec<(Cell, Vec<u32>)> {
        let mut cells: Vec<(Cell, Vec<u32>)> = Vec::new();
        for atom in atoms {
            let cell = self.cell_of(atom);
            match cells.last_mut() {
                Some((last, digits)) if *last == cell => digits.push(self.digit_of(atom)),
                _ => cells.push((cell, vec![self.digit_of(atom)])),
            }
        }
        cells
    }

    /// Enters digits, 0 for none, one for each cell.
    pub fn enter(&self, position: &mut Position, entries: &[u32]) {
        for (cell, &digit) in self.grid.cells().zip(entries) {
            if let Some(atom) = self.atom(cell, digit) {
                position.board.set(atom, Value::Yes);
            }
        }
    }

    /// Rows of `.` and digits as numbers, 0 for `.`; an absent cell may be `#`.
    pub fn read_rows(&self, rows: &[Text<'_>], what: &str) -> Result<Vec<u32>, ParseError> {
        let cells = native::matrix(rows, what, self.grid.rows(), self.grid.cols())?;
        let digit = |(cell, place): (Cell, Text<'_>)| match place.as_str() {
            "." => Ok(0),
            ABSENT if self.is_absent(cell) => Ok(0),
            _ => self.checked(cell, place.number("'.' or a digit", u32::MAX)?, place),
        };
        self.grid.cells().zip(cells).map(digit).collect()
    }

    /// The rows of [`read_rows`](Digits::read_rows), each with its line end.
    pub fn write_rows(&self, digits: &[u32]) -> String {
        let word = |(cell, &digit): (Cell, &u32)| match digit {
            _ if self.is_absent(cell) => ABSENT.to_string(),
            0 => ".".to_string(),
            digit => digit.to_string(),
        };
        let words: Vec<String> = self.grid.cells().zip(digits).map(word).collect();
        words.chunks(self.grid.cols()).map(|row| native::write_row(row) + "\n").collect()
    }

    /// The three sections behind the board.
    pub fn read_sections(&self, document: &native::Document<'_>) -> Result<Position, ParseError> {
        let mut position = Position::blank(self.atom_count());
        let entries = document.section(ENTRIES);
        if !entries.is_empty() {
            self.enter(&mut position, &self.read_rows(entries, "the entries")?);
        }
        for &line in document.section(CROSSED) {
            for (atom, place) in self.read_candidates(line)? {
                if position.board.is_yes(atom) {
                    return Err(place.error(format!("'{}' is also entered", self.name(atom))));
                }
                position.board.set(atom, Value::No);
            }
        }
        for &line in document.section(NOTES) {
            for (atom, _) in self.read_candidates(line)? {
                position.notes.set(atom, true);
            }
        }
        Ok(position)
    }

    /// `r1c3 1 4`.
    fn read_candidates<'a>(&self, line: Text<'a>) -> Result<Vec<(Atom, Text<'a>)>, ParseError> {
        let mut words = line.words();
        let name = words.next().unwrap_or(line);
        let cell = self
            .grid
            .named(name.as_str())
            .ok_or_else(|| name.expected("a cell and its digits, as 'r1c3 1 4'"))?;
        let atom = |place: Text<'a>| {
            let digit = self.checked(cell, place.number("a digit", u32::MAX)?, place)?;
            Ok((self.atom(cell, digit).expect("a checked digit"), place))
        };
        let atoms: Vec<_> = words.map(atom).collect::<Result<_, ParseError>>()?;
        if atoms.is_empty() {
            return Err(line.error_after(format!("expected the digits of {}", name.as_str())));
        }
        Ok(atoms)
    }

    /// The sections of [`read_sections`](Digits::read_sections), those that are not empty.
    pub fn write_sections(&self, position: &Position) -> Result<String, WriteError> {
        let mut text = String::new();
        if position.board.yes().next().is_some() {
            text += &format!("{ENTRIES}:\n{}", self.write_rows(&self.entries(position)?));
        }
        let mut candidates = |name, cells: Vec<(Cell, Vec<u32>)>| {
            if !cells.is_empty() {
                text += &format!("{name}:\n");
            }
            for (cell, digits) in cells {
                let digits: Vec<String> = digits.iter().map(u32::to_string).collect();
                text += &format!("{} {}\n", self.grid.name(cell), digits.join(" "));
            }
        };
        candidates(CROSSED, self.by_cell(self.crossed(position)));
        candidates(NOTES, self.by_cell(position.notes.iter()));
        Ok(text)
    }

    /// A matrix of numbers, 0 for none, or a string with one character a cell.
    pub fn read_matrix(&self, object: &json::Object, key: &str) -> Result<Vec<u32>, ParseError> {
        if let Some(text) = object.get(key).and_then(|value| value.as_str()) {
            return self.read_characters(text, key);
        }
        let matrix = object.matrix(key)?;
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        if (matrix.rows, matrix.cols) != (rows, cols) {
            return Err(ParseError::whole(format!(
                "'{key}' is {} by {} instead of {rows} by {cols}",
                matrix.rows, matrix.cols
            )));
        }
        let digit = |cell: Cell| matrix.number(cell.index(), self.greatest(cell));
        self.grid.cells().map(digit).collect()
    }

    fn read_characters(&self, text: &str, key: &str) -> Result<Vec<u32>, ParseError> {
        let length = text.chars().count();
        if length != self.grid.len() {
            let found = counted(length, "character");
            return Err(ParseError::whole(format!("'{key}' has {found} for {} cells", self.grid.len())));
        }
        let digit = |(cell, c): (Cell, char)| {
            symbol_value(c).filter(|&digit| digit <= self.greatest(cell)).ok_or_else(|| {
                let place = format!("'{key}' at {}", self.grid.name(cell));
                let greatest = self.greatest(cell);
                ParseError::whole(format!("{place}: expected '.' or a digit up to {greatest}, found {c:?}"))
            })
        };
        self.grid.cells().zip(text.chars()).map(digit).collect()
    }

    /// The matrix of [`read_matrix`](Digits::read_matrix).
    pub fn matrix(&self, digits: &[u32]) -> serde_json::Value {
        let row = |row: &[u32]| row.iter().map(|&digit| serde_json::Value::from(digit)).collect();
        serde_json::Value::Array(digits.chunks(self.grid.cols()).map(row).collect())
    }

    /// The keys of the three sections, candidates as `{"r1c3": [1, 4]}`.
    pub fn read_keys(&self, object: &json::Object) -> Result<Position, ParseError> {
        let mut position = Position::blank(self.atom_count());
        if object.has(ENTRIES) {
            self.enter(&mut position, &self.read_matrix(object, ENTRIES)?);
        }
        for atom in self.read_candidate_key(object, CROSSED)? {
            if position.board.is_yes(atom) {
                let name = self.name(atom);
                return Err(ParseError::whole(format!("'{name}' is both in '{ENTRIES}' and in '{CROSSED}'")));
            }
            position.board.set(atom, Value::No);
        }
        for atom in self.read_candidate_key(object, NOTES)? {
            position.notes.set(atom, true);
        }
        Ok(position)
    }

    fn read_candidate_key(&self, object: &json::Object, key: &str) -> Result<Vec<Atom>, ParseError> {
        let Some(value) = object.get(key) else { return Ok(Vec::new()) };
        let cells = value.as_object().ok_or_else(|| {
            json::expected(key, "an object of digits by cell, as {\"r1c3\": [1, 4]}", value)
        })?;
        let mut atoms = Vec::new();
        for (name, digits) in cells {
            let Some(cell) = self.grid.named(name) else {
                return Err(ParseError::whole(format!(
                    "'{key}' names '{name}', which is no cell of the board"
                )));
            };
            let path = format!("{key}.{name}");
            let digits = digits.as_array().ok_or_else(|| json::expected(&path, "an array", digits))?;
            for value in digits {
                let digit = value.as_u64().and_then(|digit| u32::try_from(digit).ok());
                let atom = digit.and_then(|digit| self.atom(cell, digit)).ok_or_else(|| {
                    json::expected(&path, &format!("digits from 1 to {}", self.greatest(cell)), value)
                })?;
                atoms.push(atom);
            }
        }
        Ok(atoms)
    }

    /// The keys of [`read_keys`](Digits::read_keys), those that are not empty.
    pub fn write_keys(
        &self,
        map: &mut Map<String, serde_json::Value>,
        position: &Position,
    ) -> Result<(), WriteError> {
        if position.board.yes().next().is_some() {
            map.insert(ENTRIES.into(), self.matrix(&self.entries(position)?));
        }
        let mut candidates = |name: &str, cells: Vec<(Cell, Vec<u32>)>| {
            let named =
                cells.into_iter().map(|(cell, digits)| (self.grid.name(cell).to_string(), digits.into()));
            let object: Map<String, serde_json::Value> = named.collect();
            if !object.is_empty() {
                map.insert(name.into(), object.into());
            }
        };
        candidates(CROSSED, self.by_cell(self.crossed(position)));
        candidates(NOTES, self.by_cell(position.notes.iter()));
        Ok(())
    }
}
