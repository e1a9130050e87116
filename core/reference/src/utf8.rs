//! UTF-8 by its definition: the bits of a sequence make a number, and the number decides.
//! Standard: Unicode, section 3.9, definitions D92 (UTF-8) and D93b (maximal subpart of an ill-formed subsequence).

use stringmill_outcome::{Error, ErrorCode};

/// The first sequence of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// A well-formed sequence of `len` bytes for the scalar value `code`.
    Scalar { code: u32, len: usize },
    /// A maximal subpart of `len` bytes, and its error.
    IllFormed { len: usize, error: ErrorCode },
}

/// Whether the whole of `src` is well-formed UTF-8.
///
/// # Errors
///
/// The first ill-formed piece, by kind (codes 101 to 107), at the offset of its first byte.
pub fn utf8_validate(src: &[u8]) -> Result<(), Error> {
    let mut at = 0;
    while at < src.len() {
        match first_unit(&src[at..]) {
            Unit::Scalar { len, .. } => at += len,
            Unit::IllFormed { error, .. } => return Err(Error::new(error, at as u64)),
        }
    }
    Ok(())
}

/// The unit at the beginning of `src`, which must not be empty.
///
/// Reads one more byte at a time for as long as some scalar value begins with the bytes read.
pub(crate) fn first_unit(src: &[u8]) -> Unit {
    // The number of leading one bits announces the length of the sequence.
    let announced = match src[0].leading_ones() {
        0 => return Unit::Scalar { code: src[0] as u32, len: 1 },
        1 => return Unit::IllFormed { len: 1, error: ErrorCode::Utf8StrayContinuation },
        ones => ones as usize,
    };
    if src[0] >= 0xF5 {
        return Unit::IllFormed { len: 1, error: ErrorCode::Utf8ImpossibleByte };
    }
    for len in 1..=announced {
        let before = (len - 1).max(1);
        if len > src.len() {
            return Unit::IllFormed { len: before, error: ErrorCode::Utf8Incomplete };
        }
        if len > 1 && !is_continuation(src[len - 1]) {
            return Unit::IllFormed { len: before, error: ErrorCode::Utf8MissingContinuation };
        }
        if let Err(error) = some_scalar_begins_with(&src[..len], announced) {
            return Unit::IllFormed { len: before, error };
        }
    }
    Unit::Scalar { code: number(&src[..announced], announced), len: announced }
}

/// Whether `prefix` is the beginning of a well-formed sequence of `announced` bytes, and if not, why not.
fn some_scalar_begins_with(prefix: &[u8], announced: usize) -> Result<(), ErrorCode> {
    // The missing bytes can add any number of six bits each.
    let missing_bits = 6 * (announced - prefix.len());
    let lowest = number(prefix, announced) << missing_bits;
    let highest = lowest + (1 << missing_bits) - 1;
    if highest < shortest_form(announced) {
        Err(ErrorCode::Utf8Overlong)
    } else if lowest > 0x10_FFFF {
        Err(ErrorCode::Utf8AboveMax)
    } else if lowest >= 0xD800 && highest <= 0xDFFF {
        Err(ErrorCode::Utf8Surrogate)
    } else {
        Ok(())
    }
}

/// The number that the bits of `prefix` spell: the payload of a lead byte of `announced` bytes, then six bits of each
/// byte after it.
fn number(prefix: &[u8], announced: usize) -> u32 {
    let lead = prefix[0] as u32 & (0x7F >> announced);
    prefix[1..].iter().fold(lead, |number, &byte| number * 64 + (byte as u32 & 0x3F))
}

/// The smallest number that needs `len` bytes.
fn shortest_form(len: usize) -> u32 {
    match len {
        2 => 0x80,
        3 => 0x800,
        4 => 0x1_0000,
        _ => 0,
    }
}

pub(crate) fn is_continuation(byte: u8) -> bool {
    byte.leading_ones() == 1
}
