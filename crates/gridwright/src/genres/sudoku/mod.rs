//! Sudoku and Latin squares: every digit once in each row, column and box.

mod draw;
mod formats;
pub mod kernel;
#[cfg(feature = "full")]
mod make;
#[cfg(test)]
mod tests;
mod unique;
mod words;

use super::digits::Digits;
use super::digits::kernel::{Groups, Search};
use crate::grid::{Cell, Counting, Grid};
use crate::model::{Atom, Board, Body, Flag, Model, Role, Rule, RuleKind};
use crate::printed::{About, BoardError, NotAShape, OptionError, PrintedBoard, PuzzleOption};
use crate::puzzle::{Enumeration, FastSolver, Genre, Status};
use std::fmt;
use std::str::FromStr;

/// What the genre is called and about.
static ABOUT: About = About {
    id: "sudoku",
    name: "Sudoku",
    aliases: &["solo", "latin"],
    summary: "Fill the grid so that every row, every column and every box holds each digit once.",
    rules: &[
        RuleKind::law("sudoku.cell", Flag::Entries, "Every cell holds exactly one digit."),
        RuleKind::law("sudoku.row", Flag::Entries, "Every row holds each digit exactly once."),
        RuleKind::law("sudoku.column", Flag::Entries, "Every column holds each digit exactly once."),
        RuleKind::law("sudoku.box", Flag::Entries, "Every box holds each digit exactly once."),
        RuleKind { id: "sudoku.given", role: Role::Clue, flag: Flag::Place, text: "A printed digit stays." },
    ],
    options: &[
        PuzzleOption {
            key: "rules",
            values: &["full", "latin"],
            help: "with boxes, or rows and columns only (a Latin square)",
        },
        PuzzleOption {
            key: "boxes",
            values: &[],
            help: "boxes as COLUMNSxROWS, 3x2 being 3 wide and 2 tall; as square as can be, else wider than tall",
        },
    ],
    example: "gridwright sudoku\n...3...98\n....894..\n1......7.\n4.2.365..\n6.......2\n..821.7.9\n.6......4\n..165....\n82...3...\n",
    illustration: "gridwright sudoku\n1...\n..3.\n.4..\n...2\n",
    counting: Counting::One,
};

/// The registry row.
pub static GENRE: Genre = Genre {
    #[cfg(feature = "full")]
    techniques: words::TECHNIQUES,
    is_rated_by_hardest: true,
    #[cfg(feature = "full")]
    survey: Some(include_str!("survey.json")),
    hardness_note: Some("our own figure, made to be like Sudoku Explainer's"),
    writes: formats::WRITES,
    layers: formats::LAYERS,
    #[cfg(feature = "full")]
    maker: Some(&make::SudokuMaker),
    #[cfg(feature = "full")]
    fast: Some(Genre::fast_solver::<Sudoku>),
    ..Genre::new::<Sudoku>(&ABOUT, formats::READERS)
};

/// The fast solver gives up on boards that take more guesses than this, a few milliseconds; the engine learns.
const MOST_GUESSES: u64 = 10_000;

const CELL: u8 = 0;
const ROW: u8 = 1;
const COLUMN: u8 = 2;
const BOX: u8 = 3;
const GIVEN: u8 = 4;

/// The shape of the boxes; prints as `3x2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Boxes {
    /// Cells from left to right.
    pub cols: usize,
    /// Cells from top to bottom.
    pub rows: usize,
}

impl Boxes {
    /// The squarest boxes of a grid, wider than tall where they cannot be square; `None` where every box would
    /// be a whole row.
    ///
    /// ```
    /// use gridwright::genres::sudoku::Boxes;
    /// assert_eq!(Boxes::squarest(12).unwrap().to_string(), "4x3");
    /// assert_eq!(Boxes::squarest(7), None);
    /// ```
    pub fn squarest(side: usize) -> Option<Boxes> {
        let rows = (1..=side).rev().find(|&rows| rows * rows <= side && side.is_multiple_of(rows))?;
        (rows > 1 || side == 1).then_some(Boxes { cols: side / rows, rows })
    }

    /// Whether a grid can be cut into these boxes and they say more than its rows and columns.
    fn suit(self, side: usize) -> bool {
        self.cols.checked_mul(self.rows) == Some(side) && ((self.cols > 1 && self.rows > 1) || side == 1)
    }
}

impl fmt::Display for Boxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.cols, self.rows)
    }
}

impl FromStr for Boxes {
    type Err = NotAShape;

    fn from_str(word: &str) -> Result<Boxes, NotAShape> {
        let number = |s: &str| s.parse().ok().filter(|_| s.bytes().all(|b| b.is_ascii_digit()));
        let shape = word.split_once('x').and_then(|(cols, rows)| Some((number(cols)?, number(rows)?)));
        let (cols, rows) = shape.ok_or_else(|| NotAShape(word.to_string()))?;
        Ok(Boxes { cols, rows })
    }
}

/// A Sudoku or a Latin square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    digits: Digits,
    side: usize,
    /// None where the side is prime.
    boxes: Option<Boxes>,
    latin: bool,
}

impl Sudoku {
    /// The longest side.
    pub const MAX_SIDE: usize = 36;

    /// A grid with printed digits in reading order, 0 for none. It has the squarest boxes; a side that is
    /// prime leaves no boxes and makes it a Latin square.
    ///
    /// ```
    /// use gridwright::{genres::sudoku::Sudoku, printed::PrintedBoard};
    /// let puzzle = Sudoku::new(4, vec![0; 16]).unwrap();
    /// assert_eq!(puzzle.model().atom_count(), 64);
    /// assert!(Sudoku::new(4, vec![5; 16]).is_err());
    /// ```
    ///
    /// # Panics
    /// When there is not one digit or 0 for each cell.
    pub fn new(side: usize, givens: Vec<u32>) -> Result<Sudoku, BoardError> {
        let mut sudoku = Sudoku::empty(side)?;
        sudoku.digits.print(givens)?;
        Ok(sudoku)
    }

    fn empty(side: usize) -> Result<Sudoku, BoardError> {
        let most = Sudoku::MAX_SIDE;
        if !(1..=most).contains(&side) {
            return Err(BoardError::Rows { genre: ABOUT.name, rows: side, most });
        }
        let grid = Grid::new(side, side)?;
        let boxes = Boxes::squarest(side);
        Ok(Sudoku { digits: Digits::new(grid, |_| side as u32), side, boxes, latin: boxes.is_none() })
    }

    #[cfg(test)]
    pub(super) fn digits(&self) -> &Digits {
        &self.digits
    }

    /// The same with these digits printed.
    #[cfg(test)]
    pub(super) fn printed(&self, givens: Vec<u32>) -> Sudoku {
        Sudoku { digits: self.digits.printed(givens), ..self.clone() }
    }

    /// Rows, columns and digits.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The boxes, where they count.
    pub fn boxes(&self) -> Option<Boxes> {
        self.boxes.filter(|_| !self.latin)
    }

    /// The printed digit of a cell.
    pub fn given(&self, cell: Cell) -> Option<u32> {
        self.digits.given(cell)
    }

    /// The question "is this cell that digit?".
    pub fn atom(&self, cell: Cell, digit: u32) -> Option<Atom> {
        self.digits.atom(cell, digit)
    }

    /// Whether the fast solver is for it.
    fn is_usual(&self) -> bool {
        self.side == 9 && self.boxes() == Some(Boxes { cols: 3, rows: 3 })
    }

    /// The board for the fast solver, with what is known besides, if it is for it.
    fn nine(&self, known: Option<&Board>) -> Option<kernel::Nine> {
        if !self.is_usual() {
            return None;
        }
        let mut candidates = self.nine_candidates();
        for fact in known.into_iter().flat_map(Board::facts) {
            let (cell, bit) = (fact.atom.index() / 9, 1 << (fact.atom.index() % 9));
            candidates[cell] &= if fact.holds { bit } else { !bit };
        }
        Some(kernel::Nine::from_candidates(&candidates))
    }

    /// What the fast solver starts from.
    fn nine_candidates(&self) -> [u16; 81] {
        let mut candidates = [kernel::ANY_DIGIT; 81];
        for (cell, &given) in candidates.iter_mut().zip(self.digits.givens()) {
            if given != 0 {
                *cell = 1 << (given - 1);
            }
        }
        candidates
    }

    /// The number of a cell's row, column or box, from 0; boxes are counted row by row.
    fn house_of(&self, kind: u8, cell: Cell) -> Option<usize> {
        let (row, col) = (self.digits.grid.row(cell), self.digits.grid.col(cell));
        match kind {
            ROW => Some(row),
            COLUMN => Some(col),
            _ => self.boxes().map(|boxes| row / boxes.rows * boxes.rows + col / boxes.cols),
        }
    }

    /// All rows, columns and boxes: the kind of their rules, and their numbers among those of their kind.
    fn houses(&self) -> impl Iterator<Item = (u8, usize)> + use<> {
        let (side, kinds) = (self.side, if self.boxes().is_some() { 3 } else { 2 });
        [ROW, COLUMN, BOX].into_iter().take(kinds).flat_map(move |kind| (0..side).map(move |i| (kind, i)))
    }

    /// The cells of a row, column or box in reading order.
    fn house_cells(&self, kind: u8, number: usize) -> impl Iterator<Item = usize> + use<> {
        let side = self.side;
        // A row is a box of one row, a column one of one column.
        let (top, left, cols) = match (kind, self.boxes()) {
            (BOX, Some(Boxes { cols, rows })) => (number / rows * rows, number % rows * cols, cols),
            (COLUMN, _) => (0, number, 1),
            _ => (number, 0, side),
        };
        (0..side).map(move |i| (top + i / cols) * side + left + i % cols)
    }

    /// The board for the fast solver of any shape, with what is known besides: the houses that the model is made of.
    pub(super) fn search(&self, known: Option<&Board>) -> Option<Search> {
        let houses = || self.houses().map(|(kind, number)| self.house_cells(kind, number));
        self.digits.search(|| Groups::new(self.digits.grid.len(), houses(), []), known)
    }
}

impl PrintedBoard for Sudoku {
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
        let side = self.side;
        let mut model = Model::new(self.atom_count(), ABOUT.rules);
        let groups = 4 * side * side;
        model.reserve(groups + side * side, (groups + side) * side, groups + side * side);
        let atom = |cell: usize, digit: usize| Atom((cell * side + digit) as u32);
        for cell in 0..side * side {
            let list = model.list((0..side).map(|digit| atom(cell, digit)));
            model.rule(CELL, Body::exactly(list, 1), (cell as u32, 0));
        }
        let mut cells = Vec::with_capacity(side);
        for (kind, number) in self.houses() {
            cells.clear();
            cells.extend(self.house_cells(kind, number));
            let subject = if kind == BOX { cells[0] } else { number };
            for digit in 0..side {
                let list = model.list(cells.iter().map(|&cell| atom(cell, digit)));
                model.rule(kind, Body::exactly(list, 1), (subject as u32, digit as u32 + 1));
            }
        }
        self.digits.add_givens(&mut model, GIVEN);
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

    fn options(&self) -> Vec<(&'static str, String)> {
        let latin = self.latin.then(|| ("rules", "latin".to_string()));
        let unusual = self.boxes.filter(|_| self.boxes != Boxes::squarest(self.side));
        latin.into_iter().chain(unusual.map(|boxes| ("boxes", boxes.to_string()))).collect()
    }

    fn with_option(&self, key: &str, value: &str) -> Result<Box<dyn PrintedBoard>, OptionError> {
        let side = self.side;
        let mut changed = self.clone();
        match (key, value) {
            ("rules", "latin") => changed.latin = true,
            ("rules", "full") if self.boxes.is_some() => changed.latin = false,
            ("rules", "full") => return Err(BoardError::NoBoxes { side, only: "rules=latin" }.into()),
            ("boxes", word) => match word.parse::<Boxes>()? {
                boxes if boxes.suit(side) => changed.boxes = Some(boxes),
                _ => return Err(BoardError::Boxes { boxes: word.to_string(), side }.into()),
            },
            _ => return Err(OptionError::no_such(&ABOUT, key, value)),
        }
        Ok(Box::new(changed))
    }
}

impl Sudoku {
    /// All solutions of a usual board that agree with what is known, in the order of the atoms with "yes" before "no", if they
    /// are at most `limit`.
    fn few_solutions(&self, known: Option<&Board>, limit: usize) -> Option<Vec<Board>> {
        let found = self.nine(known)?.solutions().all(limit, MOST_GUESSES)?;
        let atoms = |digits: [u8; 81]| {
            let atom = |(cell, digit): (u32, u8)| Atom(cell * 9 + u32::from(digit) - 1);
            Board::complete(self.atom_count(), (0..).zip(digits).map(atom))
        };
        Some(found.into_iter().map(atoms).collect())
    }
}

impl FastSolver for Sudoku {
    fn fast_status(&self, known: Option<&Board>) -> Option<Status> {
        if !self.is_usual() {
            return self.digits.status_of(self.search(known)?);
        }
        let found = self.few_solutions(known, 1)?;
        Some(found.into_iter().next().map_or(Status::None, Status::Unique))
    }

    fn enumeration(&self, known: Option<&Board>) -> Option<Box<dyn Enumeration>> {
        match self.nine(known) {
            Some(nine) => Some(Box::new(kernel::Counting::new(nine))),
            None => self.search(known)?.enumeration(),
        }
    }
}
