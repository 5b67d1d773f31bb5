//! Boards of digits in pzpr's addresses and files and on Penpa's pages: what is the same for all genres.

use super::Digits;
use crate::frames::puzzlink::Clue;
use crate::frames::{Format, ParseError, Text, WriteError, penpa};
use crate::genres::regions::ABSENT;
use crate::grid::Cell;
use crate::model::{Atom, Position};

/// How many notes a cell of a pzprv3 file holds.
const SLOTS: usize = 4;

impl Digits {
    /// The printed digits as clues of an address.
    pub fn clues(&self) -> Vec<Clue> {
        let clue = |&digit: &u32| if digit == 0 { Clue::Blank } else { Clue::Number(digit) };
        self.givens.iter().map(clue).collect()
    }

    /// Prints the clues of an address; `place` is its body.
    pub fn print_clues(
        &mut self,
        clues: &[Clue],
        place: Text<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<(), ParseError> {
        for (cell, clue) in self.grid.cells().zip(clues) {
            self.givens[cell.index()] = match *clue {
                Clue::Blank => 0,
                Clue::Number(digit) => self.checked(cell, digit, place)?,
                Clue::Unknown => self.unknown_clue(cell, warnings),
            };
        }
        Ok(())
    }

    fn unknown_clue(&self, cell: Cell, warnings: &mut Vec<String>) -> u32 {
        warnings.push(format!("the '?' at {} says nothing and is passed over", self.grid.name(cell)));
        0
    }

    /// The printed digits as items of a file.
    pub fn clue_items(&self) -> Vec<String> {
        let item = |cell: Cell| match self.given(cell) {
            _ if self.is_absent(cell) => ABSENT.to_string(),
            Some(digit) => digit.to_string(),
            None => ".".to_string(),
        };
        self.grid.cells().map(item).collect()
    }

    /// Prints the clue items of a file.
    pub fn print_items(&mut self, items: &[Text<'_>], warnings: &mut Vec<String>) -> Result<(), ParseError> {
        for (cell, item) in self.grid.cells().zip(items) {
            self.givens[cell.index()] = match item.as_str() {
                "." => 0,
                ABSENT if self.is_absent(cell) => 0,
                "-" => self.unknown_clue(cell, warnings),
                _ => self.checked(cell, item.number("a digit, '-' or '.'", u32::MAX)?, *item)?,
            };
        }
        Ok(())
    }

    /// The entries and notes of a file's answer section.
    pub fn read_answers(
        &self,
        items: &[Text<'_>],
        warnings: &mut Vec<String>,
    ) -> Result<Position, ParseError> {
        let mut position = Position::blank(self.atom_count());
        let mut entries = vec![0; self.grid.len()];
        let mut passed_over = false;
        for (cell, &item) in self.grid.cells().zip(items) {
            let (answer, slots) = match item.split_once("[") {
                None => (item, None),
                Some((answer, slots)) => match slots.strip_suffix("]") {
                    Some(slots) => (answer, Some(slots)),
                    None => return Err(item.error_after("expected ']' behind the notes")),
                },
            };
            match answer.as_str() {
                "." => {}
                "c" | "+" | "-" | "=" | "%" => passed_over = true,
                _ => {
                    let digit = answer.number("a digit or '.'", u32::MAX)?;
                    entries[cell.index()] = self.checked(cell, digit, answer)?;
                }
            }
            for slot in slots.into_iter().flat_map(|slots| slots.split(',')).filter(|slot| !slot.is_empty()) {
                let digit = self.checked(cell, slot.number("a note", u32::MAX)?, slot)?;
                position.notes.set(self.atom(cell, digit).expect("a checked digit"), true);
            }
        }
        if passed_over {
            warnings.push("colours and ticks of the player are passed over".to_string());
        }
        self.enter(&mut position, &entries);
        Ok(position)
    }

    /// The answer section of a file: an entry, or up to four notes.
    pub fn answer_items(&self, position: &Position) -> Result<Vec<String>, WriteError> {
        let format = Format::Pzprv3;
        self.expect_nothing_crossed(position, format)?;
        let entries = self.foreign_entries(position, format)?;
        let mut items: Vec<String> = entries
            .iter()
            .map(|&digit| if digit == 0 { ".".to_string() } else { digit.to_string() })
            .collect();
        for (cell, notes) in self.by_cell(position.notes.iter()) {
            let name = self.grid.name(cell);
            if self.given(cell).is_some() || entries[cell.index()] != 0 {
                return Err(WriteError::NotesOnEntry { format, cell: name });
            }
            if notes.len() > SLOTS {
                return Err(WriteError::Notes { format, cell: name, notes: notes.len(), most: SLOTS });
            }
            let mut slots: Vec<String> = notes.iter().map(u32::to_string).collect();
            slots.resize(SLOTS, String::new());
            items[cell.index()] = format!(".[{}]", slots.join(","));
        }
        Ok(items)
    }

    /// The single entries where nothing is printed; an entry that repeats a printed digit says nothing new.
    pub fn foreign_entries(&self, position: &Position, format: Format) -> Result<Vec<u32>, WriteError> {
        let mut entries = self.entries(position)?;
        for (cell, entry) in self.grid.cells().zip(&mut entries) {
            match self.given(cell) {
                Some(digit) if *entry == digit => *entry = 0,
                Some(_) if *entry != 0 => {
                    return Err(WriteError::EntryOnGiven { format, cell: self.grid.name(cell) });
                }
                _ => {}
            }
        }
        Ok(entries)
    }

    /// Refuses crossed-out candidates.
    pub fn expect_nothing_crossed(&self, position: &Position, format: Format) -> Result<(), WriteError> {
        match self.crossed(position).next() {
            None => Ok(()),
            Some(atom) => {
                let cell = self.grid.name(self.cell_of(atom));
                Err(WriteError::NoSign { format, what: "crossed-out candidates", cell })
            }
        }
    }

    /// Prints the digits of a page and reads what is entered on it.
    pub fn read_page(
        &mut self,
        page: &penpa::Page,
        warnings: &mut Vec<String>,
    ) -> Result<Position, ParseError> {
        self.givens = self.page_numbers(&page.question)?;
        let mut position = Position::blank(self.atom_count());
        self.enter(&mut position, &self.page_numbers(&page.answer)?);
        for (&(row, col), notes) in &page.answer.candidates {
            for atom in self.page_notes(row, col, notes)? {
                position.notes.set(atom, true);
            }
        }
        if !page.question.candidates.is_empty() {
            warnings.push("printed candidates are passed over".to_string());
        }
        let layers = [&page.question, &page.answer];
        if layers.iter().any(|layer| !layer.surface.is_empty() || !layer.symbols.is_empty()) {
            warnings.push("shading and symbols are passed over".to_string());
        }
        Ok(position)
    }

    fn page_cell(&self, row: usize, col: usize) -> Result<Cell, ParseError> {
        let cell = self.grid.get(row, col);
        cell.ok_or_else(|| ParseError::whole(format!("row {row}, column {col} is not on the board")))
    }

    fn page_numbers(&self, layer: &penpa::Layer) -> Result<Vec<u32>, ParseError> {
        let mut digits = vec![0; self.grid.len()];
        for (&(row, col), (text, _)) in layer.numbers.iter().filter(|(_, (text, _))| !text.trim().is_empty())
        {
            let cell = self.page_cell(row, col)?;
            let name = self.grid.name(cell);
            let digit = Text::new(text.trim())
                .number("a digit", u32::MAX)
                .and_then(|digit| self.checked(cell, digit, Text::new(text)));
            digits[cell.index()] = digit.map_err(|error| ParseError::whole(format!("at {name}: {error}")))?;
        }
        Ok(digits)
    }

    fn page_notes(&self, row: usize, col: usize, notes: &[u32]) -> Result<Vec<Atom>, ParseError> {
        let cell = self.page_cell(row, col)?;
        let atom = |&digit: &u32| {
            self.atom(cell, digit).ok_or_else(|| ParseError::whole(self.too_large(cell, digit)))
        };
        notes.iter().map(atom).collect()
    }
}
