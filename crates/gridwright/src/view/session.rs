//! A puzzle being played, and one being set.

use super::answers::cell_name;
use super::{BrokenRule, HintView, RuleView};
use crate::edit::{Edit, LayerKind, Place};
use crate::explain::Stage;
use crate::grid::Cell;
use crate::model::Atom;
use crate::session::{Session, Tally};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The state of a session: all that a page needs besides the [scene](super::SceneView) that it draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionView {
    /// The genre.
    pub genre: String,
    /// Whether everything is there and nothing is wrong.
    pub solved: bool,
    /// The broken rules that the settings show.
    pub broken: Vec<BrokenRule>,
    /// The rules that something is missing for.
    pub missing: Vec<RuleView>,
    /// The cells that the settings flag.
    pub flagged: Vec<String>,
    /// How many actions can be undone.
    pub done: usize,
    /// How many actions can be done again.
    pub undone: usize,
    /// How many branches are open.
    pub branches: usize,
    /// How it has been played so far.
    pub tally: TallyView,
    /// How many clues and cells ask for something that is not there yet, in words.
    pub left: String,
    /// The cells in reading order: what they hold and take, and what to say of them.
    pub cells: Vec<CellView>,
    /// The hint for the position, as far as it was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<HintView>,
}

/// A cell of a session. Entries are named as actions: `r1c2 5` enters what `r1c2 !5` crosses out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellView {
    /// Its name.
    pub cell: String,
    /// What a screen reader says: `r3c4, wall, needs 2 bulbs, has 1`.
    pub label: String,
    /// What can be entered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// What is entered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entered: Vec<String>,
    /// What is crossed out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub crossed: Vec<String>,
    /// What is pencilled in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub noted: Vec<String>,
}

impl CellView {
    fn new(session: &Session, cell: Cell, label: String) -> CellView {
        let (puzzle, position) = (session.puzzle(), session.position());
        let named = |is_so: &dyn Fn(Atom) -> bool| {
            let atoms = session.choices(cell).iter().copied().filter(|atom| is_so(*atom));
            atoms.map(|atom| puzzle.atom_name(atom)).collect()
        };
        CellView {
            cell: cell_name(puzzle, cell),
            label,
            choices: named(&|_| true),
            entered: named(&|atom| position.board.is_yes(atom)),
            crossed: named(&|atom| position.board.is_no(atom)),
            noted: named(&|atom| position.notes.contains(atom)),
        }
    }
}

/// How a session has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TallyView {
    /// Seconds.
    pub seconds: u64,
    /// Stages of hints.
    pub hints: u64,
    /// Checks.
    pub checks: u64,
    /// Whether the program filled in the solution.
    pub filled: bool,
}

impl From<Tally> for TallyView {
    fn from(tally: Tally) -> TallyView {
        let Tally { seconds, hints, checks, is_filled_in: filled } = tally;
        TallyView { seconds, hints, checks, filled }
    }
}

impl SessionView {
    /// Of a session as it is.
    pub fn new(session: &Session) -> SessionView {
        let (puzzle, status) = (session.puzzle(), session.status());
        let board = &session.position().board;
        let broken = session.shown_broken();
        let cells = puzzle.grid().cells().zip(session.labels());
        let told = |told: usize| Stage::try_from(u8::try_from(told).ok()?).ok();
        let hint = session.hint().and_then(|(hint, stages)| Some((hint, told(stages)?)));
        SessionView {
            genre: puzzle.genre().id.to_string(),
            solved: status.is_solved(),
            broken: BrokenRule::all(puzzle, board, &broken),
            missing: status.missing.iter().map(|rule| RuleView::new(puzzle, *rule)).collect(),
            flagged: session.shown_flags().iter().map(|cell| cell_name(puzzle, *cell)).collect(),
            done: session.actions().len(),
            undone: session.undone().len(),
            branches: session.branches(),
            tally: session.tally.into(),
            left: session.left(),
            cells: cells.map(|(cell, label)| CellView::new(session, cell, label)).collect(),
            hint: hint.map(|(hint, told)| HintView::new(puzzle, hint, told)),
        }
    }
}

/// A puzzle being set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditView {
    /// The genre.
    pub genre: String,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// What is printed, layer by layer.
    pub layers: Vec<LayerView>,
    /// The goals of areas, by their labels.
    pub goals: BTreeMap<String, u32>,
    /// The options that are set.
    pub options: BTreeMap<String, String>,
    /// How many changes can be undone.
    pub done: usize,
    /// How many changes can be made again.
    pub undone: usize,
    /// Why it is no puzzle yet, where it is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invalid: Option<InvalidView>,
}

/// A layer of what is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayerView {
    /// Its name.
    pub name: String,
    /// What it holds besides its symbols: `symbols` for nothing, `numbers`, `regions` or `areas`.
    pub kind: String,
    /// The symbols that a cell may hold, with their meanings.
    pub symbols: Vec<(String, String)>,
    /// The symbol of each cell, in reading order.
    pub cells: Vec<String>,
}

/// Why what is printed is no puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InvalidView {
    /// What is wrong.
    pub message: String,
    /// The cell, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// The layer of the cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<String>,
    /// The label of the area whose goal it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// The name of the option that it is. Without any of these it is the board as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
}

impl EditView {
    /// Of a puzzle that is being set.
    pub fn new(edit: &Edit) -> EditView {
        let sheet = edit.sheet();
        let (grid, (done, undone)) = (sheet.grid(), edit.depth());
        let layers = sheet.genre().layers.iter().enumerate().map(|(number, layer)| LayerView {
            name: layer.name.to_string(),
            kind: match layer.kind {
                LayerKind::Symbols => "symbols",
                LayerKind::Numbers => "numbers",
                LayerKind::Regions => "regions",
                LayerKind::Areas { .. } => "areas",
            }
            .to_string(),
            symbols: layer
                .symbols
                .iter()
                .map(|(symbol, name)| (symbol.to_string(), name.to_string()))
                .collect(),
            cells: grid.cells().map(|cell| sheet.symbol(number, cell).to_string()).collect(),
        });
        let invalid = edit.puzzle().err().map(|invalid| {
            let view = InvalidView { message: invalid.to_string(), ..InvalidView::default() };
            match invalid.place() {
                Place::Cell { cell, layer } => InvalidView {
                    cell: Some(grid.name(*cell).to_string()),
                    layer: Some(layer.to_string()),
                    ..view
                },
                Place::Goal(label) => InvalidView { goal: Some(label.clone()), ..view },
                Place::Option(key) => InvalidView { option: Some(key.clone()), ..view },
                Place::Board => view,
            }
        });
        EditView {
            genre: sheet.genre().id.to_string(),
            rows: grid.rows(),
            cols: grid.cols(),
            layers: layers.collect(),
            goals: sheet.goals().clone(),
            options: sheet.options().iter().cloned().collect(),
            done,
            undone,
            invalid,
        }
    }
}
