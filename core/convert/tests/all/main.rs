//! The tests of conversions in one program, so that the kernels are compiled once for all of them.

mod binary;
mod canonical;
mod canonical_numbers;
mod corpus;
mod down;
mod dynamodb;
mod framing;
mod generated;
mod ion;
mod json;
mod lines;
mod memory;
mod pretty;
mod repair;
mod running;
#[allow(dead_code, reason = "the tests of the reader use all of it")]
#[path = "../../../ion/tests/all/tree.rs"]
mod tree;
mod typed;
