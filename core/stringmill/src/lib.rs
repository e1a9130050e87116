//! stringmill converts text between raw bytes, JSON and Amazon Ion at memory speed, with the same errors and the same bytes on
//! every machine and in every language.
//!
//! This crate is the public Rust API; it only re-exports the other crates.
//!
//! ```
//! use stringmill::{Chunk, IllFormed, JsonEscape, Profile, Repairs, json_escape};
//!
//! const RULES: JsonEscape<'static> = match JsonEscape::new(&Profile::JSON, IllFormed::Replace) {
//!     Ok(rules) => rules,
//!     Err(_) => panic!("the profile takes the policy"),
//! };
//! let src = b"caf\xE9 says \"hi\"\n";
//! let mut dst = vec![0; RULES.bound(src.len()).unwrap()];
//! let mut repairs = Repairs::default();
//! let done = json_escape(&RULES, src, &mut dst, Chunk::Last, &mut repairs)?;
//! assert_eq!(&dst[..done.written], "caf\u{FFFD} says \\\"hi\\\"\\n".as_bytes());
//! assert_eq!((repairs.count, repairs.first), (1, Some(3)));
//! # Ok::<(), stringmill::Error>(())
//! ```
//!
//! Numbers:
//!
//! ```
//! use stringmill::{FloatShape, FloatWrite, NUMBER_ROOM, float64_write, int64_write};
//!
//! const PHP: FloatWrite = FloatWrite::new(&FloatShape::PHP);
//! let mut dst = [0; NUMBER_ROOM];
//! let len = float64_write(&PHP, 1e25, &mut dst)?;
//! assert_eq!(&dst[..len], b"1.0e+25");
//! let len = int64_write(-12, &mut dst)?;
//! assert_eq!(&dst[..len], b"-12");
//! # Ok::<(), stringmill::ErrorCode>(())
//! ```

#![forbid(unsafe_code)]

/// Conversion between JSON, NDJSON and Ion text, with counts of losses.
pub use stringmill_convert as convert;
/// Reader and writer of Ion text, one value at a time.
pub use stringmill_ion as ion;
/// Check of JSON text; named texts as one object or as NDJSON; records. Constant memory.
pub use stringmill_json as json;
pub use stringmill_kernels::{
    Base64Decode, Base64Encode, Class, JsonEscape, JsonEscapeLatin1, JsonEscapeUtf16, JsonUnescape, Tier,
    TierUnavailable, Utf8ToUtf16, Utf16ToUtf8, base64_decode, base64_decode_with, base64_encode, base64_encode_with,
    json_escape, json_escape_latin1, json_escape_latin1_with, json_escape_utf16, json_escape_utf16_with,
    json_escape_with, json_unescape, json_unescape_utf16, json_unescape_utf16_with, json_unescape_with, latin1_to_utf8,
    latin1_to_utf8_bound, latin1_to_utf8_with, scan, scan_with, utf8_to_utf16, utf8_to_utf16_with, utf8_validate,
    utf8_validate_with, utf16_to_utf8, utf16_to_utf8_with,
};
pub use stringmill_numbers::{FloatWrite, NUMBER_ROOM, float32_write, float64_write, int64_write, uint64_write};
pub use stringmill_outcome::{Chunk, Error, ErrorCode, Place, Position, Progress, Repairs, Span, locate};
pub use stringmill_profile::{
    AsciiEscape, Base64Alphabet, Base64Padding, CodeRange, FloatShape, HexCase, IllFormed, IllFormedUtf16,
    LoneSurrogates, Profile, ProfileOption, ProfileRow, TrailingBits, UnicodeForm, UnknownProfile, WhiteSpace,
};
#[cfg(feature = "serde_json")]
pub use stringmill_text::ProfileFormatter;
pub use stringmill_text::{
    Escape, EscapeReader, EscapeWriter, Escaped, Operation, Reader, Unescape, UnescapeReader, UnescapeWriter, Writer,
    escape, escape_into, escaped, unescape, unescape_into, validate,
};
