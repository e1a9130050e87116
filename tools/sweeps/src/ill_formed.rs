//! Ill-formed UTF-8 of every kind, for all sweeps. The order is part of the ids: new kinds go to the end.

/// Bytes and their names.
pub(crate) const KINDS: [(&[u8], &str); 32] = [
    (b"\x80", "stray continuation byte 80"),
    (b"\xBF", "stray continuation byte BF"),
    (b"\xC0\x80", "overlong U+0000 in two bytes"),
    (b"\xC1\xBF", "overlong U+007F in two bytes"),
    (b"\xC3", "two-byte lead alone"),
    (b"\xC3\xFF", "two-byte lead before an impossible byte"),
    (b"\xC2\xC0", "two-byte lead before an overlong lead"),
    (b"\xC3\xE2\x82\xAC", "two-byte lead before a whole character"),
    (b"\xE0\x80\x80", "overlong U+0000 in three bytes"),
    (b"\xE0\x9F\xBF", "overlong U+07FF in three bytes"),
    (b"\xE1", "three-byte lead alone"),
    (b"\xE2\x82", "three-byte character without its last byte"),
    (b"\xE2\xFF", "three-byte lead before an impossible byte"),
    (b"\xE2\x82\xE2\x82\xAC", "cut character before a whole one"),
    (b"\xED\xA0\x80", "surrogate U+D800"),
    (b"\xED\xBF\xBF", "surrogate U+DFFF"),
    (b"\xED\xA0", "surrogate without its last byte"),
    (b"\xED\xA0\xBD\xED\xB8\x80", "surrogate pair in six bytes (CESU-8)"),
    (b"\xEF\xBF", "cut U+FFFD"),
    (b"\xF0\x80\x80\xAF", "overlong slash in four bytes"),
    (b"\xF0\x8F\xBF\xBF", "overlong U+FFFF in four bytes"),
    (b"\xF0", "four-byte lead alone"),
    (b"\xF0\x9F", "four-byte character cut after two bytes"),
    (b"\xF0\x9F\x98", "four-byte character cut after three bytes"),
    (b"\xF0\xFF", "four-byte lead before an impossible byte"),
    (b"\xF0\x28\x8C\xBC", "four-byte lead before ASCII and stray bytes"),
    (b"\xF4\x90\x80\x80", "U+110000"),
    (b"\xF5\x80\x80\x80", "lead F5, above all of Unicode"),
    (b"\xF8\x88\x80\x80\x80", "five-byte form"),
    (b"\xFE", "byte FE"),
    (b"\xFF", "byte FF"),
    (b"\xFF\xFE", "byte order mark of UTF-16"),
];

/// The kinds that are tried at every border: one of each error code and of each way to be cut.
pub(crate) const AT_BORDERS: [usize; 10] = [0, 2, 8, 11, 13, 14, 17, 23, 26, 30];

/// The bytes right after an ill-formed piece.
pub(crate) const FOLLOWERS: [(&[u8], &str); 5] = [
    (b"", "at the end"),
    (b"a", "before ASCII"),
    (b"\"", "before a quote"),
    (b"\xC3\xA9", "before a character"),
    (b"\x80", "before a stray continuation byte"),
];

/// The longest short text. Kernels take such a text by other code than a long one.
const SHORT: usize = 64;

/// Each of `kinds` at the end of texts of every length up to [`SHORT`]: its bytes, its name, and its place.
pub(crate) fn in_short(kinds: &[usize]) -> impl Iterator<Item = (&'static [u8], &'static str, usize)> {
    kinds.iter().flat_map(|&kind| {
        let (bytes, what) = KINDS[kind];
        (0..=SHORT - bytes.len()).map(move |place| (bytes, what, place))
    })
}
