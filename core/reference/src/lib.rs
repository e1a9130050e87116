//! The operations of stringmill written plainly, one unit at a time, over whole inputs: the oracle of its tests.
//!
//! Nothing here is fast, and nothing here is shared with the kernels. A sequence is decoded by adding up its bits and
//! judged by the number that comes out, so that table 3-7 of Unicode is a consequence here and not a table. Each
//! policy is one function that can be read beside its definition.

#![forbid(unsafe_code)]

mod base64;
mod documents;
mod json_canonical;
mod json_check;
mod json_escape;
mod json_partial;
mod json_restricted;
mod json_structure;
mod json_unescape;
mod json_value;
mod numbers;
mod scan;
mod utf16;
mod utf8;

pub use base64::{base64_decode, base64_encode};
pub use documents::json_document;
pub use json_canonical::json_canonical;
pub use json_check::{JsonLimits, json_check, json_check_lines, json_check_start, json_check_values};
pub use json_escape::json_escape;
pub use json_partial::{PartialAround, PartialRules, PartialState, json_partial, json_partial_finish};
pub use json_restricted::{JsonRestrictions, json_restricted};
pub use json_structure::{JsonRules, JsonStructure, json_scalars_touch, json_structure};
pub use json_unescape::{UnescapedText, json_unescape, json_unescape_utf16};
pub use json_value::JsonValue;
pub use numbers::{float32_write, float64_write, int64_write, uint64_write};
pub use scan::{ByteClass, scan};
pub use utf8::utf8_validate;
pub use utf16::{json_escape_latin1, json_escape_utf16, latin1_to_utf8, utf8_to_utf16, utf16_to_utf8};
