//! The command as people and scripts meet it.

mod answers;
mod batch;
mod compare;
mod contract;
mod emulsion;
#[cfg(unix)]
mod files;
mod generate;
mod help;
mod hidden;
mod input;
mod limits;
#[cfg(target_os = "linux")]
mod memory;
mod output;
mod plain;
mod refused;
mod running;
mod schema;
mod sheet;
#[cfg(unix)]
mod terminal;
mod verdicts;
