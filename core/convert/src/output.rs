//! Bytes that are written, in room that grows and is kept.

use crate::short::Short;
use stringmill_kernels::{
    Base64Encode, Class, JsonEscape, JsonEscapeLatin1, JsonInside, Tier, base64_encode_with, json_compact_with,
    json_escape_latin1_with, json_escape_with, scan_with,
};
use stringmill_outcome::{Chunk, Repairs};
use stringmill_profile::{IllFormed, Profile};

/// What is written, and not yet taken away.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// What is written, and room.
    bytes: Vec<u8>,
    len: usize,
}

impl Output {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn written(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Takes back what is written from `len` on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = len;
    }

    /// Room for at least `least` bytes.
    #[inline]
    fn room(&mut self, least: usize) -> &mut [u8] {
        if self.bytes.len() - self.len < least {
            self.grow(least);
        }
        &mut self.bytes[self.len..]
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        self.bytes.resize((2 * self.bytes.len()).max(self.len + least).max(LEAST), 0);
    }

    #[inline]
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        let room = &mut self.room(bytes.len())[..bytes.len()];
        match Short::of(bytes) {
            Some(short) => short.copy_to(room),
            None => room.copy_from_slice(bytes),
        }
        self.len += bytes.len();
    }

    #[inline]
    pub(crate) fn put_byte(&mut self, byte: u8) {
        self.room(1)[0] = byte;
        self.len += 1;
    }

    /// JSON text without its white space outside of strings.
    pub(crate) fn compact(&mut self, tier: Tier, inside: &mut JsonInside, lines: bool, src: &[u8]) {
        self.len += json_compact_with(tier, inside, lines, src, self.room(src.len()));
    }

    /// Takes out the line feeds from `from` on that end nothing; `at_line` says whether a line begins there. Returns whether
    /// one begins behind all.
    pub(crate) fn drop_empty_lines(&mut self, tier: Tier, from: usize, mut at_line: bool) -> bool {
        let (mut read, mut written) = (from, from);
        while read < self.len {
            let end = read + scan_with(tier, &IN_LINE, &self.bytes[read..self.len]);
            let next = (end + 1).min(self.len);
            if end > read || !at_line {
                if read > written {
                    self.bytes.copy_within(read..next, written);
                }
                written += next - read;
                at_line = end < self.len;
            }
            read = next;
        }
        self.len = written;
        at_line
    }

    /// A line feed and two blanks for each of `depth` containers.
    pub(crate) fn new_line(&mut self, depth: usize) {
        let len = 2 * depth;
        self.put_byte(b'\n');
        self.room(len)[..len].fill(b' ');
        self.len += len;
    }

    /// A JSON string of a text that is well-formed UTF-8.
    #[inline]
    pub(crate) fn string(&mut self, tier: Tier, text: &[u8]) {
        if let Some(short) = Short::of(text).filter(Short::is_plain) {
            let room = &mut self.room(text.len() + 2)[..text.len() + 2];
            room[0] = b'"';
            short.copy_to(&mut room[1..=text.len()]);
            room[text.len() + 1] = b'"';
            self.len += text.len() + 2;
            return;
        }
        self.any_string(tier, text);
    }

    #[inline(never)]
    fn any_string(&mut self, tier: Tier, text: &[u8]) {
        self.put_byte(b'"');
        self.escape(tier, text);
        self.put_byte(b'"');
    }

    /// The inside of a JSON string of such a text.
    pub(crate) fn escape(&mut self, tier: Tier, text: &[u8]) {
        let (mut read, mut repairs) = (0, Repairs::default());
        while read < text.len() {
            let rest = &text[read..];
            let room = self.room(rest.len() + JsonEscape::UNIT_MAX);
            let done = json_escape_with(tier, &JSON, rest, room, Chunk::Last, &mut repairs)
                .expect("texts of values are well-formed");
            self.len += done.written;
            read += done.read;
        }
    }

    /// A JSON string in which each byte is the code point of its number.
    pub(crate) fn bytes_string(&mut self, tier: Tier, bytes: &[u8]) {
        self.put_byte(b'"');
        let mut read = 0;
        while read < bytes.len() {
            let rest = &bytes[read..];
            let room = self.room(rest.len() + JsonEscapeLatin1::UNIT_MAX);
            let done = json_escape_latin1_with(tier, &JSON_LATIN1, rest, room);
            self.len += done.written;
            read += done.read;
        }
        self.put_byte(b'"');
    }

    /// A JSON string of base64.
    pub(crate) fn base64_string(&mut self, tier: Tier, bytes: &[u8]) {
        self.put_byte(b'"');
        let room = self.room(bytes.len().div_ceil(3) * 4);
        let done = base64_encode_with(tier, BASE64, bytes, room, Chunk::Last);
        self.len += done.written;
        self.put_byte(b'"');
    }
}

const JSON: JsonEscape<'static> = match JsonEscape::new(&Profile::JSON, IllFormed::Reject) {
    Ok(rules) => rules,
    Err(_) => panic!("every profile can refuse what is ill-formed"),
};
const JSON_LATIN1: JsonEscapeLatin1<'static> = JsonEscapeLatin1::new(&Profile::JSON);
const BASE64: Base64Encode = Base64Encode::STANDARD;

const IN_LINE: Class = Class::all_but(b"\n").with_non_ascii();

/// The first room.
const LEAST: usize = 1024;
