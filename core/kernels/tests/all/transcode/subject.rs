//! Runs the kernels as a caller would: whole, fed in parts, and with little room.

use crate::oracle;
use stringmill_kernels::{
    JsonEscapeLatin1, JsonEscapeUtf16, Tier, Utf16ToUtf8, json_escape_latin1_with, json_escape_utf16_with,
    latin1_to_utf8_with, utf16_to_utf8_with,
};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};
use stringmill_profile::{IllFormedUtf16, Profile};
use stringmill_reference as reference;

/// The output for a text, or the error.
pub(crate) type Written = Result<(Vec<u8>, Repairs), Error>;

/// The operation on code units.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation<'a> {
    Transcode(IllFormedUtf16),
    Escape(&'a JsonEscapeUtf16<'a>),
}

/// The rules of each policy that escaping takes with each of `profiles`.
pub(crate) fn all_rules<'a>(profiles: &[Profile<'a>]) -> Vec<JsonEscapeUtf16<'a>> {
    let each =
        |profile| IllFormedUtf16::ALL.iter().filter_map(move |policy| JsonEscapeUtf16::new(profile, *policy).ok());
    profiles.iter().flat_map(each).collect()
}

impl Operation<'_> {
    /// The result of the reference for `src`.
    pub(crate) fn reference(self, src: &[u16]) -> Written {
        match self {
            Operation::Transcode(policy) => reference::utf16_to_utf8(policy, src),
            Operation::Escape(rules) => reference::json_escape_utf16(rules.profile(), rules.policy(), src),
        }
    }

    /// The most bytes that `len` units become.
    pub(crate) fn bound(self, len: usize) -> usize {
        match self {
            Operation::Transcode(policy) => Utf16ToUtf8::new(policy).expect("a policy").bound(len).expect("small"),
            Operation::Escape(rules) => rules.bound(len).expect("small"),
        }
    }

    /// One call of the kernel.
    pub(crate) fn call(
        self,
        tier: Tier,
        src: &[u16],
        dst: &mut [u8],
        chunk: Chunk,
        repairs: &mut Repairs,
    ) -> Result<Progress, Error> {
        match self {
            Operation::Transcode(policy) => {
                utf16_to_utf8_with(tier, Utf16ToUtf8::new(policy).expect("a policy"), src, dst, chunk, repairs)
            }
            Operation::Escape(rules) => json_escape_utf16_with(tier, rules, src, dst, chunk, repairs),
        }
    }

    /// All of `src` at once, with the room that always suffices.
    pub(crate) fn whole(self, tier: Tier, src: &[u16]) -> Written {
        self.fed(tier, &[src])
    }

    /// A stream that comes in `parts`, giving again the units that each call left unread.
    pub(crate) fn fed(self, tier: Tier, parts: &[&[u16]]) -> Written {
        let (mut out, mut pending, mut repairs) = (Vec::new(), Vec::new(), Repairs::default());
        for (number, part) in parts.iter().enumerate() {
            pending.extend_from_slice(part);
            let chunk = if number + 1 == parts.len() { Chunk::Last } else { Chunk::More };
            let from = out.len();
            out.resize(from + self.bound(pending.len()), 0);
            let base = repairs.base;
            let done =
                self.call(tier, &pending, &mut out[from..], chunk, &mut repairs).map_err(|error| error.after(base))?;
            out.truncate(from + done.written);
            assert!(pending.len() - done.read <= if chunk == Chunk::Last { 0 } else { 1 }, "{tier}: left too much");
            pending.drain(..done.read);
            repairs.base += done.read as u64;
        }
        Ok((out, Repairs { base: 0, ..repairs }))
    }

    /// The progress that a call must make if `dst` has `cap` bytes: the longest run of whole characters that fits; an
    /// error if all before it fits.
    pub(crate) fn progress(self, src: &[u16], cap: usize) -> Result<Progress, Error> {
        let mut done = Progress::default();
        while done.read < src.len() {
            let rest = &src[done.read..];
            let len = match rest {
                [0xD800..=0xDBFF, 0xDC00..=0xDFFF, ..] => 2,
                _ => 1,
            };
            let written = self.reference(&rest[..len]).map_err(|error| error.after(done.read as u64))?.0.len();
            if written > cap - done.written {
                break;
            }
            done = Progress { read: done.read + len, written: done.written + written };
        }
        Ok(done)
    }

    /// Checks every tier with the whole, with exactly the room needed, and with `cap` bytes.
    pub(crate) fn check(self, src: &[u16], caps: &[usize]) {
        let expected = self.reference(src);
        for tier in oracle::tiers() {
            let found = self.whole(tier, src);
            assert_eq!(found, expected, "{tier} {self:?}, units {src:04x?}");
            for &cap in caps.iter().chain(expected.iter().map(|(out, _)| out.len()).collect::<Vec<_>>().iter()) {
                let (mut dst, mut repairs) = (vec![0; cap], Repairs::default());
                let found = self.call(tier, src, &mut dst, Chunk::Last, &mut repairs);
                assert_eq!(found, self.progress(src, cap), "{tier} {self:?}, cap {cap}, units {src:04x?}");
                if let (Ok(done), Ok((out, _))) = (found, &expected) {
                    assert_eq!(dst[..done.written], out[..done.written], "{tier} {self:?}, cap {cap}");
                }
            }
        }
    }
}

/// Checks every tier with all of `src`, transcoded and escaped, with exactly the room needed, and with `caps`.
pub(crate) fn check_latin1(rules: &JsonEscapeLatin1<'_>, src: &[u8], caps: &[usize]) {
    let transcoded = reference::latin1_to_utf8(src);
    let escaped = reference::json_escape_latin1(rules.profile(), src);
    for tier in oracle::tiers() {
        for &cap in caps.iter().chain([&transcoded.len(), &(2 * src.len())]) {
            let mut dst = vec![0; cap];
            let done = latin1_to_utf8_with(tier, src, &mut dst);
            assert_eq!(done, latin1_progress(reference::latin1_to_utf8, src, cap), "{tier}, cap {cap}, {src:02x?}");
            assert_eq!(dst[..done.written], transcoded[..done.written], "{tier}, cap {cap}, {src:02x?}");
        }
        for &cap in caps.iter().chain([&escaped.len(), &rules.bound(src.len()).expect("small")]) {
            let mut dst = vec![0; cap];
            let done = json_escape_latin1_with(tier, rules, src, &mut dst);
            let expected = latin1_progress(|src| reference::json_escape_latin1(rules.profile(), src), src, cap);
            assert_eq!(done, expected, "{tier} {rules:?}, cap {cap}, {src:02x?}");
            assert_eq!(dst[..done.written], escaped[..done.written], "{tier} {rules:?}, cap {cap}, {src:02x?}");
        }
    }
}

/// The longest run of whole characters that fits.
fn latin1_progress(reference: impl Fn(&[u8]) -> Vec<u8>, src: &[u8], cap: usize) -> Progress {
    let mut done = Progress::default();
    for byte in src {
        let written = reference(&[*byte]).len();
        if done.written + written > cap {
            break;
        }
        done = Progress { read: done.read + 1, written: done.written + written };
    }
    done
}
