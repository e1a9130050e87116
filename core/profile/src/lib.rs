//! Escape profiles and policies as data: which characters a string writer escapes and how, how to handle ill-formed
//! text, the choices for base64, and the layout of floats.
//!
//! A [`Profile`] lists the characters to escape; the rows of `spec/profiles.toml` are here as constants, and users
//! build their own. An [`IllFormed`] policy decides how a writer handles bytes that are not UTF-8, an
//! [`IllFormedUtf16`] policy how it handles code units that are not UTF-16; a [`LoneSurrogates`] policy decides how a
//! reader handles a `\uD800` without a partner. Nothing here computes: kernels derive their tables from this data, and
//! the reference reads it directly.

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
