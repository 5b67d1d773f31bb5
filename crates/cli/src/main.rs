//! The `gridwright` command.

fn main() {}
