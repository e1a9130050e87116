//! What `smill bench` and the runner of `make bench` have in common: texts to measure on, each operation of stringmill
//! on each tier, subjects timed in turn, and a chart of the outcome.
//!
//! A new operation is one entry of [`OPERATIONS`]; both then measure it.

#![forbid(unsafe_code)]

mod chart;
mod choice;
mod content;
mod convert;
mod in_turn;
pub mod ion;
mod operation;
mod pool;
mod subject;

pub use chart::{Cell, Chart, Group};
pub use choice::Choice;
pub use in_turn::{Effort, Timing, agree, in_turn};
pub use operation::{OPERATIONS, Operation};
pub use pool::{Input, Pool};
pub use subject::{Output, Subject, appended, filled, filled_units, nothing, number};

/// Lengths that are measured, in units of the input.
pub const LENGTHS: [usize; 11] = [4, 8, 16, 32, 64, 256, 1024, 4096, 8192, 65_536, 1_048_576];

/// A length as people write it: `256`, `8 K`, `1 M`.
pub fn length_name(len: usize) -> String {
    match len {
        1_048_576.. if len.is_multiple_of(1_048_576) => format!("{} M", len / 1_048_576),
        1024.. if len.is_multiple_of(1024) => format!("{} K", len / 1024),
        _ => len.to_string(),
    }
}
