//! How many leading bytes of a text belong to a class: white space, an identifier, digits, the plain part of a string.
//! Bytes in, a length in bytes out; never fails; the text need not be valid UTF-8.
//! Standards of the ready classes: RFC 8259, sections 2 and 7; Amazon Ion 1.0, text encoding.
//! Method: two look-ups for each byte find the bytes outside the class; the first set bit of their mask is the length.
//! Most runs end in the first block; all of those cost the same, without a mispredicted branch.

use crate::plain_text::STRIDE;
use crate::tier::{Kernel, Tier};
use crate::vector::{BLOCK, ByteSet, Vector, first_bits};

/// Length in bytes of the longest prefix of `src` whose bytes all belong to `class`.
///
/// The result is `src.len()` if no other byte comes: a reader of a stream continues with the next chunk. A call costs
/// about two nanoseconds. Readers keep a [`Tier`] and use [`scan_with`], and look at the first byte themselves if most
/// runs are empty.
///
/// ```
/// use stringmill::{ByteClass, scan};
///
/// assert_eq!(scan(&ByteClass::WHITE_SPACE_JSON, b"  \n\t{}"), 4);
/// assert_eq!(scan(&ByteClass::IDENTIFIER, b"name_1: 5"), 6);
/// const HOST: ByteClass = ByteClass::new(b"abcdefghijklmnopqrstuvwxyz0123456789.-");
/// assert_eq!(scan(&HOST, b"example.org/index"), 11);
/// ```
#[inline]
pub fn scan(class: &ByteClass, src: &[u8]) -> usize {
    scan_with(Tier::best(), class, src)
}

/// As [`scan`], on a chosen tier.
///
/// ```
/// use stringmill::{ByteClass, Tier, scan_with};
///
/// assert!(Tier::available().all(|tier| scan_with(tier, &ByteClass::DIGITS, b"2024-11") == 4));
/// ```
#[cfg_attr(not(debug_assertions), inline)]
pub fn scan_with(tier: Tier, class: &ByteClass, src: &[u8]) -> usize {
    tier.run::<Scan>(class, src, &mut [])
}

/// A set of bytes to scan for: any ASCII bytes, and all bytes above them or none. Made once, as a constant.
///
/// ```
/// use stringmill::{ByteClass, scan};
///
/// const FIELD: ByteClass = ByteClass::all_but(b",;\n").with_non_ascii();
/// assert_eq!(scan(&FIELD, "café,thé".as_bytes()), 5);
/// assert!(FIELD.has(b'x') && !ByteClass::new(b"abc").has(b'x'));
///
/// let ready = [
///     (ByteClass::WHITE_SPACE_JSON, " \t\n\r."),
///     (ByteClass::WHITE_SPACE_ION, " \t\x0B\x0C."),
///     (ByteClass::IDENTIFIER, "a_$1."),
///     (ByteClass::DIGITS, "2024."),
///     (ByteClass::HEX, "Ca2f."),
///     (ByteClass::STRING, "día\""),
///     (ByteClass::STRING_ASCII, "plaiñ"),
/// ];
/// assert!(ready.iter().all(|(class, text)| scan(class, text.as_bytes()) == 4));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ByteClass {
    /// The bytes outside the class.
    pub(crate) stops: ByteSet,
}

impl ByteClass {
    /// The bytes of `ascii`, in any order.
    ///
    /// # Panics
    ///
    /// If one of them is not ASCII; in a constant, that is an error of the compiler.
    pub const fn new(ascii: &[u8]) -> Self {
        let mut member = [false; 128];
        let mut i = 0;
        while i < ascii.len() {
            assert!(ascii[i] < 0x80, "only ASCII bytes are members one by one");
            member[ascii[i] as usize] = true;
            i += 1;
        }
        Self::of(&member, false)
    }

    /// The ASCII bytes that `ascii` does not list.
    ///
    /// # Panics
    ///
    /// If one of those that it lists is not ASCII; in a constant, that is an error of the compiler.
    pub const fn all_but(ascii: &[u8]) -> Self {
        let listed = Self::new(ascii);
        let mut member = [false; 128];
        let mut byte = 0;
        while byte < 128 {
            member[byte] = !listed.has(byte as u8);
            byte += 1;
        }
        Self::of(&member, false)
    }

    /// The same class and all bytes above 0x7F.
    #[must_use]
    pub const fn with_non_ascii(self) -> Self {
        let mut member = [false; 128];
        let mut byte = 0;
        while byte < 128 {
            member[byte] = self.has(byte as u8);
            byte += 1;
        }
        Self::of(&member, true)
    }

    const fn of(member: &[bool; 128], non_ascii: bool) -> Self {
        let mut stops = ByteSet::new(b"", !non_ascii);
        let mut byte = 0;
        while byte < 128 {
            if !member[byte] {
                stops = stops.with(byte as u8);
            }
            byte += 1;
        }
        ByteClass { stops }
    }

    /// Whether `byte` belongs to it.
    #[inline]
    pub const fn has(&self, byte: u8) -> bool {
        !self.stops.has_byte(byte)
    }

    /// White space between the tokens of JSON: space, tab, line feed, carriage return.
    pub const WHITE_SPACE_JSON: ByteClass = ByteClass::new(b" \t\n\r");
    /// White space between the tokens of Ion text: as in JSON, and vertical tab and form feed.
    pub const WHITE_SPACE_ION: ByteClass = ByteClass::new(b" \t\n\r\x0B\x0C");
    /// `A` to `Z`, `a` to `z`, `0` to `9`, `_` and `$`: the bytes of an Ion identifier after its first.
    pub const IDENTIFIER: ByteClass =
        ByteClass::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$");
    /// `0` to `9`.
    pub const DIGITS: ByteClass = ByteClass::new(b"0123456789");
    /// Hexadecimal digits of either case.
    pub const HEX: ByteClass = ByteClass::new(b"0123456789ABCDEFabcdef");
    /// The bytes that a JSON string contains unescaped, well-formed or not: all but `"`, `\` and the bytes below 0x20.
    /// The first byte after them is the end of the string, an escape or an error.
    pub const STRING: ByteClass = ByteClass::all_but(&STRING_STOPS).with_non_ascii();
    /// The ASCII bytes of [`ByteClass::STRING`], which need neither unescaping nor validation.
    pub const STRING_ASCII: ByteClass = ByteClass::all_but(&STRING_STOPS);
}

struct Scan;

impl Kernel for Scan {
    type Context<'a> = &'a ByteClass;
    type CodeUnit = u8;
    type Output = usize;

    #[inline(always)]
    fn run<V: Vector>(v: V, class: &ByteClass, src: &[u8], _: &mut [u8]) -> usize {
        let stops = v.set(&class.stops);
        let mut at = 0;
        if let Some(first) = src.first_chunk::<BLOCK>() {
            let found = v.nonzero(v.members(stops, v.load(first)));
            if found != 0 {
                return found.trailing_zeros() as usize;
            }
            // Many of the longer runs end in the next block.
            if let Some(second) = src[BLOCK..].first_chunk::<BLOCK>() {
                let found = v.nonzero(v.members(stops, v.load(second)));
                if found != 0 {
                    return BLOCK + found.trailing_zeros() as usize;
                }
                at = 2 * BLOCK + strides(v, stops, &src[2 * BLOCK..]);
            } else {
                at = BLOCK;
            }
        }
        while at < src.len() {
            let rest = &src[at..];
            let found = v.nonzero(v.members(stops, v.load_part(rest)));
            let len = rest.len().min(BLOCK);
            // The bytes past the end are zeros, and zero may be a stop.
            if found & first_bits(len) != 0 {
                return at + found.trailing_zeros() as usize;
            }
            at += len;
        }
        at
    }

    fn run_scalar(class: &ByteClass, src: &[u8], _: &mut [u8]) -> usize {
        src.iter().position(|&byte| !class.has(byte)).unwrap_or(src.len())
    }
}

/// Length of the leading strides without a stop.
#[inline(always)]
fn strides<V: Vector>(v: V, stops: V::Set, src: &[u8]) -> usize {
    let mut free = 0;
    for [a, b, c, d] in src.as_chunks::<BLOCK>().0.as_chunks::<STRIDE>().0 {
        let low = v.or(v.members(stops, v.load(a)), v.members(stops, v.load(b)));
        let high = v.or(v.members(stops, v.load(c)), v.members(stops, v.load(d)));
        if v.any(v.or(low, high)) {
            break;
        }
        free += STRIDE * BLOCK;
    }
    free
}

/// `"`, `\` and the control characters.
const STRING_STOPS: [u8; 34] = {
    let mut stops = [0; 34];
    let mut byte = 0;
    while byte < 0x20 {
        stops[byte] = byte as u8;
        byte += 1;
    }
    stops[0x20] = b'"';
    stops[0x21] = b'\\';
    stops
};
