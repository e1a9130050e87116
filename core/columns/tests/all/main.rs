//! The tests of columns in one program, so that the kernels are compiled once for all of them.

mod beside;
mod cuts;
mod rows;
mod rules;
