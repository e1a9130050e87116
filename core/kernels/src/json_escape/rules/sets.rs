//! Sets of bytes by the work that they need.
//!
//! ```text
//! special                      cannot be copied by a block
//! |- escaped                   ASCII
//! |  |- with two bytes         a backslash, and the byte or its letter
//! |  `- long                   any other escape     --.
//! `- above 0x7F                if they need a look  --+-- hard
//! ```

use super::spelling::letter;
use crate::vector::{ByteSet, Bytes16};
use stringmill_profile::Profile;

#[derive(Clone)]
pub(crate) struct Sets {
    /// The special bytes, for code without vectors.
    pub(crate) stops: [bool; 256],
    /// The special bytes for checks of eight or sixteen bytes at once; `None` if there are too many.
    pub(crate) signs: Option<Signs>,
    /// Bytes that a block cannot copy: escaped ones, and those above 0x7F if they need a look. `hard` is marked as its
    /// part.
    pub(crate) special: ByteSet,
    /// Special bytes without a two-byte escape.
    pub(crate) hard: ByteSet,
    /// The special ASCII bytes. `long` is marked as its part.
    pub(crate) escaped: ByteSet,
    /// The hard ASCII bytes.
    pub(crate) long: ByteSet,
}

/// Most signs that are compared with each word: a look-up of eight bytes costs as much as eleven comparisons.
const SIGNS_MAX: usize = 10;

/// Special bytes: all controls, signs, and bytes above 0x7F or none.
#[derive(Clone)]
pub(crate) struct Signs {
    /// Sixteen times each sign. The first `count` are in use.
    words: [u128; SIGNS_MAX],
    count: usize,
    /// The top bits that make a byte special.
    high: u128,
}

impl Signs {
    /// The signs among the `stops`; `None` if some controls are plain, or the signs are too many.
    const fn new(stops: &[bool; 256]) -> Option<Self> {
        let mut signs = Signs { words: [0; SIGNS_MAX], count: 0, high: if stops[0x80] { sixteen(0x80) } else { 0 } };
        let mut byte = 0;
        while byte < 0x80 {
            if byte < b' ' && !stops[byte as usize] || signs.count == SIGNS_MAX {
                return None;
            }
            if byte >= b' ' && stops[byte as usize] {
                signs.words[signs.count] = sixteen(byte);
                signs.count += 1;
            }
            byte += 1;
        }
        Some(signs)
    }

    /// How many of eight bytes come before the first special one.
    #[inline(always)]
    pub(crate) fn plain_len(&self, bytes: [u8; 8]) -> usize {
        let word = u64::from_le_bytes(bytes);
        // A borrow marks only bytes above one that is special, so the lowest mark is right.
        let below = |word: u64, limit: u64| word.wrapping_sub(limit) & !word;
        let controls = below(word, times(b' '));
        let signs =
            self.words[..self.count].iter().fold(controls, |marks, sign| marks | below(word ^ *sign as u64, times(1)));
        ((signs & times(0x80) | word & self.high as u64).trailing_zeros() / 8) as usize
    }

    /// Which of sixteen bytes are special.
    #[inline(always)]
    pub(crate) fn special(&self, bytes: Bytes16) -> u32 {
        bytes.controls_or(&self.words[..self.count], &self.high)
    }
}

const fn sixteen(byte: u8) -> u128 {
    u128::from_le_bytes([byte; 16])
}

const fn times(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

impl Sets {
    /// The sets of a profile. `non_ascii_is_special` says whether bytes above 0x7F need a look.
    pub(super) const fn new(profile: &Profile<'_>, non_ascii_is_special: bool) -> Self {
        let (mut escaped, mut long) = (ByteSet::new(&[], false), ByteSet::new(&[], false));
        let mut stops = [false; 256];
        let mut byte = 0;
        while byte < 0x100 {
            stops[byte] = non_ascii_is_special && byte >= 0x80;
            if byte < 0x80
                && let Some(escape) = profile.ascii()[byte].bytes()
            {
                stops[byte] = true;
                escaped = escaped.with(byte as u8);
                if letter(byte as u8, escape).is_none() {
                    long = long.with(byte as u8);
                }
            }
            byte += 1;
        }
        let (mut special, mut hard) = (escaped, long);
        if non_ascii_is_special {
            (special, hard) = (special.with_non_ascii(), hard.with_non_ascii());
        }
        let signs = Signs::new(&stops);
        Sets { stops, signs, special: special.with_part(&hard), hard, escaped: escaped.with_part(&long), long }
    }
}
