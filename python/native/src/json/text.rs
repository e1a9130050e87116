//! The text of a document while it is written.

use stringmill::{
    AsciiEscape, Chunk, Error, ErrorCode, FloatShape, FloatWrite, IllFormed, JsonEscape, NUMBER_ROOM, Profile, Repairs,
    float64_write, int64_write, json_escape,
};

const FLOATS: FloatWrite = FloatWrite::new(&FloatShape::PYTHON);
/// As `json` with `ensure_ascii=False`. Lone surrogates are three bytes, which pass.
static PLAIN: JsonEscape<'static> = rules(&Profile::JSON, IllFormed::Copy);
/// As `json` with `ensure_ascii=True`, which also escapes DEL.
static ASCII: JsonEscape<'static> = rules(&ASCII_PROFILE, IllFormed::Reject);
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

/// The system refused memory.
pub(super) struct Refused;

/// The text of a document, with initialised room after it.
pub(super) struct Text {
    bytes: Vec<u8>,
    len: usize,
    ascii: bool,
}

impl Text {
    /// An empty text; `ascii` says whether to escape all other characters.
    pub(super) fn new(ascii: bool) -> Self {
        Text { bytes: Vec::new(), len: 0, ascii }
    }

    pub(super) fn written(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Room for at least `len` bytes.
    fn room(&mut self, len: usize) -> Result<&mut [u8], Refused> {
        let needed = self.len.checked_add(len).ok_or(Refused)?;
        if self.bytes.len() < needed {
            let new = needed.max(self.bytes.len().saturating_mul(2)).max(FIRST);
            self.bytes.try_reserve_exact(new - self.bytes.len()).map_err(|_| Refused)?;
            self.bytes.resize(new, 0);
        }
        Ok(&mut self.bytes[self.len..])
    }

    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        self.room(bytes.len())?[..bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
        Ok(())
    }

    /// A line feed and `level` times `indent`.
    pub(super) fn line(&mut self, indent: &[u8], level: usize) -> Result<(), Refused> {
        self.put(b"\n")?;
        (0..level).try_for_each(|_| self.put(indent))
    }

    pub(super) fn int(&mut self, value: i64) -> Result<(), Refused> {
        let room = self.room(NUMBER_ROOM)?;
        // There is always room enough.
        let len = int64_write(value, room).unwrap_or(0);
        self.len += len;
        Ok(())
    }

    /// A finite float.
    pub(super) fn float(&mut self, value: f64) -> Result<(), Refused> {
        let room = self.room(NUMBER_ROOM)?;
        let len = float64_write(&FLOATS, value, room).unwrap_or(0);
        self.len += len;
        Ok(())
    }

    /// A string and its quotes. With lone surrogates, `text` has three bytes for each, and not all is to be ASCII.
    pub(super) fn string(&mut self, text: &[u8]) -> Result<(), Refused> {
        let rules = if self.ascii { &ASCII } else { &PLAIN };
        // Room for both quotes, which most strings need no more of.
        self.room(text.len() + JsonEscape::UNIT_MAX + 2)?[0] = b'"';
        self.len += 1;
        let mut read = 0;
        loop {
            let room = &mut self.bytes[self.len..];
            let done = json_escape(rules, &text[read..], room, Chunk::Last, &mut Repairs::default());
            // Text of Python is well-formed if it has no lone surrogates.
            let done = done.unwrap_or_else(|error: Error| unreachable!("{}", ErrorCode::says(error.code)));
            self.len += done.written;
            read += done.read;
            if read == text.len() {
                return self.put(b"\"");
            }
            self.room(self.bytes.len())?;
        }
    }
}

/// The first room.
const FIRST: usize = 512;
