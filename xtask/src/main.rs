//! Everything a person or CI runs.

fn main() {}
