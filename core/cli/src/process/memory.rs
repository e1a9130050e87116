//! Memory whose size depends on the input or the arguments: a refusal is reported as a failure.

use crate::report::failure::Failure;

/// Reserves capacity for `more` elements.
pub(crate) fn reserve<T>(vec: &mut Vec<T>, more: usize) -> Result<(), Failure> {
    // Lines of JSON are written in many small parts.
    if more <= vec.capacity() - vec.len() {
        return Ok(());
    }
    let bytes = (vec.len().saturating_add(more)).saturating_mul(size_of::<T>());
    vec.try_reserve(more).map_err(|_| refused(bytes))
}

/// Appends an element.
pub(crate) fn push<T>(vec: &mut Vec<T>, element: T) -> Result<(), Failure> {
    reserve(vec, 1)?;
    vec.push(element);
    Ok(())
}

/// Appends bytes.
pub(crate) fn extend(vec: &mut Vec<u8>, bytes: &[u8]) -> Result<(), Failure> {
    reserve(vec, bytes.len())?;
    vec.extend_from_slice(bytes);
    Ok(())
}

/// Checks that the system has the memory of a new thread; the standard library aborts if it does not.
pub(crate) fn for_thread() -> Result<(), Failure> {
    reserve::<u8>(&mut Vec::new(), THREAD)
}

/// The failure of a request for `bytes` bytes.
pub(crate) fn refused(bytes: usize) -> Failure {
    Failure::Memory(format!("the system refused {bytes} bytes of memory"))
}

/// The stack of a thread, 2 MiB, and as much again for its first steps.
const THREAD: usize = 4 << 20;
