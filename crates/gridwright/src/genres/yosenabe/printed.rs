//! What is printed on a Yosenabe board, and the options it is played with.

use super::GENRE;
use crate::grid::{Cell, Grid};
use crate::printed::OptionError;
use std::collections::BTreeMap;

/// The greatest number a circle may hold.
pub const MAX_NUMBER: u32 = 99_999;

/// The greatest goal an area may have.
pub const MAX_GOAL: u32 = 999_999_999;

/// One printed square. Whether it belongs to an area is kept apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Square {
    /// No cell at all: no line passes here.
    Absent,
    /// A cell without number.
    Empty,
    /// A circle with a number.
    Number(u32),
    /// A circle whose number is not given; it adds nothing to a sum.
    Unknown,
}

impl Square {
    /// Whether something here must move.
    pub fn is_circle(self) -> bool {
        matches!(self, Square::Number(_) | Square::Unknown)
    }

    /// What a circle adds to the sum of the area it moves into.
    pub fn weight(self) -> u32 {
        if let Square::Number(n) = self { n } else { 0 }
    }
}

/// An area: cells of one label, which may touch other areas and need not be connected.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Area {
    /// Its name in text formats.
    pub label: String,
    /// Its first cell in reading order.
    pub first: Cell,
    /// The sum of the numbers that move into it.
    pub goal: Option<u32>,
}

const NO_AREA: u32 = u32::MAX;

/// The printed board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    pub(super) grid: Grid,
    pub(super) squares: Vec<Square>,
    pub(super) areas: Vec<Area>,
    area_of: Vec<u32>,
}

impl Printed {
    /// A board from its squares and the label of each cell's area, both in reading order; goals come from
    /// `goal`, which is called once for each area.
    ///
    /// # Panics
    /// When there is not one square and one label for each cell, or an absent cell has a label.
    pub fn new<L: Copy + Ord + ToString>(
        grid: Grid,
        squares: Vec<Square>,
        labels: &[Option<L>],
        mut goal: impl FnMut(L) -> Option<u32>,
    ) -> Printed {
        assert_eq!((squares.len(), labels.len()), (grid.len(), grid.len()), "one square and label a cell");
        let mut areas = Vec::new();
        let mut index: BTreeMap<L, u32> = BTreeMap::new();
        let mut area_of = vec![NO_AREA; grid.len()];
        for cell in grid.cells() {
            let Some(label) = labels[cell.index()] else { continue };
            assert_ne!(squares[cell.index()], Square::Absent, "an absent cell belongs to no area");
            // Most cells continue an area to their left or above.
            let neighbours = [1, grid.cols()].map(|back| cell.index().checked_sub(back));
            let same = neighbours.into_iter().flatten().find(|&other| labels[other] == Some(label));
            area_of[cell.index()] = match same {
                Some(other) => area_of[other],
                None => *index.entry(label).or_insert_with(|| {
                    areas.push(Area { label: label.to_string(), first: cell, goal: goal(label) });
                    areas.len() as u32 - 1
                }),
            };
        }
        Printed { grid, squares, areas, area_of }
    }

    /// What is printed in a cell.
    pub fn square(&self, cell: Cell) -> Square {
        self.squares[cell.index()]
    }

    /// The number of the area a cell belongs to; areas are numbered by their first cells.
    pub fn area_of(&self, cell: Cell) -> Option<usize> {
        match self.area_of[cell.index()] {
            NO_AREA => None,
            area => Some(area as usize),
        }
    }

    /// How many cells belong to areas.
    pub(super) fn covered(&self) -> usize {
        self.area_of.iter().filter(|area| **area != NO_AREA).count()
    }

    /// All areas.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// The cells with circles, in reading order.
    pub fn circles(&self) -> impl Iterator<Item = Cell> + '_ {
        self.grid.cells().filter(|&cell| self.square(cell).is_circle())
    }

    /// The same board without the goals of the areas whose first cells these are.
    pub(super) fn without_goals(&self, cells: &[Cell]) -> Printed {
        let mut printed = self.clone();
        for area in printed.areas.iter_mut().filter(|area| cells.contains(&area.first)) {
            area.goal = None;
        }
        printed
    }

    /// Whether some circle starts in an area: only then it matters whether circles may stay.
    pub(super) fn has_circle_in_area(&self) -> bool {
        self.circles().any(|cell| self.area_of(cell).is_some())
    }
}

/// Which cells of an area a line may end in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The first cell of that area on its way.
    First,
    /// Any cell of that area.
    Any,
}

/// The rule variant of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// For each kind of rule, in the registry's order, whether it holds.
    pub rules: [bool; 4],
    /// Where lines end.
    pub stop: Stop,
    /// Whether a circle that starts in an area may stay there.
    pub stay: bool,
}

/// How people play: all rules, lines end in the first cell of an area, every circle moves.
impl Default for Options {
    fn default() -> Options {
        Options { rules: [true; 4], stop: Stop::First, stay: false }
    }
}

/// The names of the rules in the option `rules`, in the registry's order.
const RULE_NAMES: [&str; 4] = ["move", "fill", "cross", "goal"];

impl Options {
    /// The options with one of them changed.
    pub fn with(self, key: &str, value: &str) -> Result<Options, OptionError> {
        Ok(match (key, value) {
            ("rules", _) => Options { rules: parse_rules(value)?, ..self },
            ("stop", "first") => Options { stop: Stop::First, ..self },
            ("stop", "any") => Options { stop: Stop::Any, ..self },
            ("stay", "yes") => Options { stay: true, ..self },
            ("stay", "no") => Options { stay: false, ..self },
            _ => return Err(OptionError::no_such(&GENRE, key, value)),
        })
    }

    /// The options that differ from those a format assumes, as keys and values.
    pub(super) fn changed_from(&self, assumed: Options) -> Vec<(&'static str, String)> {
        let mut changed = Vec::new();
        if self.rules != assumed.rules {
            changed.push(("rules", self.rules_value()));
        }
        if self.stop != assumed.stop {
            changed.push(("stop", if self.stop == Stop::Any { "any" } else { "first" }.to_string()));
        }
        if self.stay != assumed.stay {
            changed.push(("stay", if self.stay { "yes" } else { "no" }.to_string()));
        }
        changed
    }

    /// `1` to `4` for the cumulative levels, names otherwise.
    fn rules_value(&self) -> String {
        let level = self.rules.iter().take_while(|on| **on).count();
        if level > 0 && self.rules[level..].iter().all(|on| !on) {
            return level.to_string();
        }
        let names = RULE_NAMES.iter().zip(self.rules).filter(|(_, on)| *on);
        names.map(|(name, _)| *name).collect::<Vec<_>>().join(",")
    }
}

fn parse_rules(value: &str) -> Result<[bool; 4], OptionError> {
    if let Some(level) = ["1", "2", "3", "4"].iter().position(|level| *level == value) {
        return Ok(std::array::from_fn(|rule| rule <= level));
    }
    let mut rules = [false; 4];
    for name in value.split(',') {
        match RULE_NAMES.iter().position(|known| *known == name) {
            Some(rule) => rules[rule] = true,
            None => return Err(OptionError::Rules { value: value.to_string(), known: &RULE_NAMES }),
        }
    }
    Ok(rules)
}
