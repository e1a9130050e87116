//! The end of a short string in double quotes, and the next step of its reader, compiled into one function for each
//! tier.
//!
//! Most strings are so short that a call of [`scan`](crate::scan()) and its result would cost as much as the search. So
//! the reader passes itself to the kernel, and its next step is compiled into it; no register has to be saved for a
//! call.
//! Method: [`STRING_WINDOW`] bytes are always checked, because a branch on the length of the string would often be
//! mispredicted.

use crate::scan::ByteClass;
use crate::tier::{Kernel, Tier};
use crate::vector::{Bytes16, CodeUnits, STRING_WINDOW};
use core::marker::PhantomData;

/// A reader after the opening quote of a string. Every method of an implementation should be `#[inline(always)]`, and
/// rare paths that it calls should not be inlined.
pub trait ShortStringReader: Sized {
    /// The result of the reader's next step.
    type Output;

    /// The text from the string on; `None` if fewer bytes are available.
    fn text(&self) -> Option<&[u8; STRING_WINDOW]>;

    /// Continues after a string of `len` bytes of [`ByteClass::STRING_ASCII`](crate::ByteClass::STRING_ASCII). `len` is
    /// `None` if the string has other bytes before its closing quote, or no such quote in [`ShortStringReader::text`].
    fn then(self, len: Option<usize>) -> Self::Output;
}

/// Finds the end of the string that `reader` is at, and lets the reader continue after it.
///
/// ```
/// use stringmill_kernels::{ShortStringReader, STRING_WINDOW, Tier, short_string_with};
///
/// struct Len<'a>(&'a [u8]);
/// impl ShortStringReader for Len<'_> {
///     type Output = Option<usize>;
///     fn text(&self) -> Option<&[u8; STRING_WINDOW]> {
///         self.0.first_chunk()
///     }
///     fn then(self, len: Option<usize>) -> Option<usize> {
///         len
///     }
/// }
/// let text = format!("twelve bytes\", {}", "and more ".repeat(10));
/// assert_eq!(short_string_with(Tier::best(), Len(text.as_bytes())), Some(12));
/// ```
#[inline(always)]
pub fn short_string_with<R: ShortStringReader>(tier: Tier, reader: R) -> R::Output {
    tier.run::<ShortString<R>>(reader, &[], &mut [])
}

struct ShortString<R>(PhantomData<R>);

impl<R: ShortStringReader> Kernel for ShortString<R> {
    type Context<'a> = R;
    type CodeUnit = u8;
    type Output = R::Output;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, reader: R, _: &[u8], _: &mut [u8]) -> R::Output {
        let text = reader.text();
        let len = text.and_then(|text| len(text, v.string_stops(&ByteClass::STRING_ASCII.stops, text)));
        reader.then(len)
    }

    #[inline(always)]
    fn run_scalar(reader: R, _: &[u8], _: &mut [u8]) -> R::Output {
        let len = reader.text().and_then(|text| len(text, Bytes16::string_stops(text)));
        reader.then(len)
    }
}

/// Bytes before the first of the stops, if that is a quote.
#[inline(always)]
fn len(text: &[u8; STRING_WINDOW], (low, high): (u64, u32)) -> Option<usize> {
    let in_low = low.trailing_zeros();
    // Takes all of the second number or none of it, by a mask, because the compiler makes no branch of a mask.
    let in_high = high.trailing_zeros() & (in_low >> 6).wrapping_neg();
    let len = (in_low + in_high) as usize;
    (text.get(len) == Some(&b'"')).then_some(len)
}
