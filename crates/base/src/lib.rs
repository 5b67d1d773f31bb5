//! What the puzzles and the board game share: random numbers that are the same everywhere, text that remembers its
//! place in the input, JSON within bounds, safe pages, and limits on long work.
#![forbid(unsafe_code)]

mod duration;
pub mod json;
mod limits;
pub mod page;
pub mod random;
mod text;

pub use duration::read_duration;
pub use limits::{Cancel, Limits, Progress, Stopped};
pub use text::{ParseError, Text, counted, is_hidden, shown, shown_in_line};
