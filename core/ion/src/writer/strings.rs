//! Strings: short, long, and in parts.

use super::{Prefix, WriteResult, Writer};
use crate::escapes;
use crate::write_error::WriteError;
use stringmill_output::ShortText;

impl Writer {
    /// Writes a string: UTF-8.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`], [`WriteError::Text`].
    #[inline]
    pub fn string(&mut self, text: &[u8]) -> WriteResult {
        if self.options.long_string_threshold.is_some_and(|most| text.len() > most && utf16_len(text) > most) {
            return self.long_string(text);
        }
        if let Some(short) = ShortText::of(text).filter(ShortText::is_clean) {
            return self.put_scalar(|writer| {
                writer.out.put_quoted(short);
                Ok(())
            });
        }
        self.any_string(text)
    }

    #[inline(never)]
    fn any_string(&mut self, text: &[u8]) -> WriteResult {
        let done = self.try_scalar(|writer| {
            escapes::quoted(&mut writer.out, writer.tier, &writer.escapes.string, b'"', text).map_err(WriteError::Text)
        });
        self.or_drop(done)
    }

    fn long_string(&mut self, text: &[u8]) -> WriteResult {
        let mut is_long = false;
        let done = self.try_scalar(|writer| {
            is_long = !writer.begun.joins;
            let Writer { out, tier, escapes, .. } = writer;
            match is_long {
                true => escapes::long(out, *tier, &escapes.long_string, text),
                false => escapes::quoted(out, *tier, &escapes.string, b'"', text),
            }
            .map_err(WriteError::Text)
        });
        if done.is_ok() {
            self.after_long = is_long;
        }
        self.or_drop(done)
    }

    /// Begins a string in parts, with the first part: UTF-8 that cuts no character. The caller adds parts with
    /// [`Writer::string_part`], and ends it with [`Writer::end_string`]. It is never a long string.
    ///
    /// # Errors
    ///
    /// As [`Writer::string`].
    #[doc(hidden)]
    pub fn begin_string(&mut self, text: &[u8]) -> WriteResult {
        let done = self.prepare().and_then(|()| {
            self.out.put_byte(b'"');
            self.string_part(text)
        });
        if done.is_ok() {
            // The caller may take the part that is written.
            self.begun.what = Prefix::Nothing;
        }
        self.or_drop(done)
    }

    /// Adds a part to a string.
    ///
    /// # Errors
    ///
    /// [`WriteError::Text`]; then the writer must not be used again.
    #[doc(hidden)]
    pub fn string_part(&mut self, text: &[u8]) -> WriteResult {
        escapes::part(&mut self.out, self.tier, &self.escapes.string, text).map_err(WriteError::Text)?;
        if self.out.is_refused() { Err(WriteError::MemoryRefused) } else { Ok(()) }
    }

    /// Ends a string in parts.
    ///
    /// # Errors
    ///
    /// [`WriteError::MemoryRefused`].
    #[doc(hidden)]
    pub fn end_string(&mut self) -> WriteResult {
        self.out.put_byte(b'"');
        self.end_value();
        self.or_drop(Ok(()))
    }
}

/// Length of a text in UTF-16 code units.
fn utf16_len(text: &[u8]) -> usize {
    text.iter().map(|&byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}
