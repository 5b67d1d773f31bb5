//! Suguru in the formats it takes part in: our own here, the others in the files beside.

mod lists;
mod pzpr;

use super::{ABOUT, Suguru};
use crate::frames::position::LISTS;
use crate::frames::{
    Encode, Format, Layer, LayerKind, ParseError, Parsed, ReadResult, Readers, Text, WriteError, json, native,
};
use crate::genres::digits::{symbol, symbol_value};
use crate::genres::regions;
use crate::grid::Grid;
use crate::model::{Board, Position};

/// What is printed.
pub(super) const LAYERS: &[Layer] = &[
    Layer { section: "", name: "regions", symbols: &[("#", "no cell")], kind: LayerKind::Regions },
    Layer { section: "givens", name: "digits", symbols: &[(".", "none")], kind: LayerKind::Numbers },
];

pub(super) const READERS: Readers = Readers {
    puzzlink: Some(pzpr::read_link),
    pzprv3: Some(pzpr::read_file),
    lists: Some(lists::read),
    line: Some(read_line),
    penpa: Some(pzpr::read_page),
    ..Readers::own(read_native, read_json, &["regions", GIVENS, LISTS[0], LISTS[1], LISTS[2]])
};
pub(super) const WRITES: &[Format] = &[Format::Puzzlink, Format::Pzprv3, Format::Lists, Format::Line];

pub(super) fn write(puzzle: &Suguru, format: Format, position: &Position) -> Result<String, WriteError> {
    match format {
        Format::Native => return write_native(puzzle, position),
        Format::Json => return write_json(puzzle, position),
        Format::Pzprv3 => return pzpr::write_file(puzzle, position),
        _ if !WRITES.contains(&format) => return Err(WriteError::no_such_format(&ABOUT, format)),
        _ if !position.is_blank() => return Err(WriteError::Entries { format, instead: None }),
        _ => {}
    }
    match format {
        Format::Puzzlink => pzpr::write_link(puzzle),
        Format::Lists => lists::write(puzzle),
        _ => write_line(puzzle, puzzle.digits.givens()),
    }
}

pub(super) fn write_solution(
    puzzle: &Suguru,
    format: Format,
    solution: &Board,
) -> Result<String, WriteError> {
    let digits = puzzle.digits.solution(solution);
    match format {
        Format::Lists => lists::write_solution(puzzle, &digits),
        Format::Line => write_line(puzzle, &digits),
        _ => write(puzzle, format, &Position::of_solution(solution)),
    }
}

impl Suguru {
    fn has_absent_cells(&self) -> bool {
        self.members.len() < self.digits.grid.len()
    }

    fn label_rows(&self) -> Vec<Vec<String>> {
        regions::label_rows(&self.regions, self.region_count() as usize, self.digits.grid.cols())
    }
}

const GIVENS: &str = "givens";

fn read_native(document: &native::Document<'_>) -> ReadResult {
    document.only_sections(&[GIVENS, LISTS[0], LISTS[1], LISTS[2]])?;
    let (grid, labels) = regions::from_native(document)?;
    let mut suguru = Suguru::new(grid, &labels).map_err(|error| document.refused(&error))?;
    let givens = document.section(GIVENS);
    if !givens.is_empty() {
        let digits = suguru.digits.read_rows(givens, "the givens")?;
        suguru.digits.print(digits).map_err(|error| givens[0].error(error))?;
    }
    let position = suguru.digits.read_sections(document)?;
    let mut reading = Parsed::with_position(suguru, position);
    document.apply_options(&mut reading)?;
    Ok(reading)
}

fn write_native(puzzle: &Suguru, position: &Position) -> Result<String, WriteError> {
    let mut text = native::header(puzzle);
    for row in puzzle.label_rows() {
        text += &format!("{}\n", native::write_row(&row));
    }
    if puzzle.digits.givens().iter().any(|&digit| digit != 0) {
        text += &format!("{GIVENS}:\n{}", puzzle.digits.write_rows(puzzle.digits.givens()));
    }
    Ok(text + &puzzle.digits.write_sections(position)?)
}

fn read_json(object: &json::Object) -> ReadResult {
    let (grid, labels) = regions::from_json(object)?;
    let mut suguru = Suguru::new(grid, &labels).map_err(ParseError::whole)?;
    if object.has(GIVENS) {
        let digits = suguru.digits.read_matrix(object, GIVENS)?;
        suguru.digits.print(digits).map_err(ParseError::whole)?;
    }
    let position = suguru.digits.read_keys(object)?;
    Ok(Parsed::with_position(suguru, position))
}

fn write_json(puzzle: &Suguru, position: &Position) -> Result<String, WriteError> {
    let mut map = json::header(puzzle);
    map.insert(GIVENS.into(), puzzle.digits.matrix(puzzle.digits.givens()));
    map.insert("regions".into(), puzzle.label_rows().into());
    puzzle.digits.write_keys(&mut map, position)?;
    Ok(serde_json::Value::from(map).to_string())
}

/// `WxH;region of each cell;clues`, the regions as numbers between commas, the clues one character a cell.
fn read_line(text: Text<'_>) -> ReadResult {
    let line = text.trim();
    let mut parts = line.split(';');
    let (Some(size), Some(regions), Some(clues), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(line.error("expected three parts 'WxH;regions;clues'"));
    };
    let (cols, rows) = size.split_once("x").ok_or_else(|| size.expected("the size as 'WxH'"))?;
    let side = |side: Text<'_>| side.number("a side", Grid::MAX_SIDE as u32);
    let grid = Grid::new(side(rows)? as usize, side(cols)? as usize).map_err(|e| size.error(e))?;
    let labels: Vec<Option<u32>> = match regions.plain_numbers(b',') {
        Some(labels) => labels.into_iter().map(Some).collect(),
        None => regions
            .split(',')
            .map(|label| label.trim().number("a region's number", u32::MAX).map(Some))
            .collect::<Result<_, _>>()?,
    };
    let symbols = clues.as_str().chars().count();
    for (part, what, count) in [(regions, "regions", labels.len()), (clues, "clues", symbols)] {
        if count != grid.len() {
            return Err(part.error(format!("there are {count} {what} for {} cells", grid.len())));
        }
    }
    let mut suguru = Suguru::of_numbers(grid, &labels).map_err(|error| regions.error(error))?;
    let mut digits = Vec::with_capacity(grid.len());
    for (cell, (i, c)) in grid.cells().zip(clues.as_str().char_indices()) {
        let place = || clues.part(i, i + c.len_utf8());
        digits.push(match symbol_value(c) {
            Some(0) => 0,
            Some(digit) => suguru.digits.checked(cell, digit, place())?,
            None => {
                return Err(place().expected("a digit or '.'"));
            }
        });
    }
    suguru.digits.print(digits).map_err(|error| clues.error(error))?;
    Ok(Parsed::blank(suguru))
}

fn refuse_absent_cells(puzzle: &Suguru, format: Format) -> Result<(), WriteError> {
    let grid = puzzle.digits.grid;
    match grid.cells().find(|cell| puzzle.region(*cell).is_none()) {
        Some(cell) => Err(WriteError::NoSign { format, what: "absent cells", cell: grid.name(cell) }),
        None => Ok(()),
    }
}

fn write_line(puzzle: &Suguru, digits: &[u32]) -> Result<String, WriteError> {
    refuse_absent_cells(puzzle, Format::Line)?;
    let grid = puzzle.digits.grid;
    let regions: Vec<String> = puzzle.regions.iter().flatten().map(u32::to_string).collect();
    let clues: String = digits.iter().map(|&digit| symbol(digit)).collect::<Result<_, _>>()?;
    Ok(format!("{}x{};{};{clues}\n", grid.cols(), grid.rows(), regions.join(",")))
}

impl Encode for Suguru {
    fn write(&self, format: Format, position: &Position) -> Result<String, WriteError> {
        self::write(self, format, position)
    }

    fn write_solution(&self, format: Format, solution: &Board) -> Result<String, WriteError> {
        self::write_solution(self, format, solution)
    }

    fn push_solution(&self, text: &mut String, solution: &Board) {
        self.digits.push_solution(text, solution);
    }
}
