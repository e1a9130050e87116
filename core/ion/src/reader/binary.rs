//! Binary Ion as a source of values: finds the next value and spells it as text, on which the methods of the reader
//! work.
//!
//! `text` holds the current value: its bytes before the value unchanged, then the value as text. So places in `text` up
//! to the beginning of the value are places in the input. A value that the input cuts is read again once more input is
//! there, and a scalar once all its bytes are there.

use super::{Reader, takes_commas};
use crate::binary::VERSION_MARKER;
use crate::binary::cursor::{Cursor, Head, Tag};
use crate::binary::input::{Binary, Item, RawValue};
use crate::binary::scalar;
use crate::event::Event;
use crate::grammar::text_value::{Name, Token};
use crate::grammar::window::{Scan, ScanStop};
use crate::kind::Kind;
use stringmill_outcome::ErrorCode;
use stringmill_output::Output;

impl Reader<'_> {
    /// The next event of binary Ion, including version markers and symbol tables.
    pub(super) fn binary_event(&mut self) -> Scan<Event> {
        let mut binary = self.binary.take().expect("the input is binary");
        let event = self.next_value(&mut binary);
        self.binary = Some(binary);
        event
    }

    fn next_value(&mut self, binary: &mut Binary<'_>) -> Scan<Event> {
        loop {
            if let Item::Event(event) = self.next_item(binary)? {
                return Ok(event);
            }
        }
    }

    /// The next event, version marker or padding; `Binary::found` then has its places.
    #[inline(always)]
    pub(super) fn next_item(&mut self, binary: &mut Binary<'_>) -> Scan<Item> {
        self.advance(binary);
        self.skip_padding(binary)?;
        let cursor = binary.cursor(self.base, self.last);
        match self.inside {
            Some(kind) if cursor.end == 0 => {
                binary.ends.pop();
                self.leave();
                return Ok(Item::Event(Event::Close(kind)));
            }
            None if cursor.bytes.is_empty() && self.last => return Ok(Item::Event(Event::End)),
            _ => {}
        }
        if cursor.bytes.len() < self.needed && !self.last {
            return Err(ScanStop::More);
        }
        self.needed = 0;
        let found = self.find(cursor).inspect_err(|stop| {
            if *stop == ScanStop::More && cursor.bytes.len() >= READ_AGAIN_BELOW {
                self.needed = cursor.bytes.len() * 2;
            }
        })?;
        binary.found = found;
        match found.head.tag {
            Tag::Padding => {
                binary.padding = found.head.len;
                self.at = found.body;
                Ok(Item::Padding)
            }
            Tag::Marker => {
                self.reset_symbols();
                self.at = found.body;
                Ok(Item::Marker)
            }
            _ => self.take_value(binary, &found).map(Item::Event),
        }
    }

    /// Moves to the next unread byte.
    fn advance(&mut self, binary: &mut Binary<'_>) {
        binary.from += self.at;
        self.base += self.at as u64;
        self.at = 0;
    }

    fn skip_padding(&mut self, binary: &mut Binary<'_>) -> Scan<()> {
        if binary.padding == 0 {
            return Ok(());
        }
        let available = binary.input.len() - binary.from;
        let len = usize::try_from(binary.padding).unwrap_or(usize::MAX).min(available);
        binary.padding -= len as u64;
        self.at = len;
        self.advance(binary);
        if binary.padding > 0 { Err(binary.cursor(self.base, self.last).cut()) } else { Ok(()) }
    }

    /// Finds the value at `cursor`. Sets its field name and annotations, and returns its places.
    fn find(&mut self, mut cursor: Cursor<'_>) -> Scan<RawValue> {
        let current = &mut self.current;
        current.annotations.clear();
        (current.field, current.begin, current.clean, current.clean_field) = (None, 0, false, false);
        if self.inside == Some(Kind::Struct) {
            current.field = Some(Name::Id(cursor.var_uint()?, 0));
        }
        let mut head = cursor.head()?;
        let first = head.start;
        match head.tag {
            Tag::Marker => {
                marker(cursor, head.start, self.inside)?;
                cursor.at = VERSION_MARKER.len();
            }
            Tag::Wrapper => {
                cursor.end = cursor.at as u64 + head.len;
                self.read_annotations(&mut cursor)?;
                head = cursor.head()?;
                if matches!(head.tag, Tag::Wrapper | Tag::Padding | Tag::Marker) {
                    return Err(ScanStop::Error(ErrorCode::IonBinaryAnnotations, head.start));
                }
                if value_end(&head, &cursor) != cursor.end {
                    return Err(ScanStop::Error(ErrorCode::IonBinaryLength, head.start));
                }
            }
            _ => {}
        }
        Ok(RawValue { first, head, body: cursor.at, end: value_end(&head, &cursor) })
    }

    /// Reads the annotations of a wrapper, at least one.
    fn read_annotations(&mut self, cursor: &mut Cursor<'_>) -> Scan<()> {
        let start = cursor.at;
        let len = cursor.var_uint()?;
        let end = (cursor.at as u64).checked_add(len).filter(|&end| end <= cursor.end);
        let end = end.ok_or(ScanStop::Error(ErrorCode::IonBinaryLength, start))?;
        if len == 0 {
            return Err(ScanStop::Error(ErrorCode::IonBinaryAnnotations, start));
        }
        let outer = std::mem::replace(&mut cursor.end, end);
        while (cursor.at as u64) < end {
            let at = cursor.at;
            let id = cursor.var_uint()?;
            if self.current.annotations.try_reserve(1).is_err() {
                return Err(ScanStop::Error(ErrorCode::MemoryRefused, at));
            }
            self.current.annotations.push(Name::Id(id, at));
        }
        cursor.end = outer;
        Ok(())
    }

    /// Makes a value the current one: checks it, spells it, and returns its event.
    fn take_value(&mut self, binary: &mut Binary<'_>, found: &RawValue) -> Scan<Event> {
        let RawValue { head, body, end, .. } = *found;
        let opens = match head.tag {
            Tag::Container(kind) => Some(kind),
            _ => None,
        };
        let known = if opens.is_some() { body as u64 } else { end };
        if known > self.limits.value_len as u64 {
            // The input may end before the limit.
            return Err(ScanStop::Error(ErrorCode::LimitStringLen, head.start));
        }
        let known = known as usize;
        if binary.input.len() - binary.from < known {
            self.needed = known;
            return Err(binary.cursor(self.base, self.last).cut());
        }
        let mut spelled = std::mem::take(&mut binary.spelled);
        spelled.truncate(0);
        let cursor = binary.cursor(self.base, self.last);
        let token = self.spell(&mut spelled, Cursor { at: body, end, ..cursor }, head);
        let stored = self.store(&cursor.bytes[..head.start], &spelled);
        let refused = spelled.is_refused();
        binary.spelled = if refused { Output::default() } else { spelled };
        self.current.token = token?;
        let has_room = opens.is_none() || self.outer.try_reserve(1).is_ok() && binary.ends.try_reserve(1).is_ok();
        if refused || !stored || !has_room {
            return Err(ScanStop::Error(ErrorCode::MemoryRefused, head.start));
        }
        self.check_ids()?;
        if opens.is_some() && self.outer.len() >= self.limits.depth {
            return Err(ScanStop::Error(ErrorCode::LimitDepth, head.start));
        }
        self.at = known;
        match (opens, self.current.token) {
            (Some(kind), _) => {
                binary.ends.push(self.base + end);
                self.enter(kind);
                Ok(Event::Open(kind))
            }
            (None, Token::Null(kind)) => {
                self.after_value = takes_commas(self.inside);
                Ok(Event::Null(kind))
            }
            (None, token) => Ok(Event::Value(if let Tag::Scalar(kind) = head.tag { kind } else { token.kind() })),
        }
    }

    /// Writes the text of a value; `body` begins after its head and ends with it.
    fn spell(&mut self, out: &mut Output, body: Cursor<'_>, head: Head) -> Scan<Token> {
        let bytes = || &body.bytes[body.at..body.end as usize];
        match head.tag {
            Tag::Null(kind) => Ok(Token::Null(kind)),
            Tag::Bool => {
                out.put(if head.len == 1 { b"true" } else { b"false" });
                Ok(Token::Bool(head.len == 1))
            }
            Tag::Int { negative } => scalar::int(out, negative, bytes(), head.start),
            Tag::Scalar(Kind::Blob) => {
                self.current.bytes.clear();
                match self.current.bytes.try_reserve(bytes().len()) {
                    Ok(()) => self.current.bytes.extend_from_slice(bytes()),
                    Err(_) => out.refuse(),
                }
                Ok(Token::Blob)
            }
            Tag::Scalar(kind) => scalar::spell(out, self.tier, kind, body),
            Tag::Container(kind) => {
                out.put_byte(match kind {
                    Kind::List => b'[',
                    Kind::Sexp => b'(',
                    _ => b'{',
                });
                Ok(Token::Open(kind))
            }
            Tag::Padding | Tag::Wrapper | Tag::Marker => unreachable!("these are no values"),
        }
    }

    /// Makes `text` the bytes before the value and the spelled value. False if the system refuses memory.
    fn store(&mut self, before: &[u8], spelled: &Output) -> bool {
        let text = self.text.to_mut();
        text.clear();
        let value = spelled.written();
        let granted = text.try_reserve(before.len() + value.len()).is_ok();
        if granted {
            text.extend_from_slice(before);
            text.extend_from_slice(value);
        }
        self.current.set_text(before.len()..text.len());
        granted
    }
}

/// Checks the version marker that begins at `start`.
fn marker(cursor: Cursor<'_>, start: usize, inside: Option<Kind>) -> Scan<()> {
    if inside.is_some() {
        return Err(ScanStop::Error(ErrorCode::IonBinaryType, start));
    }
    match cursor.bytes[start..].first_chunk::<4>() {
        Some(&VERSION_MARKER) => Ok(()),
        Some([0xE0, _, _, 0xEA]) => Err(ScanStop::Error(ErrorCode::IonVersion, start)),
        Some(_) => Err(ScanStop::Error(ErrorCode::IonBinaryType, start)),
        None => Err(cursor.cut()),
    }
}

/// The end of the value whose head has just been read.
fn value_end(head: &Head, cursor: &Cursor<'_>) -> u64 {
    cursor.at as u64 + if head.tag == Tag::Bool { 0 } else { head.len }
}

/// A value whose head the input cuts, and of which fewer bytes are available, is read again with each piece.
const READ_AGAIN_BELOW: usize = 4096;
