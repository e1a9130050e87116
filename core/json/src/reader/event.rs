//! What a reader finds: events, and views of strings and numbers.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use stringmill_kernels::{JsonUnescape, Tier, json_unescape_with, utf8_validate_with};
use stringmill_numbers::DecimalText;
use stringmill_outcome::{Chunk, Error, ErrorCode, Repairs};
use stringmill_profile::LoneSurrogates;

/// What comes next in a text.
///
/// ```
/// use stringmill::json::{Event, Reader};
///
/// let (mut reader, mut numbers, mut total) = (Reader::new(b"[1.5, [2], 3]"), 0, 0.0);
/// loop {
///     match reader.next()? {
///         Event::Number(number) => (numbers, total) = (numbers + 1, total + number.f64()),
///         Event::End => break,
///         _ => {}
///     }
/// }
/// assert_eq!((numbers, total), (3, 6.5));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Event<'s> {
    /// `{`
    BeginObject,
    /// `}`
    EndObject,
    /// `[`
    BeginArray,
    /// `]`
    EndArray,
    /// The name of a member; its value follows.
    Name(Text<'s>),
    /// A string.
    String(Text<'s>),
    /// A number.
    Number(Number<'s>),
    /// `true` or `false`
    Bool(bool),
    /// `null`
    Null,
    /// The end of this piece of the text. Call [`Reader::pause`](crate::Reader::pause) and give the next piece.
    More,
    /// The end of the text, which is valid.
    End,
}

/// A string or a name: a view of the text between its quotes, which is well-formed UTF-8 with right escapes.
///
/// ```
/// use stringmill::json::{Event, Reader};
///
/// let mut reader = Reader::new(br#""caf\u00e9""#);
/// let Event::String(text) = reader.next()? else { panic!() };
/// assert_eq!(text.to_str()?, "café");
/// assert!(text.has_escape());
/// assert_eq!(text.raw(), br"caf\u00e9");
/// assert!(text.is("café"));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Text<'s> {
    pub(crate) tier: Tier,
    pub(crate) raw: &'s [u8],
    pub(crate) has_escape: bool,
}

impl<'s> Text<'s> {
    /// The text as written, with its escapes.
    #[inline]
    pub fn raw(&self) -> &'s [u8] {
        self.raw
    }

    /// Whether the text has an escape.
    #[inline]
    pub fn has_escape(&self) -> bool {
        self.has_escape
    }

    /// The text without escapes: borrowed if there is none.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::SurrogateLone`], with its offset in the string, if the rules let it pass.
    #[inline]
    pub fn to_str(&self) -> Result<Cow<'s, str>, Error> {
        if !self.has_escape {
            return match str::from_utf8(self.raw) {
                Ok(text) => Ok(Cow::Borrowed(text)),
                Err(_) => Err(self.changed()),
            };
        }
        let mut bytes = Vec::new();
        self.unescape(LoneSurrogates::Reject, &mut bytes)?;
        String::from_utf8(bytes).map(Cow::Owned).map_err(|_| self.changed())
    }

    /// Appends the text without escapes to `out`, lone surrogates by `policy`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::SurrogateLone`], with its offset in the string; `out` is then as before.
    ///
    /// ```
    /// use stringmill::LoneSurrogates;
    /// use stringmill::json::{Event, JsonCheck, Reader};
    ///
    /// let rules = JsonCheck { lone_surrogates: true, ..JsonCheck::STRICT };
    /// let mut reader = Reader::with_rules(rules, br#""\ud800""#);
    /// let Event::String(text) = reader.next()? else { panic!() };
    /// let mut out = Vec::new();
    /// assert!(text.unescape(LoneSurrogates::Reject, &mut out).is_err());
    /// text.unescape(LoneSurrogates::Replace, &mut out)?;
    /// assert_eq!(out, "\u{FFFD}".as_bytes());
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    #[inline]
    pub fn unescape(&self, policy: LoneSurrogates, out: &mut Vec<u8>) -> Result<(), Error> {
        if self.has_escape {
            return self.unescape_marked(policy, out);
        }
        out.extend_from_slice(self.raw);
        Ok(())
    }

    /// As [`Text::unescape`], with escapes.
    fn unescape_marked(&self, policy: LoneSurrogates, out: &mut Vec<u8>) -> Result<(), Error> {
        let rules = JsonUnescape { surrogates: policy };
        let from = out.len();
        out.resize(from + rules.bound(self.raw.len()), 0);
        let repairs = &mut Repairs::default();
        let done = json_unescape_with(self.tier, rules, self.raw, &mut out[from..], Chunk::Last, repairs);
        out.truncate(from + done.map_or(0, |done| done.written));
        done.map(|_| ())
    }

    /// Whether the text without escapes is `text`. Two texts may be the same however they are written.
    #[inline]
    pub fn is(&self, text: &str) -> bool {
        match self.has_escape {
            false => self.raw == text.as_bytes(),
            true => self.to_str().is_ok_and(|unescaped| unescaped == text),
        }
    }

    /// The error of a text whose bytes have changed since the check.
    #[cold]
    fn changed(&self) -> Error {
        utf8_validate_with(self.tier, self.raw, Chunk::Last).err().unwrap_or(Error::new(ErrorCode::Internal, 0))
    }
}

/// A number, as written.
///
/// ```
/// use stringmill::json::{Event, Reader};
///
/// let mut reader = Reader::new(b"18446744073709551615");
/// let Event::Number(number) = reader.next()? else { panic!() };
/// assert_eq!((number.u64(), number.i64()), (Some(u64::MAX), None));
/// assert_eq!(number.f64(), 18446744073709551616.0);
/// assert!(number.is_integer() && number.text().len() == 20);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Number<'s> {
    pub(crate) text: &'s [u8],
    pub(crate) is_integer: bool,
}

impl<'s> Number<'s> {
    /// The number as text: sign, digits, point and exponent, all ASCII.
    #[inline]
    pub fn text(&self) -> &'s [u8] {
        self.text
    }

    /// Whether the number has no point and no exponent, whatever its size.
    #[inline]
    pub fn is_integer(&self) -> bool {
        self.is_integer
    }

    /// Its value, if it is an integer of that size. `None` for `-0`, whose sign only a float has, and `1.0`.
    #[inline]
    pub fn u64(&self) -> Option<u64> {
        // The greatest `u64` has twenty digits, and every number of nineteen digits fits.
        if !self.is_integer || self.text.len() > 20 {
            return None;
        }
        let digit = |byte: u8| Some(u64::from(byte.wrapping_sub(b'0'))).filter(|&digit| digit < 10);
        let (most, last) = self.text.split_at(self.text.len().min(19));
        let value = most.iter().try_fold(0_u64, |value, &byte| Some(value * 10 + digit(byte)?))?;
        last.iter().try_fold(value, |value, &byte| value.checked_mul(10)?.checked_add(digit(byte)?))
    }

    /// As [`Number::u64`], with a sign.
    #[inline]
    pub fn i64(&self) -> Option<i64> {
        let Some((b'-', digits)) = self.text.split_first() else { return i64::try_from(self.u64()?).ok() };
        let magnitude = Number { text: digits, ..*self }.u64().filter(|&magnitude| magnitude != 0)?;
        0_i64.checked_sub_unsigned(magnitude)
    }

    /// The nearest float, ties to even; an infinity beyond the greatest.
    #[inline]
    pub fn f64(&self) -> f64 {
        DecimalText::new(self.text).map_or(f64::NAN, |text| text.float64())
    }
}
