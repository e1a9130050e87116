//! The diagnostic names the format of input that is not UTF-8 text, with the remedy.

use crate::running::smill;
use std::path::Path;

/// A file name, the first bytes, their format, and a word of the remedy.
const KINDS: &[(&str, &[u8], &str, &str)] = &[
    ("xz", b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4\x46", "xz data", "xz -dc"),
    ("bzip2", b"BZh91AY&SY\xa1\x82\x95\x7d\0", "bzip2 data", "bzip2 -dc"),
    ("zip", b"PK\x03\x04\x14\0\0\0\x08\0\xff", "a zip archive", "unzip"),
    ("utf16-le", b"\xff\xfe{\0\"\0a\0\"\0", "UTF-16 text", "--encoding auto"),
    ("utf16-be", b"\xfe\xff\0{\0\"\0a\0\"", "UTF-16 text", "--encoding auto"),
    ("utf32-le", b"\xff\xfe\0\0{\0\0\0", "UTF-32 text", "-f UTF-32 "),
    ("utf32-be", b"\0\0\xfe\xff\0\0\0{", "UTF-32 text", "-f UTF-32 "),
];

/// UTF-16 and UTF-32 without a byte order mark. These bytes are UTF-8 too, so only a reader of JSON or Ion finds an error.
const WITHOUT_MARK: &[(&str, &[u8], &str, &str)] = &[
    ("utf16-le-no-mark", b"{\0\"\0a\0\"\0:\x001\0}\0", "UTF-16 text", "--encoding utf-16le"),
    ("utf16-be-no-mark", b"\0{\0\"\0a\0\"\0:\x001\0}", "UTF-16 text", "--encoding utf-16be"),
    ("utf32-le-no-mark", b"{\0\0\0\"\0\0\0", "UTF-32 text", "-f UTF-32LE"),
    ("utf32-be-no-mark", b"\0\0\0{\0\0\0\"", "UTF-32 text", "-f UTF-32BE"),
];

/// Packing keeps files as they are, so it does not decompress them.
const COMPRESSED: &[(&str, &[u8], &str, &str)] = &[
    ("gzip", b"\x1f\x8b\x08\0\0\0\0\0\x02\x03\xab\x56\x4a", "gzip data", "gzip -dc"),
    ("zstd", b"\x28\xb5\x2f\xfd\x04\x00\x39\x00\x00{}", "zstd data", "zstd -dc"),
];

/// Most commands do not read binary Ion.
const BINARY_ION: (&str, &[u8], &str, &str) = ("ion", b"\xe0\x01\x00\xea\x0f", "binary Ion", "smill convert --to ion");

const READERS: &[&[&str]] = &[
    &["check", "--format", "json"],
    &["check", "--format", "ndjson"],
    &["check", "--format", "ion"],
    &["check", "--format", "ndjson", "--rejects", "bad"],
    &["convert", "--from", "json", "--to", "ion"],
    &["convert", "--from", "ndjson", "--to", "ion", "--rejects", "bad"],
    &["convert", "--from", "ion", "--to", "ndjson"],
    &["convert", "--from", "ion", "--lines", "--to", "ndjson", "--rejects", "bad"],
    &["unescape"],
    &["unpack"],
];

const BYTES: &[&[&str]] = &[&["check"], &["escape"], &["pack"]];

fn names_it(folder: &Path, arguments: &[&str], (file, bytes, name, remedy): (&str, &[u8], &str, &str)) {
    std::fs::write(folder.join(file), bytes).unwrap();
    let call = smill(arguments.iter().copied().chain([file])).within(folder);
    let outcome = call.caught();
    let shown = format!("{arguments:?} {file}: {outcome:?}");
    assert_eq!(outcome.code, Some(3), "{shown}");
    assert!(outcome.err.starts_with(&format!("error: expected UTF-8 text, found {name}\n")), "{shown}");
    let help = outcome.err.lines().find(|line| line.contains("= help")).unwrap_or_else(|| panic!("{shown}"));
    assert!(help.contains(remedy), "{shown}");
    assert!(!folder.join("bad").exists(), "{shown}");
}

#[test]
fn input_that_is_not_text_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for &kind in KINDS {
        READERS.iter().chain(BYTES).for_each(|arguments| names_it(folder.path(), arguments, kind));
    }
    for arguments in READERS.iter().chain(BYTES) {
        let reads_ion = arguments.get(2) == Some(&"ion") && !arguments.contains(&"--lines");
        if !reads_ion && *arguments != ["check"] {
            names_it(folder.path(), arguments, BINARY_ION);
        }
    }
    COMPRESSED.iter().for_each(|&kind| names_it(folder.path(), &["pack"], kind));
    for &kind in WITHOUT_MARK {
        READERS.iter().for_each(|arguments| names_it(folder.path(), arguments, kind));
    }
}

#[test]
fn it_is_one_error_in_a_list() {
    let &(_, bytes, ..) = KINDS.iter().find(|kind| kind.0 == "xz").unwrap();
    let outcome = smill(["check", "--all"]).input([bytes, b"\xff\n\xff\n"].concat()).caught();
    assert_eq!(String::from_utf8(outcome.out).unwrap(), "stdin:1:1 (byte 0): expected UTF-8 text, found xz data\n");
}

#[test]
fn text_that_begins_alike_is_text() {
    for text in ["BZh1", "PK", "(\u{b5}", "\u{1f}\u{8b}"] {
        smill(["check"]).input(text).fine();
        let err = smill(["check", "--format", "json"]).input(text).fails(3);
        assert!(!err.contains("expected UTF-8"), "{err}");
    }
    // An error far from the start has another cause.
    let late = ["PK\x03\x04".as_bytes(), &[b' '; 64], b"\xff"].concat();
    let err = smill(["check"]).input(late).fails(3);
    assert!(err.contains("byte that never occurs in UTF-8: FF"), "{err}");
}
