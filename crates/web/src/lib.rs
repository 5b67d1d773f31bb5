//! Gridwright in a browser: objects that take a request in JSON and give a reply in JSON, for the page's workers.
//!
//! [`board::Desk`] owns the puzzle that is played and answers at once. [`tasks::Tasks`] does what may take long, in workers of
//! its own, one of which owns the puzzle that is set. Both are plain Rust; the few functions that a browser calls are in `browser`.

#[cfg(any(feature = "board", feature = "tasks"))]
pub mod board;
#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(feature = "tasks")]
pub mod live;
mod picture;
mod reply;
#[cfg(feature = "tasks")]
pub mod set;
#[cfg(feature = "tasks")]
pub mod tasks;

pub use picture::PictureView;
pub use reply::{Failure, Reply};
