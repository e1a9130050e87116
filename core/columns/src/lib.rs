//! Records of NDJSON into columns, as Arrow lays them out, without a dependency on a library of Arrow.
//!
//! [`Lines`] cuts the bytes of a file into [`Block`]s of whole lines. [`Block::check`] separates the lines that are
//! JSON from rejects, [`Inference`] finds a schema, and [`CheckedBlock::read`] fills the columns of one [`Batch`].
//! Blocks are independent, so threads can read one each. Files, decompression and threads are left to the caller.
//!
//! ```
//! use stringmill::columns::{ByteOrderMark, Inference, Lines, UnknownMembers, Values};
//!
//! let mut lines = Lines::new(ByteOrderMark::Refuse);
//! lines.push(b"{\"id\": 1, \"tags\": [\"a\"]}\n{\"id\": 2,}\n{\"id\": \"3\"}\n{\"id\": 4}\n");
//! let block = lines.finish().expect("the file has lines");
//!
//! let checked = block.check();
//! let mut inference = Inference::default();
//! checked.records().take(1).for_each(|record| inference.add(record));
//! let batch = checked.read(&inference.schema(), UnknownMembers::Refuse)?;
//!
//! let Values::Struct(columns) = &batch.records.values else { unreachable!("a record is a struct") };
//! assert_eq!((&columns[0].values, batch.records.len), (&Values::Int64(vec![1, 4]), 2));
//! let places = batch.rejects.iter().map(|reject| block.place(reject));
//! assert_eq!(places.map(|place| (place.line, place.column)).collect::<Vec<_>>(), [(2, 10), (3, 8)]);
//! let misfit = batch.rejects[1].misfit.as_ref().map(|misfit| misfit.to_string());
//! assert_eq!(misfit.as_deref(), Some("id has the type Int64"));
//! # Ok::<(), stringmill::columns::ColumnTooLong>(())
//! ```
//!
//! # Rules
//!
//! - **Null**: a member that a record lacks is null. If its field is not nullable, the record is a reject.
//! - **Integers**: a number with a point or an exponent is a reject, and so is one out of the range of the type.
//! - **Floats**: the nearest float; a number beyond every finite one is a reject.
//! - **Utf8**: only strings. Numbers, objects and arrays are rejects, because their text depends on the writer.
//! - **Struct, Map**: objects. If a name occurs twice, the last value counts; a map keeps the place of the first.
//! - **Inference**: integers need `Int64`; without negative ones `UInt64`, if one exceeds `Int64`; beyond 64 bits, or with a
//!   float among them, `Float64`. Objects are structs, never maps. A value of another kind than those before it does not change the
//!   schema, and its record is a reject.

#![forbid(unsafe_code)]

mod bits;
mod block;
mod builder;
mod column;
mod cursor;
mod data_type;
mod inference;
mod lines;
mod members;
mod reject;

pub use bits::Bits;
pub use block::{Batch, Block, CheckedBlock, Record, Records};
pub use column::{Column, ColumnTooLong, Offsets, Values};
// Hidden: for a host that makes its own values from valid records, until a public pull reader replaces it.
#[doc(hidden)]
pub use cursor::{Cursor, Number, Token};
pub use data_type::{DataType, Field};
pub use inference::Inference;
pub use lines::{ByteOrderMark, LineTooLong, Lines};
pub use members::UnknownMembers;
pub use reject::{Misfit, Place, Reject};
