//! The whole grammar of Ion text: each file scans one kind of token, says where it ends, or which error it has and
//! where.
//!
//! [`text_value`] is the entry: one value with its field name and annotations. The reader asks its short cut,
//! `reader/shortcut.rs`, first; that may only decline, and then this grammar decides.

pub(crate) mod blank;
pub(crate) mod lob;
pub(crate) mod number;
pub(crate) mod quoted;
pub(crate) mod text_value;
pub(crate) mod timestamp;
pub(crate) mod window;
pub(crate) mod word;
