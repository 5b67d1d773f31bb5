//! What is printed: layers of symbols, goals and options.

use super::{EditAction, EditError, Invalid, Place};
use crate::formats::{Format, ReadOptions};
use crate::frames::native::{self, Document};
use crate::frames::{Layer, LayerKind, Text};
use crate::grid::{Cell, Grid};
use crate::puzzle::{Genre, Puzzle, Reading};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is printed on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    genre: &'static Genre,
    grid: Grid,
    /// For each layer of the genre a symbol for each cell. Shared, because most changes leave most layers alone.
    layers: Vec<Arc<Vec<Box<str>>>>,
    goals: BTreeMap<String, u32>,
    options: Vec<(String, String)>,
}

impl Sheet {
    pub(super) fn blank(genre: &'static Genre, grid: Grid) -> Sheet {
        let layer = |layer: &Layer| Arc::new(grid.cells().map(|cell| blank(layer, &grid, cell)).collect());
        let layers = genre.layers.iter().map(layer).collect();
        Sheet { genre, grid, layers, goals: BTreeMap::new(), options: Vec::new() }
    }

    /// From a native text that is known to be right; `None` where the genre has no layers.
    pub(super) fn read(genre: &'static Genre, text: &str) -> Option<Sheet> {
        let document = Document::parse(Text::new(text)).ok()?;
        let rows = document.board().ok()?;
        let grid = Grid::new(rows.len(), native::row_cells(rows[0]).len()).ok()?;
        let mut sheet = Sheet::blank(genre, grid);
        for (number, layer) in genre.layers.iter().enumerate() {
            let rows = if layer.section.is_empty() { rows } else { document.section(layer.section) };
            let cells: Vec<Box<str>> = rows
                .iter()
                .flat_map(|row| native::row_cells(*row))
                .map(|cell| cell.as_str().into())
                .collect();
            if cells.len() == grid.len() {
                sheet.layers[number] = Arc::new(cells);
            }
            if let LayerKind::Areas { goals } = layer.kind {
                let words = document.section(goals).iter().flat_map(|row| row.words());
                let goals = words.filter_map(|word| {
                    let (label, goal) = word.as_str().split_once('=')?;
                    Some((label.to_string(), goal.parse().ok()?))
                });
                sheet.goals = goals.collect();
            }
        }
        let options = document.options.iter().filter_map(|option| option.as_str().split_once('='));
        sheet.options = options.map(|(key, value)| (key.to_string(), value.to_string())).collect();
        (!sheet.layers.is_empty()).then_some(sheet)
    }

    /// The genre.
    pub fn genre(&self) -> &'static Genre {
        self.genre
    }

    /// The rectangle.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The symbol of a cell in a layer.
    ///
    /// # Panics
    /// When there is no such layer or cell.
    pub fn symbol(&self, layer: usize, cell: Cell) -> &str {
        &self.layers[layer][cell.index()]
    }

    /// The goals of areas, by their labels.
    pub fn goals(&self) -> &BTreeMap<String, u32> {
        &self.goals
    }

    /// The options that are set.
    pub fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// The number of the layer of this name.
    pub fn layer(&self, name: &str) -> Result<usize, EditError> {
        let mut layers = self.genre.layers.iter();
        layers.position(|layer| layer.name == name).ok_or_else(|| self.no_layer(name))
    }

    fn no_layer(&self, name: &str) -> EditError {
        EditError::NoSuchLayer {
            genre: self.genre.name,
            layer: name.chars().take(24).collect(),
            known: self.genre.layers.iter().map(|layer| layer.name).collect(),
        }
    }

    /// Whether an area may be called so and have a goal.
    fn takes_goal(&self, label: &str) -> bool {
        let mut areas =
            self.genre.layers.iter().filter(|layer| matches!(layer.kind, LayerKind::Areas { .. }));
        areas.any(|layer| is_label(label) && takes(layer, label))
    }

    /// Makes a change, or leaves all as it is where that is not possible.
    pub(super) fn change(&mut self, action: &EditAction) -> Result<(), EditError> {
        match action {
            EditAction::Print { layer, cells, symbol } => {
                let Some(printed_on) = self.genre.layers.get(*layer) else {
                    return Err(self.no_layer(&layer.to_string()));
                };
                if !takes(printed_on, symbol) {
                    let symbol = symbol.chars().take(24).collect();
                    return Err(EditError::Symbol { symbol, layer: printed_on.name });
                }
                if let Some(cell) = cells.iter().find(|cell| cell.index() >= self.grid.len()) {
                    return Err(EditError::NoSuchCell(format!("cell {}", cell.0)));
                }
                let symbols = Arc::make_mut(&mut self.layers[*layer]);
                for cell in cells {
                    symbols[cell.index()] = symbol.as_str().into();
                }
            }
            EditAction::Resize { rows, cols } => {
                let (old, grid) = (self.grid, Grid::new(*rows, *cols)?);
                for (layer, symbols) in self.genre.layers.iter().zip(&mut self.layers) {
                    let symbol = |cell: Cell| match old.get(grid.row(cell), grid.col(cell)) {
                        Some(there) => symbols[there.index()].clone(),
                        None => blank(layer, &grid, cell),
                    };
                    *symbols = Arc::new(grid.cells().map(symbol).collect());
                }
                self.grid = grid;
            }
            EditAction::Goal { label, .. } if !self.takes_goal(label) => {
                return Err(EditError::NoArea(label.chars().take(24).collect()));
            }
            EditAction::Goal { label, goal: Some(goal) } => _ = self.goals.insert(label.clone(), *goal),
            EditAction::Goal { label, goal: None } => _ = self.goals.remove(label),
            EditAction::Option { key, value } => {
                let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
                if !is_word(key) || key.contains('=') || value.as_deref().is_some_and(|value| !is_word(value))
                {
                    let [key, value] = [key, value.as_ref().unwrap_or(&String::new())]
                        .map(|text| text.chars().take(24).collect());
                    return Err(EditError::Option { key, value });
                }
                self.options.retain(|(other, _)| other != key);
                self.options.extend(value.clone().map(|value| (key.clone(), value)));
            }
        }
        Ok(())
    }

    /// The changes that make another sheet of this one; `None` where they are of different genres.
    pub fn changes_to(&self, next: &Sheet) -> Option<Vec<EditAction>> {
        if self.genre != next.genre {
            return None;
        }
        let mut changes = Vec::new();
        let mut sheet = self.clone();
        if sheet.grid != next.grid {
            let resize = EditAction::Resize { rows: next.grid.rows(), cols: next.grid.cols() };
            sheet.change(&resize).ok()?;
            changes.push(resize);
        }
        for (layer, (before, after)) in sheet.layers.iter().zip(&next.layers).enumerate() {
            let mut printed: BTreeMap<&str, Vec<Cell>> = BTreeMap::new();
            let differing = next.grid.cells().filter(|cell| before[cell.index()] != after[cell.index()]);
            differing.for_each(|cell| printed.entry(&after[cell.index()]).or_default().push(cell));
            let print =
                |(symbol, cells): (&str, _)| EditAction::Print { layer, cells, symbol: symbol.into() };
            changes.extend(printed.into_iter().map(print));
        }
        let labels =
            sheet.goals.keys().chain(next.goals.keys().filter(|label| !sheet.goals.contains_key(*label)));
        let differing = labels.filter(|label| sheet.goals.get(*label) != next.goals.get(*label));
        changes.extend(
            differing
                .map(|label| EditAction::Goal { label: label.clone(), goal: next.goals.get(label).copied() }),
        );
        let gone = sheet.options.iter().filter(|(key, _)| next.options.iter().all(|(other, _)| other != key));
        changes.extend(gone.map(|(key, _)| EditAction::Option { key: key.clone(), value: None }));
        let new = next.options.iter().filter(|option| !sheet.options.contains(option));
        changes.extend(
            new.map(|(key, value)| EditAction::Option { key: key.clone(), value: Some(value.clone()) }),
        );
        Some(changes)
    }

    /// The puzzle that is printed, or why there is none.
    pub(super) fn puzzle(&self) -> Result<Puzzle, Invalid> {
        let (text, places) = self.text();
        let options = ReadOptions { format: Some(Format::Native), ..ReadOptions::default() };
        Reading::parse_with(&text, &options).map(|reading| reading.puzzle).map_err(|error| {
            // What begins last before the place of the error, in the same line.
            let line_of = |at: usize| text[..at].rfind('\n');
            let at = error.at.map(|at| text.floor_char_boundary(at.min(text.len())));
            let place = at.and_then(|at| {
                let before = places.partition_point(|(start, _)| *start <= at);
                let (start, place) = places[..before].last()?;
                (line_of(*start) == line_of(at)).then(|| place.clone())
            });
            Invalid { message: error.message, place: place.unwrap_or(Place::Board) }
        })
    }

    /// The native text, and where each symbol, goal and option begins in it.
    fn text(&self) -> (String, Vec<(usize, Place)>) {
        let mut text = format!("{} {}", native::MAGIC, self.genre.id);
        let mut places = Vec::with_capacity(self.layers.len() * self.grid.len());
        for (key, value) in &self.options {
            text.push(' ');
            places.push((text.len(), Place::Option(key.clone())));
            text += &format!("{key}={value}");
        }
        text.push('\n');
        for (layer, symbols) in self.genre.layers.iter().zip(&self.layers) {
            let is_blank = |symbol: &str| layer.symbols.first().is_some_and(|(blank, _)| *blank == symbol);
            let is_left_out = !layer.section.is_empty() && symbols.iter().all(|symbol| is_blank(symbol));
            if !layer.section.is_empty() && !is_left_out {
                text += &format!("{}:\n", layer.section);
            }
            for (row, line) in symbols.chunks(self.grid.cols()).enumerate().filter(|_| !is_left_out) {
                // The first comma keeps the place of the row, for what is wrong with the whole board, from that of its
                // first cell. Symbols are single characters without one.
                let comma = if layer.kind == LayerKind::Symbols { "" } else { "," };
                for (col, symbol) in line.iter().enumerate() {
                    text += comma;
                    places
                        .push((text.len(), Place::Cell { cell: self.grid.at(row, col), layer: layer.name }));
                    text += symbol;
                }
                text.push('\n');
            }
            if let LayerKind::Areas { goals } = layer.kind
                && !self.goals.is_empty()
            {
                text += &format!("{goals}:");
                for (label, goal) in &self.goals {
                    text.push(' ');
                    places.push((text.len(), Place::Goal(label.clone())));
                    text += &format!("{label}={goal}");
                }
                text.push('\n');
            }
        }
        (text, places)
    }
}

/// Whether a layer takes a symbol, whatever the board.
fn takes(layer: &Layer, symbol: &str) -> bool {
    let is_known = layer.symbols.iter().any(|(known, _)| *known == symbol);
    is_known
        || match layer.kind {
            LayerKind::Symbols => false,
            LayerKind::Numbers => !symbol.is_empty() && symbol.bytes().all(|byte| byte.is_ascii_digit()),
            LayerKind::Regions | LayerKind::Areas { .. } => is_label(symbol),
        }
}

fn is_label(text: &str) -> bool {
    (1..=16).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// What a cell of a layer holds on a blank board.
fn blank(layer: &Layer, grid: &Grid, cell: Cell) -> Box<str> {
    match (layer.kind, layer.symbols.first()) {
        (LayerKind::Regions, _) | (_, None) => {
            let letters: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
            let row = grid.row(cell);
            match letters.get(row).filter(|_| grid.rows() <= letters.len()) {
                Some(letter) => letter.to_string().into(),
                None => (row + 1).to_string().into(),
            }
        }
        (_, Some((symbol, _))) => (*symbol).into(),
    }
}
