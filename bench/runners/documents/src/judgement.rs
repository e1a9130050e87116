//! What each subject refuses: texts with one fault, in a member of the outermost object.

use crate::padding::padded;
use crate::subjects::SUBJECTS;
use crate::table;
use std::process::{Command, Stdio};

/// A fault, and a value that has it.
const FAULTS: &[(&str, &[u8])] = &[
    ("ill-formed UTF-8", b"\"\xC3\x28\""),
    ("control character in a string", b"\"\x01\""),
    ("unknown escape", b"\"\\q\""),
    ("lone surrogate, `\\ud800`", b"\"\\ud800\""),
    ("`01`", b"01"),
    ("`1.`", b"1."),
    ("`1e400`, which RFC 8259 allows", b"1e400"),
    ("`nul`", b"nul"),
    ("`1 2` in an array", b"1 2"),
    ("`1,` at the end of an array", b"1,"),
    ("`\"c\": 1,` at the end of an object", b"{\"c\": 1,}"),
    ("`{1}`", b"{1}"),
    ("two members of one name, which RFC 8259 allows", b"{\"c\": 1, \"c\": 2}"),
    ("`\\u0000`, which RFC 8259 allows", b"\"\\u0000\""),
];

/// Depths that RFC 8259 allows.
const DEPTHS: [usize; 2] = [1_000, 2_000];

/// The texts, each with the name of its fault.
fn texts() -> Vec<(String, Vec<u8>)> {
    let member = |value: &[u8]| [b"{\"a\": [", value, b"], \"b\": 1}"].concat();
    let faults = FAULTS.iter().map(|(name, value)| (name.to_string(), member(value)));
    let trailing = ("a second text".to_string(), b"{\"a\": 1} 2".to_vec());
    let deep = |depth| member(&[b"[".repeat(depth), b"]".repeat(depth)].concat());
    let depths = DEPTHS.map(|depth| (format!("{depth} levels, which RFC 8259 allows"), deep(depth)));
    faults.chain([trailing]).chain(depths).collect()
}

/// For each text and subject whether the subject refuses it. Each in a process of its own.
pub(crate) fn table() -> std::io::Result<String> {
    let program = std::env::current_exe()?;
    let mut out = table::head("refuses", SUBJECTS.iter().map(|subject| subject.name));
    for (number, (name, _)) in texts().iter().enumerate() {
        let mut cells = Vec::new();
        for subject in SUBJECTS {
            let arguments = ["--refuses", &number.to_string(), subject.name];
            let status = Command::new(&program).args(arguments).stderr(Stdio::null()).status()?;
            cells.push(status.code().map_or("no verdict", |code| if code == 0 { "no" } else { "yes" }).to_string());
        }
        table::line(&mut out, name, cells.into_iter());
    }
    Ok(out)
}

/// Whether a subject refuses a text, by number and name.
pub(crate) fn refuses(number: &str, subject: &str) -> bool {
    let text = number.parse().ok().and_then(|number: usize| texts().into_iter().nth(number)).map(|(_, text)| text);
    let (bytes, len) = padded(text.expect("a number below that of the texts"));
    let subject = SUBJECTS.iter().find(|one| one.name == subject).expect("a subject");
    (subject.run)(&bytes[..len]).is_none()
}
