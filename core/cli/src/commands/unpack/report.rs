//! What `smill unpack` has written, kept and left out: in words, or as one line of JSON.

use crate::report::failure::{Exit, Failure};
use crate::report::json;
use crate::report::messages::{Messages, counted};
use crate::report::visible::visible;
use crate::system::bytes_of;
use std::path::Path;
use stringmill::{Position, Repairs};

/// Maximum number of files of a kind that are named.
const NAMED: u64 = 10;

/// Files that were not written, or not as the input says.
#[derive(Default)]
pub(super) struct Counts {
    /// Existing files that were kept.
    pub(super) kept: u64,
    /// Members that were skipped because of the name of a temporary.
    left_out: u64,
    /// Modes of which bits were left out.
    reduced: u64,
    first_reduced: Option<String>,
}

impl Counts {
    pub(super) fn note_kept(&mut self, name: &[u8], messages: &Messages) {
        self.kept += 1;
        if self.kept <= NAMED {
            messages.warning(&format!("kept {}: it exists, and --force was not given", visible(name)));
        }
    }

    pub(super) fn note_left_out(&mut self, name: &[u8], messages: &Messages) {
        self.left_out += 1;
        if self.left_out <= NAMED {
            messages.warning(&format!("skipped {}: it has the name of a temporary file of smill", visible(name)));
        }
    }

    pub(super) fn note_reduced(&mut self, path: &Path) {
        self.reduced += 1;
        self.first_reduced.get_or_insert_with(|| visible(bytes_of(path)).to_string());
    }
}

/// All that was unpacked.
pub(super) struct UnpackReport<'r> {
    /// The name of the input.
    pub(super) name: &'r [u8],
    pub(super) written: u64,
    pub(super) skipped_members: u64,
    /// Lone surrogates that were replaced.
    pub(super) repairs: Repairs,
    pub(super) first_repair: Option<Position>,
    pub(super) counts: Counts,
}

impl UnpackReport<'_> {
    pub(super) fn report(&self, as_json: bool, messages: &Messages) -> Result<Exit, Failure> {
        match as_json {
            true => messages.plain(&self.json()?)?,
            false => self.say(messages),
        }
        let Counts { kept, left_out, reduced, .. } = self.counts;
        let changed = kept > 0 || left_out > 0 || reduced > 0 || self.repairs.count > 0;
        Ok(if changed { Exit::Changed } else { Exit::Done })
    }

    fn say(&self, messages: &Messages) {
        let Counts { kept, left_out, reduced, first_reduced } = &self.counts;
        if *left_out > NAMED {
            messages.warning(&format!("skipped {left_out} files in all"));
        }
        if *kept > NAMED {
            messages.warning(&format!("kept {kept} files in all"));
        }
        if let Some(first) = first_reduced {
            messages.warning(&format!(
                "left out the set-user-ID, set-group-ID or sticky bit of {}, the first is {first}",
                counted(*reduced, "file")
            ));
        }
        if let (Some(offset), Some(Position { line, column, .. })) = (self.repairs.first, self.first_repair) {
            messages.warning(&format!(
                "{} replaced, the first at {}:{line}:{column} (byte {offset})",
                counted(self.repairs.count, "lone surrogate"),
                visible(self.name),
            ));
        }
    }

    fn json(&self) -> Result<Vec<u8>, Failure> {
        let Counts { kept, left_out, reduced, .. } = self.counts;
        json::line(|json| {
            json.member("source", self.name);
            json.member("files", self.written);
            json.member("kept", kept);
            json.member("left_out", left_out);
            json.member("reduced_modes", reduced);
            json.member("skipped_members", self.skipped_members);
            json.member("lone_surrogates", self.repairs.count);
        })
    }
}
