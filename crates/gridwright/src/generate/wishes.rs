//! What a puzzle that is to be made should be like.

use super::{Maker, Symmetry};
use crate::genres::{Genre, Refusal};
use crate::grid::Grid;

/// What a puzzle that is to be made should be like.
///
/// ```
/// use gridwright::generate::{Symmetry, Wishes};
/// let wishes = Wishes { symmetry: Some(Symmetry::Rot4), minimal: true, ..Wishes::sized(10, 10) };
/// assert_eq!(wishes.walls, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Its symmetry; by default the one usual for the genre.
    pub symmetry: Option<Symmetry>,
    /// Whether rows and columns wrap round.
    pub wrapping: bool,
    /// How many walls it should have.
    pub walls: Option<Walls>,
    /// The sizes its regions or areas may have, from and to.
    pub region_sizes: Option<(usize, usize)>,
    /// Whether every clue must be needed. Where the clues themselves lie symmetrically, whether each set of clues that
    /// go together is.
    pub minimal: bool,
    /// The least rating, in hundredths.
    pub least_rating: Option<u64>,
    /// The greatest rating, in hundredths.
    pub greatest_rating: Option<u64>,
    /// The names of techniques that suffice, besides what goes without saying; upper and lower case are the same.
    pub techniques: Option<Vec<String>>,
    /// Whether it may have several solutions.
    pub several_solutions: bool,
}

/// How many walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walls {
    /// About so many of a hundred cells.
    Percent(u32),
    /// Exactly so many.
    Number(usize),
}

impl Wishes {
    /// A board of this size and otherwise as is usual.
    pub fn sized(rows: usize, cols: usize) -> Wishes {
        Wishes {
            rows,
            cols,
            symmetry: None,
            wrapping: false,
            walls: None,
            region_sizes: None,
            minimal: false,
            least_rating: None,
            greatest_rating: None,
            techniques: None,
            several_solutions: false,
        }
    }

    /// The board's rectangle, once the wishes are checked.
    ///
    /// # Panics
    /// When there is no such rectangle.
    pub fn grid(&self) -> Grid {
        Grid::new(self.rows, self.cols).expect("the size was checked").with_wrapping(self.wrapping)
    }

    /// Whether the puzzle has to be graded.
    pub(super) fn asks_for_grade(&self) -> bool {
        self.least_rating.is_some() || self.greatest_rating.is_some() || self.techniques.is_some()
    }

    /// Refuses what no puzzle of the genre can be.
    pub(super) fn check(&self, genre: &Genre, maker: &dyn Maker, symmetry: Symmetry) -> Result<(), Refusal> {
        let (rows, cols, sides) = (self.rows, self.cols, maker.sides(self));
        let size = Grid::new(rows, cols).ok().filter(|_| sides.contains(&rows) && sides.contains(&cols));
        let Some(grid) = size else {
            let (least, most) = sides.into_inner();
            return Err(Refusal::new(format!(
                "to make a board of {cols}x{rows} is not possible ({least} to {most} rows and columns)"
            )));
        };
        let takes = maker.takes();
        let asked = [
            (Setting::Wrapping, self.wrapping, "boards that wrap round"),
            (Setting::Walls, self.walls.is_some(), "walls"),
            (Setting::RegionSizes, self.region_sizes.is_some(), "regions of a size to be chosen"),
            (Setting::SeveralSolutions, self.several_solutions, "boards with several solutions here"),
        ];
        if let Some((.., what)) = asked.iter().find(|(setting, asked, _)| *asked && !takes.contains(setting))
        {
            return Err(Refusal::new(format!("{} has no {what}", genre.name)));
        }
        if !symmetry.suits(&grid) {
            let name = symmetry.name();
            return Err(Refusal::new(format!("symmetry {name} needs a square board, not {cols}x{rows}")));
        }
        if let (Some(least), Some(most)) = (self.least_rating, self.greatest_rating)
            && least > most
        {
            return Err(Refusal::new("the least rating is above the greatest"));
        }
        if let Some((least, most)) = self.region_sizes
            && (least == 0 || least > most)
        {
            return Err(Refusal::new(format!("regions of {least} to {most} cells are not possible")));
        }
        if self.several_solutions && (self.minimal || self.asks_for_grade()) {
            return Err(Refusal::new(
                "a board with several solutions is neither minimal nor rated: its clues do not lead to one",
            ));
        }
        let known = |name: &&String| {
            genre.techniques.iter().any(|technique| technique.name.eq_ignore_ascii_case(name))
        };
        if let Some(unknown) = self.techniques.iter().flatten().find(|name| !known(name)) {
            let mut names: Vec<&str> = genre.techniques.iter().map(|technique| technique.name).collect();
            names.dedup();
            return Err(Refusal::new(format!(
                "{} knows no technique '{unknown}' (it knows: {})",
                genre.name,
                names.join(", ")
            )));
        }
        Ok(())
    }
}

/// A wish that not every genre takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// [`Wishes::wrapping`].
    Wrapping,
    /// [`Wishes::walls`].
    Walls,
    /// [`Wishes::region_sizes`].
    RegionSizes,
    /// [`Wishes::several_solutions`].
    SeveralSolutions,
}
