//! Typed JSON back into Ion. `docs/ion.md` has the table of types; `to_typed.rs` is the opposite direction.

use crate::conversion_error::ConversionError;
use crate::ion_values::IonValues;
use crate::to_typed::{ANNOTATIONS, ID, NAME, RESERVED, SYMBOL_TABLE, VALUE};
use crate::tokens::Token;
use stringmill_ion::{Event, Import, Kind, Limits, Reader};
use stringmill_kernels::{Base64Decode, base64_decode};
use stringmill_outcome::{Chunk, ErrorCode};

/// The state of the conversion, as a stack of open JSON containers.
#[derive(Debug)]
pub(crate) struct TypedReader {
    open: Vec<OpenContainer>,
    imports: Vec<PartialImport>,
}

/// An import that is being read.
#[derive(Debug, Default)]
struct PartialImport {
    name: String,
    version: u64,
    len: u64,
}

/// An open JSON container, and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenContainer {
    /// An object, before its first name.
    Unknown,
    /// A struct, list or sexp.
    Container,
    /// An object that is one value of this kind.
    Value(Kind, Stage),
    /// An object that is a typed null.
    Null(Stage),
    /// An annotated value: the array of annotations, `$ion_value`, the value, the end.
    Annotated(Stage),
    /// The array of annotations.
    Annotations,
    /// A symbol table: its imports, then the end.
    Table(Stage),
    /// The imports.
    Imports,
    /// One import, and the member whose value comes next.
    Import(Member),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Begun,
    /// After the annotations of a value: the member `$ion_value` comes next.
    Named,
    /// After the name `$ion_value`: the annotated value comes next.
    Valued,
    Done,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Member {
    Any,
    Name,
    Version,
    Len,
}

impl TypedReader {
    pub(crate) fn new() -> Self {
        TypedReader { open: Vec::new(), imports: Vec::new() }
    }

    pub(crate) fn restart(&mut self) {
        self.open.clear();
        self.imports.clear();
    }

    /// Whether the next string is a value, which may come in parts.
    pub(crate) fn takes_parts(&self) -> bool {
        matches!(self.open.last(), None | Some(OpenContainer::Container | OpenContainer::Annotated(Stage::Valued)))
    }

    /// Converts the next token.
    #[inline]
    pub(crate) fn token(
        &mut self,
        values: &mut IonValues,
        token: Token<'_>,
        offset: u64,
    ) -> Result<(), ConversionError> {
        // A token opens at most two levels.
        self.open.try_reserve(2).map_err(|_| ConversionError::no_memory(offset))?;
        match self.open.last().copied() {
            None | Some(OpenContainer::Container) => self.value(values, token, offset),
            Some(open) => self.inside(open, values, token, offset),
        }
    }

    /// Converts a token of a value, or the end of its container.
    #[inline]
    fn value(&mut self, values: &mut IonValues, token: Token<'_>, offset: u64) -> Result<(), ConversionError> {
        match token {
            Token::OpenObject => {
                self.open.push(OpenContainer::Unknown);
                return Ok(());
            }
            Token::OpenArray => self.open.push(OpenContainer::Container),
            Token::CloseObject | Token::CloseArray => {
                self.open.pop();
            }
            Token::Name(raw) => return name(values, raw, offset),
            Token::Number(text) => {
                // Floats have an exponent, decimals a point, ints neither.
                let kind = match () {
                    () if text.iter().any(|byte| byte | 0x20 == b'e') => Kind::Float,
                    () if text.contains(&b'.') => Kind::Decimal,
                    () => Kind::Int,
                };
                values.writer.token(kind, text).map_err(|error| ConversionError::write(error, offset))?;
                self.ended(token);
                return Ok(());
            }
            Token::String(_) | Token::StringEnds(_) | Token::True | Token::False | Token::Null => {}
            Token::StringBegins(_) | Token::StringPart(_) => return values.token(token, offset),
        }
        values.token(token, offset)?;
        self.ended(token);
        Ok(())
    }

    /// After an annotated value, the end of its object must come.
    fn ended(&mut self, token: Token<'_>) {
        if matches!(token, Token::OpenArray | Token::OpenObject | Token::Name(_)) {
            return;
        }
        if let Some(OpenContainer::Annotated(stage)) = self.open.last_mut() {
            *stage = Stage::Done;
        }
    }

    /// Converts a token inside of a typed object.
    fn inside(
        &mut self,
        open: OpenContainer,
        values: &mut IonValues,
        token: Token<'_>,
        offset: u64,
    ) -> Result<(), ConversionError> {
        let next = match (open, token) {
            (OpenContainer::Unknown, Token::CloseObject) => {
                self.open.pop();
                values.token(Token::OpenObject, offset)?;
                values.token(Token::CloseObject, offset)?;
                self.ended(token);
                return Ok(());
            }
            (OpenContainer::Unknown, Token::Name(raw)) => match marker(values.unescape(raw, offset)?) {
                Some(OpenContainer::Table(_)) if self.open.len() > 1 => return Err(not_typed(offset)),
                Some(open) => open,
                None => {
                    values.token(Token::OpenObject, offset)?;
                    name(values, raw, offset)?;
                    OpenContainer::Container
                }
            },
            (OpenContainer::Value(Kind::Sexp, Stage::Begun), Token::OpenArray) => {
                values.writer.begin(Kind::Sexp).map_err(|error| ConversionError::write(error, offset))?;
                self.put(OpenContainer::Value(Kind::Sexp, Stage::Done));
                self.open.push(OpenContainer::Container);
                return Ok(());
            }
            (OpenContainer::Value(kind, Stage::Begun), Token::String(raw)) if kind != Kind::Sexp => {
                scalar(values, kind, raw, offset)?;
                OpenContainer::Value(kind, Stage::Done)
            }
            (OpenContainer::Value(Kind::Symbol, Stage::Begun), Token::Number(text)) => {
                values.writer.symbol_id(id(text, offset)?).map_err(|error| ConversionError::write(error, offset))?;
                OpenContainer::Value(Kind::Symbol, Stage::Done)
            }
            (OpenContainer::Null(Stage::Begun), Token::String(raw)) => {
                let kind = kind_of_name(raw).ok_or(not_typed(offset))?;
                values.writer.null(kind).map_err(|error| ConversionError::write(error, offset))?;
                OpenContainer::Null(Stage::Done)
            }
            (
                OpenContainer::Value(_, Stage::Done)
                | OpenContainer::Null(Stage::Done)
                | OpenContainer::Annotated(Stage::Done),
                Token::CloseObject,
            ) => {
                self.open.pop();
                self.ended(token);
                return Ok(());
            }
            _ => return self.annotations(open, values, token, offset),
        };
        self.put(next);
        Ok(())
    }

    /// Converts a token of the annotations of a value, or the value.
    fn annotations(
        &mut self,
        open: OpenContainer,
        values: &mut IonValues,
        token: Token<'_>,
        offset: u64,
    ) -> Result<(), ConversionError> {
        let next = match (open, token) {
            (OpenContainer::Annotated(Stage::Begun), Token::OpenArray) => {
                self.put(OpenContainer::Annotated(Stage::Named));
                self.open.push(OpenContainer::Annotations);
                return Ok(());
            }
            (OpenContainer::Annotations, Token::String(raw)) => {
                let (text, writer) = values.unescape_beside_writer(raw, offset)?;
                writer.annotation(text).map_err(|error| ConversionError::write(error, offset))?;
                OpenContainer::Annotations
            }
            (OpenContainer::Annotations, Token::Number(text)) => {
                values
                    .writer
                    .annotation_id(id(text, offset)?)
                    .map_err(|error| ConversionError::write(error, offset))?;
                OpenContainer::Annotations
            }
            (OpenContainer::Annotations | OpenContainer::Imports, Token::CloseArray) => {
                self.open.pop();
                return Ok(());
            }
            (OpenContainer::Annotated(Stage::Named), Token::Name(raw)) if raw == VALUE => {
                OpenContainer::Annotated(Stage::Valued)
            }
            (OpenContainer::Annotated(Stage::Valued), _) if !matches!(token, Token::Name(_) | Token::CloseObject) => {
                return self.value(values, token, offset);
            }
            _ => return self.table(open, values, token, offset),
        };
        self.put(next);
        Ok(())
    }

    /// Converts a token of a symbol table; any other token is an error.
    fn table(
        &mut self,
        open: OpenContainer,
        values: &mut IonValues,
        token: Token<'_>,
        offset: u64,
    ) -> Result<(), ConversionError> {
        match (open, token) {
            (OpenContainer::Table(Stage::Begun), Token::OpenArray) => {
                self.imports.clear();
                self.put(OpenContainer::Table(Stage::Done));
                self.open.push(OpenContainer::Imports);
            }
            (OpenContainer::Imports, Token::OpenObject) => {
                self.imports.try_reserve(1).map_err(|_| ConversionError::no_memory(offset))?;
                self.imports.push(PartialImport::default());
                self.open.push(OpenContainer::Import(Member::Any));
            }
            (OpenContainer::Import(Member::Any), Token::Name(raw)) => {
                let member = match raw {
                    b"name" => Member::Name,
                    b"version" => Member::Version,
                    b"max_id" => Member::Len,
                    _ => return Err(not_typed(offset)),
                };
                self.put(OpenContainer::Import(member));
            }
            (OpenContainer::Import(Member::Any), Token::CloseObject) => {
                self.open.pop();
            }
            (OpenContainer::Import(member), Token::String(_) | Token::Number(_)) => {
                let import = self.imports.last_mut().ok_or(not_typed(offset))?;
                match (member, token) {
                    (Member::Name, Token::String(raw)) => {
                        let text = values.unescape(raw, offset)?;
                        import.name.clear();
                        import.name.try_reserve_exact(text.len()).map_err(|_| ConversionError::no_memory(offset))?;
                        text.utf8_chunks().for_each(|chunk| import.name.push_str(chunk.valid()));
                    }
                    (Member::Version, Token::Number(text)) => import.version = id(text, offset)?,
                    (Member::Len, Token::Number(text)) => import.len = id(text, offset)?,
                    _ => return Err(not_typed(offset)),
                }
                self.put(OpenContainer::Import(Member::Any));
            }
            (OpenContainer::Table(Stage::Done), Token::CloseObject) => {
                let mut imports = Vec::new();
                imports.try_reserve_exact(self.imports.len()).map_err(|_| ConversionError::no_memory(offset))?;
                let imported = self.imports.iter();
                imports.extend(imported.map(|import| Import {
                    name: &import.name,
                    version: import.version,
                    len: import.len,
                }));
                values.writer.symbol_table(&imports, []).map_err(|error| ConversionError::write(error, offset))?;
                self.open.pop();
            }
            _ => return Err(not_typed(offset)),
        }
        Ok(())
    }

    fn put(&mut self, open: OpenContainer) {
        if let Some(last) = self.open.last_mut() {
            *last = open;
        }
    }
}

fn not_typed(offset: u64) -> ConversionError {
    ConversionError::at(ErrorCode::ConvertTyped, offset)
}

/// The meaning of an object with this first name; `None` for a struct.
fn marker(name: &[u8]) -> Option<OpenContainer> {
    let kind = match name.strip_prefix(RESERVED)? {
        b"null" => return Some(OpenContainer::Null(Stage::Begun)),
        b"int" => Kind::Int,
        b"decimal" => Kind::Decimal,
        b"float" => Kind::Float,
        b"timestamp" => Kind::Timestamp,
        b"symbol" => Kind::Symbol,
        b"clob" => Kind::Clob,
        b"blob" => Kind::Blob,
        b"sexp" => Kind::Sexp,
        _ if name == ANNOTATIONS => return Some(OpenContainer::Annotated(Stage::Begun)),
        _ if name == SYMBOL_TABLE => return Some(OpenContainer::Table(Stage::Begun)),
        _ => return None,
    };
    Some(OpenContainer::Value(kind, Stage::Begun))
}

/// Writes a field name.
fn name(values: &mut IonValues, raw: &[u8], offset: u64) -> Result<(), ConversionError> {
    let (text, writer) = values.unescape_beside_writer(raw, offset)?;
    let done = match text.strip_prefix(ID) {
        Some(digits) => writer.field_name_id(id(digits, offset)?),
        None => writer.field_name(text.strip_prefix(NAME).unwrap_or(text)),
    };
    done.map_err(|error| ConversionError::write(error, offset))
}

fn id(digits: &[u8], offset: u64) -> Result<u64, ConversionError> {
    let text = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    text.and_then(|text| text.parse().ok()).ok_or(not_typed(offset))
}

fn scalar(values: &mut IonValues, kind: Kind, raw: &[u8], offset: u64) -> Result<(), ConversionError> {
    let (text, writer) = values.unescape_beside_writer(raw, offset)?;
    let done = match kind {
        Kind::Symbol => writer.symbol(text),
        Kind::Clob => writer.clob(&latin1(text, offset)?),
        Kind::Blob => writer.blob(&base64(text, offset)?),
        kind => writer.token(kind, text),
    };
    done.map_err(|error| ConversionError::write(error, offset))
}

/// Code points up to U+00FF as bytes.
fn latin1(text: &[u8], offset: u64) -> Result<Vec<u8>, ConversionError> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(text.len()).map_err(|_| ConversionError::no_memory(offset))?;
    for c in std::str::from_utf8(text).map_err(|_| not_typed(offset))?.chars() {
        bytes.push(u8::try_from(u32::from(c)).map_err(|_| not_typed(offset))?);
    }
    Ok(bytes)
}

fn base64(text: &[u8], offset: u64) -> Result<Vec<u8>, ConversionError> {
    let bound = Base64Decode::STANDARD.bound(text.len());
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(bound).map_err(|_| ConversionError::no_memory(offset))?;
    bytes.resize(bound, 0);
    let done = base64_decode(Base64Decode::STANDARD, text, &mut bytes, Chunk::Last).map_err(|_| not_typed(offset))?;
    bytes.truncate(done.written);
    Ok(bytes)
}

/// The kind of `null.` and this name.
fn kind_of_name(name: &[u8]) -> Option<Kind> {
    // The longest name has nine letters.
    let text = [b"null.", name.get(..name.len().min(16))?].concat();
    let mut reader = Reader::new(&text).limited(Limits { value_len: 64, ..Limits::DEFAULT });
    match reader.next() {
        Ok(Event::Null(kind)) if reader.raw_text().len() == text.len() => Some(kind),
        _ => None,
    }
}
