//! Files of the kernels with tests of private functions. They are compiled here once more; all kernels again would take
//! minutes.

#![allow(dead_code, unreachable_pub)]

#[path = "../../src/vector/partial.rs"]
mod partial;
#[path = "../../src/utf8.rs"]
mod utf8;
