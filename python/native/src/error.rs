//! Makes exceptions of the class `StringmillError`, which is written in Python.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use stringmill::ion::WriteError;
use stringmill::{Chunk, Error, ErrorCode, IllFormedUtf16, Position, Repairs, Utf16ToUtf8, utf16_to_utf8};
use stringmill_diagnostic::span::{describe, span_len};
use stringmill_diagnostic::{Excerpt, Scene};

/// A class of exceptions: the module that has it, and its name.
struct Class {
    cell: PyOnceLock<Py<PyType>>,
    module: &'static str,
    name: &'static str,
}

static CLASS: Class = Class { cell: PyOnceLock::new(), module: "stringmill._error", name: "StringmillError" };
/// The class for errors of Ion, which extends `IonException` too.
static ION_CLASS: Class = Class { cell: PyOnceLock::new(), module: "stringmill.ion", name: "IonError" };

/// Codes from this number on are about arguments, memory and faults, not about the input.
const MISUSE: u16 = 900;

/// An input in the form that the caller passed, which decides the unit of offsets.
#[derive(Clone, Copy)]
pub(crate) enum View<'s> {
    /// A buffer of bytes.
    Bytes(&'s [u8]),
    /// The UTF-8 of a `str`. Offsets are indices of the `str`.
    Text(&'s [u8]),
    /// A buffer of UTF-16.
    Units(&'s [u16]),
    /// The UTF-16 of a `str`.
    TextUnits(&'s [u16]),
}

impl View<'_> {
    /// Converts `offset` to the unit of the caller.
    pub(crate) fn offset(self, offset: u64) -> u64 {
        let at = offset as usize;
        match self {
            View::Bytes(_) | View::Units(_) => offset,
            View::Text(bytes) => bytes[..at].iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64,
            View::TextUnits(units) => char::decode_utf16(units[..at].iter().copied()).count() as u64,
        }
    }

    fn unit(self) -> &'static str {
        match self {
            View::Bytes(_) => "byte",
            View::Text(_) | View::TextUnits(_) => "character",
            View::Units(_) => "code unit",
        }
    }

    /// The surroundings of an error.
    fn scene(self, offset: u64) -> Scene {
        let at = offset as usize;
        let scene = match self {
            View::Bytes(bytes) | View::Text(bytes) => Scene::of(bytes, at),
            View::Units(units) | View::TextUnits(units) => {
                let mut text = wtf8(&units[..at]);
                let from = text.len();
                text.extend(wtf8(&units[at..units.len().min(at + SHOWN)]));
                Scene::of(&text, from)
            }
        };
        Scene { offset: self.offset(offset), unit: self.unit(), ..scene }
    }
}

/// Whether an exception is a `StringmillError`. If a signal arrives while one is made, its handler can raise another
/// exception: the class runs Python code.
pub(crate) fn is_of_input(py: Python<'_>, error: &PyErr) -> bool {
    CLASS.cell.get(py).is_some_and(|class| error.is_instance(py, class.bind(py)))
}

/// Code units after an error that its diagnostic may show.
const SHOWN: usize = 128;

/// UTF-16 as UTF-8, with lone surrogates in three bytes.
fn wtf8(units: &[u16]) -> Vec<u8> {
    let Ok(rules) = Utf16ToUtf8::new(IllFormedUtf16::Wtf8) else { return Vec::new() };
    let mut out = vec![0; units.len() * 3];
    let done = utf16_to_utf8(rules, units, &mut out, Chunk::Last, &mut Repairs::default());
    out.truncate(done.map_or(0, |done| done.written));
    out
}

/// The error of an argument, not of an input: it has no position.
pub(crate) fn misuse(py: Python<'_>, code: ErrorCode, message: String) -> PyErr {
    CLASS.error(py, without_place(code, message))
}

/// As [`misuse`], with its own remedy.
pub(crate) fn misuse_with(py: Python<'_>, code: ErrorCode, message: String, remedy: &'static str) -> PyErr {
    let mut arguments = without_place(code, message);
    arguments.6 = remedy;
    CLASS.error(py, arguments)
}

/// As [`misuse`], for an object that Ion cannot represent.
pub(crate) fn ion_misuse(py: Python<'_>, code: ErrorCode, message: String) -> PyErr {
    ION_CLASS.error(py, without_place(code, message))
}

fn without_place(code: ErrorCode, message: String) -> Arguments {
    (message, code as u16, code.name(), None, None, None, code.remedy(), None)
}

/// The error of an input, with its position and the text around it.
pub(crate) fn in_input(py: Python<'_>, error: Error, input: View<'_>) -> PyErr {
    CLASS.error(py, in_named(error, input, b"input", None))
}

/// The error of a row of a column, whose bytes are `input`.
pub(crate) fn in_row(py: Python<'_>, error: Error, input: View<'_>, row: u64) -> PyErr {
    CLASS.error(py, in_named(error, input, format!("row {row}").as_bytes(), Some(row)))
}

/// Why a reader refuses a record that is valid JSON, and the remedy.
pub(crate) struct Note {
    pub(crate) text: String,
    pub(crate) help: &'static str,
}

/// The error of a record at the beginning of `record`, with its line and offset in the file called `name`.
pub(crate) fn in_record(
    py: Python<'_>,
    error: Error,
    record: &[u8],
    name: &[u8],
    (line, offset): (u64, u64),
    note: Option<&Note>,
) -> PyErr {
    let code = error.code;
    let mut scene = Scene::of(record, error.offset as usize);
    (scene.position.line, scene.offset) = (line, offset);
    let column = scene.position.column;
    let mut remedy = match code {
        ErrorCode::JsonByteOrderMark => "pass byte_order_mark=\"skip\", or remove the first three bytes, EF BB BF",
        _ => code.remedy(),
    };
    let mut excerpt = Excerpt::new(describe(code, &scene.after), span_len(code, &scene.after), name, scene);
    // The record is valid JSON, but not what the caller asked for.
    if let Some(note) = note {
        remedy = note.help;
        excerpt = excerpt.with_note(note.text.clone());
    }
    // Each line is a record.
    let text = excerpt.with_help(remedy).in_record(Some(line)).plain().trim_end().to_owned();
    CLASS.error(py, (text, code as u16, code.name(), Some(offset), Some(line), Some(column), remedy, None))
}

/// As [`in_input`], of Ion.
pub(crate) fn ion_in_input(py: Python<'_>, error: Error, input: View<'_>) -> PyErr {
    ION_CLASS.error(py, in_named(error, input, b"input", None))
}

/// The error of a value of Ion that Python cannot represent and that begins at `offset`.
pub(crate) fn ion_unheld(py: Python<'_>, note: &Note, offset: u64, input: View<'_>) -> PyErr {
    let code = ErrorCode::ConvertLoss;
    let scene = input.scene(offset);
    let (position, offset) = (scene.position, scene.offset);
    let (what, span) = (describe(code, &scene.after), span_len(code, &scene.after));
    let excerpt = Excerpt::new(what, span, b"input", scene).with_note(note.text.clone()).with_help(note.help);
    let (line, column) = (Some(position.line), Some(position.column));
    let text = excerpt.plain().trim_end().to_owned();
    ION_CLASS.error(py, (text, code as u16, code.name(), Some(offset), line, column, note.help, None))
}

/// As [`ion_unheld`], for Ion that arrives in pieces.
pub(crate) fn ion_unheld_in_stream(py: Python<'_>, note: &Note, offset: u64) -> PyErr {
    let code = ErrorCode::ConvertLoss;
    let message = format!("{} at byte {offset}: {}", code.says(), note.text);
    ION_CLASS.error(py, (message, code as u16, code.name(), Some(offset), None, None, note.help, None))
}

/// The error of Ion that arrives in pieces. It has the offset in bytes, but no text around it.
pub(crate) fn ion_in_stream(py: Python<'_>, Error { code, offset, .. }: Error) -> PyErr {
    let message = format!("{} at byte {offset}", code.says());
    ION_CLASS.error(py, (message, code as u16, code.name(), Some(offset), None, None, code.remedy(), None))
}

/// The error of JSON that arrives in pieces. There is no text around it, because the text is not kept.
pub(crate) fn in_pieces(py: Python<'_>, code: ErrorCode, offset: u64, unit: &str, position: Position) -> PyErr {
    if code as u16 >= MISUSE {
        return misuse(py, code, code.says().to_owned());
    }
    let Position { line, column } = position;
    let message = format!("{} at {unit} {offset} (line {line}, column {column})", code.says());
    CLASS.error(py, (message, code as u16, code.name(), Some(offset), Some(line), Some(column), code.remedy(), None))
}

/// The error of a writer of Ion.
pub(crate) fn ion_write_error(py: Python<'_>, error: WriteError) -> PyErr {
    let code = match error {
        WriteError::MemoryRefused => return PyMemoryError::new_err(()),
        WriteError::Text(error) | WriteError::Token(error) => error.code,
        WriteError::ExponentRange => ErrorCode::NumberOverflow,
        WriteError::ValueLen => ErrorCode::LimitStringLen,
        WriteError::SymbolId(_) => ErrorCode::IonSymbolId,
        WriteError::SystemValue => ErrorCode::ConvertSystemValue,
        _ => ErrorCode::Internal,
    };
    ion_misuse(py, code, error.to_string())
}

fn in_named(error: Error, input: View<'_>, name: &[u8], row: Option<u64>) -> Arguments {
    let code = error.code;
    if code as u16 >= MISUSE {
        return without_place(code, code.says().to_owned());
    }
    let scene = input.scene(error.offset);
    let (position, offset) = (scene.position, scene.offset);
    let (what, span) = match input {
        View::Bytes(_) | View::Text(_) => (describe(code, &scene.after), span_len(code, &scene.after)),
        // The only error of UTF-16 is a lone surrogate, which has three bytes in the excerpt.
        View::Units(_) | View::TextUnits(_) => (code.says().to_owned(), 3),
    };
    let text = Excerpt::new(what, span, name, scene).with_help(remedy(code)).plain();
    let (line, column) = (Some(position.line), Some(position.column));
    (text.trim_end().to_owned(), code as u16, code.name(), Some(offset), line, column, remedy(code), row)
}

/// The remedy of a code, with the names that Python users know.
fn remedy(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::CanonicalInteger => "write the integer as a string, or pass round_integers=True",
        _ => code.remedy(),
    }
}

type Arguments = (String, u16, &'static str, Option<u64>, Option<u64>, Option<u64>, &'static str, Option<u64>);

impl Class {
    fn error(&self, py: Python<'_>, arguments: Arguments) -> PyErr {
        let class = self.cell.import(py, self.module, self.name);
        match class.and_then(|class| class.call1(arguments)) {
            Ok(value) => PyErr::from_value(value),
            Err(error) => error,
        }
    }
}
