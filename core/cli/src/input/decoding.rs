//! Text in another encoding, decoded to UTF-8 between the bytes of a source and the work. Memory is constant.

use crate::codec::decoder::{BEHIND, Decoded, Decoder, ROOM};
use crate::codec::encoding::{MARK_LEN, TextEncoding};
use crate::input::repaired::Repaired;
use crate::report::failure::Failure;
use crate::report::visible::visible;
use crate::system::bytes_of;
use std::collections::VecDeque;
use std::path::PathBuf;
use stringmill::{Chunk, IllFormed, Place, Position};

/// A byte that no decoded text has.
pub(crate) const MARK: u8 = 0xFF;
/// Encoded bytes of one read.
const BLOCK: usize = 64 * 1024;
/// The longest replacement: `\xNN` for each byte of a piece.
const REPLACED_MAX: usize = 4 * 4;

/// A stage that decodes.
pub(crate) struct Decoding {
    encoding: TextEncoding,
    policy: IllFormed,
    /// The name of the input, for messages.
    name: PathBuf,
    state: State,
    /// Encoded bytes: decoded ones up to `at`, then undecoded ones up to `end`.
    raw: Vec<u8>,
    at: usize,
    end: usize,
    ended: bool,
    /// Whether the decoder has written the last of the text.
    finished: bool,
    /// Whether the undecoded bytes are not a whole character.
    starved: bool,
    /// Offset in the input of `raw[0]`.
    base: u64,
    /// Text that the caller had no room for: characters, and the replacement after them.
    spill: [u8; ROOM + REPLACED_MAX],
    spilled: std::ops::Range<usize>,
    /// Line and column of the next byte of text.
    place: Place,
    /// Offset of the next byte of text.
    text_len: u64,
    repaired: Repaired,
    /// Under the policy `reject`: the piece that ends the text.
    refused: Option<Undecodable>,
    /// Whether a piece becomes [`MARK`], whatever the policy is.
    marks: bool,
    /// All pieces that the caller has not taken.
    list: Option<VecDeque<Undecodable>>,
}

enum State {
    /// Not known before the first bytes are read.
    Begin,
    /// The text is UTF-8, and passes as it is.
    Utf8,
    Decode(&'static str, Decoder),
}

/// The name of the error in lists.
pub(crate) const UNDECODABLE: &str = "undecodable";

/// A piece of the input that is no text.
#[derive(Clone, Debug)]
pub(crate) struct Undecodable {
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
    /// The name of the encoding.
    encoding: &'static str,
    /// Its offset in the encoded input.
    pub(crate) offset: u64,
    /// Line and column in the text.
    position: Position,
    /// Offset in the text of what replaces it.
    pub(crate) text_offset: u64,
}

impl Undecodable {
    /// What is wrong, in one line.
    pub(crate) fn what(&self) -> String {
        let hex = self.bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ");
        let why = match (self.encoding, self.bytes.len()) {
            ("UTF-16LE" | "UTF-16BE", 2) => "lone surrogate: ",
            ("UTF-16LE" | "UTF-16BE", _) => "half a code unit at the end: ",
            _ => "",
        };
        format!("ill-formed {}: {why}{hex}", self.encoding)
    }

    /// What is wrong, and where in the encoded input.
    pub(crate) fn reason(&self) -> String {
        format!("{}, at byte {}", self.what(), self.offset)
    }

    fn place(&self, name: &[u8]) -> String {
        format!("{}:{}:{} (byte {})", visible(name), self.position.line, self.position.column, self.offset)
    }

    /// Place and cause in one line.
    pub(crate) fn line(&self, name: &[u8]) -> String {
        format!("{}: {}", self.place(name), self.what())
    }

    /// The failure of a command that cannot continue.
    pub(crate) fn failure(&self, name: &[u8]) -> Failure {
        let Undecodable { encoding, .. } = self;
        let label = encoding.to_ascii_lowercase();
        Failure::Encoded(format!(
            "{}\n  --> {}\n   = help smill clean --encoding {label} replaces it, smill check --all --encoding {label} lists \
             every place",
            self.what(),
            self.place(name)
        ))
    }
}

impl std::fmt::Debug for Decoding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decoding").field("encoding", &self.encoding).finish_non_exhaustive()
    }
}

impl Decoding {
    /// A stage for the input called `name`.
    pub(crate) fn new(encoding: TextEncoding, policy: IllFormed, name: PathBuf) -> Self {
        Decoding {
            encoding,
            policy,
            name,
            state: State::Begin,
            raw: Vec::new(),
            at: 0,
            end: 0,
            ended: false,
            finished: false,
            starved: true,
            base: 0,
            spill: [0; ROOM + REPLACED_MAX],
            spilled: 0..0,
            place: Place::default(),
            text_len: 0,
            repaired: Repaired::default(),
            refused: None,
            marks: false,
            list: None,
        }
    }

    /// Begins with the first byte again.
    pub(crate) fn restart(&mut self) {
        let (marks, list) = (self.marks, self.list.take());
        *self = Decoding::new(self.encoding, self.policy, std::mem::take(&mut self.name));
        (self.marks, self.list) = (marks, list.map(|_| VecDeque::new()));
    }

    /// Replaces what cannot be decoded, and keeps a list of it.
    pub(crate) fn list(&mut self) {
        self.policy = IllFormed::Replace;
        self.list = Some(VecDeque::new());
    }

    /// Writes [`MARK`] for what cannot be decoded, and keeps a list of it.
    pub(crate) fn mark(&mut self) {
        self.marks = true;
        self.list = Some(VecDeque::new());
    }

    /// The undecodable bytes for the [`MARK`] at this offset in the text, if they were not taken.
    pub(crate) fn piece_at(&self, text_offset: u64) -> Option<&Undecodable> {
        let list = self.list.as_ref().filter(|_| self.marks)?;
        let index = list.binary_search_by_key(&text_offset, |piece| piece.text_offset).ok()?;
        list.get(index)
    }

    /// Takes the bytes of the first [`MARK`] that were not taken.
    pub(crate) fn take_piece(&mut self) -> Option<Undecodable> {
        self.list.as_mut().filter(|_| self.marks)?.pop_front()
    }

    /// Takes the pieces that were found since the last call.
    pub(crate) fn take_list(&mut self) -> VecDeque<Undecodable> {
        self.list.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The name of the encoding, and the pieces that were replaced; `None` if nothing is decoded.
    pub(crate) fn repaired(&self) -> Option<(&'static str, &Repaired)> {
        match &self.state {
            State::Decode(name, _) => Some((name, &self.repaired)),
            State::Begin | State::Utf8 => None,
        }
    }

    /// Whether text can be had without a read.
    pub(crate) fn has_bytes(&self) -> bool {
        !self.spilled.is_empty() || !self.starved || self.ended || self.refused.is_some()
    }

    /// Reads text into `room`; returns the number of bytes, 0 at the end. `read` reads encoded bytes in the same way.
    pub(crate) fn read_some(
        &mut self,
        room: &mut [u8],
        mut read: impl FnMut(&mut [u8]) -> Result<usize, Failure>,
    ) -> Result<usize, Failure> {
        if room.is_empty() {
            return Ok(0);
        }
        if matches!(self.state, State::Begin) {
            self.begin(&mut read)?;
        }
        loop {
            let len = self.text(room)?;
            if len > 0 || self.finished {
                return Ok(len);
            }
            match self.state {
                State::Utf8 if self.ended => return Ok(0),
                State::Utf8 => return read(room),
                _ => self.fill(&mut read)?,
            }
        }
    }

    /// Reads the first bytes, and decides by them whether and how to decode.
    fn begin(&mut self, read: &mut impl FnMut(&mut [u8]) -> Result<usize, Failure>) -> Result<(), Failure> {
        while self.end < MARK_LEN && !self.ended && may_begin(&self.raw[..self.end]) {
            self.fill(read)?;
        }
        let (encoding, mark) = self.encoding.at(&self.raw[..self.end]);
        self.at = mark;
        self.state = encoding.map_or(State::Utf8, |it| State::Decode(it.name(), Decoder::new(it)));
        Ok(())
    }

    /// Reads more encoded bytes.
    fn fill(&mut self, read: &mut impl FnMut(&mut [u8]) -> Result<usize, Failure>) -> Result<(), Failure> {
        let drop = self.at.saturating_sub(BEHIND);
        self.raw.copy_within(drop..self.end, 0);
        self.base += drop as u64;
        (self.at, self.end) = (self.at - drop, self.end - drop);
        if self.raw.len() < self.end + BLOCK {
            self.raw.resize(self.end + BLOCK, 0);
        }
        let len = read(&mut self.raw[self.end..])?;
        self.end += len;
        self.ended = len == 0;
        self.starved = false;
        Ok(())
    }

    /// Decodes the bytes that were read into `room`; returns the number of bytes of text.
    fn text(&mut self, room: &mut [u8]) -> Result<usize, Failure> {
        let mut written = 0;
        loop {
            let spilled = self.spilled.len().min(room.len() - written);
            let from = self.spilled.start;
            room[written..written + spilled].copy_from_slice(&self.spill[from..from + spilled]);
            self.spilled.start += spilled;
            written += spilled;
            if written == room.len() {
                return Ok(written);
            }
            if let Some(refused) = &self.refused {
                return match written {
                    0 => Err(refused.failure(bytes_of(&self.name))),
                    _ => Ok(written),
                };
            }
            match self.decode(&mut room[written..]) {
                Some(len) => written += len,
                None => return Ok(written),
            }
        }
    }

    /// Decodes once, into `room` or the spill; `None` if more bytes are needed, or none follow.
    fn decode(&mut self, room: &mut [u8]) -> Option<usize> {
        let src = &self.raw[self.at..self.end];
        let State::Decode(name, decoder) = &mut self.state else {
            let len = src.len().min(room.len());
            room[..len].copy_from_slice(&src[..len]);
            self.at += len;
            self.starved = self.at == self.end;
            return Some(len).filter(|&len| len > 0);
        };
        if self.finished {
            return None;
        }
        self.spilled = 0..0;
        let spills = room.len() < ROOM;
        let dst = if spills { &mut self.spill[..ROOM] } else { room };
        let done = decoder.step(src, dst, if self.ended { Chunk::Last } else { Chunk::More });
        self.place.pass(&dst[..done.written]);
        self.text_len += done.written as u64;
        self.at += done.read;
        self.finished = done.ended;
        self.starved = done == Decoded::default();
        if spills {
            self.spilled = 0..done.written;
        }
        if let Some(piece) = done.piece {
            let end = self.at - piece.after;
            let start = end - piece.len;
            let found = Undecodable {
                bytes: self.raw[start..end].to_vec(),
                encoding: name,
                offset: self.base + start as u64,
                position: self.place.position(),
                text_offset: self.text_len,
            };
            self.replace(found);
        }
        if self.starved { None } else { Some(if spills { 0 } else { done.written }) }
    }

    /// Applies the policy to a piece.
    fn replace(&mut self, found: Undecodable) {
        let mut text = [0; REPLACED_MAX];
        let mut len = 0;
        let mut put = |bytes: &[u8]| {
            text[len..len + bytes.len()].copy_from_slice(bytes);
            len += bytes.len();
        };
        match self.policy {
            _ if self.marks => put(&[MARK]),
            IllFormed::Replace => put("\u{FFFD}".as_bytes()),
            IllFormed::Visible => found.bytes.iter().for_each(|byte| put(format!("\\x{byte:02X}").as_bytes())),
            IllFormed::IgnorePhp => {}
            // The other policies are refused with the arguments.
            _ => {
                self.refused = Some(found);
                return;
            }
        }
        self.place.pass(&text[..len]);
        self.text_len += len as u64;
        // Characters that spilled come first.
        let before = self.spilled.end;
        self.spill[before..before + len].copy_from_slice(&text[..len]);
        self.spilled.end += len;
        self.repaired.add(found.offset, found.position);
        if let Some(list) = &mut self.list {
            list.push_back(found);
        }
    }
}

/// Whether more bytes after `head` may make it a byte order mark.
fn may_begin(head: &[u8]) -> bool {
    matches!(head, [] | [0xEF] | [0xEF, 0xBB] | [0xFE] | [0xFF] | [0xFF, 0xFE] | [0xFF, 0xFE, 0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::Encoding;

    /// The text of `input`, read in pieces that end at `cuts`, into rooms of `room` bytes; and the places of pieces.
    fn decoded(
        label: &str,
        policy: IllFormed,
        input: &[u8],
        cuts: &[usize],
        room: usize,
    ) -> (Vec<u8>, Vec<(u64, Vec<u8>)>) {
        let mut decoding = Decoding::new(TextEncoding::of_label(label).unwrap(), policy, PathBuf::new());
        decoding.list = Some(VecDeque::new());
        let (mut at, mut out) = (0, Vec::new());
        let mut buffer = vec![0; room];
        loop {
            let len = decoding.read_some(&mut buffer, |room| {
                let to = cuts.iter().copied().find(|&end| end > at).unwrap_or(input.len()).min(at + room.len());
                room[..to - at].copy_from_slice(&input[at..to]);
                Ok(to - std::mem::replace(&mut at, to))
            });
            match len.unwrap() {
                0 => break,
                len => out.extend_from_slice(&buffer[..len]),
            }
        }
        (out, decoding.take_list().into_iter().map(|found| (found.offset, found.bytes)).collect())
    }

    const INPUTS: &[(&str, &[u8])] = &[
        ("utf-16le", b"a\0\x3d\xd8\x00\xde\x00\xd8b\0\x00\xdc\x00\xd8\x00\xd8c"),
        ("utf-16be", b"\0a\xd8\x3d\xde\x00\xd8\x00\0b\xdc\x00\x20\xac\xd8"),
        ("auto", b"\xff\xfea\0\xac\x20\n\0\0\xd8"),
        ("auto", b"\xef\xbb\xbfcaf\xc3\xa9"),
        ("auto", b"\xef\xbbx"),
        ("auto", b"\xff"),
        ("utf-16le", b"\xff"),
        ("windows-1252", b"caf\xe9 \x80\x81"),
        ("shift_jis", b"\x93\xfa\x96\x7b\x81\x20\xff\x81"),
        ("gb18030", b"\x81\x30\x81\x30\xd6\xd0\x81\x30\x20\x90\x30\x81\x30\x81\x30\xff"),
        ("iso-2022-jp", b"\x1b$B$\"\x1b(Bx\x1b(Z\x1b$B$\x1b(B$\x1b"),
        ("euc-jp", b"\x8f\xa2\xaf\xa4\xa2\x8f\xa2\x20\x8e\xa1\xa4"),
        ("big5", b"\x88\x62\x88\x66\xa4\xa4\xff\x20\x81"),
        ("euc-kr", b"\xb0\xa1\x41\xb0\x20\xfe"),
        ("iso-8859-3", b"a\xa5\xa6\xff"),
        ("windows-874", b"\xdb\xe0a"),
    ];

    /// Every split in three, and rooms without space for a character.
    #[test]
    fn splits_change_nothing() {
        for &(label, input) in INPUTS {
            for policy in [IllFormed::Replace, IllFormed::Visible, IllFormed::IgnorePhp] {
                let whole = decoded(label, policy, input, &[], 1000);
                for room in [1, 2, 3, 15, 16, 17, 1000] {
                    for first in 0..=input.len() {
                        for second in first..=input.len() {
                            let split = decoded(label, policy, input, &[first, second], room);
                            assert_eq!(split, whole, "{label} {policy:?} {first} {second} {room}");
                        }
                    }
                    let single: Vec<usize> = (0..input.len()).collect();
                    assert_eq!(decoded(label, policy, input, &single, room), whole, "{label} {policy:?} {room}");
                }
            }
        }
    }

    /// The text is that of `encoding_rs`, and the pieces are the bytes at their offsets.
    #[test]
    fn text_and_places_are_those_of_the_input() {
        for &(label, input) in INPUTS.iter().filter(|(label, _)| *label != "auto") {
            let (text, pieces) = decoded(label, IllFormed::Replace, input, &[], 1000);
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            assert_eq!(text, encoding.decode_without_bom_handling(input).0.as_bytes(), "{label}");
            assert_eq!(pieces.len(), String::from_utf8(text).unwrap().matches('\u{FFFD}').count(), "{label}");
            for (offset, bytes) in pieces {
                assert_eq!(&input[offset as usize..][..bytes.len()], bytes, "{label}");
            }
        }
    }
}
