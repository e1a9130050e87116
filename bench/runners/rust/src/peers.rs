//! The peers of each operation: those in Rust, as a default build has them, and those in libraries.

mod base64;
mod ion;

use crate::libraries::{self, Libraries};
use serde::Serialize;
use serde_json::ser::Formatter;
use std::cell::Cell;
use std::io::{self, Write};
use std::rc::Rc;
use stringmill::ByteClass;
use stringmill_measure::{Operation, Output, Subject, appended, filled, filled_units, nothing, number};

/// The limit and the peers for an operation.
pub(crate) fn subjects(operation: &Operation, libraries: &Libraries) -> Vec<Subject> {
    let name = format!("{} {}", operation.id, operation.variant);
    let mut subjects = vec![Subject::memcpy()];
    subjects.extend(match name.as_str() {
        "json_escape copy" => escape(""),
        "json_escape reject" => escape("simdutf8 + "),
        "json_escape ascii" => vec![escape_ascii()],
        "json_unescape short" | "json_unescape ascii" => unescape(),
        "utf8_validate -" => validate(),
        "utf16_to_utf8 -" => from_utf16(),
        "utf8_to_utf16 -" => to_utf16(),
        "json_unescape_utf16 short" | "json_unescape_utf16 ascii" => vec![unescape_utf16()],
        "latin1_to_utf8 -" => from_latin1(),
        "base64_encode -" => base64::encode(),
        "base64_decode clean" => base64::decode(),
        "base64_decode white-space" => base64::decode_with_white_space(),
        "ion_read -" => vec![ion::read()],
        "ion_write -" => vec![ion::write()],
        "convert json-compact" | "convert json-pretty" => parse(),
        "scan identifier" => vec![byte_table(ByteClass::IDENTIFIER)],
        "scan white-space" => vec![byte_table(ByteClass::WHITE_SPACE_JSON)],
        "scan string" => vec![byte_table(ByteClass::STRING)],
        _ => Vec::new(),
    });
    let own = libraries.of(&name).map(|peer| libraries::subject(peer, peer.name().into(), |_| {}));
    subjects.extend(own);
    if name == "json_escape reject" {
        // Peers that do not validate have a validator before them.
        let validates = |name: &str| libraries.of("json_escape reject").any(|peer| peer.name() == name);
        let others = libraries.of("json_escape copy").filter(|peer| !validates(peer.name()));
        subjects.extend(others.map(|peer| {
            libraries::subject(peer, format!("simdutf8 + {}", peer.name()), |bytes| {
                validated(bytes);
            })
        }));
    }
    if operation.variant == "ascii" && operation.id == "json_escape" {
        // yyjson writes upper-case digits.
        subjects = subjects.into_iter().map(|subject| subject.seen_as(lower_hex)).collect();
    }
    subjects
}

/// Peers that take text. With `before`, the input is validated first.
fn escape(before: &'static str) -> Vec<Subject> {
    vec![
        text("json-escape-simd", before, quoted, |src, out| json_escape_simd::escape_into(src, out)),
        text("sonic-rs", before, quoted, |src, out| sonic_rs::to_writer(out, src).expect("memory")),
        text("serde_json", before, quoted, |src, out| serde_json::to_writer(out, src).expect("memory")),
        text("v_jsonescape", before, appended, v_jsonescape::escape_bytes),
    ]
}

fn escape_ascii() -> Subject {
    text("serde_json (formatter)", "simdutf8 + ", quoted, |src, out| {
        src.serialize(&mut serde_json::Serializer::with_formatter(out, Ascii)).expect("memory");
    })
}

/// A subject that appends its output.
fn text(
    name: &str,
    before: &'static str,
    seen: fn(&Output) -> Option<Vec<u8>>,
    write: impl Fn(&str, &mut Vec<u8>) + 'static,
) -> Subject {
    let validates = !before.is_empty();
    Subject::new(format!("{before}{name}"), seen, move |input, output| {
        output.appended.clear();
        let src = if validates {
            validated(input.bytes)
        } else {
            // SAFETY: all contents are well-formed; they are made from `String`s.
            unsafe { std::str::from_utf8_unchecked(input.bytes) }
        };
        write(src, &mut output.appended);
    })
}

fn validated(bytes: &[u8]) -> &str {
    simdutf8::basic::from_utf8(bytes).expect("text")
}

/// The text between the quotes.
fn quoted(output: &Output) -> Option<Vec<u8>> {
    Some(output.appended[1..output.appended.len() - 1].to_vec())
}

/// The usual formatter for escaping non-ASCII with serde_json: it gets the fragments without escapes.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.bytes().position(|byte| !byte.is_ascii()) {
            let (plain, after) = rest.split_at(at);
            writer.write_all(plain.as_bytes())?;
            let mut characters = after.chars();
            for unit in characters.next().unwrap_or_default().encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = characters.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}

/// Escapes with lower-case digits.
fn lower_hex(mut escaped: Vec<u8>) -> Vec<u8> {
    let mut at = 0;
    while at + 1 < escaped.len() {
        match &escaped[at..at + 2] {
            b"\\u" => {
                escaped[at + 2..at + 6].make_ascii_lowercase();
                at += 6;
            }
            [b'\\', _] => at += 2,
            _ => at += 1,
        }
    }
    escaped
}

/// Trees of documents; a smaller task than laying them out again.
fn parse() -> Vec<Subject> {
    let mut buffers = simd_json::Buffers::default();
    vec![
        Subject::new("sonic-rs (parse)", nothing, |input, output| {
            let tree = sonic_rs::from_slice::<sonic_rs::Value>(input.bytes).expect("JSON");
            output.filled = usize::from(sonic_rs::JsonValueTrait::is_array(&tree));
        }),
        Subject::new("simd-json (parse)", nothing, move |input, output| {
            output.appended.clear();
            output.appended.extend_from_slice(input.bytes);
            let tape = simd_json::to_tape_with_buffers(&mut output.appended, &mut buffers).expect("JSON");
            output.filled = tape.0.len();
        }),
    ]
}

fn unescape() -> Vec<Subject> {
    let mut buffers = simd_json::Buffers::default();
    let last = Rc::new(Cell::new(0..0));
    let text_at = Rc::clone(&last);
    let between = move |output: &Output| {
        let range = last.take();
        Some(output.appended[range].to_vec())
    };
    vec![
        // These two allocate a `String`; there is no way to give them a buffer.
        Subject::new("serde_json", appended, |input, output| {
            output.appended = serde_json::from_slice::<String>(input.bytes).expect("a string").into_bytes();
        }),
        Subject::new("sonic-rs", appended, |input, output| {
            output.appended = sonic_rs::from_slice::<String>(input.bytes).expect("a string").into_bytes();
        }),
        Subject::new("simd-json", between, move |input, output| {
            output.appended.clear();
            output.appended.extend_from_slice(input.bytes);
            let start = output.appended.as_ptr().addr();
            let text: &str =
                simd_json::serde::from_slice_with_buffers(&mut output.appended, &mut buffers).expect("a string");
            let from = text.as_ptr().addr() - start;
            text_at.set(from..from + text.len());
        }),
    ]
}

fn from_utf16() -> Vec<Subject> {
    vec![
        Subject::new("encoding_rs", filled, |input, output| {
            output.filled = encoding_rs::mem::convert_utf16_to_utf8(input.utf16, &mut output.room);
        }),
        // It allocates a `String`; there is no way to give it a buffer.
        Subject::new("std", appended, |input, output| {
            output.appended = String::from_utf16(input.utf16).expect("text").into_bytes();
        }),
    ]
}

fn to_utf16() -> Vec<Subject> {
    vec![
        Subject::new("encoding_rs", filled_units, |input, output| {
            output.filled = encoding_rs::mem::convert_utf8_to_utf16(input.bytes, &mut output.units);
        }),
        Subject::new("std", filled_units, |input, output| {
            let text = std::str::from_utf8(input.bytes).expect("text");
            output.filled = put_units(text, &mut output.units);
        }),
    ]
}

/// What there is without us: a parser, and then the standard library.
fn unescape_utf16() -> Subject {
    Subject::new("serde_json + std", filled_units, |input, output| {
        let text: String = serde_json::from_slice(input.bytes).expect("a string");
        output.filled = put_units(&text, &mut output.units);
    })
}

fn put_units(text: &str, units: &mut [u16]) -> usize {
    units.iter_mut().zip(text.encode_utf16()).map(|(to, unit)| *to = unit).count()
}

fn from_latin1() -> Vec<Subject> {
    vec![Subject::new("encoding_rs", filled, |input, output| {
        output.filled = encoding_rs::mem::convert_latin1_to_utf8(input.bytes, &mut output.room);
    })]
}

/// What people write by hand for such a scan.
fn byte_table(class: ByteClass) -> Subject {
    let stops: [bool; 256] = std::array::from_fn(|byte| !class.has(byte as u8));
    Subject::new("byte table", number, move |input, output| {
        output.filled = input.bytes.iter().position(|&byte| stops[usize::from(byte)]).unwrap_or(input.bytes.len());
    })
}

fn validate() -> Vec<Subject> {
    vec![
        Subject::new("std", number, |input, output| output.filled = std::str::from_utf8(input.bytes).is_ok().into()),
        Subject::new("simdutf8", number, |input, output| {
            output.filled = simdutf8::basic::from_utf8(input.bytes).is_ok().into();
        }),
        Subject::new("encoding_rs", number, |input, output| {
            let valid = encoding_rs::Encoding::utf8_valid_up_to(input.bytes);
            output.filled = (valid == input.bytes.len()).into();
        }),
    ]
}
