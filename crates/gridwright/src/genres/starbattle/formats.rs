//! Star Battle in our own text and JSON and as a puzz.link address.

use super::{ABOUT, StarBattle};
use crate::frames::{
    Encode, Format, Layer, LayerKind, ParseError, Parsed, ReadResult, Readers, WriteError, json, native,
    position, puzzlink,
};
use crate::genres::regions;
use crate::grid::Cell;
use crate::model::{Atom, Board, Position};

pub(super) const WRITES: &[Format] = &[Format::Puzzlink];
/// What is printed.
pub(super) const LAYERS: &[Layer] =
    &[Layer { section: "", name: "regions", symbols: &[], kind: LayerKind::Regions }];

pub(super) const READERS: Readers = Readers {
    puzzlink: Some(read_link),
    ..Readers::own(
        read_native,
        read_json,
        &["regions", position::LISTS[0], position::LISTS[1], position::LISTS[2]],
    )
};

fn read_native(document: &native::Document<'_>) -> ReadResult {
    document.only_sections(&position::LISTS)?;
    let (grid, labels) = regions::from_native(document)?;
    let puzzle = StarBattle::new(grid, 1, &labels).map_err(|error| document.refused(&error))?;
    let mut reading = Parsed::blank(puzzle);
    document.apply_options(&mut reading)?;
    position::read_native(document, &mut reading)?;
    Ok(reading)
}

fn read_json(object: &json::Object) -> ReadResult {
    let (grid, labels) = regions::from_json(object)?;
    let mut reading = Parsed::blank(StarBattle::new(grid, 1, &labels).map_err(ParseError::whole)?);
    object.apply_options(&mut reading)?;
    position::read_json(object, &mut reading)?;
    Ok(reading)
}

/// The number of stars, then the borders.
fn read_link(link: &puzzlink::Link<'_>) -> ReadResult {
    let mut body = link.reader();
    let stars = body.segment().number("the number of stars", u32::MAX)?;
    let regions: Vec<_> = body.borders(link.grid())?.regions(link.grid()).into_iter().map(Some).collect();
    body.finish()?;
    let puzzle = StarBattle::new(link.grid(), stars, &regions).map_err(|error| link.body.error(error))?;
    Ok(Parsed::blank(puzzle))
}

pub(super) fn write(puzzle: &StarBattle, format: Format, entered: &Position) -> Result<String, WriteError> {
    let rows = regions::label_rows(&puzzle.regions, puzzle.grid.rows(), puzzle.grid.cols());
    match format {
        Format::Native => {
            let rows: String = rows.iter().map(|row| native::write_row(row) + "\n").collect();
            Ok(native::header(puzzle) + &rows + &position::write_native(puzzle, entered))
        }
        Format::Json => {
            let mut object = json::header(puzzle);
            object.insert("regions".to_string(), rows.into());
            position::write_json(puzzle, entered, &mut object);
            Ok(serde_json::Value::from(object).to_string())
        }
        Format::Puzzlink if !entered.is_blank() => Err(WriteError::Entries { format, instead: None }),
        Format::Puzzlink => {
            let regions: Vec<u32> = puzzle.regions.iter().flatten().copied().collect();
            let borders = puzzlink::Borders::between(puzzle.grid, &regions);
            let parts = borders.regions(puzzle.grid);
            if let Some(cell) = puzzle.grid.cells().find(|cell| parts[cell.index()] != regions[cell.index()])
            {
                return Err(WriteError::Pieces { format, cell: puzzle.grid.name(cell) });
            }
            Ok(puzzlink::address(ABOUT.id, puzzle.grid, &format!("{}/{}", puzzle.stars, borders.write())))
        }
        _ => Err(WriteError::no_such_format(&ABOUT, format)),
    }
}

impl Encode for StarBattle {
    fn write(&self, format: Format, position: &Position) -> Result<String, WriteError> {
        self::write(self, format, position)
    }

    fn push_solution(&self, text: &mut String, solution: &Board) {
        let sign = |cell: Cell| if solution.is_yes(Atom(cell.0)) { '*' } else { '.' };
        json::push_rows(text, self.grid, sign);
    }
}
