//! Light Up (Akari): bulbs that light every open cell and never each other.

#[cfg(feature = "full")]
mod classroom;
mod draw;
mod formats;
#[cfg(feature = "full")]
mod make;
mod queries;
mod words;

pub use queries::{IsWall, SquareFlags};

use crate::grid::{Axis, Cell, Counting, Grid};
use crate::model::{Atom, Body, Flag, ListId, Model, Rule, RuleKind};
use crate::printed::{About, OptionError, PrintedBoard, PuzzleOption};
use crate::puzzle::Genre;

/// What the genre is called and about.
static ABOUT: About = About {
    id: "lightup",
    name: "Light Up",
    aliases: &["akari", "bijutsukan", "light up"],
    summary: "Place bulbs so that every open cell is lit, no bulb lights another, and every number counts the bulbs beside it.",
    rules: &[
        RuleKind::law(
            "lightup.lit",
            Flag::Nothing,
            "Every open cell holds a bulb or is seen by one in its row or column.",
        ),
        RuleKind::law("lightup.glare", Flag::Entries, "No two bulbs see each other."),
        RuleKind::clue("lightup.clue", Flag::Place, "A numbered wall has exactly that many bulbs beside it."),
    ],
    options: &[PuzzleOption {
        key: "wrapping",
        values: &["no", "yes"],
        help: "rows and columns wrap round (a torus)",
    }],
    example: "gridwright lightup\n..1....\n..2....\n.....w2\n.......\n1w.....\n....2..\n....w..\n",
    illustration: "gridwright lightup\n....\nw.1.\n.2.w\n....\n",
    counting: Counting::Zero,
};

/// The registry row.
pub static GENRE: Genre = Genre {
    #[cfg(feature = "full")]
    techniques: words::TECHNIQUES,
    #[cfg(feature = "full")]
    survey: Some(include_str!("survey.json")),
    writes: formats::WRITES,
    layers: formats::LAYERS,
    #[cfg(feature = "full")]
    maker: Some(&make::LightUpMaker),
    #[cfg(feature = "full")]
    trace: Some(classroom::trace),
    ..Genre::new::<LightUp>(&ABOUT, formats::READERS)
};

const LIT: u8 = 0;
const GLARE: u8 = 1;
const CLUE: u8 = 2;

/// One printed square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Square {
    /// Takes a bulb or not.
    Open,
    /// Stops light.
    Wall,
    /// Stops light and counts the bulbs beside it.
    Number(u8),
}

/// A Light Up board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LightUp {
    grid: Grid,
    squares: Vec<Square>,
    /// Open cells in reading order: the atom's cell.
    cells: Vec<Cell>,
    /// For each cell the number of its atom, or [`NO_ATOM`].
    atoms: Vec<u32>,
}

/// Marks a wall, which has no atom.
const NO_ATOM: u32 = u32::MAX;

impl LightUp {
    /// A board from its squares in reading order; numbers are 0 to 4.
    ///
    /// ```
    /// use gridwright::{genres::lightup::{LightUp, Square}, grid::Grid};
    /// let grid = Grid::new(1, 2).unwrap();
    /// let puzzle = LightUp::new(grid, vec![Square::Open, Square::Number(1)]);
    /// assert!(puzzle.is_wall(grid.at(0, 1)));
    /// ```
    ///
    /// # Panics
    /// When there is not one square for each cell.
    pub fn new(grid: Grid, squares: Vec<Square>) -> LightUp {
        assert_eq!(grid.len(), squares.len(), "one square a cell");
        let mut cells = Vec::with_capacity(squares.len());
        let number_open = |(cell, square): (Cell, &Square)| {
            if *square != Square::Open {
                return NO_ATOM;
            }
            cells.push(cell);
            cells.len() as u32 - 1
        };
        let atoms = grid.cells().zip(&squares).map(number_open).collect();
        LightUp { grid, squares, cells, atoms }
    }

    /// The printed square of a cell.
    pub fn square(&self, cell: Cell) -> Square {
        self.squares[cell.index()]
    }

    /// The question "is there a bulb here?" of an open cell.
    pub fn atom(&self, cell: Cell) -> Option<Atom> {
        Some(Atom(self.atoms[cell.index()])).filter(|atom| atom.0 != NO_ATOM)
    }

    /// The open neighbours of a wall with how often each counts: twice where a narrow torus meets itself.
    fn bulbs_beside(&self, cell: Cell) -> impl Iterator<Item = (Atom, u32)> {
        let mut beside = [(Atom(0), 0); 4];
        for atom in self.grid.around(cell).filter_map(|c| self.atom(c)) {
            // The atom's own place, or the first that is free.
            if let Some(place) = beside.iter_mut().find(|(other, count)| *count == 0 || *other == atom) {
                *place = (atom, place.1 + 1);
            }
        }
        beside.into_iter().take_while(|(_, count)| *count > 0)
    }
}

impl PrintedBoard for LightUp {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    fn atom_count(&self) -> usize {
        self.cells.len()
    }

    fn model(&self) -> Model {
        let mut model = Model::new(self.cells.len(), ABOUT.rules);
        model.reserve(self.cells.len(), 3 * self.cells.len(), 2 * self.cells.len());
        let mut runs_of = vec![[ListId(0); 2]; self.cells.len()];
        let mut atoms = vec![Atom(0); self.cells.len()];
        let mut ends = Vec::with_capacity(self.cells.len());
        for (i, axis) in [Axis::Row, Axis::Column].into_iter().enumerate() {
            let (mut list, mut end) = (model.list_count() as u32, 0);
            ends.clear();
            // Slices stay in registers where the fields of vectors are read again for every cell.
            let (atom_at, atoms, runs_of) = (&self.atoms[..], &mut atoms[..], &mut runs_of[..]);
            self.grid.walk_runs(
                axis,
                |cell| Some(atom_at[cell.index()]).filter(|&atom| atom != NO_ATOM),
                |atom| match atom {
                    Some(atom) => {
                        atoms[end] = Atom(atom);
                        end += 1;
                        runs_of[atom as usize][i] = ListId(list);
                    }
                    None => {
                        ends.push(end);
                        list += 1;
                    }
                },
            );
            for run in model.lists_of(atoms, &ends) {
                if let [first, _, ..] = *model.members(run) {
                    model.rule(GLARE, Body::at_most(run, 1), (self.atom_cell(first).0, i as u32));
                }
            }
        }
        model.rules_of(self.cells.iter().zip(&runs_of).map(|(cell, [row, column])| Rule {
            kind: LIT,
            body: Body::Either(*row, *column),
            subject: cell.0,
            detail: 0,
        }));
        let meets_itself = self.grid.wrapping() && self.grid.rows().min(self.grid.cols()) < 3;
        for (cell, square) in self.grid.cells().zip(&self.squares) {
            if let &Square::Number(n) = square {
                let list = match meets_itself {
                    true => model.weighted_list(self.bulbs_beside(cell)),
                    false => model.list(self.grid.around(cell).filter_map(|c| self.atom(c))),
                };
                model.rule(CLUE, Body::exactly(list, n.into()), (cell.0, n.into()));
            }
        }
        model
    }

    fn atom_cell(&self, atom: Atom) -> Cell {
        self.cells[atom.index()]
    }

    fn atom_name(&self, atom: Atom) -> String {
        format!("{} bulb", self.grid.name(self.atom_cell(atom)))
    }

    fn atom_named(&self, name: &str) -> Option<Atom> {
        self.atom(self.grid.named(name.strip_suffix(" bulb")?)?)
    }

    fn rule_place(&self, rule: &Rule) -> Option<Cell> {
        (rule.kind != GLARE).then_some(Cell(rule.subject))
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        if self.grid.wrapping() { vec![("wrapping", "yes".to_string())] } else { Vec::new() }
    }

    fn with_option(&self, key: &str, value: &str) -> Result<Box<dyn PrintedBoard>, OptionError> {
        let wrapping = match (key, value) {
            ("wrapping", "yes") => true,
            ("wrapping", "no") => false,
            _ => return Err(OptionError::no_such(&ABOUT, key, value)),
        };
        Ok(Box::new(LightUp { grid: self.grid.with_wrapping(wrapping), ..self.clone() }))
    }
}
