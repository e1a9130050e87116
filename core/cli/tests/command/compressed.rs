//! Compressed input and output: gzip with all its members, zstd with all its frames.

use crate::faults::{EIO, Fault, NOTHING, says, sweep_on};
use crate::live::{Live, PATIENCE};
use crate::running::{Numbers, literal, smill};
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use tempfile::tempdir;

pub(crate) fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn zstd(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn text_of(compressed: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    match compressed {
        [0x1F, 0x8B, ..] => MultiGzDecoder::new(compressed).read_to_end(&mut text).unwrap(),
        _ => zstd::Decoder::new(compressed).unwrap().read_to_end(&mut text).unwrap(),
    };
    text
}

/// `text` in each form, in several pieces.
fn forms(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let pieces: Vec<&[u8]> = text.chunks(text.len() / 3 + 1).collect();
    let joined = |one: fn(&[u8]) -> Vec<u8>| pieces.iter().flat_map(|piece| one(piece)).collect::<Vec<u8>>();
    // A frame that decoders skip, as those of pzstd and of seekable data.
    let skipped = b"\x53\x2a\x4d\x18\x03\0\0\0abc".to_vec();
    vec![
        ("gzip", gzip(text)),
        ("gzip of many members", [gzip(b""), joined(gzip), gzip(b"")].concat()),
        ("zstd", zstd(text)),
        ("zstd of many frames", [&skipped[..], &joined(zstd), &skipped].concat()),
    ]
}

/// Commands and their input.
fn readers() -> Vec<(&'static [&'static str], Vec<u8>)> {
    let text = Numbers(21).text(700_000);
    let lines: String = (0..20_000).map(|at| format!("{{\"id\":{at},\"name\":\"text\"}}\n")).collect();
    vec![
        (&["escape"], text.clone()),
        (&["unescape"], literal(&text).into_bytes()),
        (&["convert", "--from", "ndjson", "--to", "ion"], lines.clone().into_bytes()),
        (&["convert", "--from", "json", "--to", "json", "--pretty"], format!("[{}]", literal(&text)).into_bytes()),
        (&["check"], text.clone()),
        (&["check", "--format", "ndjson", "--rejects", "bad", "--pass"], lines.clone().into_bytes()),
    ]
}

#[test]
fn compressed_input_is_read_as_its_text() {
    let folder = tempdir().unwrap();
    for (arguments, text) in readers() {
        let expected = smill(arguments).within(folder.path()).input(&text).fine();
        for (form, bytes) in forms(&text) {
            let out = smill(arguments).within(folder.path()).input(&bytes).fine();
            assert!(out == expected, "{arguments:?} {form} from a pipe");
            fs::write(folder.path().join("in"), &bytes).unwrap();
            let out = smill([arguments, &["in"]].concat()).within(folder.path()).fine();
            assert!(out == expected, "{arguments:?} {form} from a file");
        }
    }
}

#[test]
fn a_packed_folder_may_be_compressed() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("d")).unwrap();
    fs::write(folder.path().join("d/a"), "text").unwrap();
    for name in ["all.json.gz", "all.json.zst"] {
        smill(["pack", "-j", "2", "-o", name, "d"]).within(folder.path()).fine();
        assert_eq!(text_of(&fs::read(folder.path().join(name)).unwrap()), b"{\n\"d/a\":\"text\"\n}\n");
        smill(["unpack", "-C", "copy", "--force", name]).within(folder.path()).fine();
        assert_eq!(fs::read(folder.path().join("copy/d/a")).unwrap(), b"text");
    }
}

#[test]
fn output_is_compressed_by_name_or_by_option() {
    let folder = tempdir().unwrap();
    let written = |name: &str| fs::read(folder.path().join(name)).unwrap();
    for (arguments, text) in readers().into_iter().filter(|(arguments, _)| *arguments != ["check"]) {
        let run = |more: &[&str]| smill([arguments, more].concat()).within(folder.path()).input(&text).fine();
        let plain = run(&[]);
        for (format, magic, names) in [
            ("gzip", &b"\x1f\x8b\x08"[..], &["a.gz", "b.json.gz"][..]),
            ("zstd", b"\x28\xb5\x2f\xfd", &["a.zst", "b.zstd"]),
        ] {
            let out = run(&["--compress", format]);
            assert!(out.starts_with(magic) && text_of(&out) == plain, "{arguments:?} {format}");
            for name in names {
                assert_eq!(run(&["-o", name]), b"");
                assert!(written(name).starts_with(magic) && text_of(&written(name)) == plain, "{name}");
                run(&["--compress", "none", "-o", name]);
                assert!(written(name) == plain, "{name}");
            }
            run(&["--compress", format, "-o", "plain"]);
            assert!(written("plain").starts_with(magic), "{arguments:?} {format}");
        }
    }
    let err = smill(["check", "--compress", "gzip"]).fails(2);
    assert_eq!(err, "error: --output and --compress require --pass\n");
}

/// In place, the file stays in its form, whatever its name.
#[test]
fn a_compressed_file_is_changed_in_place() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.json");
    for (form, bytes) in forms(b"{\"a\" : 1}").into_iter().chain([("plain", b"{\"a\" : 1}".to_vec())]) {
        fs::write(&path, &bytes).unwrap();
        smill(["convert", "--to", "json", "-i", "a.json"]).within(folder.path()).fine();
        let now = fs::read(&path).unwrap();
        let first = if form.starts_with("gzip") { 0x1F } else { 0x28 };
        assert!(form == "plain" || now[0] == first, "{form}");
        let text = if form == "plain" { now } else { text_of(&now) };
        assert_eq!(text, b"{\"a\":1}\n", "{form}");
    }
    smill(["convert", "--to", "json", "-i", "--compress", "gzip", "a.json"]).within(folder.path()).fine();
    assert_eq!(text_of(&fs::read(&path).unwrap()), b"{\"a\":1}\n");
    // The inner name says the format of the text.
    fs::rename(&path, folder.path().join("a.json.gz")).unwrap();
    assert_eq!(smill(["convert", "--to", "ion", "a.json.gz"]).within(folder.path()).fine(), b"{a:1}\n");
}

/// The pictures of the errors, to the byte.
#[test]
fn damaged_data_is_an_error_with_its_place() {
    let (gz, zst) = (gzip(b"{\"a\":1}\n"), zstd(b"{\"a\":1}\n"));
    let cut = |bytes: &[u8]| bytes[..bytes.len() - 1].to_vec();
    let mut flipped = gz.clone();
    flipped[gz.len() - 8] ^= 1;
    let mut flipped_zstd = zst.clone();
    flipped_zstd[zst.len() - 1] ^= 1;
    let cases = [
        (cut(&gz), "gzip data ends early", format!("{} of the gzip", gz.len() - 1), "copy it again"),
        (cut(&zst), "zstd data ends early", format!("{} of the zstd", zst.len() - 1), "copy it again"),
        (flipped, "corrupt gzip data: incorrect data check", format!("{} of the gzip", gz.len() - 4), "copy it again"),
        (flipped_zstd, "corrupt zstd data: restored data doesn't match checksum", "0 of the zstd".to_owned(), "copy"),
        ([&gz[..], b"text"].concat(), "bytes that are not gzip data follow it", format!("{} of", gz.len()), "head -c"),
        (
            [&zst[..], b"text"].concat(),
            "bytes that are not zstd data follow it",
            format!("{} of", zst.len()),
            "head -c",
        ),
        (
            [&gz[..], &[0; 512]].concat(),
            "bytes that are not gzip data follow it",
            format!("{} of", gz.len()),
            "head -c",
        ),
    ];
    for (bytes, what, place, help) in cases {
        for arguments in [&["check"][..], &["convert", "--from", "ndjson", "--to", "ion"]] {
            let err = smill(arguments).input(&bytes).fails(3);
            let [first, second, third] = err.lines().collect::<Vec<_>>()[..] else { panic!("{err}") };
            assert_eq!(first, format!("error: {what}"));
            assert!(second.starts_with(&format!("  --> stdin (after byte {place}")), "{err}");
            assert!(third.starts_with("   = help ") && third.contains(help), "{err}");
        }
    }
    let err = smill(["check"]).input([&gz[..], b"x"].concat()).fails(3);
    let size = gz.len();
    let expected = format!(
        "\
error: bytes that are not gzip data follow it
  --> stdin (after byte {size} of the gzip data and 8 bytes of text)
   = help the bytes before them are complete; cut the rest off, as with head -c
"
    );
    assert_eq!(err, expected);
}

/// Whatever bit is flipped and wherever the data ends: the text is whole, or the command fails.
#[test]
fn no_damage_is_silent() {
    let folder = tempdir().unwrap();
    let text = b"{\"id\":1,\"name\":\"text\"}\n{\"id\":2,\"name\":\"text\"}\n";
    for (form, bytes) in forms(text) {
        let cuts = (0..bytes.len()).map(|len| bytes[..len].to_vec());
        let flips = (0..bytes.len()).map(|at| {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            flipped
        });
        // The last member or frame may be lost as a whole: no decoder can know that there was one.
        for (at, damaged) in cuts.chain(flips).enumerate() {
            fs::write(folder.path().join("old"), "old").unwrap();
            let call = smill(["convert", "--from", "ndjson", "--to", "ndjson", "-o", "old"]).within(folder.path());
            let outcome = call.input(&damaged).caught();
            let now = fs::read(folder.path().join("old")).unwrap();
            match outcome.code {
                Some(0) => assert!(text.starts_with(&now) || now == b"", "{form} {at}"),
                Some(3 | 5) => assert_eq!(now, b"old", "{form} {at}"),
                code => panic!("{form} {at}: {code:?} {}", outcome.err),
            }
            // Single members and frames have a checksum.
            if ["gzip", "zstd"].contains(&form) && outcome.code == Some(0) {
                assert!(now == text || damaged.is_empty(), "{form} {at}");
            }
        }
    }
}

#[test]
fn a_bomb_ends_at_the_limit() {
    let bomb = vec![b'a'; 72 << 20];
    for (format, bytes) in [("gzip", gzip(&bomb)), ("zstd", zstd(&bomb))] {
        let err = smill(["check"]).input(&bytes).fails(5);
        assert!(
            err.starts_with(&format!("error: {format} data expands beyond the limit\n  --> stdin (after byte ")),
            "{err}"
        );
        assert!(err.contains("--max-ratio"), "{err}");
        smill(["check", "--max-ratio", "1000000"]).input(&bytes).fine();
        smill(["check", "--max-ratio", "0"]).input(&bytes).fails(2);
    }
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(29).unwrap();
    encoder.write_all(b"text").unwrap();
    encoder.flush().unwrap();
    encoder.write_all(b"text").unwrap();
    let err = smill(["check"]).input(encoder.finish().unwrap()).fails(5);
    assert!(
        err.starts_with("error: zstd data demands a window of more than 128 MiB\n  --> stdin (after byte 0"),
        "{err}"
    );
}

/// Each record passes when its bytes have come, in and out.
#[test]
fn compressed_streams_are_live() {
    let mut live = Live::begin(&["convert", "--from", "ndjson", "--to", "ion"]);
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    let mut gzipped = |text: &[u8]| {
        encoder.write_all(text).unwrap();
        encoder.flush().unwrap();
        std::mem::take(encoder.get_mut())
    };
    live.exchange(&gzipped(b"{\"a\":1}\n"), "{a:1}\n");
    live.exchange(&gzipped(b"[2]\n{\"b\":"), "[2]\n");
    live.exchange(&gzipped(b"3}\n"), "{b:3}\n");
    // The end of the stream is missing.
    assert_eq!(live.end(), (Some(3), String::new()));

    let mut live = Live::begin(&["convert", "--from", "ndjson", "--to", "ndjson", "--compress", "zstd"]);
    let mut decoder = zstd::stream::raw::Decoder::new().unwrap();
    for line in [&b"{\"a\":1}\n"[..], b"[2]\n"] {
        live.child.stdin.as_mut().unwrap().write_all(line).unwrap();
        let mut text = Vec::new();
        while text.len() < line.len() {
            let bytes = live.output.recv_timeout(PATIENCE).expect("the record comes");
            let mut room = [0; 1000];
            let done = zstd::stream::raw::Operation::run_on_buffers(&mut decoder, &bytes, &mut room).unwrap();
            text.extend_from_slice(&room[..done.bytes_written]);
        }
        assert_eq!(text, line);
    }
    assert_eq!(live.end().0, Some(0));
}

#[test]
fn a_failed_read_of_compressed_data_is_reported() {
    let text = Numbers(2).text(900_000);
    let escaped = format!("{}\n", literal(&text)).into_bytes();
    for (form, bytes) in forms(&text) {
        let happened = sweep_on(
            NOTHING,
            Fault("read", EIO),
            &["escape", "f"],
            b"",
            |folder| fs::write(folder.join("f"), &bytes).unwrap(),
            |_, faulty| match faulty.outcome.code {
                Some(0) => assert!(!faulty.happened && faulty.outcome.out == escaped, "{form}"),
                _ => says(faulty, Fault("read", EIO)),
            },
        );
        assert!(happened > 1, "{form}");
    }
}

/// The look ahead for the text after an error must not hide that the input cannot be read to its end.
#[test]
fn damage_after_an_error_is_reported_with_its_place() {
    let commands: [&[&str]; 6] = [
        &["check", "--all"],
        &["check", "--all", "--format", "ndjson"],
        &["check", "--all", "--format", "json-seq"],
        &["check", "--format", "ndjson", "--rejects", "bad"],
        &["convert", "--from", "ndjson", "--to", "ndjson", "--rejects", "bad"],
        &["repair", "--format", "ndjson", "--rejects", "bad"],
    ];
    let folder = tempdir().unwrap();
    for lines in [1, 20_000] {
        let text = b"bad \xFF\nmore\n".repeat(lines);
        for whole in [gzip(&text), zstd(&text)] {
            let cut = whole[..whole.len() - 2].to_vec();
            let mut damaged = whole.clone();
            *damaged.last_mut().unwrap() ^= 0x55;
            let followed = [&whole[..], b"not compressed"].concat();
            for (damage, bytes) in [("cut", cut), ("damaged", damaged), ("followed", followed)] {
                for arguments in commands {
                    let err = smill(arguments).within(folder.path()).input(&bytes).fails(3);
                    assert!(err.contains("--> stdin (after byte "), "{arguments:?} {damage} {lines}: {err}");
                }
            }
        }
    }
}

#[test]
fn a_failed_read_after_an_error_is_reported() {
    for arguments in [&["check", "--all", "f"][..], &["check", "--all", "--format", "ndjson", "f"]] {
        let prepare = |folder: &Path| fs::write(folder.join("f"), b"bad \xFF\n").unwrap();
        let happened =
            sweep_on(NOTHING, Fault("read", EIO), arguments, b"", prepare, |_, faulty| match faulty.happened {
                true => says(faulty, Fault("read", EIO)),
                false => assert_eq!(faulty.outcome.code, Some(3)),
            });
        assert!(happened > 1, "{arguments:?}");
    }
}
