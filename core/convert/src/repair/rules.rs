//! What is mended, within which limits.

use super::mend::Mends;
use stringmill_json::JsonCheck;
use stringmill_profile::IllFormed;

/// What is mended, and how.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordEnd {
    /// The end of the input, which may have cut it.
    Input,
    /// A line feed.
    Line,
}
