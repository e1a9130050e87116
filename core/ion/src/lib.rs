//! Reads Amazon Ion 1.0, text or binary, and writes both, one value at a time, with symbol tables and all digits of numbers.
//!
//! [`Reader`] reads a text as a whole or in pieces, without recursion, and buffers at most one scalar. An [`Event`] is
//! reported after its text is checked; a method of the reader then converts the value on demand.
//!
//! ```
//! use stringmill::ion::{Event, Kind, Reader};
//!
//! let mut reader = Reader::new(b"user::{id: 17, tags: ['''a''' '''b''']}");
//! assert_eq!(reader.next()?, Event::Open(Kind::Struct));
//! assert_eq!(reader.annotations().next().unwrap().text, Some(&b"user"[..]));
//! assert_eq!(reader.next()?, Event::Value(Kind::Int));
//! assert_eq!(reader.field_name().unwrap().text, Some(&b"id"[..]));
//! assert_eq!(reader.int().unwrap().to_i64(), Some(17));
//! assert_eq!(reader.next()?, Event::Open(Kind::List));
//! assert_eq!(reader.next()?, Event::Value(Kind::String));
//! assert_eq!(reader.string(), Some(&b"ab"[..]));
//! # Ok::<(), stringmill::Error>(())
//! ```

#![forbid(unsafe_code)]

mod binary;
mod copy;
mod encoding;
mod escapes;
mod event;
mod grammar;
mod kind;
mod limits;
mod options;
mod reader;
mod shared;
mod spelling;
mod symbol_text;
mod symbols;
mod table;
mod value;
mod write_error;
mod writer;

pub use binary::writer::BinaryWriter;
pub use event::Event;
pub use grammar::timestamp::{Precision, Timestamp};
pub use kind::Kind;
pub use limits::Limits;
pub use options::{Form, Layout, Options, SymbolTables};
pub use reader::{CommentPlace, Comments, Inspector, KeptComment, Part, PartKind, Reader};
pub use shared::SharedTableError;
pub use symbols::{Catalog, Import, SharedTable, Symbol};
pub use value::{Decimal, Int};
pub use write_error::WriteError;
pub use writer::Writer;
