//! Section "Errors" of the header.

use crate::arguments::source;
use crate::door::{self, exported};
use crate::ranges::Span;
use crate::shapes::Position;
use crate::terminated::terminated;
use std::ffi::c_char;
use std::ptr;
use stringmill::{ErrorCode, locate};

const COUNT: usize = ErrorCode::ALL.len();

/// Makes a static with one C string for each code.
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

exported! {
    fn smill_locate(src: *const u8, src_len: usize, offset: u64, position: *mut Position) -> u32 {
        door::write_out(position, &[Span::of(src, src_len)], || {
            let found = locate(source(src, src_len)?, usize::try_from(offset).unwrap_or(usize::MAX));
            Ok(Position { line: found.line, column: found.column })
        })
    }
}
