//! The `placemat` command.
fn main() {}
