//! `libgridwright`: Gridwright's own interface for C and C++, `include/gridwright.h`. Every answer comes from
//! [`gridwright::ask`], so there is no rule, no parser and no JSON of its own here: `handle` holds what a handle means, in safe Rust,
//! and `exports` is the boundary to C.
#![deny(unsafe_op_in_unsafe_fn)]

mod exports;
mod handle;

pub use exports::*;
pub use handle::{Failure, Handle, Token};
