//! What may be printed next: the symbols of a layer, and what symmetry asks for.

use super::{EditAction, LayerKind, Sheet};
use crate::grid::Cell;
use crate::puzzle::maker::Symmetry;
use std::collections::BTreeSet;

/// Numbers of more digits are typed, not chosen.
const MOST_NUMBER: u32 = 25;
/// Where the rules do not say which numbers there can be.
const USUAL_NUMBER: u32 = 9;

impl Sheet {
    /// What may be printed in a layer, with its meaning: its symbols, the numbers that fit, or the labels that are used
    /// and one that is not. `most` is the largest number, where it is known.
    ///
    /// # Panics
    /// When there is no such layer.
    pub fn choices(&self, layer: usize, most: Option<u32>) -> Vec<(String, String)> {
        let own = &self.genre().layers[layer];
        let symbols = own.symbols.iter().map(|(symbol, name)| (symbol.to_string(), name.to_string()));
        let mut choices: Vec<(String, String)> = symbols.collect();
        match own.kind {
            LayerKind::Symbols => {}
            LayerKind::Numbers => {
                let most = most.unwrap_or(USUAL_NUMBER).clamp(1, MOST_NUMBER);
                choices.extend((1..=most).map(|number| (number.to_string(), number.to_string())));
            }
            LayerKind::Regions | LayerKind::Areas { .. } => {
                let noun = if own.kind == LayerKind::Regions { "region" } else { "area" };
                let labels = self.labels(layer);
                let named = |label: &str| (label.to_string(), format!("{noun} {label}"));
                choices.extend(labels.iter().map(|label| named(label)));
                let letters = ('A'..='Z').chain('a'..='z').map(String::from);
                let mut free = letters.chain((1..).map(|number: u32| number.to_string()));
                choices.extend(free.find(|label| !labels.contains(label)).map(|label| named(&label)));
            }
        }
        choices
    }

    /// The labels of a layer that are used, the short ones first.
    fn labels(&self, layer: usize) -> Vec<String> {
        let is_symbol =
            |symbol: &str| self.genre().layers[layer].symbols.iter().any(|(known, _)| *known == symbol);
        let used: BTreeSet<&str> = self.grid().cells().map(|cell| self.symbol(layer, cell)).collect();
        let mut labels: Vec<String> =
            used.into_iter().filter(|label| !is_symbol(label)).map(str::to_string).collect();
        labels.sort_by_key(|label| label.len());
        labels
    }

    /// Prints a symbol in cells so that where something is printed stays symmetric. The cells that go together with these
    /// are blank where these are; where these are not, those that are blank get the same without its number, if the layer
    /// has such a symbol.
    ///
    /// ```
    /// use gridwright::{edit::Edit, generate::Symmetry, grid::Cell, registry};
    /// let mut edit = Edit::blank(registry::ALL[0], 3, 3)?;
    /// let changes = edit.sheet().symmetric(0, vec![Cell(0)], "3", Symmetry::Rot2);
    /// edit.act_together(changes)?;
    /// assert_eq!(edit.sheet().symbol(0, Cell(8)), "w");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When there is no such layer or cell.
    pub fn symmetric(
        &self,
        layer: usize,
        cells: Vec<Cell>,
        symbol: &str,
        symmetry: Symmetry,
    ) -> Vec<EditAction> {
        let own = &self.genre().layers[layer];
        let blank = own.symbols.first().map(|(blank, _)| *blank).filter(|_| own.kind != LayerKind::Regions);
        let is_known = own.symbols.iter().any(|(known, _)| *known == symbol);
        let across = match own.kind {
            _ if blank == Some(symbol) => Some(symbol),
            LayerKind::Regions | LayerKind::Areas { .. } => None,
            LayerKind::Numbers if is_known => Some(symbol),
            LayerKind::Symbols | LayerKind::Numbers => own.symbols.get(1).map(|(second, _)| *second),
        };
        let orbits = cells.iter().flat_map(|cell| symmetry.orbit(&self.grid(), *cell));
        let others: BTreeSet<Cell> = orbits.filter(|cell| !cells.contains(cell)).collect();
        let is_blank = |cell: &Cell| blank == Some(self.symbol(layer, *cell));
        let changed = others.into_iter().filter(|cell| is_blank(cell) != (blank == Some(symbol)));
        let mut changes = Vec::new();
        if let Some(across) = across {
            let cells: Vec<Cell> = changed.collect();
            changes.extend((!cells.is_empty()).then(|| EditAction::Print {
                layer,
                cells,
                symbol: across.into(),
            }));
        }
        changes.push(EditAction::Print { layer, cells, symbol: symbol.into() });
        changes
    }
}
