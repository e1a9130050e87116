//! Whether bytes are well-formed UTF-8, and the place and kind of the first error.
//! Bytes in, a count of validated bytes out.
//! Standard: Unicode, table 3-7.
//! Method: three nibble look-ups for each byte (Keiser and Lemire, "Validating UTF-8 in less than one instruction per
//! byte", 2021) find the block with an error; the plain path finds its place.

use crate::tier::{Kernel, Tier};
use crate::utf8::{Sequence, boundary, sequence, whole_len};
use crate::vector::{BLOCK, Register, Vector};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// How many leading bytes of `src` are whole, well-formed UTF-8 sequences.
///
/// That is all of `src`, unless it ends inside a sequence and `chunk` says that more follows: then it is up to three
/// bytes less, and they belong before the bytes given next.
///
/// # Errors
///
/// The first ill-formed piece, by kind (codes 101 to 107), at the offset of its first byte in `src`.
/// [`ErrorCode::Utf8Incomplete`] only arises with [`Chunk::Last`].
///
/// ```
/// use stringmill::{Chunk, ErrorCode, utf8_validate};
///
/// assert_eq!(utf8_validate("café".as_bytes(), Chunk::Last), Ok(5));
/// assert_eq!(utf8_validate(b"caf\xC3", Chunk::More), Ok(3));
/// let error = utf8_validate(b"\xED\xA0\x80", Chunk::Last).unwrap_err();
/// assert_eq!((error.code, error.offset), (ErrorCode::Utf8Surrogate, 0));
/// ```
#[inline]
pub fn utf8_validate(src: &[u8], chunk: Chunk) -> Result<usize, Error> {
    utf8_validate_with(Tier::best(), src, chunk)
}

/// As [`utf8_validate`], on a chosen tier.
///
/// ```
/// use stringmill::{Chunk, Tier, utf8_validate_with};
///
/// assert!(Tier::available().all(|tier| utf8_validate_with(tier, b"text", Chunk::Last) == Ok(4)));
/// ```
#[cfg_attr(not(debug_assertions), inline)]
pub fn utf8_validate_with(tier: Tier, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
    tier.run::<Validate>(chunk, src, &mut [])
}

struct Validate;

impl Kernel for Validate {
    type Context<'a> = Chunk;
    type CodeUnit = u8;
    type Output = Result<usize, Error>;

    #[inline(always)]
    fn run<V: Vector>(v: V, chunk: Chunk, src: &[u8], _: &mut [u8]) -> Self::Output {
        let valid = valid_blocks(v, src);
        validate_from(src, valid, chunk)
    }

    fn run_scalar(chunk: Chunk, src: &[u8], _: &mut [u8]) -> Self::Output {
        validate_from(src, 0, chunk)
    }
}

/// Length of a prefix of `src` that is well-formed, ends between sequences, and stops short of the first error by less
/// than a block and a sequence.
#[inline(always)]
fn valid_blocks<V: Vector>(v: V, src: &[u8]) -> usize {
    let src = &src[..whole_len(src)];
    let tables = Tables::new(v);
    let mut before = v.splat(0);
    let mut open = false;
    let mut at = 0;
    while at < src.len() {
        if !open {
            at += ascii_strides(v, &src[at..]);
            before = v.splat(0);
        }
        // The bytes past the end are zeros: ASCII, after which no sequence is open.
        let bytes = v.load_part(&src[at..]);
        let non_ascii = v.high_bits(bytes) != 0;
        if (non_ascii || open) && v.any(tables.errors(v, bytes, before)) {
            break;
        }
        (before, open) = (bytes, non_ascii);
        at += BLOCK;
    }
    boundary(src, at.min(src.len()))
}

/// Length of the leading strides that are all ASCII.
#[inline(always)]
fn ascii_strides<V: Vector>(v: V, src: &[u8]) -> usize {
    let mut ascii = 0;
    for [a, b, c, d] in src.as_chunks::<BLOCK>().0.as_chunks::<4>().0 {
        let (low, high) = (v.or(v.load(a), v.load(b)), v.or(v.load(c), v.load(d)));
        if v.high_bits(v.or(low, high)) != 0 {
            break;
        }
        ascii += 4 * BLOCK;
    }
    ascii
}

/// Validates `src` from `at`, which is between sequences, one sequence at a time.
fn validate_from(src: &[u8], mut at: usize, chunk: Chunk) -> Result<usize, Error> {
    while at < src.len() {
        if let Some(word) = src[at..].first_chunk::<8>()
            && u64::from_ne_bytes(*word) & 0x8080_8080_8080_8080 == 0
        {
            at += 8;
            continue;
        }
        match sequence(&src[at..]) {
            Sequence::Whole { len, .. } => at += len,
            Sequence::Ill { error, .. } => return Err(Error::new(error, at as u64)),
            Sequence::Cut if chunk == Chunk::More => break,
            Sequence::Cut => return Err(Error::new(ErrorCode::Utf8Incomplete, at as u64)),
        }
    }
    Ok(at)
}

/// The look-up tables, ready for use.
#[derive(Clone, Copy)]
pub(crate) struct Tables<V: Register> {
    first_high: V::Table,
    first_low: V::Table,
    second_high: V::Table,
    three: V::Bytes,
    four: V::Bytes,
    /// 0x80 everywhere.
    pub(crate) continuation: V::Bytes,
}

impl<V: Register> Tables<V> {
    #[inline(always)]
    pub(crate) fn new(v: V) -> Self {
        Tables {
            first_high: v.table(&FIRST_HIGH),
            first_low: v.table(&FIRST_LOW),
            second_high: v.table(&SECOND_HIGH),
            three: v.splat(0xE0 - 0x80),
            four: v.splat(0xF0 - 0x80),
            continuation: v.splat(0x80),
        }
    }

    /// Nonzero if two neighbouring bytes cannot follow each other, or a third or fourth byte of a sequence is missing
    /// or excessive. A sequence cut by the end of the block shows in the block after it.
    #[inline(always)]
    pub(crate) fn errors(&self, v: V, bytes: V::Bytes, before: V::Bytes) -> V::Bytes {
        let earlier = [v.earlier::<1>(bytes, before), v.earlier::<2>(bytes, before), v.earlier::<3>(bytes, before)];
        self.errors_after(v, bytes, earlier)
    }

    /// As [`Tables::errors`], for a caller that has the text one, two and three bytes earlier.
    #[inline(always)]
    pub(crate) fn errors_after(&self, v: V, bytes: V::Bytes, [one, two, three]: [V::Bytes; 3]) -> V::Bytes {
        let first = v.and(v.look_up_high(self.first_high, one), v.look_up_low(self.first_low, one));
        let pairs = v.and(first, v.look_up_high(self.second_high, bytes));
        // 0x80 if the byte must be the third of a three-byte or the third or fourth of a four-byte sequence.
        let expected = v.or(v.saturating_sub(two, self.three), v.saturating_sub(three, self.four));
        v.xor(v.and(expected, self.continuation), pairs)
    }
}

// One bit for each way in which a second byte cannot follow a first one.
const TOO_SHORT: u8 = 1 << 0;
const TOO_LONG: u8 = 1 << 1;
const OVERLONG_3: u8 = 1 << 2;
const TOO_LARGE: u8 = 1 << 3;
const SURROGATE: u8 = 1 << 4;
const OVERLONG_2: u8 = 1 << 5;
// These two never meet in one pair, so they share a bit.
const TOO_LARGE_1000: u8 = 1 << 6;
const OVERLONG_4: u8 = 1 << 6;
const TWO_CONTINUATIONS: u8 = 1 << 7;
// Cases that do not depend on the low nibble of the first byte.
const CARRY: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;

/// For each high nibble of the first byte of a pair: the errors that the pair may have.
const FIRST_HIGH: [u8; 16] = {
    let mut table = [TOO_LONG; 16];
    table[0x8] = TWO_CONTINUATIONS;
    table[0x9] = TWO_CONTINUATIONS;
    table[0xA] = TWO_CONTINUATIONS;
    table[0xB] = TWO_CONTINUATIONS;
    table[0xC] = TOO_SHORT | OVERLONG_2;
    table[0xD] = TOO_SHORT;
    table[0xE] = TOO_SHORT | OVERLONG_3 | SURROGATE;
    table[0xF] = TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4;
    table
};

/// For each low nibble of the first byte of a pair: the errors that the pair may have.
const FIRST_LOW: [u8; 16] = {
    let mut table = [CARRY | TOO_LARGE | TOO_LARGE_1000; 16];
    table[0x0] = CARRY | OVERLONG_2 | OVERLONG_3 | OVERLONG_4;
    table[0x1] = CARRY | OVERLONG_2;
    table[0x2] = CARRY;
    table[0x3] = CARRY;
    table[0x4] = CARRY | TOO_LARGE;
    table[0xD] |= SURROGATE;
    table
};

/// For each high nibble of the second byte of a pair: the errors that the pair may have.
const SECOND_HIGH: [u8; 16] = {
    const ANY: u8 = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS;
    let mut table = [TOO_SHORT; 16];
    table[0x8] = ANY | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4;
    table[0x9] = ANY | OVERLONG_3 | TOO_LARGE;
    table[0xA] = ANY | SURROGATE | TOO_LARGE;
    table[0xB] = ANY | SURROGATE | TOO_LARGE;
    table
};
