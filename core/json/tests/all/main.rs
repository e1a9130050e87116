//! The tests of JSON in one program, so that the kernels are compiled once for all of them.

mod bounds;
mod check;
mod conformance;
mod from_slice;
mod memory;
mod named_texts;
mod partial;
mod reader;
mod reader_lines;
mod reader_serde;
mod record_verdicts;
mod records;
mod restricted;
mod short;
