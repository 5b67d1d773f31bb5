//! Suguru (Tectonic): a region of n cells holds 1 to n, and equal digits never touch.

mod draw;
mod formats;
#[cfg(feature = "full")]
mod make;
#[cfg(feature = "full")]
mod measure;
#[cfg(test)]
mod tests;
mod words;

use super::digits::Digits;
use super::digits::kernel::{Groups, Search};
use super::regions;
use crate::grid::{Cell, Counting, Grid};
use crate::model::{Atom, Board, Body, Flag, Model, Role, Rule, RuleKind};
use crate::printed::{About, BoardError, PrintedBoard};
use crate::puzzle::{Enumeration, FastSolver, Genre, Status};

/// What the genre is called and about.
static ABOUT: About = About {
    id: "suguru",
    name: "Suguru",
    aliases: &["tectonic", "capsules"],
    summary: "Fill every region of n cells with 1 to n so that equal digits never touch, not even diagonally.",
    rules: &[
        RuleKind::law("suguru.cell", Flag::Entries, "Every cell holds exactly one digit."),
        RuleKind::law(
            "suguru.region",
            Flag::Entries,
            "A region of n cells holds each of 1 to n exactly once.",
        ),
        RuleKind::law("suguru.touch", Flag::Entries, "Equal digits never touch, not even diagonally."),
        RuleKind { id: "suguru.given", role: Role::Clue, flag: Flag::Place, text: "A printed digit stays." },
    ],
    options: &[],
    example: "gridwright suguru\nAAABB\nACCDB\nCCDDB\nCDDEB\nEEEEF\ngivens:\n1...1\n....2\n1....\n..4..\n.3...\n",
    illustration: "gridwright suguru\nAABC\nAABC\nADDC\nDDDC\ngivens:\n.3..\n1..3\n....\n.4..\n",
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
    maker: Some(&make::SuguruMaker),
    #[cfg(feature = "full")]
    measure: Some(Genre::measured::<Suguru>),
    #[cfg(feature = "full")]
    fast: Some(Genre::fast_solver::<Suguru>),
    ..Genre::new::<Suguru>(&ABOUT, formats::READERS)
};

const CELL: u8 = 0;
const REGION: u8 = 1;
const TOUCH: u8 = 2;
const GIVEN: u8 = 3;

/// A Suguru board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suguru {
    digits: Digits,
    /// For each cell its region; regions are numbered by their first cells.
    regions: Vec<Option<u32>>,
    /// All cells that are there, region by region.
    members: Vec<Cell>,
    /// For each region its first member; at the end the number of members.
    starts: Vec<u32>,
}

impl Suguru {
    /// The most atoms, the sum of the squares of the regions' sizes; larger boards are refused.
    pub const MAX_ATOMS: u64 = 4_000_000;

    /// A board without printed digits: for each cell the label of its region, `None` where there is no cell.
    /// A region need not be connected.
    ///
    /// ```
    /// use gridwright::{genres::suguru::Suguru, grid::Grid, printed::PrintedBoard};
    /// let puzzle = Suguru::new(Grid::new(1, 3).unwrap(), &[Some('a'), None, Some('a')]).unwrap();
    /// assert_eq!(puzzle.atom_count(), 4);
    /// ```
    ///
    /// # Panics
    /// When there is not one label or `None` for each cell.
    pub fn new<Label: Ord>(grid: Grid, labels: &[Option<Label>]) -> Result<Suguru, BoardError> {
        assert_eq!(labels.len(), grid.len(), "one label or none for each cell");
        Suguru::of_regions(grid, regions::numbered(labels))
    }

    /// The same for labels that are numbers.
    fn of_numbers(grid: Grid, labels: &[Option<u32>]) -> Result<Suguru, BoardError> {
        assert_eq!(labels.len(), grid.len(), "one label or none for each cell");
        Suguru::of_regions(grid, regions::renumbered(labels))
    }

    /// For each cell the number of its region, and how many there are.
    fn of_regions(grid: Grid, (regions, count): (Vec<Option<u32>>, usize)) -> Result<Suguru, BoardError> {
        let mut sizes = vec![0u32; count];
        regions.iter().flatten().for_each(|&region| sizes[region as usize] += 1);
        let atoms: u64 = sizes.iter().map(|&size| u64::from(size).pow(2)).sum();
        if atoms > Suguru::MAX_ATOMS {
            let largest = sizes.iter().copied().max().unwrap_or(0);
            return Err(BoardError::Regions { sum: atoms, most: Suguru::MAX_ATOMS, largest });
        }
        if atoms == 0 {
            return Err(BoardError::NoCells);
        }
        let mut starts = Vec::with_capacity(count + 1);
        let mut end = 0;
        starts.push(end);
        starts.extend(sizes.iter().map(|size| {
            end += size;
            end
        }));
        let mut members = vec![Cell(0); end as usize];
        let mut next = starts.clone();
        for (cell, region) in grid.cells().zip(&regions) {
            if let Some(region) = *region {
                members[next[region as usize] as usize] = cell;
                next[region as usize] += 1;
            }
        }
        let size_of = |cell: Cell| regions[cell.index()].map_or(0, |region| sizes[region as usize]);
        Ok(Suguru { digits: Digits::new(grid, size_of), regions, members, starts })
    }

    /// The same regions with printed digits in reading order, 0 for none.
    ///
    /// # Panics
    /// When there is not one digit or 0 for each cell.
    pub fn with_givens(mut self, givens: Vec<u32>) -> Result<Suguru, BoardError> {
        self.digits.print(givens)?;
        Ok(self)
    }

    #[cfg(test)]
    pub(super) fn digits(&self) -> &Digits {
        &self.digits
    }

    /// The number of a cell's region, `None` where there is no cell.
    pub fn region(&self, cell: Cell) -> Option<u32> {
        self.regions[cell.index()]
    }

    /// How many regions there are.
    pub fn region_count(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// The cells of a region in reading order.
    pub fn region_cells(&self, region: u32) -> &[Cell] {
        &self.members[self.starts[region as usize] as usize..self.starts[region as usize + 1] as usize]
    }

    /// The printed digit of a cell.
    pub fn given(&self, cell: Cell) -> Option<u32> {
        self.digits.given(cell)
    }

    /// The question "is this cell that digit?", if the cell's region has that digit.
    pub fn atom(&self, cell: Cell, digit: u32) -> Option<Atom> {
        self.digits.atom(cell, digit)
    }

    /// Pairs of touching cells, each once. Two cells of one region are left out: there the region's own rule
    /// already allows each digit once, and that is the rule a player would name.
    fn touching_pairs(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        self.digits.grid.cells().flat_map(move |cell| {
            let region = self.region(cell);
            let others = self.digits.grid.touching_later(cell);
            others.filter(move |other| self.region(*other) != region).map(move |other| (cell, other))
        })
    }

    /// The board for the fast solver, with what is known besides: the regions and the pairs that the model is made of.
    pub(super) fn search(&self, known: Option<&Board>) -> Option<Search> {
        let groups = || {
            let regions = (0..self.region_count()).map(|region| self.region_cells(region));
            let touching = self.touching_pairs().map(|(a, b)| (a.index(), b.index()));
            Groups::new(
                self.digits.grid.len(),
                regions.map(|cells| cells.iter().map(|cell| cell.index())),
                touching,
            )
        };
        self.digits.search(groups, known)
    }
}

impl PrintedBoard for Suguru {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn grid(&self) -> Grid {
        self.digits.grid
    }

    fn atom_count(&self) -> usize {
        self.digits.atom_count()
    }

    fn model(&self) -> Model {
        let digits = &self.digits;
        let (cells, atoms) = (self.members.len(), self.atom_count());
        let mut model = Model::new(atoms, ABOUT.rules);
        // At most four of the cells around a cell are counted for it.
        model.reserve(3 * cells, 2 * atoms + cells, 3 * cells + 4 * atoms);
        for cell in digits.grid.cells().filter(|&cell| !digits.is_absent(cell)) {
            let list = model.list(digits.atoms(cell));
            model.rule(CELL, Body::exactly(list, 1), (cell.0, 0));
        }
        for region in 0..self.region_count() {
            let cells = self.region_cells(region);
            for digit in 1..=cells.len() as u32 {
                // Every cell of the region takes every digit up to its size.
                let list = model.list(cells.iter().map(|&cell| digits.sure_atom(cell, digit)));
                model.rule(REGION, Body::exactly(list, 1), (cells[0].0, digit));
            }
        }
        for (a, b) in self.touching_pairs() {
            let not_both = |(a, b): (Atom, Atom)| Rule {
                kind: TOUCH,
                body: Body::Pair(a, b),
                subject: a.0,
                detail: b.0,
            };
            model.rules_of(digits.atoms(a).zip(digits.atoms(b)).map(not_both));
        }
        digits.add_givens(&mut model, GIVEN);
        model
    }

    fn atom_cell(&self, atom: Atom) -> Cell {
        self.digits.cell_of(atom)
    }

    fn atom_name(&self, atom: Atom) -> String {
        self.digits.name(atom)
    }

    fn atom_named(&self, name: &str) -> Option<Atom> {
        self.digits.named(name)
    }

    fn rule_place(&self, rule: &Rule) -> Option<Cell> {
        matches!(rule.kind, CELL | GIVEN).then_some(Cell(rule.subject))
    }
}

impl FastSolver for Suguru {
    fn fast_status(&self, known: Option<&Board>) -> Option<Status> {
        self.digits.status_of(self.search(known)?)
    }

    fn enumeration(&self, known: Option<&Board>) -> Option<Box<dyn Enumeration>> {
        self.search(known)?.enumeration()
    }
}
