//! Gridwright: the rules of grid puzzles, each written once as data.
//!
//! A [`genres::Puzzle`] compiles to a [`model::Model`]: yes-or-no *atoms* and counted *rules* over them. The
//! checker, the solver and everything built on them read that model and contain no rule of their own.
//!
//! The library does no input or output, reads no clock and starts no thread.
#![forbid(unsafe_code)]

pub mod formats;
pub mod genres;
pub mod grid;
pub mod model;
pub mod scene;
pub mod solve;
