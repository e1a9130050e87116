//! Section "Base64" of the header.

use crate::arguments::nibble;
use crate::conversion::Conversion;
use crate::door::{self, exported};
use crate::shapes::Progress;
use std::ptr;
use stringmill::{Base64Alphabet, Base64Decode, Base64Encode, Base64Padding, ErrorCode, TrailingBits, WhiteSpace};
use stringmill::{base64_decode_with, base64_encode_with};

/// The lowest bit of each choice in a form; a choice has four bits.
const ALPHABET: u32 = 0;
const PADDING: u32 = 4;
const TRAILING_BITS: u32 = 8;
const WHITE_SPACE: u32 = 12;
const END: u32 = 16;

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_base64_encode_bound(form: u32, src_len: usize) -> usize {
    door::caught(usize::MAX, || encoding(form).ok().and_then(|rules| rules.bound(src_len)).unwrap_or(usize::MAX))
}

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_base64_decode_bound(src_len: usize) -> usize {
    // The bound does not depend on the form.
    door::caught(usize::MAX, || Base64Decode::STANDARD.bound(src_len))
}

exported! {
    fn smill_base64_encode(
        form: u32,
        src: *const u8,
        src_len: usize,
        dst: *mut u8,
        dst_cap: usize,
        how: u32,
        progress: *mut Progress,
    ) -> u32 {
        Conversion { src, src_len, dst, dst_cap, how, progress, repairs: ptr::null_mut() }.run(
            form,
            |form| Ok(encoding(form)?),
            |tier, rules, src, dst, chunk, _| Ok(base64_encode_with(tier, rules, src, dst, chunk)),
        )
    }

    fn smill_base64_decode(
        form: u32,
        src: *const u8,
        src_len: usize,
        dst: *mut u8,
        dst_cap: usize,
        how: u32,
        progress: *mut Progress,
    ) -> u32 {
        Conversion { src, src_len, dst, dst_cap, how, progress, repairs: ptr::null_mut() }.run(
            form,
            |form| Ok(decoding(form)?),
            |tier, rules, src, dst, chunk, _| base64_decode_with(tier, rules, src, dst, chunk),
        )
    }
}

/// Reads the form of an encoder, which has fewer choices than that of a decoder.
#[inline(always)]
fn encoding(form: u32) -> Result<Base64Encode, ErrorCode> {
    let padded = match nibble(Base64Padding::ALL, form, PADDING)? {
        Base64Padding::Required => true,
        Base64Padding::Forbidden => false,
        Base64Padding::Optional => return Err(ErrorCode::ChoiceUnknown),
    };
    if form >> TRAILING_BITS != 0 {
        return Err(ErrorCode::ChoiceUnknown);
    }
    Ok(Base64Encode { alphabet: nibble(Base64Alphabet::ALL, form, ALPHABET)?, padded })
}

#[inline(always)]
fn decoding(form: u32) -> Result<Base64Decode, ErrorCode> {
    if form >> END != 0 {
        return Err(ErrorCode::ChoiceUnknown);
    }
    Ok(Base64Decode {
        alphabet: nibble(Base64Alphabet::ALL, form, ALPHABET)?,
        padding: nibble(Base64Padding::ALL, form, PADDING)?,
        trailing_bits: nibble(TrailingBits::ALL, form, TRAILING_BITS)?,
        white_space: nibble(WhiteSpace::ALL, form, WHITE_SPACE)?,
    })
}
