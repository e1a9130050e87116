//! Rules beyond RFC 8259: no repeated names, I-JSON (RFC 7493), no U+0000, what PostgreSQL's `jsonb` takes.
//!
//! ```text
//! for each window that the reader has judged by RFC 8259, and its lists of tokens
//!     objects and names to the set of names, numbers to the rules of numbers
//!     stop at the first token that is refused, or at the error of RFC 8259
//!     search the text before that place for characters that are refused
//! ```
//!
//! So the reader, the tape and the checker have one verdict, and a reader without these rules does nothing for them. Refused
//! characters need no tokens: outside of strings they are errors of JSON. A name or number is refused at its first byte, so its
//! bytes are kept until its end; strings pass in parts.

mod characters;
mod checker;
mod judge;
mod names;
mod numbers;
mod rules;

pub use self::checker::{RestrictedChecker, json_restricted};
pub(crate) use self::judge::Judge;
pub use self::names::Names;
pub use self::rules::Restrictions;
