//! Whole texts in memory.

use super::build::TextBuilder;
use super::emit;
use super::error::{CanonicalError, no_memory};
use super::input::{CanonicalLimits, CheckedInput};
use core::convert::Infallible;
use stringmill_json::JsonStack;
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// The canonical form of `src`, in memory.
///
/// # Errors
///
/// As [`Canonical::step`](super::Canonical::step) and [`Canonical::finish`](super::Canonical::finish), for at most
/// [`JsonCheck::DEPTH_MAX`](stringmill_json::JsonCheck::DEPTH_MAX) levels.
///
/// ```
/// use stringmill::convert::canonical::json_canonical;
///
/// assert_eq!(json_canonical(b"{\"b\": 2e0, \"a\": [ ]}"), Ok(b"{\"a\":[],\"b\":2}".to_vec()));
/// ```
pub fn json_canonical(src: &[u8]) -> Result<Vec<u8>, Error> {
    json_canonical_with(Tier::best(), CanonicalLimits { memory_max: usize::MAX, ..CanonicalLimits::DEFAULT }, src)
}

/// As [`json_canonical`], on a chosen tier and under `limits`, of which the memory does not count the result.
///
/// # Errors
///
/// Those of [`json_canonical`] under `limits`, and [`ErrorCode::LimitMemory`] at the first token that exceeds them.
///
/// ```
/// use stringmill::Tier;
/// use stringmill::convert::canonical::{CanonicalLimits, json_canonical_with};
///
/// let json = json_canonical_with(Tier::best(), CanonicalLimits::DEFAULT, b"[1.0, 1e1]")?;
/// assert_eq!(json, b"[1,10]");
/// # Ok::<(), stringmill::Error>(())
/// ```
pub fn json_canonical_with(tier: Tier, limits: CanonicalLimits, src: &[u8]) -> Result<Vec<u8>, Error> {
    let mut build = TextBuilder::new(tier, limits.rounds_integers);
    fill(&mut build, limits, src)?;
    if build.nodes.is_empty() {
        return Ok(build.text.into_written());
    }
    let mut out = Vec::new();
    out.try_reserve_exact(build.text.len()).map_err(|_| no_memory())?;
    write(&build, &mut |bytes| {
        out.extend_from_slice(bytes);
        Ok(())
    })?;
    Ok(out)
}

/// Writes the canonical form of `src` to `dst`, and returns its length. If that exceeds the length of `dst`, `dst` is
/// unspecified.
///
/// # Errors
///
/// As [`json_canonical_with`].
///
/// ```
/// use stringmill::convert::canonical::{CanonicalLimits, json_canonical_into};
/// use stringmill::Tier;
///
/// let mut dst = [0; 20];
/// let len = json_canonical_into(Tier::best(), CanonicalLimits::DEFAULT, b"[1.0, 1e20]", &mut dst)?;
/// assert_eq!(len, 25, "more than the destination has");
/// # Ok::<(), stringmill::Error>(())
/// ```
pub fn json_canonical_into(tier: Tier, limits: CanonicalLimits, src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    let mut build = TextBuilder::new(tier, limits.rounds_integers);
    fill(&mut build, limits, src)?;
    let mut len = 0;
    write(&build, &mut |bytes| {
        if let Some(place) = dst.get_mut(len..len + bytes.len()) {
            place.copy_from_slice(bytes);
        }
        len += bytes.len();
        Ok(())
    })?;
    Ok(len)
}

/// Reads `src` into `build`. The caller has made `build` in its final place, because moving it takes as long as a short
/// text.
fn fill(build: &mut TextBuilder, limits: CanonicalLimits, src: &[u8]) -> Result<(), Error> {
    let most = limits.buffers_max();
    let mut input = CheckedInput::new(build.tier, limits, JsonStack::growing());
    if !build.text.prepare_for(src.len().min(most)) {
        return Err(no_memory());
    }
    let part = input.begin(src, Chunk::Last);
    let mut at = 0;
    while let Some((token, start)) = input.tokens.next(part.src, &mut at, part.last, false) {
        build.token(token, start as u64)?;
        if build.memory() > most {
            return Err(Error::new(ErrorCode::LimitMemory, start as u64));
        }
    }
    input.end(part, at, usize::MAX)?;
    match build.repeated {
        Some(offset) => Err(Error::new(ErrorCode::NameRepeated, offset)),
        None => {
            build.order_nodes();
            Ok(())
        }
    }
}

fn write(build: &TextBuilder, put: &mut impl FnMut(&[u8]) -> Result<(), Error>) -> Result<(), Error> {
    let written =
        emit::range(build, 0..build.text.len(), &mut |bytes| put(bytes).map_err(CanonicalError::<Infallible>::Text));
    written.map_err(|error| match error {
        CanonicalError::Text(error) => error,
        CanonicalError::Storage(never) => match never {},
    })
}
