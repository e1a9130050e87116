//! Escape profiles and policies as plain data: which characters a string writer escapes and how, what becomes of text
//! that is ill-formed, what may be chosen about base64, and how floats are laid out.
//!
//! A [`Profile`] says what is escaped; the rows of `spec/profiles.toml` are here as constants, and users build their
//! own. An [`IllFormed`] policy says what a writer does with bytes that are not UTF-8, an
//! [`IllFormedUtf16`] policy what it does with code units that are not UTF-16; a [`LoneSurrogates`] policy says what a
//! reader does with a `\uD800` that has no partner. Nothing here computes: kernels derive their tables from this
//! data, and the reference reads it as it stands.

#![no_std]
#![forbid(unsafe_code)]

mod ascii_escape;
mod base64;
mod float_shape;
mod parse;
mod policy;
mod profile;
mod rows;

pub use ascii_escape::{AsciiEscape, HexCase};
pub use base64::{Base64Alphabet, Base64Padding, TrailingBits, WhiteSpace};
pub use float_shape::FloatShape;
pub use parse::UnknownProfile;
pub use policy::{IllFormed, IllFormedUtf16, LoneSurrogates};
pub use profile::{CodeRange, Profile, ProfileOption, ProfileRow, UnicodeForm};
