//! The text of a document that is being written.

use crate::growing::{Growing, Refused};
use std::ptr;
use stringmill::{
    AsciiEscape, Chunk, Error, ErrorCode, FloatShape, FloatWrite, IllFormed, IllFormedUtf16, JsonEscape,
    JsonEscapeLatin1, JsonEscapeUtf16, NUMBER_ROOM, Profile, Progress, Repairs, float64_write, int64_write,
    json_escape, json_escape_latin1, json_escape_utf16,
};

const FLOATS: FloatWrite = FloatWrite::new(&FloatShape::PYTHON);
/// The escapes of `json` with `ensure_ascii=False`. Lone surrogates arrive as three bytes, and are copied.
static PLAIN: JsonEscape<'static> = rules(&Profile::JSON, IllFormed::Copy);
/// The escapes of `json` with `ensure_ascii=True`, which include DEL.
static ASCII: JsonEscape<'static> = rules(&ASCII_PROFILE, IllFormed::Reject);
static PLAIN_LATIN1: JsonEscapeLatin1<'static> = JsonEscapeLatin1::new(&Profile::JSON);
static ASCII_LATIN1: JsonEscapeLatin1<'static> = JsonEscapeLatin1::new(&ASCII_PROFILE);
static PLAIN_UTF16: JsonEscapeUtf16<'static> = utf16_rules(&Profile::JSON, IllFormedUtf16::Reject);
/// Escapes lone surrogates too.
static ASCII_UTF16: JsonEscapeUtf16<'static> = utf16_rules(&ASCII_PROFILE, IllFormedUtf16::Escape);
pub(super) const ASCII_PROFILE: Profile<'static> =
    Profile::JSON.with_ascii(0x7F, DEL).with_non_ascii(&[(0x80, 0x10_FFFF)]);

const DEL: AsciiEscape = match AsciiEscape::text(b"\\u007f") {
    Some(escape) => escape,
    None => panic!("six bytes are an escape"),
};

const fn rules(profile: &Profile<'static>, policy: IllFormed) -> JsonEscape<'static> {
    match JsonEscape::new(profile, policy) {
        Ok(rules) => rules,
        Err(_) => panic!("every profile takes these policies"),
    }
}

const fn utf16_rules(profile: &Profile<'static>, policy: IllFormedUtf16) -> JsonEscapeUtf16<'static> {
    match JsonEscapeUtf16::new(profile, policy) {
        Ok(rules) => rules,
        Err(_) => panic!("both profiles take their policy"),
    }
}

/// The text of a document.
pub(super) struct Text {
    out: Growing,
    ascii: bool,
}

impl Text {
    /// An empty text. `ascii`: escape all characters that are not ASCII.
    pub(super) fn new(ascii: bool) -> Self {
        Text { out: Growing::default(), ascii }
    }

    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    pub(super) fn written(&self) -> &[u8] {
        self.out.written()
    }

    #[inline(always)]
    pub(super) fn mark(&mut self, mark: Mark) -> Result<(), Refused> {
        mark.write(self.out.room(WORD)?);
        self.out.advance(mark.len);
        Ok(())
    }

    #[inline]
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        self.out.put(bytes)
    }

    /// Writes a line feed and `level` times `indent`.
    pub(super) fn line(&mut self, indent: &[u8], level: usize) -> Result<(), Refused> {
        self.mark(const { Mark::of(b"\n") })?;
        (0..level).try_for_each(|_| self.put(indent))
    }

    /// Writes an integer after a mark.
    pub(super) fn int(&mut self, before: Mark, value: i64) -> Result<(), Refused> {
        let room = self.out.room(WORD + NUMBER_ROOM)?;
        before.write(room);
        // The room suffices for any integer.
        let len = int64_write(value, &mut room[before.len..]).unwrap_or(0);
        self.out.advance(before.len + len);
        Ok(())
    }

    /// Writes a finite float.
    pub(super) fn float(&mut self, value: f64) -> Result<(), Refused> {
        let room = self.out.room(NUMBER_ROOM)?;
        let len = float64_write(&FLOATS, value, room).unwrap_or(0);
        self.out.advance(len);
        Ok(())
    }

    /// Writes a string between two marks, which include its quotes. A lone surrogate has three bytes in `text`, and
    /// must not occur if the output is ASCII.
    #[inline(always)]
    pub(super) fn string(&mut self, before: Mark, text: &[u8], after: Mark) -> Result<(), Refused> {
        let (into, room) = self.out.end();
        if text.len() > SHORT || room < SHORT + 3 * WORD {
            return self.other_string(before, text, after);
        }
        let end = before.len + text.len();
        // SAFETY: there is room for the text and for two marks of a word. Copying the text may overwrite up to a word
        // after it.
        let special = unsafe {
            before.write_to(into);
            let special = copied(text, into.add(before.len), self.ascii);
            after.write_to(into.add(end));
            special
        };
        if special {
            return self.other_string(before, text, after);
        }
        self.out.advance(end + after.len);
        Ok(())
    }

    /// As [`Text::string`], for a long text, for a text with a character to escape, or if there is too little room.
    #[inline(never)]
    fn other_string(&mut self, before: Mark, text: &[u8], after: Mark) -> Result<(), Refused> {
        let _ = self.out.room(SHORT + 3 * WORD)?;
        self.long_string(before, text, after)
    }

    fn long_string(&mut self, before: Mark, text: &[u8], after: Mark) -> Result<(), Refused> {
        let rules = if self.ascii { &ASCII } else { &PLAIN };
        self.between([before, after], text.len(), text.len(), |read, room| {
            let done = json_escape(rules, &text[read..], room, Chunk::Last, &mut Repairs::default());
            // Text of Python without lone surrogates is well-formed.
            done.unwrap_or_else(|error: Error| unreachable!("{}", ErrorCode::says(error.code)))
        })
    }

    /// As [`Text::string`], for a few characters, without a kernel: its call would take longer. Returns false and
    /// writes nothing if there are more characters, or if one has to be escaped or is a lone surrogate.
    #[inline]
    pub(super) fn few<U: Copy + Into<u32>>(&mut self, before: Mark, text: &[U], after: Mark) -> Result<bool, Refused> {
        if self.ascii || text.len() > FEW {
            return Ok(false);
        }
        let room = self.out.room(4 * FEW + 2 * WORD)?;
        before.write(room);
        let mut at = before.len;
        for point in text.iter().map(|&unit| unit.into()) {
            match char::from_u32(point) {
                Some(' ' | '!' | '#'..='[' | ']'..='\u{7F}') => {
                    room[at] = point as u8;
                    at += 1;
                }
                Some(character @ '\u{80}'..) => at += character.encode_utf8(&mut room[at..]).len(),
                _ => return Ok(false),
            }
        }
        after.write(&mut room[at..]);
        self.out.advance(at + after.len);
        Ok(true)
    }

    /// As [`Text::string`], for Latin-1.
    pub(super) fn latin1(&mut self, before: Mark, text: &[u8], after: Mark) -> Result<(), Refused> {
        let rules = if self.ascii { &ASCII_LATIN1 } else { &PLAIN_LATIN1 };
        self.between([before, after], text.len(), text.len() + text.len() / 2, |read, room| {
            json_escape_latin1(rules, &text[read..], room)
        })
    }

    /// As [`Text::string`], for UTF-16. Without `ascii`, there must be no lone surrogates.
    pub(super) fn utf16(&mut self, before: Mark, text: &[u16], after: Mark) -> Result<(), Refused> {
        let rules = if self.ascii { &ASCII_UTF16 } else { &PLAIN_UTF16 };
        let predicted_len = if self.ascii { 6 * text.len() } else { 3 * text.len() };
        self.between([before, after], text.len(), predicted_len, |read, room| {
            let done = json_escape_utf16(rules, &text[read..], room, Chunk::Last, &mut Repairs::default());
            done.unwrap_or_else(|error: Error| unreachable!("{}", ErrorCode::says(error.code)))
        })
    }

    /// Writes both marks and, between them, the output of `step`, which is called until it has read `len` units.
    fn between(
        &mut self,
        [before, after]: [Mark; 2],
        len: usize,
        predicted_len: usize,
        step: impl Fn(usize, &mut [u8]) -> Progress,
    ) -> Result<(), Refused> {
        before.write(self.out.room(predicted_len + JsonEscapeUtf16::UNIT_MAX + 2 * WORD)?);
        self.out.advance(before.len);
        let mut read = 0;
        loop {
            let done = step(read, self.out.free());
            self.out.advance(done.written);
            read += done.read;
            if read == len {
                return self.mark(after);
            }
            let all = self.out.len() + self.out.free().len();
            self.out.room(all)?;
        }
    }
}

/// A text of up to a word, which a single store writes.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    word: u64,
    len: usize,
}

impl Mark {
    pub(super) const QUOTE: Mark = Mark::of(b"\"");
    pub(super) const NONE: Mark = Mark::of(b"");

    /// Makes a mark of a text of at most a word.
    pub(super) const fn of(text: &[u8]) -> Self {
        assert!(text.len() <= WORD, "a mark has at most a word");
        let (mut bytes, mut at) = ([0; WORD], 0);
        while at < text.len() {
            bytes[at] = text[at];
            at += 1;
        }
        Mark { word: u64::from_ne_bytes(bytes), len: text.len() }
    }

    /// Joins two texts to a mark; None if they do not fit in a word together, or one of them fills a word.
    pub(super) fn joined(first: &[u8], second: &[u8]) -> Option<Self> {
        let len = first.len() + second.len();
        if len > WORD || first.len() == WORD || second.len() == WORD {
            return None;
        }
        // Built by shifts: loading a word right after its bytes were stored would wait for the stores.
        let upper = 8 * first.len();
        let word = short_word(first) & ((1 << upper) - 1) | short_word(second) << upper;
        Some(Mark { word: word.to_le(), len })
    }

    /// Returns the mark without its last byte.
    #[inline]
    pub(super) fn shorter(self) -> Self {
        Mark { len: self.len - 1, ..self }
    }

    /// Writes a whole word; later text overwrites the bytes after the mark.
    #[inline(always)]
    fn write(self, room: &mut [u8]) {
        if let Some(into) = room.first_chunk_mut() {
            *into = self.word.to_ne_bytes();
        }
    }

    /// Writes a whole word.
    ///
    /// # Safety
    ///
    /// There is room for it.
    #[inline(always)]
    unsafe fn write_to(self, into: *mut u8) {
        // SAFETY: the caller promises room.
        unsafe { into.cast::<u64>().write_unaligned(self.word) }
    }
}

/// Copies a short text, and returns whether it needs an escape. A few blocks take less time than a call of a kernel.
///
/// # Safety
///
/// There is room for the text, and for a word after it.
#[inline(always)]
unsafe fn copied(text: &[u8], into: *mut u8, ascii: bool) -> bool {
    // SAFETY: each block of the text is copied to its own place, for which the caller promises room.
    let copy = |at: usize, block: &[u8]| unsafe { ptr::copy_nonoverlapping(block.as_ptr(), into.add(at), block.len()) };
    let special_in = |words: &[[u8; WORD]]| {
        words.iter().fold(0, |found, word| found | word_special(u64::from_le_bytes(*word), ascii))
    };
    // Blocks of a fixed length need no loop. The last block may overlap the one before it.
    if let (Some(first), Some(last), ..=16) = (text.first_chunk::<WORD>(), text.last_chunk::<WORD>(), text.len()) {
        copy(0, first);
        copy(text.len() - WORD, last);
        return special_in(&[*first, *last]) != 0;
    }
    if let (Some(first), Some(last), ..=BLOCK) = (text.first_chunk::<HALF>(), text.last_chunk::<HALF>(), text.len()) {
        copy(0, first);
        copy(text.len() - HALF, last);
        let mut both = [0; BLOCK];
        both[..HALF].copy_from_slice(first);
        both[HALF..].copy_from_slice(last);
        return block_special(&both, ascii);
    }
    if let Some(last) = text.last_chunk::<BLOCK>() {
        let mut special = block_special(last, ascii);
        for (number, block) in text.as_chunks::<BLOCK>().0.iter().enumerate() {
            special |= block_special(block, ascii);
            copy(number * BLOCK, block);
        }
        copy(text.len() - BLOCK, last);
        return special;
    }
    let word = short_word(text);
    copy(0, &word.to_le_bytes());
    word_special(word, ascii) != 0
}

/// Whether a block has a byte to escape. Without an early exit, the compiler uses vectors and tests all bytes at once.
#[inline(always)]
fn block_special(block: &[u8; BLOCK], ascii: bool) -> bool {
    // No UTF-8 has the byte 0xFF.
    let limit = if ascii { 0x7F } else { 0xFF };
    let is_special = |byte: u8| (byte < 0x20) | (byte == b'"') | (byte == b'\\') | (byte >= limit);
    block.iter().fold(false, |found, &byte| found | is_special(byte))
}

/// Loads up to seven bytes as a word, padded with spaces.
#[inline]
pub(crate) fn short_word(text: &[u8]) -> u64 {
    // Two loads that may overlap; each byte gets to its place in the word.
    let (first, last, at) = match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        (Some(first), Some(last)) => (u32::from_le_bytes(*first), u32::from_le_bytes(*last), text.len() - 4),
        _ => match (text.first_chunk::<2>(), text.last_chunk::<2>()) {
            (Some(first), Some(last)) => {
                (u16::from_le_bytes(*first).into(), u16::from_le_bytes(*last).into(), text.len() - 2)
            }
            _ => (text.first().map_or(0, |&byte| byte.into()), 0, 0),
        },
    };
    u64::from(first) | u64::from(last) << (8 * at) | (ONES * 0x20) << (8 * text.len())
}

/// Sets the high bit of each byte that is a quote, a backslash or a control character. Bytes above such a byte may get
/// it too.
#[inline]
pub(super) fn string_special(word: u64) -> u64 {
    // Among ASCII bytes, only an equal one makes the difference negative. The result for other bytes is cleared at the
    // end.
    let is = |byte: u8| (word ^ (ONES * u64::from(byte))).wrapping_sub(ONES);
    (is(b'"') | is(b'\\') | word.wrapping_sub(ONES * 0x20)) & !word & HIGH
}

/// As [`string_special`]; with `ascii` also for DEL and for bytes that are not ASCII.
#[inline(always)]
fn word_special(word: u64, ascii: bool) -> u64 {
    let escaped_as_ascii = if ascii { (word | (word & !HIGH).wrapping_add(ONES)) & HIGH } else { 0 };
    string_special(word) | escaped_as_ascii
}

const ONES: u64 = 0x0101_0101_0101_0101;
pub(super) const HIGH: u64 = ONES << 7;
/// Bytes of a word.
const WORD: usize = 8;
/// Bytes that a compiler turns into vectors.
const BLOCK: usize = 32;
const HALF: usize = BLOCK / 2;
/// The most characters of a text that is not ASCII and written without a kernel.
const FEW: usize = 12;
/// Texts up to this length are copied without a kernel.
const SHORT: usize = 256;
