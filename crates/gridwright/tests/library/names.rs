//! Names are read as they are written.

use gridwright::explain::Stage;
use gridwright::generate::Symmetry;
use gridwright::genres::sudoku::Boxes;
use gridwright::grid::{CellName, Direction, Grid};
use gridwright::rating::{Level, Rating};
use gridwright::scene::text::Style;
use gridwright::session::Errors;
use gridwright::{formats::Format, registry};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Reads every value as it is written, and refuses what is none with a sentence that says what it was.
fn expect_round_trip<T>(values: impl IntoIterator<Item = T>)
where
    T: Display + FromStr<Err: Debug + Display> + PartialEq + Debug,
{
    let mut number = 0;
    for value in values {
        assert_eq!(value.to_string().parse::<T>().unwrap(), value);
        assert!(value.to_string().chars().all(|c| !c.is_whitespace()), "{value}");
        number += 1;
    }
    assert!(number > 1);
    for wrong in ["", " ", "x", "-1", "rc", "r0c1", "Boxed "] {
        let error = wrong.parse::<T>().unwrap_err().to_string();
        assert!(error.contains("expected") || error.contains(&format!("'{wrong}'")), "{error}");
    }
}

#[test]
fn every_name_is_read_as_it_is_written() {
    expect_round_trip(Format::ALL.map(|(format, ..)| format));
    expect_round_trip(Symmetry::ALL.map(|(symmetry, ..)| symmetry));
    expect_round_trip(Style::ALL.map(|(style, ..)| style));
    expect_round_trip(Level::ALL);
    expect_round_trip(Errors::ALL);
    expect_round_trip(std::iter::successors(Some(Stage::FIRST), |stage| stage.next()));
    expect_round_trip(Direction::ALL);
    expect_round_trip((0..2000).map(Rating::from_hundredths));
    expect_round_trip((1..=36).filter_map(Boxes::squarest));
    let grid = Grid::new(3, 12).unwrap();
    expect_round_trip(grid.cells().map(|cell| grid.name(cell)));
    for (style, name, _) in Style::ALL {
        assert_eq!(style.name(), name);
    }
    for genre in registry::ALL {
        assert_eq!(genre.to_string().parse(), Ok(*genre));
    }
}

#[test]
fn the_name_of_a_cell_is_a_cell_of_grids_that_have_it() {
    let grid = Grid::new(3, 12).unwrap();
    for cell in grid.cells() {
        assert_eq!(grid.cell(grid.name(cell)), Some(cell));
    }
    let name: CellName = "r4c12".parse().unwrap();
    assert_eq!((name.row(), name.col(), grid.cell(name)), (4, 12, None));
}
