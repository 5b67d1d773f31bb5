//! How many solutions there are, without enumerating them.

mod propagate;
mod reduced;
mod rules;
#[cfg(test)]
mod tests;
