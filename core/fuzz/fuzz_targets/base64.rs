//! Any bytes, any rules, cut anywhere: every tier decodes like the reference, and encoded bytes are restored.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::{
    Base64Alphabet, Base64Decode, Base64Encode, Base64Padding, Tier, TrailingBits, WhiteSpace, base64_encode_with,
};
use stringmill_fuzz::base64_decode;
use stringmill_reference as reference;

fuzz_target!(|input: ([u8; 5], &[u8])| {
    let ([alphabet, padding, trailing_bits, white_space, cut], src) = input;
    let rules = Base64Decode {
        alphabet: Base64Alphabet::ALL[alphabet as usize % Base64Alphabet::ALL.len()],
        padding: Base64Padding::ALL[padding as usize % Base64Padding::ALL.len()],
        trailing_bits: TrailingBits::ALL[trailing_bits as usize % TrailingBits::ALL.len()],
        white_space: WhiteSpace::ALL[white_space as usize % WhiteSpace::ALL.len()],
    };
    let expected = reference::base64_decode(rules.alphabet, rules.padding, rules.trailing_bits, rules.white_space, src);
    let padded = rules.padding != Base64Padding::Forbidden;
    let encode = Base64Encode { alphabet: rules.alphabet, padded };
    let text = reference::base64_encode(rules.alphabet, padded, src);
    for tier in Tier::available() {
        let parts = src.split_at(src.len().min(cut as usize)).into();
        assert_eq!(base64_decode(tier, rules, parts), expected, "{tier}");
        let mut dst = vec![0; text.len()];
        base64_encode_with(tier, encode, src, &mut dst, stringmill::Chunk::Last);
        assert_eq!(dst, text, "{tier}");
        let parts = text.split_at(text.len().min(cut as usize)).into();
        assert_eq!(base64_decode(tier, rules, parts).as_deref(), Ok(src), "{tier}");
    }
});
