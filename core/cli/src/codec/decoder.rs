//! Decoders of text in other encodings, piece by piece: bytes in, UTF-8 out, up to the next piece that is no text.
//!
//! UTF-16 goes through the kernels of this library, all other encodings through `encoding_rs`.

use encoding_rs::{DecoderResult, Encoding, UTF_16BE, UTF_16LE};
use stringmill::{Chunk, IllFormedUtf16, Repairs, Utf16ToUtf8, utf16_to_utf8};

/// Room in which a decoder always makes progress.
pub(crate) const ROOM: usize = 16;
/// The most bytes of earlier calls that a piece may begin with.
pub(crate) const BEHIND: usize = 8;

/// A decoder of one stream.
pub(crate) enum Decoder {
    Units(UnitDecoder),
    Table(Box<encoding_rs::Decoder>),
}

/// The progress of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) read: usize,
    pub(crate) written: usize,
    /// A piece that is no text, if one stopped the call.
    pub(crate) piece: Option<Piece>,
    /// Whether the last byte is decoded. The decoder must not be used again.
    pub(crate) ended: bool,
}

/// Bytes that are no text in the encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) len: usize,
    /// Bytes after the piece that are read already.
    pub(crate) after: usize,
}

impl Decoder {
    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        if encoding == UTF_16LE || encoding == UTF_16BE {
            Decoder::Units(UnitDecoder { big_endian: encoding == UTF_16BE, units: Vec::new() })
        } else {
            Decoder::Table(Box::new(encoding.new_decoder_without_bom_handling()))
        }
    }

    /// Decodes as much of `src` into `dst`, of at least [`ROOM`] bytes, as fits. Bytes that are not read belong to an
    /// incomplete character; the caller passes them again with more.
    pub(crate) fn step(&mut self, src: &[u8], dst: &mut [u8], chunk: Chunk) -> Decoded {
        match self {
            Decoder::Units(units) => units.step(src, dst, chunk),
            Decoder::Table(table) => {
                let last = chunk == Chunk::Last;
                let (result, read, written) = table.decode_to_utf8_without_replacement(src, dst, last);
                let piece = match result {
                    DecoderResult::Malformed(len, after) => Some(Piece { len: len.into(), after: after.into() }),
                    DecoderResult::InputEmpty | DecoderResult::OutputFull => None,
                };
                Decoded { read, written, piece, ended: last && result == DecoderResult::InputEmpty }
            }
        }
    }
}

/// A decoder of UTF-16.
pub(crate) struct UnitDecoder {
    big_endian: bool,
    units: Vec<u16>,
}

impl UnitDecoder {
    fn step(&mut self, src: &[u8], dst: &mut [u8], chunk: Chunk) -> Decoded {
        let (pairs, half) = src.as_chunks();
        // Each unit becomes at least a byte.
        let pairs = &pairs[..pairs.len().min(dst.len())];
        self.units.clear();
        match self.big_endian {
            true => self.units.extend(pairs.iter().map(|&pair| u16::from_be_bytes(pair))),
            false => self.units.extend(pairs.iter().map(|&pair| u16::from_le_bytes(pair))),
        }
        let is_last = chunk == Chunk::Last && 2 * pairs.len() + half.len() == src.len();
        let (read, written, is_lone) =
            transcode(&self.units, dst, if is_last && half.is_empty() { Chunk::Last } else { Chunk::More });
        // Half a unit at the end is one piece with a high surrogate before it.
        let len = match &self.units[read..] {
            _ if is_lone => 2,
            [] if is_last => half.len(),
            [0xD800..=0xDBFF] if is_last && !half.is_empty() => 3,
            _ => 0,
        };
        Decoded {
            read: 2 * read + len,
            written,
            piece: (len > 0).then_some(Piece { len, after: 0 }),
            ended: len == 0 && is_last && read == pairs.len(),
        }
    }
}

/// Transcodes up to the first lone surrogate. Returns the units read, the bytes written, and whether a lone surrogate is
/// next.
fn transcode(units: &[u16], dst: &mut [u8], chunk: Chunk) -> (usize, usize, bool) {
    const RULES: Utf16ToUtf8 = match Utf16ToUtf8::new(IllFormedUtf16::Reject) {
        Ok(rules) => rules,
        Err(_) => panic!("plain text may be refused"),
    };
    match utf16_to_utf8(RULES, units, dst, chunk, &mut Repairs::default()) {
        Ok(done) => (done.read, done.written, false),
        Err(error) => {
            let valid = &units[..error.offset as usize];
            // The text before the surrogate had room.
            let done = utf16_to_utf8(RULES, valid, dst, Chunk::Last, &mut Repairs::default());
            (valid.len(), done.map_or(0, |done| done.written), true)
        }
    }
}
