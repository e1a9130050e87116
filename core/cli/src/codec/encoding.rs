//! Encodings of text: labels of the WHATWG Encoding Standard, and byte order marks.

use encoding_rs::{Encoding, REPLACEMENT, UTF_8};

/// How the bytes of an input become text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextEncoding {
    /// The bytes are UTF-8, and nothing is decoded.
    Utf8,
    /// UTF-8 or UTF-16 by the byte order mark; UTF-8 without one.
    Auto,
    /// An encoding of the standard. A byte order mark of UTF-8 or UTF-16 has precedence, as the standard says.
    Named(&'static Encoding),
}

/// Number of bytes after which a byte order mark is known.
pub(crate) const MARK_LEN: usize = 4;

/// Labels to suggest: the name of each encoding, and frequent other labels.
pub(crate) const LABELS: &[&str] = &[
    "auto",
    "utf-8",
    "utf-16",
    "utf-16le",
    "utf-16be",
    "windows-1252",
    "latin1",
    "ascii",
    "cp1252",
    "iso-8859-1",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-8-i",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "koi8-r",
    "koi8-u",
    "ibm866",
    "macintosh",
    "x-mac-cyrillic",
    "gbk",
    "gb2312",
    "gb18030",
    "big5",
    "euc-jp",
    "iso-2022-jp",
    "shift_jis",
    "euc-kr",
    "x-user-defined",
];

impl TextEncoding {
    /// The encoding of a label.
    pub(crate) fn of_label(label: &str) -> Result<Self, String> {
        if label.eq_ignore_ascii_case("auto") {
            return Ok(TextEncoding::Auto);
        }
        match Encoding::for_label(label.as_bytes()) {
            Some(encoding) if encoding == UTF_8 => Ok(TextEncoding::Utf8),
            Some(encoding) if encoding == REPLACEMENT => {
                Err("the WHATWG Encoding Standard has no decoder for this encoding, because it is unsafe".to_owned())
            }
            Some(encoding) => Ok(TextEncoding::Named(encoding)),
            None => Err(format!(
                "not a label of the WHATWG Encoding Standard; similar ones are {}",
                similar(label).join(", ")
            )),
        }
    }

    /// For messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            TextEncoding::Utf8 => UTF_8.name(),
            TextEncoding::Auto => "UTF-8 or UTF-16",
            TextEncoding::Named(encoding) => encoding.name(),
        }
    }

    /// The encoding of a text that begins with `head`, `None` for UTF-8, and the length of its byte order mark.
    pub(crate) fn at(self, head: &[u8]) -> (Option<&'static Encoding>, usize) {
        let by_default = match self {
            TextEncoding::Utf8 => return (None, 0),
            TextEncoding::Auto => None,
            TextEncoding::Named(encoding) => Some(encoding),
        };
        match Encoding::for_bom(head) {
            // The mark of UTF-32, which has no decoder. The bytes pass, and the diagnostic of their error names UTF-32.
            _ if self == TextEncoding::Auto && head.starts_with(b"\xFF\xFE\0\0") => (None, 0),
            Some((encoding, len)) => (Some(encoding).filter(|&encoding| encoding != UTF_8), len),
            None => (by_default, 0),
        }
    }
}

/// The labels with the fewest edits from `label`.
fn similar(label: &str) -> Vec<&'static str> {
    const SHOWN: usize = 3;
    const LONGEST: usize = 40;
    let plain = |label: &str| -> Vec<u8> {
        let signs = label.bytes().filter(u8::is_ascii_alphanumeric).take(LONGEST);
        signs.map(|byte| byte.to_ascii_lowercase()).collect()
    };
    let given = plain(label);
    let mut ranked: Vec<_> = LABELS.iter().map(|&known| (edits(&given, &plain(known)), known)).collect();
    // A stable sort, so that the order of the list decides between equals.
    ranked.sort_by_key(|&(edits, _)| edits);
    ranked.into_iter().take(SHOWN).map(|(_, known)| known).collect()
}

/// The fewest insertions, deletions and substitutions between `a` and `b`.
fn edits(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[column + 1];
            row[column + 1] = substituted.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_suggested_label_is_one() {
        for label in LABELS {
            assert!(TextEncoding::of_label(label).is_ok(), "{label}");
        }
        assert_eq!(TextEncoding::of_label(" UTF8\n"), Ok(TextEncoding::Utf8));
        assert_eq!(TextEncoding::of_label("latin1"), Ok(TextEncoding::Named(encoding_rs::WINDOWS_1252)));
    }

    #[test]
    fn unknown_labels_have_suggestions() {
        for (given, expected) in [
            ("utf16", "utf-16"),
            ("UTF_16-LE", "utf-16le"),
            ("win-1251", "windows-1251"),
            ("shiftjis", "shift_jis"),
            ("iso8859_15", "iso-8859-15"),
            ("", "auto"),
        ] {
            let near = similar(given);
            assert!(near.contains(&expected), "{given}: {near:?}");
        }
        assert!(TextEncoding::of_label("hz-gb-2312").unwrap_err().contains("unsafe"));
    }

    #[test]
    fn a_mark_has_precedence() {
        let le = TextEncoding::Named(encoding_rs::UTF_16LE);
        assert_eq!(le.at(b"\xFE\xFF\0a"), (Some(encoding_rs::UTF_16BE), 2));
        assert_eq!(le.at(b"\xEF\xBB\xBFa"), (None, 3));
        assert_eq!(le.at(b"a\0"), (Some(encoding_rs::UTF_16LE), 0));
        assert_eq!(TextEncoding::Auto.at(b"\xFF\xFEa\0"), (Some(encoding_rs::UTF_16LE), 2));
        assert_eq!(TextEncoding::Auto.at(b"\xFF\xFE\0\0"), (None, 0));
        assert_eq!(TextEncoding::Auto.at(b"text"), (None, 0));
        assert_eq!(TextEncoding::Utf8.at(b"\xFF\xFEa\0"), (None, 0));
    }
}
