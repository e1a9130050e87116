//! Symbols: as values, field names and annotations.

use super::{Prefix, WriteResult, Writer};
use crate::escapes;
use crate::grammar::word::{self, SYMBOL_TABLE, VERSION_1_0, is_version_marker};
use crate::kind::Kind;
use crate::options::Form;
use crate::spelling;
use crate::symbol_text::{SymbolText, is_short_identifier};
use crate::write_error::WriteError;
use stringmill_output::ShortText;

impl Writer {
    /// Writes the field name of the next value: UTF-8.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMisplaced`] outside of a struct, or after another name or annotations;
    /// [`WriteError::Text`].
    #[inline]
    pub fn field_name(&mut self, name: &[u8]) -> WriteResult {
        let done = self.put_field_name(|writer| writer.put_name(name, false));
        self.or_drop(done)
    }

    /// As [`Writer::field_name`], for a symbol ID: writes its text if the symbol table in force has one.
    ///
    /// # Errors
    ///
    /// As there, and [`WriteError::SymbolId`].
    pub fn field_name_id(&mut self, id: u64) -> WriteResult {
        let done = self.put_field_name(|writer| writer.put_id(id, false));
        self.or_drop(done)
    }

    #[inline]
    pub(super) fn put_field_name(&mut self, put: impl FnOnce(&mut Self) -> WriteResult) -> WriteResult {
        if self.inside != Some(Kind::Struct) || self.begun.what != Prefix::Nothing {
            return Err(WriteError::FieldNameMisplaced);
        }
        self.separate();
        put(self)?;
        self.out.put_byte(b':');
        if self.is_own_pretty() {
            self.out.put_byte(b' ');
        }
        self.begun.what = Prefix::FieldName;
        Ok(())
    }

    /// Writes an annotation of the next value: UTF-8.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`], [`WriteError::Text`].
    pub fn annotation(&mut self, text: &[u8]) -> WriteResult {
        let done = self.put_annotation(text == SYMBOL_TABLE, |writer| writer.put_name(text, false));
        self.or_drop(done)
    }

    /// As [`Writer::annotation`], for a symbol ID: writes its text if the symbol table in force has one.
    ///
    /// # Errors
    ///
    /// As there, and [`WriteError::SymbolId`].
    pub fn annotation_id(&mut self, id: u64) -> WriteResult {
        let is_table = self.symbols.get(id).and_then(|symbol| symbol.text) == Some(SYMBOL_TABLE);
        let done = self.put_annotation(is_table, |writer| writer.put_id(id, false));
        self.or_drop(done)
    }

    fn put_annotation(&mut self, is_table: bool, put: impl FnOnce(&mut Self) -> WriteResult) -> WriteResult {
        let what = match self.begun.what {
            what @ (Prefix::Annotations | Prefix::TableAnnotations) => what,
            _ if is_table && self.inside.is_none() => Prefix::TableAnnotations,
            _ => Prefix::Annotations,
        };
        self.prepare()?;
        self.begun.what = what;
        self.begun.joins = false;
        put(self)?;
        self.out.put(b"::");
        Ok(())
    }

    /// Writes a symbol with this text: UTF-8.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`], [`WriteError::Text`]; [`WriteError::SystemValue`] for `$ion_1_0` at the top
    /// level without annotations. [`Form::IonJava`] writes a version marker there.
    #[inline]
    pub fn symbol(&mut self, text: &[u8]) -> WriteResult {
        if self.inside.is_none() && self.begun.what == Prefix::Nothing && text.starts_with(b"$ion_") {
            return self.top_level_symbol(text);
        }
        self.put_scalar(|writer| writer.put_name(text, writer.inside == Some(Kind::Sexp)))
    }

    fn top_level_symbol(&mut self, text: &[u8]) -> WriteResult {
        let is_java = self.options.form == Form::IonJava;
        match text {
            VERSION_1_0 if is_java => self.version_marker(),
            VERSION_1_0 => Err(WriteError::SystemValue),
            text if is_version_marker(text) => self.put_scalar(|writer| writer.put_quoted_name(text)),
            text => self.put_scalar(|writer| writer.put_name(text, false)),
        }
    }

    /// Writes a symbol by its ID: its text, if the symbol table in force has one.
    ///
    /// # Errors
    ///
    /// As [`Writer::symbol`], and [`WriteError::SymbolId`] if that table does not have the ID.
    pub fn symbol_id(&mut self, id: u64) -> WriteResult {
        if self.inside.is_none() && self.begun.what == Prefix::Nothing {
            let text = self.symbols.get(id).and_then(|symbol| symbol.text).map(copied).transpose()?;
            if let Some(text) = text {
                return self.symbol(&text);
            }
        }
        self.put_scalar(|writer| writer.put_id(id, writer.inside == Some(Kind::Sexp)))
    }

    /// Writes a symbol, in quotes if it needs them.
    #[inline]
    fn put_name(&mut self, text: &[u8], in_sexp: bool) -> WriteResult {
        if let Some(short) = ShortText::of(text)
            && word::begins(text[0])
        {
            return self.put_short_name(short.sixteens(), text);
        }
        match SymbolText::of(self.tier, text) {
            SymbolText::Identifier => self.out.put(text),
            SymbolText::Operators if in_sexp => self.out.put(text),
            SymbolText::Operators | SymbolText::Quoted => return self.put_quoted_name(text),
        }
        Ok(())
    }

    /// Writes a symbol of up to 32 bytes, given in `sixteens` too, whose first byte may begin an identifier.
    #[inline]
    fn put_short_name(&mut self, sixteens: [[u8; 16]; 2], text: &[u8]) -> WriteResult {
        if is_short_identifier(sixteens, text) {
            self.out.put_sixteens(sixteens, text.len());
            return Ok(());
        }
        if escapes::short(&mut self.out, !self.options.ascii, b'\'', sixteens, text.len()) {
            return Ok(());
        }
        self.put_any_quoted_name(text)
    }

    fn put_quoted_name(&mut self, text: &[u8]) -> WriteResult {
        if let Some(short) = ShortText::of(text)
            && escapes::short(&mut self.out, !self.options.ascii, b'\'', short.sixteens(), text.len())
        {
            return Ok(());
        }
        self.put_any_quoted_name(text)
    }

    #[inline(never)]
    fn put_any_quoted_name(&mut self, text: &[u8]) -> WriteResult {
        escapes::quoted(&mut self.out, self.tier, &self.escapes.symbol, b'\'', text).map_err(WriteError::Text)
    }

    fn put_id(&mut self, id: u64, in_sexp: bool) -> WriteResult {
        let symbol = self.symbols.get(id).ok_or(WriteError::SymbolId(id))?;
        match symbol.text.map(copied).transpose()? {
            Some(text) => self.put_name(&text, in_sexp),
            None => {
                self.out.put_byte(b'$');
                spelling::uint64(&mut self.out, id);
                Ok(())
            }
        }
    }
}

fn copied(text: &[u8]) -> Result<Vec<u8>, WriteError> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(text.len()).map_err(|_| WriteError::MemoryRefused)?;
    copy.extend_from_slice(text);
    Ok(copy)
}
