//! A line that is left out.

use crate::error::Note;
use stringmill::Error;
use stringmill::columns::{Block, Place, Reject};

/// A line that is not JSON, does not fit the schema, or has no Python value.
pub(super) struct Fault {
    /// Start and end of the line in its block, without the line feed.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The number of the line, from 1.
    pub(super) line: u64,
    /// The error, at its offset in the line.
    pub(super) error: Error,
    /// The reason for a line that is JSON and is refused.
    pub(super) note: Option<Note>,
}

impl Fault {
    pub(super) fn place(&self, block: &Block) -> Place {
        block.place_of(self.start..self.end, self.line, self.error.offset)
    }
}

impl From<Reject> for Fault {
    fn from(Reject { start, end, line, error, misfit }: Reject) -> Self {
        let help = "change the value, or pass a schema that has a place for it";
        let note = misfit.map(|misfit| Note { text: misfit.to_string(), help });
        Fault { start, end, line, error, note }
    }
}
