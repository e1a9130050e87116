//! Pieces of text that tests put at each place of others: one list of each kind.

/// Ill-formed sequences of each kind of table 3-7, and sequences cut after each byte.
pub(crate) const ILL_FORMED: &[&[u8]] = &[
    b"\x80",
    b"\xBF\xBF",
    b"\xC0\xAF",
    b"\xC1",
    b"\xC3",
    b"\xC3\xFF",
    b"\xC3\xC3\xA9",
    b"\xE2\x82",
    b"\xE2\x28\xA1",
    b"\xE0\x80\xAF",
    b"\xE0\x9F\xBF",
    b"\xED\xA0",
    b"\xED\xA0\x80",
    b"\xEF\xBF",
    b"\xF0\x9F\x98",
    b"\xF0\x80\x80\xAF",
    b"\xF4\x90\x80\x80",
    b"\xF5\x80\x80\x80",
    b"\xFF",
    b"\xFF\xFE",
];

/// Escapes of each kind, with lone surrogates and pairs.
pub(crate) const ESCAPES: &[&[u8]] = &[
    b"\\n",
    b"\\\\",
    b"\\\"",
    b"\\/",
    b"\\u00e9",
    b"\\u0041",
    b"\\u6F22",
    b"\\uD83D\\uDE00",
    b"\\ud83d",
    b"\\udc80",
    b"\\udcff",
    b"\\ud83d\\u0061",
    b"\\u0000",
];

/// Escapes that are cut, or that JSON does not have.
pub(crate) const BROKEN_ESCAPES: &[&[u8]] = &[b"\\", b"\\u", b"\\u12", b"\\u12g4", b"\\u00g4", b"\\u004", b"\\x"];
