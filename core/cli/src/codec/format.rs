//! The formats of streams, by their first bytes and by the names of files.

use std::path::Path;

/// A format of compressed data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    Gzip,
    Zstd,
}

/// Number of bytes after which the format is known.
pub(crate) const MAGIC_LEN: usize = 4;

impl Compression {
    /// For messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
        }
    }

    /// The format of data that begins with `head`; `None` if it is not compressed.
    pub(crate) fn of(head: &[u8]) -> Option<Self> {
        match head {
            // The third byte is the only method that RFC 1952 defines.
            [0x1F, 0x8B, 0x08, ..] => Some(Compression::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Compression::Zstd),
            // A skippable frame, with which parallel compressors begin.
            [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Compression::Zstd),
            _ => None,
        }
    }

    /// Whether more bytes after `head` may make it the beginning of compressed data.
    pub(crate) fn may_begin(head: &[u8]) -> bool {
        matches!(
            head,
            [0x1F]
                | [0x1F, 0x8B]
                | [0x28]
                | [0x28, 0xB5]
                | [0x28, 0xB5, 0x2F]
                | [0x50..=0x5F]
                | [0x50..=0x5F, 0x2A]
                | [0x50..=0x5F, 0x2A, 0x4D]
        )
    }

    /// The format that the name of a file announces.
    pub(crate) fn by_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "gz" => Some(Compression::Gzip),
            "zst" | "zstd" => Some(Compression::Zstd),
            _ => None,
        }
    }
}

/// A path without the extension of compressed data.
pub(crate) fn plain_path(path: &Path) -> &Path {
    match path.file_stem() {
        Some(stem) if Compression::by_name(path).is_some() => Path::new(stem),
        _ => path,
    }
}

/// A format that the name of a file announces, before the extension of compressed data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedFormat {
    Json,
    Ndjson,
    JsonSeq,
    Ion,
    IonBinary,
}

impl NamedFormat {
    /// The format by the extension; `None` for any other name.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        match plain_path(path).extension()?.to_str()? {
            "json" => Some(NamedFormat::Json),
            "ndjson" | "jsonl" => Some(NamedFormat::Ndjson),
            "json-seq" => Some(NamedFormat::JsonSeq),
            "ion" => Some(NamedFormat::Ion),
            "10n" => Some(NamedFormat::IonBinary),
            _ => None,
        }
    }
}

/// Whether data that begins with `head` is binary Ion, of any version. No UTF-8 begins like this.
pub(crate) fn is_binary_ion(head: &[u8]) -> bool {
    matches!(head, [0xE0, ..=0x7F, _, 0xEA, ..])
}

/// Whether more bytes after `head` may make it the beginning of binary Ion.
pub(crate) fn may_begin_binary_ion(head: &[u8]) -> bool {
    matches!(head, [] | [0xE0] | [0xE0, ..=0x7F] | [0xE0, ..=0x7F, _])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_ion_of_any_version_is_known_by_its_marker() {
        for marker in [b"\xE0\x01\x00\xEA", b"\xE0\x01\x01\xEA", b"\xE0\x02\x00\xEA"] {
            assert!(is_binary_ion(marker) && (0..4).all(|len| may_begin_binary_ion(&marker[..len])), "{marker:?}");
        }
        for text in [&b"a"[..], b"\xE0\xA0\x80\xEA", b"\xE0\x01\x00\x00", b"\xE0\xA0"] {
            assert!(!is_binary_ion(text) && !may_begin_binary_ion(text), "{text:?}");
        }
    }

    #[test]
    fn names_announce_formats() {
        let of = |name: &str| NamedFormat::of(Path::new(name));
        assert_eq!([of("a.json"), of("a.b.json.gz")], [Some(NamedFormat::Json); 2]);
        assert_eq!([of("a.ndjson"), of("a.jsonl.zst")], [Some(NamedFormat::Ndjson); 2]);
        assert_eq!(
            [of("d/a.json-seq"), of("a.ion"), of("a.10n.zstd")],
            [NamedFormat::JsonSeq, NamedFormat::Ion, NamedFormat::IonBinary].map(Some)
        );
        assert_eq!([of("-"), of("json"), of("a.txt"), of("a.json.bak"), of("a.gz")], [None; 5]);
    }

    #[test]
    fn every_beginning_of_a_magic_number_may_begin_it() {
        for magic in [&b"\x1f\x8b\x08"[..], b"\x28\xb5\x2f\xfd", b"\x50\x2a\x4d\x18", b"\x5f\x2a\x4d\x18"] {
            assert!(magic.len() <= MAGIC_LEN && Compression::of(magic).is_some());
            for len in 1..magic.len() {
                assert!(Compression::may_begin(&magic[..len]) && Compression::of(&magic[..len]).is_none());
            }
        }
        for text in [&b""[..], b"a", b"(a", b"P\n", b"\x1f\x8b\x09", b"{\"a\""] {
            assert!(!Compression::may_begin(text) && Compression::of(text).is_none(), "{text:?}");
        }
    }
}
