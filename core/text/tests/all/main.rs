//! The calls beside serde_json and the standard library, and the adaptors under every way to cut a stream.

mod formatter;
mod streams;
mod strings;
