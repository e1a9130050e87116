//! Ion values as typed JSON, from which the same values can be restored. Types of JSON are written directly; other
//! types as an object whose first name is the type. `docs/ion.md` has the table.

use crate::json_text::JsonText;
use crate::layout::JsonWriter;
use crate::number;
use stringmill_ion::{Kind, Reader, Symbol};
use stringmill_output::Output;

/// The prefix of reserved names. A field name with this prefix is written after [`NAME`].
pub(crate) const RESERVED: &[u8] = b"$ion_";
pub(crate) const NAME: &[u8] = b"$ion_name:";
pub(crate) const ID: &[u8] = b"$ion_id:";
pub(crate) const ANNOTATIONS: &[u8] = b"$ion_annotations";
pub(crate) const VALUE: &[u8] = b"$ion_value";
pub(crate) const SYMBOL_TABLE: &[u8] = b"$ion_symbol_table";

/// The text to write after a container.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Closer {
    /// Number of closing braces.
    braces: u8,
}

impl Closer {
    pub(crate) fn write(self, out: &mut Output) {
        out.put(&b"}}"[..usize::from(self.braces)]);
    }
}

/// Writes the imports of the symbol table in force as a value of their own; nothing without imports.
pub(crate) fn imports(json: &mut JsonWriter, reader: &Reader<'_>) {
    let mut imports = reader.imports().peekable();
    if imports.peek().is_none() {
        return;
    }
    json.begin();
    json.out.put(b"{\"$ion_symbol_table\":[");
    while let Some(import) = imports.next() {
        json.out.put(b"{\"name\":");
        json.out.string(json.tier, import.name.as_bytes());
        json.out.put(format!(",\"version\":{},\"max_id\":{}}}", import.version, import.len).as_bytes());
        if imports.peek().is_some() {
            json.out.put_byte(b',');
        }
    }
    json.out.put(b"]}");
    json.end();
}

pub(crate) fn name(json: &mut JsonWriter, reader: &Reader<'_>) {
    let Some(symbol) = reader.field_name() else { return };
    match symbol.text {
        Some(text) if !text.starts_with(RESERVED) => json.name(text),
        Some(text) => {
            json.out.put_byte(b'"');
            json.out.put(NAME);
            json.out.escape(json.tier, text);
            json.out.put_byte(b'"');
            json.colon();
        }
        None => {
            json.out.put(format!("\"$ion_id:{}\"", unknown_id(symbol)).as_bytes());
            json.colon();
        }
    }
}

/// Writes the annotations of a value. Returns false if there are none.
pub(crate) fn annotations(json: &mut JsonWriter, reader: &Reader<'_>) -> bool {
    let mut annotations = reader.annotations().peekable();
    if annotations.peek().is_none() {
        return false;
    }
    json.out.put(b"{\"$ion_annotations\":[");
    while let Some(annotation) = annotations.next() {
        symbol(json, annotation);
        if annotations.peek().is_some() {
            json.out.put_byte(b',');
        }
    }
    json.out.put(b"],\"$ion_value\":");
    true
}

/// Writes a symbol as a string, or its ID as a number.
fn symbol(json: &mut JsonWriter, symbol: Symbol<'_>) {
    match symbol.text {
        Some(text) => json.out.string(json.tier, text),
        None => json.out.put(unknown_id(symbol).to_string().as_bytes()),
    }
}

/// The ID to write for a symbol of unknown text. An imported ID stays valid, because its import is written. A gap in a
/// local table equals symbol zero in Ion 1.0, which needs no table.
fn unknown_id(symbol: Symbol<'_>) -> u64 {
    symbol.import.and(symbol.id).unwrap_or(0)
}

pub(crate) fn open(json: &mut JsonWriter, kind: Kind, annotated: bool) -> Closer {
    let is_sexp = kind == Kind::Sexp;
    if is_sexp {
        json.out.put(b"{\"$ion_sexp\":");
    }
    json.open(if kind == Kind::Struct { b'{' } else { b'[' });
    Closer { braces: u8::from(is_sexp) + u8::from(annotated) }
}

pub(crate) fn null(out: &mut Output, kind: Kind) {
    let name: &[u8] = match kind {
        Kind::Null => return out.put(b"null"),
        Kind::Bool => b"bool",
        Kind::Int => b"int",
        Kind::Float => b"float",
        Kind::Decimal => b"decimal",
        Kind::Timestamp => b"timestamp",
        Kind::Symbol => b"symbol",
        Kind::String => b"string",
        Kind::Clob => b"clob",
        Kind::Blob => b"blob",
        Kind::List => b"list",
        Kind::Sexp => b"sexp",
        Kind::Struct => b"struct",
    };
    out.put(b"{\"$ion_null\":\"");
    out.put(name);
    out.put(b"\"}");
}

pub(crate) fn scalar(json: &mut JsonWriter, kind: Kind, reader: &mut Reader<'_>) {
    let text = reader.raw_text();
    let (marker, is_plain): (&[u8], _) = match kind {
        Kind::Bool => return json.out.put(text),
        Kind::String => return json.out.string(json.tier, reader.string().unwrap_or_default()),
        // Digits of base 10 are JSON.
        Kind::Int => (b"int", number::based(text).is_none()),
        // `from_typed.rs` reads a number with a point and no exponent as a decimal.
        Kind::Decimal => (b"decimal", text.contains(&b'.') && text.last() != Some(&b'.') && !has_exponent(text)),
        Kind::Float => (b"float", !number::is_special(text)),
        Kind::Timestamp => (b"timestamp", false),
        Kind::Symbol => (b"symbol", false),
        Kind::Clob => (b"clob", false),
        Kind::Blob => (b"blob", false),
        Kind::Null | Kind::List | Kind::Sexp | Kind::Struct => return,
    };
    if is_plain {
        // Only ints of base 2 and 16 have a limit.
        let _ = number::write(&mut json.out, text);
        return;
    }
    json.out.put(b"{\"$ion_");
    json.out.put(marker);
    json.out.put(b"\":");
    match kind {
        Kind::Symbol => {
            if let Some(text) = reader.symbol() {
                symbol(json, text);
            }
        }
        Kind::Clob => json.out.bytes_string(json.tier, reader.bytes().unwrap_or_default()),
        Kind::Blob => json.out.base64_string(json.tier, reader.bytes().unwrap_or_default()),
        _ => json.out.string(json.tier, text),
    }
    json.out.put_byte(b'}');
}

fn has_exponent(text: &[u8]) -> bool {
    text.iter().any(|byte| matches!(byte, b'd' | b'D'))
}
