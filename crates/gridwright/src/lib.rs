//! Gridwright: the rules of grid puzzles, each written once as data.
//!
//! A [`Puzzle`] compiles to a [`model::Model`]: yes-or-no *atoms* and counted *rules* over them. The checker, the solver
//! and everything built on them read that model and contain no rule of their own.
//!
//! ```
//! use gridwright::{Format, Outcome, Puzzle, Session, Spec};
//!
//! let puzzle: Puzzle = "7x7:b1f2iB2g1Bi2fBb".parse()?;                         // any format
//! let solution = puzzle.status().unique().expect("it has one solution");       // solve
//! assert!(puzzle.svg(&solution.into())?.starts_with("<svg"));
//! assert_eq!(puzzle.count().to_string(), "1");                                 // count
//! for step in &puzzle.explain().steps {                                        // explain
//!     println!("{}", step.explanation.text());
//! }
//! let spec = Spec::new(puzzle.genre()).rows(9).cols(9);
//! let Outcome::Found(made) = spec.generate(2026)? else { panic!("not found") }; // generate
//! println!("{}", made.puzzle.to_text(Format::Native)?);
//! let mut session = Session::new(puzzle);                                      // play
//! session.perform("r1c1 bulb")?;
//! assert!(session.undo().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | where to go on | |
//! |---|---|
//! | a genre by its name, all genres | `name.parse::<&Genre>()`, [`registry::ALL`] |
//! | a text with what is entered on it | [`Reading`] |
//! | limits, deadlines, cancelling, progress | the verbs that end in `_with`, [`Limits`], [`Cancel::or_timeout`] |
//! | questions from a position | [`Puzzle::check`], [`Puzzle::hint`], [`Query::from_position`] |
//! | drawing | [`Puzzle::drawing`], [`Puzzle::svg`]; [`scene`] for drawings of your own |
//! | writing: as printed, with entries, a solution | [`Puzzle::to_text`], [`Puzzle::write`], [`Puzzle::write_solution`] |
//! | what a step is called, why no puzzle was found | [`explain::Explanation`], [`generate::NotFound::in_words`] |
//! | what a cell takes, what an entry is called | [`Session::choices`], [`Puzzle::atom_name`], [`session::Change`] |
//! | hints, mistakes and the solution while playing | [`Session::helper`], [`Session::take_hint`], [`Session::label`] |
//! | setting a puzzle | [`Edit`] |
//! | puzzles on paper | [`sheet::Sheet`] |
//! | JSON for other programs and languages | [`ask`], [`view`] |
//!
//! The library does no input or output, reads no clock and starts no thread.
#![forbid(unsafe_code)]
// Much is there for makers and explanations alone.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]

pub mod ask;
pub mod clues;
pub mod compare;
pub mod count;
pub mod drill;
pub mod edit;
pub mod explain;
pub mod formats;
pub mod frames;
pub mod generate;
pub mod genres;
pub mod grid;
mod logarithm;
pub mod model;
pub mod printed;
pub mod proportion;
pub mod puzzle;
pub mod rating;
pub mod registry;
pub mod scene;
pub mod session;
pub mod sheet;
pub mod solve;
mod verbs;
pub mod view;
pub mod words;

pub use clues::{Clash, Clues, CluesError, Completion, Distinction, Minimised, Wish};
pub use count::Count;
pub use edit::Edit;
pub use explain::{Grade, Hint, Ungraded, Walkthrough};
pub use formats::{Format, ParseError, ReadOptions};
pub use generate::Outcome;
pub use gridwright_base::{Cancel, Limits, Progress, Stopped, random};
pub use model::{Position, WrongPosition};
pub use puzzle::maker::Spec;
pub use puzzle::{Genre, Puzzle, Reading};
pub use rating::{Level, Rating};
pub use session::Session;
pub use solve::{Answer, Status};
pub use verbs::{Check, Proof, Query};
