//! Base64.

use crate::arguments::{chunk, numbered};
use crate::door::{Parts, Range, call};
use stringmill::{
    Base64Alphabet, Base64Decode, Base64Encode, Base64Padding, TrailingBits, WhiteSpace, base64_decode, base64_encode,
};

/// Bytes into base64.
#[unsafe(no_mangle)]
extern "C" fn smill_base64_encode(alphabet: u32, padded: u32, from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        let rules = Base64Encode { alphabet: numbered(Base64Alphabet::ALL, alphabet)?, padded: padded != 0 };
        door.run(Range { from, to }, |Parts { src, dst, .. }, _| Ok(base64_encode(rules, src, dst, chunk(last))))
    })
}

/// Base64 into bytes. `form` has four choices, in a byte each: alphabet, padding, trailing bits, white space.
#[unsafe(no_mangle)]
extern "C" fn smill_base64_decode(form: u32, from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        let [alphabet, padding, trailing_bits, white_space] = form.to_le_bytes().map(u32::from);
        let rules = Base64Decode {
            alphabet: numbered(Base64Alphabet::ALL, alphabet)?,
            padding: numbered(Base64Padding::ALL, padding)?,
            trailing_bits: numbered(TrailingBits::ALL, trailing_bits)?,
            white_space: numbered(WhiteSpace::ALL, white_space)?,
        };
        door.run(Range { from, to }, |Parts { src, dst, .. }, _| base64_decode(rules, src, dst, chunk(last)))
    })
}
