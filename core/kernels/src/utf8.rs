//! One character of UTF-8 at a time: its value, or its error and the length of the wrong piece.
//! Standard: Unicode, table 3-7 (well-formed sequences) and section 3.9 (maximal subparts).

use stringmill_outcome::{Chunk, ErrorCode};
use stringmill_profile::IllFormed;

/// The first sequence of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequence {
    /// A well-formed sequence of `len` bytes for the scalar value `code`.
    Whole { len: usize, code: u32 },
    /// The maximal subpart of an ill-formed sequence: `len` bytes that cannot become well-formed.
    Ill { len: usize, error: ErrorCode },
    /// The slice ends inside a sequence that could still become well-formed.
    Cut,
}

/// Reads the sequence at the beginning of `src`, which must not be empty.
#[inline]
pub(crate) fn sequence(src: &[u8]) -> Sequence {
    let lead = src[0];
    if lead < 0x80 {
        return Sequence::Whole { len: 1, code: lead as u32 };
    }
    let ill = |len, error| Sequence::Ill { len, error };
    // The second byte carries every restriction of table 3-7 beyond "is a continuation byte".
    let (len, second, below, above) = match lead {
        0x80..=0xBF => return ill(1, ErrorCode::Utf8StrayContinuation),
        0xC0 | 0xC1 => return ill(1, ErrorCode::Utf8Overlong),
        0xC2..=0xDF => (2, 0x80..=0xBF, ErrorCode::Utf8Overlong, ErrorCode::Utf8AboveMax),
        0xE0 => (3, 0xA0..=0xBF, ErrorCode::Utf8Overlong, ErrorCode::Utf8AboveMax),
        0xED => (3, 0x80..=0x9F, ErrorCode::Utf8Overlong, ErrorCode::Utf8Surrogate),
        0xE1..=0xEF => (3, 0x80..=0xBF, ErrorCode::Utf8Overlong, ErrorCode::Utf8AboveMax),
        0xF0 => (4, 0x90..=0xBF, ErrorCode::Utf8Overlong, ErrorCode::Utf8AboveMax),
        0xF1..=0xF3 => (4, 0x80..=0xBF, ErrorCode::Utf8Overlong, ErrorCode::Utf8AboveMax),
        0xF4 => (4, 0x80..=0x8F, ErrorCode::Utf8Overlong, ErrorCode::Utf8AboveMax),
        _ => return ill(1, ErrorCode::Utf8ImpossibleByte),
    };
    let Some(&next) = src.get(1) else { return Sequence::Cut };
    if !is_continuation(next) {
        return ill(1, ErrorCode::Utf8MissingContinuation);
    }
    if !second.contains(&next) {
        return ill(1, if next < *second.start() { below } else { above });
    }
    let mut code = (lead as u32 & (0x7F >> len)) << 6 | (next as u32 & 0x3F);
    for at in 2..len {
        let Some(&next) = src.get(at) else { return Sequence::Cut };
        if !is_continuation(next) {
            return ill(at, ErrorCode::Utf8MissingContinuation);
        }
        code = code << 6 | (next as u32 & 0x3F);
    }
    Sequence::Whole { len, code }
}

/// Length and scalar value of the well-formed sequence of two or three bytes that `bytes` begin with; `None` for
/// others.
#[inline(always)]
pub(crate) fn short_sequence([lead, second, third]: [u8; 3]) -> Option<(usize, usize)> {
    let two = (lead as usize & 0x1F) << 6 | low_six(second);
    let three = (two & 0x3FF) << 6 | low_six(third);
    match lead {
        0xC2..=0xDF if is_continuation(second) => Some((2, two)),
        0xE0..=0xEF
            if is_continuation(second) && is_continuation(third) && matches!(three, 0x800..=0xD7FF | 0xE000..) =>
        {
            Some((3, three))
        }
        _ => None,
    }
}

/// The scalar value of a well-formed sequence of four bytes; `None` for others.
#[inline(always)]
pub(crate) fn four_byte_code(bytes: [u8; 4]) -> Option<usize> {
    let [lead, second, third, fourth] = bytes;
    if lead & 0xF8 != 0xF0 || !(is_continuation(second) && is_continuation(third) && is_continuation(fourth)) {
        return None;
    }
    let code = code_of(bytes);
    matches!(code, 0x1_0000..=0x10_FFFF).then_some(code)
}

/// The scalar value of the sequence of two to four bytes that `bytes` begin with. Its lead byte says how many;
/// ill-formed sequences give any number.
#[inline(always)]
pub(crate) fn code_of([lead, second, third, fourth]: [u8; 4]) -> usize {
    // Separate expressions stay branches, which cost less than selects: text rarely changes between them.
    let bits = lead as usize;
    match lead {
        0..0xE0 => (bits & 0x1F) << 6 | low_six(second),
        0xE0..0xF0 => (bits & 0xF) << 12 | low_six(second) << 6 | low_six(third),
        _ => (bits & 7) << 18 | low_six(second) << 12 | low_six(third) << 6 | low_six(fourth),
    }
}

#[inline(always)]
fn low_six(byte: u8) -> usize {
    byte as usize & 0x3F
}

/// How many bytes of the ill-formed piece at the beginning of `src` the policy takes at once, given that its maximal
/// subpart has `subpart` bytes; `None` if that depends on bytes that are still to come.
#[inline]
pub(crate) fn piece_len(policy: IllFormed, src: &[u8], subpart: usize, chunk: Chunk) -> Option<usize> {
    match policy {
        IllFormed::ReplaceJava => java_piece_len(src, subpart, chunk),
        IllFormed::ReplacePhp | IllFormed::IgnorePhp => php_piece_len(src, chunk),
        IllFormed::Copy => Some(1),
        IllFormed::Reject | IllFormed::Replace | IllFormed::Visible | IllFormed::Reversible => Some(subpart),
    }
}

/// The JDK's decoder does not restrict the byte after ED, so an encoded surrogate, or the first two bytes of one, is a
/// single piece; all other ill-formed text is cut as Unicode does.
fn java_piece_len(src: &[u8], subpart: usize, chunk: Chunk) -> Option<usize> {
    match *src {
        [0xED, 0xA0..=0xBF, third, ..] => Some(if is_continuation(third) { 3 } else { 2 }),
        [0xED, 0xA0..=0xBF] => (chunk == Chunk::Last).then_some(2),
        _ => Some(subpart),
    }
}

/// PHP reads as many bytes as the lead byte announces, and continues at the first of them that could begin a character.
fn php_piece_len(src: &[u8], chunk: Chunk) -> Option<usize> {
    let announced = sequence_len(src[0]);
    for at in 1..announced {
        match src.get(at) {
            None => return (chunk == Chunk::Last).then_some(at),
            Some(0..=0x7F | 0xC2..=0xF4) => return Some(at),
            Some(_) => {}
        }
    }
    Some(announced)
}

#[inline]
pub(crate) fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Bytes that a sequence with this first byte has; 1 for bytes that cannot lead one.
#[inline]
pub(crate) fn sequence_len(lead: u8) -> usize {
    match lead {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    }
}

/// Bytes that the first bits of a lead byte ask for, whether or not such a sequence exists; 1 for other bytes.
///
/// The vectors judge a byte together with the one after it, so an impossible lead byte at the end of a block is still
/// unjudged and must count as the beginning of something.
#[inline]
pub(crate) fn announced_len(lead: u8) -> usize {
    match lead {
        0..=0xBF => 1,
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xFF => 4,
    }
}

/// The last place at or before `at` that cuts no sequence in two: `at` itself, or the lead byte of the sequence that
/// would reach over it.
#[inline]
pub(crate) fn boundary(src: &[u8], at: usize) -> usize {
    let Some(&[third, second, last]) = src[..at].last_chunk() else { return boundary_near_start(src, at) };
    // No early exit: a branch on the end of a character would be mispredicted half of the time.
    let (one, two) = (is_continuation(last), is_continuation(last) & is_continuation(second));
    let cut = (announced_len(last) > 1) as usize
        + 2 * (one & (announced_len(second) > 2)) as usize
        + 3 * (two & (announced_len(third) > 3)) as usize;
    at - cut
}

/// [`boundary`] if fewer than three bytes come before it.
fn boundary_near_start(src: &[u8], at: usize) -> usize {
    match src[..at] {
        [.., last] if announced_len(last) > 1 => at - 1,
        [lead, last] if is_continuation(last) && announced_len(lead) > 2 => at - 2,
        _ => at,
    }
}

/// Length of `src` without a sequence that its end cuts.
#[inline]
pub(crate) fn whole_len(src: &[u8]) -> usize {
    boundary(src, src.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundary_never_cuts_a_sequence() {
        let text = "aé€😀z".as_bytes();
        let expected = [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11];
        for (at, expected) in expected.into_iter().enumerate() {
            assert_eq!(boundary(text, at), expected, "at {at}");
        }
    }

    #[test]
    fn whole_sequences_are_those_of_the_standard_library() {
        for code in (0..=0x10FFFF).filter_map(char::from_u32) {
            let mut bytes = [0; 4];
            let text = code.encode_utf8(&mut bytes).as_bytes();
            assert_eq!(sequence(text), Sequence::Whole { len: text.len(), code: code as u32 });
            for cut in 1..text.len() {
                assert_eq!(sequence(&text[..cut]), Sequence::Cut);
            }
        }
    }
}
