//! Blocks of lines: which are records and which rejects, and the records as columns.

use crate::builder::{Builder, Refusal};
use crate::column::{Column, ColumnTooLong};
use crate::cursor::Cursor;
use crate::data_type::Field;
use crate::members::UnknownMembers;
use crate::reject::{Place, Reject};
use std::iter::Peekable;
use std::ops::Range;
use std::slice;
use stringmill_json::{JsonCheck, RestrictedChecker, Restrictions, json_check};
use stringmill_kernels::{ByteClass, Tier, scan_with};
use stringmill_outcome::{Chunk, Error, Position, locate};

/// Whole lines of a file. The last block may end without a line feed.
///
/// ```
/// use stringmill::columns::Block;
///
/// let block = Block { bytes: b"{}\n\n{\"a\":}\n".to_vec(), offset: 100, line: 7, is_full: true };
/// let checked = block.check();
/// let place = block.place(&checked.rejects()[0]);
/// assert_eq!((place.line, place.column, place.start, place.offset), (9, 6, 104, 109));
/// assert_eq!(block.place_of(4..10, 9, 5), place);
/// ```
#[derive(Clone, Debug)]
pub struct Block {
    /// The lines.
    pub bytes: Vec<u8>,
    /// Offset of the lines in the file.
    pub offset: u64,
    /// The number of the first line, from 1.
    pub line: u64,
    /// Whether more lines are ready. After a block of a live stream that is not full, reading waits for its writer.
    pub is_full: bool,
}

/// A block whose lines are known to be records, rejects or blank.
///
/// ```
/// use stringmill::columns::{Block, DataType, Field, UnknownMembers};
///
/// let block = Block { bytes: b"{\"a\": 1}\n[\n".to_vec(), offset: 0, line: 1, is_full: true };
/// let checked = block.check();
/// assert_eq!((checked.records().count(), checked.rejects().len()), (1, 1));
/// assert_eq!(checked.clone().into_rejects()[0].start, 9);
/// let schema = Field::new("", DataType::Struct(vec![Field::new("a", DataType::Int8, true)]), false);
/// assert_eq!(checked.read(&schema, UnknownMembers::Ignore)?.records.len, 1);
/// # Ok::<(), stringmill::columns::ColumnTooLong>(())
/// ```
#[derive(Clone, Debug)]
pub struct CheckedBlock<'b> {
    block: &'b Block,
    rejects: Vec<Reject>,
}

/// A line that is JSON.
///
/// ```
/// use stringmill::columns::Block;
///
/// let block = Block { bytes: b"{}\n\n[1] ".to_vec(), offset: 0, line: 1, is_full: false };
/// let records: Vec<_> = block.check().records().map(|it| (it.line(), it.start(), it.text())).collect();
/// assert_eq!(records, [(1, 0, &b"{}"[..]), (3, 4, b"[1] ")]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Record<'b> {
    start: usize,
    line: u64,
    text: &'b [u8],
}

/// Records as columns.
///
/// ```
/// use stringmill::columns::{Block, Field, DataType, UnknownMembers};
///
/// let block = Block { bytes: b"1\n\"x\"\n3\n".to_vec(), offset: 0, line: 1, is_full: false };
/// let batch = block.check().read(&Field::new("", DataType::Int8, false), UnknownMembers::Ignore)?;
/// assert_eq!((batch.records.len, batch.rejects.len()), (2, 1));
/// # Ok::<(), stringmill::columns::ColumnTooLong>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    /// One row for each record that fits the schema.
    pub records: Column,
    /// The lines that are left out, in order: those that are not JSON, and records that do not fit.
    pub rejects: Vec<Reject>,
}

/// All bytes of a line.
const LINE: ByteClass = ByteClass::all_but(b"\n").with_non_ascii();

/// Words of a stack for the depth of [`JsonCheck::STRICT`].
const STACK: usize = match JsonCheck::stack_len(JsonCheck::DEPTH_MAX) {
    Some(len) => len,
    None => panic!("a small number"),
};

const LINES: JsonCheck = JsonCheck { lines: true, ..JsonCheck::STRICT };

impl Block {
    /// Checks all lines. Lines of white space are neither records nor rejects.
    pub fn check(&self) -> CheckedBlock<'_> {
        let mut stack = [0; STACK];
        self.separate(|rest| json_check(LINES, &mut stack, rest))
    }

    /// As [`Block::check`]; a line that `restrictions` refuse is a reject too. For `seed` see
    /// [`RestrictedChecker::new`].
    ///
    /// ```
    /// use stringmill::columns::Block;
    /// use stringmill::json::Restrictions;
    ///
    /// let block = Block { bytes: b"{\"a\": 1}\n{\"a\": 1, \"a\": 2}\n".to_vec(), offset: 0, line: 1, is_full: true };
    /// let rejects = block.check_restricted(Restrictions::UNIQUE_NAMES, 0).into_rejects();
    /// assert_eq!((rejects.len(), rejects[0].line, rejects[0].error.offset), (1, 2, 9));
    /// ```
    pub fn check_restricted(&self, restrictions: Restrictions, seed: u64) -> CheckedBlock<'_> {
        if !restrictions.is_any() {
            return self.check();
        }
        let mut checker = RestrictedChecker::new(LINES, restrictions, seed);
        self.separate(|rest| {
            checker.restart();
            checker.step(rest, Chunk::Last).map(|_| ())
        })
    }

    /// Finds the rejects: calls `check` on the rest of the block, again after each line with an error.
    fn separate(&self, mut check: impl FnMut(&[u8]) -> Result<(), Error>) -> CheckedBlock<'_> {
        let (mut at, mut rejects) = (0, Vec::new());
        let (mut counted, mut line) = (0, self.line);
        while let Err(error) = check(&self.bytes[at..]) {
            let bad = at + error.offset as usize;
            let start = self.bytes[..bad].iter().rposition(|&byte| byte == b'\n').map_or(0, |feed| feed + 1);
            let end = bad + scan_with(Tier::best(), &LINE, &self.bytes[bad..]);
            line += feeds(&self.bytes[counted..start]);
            counted = start;
            let error = Error::new(error.code, (bad - start) as u64);
            rejects.push(Reject { start, end, line, error, misfit: None });
            at = (end + 1).min(self.bytes.len());
        }
        CheckedBlock { block: self, rejects }
    }

    /// The place in the file of the error of a reject of this block.
    pub fn place(&self, reject: &Reject) -> Place {
        self.place_of(reject.start..reject.end, reject.line, reject.error.offset)
    }

    /// As [`Block::place`], for byte `offset` of the line with number `line`, whose bytes are at `range`.
    pub fn place_of(&self, range: Range<usize>, line: u64, offset: u64) -> Place {
        let start = self.offset + range.start as u64;
        let Position { column, .. } = locate(&self.bytes[range], offset as usize);
        Place { line, column, start, offset: start + offset }
    }
}

impl<'b> CheckedBlock<'b> {
    /// The lines that are not JSON, in order.
    pub fn rejects(&self) -> &[Reject] {
        &self.rejects
    }

    /// As [`CheckedBlock::rejects`], without a copy.
    pub fn into_rejects(self) -> Vec<Reject> {
        self.rejects
    }

    /// The lines that are JSON, in order.
    pub fn records(&self) -> Records<'b, '_> {
        let Block { bytes, line, .. } = self.block;
        Records { tier: Tier::best(), bytes, start: 0, line: *line, rejects: self.rejects.iter().peekable() }
    }

    /// Reads the records into columns of `schema`, which is the field of a struct that is not nullable.
    ///
    /// # Errors
    ///
    /// [`ColumnTooLong`] if lists or strings exceed the offsets of their type.
    pub fn read(self, schema: &Field, members: UnknownMembers) -> Result<Batch, ColumnTooLong> {
        let (mut builder, mut misfits) = (Builder::new(schema, String::new(), members), Vec::new());
        for Record { start, line, text } in self.records() {
            let len = builder.len();
            if let Err(Refusal { code, at, misfit }) = builder.add(&mut Cursor::new(Tier::best(), text)) {
                builder.truncate(len);
                let (end, error) = (start + text.len(), Error::new(code, at as u64));
                misfits.push(Reject { start, end, line, error, misfit: Some(misfit) });
            }
        }
        let mut rejects = self.rejects;
        rejects.extend(misfits);
        rejects.sort_by_key(|reject| reject.start);
        Ok(Batch { records: builder.finish()?, rejects })
    }
}

impl<'b> Record<'b> {
    /// Offset of the line in its block.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The number of the line, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The line, without its line feed.
    pub fn text(&self) -> &'b [u8] {
        self.text
    }
}

/// The records of [`CheckedBlock::records`].
///
/// ```
/// use stringmill::columns::{Block, Records};
///
/// let block = Block { bytes: b"1\n2\n".to_vec(), offset: 0, line: 1, is_full: false };
/// let checked = block.check();
/// let records: Records<'_, '_> = checked.records();
/// assert_eq!(records.last().map(|record| record.line()), Some(2));
/// ```
#[derive(Clone, Debug)]
pub struct Records<'b, 'c> {
    tier: Tier,
    bytes: &'b [u8],
    start: usize,
    /// The number of the line at `start`.
    line: u64,
    rejects: Peekable<slice::Iter<'c, Reject>>,
}

impl<'b> Iterator for Records<'b, '_> {
    type Item = Record<'b>;

    #[inline]
    fn next(&mut self) -> Option<Record<'b>> {
        while self.start < self.bytes.len() {
            let (start, line) = (self.start, self.line);
            let end = start + scan_with(self.tier, &LINE, &self.bytes[start..]);
            (self.start, self.line) = (end + 1, line + 1);
            let text = &self.bytes[start..end];
            let is_reject = self.rejects.next_if(|reject| reject.start == start).is_some();
            if !is_reject && text.iter().any(|byte| !b" \t\r".contains(byte)) {
                return Some(Record { start, line, text });
            }
        }
        None
    }
}

/// The number of line feeds.
pub(crate) fn feeds(bytes: &[u8]) -> u64 {
    // The sum of 192 bytes of value 1 fits in a byte, so the compiler can count in vectors of bytes.
    const COUNTED: usize = 192;
    let count = |part: &[u8]| u64::from(part.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>());
    bytes.chunks(COUNTED).map(count).sum()
}
