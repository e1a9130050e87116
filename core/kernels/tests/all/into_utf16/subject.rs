//! Runs the kernels as a caller would: whole, fed in parts, and with little room.

use crate::oracle;
use stringmill_kernels::{JsonUnescape, Tier, Utf8ToUtf16, json_unescape_utf16_with, utf8_to_utf16_with};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};
use stringmill_profile::{IllFormed, LoneSurrogates};
use stringmill_reference as reference;

/// The output for bytes and how many of them were read, or the error.
pub(crate) type Written = Result<(Vec<u16>, usize, Repairs), Error>;

/// The operation on bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation {
    Transcode(IllFormed),
    Unescape(LoneSurrogates),
}

/// Every operation that there is.
pub(crate) fn operations() -> Vec<Operation> {
    let plain = IllFormed::ALL.iter().filter(|policy| !matches!(policy, IllFormed::Copy | IllFormed::Visible));
    let unescape = LoneSurrogates::ALL.iter().map(|&policy| Operation::Unescape(policy));
    plain.map(|&policy| Operation::Transcode(policy)).chain(unescape).collect()
}

impl Operation {
    /// The result of the reference for `src`.
    pub(crate) fn reference(self, src: &[u8]) -> Written {
        match self {
            Operation::Transcode(policy) => {
                reference::utf8_to_utf16(policy, src).map(|(units, repairs)| (units, src.len(), repairs))
            }
            Operation::Unescape(policy) => {
                reference::json_unescape_utf16(policy, src).map(|found| (found.text, found.read, found.repairs))
            }
        }
    }

    /// One call of the kernel.
    pub(crate) fn call(
        self,
        tier: Tier,
        src: &[u8],
        dst: &mut [u16],
        chunk: Chunk,
        repairs: &mut Repairs,
    ) -> Result<Progress, Error> {
        match self {
            Operation::Transcode(policy) => {
                utf8_to_utf16_with(tier, Utf8ToUtf16::new(policy).expect("a policy"), src, dst, chunk, repairs)
            }
            Operation::Unescape(surrogates) => {
                json_unescape_utf16_with(tier, JsonUnescape { surrogates }, src, dst, chunk, repairs)
            }
        }
    }

    /// The most bytes that a call may leave unread if more follow.
    fn most_left(self) -> usize {
        match self {
            Operation::Transcode(_) => 3,
            Operation::Unescape(_) => 11,
        }
    }

    /// A stream that comes in `parts`, giving again the bytes that each call left unread; stops at a quote that
    /// unescaping leaves.
    pub(crate) fn fed(self, tier: Tier, parts: &[&[u8]]) -> Written {
        let (mut out, mut pending, mut repairs) = (Vec::new(), Vec::new(), Repairs::default());
        for (number, part) in parts.iter().enumerate() {
            pending.extend_from_slice(part);
            let chunk = if number + 1 == parts.len() { Chunk::Last } else { Chunk::More };
            let from = out.len();
            out.resize(from + pending.len(), 0);
            let base = repairs.base;
            let done =
                self.call(tier, &pending, &mut out[from..], chunk, &mut repairs).map_err(|error| error.after(base))?;
            out.truncate(from + done.written);
            pending.drain(..done.read);
            let most = if chunk == Chunk::Last { 0 } else { self.most_left() };
            let at_quote = matches!(self, Operation::Unescape(_)) && pending.first() == Some(&b'"');
            assert!(at_quote || pending.len() <= most, "{tier}: left too much");
            repairs.base += done.read as u64;
        }
        Ok((out, repairs.base as usize, Repairs { base: 0, ..repairs }))
    }

    /// The progress that a call must make if `dst` has `cap` units: the longest run of whole characters and escapes
    /// that fits; an error if all before it fits.
    pub(crate) fn progress(self, src: &[u8], cap: usize) -> Result<Progress, Error> {
        let mut done = Progress::default();
        while done.read < src.len() {
            let rest = &src[done.read..];
            if matches!(self, Operation::Unescape(_)) && rest[0] == b'"' {
                break;
            }
            // No unit is longer than a pair of escapes, and none depends on more bytes than these.
            let rest = &rest[..rest.len().min(12)];
            if let Err(error) = self.reference(rest)
                && error.offset == 0
            {
                return Err(error.after(done.read as u64));
            }
            let len = self.unit_len(rest);
            let written = self.reference(&rest[..len]).expect("a whole unit").0.len();
            if written > cap - done.written {
                break;
            }
            done = Progress { read: done.read + len, written: done.written + written };
        }
        Ok(done)
    }

    /// Length of the unit at the beginning of `src`, which is no error.
    fn unit_len(self, src: &[u8]) -> usize {
        match (self, src) {
            (Operation::Unescape(_), [b'\\', b'u', digits @ ..]) => {
                let number = |digits: &[u8]| {
                    std::str::from_utf8(digits).ok().and_then(|digits| u16::from_str_radix(digits, 16).ok())
                };
                let second = digits.get(4..10).filter(|second| second.starts_with(b"\\u"));
                match (number(&digits[..4]), second.and_then(|second| number(&second[2..]))) {
                    (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
                    _ => 6,
                }
            }
            (Operation::Unescape(_), [b'\\', ..]) => 2,
            _ => {
                let well_formed = (1..=src.len().min(4)).find(|&len| std::str::from_utf8(&src[..len]).is_ok());
                well_formed.unwrap_or_else(|| self.piece_len(&src[..src.len().min(8)]))
            }
        }
    }

    /// Length of the ill-formed piece at the beginning of `src`: the fewest bytes whose repair does not depend on the
    /// bytes after them.
    fn piece_len(self, src: &[u8]) -> usize {
        let whole = self.reference(src).expect("repaired");
        let split = (1..src.len()).find(|&len| {
            let (first, rest) = src.split_at(len);
            let ((mut units, _, one), (more, _, others)) =
                (self.reference(first).expect("repaired"), self.reference(rest).expect("repaired"));
            units.extend(more);
            units == whole.0 && one.count + others.count == whole.2.count
        });
        split.unwrap_or(src.len())
    }

    /// Checks every tier with all the room there may be, with exactly the room needed, and with `caps`.
    pub(crate) fn check(self, src: &[u8], caps: &[usize]) {
        let expected = self.reference(src);
        let exact = expected.as_ref().map_or(src.len(), |(units, ..)| units.len());
        for tier in oracle::tiers() {
            let found = self.fed(tier, &[src]);
            assert_eq!(found, expected, "{tier} {self:?}: {}", src.escape_ascii());
            for &cap in caps.iter().chain([&exact]) {
                let mut dst = vec![0; cap];
                let found = self.call(tier, src, &mut dst, Chunk::Last, &mut Repairs::default());
                if cap != exact || expected.is_err() {
                    assert_eq!(found, self.progress(src, cap), "{tier} {self:?}, cap {cap}: {}", src.escape_ascii());
                } else {
                    let read = expected.as_ref().map_or(0, |found| found.1);
                    assert_eq!(found, Ok(Progress { read, written: cap }), "{tier} {self:?}: {}", src.escape_ascii());
                }
                if let (Ok(done), Ok((units, ..))) = (found, &expected) {
                    assert_eq!(dst[..done.written], units[..done.written], "{tier} {self:?}, cap {cap}");
                }
            }
        }
    }
}
