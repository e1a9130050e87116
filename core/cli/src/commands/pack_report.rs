//! What `smill pack` has packed, changed and left out: in words, or as one line of JSON.

use crate::arguments::pack::PackArguments;
use crate::input::listing::Listing;
use crate::process::memory;
use crate::report::failure::{Exit, Failure};
use crate::report::json;
use crate::report::messages::{Messages, counted};
use crate::report::visible::visible;
use crate::system::bytes_of;
use stringmill::IllFormed;

/// Maximum number of skipped files that are named in words.
const NAMED: usize = 10;

/// The result of some files.
#[derive(Debug, Default)]
pub(crate) struct Packed {
    pub(crate) written: u64,
    /// Repairs in texts and their names.
    pub(crate) pieces: u64,
    pub(crate) texts: u64,
    pub(crate) first_repair: Option<String>,
    /// Paths of skipped files, and why.
    pub(crate) skipped: Vec<(Vec<u8>, String)>,
    /// Paths of files that another process changed while they were read.
    pub(crate) changed: Vec<Vec<u8>>,
    /// Files that --text-only leaves out.
    pub(crate) left_out: u64,
}

impl Packed {
    /// Both results, in this order.
    pub(crate) fn and(mut self, mut next: Packed) -> Result<Packed, Failure> {
        self.written += next.written;
        self.pieces += next.pieces;
        self.texts += next.texts;
        self.first_repair = self.first_repair.or(next.first_repair);
        self.left_out += next.left_out;
        memory::reserve(&mut self.skipped, next.skipped.len())?;
        self.skipped.append(&mut next.skipped);
        memory::reserve(&mut self.changed, next.changed.len())?;
        self.changed.append(&mut next.changed);
        Ok(self)
    }
}

/// All that was packed.
pub(crate) struct PackReport<'r> {
    pub(crate) packed: &'r Packed,
    pub(crate) listing: &'r Listing,
    pub(crate) encoding: &'static str,
    pub(crate) policy: IllFormed,
}

impl PackReport<'_> {
    /// Reports repairs, and files that are not packed.
    pub(crate) fn report(&self, arguments: &PackArguments, messages: &Messages) -> Result<Exit, Failure> {
        match arguments.report {
            true => messages.plain(&self.json()?)?,
            false => self.say(arguments, messages),
        }
        let Packed { texts, skipped, changed, .. } = self.packed;
        let changed = *texts > 0 || !skipped.is_empty() || !changed.is_empty();
        Ok(if changed { Exit::Changed } else { Exit::Done })
    }

    fn say(&self, arguments: &PackArguments, messages: &Messages) {
        let Packed { written, pieces, texts, first_repair, skipped, changed, left_out } = self.packed;
        for (path, why) in skipped.iter().take(NAMED) {
            messages.warning(&format!("skipped {}: {why}", visible(path)));
        }
        if !skipped.is_empty() {
            let all = skipped.len() as u64 + written;
            messages.warning(&format!("skipped {} of {}", skipped.len(), counted(all, "file")));
        }
        for path in changed.iter().take(NAMED) {
            messages.warning(&format!("{} was changed while it was read: its text may be incomplete", visible(path)));
        }
        if changed.len() > NAMED {
            messages.warning(&format!("{} were changed while they were read", counted(changed.len() as u64, "file")));
        }
        if let Some(first) = first_repair {
            let (encoding, policy) = (self.encoding, self.policy.name());
            messages.warning(&format!(
                "{} of {encoding} in {} under --on-invalid {policy}, the first at {first}",
                counted(*pieces, "ill-formed piece"),
                counted(*texts, "file")
            ));
        }
        if *left_out > 0 {
            let verb = if *left_out == 1 { "is" } else { "are" };
            messages.note(&format!("left out {} that {verb} not text", counted(*left_out, "file")));
        }
        let empty = self.listing.empty_folders();
        if let (Some(first), false) = (empty.first(), arguments.empty_folders) {
            let first = visible(bytes_of(&first));
            messages.note(&format!(
                "left out {} without files to pack, the first is {first}: --empty-folders packs them",
                counted(empty.len() as u64, "folder")
            ));
        }
    }

    fn json(&self) -> Result<Vec<u8>, Failure> {
        let Packed { written, pieces, texts, skipped, changed, left_out, .. } = self.packed;
        let of_files = skipped.iter().map(|(path, why)| (&path[..], &why[..]));
        let skipped = self.listing.skipped().chain(of_files).map(|(path, why)| {
            json::object(move |json| {
                json.member("path", path);
                json.member("why", why);
            })
        });
        json::line(|json| {
            json.member("files", *written);
            json.object("ill_formed", |json| {
                json.member("count", *pieces);
                json.member("files", *texts);
            });
            json.member("left_out", *left_out);
            json.member("empty_folders", json::array(self.listing.empty_folders().iter().map(bytes_of)));
            json.member("skipped", json::array(skipped));
            json.member("changed", json::array(changed.iter().map(Vec::as_slice)));
        })
    }
}
