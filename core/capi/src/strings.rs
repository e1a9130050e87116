//! Sections "JSON strings" and "UTF-8" of the header.

use crate::arguments::{how, made, source, source_and_room, surrogates, usual};
use crate::door;
use crate::ranges::Span;
use crate::rules::Rules;
use crate::shapes::{Progress, Repairs};
use stringmill::{Chunk, JsonUnescape, LoneSurrogates};
use stringmill::{json_escape_with, json_unescape_with, utf8_validate_with};

/// See `stringmill.h`.
///
/// # Safety
///
/// `rules` must be null or rules that are not yet freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_json_escape_bound(rules: *const Rules, src_len: usize) -> usize {
    door::caught(usize::MAX, || {
        // SAFETY: the promise of the caller.
        let rules = unsafe { made(rules) };
        rules.ok().and_then(|rules| rules.bound(src_len)).unwrap_or(usize::MAX)
    })
}

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_json_escape(
    rules: *const Rules,
    src: *const u8,
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
            && let Some((tier, src, dst)) = usual(how, src, src_len, dst, dst_cap, progress)
            && let Ok(rules) = made(rules).and_then(Rules::utf8)
        {
            let mut repairs = stringmill::Repairs::default();
            let run = || Ok(json_escape_with(tier, rules, src, dst, Chunk::Last, &mut repairs)?);
            return door::progress(progress, run);
        }
        any_json_escape(rules, src, src_len, dst, dst_cap, how, progress, repairs)
    }
}

/// As `smill_json_escape`, whatever the arguments. A function of its own, so that the other has no need to keep them.
///
/// # Safety
///
/// As for that one.
#[cold]
#[inline(never)]
unsafe extern "C" fn any_json_escape(
    rules: *const Rules,
    src: *const u8,
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
        let rules = unsafe { made(rules) }?.utf8()?;
        // SAFETY: the caller promises that the source is readable and the destination writable.
        let (src, dst) = unsafe { source_and_room(src, src_len, dst, dst_cap) }?;
        // SAFETY: the caller promises that `repairs` is null or can be read and written.
        unsafe { counting(repairs, |repairs| Ok(json_escape_with(tier, rules, src, dst, chunk, repairs)?)) }
    };
    let (repairs, dst) = (Span::one(repairs), Span::of(dst, dst_cap));
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress_apart(progress, repairs, dst, &[Span::of(src, src_len)], work) }
}

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_json_unescape_bound(src_len: usize) -> usize {
    door::caught(usize::MAX, || JsonUnescape { surrogates: LoneSurrogates::Reject }.bound(src_len))
}

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_json_unescape(
    surrogates: u32,
    src: *const u8,
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
            && let Some((tier, src, dst)) = usual(how, src, src_len, dst, dst_cap, progress)
            && let Ok(surrogates) = self::surrogates(surrogates)
        {
            let rules = JsonUnescape { surrogates };
            let mut repairs = stringmill::Repairs::default();
            let run = || Ok(json_unescape_with(tier, rules, src, dst, Chunk::Last, &mut repairs)?);
            return door::progress(progress, run);
        }
        any_json_unescape(surrogates, src, src_len, dst, dst_cap, how, progress, repairs)
    }
}

/// As `smill_json_unescape`, whatever the arguments.
///
/// # Safety
///
/// As for that one.
#[cold]
#[inline(never)]
unsafe extern "C" fn any_json_unescape(
    surrogates: u32,
    src: *const u8,
    src_len: usize,
    dst: *mut u8,
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
        unsafe { counting(repairs, |repairs| Ok(json_unescape_with(tier, rules, src, dst, chunk, repairs)?)) }
    };
    let (repairs, dst) = (Span::one(repairs), Span::of(dst, dst_cap));
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress_apart(progress, repairs, dst, &[Span::of(src, src_len)], work) }
}

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_utf8_validate(src: *const u8, src_len: usize, how: u32, progress: *mut Progress) -> u32 {
    let work = || {
        let (chunk, tier) = self::how(how)?;
        // SAFETY: the caller promises that the source is readable.
        let src = unsafe { source(src, src_len) }?;
        Ok(stringmill::Progress { read: utf8_validate_with(tier, src, chunk)?, written: 0 })
    };
    let (repairs, dst) = (Span::EMPTY, Span::EMPTY);
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress_apart(progress, repairs, dst, &[Span::of(src, src_len)], work) }
}

/// Runs an operation on what `repairs` has counted before, and adds to it.
///
/// # Safety
///
/// `repairs` must be null, or readable and writable.
#[inline(always)]
pub(crate) unsafe fn counting<T>(repairs: *mut Repairs, run: impl FnOnce(&mut stringmill::Repairs) -> T) -> T {
    // One call of `run` for both, so that it is compiled in place.
    let before = if repairs.is_null() {
        Repairs::default()
    } else {
        // SAFETY: not null, so readable by the caller's promise.
        unsafe { repairs.read_unaligned() }
    };
    let Repairs { base, count, first } = before;
    let mut counted = stringmill::Repairs { base, count, first: (count != 0).then_some(first) };
    let result = run(&mut counted);
    if !repairs.is_null() {
        let stringmill::Repairs { base, count, first } = counted;
        // SAFETY: not null, so writable by the caller's promise.
        unsafe { repairs.write_unaligned(Repairs { base, count, first: first.unwrap_or(0) }) };
    }
    result
}
