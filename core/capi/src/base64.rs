//! Section "Base64" of the header.

use crate::arguments::{how, nibble, source_and_room, usual};
use crate::door;
use crate::ranges::Span;
use crate::shapes::Progress;
use stringmill::{
    Base64Alphabet, Base64Decode, Base64Encode, Base64Padding, Chunk, ErrorCode, TrailingBits, WhiteSpace,
};
use stringmill::{base64_decode_with, base64_encode_with};

/// Where each choice stands in a form: four bits each.
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
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_base64_encode(
    form: u32,
    src: *const u8,
    src_len: usize,
    dst: *mut u8,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
) -> u32 {
    // SAFETY: the caller's promises.
    unsafe {
        if let Some((tier, src, dst)) = usual(how, src, src_len, dst, dst_cap, progress)
            && let Ok(rules) = encoding(form)
        {
            return door::progress(progress, || Ok(base64_encode_with(tier, rules, src, dst, Chunk::Last)));
        }
        any_base64_encode(form, src, src_len, dst, dst_cap, how, progress)
    }
}

/// As `smill_base64_encode`, whatever the arguments. A function of its own, so that the other has no need to keep them.
///
/// # Safety
///
/// As for that one.
#[cold]
#[inline(never)]
unsafe extern "C" fn any_base64_encode(
    form: u32,
    src: *const u8,
    src_len: usize,
    dst: *mut u8,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
) -> u32 {
    let work = || {
        let (chunk, tier) = self::how(how)?;
        let rules = encoding(form)?;
        // SAFETY: the caller promises that the source is readable and the destination writable.
        let (src, dst) = unsafe { source_and_room(src, src_len, dst, dst_cap) }?;
        Ok(base64_encode_with(tier, rules, src, dst, chunk))
    };
    let (repairs, dst) = (Span::EMPTY, Span::of(dst, dst_cap));
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress_apart(progress, repairs, dst, &[Span::of(src, src_len)], work) }
}

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_base64_decode_bound(src_len: usize) -> usize {
    // The form makes no difference.
    door::caught(usize::MAX, || Base64Decode::STANDARD.bound(src_len))
}

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_base64_decode(
    form: u32,
    src: *const u8,
    src_len: usize,
    dst: *mut u8,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
) -> u32 {
    // SAFETY: the caller's promises.
    unsafe {
        if let Some((tier, src, dst)) = usual(how, src, src_len, dst, dst_cap, progress)
            && let Ok(rules) = decoding(form)
        {
            return door::progress(progress, || Ok(base64_decode_with(tier, rules, src, dst, Chunk::Last)?));
        }
        any_base64_decode(form, src, src_len, dst, dst_cap, how, progress)
    }
}

/// As `smill_base64_decode`, whatever the arguments. A function of its own, so that the other has no need to keep them.
///
/// # Safety
///
/// As for that one.
#[cold]
#[inline(never)]
unsafe extern "C" fn any_base64_decode(
    form: u32,
    src: *const u8,
    src_len: usize,
    dst: *mut u8,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
) -> u32 {
    let work = || {
        let (chunk, tier) = self::how(how)?;
        let rules = decoding(form)?;
        // SAFETY: the caller promises that the source is readable and the destination writable.
        let (src, dst) = unsafe { source_and_room(src, src_len, dst, dst_cap) }?;
        Ok(base64_decode_with(tier, rules, src, dst, chunk)?)
    };
    let (repairs, dst) = (Span::EMPTY, Span::of(dst, dst_cap));
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress_apart(progress, repairs, dst, &[Span::of(src, src_len)], work) }
}

/// A form that says only what an encoder has to know.
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
