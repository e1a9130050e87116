//! The C door of stringmill: the functions that `include/stringmill.h` declares and documents.
//!
//! Each function checks its arguments, calls the crate `stringmill`, and translates the result; a batch does so for
//! each of its strings. No function lets a panic out. A pointer or a length that cannot be right is an error code.

#[cfg(not(panic = "unwind"))]
compile_error!("a panic must come back as SMILL_ERROR_INTERNAL, for which it has to unwind");

mod arguments;
mod base64;
mod batch;
mod conversion;
mod door;
mod errors;
mod json_canonical;
mod json_check;
mod json_reader;
mod many;
mod memory;
mod numbers;
#[cfg(test)]
mod panics;
mod profiles;
mod ranges;
mod records;
mod rules;
mod scan;
mod shapes;
mod strings;
mod terminated;
mod tier_number;
mod tiers;
mod transcode;
mod version;

pub use base64::{smill_base64_decode, smill_base64_decode_bound, smill_base64_encode, smill_base64_encode_bound};
pub use batch::{
    smill_json_escape_column, smill_json_escape_column_large, smill_json_escape_slices, smill_json_unescape_column,
    smill_json_unescape_column_large, smill_json_unescape_slices, smill_utf8_validate_column,
    smill_utf8_validate_column_large, smill_utf8_validate_slices,
};
pub use errors::{smill_error_name, smill_error_remedy, smill_error_says, smill_locate};
pub use json_canonical::smill_json_canonical;
pub use json_check::smill_json_check;
pub use json_reader::{
    Reader as JsonReader, smill_json_float64, smill_json_int64, smill_json_reader_begin, smill_json_reader_fill,
    smill_json_reader_free, smill_json_reader_leave, smill_json_reader_new, smill_json_reader_next,
    smill_json_reader_next_line, smill_json_reader_resume, smill_json_reader_skip, smill_json_uint64,
};
pub use numbers::{smill_float64_write, smill_int64_write, smill_uint64_write};
pub use profiles::{smill_profile_load, smill_profile_name};
pub use records::{
    Plan as RecordPlan, RecordReadArgs, RecordWriteArgs, smill_record_plan_free, smill_record_plan_new,
    smill_record_read, smill_record_read_packed, smill_record_write, smill_record_write_packed,
};
pub use rules::{Rules, smill_rules_builtin, smill_rules_custom, smill_rules_free, smill_rules_new};
pub use scan::smill_scan;
pub use shapes::{
    Batch, CanonicalLimits, EscapeText, JsonEvent, JsonReaderOptions, JsonRules, Position, Profile, Progress, Range,
    RecordMember, Repairs, Slice, Verdict,
};
pub use stringmill::json::{RecordSlot, TapeEntry};
pub use strings::{
    smill_json_escape, smill_json_escape_bound, smill_json_unescape, smill_json_unescape_bound, smill_utf8_validate,
};
pub use tiers::{smill_tier_available, smill_tier_best, smill_tier_forced, smill_tier_name};
pub use transcode::{
    smill_json_escape_latin1, smill_json_escape_utf16, smill_json_unescape_utf16, smill_latin1_to_utf8,
    smill_latin1_to_utf8_bound, smill_utf8_to_utf16, smill_utf16_to_utf8, smill_utf16_to_utf8_bound,
};
pub use version::{smill_version, smill_version_text};

/// The examples of the page, as doctests. `tools/run capi` runs those in C.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/json.md")]
struct Page;
