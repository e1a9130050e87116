//! Checks JSON by rules beyond RFC 8259: no repeated names, I-JSON (RFC 7493), no U+0000, what PostgreSQL's `jsonb` takes.
//!
//! ```text
//! for each piece of the stream, up to 64 KiB
//!     take events of the pull reader: objects and names to the set of names, numbers to the rules of numbers
//!     stop at the first event that is refused, or at an error of the reader
//!     search the text before that place for characters that are refused
//! ```
//!
//! Refused characters need no tokens: outside of strings they are errors of JSON. A name or number is refused at its first byte,
//! so the caller keeps it until its end; long strings pass in parts.

mod characters;
mod names;
mod numbers;
mod rules;

pub use self::rules::Restrictions;

use self::names::Names;
use crate::check::JsonCheck;
use crate::reader::{Event, Paused};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Checks a stream by [`JsonCheck`] and by [`Restrictions`].
///
/// The verdict is the first fault of either kind, by offset, however the stream is cut. Memory: the unescaped names of the open
/// objects, each with about 48 bytes, and one bit for each open container. No work is quadratic in the number of names.
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
pub struct RestrictedChecker {
    tier: Tier,
    rules: JsonCheck,
    restrictions: Restrictions,
    names: Names,
    /// `None` while a piece is read.
    paused: Option<Paused>,
    /// Bytes of the stream that are read.
    before: u64,
    /// Bytes after these that the reader has seen.
    seen: usize,
}

/// Bytes that are read before their characters are looked at, so that they are still in the cache.
const PIECE: usize = 64 * 1024;

impl RestrictedChecker {
    /// A checker at the beginning of a stream. `seed` should be random: with a seed that is known, a text can be made whose names
    /// take long to compare.
    pub fn new(rules: JsonCheck, restrictions: Restrictions, seed: u64) -> Self {
        Self::with_tier(Tier::best(), rules, restrictions, seed)
    }

    /// As [`RestrictedChecker::new`], on a chosen tier.
    pub fn with_tier(tier: Tier, rules: JsonCheck, restrictions: Restrictions, seed: u64) -> Self {
        let lone_surrogates = rules.lone_surrogates && !restrictions.i_json && !restrictions.jsonb;
        let rules = JsonCheck { lone_surrogates, ..rules };
        RestrictedChecker {
            tier,
            rules,
            restrictions,
            names: Names::new(seed),
            paused: Some(Paused::with_tier(tier, rules)),
            before: 0,
            seen: 0,
        }
    }

    /// With [`JsonCheck::values`]: how many texts have begun, the one with an error included.
    pub fn texts(&self) -> Option<u64> {
        self.paused.as_ref().and_then(Paused::texts)
    }

    /// Resets the checker: the next byte begins a stream, or a line.
    pub fn restart(&mut self) {
        self.paused = self.paused.take().map(Paused::restart);
        self.names.clear();
        (self.before, self.seen) = (0, 0);
    }

    /// Checks `src`, the next bytes of the stream, and returns how many of them are consumed. The caller passes the others again
    /// before the next bytes: those of a name, number, character or escape that is not ended.
    ///
    /// # Errors
    ///
    /// The first fault, with its offset in `src`: an error of [`JsonChecker::step`](crate::JsonChecker::step), or one of
    /// [`Restrictions`]; [`ErrorCode::MemoryRefused`]. The checker must then be restarted; with [`JsonCheck::lines`], at the
    /// beginning of another line.
    ///
    /// # Panics
    ///
    /// If `src` is shorter than the bytes that were not consumed.
    pub fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        let (mut read, mut seen) = (0, self.seen);
        loop {
            seen = src.len().min(seen.saturating_add(PIECE));
            let chunk = if seen == src.len() { chunk } else { Chunk::More };
            read += self.piece(&src[read..seen], chunk).map_err(|error| error.after(read as u64))?;
            if seen == src.len() {
                self.seen = seen - read;
                return Ok(read);
            }
        }
    }

    /// Checks a piece of the stream.
    fn piece(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        let paused = self.paused.take().unwrap_or_else(|| Paused::with_tier(self.tier, self.rules));
        let mut reader = paused.resume(src, chunk);
        let fault = loop {
            match reader.next() {
                Ok(Event::End) => break None,
                Ok(Event::More) if reader.skip_open_string() => {}
                Ok(Event::More) => break None,
                Ok(event) => {
                    if let Err(code) = self.token(&event) {
                        break Some(Error::new(code, reader.piece_offset() as u64));
                    }
                }
                Err(error) => break Some(Error::new(error.code, error.offset - self.before)),
            }
        };
        let (paused, read) = reader.pause();
        self.paused = Some(paused);
        self.before += read as u64;
        let until = fault.map_or(read, |fault| fault.offset as usize);
        characters::check(self.restrictions, src.get(..until).unwrap_or(src))?;
        fault.map_or(Ok(read), Err)
    }

    /// Judges a bracket, name or number.
    #[inline]
    fn token(&mut self, event: &Event<'_>) -> Result<(), ErrorCode> {
        if !self.restrictions.judges_tokens() {
            return Ok(());
        }
        match event {
            Event::Number(number) => numbers::check(self.restrictions, number),
            _ if !self.restrictions.refuses_repeated() => Ok(()),
            Event::BeginObject => self.names.open(),
            Event::EndObject => {
                self.names.close();
                Ok(())
            }
            Event::Name(name) => self.names.add(name),
            _ => Ok(()),
        }
    }
}

/// Checks that `src` is one JSON text, by [`JsonCheck::STRICT`] and `restrictions`; `seed` as in [`RestrictedChecker::new`].
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
