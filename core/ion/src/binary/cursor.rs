//! Reads the primitive fields of binary Ion: type descriptors, VarUInt, VarInt, UInt.

use crate::grammar::window::{Scan, ScanStop};
use crate::kind::Kind;
use stringmill_outcome::ErrorCode;

/// A place in the available input, and the end of the bytes that may be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
    /// The end of the innermost container or value, in `bytes` or after it; `u64::MAX` at the top level.
    pub(crate) end: u64,
    /// Whether the input ends with `bytes`.
    pub(crate) last: bool,
}

/// The head of a value: its type descriptor and length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    /// The place of the type descriptor.
    pub(crate) start: usize,
    pub(crate) tag: Tag,
    /// The length that the descriptor gives, without the head; of a bool, its value.
    pub(crate) len: u64,
}

/// The meaning of a type descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// Padding without a value.
    Padding,
    Null(Kind),
    Bool,
    Int {
        negative: bool,
    },
    /// A float, decimal, timestamp, symbol, string, clob or blob.
    Scalar(Kind),
    Container(Kind),
    /// Annotations and their value.
    Wrapper,
    /// The first byte of a version marker.
    Marker,
}

impl<'a> Cursor<'a> {
    /// The next byte.
    #[inline]
    pub(crate) fn byte(&mut self) -> Scan<u8> {
        if self.at as u64 >= self.end {
            return Err(ScanStop::Error(ErrorCode::IonBinaryLength, self.at));
        }
        match self.bytes.get(self.at) {
            Some(&byte) => {
                self.at += 1;
                Ok(byte)
            }
            None => Err(self.cut()),
        }
    }

    /// The reason to stop where the input ends.
    pub(crate) fn cut(&self) -> ScanStop {
        if self.last { ScanStop::Error(ErrorCode::IonIncomplete, self.bytes.len()) } else { ScanStop::More }
    }

    /// Reads a VarUInt.
    #[inline]
    pub(crate) fn var_uint(&mut self) -> Scan<u64> {
        let start = self.at;
        let first = self.byte()?;
        if first & 0x80 != 0 {
            return Ok(u64::from(first & 0x7F));
        }
        self.more_bits(u64::from(first), start)
    }

    /// The lower bits of a variable-length integer, after its first byte.
    fn more_bits(&mut self, mut value: u64, start: usize) -> Scan<u64> {
        loop {
            let byte = self.byte()?;
            if value >> 57 != 0 {
                return Err(ScanStop::Error(ErrorCode::IonBinaryOverflow, start));
            }
            value = value << 7 | u64::from(byte & 0x7F);
            if byte & 0x80 != 0 {
                return Ok(value);
            }
        }
    }

    /// Reads a VarInt: whether it has a minus sign, which zero may have too, and its magnitude.
    pub(crate) fn var_int(&mut self) -> Scan<(bool, u64)> {
        let start = self.at;
        let first = self.byte()?;
        let (negative, bits) = (first & 0x40 != 0, u64::from(first & 0x3F));
        if first & 0x80 != 0 {
            return Ok((negative, bits));
        }
        Ok((negative, self.more_bits(bits, start)?))
    }

    /// Reads a VarInt that fits in 64 bits.
    pub(crate) fn var_int64(&mut self) -> Scan<i64> {
        let start = self.at;
        let (negative, magnitude) = self.var_int()?;
        let value = if negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() };
        value.ok_or(ScanStop::Error(ErrorCode::IonBinaryOverflow, start))
    }

    /// Reads the head of a value, and checks that the value ends within its container.
    #[inline]
    pub(crate) fn head(&mut self) -> Scan<Head> {
        let start = self.at;
        let byte = self.byte()?;
        let (kind, low) = (byte >> 4, byte & 0x0F);
        let tag = tag(kind, low).ok_or(ScanStop::Error(ErrorCode::IonBinaryType, start))?;
        let len = match (tag, low) {
            (Tag::Null(_) | Tag::Marker, _) => 0,
            // The length code is the value of the bool.
            (Tag::Bool, _) => return Ok(Head { start, tag, len: u64::from(low) }),
            (_, 14) => self.var_uint()?,
            // The fields of the struct are sorted; it cannot be empty.
            (Tag::Container(Kind::Struct), 1) => match self.var_uint()? {
                0 => return Err(ScanStop::Error(ErrorCode::IonBinaryType, start)),
                len => len,
            },
            (_, low) => u64::from(low),
        };
        match (self.at as u64).checked_add(len) {
            Some(end) if end <= self.end => Ok(Head { start, tag, len }),
            _ => Err(ScanStop::Error(ErrorCode::IonBinaryLength, start)),
        }
    }
}

/// The meaning of a type code and a length code; `None` if Ion 1.0 has none.
#[inline]
fn tag(kind: u8, low: u8) -> Option<Tag> {
    let of = |kind| if low == 15 { Tag::Null(kind) } else { Tag::Scalar(kind) };
    Some(match (kind, low) {
        (0, 15) => Tag::Null(Kind::Null),
        (0, _) => Tag::Padding,
        (1, 0 | 1) => Tag::Bool,
        (1, 15) => Tag::Null(Kind::Bool),
        (2 | 3, 15) => Tag::Null(Kind::Int),
        (2, _) => Tag::Int { negative: false },
        (3, _) => Tag::Int { negative: true },
        (4, 0 | 4 | 8 | 15) => of(Kind::Float),
        (5, _) => of(Kind::Decimal),
        // The offset and the year take two bytes at least.
        (6, 2..) => of(Kind::Timestamp),
        (7, _) => of(Kind::Symbol),
        (8, _) => of(Kind::String),
        (9, _) => of(Kind::Clob),
        (10, _) => of(Kind::Blob),
        (11..=13, 15) => Tag::Null(container(kind)),
        (11..=13, _) => Tag::Container(container(kind)),
        (14, 0) => Tag::Marker,
        // One byte for the length of the annotations, one for an annotation, one for the value.
        (14, 3..=14) => Tag::Wrapper,
        _ => return None,
    })
}

fn container(kind: u8) -> Kind {
    match kind {
        11 => Kind::List,
        12 => Kind::Sexp,
        _ => Kind::Struct,
    }
}

/// The value of a UInt; `None` if it exceeds 64 bits.
#[inline]
pub(crate) fn uint(bytes: &[u8]) -> Option<u64> {
    let zeros = bytes.len().saturating_sub(8);
    if bytes[..zeros].iter().any(|&byte| byte != 0) {
        return None;
    }
    Some(bytes[zeros..].iter().fold(0, |value, &byte| value << 8 | u64::from(byte)))
}
