//! Writes JSON text into an output buffer.

use stringmill_kernels::{
    Base64Encode, ByteClass, JsonEscape, JsonEscapeLatin1, JsonIndent, JsonStringState, Tier, base64_encode_with,
    json_compact_with, json_escape_latin1_with, json_escape_with, json_indent_with, scan_with,
};
use stringmill_outcome::{Chunk, Repairs};
use stringmill_output::{Output, ShortText};
use stringmill_profile::{AsciiEscape, HexCase, IllFormed, Profile};

/// Writes JSON text.
pub(crate) trait JsonText {
    /// Copies JSON text without the white space outside of strings.
    fn compact(&mut self, tier: Tier, inside: &mut JsonStringState, lines: bool, src: &[u8]);
    /// Copies JSON text with indentation, until all of `src` is read or about `most` bytes are written. Returns how
    /// many bytes are read.
    fn indent(&mut self, tier: Tier, at: &mut JsonIndent, src: &[u8], most: usize) -> usize;
    /// Removes empty lines from `from` on; `at_line` says whether a line begins there. Returns whether the output then
    /// ends at the beginning of a line.
    fn drop_empty_lines(&mut self, tier: Tier, from: usize, at_line: bool) -> bool;
    /// Writes well-formed UTF-8 as a JSON string.
    fn string(&mut self, tier: Tier, text: &[u8]);
    /// As [`JsonText::string`], without quotes.
    fn escape(&mut self, tier: Tier, text: &[u8]);
    /// Writes a clob as a JSON string: each byte is the code point of its number, and bytes from 7F on are `\u00xx`.
    /// Standard: Ion cookbook, down-converting to JSON, rule 8.
    fn bytes_string(&mut self, tier: Tier, bytes: &[u8]);
    /// Writes bytes as a JSON string of base64.
    fn base64_string(&mut self, tier: Tier, bytes: &[u8]);
}

impl JsonText for Output {
    fn compact(&mut self, tier: Tier, inside: &mut JsonStringState, lines: bool, src: &[u8]) {
        if let Some(spare) = self.spare(src.len()).get_mut(..src.len()) {
            let written = json_compact_with(tier, inside, lines, src, spare);
            self.fill(written);
        }
    }

    fn indent(&mut self, tier: Tier, at: &mut JsonIndent, src: &[u8], most: usize) -> usize {
        let (before, mut read) = (self.len(), 0);
        while read < src.len() && self.len() - before < most {
            // Indented text is usually longer: reserves it at once, instead of by doubling.
            let len = (2 * (src.len() - read)).min(most - (self.len() - before)).saturating_add(at.room());
            let Some(spare) = self.spare(len).get_mut(..len) else { return src.len() };
            let done = json_indent_with(tier, at, &src[read..], spare);
            self.fill(done.written);
            read += done.read;
        }
        read
    }

    fn drop_empty_lines(&mut self, tier: Tier, from: usize, mut at_line: bool) -> bool {
        let bytes = self.written_mut();
        let (mut read, mut written) = (from, from);
        while read < bytes.len() {
            let end = read + scan_with(tier, &IN_LINE, &bytes[read..]);
            let next = (end + 1).min(bytes.len());
            if end > read || !at_line {
                if read > written {
                    bytes.copy_within(read..next, written);
                }
                written += next - read;
                at_line = end < bytes.len();
            }
            read = next;
        }
        self.truncate(written);
        at_line
    }

    #[inline]
    fn string(&mut self, tier: Tier, text: &[u8]) {
        if let Some(short) = ShortText::of(text).filter(ShortText::is_plain) {
            return self.put_quoted(short);
        }
        any_string(self, tier, text);
    }

    fn escape(&mut self, tier: Tier, text: &[u8]) {
        let (mut read, mut repairs) = (0, Repairs::default());
        while read < text.len() {
            let rest = &text[read..];
            let spare = self.spare(rest.len() + JsonEscape::UNIT_MAX);
            let done = json_escape_with(tier, &JSON, rest, spare, Chunk::Last, &mut repairs)
                .expect("texts of values are well-formed");
            self.fill(done.written);
            read += done.read;
        }
    }

    fn bytes_string(&mut self, tier: Tier, bytes: &[u8]) {
        self.put_byte(b'"');
        let mut read = 0;
        while read < bytes.len() {
            let rest = &bytes[read..];
            let spare = self.spare(rest.len() + JsonEscapeLatin1::UNIT_MAX);
            let done = json_escape_latin1_with(tier, &CLOB, rest, spare);
            self.fill(done.written);
            read += done.read;
        }
        self.put_byte(b'"');
    }

    fn base64_string(&mut self, tier: Tier, bytes: &[u8]) {
        self.put_byte(b'"');
        let len = bytes.len().div_ceil(3) * 4;
        if let Some(spare) = self.spare(len).get_mut(..len) {
            let done = base64_encode_with(tier, BASE64, bytes, spare, Chunk::Last);
            self.fill(done.written);
        }
        self.put_byte(b'"');
    }
}

#[inline(never)]
fn any_string(out: &mut Output, tier: Tier, text: &[u8]) {
    out.put_byte(b'"');
    out.escape(tier, text);
    out.put_byte(b'"');
}

const JSON: JsonEscape<'static> = match JsonEscape::new(&Profile::JSON, IllFormed::Reject) {
    Ok(rules) => rules,
    Err(_) => panic!("every profile can refuse ill-formed text"),
};
const CLOB: JsonEscapeLatin1<'static> =
    JsonEscapeLatin1::new(&Profile::ASCII.with_ascii(0x7F, AsciiEscape::unicode(0x7F, HexCase::Lower)));
const BASE64: Base64Encode = Base64Encode::STANDARD;

/// All bytes except the line feed.
pub(crate) const IN_LINE: ByteClass = ByteClass::all_but(b"\n").with_non_ascii();
