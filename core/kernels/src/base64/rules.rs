//! Choices for reading and writing base64.

use crate::vector::{Base64Tables, ByteSet};
use stringmill_profile::{Base64Alphabet, Base64Padding, TrailingBits, WhiteSpace};

/// How to encode.
///
/// ```
/// use stringmill::{Base64Alphabet, Base64Encode};
///
/// assert_eq!(Base64Encode::STANDARD.bound(5), Some(8));
/// assert_eq!(Base64Encode::URL, Base64Encode { alphabet: Base64Alphabet::Url, padded: false });
/// assert_eq!(Base64Encode::UNIT_MAX, 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base64Encode {
    /// The symbols to write.
    pub alphabet: Base64Alphabet,
    /// Whether the last group is filled up with `=`.
    pub padded: bool,
}

impl Base64Encode {
    /// RFC 4648, section 4: with `+`, `/` and padding.
    pub const STANDARD: Self = Base64Encode { alphabet: Base64Alphabet::Standard, padded: true };
    /// RFC 4648, section 5, without padding: with `-` and `_`, as in URLs and file names.
    pub const URL: Self = Base64Encode { alphabet: Base64Alphabet::Url, padded: false };

    /// Room in which [`base64_encode`](crate::base64_encode) always makes progress.
    pub const UNIT_MAX: usize = 4;

    /// The bytes that `len` bytes of input become; `None` if that is more than `usize::MAX`.
    pub const fn bound(self, len: usize) -> Option<usize> {
        let (groups, rest) = (len / 3, len % 3);
        let last = match rest {
            0 => 0,
            _ if self.padded => 4,
            _ => rest + 1,
        };
        match groups.checked_mul(4) {
            Some(whole) => whole.checked_add(last),
            None => None,
        }
    }
}

/// How to decode.
///
/// ```
/// use stringmill::{Base64Decode, Chunk, base64_decode};
///
/// let (mut dst, text) = ([0; 3], b"aGk");
/// assert!(base64_decode(Base64Decode::STANDARD, text, &mut dst, Chunk::Last).is_err());
/// assert_eq!(base64_decode(Base64Decode::URL, text, &mut dst, Chunk::Last)?.written, 2);
/// assert_eq!(base64_decode(Base64Decode::FORGIVING, b" aG k ", &mut dst, Chunk::Last)?.written, 2);
/// assert_eq!((Base64Decode::STANDARD.bound(8), Base64Decode::UNIT_MAX), (6, 3));
///
/// let mut cut = *b" a\nG";
/// assert_eq!(Base64Decode::FORGIVING.without_white_space(&mut cut), 2);
/// assert_eq!(&cut[..2], b"aG");
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base64Decode {
    /// The symbols to read.
    pub alphabet: Base64Alphabet,
    /// Whether the last group is filled up with `=`.
    pub padding: Base64Padding,
    /// How to handle nonzero bits after the last byte.
    pub trailing_bits: TrailingBits,
    /// The white space that is allowed anywhere.
    pub white_space: WhiteSpace,
}

impl Base64Decode {
    /// RFC 4648, section 4, to the letter: padding, and nothing that is not base64.
    pub const STANDARD: Self = Base64Decode {
        alphabet: Base64Alphabet::Standard,
        padding: Base64Padding::Required,
        trailing_bits: TrailingBits::Refuse,
        white_space: WhiteSpace::Refuse,
    };
    /// RFC 4648, section 5, with padding or without.
    pub const URL: Self =
        Base64Decode { alphabet: Base64Alphabet::Url, padding: Base64Padding::Optional, ..Self::STANDARD };
    /// The forgiving decoder of WHATWG's Infra Standard, as in `atob`.
    pub const FORGIVING: Self = Base64Decode {
        padding: Base64Padding::Optional,
        trailing_bits: TrailingBits::Drop,
        white_space: WhiteSpace::Whatwg,
        ..Self::STANDARD
    };

    /// Room in which [`base64_decode`](crate::base64_decode) always makes progress.
    pub const UNIT_MAX: usize = 3;

    /// The most bytes that `len` bytes of input can become.
    pub const fn bound(self, len: usize) -> usize {
        len / 4 * 3 + len % 4 * 3 / 4
    }

    /// Moves the symbols and padding of `cut`, the bytes that a call left unread, to its beginning. Returns how many
    /// bytes they are: at most four if the call left them because more input has to come.
    ///
    /// A group may contain any amount of white space. A caller with bounded memory gives only these bytes again;
    /// offsets then count from them.
    pub fn without_white_space(self, cut: &mut [u8]) -> usize {
        let mut len = 0;
        for at in 0..cut.len() {
            let byte = cut[at];
            if !self.allows(byte) {
                cut[len] = byte;
                len += 1;
            }
        }
        len
    }

    /// Whether `byte` is white space that is allowed anywhere.
    #[inline]
    pub(super) fn allows(self, byte: u8) -> bool {
        byte <= b' ' && white_space(self.white_space).has(byte)
    }

    /// `src` without allowed white space at its end.
    #[inline(always)]
    pub(super) fn trimmed(self, src: &[u8]) -> &[u8] {
        let mut text = src;
        if self.allows_any() {
            while let [before @ .., last] = text
                && self.allows(*last)
            {
                text = before;
            }
        }
        text
    }

    /// Whether any white space is allowed.
    #[inline(always)]
    pub(super) fn allows_any(self) -> bool {
        self.white_space != WhiteSpace::Refuse
    }
}

/// The tables of an alphabet without white space.
#[inline(always)]
pub(super) fn tables(alphabet: Base64Alphabet) -> &'static Base64Tables {
    &TABLES[alphabet as usize][WhiteSpace::Refuse as usize]
}

/// The tables of an alphabet and the white space that is allowed in it.
#[inline(always)]
pub(super) fn spaced_tables(rules: Base64Decode) -> &'static Base64Tables {
    &TABLES[rules.alphabet as usize][rules.white_space as usize]
}

static TABLES: [[Base64Tables; WHITE_SPACES.len()]; ALPHABETS.len()] = {
    let mut tables = [[Base64Tables::new(ALPHABETS[0].last_two(), b""); WHITE_SPACES.len()]; ALPHABETS.len()];
    let mut at = 0;
    while at < ALPHABETS.len() * WHITE_SPACES.len() {
        let (alphabet, white_space) = (ALPHABETS[at / WHITE_SPACES.len()], WHITE_SPACES[at % WHITE_SPACES.len()]);
        tables[alphabet as usize][white_space as usize] = Base64Tables::new(alphabet.last_two(), white_space.bytes());
        at += 1;
    }
    tables
};

const ALPHABETS: [Base64Alphabet; 2] = [Base64Alphabet::Standard, Base64Alphabet::Url];
const WHITE_SPACES: [WhiteSpace; 4] = [WhiteSpace::Refuse, WhiteSpace::Json, WhiteSpace::Whatwg, WhiteSpace::Ion];

/// The bytes of white space.
#[inline(always)]
pub(super) fn white_space(which: WhiteSpace) -> &'static ByteSet {
    static REFUSE: ByteSet = ByteSet::new(WhiteSpace::Refuse.bytes(), false);
    static JSON: ByteSet = ByteSet::new(WhiteSpace::Json.bytes(), false);
    static WHATWG: ByteSet = ByteSet::new(WhiteSpace::Whatwg.bytes(), false);
    static ION: ByteSet = ByteSet::new(WhiteSpace::Ion.bytes(), false);
    match which {
        WhiteSpace::Refuse => &REFUSE,
        WhiteSpace::Json => &JSON,
        WhiteSpace::Whatwg => &WHATWG,
        WhiteSpace::Ion => &ION,
    }
}
