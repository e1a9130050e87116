//! Any bytes into UTF-16, as text and as an escaped string, under any policy and cut anywhere: every tier equals the
//! reference.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::{
    Chunk, Error, IllFormed, JsonUnescape, LoneSurrogates, Progress, Repairs, Tier, Utf8ToUtf16,
    json_unescape_utf16_with, utf8_to_utf16_with,
};

/// Calls `step` with two parts of `src`; the second call gets the unread rest too. Returns text, bytes read and repairs.
fn fed(
    src: &[u8],
    cut: u8,
    step: impl Fn(&[u8], &mut [u16], Chunk, &mut Repairs) -> Result<Progress, Error>,
) -> Result<(Vec<u16>, usize, Repairs), Error> {
    let (mut text, mut repairs) = (vec![0; src.len()], Repairs::default());
    let first = step(&src[..src.len().min(cut.into())], &mut text, Chunk::More, &mut repairs)?;
    repairs.base = first.read as u64;
    let rest = step(&src[first.read..], &mut text[first.written..], Chunk::Last, &mut repairs)
        .map_err(|error| error.after(first.read as u64))?;
    text.truncate(first.written + rest.written);
    Ok((text, first.read + rest.read, Repairs { base: 0, ..repairs }))
}

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (cut, policy, src) = input;
    let surrogates = LoneSurrogates::ALL[policy as usize % LoneSurrogates::ALL.len()];
    let unescaped = stringmill_reference::json_unescape_utf16(surrogates, src);
    let unescaped = unescaped.map(|found| (found.text, found.read, found.repairs));
    let policy = IllFormed::ALL[policy as usize % IllFormed::ALL.len()];
    let text = stringmill_reference::utf8_to_utf16(policy, src).map(|(text, repairs)| (text, src.len(), repairs));
    for tier in Tier::available() {
        let found = fed(src, cut, |src, dst, chunk, repairs| {
            json_unescape_utf16_with(tier, JsonUnescape { surrogates }, src, dst, chunk, repairs)
        });
        assert_eq!(found, unescaped, "{tier}");
        let found = Utf8ToUtf16::new(policy).and_then(|rules| {
            fed(src, cut, |src, dst, chunk, repairs| utf8_to_utf16_with(tier, rules, src, dst, chunk, repairs))
        });
        assert_eq!(found, text, "{tier}");
    }
});
