//! Sixteen bytes at a time: every byte at every place, beside bytes of every kind.

use stringmill_kernels::{ByteClass, Bytes16};

#[test]
fn every_byte_at_every_place() {
    let beside: &[u8] = if cfg!(miri) { b"a" } else { b"a9 \"\\$\x00\x1f\x7f\x80\xbf\xc3\xff_" };
    // Miri takes a second for some twenty of them.
    let (bytes_apart, places_apart) = if cfg!(miri) { (29, 5) } else { (1, 1) };
    for byte in (0..=255).step_by(bytes_apart) {
        for place in (0..16).step_by(places_apart) {
            for &other in beside {
                let mut bytes = [other; 16];
                bytes[place] = byte;
                let expected = |chosen: fn(u8) -> bool| {
                    (0..16).fold(0, |bits, place| bits | u32::from(chosen(bytes[place])) << place)
                };
                let sixteen = Bytes16::of(&bytes);
                assert_eq!(sixteen.not_digit(), expected(|byte| !byte.is_ascii_digit()), "{bytes:?}");
                assert_eq!(sixteen.not_identifier(), expected(|byte| !ByteClass::IDENTIFIER.has(byte)), "{bytes:?}");
                let ends = |byte| matches!(byte, 0..=b' ' | b',' | b'"' | b'[' | b']' | b'{' | b'}');
                assert_eq!(sixteen.ends_scalar(), expected(ends), "{bytes:?}");
                assert_eq!(sixteen.not_blank(), expected(|byte| byte != b' '), "{bytes:?}");
                assert_eq!(sixteen.not_plain(b'"'), expected(|byte| byte == b'"' || is_special(byte)), "{bytes:?}");
                assert_eq!(sixteen.not_plain(b'\''), expected(|byte| byte == b'\'' || is_special(byte)), "{bytes:?}");
                let masks = [
                    expected(|byte| matches!(byte, b'\'' | 0x7F) || is_special(byte)),
                    expected(|byte| matches!(byte, 0xC3..=0xDF)),
                    expected(|byte| matches!(byte, 0x80..=0xBF)),
                ];
                assert_eq!(sixteen.not_plain_or_two(b'\''), masks, "{bytes:?}");
            }
        }
    }
}

fn is_special(byte: u8) -> bool {
    matches!(byte, 0..b' ' | b'\\' | 0x80..)
}
