//! Star Battle: the same number of stars in every row, column and region, none touching another.

mod draw;
mod formats;
#[cfg(test)]
mod tests;
mod words;

use super::regions;
use crate::frames::Text;
use crate::grid::{Cell, Counting, Grid};
use crate::model::{Atom, Body, Flag, Model, RuleKind};
use crate::printed::{About, BoardError, OptionError, PrintedBoard, PuzzleOption};
use crate::puzzle::Genre;

/// What the genre is called and about.
static ABOUT: About = About {
    id: "starbattle",
    name: "Star Battle",
    aliases: &[],
    summary: "Place stars so that every row, column and region has equally many and none touch.",
    rules: &[
        RuleKind::law("starbattle.row", Flag::Entries, "Every row has exactly the given number of stars."),
        RuleKind::law(
            "starbattle.column",
            Flag::Entries,
            "Every column has exactly the given number of stars.",
        ),
        RuleKind::law(
            "starbattle.region",
            Flag::Entries,
            "Every region has exactly the given number of stars.",
        ),
        RuleKind::law("starbattle.touch", Flag::Entries, "Stars never touch, not even diagonally."),
    ],
    options: &[PuzzleOption { key: STARS, values: &[], help: "stars in every row, column and region (1)" }],
    example: "gridwright starbattle\nAABBB\nACCCB\nDDCEE\nDDDEE\nDDDDE\n",
    illustration: "gridwright starbattle\nAABBB\nACCCB\nDDCEE\nDDDEE\nDDDDE\n",
    counting: Counting::One,
};

/// The registry row.
pub static GENRE: Genre = Genre {
    techniques: words::TECHNIQUES,
    writes: formats::WRITES,
    layers: formats::LAYERS,
    ..Genre::new::<StarBattle>(&ABOUT, formats::READERS)
};

const STARS: &str = "stars";
const ROW: u8 = 0;
const COLUMN: u8 = 1;
const REGION: u8 = 2;
const TOUCH: u8 = 3;

/// A Star Battle board. The atom of a cell, "is there a star here?", has the cell's number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StarBattle {
    grid: Grid,
    stars: u32,
    /// For each cell its region, as everywhere regions are kept; no cell is absent here.
    regions: Vec<Option<u32>>,
}

impl StarBattle {
    /// A board from its stars per row, column and region and the label of each cell's region.
    ///
    /// # Panics
    /// When there is not one label for each cell.
    pub fn new<L: Ord>(grid: Grid, stars: u32, labels: &[Option<L>]) -> Result<StarBattle, BoardError> {
        assert_eq!(labels.len(), grid.len(), "one label for each cell");
        let (regions, count) = regions::numbered(labels);
        let (rows, cols) = (grid.rows(), grid.cols());
        // Counting tells at once what a search would take very long to find out. Two neighbouring rows fall
        // into squares of four cells with one star at most.
        let most = (cols as u32 + 1) / 4;
        if let Some(cell) = regions.iter().position(Option::is_none) {
            Err(BoardError::NoRegion { cell: grid.name(Cell(cell as u32)) })
        } else if rows != cols || rows != count {
            Err(BoardError::Uneven { rows, cols, regions: count })
        } else if stars != 1 && !(1..=most).contains(&stars) {
            Err(BoardError::Stars { stars, cols })
        } else {
            Ok(StarBattle { grid, stars, regions })
        }
    }
}

impl PrintedBoard for StarBattle {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    fn atom_count(&self) -> usize {
        self.grid.len()
    }

    fn model(&self) -> Model {
        let (grid, side) = (self.grid, self.grid.rows());
        let mut model = Model::new(grid.len(), ABOUT.rules);
        let mut groups = vec![Vec::new(); 3 * side];
        for cell in grid.cells() {
            groups[side * ROW as usize + grid.row(cell)].push(cell);
            groups[side * COLUMN as usize + grid.col(cell)].push(cell);
            groups[side * REGION as usize + self.regions[cell.index()].unwrap_or(0) as usize].push(cell);
        }
        for (i, cells) in groups.iter().enumerate() {
            let list = model.list(cells.iter().map(|cell| Atom(cell.0)));
            model.rule((i / side) as u8, Body::exactly(list, self.stars), (cells[0].0, 0));
        }
        for cell in grid.cells() {
            for other in grid.touching(cell).filter(|other| *other > cell) {
                model.rule(TOUCH, Body::Pair(Atom(cell.0), Atom(other.0)), (cell.0, other.0));
            }
        }
        model
    }

    fn atom_cell(&self, atom: Atom) -> Cell {
        Cell(atom.0)
    }

    fn atom_name(&self, atom: Atom) -> String {
        format!("{} star", self.grid.name(self.atom_cell(atom)))
    }

    fn atom_named(&self, name: &str) -> Option<Atom> {
        self.grid.named(name.strip_suffix(" star")?).map(|cell| Atom(cell.0))
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        if self.stars == 1 { Vec::new() } else { vec![(STARS, self.stars.to_string())] }
    }

    fn with_option(&self, key: &str, value: &str) -> Result<Box<dyn PrintedBoard>, OptionError> {
        if key != STARS {
            return Err(OptionError::no_such(&ABOUT, key, value));
        }
        let stars = Text::new(value).number("the number of stars", u32::MAX)?;
        Ok(Box::new(StarBattle::new(self.grid, stars, &self.regions)?))
    }
}
