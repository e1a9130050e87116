//! The position in JSON text as far as bytes alone determine it: between tokens, or inside one.

use core::fmt;
use stringmill_outcome::ErrorCode;

/// The state of a scan between two calls.
///
/// One number, because a processor waits if it loads more bytes at once than the last store wrote.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct JsonPlace(u64);

/// Bits of a number for the kind of the place.
const KIND: u32 = 2;

impl JsonPlace {
    /// Between tokens, as at the beginning of a text.
    pub const BETWEEN: JsonPlace = JsonPlace(0);

    /// Whether this is no part of a string, a number or a literal.
    pub const fn is_between(self) -> bool {
        self.0 == Self::BETWEEN.0
    }

    /// Whether this is inside a string.
    pub const fn is_in_string(self) -> bool {
        matches!(self.place(), Place::String { .. })
    }

    #[inline(always)]
    pub(super) const fn new(place: Place) -> Self {
        JsonPlace(match place {
            Place::Between => 0,
            Place::String { len } => len << KIND | 1,
            Place::Number(number) => (number as u64) << KIND | 2,
            Place::Literal { word, matched } => (matched as u64) << 8 | (word as u64) << KIND | 3,
        })
    }

    #[inline(always)]
    pub(super) const fn place(self) -> Place {
        let value = self.0 >> KIND;
        match self.0 & ((1 << KIND) - 1) {
            0 => Place::Between,
            1 => Place::String { len: value },
            2 => Place::Number(Number::ALL[value as usize]),
            _ => Place::Literal { word: Word::ALL[(value & 3) as usize], matched: (self.0 >> 8) as u8 },
        }
    }
}

impl fmt::Debug for JsonPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place().fmt(f)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Between,
    /// Inside a string, between two characters or escapes, `len` bytes after its opening quote.
    String {
        len: u64,
    },
    Number(Number),
    /// After the first `matched` bytes of `word`.
    Literal {
        word: Word,
        matched: u8,
    },
}

impl Place {
    /// The state after all of `bytes`, the beginning of a scalar that is right so far.
    pub(super) fn in_scalar(bytes: &[u8]) -> Place {
        let Some((&first, rest)) = bytes.split_first() else { return Place::Between };
        if let Some(word) = Word::beginning(first) {
            return Place::Literal { word, matched: bytes.len() as u8 };
        }
        let step = |number: Number, &byte: &u8| number.step(byte).ok().flatten();
        Number::beginning(first)
            .and_then(|number| rest.iter().try_fold(number, step))
            .map_or(Place::Between, Place::Number)
    }
}

/// How much of a number is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Minus,
    /// A zero before the point: no digit may follow.
    Zero,
    Whole,
    Point,
    Fraction,
    /// After `e` or `E`.
    Exponent,
    ExponentSign,
    ExponentDigits,
}

impl Number {
    /// All of them, in their order.
    const ALL: [Number; 8] = {
        use Number as N;
        [N::Minus, N::Zero, N::Whole, N::Point, N::Fraction, N::Exponent, N::ExponentSign, N::ExponentDigits]
    };

    /// The number that begins with `byte`.
    pub(super) fn beginning(byte: u8) -> Option<Number> {
        match byte {
            b'-' => Some(Number::Minus),
            b'0' => Some(Number::Zero),
            b'1'..=b'9' => Some(Number::Whole),
            _ => None,
        }
    }

    /// Advances over `byte`; `None` if the number ends before it.
    ///
    /// # Errors
    ///
    /// A digit must follow, or must not.
    #[inline]
    pub(super) fn step(self, byte: u8) -> Result<Option<Number>, ErrorCode> {
        use Number as N;
        Ok(Some(match (self, byte) {
            (N::Minus, b'0') => N::Zero,
            (N::Minus | N::Whole, b'0'..=b'9') => N::Whole,
            (N::Zero, b'0'..=b'9') => return Err(ErrorCode::NumberLeadingZero),
            (N::Zero | N::Whole, b'.') => N::Point,
            (N::Point | N::Fraction, b'0'..=b'9') => N::Fraction,
            (N::Zero | N::Whole | N::Fraction, b'e' | b'E') => N::Exponent,
            (N::Exponent, b'+' | b'-') => N::ExponentSign,
            (N::Exponent | N::ExponentSign | N::ExponentDigits, b'0'..=b'9') => N::ExponentDigits,
            (N::Minus | N::Point | N::Exponent | N::ExponentSign, _) => return Err(ErrorCode::NumberDigitExpected),
            (N::Zero | N::Whole | N::Fraction | N::ExponentDigits, _) => return Ok(None),
        }))
    }

    /// Whether the number may end here.
    pub(super) fn is_whole(self) -> bool {
        matches!(self, Number::Zero | Number::Whole | Number::Fraction | Number::ExponentDigits)
    }
}

/// The words that are values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    True,
    False,
    Null,
}

impl Word {
    /// All of them, in their order.
    const ALL: [Word; 3] = [Word::True, Word::False, Word::Null];

    /// The word that begins with `byte`.
    pub(super) fn beginning(byte: u8) -> Option<Word> {
        match byte {
            b't' => Some(Word::True),
            b'f' => Some(Word::False),
            b'n' => Some(Word::Null),
            _ => None,
        }
    }

    pub(super) fn text(self) -> &'static [u8] {
        match self {
            Word::True => b"true",
            Word::False => b"false",
            Word::Null => b"null",
        }
    }
}
