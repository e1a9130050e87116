//! Random documents of Ion text, to compare readers with each other. A seed always gives the same document.

#![forbid(unsafe_code)]

mod damage;
mod documents;
mod quoted;
mod scalars;
mod tables;

pub use damage::damage;
pub use documents::Documents;
