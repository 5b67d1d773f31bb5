//! Regions by label, for the genres whose boards are divided into them.

use crate::formats::{ParseError, Text, json, native};
use crate::grid::Grid;
use std::collections::BTreeMap;

/// How a cell that is not there is written.
pub(super) const ABSENT: &str = "#";

/// The number of each cell's region, counted by their first cells, and how many there are.
pub(super) fn numbered<Label: Ord>(labels: &[Option<Label>]) -> (Vec<Option<u32>>, usize) {
    let mut numbers = BTreeMap::new();
    let mut number = |label| {
        let next = numbers.len() as u32;
        *numbers.entry(label).or_insert(next)
    };
    let regions = labels.iter().map(|label| label.as_ref().map(&mut number)).collect();
    (regions, numbers.len())
}

/// Rows of labels: letters while there are enough, then numbers; `#` where there is no cell.
pub(super) fn label_rows(regions: &[Option<u32>], count: usize, cols: usize) -> Vec<Vec<String>> {
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    let label = |region: &Option<u32>| match *region {
        None => ABSENT.to_string(),
        Some(region) if count <= letters.len() => letters[region as usize].to_string(),
        Some(region) => (region + 1).to_string(),
    };
    regions.chunks(cols).map(|row| row.iter().map(label).collect()).collect()
}

/// The board of a native text as labels.
pub(super) fn from_native<'a>(
    document: &native::Document<'a>,
) -> Result<(Grid, Vec<Option<&'a str>>), ParseError> {
    let rows = document.board()?;
    let grid = Grid::new(rows.len(), native::row_cells(rows[0]).len()).map_err(|e| rows[0].error(e))?;
    let cells = native::matrix(rows, "the board", grid.rows(), grid.cols())?;
    if let Some(dot) = cells.iter().find(|cell| cell.as_str() == ".") {
        return Err(dot.error(format!("expected a region's label, or '{ABSENT}' where there is no cell")));
    }
    Ok((grid, cells.iter().map(Text::as_str).map(|label| Some(label).filter(|l| *l != ABSENT)).collect()))
}

/// The key `regions` of an object as labels.
pub(super) fn from_json(object: &json::Object) -> Result<(Grid, Vec<Option<String>>), ParseError> {
    let matrix = object.matrix("regions")?;
    let grid = Grid::new(matrix.rows, matrix.cols).map_err(ParseError::whole)?;
    object.expect_size(grid.rows(), grid.cols())?;
    let label = |(i, value): (usize, &&serde_json::Value)| match value {
        serde_json::Value::Null => Ok(None),
        serde_json::Value::String(label) => Ok(Some(label.clone()).filter(|label| label != ABSENT)),
        serde_json::Value::Number(number) if number.is_u64() => Ok(Some(number.to_string())),
        _ => Err(matrix.error(i, "a region's label, or null where there is no cell")),
    };
    Ok((grid, matrix.cells.iter().enumerate().map(label).collect::<Result<_, _>>()?))
}
