//! A puzzle being set: what is printed, drawn in blocks, with what may be printed next.

use crate::board::Input;
use crate::board::canvas::{Canvas, Patch};
use crate::reply::{Failure, Reply};
use gridwright::edit::{Edit, EditAction, LayerKind, Sheet};
use gridwright::generate::Symmetry;
use gridwright::grid::{Cell, Grid};
use gridwright::scene::{Glyph, Scene};
use gridwright::view::EditView;
use gridwright::{Format, Puzzle, Session};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A puzzle being set.
pub struct Setter {
    edit: Edit,
    canvas: Canvas,
    /// Where clues may be added; everywhere if it is empty.
    pattern: BTreeSet<Cell>,
    /// The largest number that could be printed when the board was a puzzle last.
    most: Option<u32>,
}

/// What a setter may do.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetRequest {
    /// Opens a puzzle to change it.
    Open(Input),
    /// Begins a blank board.
    Blank {
        /// The genre.
        genre: String,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// From now on these blocks are on the screen.
    Show {
        /// Their numbers.
        blocks: Vec<usize>,
    },
    /// Prints a symbol in cells.
    Print {
        /// The number of the layer.
        layer: usize,
        /// The cells.
        cells: Vec<Cell>,
        /// The symbol.
        symbol: String,
        /// The symmetry that is kept, by its name.
        symmetry: String,
    },
    /// Says where clues may be added.
    Pattern {
        /// The cells.
        cells: Vec<Cell>,
        /// Whether they are such places.
        is_place: bool,
        /// The symmetry that is kept, by its name.
        symmetry: String,
    },
    /// Takes the places of the clues that are there as those where clues may be; none where there are such places already.
    PatternOfClues {},
    /// Changes as text that are undone together: `r2c3 1`, `size 7x5`, `option stars 2`.
    Change {
        /// The texts.
        changes: Vec<String>,
    },
    /// Prints another puzzle of the same genre in the place of this one.
    Replace {
        /// The puzzle.
        text: String,
    },
    /// Turns the board by a quarter, clockwise, or mirrors it left to right.
    Turn {
        /// Whether it is mirrored.
        mirror: bool,
    },
    /// Undoes the last change.
    Undo {},
    /// Redoes what was undone last.
    Redo {},
}

/// What a setter is shown.
#[derive(Debug, Serialize)]
pub struct SetAnswer {
    /// What to draw.
    #[serde(flatten)]
    patch: Patch,
    /// What is printed.
    edit: EditView,
    /// What may be printed, a list for each layer: symbols and their meanings.
    choices: Vec<Vec<(String, String)>>,
    /// The symmetries that the board can have, by name and meaning.
    symmetries: Vec<(&'static str, &'static str)>,
    /// The cells where clues may be added.
    pattern: Vec<u32>,
    /// What it is called.
    title: String,
    /// The puzzle as text, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl Setter {
    /// Carries out a request. What lies on the table is replaced where a puzzle is opened or begun.
    pub fn carry_out(table: &mut Option<Setter>, request: SetRequest) -> Reply<SetAnswer> {
        match request {
            SetRequest::Open(input) => {
                let puzzle = input.read()?.puzzle;
                *table = Some(Setter::new(Edit::of(&puzzle).map_err(Failure::new)?));
            }
            SetRequest::Blank { genre, rows, cols } => {
                let genre = genre.parse().map_err(Failure::new)?;
                *table = Some(Setter::new(Edit::blank(genre, rows, cols).map_err(Failure::new)?));
            }
            other => {
                let setter = table.as_mut().ok_or_else(|| Failure::new("no puzzle is being set"))?;
                return setter.change(other);
            }
        }
        let setter = table.as_mut().ok_or_else(|| Failure::new("no puzzle is being set"))?;
        Ok(setter.drawn())
    }

    fn new(edit: Edit) -> Setter {
        Setter { edit, canvas: Canvas::default(), pattern: BTreeSet::new(), most: None }
    }

    fn change(&mut self, request: SetRequest) -> Reply<SetAnswer> {
        let edit = &mut self.edit;
        let grid = edit.sheet().grid();
        match request {
            SetRequest::Open(_) | SetRequest::Blank { .. } => {}
            SetRequest::Show { blocks } => {
                let patch = self.canvas.show(blocks);
                return Ok(SetAnswer { patch, ..self.drawn() });
            }
            SetRequest::Print { layer, cells, symbol, symmetry } => {
                let symmetry = symmetry.parse().map_err(Failure::new)?;
                if layer >= edit.sheet().genre().layers.len()
                    || !cells.iter().all(|cell| cell.index() < grid.len())
                {
                    return Err(Failure::new("there is no such layer or cell"));
                }
                let changes = edit.sheet().symmetric(layer, cells, &symbol, symmetry);
                edit.act_together(changes).map_err(Failure::new)?;
            }
            SetRequest::Pattern { cells, is_place, symmetry } => {
                let symmetry: Symmetry = symmetry.parse().map_err(Failure::new)?;
                for cell in cells.into_iter().filter(|cell| cell.index() < grid.len()) {
                    for cell in symmetry.orbit(&grid, cell) {
                        if is_place {
                            self.pattern.insert(cell)
                        } else {
                            self.pattern.remove(&cell)
                        };
                    }
                }
            }
            SetRequest::PatternOfClues {} => {
                if std::mem::take(&mut self.pattern).is_empty()
                    && let Ok(puzzle) = edit.puzzle()
                {
                    let clues = puzzle.model().clues();
                    self.pattern =
                        clues.filter_map(|clue| puzzle.rule_place(puzzle.model().get(clue))).collect();
                }
            }
            SetRequest::Change { changes } => {
                // Each is read for what is printed after those before it.
                let mut trial = edit.clone();
                let mut actions = Vec::new();
                for change in changes {
                    let action = EditAction::read(trial.sheet(), &change).map_err(Failure::new)?;
                    trial.act(action.clone()).map_err(Failure::new)?;
                    actions.push(action);
                }
                edit.act_together(actions).map_err(Failure::new)?;
            }
            SetRequest::Replace { text } => {
                let puzzle = Input { text, ..Input::default() }.read()?.puzzle;
                edit.replace(&puzzle).map_err(Failure::new)?;
            }
            SetRequest::Turn { mirror } => {
                edit.act_together(turned(edit.sheet(), mirror)).map_err(Failure::new)?;
                let pattern = std::mem::take(&mut self.pattern);
                let turned = pattern.into_iter().filter_map(|cell| turned_to(&grid, cell, mirror));
                self.pattern = turned.collect();
                return Ok(self.drawn());
            }
            SetRequest::Undo {} => _ = edit.undo(),
            SetRequest::Redo {} => _ = edit.redo(),
        }
        if self.edit.sheet().grid() != grid {
            self.pattern.clear();
        }
        Ok(self.drawn())
    }

    /// What is printed, and what changes on the screen.
    fn drawn(&mut self) -> SetAnswer {
        let puzzle = self.edit.puzzle().ok();
        if let Some(puzzle) = &puzzle {
            let numbers = puzzle.model().atoms().map(|atom| puzzle.candidate_of(atom).1);
            self.most = numbers.max().filter(|most| *most > 0);
        }
        let sheet = self.edit.sheet();
        let (genre, grid) = (sheet.genre(), sheet.grid());
        let scene = puzzle.as_ref().map_or_else(|| symbols(sheet), |puzzle| puzzle.scene(&puzzle.blank()));
        let patch = self.canvas.draw(scene, || labels(puzzle.as_ref()));
        let symmetries = Symmetry::ALL.iter().filter(|(symmetry, ..)| symmetry.suits(&grid));
        SetAnswer {
            patch,
            edit: EditView::new(&self.edit),
            choices: (0..genre.layers.len()).map(|layer| sheet.choices(layer, self.most)).collect(),
            symmetries: symmetries.map(|(_, name, meaning)| (*name, *meaning)).collect(),
            pattern: self.pattern.iter().map(|cell| cell.0).collect(),
            title: format!("{}, {} × {}", genre.name, grid.cols(), grid.rows()),
            text: puzzle.and_then(|puzzle| puzzle.to_text(Format::Native).ok()),
        }
    }
}

/// Where a cell comes to lie.
fn turned_to(grid: &Grid, cell: Cell, mirror: bool) -> Option<Cell> {
    let (row, col) = (grid.row(cell), grid.col(cell));
    match mirror {
        true => grid.get(row, grid.cols() - 1 - col),
        false => Grid::new(grid.cols(), grid.rows()).ok()?.get(col, grid.rows() - 1 - row),
    }
}

/// The option that says how wide and tall the boxes of a Sudoku are.
const BOXES: &str = "boxes";

/// The changes that turn a board.
fn turned(sheet: &Sheet, mirror: bool) -> Vec<EditAction> {
    let grid = sheet.grid();
    let (rows, cols) = if mirror { (grid.rows(), grid.cols()) } else { (grid.cols(), grid.rows()) };
    let mut changes = vec![EditAction::Resize { rows, cols }];
    for layer in 0..sheet.genre().layers.len() {
        let mut printed: BTreeMap<&str, Vec<Cell>> = BTreeMap::new();
        for cell in grid.cells() {
            let to = turned_to(&grid, cell, mirror);
            printed.entry(sheet.symbol(layer, cell)).or_default().extend(to);
        }
        let print = |(symbol, cells): (&str, _)| EditAction::Print { layer, cells, symbol: symbol.into() };
        changes.extend(printed.into_iter().map(print));
    }
    if !mirror && sheet.genre().options.iter().any(|option| option.key == BOXES) {
        // Boxes that lie stand up, and the other way round. Where nothing is said they are as square as can be, and lie.
        let said = sheet.options().iter().find(|(key, _)| key == BOXES);
        let said = said
            .and_then(|(_, value)| value.split_once('x'))
            .map(|(cols, rows)| (cols.parse(), rows.parse()));
        let usual = (1..=rows).filter(|side| rows % side == 0 && side * side <= rows).max().unwrap_or(1);
        let (wide, tall) = match said {
            Some((Ok(cols), Ok(rows))) => (cols, rows),
            _ => (rows / usual, usual),
        };
        let value = (wide != tall && tall > 1).then(|| format!("{tall}x{wide}"));
        changes.push(EditAction::Option { key: BOXES.to_string(), value });
    }
    changes
}

/// The board as it is printed where it is no puzzle yet: its symbols as they stand.
fn symbols(sheet: &Sheet) -> Scene {
    let grid = sheet.grid();
    let mut scene = Scene::new(grid);
    for (number, layer) in sheet.genre().layers.iter().enumerate() {
        if layer.kind == LayerKind::Regions {
            scene.draw_regions(|cell| sheet.symbol(number, cell));
        }
        let is_blank =
            |symbol: &str| layer.symbols.iter().any(|(known, _)| *known == symbol && *known == ".");
        for cell in grid.cells() {
            let symbol = sheet.symbol(number, cell);
            match layer.kind {
                _ if is_blank(symbol) => {}
                LayerKind::Symbols | LayerKind::Numbers => {
                    scene.tile(cell).glyph = Glyph::Label(symbol.to_string())
                }
                LayerKind::Regions | LayerKind::Areas { .. } => {
                    scene.tile(cell).corner = Some(symbol.to_string())
                }
            }
        }
    }
    scene
}

/// What to say of the cells; nothing where it is no puzzle yet.
fn labels(puzzle: Option<&Puzzle>) -> Vec<String> {
    puzzle.map_or(Vec::new(), |puzzle| Session::new(puzzle.clone()).labels())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned_text(text: &str, mirrors: &[bool]) -> String {
        let mut table = None;
        Setter::carry_out(&mut table, SetRequest::Open(Input { text: text.into(), ..Input::default() }))
            .unwrap();
        for mirror in mirrors {
            Setter::carry_out(&mut table, SetRequest::Turn { mirror: *mirror }).unwrap();
        }
        let setter = table.as_mut().unwrap();
        let text = setter.drawn().text.expect("it is a puzzle");
        for _ in mirrors {
            assert!(setter.edit.undo());
        }
        assert_eq!(
            setter.drawn().text,
            Some(Puzzle::parse(&setter_text(setter)).unwrap().to_text(Format::Native).unwrap())
        );
        text
    }

    fn setter_text(setter: &Setter) -> String {
        setter.edit.puzzle().unwrap().to_text(Format::Native).unwrap()
    }

    #[test]
    fn a_board_is_turned_and_mirrored_with_all_that_is_printed() {
        assert_eq!(
            turned_text("gridwright lightup\n1..\n..w\n", &[false]),
            "gridwright lightup\n.1\n..\nw.\n"
        );
        assert_eq!(turned_text("gridwright lightup\n1..\n..w\n", &[true]), "gridwright lightup\n..1\nw..\n");
        for genre in gridwright::registry::ALL {
            let example = Puzzle::parse(genre.example).unwrap().to_text(Format::Native).unwrap();
            assert_eq!(turned_text(&example, &[false; 4]), example, "{}", genre.id);
            assert_eq!(turned_text(&example, &[true; 2]), example, "{}", genre.id);
            let count = |text: &str| Puzzle::parse(text).unwrap().count().to_string();
            assert_eq!(count(&turned_text(&example, &[false])), count(&example), "{}", genre.id);
        }
        let six = "gridwright sudoku\n1.....\n......\n...2..\n......\n......\n.....3\n";
        let turned = turned_text(six, &[false]);
        assert_eq!(
            turned_text(&turned, &[false; 3]),
            Puzzle::parse(six).unwrap().to_text(Format::Native).unwrap()
        );
    }
}
