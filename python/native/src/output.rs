//! Where an operation writes its output: new `bytes`, or a buffer of the caller.

use crate::error::{View, in_input, misuse};
use crate::growing::{keep, kept};
use crate::source::Target;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use stringmill::{Error, ErrorCode, Progress};

/// Inputs of at least this length are processed without the global interpreter lock. A shorter call takes less than a
/// tenth of a millisecond; waiting for the lock again may take five.
const DETACH_MIN_LEN: usize = 1 << 20;

/// A repair count, as the caller sees it after a call.
#[pyclass(module = "stringmill", get_all)]
#[derive(Default)]
pub(crate) struct Repairs {
    /// How many ill-formed pieces the last call replaced, dropped or marked.
    count: u64,
    /// The offset of the first of them.
    first: Option<u64>,
}

#[pymethods]
impl Repairs {
    #[new]
    #[pyo3(signature = (count = 0, first = None))]
    fn new(count: u64, first: Option<u64>) -> Self {
        Repairs { count, first }
    }

    /// For `pickle` and `copy`.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Repairs { count, first } = *this.try_borrow()?;
        (this.get_type(), (count, first)).into_pyobject(this.py())
    }

    fn __repr__(&self) -> String {
        let first = self.first.map_or("None".to_owned(), |first| first.to_string());
        format!("Repairs(count={}, first={first})", self.count)
    }
}

/// One call of an operation: its input and where the output goes.
pub(crate) struct Call<'c, 'py, T> {
    pub(crate) py: Python<'py>,
    pub(crate) src: &'c [T],
    /// The input as the caller sees it.
    pub(crate) view: View<'c>,
    /// Whether `src` cannot change.
    pub(crate) constant: bool,
    pub(crate) target: Option<Target>,
    pub(crate) repairs: Option<Bound<'py, Repairs>>,
}

impl<'py, T: Sync> Call<'_, 'py, T> {
    /// Calls `step` on the rest of the input until it is consumed. `step` always makes progress if it has room for
    /// `unit_max` bytes, and writes at most `bound` bytes in total.
    ///
    /// Returns the `bytes`, or the number of bytes in the buffer of the caller.
    pub(crate) fn run<F>(self, unit_max: usize, bound: Option<usize>, mut step: F) -> PyResult<Bound<'py, PyAny>>
    where
        F: FnMut(&[T], &mut [u8], &mut stringmill::Repairs) -> Result<Progress, Error> + Send,
    {
        let Call { py, src, view, constant, target, repairs } = self;
        let mut counted = stringmill::Repairs::default();
        let mut rest = |read: usize, dst: &mut [u8]| {
            counted.base = read as u64;
            step(&src[read..], dst, &mut counted).map_err(|error| error.after(read as u64))
        };
        let failed = |error| in_input(py, error, view);
        let result = match target {
            Some(mut target) => {
                let dst = target.bytes();
                let done = rest(0, dst).map_err(failed)?;
                if done.read < src.len() {
                    let code = ErrorCode::RoomShort;
                    return Err(misuse(py, code, format!("{}: into has {} bytes", code.says(), dst.len())));
                }
                done.written.into_pyobject(py)?.into_any()
            }
            None => {
                let mut out = kept();
                let filled = detached(py, src, constant, || grown(&mut out, src.len(), unit_max, bound, &mut rest));
                let made = match filled {
                    Ok(len) => Ok(PyBytes::new(py, &out[..len]).into_any()),
                    Err(error) if error.code == ErrorCode::MemoryRefused => Err(PyMemoryError::new_err(())),
                    Err(error) => Err(failed(error)),
                };
                keep(out);
                made?
            }
        };
        report(repairs, counted.count, counted.first.map(|first| view.offset(first)))?;
        Ok(result)
    }
}

/// Runs `work` on an input; without the lock if the input is long and cannot change meanwhile.
pub(crate) fn detached<T, R: Send>(py: Python<'_>, src: &[T], constant: bool, work: impl FnOnce() -> R + Send) -> R {
    if constant && size_of_val(src) >= DETACH_MIN_LEN { py.detach(work) } else { work() }
}

/// Stores the repairs of a call where the caller asked for them.
pub(crate) fn report(repairs: Option<Bound<'_, Repairs>>, count: u64, first: Option<u64>) -> PyResult<()> {
    if let Some(repairs) = repairs {
        *repairs.try_borrow_mut()? = Repairs { count, first };
    }
    Ok(())
}

/// Calls `rest` until `len` units are read, into memory that grows with the output. Returns how many bytes were
/// written.
fn grown(
    out: &mut Vec<u8>,
    len: usize,
    unit_max: usize,
    bound: Option<usize>,
    rest: &mut impl FnMut(usize, &mut [u8]) -> Result<Progress, Error>,
) -> Result<usize, Error> {
    // For most texts the output is at most an eighth longer than the input.
    let mut room = (len + len / 8).saturating_add(unit_max);
    let mut done = Progress::default();
    loop {
        let most = bound.unwrap_or(usize::MAX).max(unit_max);
        resize(out, room.min(most))?;
        done = done.then(rest(done.read, &mut out[done.written..])?);
        if done.read == len {
            return Ok(done.written);
        }
        room = out.len().saturating_mul(2);
    }
}

/// Makes `out` at least `len` bytes long.
fn resize(out: &mut Vec<u8>, len: usize) -> Result<(), Error> {
    if out.len() < len {
        out.try_reserve_exact(len - out.len()).map_err(|_| Error::new(ErrorCode::MemoryRefused, 0))?;
        out.resize(len, 0);
    }
    Ok(())
}
