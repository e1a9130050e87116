//! Not yet.

fn main() {}
