//! Input: lists of files, streams, the window over a stream, and stages that transform it.

pub(crate) mod catalog;
pub(crate) mod chain;
pub(crate) mod decoding;
pub(crate) mod decompression;
pub(crate) mod examination;
pub(crate) mod filter;
pub(crate) mod line_buffer;
pub(crate) mod listing;
pub(crate) mod literal;
pub(crate) mod repaired;
pub(crate) mod replay;
pub(crate) mod source;
pub(crate) mod window;
