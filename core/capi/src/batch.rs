//! Many strings in one call. Section "Batches" of the header.

use crate::arguments::{destination, handle, how_whole, source, surrogates};
use crate::door::{self, exported};
use crate::many::{Column, Slices, Strings};
use crate::ranges::{Span, all_apart};
use crate::rules::Rules;
use crate::shapes::{Batch, Slice, Verdict};
use std::ptr;
use stringmill::{Chunk, Error, ErrorCode, JsonEscape, JsonUnescape, Progress, Repairs, Tier};
use stringmill::{json_escape_with, json_unescape_with, utf8_validate_with};

/// The operation that a batch runs on each string.
#[derive(Clone, Copy)]
enum Operation<'a> {
    Escape(&'a JsonEscape<'static>),
    Unescape(JsonUnescape),
    Validate,
}

impl Operation<'_> {
    /// Converts one whole string. `Ok(None)` if `dst` has no room for the whole output.
    #[inline(always)]
    fn run(self, tier: Tier, src: &[u8], dst: &mut [u8], repairs: &mut Repairs) -> Result<Option<usize>, Error> {
        let last = Chunk::Last;
        let done = match self {
            Operation::Escape(rules) => json_escape_with(tier, rules, src, dst, last, repairs)?,
            Operation::Unescape(rules) => json_unescape_with(tier, rules, src, dst, last, repairs)?,
            Operation::Validate => Progress { read: utf8_validate_with(tier, src, last)?, written: 0 },
        };
        match src.get(done.read) {
            None => Ok(Some(done.written)),
            // With enough room, unescaping stops only before a quote.
            Some(b'"') if matches!(self, Operation::Unescape(_)) => {
                Err(Error::new(ErrorCode::QuoteUnescaped, done.read as u64))
            }
            Some(_) => Ok(None),
        }
    }
}

/// The arguments that all calls have in common.
#[derive(Clone, Copy)]
struct Call {
    count: usize,
    dst: *mut u8,
    dst_cap: usize,
    how: u32,
    verdicts: *mut Verdict,
    batch: *mut Batch,
}

impl Call {
    /// Converts string after string, until all are done, one fails, or the room ends. Writes how far it got to
    /// `batch`.
    ///
    /// # Safety
    ///
    /// `count` of `strings` must be readable, and the destination writable; verdicts and batch must be null or
    /// writable.
    #[inline(always)]
    unsafe fn run<'a, S: Strings>(
        self,
        strings: impl FnOnce() -> Result<S, ErrorCode>,
        operation: impl FnOnce() -> Result<Operation<'a>, ErrorCode>,
    ) -> u32 {
        if self.batch.is_null() {
            return ErrorCode::PointerNull as u32;
        }
        let (mut batch, mut batch_apart) = (Batch::default(), true);
        let code = door::code(|| {
            let strings = strings()?;
            batch_apart = self.apart_from_batch(&strings).is_ok();
            self.apart(&strings)?;
            // SAFETY: the caller's promise, and the ranges are apart.
            unsafe { self.each(&strings, how_whole(self.how)?, operation()?, &mut batch) }
        });
        if batch_apart {
            // SAFETY: not null, so writable by the caller's promise.
            unsafe { self.batch.write_unaligned(batch) };
        }
        code
    }

    /// The ranges that the call writes while it reads strings.
    fn written(&self, strings: &impl Strings) -> [Span; 3] {
        let verdicts = Span::of(self.verdicts, self.count);
        [Span::of(self.dst, self.dst_cap), strings.written(self.count), verdicts]
    }

    fn apart_from_batch(&self, strings: &impl Strings) -> Result<(), ErrorCode> {
        let batch = [Span::one(self.batch)];
        all_apart(&batch, &self.written(strings)).and_then(|()| all_apart(&batch, &strings.read(self.count)))
    }

    fn apart(&self, strings: &impl Strings) -> Result<(), ErrorCode> {
        self.apart_from_batch(strings)?;
        all_apart(&self.written(strings), &strings.read(self.count))
    }

    /// # Safety
    ///
    /// As for [`Call::run`]. The ranges that the call writes must not overlap any other, except strings of slices,
    /// which this function checks itself.
    #[inline(always)]
    unsafe fn each<S: Strings>(
        &self,
        strings: &S,
        tier: Tier,
        operation: Operation<'_>,
        batch: &mut Batch,
    ) -> Result<(), ErrorCode> {
        // SAFETY: the caller promises that it is writable; no string that is read overlaps it.
        let dst = unsafe { destination(self.dst, self.dst_cap.min(S::OFFSET_MAX)) }?;
        let places = self.written(strings);
        let hull = places[0].hull(places[1]).hull(places[2]);
        let mut written = 0;
        // SAFETY: there is one offset more than there are strings.
        unsafe { strings.put(0, 0) };
        for number in 0..self.count {
            // SAFETY: `number` is below the count.
            let (ptr, len) = unsafe { strings.get(number) }?;
            let string = Span::of(ptr, len);
            if S::ANYWHERE && string.overlaps(hull) && places.iter().any(|place| string.overlaps(*place)) {
                return Err(ErrorCode::RangesOverlap);
            }
            // SAFETY: the caller's promise.
            let src = unsafe { source(ptr, len) }?;
            let mut repairs = Repairs::default();
            let verdict = match operation.run(tier, src, &mut dst[written..], &mut repairs) {
                Ok(Some(len)) => {
                    written += len;
                    batch.repaired += repairs.count;
                    Verdict::default()
                }
                Ok(None) => return Ok(()),
                Err(Error { code, offset }) if self.verdicts.is_null() => {
                    batch.offset = offset;
                    return Err(code);
                }
                Err(Error { code, offset }) => {
                    batch.failed += 1;
                    Verdict { code: code as u32, reserved: 0, offset }
                }
            };
            // SAFETY: `number` is below the count, and there is one offset more.
            unsafe {
                if !self.verdicts.is_null() {
                    self.verdicts.add(number).write_unaligned(verdict);
                }
                strings.put(number + 1, written);
            }
            (batch.strings, batch.written) = (number as u64 + 1, written as u64);
        }
        Ok(())
    }
}

/// # Safety
///
/// `rules` must be null or live.
unsafe fn escape<'a>(rules: *const Rules) -> Result<Operation<'a>, ErrorCode> {
    // SAFETY: the caller's promise.
    Ok(Operation::Escape(unsafe { handle(rules) }?.utf8()?))
}

fn unescape<'a>(policy: u32) -> Result<Operation<'a>, ErrorCode> {
    Ok(Operation::Unescape(JsonUnescape { surrogates: surrogates(policy)? }))
}

exported! {
    fn smill_json_escape_slices(
        rules: *const Rules,
        src: *const Slice,
        count: usize,
        dst: *mut u8,
        dst_cap: usize,
        dst_offsets: *mut u64,
        how: u32,
        verdicts: *mut Verdict,
        batch: *mut Batch,
    ) -> u32 {
        let strings = || Slices::new(src, count, Some(dst_offsets));
        Call { count, dst, dst_cap, how, verdicts, batch }.run(strings, || escape(rules))
    }

    fn smill_json_escape_column(
        rules: *const Rules,
        src: *const u8,
        src_len: usize,
        offsets: *const i32,
        count: usize,
        dst: *mut u8,
        dst_cap: usize,
        dst_offsets: *mut i32,
        how: u32,
        verdicts: *mut Verdict,
        batch: *mut Batch,
    ) -> u32 {
        let strings = || Column::new(src, src_len, offsets, count, Some(dst_offsets));
        Call { count, dst, dst_cap, how, verdicts, batch }.run(strings, || escape(rules))
    }

    fn smill_json_escape_column_large(
        rules: *const Rules,
        src: *const u8,
        src_len: usize,
        offsets: *const i64,
        count: usize,
        dst: *mut u8,
        dst_cap: usize,
        dst_offsets: *mut i64,
        how: u32,
        verdicts: *mut Verdict,
        batch: *mut Batch,
    ) -> u32 {
        let strings = || Column::new(src, src_len, offsets, count, Some(dst_offsets));
        Call { count, dst, dst_cap, how, verdicts, batch }.run(strings, || escape(rules))
    }

    fn smill_json_unescape_slices(
        surrogates: u32,
        src: *const Slice,
        count: usize,
        dst: *mut u8,
        dst_cap: usize,
        dst_offsets: *mut u64,
        how: u32,
        verdicts: *mut Verdict,
        batch: *mut Batch,
    ) -> u32 {
        let strings = || Slices::new(src, count, Some(dst_offsets));
        Call { count, dst, dst_cap, how, verdicts, batch }.run(strings, || unescape(surrogates))
    }

    fn smill_json_unescape_column(
        surrogates: u32,
        src: *const u8,
        src_len: usize,
        offsets: *const i32,
        count: usize,
        dst: *mut u8,
        dst_cap: usize,
        dst_offsets: *mut i32,
        how: u32,
        verdicts: *mut Verdict,
        batch: *mut Batch,
    ) -> u32 {
        let strings = || Column::new(src, src_len, offsets, count, Some(dst_offsets));
        Call { count, dst, dst_cap, how, verdicts, batch }.run(strings, || unescape(surrogates))
    }

    fn smill_json_unescape_column_large(
        surrogates: u32,
        src: *const u8,
        src_len: usize,
        offsets: *const i64,
        count: usize,
        dst: *mut u8,
        dst_cap: usize,
        dst_offsets: *mut i64,
        how: u32,
        verdicts: *mut Verdict,
        batch: *mut Batch,
    ) -> u32 {
        let strings = || Column::new(src, src_len, offsets, count, Some(dst_offsets));
        Call { count, dst, dst_cap, how, verdicts, batch }.run(strings, || unescape(surrogates))
    }

    fn smill_utf8_validate_slices(
        src: *const Slice,
        count: usize,
        how: u32,
        verdicts: *mut Verdict,
        batch: *mut Batch,
    ) -> u32 {
        let strings = || Slices::new(src, count, None);
        Call { count, dst: ptr::null_mut(), dst_cap: 0, how, verdicts, batch }.run(strings, || Ok(Operation::Validate))
    }

    fn smill_utf8_validate_column(
        src: *const u8,
        src_len: usize,
        offsets: *const i32,
        count: usize,
        how: u32,
        verdicts: *mut Verdict,
        batch: *mut Batch,
    ) -> u32 {
        let strings = || Column::new(src, src_len, offsets, count, None);
        Call { count, dst: ptr::null_mut(), dst_cap: 0, how, verdicts, batch }.run(strings, || Ok(Operation::Validate))
    }

    fn smill_utf8_validate_column_large(
        src: *const u8,
        src_len: usize,
        offsets: *const i64,
        count: usize,
        how: u32,
        verdicts: *mut Verdict,
        batch: *mut Batch,
    ) -> u32 {
        let strings = || Column::new(src, src_len, offsets, count, None);
        Call { count, dst: ptr::null_mut(), dst_cap: 0, how, verdicts, batch }.run(strings, || Ok(Operation::Validate))
    }
}
