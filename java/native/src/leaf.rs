//! One call of a leaf: arguments as numbers, progress as a number.

use crate::rules::Rules;
use jni_sys::{jint, jlong};
use std::slice;
use stringmill::{
    Base64Alphabet, Base64Decode, Base64Encode, Base64Padding, ByteClass, Chunk, Error, IllFormed, IllFormedUtf16,
    JsonUnescape, LoneSurrogates, Progress, Repairs, Tier, TrailingBits, Utf8ToUtf16, Utf16ToUtf8, WhiteSpace,
    base64_decode_with, base64_encode_with, json_escape_latin1_with, json_escape_utf16_with, json_escape_with,
    json_unescape_with, latin1_to_utf8_with, scan_with, utf8_to_utf16_with, utf8_validate_with, utf16_to_utf8_with,
};

/// The arguments of a call, from Java.
pub(crate) struct Call {
    /// Rules, an alphabet, a class or a number of units.
    pub(crate) choice: jlong,
    pub(crate) src: jlong,
    pub(crate) len: jint,
    pub(crate) dst: jlong,
    pub(crate) cap: jint,
}

/// Added to a progress: the leaf stops at this place, whatever follows.
const STOPPED: jlong = 1 << 31;

/// The position of a class is its number in `NativeClasses.java`.
static CLASSES: [ByteClass; 7] = [
    ByteClass::WHITE_SPACE_JSON,
    ByteClass::WHITE_SPACE_ION,
    ByteClass::IDENTIFIER,
    ByteClass::DIGITS,
    ByteClass::HEX,
    ByteClass::STRING,
    ByteClass::STRING_ASCII,
];

impl Call {
    /// Runs an operation by its number in `NativeDoor.java`. Returns the progress, with [`STOPPED`] if the units after
    /// it are refused; `None` if an argument cannot be right.
    ///
    /// # Safety
    ///
    /// `src` must be null or the address of `len` readable units, `dst` null or that of `cap` writable bytes. If the
    /// operation takes rules, `choice` must be null or come from [`crate::rules::make`].
    #[inline(always)]
    pub(crate) unsafe fn run(self, operation: jint) -> Option<jlong> {
        let tier = Tier::best();
        let repairs = &mut Repairs::default();
        // SAFETY: the caller's promise.
        unsafe {
            match operation {
                0 => {
                    let Rules { utf8, chunk, .. } = self.rules()?;
                    let dst = self.dst()?;
                    before_error(self.src()?, |src| json_escape_with(tier, utf8, src, dst, *chunk, repairs))
                }
                1 => {
                    let (utf16, dst) = (&self.rules()?.utf16, self.dst()?);
                    let escape = |src: &_| json_escape_utf16_with(tier, utf16, src, dst, Chunk::More, repairs);
                    before_error(self.src()?, escape)
                }
                2 => done(json_escape_latin1_with(tier, &self.rules()?.latin1, self.src()?, self.dst()?)),
                3 => {
                    let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
                    let dst = self.dst()?;
                    before_error(self.src()?, |src| json_unescape_with(tier, rules, src, dst, Chunk::More, repairs))
                }
                4 => {
                    let (rules, dst) = (Utf16ToUtf8::new(IllFormedUtf16::Reject).ok()?, self.dst()?);
                    before_error(self.src()?, |src| utf16_to_utf8_with(tier, rules, src, dst, Chunk::More, repairs))
                }
                5 => done(latin1_to_utf8_with(tier, self.src()?, self.dst()?)),
                6 => {
                    let rules = Base64Encode { alphabet: self.alphabet(), padded: true };
                    done(base64_encode_with(tier, rules, self.src()?, self.dst()?, Chunk::More))
                }
                7 => {
                    let (rules, dst) = (decoding(self.alphabet()), self.dst()?);
                    before_error(self.src()?, |src| base64_decode_with(tier, rules, src, dst, Chunk::More))
                }
                8 => before_error(self.src()?, |src| Ok(counted(utf8_validate_with(tier, src, Chunk::More)?))),
                9 => self.scan(tier),
                10 => {
                    let (units, text) = self.decoded()?;
                    before_error(self.src()?, |src| json_decode(tier, src, units, text))
                }
                _ => None,
            }
        }
    }

    /// # Safety
    ///
    /// As for [`Call::run`].
    unsafe fn scan(&self, tier: Tier) -> Option<jlong> {
        let class = CLASSES.get(usize::try_from(self.choice).ok()?)?;
        // SAFETY: the caller's promise.
        let src = unsafe { self.src()? };
        let read = scan_with(tier, class, src);
        Some(done(counted(read))? | if read < src.len() { STOPPED } else { 0 })
    }

    /// Room for as many units as `choice` says, and for UTF-8: two thirds of the destination and the last one.
    ///
    /// # Safety
    ///
    /// As for [`Call::run`].
    unsafe fn decoded<'a>(&self) -> Option<(&'a mut [u16], &'a mut [u8])> {
        // SAFETY: the caller's promise.
        let (units, text) = unsafe { self.dst()? }.split_at_mut_checked(2 * (usize::try_from(self.cap).ok()? / 3))?;
        // SAFETY: every two bytes are a unit.
        let (before, units, _) = unsafe { units.align_to_mut::<u16>() };
        if !before.is_empty() {
            return None;
        }
        let most = units.len().min(usize::try_from(self.choice).ok()?);
        Some((&mut units[..most], text))
    }

    /// # Safety
    ///
    /// As for [`Call::run`].
    #[inline(always)]
    unsafe fn rules(&self) -> Option<&'static Rules> {
        // SAFETY: the caller's promise.
        unsafe { (self.choice as usize as *const Rules).as_ref() }
    }

    /// # Safety
    ///
    /// As for [`Call::run`].
    #[inline(always)]
    unsafe fn src<'a, T>(&self) -> Option<&'a [T]> {
        let ptr = self.src as usize as *const T;
        if ptr.is_null() || !ptr.is_aligned() {
            return None;
        }
        // SAFETY: not null and aligned; the rest is the caller's promise.
        Some(unsafe { slice::from_raw_parts(ptr, usize::try_from(self.len).ok()?) })
    }

    /// # Safety
    ///
    /// As for [`Call::run`].
    #[inline(always)]
    unsafe fn dst<'a>(&self) -> Option<&'a mut [u8]> {
        let ptr = self.dst as usize as *mut u8;
        if ptr.is_null() {
            return None;
        }
        // SAFETY: not null; the rest is the caller's promise.
        Some(unsafe { slice::from_raw_parts_mut(ptr, usize::try_from(self.cap).ok()?) })
    }

    fn alphabet(&self) -> Base64Alphabet {
        if self.choice == 0 { Base64Alphabet::Standard } else { Base64Alphabet::Url }
    }
}

fn decoding(alphabet: Base64Alphabet) -> Base64Decode {
    Base64Decode {
        alphabet,
        padding: Base64Padding::Required,
        trailing_bits: TrailingBits::Refuse,
        white_space: WhiteSpace::Refuse,
    }
}

/// Runs a leaf. If it finds an error, runs it again on the units before: an error comes without progress.
#[inline(always)]
fn before_error<T>(src: &[T], mut leaf: impl FnMut(&[T]) -> Result<Progress, Error>) -> Option<jlong> {
    match leaf(src) {
        Ok(progress) => done(progress),
        Err(error) => {
            let before = src.get(..usize::try_from(error.offset).ok()?)?;
            Some(done(leaf(before).ok()?)? | STOPPED)
        }
    }
}

/// Unescapes into `text`, and transcodes that into `units`.
fn json_decode(tier: Tier, src: &[u8], units: &mut [u16], text: &mut [u8]) -> Result<Progress, Error> {
    let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
    let repairs = &mut Repairs::default();
    let Progress { mut read, written } = json_unescape_with(tier, rules, src, text, Chunk::More, repairs)?;
    let well_formed = Utf8ToUtf16::new(IllFormed::Reject)?;
    let units = utf8_to_utf16_with(tier, well_formed, &text[..written], units, Chunk::Last, repairs)?;
    if units.read < written {
        // Not all units had room: finds the escapes of those that had.
        read = json_unescape_with(tier, rules, src, &mut text[..units.read], Chunk::More, repairs)?.read;
    }
    Ok(Progress { read, written: units.written })
}

fn counted(read: usize) -> Progress {
    Progress { read, written: 0 }
}

/// The progress as one number. Both parts fit, because lengths are positive numbers of 32 bits.
#[inline(always)]
fn done(progress: Progress) -> Option<jlong> {
    Some((progress.read as jlong) << 32 | progress.written as jlong)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs an operation on bytes, without rules.
    fn run(operation: jint, choice: jlong, src: &[u8], dst: &mut [u8]) -> Option<jlong> {
        let (len, cap) = (src.len() as jint, dst.len() as jint);
        let call = Call { choice, src: src.as_ptr() as jlong, len, dst: dst.as_mut_ptr() as jlong, cap };
        // SAFETY: addresses and lengths of slices; no rules.
        unsafe { call.run(operation) }
    }

    fn progress(read: jlong, written: jlong) -> Option<jlong> {
        Some(read << 32 | written)
    }

    #[test]
    fn units_before_an_error_are_done() {
        let dst = &mut [0; 16];
        assert_eq!(run(3, 0, br"ab\n\x", dst), progress(4, 3).map(|done| done | STOPPED));
        assert_eq!(&dst[..3], b"ab\n");
        assert_eq!(run(8, 0, b"ab\xFFc", &mut []), progress(2, 0).map(|done| done | STOPPED));
        assert_eq!(run(9, 3, b"12a", &mut []), progress(2, 0).map(|done| done | STOPPED));
        assert_eq!(decoded(9, br"ab\ud83dx"), (progress(2, 2).map(|done| done | STOPPED), "ab".into()));
        assert_eq!(run(9, 3, b"12", &mut []), progress(2, 0));
    }

    /// Decodes to at most `most` units.
    fn decoded(most: jlong, src: &[u8]) -> (Option<jlong>, String) {
        let mut dst = [0u64; 12];
        let (len, cap) = (src.len() as jint, size_of_val(&dst) as jint);
        let call = Call { choice: most, src: src.as_ptr() as jlong, len, dst: dst.as_mut_ptr() as jlong, cap };
        // SAFETY: addresses and lengths of a slice and an array.
        let done = unsafe { call.run(10) };
        let units = done.map_or(0, |done| done & 0x7FFF_FFFF) as usize;
        let bytes: Vec<u8> = dst.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let units: Vec<u16> = bytes.chunks(2).take(units).map(|unit| u16::from_ne_bytes([unit[0], unit[1]])).collect();
        (done, String::from_utf16(&units).expect("well-formed"))
    }

    #[test]
    fn strings_are_decoded_until_the_quote_or_the_last_unit_that_fits() {
        let src = "aé\\n漢\\ud83d\\ude00z\"".as_bytes();
        for (most, read, text) in [
            (9, 21, "aé\n漢😀z"),
            (7, 21, "aé\n漢😀z"),
            (6, 20, "aé\n漢😀"),
            (5, 8, "aé\n漢"),
            (4, 8, "aé\n漢"),
            (3, 5, "aé\n"),
            (0, 0, ""),
        ] {
            let written = text.encode_utf16().count() as jlong;
            assert_eq!(decoded(most, src), (progress(read, written), text.into()), "{most}");
        }
    }

    #[test]
    fn an_incomplete_unit_waits() {
        assert_eq!(run(8, 0, b"ab\xE6\xBC", &mut []), progress(2, 0));
        assert_eq!(run(3, 0, br"ab\u00", &mut [0; 16]), progress(2, 2));
    }

    #[test]
    fn arguments_that_cannot_be_right_are_refused() {
        let dst = &mut [0; 16];
        assert_eq!(run(11, 0, b"a", dst), None, "no such operation");
        assert_eq!(run(-1, 0, b"a", dst), None, "no such operation");
        assert_eq!(run(0, 0, b"a", dst), None, "no rules");
        assert_eq!(run(9, 7, b"a", dst), None, "no such class");
        let (src, dst) = (b"abcd".as_ptr() as jlong, dst.as_mut_ptr() as jlong);
        for (src, len, dst, cap) in [(0, 4, dst, 16), (src, -4, dst, 16), (src, 4, 0, 16), (src, 4, dst, -1)] {
            // SAFETY: each has one argument that is refused, and else addresses and lengths of slices.
            assert_eq!(unsafe { Call { choice: 0, src, len, dst, cap }.run(3) }, None);
        }
        // SAFETY: refused because no unit of UTF-16 can be at this address.
        assert_eq!(unsafe { Call { choice: 0, src: 1, len: 1, dst, cap: 16 }.run(4) }, None);
        // SAFETY: refused because no unit of UTF-16 can be at this address.
        assert_eq!(unsafe { Call { choice: 9, src, len: 4, dst: dst | 1, cap: 9 }.run(10) }, None);
        // SAFETY: refused because a number of units is not negative.
        assert_eq!(unsafe { Call { choice: -1, src, len: 4, dst, cap: 9 }.run(10) }, None);
    }
}
