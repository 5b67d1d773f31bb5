//! Why no puzzle can be made to a spec.

use super::{Setting, Symmetry};
use crate::rating::Rating;
use gridwright_base::counted;

/// Why no puzzle can be made to a [`Spec`](super::Spec).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The genre's puzzles cannot be made.
    #[error("{genre} puzzles cannot be made yet")]
    NoMaker {
        /// The genre's name.
        genre: &'static str,
    },
    /// The board is too large.
    #[error("cannot generate {cols}x{rows}: the maximum is {most}x{most}")]
    TooLarge {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
        /// The most rows and columns.
        most: usize,
    },
    /// The board is too small.
    #[error("cannot generate {cols}x{rows}: the minimum is {least}x{least}")]
    TooSmall {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
        /// The least rows and columns.
        least: usize,
    },
    /// The board has too few cells.
    #[error("a board to be made has at least {least} cells")]
    TooFewCells {
        /// The fewest cells.
        least: usize,
    },
    /// Boards of the genre are square.
    #[error("a {genre} is a square, not {cols}x{rows}")]
    NotSquare {
        /// The genre's name.
        genre: &'static str,
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// The genre does not take a setting.
    #[error("{genre} has no {}", match .setting {
        Setting::Wrapping => "boards that wrap round",
        Setting::Walls | Setting::Motif => "walls",
        Setting::RegionSize => "regions of a size to be chosen",
        Setting::Stars => "stars",
        Setting::Symmetry => "symmetric boards here",
        Setting::Several => "boards with several solutions here",
        Setting::Pattern => "pattern to fill: its regions are all there is to make",
    })]
    Setting {
        /// The genre's name.
        genre: &'static str,
        /// What it does not take.
        setting: Setting,
    },
    /// The pattern has another size than the board.
    #[error("the pattern is {}x{}, the board {cols}x{rows}", .pattern.1, .pattern.0)]
    PatternSize {
        /// Rows and columns of the pattern.
        pattern: (usize, usize),
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// The pattern says this already.
    #[error("a pattern fixes the {what}: leave out what else is said about that")]
    Patterned {
        /// What it says.
        what: &'static str,
    },
    /// The pattern has no place for what it fixes.
    #[error("the pattern has no {what}: all of it is '.'")]
    EmptyPattern {
        /// What it should fix.
        what: &'static str,
    },
    /// What is minimal has as few clues as it needs.
    #[error("a minimal puzzle has no number of clues to be chosen")]
    MinimalClues,
    /// The symmetry turns rows into columns.
    #[error("symmetry {symmetry} needs a square board, not {cols}x{rows}")]
    Symmetry {
        /// The symmetry.
        symmetry: Symmetry,
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// The difficulty is given twice.
    #[error("ask for a difficulty in a word or for ratings, not for both")]
    TwoDifficulties,
    /// No rating lies in the range.
    #[error("the least rating is above the greatest")]
    Ratings {
        /// The least.
        least: Rating,
        /// The greatest.
        greatest: Rating,
    },
    /// The genre has no technique of that name.
    #[error("{genre} knows no technique '{technique}' (it knows: {})", .known.join(", "))]
    Technique {
        /// The genre's name.
        genre: &'static str,
        /// What was asked for.
        technique: String,
        /// The names of its techniques.
        known: Vec<&'static str>,
    },
    /// What has several solutions can be neither minimal nor rated.
    #[error("a board with several solutions is neither minimal nor rated: its clues do not lead to one")]
    Several,
    /// So many stars leave hardly a board with a solution, or none.
    #[error("rows of {rows} cells are made with 1 to {most} stars, not {stars}")]
    Stars {
        /// The stars asked for.
        stars: usize,
        /// The cells of a row.
        rows: usize,
        /// The most stars.
        most: usize,
    },
    /// No region has a size in the range.
    #[error("regions of {least} to {most} cells are not possible")]
    RegionSize {
        /// The fewest cells.
        least: usize,
        /// The most cells.
        most: usize,
    },
    /// Regions or areas are too large.
    #[error("{what} of {size} cells are too large (at most {most})")]
    LargeRegions {
        /// What the genre calls them.
        what: &'static str,
        /// The cells asked for.
        size: usize,
        /// The most cells.
        most: usize,
    },
    /// The four cells of a square need a region with four digits.
    #[error("the four cells of a square all differ: {genre} needs regions of at least 4 cells, not {most}")]
    SmallRegions {
        /// The genre's name.
        genre: &'static str,
        /// The most cells that were asked for.
        most: usize,
    },
    /// The board cannot be divided into such regions.
    #[error("{} cannot be divided into regions of {least} to {most}", counted(*.cells, "cell"))]
    Division {
        /// The cells of the board.
        cells: usize,
        /// The fewest cells of a region.
        least: usize,
        /// The most cells of a region.
        most: usize,
    },
    /// This share of walls leaves no puzzle.
    #[error("walls on {percent} % of a board leave no puzzle (at most {most} %)")]
    WallPercentage {
        /// What was asked for.
        percent: u32,
        /// The most.
        most: u32,
    },
    /// There are more walls than cells.
    #[error("{walls} walls do not fit on {cells} cells")]
    Walls {
        /// The walls.
        walls: usize,
        /// The cells.
        cells: usize,
    },
    /// Boards with one solution take a share of walls only.
    #[error(
        "an exact number of walls is for boards that may have several solutions; ask for a share of the cells"
    )]
    ExactWalls,
    /// Boards with several solutions have their walls anywhere.
    #[error("a motif is for boards with one solution")]
    SeveralMotif,
    /// The symmetry leaves no places for this many walls.
    #[error("{walls} walls cannot lie with symmetry {symmetry} on {cols}x{rows} cells ({most} can)")]
    SymmetricWalls {
        /// The walls.
        walls: usize,
        /// The symmetry.
        symmetry: Symmetry,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
        /// The greatest smaller number that is possible.
        most: usize,
    },
}
