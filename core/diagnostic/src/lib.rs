//! Diagnostics: the cause of an error, its position, the line with the bad bytes underlined, these bytes in hexadecimal,
//! and advice. The command and front ends in Rust show the same text.
//!
//! ```
//! use stringmill::{Chunk, utf8_validate};
//! use stringmill_diagnostic::{Excerpt, Scene};
//!
//! let input = b"caf\xE9 men";
//! let error = utf8_validate(input, Chunk::Last).unwrap_err();
//! let excerpt = Excerpt::of_error(error.code, b"menu", Scene::of(input, error.offset as usize));
//! assert!(excerpt.line().starts_with("menu:1:4 (byte 3): ill-formed UTF-8"));
//! assert!(excerpt.plain().contains("\n 1 | caf\\xE9 men\n   |    ^^^^\n"));
//! ```

#![forbid(unsafe_code)]

mod excerpt;
mod scene;
pub mod span;
pub mod visible;

pub use excerpt::{Excerpt, in_record};
pub use scene::Scene;
