//! The replacements under a policy in one stream of strings: a count and the first position, in words or as JSON.

use crate::input::repaired::Repaired;
use crate::report::failure::{Exit, Failure};
use crate::report::json;
use crate::report::messages::{Messages, counted};
use crate::report::visible::visible;

/// What was replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Of text in this encoding.
    IllFormed(&'static str),
    LoneSurrogate,
}

/// The strings of one stream, and the replacements in them.
pub(crate) struct RepairReport<'r> {
    pub(crate) name: &'r [u8],
    pub(crate) policy: &'r str,
    pub(crate) strings: u64,
    pub(crate) piece: Piece,
    pub(crate) repaired: &'r Repaired,
}

impl RepairReport<'_> {
    /// Reports the replacements.
    pub(crate) fn report(&self, as_json: bool, messages: &Messages) -> Result<Exit, Failure> {
        if as_json {
            messages.plain(&self.json()?)?;
        }
        let Some((count, offset, position)) = self.repaired.count() else { return Ok(Exit::Done) };
        if !as_json {
            let what = match self.piece {
                Piece::IllFormed(encoding) => {
                    let pieces = counted(count, "ill-formed piece");
                    format!("{pieces} of {encoding} under --on-invalid {}", self.policy)
                }
                Piece::LoneSurrogate => format!("{} replaced", counted(count, "lone surrogate")),
            };
            let (name, line, column) = (visible(self.name), position.line, position.column);
            messages.warning(&format!("{what}, the first at {name}:{line}:{column} (byte {offset})"));
        }
        Ok(Exit::Changed)
    }

    fn json(&self) -> Result<Vec<u8>, Failure> {
        let (piece, encoding) = match self.piece {
            Piece::IllFormed("UTF-8") => ("ill_formed", None),
            Piece::IllFormed(encoding) => ("ill_formed", Some(encoding)),
            Piece::LoneSurrogate => ("lone_surrogate", None),
        };
        json::line(|json| {
            json.member("source", self.name);
            if let Some(encoding) = encoding {
                json.member("encoding", encoding);
            }
            json.member("policy", self.policy);
            json.member("strings", self.strings);
            json.object("changes", |json| {
                if let Some((count, offset, position)) = self.repaired.count() {
                    json.counted(piece, count, position, offset);
                }
            });
        })
    }
}
