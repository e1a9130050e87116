//! One call of a leaf: arguments as numbers, progress as a number.

use crate::rules::Rules;
use jni_sys::{jint, jlong};
use std::slice;
use stringmill::{
    Base64Alphabet, Base64Decode, Base64Encode, Base64Padding, Chunk, Class, Error, IllFormedUtf16, JsonUnescape,
    LoneSurrogates, Progress, Repairs, Tier, TrailingBits, Utf16ToUtf8, WhiteSpace, base64_decode_with,
    base64_encode_with, json_escape_latin1_with, json_escape_utf16_with, json_escape_with, json_unescape_with,
    latin1_to_utf8_with, scan_with, utf8_validate_with, utf16_to_utf8_with,
};

/// The arguments of a call, from Java.
pub(crate) struct Call {
    /// Rules, an alphabet or a class.
    pub(crate) choice: jlong,
    pub(crate) src: jlong,
    pub(crate) len: jint,
    pub(crate) dst: jlong,
    pub(crate) cap: jint,
}

/// Added to a progress: the leaf stops at this place, whatever follows.
const STOPPED: jlong = 1 << 31;

/// The position of a class is its number in `NativeClasses.java`.
static CLASSES: [Class; 7] = [
    Class::WHITE_SPACE_JSON,
    Class::WHITE_SPACE_ION,
    Class::IDENTIFIER,
    Class::DIGITS,
    Class::HEX,
    Class::STRING,
    Class::STRING_ASCII,
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
        assert_eq!(run(9, 3, b"12", &mut []), progress(2, 0));
    }

    #[test]
    fn an_incomplete_unit_waits() {
        assert_eq!(run(8, 0, b"ab\xE6\xBC", &mut []), progress(2, 0));
        assert_eq!(run(3, 0, br"ab\u00", &mut [0; 16]), progress(2, 2));
    }

    #[test]
    fn arguments_that_cannot_be_right_are_refused() {
        let dst = &mut [0; 16];
        assert_eq!(run(10, 0, b"a", dst), None, "no such operation");
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
    }
}
