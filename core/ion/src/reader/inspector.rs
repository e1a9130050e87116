//! Binary Ion part by part, with the place and the bytes of each: version markers, padding, field names, annotations,
//! values and symbol tables.
//!
//! The reader finds a field name, annotations and their value together, and checks them. `found` has the places of all
//! three, which are then reported one after the other.

use super::Reader;
use crate::binary::input::{Binary, Item, RawValue};
use crate::event::Event;
use crate::grammar::text_value::{Name, Token};
use crate::grammar::window::{Scan, ScanStop};
use crate::kind::Kind;
use crate::options::Options;
use crate::symbols::Symbol;
use crate::write_error::WriteError;
use crate::writer::Writer;
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// A part of binary Ion.
///
/// ```
/// use stringmill::ion::{Inspector, Kind, PartKind, Reader};
///
/// let mut inspector = Inspector::new(Reader::new(b"\xE0\x01\x00\xEA\x71\x04"));
/// inspector.next()?;
/// let part = inspector.next()?.unwrap();
/// assert_eq!((part.kind, part.offset, part.len), (PartKind::Value(Kind::Symbol), 4, 2));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The kind of part.
    pub kind: PartKind,
    /// Offset of its first byte in the whole input.
    pub offset: u64,
    /// The length of the part in bytes with all parts in it: annotations include their value, and a container includes
    /// its values. Zero for the end of a container.
    pub len: u64,
    /// How many containers are open around it.
    pub depth: usize,
    /// Offset of the end of the value that it belongs to.
    pub end: u64,
}

/// What a part of binary Ion is.
///
/// ```
/// use stringmill::ion::{Inspector, Kind, PartKind, Reader};
///
/// let mut inspector = Inspector::new(Reader::new(b"\xE0\x01\x00\xEA\x71\x04"));
/// inspector.next()?;
/// let part = inspector.next()?.unwrap();
/// assert_eq!((part.kind, part.offset, part.len), (PartKind::Value(Kind::Symbol), 4, 2));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A version marker.
    VersionMarker,
    /// Padding, which has no value (NOP pad).
    Padding,
    /// The field name of the value or padding that follows.
    FieldName,
    /// The annotations of the value that follows, which is inside.
    Annotations,
    /// A scalar.
    Value(Kind),
    /// A null of a type.
    Null(Kind),
    /// A list, sexp or struct; its values follow.
    Open(Kind),
    /// The end of a list, sexp or struct.
    Close(Kind),
}

/// Reads binary Ion part by part, as a [`Reader`] does, which checks it and resolves symbols; symbol tables are parts
/// like other values. [`Inspector::bytes`] of all parts, one after the other, are the input, except for the contents of
/// padding.
///
/// ```
/// use stringmill::ion::{Inspector, Kind, Part, PartKind, Reader};
/// use stringmill::Chunk;
///
/// let mut inspector = Inspector::new(Reader::streaming());
/// inspector.feed(b"\xE0\x01\x00\xEA\xB2\x21\x07", Chunk::Last);
/// assert_eq!(inspector.next()?.unwrap().kind, PartKind::VersionMarker);
/// let list = inspector.next()?.unwrap();
/// assert_eq!(list, Part { kind: PartKind::Open(Kind::List), offset: 4, len: 3, depth: 0, end: 7 });
/// assert_eq!(inspector.bytes(), b"\xB2");
/// assert_eq!(inspector.next()?.unwrap().kind, PartKind::Value(Kind::Int));
/// assert_eq!(inspector.bytes(), b"\x21\x07");
/// assert_eq!(inspector.text()?, b"7");
/// assert_eq!(inspector.next()?.unwrap().kind, PartKind::Close(Kind::List));
/// assert_eq!(inspector.next()?, None);
/// assert_eq!((inspector.settled(), inspector.ids().count()), (7, 0));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Debug)]
pub struct Inspector<'a> {
    reader: Reader<'a>,
    /// The last part.
    part: Option<Part>,
    /// The value or padding whose field name or annotations are the last part.
    kind: Option<PartKind>,
    /// The ID of the value, a symbol or a string of a symbol table.
    id: Option<u64>,
    /// Writes values, into a list.
    writer: Writer,
    text: Vec<u8>,
}

impl<'a> Inspector<'a> {
    /// An inspector of the input of `reader`, which has not begun.
    pub fn new(reader: Reader<'a>) -> Self {
        Inspector {
            reader: reader.only_binary(),
            part: None,
            kind: None,
            id: None,
            writer: Writer::new(Options::COMPACT),
            text: Vec::new(),
        }
    }

    /// As [`Reader::feed`]. Call it only after [`Inspector::next`] has returned `None`.
    pub fn feed(&mut self, piece: &[u8], chunk: Chunk) {
        self.part = None;
        self.reader.feed(piece, chunk);
    }

    /// As [`Reader::settled`].
    pub fn settled(&self) -> u64 {
        self.reader.settled()
    }

    /// The next part; `None` if it needs more input, or after the last piece if there is none.
    ///
    /// # Errors
    ///
    /// As [`Reader::next`]; parts of the value with the error that precede it are not reported.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend the current part")]
    pub fn next(&mut self) -> Result<Option<Part>, Error> {
        self.part = match (self.part, self.kind) {
            (Some(part), Some(kind)) => Some(self.following(part.kind, kind)),
            _ => self.first_of_next()?,
        };
        Ok(self.part)
    }

    /// The first part of the next value, padding, version marker or end of a container.
    fn first_of_next(&mut self) -> Result<Option<Part>, Error> {
        self.reader.refused()?;
        match self.next_kind() {
            Ok(Some(kind @ (PartKind::Close(_) | PartKind::VersionMarker))) => Ok(Some(self.part_of(kind))),
            Ok(Some(kind)) => {
                self.kind = Some(kind);
                Ok(Some(self.first_part(kind)))
            }
            Ok(None) | Err(ScanStop::More) => Ok(None),
            Err(ScanStop::Error(code, at)) => {
                let error = Error::new(code, self.reader.base + at as u64);
                Err(*self.reader.failed.get_or_insert(error))
            }
        }
    }

    fn next_kind(&mut self) -> Scan<Option<PartKind>> {
        let reader = &mut self.reader;
        reader.recognise()?;
        let mut binary = reader.binary.take().expect("only binary Ion is accepted");
        let item = reader.next_item(&mut binary);
        let ends_table = matches!(binary.ends[..], [table, list] if table == list);
        reader.binary = Some(binary);
        let event = match item? {
            Item::Marker => return Ok(Some(PartKind::VersionMarker)),
            Item::Padding => return Ok(Some(PartKind::Padding)),
            Item::Event(event) => event,
        };
        self.id = match (event, &reader.current.token, &reader.table) {
            (Event::Value(Kind::Symbol), Token::SymbolId(id), _) => Some(*id),
            // No imports may follow, which would change the ID.
            (Event::Value(Kind::String), _, Some(table)) if ends_table || table.has_imports() => {
                table.next_id(&reader.symbols)
            }
            _ => None,
        };
        if reader.table.is_some() {
            reader.build_table(event)?;
        } else {
            reader.is_system_value(event)?;
        }
        Ok(match event {
            Event::Value(kind) => Some(PartKind::Value(kind)),
            Event::Null(kind) => Some(PartKind::Null(kind)),
            Event::Open(kind) => Some(PartKind::Open(kind)),
            Event::Close(kind) => Some(PartKind::Close(kind)),
            Event::NeedInput | Event::End => None,
        })
    }

    /// The first part of a value or padding of this kind.
    fn first_part(&mut self, kind: PartKind) -> Part {
        if self.reader.current.field.is_some() {
            return self.part_of(PartKind::FieldName);
        }
        self.following(PartKind::FieldName, kind)
    }

    /// The part after `last`, of a value or padding of this kind.
    fn following(&mut self, last: PartKind, kind: PartKind) -> Part {
        let is_annotated = kind != PartKind::Padding && !self.reader.current.annotations.is_empty();
        if last == PartKind::FieldName && is_annotated {
            return self.part_of(PartKind::Annotations);
        }
        self.kind = None;
        self.part_of(kind)
    }

    fn part_of(&self, kind: PartKind) -> Part {
        let (reader, found) = (&self.reader, self.found());
        let base = reader.base;
        let (start, end) = match kind {
            PartKind::FieldName => (0, found.first as u64),
            PartKind::Annotations => (found.first, found.end),
            PartKind::Close(_) => (0, 0),
            _ => (found.head.start, found.end),
        };
        let is_inside = matches!(self.kind.unwrap_or(kind), PartKind::Open(_));
        Part {
            kind,
            offset: base + start as u64,
            len: end - start as u64,
            depth: reader.depth() - usize::from(is_inside),
            end: base + if kind == PartKind::FieldName { found.end } else { end },
        }
    }

    fn binary(&self) -> &Binary<'a> {
        self.reader.binary.as_ref().expect("only binary Ion is accepted")
    }

    fn found(&self) -> &RawValue {
        &self.binary().found
    }

    /// The bytes that belong to the last part and to no other part: all bytes of a scalar; the head of annotations,
    /// with the annotations; the head of a container or of padding; no bytes for the end of a container.
    pub fn bytes(&self) -> &[u8] {
        let Some(Part { kind, .. }) = self.part else { return &[] };
        let found = self.found();
        let (start, end) = match kind {
            PartKind::FieldName => (0, found.first),
            PartKind::Annotations => (found.first, found.head.start),
            // The value is available whole.
            PartKind::Value(_) => (found.head.start, found.end as usize),
            PartKind::Close(_) => return &[],
            _ => (found.head.start, found.body),
        };
        let binary = self.binary();
        &binary.input[binary.from..][start..end]
    }

    /// The symbol IDs of the last part: of a field name, of annotations, of a symbol; of a string in the list of
    /// symbols of a symbol table the ID that it gets, if it is known so early.
    pub fn ids(&self) -> impl Iterator<Item = u64> {
        let current = &self.reader.current;
        let (field, annotations, id) = match self.part.map(|part| part.kind) {
            Some(PartKind::FieldName) => (current.field.as_ref(), &[][..], None),
            Some(PartKind::Annotations) => (None, &current.annotations[..], None),
            Some(PartKind::Value(_)) => (None, &[][..], self.id),
            _ => (None, &[][..], None),
        };
        let name_id = |name: &Name| if let Name::Id(id, _) = name { Some(*id) } else { None };
        field.into_iter().chain(annotations).filter_map(name_id).chain(id)
    }

    /// The last part as Ion text: a field name with its colon, annotations with theirs, a scalar, a bracket; nothing
    /// for padding. A symbol of unknown text is its ID, as `$10`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::MemoryRefused`] at the offset of the part.
    pub fn text(&mut self) -> Result<&[u8], Error> {
        self.text.clear();
        let Some(Part { kind, offset, .. }) = self.part else { return Ok(&[]) };
        self.put_text(kind).map_err(|_| Error::new(ErrorCode::MemoryRefused, offset))?;
        Ok(&self.text)
    }

    fn put_text(&mut self, kind: PartKind) -> Result<(), WriteError> {
        let Inspector { reader, writer, text, .. } = self;
        match kind {
            PartKind::VersionMarker => put(text, b"$ion_1_0"),
            PartKind::Padding => Ok(()),
            PartKind::FieldName => {
                reader.field_name().map_or(Ok(()), |name| put_symbol(text, writer, name))?;
                put(text, b":")
            }
            PartKind::Annotations => reader.annotations().try_for_each(|symbol| {
                put_symbol(text, writer, symbol)?;
                put(text, b"::")
            }),
            PartKind::Value(Kind::Symbol) => {
                let symbol = reader.symbol().ok_or(WriteError::MemoryRefused)?;
                put_symbol(text, writer, symbol)
            }
            PartKind::Value(kind) => put_value(text, writer, |writer| writer.copy_scalar(reader, kind)),
            PartKind::Null(kind) => put_value(text, writer, |writer| writer.null(kind)),
            PartKind::Open(kind) => put(text, bracket(kind, [b"[", b"(", b"{"])),
            PartKind::Close(kind) => put(text, bracket(kind, [b"]", b")", b"}"])),
        }
    }
}

fn bracket(kind: Kind, [list, sexp, structure]: [&[u8; 1]; 3]) -> &[u8] {
    match kind {
        Kind::List => list,
        Kind::Sexp => sexp,
        _ => structure,
    }
}

fn put_symbol(text: &mut Vec<u8>, writer: &mut Writer, symbol: Symbol<'_>) -> Result<(), WriteError> {
    match symbol {
        Symbol { text: Some(name), .. } => put_value(text, writer, |writer| writer.symbol(name)),
        Symbol { id, .. } => put(text, format!("${}", id.unwrap_or(0)).as_bytes()),
    }
}

/// Adds the value that `write` writes to a list, because at the top level some symbols would be system values.
fn put_value(
    text: &mut Vec<u8>,
    writer: &mut Writer,
    write: impl FnOnce(&mut Writer) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    if writer.depth() == 0 {
        writer.begin(Kind::List)?;
        writer.clear_ready();
    }
    write(writer)?;
    let written = writer.ready();
    put(text, written.strip_prefix(b",").unwrap_or(written))?;
    writer.clear_ready();
    Ok(())
}

fn put(text: &mut Vec<u8>, bytes: &[u8]) -> Result<(), WriteError> {
    text.try_reserve(bytes.len()).map_err(|_| WriteError::MemoryRefused)?;
    text.extend_from_slice(bytes);
    Ok(())
}
