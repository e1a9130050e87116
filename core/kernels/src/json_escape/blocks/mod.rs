//! Blocks and registers of text, from which the leaves are made.

mod classes;
mod marked;
mod one;
mod register;
mod sparse;
mod strides;
mod weave;

pub(crate) use classes::Classes;
pub(super) use marked::escape_marked;
pub(super) use one::fill;
pub(crate) use one::{escape_block, escape_bytes, escape_special};
pub(super) use register::escape_register;
pub(super) use sparse::sparse;
pub(super) use strides::escape_strides;
pub(super) use weave::weave_long_within;
pub(crate) use weave::weave_within;
