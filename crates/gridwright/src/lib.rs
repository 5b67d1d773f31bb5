//! Gridwright: the rules of grid puzzles, each written once as data.
//!
//! A [`genres::Puzzle`] compiles to a [`model::Model`]: yes-or-no *atoms* and counted *rules* over them. The
//! checker, the solver and everything built on them read that model and contain no rule of their own.
//!
//! The library does no input or output, reads no clock and starts no thread.
//!
//! ```
//! use gridwright::formats::{self, Format};
//! use gridwright::model::Position;
//! use gridwright::scene::svg;
//! use gridwright::solve::{End, Engine, Status};
//!
//! let puzzle = formats::read("7x7:b1f2iB2g1Bi2fBb", None, None)?.puzzle;
//! let mut engine = Engine::new(&puzzle.model());
//! assert_eq!(engine.count(), (1, End::Exhausted));
//! let Status::Unique(solution) = engine.status() else { panic!("it has one solution") };
//! assert!(puzzle.write_solution(Format::Native, &solution)?.contains("\n*.1*...\n"));
//! let picture = svg::render(&puzzle.scene(&Position::of_solution(&solution)), "A solved board");
//! assert!(picture.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod count;
pub mod explain;
pub mod formats;
pub mod generate;
pub mod genres;
pub mod grid;
mod logarithm;
pub mod model;
pub use gridwright_base::random;
pub mod scene;
pub mod session;
pub mod solve;
mod stop;
