//! No control character of untrusted text reaches the terminal, from any source of text.

use crate::running::{SMILL, smill};
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Clears the screen, sets a title, colours, turns text around, moves the cursor.
const HOSTILE: &str = "\x1b[2J\x1b]0;title\x07\x1b[31m\u{202e}\u{9b}1A\r\x7f";

/// Fails if `text` has controls other than line feeds.
fn expect_plain(text: &str, call: &str) {
    let raw = text.chars().find(|&c| c != '\n' && (c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c)));
    assert_eq!(raw, None, "{call}: {text:?}");
    assert!(text.contains("\\u{1b}"), "{call} does not show the text: {text:?}");
}

#[test]
fn arguments_are_shown_without_their_controls() {
    let calls: &[&[&str]] = &[
        &[HOSTILE],
        &["check", &format!("--{HOSTILE}")],
        &["check", "--format", HOSTILE],
        &["check", "--max-depth", HOSTILE],
        &["check", HOSTILE],
        &["check", "--format", "ndjson", "--rejects", &format!("none/{HOSTILE}/x"), "-"],
        &["escape", "--profile", HOSTILE],
        &["escape", "--profile", &format!("php:{HOSTILE}")],
        &["escape", "--on-invalid", HOSTILE],
        &["escape", "--times", HOSTILE],
        &["escape", HOSTILE],
        &["escape", "-i", "file", HOSTILE],
        &["unescape", HOSTILE],
        &["unescape", "--on-invalid", HOSTILE],
        &["convert", "--to", HOSTILE],
        &["convert", "--from", "ion", "--to", "json", HOSTILE],
        &["convert", "--to", "json", "--from", HOSTILE],
        &["pack", HOSTILE],
        &["pack", "-j", HOSTILE],
        &["pack", "--files-from", HOSTILE],
        &["unpack", HOSTILE],
        &["bench", HOSTILE],
        &["bench", "--time", HOSTILE],
        &["completions", HOSTILE],
        &["man", "man", HOSTILE],
        &["--color", HOSTILE],
    ];
    let folder = tempfile::tempdir().unwrap();
    for call in calls {
        let outcome = smill(*call).within(folder.path()).caught();
        assert!(matches!(outcome.code, Some(2..=4)), "{call:?}: {:?}", outcome.code);
        expect_plain(&outcome.err, &format!("{call:?}"));
        // With colours, only those of the message itself: none of the argument's.
        let styled = smill(*call).within(folder.path()).env("CLICOLOR_FORCE", "1").caught().err;
        let without = ["\x1b[0m", "\x1b[1m", "\x1b[4m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[36m"];
        let plain = without.iter().fold(styled.clone(), |text, style| text.replace(style, ""));
        expect_plain(&plain.replace("\x1b[1;31m", ""), &format!("{call:?} in colour"));
        assert!(styled.contains("\\u{1b}[31m"), "{call:?}: {styled:?}");
    }
}

#[test]
fn the_environment_and_the_name_of_the_command_are_shown_without_controls() {
    let outcome = smill(["check"]).env("STRINGMILL_TIER", HOSTILE).caught();
    assert_eq!(outcome.code, Some(2));
    expect_plain(&outcome.err, "STRINGMILL_TIER");
    let output = Command::new(SMILL).arg0(HOSTILE).arg("--nothing").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains(|c: char| c != '\n' && c.is_control()), "{said:?}");
}

#[test]
fn names_and_texts_of_the_input_are_shown_without_controls() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(HOSTILE), [HOSTILE.as_bytes(), b"\xFF"].concat()).unwrap();
    for call in [
        &["check", HOSTILE][..],
        &["check", "--format", "json", HOSTILE],
        &["check", "--format", "ion", HOSTILE],
        &["check", "--format", "ndjson", "--rejects", "bad", HOSTILE],
        &["escape", HOSTILE],
        &["unescape", HOSTILE],
        &["unpack", HOSTILE],
        &["pack", "."],
        &["convert", "--from", "json", "--to", "ion", HOSTILE],
        &["convert", "--from", "ndjson", "--to", "ion", "--rejects", "bad", HOSTILE],
    ] {
        expect_plain(&smill(call).within(folder.path()).caught().err, &format!("{call:?}"));
    }
}

/// JSON for other programs reaches a terminal too: names and reasons have escapes there.
#[test]
fn names_in_json_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let name = format!("{HOSTILE}\u{200b}\u{feff}\u{2066}\u{85}\u{e0041}caf\u{e9}");
    std::fs::write(folder.path().join(&name), "a b").unwrap();
    let report =
        smill(["convert", "--from", "ion", "--to", "ndjson", "--report", &name]).within(folder.path()).caught();
    assert_eq!(report.code, Some(1));
    let rejecting = ["check", "--format", "ndjson", "--rejects", "bad", &name];
    assert_eq!(smill(rejecting).within(folder.path()).caught().code, Some(1));
    let reasons = std::fs::read_to_string(folder.path().join("bad.reasons")).unwrap();
    for json in [report.err, reasons] {
        let hidden =
            |c: &char| matches!(c, '\u{200b}' | '\u{feff}' | '\u{e0041}' | '\u{2066}' | '\u{202a}'..='\u{202e}');
        let raw = json.chars().find(|c| *c != '\n' && (c.is_control() || hidden(c)));
        assert_eq!(raw, None, "{json:?}");
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value["source"], name.as_str());
        assert!(json.contains("caf\u{e9}"), "{json}");
    }
}
