//! Yosenabe in Gridwright's own text and JSON.
//!
//! The board's rows show circles (`5`, `?`), empty cells (`.`) and absent ones (`#`); section `areas` gives the
//! label of each cell's area, `goals` the goals, `entries`, `crossed` and `notes` lines by name.

use super::{LABEL, goal, is_label, number};
use crate::frames::json::{self, expected};
use crate::frames::{ParseError, Text, native, position};
use crate::frames::{Parsed, ReadResult};
use crate::genres::yosenabe::printed::{MAX_GOAL, MAX_NUMBER};
use crate::genres::yosenabe::{Area, Options, Printed, Square, Yosenabe};
use crate::grid::Grid;
use crate::model::Position;
use std::collections::HashMap;
use std::hash::Hash;

/// The keys of a JSON object besides the options.
pub(super) const JSON_KEYS: &[&str] =
    &["numbers", "areas", "goals", position::LISTS[0], position::LISTS[1], position::LISTS[2]];

/// Goals by label, each to be claimed by an area.
struct Goals<L, P> {
    goals: HashMap<L, (u32, P)>,
}

impl<L: Copy + Eq + Hash, P> Goals<L, P> {
    fn claim(&mut self, label: L) -> Option<u32> {
        self.goals.remove(&label).map(|(goal, _)| goal)
    }
}

pub(super) fn read_native(document: &native::Document<'_>) -> ReadResult {
    document.only_sections(&["areas", "goals", "entries", "crossed", "notes"])?;
    let rows = document.board()?;
    let cols = native::row_cells(rows[0]).len();
    let grid = Grid::new(rows.len(), cols).map_err(|e| rows[0].error(e))?;
    let squares = native::matrix(rows, "the board", grid.rows(), cols)?;
    let squares: Vec<Square> = squares.into_iter().map(native_square).collect::<Result<_, _>>()?;
    let labels = match document.section("areas") {
        [] => vec![None; grid.len()],
        rows => {
            let words = native::matrix(rows, "section 'areas'", grid.rows(), cols)?;
            let label = |(word, square)| native_label(word, square);
            words.into_iter().zip(&squares).map(label).collect::<Result<_, _>>()?
        }
    };
    let mut goals = Goals { goals: HashMap::new() };
    for word in document.section("goals").iter().flat_map(|row| row.words()) {
        let Some((label, value)) = word.split_once("=") else {
            return Err(word.expected("a goal such as 'A=6'"));
        };
        if goals.goals.insert(label.as_str(), (goal(value)?, label)).is_some() {
            return Err(label.error(format!("area {} has two goals", label.quoted())));
        }
    }
    let printed = Printed::new(grid, squares, &labels, |label| goals.claim(label));
    if let Some((_, place)) = goals.goals.values().min_by_key(|(_, place)| place.offset()) {
        return Err(place.error(format!("there is no area {}", place.quoted())));
    }
    let mut reading =
        Parsed::blank(Yosenabe::new(printed, Options::default()).map_err(|error| document.refused(&error))?);
    document.apply_options(&mut reading)?;
    position::read_native(document, &mut reading)?;
    Ok(reading)
}

fn native_square(word: Text<'_>) -> Result<Square, ParseError> {
    match word.as_str() {
        "." => Ok(Square::Empty),
        "#" => Ok(Square::Absent),
        "?" => Ok(Square::Unknown),
        digits if digits.bytes().all(|b| b.is_ascii_digit()) => number(word),
        _ => Err(word.expected("a number, '?' unknown, '.' empty or '#' absent")),
    }
}

fn native_label<'a>(word: Text<'a>, square: &Square) -> Result<Option<&'a str>, ParseError> {
    match word.as_str() {
        "." => Ok(None),
        "#" if *square == Square::Absent => Ok(None),
        "#" => Err(word.error("this cell is not absent on the board")),
        label if !is_label(label) => Err(word.expected(format!("{LABEL} or '.'"))),
        _ if *square == Square::Absent => Err(word.error("an absent cell cannot belong to an area")),
        label => Ok(Some(label)),
    }
}

pub(super) fn write_native(puzzle: &Yosenabe, entered: &Position) -> String {
    let printed = &puzzle.printed;
    let cols = printed.grid.cols();
    let mut text = native::header(puzzle);
    let square = |square: &Square| match square {
        Square::Absent => "#".to_string(),
        Square::Empty => ".".to_string(),
        Square::Unknown => "?".to_string(),
        Square::Number(n) => n.to_string(),
    };
    push_rows(&mut text, cols, printed.squares.iter().map(square));
    if !printed.areas.is_empty() {
        let label = |cell| match printed.area_of(cell) {
            Some(area) => printed.areas[area].label.clone(),
            None if printed.square(cell) == Square::Absent => "#".to_string(),
            None => ".".to_string(),
        };
        text.push_str("areas:\n");
        push_rows(&mut text, cols, printed.grid.cells().map(label));
    }
    let goal = |area: &Area| area.goal.map(|goal| format!("{}={goal}", area.label));
    let goals: Vec<String> = printed.areas.iter().filter_map(goal).collect();
    if !goals.is_empty() {
        text += &format!("goals: {}\n", goals.join(" "));
    }
    text + &position::write_native(puzzle, entered)
}

fn push_rows(text: &mut String, cols: usize, cells: impl Iterator<Item = String>) {
    for row in cells.collect::<Vec<_>>().chunks(cols) {
        text.push_str(&native::write_row(row));
        text.push('\n');
    }
}

pub(super) fn read_json(object: &json::Object) -> ReadResult {
    let numbers = object.matrix("numbers")?;
    let grid = Grid::new(numbers.rows, numbers.cols).map_err(ParseError::whole)?;
    object.expect_size(grid.rows(), grid.cols())?;
    let square = |i: usize| match numbers.cells[i] {
        serde_json::Value::Null => Ok(Square::Empty),
        serde_json::Value::Number(_) => numbers.number(i, MAX_NUMBER).map(Square::Number),
        value if value == "?" => Ok(Square::Unknown),
        value if value == "#" => Ok(Square::Absent),
        _ => Err(numbers.error(i, "a number, null, \"?\" or \"#\"")),
    };
    let squares: Vec<Square> = (0..grid.len()).map(square).collect::<Result<_, _>>()?;
    let labels = json_labels(object, grid, &squares)?;
    let labels: Vec<Option<&str>> = labels.iter().map(|label| label.as_deref()).collect();
    let mut goals = Goals { goals: HashMap::new() };
    if let Some(value) = object.get("goals") {
        let map = value.as_object().ok_or_else(|| expected("goals", "an object", value))?;
        for (label, goal) in map {
            let number = goal.as_u64().filter(|&n| n <= MAX_GOAL.into()).ok_or_else(|| {
                expected(&format!("goals.{label}"), &format!("a number from 0 to {MAX_GOAL}"), goal)
            })?;
            goals.goals.insert(label.as_str(), (number as u32, ()));
        }
    }
    let printed = Printed::new(grid, squares, &labels, |label| goals.claim(label));
    if let Some(label) = goals.goals.keys().min() {
        return Err(ParseError::whole(format!("'goals.{label}': there is no area '{label}'")));
    }
    let puzzle = Yosenabe::new(printed, Options::default()).map_err(ParseError::whole)?;
    let mut reading = Parsed::blank(puzzle);
    object.apply_options(&mut reading)?;
    position::read_json(object, &mut reading)?;
    Ok(reading)
}

fn json_labels(
    object: &json::Object,
    grid: Grid,
    squares: &[Square],
) -> Result<Vec<Option<String>>, ParseError> {
    if !object.has("areas") {
        return Ok(vec![None; grid.len()]);
    }
    let matrix = object.matrix("areas")?;
    if (matrix.rows, matrix.cols) != (grid.rows(), grid.cols()) {
        return Err(ParseError::whole(format!(
            "'areas' has {} rows and {} columns, 'numbers' {} and {}",
            matrix.rows,
            matrix.cols,
            grid.rows(),
            grid.cols()
        )));
    }
    let label = |i: usize| {
        let label = match matrix.cells[i] {
            serde_json::Value::Null => return Ok(None),
            serde_json::Value::String(label) => label.clone(),
            serde_json::Value::Number(label) => label.to_string(),
            _ => String::new(),
        };
        if squares[i] == Square::Absent {
            Err(matrix.error(i, "null where the cell is absent"))
        } else if is_label(&label) {
            Ok(Some(label))
        } else {
            Err(matrix.error(i, &format!("{LABEL} or null")))
        }
    };
    (0..grid.len()).map(label).collect()
}

pub(super) fn write_json(puzzle: &Yosenabe, entered: &Position) -> String {
    let printed = &puzzle.printed;
    let cols = printed.grid.cols();
    let mut object = json::header(puzzle);
    let mut put = |key: &str, value: serde_json::Value| object.insert(key.to_string(), value);
    let square = |square: &Square| -> serde_json::Value {
        match square {
            Square::Absent => "#".into(),
            Square::Empty => serde_json::Value::Null,
            Square::Unknown => "?".into(),
            Square::Number(n) => (*n).into(),
        }
    };
    let squares: Vec<serde_json::Value> = printed.squares.iter().map(square).collect();
    put("numbers", squares.chunks(cols).collect());
    let label = |cell| printed.area_of(cell).map(|area| printed.areas[area].label.as_str());
    let labels: Vec<Option<&str>> = printed.grid.cells().map(label).collect();
    put("areas", labels.chunks(cols).collect());
    let goals = printed.areas.iter().filter_map(|area| Some((area.label.clone(), area.goal?.into())));
    put("goals", goals.collect::<serde_json::Map<_, _>>().into());
    position::write_json(puzzle, entered, &mut object);
    serde_json::Value::from(object).to_string()
}
