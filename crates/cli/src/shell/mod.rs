//! What all commands share: input, output, files, threads, progress and errors.

pub mod atomic_file;
pub mod draw;
pub mod failure;
pub mod fingerprint;
pub mod input;
pub mod inputs;
pub mod memory;
pub mod ordered_queue;
pub mod output;
pub mod parallel;
pub mod pictures;
pub mod progress;
pub mod status_line;
pub mod waiting;
