//! NDJSON: records with their place, good ones apart from bad ones.

mod arrays;
mod fault;
mod file;
mod lines;
mod owned_file;
mod read;
mod rejects;
mod schema;
mod source;
mod table;
mod values;

pub(crate) use read::{Reader, Record, Report, ndjson_check, ndjson_read};
pub(crate) use table::{Batches, ndjson_read_arrow};
