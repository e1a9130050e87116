//! A bitmap: one bit for each row, the lowest bit of a byte first.

/// Bits, eight to a byte, the lowest bit first. Bits after the last row are 0.
///
/// ```
/// use stringmill::columns::{ByteOrderMark, DataType, Field, Lines, UnknownMembers};
///
/// let mut lines = Lines::new(ByteOrderMark::Refuse);
/// lines.push(b"{\"a\": 1}\n{}\n{\"a\": 3}\n");
/// let schema = Field::new("", DataType::Struct(vec![Field::new("a", DataType::Int64, true)]), false);
/// let block = lines.finish().expect("the file has lines");
/// let batch = block.check().read(&schema, UnknownMembers::Ignore)?;
/// let stringmill::columns::Values::Struct(columns) = batch.records.values else { unreachable!("a record is a struct") };
/// let validity = columns[0].validity.clone().expect("a row is null");
/// assert_eq!((validity.len(), validity.is_empty(), validity.get(0), validity.get(1)), (3, false, true, false));
/// assert_eq!(validity.into_bytes(), [0b101]);
/// # Ok::<(), stringmill::columns::ColumnTooLong>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    bytes: Vec<u8>,
    len: usize,
}

impl Bits {
    /// `len` bits of value 1.
    pub(crate) fn ones(len: usize) -> Self {
        let mut bits = Bits { bytes: vec![u8::MAX; len.div_ceil(8)], len };
        bits.clear_rest();
        bits
    }

    /// How many bits there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no bits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bit of a row.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    pub fn get(&self, row: usize) -> bool {
        assert!(row < self.len, "row {row} of {}", self.len);
        self.bytes[row / 8] >> (row % 8) & 1 == 1
    }

    /// The bytes in the layout of an Arrow buffer.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    #[inline]
    pub(crate) fn push(&mut self, bit: bool) {
        let at = self.len % 8;
        match self.bytes.last_mut() {
            Some(last) if at > 0 => *last |= u8::from(bit) << at,
            _ => self.bytes.push(u8::from(bit)),
        }
        self.len += 1;
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        if len < self.len {
            self.len = len;
            self.bytes.truncate(len.div_ceil(8));
            self.clear_rest();
        }
    }

    fn clear_rest(&mut self) {
        let used = self.len % 8;
        if let Some(last) = self.bytes.last_mut().filter(|_| used > 0) {
            *last &= (1 << used) - 1;
        }
    }
}

/// Which rows are not null. Allocates no bits before the first null.
#[derive(Debug, Default)]
pub(crate) struct Validity {
    len: usize,
    bits: Option<Bits>,
}

impl Validity {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn push_valid(&mut self) {
        self.len += 1;
        if let Some(bits) = &mut self.bits {
            bits.push(true);
        }
    }

    pub(crate) fn push_null(&mut self) {
        self.bits.get_or_insert_with(|| Bits::ones(self.len)).push(false);
        self.len += 1;
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        if let Some(bits) = &mut self.bits {
            bits.truncate(len);
        }
        self.len = self.len.min(len);
    }

    /// `None` if no row is null.
    pub(crate) fn finish(self) -> Option<Bits> {
        self.bits
    }
}
