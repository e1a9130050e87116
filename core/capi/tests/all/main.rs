//! The tests of the C door in one program, so that the kernels are compiled once for all of them.

mod calls;
mod exports;
mod header;
mod json_reader;
mod memory;
mod misuse;
mod overlaps;
mod verdicts;
