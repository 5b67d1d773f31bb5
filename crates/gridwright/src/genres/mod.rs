//! The genres, a module each: the printed board with its rules as data, and beside it the parts that draw it, write it, put
//! it into words and make new ones. [`registry`](crate::registry) lists them.

mod digits;
pub mod lightup;
mod regions;
pub mod starbattle;
pub mod sudoku;
pub mod suguru;
pub mod yosenabe;
