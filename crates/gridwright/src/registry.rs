//! The registry: every genre, as a row that points to its parts.

use crate::frames::{Format, Parsed};
use crate::genres::{lightup, starbattle, sudoku, suguru, yosenabe};
use crate::printed::PrintedBoard;
use crate::puzzle::{Genre, Puzzle, Reading};
use gridwright_base::Text;
use std::str::FromStr;

/// Every genre, in the order help and menus show them.
pub static ALL: &[&Genre] =
    &[&lightup::GENRE, &sudoku::GENRE, &suguru::GENRE, &yosenabe::GENRE, &starbattle::GENRE];

/// The genre of this id or alias, in any case.
///
/// ```
/// assert_eq!(gridwright::registry::find("Akari").unwrap().name, "Light Up");
/// ```
pub fn find(name: &str) -> Option<&'static Genre> {
    let name = name.to_ascii_lowercase();
    ALL.iter().copied().find(|g| g.id == name || g.aliases.contains(&name.as_str()))
}

/// There is no genre of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unsupported puzzle type {name} (known: {known})", name = Text::new(.0).quoted(), known = ids().join(", "))]
pub struct UnknownGenre(pub String);

fn ids() -> Vec<&'static str> {
    ALL.iter().map(|genre| genre.id).collect()
}

/// `"akari".parse::<&Genre>()`.
impl FromStr for &'static Genre {
    type Err = UnknownGenre;

    fn from_str(name: &str) -> Result<&'static Genre, UnknownGenre> {
        find(name).ok_or_else(|| UnknownGenre(name.to_string()))
    }
}

impl Puzzle {
    /// A puzzle from a genre's own board.
    ///
    /// ```
    /// use gridwright::{Puzzle, genres::sudoku::Sudoku};
    /// let puzzle = Puzzle::of(Sudoku::new(4, vec![0; 16])?);
    /// assert_eq!(puzzle.count().to_string(), "288");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When its genre is not in the registry.
    pub fn of(board: impl PrintedBoard) -> Puzzle {
        let genre = find(board.about().id).expect("the genre of a board is registered");
        Puzzle::new(genre, Box::new(board))
    }
}

impl Reading {
    /// What a reader of this genre made of a text.
    pub(crate) fn of(genre: &'static Genre, parsed: Parsed) -> Reading {
        let Parsed { board, position, warnings } = parsed;
        Reading {
            puzzle: Puzzle::new(genre, board),
            position,
            warnings,
            variant: None,
            format: Format::Native,
        }
    }
}
