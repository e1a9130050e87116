//! The output buffer of the Ion writer and of the converters. [`Output`] grows and reports refused memory,
//! [`ShortText`] copies texts of up to 32 bytes without a loop.

#![forbid(unsafe_code)]

mod output;
mod short_text;

pub use output::{Output, PIECE};
pub use short_text::ShortText;
