//! Emulsion, a board game for two: rules, notation, records, an engine, an exact solver, sessions, analyses and matches.
//!
//! A move swaps two neighbouring pieces of different colours (in any of eight directions) when the mover's piece gains value:
//! one for each orthogonal neighbour of its own colour, one half for each edge of the board it touches. When no swap is
//! left, the side with the largest group wins.
//!
//! Both pieces of a swap always gain the same, `4 - a - v - w` for pieces of values `v` and `w` (`a` is 1 for orthogonal
//! neighbours and 0 for diagonal ones). So a swap is legal for both players or for neither, players never pass, and a position
//! is a board and the side to move.
//!
//! The crate reads no clock, starts no thread and opens no file. Long work takes [`Limits`].
//!
//! ```
//! use gridwright_emulsion::{Colour, Game, Rules};
//!
//! let mut game = Game::new(Rules::of_size(4)?);
//! for turn in "b4b3 a2b3 a1b1 b4c3 d4c4 d1c1 b1c2 a4a3 a2b3 c3c4 b2c1 c4b3".split(' ') {
//!     game.play(game.position().read_turn(turn)?)?;
//! }
//! let outcome = game.position().outcome().expect("no swap is left");
//! assert_eq!(outcome.winner, Colour::Black);
//! assert_eq!((outcome.score.black[0], outcome.score.white[0]), (8, 6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod analysis;
mod board;
mod chance;
mod engine;
mod exchange;
mod game;
mod halves;
mod hint;
mod lesson;
pub mod matches;
mod notation;
mod page;
mod perft;
mod picture;
mod player;
mod position;
mod puzzle_game;
mod puzzles;
mod record;
mod score;
mod search;
mod session;
mod solution;
mod solver;
mod strength;
pub mod view;
pub mod words;

pub use gridwright_base::{Cancel, Limits, ParseError, Progress, Stopped};

pub use analysis::{Analysis, Judgement, Mark, Retry, Verdict};
pub use board::{Board, Square, Swap, WrongSize};
pub use chance::Chance;
pub use game::{Game, Rules};
pub use halves::Halves;
pub use hint::Hint;
pub use lesson::{LESSON, Lesson, LessonPage, LessonTask};
pub use page::page;
pub use perft::{Layer, perft, perft_with, states};
pub use picture::{Drawing, GRAPH_WIDTH, Graph, Overlay, graph, picture};
pub use player::Player;
pub use position::{Colour, Illegal, Position, Tie, Turn};
pub use puzzle_game::{Attempt, PuzzleGame};
pub use puzzles::{Puzzle, PuzzleMaker};
pub use record::{Note, Record, WrongTag};
pub use score::{Deciding, Outcome, Score, ScoreRow};
pub use search::{MoveReport, Report, Search};
pub use session::{Refused, Seat, Session, Setup, SetupField};
pub use solution::{PieVerdict, Solution};
pub use solver::{Line, Solver};
pub use strength::{Level, Strength};

/// The smallest board.
pub const SMALLEST: usize = 2;
/// The largest board: files have letters.
pub const LARGEST: usize = 26;

/// The example of the documentation runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/emulsion.md")]
struct Documentation;
