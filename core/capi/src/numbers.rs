//! Section "Numbers" of the header.

use crate::arguments::{destination, not_null, shortcut_destination};
use crate::door::{self, exported};
use crate::ranges::{Span, all_apart};
use stringmill::{ErrorCode, FloatShape, FloatWrite, float64_write, int64_write, uint64_write};

exported! {
    fn smill_float64_write(
        shape: u32,
        value: f64,
        dst: *mut u8,
        dst_cap: usize,
        written: *mut usize,
    ) -> u32 {
        let write = |dst: &mut [u8]| {
            let rules = SHAPES.get(shape as usize).ok_or(ErrorCode::ChoiceUnknown)?;
            float64_write(rules, value, dst)
        };
        number(dst, dst_cap, written, write)
    }

    fn smill_int64_write(value: i64, dst: *mut u8, dst_cap: usize, written: *mut usize) -> u32 {
        number(dst, dst_cap, written, |dst| int64_write(value, dst))
    }

    fn smill_uint64_write(value: u64, dst: *mut u8, dst_cap: usize, written: *mut usize) -> u32 {
        number(dst, dst_cap, written, |dst| uint64_write(value, dst))
    }
}

/// Lets `write` write a number into `dst`, and stores its length in `written`.
///
/// # Safety
///
/// As for [`destination`]; and `written` must be null or writable.
#[inline(always)]
unsafe fn number(
    dst: *mut u8,
    dst_cap: usize,
    written: *mut usize,
    write: impl FnOnce(&mut [u8]) -> Result<usize, ErrorCode>,
) -> u32 {
    door::code(|| {
        // SAFETY: the caller promises that the destination is writable.
        let dst = match unsafe { shortcut_destination(dst, dst_cap, written) } {
            Some(dst) => dst,
            None => {
                not_null(written)?;
                all_apart(&[Span::one(written)], &[Span::of(dst, dst_cap)])?;
                // SAFETY: the caller promises that the destination is writable; `written` does not overlap it.
                unsafe { destination(dst, dst_cap) }?
            }
        };
        let len = write(dst)?;
        // SAFETY: not null, so writable by the caller's promise; the destination is not used any more.
        unsafe { written.write_unaligned(len) };
        Ok(())
    })
}

/// The index of a shape is its number in C. Never reorder: programs are compiled with the numbers.
pub(crate) static SHAPES: [FloatWrite; 5] = [
    FloatWrite::new(&FloatShape::PHP),
    FloatWrite::new(&FloatShape::PHP_FRACTION),
    FloatWrite::new(&FloatShape::ECMASCRIPT),
    FloatWrite::new(&FloatShape::PYTHON),
    FloatWrite::new(&FloatShape::DOTNET),
];
