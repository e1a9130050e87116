//! Base64: bytes into symbols and back.
//! Standard: RFC 4648, sections 4 and 5; the white space that a reader may allow is that of its host.

mod blocks;
mod decode;
mod encode;
mod rules;
mod units;

pub use decode::{base64_decode, base64_decode_with};
pub use encode::{base64_encode, base64_encode_with};
pub use rules::{Base64Decode, Base64Encode};
