//! `libgame`: the C library of a Light Up course, so that programs written against the course's headers link and run
//! unchanged. [`Game`] holds what the functions mean, in safe Rust; `exports` is the boundary to C. Rules, solving, counting and
//! the file format are Gridwright's.
//!
//! The programs `game_text`, `game_solve` and `game_random` use [`Game`] directly.
#![deny(unsafe_op_in_unsafe_fn)]

mod exports;
mod game;
mod text_game;

pub use exports::*;
pub use game::{Game, LoadError, Square, square};
pub use text_game::play;

use std::process::ExitCode;

/// Ends a program as the course's do: what failed goes to standard error, and any failure is 1.
pub fn finish(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
