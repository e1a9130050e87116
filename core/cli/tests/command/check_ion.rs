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
  --> stdin:2:13 (byte 18)
   |
 2 | b: [1, (a b)}
   |             ^
   = hex  20 62 29 [7d] 0a
   = help close the container with the bracket of its own kind
";
    assert_eq!(smill(CHECK).input("{a:1,\nb: [1, (a b)}\n").fails(3), expected);
    let listed = smill(["check", "--all", "--format", "ion", "-"]).input("[1,\n\u{e9}]").caught();
    assert_eq!(listed.code, Some(3));
    assert_eq!(String::from_utf8(listed.out).unwrap(), "stdin:2:1 (byte 4): expected an Ion value, found \u{e9}\n");
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
