//! Text between raw bytes, JSON and Amazon Ion at memory speed, with the same bytes and the same errors on every
//! machine and in every language.
//!
//! ```
//! use stringmill::{escape, unescape, validate};
//!
//! assert_eq!(escape("say \"hi\"\n"), r#"say \"hi\"\n"#); // borrows if nothing has to be escaped
//! assert_eq!(unescape(r"caf\u00e9 \ud83d\ude00")?, "café 😀");
//!
//! let error = validate(b"caf\xE9 au lait").unwrap_err();
//! assert_eq!(error.to_string(), "lead byte without its continuation bytes at byte 3");
//! # Ok::<(), stringmill::Error>(())
//! ```
//!
//! | task | call |
//! |---|---|
//! | one string | [`escape`], [`escape_into`], [`unescape`], [`unescape_into`], [`validate`] |
//! | a stream, `format!` | [`OperationWriter`](struct.OperationWriter.html), [`OperationReader`](struct.OperationReader.html), [`escaped`] |
//! | the strings of serde_json | [`ProfileFormatter`](struct.ProfileFormatter.html) |
//! | other escapes, or bytes that may be ill-formed | a [`Profile`] and an [`IllFormed`] policy, with [`json_escape`] |
//! | UTF-16, Latin-1, base64, numbers | [`utf8_to_utf16`], [`latin1_to_utf8`], [`base64_encode`], [`float64_write`] |
//! | JSON: check it, read it, records of a known shape | [`json`] |
//! | named texts, such as the files of a folder, as one JSON | [`pack`] |
//! | Ion: read and write it | [`ion`](ion/index.html) |
//! | JSON, NDJSON and Ion into one another, canonical JSON, repair | [`convert`](convert/index.html) |
//! | NDJSON into columns, with rejects and schema inference | [`columns`](columns/index.html) |
//!
//! **Kernels** such as [`json_escape`] take slices, never allocate, and return their [`Progress`]. With too little room,
//! or if more input follows, they stop after a whole unit. Each has a twin `…_with` that takes a [`Tier`].
//!
//! **Tiers** are sets of instructions: `avx512`, `avx2`, `sse42`, `neon`, `simd128` and `scalar`. [`Tier::best`] detects
//! the best once; the variable `STRINGMILL_TIER` forces one. All give the same bytes.
//!
//! **Errors** have an [`ErrorCode`], the same in every release, and the offset of the first unit that is wrong, from the
//! start of the input. [`locate`] gives its line and column, [`Error::remedy`] advice.
//!
//! **Features**
//!
//! - `std` (default): `columns`, `convert`, `ion`, the adaptors of `std::io`, and detection of tiers. Without it the crate is
//!   `no_std` and needs `alloc`; the tier is that of `-C target-cpu` and `-C target-feature`.
//! - `serde`: `json::from_slice`, values of serde out of JSON.
//! - `serde_json`: `ProfileFormatter`, which writes the strings of serde_json under any profile.
//!
//! **Rust 1.89** or newer is needed: the first in which AVX-512 is stable. Figures of **speed** beside other crates, with
//! their records, are in [docs/speed.md](https://github.com/stringmill/stringmill/blob/main/docs/speed.md).

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

/// Records of NDJSON into columns of Arrow's layout, with rejects and their places.
#[cfg(feature = "std")]
pub use stringmill_columns as columns;
/// Conversion between JSON, NDJSON and Ion text, with counts of losses.
#[cfg(feature = "std")]
pub use stringmill_convert as convert;
/// Reader and writer of Ion text, one value at a time.
#[cfg(feature = "std")]
pub use stringmill_ion as ion;
/// Check and pull reader of JSON text; records of known members. Constant memory.
pub use stringmill_json as json;
#[doc(inline)]
pub use stringmill_json::pack;
pub use stringmill_kernels::{
    Base64Decode, Base64Encode, ByteClass, JsonEscape, JsonEscapeLatin1, JsonEscapeUtf16, JsonUnescape, Tier,
    TierUnavailable, Utf8ToUtf16, Utf16ToUtf8, base64_decode, base64_decode_with, base64_encode, base64_encode_with,
    json_escape, json_escape_latin1, json_escape_latin1_with, json_escape_utf16, json_escape_utf16_with,
    json_escape_with, json_unescape, json_unescape_utf16, json_unescape_utf16_with, json_unescape_with, latin1_to_utf8,
    latin1_to_utf8_bound, latin1_to_utf8_with, scan, scan_with, utf8_to_utf16, utf8_to_utf16_with, utf8_validate,
    utf8_validate_with, utf16_to_utf8, utf16_to_utf8_with,
};
// A host that makes values of its own reads a number where it finds it.
#[doc(hidden)]
pub use stringmill_numbers::DecimalText;
pub use stringmill_numbers::{FloatWrite, NUMBER_ROOM, float32_write, float64_write, int64_write, uint64_write};
pub use stringmill_outcome::{Chunk, Error, ErrorCode, Place, Position, Progress, Repairs, Span, locate};
pub use stringmill_profile::{
    AsciiEscape, Base64Alphabet, Base64Padding, CodeRange, FloatShape, HexCase, IllFormed, IllFormedUtf16,
    LoneSurrogates, Profile, ProfileOption, ProfileRow, TrailingBits, UnicodeForm, UnknownProfile, WhiteSpace,
};
#[cfg(feature = "serde_json")]
pub use stringmill_text::ProfileFormatter;
pub use stringmill_text::{
    Escape, EscapedStr, Operation, Unescape, escape, escape_into, escaped, unescape, unescape_into, validate,
};
#[cfg(feature = "std")]
pub use stringmill_text::{
    EscapeReader, EscapeWriter, OperationReader, OperationWriter, UnescapeReader, UnescapeWriter,
};
