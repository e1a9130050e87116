//! The strings of a batch: slices anywhere in memory, or a column, one string after another in one buffer.

use crate::arguments::{apart, not_null};
use crate::ranges::Span;
use crate::shapes::Slice;
use std::ptr;
use stringmill::ErrorCode;

/// The strings of a batch, and the destination of its offsets.
pub(crate) trait Strings {
    /// The largest output offset that the offset type can count.
    const OFFSET_MAX: usize;
    /// Whether strings may be anywhere in memory, so each may overlap the ranges that the call writes.
    const ANYWHERE: bool;
    /// The ranges that the call reads while it writes: the arrays, and the strings if they are in one buffer.
    fn read(&self, count: usize) -> [Span; 2];
    /// The range of the output offsets.
    fn written(&self, count: usize) -> Span;
    /// Returns the string with this number.
    ///
    /// # Safety
    ///
    /// There must be more strings than `number`.
    unsafe fn get(&self, number: usize) -> Result<(*const u8, usize), ErrorCode>;
    /// Stores `offset`, at most `OFFSET_MAX`, as the beginning of the output of the string with this number.
    ///
    /// # Safety
    ///
    /// There must be at least `number` strings.
    unsafe fn put(&self, number: usize, offset: usize);
}

/// Strings anywhere in memory.
pub(crate) struct Slices {
    src: *const Slice,
    offsets: *mut u64,
}

impl Strings for Slices {
    const OFFSET_MAX: usize = isize::MAX as usize;
    const ANYWHERE: bool = true;

    fn read(&self, count: usize) -> [Span; 2] {
        [Span::of(self.src, count), Span::EMPTY]
    }

    fn written(&self, count: usize) -> Span {
        Span::of(self.offsets, count + 1)
    }

    #[inline(always)]
    unsafe fn get(&self, number: usize) -> Result<(*const u8, usize), ErrorCode> {
        // SAFETY: the caller's promise, and `new` has seen that the pointer is not null.
        let Slice { ptr, len } = unsafe { self.src.add(number).read_unaligned() };
        Ok((ptr, len))
    }

    #[inline(always)]
    unsafe fn put(&self, number: usize, offset: usize) {
        if !self.offsets.is_null() {
            // SAFETY: the caller's promise, and there is one offset more than there are strings.
            unsafe { self.offsets.add(number).write_unaligned(offset as u64) };
        }
    }
}

/// An offset in a column.
pub(crate) trait Offset: Copy {
    const MAX: usize;
    fn to_usize(self) -> Option<usize>;
    fn of(offset: usize) -> Self;
}

impl Offset for i32 {
    const MAX: usize = i32::MAX as usize;

    #[inline(always)]
    fn to_usize(self) -> Option<usize> {
        self.try_into().ok()
    }

    #[inline(always)]
    fn of(offset: usize) -> Self {
        offset as i32
    }
}

impl Offset for i64 {
    const MAX: usize = isize::MAX as usize;

    #[inline(always)]
    fn to_usize(self) -> Option<usize> {
        self.try_into().ok()
    }

    #[inline(always)]
    fn of(offset: usize) -> Self {
        offset as i64
    }
}

/// Strings one after another in one buffer.
pub(crate) struct Column<O> {
    src: *const u8,
    src_len: usize,
    offsets: *const O,
    dst_offsets: *mut O,
}

impl<O: Offset> Strings for Column<O> {
    const OFFSET_MAX: usize = O::MAX;
    const ANYWHERE: bool = false;

    fn read(&self, count: usize) -> [Span; 2] {
        [Span::of(self.offsets, count + 1), Span::of(self.src, self.src_len)]
    }

    fn written(&self, count: usize) -> Span {
        Span::of(self.dst_offsets, count + 1)
    }

    #[inline(always)]
    unsafe fn get(&self, number: usize) -> Result<(*const u8, usize), ErrorCode> {
        // SAFETY: there is one offset more than there are strings, and the pointer is not null.
        let (first, end) = unsafe {
            (self.offsets.add(number).read_unaligned().to_usize(), self.offsets.add(number + 1).read_unaligned())
        };
        match (first, end.to_usize()) {
            // The whole buffer passed the check of a range, so this part of it can be one too.
            (Some(first), Some(end)) if first <= end && end <= self.src_len => {
                Ok((self.src.wrapping_add(first), end - first))
            }
            _ => Err(ErrorCode::OffsetsUnsound),
        }
    }

    #[inline(always)]
    unsafe fn put(&self, number: usize, offset: usize) {
        if !self.dst_offsets.is_null() {
            // SAFETY: as in `Slices`.
            unsafe { self.dst_offsets.add(number).write_unaligned(O::of(offset)) };
        }
    }
}

impl Slices {
    /// `offsets` receives the output offsets; `None` if the operation has none.
    pub(crate) fn new(src: *const Slice, count: usize, offsets: Option<*mut u64>) -> Result<Self, ErrorCode> {
        countable(src, count)?;
        offsets.map_or(Ok(()), |offsets| countable(offsets, count))?;
        Ok(Slices { src, offsets: offsets.unwrap_or(ptr::null_mut()) })
    }
}

impl<O> Column<O> {
    /// `dst_offsets` receives the output offsets; `None` if the operation has none.
    pub(crate) fn new(
        src: *const u8,
        src_len: usize,
        offsets: *const O,
        count: usize,
        dst_offsets: Option<*mut O>,
    ) -> Result<Self, ErrorCode> {
        countable(offsets, count)?;
        dst_offsets.map_or(Ok(()), |offsets| countable(offsets, count))?;
        // Checks the whole buffer as one range: the offsets come from the caller too.
        apart(src, src_len, ptr::null_mut::<u8>(), 0)?;
        Ok(Column { src, src_len, offsets, dst_offsets: dst_offsets.unwrap_or(ptr::null_mut()) })
    }
}

/// Checks that `ptr` can have `count` elements and one more. It may be null if there are no strings.
fn countable<T>(ptr: *const T, count: usize) -> Result<(), ErrorCode> {
    if count != 0 {
        not_null(ptr)?;
    }
    let bytes = count.checked_add(1).and_then(|count| count.checked_mul(size_of::<T>()));
    match bytes.filter(|&bytes| bytes <= isize::MAX as usize) {
        Some(_) => Ok(()),
        None => Err(ErrorCode::LengthExcessive),
    }
}
