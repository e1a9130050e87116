//! The common parts of sweeps: the place of a piece in its input, and the ids of cases.

/// Filler of `len` bytes. Its period of seven is prime to every vector width, so a byte that strays shows.
pub(crate) fn filler(len: usize) -> Vec<u8> {
    b"abcdefg".iter().copied().cycle().take(len).collect()
}

/// `unit` after `place` bytes of filler and before `tail` more.
pub(crate) fn placed(place: usize, unit: &[u8], tail: usize) -> Vec<u8> {
    [filler(place), unit.to_vec(), filler(tail)].concat()
}

/// The phrase about a case.
pub(crate) fn whereabouts(what: &str, place: usize, tail: usize) -> String {
    match (place, tail) {
        (0, 0) => format!("{what} alone"),
        (0, _) => format!("{what} first, {tail} bytes behind it"),
        (_, 0) => format!("{what} last, after {place} bytes"),
        _ => format!("{what} after {place} bytes, {tail} behind it"),
    }
}

/// Gives out the ids of a block that a sweep owns, one after another.
pub(crate) struct Ids {
    next: u32,
    end: u32,
}

impl Ids {
    /// The ids from `first` on, `len` of them.
    pub(crate) fn block(first: u32, len: u32) -> Self {
        Ids { next: first, end: first + len }
    }

    pub(crate) fn next(&mut self) -> Result<u32, String> {
        if self.next == self.end {
            return Err(format!("the block of ids that ends at {} is full", self.end));
        }
        self.next += 1;
        Ok(self.next - 1)
    }
}
