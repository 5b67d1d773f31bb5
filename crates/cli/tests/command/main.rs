//! The command as people and scripts meet it.

mod answers;
mod batch;
mod compare;
mod emulsion;
mod generate;
mod refused;
mod running;
#[cfg(unix)]
mod terminal;
