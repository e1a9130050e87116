//! JSON tokens as Ion values.

use crate::conversion::{NumberRules, OnLoss};
use crate::conversion_error::ConversionError;
use crate::loss::{Loss, Losses};
use crate::tokens::Token;
use stringmill_ion::{Kind, Options, Writer};
use stringmill_kernels::{JsonUnescape, Tier, json_unescape_with};
use stringmill_numbers::{DecimalText, FloatWrite, NUMBER_ROOM, float64_write};
use stringmill_outcome::{Chunk, Repairs};
use stringmill_profile::{FloatShape, LoneSurrogates};

/// Writes Ion values.
#[derive(Debug)]
pub(crate) struct IonValues {
    tier: Tier,
    pub(crate) writer: Writer,
    rules: NumberRules,
    refuses: bool,
    pub(crate) losses: Losses,
    text: Vec<u8>,
    number: Vec<u8>,
}

impl IonValues {
    pub(crate) fn new(tier: Tier, options: Options, rules: NumberRules, on_loss: OnLoss) -> Self {
        IonValues {
            tier,
            writer: Writer::new(options).on_tier(tier),
            rules,
            refuses: on_loss == OnLoss::Refuse,
            losses: Losses::default(),
            text: Vec::new(),
            number: Vec::new(),
        }
    }

    /// Writes a token.
    #[inline]
    pub(crate) fn token(&mut self, token: Token<'_>, offset: u64) -> Result<(), ConversionError> {
        let done = match token {
            Token::OpenObject => self.writer.begin(Kind::Struct),
            Token::OpenArray => self.writer.begin(Kind::List),
            Token::CloseObject | Token::CloseArray => self.writer.end(),
            Token::Name(raw) => {
                let text =
                    unescaped(self.tier, raw, &mut self.text).ok_or_else(|| ConversionError::no_memory(offset))?;
                self.writer.field_name(text)
            }
            Token::String(raw) => {
                let text =
                    unescaped(self.tier, raw, &mut self.text).ok_or_else(|| ConversionError::no_memory(offset))?;
                self.writer.string(text)
            }
            Token::StringBegins(raw) => {
                let text =
                    unescaped(self.tier, raw, &mut self.text).ok_or_else(|| ConversionError::no_memory(offset))?;
                self.writer.begin_string(text)
            }
            Token::StringPart(raw) => {
                let text =
                    unescaped(self.tier, raw, &mut self.text).ok_or_else(|| ConversionError::no_memory(offset))?;
                self.writer.string_part(text)
            }
            Token::StringEnds(raw) => {
                let text =
                    unescaped(self.tier, raw, &mut self.text).ok_or_else(|| ConversionError::no_memory(offset))?;
                self.writer.string_part(text).and_then(|()| self.writer.end_string())
            }
            Token::Number(text) => return self.number(text, offset),
            Token::True => self.writer.bool(true),
            Token::False => self.writer.bool(false),
            Token::Null => self.writer.null(Kind::Null),
        };
        done.map_err(|error| ConversionError::write(error, offset))
    }

    /// Whether a string may be written in parts, before its length is known.
    pub(crate) fn takes_parts(&self) -> bool {
        self.writer.options().long_string_threshold.is_none()
    }

    /// The unescaped text of a string.
    #[inline]
    pub(crate) fn unescape<'a>(&'a mut self, raw: &'a [u8], offset: u64) -> Result<&'a [u8], ConversionError> {
        unescaped(self.tier, raw, &mut self.text).ok_or_else(|| ConversionError::no_memory(offset))
    }

    /// As [`IonValues::unescape`]. Also returns the writer, since the text borrows from `self`.
    pub(crate) fn unescape_beside_writer<'a>(
        &'a mut self,
        raw: &'a [u8],
        offset: u64,
    ) -> Result<(&'a [u8], &'a mut Writer), ConversionError> {
        Ok((
            unescaped(self.tier, raw, &mut self.text).ok_or_else(|| ConversionError::no_memory(offset))?,
            &mut self.writer,
        ))
    }

    fn number(&mut self, text: &[u8], offset: u64) -> Result<(), ConversionError> {
        let is_whole = !text.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
        let kind = match is_whole {
            // An int would lose the sign of `-0`.
            true if text == b"-0" && self.rules.whole == Kind::Int => Kind::Decimal,
            true => self.rules.whole,
            false => self.rules.others,
        };
        // Numbers of JSON are numbers of Ion.
        if kind == Kind::Int {
            return self.writer.known_token(kind, text).map_err(|error| ConversionError::write(error, offset));
        }
        self.number.clear();
        // At most two bytes follow the digits.
        reserve(&mut self.number, text.len() + 2, offset)?;
        match kind {
            Kind::Decimal => {
                self.number.extend(text.iter().map(|&byte| if byte | 0x20 == b'e' { b'd' } else { byte }));
                if is_whole {
                    self.number.push(b'.');
                }
            }
            Kind::Float => {
                self.number.extend_from_slice(text);
                if !text.iter().any(|byte| byte | 0x20 == b'e') {
                    self.number.extend_from_slice(b"e0");
                }
                if is_rounded(text, offset)? {
                    self.losses.add(Loss::Rounded, offset);
                    if self.refuses {
                        return Err(ConversionError::loss(Loss::Rounded, offset));
                    }
                }
            }
            _ => {}
        }
        self.writer.known_token(kind, &self.number).map_err(|error| ConversionError::write(error, offset))
    }
}

fn reserve(buffer: &mut Vec<u8>, len: usize, offset: u64) -> Result<(), ConversionError> {
    buffer.try_reserve(len).map_err(|_| ConversionError::no_memory(offset))
}

/// The unescaped text of a well-formed string, given without quotes. `None` if the system refuses memory.
#[inline]
fn unescaped<'a>(tier: Tier, raw: &'a [u8], buffer: &'a mut Vec<u8>) -> Option<&'a [u8]> {
    if !raw.contains(&b'\\') {
        return Some(raw);
    }
    if buffer.len() < raw.len() {
        buffer.try_reserve(raw.len() - buffer.len()).ok()?;
        buffer.resize(raw.len(), 0);
    }
    let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
    let done = json_unescape_with(tier, rules, raw, buffer, Chunk::Last, &mut Repairs::default())
        .expect("the string was checked");
    Some(&buffer[..done.written])
}

/// Whether the shortest digits of the nearest float differ from the digits of the number.
fn is_rounded(text: &[u8], offset: u64) -> Result<bool, ConversionError> {
    let number = DecimalText::new(text).map(|number| number.float64());
    let mut written = [0; NUMBER_ROOM];
    let shape = FloatWrite::new(&FloatShape::ECMASCRIPT);
    match number.map(|number| float64_write(&shape, number, &mut written)) {
        Some(Ok(len)) => Ok(digits(text, offset)? != digits(&written[..len], offset)?),
        _ => Ok(true),
    }
}

/// The digits of a number without leading and trailing zeros, and the power of ten of the first one; no digits for
/// zero.
fn digits(text: &[u8], offset: u64) -> Result<(Vec<u8>, i64), ConversionError> {
    let mark = text.iter().position(|byte| byte | 0x20 == b'e').unwrap_or(text.len());
    let (mantissa, exponent) = text.split_at(mark);
    let exponent = exponent.get(1..).and_then(|text| std::str::from_utf8(text).ok());
    let exponent = exponent.map_or(0, |text| text.parse::<i64>().unwrap_or(i64::MAX / 2));
    let point = mantissa.iter().position(|&byte| byte == b'.').unwrap_or(mantissa.len());
    let sign = i64::from(mantissa.first() == Some(&b'-'));
    let mut digits = Vec::new();
    reserve(&mut digits, mantissa.len(), offset)?;
    digits.extend(mantissa.iter().filter(|byte| byte.is_ascii_digit()));
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    digits.drain(..zeros);
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    let power = if digits.is_empty() { 0 } else { exponent.saturating_add(point as i64 - sign - zeros as i64) };
    Ok((digits, power))
}
