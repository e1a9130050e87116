//! Blocks and registers of text, from which the leaves are made.

mod classes;
mod one;
mod sparse;

pub(crate) use classes::Classes;
pub(super) use one::{Marks, fill, marks_of, special, write};
pub(crate) use one::{escape_block, escape_bytes, escape_special};
pub(super) use sparse::sparse;
