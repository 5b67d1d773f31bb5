//! Yosenabe as puzz.link addresses and pzpr files. Areas there are the connected parts of the grey cells, and
//! a circle that starts in one may stay.

use super::{default_labels, goal, number, only_entries, puzzle};
use crate::frames::puzzlink::{self, Borders, Link};
use crate::frames::{Format, ParseError, Text, WriteError, counted, pzprv3};
use crate::frames::{Parsed, ReadResult};
use crate::genres::yosenabe::lines::direction;
use crate::genres::yosenabe::{GENRE, Options, Printed, Square, Stop, Yosenabe};
use crate::grid::{Cell, Direction, Grid};
use crate::model::{Atom, Position, Value};
use crate::printed::PrintedBoard;
use std::collections::BTreeSet;

/// The greatest number an address can hold.
const MAX_IN_ADDRESS: u32 = 255;

/// The longest run of blanks that one letter encodes.
const MAX_RUN: usize = 17;

const PLAYED_THERE: Options = Options { rules: [true; 4], stop: Stop::First, stay: true };

/// A board that is being read.
struct Draft {
    grid: Grid,
    squares: Vec<Square>,
    /// The connected grey part of each cell.
    pots: Vec<Option<u32>>,
    goals: Vec<Option<u32>>,
}

impl Draft {
    fn new(grid: Grid, grey: &[bool]) -> Draft {
        let regions = Borders::between(grid, grey).regions(grid);
        let pots = regions.iter().zip(grey).map(|(region, grey)| grey.then_some(*region)).collect();
        let count = regions.iter().max().map_or(0, |last| *last as usize + 1);
        Draft { grid, squares: vec![Square::Empty; grid.len()], pots, goals: vec![None; count] }
    }

    /// Notes a goal; without a number it says nothing.
    fn set_goal(&mut self, cell: usize, goal: Option<u32>, place: Text<'_>) -> Result<(), ParseError> {
        let Some(pot) = self.pots[cell] else {
            return Err(place.error("a number without circle must stand on a grey cell"));
        };
        match &mut self.goals[pot as usize] {
            Some(_) => Err(place.error("this is the second number without circle in one grey area")),
            known => {
                *known = goal;
                Ok(())
            }
        }
    }

    fn finish(self, options: Options, place: Text<'_>) -> Result<Yosenabe, ParseError> {
        let mut printed = Printed::new(self.grid, self.squares, &self.pots, |pot| self.goals[pot as usize]);
        let labels = default_labels(printed.areas.len());
        for (area, label) in printed.areas.iter_mut().zip(labels) {
            area.label = label;
        }
        puzzle(printed, options, place)
    }
}

pub(super) fn read_puzzlink(link: &Link<'_>) -> ReadResult {
    let grid = link.grid();
    let mut body = link.reader();
    let mut draft = Draft::new(grid, &body.bits(grid.len())?);
    let mut unknown_goals = 0;
    let mut cell = 0;
    while cell < grid.len() && !(cell == 0 && body.is_empty()) {
        let (c, place) = body.character(&counted(grid.len() - cell, "more cell"))?;
        match c {
            '0'..='9' | 'a'..='f' => draft.squares[cell] = Square::Number(c.to_digit(16).unwrap_or_default()),
            '-' => draft.squares[cell] = Square::Number(body.hex(2)?),
            '.' => draft.squares[cell] = Square::Unknown,
            'i' => draft.set_goal(cell, Some(body.hex(1)?), place)?,
            'g' => draft.set_goal(cell, Some(body.hex(2)?), place)?,
            'h' => {
                draft.set_goal(cell, None, place)?;
                unknown_goals += 1;
            }
            'j'..='z' => {
                let run = c as usize - 'i' as usize;
                if cell + run > grid.len() {
                    let left = grid.len() - cell;
                    return Err(place.error(format!("{run} blanks do not fit, only {left} cells are left")));
                }
                cell += run;
                continue;
            }
            _ => {
                return Err(place.expected("a circle, a goal or a run of blanks 'j' to 'z'"));
            }
        }
        cell += 1;
    }
    body.finish()?;
    let mut reading = Parsed::blank(draft.finish(PLAYED_THERE, link.body)?);
    if unknown_goals > 0 {
        reading.warnings.push(format!("{unknown_goals} goals '?' are passed over"));
    }
    Ok(reading)
}

/// The cell that shows each area's goal, having refused what neither format can show.
fn goal_cells(puzzle: &Yosenabe, format: Format) -> Result<Vec<Option<u32>>, WriteError> {
    let printed = &puzzle.printed;
    let grid = printed.grid;
    let refuse =
        |what: &'static str, cell: Cell| Err(WriteError::NoSign { format, what, cell: grid.name(cell) });
    if let Some(cell) = grid.cells().find(|&cell| printed.square(cell) == Square::Absent) {
        return refuse("absent cells", cell);
    }
    if puzzle.options.rules != PLAYED_THERE.rules {
        return Err(WriteError::CannotSay { format, what: "that some rules are not in force" });
    }
    if !puzzle.options.stay && printed.has_circle_in_area() {
        return Err(WriteError::Stay { format });
    }
    let area = |cell: Cell| printed.area_of(cell);
    let touches = |&cell: &Cell| grid.around(cell).any(|c| area(c).is_some() && area(c) != area(cell));
    if let Some(cell) = grid.cells().filter(|&cell| area(cell).is_some()).find(touches) {
        return refuse("areas that touch", cell);
    }
    let grey: Vec<bool> = grid.cells().map(|cell| area(cell).is_some()).collect();
    let parts = Draft::new(grid, &grey).pots;
    let part_of_first = |area: usize| parts[printed.areas[area].first.index()];
    let apart = |&cell: &Cell| area(cell).is_some_and(|area| parts[cell.index()] != part_of_first(area));
    if let Some(cell) = grid.cells().find(apart) {
        return refuse("areas of several parts", cell);
    }
    let mut shown = vec![false; printed.areas.len()];
    let mut goals = vec![None; grid.len()];
    for cell in grid.cells().filter(|&cell| !printed.square(cell).is_circle()) {
        if let Some(area) = area(cell).filter(|area| !std::mem::replace(&mut shown[*area], true)) {
            goals[cell.index()] = printed.areas[area].goal;
        }
    }
    match printed.areas.iter().zip(shown).find(|(area, shown)| area.goal.is_some() && !shown) {
        Some((area, _)) => refuse("a goal where every cell of the area holds a circle", area.first),
        None => Ok(goals),
    }
}

pub(super) fn write_puzzlink(puzzle: &Yosenabe, position: &Position) -> Result<String, WriteError> {
    if !position.is_blank() {
        return Err(WriteError::Entries { format: Format::Puzzlink, instead: Some(Format::Pzprv3) });
    }
    let goals = goal_cells(puzzle, Format::Puzzlink)?;
    let printed = &puzzle.printed;
    let grey: Vec<bool> = printed.grid.cells().map(|cell| printed.area_of(cell).is_some()).collect();
    let mut body = puzzlink::write_bits(&grey);
    let mut run = 0;
    let flush = |run: &mut usize, body: &mut String| {
        if *run > 0 {
            body.push(char::from(b'i' + *run as u8));
            *run = 0;
        }
    };
    for (cell, goal) in printed.grid.cells().zip(goals) {
        let token = match (printed.square(cell), goal) {
            (Square::Unknown, _) => ".".to_string(),
            (Square::Number(n), _) | (_, Some(n)) if n > MAX_IN_ADDRESS => {
                let (format, most) = (Format::Puzzlink, MAX_IN_ADDRESS);
                return Err(WriteError::Number { format, number: n, cell: printed.grid.name(cell), most });
            }
            (Square::Number(n), _) if n < 16 => format!("{n:x}"),
            (Square::Number(n), _) => format!("-{n:x}"),
            (_, Some(n)) if n < 16 => format!("i{n:x}"),
            (_, Some(n)) => format!("g{n:x}"),
            (_, None) => {
                run += 1;
                if run == MAX_RUN {
                    flush(&mut run, &mut body);
                }
                continue;
            }
        };
        flush(&mut run, &mut body);
        body += &token;
    }
    flush(&mut run, &mut body);
    Ok(puzzlink::address(GENRE.id, printed.grid, &body))
}

pub(super) fn read_pzprv3(file: &pzprv3::File<'_>) -> ReadResult {
    let mut sections = file.sections();
    let grid = sections.size()?;
    let items = sections.grid(grid.rows(), grid.cols())?;
    let grey: Vec<bool> = items.iter().map(|item| item.as_str().starts_with('i')).collect();
    let mut draft = Draft::new(grid, &grey);
    for (cell, &item) in items.iter().enumerate().filter(|(_, item)| item.as_str() != ".") {
        let shown = item.strip_prefix("i").unwrap_or(item);
        match shown.strip_prefix("o") {
            Some(digits) if digits.is_empty() => draft.squares[cell] = Square::Unknown,
            Some(digits) => draft.squares[cell] = number(digits)?,
            None if shown.is_empty() => {}
            None if shown.as_str().starts_with(|c: char| c.is_ascii_digit()) => {
                draft.set_goal(cell, Some(goal(shown)?), item)?;
            }
            None => {
                return Err(item.expected("such as '.', 'o5', 'i', 'i3' or 'io2'"));
            }
        }
    }
    let mut warnings = Vec::new();
    let mut drawn = Vec::new();
    if !sections.is_empty() {
        let (right, below) = sections.borders(grid)?;
        drawn =
            drawn_lines(grid, &draft.squares, &steps(&right, &mut warnings)?, &steps(&below, &mut warnings)?);
    }
    if file.version > 0 && !sections.is_empty() {
        let marks = sections.grid(grid.rows(), grid.cols())?;
        if marks.iter().any(|mark| mark.as_str() != "0") {
            warnings.push("the player's shades and ticks are passed over".to_string());
        }
    }
    sections.finish()?;
    let mut puzzle = draft.finish(PLAYED_THERE, file.id)?;
    let possible = |puzzle: &Yosenabe| drawn.iter().filter(|line| entry(puzzle, **line).is_some()).count();
    let any = Options { stop: Stop::Any, ..PLAYED_THERE };
    if possible(&puzzle) < drawn.len()
        && let Ok(longer) = Yosenabe::new(puzzle.printed.clone(), any)
        && possible(&puzzle) < possible(&longer)
    {
        warnings.push("a line goes on inside its area, so stop=any is set".to_string());
        puzzle = longer;
    }
    let (position, ignored) = position_of(&puzzle, &drawn);
    warnings.extend(ignored);
    Ok(Parsed { warnings, ..Parsed::with_position(puzzle, position) })
}

/// Whether a line takes each step of a border section.
fn steps(items: &[Text<'_>], warnings: &mut Vec<String>) -> Result<Vec<bool>, ParseError> {
    let mut crosses = 0;
    let step = |item: &Text<'_>| match item.as_str() {
        "0" => Ok(false),
        "1" => Ok(true),
        "-1" => {
            crosses += 1;
            Ok(false)
        }
        _ => Err(item.expected("'0', '1' or '-1'")),
    };
    let steps = items.iter().map(step).collect::<Result<_, _>>()?;
    if crosses > 0 {
        warnings.push(format!("{crosses} crosses between cells are passed over"));
    }
    Ok(steps)
}

/// The straight lines that steps make up, from their circle on where just one end has one.
fn drawn_lines(grid: Grid, squares: &[Square], right: &[bool], below: &[bool]) -> Vec<(Cell, Cell)> {
    let step = |cell: Cell, direction| match direction {
        Direction::Right => right[cell.index() - grid.row(cell)],
        _ => below[cell.index()],
    };
    let mut lines = Vec::new();
    for direction in [Direction::Right, Direction::Down] {
        let back = if direction == Direction::Right { Direction::Left } else { Direction::Up };
        let goes_on = |cell: Cell| grid.step(cell, direction).filter(|_| step(cell, direction));
        for first in grid.cells() {
            let is_start = grid.step(first, back).is_none_or(|before| !step(before, direction));
            if is_start && goes_on(first).is_some() {
                let last = std::iter::successors(Some(first), |cell| goes_on(*cell)).last().unwrap_or(first);
                let from_last = squares[last.index()].is_circle() && !squares[first.index()].is_circle();
                lines.push(if from_last { (last, first) } else { (first, last) });
            }
        }
    }
    lines
}

/// The drawn line as an entry, if a number can take it and meets no other on its way.
fn entry(puzzle: &Yosenabe, (from, to): (Cell, Cell)) -> Option<Atom> {
    let grid = puzzle.printed.grid;
    let ray = grid.ray(from, direction(grid, from, to)?);
    let mut way = ray.take_while(|cell| *cell != to).chain([to]);
    let is_free = way.all(|cell| !puzzle.printed.square(cell).is_circle());
    puzzle.line_between(from, to).filter(|_| is_free)
}

/// The drawn lines as entries, and what had to be passed over. Once every circle outside the areas has its line,
/// those without a line stay.
fn position_of(puzzle: &Yosenabe, drawn: &[(Cell, Cell)]) -> (Position, Vec<String>) {
    let grid = puzzle.printed.grid;
    let mut position = Position::blank(puzzle.atom_count());
    let mut ignored = Vec::new();
    let mut moved = BTreeSet::new();
    for &(from, to) in drawn {
        match entry(puzzle, (from, to)) {
            Some(line) => {
                position.board.set(line, Value::Yes);
                moved.insert(from);
            }
            None => ignored.push(format!(
                "the drawn line {} to {} is passed over: no number can take it",
                grid.name(from),
                grid.name(to)
            )),
        }
    }
    let waits = |cell: &Cell| !moved.contains(cell);
    let finished = !moved.is_empty()
        && puzzle.printed.circles().filter(waits).all(|cell| puzzle.line_between(cell, cell).is_some());
    for cell in puzzle.printed.circles().filter(waits).filter(|_| finished) {
        let stay = puzzle.line_between(cell, cell).expect("circles left over may stay");
        position.board.set(stay, Value::Yes);
    }
    (position, ignored)
}

pub(super) fn write_pzprv3(puzzle: &Yosenabe, position: &Position) -> Result<String, WriteError> {
    only_entries(puzzle, position, Format::Pzprv3)?;
    let goals = goal_cells(puzzle, Format::Pzprv3)?;
    let printed = &puzzle.printed;
    let grid = printed.grid;
    let (rows, cols) = (grid.rows(), grid.cols());
    let item = |(cell, goal): (Cell, Option<u32>)| {
        let grey = if printed.area_of(cell).is_some() { "i" } else { "" };
        match (printed.square(cell), goal) {
            (Square::Number(n), _) => format!("{grey}o{n}"),
            (Square::Unknown, _) => format!("{grey}o"),
            (_, Some(goal)) => format!("i{goal}"),
            _ if grey.is_empty() => ".".to_string(),
            _ => grey.to_string(),
        }
    };
    let (right, below) = Borders::counts(grid);
    let (mut right, mut below) = (vec!["0"; right], vec!["0"; below]);
    let entries: BTreeSet<(Cell, Cell)> = position.board.yes().map(|atom| puzzle.line(atom)).collect();
    for &(from, to) in &entries {
        let (first, last) = (from.min(to), from.max(to));
        match direction(grid, first, last) {
            Some(Direction::Right) => {
                let row = grid.row(first);
                right[first.index() - row..last.index() - row].fill("1");
            }
            Some(_) => (first.index()..last.index()).step_by(cols).for_each(|step| below[step] = "1"),
            None => {}
        }
    }
    let text = pzprv3::Writer::new(1, GENRE.id)
        .size(grid)
        .grid(rows, cols, grid.cells().zip(goals).map(item))
        .grid(rows, cols - 1, right)
        .grid(rows - 1, cols, below)
        .grid(rows, cols, vec!["0"; grid.len()])
        .finish();
    if entries != entries_in(&text) {
        return Err(WriteError::Lines { format: Format::Pzprv3 });
    }
    Ok(text)
}

/// The lines another reader of a file would find in it.
fn entries_in(text: &str) -> BTreeSet<(Cell, Cell)> {
    let reading = pzprv3::File::parse(Text::new(text), &mut Vec::new()).and_then(|file| read_pzprv3(&file));
    let Ok(reading) = reading else { return BTreeSet::new() };
    let puzzle = reading.board.downcast_ref::<Yosenabe>();
    puzzle
        .map(|puzzle| reading.position.board.yes().map(|atom| puzzle.line(atom)).collect())
        .unwrap_or_default()
}
