//! State that a reader leaves for the next reader of its thread: keys, and memory to be reused.

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
    /// The elements of open arrays.
    pub(super) elements: Vec<Py<PyAny>>,
    /// The text of a number.
    pub(super) number: Vec<u8>,
    pub(super) scratch: Scratch,
}

thread_local! {
    static KEPT: Cell<Option<Box<Memory>>> = const { Cell::new(None) };
}

impl Memory {
    /// Takes the memory of an earlier reader. A reader that runs inside another one gets new memory.
    pub(super) fn take() -> Box<Self> {
        KEPT.take().unwrap_or_default()
    }

    /// Keeps the memory for the next reader.
    pub(super) fn keep(mut self: Box<Self>) {
        // After an error, elements of open arrays are left.
        self.elements.clear();
        self.elements.shrink_to(KEPT_MAX);
        self.number.shrink_to(KEPT_MAX);
        self.scratch.shrink();
        KEPT.set(Some(self));
    }
}

/// The keys of recent texts. Equal keys become one object, which has its hash already.
///
/// Most records have the same keys in the same order. So each key has a guess for the next one, which is compared with
/// the text in place. Only after a wrong guess is the end of the key searched, and the key looked up.
#[derive(Default)]
pub(super) struct Keys {
    kept: Vec<Key>,
    /// The index of the last key.
    last: usize,
}

struct Key {
    /// The first 16 bytes of the text and its closing quote, padded with zeros.
    head: u128,
    /// The text, unless `head` contains all of it.
    text: [u8; KEY_MAX],
    len: usize,
    object: Option<Py<PyString>>,
    /// The index of the key that followed last time.
    next: usize,
}

/// How many keys are kept: a power of two.
const KEYS: usize = 1024;
/// A key of fewer bytes fits in its head together with the quote.
const HEAD: usize = size_of::<u128>();

impl Key {
    const NONE: Key = Key { head: 0, text: [0; KEY_MAX], len: 0, object: None, next: 0 };
}

impl Keys {
    /// The guessed key and its length, if `rest` begins with the key and a quote.
    #[inline]
    pub(super) fn guess<'py>(&mut self, py: Python<'py>, rest: &[u8]) -> Option<(Bound<'py, PyString>, usize)> {
        let place = self.kept.get(self.last)?.next;
        let key = &self.kept[place];
        let head = u128::from_le_bytes(*rest.first_chunk()?);
        let is_next = match key.len {
            ..HEAD => head & (u128::MAX >> (8 * (HEAD - 1 - key.len))) == key.head,
            len => head == key.head && rest.get(len) == Some(&b'"') && rest[..len] == key.text[..len],
        };
        let object = key.object.as_ref().filter(|_| is_next)?.bind(py).clone();
        self.last = place;
        Some((object, key.len))
    }

    /// The key with this UTF-8, of up to [`KEY_MAX`] bytes without escapes, or the one that `make` returns.
    #[inline]
    pub(super) fn get<'py>(
        &mut self,
        py: Python<'py>,
        text: &[u8],
        make: impl FnOnce() -> PyResult<Bound<'py, PyString>>,
    ) -> PyResult<Bound<'py, PyString>> {
        if self.kept.is_empty() {
            self.kept.resize_with(KEYS, || Key::NONE);
        }
        let head = head(text);
        let place = hash(head, text) % KEYS;
        self.kept[self.last].next = place;
        self.last = place;
        let key = &mut self.kept[place];
        if let Some(object) = &key.object
            && key.head == head
            && (text.len() < HEAD || key.text[..key.len] == *text)
        {
            return Ok(object.bind(py).clone());
        }
        let object = make()?;
        (key.head, key.len, key.object) = (head, text.len(), Some(object.clone().unbind()));
        if text.len() >= HEAD {
            key.text[..text.len()].copy_from_slice(text);
        }
        Ok(object)
    }
}

/// The first 16 bytes of a text and a quote after it.
#[inline]
fn head(text: &[u8]) -> u128 {
    if let Some(head) = text.first_chunk() {
        return u128::from_le_bytes(*head);
    }
    let len = text.len();
    let word = match (text.first_chunk(), text.last_chunk()) {
        // Clears the bytes that are in both words.
        (Some(first), Some(last)) => {
            u128::from(u64::from_le_bytes(*first))
                | (u128::from(u64::from_le_bytes(*last)) << 64 >> (8 * (HEAD - len))) & !u128::from(u64::MAX)
        }
        _ => u128::from(short_word(text) & ((1 << (8 * len)) - 1)),
    };
    word | u128::from(b'"') << (8 * len)
}

/// A hash of the head, the end and the length.
#[inline]
fn hash(head: u128, text: &[u8]) -> usize {
    let end = text.last_chunk().map_or(0, |last| u64::from_le_bytes(*last));
    let ends = head as u64 ^ end.rotate_left(29) ^ text.len() as u64;
    // The upper bits depend on all input bits.
    (ends.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as usize
}
