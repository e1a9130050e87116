//! The value so far of a text that arrives in pieces: docs/bytes.md, "The value so far".
//! Bytes in, in pieces of any size; calls of a [`PartialSink`] for all that is decided.
//! Standard: RFC 8259. Method: the checker judges each piece, then `Tokens` reads the part before the first error. Keeps
//! only the token in progress, and one byte for each open container. Time in proportion to the bytes.

mod fence;
mod reader;
mod rules;
mod spot;
mod tokens;

pub use reader::PartialReader;
pub use rules::{PartialAround, PartialRules, PartialSink};
pub use spot::{PartialCount, PartialSpot};
