//! `smill check --format ion`.

use crate::running::{Numbers, literal, smill};

const CHECK: [&str; 4] = ["check", "--format", "ion", "-"];

#[test]
fn valid_ion_is_silent_and_invalid_ion_has_a_diagnostic() {
    let ion =
        "$ion_1_0\nlog::{id:0x1F, at:2024-01-01T, 'two words':(a + 1.5d3), b:{{aGVsbG8=}}} // done\n'''a'''\n'''b'''";
    assert_eq!(smill(CHECK).input(ion).fine(), b"");
    assert_eq!(smill(CHECK).input("").fine(), b"");
    let expected = "\
error: bracket closes another kind of container, found }
  --> stdin:2:13 (byte 18), record 1
   |
 2 | b: [1, (a b)}
   |             ^
   = hex  20 62 29 [7d] 0a
   = help close the container with the bracket of its own kind
";
    assert_eq!(smill(CHECK).input("{a:1,\nb: [1, (a b)}\n").fails(3), expected);
    let listed = smill(["check", "--all", "--format", "ion", "-"]).input("[1,\n\u{e9}]").caught();
    assert_eq!(listed.code, Some(3));
    assert_eq!(
        String::from_utf8(listed.out).unwrap(),
        "stdin:2:1 (byte 4), record 1: expected an Ion value, found \u{e9}\n"
    );
}

/// By its version marker, whatever the name; by a name in .10n, whatever the bytes.
#[test]
fn binary_ion_is_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let good = [&b"\xE0\x01\x00\xEA\xD3\x84\x21\x05"[..], &b"\x83abc".repeat(100_000)].concat();
    let bad = [&good[..], b"\xF0"].concat();
    for name in ["good", "good.10n"] {
        std::fs::write(folder.path().join(name), &good).unwrap();
    }
    std::fs::write(folder.path().join("bad.10n"), &bad).unwrap();
    std::fs::write(folder.path().join("text.10n"), "a").unwrap();
    assert_eq!(smill(["check", "good", "good.10n"]).within(folder.path()).fine(), b"");
    assert_eq!(smill(CHECK).input(&good).fine(), b"");
    assert_eq!(smill(["check"]).input(&good).fine(), b"");
    let expected = "\
error: type descriptor that binary Ion 1.0 does not have
  --> bad.10n (byte 400008), record 100002
   |
   = hex  61 62 63 [f0]
   = help write the data again with an Ion 1.0 writer
";
    let err = smill(["check", "bad.10n"]).within(folder.path()).fails(3);
    assert_eq!(err, expected);
    let listed = smill(["check", "--all", "text.10n", "bad.10n"]).within(folder.path()).caught();
    assert_eq!(
        String::from_utf8(listed.out).unwrap(),
        "text.10n:1:1 (byte 0), record 1: binary Ion must begin with its version marker\n\
         bad.10n (byte 400008), record 100002: type descriptor that binary Ion 1.0 does not have\n"
    );
    assert_eq!(smill(["check", "--format", "utf8", "good.10n"]).within(folder.path()).caught().code, Some(3));
}

/// Every command recognises binary Ion of any version by its marker, on standard input and in files of any name.
#[test]
fn binary_ion_is_recognised_alike() {
    let folder = tempfile::tempdir().unwrap();
    let good = b"\xE0\x01\x00\xEA\x21\x07";
    let later = b"\xE0\x01\x01\xEA\x6F";
    std::fs::write(folder.path().join("data"), good).unwrap();
    for call in [&["check"][..], &["check", "--format", "ion-binary"], &["check", "--format", "ion"]] {
        smill(call).input(good).fine();
        let err = smill(call).input(later).fails(3);
        assert!(err.starts_with("error: ") && err.contains("\n  --> stdin (byte 0), record 1\n"), "{call:?}: {err}");
    }
    assert_eq!(smill(["convert", "--to", "json"]).input(good).fine(), b"7\n");
    assert_eq!(smill(["convert", "--to", "json", "data"]).within(folder.path()).fine(), b"7\n");
    assert_eq!(smill(["convert", "--to", "json"]).input(later).fails(3), smill(["check"]).input(later).fails(3));
    let err = smill(["convert", "--to", "json"]).input("{}").fails(2);
    let formats = "json, ndjson, json-values, json-seq, ion, ion-binary or dynamodb-ion";
    assert_eq!(err, format!("error: --from is required: {formats}\n"));
    smill(["check", "--format", "ion-binary"]).input("7").fails(3);
}

/// Values that are longer than all that is read at once, and comments that are.
#[test]
fn places_far_into_a_stream() {
    let text = literal(&Numbers(3).text(1_000_000)).replace("\\u0000", "\\0");
    let comment = format!("/*{}*/ //{}\n", "x\n".repeat(300_000), "\u{20ac}".repeat(200_000));
    let ion = format!("{{a:{text},\n{comment} b:[{},\n 1,, 2]}}", "'''long'''\n".repeat(50_000));
    let err = smill(CHECK).input(&ion).fails(3);
    let place = format!("--> stdin:350004:4 (byte {})", ion.rfind(", 2]").unwrap());
    assert!(err.starts_with("error: expected an Ion value, found ,\n") && err.contains(&place), "{place}: {err}");
    // A symbol table stays in memory as a whole, so that a diagnostic can show its beginning.
    let table = format!("1 $ion_symbol_table::{{symbols:[{}],\nsymbols:[]}}", "\"name\",".repeat(100_000));
    let err = smill(CHECK).input(&table).fails(3);
    assert!(err.contains(" stdin:2:1 (byte 700034)") && err.contains("^"), "{err}");
}

#[test]
fn limits_are_exit_code_5() {
    let check = |arguments: &[&str], text: &str| {
        let outcome = smill(["check", "--format", "ion"].iter().chain(arguments)).input(text).caught();
        (outcome.code.unwrap(), outcome.err.lines().next().unwrap_or_default().to_owned())
    };
    let deep = format!("{}{}", "[".repeat(1025), "]".repeat(1025));
    assert_eq!(check(&["-"], &deep), (5, "error: nested deeper than the limit".into()));
    assert_eq!(check(&["--max-depth", "1025", "-"], &deep), (0, String::new()));
    assert_eq!(check(&["--max-string", "6", "-"], "[\"1234\"]"), (0, String::new()));
    assert_eq!(check(&["--max-string", "5", "-"], "[\"1234\"]"), (5, "error: string is longer than the limit".into()));
    for option in [&["--max-length", "9"][..], &["--lone-surrogates"], &["--rejects", "bad"]] {
        assert_eq!(check(&[option, &["-"]].concat(), "1").0, 2);
    }
}

#[test]
fn tiers_say_the_same() {
    let text = literal(&Numbers(11).text(60_000)).replace("\\u0000", "\\0");
    let text = format!("[{text},\n{} \"\\ud800\"]", "\t-12.5d+7,".repeat(3000));
    let expected = smill(CHECK).input(&text).fails(3);
    assert!(expected.starts_with("error: lone surrogate: \\ud800\n  --> stdin:2:30003 "), "{expected}");
    for tier in stringmill::Tier::available() {
        assert_eq!(smill(CHECK).env("STRINGMILL_TIER", tier.name()).input(&text).fails(3), expected, "{tier}");
    }
}
