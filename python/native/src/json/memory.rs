//! What a reader leaves for the next one of its thread: keys, and memory that need not be allocated again.

use super::forms::{KEY_MAX, Scratch};
use super::objects::KEPT_MAX;
use super::text::short_word;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::cell::Cell;

/// The memory of a reader.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) keys: Keys,
    /// The elements of arrays that have begun.
    pub(super) elements: Vec<Py<PyAny>>,
    /// The text of a number.
    pub(super) number: Vec<u8>,
    pub(super) scratch: Scratch,
}

thread_local! {
    static KEPT: Cell<Option<Box<Memory>>> = const { Cell::new(None) };
}

impl Memory {
    /// That of an earlier reader. A reader that runs inside another one gets new memory.
    pub(super) fn take() -> Box<Self> {
        KEPT.take().unwrap_or_default()
    }

    /// Leaves it for the next reader.
    pub(super) fn keep(mut self: Box<Self>) {
        // Those of arrays that did not end.
        self.elements.clear();
        self.elements.shrink_to(KEPT_MAX);
        self.number.shrink_to(KEPT_MAX);
        self.scratch.shrink();
        KEPT.set(Some(self));
    }
}

/// The keys of recent texts, so that equal ones are one object, which knows its hash.
#[derive(Default)]
pub(super) struct Keys(Vec<Option<Key>>);

struct Key {
    ends: [u64; 2],
    text: [u8; KEY_MAX],
    len: usize,
    object: Py<PyString>,
}

/// How many keys are kept: a power of two.
const KEYS: usize = 256;

impl Keys {
    /// The key with this UTF-8, of up to [`KEY_MAX`] bytes, or the one that `make` returns.
    #[inline]
    pub(super) fn get<'py>(
        &mut self,
        py: Python<'py>,
        text: &[u8],
        make: impl FnOnce() -> PyResult<Bound<'py, PyString>>,
    ) -> PyResult<Bound<'py, PyString>> {
        if self.0.is_empty() {
            self.0.resize_with(KEYS, || None);
        }
        let ends = ends(text);
        let slot = &mut self.0[hash(ends, text.len()) % KEYS];
        // Both ends are all of a short key.
        if let Some(key) = slot
            && key.len == text.len()
            && key.ends == ends
            && (text.len() <= 16 || key.text[..key.len] == *text)
        {
            return Ok(key.object.bind(py).clone());
        }
        let object = make()?;
        let mut key = Key { ends, text: [0; KEY_MAX], len: text.len(), object: object.clone().unbind() };
        key.text[..text.len()].copy_from_slice(text);
        *slot = Some(key);
        Ok(object)
    }
}

/// The first and the last eight bytes.
#[inline]
fn ends(text: &[u8]) -> [u64; 2] {
    match (text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last)) => [u64::from_le_bytes(*first), u64::from_le_bytes(*last)],
        _ => [short_word(text), 0],
    }
}

/// A hash of the length and of both ends.
#[inline]
fn hash(ends: [u64; 2], len: usize) -> usize {
    let mixed = (ends[0] ^ ends[1].rotate_left(29) ^ len as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    // The upper bits depend on all others.
    (mixed >> 48) as usize
}
