//! The checker of JSON for commands, with rules beyond RFC 8259 or without.

use std::hash::{BuildHasher, RandomState};
use stringmill::json::{JsonCheck, JsonChecker, JsonStack, RestrictedChecker, Restrictions};
use stringmill::{Chunk, Error};

/// Checks a stream of JSON.
pub(super) enum CheckOfJson {
    Plain(Box<JsonChecker<'static>>),
    Restricted(Box<RestrictedChecker>),
}

impl CheckOfJson {
    pub(super) fn new(rules: JsonCheck, restrictions: Restrictions) -> Self {
        match restrictions.is_any() {
            true => {
                let seed = RandomState::new().hash_one(0);
                CheckOfJson::Restricted(Box::new(RestrictedChecker::new(rules, restrictions, seed)))
            }
            false => CheckOfJson::Plain(Box::new(JsonChecker::new(rules, JsonStack::growing()))),
        }
    }

    /// Number of bytes of `src` that are certainly valid.
    pub(super) fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        match self {
            CheckOfJson::Plain(checker) => checker.step(src, chunk),
            CheckOfJson::Restricted(checker) => checker.step(src, chunk),
        }
    }

    /// Returns to the beginning of a stream, or of a line.
    pub(super) fn restart(&mut self) {
        match self {
            CheckOfJson::Plain(checker) => checker.restart(),
            CheckOfJson::Restricted(checker) => checker.restart(),
        }
    }

    /// With any number of texts: how many have begun.
    pub(super) fn texts(&self) -> Option<u64> {
        match self {
            CheckOfJson::Plain(checker) => checker.texts(),
            CheckOfJson::Restricted(checker) => checker.texts(),
        }
    }
}
