//! Records of a converter: each is written as a whole or not at all, and the last line ends with a line feed.

use super::{PartialValue, RecordMark, WriteResult, Writer};
use crate::symbols::Symbols;

impl Writer {
    /// Begins a record, at the top level.
    #[doc(hidden)]
    pub fn begin_record(&mut self) {
        self.record =
            RecordMark { len: self.ready_len(), follows: self.follows, after_long: self.after_long, has_table: false };
    }

    /// Drops the record that was begun last, whole or in part. [`Writer::copy`] writes the symbol table again if a
    /// later record needs it.
    #[doc(hidden)]
    pub fn drop_record(&mut self) {
        let RecordMark { len, follows, after_long, has_table } = self.record;
        self.out.truncate(len);
        self.outer.clear();
        (self.inside, self.follows, self.after_long, self.begun) = (None, follows, after_long, PartialValue::default());
        self.whole = self.whole.min(len);
        self.separated = false;
        if has_table {
            self.symbols = Symbols::default();
        }
        (self.changes_seen, self.copied_table) = (0, None);
    }

    /// Bytes of [`Writer::ready`] up to the end of the last whole value at the top level.
    #[doc(hidden)]
    pub fn whole(&self) -> usize {
        self.whole.min(self.ready().len())
    }

    /// Writes a line feed, unless no bytes were written or they end with one.
    ///
    /// # Errors
    ///
    /// [`WriteError::MemoryRefused`](crate::WriteError::MemoryRefused).
    #[doc(hidden)]
    pub fn end_line(&mut self) -> WriteResult {
        if !self.is_at_line() {
            self.out.put_byte(b'\n');
        }
        self.whole = self.out.len();
        self.or_drop(Ok(()))
    }

    /// Whether no bytes were written, or they end with a line feed.
    pub(super) fn is_at_line(&self) -> bool {
        self.ready().last().map_or(self.at_line, |&byte| byte == b'\n')
    }
}
