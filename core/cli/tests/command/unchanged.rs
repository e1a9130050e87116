//! `--in-place` leaves a file alone if there is nothing to change.

use crate::compressed::{gzip, text_of, zstd};
use crate::running::smill;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, SystemTime};
use tempfile::tempdir;

/// Each command that has `--in-place`, and a text that it writes as it is.
const FIXED: [(&[&str], &str); 12] = [
    (&["clean"], "caf\u{e9}\nline\n"),
    (&["clean", "-c", "--strip-bom"], ""),
    (&["clean", "--encoding", "latin1"], "plain\n"),
    (&["escape", "--lines", "--bare"], "one\ntwo\n"),
    (&["unescape", "--bare"], "abc"),
    (&["unescape", "--lines", "--bare"], "one\ntwo\n"),
    (&["repair", "--format", "json"], "{\"a\" : [1]}\n"),
    (&["repair", "--format", "ndjson"], "{\"a\":1}\n\n[2]\n"),
    (&["convert", "--from", "json", "--to", "json"], "{\"a\":[1,2.50]}\n"),
    (&["convert", "--from", "ndjson", "--to", "ndjson"], "1\n[2]\n"),
    (&["canon"], "{\"a\":[1,2]}"),
    (&["canon", "--pretty"], "{\n  \"a\": 1\n}\n"),
];

/// Inode, time and bytes: a new file has another inode and the time of now.
fn state(path: &Path) -> (u64, SystemTime, Vec<u8>) {
    let facts = fs::metadata(path).unwrap();
    (facts.ino(), facts.modified().unwrap(), fs::read(path).unwrap())
}

fn write_old(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap();
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    fs::File::options().write(true).open(path).unwrap().set_modified(long_ago).unwrap();
}

fn with<'a>(command: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [command, more].concat()
}

#[test]
fn a_file_with_nothing_to_change_is_left_alone() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("f");
    for (command, text) in FIXED {
        let members = [gzip(text.as_bytes()), gzip(b"")].concat();
        for bytes in [text.as_bytes().to_vec(), gzip(text.as_bytes()), members, zstd(text.as_bytes())] {
            write_old(&path, &bytes);
            let before = state(&path);
            smill(with(command, &["-i", "f"])).within(folder.path()).fine();
            assert_eq!(state(&path), before, "{command:?}");
            let told = smill(with(command, &["-v", "-i", "f"])).within(folder.path()).caught();
            assert!(told.err.contains("done: f has nothing to change and is left alone\n"), "{}", told.err);
            assert_eq!((told.code, state(&path)), (Some(0), before), "{command:?}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary stays");
    }
}

/// The text is compared to its end, and over the borders of blocks.
#[test]
fn one_byte_of_difference_is_written() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("f");
    for len in [1, 65_535, 65_536, 65_537, 131_071, 131_072, 400_001] {
        let text = "x".repeat(len);
        for (before, after) in [
            (format!("{text}\r"), format!("{text}\n")),
            (format!("\r\n{text}"), format!("\n{text}")),
            (format!("{text}\r\n"), format!("{text}\n")),
            (format!("\u{FEFF}{text}"), text.clone()),
        ] {
            for bytes in [before.as_bytes().to_vec(), gzip(before.as_bytes()), zstd(before.as_bytes())] {
                write_old(&path, &bytes);
                let (old, time, _) = state(&path);
                let outcome =
                    smill(["clean", "-q", "-v", "-c", "--strip-bom", "-i", "f"]).within(folder.path()).caught();
                assert!(outcome.code == Some(0) && !outcome.err.contains("nothing to change"), "{}", outcome.err);
                let (new, now, written) = state(&path);
                assert!(new != old && now > time, "{len}");
                let written = if bytes == before.as_bytes() { written } else { text_of(&written) };
                assert!(written == after.as_bytes(), "{len}");
            }
        }
    }
}

/// The text is the same, but not the bytes of the file.
#[test]
fn another_compression_or_encoding_is_a_change() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("f");
    let utf16: Vec<u8> = "plain\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, options, expected) in [
        (b"plain\n".to_vec(), &["--compress", "zstd"][..], zstd(b"plain\n")),
        (gzip(b"plain\n"), &["--compress", "none"], b"plain\n".to_vec()),
        (gzip(b"plain\n"), &["--compress", "zstd"], zstd(b"plain\n")),
        (utf16, &["--encoding", "utf-16le"], b"plain\n".to_vec()),
        (b"caf\xE9".to_vec(), &["--encoding", "latin1"], "caf\u{e9}".as_bytes().to_vec()),
    ] {
        write_old(&path, &bytes);
        smill(with(&["clean", "-i", "f"], options)).within(folder.path()).fine();
        assert!(state(&path).2 == expected, "{options:?}");
    }
    // --output asks for a new file.
    write_old(&path, b"plain\n");
    let (old, ..) = state(&path);
    smill(["clean", "-o", "f", "f"]).within(folder.path()).fine();
    assert_ne!(state(&path).0, old);
}

#[test]
fn reports_and_errors_of_a_file_left_alone_are_written() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("f.ndjson");
    write_old(&path, b"1\n");
    let before = state(&path);
    let outcome = smill(["convert", "--from", "json", "--to", "json", "--report", "-i", "f.ndjson"])
        .within(folder.path())
        .caught();
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(0), "{\"source\":\"f.ndjson\",\"losses\":{}}\n"));
    assert_eq!(state(&path), before);
    write_old(&path, b"[1,\n");
    let before = state(&path);
    smill(["convert", "--from", "json", "--to", "json", "-i", "f.ndjson"]).within(folder.path()).fails(3);
    assert_eq!(state(&path), before);
}
