//! The WebAssembly module of stringmill for JavaScript: exports over linear memory, without imports.
//!
//! A caller copies input into the window that `smill_open` allocates, calls an operation on a range of it, and copies the
//! output. Exports take lengths and handles, never addresses, and check both, so no call can make Rust read or write outside
//! of its own memory. An export returns an error code, or zero, and `door::Results` has its other results.
//!
//! A panic, or memory that is refused where Rust cannot report it, ends a call with a trap. The stack and the state of the
//! instance are then undefined: the caller drops it and makes another one from the same module. Nothing but open handles is lost.

mod arguments;
mod base64;
#[cfg(feature = "documents")]
mod canonical;
#[cfg(feature = "documents")]
mod convert;
mod diagnostic;
mod door;
#[cfg(feature = "documents")]
mod events;
mod heap;
#[cfg(feature = "documents")]
mod ion;
#[cfg(feature = "documents")]
mod json;
#[cfg(feature = "documents")]
mod json_tapes;
#[cfg(feature = "documents")]
mod pending;
#[cfg(feature = "documents")]
mod restricted;
mod rules;
mod strings;
#[cfg(feature = "documents")]
mod tapes;
#[cfg(feature = "documents")]
mod transcode;
