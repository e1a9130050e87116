//! Recognises the format of input that is not text by its first bytes, so that a diagnostic can name it.

use crate::input::window::Scene;

/// A kind of input that is not UTF-8 text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    /// The name of the format, which messages write after "found".
    pub(crate) name: &'static str,
    /// How to convert it to text.
    pub(crate) remedy: &'static str,
}

/// First bytes, format, remedy. An entry precedes every entry that is a prefix of it.
const KNOWN: &[(&[u8], &str, &str)] = &[
    (b"\x1f\x8b\x08", "gzip data", "decompress it first: gzip -dc FILE | smill ..."),
    (b"\x28\xb5\x2f\xfd", "zstd data", "decompress it first: zstd -dc FILE | smill ..."),
    (b"\xfd7zXZ\0", "xz data", "decompress it first: xz -dc FILE | smill ..."),
    (b"PK\x03\x04", "a zip archive", "extract it first: unzip FILE"),
    (b"\xe0\x01\x00\xea", "binary Ion", "smill convert --to ion FILE writes it as Ion text"),
    (b"\xff\xfe\0\0", "UTF-32 text", UTF_32),
    (b"\0\0\xfe\xff", "UTF-32 text", UTF_32),
    (b"\xff\xfe", "UTF-16 text", "--encoding auto decodes it"),
    (b"\xfe\xff", "UTF-16 text", "--encoding auto decodes it"),
];

const UTF_32: &str = "convert it first: iconv -f UTF-32 -t UTF-8 FILE | smill ...";

/// Largest offset of an error that the format explains.
const REACH: usize = 32;

impl Signature {
    /// The format of an input that is not text, if the error of `scene` is near its start.
    pub(crate) fn of_scene(scene: &Scene) -> Option<Self> {
        let starts = scene.offset == scene.before.len() as u64 && scene.before.len() <= REACH;
        starts.then(|| Self::of(&[&scene.before[..], &scene.after].concat())).flatten()
    }

    /// The format of an input that begins with `head`, if it is not text.
    pub(crate) fn of(head: &[u8]) -> Option<Self> {
        let known = KNOWN.iter().find(|(bytes, ..)| head.starts_with(bytes));
        let known = known.map(|&(_, name, remedy)| Signature { name, remedy });
        known.or_else(|| bzip2(head)).or_else(|| without_mark(head))
    }
}

/// bzip2 data: `BZh`, a digit, and the magic number of a block. A text may begin with `BZh`.
fn bzip2(head: &[u8]) -> Option<Signature> {
    let found = head.starts_with(b"BZh") && head.get(4..10) == Some(b"1AY&SY");
    found.then_some(Signature { name: "bzip2 data", remedy: "decompress it first: bzip2 -dc FILE | smill ..." })
}

/// UTF-16 or UTF-32 without a byte order mark: no JSON or Ion text has a NUL among its first characters.
fn without_mark(head: &[u8]) -> Option<Signature> {
    let (name, remedy) = match head.first_chunk::<4>()?.map(|byte| byte != 0) {
        [false, false, false, true] => ("UTF-32 text", "convert it first: iconv -f UTF-32BE -t UTF-8 FILE | smill ..."),
        [true, false, false, false] => ("UTF-32 text", "convert it first: iconv -f UTF-32LE -t UTF-8 FILE | smill ..."),
        [false, true, false, true] => ("UTF-16 text", "--encoding utf-16be decodes it"),
        [true, false, true, false] => ("UTF-16 text", "--encoding utf-16le decodes it"),
        _ => return None,
    };
    Some(Signature { name, remedy })
}
