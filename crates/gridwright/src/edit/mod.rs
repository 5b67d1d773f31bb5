//! A puzzle being set: what is printed, changed bit by bit, with undo. At every moment there is either a valid puzzle or a
//! reason why not, with its cell.
//!
//! The printed board is a [`Sheet`]: the genre's layers of symbols, its size, goals and options. The
//! genre's reader of native text decides what a sheet means, so this module contains no puzzle rules.

mod choices;
mod sheet;

pub use crate::frames::{Layer, LayerKind};
pub use sheet::Sheet;

use crate::frames::{Format, WriteError};
use crate::grid::{Cell, Grid, SizeError};
use crate::puzzle::{Genre, Puzzle};

/// A puzzle being set.
///
/// ```
/// use gridwright::edit::Edit;
/// use gridwright::registry;
/// let mut edit = Edit::blank(registry::ALL[0], 3, 3)?;
/// edit.perform("r2c2 2")?;
/// assert_eq!(edit.puzzle()?.genre(), registry::ALL[0]);
/// assert!(edit.perform("r1c1 x").is_err(), "there is no such symbol");
/// let mut edit = Edit::blank(registry::ALL[1], 4, 4)?;
/// edit.perform("r2c3 9")?;
/// let error = edit.puzzle().unwrap_err();
/// assert_eq!(error.to_string(), "r2c3 takes 1 to 4, not 9");
/// edit.undo();
/// assert!(edit.puzzle().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Edit {
    /// What was printed before the first of the changes.
    base: Sheet,
    /// The changes since then, each with those that are undone together with it; those from `done` on were undone.
    changes: Vec<Vec<EditAction>>,
    done: usize,
    /// What is printed: the base after the changes that are done.
    sheet: Sheet,
    puzzle: Result<Puzzle, Invalid>,
}

/// Why what is printed is no puzzle: what is wrong, which it prints as a sentence, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Invalid {
    message: String,
    place: Place,
}

impl Invalid {
    /// Where.
    pub fn place(&self) -> &Place {
        &self.place
    }
}

/// What it is that makes no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A cell of a layer.
    Cell {
        /// The cell.
        cell: Cell,
        /// The layer's name.
        layer: &'static str,
    },
    /// The goal of the area of this label.
    Goal(String),
    /// The option of this name.
    Option(String),
    /// The board as a whole, such as its size.
    Board,
}

/// Why a change cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no such cell.
    #[error("'{0}' is not a cell of this board")]
    NoSuchCell(String),
    /// The genre has no such layer.
    #[error("{genre} has no layer '{layer}' (it has: {})", .known.join(", "))]
    NoSuchLayer {
        /// The genre's name.
        genre: &'static str,
        /// What was asked for.
        layer: String,
        /// The layers it has.
        known: Vec<&'static str>,
    },
    /// The layer does not take the symbol.
    #[error("'{symbol}' cannot be printed among the {layer}")]
    Symbol {
        /// The symbol.
        symbol: String,
        /// The layer.
        layer: &'static str,
    },
    /// The genre has no areas, or none that may be called so.
    #[error("there can be no area '{0}' with a goal")]
    NoArea(String),
    /// An option cannot be written so.
    #[error("'{key}={value}' is no option: its name and its value are words without white space")]
    Option {
        /// The option's name.
        key: String,
        /// Its value.
        value: String,
    },
    /// The size is not possible.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The text says no change.
    #[error(
        "expected a change such as 'r2c3 1', 'r2c3 areas A', 'size 7x5', 'goal A 6' or 'option key value', found '{0}'"
    )]
    NotAChange(String),
    /// The other puzzle is of another genre.
    #[error("this is no {genre} puzzle")]
    OtherGenre {
        /// The name of the genre that is being set.
        genre: &'static str,
    },
    /// The puzzle cannot be written as text.
    #[error(transparent)]
    Unwritable(#[from] WriteError),
    /// Puzzles of the genre cannot be set.
    #[error("{genre} has no layers to print on")]
    NoLayers {
        /// The genre's name.
        genre: &'static str,
    },
}

/// One change of what is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditAction {
    /// Prints a symbol in cells of a layer. `r2c3 1`, `r2c3 areas A`
    Print {
        /// The number of the layer.
        layer: usize,
        /// The cells.
        cells: Vec<Cell>,
        /// The symbol.
        symbol: String,
    },
    /// Changes the size; what is printed stays at the top left. `size 7x5`, columns first
    Resize {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
    /// Sets the goal of an area, or removes it. `goal A 6`, `goal A none`
    Goal {
        /// The label of the area.
        label: String,
        /// The goal.
        goal: Option<u32>,
    },
    /// Sets an option, or resets it. `option stars 2`, `option stars none`
    Option {
        /// The option's name.
        key: String,
        /// Its value.
        value: Option<String>,
    },
}

/// The most changes that can be undone.
const MOST_UNDONE: usize = 1000;

impl Edit {
    /// A blank board.
    pub fn blank(genre: &'static Genre, rows: usize, cols: usize) -> Result<Edit, EditError> {
        Ok(Edit::of_sheet(Sheet::blank(genre, Grid::new(rows, cols)?)))
    }

    /// A puzzle to change.
    pub fn of(puzzle: &Puzzle) -> Result<Edit, EditError> {
        let sheet = Sheet::read(puzzle.genre(), &puzzle.to_text(Format::Native)?);
        sheet.map(Edit::of_sheet).ok_or(EditError::NoLayers { genre: puzzle.genre().name })
    }

    fn of_sheet(sheet: Sheet) -> Edit {
        let puzzle = sheet.puzzle();
        Edit { base: sheet.clone(), changes: Vec::new(), done: 0, sheet, puzzle }
    }

    /// What is printed.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// The puzzle, or why there is none.
    pub fn puzzle(&self) -> Result<Puzzle, Invalid> {
        self.puzzle.clone()
    }

    /// How many changes can be undone, and how many done again.
    pub fn depth(&self) -> (usize, usize) {
        (self.done, self.changes.len() - self.done)
    }

    /// Does what a text says.
    pub fn perform(&mut self, text: &str) -> Result<(), EditError> {
        let action = EditAction::read(self.sheet(), text)?;
        self.act(action)
    }

    /// Makes a change. What was undone before is forgotten.
    pub fn act(&mut self, action: EditAction) -> Result<(), EditError> {
        let mut sheet = self.sheet.clone();
        sheet.change(&action)?;
        self.note(vec![action], sheet)
    }

    /// Makes changes that are undone together. Where one of them cannot be made, none is; where they leave all as it was,
    /// there is nothing to undo.
    pub fn act_together(&mut self, actions: Vec<EditAction>) -> Result<(), EditError> {
        let mut sheet = self.sheet.clone();
        actions.iter().try_for_each(|action| sheet.change(action))?;
        if sheet == self.sheet { Ok(()) } else { self.note(actions, sheet) }
    }

    /// Prints another puzzle of the same genre in the place of this one, which can be undone.
    ///
    /// ```
    /// use gridwright::{Puzzle, edit::Edit};
    /// let (one, other) = (Puzzle::parse("3x3:d4d")?, Puzzle::parse("2x2:c1")?);
    /// let mut edit = Edit::of(&one)?;
    /// edit.replace(&other)?;
    /// assert_eq!(edit.puzzle()?, other);
    /// edit.undo();
    /// assert_eq!(edit.puzzle()?, one);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace(&mut self, puzzle: &Puzzle) -> Result<(), EditError> {
        let next = Edit::of(puzzle)?;
        let genre = self.sheet.genre();
        let changes =
            self.sheet.changes_to(&next.sheet).ok_or(EditError::OtherGenre { genre: genre.name })?;
        self.act_together(changes)
    }

    /// Takes a sheet that these changes have led to.
    fn note(&mut self, actions: Vec<EditAction>, sheet: Sheet) -> Result<(), EditError> {
        self.sheet = sheet;
        self.changes.truncate(self.done);
        self.changes.push(actions);
        if self.changes.len() > MOST_UNDONE {
            self.changes.remove(0).iter().try_for_each(|action| self.base.change(action))?;
        }
        self.done = self.changes.len();
        self.puzzle = self.sheet.puzzle();
        Ok(())
    }

    /// Undoes the last change; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.done > 0 && self.go_to(self.done - 1)
    }

    /// Redoes the change that was undone last; false if there is none.
    pub fn redo(&mut self) -> bool {
        self.done < self.changes.len() && self.go_to(self.done + 1)
    }

    /// Makes the first changes again from the base: nothing is taken back, so nothing can be taken back wrongly.
    fn go_to(&mut self, done: usize) -> bool {
        self.done = done;
        self.sheet = self.base.clone();
        for action in self.changes[..done].iter().flatten() {
            self.sheet.change(action).expect("the same change was possible before");
        }
        self.puzzle = self.sheet.puzzle();
        true
    }
}

impl EditAction {
    /// From text, for what is printed on a sheet.
    pub fn read(sheet: &Sheet, text: &str) -> Result<EditAction, EditError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let nothing = || EditError::NotAChange(text.trim().chars().take(40).collect());
        match words[..] {
            ["size", size] => {
                let (cols, rows) = size.split_once('x').unwrap_or((size, size));
                let number = |text: &str| text.parse::<usize>().map_err(|_| nothing());
                Ok(EditAction::Resize { rows: number(rows)?, cols: number(cols)? })
            }
            ["goal", label, goal] => {
                let goal = match goal {
                    "none" => None,
                    goal => Some(goal.parse().map_err(|_| nothing())?),
                };
                Ok(EditAction::Goal { label: label.to_string(), goal })
            }
            ["option", key, value] => {
                let value = Some(value).filter(|value| *value != "none").map(str::to_string);
                Ok(EditAction::Option { key: key.to_string(), value })
            }
            [cells, symbol] => EditAction::print(sheet, 0, cells, symbol),
            [cells, layer, symbol] => EditAction::print(sheet, sheet.layer(layer)?, cells, symbol),
            _ => Err(nothing()),
        }
    }

    /// `r1c1`, or several cells with commas between them.
    fn print(sheet: &Sheet, layer: usize, cells: &str, symbol: &str) -> Result<EditAction, EditError> {
        let cell = |name: &str| {
            let cell = sheet.grid().named(name);
            cell.ok_or_else(|| EditError::NoSuchCell(name.chars().take(24).collect()))
        };
        let cells = cells.split(',').map(cell).collect::<Result<_, _>>()?;
        Ok(EditAction::Print { layer, cells, symbol: symbol.to_string() })
    }

    /// As text that is read again, for a sheet on which the change can be made.
    pub fn write(&self, sheet: &Sheet) -> Result<String, EditError> {
        sheet.clone().change(self)?;
        Ok(match self {
            EditAction::Print { layer, cells, symbol } => {
                let names: Vec<String> =
                    cells.iter().map(|cell| sheet.grid().name(*cell).to_string()).collect();
                let layer = match layer {
                    0 => String::new(),
                    layer => format!("{} ", sheet.genre().layers[*layer].name),
                };
                format!("{} {layer}{symbol}", names.join(","))
            }
            EditAction::Resize { rows, cols } => format!("size {cols}x{rows}"),
            EditAction::Goal { label, goal } => {
                format!("goal {label} {}", goal.map_or("none".to_string(), |goal| goal.to_string()))
            }
            EditAction::Option { key, value } => {
                format!("option {key} {}", value.as_deref().unwrap_or("none"))
            }
        })
    }
}

#[cfg(test)]
mod tests;
