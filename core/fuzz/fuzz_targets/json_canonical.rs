//! Any bytes, cut anywhere, with memory for all or for little: the canonical form or the error of the reference. The verifier
//! accepts that form, and nothing else.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::convert::Infallible;
use stringmill::convert::canonical::{
    Canonical, CanonicalError, CanonicalLimits, CanonicalVerifier, json_canonical_into,
};
use stringmill::{Chunk, Error, ErrorCode, Tier};
use stringmill_reference::json_canonical;

const STACK: usize = 1;

fuzz_target!(|input: (u8, u8, u16, &[u8])| {
    let (cut, depth, memory, src) = input;
    let depth_max = u64::from(depth % 100);
    let limits = CanonicalLimits { depth_max, memory_max: usize::MAX, ..CanonicalLimits::DEFAULT };
    let expected = json_canonical(depth_max, src);
    let parts = src.split_at(src.len().min(cut.into()));
    for tier in Tier::available() {
        let mut dst = vec![0; 6 * src.len()];
        let found = json_canonical_into(tier, limits, src, &mut dst).map(|len| dst[..len].to_vec());
        assert_eq!(found, expected, "{tier}");
        assert_eq!(in_parts(tier, limits, parts), expected, "{tier}");
        let little = CanonicalLimits { memory_max: memory.into(), ..limits };
        match in_parts(tier, little, parts) {
            Err(Error { code: ErrorCode::LimitMemory, .. }) => {}
            found => assert_eq!(found, expected, "{tier}: {memory}"),
        }
        let verdict = CanonicalVerifier::with_tier(tier, limits, &mut [0; STACK]).step(src, Chunk::Last);
        assert_eq!(verdict.is_ok(), expected.as_deref() == Ok(src), "{tier}");
    }
});

/// The canonical form of a text in two parts.
fn in_parts(tier: Tier, limits: CanonicalLimits, parts: (&[u8], &[u8])) -> Result<Vec<u8>, Error> {
    let text = |error: CanonicalError<Infallible>| match error {
        CanonicalError::Text(error) => error,
        CanonicalError::Storage(never) => match never {},
    };
    let mut stack = [0; STACK];
    let mut canonical = Canonical::with_tier(tier, limits, &mut stack, Vec::new());
    let read = canonical.step(parts.0, Chunk::More).map_err(text)?;
    canonical.step(&[&parts.0[read..], parts.1].concat(), Chunk::Last).map_err(text)?;
    canonical.finish().map_err(text)?;
    let mut out = Vec::new();
    let written = canonical.write(|bytes| {
        out.extend_from_slice(bytes);
        Ok(())
    });
    written.map_err(text).map(|()| out)
}
