//! How a board lies on itself: the symmetries that a printed board can have, and the cells that go together under them.

use crate::grid::{Cell, Grid};
use Map::{Diagonal, LeftRight, QuarterTurn, UpDown};
use std::fmt;
use std::str::FromStr;

/// A symmetry of a printed board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Symmetry {
    /// None in particular.
    #[default]
    None,
    /// Half a turn.
    Rot2,
    /// A quarter turn.
    Rot4,
    /// Left and right.
    Mirror,
    /// Top and bottom.
    Flip,
    /// Left and right, and top and bottom.
    Cross,
    /// Rows and columns.
    Diagonal,
    /// Rows and columns, along both diagonals.
    Diagonals,
    /// All of these.
    Full,
}

#[derive(Clone, Copy)]
enum Map {
    LeftRight,
    UpDown,
    Diagonal,
    QuarterTurn,
}

impl Symmetry {
    /// All of them with their names and what they mean.
    pub const ALL: [(Symmetry, &str, &str); 9] = [
        (Symmetry::None, "none", "no symmetry in particular"),
        (Symmetry::Rot2, "rot2", "looks the same after half a turn"),
        (Symmetry::Rot4, "rot4", "looks the same after a quarter turn (square boards)"),
        (Symmetry::Mirror, "mirror", "left and right mirror each other"),
        (Symmetry::Flip, "flip", "top and bottom mirror each other"),
        (Symmetry::Cross, "cross", "both mirror and flip"),
        (Symmetry::Diagonal, "diagonal", "rows and columns mirror each other (square boards)"),
        (Symmetry::Diagonals, "diagonals", "both diagonals are mirrors (square boards)"),
        (Symmetry::Full, "full", "all of these (square boards)"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Symmetry::ALL.iter().find(|(symmetry, ..)| *symmetry == self).map_or("", |(_, name, _)| name)
    }

    /// Maps that together give all others of the symmetry.
    fn maps(self) -> &'static [&'static [Map]] {
        match self {
            Symmetry::None => &[],
            Symmetry::Rot2 => &[&[LeftRight, UpDown]],
            Symmetry::Rot4 => &[&[QuarterTurn]],
            Symmetry::Mirror => &[&[LeftRight]],
            Symmetry::Flip => &[&[UpDown]],
            Symmetry::Cross => &[&[LeftRight], &[UpDown]],
            Symmetry::Diagonal => &[&[Diagonal]],
            Symmetry::Diagonals => &[&[Diagonal], &[LeftRight, UpDown]],
            Symmetry::Full => &[&[LeftRight], &[Diagonal]],
        }
    }

    /// Whether boards of this shape can have it.
    pub fn suits(self, grid: &Grid) -> bool {
        let turns = |map: &Map| matches!(map, Diagonal | QuarterTurn);
        grid.rows() == grid.cols() || !self.maps().iter().copied().flatten().any(turns)
    }

    /// The cells that go together with one, which comes first.
    ///
    /// ```
    /// use gridwright::{generate::Symmetry, grid::{Cell, Grid}};
    /// let grid = Grid::new(3, 3).unwrap();
    /// assert_eq!(Symmetry::Rot2.orbit(&grid, Cell(1)), [Cell(1), Cell(7)]);
    /// assert_eq!(Symmetry::Full.orbit(&grid, Cell(4)), [Cell(4)]);
    /// ```
    pub fn orbit(self, grid: &Grid, cell: Cell) -> Vec<Cell> {
        let mut orbit = vec![cell];
        let mut next = 0;
        while let Some(&cell) = orbit.get(next) {
            next += 1;
            for maps in self.maps() {
                let image = maps.iter().fold(cell, |cell, map| image(grid, *map, cell));
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
        }
        orbit
    }

    /// All cells, those that go together in one group.
    pub fn orbits(self, grid: &Grid) -> Vec<Vec<Cell>> {
        let mut is_taken = vec![false; grid.len()];
        let mut orbits = Vec::new();
        for cell in grid.cells() {
            if !is_taken[cell.index()] {
                let orbit = self.orbit(grid, cell);
                orbit.iter().for_each(|cell| is_taken[cell.index()] = true);
                orbits.push(orbit);
            }
        }
        orbits
    }

    /// Where each cell goes under each map of the symmetry, the one that moves nothing first.
    pub(crate) fn images(self, grid: &Grid) -> Vec<Vec<Cell>> {
        let mut images: Vec<Vec<Cell>> = vec![grid.cells().collect()];
        let mut next = 0;
        while let Some(known) = images.get(next).cloned() {
            next += 1;
            for maps in self.maps() {
                let further = |cell: &Cell| maps.iter().fold(*cell, |cell, map| image(grid, *map, cell));
                let further: Vec<Cell> = known.iter().map(further).collect();
                if !images.contains(&further) {
                    images.push(further);
                }
            }
        }
        images
    }
}

fn image(grid: &Grid, map: Map, cell: Cell) -> Cell {
    let (row, col) = (grid.row(cell), grid.col(cell));
    match map {
        LeftRight => grid.at(row, grid.cols() - 1 - col),
        UpDown => grid.at(grid.rows() - 1 - row, col),
        Diagonal => grid.at(col, row),
        QuarterTurn => grid.at(col, grid.rows() - 1 - row),
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no symmetry of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown symmetry '{0}' (known: {known})", known = Symmetry::ALL.map(|(_, name, _)| name).join(", "))]
pub struct UnknownSymmetry(pub String);

impl FromStr for Symmetry {
    type Err = UnknownSymmetry;

    fn from_str(name: &str) -> Result<Symmetry, UnknownSymmetry> {
        let found = Symmetry::ALL.iter().find(|(_, known, _)| *known == name);
        found.map(|(symmetry, ..)| *symmetry).ok_or_else(|| UnknownSymmetry(name.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_divide_the_board_and_are_closed() {
        for (rows, cols) in [(1, 1), (4, 4), (5, 5), (3, 6), (7, 2)] {
            let grid = Grid::new(rows, cols).unwrap();
            for (symmetry, name, _) in Symmetry::ALL {
                assert_eq!(name.parse(), Ok(symmetry));
                assert_eq!(symmetry.to_string(), name);
                if !symmetry.suits(&grid) {
                    assert_ne!(rows, cols);
                    continue;
                }
                let orbits = symmetry.orbits(&grid);
                assert_eq!(orbits.iter().map(Vec::len).sum::<usize>(), grid.len());
                let images = symmetry.images(&grid);
                for orbit in orbits {
                    for cell in &orbit {
                        let mut found: Vec<Cell> = images.iter().map(|image| image[cell.index()]).collect();
                        found.sort_unstable();
                        found.dedup();
                        let mut expected = orbit.clone();
                        expected.sort_unstable();
                        assert_eq!(found, expected, "{name} on {rows} by {cols}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_quarter_turn_takes_the_top_right_corner_to_the_bottom_right_one() {
        let grid = Grid::new(3, 3).unwrap();
        assert_eq!(Symmetry::Rot4.orbit(&grid, Cell(1)), [Cell(1), Cell(5), Cell(7), Cell(3)]);
        assert_eq!(Symmetry::Full.orbit(&grid, Cell(0)).len(), 4);
    }
}
