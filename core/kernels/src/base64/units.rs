//! One group of four symbols at a time: the scalar tier, the last group on every tier, and every error.

use super::rules::{Base64Decode, tables};
use crate::vector::Base64Tables;
use stringmill_outcome::{Chunk, Error, ErrorCode, Progress};
use stringmill_profile::{Base64Padding, TrailingBits};

/// Decodes from `done`, which is between groups, as far as possible.
pub(super) fn decode(
    rules: Base64Decode,
    src: &[u8],
    dst: &mut [u8],
    mut done: Progress,
    chunk: Chunk,
) -> Result<Progress, Error> {
    let reader = Reader { rules, tables: tables(rules.alphabet), src, chunk };
    loop {
        reader.whole_groups(dst, &mut done);
        while done.read < src.len() && rules.allows(src[done.read]) {
            done.read += 1;
        }
        if done.read == src.len() {
            return Ok(done);
        }
        let Some(group) = reader.group(done.read)? else { return Ok(done) };
        let Some(room) = dst[done.written..].get_mut(..group.len) else { return Ok(done) };
        room.copy_from_slice(&group.bytes[..group.len]);
        done = Progress { read: group.end, written: done.written + group.len };
    }
}

/// Decodes the end of most padded texts: two or three symbols and their padding. Returns `None` for any other end.
#[inline(always)]
pub(super) fn last_padded(
    rules: Base64Decode,
    src: &[u8],
    dst: &mut [u8],
    done: Progress,
    chunk: Chunk,
) -> Option<Progress> {
    let &[a, b, c, b'='] = &src[done.read..] else { return None };
    let tables = tables(rules.alphabet);
    let [a, b] = [a, b].map(|symbol| tables.number(symbol) as u32);
    let (c, len) = if c == b'=' { (0, 1) } else { (tables.number(c) as u32, 2) };
    let bits = a << 18 | b << 12 | c << 6;
    let trailing = bits & if len == 1 { 0xF000 } else { 0xC0 };
    if (a | b | c) >= 0x80 || trailing != 0 || chunk == Chunk::More || rules.padding == Base64Padding::Forbidden {
        return None;
    }
    let [_, first, second, _] = bits.to_be_bytes();
    match &mut dst[done.written..] {
        [to, ..] if len == 1 => *to = first,
        [to, next, ..] if len == 2 => [*to, *next] = [first, second],
        _ => return None,
    }
    Some(Progress { read: src.len(), written: done.written + len })
}

/// The bytes that a group spells.
struct Group {
    bytes: [u8; 3],
    len: usize,
    /// Index of the next group.
    end: usize,
}

/// The symbols of a group so far.
#[derive(Default)]
struct Symbols {
    bits: u32,
    count: usize,
    /// Index of the last symbol.
    last: usize,
}

struct Reader<'a> {
    rules: Base64Decode,
    tables: &'static Base64Tables,
    src: &'a [u8],
    chunk: Chunk,
}

impl Reader<'_> {
    /// Decodes groups of four symbols without white space among them.
    #[inline(always)]
    fn whole_groups(&self, dst: &mut [u8], done: &mut Progress) {
        let from = self.src[done.read..].as_chunks::<4>().0.iter();
        for (symbols, to) in from.zip(dst[done.written..].as_chunks_mut::<3>().0) {
            let [a, b, c, d] = symbols.map(|symbol| self.tables.number(symbol) as u32);
            if (a | b | c | d) >= 0x80 {
                return;
            }
            let [_, bytes @ ..] = (a << 18 | b << 12 | c << 6 | d).to_be_bytes();
            *to = bytes;
            done.read += 4;
            done.written += 3;
        }
    }

    /// The group at `at` if it has no white space; `None` if the end cuts it.
    fn group(&self, at: usize) -> Result<Option<Group>, Error> {
        let mut symbols = Symbols::default();
        for place in at..self.src.len() {
            let byte = self.src[place];
            let number = self.tables.number(byte);
            if number < 0x80 {
                symbols = Symbols { bits: symbols.bits << 6 | number as u32, count: symbols.count + 1, last: place };
                if symbols.count == 4 {
                    return Ok(Some(symbols.group(place + 1)));
                }
            } else if byte == b'=' {
                return self.padded(symbols, place);
            } else if !self.rules.allows(byte) {
                return Err(refusal(byte, place));
            }
        }
        if self.chunk == Chunk::More {
            return Ok(None);
        }
        if symbols.count == 1 {
            return Err(Error::new(ErrorCode::Base64Incomplete, symbols.last as u64));
        }
        if self.rules.padding == Base64Padding::Required {
            return Err(Error::new(ErrorCode::Base64PaddingMissing, self.src.len() as u64));
        }
        self.check_trailing_bits(&symbols)?;
        Ok(Some(symbols.group(self.src.len())))
    }

    /// The last group, whose padding begins at `first`.
    fn padded(&self, symbols: Symbols, first: usize) -> Result<Option<Group>, Error> {
        if self.rules.padding == Base64Padding::Forbidden || symbols.count < 2 {
            return Err(Error::new(ErrorCode::Base64PaddingUnexpected, first as u64));
        }
        self.check_trailing_bits(&symbols)?;
        let mut missing = 4 - symbols.count;
        for place in first..self.src.len() {
            let byte = self.src[place];
            if byte == b'=' && missing > 0 {
                missing -= 1;
            } else if !self.rules.allows(byte) {
                return Err(match byte {
                    b'=' => Error::new(ErrorCode::Base64AfterPadding, place as u64),
                    _ if missing == 0 && !is_white_space(byte) => {
                        Error::new(ErrorCode::Base64AfterPadding, place as u64)
                    }
                    _ if self.tables.number(byte) < 0x80 => Error::new(ErrorCode::Base64PaddingMissing, place as u64),
                    _ => refusal(byte, place),
                });
            }
        }
        match self.chunk {
            // Bytes after the padding are reported later.
            Chunk::More => Ok(None),
            Chunk::Last if missing > 0 => Err(Error::new(ErrorCode::Base64PaddingMissing, self.src.len() as u64)),
            Chunk::Last => Ok(Some(symbols.group(self.src.len()))),
        }
    }

    /// Two symbols have four bits too many, three have two.
    fn check_trailing_bits(&self, symbols: &Symbols) -> Result<(), Error> {
        let trailing = symbols.bits & if symbols.count == 2 { 0b1111 } else { 0b11 };
        if trailing != 0 && self.rules.trailing_bits == TrailingBits::Refuse {
            return Err(Error::new(ErrorCode::Base64TrailingBits, symbols.last as u64));
        }
        Ok(())
    }
}

impl Symbols {
    /// The bytes of two symbols or more; the next group begins at `end`.
    fn group(&self, end: usize) -> Group {
        let [_, bytes @ ..] = (self.bits << (6 * (4 - self.count))).to_be_bytes();
        Group { bytes, len: self.count - 1, end }
    }
}

/// The error for a byte that is no symbol, at `place`.
fn refusal(byte: u8, place: usize) -> Error {
    let code = if is_white_space(byte) { ErrorCode::Base64WhiteSpace } else { ErrorCode::Base64Symbol };
    Error::new(code, place as u64)
}

/// Whether the byte is white space under any rules.
fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | 0x09..=0x0D)
}
