//! What each command does, a file a command.

pub mod batch;
pub mod check;
pub mod clues;
pub mod compare;
pub mod count;
pub mod drill;
pub mod emulsion;
pub mod explain;
pub mod generate;
pub mod hint;
pub mod info;
pub mod marginals;
pub mod rate;
pub mod sample;
pub mod sheet;
pub mod show;
pub mod solve;
