//! The checker of JSON for commands, with rules beyond RFC 8259 or without.

use crate::input::line_buffer::LineBuffer;
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

    /// Checks the bytes of `buffer` after the first `checked` ones, and updates `checked`. Returns the length of the valid lines
    /// at the start of the buffer, and the error of the line after them if one was found, with its offset in that line.
    pub(super) fn valid_lines(&mut self, buffer: &LineBuffer, checked: &mut usize) -> (usize, Option<Error>) {
        let searched = *checked;
        let (valid, code) = match self.step(&buffer.bytes()[searched..], buffer.chunk()) {
            Ok(read) => (searched + read, None),
            Err(error) => (searched + error.offset as usize, Some(error.code)),
        };
        let lines = buffer.whole(searched, valid);
        let rest = valid - lines;
        *checked = rest;
        if code.is_some() {
            // The caller skips the bad line.
            self.restart();
            *checked = 0;
        }
        (lines, code.map(|code| Error::new(code, rest as u64)))
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
