//! A binary file of Python as a source of bytes.

use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use std::io::{self, Read};
use std::time::{Duration, Instant};

/// A binary file of Python.
pub(super) struct PyFile {
    /// `read1`, which returns the bytes that a pipe has, or `read` of a file without `read1`.
    read: Py<PyAny>,
}

impl PyFile {
    pub(super) fn of(file: &Bound<'_, PyAny>) -> PyResult<Self> {
        let read = match file.getattr(intern!(file.py(), "read1")) {
            Ok(read) => read,
            Err(_) => file.getattr(intern!(file.py(), "read"))?,
        };
        Ok(PyFile { read: read.unbind() })
    }
}

impl Read for PyFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let bytes = self.read.bind(py).call1((into.len(),)).map_err(of_python)?;
            let Ok(bytes) = bytes.extract::<&[u8]>() else {
                let class = bytes.get_type();
                return Err(io::Error::other(PyTypeError::new_err(format!("read() returned {class}, and not bytes"))));
            };
            let Some(place) = into.get_mut(..bytes.len()) else {
                return Err(io::Error::other("read() returned more bytes than asked for"));
            };
            place.copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

/// Wraps an exception of the file as `WouldBlock`: only after that error a decoder keeps its state. flate2 takes other
/// errors in a header for the end.
fn of_python(error: PyErr) -> io::Error {
    io::Error::new(io::ErrorKind::WouldBlock, error)
}

/// Whether the cause is a Python exception. The file may continue after it.
pub(super) fn is_of_python(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|cause| cause.is::<PyErr>())
}

/// How long a read of a file may wait.
pub(super) enum Waiting {
    /// Never waits for another process: a regular file, or memory.
    Never,
    /// May wait for a writer, and the system can report whether bytes are ready: a pipe, for example.
    Pipe(Py<PyAny>),
    /// Unknown.
    Unknown,
}

/// How long a whole line waits for the next one, so that a fast writer fills blocks.
pub(super) const PATIENCE: Duration = Duration::from_millis(5);

impl Waiting {
    /// For a file, whose bytes may be compressed.
    pub(super) fn of(file: &Bound<'_, PyAny>, is_compressed: bool) -> Self {
        Waiting::known(file, is_compressed).unwrap_or(Waiting::Unknown)
    }

    fn known(file: &Bound<'_, PyAny>, is_compressed: bool) -> PyResult<Self> {
        let py = file.py();
        let io = py.import("io")?;
        if file.is_instance(&io.getattr("BytesIO")?)? {
            return Ok(Waiting::Never);
        }
        // A layer above the raw file may wait for more bytes than the raw file has.
        let raw = file.getattr("raw").unwrap_or_else(|_| file.clone());
        if !raw.is_instance(&io.getattr("FileIO")?)? {
            return Ok(Waiting::Unknown);
        }
        let mode = py.import("os")?.call_method1("fstat", (raw.call_method0("fileno")?,))?.getattr("st_mode")?;
        if py.import("stat")?.call_method1("S_ISREG", (mode,))?.is_truthy()? {
            return Ok(Waiting::Never);
        }
        // A decoder, too, may wait for more bytes than are ready.
        Ok(if is_compressed { Waiting::Unknown } else { Waiting::Pipe(raw.unbind()) })
    }

    /// Whether a read would return without waiting past `deadline`. An error is an exception of a signal handler.
    pub(super) fn is_over(&self, deadline: Instant) -> io::Result<bool> {
        let file = match self {
            Waiting::Never => return Ok(true),
            Waiting::Unknown => return Ok(false),
            Waiting::Pipe(file) => file,
        };
        let seconds = deadline.saturating_duration_since(Instant::now()).as_secs_f64();
        Python::attach(|py| {
            let nothing = Vec::<usize>::new();
            let select = || {
                let files = (vec![file.bind(py)], nothing.clone(), nothing, seconds);
                py.import("select")?.call_method1("select", files)?.get_item(0)?.is_truthy()
            };
            select().or_else(|error| {
                // Windows can only report this for sockets. Then nothing counts as ready, and blocks are smaller.
                let is_unknown = error.is_instance_of::<PyOSError>(py) || error.is_instance_of::<PyValueError>(py);
                if is_unknown { Ok(false) } else { Err(of_python(error)) }
            })
        })
    }
}
