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
pub use game::{Game, LoadError, Square, square, write_file};
pub use text_game::play;

use std::io::Write;
use std::process::ExitCode;

/// Prints a text on standard output.
pub fn print(text: &str) -> std::io::Result<()> {
    let mut output = std::io::stdout().lock();
    output.write_all(text.as_bytes()).and_then(|()| output.flush())
}

/// Says something on standard error; where that cannot be written to, nothing can be done about it.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// Ends a program as the course's do: what failed goes to standard error, and any failure is 1.
pub fn finish(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            complain(&message);
            ExitCode::FAILURE
        }
    }
}
