//! Peers of base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use base64_simd::AsOut;
use stringmill_measure::{Subject, filled};

pub(super) fn encode() -> Vec<Subject> {
    vec![
        Subject::new("base64", filled, |input, output| {
            output.filled = STANDARD.encode_slice(input.bytes, &mut output.room).expect("room");
        }),
        Subject::new("base64-simd", filled, |input, output| {
            output.filled = base64_simd::STANDARD.encode(input.bytes, output.room.as_out()).len();
        }),
        Subject::new("base64-turbo", filled, |input, output| {
            output.filled = base64_turbo::STANDARD.encode_slice(input.bytes, &mut output.room).expect("room");
        }),
    ]
}

pub(super) fn decode() -> Vec<Subject> {
    vec![
        Subject::new("base64", filled, |input, output| {
            output.filled = STANDARD.decode_slice(input.bytes, &mut output.room).expect("base64");
        }),
        Subject::new("base64-simd", filled, |input, output| {
            output.filled = base64_simd::STANDARD.decode(input.bytes, output.room.as_out()).expect("base64").len();
        }),
        Subject::new("base64-turbo", filled, |input, output| {
            output.filled = base64_turbo::STANDARD.decode_slice(input.bytes, &mut output.room).expect("base64");
        }),
    ]
}

/// For peers without support of white space it is removed first.
pub(super) fn decode_with_white_space() -> Vec<Subject> {
    vec![
        Subject::new("strip + base64", filled, |input, output| {
            strip(input.bytes, &mut output.appended);
            output.filled = STANDARD.decode_slice(&output.appended, &mut output.room).expect("base64");
        }),
        Subject::new("base64-simd (forgiving)", filled, |input, output| {
            let decoded = base64_simd::forgiving_decode(input.bytes, output.room.as_out());
            output.filled = decoded.expect("base64").len();
        }),
        Subject::new("strip + base64-turbo", filled, |input, output| {
            strip(input.bytes, &mut output.appended);
            output.filled = base64_turbo::STANDARD.decode_slice(&output.appended, &mut output.room).expect("base64");
        }),
    ]
}

/// A copy without white space, made without a branch for each byte.
fn strip(src: &[u8], out: &mut Vec<u8>) {
    out.clear();
    out.resize(src.len(), 0);
    let mut len = 0;
    for &byte in src {
        out[len] = byte;
        len += usize::from(byte > b' ');
    }
    out.truncate(len);
}
