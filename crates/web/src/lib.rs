//! Gridwright in a browser: objects that take a request in JSON and give a reply in JSON, for the page's workers.
//!
//! [`board::Desk`] owns the puzzle that is played and answers at once. [`tasks::Tasks`] does what may take long, in workers of
//! its own, one of which owns the puzzle that is set; [`paper`] makes sheets. [`emulsion::Emulsion`] has the board game, in a module of its
//! own. All are plain Rust; the few functions that a browser calls are in `browser`.

#[cfg(any(feature = "board", feature = "tasks", feature = "paper"))]
pub mod board;
#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(feature = "emulsion")]
pub mod emulsion;
#[cfg(feature = "tasks")]
pub mod live;
#[cfg(feature = "paper")]
pub mod paper;
mod picture;
mod reply;
#[cfg(feature = "tasks")]
pub mod set;
#[cfg(feature = "tasks")]
pub mod tasks;

pub use picture::PictureView;
pub use reply::{Failure, Problem, Reply};
