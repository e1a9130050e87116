//! What is mended, within which limits.

use super::mend::Mends;
use stringmill_json::JsonCheck;
use stringmill_profile::IllFormed;

/// What is mended, and how.
///
/// ```
/// use stringmill::convert::repair::{Mend, RepairRules};
///
/// let lenient = RepairRules { mends: RepairRules::SAFE.mends.with(Mend::TrailingCommas), ..RepairRules::SAFE };
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepairRules {
    /// The mends to use.
    pub mends: Mends,
    /// What [`Mend::Utf8`](super::Mend::Utf8) does. [`IllFormed::Copy`] and [`IllFormed::Reversible`] have no valid output and act as `Replace`.
    pub ill_formed: IllFormed,
    /// Whether a text may be empty, as a blank line of NDJSON.
    pub blank: bool,
    /// Whether escapes `\ud800` to `\udfff` may be alone, and then stay as they are.
    pub lone_surrogates: bool,
    /// The maximum depth of nested arrays and objects. A short stack may lower it.
    pub depth_max: u64,
    /// The maximum length of a string of the input, without quotes.
    pub string_max: u64,
}

impl RepairRules {
    /// The safe mends, U+FFFD for ill-formed UTF-8, at most [`JsonCheck::DEPTH_MAX`] levels.
    pub const SAFE: RepairRules = RepairRules {
        mends: Mends::SAFE,
        ill_formed: IllFormed::Replace,
        blank: false,
        lone_surrogates: false,
        depth_max: JsonCheck::DEPTH_MAX,
        string_max: u64::MAX,
    };
}

/// What ends a record.
///
/// ```
/// use stringmill::convert::repair::{Change, RecordEnd, RecordStart, Repair, RepairRules, RepairSink};
///
/// struct Out(Vec<u8>);
/// impl RepairSink for Out {
///     type Error = std::convert::Infallible;
///     fn put(&mut self, bytes: &[u8]) -> Result<(), Self::Error> {
///         self.0.extend_from_slice(bytes);
///         Ok(())
///     }
///     fn change(&mut self, change: Change<'_>) -> Result<(), Self::Error> {
///         println!("byte {}: {}", change.offset, change.mend.name());
///         Ok(())
///     }
/// }
/// let mut stack = [0; 15];
/// let mut repair = Repair::new(RepairRules::SAFE, &mut stack);
/// let start = RecordStart { offset: 0, line: 1 };
/// assert!(repair.record(b"[1, 2", RecordEnd::Line, start, &mut Out(Vec::new())).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordEnd {
    /// The end of the input, which may have cut it.
    Input,
    /// A line feed.
    Line,
}
