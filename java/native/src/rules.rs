//! Rules of escaping, in memory of the caller: nothing in them has to be dropped, so the virtual machine frees them with
//! the buffer that holds them.

use jni_sys::{jboolean, jint, jlong};
use std::mem::needs_drop;
use stringmill::{
    AsciiEscape, Chunk, CodeRange, HexCase, IllFormed, IllFormedUtf16, JsonEscape, JsonEscapeLatin1, JsonEscapeUtf16,
    Profile,
};

/// The rules for each kind of source.
pub(crate) struct Rules {
    pub(crate) utf8: JsonEscape<'static>,
    pub(crate) utf16: JsonEscapeUtf16<'static>,
    pub(crate) latin1: JsonEscapeLatin1<'static>,
    /// An incomplete sequence of UTF-8 at the end of a piece must wait for the next one, unless nothing is validated.
    pub(crate) chunk: Chunk,
}

/// The bytes that rules need at any address.
pub(crate) const LEN: usize = size_of::<Rules>() + align_of::<Rules>() - 1;

const ASCII: usize = 128;
const ABOVE_ASCII: &[CodeRange] = &[(0x80, 0x10_FFFF)];
const ABOVE_THE_BMP: &[CodeRange] = &[(0x1_0000, 0x10_FFFF)];

/// Makes rules in `memory` and returns their address; `None` for a table that cannot be right. `non_ascii` is the
/// position of a rule in the Java enumeration `NonAscii`. A number of the table has the length of an escape, or 0, in its lowest
/// byte, and its text in the others.
///
/// # Safety
///
/// `memory` must be null or the address of [`LEN`] writable bytes, and `escapes` null or that of 128 aligned numbers.
pub(crate) unsafe fn make(memory: jlong, escapes: jlong, non_ascii: jint, upper_hex: jboolean) -> Option<jlong> {
    let memory = memory as usize as *mut u8;
    // SAFETY: the caller's promise.
    let escapes = unsafe { (escapes as usize as *const [u64; ASCII]).as_ref() }?;
    if memory.is_null() {
        return None;
    }
    let rules = rules(escapes, non_ascii, upper_hex)?;
    const { assert!(!needs_drop::<Rules>()) };
    // SAFETY: `LEN` bytes have room for the rules from their first aligned address on.
    unsafe {
        let place = memory.add(memory.align_offset(align_of::<Rules>())).cast::<Rules>();
        place.write(rules);
        Some(place as jlong)
    }
}

fn rules(escapes: &[u64; ASCII], non_ascii: jint, upper_hex: jboolean) -> Option<Rules> {
    let (ranges, ill_formed): (&[CodeRange], _) = match non_ascii {
        0 => (&[], IllFormed::Copy),
        1 => (&[], IllFormed::Reject),
        2 => (ABOVE_ASCII, IllFormed::Reject),
        3 => (ABOVE_THE_BMP, IllFormed::Reject),
        _ => return None,
    };
    let hex = if upper_hex { HexCase::Upper } else { HexCase::Lower };
    let mut profile = Profile::empty("java").with_non_ascii(ranges).with_hex(hex);
    for (byte, entry) in (0u8..).zip(escapes) {
        let [len, text @ ..] = entry.to_le_bytes();
        if len != 0 {
            profile = profile.with_ascii(byte, AsciiEscape::text(text.get(..len as usize)?)?);
        }
    }
    Some(Rules {
        utf8: JsonEscape::new(&profile, ill_formed).ok()?,
        utf16: JsonEscapeUtf16::new(&profile, IllFormedUtf16::Reject).ok()?,
        latin1: JsonEscapeLatin1::new(&profile),
        chunk: if ill_formed == IllFormed::Copy { Chunk::Last } else { Chunk::More },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes rules that escape a quote as `\"`.
    fn made(non_ascii: jint, table: Option<&[u64; ASCII]>) -> Option<(jlong, Vec<u8>)> {
        let mut memory = vec![0u8; LEN + 1];
        let escapes = table.map_or(0, |table| table.as_ptr() as jlong);
        // SAFETY: one byte less than the vector has, and a table or null.
        let rules = unsafe { make(memory[1..].as_mut_ptr() as jlong, escapes, non_ascii, true) }?;
        Some((rules, memory))
    }

    #[test]
    fn rules_fit_into_their_memory() {
        let (address, memory) = made(0, Some(&[0; ASCII])).expect("rules");
        let start = address as usize - memory.as_ptr() as usize;
        assert!(start >= 1 && start + size_of::<Rules>() <= memory.len());
        assert!((address as usize).is_multiple_of(align_of::<Rules>()));
    }

    #[test]
    fn tables_that_cannot_be_right_are_refused() {
        let mut escapes = [0; ASCII];
        assert!(made(3, Some(&escapes)).is_some());
        assert!(made(4, Some(&escapes)).is_none(), "no such rule");
        assert!(made(-1, Some(&escapes)).is_none(), "no such rule");
        assert!(made(0, None).is_none(), "null");
        escapes[7] = u64::from_le_bytes(*b"\x08aaaaaaa");
        assert!(made(0, Some(&escapes)).is_none(), "longer than its text");
        escapes[7] = u64::from_le_bytes(*b"\x02a\xFF\0\0\0\0\0");
        assert!(made(0, Some(&escapes)).is_none(), "not ASCII");
        // SAFETY: null is allowed.
        assert!(unsafe { make(0, escapes.as_ptr() as jlong, 0, true) }.is_none());
    }
}
