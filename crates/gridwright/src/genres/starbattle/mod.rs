//! Star Battle: so many stars in every row, column and region, none touching another.

mod formats;
#[cfg(test)]
mod tests;
mod words;

use super::{Genre, Puzzle, PuzzleOption, Refusal, regions};
use crate::explain::Link;
use crate::formats::{Format, Text, counted};
use crate::grid::{Cell, Grid};
use crate::model::{Atom, Board, Fact, Flag, Model, Position, Rule, RuleKind, Span, Value};
use crate::scene::{Glyph, Ink, Scene};

/// The registry row.
pub static GENRE: Genre = Genre {
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
    techniques: words::TECHNIQUES,
    hardness_note: None,
    options: &[PuzzleOption { key: STARS, values: &[], help: "stars in every row, column and region (1)" }],
    readers: formats::READERS,
    writes: &[Format::Puzzlink],
    example: "gridwright starbattle\nAABBB\nACCCB\nDDCEE\nDDDEE\nDDDDE\n",
    maker: None,
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
    pub fn new<L: Ord>(grid: Grid, stars: u32, labels: &[Option<L>]) -> Result<StarBattle, Refusal> {
        assert_eq!(labels.len(), grid.len(), "one label for each cell");
        let (regions, count) = regions::numbered(labels);
        let (rows, cols) = (grid.rows(), grid.cols());
        // Counting tells at once what a search would take very long to find out. Two neighbouring rows fall
        // into squares of four cells with one star at most.
        let most = (cols as u32 + 1) / 4;
        if regions.contains(&None) {
            Err(Refusal::new("every cell belongs to a region"))
        } else if rows != cols || rows != count {
            let sizes = format!("{rows} rows, {cols} columns and {count} regions");
            Err(Refusal::new(format!("{sizes} cannot have equally many stars each")))
        } else if stars != 1 && !(1..=most).contains(&stars) {
            Err(Refusal::new(format!("{stars} stars a row are not possible with {cols} columns")))
        } else {
            Ok(StarBattle { grid, stars, regions })
        }
    }
}

impl Puzzle for StarBattle {
    fn genre(&self) -> &'static Genre {
        &GENRE
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    fn atom_count(&self) -> usize {
        self.grid.len()
    }

    fn model(&self) -> Model {
        let (grid, side) = (self.grid, self.grid.rows());
        let mut model = Model::new(grid.len(), GENRE.rules);
        let mut groups = vec![Vec::new(); 3 * side];
        for cell in grid.cells() {
            groups[side * ROW as usize + grid.row(cell)].push(cell);
            groups[side * COLUMN as usize + grid.col(cell)].push(cell);
            groups[side * REGION as usize + self.regions[cell.index()].unwrap_or(0) as usize].push(cell);
        }
        for (i, cells) in groups.iter().enumerate() {
            let list = model.list(cells.iter().map(|cell| Atom(cell.0)));
            model.rule((i / side) as u8, Span::One(list), self.stars, self.stars, (cells[0].0, 0));
        }
        for cell in grid.cells() {
            for other in grid.touching(cell).filter(|other| *other > cell) {
                model.rule(TOUCH, Span::Pair(Atom(cell.0), Atom(other.0)), 0, 1, (cell.0, other.0));
            }
        }
        model
    }

    fn sentence(&self, rule: &Rule) -> String {
        let name = |cell| self.grid.name(Cell(cell));
        let place = match rule.kind {
            ROW => format!("row {}", self.grid.row(Cell(rule.subject)) + 1),
            COLUMN => format!("column {}", self.grid.col(Cell(rule.subject)) + 1),
            REGION => format!("the region at {}", name(rule.subject)),
            _ => return format!("{} and {} touch: one star at most", name(rule.subject), name(rule.detail)),
        };
        format!("{place} needs exactly {}", counted(self.stars as usize, "star"))
    }

    fn tell_facts(&self, facts: &[Fact]) -> String {
        words::facts(self, facts)
    }

    fn tell_link(&self, rule: &Rule, link: &Link) -> String {
        words::link(self, rule, link)
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

    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::new(self.grid);
        for cell in self.grid.cells() {
            let tile = scene.tile(cell);
            tile.ink = Ink::Entered;
            tile.glyph = match position.board.get(Atom(cell.0)) {
                Value::Yes => Glyph::Star,
                Value::No => Glyph::Mark,
                Value::Open => Glyph::Empty,
            };
        }
        scene.draw_regions(|cell| self.regions[cell.index()]);
        scene
    }

    fn write(&self, format: Format, position: &Position) -> Result<String, Refusal> {
        formats::write(self, format, position)
    }

    fn solution_json(&self, solution: &Board) -> serde_json::Value {
        let row = |row| (0..self.grid.cols()).map(move |col| solution.is_yes(Atom(self.grid.at(row, col).0)));
        let sign = |star| if star { '*' } else { '.' };
        (0..self.grid.rows()).map(|r| row(r).map(sign).collect::<String>()).collect()
    }

    fn with_option(&self, key: &str, value: &str) -> Result<Box<dyn Puzzle>, Refusal> {
        if key != STARS {
            return Err(Refusal::no_such_option(&GENRE, key, value));
        }
        let stars = Text::new(value).number("the number of stars", u32::MAX).map_err(Refusal::new)?;
        Ok(Box::new(StarBattle::new(self.grid, stars, &self.regions)?))
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        if self.stars == 1 { Vec::new() } else { vec![(STARS, self.stars.to_string())] }
    }
}
