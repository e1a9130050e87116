//! The changes of a repair: a count and the first place of each mend, and a file that lists every change.

use crate::input::decoding::{UNDECODABLE, Undecodable};
use crate::output::destination::Destination;
use crate::output::rejects::escaped;
use crate::output::stdout::Output;
use crate::report::failure::Failure;
use crate::report::messages::Messages;
use crate::report::visible::visible;
use std::path::Path;
use stringmill::Position;
use stringmill::convert::repair::{Change, Mend};

/// Bytes of the input that the report of a change quotes at most.
const QUOTED: usize = 1024;

/// The changes so far.
pub(crate) struct Changes {
    /// The name of the input.
    name: Vec<u8>,
    counts: [u64; Mend::ALL.len()],
    firsts: [Option<(Position, u64)>; Mend::ALL.len()],
    report: Option<Output>,
}

impl Changes {
    /// No changes yet; `report` is the file that lists them.
    pub(crate) fn new(name: &[u8], report: Option<&Path>) -> Result<Self, Failure> {
        let report = report.map(|path| Destination::file("--report", path)).transpose()?;
        let report = report.map(Output::to);
        Ok(Changes { name: name.to_vec(), counts: [0; Mend::ALL.len()], firsts: [None; Mend::ALL.len()], report })
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
        let Some(report) = &mut self.report else { return Ok(()) };
        let (code, code_name, says) = match piece {
            Some(piece) => ("null".to_owned(), UNDECODABLE, piece.reason()),
            None => ((change.why as u16).to_string(), change.why.name(), change.why.says().to_owned()),
        };
        let quoted = &change.before[..change.before.len().min(QUOTED)];
        report.put(
            format!(
                "{{\"source\":\"{}\",\"record\":{record},\"line\":{},\"column\":{},\"offset\":{},\"mend\":\"{}\",\"before\":\"{}\",\"length\":{},\"after\":\"{}\",\"code\":{code},\"name\":\"{code_name}\",\"says\":\"{says}\"}}\n",
                escaped(&self.name)?,
                change.position.line,
                change.position.column,
                change.offset,
                change.mend.name(),
                escaped(quoted)?,
                change.before.len(),
                escaped(change.after)?,
            )
            .as_bytes(),
        )
    }

    /// Counts of all mends, with their first places. Mends that lose bytes of a value are warnings.
    pub(crate) fn say(&self, messages: &Messages) {
        let name = visible(&self.name);
        for (mend, (count, first)) in Mend::ALL.into_iter().zip(self.counts.into_iter().zip(self.firsts)) {
            let Some((Position { line, column }, offset)) = first else { continue };
            let text = format!("{}: {count}, the first at {name}:{line}:{column} (byte {offset})", mend.name());
            match mend {
                Mend::Utf8 | Mend::LoneSurrogates | Mend::Truncated | Mend::DropTruncated => messages.warning(&text),
                _ => messages.note(&text),
            }
        }
    }

    /// Publishes the report.
    pub(crate) fn close(&mut self, messages: &Messages) -> Result<(), Failure> {
        match self.report.take() {
            Some(report) => report.close().map(|published| published.report(messages)),
            None => Ok(()),
        }
    }

    /// Where the report is written.
    pub(crate) fn destination(&self) -> Option<&Destination> {
        self.report.as_ref().map(Output::destination)
    }
}
