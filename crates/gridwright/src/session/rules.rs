//! The rules of a genre as a player reads them before the first move.

use super::{Session, Style};
use crate::puzzle::Genre;
use crate::scene::Scene;
use crate::solve::Answer;

/// The rules of a genre for players: what to do, and a small board on which it is done.
///
/// ```
/// use gridwright::{registry, session::Rules};
/// let rules = Rules::of(registry::ALL[1]);
/// assert_eq!(rules.text[0], "Fill the grid so that every row, every column and every box holds each digit once.");
/// assert_eq!(rules.example.grid.len(), 16);
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    /// The goal, then one sentence a rule.
    pub text: Vec<String>,
    /// A small board with its solution.
    pub example: Scene,
    /// How the genre is played with the hand.
    pub style: Style,
}

impl Rules {
    /// The rules of a genre.
    ///
    /// # Panics
    /// When the genre's illustration is no puzzle with one solution.
    pub fn of(genre: &'static Genre) -> Rules {
        let mut session = Session::read(genre.illustration).expect("an illustration is a puzzle");
        let Answer::Solution(solution) = session.puzzle().solve() else {
            panic!("an illustration has a solution")
        };
        if let Some(action) = session.enter_solution(&solution) {
            session.act(action).expect("a solution can be entered");
        }
        let rules = genre.rules.iter().map(|rule| rule.text.to_string());
        let text = [genre.summary.to_string()].into_iter().chain(rules).collect();
        Rules { text, example: session.scene(), style: session.style() }
    }
}
