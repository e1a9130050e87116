//! Promise 6, bounds are right: at the limits of `usize`, and of 32 bits if they are less, a bound equals a calculation
//! in 128 bits, or is `None`. The other tests check that no output exceeds its bound, because they give just that room.

// No pointer is in it, and Miri is slow.
#![cfg(not(miri))]

use stringmill_kernels::{JsonEscape, JsonUnescape, Utf16ToUtf8, latin1_to_utf8_bound};
use stringmill_profile::{AsciiEscape, IllFormed, IllFormedUtf16, LoneSurrogates, Profile};

/// Lengths whose multiples just fit, just do not, or wrap around to something small.
fn edges() -> Vec<usize> {
    let limits = [u32::MAX as usize, i32::MAX as usize, usize::MAX, isize::MAX as usize, 1 << (usize::BITS / 2), 2];
    let near = |edge: usize| [edge.saturating_sub(1), edge, edge.saturating_add(1)];
    limits.into_iter().flat_map(|limit| (1..=32).flat_map(move |times| near(limit / times))).collect()
}

/// Checks a bound that is `most` times the length.
fn check(what: &str, most: usize, bound: impl Fn(usize) -> Option<usize>) {
    for len in edges() {
        let expected = usize::try_from(len as u128 * most as u128).ok();
        assert_eq!(bound(len), expected, "{what}: {most} times {len}");
    }
}

/// The longest output for one byte: the longest escape, or three bytes for two if a character of two bytes is escaped.
fn most_of_escape(profile: &Profile<'_>, policy: IllFormed) -> usize {
    let len = |byte: u8| profile.ascii()[byte as usize].bytes().map_or(1, <[u8]>::len);
    let longest = (0..0x80).map(len).max().expect("128 lengths");
    let ill_formed = match policy {
        IllFormed::Reject | IllFormed::Copy | IllFormed::IgnorePhp => 3,
        IllFormed::Replace | IllFormed::ReplaceJava | IllFormed::ReplacePhp | IllFormed::Reversible => 6,
        IllFormed::Visible => {
            len(b'\\') + len(b'x') + 2 * b"0123456789ABCDEF".iter().map(|&digit| len(digit)).max().expect("digits")
        }
    };
    longest.max(ill_formed)
}

#[test]
fn bounds_of_escape_at_the_edges() {
    let seven = AsciiEscape::text(b"seven77").expect("seven bytes");
    let worst = (0..0x80).fold(Profile::empty("worst"), |profile, byte| profile.with_ascii(byte, seven));
    let rows = Profile::ROWS.iter().map(|row| row.profile);
    for profile in rows.chain([worst, Profile::empty("empty")]) {
        for &policy in IllFormed::ALL {
            let Ok(rules) = JsonEscape::new(&profile, policy) else { continue };
            check(profile.name(), most_of_escape(&profile, policy), |len| rules.bound(len));
        }
    }
}

#[test]
fn bounds_of_unescape_and_of_transcoding_at_the_edges() {
    let unescape = JsonUnescape { surrogates: LoneSurrogates::Replace };
    check("unescape", 1, |len| Some(unescape.bound(len)));
    let transcode = Utf16ToUtf8::new(IllFormedUtf16::Replace).expect("a policy of plain text");
    check("UTF-16", 3, |len| transcode.bound(len));
    check("Latin-1", 2, latin1_to_utf8_bound);
}
