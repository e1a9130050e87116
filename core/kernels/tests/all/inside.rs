//! Files of the kernels whose tests look inside: compiled here once more, since to compile all kernels anew for them takes
//! minutes.

#![allow(dead_code, unreachable_pub)]

#[path = "../../src/vector/partial.rs"]
mod partial;
#[path = "../../src/utf8.rs"]
mod utf8;
