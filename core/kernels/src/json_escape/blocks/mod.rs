//! Blocks and registers of text, from which the leaves are made.

mod block;
mod classes;
mod sparse;

pub(super) use block::{Marks, fill, marks_of, special, write};
pub(crate) use block::{escape_block, escape_bytes, escape_special};
pub(crate) use classes::Classes;
pub(super) use sparse::sparse;
