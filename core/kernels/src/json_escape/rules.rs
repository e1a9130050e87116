//! The tables that a profile and a policy turn into.

use super::above::Above;
use crate::vector::{ByteSet, Register};
use core::fmt;
use stringmill_outcome::{Error, ErrorCode};
use stringmill_profile::{AsciiEscape, HexCase, IllFormed, Profile, UnicodeForm};

/// A profile and a policy, ready for use: make it once, `const` if you can, and escape many strings with it.
///
/// Every profile costs the same: its set of escaped bytes is a table, not code.
#[derive(Clone)]
pub struct JsonEscape<'a> {
    profile: Profile<'a>,
    policy: IllFormed,
    bound: usize,
    /// For each byte: up to seven bytes of output, and in the last place how many they are.
    pub(super) entries: [[u8; 8]; 256],
    /// Bytes that the scalar path must look at one by one.
    pub(super) stops: [bool; 256],
    /// Bytes that a block cannot copy: those that are escaped, and those above 0x7F where they need a look.
    pub(super) special: ByteSet,
    /// Those of them that take more than a backslash and a letter from `letters`: long escapes, and bytes above 0x7F.
    pub(super) hard: ByteSet,
    /// The ASCII bytes among the special ones, which are those that are escaped.
    pub(super) escaped: ByteSet,
    /// The ASCII bytes among the hard ones, which are those with long escapes.
    pub(super) long: ByteSet,
    /// By low nibble: one bit for each high nibble from C to F with which the byte may lead an escaped sequence.
    pub(super) lead_low: [u8; 16],
    /// The same for the second and the third byte of an escaped sequence, with high nibbles from 8 to B, where all such
    /// sequences have three bytes or more: few of a lead byte may be escaped, and the others frequent, as quotation
    /// marks beside U+2028.
    pub(super) next_low: Option<[[u8; 16]; 2]>,
    /// Where that is not so, of the lead bytes from E4 to EF, which `lead_low` then has not; see [`Far`].
    pub(super) far: Option<Far>,
    /// For each byte below 0x10 with a two-byte escape: what turns the byte into its letter by exclusive or.
    pub(super) letters: [u8; 16],
    /// The digits of the long escapes, where all of them, less some of controls, are `\u00` and two digits of one case.
    pub(super) long_digits: Option<[u8; 16]>,
    /// Those of controls that are something else, as under PHP's `hex-tag`: `\u003C`, but `\u001c`.
    odd: ByteSet,
    has_odd: bool,
    /// What an ill-formed piece becomes where it is replaced: U+FFFD or its escape, as `entries` have them.
    pub(super) replacement: [u8; 8],
    /// Which non-ASCII sequences are escaped.
    pub(super) non_ascii: NonAscii,
    /// Which characters that is, if some.
    above: Above,
    /// Whether they are validated and otherwise left alone.
    pub(super) only_validates: bool,
    /// Whether only some are escaped, and those above U+FFFF are among them, in pairs.
    pub(super) some_in_pairs: bool,
}

/// Which non-ASCII sequences a profile escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NonAscii {
    None,
    Some,
    All,
}

/// Which lead bytes with which second ones may begin an escaped sequence: by the low nibble of the lead, and by both nibbles
/// of the second, one bit for each lead of which some may. With more than eight leads the last ones share theirs, and where
/// gaps are several, more may than do.
///
/// Ideographs fill all of the first of these leads but a few places; looking each of them up would take long.
#[derive(Clone)]
pub(super) struct Far {
    pub(super) lead_low: [u8; 16],
    pub(super) second_high: [u8; 16],
    pub(super) second_low: [u8; 16],
}

/// From U+4000 on.
const FAR_LEAD: usize = 0xE4;

/// By high nibble of a lead: all bits of what leads three bytes.
pub(super) const THREE_HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0];

/// By high nibble from C to F: its bit.
pub(super) const LEAD_HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8];

/// By high nibble from 8 to B: its bit.
pub(super) const NEXT_HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 0];

impl<'a> JsonEscape<'a> {
    /// Room in which [`json_escape`](crate::json_escape) always makes progress: the most that one unit can become,
    /// three ill-formed bytes of four visible characters with seven bytes of escape each.
    pub const UNIT_MAX: usize = 3 * 4 * 7;

    /// Prepares `profile` with `policy` for ill-formed input.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::PolicyUnsupported`], at offset 0, where the policy writes lone surrogate escapes and readers of the
    /// profile refuse them.
    pub const fn new(profile: &Profile<'a>, policy: IllFormed) -> Result<Self, Error> {
        if matches!(policy, IllFormed::Reversible) && profile.refuses_surrogates() {
            return Err(Error::new(ErrorCode::PolicyUnsupported, 0));
        }
        let non_ascii = match profile.non_ascii() {
            [] => NonAscii::None,
            [(0x80, 0x10_FFFF)] => NonAscii::All,
            _ => NonAscii::Some,
        };
        let looks = !matches!(policy, IllFormed::Copy) || !matches!(non_ascii, NonAscii::None);
        let mut rules = JsonEscape {
            profile: *profile,
            policy,
            bound: 0,
            entries: [[0; 8]; 256],
            stops: [false; 256],
            special: ByteSet::new(&[], looks),
            hard: ByteSet::new(&[], looks),
            escaped: ByteSet::new(&[], false),
            long: ByteSet::new(&[], false),
            lead_low: [0; 16],
            next_low: None,
            far: None,
            letters: [0; 16],
            long_digits: None,
            odd: ByteSet::new(&[], false),
            has_odd: false,
            replacement: [0xEF, 0xBF, 0xBD, 0, 0, 0, 0, 3],
            non_ascii,
            above: match non_ascii {
                NonAscii::Some => Above::of(profile.non_ascii()),
                NonAscii::None | NonAscii::All => Above::EMPTY,
            },
            only_validates: !matches!(policy, IllFormed::Copy) && matches!(non_ascii, NonAscii::None),
            some_in_pairs: matches!(non_ascii, NonAscii::Some)
                && matches!(profile.form(), UnicodeForm::Json)
                && matches!(profile.non_ascii(), [.., (..=0x1_0000, 0x10_FFFF)]),
        };
        let mut byte = 0;
        while byte < 0x80 {
            rules.set_ascii(byte as u8, profile.ascii()[byte]);
            byte += 1;
        }
        rules.set_long_digits();
        rules.special = rules.special.with_part(&rules.hard);
        rules.escaped = rules.escaped.with_part(&rules.long);
        rules.set_non_ascii(looks);
        rules.set_next();
        rules.set_far();
        rules.set_replacement();
        rules.bound = rules.longest_per_byte();
        Ok(rules)
    }

    /// Bytes that do not stand for themselves: with those above 0x7F, unless they always do.
    #[inline(always)]
    pub(crate) fn special(&self) -> &ByteSet {
        &self.special
    }

    /// For each byte whether it may need more than to be copied; for ASCII, whether it is escaped.
    #[inline(always)]
    pub(crate) fn stops(&self) -> &[bool; 256] {
        &self.stops
    }

    const fn set_ascii(&mut self, byte: u8, escape: AsciiEscape) {
        let entry = &mut self.entries[byte as usize];
        let Some(text) = escape.bytes() else {
            entry[0] = byte;
            entry[7] = 1;
            return;
        };
        let mut i = 0;
        while i < text.len() {
            entry[i] = text[i];
            i += 1;
        }
        entry[7] = text.len() as u8;
        self.stops[byte as usize] = true;
        self.special = self.special.with(byte);
        self.escaped = self.escaped.with(byte);
        match text {
            [b'\\', letter] if *letter == byte => {}
            [b'\\', letter] if byte < 0x10 => self.letters[byte as usize] = byte ^ *letter,
            _ => {
                self.hard = self.hard.with(byte);
                self.long = self.long.with(byte);
            }
        }
    }

    /// Finds the case of the digits of long escapes.
    const fn set_long_digits(&mut self) {
        let cases = [(HexCase::Lower, *b"0123456789abcdef"), (HexCase::Upper, *b"0123456789ABCDEF")];
        let mut i = 0;
        while i < cases.len() {
            let (case, digits) = cases[i];
            if let Some((odd, has_odd)) = self.odd_in(case)
                && (self.long_digits.is_none() || !has_odd)
            {
                (self.long_digits, self.odd, self.has_odd) = (Some(digits), odd, has_odd);
            }
            i += 1;
        }
    }

    /// Which long escapes are not `\u00` and two digits of this case, and whether any are; `None` where others than those
    /// of controls are among them.
    const fn odd_in(&self, case: HexCase) -> Option<(ByteSet, bool)> {
        let (mut odd, mut has_odd) = (ByteSet::new(&[], false), false);
        let mut byte = 0;
        while byte < 0x80 {
            if self.long.has(byte) && !self.is_unicode(byte, case) {
                if byte >= b' ' {
                    return None;
                }
                (odd, has_odd) = (odd.with(byte), true);
            }
            byte += 1;
        }
        Some((odd, has_odd))
    }

    /// Whether the escape of `byte` is `\u00` and two digits of this case.
    const fn is_unicode(&self, byte: u8, case: HexCase) -> bool {
        let (escape, entry) = (AsciiEscape::unicode(byte, case), &self.entries[byte as usize]);
        let Some(unicode) = escape.bytes() else { return false };
        let mut i = 0;
        while i < unicode.len() {
            if entry[7] as usize != unicode.len() || entry[i] != unicode[i] {
                return false;
            }
            i += 1;
        }
        true
    }

    const fn set_non_ascii(&mut self, looks: bool) {
        let mut byte = 0x80;
        while byte < 0x100 {
            self.entries[byte] = [byte as u8, 0, 0, 0, 0, 0, 0, 1];
            self.stops[byte] = looks;
            if byte >= 0xC2 && byte <= 0xF4 && self.lead_may_be_escaped(byte as u32) {
                self.lead_low[byte & 15] |= 1 << ((byte >> 4) - 0xC);
            }
            byte += 1;
        }
    }

    const fn set_next(&mut self) {
        let ranges = self.profile.non_ascii();
        if ranges.is_empty() || ranges[0].0 < 0x800 {
            return;
        }
        let mut next = [[0; 16]; 2];
        let mut i = 0;
        while i < ranges.len() {
            let (first, last) = ranges[i];
            // What a byte holds above its six bits: characters of three bytes, then those of four.
            if first < 0x1_0000 {
                let last = if last < 0x1_0000 { last } else { 0xFFFF };
                add_sixes(&mut next[0], first >> 6, last >> 6);
                add_sixes(&mut next[1], first, last);
            }
            if last >= 0x1_0000 {
                let first = if first < 0x1_0000 { 0x1_0000 } else { first };
                add_sixes(&mut next[0], first >> 12, last >> 12);
                add_sixes(&mut next[1], first >> 6, last >> 6);
            }
            i += 1;
        }
        self.next_low = Some(next);
    }

    const fn set_far(&mut self) {
        if self.next_low.is_some() || !matches!(self.non_ascii, NonAscii::Some) {
            return;
        }
        let mut far = Far { lead_low: [0; 16], second_high: [0; 16], second_low: [0; 16] };
        let mut bit = 1;
        let mut lead = FAR_LEAD;
        while lead <= 0xEF {
            let low = lead & 15;
            self.lead_low[low] &= !LEAD_HIGH[0xE];
            let mut second = 0x80;
            while second <= 0xBF {
                if self.above.has_of_64(low << 12 | (second & 0x3F) << 6) {
                    far.lead_low[low] = bit;
                    far.second_high[second >> 4] |= bit;
                    far.second_low[second & 15] |= bit;
                }
                second += 1;
            }
            if far.lead_low[low] != 0 && bit < 0x80 {
                bit <<= 1;
            }
            lead += 1;
        }
        self.far = Some(far);
    }

    const fn set_replacement(&mut self) {
        if self.profile.escapes_replacement() || self.profile.escapes_non_ascii(0xFFFD) {
            let ([a, b, c, d, e, f, ..], len) = self.escape_of(0xFFFD);
            self.replacement = [a, b, c, d, e, f, 0, len as u8];
        }
    }

    /// Whether a sequence that begins with `lead` can stand for an escaped scalar value.
    const fn lead_may_be_escaped(&self, lead: u32) -> bool {
        let (first, last) = match lead {
            0xC2..=0xDF => ((lead & 0x1F) << 6, (lead & 0x1F) << 6 | 0x3F),
            0xE0..=0xEF => ((lead & 0x0F) << 12, (lead & 0x0F) << 12 | 0xFFF),
            _ => ((lead & 0x07) << 18, (lead & 0x07) << 18 | 0x3_FFFF),
        };
        let ranges = self.profile.non_ascii();
        let mut i = 0;
        while i < ranges.len() {
            if ranges[i].0 <= last && ranges[i].1 >= first {
                return true;
            }
            i += 1;
        }
        false
    }

    /// The most bytes that one byte of input can become.
    const fn longest_per_byte(&self) -> usize {
        // An escape of a non-ASCII scalar value is at most six bytes for two of input.
        let mut longest = match self.policy {
            IllFormed::Reject | IllFormed::Copy | IllFormed::IgnorePhp => 3,
            IllFormed::Replace | IllFormed::ReplaceJava | IllFormed::ReplacePhp | IllFormed::Reversible => 6,
            IllFormed::Visible => 0,
        };
        let mut byte = 0;
        while byte < 0x80 {
            if self.entries[byte][7] as usize > longest {
                longest = self.entries[byte][7] as usize;
            }
            byte += 1;
        }
        if matches!(self.policy, IllFormed::Visible) {
            let mut sum = self.entries[b'\\' as usize][7] as usize + self.entries[b'x' as usize][7] as usize;
            let mut digit = 0;
            let mut longest_digit = 0;
            while digit < 16 {
                let len = self.entries[HexCase::Upper.digit(digit) as usize][7] as usize;
                if len > longest_digit {
                    longest_digit = len;
                }
                digit += 1;
            }
            sum += 2 * longest_digit;
            if sum > longest {
                longest = sum;
            }
        }
        longest
    }

    /// The most bytes that `len` bytes of input can become, with the quotes not counted; `None` where that exceeds
    /// `usize`.
    pub const fn bound(&self, len: usize) -> Option<usize> {
        len.checked_mul(self.bound)
    }

    /// The profile.
    pub const fn profile(&self) -> &Profile<'a> {
        &self.profile
    }

    /// The policy for ill-formed input.
    pub const fn policy(&self) -> IllFormed {
        self.policy
    }

    /// The digits of the `long` escapes of a block, where each is `\u00` and two of them.
    #[inline(always)]
    pub(super) fn digits_of<R: Register>(&self, r: R, bytes: R::Bytes, long: u64) -> Option<&[u8; 16]> {
        let odd = self.has_odd && r.nonzero(r.members(r.set(&self.odd), bytes)) & long != 0;
        if odd { None } else { self.long_digits.as_ref() }
    }

    /// Whether all that is not ASCII becomes escapes as JSON has them.
    #[inline(always)]
    pub(crate) fn spells(&self) -> bool {
        self.non_ascii == NonAscii::All && self.profile.form() == UnicodeForm::Json
    }

    /// Whether the character `code`, above U+007F, is escaped; for profiles that escape some.
    #[inline(always)]
    pub(super) fn escapes_above(&self, code: usize) -> bool {
        self.above.has(&self.profile, code)
    }

    /// The same of the sequence at `at`; see [`Above::has_at`].
    #[inline(always)]
    pub(super) fn escapes_at(&self, text: &[u8], at: usize) -> bool {
        self.above.has_at(&self.profile, text, at)
    }

    /// Whether ill-formed input has to be found.
    #[inline(always)]
    pub(super) fn validates(&self) -> bool {
        self.policy != IllFormed::Copy
    }

    /// The escape of the non-ASCII scalar value `code`, and its length.
    #[inline]
    pub(super) const fn escape_of(&self, code: u32) -> ([u8; 12], usize) {
        let hex = self.profile.hex();
        match (self.profile.form(), code) {
            (UnicodeForm::Ion, 0..=0xFF) => {
                let [_, _, a, b] = four_digits(hex, code);
                ([b'\\', b'x', a, b, 0, 0, 0, 0, 0, 0, 0, 0], 4)
            }
            (_, 0..=0xFFFF) => {
                let [a, b, c, d] = four_digits(hex, code);
                ([b'\\', b'u', a, b, c, d, 0, 0, 0, 0, 0, 0], 6)
            }
            (UnicodeForm::Ion, _) => {
                let ([a, b, c, d], [e, f, g, h]) = (four_digits(hex, code >> 16), four_digits(hex, code));
                ([b'\\', b'U', a, b, c, d, e, f, g, h, 0, 0], 10)
            }
            (UnicodeForm::Json, _) => {
                let [a, b, c, d] = four_digits(hex, 0xD800 + ((code - 0x1_0000) >> 10));
                let [e, f, g, h] = four_digits(hex, 0xDC00 + ((code - 0x1_0000) & 0x3FF));
                ([b'\\', b'u', a, b, c, d, b'\\', b'u', e, f, g, h], 12)
            }
        }
    }
}

/// The digits of the lower sixteen bits.
#[inline]
const fn four_digits(hex: HexCase, bits: u32) -> [u8; 4] {
    [hex.digit((bits >> 12) as u8), hex.digit((bits >> 8) as u8), hex.digit((bits >> 4) as u8), hex.digit(bits as u8)]
}

/// Adds to a table as `next_low` the continuation bytes with the low six bits of `first` to `last`.
const fn add_sixes(low: &mut [u8; 16], first: u32, last: u32) {
    let mut six = first;
    // After 64 in a row all are there.
    while six <= last && six < first + 64 {
        low[six as usize & 15] |= 1 << (six >> 4 & 3);
        six += 1;
    }
}

impl fmt::Debug for JsonEscape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonEscape({}, {})", self.profile.name(), self.policy.name())
    }
}
