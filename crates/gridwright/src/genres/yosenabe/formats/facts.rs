//! Yosenabe as facts of an answer set program: `cell(X,Y). area(X,Y,A). number(X,Y,N). goal(A,G).`, and
//! `target(X,Y,XX,YY)` for lines. X counts columns from the left, Y rows from the bottom, both from 1.

use super::{only_entries, puzzle};
use crate::frames::asp::{self, Fact, Program};
use crate::frames::{Format, ParseError, WriteError};
use crate::frames::{Parsed, ReadResult};
use crate::genres::yosenabe::printed::{MAX_GOAL, MAX_NUMBER};
use crate::genres::yosenabe::{Options, Printed, Square, Stop, Yosenabe};
use crate::grid::{Cell, Grid};
use crate::model::{Board, Position, Value};
use std::collections::{BTreeMap, BTreeSet};

/// How the courses that write facts grade a board.
const GRADED: Options = Options { rules: [true; 4], stop: Stop::Any, stay: false };

/// The cell at column `x` from the left and row `y` from the bottom.
fn cell_at(grid: Grid, x: u32, y: u32) -> Option<Cell> {
    let row = grid.rows().checked_sub(y as usize)?;
    grid.get(row, (x as usize).checked_sub(1)?)
}

fn coordinates(grid: Grid, cell: Cell) -> (usize, usize) {
    (grid.col(cell) + 1, grid.rows() - grid.row(cell))
}

pub(super) fn read(program: &Program<'_>) -> ReadResult {
    let mut warnings = Vec::new();
    let [cells, areas, numbers, goal_facts, targets] = sorted(program, &mut warnings)?;
    let grid = size(program, &cells)?;
    let mut squares = vec![Square::Absent; grid.len()];
    for fact in cells.into_iter().flatten() {
        let cell = cell_at(grid, fact.args[0], fact.args[1]).expect("the size holds all cells");
        squares[cell.index()] = Square::Empty;
    }
    let present = |fact: &Fact<'_>, x: u32, y: u32, squares: &[Square]| {
        cell_at(grid, x, y).filter(|cell| squares[cell.index()] != Square::Absent).ok_or_else(|| {
            fact.name.error(format!("there is no cell({x},{y}) for this '{}'", fact.name.as_str()))
        })
    };
    for fact in numbers.into_iter().flatten() {
        let number = bounded(fact, 2, MAX_NUMBER)?;
        let cell = present(fact, fact.args[0], fact.args[1], &squares)?;
        match squares[cell.index()] {
            Square::Number(other) if other != number => {
                return Err(twice(fact, "a second number for this cell"));
            }
            _ => squares[cell.index()] = Square::Number(number),
        }
    }
    let mut labels: Vec<Option<u32>> = vec![None; grid.len()];
    for fact in areas.into_iter().flatten() {
        let cell = present(fact, fact.args[0], fact.args[1], &squares)?;
        match labels[cell.index()].replace(fact.args[2]) {
            Some(other) if other != fact.args[2] => return Err(twice(fact, "a second area for this cell")),
            _ => {}
        }
    }
    let mut goals: BTreeMap<u32, (u32, &Fact<'_>)> = BTreeMap::new();
    for fact in goal_facts.into_iter().flatten() {
        let goal = bounded(fact, 1, MAX_GOAL)?;
        match goals.insert(fact.args[0], (goal, fact)) {
            Some((other, _)) if other != goal => return Err(twice(fact, "a second goal for this area")),
            _ => {}
        }
    }
    let printed = Printed::new(grid, squares, &labels, |label| goals.remove(&label).map(|(goal, _)| goal));
    if let Some((_, fact)) = goals.values().min_by_key(|(_, fact)| fact.name.offset()) {
        return Err(fact.name.error(format!("area {} of this goal has no cells", fact.args[0])));
    }
    let mut options = GRADED;
    for (place, key, value) in program.options() {
        options = options.with(key, value).map_err(|error| place.error(error))?;
    }
    let puzzle = puzzle(printed, options, program.text)?;
    let mut position = Position::blank(puzzle.lines.ends.len());
    for fact in targets.into_iter().flatten() {
        let [x, y, to_x, to_y] = fact.args[..] else { unreachable!("the number of arguments is checked") };
        let ends = cell_at(grid, x, y).zip(cell_at(grid, to_x, to_y));
        let line = ends.and_then(|(from, to)| puzzle.line_between(from, to));
        let line = line.ok_or_else(|| fact.name.error("no number can take this line"))?;
        position.board.set(line, Value::Yes);
    }
    let reading = Parsed::with_position(puzzle, position);
    Ok(Parsed { warnings, ..reading })
}

/// The facts that are read, and how many arguments they have.
const FACTS: [(&str, usize); 5] = [("cell", 2), ("area", 3), ("number", 3), ("goal", 2), ("target", 4)];
const CELL: usize = 0;

/// Facts that stand together.
type Run<'p, 'a> = &'p [Fact<'a>];

/// The facts by name, in the order of [`FACTS`], having checked that every one has the right number of arguments.
fn sorted<'p, 'a>(
    program: &'p Program<'a>,
    warnings: &mut Vec<String>,
) -> Result<[Vec<Run<'p, 'a>>; 5], ParseError> {
    let mut facts = [const { Vec::new() }; 5];
    let mut unknown = BTreeSet::new();
    // Facts of one name mostly stand together.
    for run in program.facts.chunk_by(|one, next| one.name.as_str() == next.name.as_str()) {
        let name = run[0].name.as_str();
        let Some(kind) = FACTS.iter().position(|(known, _)| *known == name) else {
            unknown.insert(name);
            continue;
        };
        let arguments = FACTS[kind].1;
        for fact in run {
            let found = fact.args.len();
            if arguments != found {
                return Err(fact.name.error(format!("'{name}' has {arguments} arguments, here are {found}")));
            }
            if kind == CELL
                && let &[x, y] = &fact.args[..]
                && ![x, y].iter().all(|&side| (1..=Grid::MAX_SIDE as u32).contains(&side))
            {
                let most = Grid::MAX_SIDE;
                return Err(fact.name.error(format!("cell({x},{y}) is not possible (1 to {most} each)")));
            }
        }
        facts[kind].push(run);
    }
    warnings.extend(unknown.into_iter().map(|name| format!("facts '{name}' are passed over")));
    Ok(facts)
}

fn size(program: &Program<'_>, cells: &[Run<'_, '_>]) -> Result<Grid, ParseError> {
    let sides = cells.iter().copied().flatten().map(|fact| (fact.args[0], fact.args[1]));
    let (cols, rows) = sides.fold((0, 0), |(cols, rows), (x, y)| (x.max(cols), y.max(rows)));
    Grid::new(rows as usize, cols as usize)
        .map_err(|_| program.text.error("expected facts 'cell(X,Y)', there are none"))
}

fn bounded(fact: &Fact<'_>, argument: usize, most: u32) -> Result<u32, ParseError> {
    let value = fact.args[argument];
    if value <= most {
        Ok(value)
    } else {
        Err(fact.name.error(format!("{value} is too large for '{}' (at most {most})", fact.name.as_str())))
    }
}

fn twice(fact: &Fact<'_>, what: &str) -> ParseError {
    fact.name.error(what)
}

pub(super) fn write(puzzle: &Yosenabe, position: &Position) -> Result<String, WriteError> {
    only_entries(puzzle, position, Format::Asp)?;
    let printed = &puzzle.printed;
    let grid = printed.grid;
    let is_present = |cell: &Cell| printed.square(*cell) != Square::Absent;
    let reaches_edges = grid.cells().filter(is_present).any(|cell| grid.row(cell) == 0)
        && grid.cells().filter(is_present).any(|cell| grid.col(cell) + 1 == grid.cols());
    if !reaches_edges {
        let what = "the size of a board whose top row or last column is absent";
        return Err(WriteError::CannotSay { format: Format::Asp, what });
    }
    let mut text = asp::options_line(&puzzle.options.changed_from(GRADED));
    if grid.cells().all(|cell| is_present(&cell)) {
        text += &format!("cell(1..{},1..{}).\n", grid.cols(), grid.rows());
    } else {
        for cell in grid.cells().filter(is_present) {
            let (x, y) = coordinates(grid, cell);
            text += &format!("cell({x},{y}).\n");
        }
    }
    for cell in grid.cells() {
        let (x, y) = coordinates(grid, cell);
        match printed.square(cell) {
            Square::Number(n) => text += &format!("number({x},{y},{n}).\n"),
            Square::Unknown => {
                let (format, what) = (Format::Asp, "circles without number");
                return Err(WriteError::NoSign { format, what, cell: grid.name(cell) });
            }
            Square::Empty | Square::Absent => {}
        }
    }
    let labels = number_labels(printed);
    for cell in grid.cells() {
        if let Some(area) = printed.area_of(cell) {
            let (x, y) = coordinates(grid, cell);
            text += &format!("area({x},{y},{}).\n", labels[area]);
        }
    }
    for (area, label) in printed.areas.iter().zip(labels) {
        if let Some(goal) = area.goal {
            text += &format!("goal({label},{goal}).\n");
        }
    }
    for target in targets(puzzle, &position.board) {
        text += &format!("{target}.\n");
    }
    Ok(text)
}

/// The areas' labels where all of them are plain numbers, otherwise 1, 2, 3, ….
fn number_labels(printed: &Printed) -> Vec<u32> {
    let plain = |label: &str| label.parse().ok().filter(|n: &u32| n.to_string() == label);
    let labels: Option<Vec<u32>> = printed.areas.iter().map(|area| plain(&area.label)).collect();
    labels.unwrap_or_else(|| (1..=printed.areas.len() as u32).collect())
}

/// The entered lines as sorted atoms.
pub(in crate::genres::yosenabe) fn targets(puzzle: &Yosenabe, board: &Board) -> Vec<String> {
    let grid = puzzle.printed.grid;
    let lines = board.yes().map(|atom| puzzle.line(atom));
    let mut lines: Vec<_> =
        lines.map(|(from, to)| (coordinates(grid, from), coordinates(grid, to))).collect();
    lines.sort_unstable();
    lines.into_iter().map(|((x, y), (to_x, to_y))| format!("target({x},{y},{to_x},{to_y})")).collect()
}
