//! The input of one step: checked, and as tokens.

use crate::tokens::Tokens;
use stringmill_json::{JsonCheck, JsonChecker, JsonStack};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Limits of [`Canonical`](super::Canonical) and [`CanonicalVerifier`](super::CanonicalVerifier).
///
/// ```
/// use stringmill::convert::canonical::CanonicalLimits;
///
/// let small = CanonicalLimits { memory_max: 1 << 20, ..CanonicalLimits::DEFAULT };
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalLimits {
    /// The maximum depth of nested arrays and objects. A short stack may lower it.
    pub depth_max: u64,
    /// Bytes of memory to use at most, apart from buffers of fixed size. A name, a number, and all names of the open
    /// objects must fit in an eighth of it.
    pub memory_max: usize,
    /// Whether integers that a double cannot hold, such as 9007199254740993, are rounded instead of refused.
    pub rounds_integers: bool,
}

impl CanonicalLimits {
    /// 1,024 levels, 256 MiB, and no rounded integers.
    pub const DEFAULT: CanonicalLimits =
        CanonicalLimits { depth_max: JsonCheck::DEPTH_MAX, memory_max: 256 << 20, rounds_integers: false };

    /// The most bytes in use that buffers may have. A buffer grows by doubling, and during the copy both sizes exist.
    pub(super) const fn buffers_max(&self) -> usize {
        self.memory_max / 4
    }

    pub(super) const fn check(&self) -> JsonCheck {
        JsonCheck { depth_max: self.depth_max, ..JsonCheck::STRICT }
    }
}

/// The input: checks bytes and then finds tokens in them.
#[derive(Debug)]
pub(super) struct CheckedInput<'s> {
    checker: JsonChecker<'s>,
    pub(super) tokens: Tokens,
    /// Unread bytes that are checked already.
    checked: usize,
    /// Offset of the first unread byte in the stream.
    pub(super) offset: u64,
}

/// The checked bytes of one step, and what follows them.
pub(super) struct Part<'i> {
    pub(super) src: &'i [u8],
    /// Whether the text ends with these bytes.
    pub(super) last: bool,
    failed: Option<Error>,
}

impl<'s> CheckedInput<'s> {
    pub(super) fn new(tier: Tier, limits: CanonicalLimits, stack: impl Into<JsonStack<'s>>) -> Self {
        let checker = JsonChecker::with_tier(tier, limits.check(), stack);
        CheckedInput { checker, tokens: Tokens::new(tier), checked: 0, offset: 0 }
    }

    /// Checks `src`. The bytes before an error are valid, and their tokens may have an earlier error.
    pub(super) fn begin<'i>(&mut self, src: &'i [u8], chunk: Chunk) -> Part<'i> {
        match self.checker.step(&src[self.checked..], chunk) {
            Ok(read) => Part { src: &src[..self.checked + read], last: chunk == Chunk::Last, failed: None },
            Err(error) => {
                let error = error.after(self.checked as u64);
                Part { src: &src[..error.offset as usize], last: false, failed: Some(error.after(self.offset)) }
            }
        }
    }

    /// Ends the step: its tokens up to `at` are read.
    pub(super) fn end(&mut self, part: Part<'_>, at: usize, most: usize) -> Result<usize, Error> {
        if let Some(error) = part.failed {
            return Err(error);
        }
        let offset = self.offset + at as u64;
        if self.tokens.is_refused() {
            return Err(Error::new(ErrorCode::MemoryRefused, offset));
        }
        self.checked = part.src.len() - at;
        if self.checked > most {
            return Err(Error::new(ErrorCode::LimitMemory, offset));
        }
        self.offset = offset;
        Ok(at)
    }
}
