//! Writes Ion text with the spelling of `amazon.ion`: that of its C extension, or that of its Python code, which is
//! used for indented text.

use super::walk::{Put, Sink};
use crate::growing::Growing;
use std::io::Write;
use stringmill::ion::{Int, Kind, Precision, Timestamp, WriteError};
use stringmill::{
    AsciiEscape, Base64Alphabet, Base64Encode, ByteClass, Chunk, FloatShape, FloatWrite, HexCase, IllFormed,
    JsonEscape, NUMBER_ROOM, Profile, Repairs, base64_encode, float64_write, int64_write, json_escape, uint64_write,
};

/// Line breaks and indentation.
pub(super) struct Lines {
    pub(super) indent: Vec<u8>,
    pub(super) trailing_commas: bool,
}

pub(super) struct Text {
    out: Growing,
    /// Whether to use the spelling of the Python code.
    python: bool,
    lines: Option<Lines>,
    /// The open containers, and whether each has a value already.
    open: Vec<(Kind, bool)>,
    follows: bool,
    /// Whether the separator and field name of the next value were written.
    begun: bool,
}

impl Text {
    pub(super) fn new(python: bool, lines: Option<Lines>) -> Self {
        Text { out: Growing::default(), python, lines, open: Vec::new(), follows: false, begun: false }
    }

    pub(super) fn written(&self) -> &[u8] {
        self.out.written()
    }

    /// Writes the version marker before the first value.
    pub(super) fn version_marker(&mut self) -> Put {
        self.follows = true;
        self.put(if self.python { b"$ion_1_0" } else { b"$ion_1_0 " })
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Put {
        Ok(self.out.put(bytes)?)
    }

    /// Writes the separator and line break before a value.
    fn begin_value(&mut self) -> Put {
        if std::mem::take(&mut self.begun) {
            return Ok(());
        }
        let inside = self.open.last().map(|&(kind, _)| kind);
        let pretty = self.lines.is_some();
        if self.follows {
            match inside {
                Some(Kind::List | Kind::Struct) => self.put(b",")?,
                // The version marker of the C extension ends with a blank.
                None if !self.python && self.written() == b"$ion_1_0 " => {}
                _ if !pretty => self.put(b" ")?,
                _ => {}
            }
        }
        if pretty && (self.follows || inside.is_some()) {
            self.line(self.open.len())?;
        }
        self.follows = true;
        Ok(())
    }

    fn line(&mut self, level: usize) -> Put {
        self.put(b"\n")?;
        let Some(lines) = self.lines.take() else { return Ok(()) };
        let done = (0..level).try_for_each(|_| self.put(&lines.indent));
        self.lines = Some(lines);
        done
    }

    /// Writes text between quotes.
    fn quoted(&mut self, quote: u8, text: &str) -> Put {
        if self.python {
            self.put(&[quote])?;
            text.chars().try_for_each(|character| self.python_character(quote, character.into()))?;
            return self.put(&[quote]);
        }
        let rules = if quote == b'"' { &STRING } else { &SYMBOL };
        let text = text.as_bytes();
        self.out.room(text.len() + JsonEscape::UNIT_MAX + 2)?[0] = quote;
        self.out.advance(1);
        let mut read = 0;
        loop {
            let rest = &text[read..];
            let spare = self.out.room(rest.len() + JsonEscape::UNIT_MAX)?;
            // A `str` is well-formed.
            let done =
                json_escape(rules, rest, spare, Chunk::Last, &mut Repairs::default()).map_err(WriteError::Text)?;
            self.out.advance(done.written);
            read += done.read;
            if read == text.len() {
                return self.put(&[quote]);
            }
        }
    }

    fn python_character(&mut self, quote: u8, code: u32) -> Put {
        match code {
            0x0A => self.put(b"\\n"),
            0x0D => self.put(b"\\r"),
            0x09 => self.put(b"\\t"),
            0x20..=0x7E => {
                let byte = code as u8;
                if byte == quote || byte == b'\\' {
                    self.put(b"\\")?;
                }
                self.put(&[byte])
            }
            ..0x20 | 0x7F..=0xFF => self.put(format!("\\x{code:02x}").as_bytes()),
            0x100..=0xFFFF => self.put(format!("\\u{code:04x}").as_bytes()),
            _ => self.put(format!("\\U{code:08x}").as_bytes()),
        }
    }

    fn clob(&mut self, bytes: &[u8]) -> Put {
        self.put(b"\"")?;
        for &byte in bytes {
            match byte {
                _ if self.python || byte == b'\n' || byte == b'\r' || byte == b'\t' => {
                    self.python_character(b'"', byte.into())?;
                }
                0x7F.. => self.put(format!("\\x{byte:02X}").as_bytes())?,
                _ => match STRING_PROFILE.ascii()[usize::from(byte)].bytes() {
                    Some(escape) => self.put(escape)?,
                    None => self.put(&[byte])?,
                },
            }
        }
        self.put(b"\"")
    }

    fn name(&mut self, text: Option<&str>) -> Put {
        match text {
            None => self.put(b"$0"),
            Some(text) if is_identifier(text.as_bytes()) => self.put(text.as_bytes()),
            Some(text) => self.quoted(b'\'', text),
        }
    }

    /// Writes a number in two digits.
    fn two(&mut self, number: impl Into<u16>) -> Put {
        let number: u16 = number.into();
        self.put(&[b'0' + (number / 10 % 10) as u8, b'0' + (number % 10) as u8])
    }
}

impl Sink for Text {
    const HAS_IDS: bool = false;

    fn field_name(&mut self, name: Option<&str>) -> Put {
        self.begin_value()?;
        self.begun = true;
        self.name(name)?;
        self.put(if self.lines.is_some() { b": " } else { b":" })
    }

    fn declare_symbol(&mut self, _text: &str) -> Put {
        Ok(())
    }

    fn annotations(&mut self, texts: &[Option<&str>]) -> Put {
        self.begin_value()?;
        self.begun = true;
        for &text in texts {
            self.name(text)?;
            self.put(b"::")?;
        }
        Ok(())
    }

    fn begin(&mut self, kind: Kind) -> Put {
        self.begin_value()?;
        self.open.push((kind, self.follows));
        self.follows = false;
        self.put(match kind {
            Kind::List => b"[",
            Kind::Sexp => b"(",
            _ => b"{",
        })
    }

    fn end(&mut self, kind: Kind) -> Put {
        let comma = self.lines.as_ref().is_some_and(|lines| lines.trailing_commas && !lines.indent.is_empty());
        if comma && self.follows && kind != Kind::Sexp {
            self.put(b",")?;
        }
        self.open.pop();
        if self.lines.is_some() {
            self.line(self.open.len())?;
        }
        self.follows = true;
        self.put(match kind {
            Kind::List => b"]",
            Kind::Sexp => b")",
            _ => b"}",
        })
    }

    fn null(&mut self, kind: Kind) -> Put {
        self.begin_value()?;
        self.put(b"null")?;
        if kind == Kind::Null {
            return Ok(());
        }
        self.put(b".")?;
        self.put(kind.name().as_bytes())
    }

    fn bool(&mut self, value: bool) -> Put {
        self.begin_value()?;
        self.put(if value { b"true" } else { b"false" })
    }

    fn int(&mut self, value: i64) -> Put {
        self.begin_value()?;
        let len = int64_write(value, self.out.room(NUMBER_ROOM)?).map_err(|_| WriteError::MemoryRefused)?;
        self.out.advance(len);
        Ok(())
    }

    fn big_int(&mut self, value: &Int<'_>) -> Put {
        self.begin_value()?;
        let mut writer = stringmill::ion::Writer::new(stringmill::ion::Options::COMPACT);
        writer.big_int(value)?;
        self.put(&writer.finish()?)
    }

    fn float(&mut self, value: f64) -> Put {
        self.begin_value()?;
        if value.is_nan() {
            return self.put(b"nan");
        }
        if value.is_infinite() {
            return self.put(if value > 0.0 { b"+inf" } else { b"-inf" });
        }
        if !self.python {
            return c_float(self, value);
        }
        let len =
            float64_write(&PYTHON_FLOAT, value, self.out.room(NUMBER_ROOM)?).map_err(|_| WriteError::MemoryRefused)?;
        let has_exponent = self.out.free()[..len].contains(&b'e');
        self.out.advance(len);
        if has_exponent { Ok(()) } else { self.put(b"e0") }
    }

    fn decimal(&mut self, text: &str) -> Put {
        self.begin_value()?;
        let start = self.out.len();
        self.put(text.as_bytes())?;
        let written = &mut self.out.written_mut()[start..];
        if let Some(mark) = written.iter().position(|&byte| byte == b'E') {
            written[mark] = b'd';
            return Ok(());
        }
        if written.contains(&b'.') { Ok(()) } else { self.put(b"d0") }
    }

    fn timestamp(&mut self, value: &Timestamp<'_>) -> Put {
        self.begin_value()?;
        self.two(value.year / 100)?;
        self.two(value.year % 100)?;
        if value.precision == Precision::Year {
            return self.put(b"T");
        }
        self.put(b"-")?;
        self.two(value.month)?;
        if value.precision == Precision::Month {
            return self.put(b"T");
        }
        self.put(b"-")?;
        self.two(value.day)?;
        if value.precision == Precision::Day {
            return self.put(if self.python { b"T" } else { b"" });
        }
        self.put(b"T")?;
        self.two(value.hour)?;
        self.put(b":")?;
        self.two(value.minute)?;
        if value.precision == Precision::Second {
            self.put(b":")?;
            self.two(value.second)?;
            self.put(if value.fraction.is_empty() { b"" } else { b"." })?;
            self.put(value.fraction)?;
        }
        let Some(offset) = value.offset else { return self.put(b"-00:00") };
        if offset == 0 {
            return self.put(b"Z");
        }
        self.put(if offset < 0 { b"-" } else { b"+" })?;
        self.two(offset.unsigned_abs() / 60)?;
        self.put(b":")?;
        self.two(offset.unsigned_abs() % 60)
    }

    fn symbol(&mut self, text: Option<&str>) -> Put {
        self.begin_value()?;
        self.name(text)
    }

    fn string(&mut self, text: &str) -> Put {
        self.begin_value()?;
        self.quoted(b'"', text)
    }

    fn lob(&mut self, kind: Kind, bytes: &[u8]) -> Put {
        self.begin_value()?;
        self.put(b"{{")?;
        if kind == Kind::Clob {
            self.clob(bytes)?;
        } else {
            let rules = Base64Encode { alphabet: Base64Alphabet::Standard, padded: true };
            let bound = rules.bound(bytes.len()).ok_or(WriteError::MemoryRefused)?;
            let done = base64_encode(rules, bytes, self.out.room(bound)?, Chunk::Last);
            self.out.advance(done.written);
        }
        self.put(b"}}")
    }
}

/// Writes the parts of a finite float in the spelling of ion-c: up to 20 digits, by `%.20g` of C.
fn c_float(text: &mut Text, value: f64) -> Put {
    if value.is_sign_negative() {
        text.put(b"-")?;
    }
    if value == 0.0 {
        return text.put(b"0e0");
    }
    if (1e-4..1e19).contains(&value.abs()) {
        return c_float_without_exponent(text, value.abs());
    }
    let mut buffer = [0; 32];
    let mut rest = &mut buffer[..];
    write!(rest, "{:.*e}", C_DIGITS - 1, value.abs()).map_err(|_| WriteError::ExponentRange)?;
    let len = 32 - rest.len();
    // The layout is: a digit, a point, 19 digits, `e`, the exponent.
    let exponent = std::str::from_utf8(&buffer[C_DIGITS + 2..len]).ok().and_then(|exponent| exponent.parse().ok());
    let exponent: i32 = exponent.ok_or(WriteError::ExponentRange)?;
    buffer[1] = buffer[0];
    let digits = &buffer[1..=C_DIGITS];
    let digits = &digits[..digits.iter().rposition(|&digit| digit != b'0').map_or(1, |last| last + 1)];
    if exponent < -4 || exponent >= C_DIGITS as i32 {
        text.put(&digits[..1])?;
        text.put(if digits.len() > 1 { b"." } else { b"" })?;
        text.put(&digits[1..])?;
        return text.put(format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs()).as_bytes());
    }
    text.put(digits)?;
    text.put(&[b'0'; C_DIGITS][..C_DIGITS - digits.len()])?;
    text.put(b"e+0")
}

/// As [`c_float`], for a float from 1e-4 to 1e19.
///
/// The float is an integer below 2^53 divided by at most 2^66. So the remainder times 10^10 fits in 128 bits.
fn c_float_without_exponent(text: &mut Text, value: f64) -> Put {
    let exponent = (value.to_bits() >> 52) as i32 - 1075;
    let mantissa = u128::from(value.to_bits() & ((1 << 52) - 1) | 1 << 52);
    let shift = (-exponent).max(0) as u32;
    let (mut whole, rest) = (mantissa << exponent.max(0) >> shift, mantissa & ((1 << shift) - 1));
    let zeros = [0.1, 0.01, 0.001].iter().filter(|&&power| value < power).count();
    let len = if whole == 0 { C_DIGITS + zeros } else { C_DIGITS - (whole.ilog10() as usize + 1) };
    let (first, second) = (len.min(10), len - len.min(10));
    let split = |number: u128| (number >> shift, number & ((1 << shift) - 1));
    let (high, rest) = split(rest * POWERS[first]);
    let (low, rest) = split(rest * POWERS[second]);
    let mut fraction = high * POWERS[second] + low;
    let half = (1u128 << shift) / 2;
    if rest > half || (rest == half && shift > 0 && fraction % 2 == 1) {
        fraction += 1;
    }
    if fraction == POWERS[first] * POWERS[second] {
        (whole, fraction) = (whole + 1, 0);
    }
    let written = uint64_write(whole as u64, text.out.room(NUMBER_ROOM)?).map_err(|_| WriteError::MemoryRefused)?;
    text.out.advance(written);
    if fraction > 0 {
        let mut digits = [0; C_DIGITS + 4];
        digits[0] = b'.';
        // Both parts fit in 64 bits, for which division is fast.
        let parts = [(fraction / POWERS[second], 1..=first), (fraction % POWERS[second], first + 1..=len)];
        for (number, places) in parts {
            let mut number = number as u64;
            for digit in digits[places].iter_mut().rev() {
                *digit = b'0' + (number % 10) as u8;
                number /= 10;
            }
        }
        let end = digits.iter().rposition(|&digit| digit > b'0').map_or(0, |last| last + 1);
        text.put(&digits[..end])?;
    }
    text.put(b"e+0")
}

/// Powers of ten.
const POWERS: [u128; 14] = {
    let mut powers = [1; 14];
    let mut at = 1;
    while at < powers.len() {
        powers[at] = powers[at - 1] * 10;
        at += 1;
    }
    powers
};

/// Digits of a float of ion-c.
const C_DIGITS: usize = 20;

/// Whether a symbol needs no quotes.
fn is_identifier(text: &[u8]) -> bool {
    let Some((&first, rest)) = text.split_first() else { return false };
    let begins = first.is_ascii_alphabetic() || first == b'_' || first == b'$';
    if !begins || !rest.iter().all(|&byte| ByteClass::IDENTIFIER.has(byte)) {
        return false;
    }
    let is_id = first == b'$' && !rest.is_empty() && rest.iter().all(u8::is_ascii_digit);
    !is_id && !matches!(text, b"null" | b"true" | b"false" | b"nan")
}

/// The escapes of ion-c in strings: as those of ion-java, but in upper case, and of controls below U+0020 alone.
const STRING_PROFILE: Profile<'static> = upper(Profile::ION).with_ascii(0x7F, AsciiEscape::AS_IS).with_non_ascii(&[]);

const fn upper(mut profile: Profile<'static>) -> Profile<'static> {
    let mut byte = 1;
    while byte < 0x20 {
        if !matches!(byte, 7..=13) {
            profile = profile.with_ascii(byte, AsciiEscape::hex(byte, HexCase::Upper));
        }
        byte += 1;
    }
    profile
}

static STRING: JsonEscape<'static> = rules(&STRING_PROFILE);
static SYMBOL: JsonEscape<'static> =
    rules(&STRING_PROFILE.with_ascii(b'"', AsciiEscape::AS_IS).with_ascii(b'\'', AsciiEscape::short(b'\'')));
const PYTHON_FLOAT: FloatWrite = FloatWrite::new(&FloatShape::PYTHON);

const fn rules(profile: &Profile<'static>) -> JsonEscape<'static> {
    match JsonEscape::new(profile, IllFormed::Reject) {
        Ok(rules) => rules,
        Err(_) => panic!("every profile can refuse ill-formed text"),
    }
}
