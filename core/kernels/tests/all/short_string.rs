//! The end of a short string on every tier: every byte at every place, after bytes of every kind and before them.

use crate::oracle::tiers;
use stringmill_kernels::{ByteClass, STRING_WINDOW, ShortStringReader, Tier, short_string_with};

/// A reader that returns the length it is given.
struct Reader<'a>(&'a [u8]);

impl ShortStringReader for Reader<'_> {
    type Output = Option<usize>;

    fn text(&self) -> Option<&[u8; STRING_WINDOW]> {
        self.0.first_chunk()
    }

    fn then(self, len: Option<usize>) -> Option<usize> {
        len
    }
}

fn short_string(tier: Tier, text: &[u8]) -> Option<usize> {
    short_string_with(tier, Reader(text))
}

/// The result by a loop over the bytes.
fn expected(text: &[u8]) -> Option<usize> {
    let end = text.iter().position(|&byte| !ByteClass::STRING_ASCII.has(byte))?;
    (text[end] == b'"').then_some(end)
}

#[test]
fn every_byte_at_every_place() {
    let others: &[u8] = if cfg!(miri) { b"a" } else { b"a !#[]^~\x7f" };
    // Miri takes a second for some twenty of them.
    let (bytes_apart, places_apart) = if cfg!(miri) { (29, 31) } else { (1, 1) };
    for place in (0..STRING_WINDOW).step_by(places_apart) {
        for byte in (0..=255).step_by(bytes_apart).chain([b'"']) {
            for &other in others {
                let mut text = [other; STRING_WINDOW];
                text[place] = byte;
                let expected = if byte == b'"' { Some(place) } else { None };
                for tier in tiers() {
                    assert_eq!(short_string(tier, &text), expected, "{tier} {byte:02x} at {place} among {other:02x}");
                }
            }
        }
    }
}

/// The first byte that matters decides: a quote, or one that makes the string another kind than short and clean.
#[test]
fn two_bytes_at_every_two_places() {
    // One of each kind under Miri, which takes a second for some twenty windows.
    let bytes: &[u8] = if cfg!(miri) { b"\"\\b" } else { b"\"\\\0\x1f\x80\xffb" };
    let places_apart = if cfg!(miri) { 37 } else { 1 };
    for first in (0..STRING_WINDOW).step_by(places_apart) {
        for second in (0..STRING_WINDOW).step_by(places_apart) {
            for (a, b) in bytes.iter().flat_map(|a| bytes.iter().map(move |b| (*a, *b))) {
                let mut text = [b'a'; STRING_WINDOW];
                (text[first], text[second]) = (a, b);
                for tier in tiers() {
                    assert_eq!(
                        short_string(tier, &text),
                        expected(&text),
                        "{tier} {a:02x} at {first}, {b:02x} at {second}"
                    );
                }
            }
        }
    }
}

#[test]
fn less_text_and_more() {
    let text = [b'"'; STRING_WINDOW + 1];
    for tier in tiers() {
        assert_eq!(short_string(tier, &[]), None, "{tier}");
        assert_eq!(short_string(tier, &text[..STRING_WINDOW - 1]), None, "{tier}");
        assert_eq!(short_string(tier, &text[..STRING_WINDOW]), Some(0), "{tier}");
        assert_eq!(short_string(tier, &text), Some(0), "{tier}");
    }
}
