//! Maps the names of members to columns.

use crate::cursor::Cursor;
use crate::data_type::Field;
use std::collections::HashMap;

/// How to handle members that the type does not have.
///
/// ```
/// use stringmill::columns::{Block, DataType, Field, UnknownMembers};
///
/// let block = Block { bytes: b"{\"a\": 1, \"b\": 2}\n".to_vec(), offset: 0, line: 1, is_full: false };
/// let schema = Field::new("", DataType::Struct(vec![Field::new("a", DataType::Int8, true)]), false);
/// assert_eq!(block.check().read(&schema, UnknownMembers::Ignore)?.records.len, 1);
/// assert_eq!(block.check().read(&schema, UnknownMembers::Refuse)?.rejects[0].error.offset, 9);
/// # Ok::<(), stringmill::columns::ColumnTooLong>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownMembers {
    /// Their values are skipped.
    Ignore,
    /// The record is a reject.
    Refuse,
}

/// The names of members and their columns.
///
/// Most records have the same members in the same order. So each name has a guess for the next name, which is compared
/// with the text in place. Only after a wrong guess is the name read and looked up.
pub(crate) struct Names {
    known: Vec<Name>,
    /// The index in `known` of each name.
    places: HashMap<Vec<u8>, usize>,
    name: Vec<u8>,
}

struct Name {
    /// The name between quotes; empty if it needs escapes.
    quoted: Vec<u8>,
    /// The column of the name; `None` if it is unknown.
    column: Option<usize>,
    /// The index of the name that followed last time.
    next: usize,
}

impl Names {
    /// The index of an entry for the beginning of an object.
    pub(crate) const ROOT: usize = 0;
    /// At most this many names without a column are kept, and none that is longer than the next constant.
    const OTHERS_MAX: usize = 1024;
    const OTHER_LEN_MAX: usize = 64;

    pub(crate) fn new(fields: &[Field]) -> Self {
        let root = Name { quoted: Vec::new(), column: None, next: 0 };
        let mut names = Names { known: vec![root], places: HashMap::new(), name: Vec::new() };
        // If two fields have one name, the last one gets the values.
        fields.iter().enumerate().for_each(|(column, field)| names.insert(field.name.as_bytes(), Some(column)));
        names
    }

    fn insert(&mut self, name: &[u8], column: Option<usize>) {
        let is_plain = !name.iter().any(|byte| b"\"\\".contains(byte));
        let quoted = if is_plain { [b"\"", name, b"\""].concat() } else { Vec::new() };
        self.places.insert(name.to_vec(), self.known.len());
        self.known.push(Name { quoted, column, next: Names::ROOT });
    }

    /// Skips the name at the cursor and returns its column. `last` is the index of the name before it.
    #[inline]
    pub(crate) fn find(&mut self, cursor: &mut Cursor<'_>, last: &mut usize) -> Option<usize> {
        let guess = self.known[*last].next;
        let Name { quoted, column, .. } = &self.known[guess];
        if !quoted.is_empty() && cursor.passes(quoted) {
            *last = guess;
            return *column;
        }
        self.look_up(cursor, last)
    }

    fn look_up(&mut self, cursor: &mut Cursor<'_>, last: &mut usize) -> Option<usize> {
        let mut name = std::mem::take(&mut self.name);
        name.clear();
        cursor.text(&mut name);
        if !self.places.contains_key(&name)
            && name.len() <= Names::OTHER_LEN_MAX
            && self.known.len() < Names::OTHERS_MAX
        {
            self.insert(&name, None);
        }
        let place = self.places.get(&name).copied();
        self.name = name;
        let place = place?;
        self.known[*last].next = place;
        *last = place;
        self.known[place].column
    }
}
