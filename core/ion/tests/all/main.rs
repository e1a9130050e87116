//! The tests of Ion in one program, so that the kernels are compiled once for all of them.

mod beyond_the_corpus;
mod binary;
mod binary_conformance;
mod binary_values;
mod binary_writer;
mod comments;
mod conformance;
mod inspector;
mod ion_java;
mod limits;
mod round_trip;
mod scalars;
mod symbol_tables;
mod tree;
mod writer;
