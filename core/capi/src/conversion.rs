//! Calls that read a source, fill a destination or none, and report progress.

use crate::arguments::{how, shortcut, source_and_destination};
use crate::door::{self, Failure};
use crate::ranges::Span;
use crate::shapes::{Progress, Repairs};
use std::ptr;
use stringmill::{Chunk, Error, Tier};

/// The arguments that these calls have in common.
#[derive(Clone, Copy)]
pub(crate) struct Conversion<T, U> {
    pub(crate) src: *const T,
    pub(crate) src_len: usize,
    pub(crate) dst: *mut U,
    pub(crate) dst_cap: usize,
    pub(crate) how: u32,
    pub(crate) progress: *mut Progress,
    /// Null if the caller does not count repairs.
    pub(crate) repairs: *mut Repairs,
}

impl<T, U> Conversion<T, U> {
    /// Gets the rules of `choice`, the first argument of the call, runs the operation and reports its progress. A call
    /// with default arguments passes few compares; any other goes through [`Conversion::run_checked`]. `rules` and
    /// `run` must capture nothing, so that they take no space.
    ///
    /// # Safety
    ///
    /// Pointers must be null or as the header demands.
    #[inline(always)]
    pub(crate) unsafe fn run<C, R, F, G>(self, choice: C, rules: F, run: G) -> u32
    where
        C: Copy,
        F: FnOnce(C) -> Result<R, Failure> + Copy,
        G: FnOnce(Tier, R, &[T], &mut [U], Chunk, &mut stringmill::Repairs) -> Result<stringmill::Progress, Error>
            + Copy,
    {
        const { assert!(size_of::<(F, G)>() == 0) };
        let Conversion { src, src_len, dst, dst_cap, how, progress, repairs } = self;
        // SAFETY: the caller's promise.
        unsafe {
            if repairs.is_null()
                && let Some((tier, src, dst)) = shortcut(how, src, src_len, dst, dst_cap, progress)
                && let Ok(rules) = rules(choice)
            {
                let repairs = &mut stringmill::Repairs::default();
                return door::progress(progress, || Ok(run(tier, rules, src, dst, Chunk::Last, repairs)?));
            }
            run_apart(choice, src, src_len, dst, dst_cap, how, progress, repairs, rules, run)
        }
    }

    /// As [`Conversion::run`], with the complete checks of the arguments.
    ///
    /// # Safety
    ///
    /// As for [`Conversion::run`].
    #[inline(always)]
    unsafe fn run_checked<C, R, F, G>(self, choice: C, rules: F, run: G) -> u32
    where
        F: FnOnce(C) -> Result<R, Failure>,
        G: FnOnce(Tier, R, &[T], &mut [U], Chunk, &mut stringmill::Repairs) -> Result<stringmill::Progress, Error>,
    {
        let Conversion { src, src_len, dst, dst_cap, progress, repairs, .. } = self;
        let work = || {
            let (chunk, tier) = how(self.how)?;
            let rules = rules(choice)?;
            // SAFETY: the caller promises that the source is readable, and the destination and `repairs` are writable.
            unsafe {
                let (src, dst) = source_and_destination(src, src_len, dst, dst_cap)?;
                counting(repairs, |repairs| Ok(run(tier, rules, src, dst, chunk, repairs)?))
            }
        };
        let (counted, read) = (Span::one(repairs), Span::of(src, src_len));
        // SAFETY: the caller promises that `progress` is null or writable.
        unsafe { door::progress_apart(progress, counted, Span::of(dst, dst_cap), &[read], work) }
    }
}

/// [`Conversion::run_checked`] as a separate function that takes the arguments in the order of the C call:
/// [`Conversion::run`] can jump to it, and need not keep them.
///
/// # Safety
///
/// As for [`Conversion::run`].
#[cold]
#[inline(never)]
#[expect(clippy::too_many_arguments, reason = "in the registers of the call")]
unsafe fn run_apart<C, R, T, U, F, G>(
    choice: C,
    src: *const T,
    src_len: usize,
    dst: *mut U,
    dst_cap: usize,
    how: u32,
    progress: *mut Progress,
    repairs: *mut Repairs,
    rules: F,
    run: G,
) -> u32
where
    F: FnOnce(C) -> Result<R, Failure>,
    G: FnOnce(Tier, R, &[T], &mut [U], Chunk, &mut stringmill::Repairs) -> Result<stringmill::Progress, Error>,
{
    let call = Conversion { src, src_len, dst, dst_cap, how, progress, repairs };
    // SAFETY: the caller's promise.
    unsafe { call.run_checked(choice, rules, run) }
}

impl<T> Conversion<T, u8> {
    /// The arguments of a call without a destination. `dst` is not null, so the call can take the short cut.
    #[inline(always)]
    pub(crate) fn reading(src: *const T, src_len: usize, how: u32, progress: *mut Progress) -> Self {
        Conversion { src, src_len, dst: ptr::dangling_mut(), dst_cap: 0, how, progress, repairs: ptr::null_mut() }
    }
}

/// Runs an operation that continues the counts of `repairs`, and stores the new counts there.
///
/// # Safety
///
/// `repairs` must be null, or readable and writable.
#[inline(always)]
unsafe fn counting<T>(repairs: *mut Repairs, run: impl FnOnce(&mut stringmill::Repairs) -> T) -> T {
    // Only one call of `run` is in this code, so the compiler inlines it.
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
