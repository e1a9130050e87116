//! Section "Errors" of the header.

use crate::arguments::{source, there};
use crate::door;
use crate::ranges::{Span, all_apart};
use crate::shapes::Position;
use crate::terminated::terminated;
use std::ffi::c_char;
use std::ptr;
use stringmill::{ErrorCode, locate};

const COUNT: usize = ErrorCode::ALL.len();

/// A static with one text for each code, as C reads it.
macro_rules! texts {
    ($table:ident, $len:literal, $text:ident) => {
        static $table: [[u8; $len]; COUNT] = {
            let mut texts = [[0; $len]; COUNT];
            let mut i = 0;
            while i < COUNT {
                texts[i] = terminated(ErrorCode::ALL[i].$text());
                i += 1;
            }
            texts
        };
    };
}

texts!(NAMES, 40, name);
texts!(SAYS, 80, says);
texts!(REMEDIES, 128, remedy);

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_error_name(code: u32) -> *const c_char {
    door::caught(ptr::null(), || match code {
        door::OK => c"ok".as_ptr(),
        _ => place(code).map_or(ptr::null(), |place| NAMES[place].as_ptr().cast()),
    })
}

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_error_says(code: u32) -> *const c_char {
    door::caught(ptr::null(), || match code {
        door::OK => c"no error".as_ptr(),
        _ => place(code).map_or(ptr::null(), |place| SAYS[place].as_ptr().cast()),
    })
}

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_error_remedy(code: u32) -> *const c_char {
    door::caught(ptr::null(), || match code {
        door::OK => c"".as_ptr(),
        _ => place(code).map_or(ptr::null(), |place| REMEDIES[place].as_ptr().cast()),
    })
}

fn place(code: u32) -> Option<usize> {
    ErrorCode::ALL.iter().position(|&known| known as u32 == code)
}

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_locate(src: *const u8, src_len: usize, offset: u64, position: *mut Position) -> u32 {
    door::code(|| {
        there(position)?;
        all_apart(&[Span::one(position)], &[Span::of(src, src_len)])?;
        // SAFETY: the caller promises that the source is readable.
        let src = unsafe { source(src, src_len) }?;
        let found = locate(src, usize::try_from(offset).unwrap_or(usize::MAX));
        let found = Position { line: found.line, column: found.column };
        // SAFETY: the pointer is not null, and the caller promises that it can be written.
        unsafe { position.write_unaligned(found) };
        Ok(())
    })
}
