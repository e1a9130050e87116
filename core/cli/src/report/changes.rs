//! The changes of a repair: a count and the first place of each mend, and a file that lists every change.

use crate::input::decoding::{UNDECODABLE, Undecodable};
use crate::input::source::Source;
use crate::output::destination::Destination;
use crate::output::rejects::Rejects;
use crate::output::stdout::Output;
use crate::report::failure::Failure;
use crate::report::json;
use crate::report::messages::Messages;
use crate::report::visible::visible;
use std::path::Path;
use stringmill::Position;
use stringmill::convert::repair::{Change, Mend};

/// Bytes of the input that the list of changes quotes at most, of one change.
const QUOTED: usize = 1024;

/// The changes so far.
pub(crate) struct Changes {
    /// The name of the input.
    name: Vec<u8>,
    counts: [u64; Mend::ALL.len()],
    firsts: [Option<(Position, u64)>; Mend::ALL.len()],
    /// The list of all changes.
    list: Option<Output>,
}

impl Changes {
    /// No changes yet; `list` is the path of the list.
    pub(crate) fn new(name: &[u8], list: Option<&Path>) -> Result<Self, Failure> {
        let list = list.map(|path| Destination::named("--changes", path)).transpose()?;
        let list = list.map(|list| Output::to(list).of_records(Some(b'\n')));
        Ok(Changes { name: name.to_vec(), counts: [0; Mend::ALL.len()], firsts: [None; Mend::ALL.len()], list })
    }

    /// Notes a change of the record with this number; `piece` could not be decoded.
    pub(crate) fn note(
        &mut self,
        record: u64,
        change: &Change<'_>,
        piece: Option<&Undecodable>,
    ) -> Result<(), Failure> {
        let index = change.mend as usize;
        self.counts[index] += 1;
        self.firsts[index].get_or_insert((change.position, change.offset));
        let Some(list) = &mut self.list else { return Ok(()) };
        let (code, code_name, says) = match piece {
            Some(piece) => (None, UNDECODABLE, &*piece.reason()),
            None => (Some(change.why as u64), change.why.name(), change.why.says()),
        };
        let quoted = &change.before[..change.before.len().min(QUOTED)];
        list.put(&json::line(|json| {
            json.member("source", &*self.name);
            json.member("record", record);
            json.member("line", change.position.line);
            json.member("column", change.position.column);
            json.member("offset", change.offset);
            json.member("mend", change.mend.name());
            json.member("before", quoted);
            json.member("length", change.before.len() as u64);
            json.member("after", change.after);
            json.member("code", code);
            json.member("name", code_name);
            json.member("says", says);
        })?)
    }

    /// Refuses a list that would replace the input, the output or the rejected lines.
    pub(crate) fn spare(
        &self,
        source: &Source,
        output: &Destination,
        rejects: Option<&Rejects>,
    ) -> Result<(), Failure> {
        let Some(list) = self.list.as_ref().map(Output::destination) else { return Ok(()) };
        list.spares("--changes", source.id(), source.name())?;
        let rejects = rejects.into_iter().flat_map(Rejects::destinations);
        let mut others = [("the output", output)].into_iter().chain(rejects.map(|rejects| ("--rejects", rejects)));
        others.try_for_each(|other| Destination::differ(&[other, ("--changes", list)]))
    }

    /// Whether the list goes to standard error, which then has no room for a progress bar.
    pub(crate) fn uses_stderr(&self) -> bool {
        self.list.as_ref().is_some_and(|list| list.destination().is_stderr())
    }

    /// Reports the changes, in words or as one line of JSON.
    pub(crate) fn tell(&self, as_json: bool, messages: &Messages) -> Result<(), Failure> {
        if as_json {
            return messages.plain(&self.json()?);
        }
        self.say(messages);
        Ok(())
    }

    /// Counts of all mends, with their first places. Mends that lose bytes of a value are warnings.
    fn say(&self, messages: &Messages) {
        let name = visible(&self.name);
        for (mend, (count, first)) in Mend::ALL.into_iter().zip(self.counts.into_iter().zip(self.firsts)) {
            let Some((Position { line, column }, offset)) = first else { continue };
            let text = format!("{}: {count}, the first at {name}:{line}:{column} (byte {offset})", mend.name());
            match mend {
                Mend::Utf8
                | Mend::LoneSurrogates
                | Mend::NulEscapes
                | Mend::Truncated
                | Mend::KeepTruncated
                | Mend::DropTruncated
                | Mend::RepeatedFirst
                | Mend::RepeatedLast => messages.warning(&text),
                _ => messages.note(&text),
            }
        }
    }

    /// The changes as one line of JSON: the number of each mend, and its first place.
    fn json(&self) -> Result<Vec<u8>, Failure> {
        let mends = Mend::ALL.into_iter().zip(self.counts.into_iter().zip(self.firsts));
        json::line(|json| {
            json.member("source", &*self.name);
            json.object("changes", |json| {
                for (mend, (count, first)) in mends {
                    if let Some((position, offset)) = first {
                        json.counted(mend.name(), count, position, offset);
                    }
                }
            });
        })
    }

    /// Publishes the list.
    pub(crate) fn close(&mut self, messages: &Messages) -> Result<(), Failure> {
        match self.list.take() {
            Some(list) => list.close().map(|published| published.report(messages)),
            None => Ok(()),
        }
    }

    /// The list, if there is one.
    pub(crate) fn list(&mut self) -> Option<&mut Output> {
        self.list.as_mut()
    }
}
