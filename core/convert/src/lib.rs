//! Converts between JSON, NDJSON and Amazon Ion, text or binary, in pieces, and counts losses.
//!
//! Memory: JSON to JSON, and strings of JSON to Ion, are streamed at any length. A field name or number of JSON is
//! buffered as a whole on its way to Ion. So is a value of Ion, with its field name and annotations, and its converted
//! text. Binary Ion is written once a value at the top level ends, because its length comes first. [`Converter::lines`]
//! buffers the output of all its lines. Refused memory is an error,
//! [`ErrorCode::MemoryRefused`](stringmill_outcome::ErrorCode::MemoryRefused).
//!
//! [`Converter`] reads one format and writes another, or the same one in another layout. Ion becomes JSON by the rules
//! for down-converting, and [`Losses`] counts the values that they change. Or the JSON is typed: objects with reserved
//! names say the Ion type, so the same Ion can be restored. Numbers keep their digits.

#![forbid(unsafe_code)]

pub mod canonical;
mod conversion;
mod conversion_error;
mod converter;
mod dynamodb;
mod engine;
mod from_ion;
mod from_typed;
mod ion_to_ion;
mod ion_values;
mod items;
mod json_text;
mod lay_out;
mod layout;
mod loss;
mod names;
mod number;
mod pretty;
mod reformat;
pub mod repair;
mod texts;
mod to_binary;
mod to_ion;
mod to_typed;
mod tokens;

pub use conversion::{Conversion, NumberRules, OnLoss, Source, Target};
pub use conversion_error::ConversionError;
pub use converter::{Converter, ConverterProgress};
pub use layout::{Layout, TopLevel};
pub use loss::{Loss, Losses};
pub use pretty::{Indent, PrettyLayout};
