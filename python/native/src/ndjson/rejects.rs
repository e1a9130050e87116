//! Writes rejected lines: unchanged to one file, and the reason of each to another, in the format of `smill check
//! --rejects`.

use super::fault::Fault;
use super::owned_file::OwnedFile;
use pyo3::prelude::*;
use std::fmt::Write;
use stringmill::columns::{Block, Place};
use stringmill::{Chunk, IllFormed, JsonEscape, Profile, Repairs, json_escape};
use stringmill_diagnostic::span::describe;

/// The suffix of the file of reasons.
const REASONS: &str = ".reasons";

static REASON: JsonEscape<'static> = match JsonEscape::new(&Profile::TERMINAL, IllFormed::Visible) {
    Ok(rules) => rules,
    Err(_) => panic!("every profile can show ill-formed bytes"),
};

/// The two files, open for writing.
pub(super) struct Rejects {
    bad: OwnedFile,
    reasons: OwnedFile,
}

impl Rejects {
    /// Creates both files. Neither may be the file that is read, whose path is `source`.
    pub(super) fn create(path: &Bound<'_, PyAny>, source: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let py = path.py();
        let os = py.import("os")?;
        let bad: String = os.call_method1("fsdecode", (path,))?.extract()?;
        let reasons = format!("{bad}{REASONS}");
        let exists = |path: &str| os.getattr("path")?.call_method1("exists", (path,))?.is_truthy();
        for path in [&bad, &reasons] {
            if let Some(source) = source
                && exists(path)?
                && os.getattr("path")?.call_method1("samefile", (path, source))?.is_truthy()?
            {
                let message = format!("rejects would replace {path}, which is read");
                return Err(pyo3::exceptions::PyValueError::new_err(message));
            }
        }
        let open =
            |path: &str| Ok::<_, PyErr>(OwnedFile(Some(py.import("io")?.call_method1("open", (path, "wb"))?.unbind())));
        Ok(Rejects { bad: open(&bad)?, reasons: open(&reasons)? })
    }

    /// Writes a line and its reason. `name` is the name of the file that is read.
    pub(super) fn put(&self, py: Python<'_>, name: &str, block: &Block, fault: &Fault) -> PyResult<()> {
        let line = &block.bytes[fault.start..fault.end];
        let Place { line: number, column, start, offset } = fault.place(block);
        let code = fault.error.code;
        let mut what = describe(code, &block.bytes[fault.start + fault.error.offset as usize..]);
        if let Some(note) = &fault.note {
            what = format!("{what}: {}", note.text);
        }
        let mut reason = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            reason,
            "{{\"source\":\"{}\",\"record\":{number},\"line\":{number},\"column\":{column},\"start\":{start},\"offset\":{offset},\
             \"code\":{},\"name\":\"{}\",\"says\":\"{}\"}}",
            escaped(name),
            code as u16,
            code.name(),
            escaped(&what),
        );
        self.bad.write(py, &[line, b"\n"].concat())?;
        self.reasons.write(py, reason.as_bytes())
    }

    /// Closes both files.
    pub(super) fn close(mut self, py: Python<'_>) -> PyResult<()> {
        self.bad.close(py)?;
        self.reasons.close(py)
    }
}

/// Escapes for a JSON string that is safe to print on a terminal.
fn escaped(text: &str) -> String {
    let mut dst = vec![0; REASON.bound(text.len()).unwrap_or(0)];
    let done = json_escape(&REASON, text.as_bytes(), &mut dst, Chunk::Last, &mut Repairs::default());
    dst.truncate(done.map_or(0, |done| done.written));
    String::from_utf8_lossy(&dst).into_owned()
}
