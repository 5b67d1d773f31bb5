//! Regions by label, for the genres whose boards are divided into them.

use crate::frames::{ParseError, Text, json, native};
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

/// [`numbered`] for labels that are numbers, most of which are smaller than the number of cells.
pub(super) fn renumbered(labels: &[Option<u32>]) -> (Vec<Option<u32>>, usize) {
    if labels.iter().flatten().any(|&label| label as usize >= labels.len()) {
        return numbered(labels);
    }
    let mut numbers = vec![None; labels.len()];
    let mut count = 0;
    let mut number = |label: u32| {
        *numbers[label as usize].get_or_insert_with(|| {
            count += 1;
            count - 1
        })
    };
    let regions = labels.iter().map(|label| label.map(&mut number)).collect();
    (regions, count as usize)
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

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_base::random::Random;

    #[test]
    fn numbers_are_numbered_as_other_labels_are() {
        let mut random = Random::new(5);
        for _ in 0..2_000 {
            let apart = [1, 2, 100_000_000][random.below(3) as usize];
            let label = |_| (random.below(5) > 0).then(|| random.below(12) as u32 * apart);
            let labels: Vec<Option<u32>> = (0..15).map(label).collect();
            assert_eq!(renumbered(&labels), numbered(&labels), "{labels:?}");
        }
    }
}
