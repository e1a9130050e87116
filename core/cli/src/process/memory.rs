//! Memory whose size comes from the input or from the arguments: if the system refuses it, the command says so.

use crate::report::failure::Failure;

/// Makes room for `more` elements behind those of `vec`.
pub(crate) fn reserve<T>(vec: &mut Vec<T>, more: usize) -> Result<(), Failure> {
    let bytes = (vec.len().saturating_add(more)).saturating_mul(size_of::<T>());
    vec.try_reserve(more).map_err(|_| refused(bytes))
}

/// Puts an element behind those of `vec`.
pub(crate) fn push<T>(vec: &mut Vec<T>, element: T) -> Result<(), Failure> {
    reserve(vec, 1)?;
    vec.push(element);
    Ok(())
}

/// Puts bytes behind those of `vec`.
pub(crate) fn extend(vec: &mut Vec<u8>, bytes: &[u8]) -> Result<(), Failure> {
    reserve(vec, bytes.len())?;
    vec.extend_from_slice(bytes);
    Ok(())
}

/// `len` zeros.
pub(crate) fn zeros(len: usize) -> Result<Vec<u64>, Failure> {
    // Asked for and given back: zeros that the system makes cost nothing until they are used, but cannot be refused.
    reserve::<u64>(&mut Vec::new(), len)?;
    Ok(vec![0; len])
}

/// Asks for what a new thread takes before it can say that it gets no memory.
pub(crate) fn for_thread() -> Result<(), Failure> {
    reserve::<u8>(&mut Vec::new(), THREAD)
}

/// The failure of a request for `bytes` bytes.
pub(crate) fn refused(bytes: usize) -> Failure {
    Failure::Memory(format!("the system does not give {bytes} bytes of memory"))
}

/// The stack of a thread, 2 MiB, and as much again for its first steps.
const THREAD: usize = 4 << 20;
