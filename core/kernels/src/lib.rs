//! The string kernels of stringmill.
//!
//! A kernel takes `src` and `dst` slices and returns its progress. It never allocates, never reads or writes outside
//! its slices, and gives the same bytes, progress and error on every [`Tier`]. Each kernel is one module: the algorithm
//! is written once over the `Vector` trait, next to a plain path for everything that vectors cannot do.

//!
//! Without the feature `std` the crate needs neither a system nor a heap, and the tiers are those that the build was
//! compiled for (`-C target-cpu`, `-C target-feature`).

#![no_std]
#![warn(missing_docs)]

#[cfg(feature = "std")]
extern crate std;

mod base64;
mod environment;
mod json_compact;
mod json_escape;
mod json_escape_latin1;
mod json_escape_utf16;
mod json_indent;
mod json_item;
mod json_structure;
mod json_unescape;
mod json_unescape_utf16;
mod latin1_to_utf8;
mod plain_text;
mod scan;
mod short_string;
mod tier;
mod utf16_to_utf8;
mod utf8;
mod utf8_to_utf16;
mod utf8_validate;
mod vector;

pub use base64::{Base64Decode, Base64Encode, base64_decode, base64_decode_with, base64_encode, base64_encode_with};
pub use json_compact::{JsonStringState, json_compact, json_compact_with};
pub use json_escape::{JsonEscape, json_escape, json_escape_with};
pub use json_escape_latin1::{JsonEscapeLatin1, json_escape_latin1, json_escape_latin1_with};
pub use json_escape_utf16::{JsonEscapeUtf16, json_escape_utf16, json_escape_utf16_with};
pub use json_indent::{JsonIndent, json_indent, json_indent_with};
pub use json_item::{JsonItem, json_item, json_item_with};
pub use json_structure::{
    JsonPlace, JsonPlaces, JsonShortProgress, JsonStructure, JsonStructureProgress, JsonTokenRoom, JsonTokenSink,
    JsonTokens, json_places_with, json_short_places_with, json_short_structure_with, json_structure,
    json_structure_with, json_token_offset,
};
pub use json_unescape::{JsonUnescape, json_unescape, json_unescape_with};
pub use json_unescape_utf16::{json_unescape_utf16, json_unescape_utf16_with};
pub use latin1_to_utf8::{latin1_to_utf8, latin1_to_utf8_bound, latin1_to_utf8_with};
pub use scan::{ByteClass, scan, scan_with};
pub use short_string::{ShortStringReader, short_string_with};
pub use tier::{Tier, TierUnavailable};
pub use utf8_to_utf16::{Utf8ToUtf16, utf8_to_utf16, utf8_to_utf16_with};
pub use utf8_validate::{utf8_validate, utf8_validate_with};
pub use utf16_to_utf8::{Utf16ToUtf8, utf16_to_utf8, utf16_to_utf8_with};
pub use vector::{Bytes16, STRING_WINDOW};
