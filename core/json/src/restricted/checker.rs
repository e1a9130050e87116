//! Checks JSON by rules beyond RFC 8259, without events.

use super::rules::Restrictions;
use crate::check::JsonCheck;
use crate::reader::PausedReader;
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error};

/// Checks a stream by [`JsonCheck`] and by [`Restrictions`].
///
/// The verdict is the first fault under both sets of rules, by offset, however the stream is cut. Memory: the unescaped
/// names of the open objects, each with about 48 bytes, and one bit for each open container. No work is quadratic in
/// the number of names.
///
/// ```
/// use stringmill::json::{JsonCheck, RestrictedChecker, Restrictions};
/// use stringmill::{Chunk, ErrorCode, Tier};
///
/// let mut checker = RestrictedChecker::new(JsonCheck::STRICT, Restrictions::UNIQUE_NAMES, 7);
/// assert_eq!(checker.step(br#"{"one": 1, "on"#, Chunk::More), Ok(11));
/// let error = checker.step(br#""one": 2}"#, Chunk::Last).unwrap_err();
/// assert_eq!((error.code, error.offset), (ErrorCode::NameRepeated, 0));
/// checker.restart();
/// assert_eq!(checker.step(b"[1]", Chunk::Last), Ok(3));
///
/// let rules = JsonCheck { values: true, ..JsonCheck::STRICT };
/// let mut checker = RestrictedChecker::with_tier(Tier::best(), rules, Restrictions::I_JSON, 7);
/// checker.step(b"[1] [2]", Chunk::Last)?;
/// assert_eq!(checker.texts(), Some(2));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Debug)]
pub struct RestrictedChecker(PausedReader);

impl RestrictedChecker {
    /// A checker at the beginning of a stream. `seed` should be random: with a seed that is known, a text can be made
    /// whose names take long to compare.
    pub fn new(rules: JsonCheck, restrictions: Restrictions, seed: u64) -> Self {
        Self::with_tier(Tier::best(), rules, restrictions, seed)
    }

    /// As [`RestrictedChecker::new`], on a chosen tier.
    pub fn with_tier(tier: Tier, rules: JsonCheck, restrictions: Restrictions, seed: u64) -> Self {
        RestrictedChecker(PausedReader::with_tier(tier, rules).restricted(restrictions, seed))
    }

    /// With [`JsonCheck::values`]: how many texts have begun, the one with an error included.
    pub fn texts(&self) -> Option<u64> {
        self.0.texts()
    }

    /// Resets the checker: the next byte begins a stream, or a line.
    pub fn restart(&mut self) {
        self.0.reset();
    }

    /// Checks `src`, the next bytes of the stream, and returns how many of them are consumed. The caller passes the
    /// other bytes again before the next ones: a name, number, character or escape whose end is not in `src`.
    ///
    /// # Errors
    ///
    /// The first fault, with its offset in `src`: an error of [`JsonChecker::step`](crate::JsonChecker::step), or one
    /// of [`Restrictions`]; [`ErrorCode::MemoryRefused`](stringmill_outcome::ErrorCode::MemoryRefused). The checker
    /// must then be restarted; with [`JsonCheck::lines`], at the beginning of another line.
    ///
    /// # Panics
    ///
    /// If `src` is shorter than the bytes that were not consumed.
    pub fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        self.0.pass(src, chunk)
    }
}

/// Checks that `src` is one JSON text, by [`JsonCheck::STRICT`] and `restrictions`; `seed` as in
/// [`RestrictedChecker::new`].
///
/// # Errors
///
/// As [`RestrictedChecker::step`].
///
/// ```
/// use stringmill::json::{Restrictions, json_restricted};
///
/// assert_eq!(json_restricted(Restrictions::I_JSON, 0, br#"{"a": 1, "b": [1e308]}"#), Ok(()));
/// ```
pub fn json_restricted(restrictions: Restrictions, seed: u64, src: &[u8]) -> Result<(), Error> {
    RestrictedChecker::new(JsonCheck::STRICT, restrictions, seed).step(src, Chunk::Last).map(|_| ())
}
