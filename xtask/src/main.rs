//! The one door.
fn main() {}
