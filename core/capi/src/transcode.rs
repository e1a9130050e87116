//! Section "UTF-16 and Latin-1" of the header.

use crate::arguments::{how, ill_formed, ill_formed_utf16, made, source_and_room, surrogates, usual};
use crate::door;
use crate::rules::Rules;
use crate::shapes::{Progress, Repairs};
use crate::strings::counting;
use stringmill::{Chunk, IllFormedUtf16, JsonUnescape, Utf8ToUtf16, Utf16ToUtf8, latin1_to_utf8_bound};
use stringmill::{json_escape_latin1_with, json_escape_utf16_with, json_unescape_utf16_with};
use stringmill::{latin1_to_utf8_with, utf8_to_utf16_with, utf16_to_utf8_with};

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_utf16_to_utf8_bound(src_len: usize) -> usize {
    // The policy makes no difference.
    let bound = |len| Utf16ToUtf8::new(IllFormedUtf16::Reject).ok()?.bound(len);
    door::caught(usize::MAX, || bound(src_len).unwrap_or(usize::MAX))
}

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_utf16_to_utf8(
    policy: u32,
    src: *const u16,
    src_len: usize,
    dst: *mut u8,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
    repairs: *mut Repairs,
) -> u32 {
    // SAFETY: the caller's promises.
    unsafe {
        if repairs.is_null()
            && let Some((tier, src, dst)) = usual(how, src, src_len, dst, dst_cap)
            && let Ok(policy) = ill_formed_utf16(policy)
            && let Ok(rules) = Utf16ToUtf8::new(policy)
        {
            let mut repairs = stringmill::Repairs::default();
            let run = || Ok(utf16_to_utf8_with(tier, rules, src, dst, Chunk::Last, &mut repairs)?);
            return door::progress(progress, run);
        }
        any_utf16_to_utf8(policy, src, src_len, dst, dst_cap, how, progress, repairs)
    }
}

/// As `smill_utf16_to_utf8`, whatever the arguments. A function of its own, so that the other has no need to keep them.
///
/// # Safety
///
/// As for that one.
#[cold]
#[inline(never)]
unsafe extern "C" fn any_utf16_to_utf8(
    policy: u32,
    src: *const u16,
    src_len: usize,
    dst: *mut u8,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
    repairs: *mut Repairs,
) -> u32 {
    let work = || {
        let (chunk, tier) = self::how(how)?;
        let rules = Utf16ToUtf8::new(ill_formed_utf16(policy)?)?;
        // SAFETY: the caller promises that the source is readable and the destination writable.
        let (src, dst) = unsafe { source_and_room(src, src_len, dst, dst_cap) }?;
        // SAFETY: the caller promises that `repairs` is null or can be read and written.
        unsafe { counting(repairs, |repairs| Ok(utf16_to_utf8_with(tier, rules, src, dst, chunk, repairs)?)) }
    };
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress(progress, work) }
}

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_utf8_to_utf16(
    policy: u32,
    src: *const u8,
    src_len: usize,
    dst: *mut u16,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
    repairs: *mut Repairs,
) -> u32 {
    // SAFETY: the caller's promises.
    unsafe {
        if repairs.is_null()
            && let Some((tier, src, dst)) = usual(how, src, src_len, dst, dst_cap)
            && let Ok(policy) = ill_formed(policy)
            && let Ok(rules) = Utf8ToUtf16::new(policy)
        {
            let mut repairs = stringmill::Repairs::default();
            let run = || Ok(utf8_to_utf16_with(tier, rules, src, dst, Chunk::Last, &mut repairs)?);
            return door::progress(progress, run);
        }
        any_utf8_to_utf16(policy, src, src_len, dst, dst_cap, how, progress, repairs)
    }
}

/// As `smill_utf8_to_utf16`, whatever the arguments.
///
/// # Safety
///
/// As for that one.
#[cold]
#[inline(never)]
unsafe extern "C" fn any_utf8_to_utf16(
    policy: u32,
    src: *const u8,
    src_len: usize,
    dst: *mut u16,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
    repairs: *mut Repairs,
) -> u32 {
    let work = || {
        let (chunk, tier) = self::how(how)?;
        let rules = Utf8ToUtf16::new(ill_formed(policy)?)?;
        // SAFETY: the caller promises that the source is readable and the destination writable.
        let (src, dst) = unsafe { source_and_room(src, src_len, dst, dst_cap) }?;
        // SAFETY: the caller promises that `repairs` is null or can be read and written.
        unsafe { counting(repairs, |repairs| Ok(utf8_to_utf16_with(tier, rules, src, dst, chunk, repairs)?)) }
    };
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress(progress, work) }
}

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_json_unescape_utf16(
    surrogates: u32,
    src: *const u8,
    src_len: usize,
    dst: *mut u16,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
    repairs: *mut Repairs,
) -> u32 {
    // SAFETY: the caller's promises.
    unsafe {
        if repairs.is_null()
            && let Some((tier, src, dst)) = usual(how, src, src_len, dst, dst_cap)
            && let Ok(rules) = self::surrogates(surrogates).map(|surrogates| JsonUnescape { surrogates })
        {
            let mut repairs = stringmill::Repairs::default();
            let run = || Ok(json_unescape_utf16_with(tier, rules, src, dst, Chunk::Last, &mut repairs)?);
            return door::progress(progress, run);
        }
        any_json_unescape_utf16(surrogates, src, src_len, dst, dst_cap, how, progress, repairs)
    }
}

/// As `smill_json_unescape_utf16`, whatever the arguments.
///
/// # Safety
///
/// As for that one.
#[cold]
#[inline(never)]
unsafe extern "C" fn any_json_unescape_utf16(
    surrogates: u32,
    src: *const u8,
    src_len: usize,
    dst: *mut u16,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
    repairs: *mut Repairs,
) -> u32 {
    let work = || {
        let (chunk, tier) = self::how(how)?;
        let rules = JsonUnescape { surrogates: self::surrogates(surrogates)? };
        // SAFETY: the caller promises that the source is readable and the destination writable.
        let (src, dst) = unsafe { source_and_room(src, src_len, dst, dst_cap) }?;
        // SAFETY: the caller promises that `repairs` is null or can be read and written.
        unsafe { counting(repairs, |repairs| Ok(json_unescape_utf16_with(tier, rules, src, dst, chunk, repairs)?)) }
    };
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress(progress, work) }
}

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_latin1_to_utf8_bound(src_len: usize) -> usize {
    door::caught(usize::MAX, || latin1_to_utf8_bound(src_len).unwrap_or(usize::MAX))
}

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_latin1_to_utf8(
    src: *const u8,
    src_len: usize,
    dst: *mut u8,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
) -> u32 {
    // SAFETY: the caller's promises.
    unsafe {
        if let Some((tier, src, dst)) = usual(how, src, src_len, dst, dst_cap) {
            return door::progress(progress, || Ok(latin1_to_utf8_with(tier, src, dst)));
        }
        any_latin1_to_utf8(src, src_len, dst, dst_cap, how, progress)
    }
}

/// As `smill_latin1_to_utf8`, whatever the arguments.
///
/// # Safety
///
/// As for that one.
#[cold]
#[inline(never)]
unsafe extern "C" fn any_latin1_to_utf8(
    src: *const u8,
    src_len: usize,
    dst: *mut u8,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
) -> u32 {
    let work = || {
        let (_, tier) = self::how(how)?;
        // SAFETY: the caller promises that the source is readable and the destination writable.
        let (src, dst) = unsafe { source_and_room(src, src_len, dst, dst_cap) }?;
        Ok(latin1_to_utf8_with(tier, src, dst))
    };
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress(progress, work) }
}

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_json_escape_utf16(
    rules: *const Rules,
    src: *const u16,
    src_len: usize,
    dst: *mut u8,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
    repairs: *mut Repairs,
) -> u32 {
    let work = || {
        let (chunk, tier) = self::how(how)?;
        // SAFETY: the caller promises that the rules live.
        let rules = unsafe { made(rules) }?.utf16()?;
        // SAFETY: the caller promises that the source is readable and the destination writable.
        let (src, dst) = unsafe { source_and_room(src, src_len, dst, dst_cap) }?;
        // SAFETY: the caller promises that `repairs` is null or can be read and written.
        unsafe { counting(repairs, |repairs| Ok(json_escape_utf16_with(tier, rules, src, dst, chunk, repairs)?)) }
    };
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress(progress, work) }
}

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_json_escape_latin1(
    rules: *const Rules,
    src: *const u8,
    src_len: usize,
    dst: *mut u8,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
) -> u32 {
    let work = || {
        let (_, tier) = self::how(how)?;
        // SAFETY: the caller promises that the rules live.
        let rules = unsafe { made(rules) }?.latin1()?;
        // SAFETY: the caller promises that the source is readable and the destination writable.
        let (src, dst) = unsafe { source_and_room(src, src_len, dst, dst_cap) }?;
        Ok(json_escape_latin1_with(tier, rules, src, dst))
    };
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress(progress, work) }
}
