//! Allocations that may fail. The standard library would end the process; these functions return an error.

use stringmill::ErrorCode;

/// Moves `value` to the heap, as a slice of one.
pub(crate) fn boxed<T>(value: T) -> Result<Box<[T]>, ErrorCode> {
    let mut place = with_room(1)?;
    place.push(value);
    Ok(place.into_boxed_slice())
}

/// An empty vector with room for `len`.
pub(crate) fn with_room<T>(len: usize) -> Result<Vec<T>, ErrorCode> {
    let mut place = Vec::new();
    place.try_reserve_exact(len).map_err(|_| ErrorCode::MemoryRefused)?;
    Ok(place)
}
