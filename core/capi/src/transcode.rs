//! Section "UTF-16 and Latin-1" of the header.

use crate::arguments::{how, ill_formed, ill_formed_utf16, made, source_and_room, surrogates, usual};
use crate::door::{self, Failure};
use crate::ranges::Span;
use crate::rules::Rules;
use crate::shapes::{Progress, Repairs};
use crate::strings::counting;
use stringmill::{Chunk, Error, IllFormedUtf16, JsonUnescape, Tier, Utf8ToUtf16, Utf16ToUtf8, latin1_to_utf8_bound};
use stringmill::{json_escape_latin1_with, json_escape_utf16_with, json_unescape_utf16_with};
use stringmill::{latin1_to_utf8_with, utf8_to_utf16_with, utf16_to_utf8_with};

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_utf16_to_utf8_bound(src_len: usize) -> usize {
    // The policy makes no difference.
    let bound = |len| Utf16ToUtf8::new(IllFormedUtf16::Reject).ok()?.bound(len);
    door::caught(usize::MAX, || bound(src_len).unwrap_or(usize::MAX))
}

type Run<Rules, From, To> =
    fn(Tier, Rules, &[From], &mut [To], Chunk, &mut stringmill::Repairs) -> Result<stringmill::Progress, Error>;

/// A way from UTF-8 to UTF-16 or back.
trait Direction {
    type From;
    type To;
    type Rules: Copy;

    /// The rules under the number that the header gives a policy.
    fn rules(choice: u32) -> Result<Self::Rules, Failure>;

    /// The kernel.
    const RUN: Run<Self::Rules, Self::From, Self::To>;
}

/// Goes that way: what most calls ask for at once, and the rest by [`converted_as_asked`].
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[inline(always)]
unsafe extern "C" fn converted<D: Direction>(
    choice: u32,
    src: *const D::From,
    src_len: usize,
    dst: *mut D::To,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
    repairs: *mut Repairs,
) -> u32 {
    // SAFETY: the caller's promises.
    unsafe {
        if repairs.is_null()
            && let Some((tier, src, dst)) = usual(how, src, src_len, dst, dst_cap, progress)
            && let Ok(rules) = D::rules(choice)
        {
            let mut repairs = stringmill::Repairs::default();
            let run = || Ok((D::RUN)(tier, rules, src, dst, Chunk::Last, &mut repairs)?);
            return door::progress(progress, run);
        }
        converted_as_asked::<D>(choice, src, src_len, dst, dst_cap, how, progress, repairs)
    }
}

/// As `converted`, whatever the arguments. A function of its own, so that the other has no need to keep them.
///
/// # Safety
///
/// As for that one.
#[cold]
#[inline(never)]
unsafe extern "C" fn converted_as_asked<D: Direction>(
    choice: u32,
    src: *const D::From,
    src_len: usize,
    dst: *mut D::To,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
    repairs: *mut Repairs,
) -> u32 {
    let work = || {
        let (chunk, tier) = self::how(how)?;
        let rules = D::rules(choice)?;
        // SAFETY: the caller promises that the source is readable and the destination writable.
        let (src, dst) = unsafe { source_and_room(src, src_len, dst, dst_cap) }?;
        // SAFETY: the caller promises that `repairs` is null or can be read and written.
        unsafe { counting(repairs, |repairs| Ok((D::RUN)(tier, rules, src, dst, chunk, repairs)?)) }
    };
    let (repairs, dst) = (Span::one(repairs), Span::of(dst, dst_cap));
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress_apart(progress, repairs, dst, &[Span::of(src, src_len)], work) }
}

struct FromUtf16;

impl Direction for FromUtf16 {
    type From = u16;
    type To = u8;
    type Rules = Utf16ToUtf8;

    fn rules(choice: u32) -> Result<Utf16ToUtf8, Failure> {
        Ok(Utf16ToUtf8::new(ill_formed_utf16(choice)?)?)
    }

    const RUN: Run<Utf16ToUtf8, u16, u8> = utf16_to_utf8_with;
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
    unsafe { converted::<FromUtf16>(policy, src, src_len, dst, dst_cap, how, progress, repairs) }
}

struct ToUtf16;

impl Direction for ToUtf16 {
    type From = u8;
    type To = u16;
    type Rules = Utf8ToUtf16;

    fn rules(choice: u32) -> Result<Utf8ToUtf16, Failure> {
        Ok(Utf8ToUtf16::new(ill_formed(choice)?)?)
    }

    const RUN: Run<Utf8ToUtf16, u8, u16> = utf8_to_utf16_with;
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
    unsafe { converted::<ToUtf16>(policy, src, src_len, dst, dst_cap, how, progress, repairs) }
}

struct UnescapedToUtf16;

impl Direction for UnescapedToUtf16 {
    type From = u8;
    type To = u16;
    type Rules = JsonUnescape;

    fn rules(choice: u32) -> Result<JsonUnescape, Failure> {
        Ok(JsonUnescape { surrogates: surrogates(choice)? })
    }

    const RUN: Run<JsonUnescape, u8, u16> = json_unescape_utf16_with;
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
    unsafe { converted::<UnescapedToUtf16>(surrogates, src, src_len, dst, dst_cap, how, progress, repairs) }
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
        if let Some((tier, src, dst)) = usual(how, src, src_len, dst, dst_cap, progress) {
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
    let (repairs, dst) = (Span::EMPTY, Span::of(dst, dst_cap));
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress_apart(progress, repairs, dst, &[Span::of(src, src_len)], work) }
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
    let (repairs, dst) = (Span::EMPTY, Span::of(dst, dst_cap));
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress_apart(progress, repairs, dst, &[Span::of(src, src_len)], work) }
}
