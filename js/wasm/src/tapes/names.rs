//! Symbols on a tape: JavaScript keeps their texts as strings, so that most are one number.

use super::tape::Tape;
use std::collections::HashMap;
use stringmill::ion::Symbol;

/// What the two lowest bits of a symbol say of the others.
const KNOWN: u32 = 0; // The number of a text from before.
const NEW: u32 = 1; // The length of a text, which gets the next number.
const OTHER: u32 = 2; // The length of a text that gets no number.
const UNKNOWN: u32 = 3; // Nothing. A 64-bit float is next: the ID of a symbol without text.

/// The words of a symbol at most.
pub(super) const WORDS: usize = 3;

/// Texts that get numbers, and their bytes.
const TEXTS_MAX: usize = 4096;
const BYTES_MAX: usize = 1 << 20;

/// Texts with numbers.
#[derive(Default)]
pub(super) struct Names {
    numbers: HashMap<Box<[u8]>, u32>,
    texts: Vec<(Box<[u8]>, u32)>,
    len: usize,
    /// The last one, whose `texts` entry guesses the next one: records have their fields in the same order.
    last: u32,
}

impl Names {
    /// Writes a symbol.
    #[inline]
    pub(super) fn put(&mut self, symbol: Symbol<'_>, tape: &mut Tape) -> Option<()> {
        let Some(text) = symbol.text else {
            tape.word(UNKNOWN);
            tape.pair((symbol.id.unwrap_or(0) as f64).to_bits());
            return Some(());
        };
        if let Some(&(_, next)) = self.texts.get(self.last as usize)
            && *self.texts[next as usize].0 == *text
        {
            self.last = next;
            tape.word(next << 2 | KNOWN);
            return Some(());
        }
        self.find(text, tape)
    }

    #[inline(never)]
    fn find(&mut self, text: &[u8], tape: &mut Tape) -> Option<()> {
        let number = match self.numbers.get(text) {
            Some(&number) => {
                tape.word(number << 2 | KNOWN);
                number
            }
            None if self.texts.len() == TEXTS_MAX || self.len + text.len() > BYTES_MAX => {
                let len = tape.text(text)?;
                tape.word(len << 2 | OTHER);
                return Some(());
            }
            None => {
                let len = tape.text(text)?;
                tape.word(len << 2 | NEW);
                self.add(text)?
            }
        };
        if let Some((_, next)) = self.texts.get_mut(self.last as usize) {
            *next = number;
        }
        self.last = number;
        Some(())
    }

    fn add(&mut self, text: &[u8]) -> Option<u32> {
        let number = self.texts.len() as u32;
        self.texts.try_reserve(1).ok()?;
        self.numbers.try_reserve(1).ok()?;
        self.texts.push((boxed(text)?, number));
        self.numbers.insert(boxed(text)?, number);
        self.len += text.len();
        Some(number)
    }
}

fn boxed(text: &[u8]) -> Option<Box<[u8]>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(text.len()).ok()?;
    copy.extend_from_slice(text);
    Some(copy.into_boxed_slice())
}
