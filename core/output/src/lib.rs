//! Output buffer of the Ion writer and of the converters: [`Output`] grows and reports refused memory, [`Short`] copies
//! texts of up to 32 bytes without a loop.

#![forbid(unsafe_code)]

mod growing;
mod short;

pub use growing::{Output, PIECE};
pub use short::Short;
