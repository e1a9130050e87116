//! Methods for values that come from the caller instead of a reader: the methods of [`Writer`](crate::Writer), for
//! binary Ion.

use super::{BinaryWriter, Prefix, put_bytes};
use crate::binary::encode::{self, WRAPPER, code, var_uint};
use crate::grammar::timestamp::Timestamp;
use crate::grammar::word::{SYMBOL_TABLE, VERSION_1_0};
use crate::kind::Kind;
use crate::symbols::SharedTable;
use crate::value::{Decimal, Int};
use crate::write_error::WriteError;

type WriteResult = Result<(), WriteError>;

/// Methods for callers without a reader. Symbols are texts, or `None` for symbol zero. An error drops the current value
/// at the top level.
impl BinaryWriter {
    /// The same writer, whose one symbol table precedes all values: [`BinaryWriter::ready`] is empty until
    /// [`BinaryWriter::finish`]. Its memory depends on the stream.
    #[must_use]
    pub fn with_one_table(mut self) -> Self {
        self.one_table = true;
        self
    }

    /// The same writer, whose symbol table imports these. Call it before the first value, on a writer with one table.
    ///
    /// # Errors
    ///
    /// [`WriteError::MemoryRefused`].
    pub fn importing(mut self, tables: &[SharedTable]) -> Result<Self, WriteError> {
        self.table.import(tables)?;
        Ok(self)
    }

    /// Gives a text the next ID, if it has no ID. A program can choose the order of IDs in this way.
    ///
    /// # Errors
    ///
    /// [`WriteError::MemoryRefused`].
    pub fn declare_symbol(&mut self, text: &str) -> WriteResult {
        let id = self.symbol_id(Some(text));
        self.or_drop(id.map(|_| ()))
    }

    /// Writes the field name of the next value.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMisplaced`] outside of a struct, or after another name or annotations.
    pub fn field_name(&mut self, name: Option<&str>) -> WriteResult {
        if self.prefix != Prefix::Nothing || self.inside() != Some(code(Kind::Struct)) {
            return self.or_drop(Err(WriteError::FieldNameMisplaced));
        }
        self.prefix = Prefix::FieldName;
        let id = self.symbol_id(name);
        let done = id.map(|id| var_uint(&mut self.value, id));
        self.or_drop(done)
    }

    /// Writes the annotations of the next value: all of them, at least one.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::Unfinished`] after other annotations.
    pub fn annotations<'t>(&mut self, texts: impl IntoIterator<Item = Option<&'t str>>) -> WriteResult {
        let done = self.put_annotations(texts);
        self.or_drop(done)
    }

    fn put_annotations<'t>(&mut self, texts: impl IntoIterator<Item = Option<&'t str>>) -> WriteResult {
        if matches!(self.prefix, Prefix::Annotations | Prefix::TableAnnotations) {
            return Err(WriteError::Unfinished);
        }
        self.require_name()?;
        let mut texts = texts.into_iter().peekable();
        let is_table =
            self.open.is_empty() && texts.peek().copied().flatten().is_some_and(|text| text.as_bytes() == SYMBOL_TABLE);
        self.open(WRAPPER, true)?;
        self.prefix = if is_table { Prefix::TableAnnotations } else { Prefix::Annotations };
        self.body.truncate(0);
        for text in texts {
            let id = self.symbol_id(text)?;
            var_uint(&mut self.body, id);
        }
        var_uint(&mut self.value, self.body.len() as u64);
        self.value.put(self.body.written());
        Ok(())
    }

    /// Begins a list, sexp or struct.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::NoContainer`] for another kind; [`WriteError::SystemValue`] for
    /// a struct at the top level whose first annotation is `$ion_symbol_table`.
    ///
    /// ```
    /// use stringmill::ion::{BinaryWriter, Kind};
    ///
    /// let mut writer = BinaryWriter::new(1 << 20);
    /// writer.begin(Kind::Struct)?;
    /// writer.field_name(Some("name"))?;
    /// writer.int64(17)?;
    /// writer.end()?;
    /// assert_eq!(writer.ready(), b"\xE0\x01\x00\xEA\xD3\x84\x21\x11");
    /// # Ok::<(), stringmill::ion::WriteError>(())
    /// ```
    pub fn begin(&mut self, kind: Kind) -> WriteResult {
        let done = match kind {
            Kind::Struct if self.prefix == Prefix::TableAnnotations => Err(WriteError::SystemValue),
            Kind::List | Kind::Sexp | Kind::Struct => self.require_name().and_then(|()| self.open(code(kind), false)),
            _ => Err(WriteError::NoContainer(kind)),
        };
        self.prefix = Prefix::Nothing;
        self.or_drop(done)
    }

    /// Ends the innermost container.
    ///
    /// # Errors
    ///
    /// [`WriteError::NothingToEnd`] at the top level; [`WriteError::Unfinished`] if a value is missing after its field
    /// name or annotations; [`WriteError::ValueLen`].
    pub fn end(&mut self) -> WriteResult {
        let done = match self.prefix {
            Prefix::Nothing => self.close().and_then(|()| self.end_value()),
            Prefix::FieldName | Prefix::Annotations | Prefix::TableAnnotations => Err(WriteError::Unfinished),
        };
        self.or_drop(done)
    }

    /// Writes the null of a type. Errors are those of [`BinaryWriter::int`].
    ///
    /// # Errors
    ///
    /// As there.
    pub fn null(&mut self, kind: Kind) -> WriteResult {
        self.scalar(|writer| {
            writer.value.put_byte(code(kind) << 4 | 15);
            Ok(())
        })
    }

    /// Writes a bool.
    ///
    /// # Errors
    ///
    /// As [`BinaryWriter::int`].
    pub fn bool(&mut self, value: bool) -> WriteResult {
        self.scalar(|writer| {
            writer.value.put_byte(0x10 | u8::from(value));
            Ok(())
        })
    }

    /// Writes an int of any size.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::ValueLen`] for a value above the limit, or a number of base 10
    /// with more than 131,072 bits; [`WriteError::MemoryRefused`].
    pub fn int(&mut self, value: &Int<'_>) -> WriteResult {
        self.scalar(|writer| encode::int(&mut writer.value, value))
    }

    /// Writes an int.
    ///
    /// # Errors
    ///
    /// As [`BinaryWriter::int`].
    pub fn int64(&mut self, value: i64) -> WriteResult {
        self.scalar(|writer| {
            encode::uint(&mut writer.value, if value < 0 { 3 } else { 2 }, value.unsigned_abs());
            Ok(())
        })
    }

    /// Writes a float in 64 bits.
    ///
    /// # Errors
    ///
    /// As [`BinaryWriter::int`].
    pub fn float64(&mut self, value: f64) -> WriteResult {
        self.scalar(|writer| {
            encode::float64(&mut writer.value, value);
            Ok(())
        })
    }

    /// Writes a decimal.
    ///
    /// # Errors
    ///
    /// As [`BinaryWriter::int`], and [`WriteError::ExponentRange`].
    pub fn decimal(&mut self, value: &Decimal<'_>) -> WriteResult {
        self.scalar(|writer| encode::decimal(&mut writer.value, &mut writer.body, value))
    }

    /// Writes a timestamp, whose fields are in range.
    ///
    /// # Errors
    ///
    /// As [`BinaryWriter::int`].
    pub fn timestamp(&mut self, value: &Timestamp<'_>) -> WriteResult {
        self.scalar(|writer| encode::timestamp(&mut writer.value, &mut writer.body, value))
    }

    /// Writes a symbol.
    ///
    /// # Errors
    ///
    /// As [`BinaryWriter::int`]; [`WriteError::SystemValue`] for `$ion_1_0` at the top level without annotations.
    pub fn symbol(&mut self, text: Option<&str>) -> WriteResult {
        self.scalar(|writer| {
            if writer.open.is_empty() && text.is_some_and(|text| text.as_bytes() == VERSION_1_0) {
                return Err(WriteError::SystemValue);
            }
            let id = writer.symbol_id(text)?;
            encode::uint(&mut writer.value, code(Kind::Symbol), id);
            Ok(())
        })
    }

    /// Writes a string.
    ///
    /// # Errors
    ///
    /// As [`BinaryWriter::int`].
    pub fn string(&mut self, text: &str) -> WriteResult {
        self.bytes(Kind::String, text.as_bytes())
    }

    /// Writes a clob or blob.
    ///
    /// # Errors
    ///
    /// As [`BinaryWriter::int`], and [`WriteError::NoContainer`] for another kind.
    pub fn lob(&mut self, kind: Kind, bytes: &[u8]) -> WriteResult {
        match kind {
            Kind::Clob | Kind::Blob => self.bytes(kind, bytes),
            _ => self.or_drop(Err(WriteError::NoContainer(kind))),
        }
    }

    fn bytes(&mut self, kind: Kind, bytes: &[u8]) -> WriteResult {
        self.scalar(|writer| {
            put_bytes(&mut writer.value, kind, bytes);
            Ok(())
        })
    }

    #[inline]
    fn scalar(&mut self, put: impl FnOnce(&mut Self) -> WriteResult) -> WriteResult {
        let done = self.try_scalar(put);
        self.or_drop(done)
    }

    #[inline]
    fn try_scalar(&mut self, put: impl FnOnce(&mut Self) -> WriteResult) -> WriteResult {
        self.require_name()?;
        put(self)?;
        self.prefix = Prefix::Nothing;
        self.end_value()
    }

    fn or_drop(&mut self, done: WriteResult) -> WriteResult {
        let done = done.and_then(|()| self.check());
        if done.is_err() {
            self.prefix = Prefix::Nothing;
            self.drop_value();
        }
        done
    }

    fn symbol_id(&mut self, text: Option<&str>) -> Result<u64, WriteError> {
        text.map_or(Ok(0), |text| self.table.id(text.as_bytes()))
    }

    fn require_name(&self) -> WriteResult {
        let missing = self.prefix == Prefix::Nothing && self.inside() == Some(code(Kind::Struct));
        if missing { Err(WriteError::FieldNameMissing) } else { Ok(()) }
    }

    /// The type code of the innermost container or wrapper.
    fn inside(&self) -> Option<u8> {
        self.open.last().map(|open| self.heads[open.head].code)
    }
}
