//! Checks the pointers, lengths and numbers of a C caller. The result is a value that Rust can trust, or an error
//! code.

use crate::tier_number;
use std::slice;
use std::sync::OnceLock;
use stringmill::{ByteClass, Chunk, ErrorCode, IllFormed, IllFormedUtf16, LoneSurrogates, Tier};

/// `SMILL_MORE`
const MORE: u32 = 1;
/// First bit of the number of a tier in `how`.
const TIER_SHIFT: u32 = 8;

/// The units of a source. An empty source may have any pointer.
///
/// # Safety
///
/// If `ptr` is not null and aligned, `len` units must be readable there, and must not be written during `'a`.
#[inline(always)]
pub(crate) unsafe fn source<'a, T>(ptr: *const T, len: usize) -> Result<&'a [T], ErrorCode> {
    check(ptr, len)?;
    if len == 0 {
        return Ok(&[]);
    }
    // SAFETY: `check` has seen that the pointer is aligned and not null, and that no object is too short for the
    // length. The caller promises that the units are readable.
    Ok(unsafe { slice::from_raw_parts(ptr, len) })
}

/// The units of a destination.
///
/// # Safety
///
/// As for [`source`], and `len` units must be writable, and used by nothing else during `'a`.
#[inline(always)]
pub(crate) unsafe fn destination<'a, T>(ptr: *mut T, len: usize) -> Result<&'a mut [T], ErrorCode> {
    check(ptr, len)?;
    if len == 0 {
        return Ok(&mut []);
    }
    // SAFETY: `check` has passed; the caller promises that the units are writable.
    Ok(unsafe { slice::from_raw_parts_mut(ptr, len) })
}

/// A source and a destination, which must not overlap.
///
/// # Safety
///
/// As for [`source`] and [`destination`].
#[inline(always)]
pub(crate) unsafe fn source_and_destination<'a, T, U>(
    src: *const T,
    src_len: usize,
    dst: *mut U,
    dst_cap: usize,
) -> Result<(&'a [T], &'a mut [U]), ErrorCode> {
    apart(src, src_len, dst, dst_cap)?;
    // SAFETY: the caller promises that both ranges can be used; `apart` has just checked that they do not overlap.
    Ok(unsafe { (source(src, src_len)?, destination(dst, dst_cap)?) })
}

/// The short cut for frequent arguments. Returns the tier, the source and the destination after few compares and
/// without a call, or `None` if the complete checks have to decide. The operation writes `result` at its end.
///
/// # Safety
///
/// As for [`source`] and [`destination`].
#[inline(always)]
pub(crate) unsafe fn shortcut<'a, T, U, R>(
    how: u32,
    src: *const T,
    src_len: usize,
    dst: *mut U,
    dst_cap: usize,
    result: *const R,
) -> Option<(Tier, &'a [T], &'a mut [U])> {
    if how != 0
        || !clearly_apart(src, src_len, dst, dst_cap)
        || !outside(result, src.addr(), src_len * size_of::<T>())
        || !outside(result, dst.addr(), dst_cap * size_of::<U>())
    {
        return None;
    }
    let tier = *BEST.get()?;
    // SAFETY: the promise of the caller; `clearly_apart` implies the checks of `apart` and `check`.
    Some(unsafe { (tier, slice::from_raw_parts(src, src_len), slice::from_raw_parts_mut(dst, dst_cap)) })
}

/// The short cut for a destination without a source. Returns `None` if the complete checks have to decide. The
/// operation writes `result` at its end.
///
/// # Safety
///
/// As for [`destination`].
#[inline(always)]
pub(crate) unsafe fn shortcut_destination<'a, R>(
    dst: *mut u8,
    dst_cap: usize,
    result: *const R,
) -> Option<&'a mut [u8]> {
    // The compares are those of `clearly_apart`.
    let low = ((dst.addr().wrapping_sub(1) | dst_cap | result.addr().wrapping_sub(1)) as isize) >= 0;
    if !low || !outside(result, dst.addr(), dst_cap) {
        return None;
    }
    // SAFETY: the pointer is not null, and an object can have this length. The caller promises that it is writable.
    Some(unsafe { slice::from_raw_parts_mut(dst, dst_cap) })
}

/// The result of `Tier::best`, after the first call.
static BEST: OnceLock<Tier> = OnceLock::new();

/// Whether two ranges are not null, aligned, in the lower half of the addresses, and do not overlap.
#[inline(always)]
pub(crate) fn clearly_apart<T, U>(src: *const T, src_len: usize, dst: *mut U, dst_cap: usize) -> bool {
    // Twice a length of the lower half does not wrap, so only larger units need this check.
    if (size_of::<T>() > 2 || size_of::<U>() > 2) && (src_len | dst_cap) > isize::MAX as usize >> 8 {
        return false;
    }
    const { assert!(size_of::<T>() <= 256 && size_of::<U>() <= 256) };
    let aligned = src.is_aligned() & dst.is_aligned();
    let (src, dst) = (src.addr(), dst.addr());
    let (size, room) = (src_len.wrapping_mul(size_of::<T>()), dst_cap.wrapping_mul(size_of::<U>()));
    // Null minus one is in the upper half. Twice a number of the lower half does not wrap, nor does a sum of two of
    // them.
    let low = ((src.wrapping_sub(1) | src_len | size | dst.wrapping_sub(1) | dst_cap | room) as isize) >= 0;
    aligned & low & (dst.wrapping_sub(src) >= size) & (src.wrapping_sub(dst) >= room)
}

/// Whether `result` has no byte among the `bytes` bytes at `start`, which another check has accepted as a range.
#[inline(always)]
pub(crate) fn outside<R>(result: *const R, start: usize, bytes: usize) -> bool {
    (result.addr().wrapping_sub(start) >= bytes) & (start.wrapping_sub(result.addr()) >= size_of::<R>())
}

/// Checks two ranges, and that they do not overlap.
#[inline(always)]
pub(crate) fn apart<T, U>(src: *const T, src_len: usize, dst: *mut U, dst_cap: usize) -> Result<(), ErrorCode> {
    check(src, src_len)?;
    check(dst, dst_cap)?;
    let (src, dst) = (src.addr(), dst.addr());
    let (src_bytes, dst_bytes) = (size_of::<T>() * src_len, size_of::<U>() * dst_cap);
    let overlap = src_len != 0 && dst_cap != 0 && src < dst + dst_bytes && dst < src + src_bytes;
    if overlap { Err(ErrorCode::RangesOverlap) } else { Ok(()) }
}

/// Checks that `len` units can be at `ptr`.
#[inline(always)]
fn check<T>(ptr: *const T, len: usize) -> Result<(), ErrorCode> {
    if len == 0 {
        return Ok(());
    }
    if ptr.is_null() {
        return Err(ErrorCode::PointerNull);
    }
    // No object is longer than half of the address space, and none wraps at its end.
    let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
    if bytes.and_then(|bytes| ptr.addr().checked_add(bytes)).is_none() {
        return Err(ErrorCode::LengthExcessive);
    }
    if !ptr.is_aligned() {
        return Err(ErrorCode::PointerMisaligned);
    }
    Ok(())
}

/// Checks that the pointer to a single value is not null. It may be unaligned: such values are read and written with
/// [`std::ptr::read_unaligned`] and `write_unaligned`.
#[inline(always)]
pub(crate) fn not_null<T>(ptr: *const T) -> Result<(), ErrorCode> {
    if ptr.is_null() { Err(ErrorCode::PointerNull) } else { Ok(()) }
}

/// Borrows an object of the caller.
///
/// # Safety
///
/// If `ptr` is not null, it must point to a `T` that does not change during `'a`.
#[inline(always)]
pub(crate) unsafe fn object<'a, T>(ptr: *const T) -> Result<&'a T, ErrorCode> {
    if !ptr.is_aligned() {
        return Err(ErrorCode::PointerMisaligned);
    }
    // SAFETY: the pointer is aligned, as just checked; the caller promises the rest.
    unsafe { ptr.as_ref() }.ok_or(ErrorCode::PointerNull)
}

/// As [`object`], for an object that this library has made, which is aligned.
///
/// # Safety
///
/// If `ptr` is not null, this library must have made it, and it must not be freed.
#[inline(always)]
pub(crate) unsafe fn handle<'a, T>(ptr: *const T) -> Result<&'a T, ErrorCode> {
    // SAFETY: the promise of the caller.
    unsafe { ptr.as_ref() }.ok_or(ErrorCode::PointerNull)
}

/// A text of the caller.
///
/// # Safety
///
/// As for [`source`].
pub(crate) unsafe fn text<'a>(ptr: *const u8, len: usize) -> Result<&'a str, ErrorCode> {
    // SAFETY: the promise of the caller.
    let bytes = unsafe { source(ptr, len) }?;
    // Names are ASCII, so text that is not UTF-8 is an unknown name.
    std::str::from_utf8(bytes).map_err(|_| ErrorCode::ProfileUnknown)
}

/// Reads the argument `how`: whether more input follows, and the tier to run on.
#[inline(always)]
pub(crate) fn how(how: u32) -> Result<(Chunk, Tier), ErrorCode> {
    match how {
        0 => Ok((Chunk::Last, *BEST.get_or_init(Tier::best))),
        MORE => Ok((Chunk::More, Tier::best())),
        _ => how_on_tier(how),
    }
}

#[cold]
fn how_on_tier(how: u32) -> Result<(Chunk, Tier), ErrorCode> {
    if how & !(MORE | 0xFF << TIER_SHIFT) != 0 {
        return Err(ErrorCode::ChoiceUnknown);
    }
    let chunk = if how & MORE == 0 { Chunk::Last } else { Chunk::More };
    Ok((chunk, tier_number::numbered(how >> TIER_SHIFT)?))
}

/// Reads `how` of a call that takes whole strings only: the tier to run on.
pub(crate) fn how_whole(how: u32) -> Result<Tier, ErrorCode> {
    match self::how(how)? {
        (Chunk::Last, tier) => Ok(tier),
        (Chunk::More, _) => Err(ErrorCode::ChoiceUnknown),
    }
}

/// The encoding of a source, and how to handle ill-formed input.
#[derive(Clone, Copy)]
pub(crate) enum Policy {
    Utf8(IllFormed),
    Utf16(IllFormedUtf16),
    Latin1,
}

/// Numbers of policies are below this.
pub(crate) const POLICIES: usize = LATIN1 as usize + 1;
/// `SMILL_LATIN1`
const LATIN1: u32 = 32;
/// The number of the first policy for UTF-16.
const UTF16: u32 = 16;

/// `SMILL_ILL_FORMED_...` of either kind, or `SMILL_LATIN1`.
pub(crate) fn policy(number: u32) -> Result<Policy, ErrorCode> {
    match number {
        LATIN1 => Ok(Policy::Latin1),
        UTF16.. => ill_formed_utf16(number).map(Policy::Utf16),
        _ => ill_formed(number).map(Policy::Utf8),
    }
}

/// `SMILL_ILL_FORMED_UTF16_...`
#[inline(always)]
pub(crate) fn ill_formed_utf16(number: u32) -> Result<IllFormedUtf16, ErrorCode> {
    numbered(IllFormedUtf16::ALL, number.wrapping_sub(UTF16))
}

/// `SMILL_ILL_FORMED_...` of UTF-8.
#[inline(always)]
pub(crate) fn ill_formed(number: u32) -> Result<IllFormed, ErrorCode> {
    numbered(IllFormed::ALL, number)
}

/// `SMILL_SURROGATES_...`
#[inline(always)]
pub(crate) fn surrogates(number: u32) -> Result<LoneSurrogates, ErrorCode> {
    numbered(LoneSurrogates::ALL, number)
}

/// `SMILL_CLASS_...`
#[inline(always)]
pub(crate) fn class(number: u32) -> Result<&'static ByteClass, ErrorCode> {
    CLASSES.get(number as usize).ok_or(ErrorCode::ChoiceUnknown)
}

/// The index of a class is its number in C. Never reorder: programs are compiled with the numbers.
static CLASSES: [ByteClass; 7] = [
    ByteClass::WHITE_SPACE_JSON,
    ByteClass::WHITE_SPACE_ION,
    ByteClass::IDENTIFIER,
    ByteClass::DIGITS,
    ByteClass::HEX,
    ByteClass::STRING,
    ByteClass::STRING_ASCII,
];

/// Looks up a choice by the four bits of `form` that begin at bit `place`.
#[inline(always)]
pub(crate) fn nibble<T: Copy>(all: &[T], form: u32, place: u32) -> Result<T, ErrorCode> {
    numbered(all, form >> place & 15)
}

#[inline(always)]
fn numbered<T: Copy>(all: &[T], number: u32) -> Result<T, ErrorCode> {
    all.get(number as usize).copied().ok_or(ErrorCode::ChoiceUnknown)
}
