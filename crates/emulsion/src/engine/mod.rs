//! The fast code: rules over whole boards at once, random games, tree search and exact search. Nothing above it sees a bit.

pub(crate) mod bitboard;
pub(crate) mod exact;
pub(crate) mod frame;
pub(crate) mod graph;
mod order;
pub(crate) mod playout;
mod priors;
#[cfg(test)]
mod rivals;
pub(crate) mod transposition;
pub(crate) mod tree;
mod window;
