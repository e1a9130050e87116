//! Conversion among JSON, NDJSON and Amazon Ion text, in pieces, with an account of what is lost.
//!
//! Memory: of JSON into JSON, and of a string of JSON into Ion, nothing is held, however long it is. A field name or number of
//! JSON on its way into Ion is held whole, and so is a value of Ion, with its field name and annotations; the same once more as
//! what it becomes. [`Converter::lines`] holds what all its lines become. Refused memory is an error,
//! [`ErrorCode::MemoryRefused`](stringmill_outcome::ErrorCode::MemoryRefused).
//!
//! [`Converter`] reads one format and writes another, or the same one laid out anew. Ion becomes JSON by the rules for
//! down-converting, and [`Losses`] counts what those drop; or typed, in objects that say what they stand for, and then the
//! same Ion comes back. Numbers keep their digits.

#![forbid(unsafe_code)]

mod conversion;
mod converter;
mod engine;
mod from_ion;
mod from_typed;
mod ion_to_ion;
mod ion_values;
mod json_text;
mod layout;
mod loss;
mod names;
mod number;
mod reformat;
mod refused;
mod to_ion;
mod tokens;
mod typed;

pub use conversion::{Conversion, NumberRules, OnLoss, Source, Target};
pub use converter::{Converter, Step};
pub use layout::{Layout, Top};
pub use loss::{Loss, Losses};
pub use refused::Refused;
