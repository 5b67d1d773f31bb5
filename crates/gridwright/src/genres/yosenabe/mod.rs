//! Yosenabe: numbers that move along straight lines into grey areas.

mod draw;
mod formats;
mod lines;
#[cfg(feature = "full")]
mod make;
mod printed;
mod rules;
#[cfg(test)]
mod tests;
mod ways;
mod words;

pub use printed::{Area, MAX_GOAL, MAX_NUMBER, Options, Printed, Square, Stop};

use crate::grid::{Cell, Counting, Grid};
use crate::model::{Atom, Model, Rule};
use crate::printed::{About, BoardError, OptionError, PrintedBoard, PuzzleOption};
use crate::puzzle::Genre;
use lines::Lines;

/// What the genre is called and about.
static ABOUT: About = About {
    id: "yosenabe",
    name: "Yosenabe",
    aliases: &[],
    summary: "Move every number along a straight line into an area, so that no two lines share a cell, every area receives a number, and the numbers in an area with a goal sum to it.",
    rules: &rules::KINDS,
    options: &[
        PuzzleOption {
            key: "rules",
            values: &[],
            help: "the rules in force: 4 (all, the default), 3 (without goals), 2 (lines may cross, too), 1 (areas may stay empty, too), or some of move,fill,cross,goal",
        },
        PuzzleOption {
            key: "stop",
            values: &["first", "any"],
            help: "a line ends in the first cell of its area or in any (the default for asp)",
        },
        PuzzleOption {
            key: "stay",
            values: &["no", "yes"],
            help: "a number that starts in an area may stay there (the default for puzzlink and pzprv3)",
        },
    ],
    example: "gridwright yosenabe\n5....\n..2..\n....2\n...4.\n..1..\nareas:\n..CCC\n.....\n.BBB.\n.....\nAA..D\ngoals: C=4 A=6\n",
    illustration: "gridwright yosenabe\n...1\n3...\n...2\n...1\nareas:\n....\n..AA\nBB..\nB...\ngoals: A=4\n",
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
    maker: Some(&make::YosenabeMaker),
    ..Genre::new::<Yosenabe>(&ABOUT, formats::READERS)
};

/// A Yosenabe board with the options it is solved under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yosenabe {
    printed: Printed,
    options: Options,
    lines: Lines,
}

impl Yosenabe {
    /// A board, or the reason why it is too much to handle.
    ///
    /// ```
    /// use gridwright::genres::yosenabe::{Options, Printed, Square, Yosenabe};
    /// use gridwright::{grid::Grid, printed::PrintedBoard};
    /// let squares = vec![Square::Number(3), Square::Empty, Square::Empty];
    /// let printed = Printed::new(Grid::new(1, 3).unwrap(), squares, &[None, None, Some("A")], |_| Some(3));
    /// let puzzle = Yosenabe::new(printed, Options::default()).unwrap();
    /// assert!(puzzle.atom_named("r1c1 to r1c3").is_some());
    /// ```
    pub fn new(printed: Printed, options: Options) -> Result<Yosenabe, BoardError> {
        if let Some(cell) = printed.circles().find(|&cell| printed.square(cell).weight() > MAX_NUMBER) {
            return Err(BoardError::Number { cell: printed.grid.name(cell), most: MAX_NUMBER });
        }
        if let Some(area) = printed.areas.iter().find(|area| area.goal > Some(MAX_GOAL)) {
            return Err(BoardError::Goal { area: area.label.clone(), most: MAX_GOAL });
        }
        let lines = Lines::new(&printed, &options)?;
        rules::check_sums(&printed, &lines)?;
        Ok(Yosenabe { printed, options, lines })
    }

    /// What is printed.
    pub fn printed(&self) -> &Printed {
        &self.printed
    }

    /// Where a line starts and ends; the same cell twice where the number stays.
    pub fn line(&self, atom: Atom) -> (Cell, Cell) {
        (self.lines.circles[self.lines.circle(atom.0)], self.lines.ends[atom.index()])
    }

    /// The line between two cells, if a number may take it.
    pub fn line_between(&self, from: Cell, to: Cell) -> Option<Atom> {
        self.lines.find(from, to).map(Atom)
    }

    /// The number of a circle as text, `?` where it is not given.
    fn circle_text(&self, cell: Cell) -> String {
        match self.printed.square(cell) {
            Square::Number(n) => n.to_string(),
            _ => "?".to_string(),
        }
    }
}

impl PrintedBoard for Yosenabe {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn grid(&self) -> Grid {
        self.printed.grid
    }

    fn atom_count(&self) -> usize {
        self.lines.ends.len()
    }

    fn model(&self) -> Model {
        rules::model(&self.printed, &self.lines, &self.options)
    }

    fn atom_cell(&self, atom: Atom) -> Cell {
        self.line(atom).0
    }

    fn atom_name(&self, atom: Atom) -> String {
        let (from, to) = self.line(atom);
        let grid = self.grid();
        if from == to {
            format!("{} stay", grid.name(from))
        } else {
            format!("{} to {}", grid.name(from), grid.name(to))
        }
    }

    fn atom_named(&self, name: &str) -> Option<Atom> {
        let named = |cell| self.grid().named(cell);
        let (from, to) = match name.strip_suffix(" stay") {
            Some(cell) => (named(cell)?, named(cell)?),
            None => {
                let (from, to) = name.split_once(" to ")?;
                (named(from)?, named(to).filter(|to| Some(*to) != named(from))?)
            }
        };
        self.line_between(from, to)
    }

    fn rule_place(&self, rule: &Rule) -> Option<Cell> {
        Some(Cell(rule.subject))
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        self.options.changed_from(Options::default())
    }

    fn with_option(&self, key: &str, value: &str) -> Result<Box<dyn PrintedBoard>, OptionError> {
        Ok(Box::new(Yosenabe::new(self.printed.clone(), self.options.with(key, value)?)?))
    }
}
