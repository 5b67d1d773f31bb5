//! Star Battle: the same number of stars in every row, column and region, none touching another.

mod draw;
mod formats;
#[cfg(feature = "full")]
mod make;
#[cfg(test)]
mod tests;
mod words;

use super::regions;
use crate::frames::Text;
use crate::grid::{Cell, Counting, Grid};
use crate::model::{Atom, Body, Flag, Model, RuleKind};
use crate::printed::{About, BoardError, OptionError, PrintedBoard, PuzzleOption};
use crate::puzzle::Genre;
use gridwright_base::counted;

/// What the genre is called and about.
static ABOUT: About = About {
    id: "starbattle",
    name: "Star Battle",
    aliases: &[],
    summary: "Place stars so that every row, column and region has equally many (one, unless more are asked for) and none touch.",
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
    #[cfg(feature = "full")]
    techniques: words::TECHNIQUES,
    #[cfg(feature = "full")]
    survey: Some(include_str!("survey.json")),
    writes: formats::WRITES,
    layers: formats::LAYERS,
    #[cfg(feature = "full")]
    maker: Some(&make::StarBattleMaker),
    ..Genre::new::<StarBattle>(&ABOUT, formats::READERS)
};

const STARS: &str = "stars";
const ROW: u8 = 0;
const COLUMN: u8 = 1;
const REGION: u8 = 2;
const TOUCH: u8 = 3;
/// What a rule about all rows is about, besides the first of them.
const ALL_ROWS: u32 = 1;

/// A Star Battle board. The atom of a cell, "is there a star here?", has the cell's number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StarBattle {
    grid: Grid,
    stars: u32,
    /// For each cell its region, as everywhere regions are kept; no cell is absent here.
    regions: Vec<Option<u32>>,
    /// How many regions there are.
    count: usize,
}

impl StarBattle {
    /// A board from its stars per row, column and region and the label of each cell's region.
    ///
    /// # Panics
    /// When there is not one label for each cell.
    pub fn new<L: Ord>(grid: Grid, stars: u32, labels: &[Option<L>]) -> Result<StarBattle, BoardError> {
        assert_eq!(labels.len(), grid.len(), "one label for each cell");
        let (regions, count) = regions::numbered(labels);
        match regions.iter().position(Option::is_none) {
            Some(cell) => Err(BoardError::NoRegion { cell: grid.name(Cell(cell as u32)) }),
            None if stars == 0 => Err(BoardError::NoStars),
            None => Ok(StarBattle { grid, stars, regions, count }),
        }
    }

    /// Why counting alone leaves no solution, as a clause. Two neighbouring rows fall into squares of four cells with one
    /// star at most, so a row has room for a quarter of its cells and one more.
    fn miscount(&self) -> Option<String> {
        let (rows, cols, regions) = (self.grid.rows(), self.grid.cols(), self.count);
        let (stars, most) = (self.stars as usize, ((cols + 1) / 4).max(1));
        if rows != cols || rows != regions {
            let (rows, cols) = (counted(rows, "row"), counted(cols, "column"));
            let regions = counted(regions, "region");
            return Some(format!("{rows}, {cols} and {regions} cannot have equally many stars each"));
        }
        (stars > most)
            .then(|| format!("{} never fit into a row of {}", counted(stars, "star"), counted(cols, "cell")))
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
        let grid = self.grid;
        let mut model = Model::new(grid.len(), ABOUT.rules);
        let mut houses = [grid.rows(), grid.cols(), self.count].map(|number| vec![Vec::new(); number]);
        for cell in grid.cells() {
            houses[ROW as usize][grid.row(cell)].push(cell);
            houses[COLUMN as usize][grid.col(cell)].push(cell);
            houses[REGION as usize][self.regions[cell.index()].unwrap_or(0) as usize].push(cell);
        }
        for (kind, houses) in [ROW, COLUMN, REGION].into_iter().zip(&houses) {
            for cells in houses {
                let list = model.list(cells.iter().map(|cell| Atom(cell.0)));
                // One more than there are cells is as impossible as any number.
                let stars = self.stars.min(cells.len() as u32 + 1);
                model.rule(kind, Body::exactly(list, stars), (cells[0].0, 0));
            }
        }
        // Cells that touch lie in a square of two by two, or in what there is of it on a board of one line.
        let pairs = |lines: usize| (0..lines.max(2) - 1).map(move |first| first..lines.min(first + 2));
        for (rows, cols) in
            pairs(grid.rows()).flat_map(|rows| pairs(grid.cols()).map(move |cols| (rows.clone(), cols)))
        {
            let corner = grid.at(rows.start, cols.start);
            let square = rows.flat_map(|row| cols.clone().map(move |col| Atom(grid.at(row, col).0)));
            let list = model.list(square);
            model.rule(TOUCH, Body::at_most(list, 1), (corner.0, 0));
        }
        // What counting shows at once would take a search very long. So all rows together ask for the impossible:
        // something of nothing.
        if self.miscount().is_some() {
            let nothing = model.list([]);
            model.rule(ROW, Body::exactly(nothing, 1), (0, ALL_ROWS));
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
