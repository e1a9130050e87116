//! Ranges of memory that a call reads or writes. A range that it writes may not overlap another one: Rust references
//! to both would be unsound, and the output of one argument would destroy another.

use stringmill::ErrorCode;

/// A range by its addresses. Empty if an argument is absent, or is refused for another reason.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    start: usize,
    end: usize,
}

impl Span {
    pub(crate) const EMPTY: Span = Span { start: 0, end: 0 };

    /// `len` units at `ptr`.
    #[inline(always)]
    pub(crate) fn of<T>(ptr: *const T, len: usize) -> Span {
        let start = ptr.addr();
        let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
        match bytes.and_then(|bytes| start.checked_add(bytes)) {
            Some(end) if start != 0 => Span { start, end },
            _ => Span::EMPTY,
        }
    }

    /// One struct or number; empty if the pointer is null.
    #[inline(always)]
    pub(crate) fn one<T>(ptr: *const T) -> Span {
        Span::of(ptr, 1)
    }

    /// How many bytes it has.
    pub(crate) fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether a byte belongs to both ranges.
    #[inline(always)]
    pub(crate) fn overlaps(self, other: Span) -> bool {
        // An empty range inside of the other one does not overlap it.
        self.start.max(other.start) < self.end.min(other.end)
    }

    /// The shortest range that contains both.
    pub(crate) fn hull(self, other: Span) -> Span {
        match (self.start == self.end, other.start == other.end) {
            (true, _) => other,
            (_, true) => self,
            _ => Span { start: self.start.min(other.start), end: self.end.max(other.end) },
        }
    }
}

/// Refuses a call if a `written` range overlaps another one, or one of `read`.
#[inline(always)]
pub(crate) fn all_apart(written: &[Span], read: &[Span]) -> Result<(), ErrorCode> {
    for (number, range) in written.iter().enumerate() {
        if written[number + 1..].iter().chain(read).any(|other| range.overlaps(*other)) {
            return Err(ErrorCode::RangesOverlap);
        }
    }
    Ok(())
}
