//! Values of JSON as values of Ion text, numbers by rules of the caller's choice.

use crate::conversion::{NumberRules, OnLoss};
use crate::loss::{Loss, Losses};
use crate::refused::Refused;
use crate::tokens::Token;
use stringmill_ion::{Kind, Options, Writer};
use stringmill_kernels::{JsonUnescape, Tier, json_unescape_with};
use stringmill_numbers::{FloatWrite, NUMBER_ROOM, float64_write};
use stringmill_outcome::{Chunk, ErrorCode, Repairs};
use stringmill_profile::{FloatShape, LoneSurrogates};

/// Writes the values.
#[derive(Debug)]
pub(crate) struct IonValues {
    tier: Tier,
    options: Options,
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
            options,
            writer: Writer::new(options).on_tier(tier),
            rules,
            refuses: on_loss == OnLoss::Refuse,
            losses: Losses::default(),
            text: Vec::new(),
            number: Vec::new(),
        }
    }

    /// Forgets what is open, and what is written and not taken away.
    pub(crate) fn restart(&mut self) {
        self.writer = Writer::new(self.options).on_tier(self.tier);
    }

    /// Writes what a token says by itself.
    #[inline]
    pub(crate) fn token(&mut self, token: Token<'_>, offset: u64) -> Result<(), Refused> {
        let done = match token {
            Token::OpenObject => self.writer.begin(Kind::Struct),
            Token::OpenArray => self.writer.begin(Kind::List),
            Token::CloseObject | Token::CloseArray => self.writer.end(),
            Token::Name(raw) => {
                let text = unescaped(self.tier, raw, &mut self.text);
                self.writer.field_name(text)
            }
            Token::String(raw) => {
                let text = unescaped(self.tier, raw, &mut self.text);
                self.writer.string(text)
            }
            Token::Number(text) => return self.number(text, offset),
            Token::True => self.writer.bool(true),
            Token::False => self.writer.bool(false),
            Token::Null => self.writer.null(Kind::Null),
        };
        done.map_err(|_| Refused::at(ErrorCode::ConvertTyped, offset))
    }

    /// What a string stands for.
    #[inline]
    pub(crate) fn unescape<'a>(&'a mut self, raw: &'a [u8]) -> &'a [u8] {
        unescaped(self.tier, raw, &mut self.text)
    }

    /// As [`IonValues::unescape`], and the writer that is to take it.
    pub(crate) fn unescape_beside_writer<'a>(&'a mut self, raw: &'a [u8]) -> (&'a [u8], &'a mut Writer) {
        (unescaped(self.tier, raw, &mut self.text), &mut self.writer)
    }

    fn number(&mut self, text: &[u8], offset: u64) -> Result<(), Refused> {
        let is_whole = !text.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
        let kind = match is_whole {
            // As an int it would lose its sign.
            true if text == b"-0" && self.rules.whole == Kind::Int => Kind::Decimal,
            true => self.rules.whole,
            false => self.rules.others,
        };
        // Numbers of JSON are numbers of Ion.
        let refused = |_| Refused::at(ErrorCode::ConvertTyped, offset);
        if kind == Kind::Int {
            return self.writer.known_token(kind, text).map_err(refused);
        }
        self.number.clear();
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
                if is_rounded(text) {
                    self.losses.add(Loss::Rounded, offset);
                    if self.refuses {
                        return Err(Refused::loss(Loss::Rounded, offset));
                    }
                }
            }
            _ => {}
        }
        self.writer.known_token(kind, &self.number).map_err(refused)
    }
}

/// What the inside of a string that is well-formed stands for.
#[inline]
fn unescaped<'a>(tier: Tier, raw: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
    if !raw.contains(&b'\\') {
        return raw;
    }
    if buffer.len() < raw.len() {
        buffer.resize(raw.len(), 0);
    }
    let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
    let done = json_unescape_with(tier, rules, raw, buffer, Chunk::Last, &mut Repairs::default())
        .expect("the string was checked");
    &buffer[..done.written]
}

/// Whether the float that is nearest to a number has other digits, in their fewest, than the number.
fn is_rounded(text: &[u8]) -> bool {
    let number = std::str::from_utf8(text).ok().and_then(|text| text.parse::<f64>().ok());
    let mut written = [0; NUMBER_ROOM];
    let shape = FloatWrite::new(&FloatShape::ECMASCRIPT);
    match number.map(|number| float64_write(&shape, number, &mut written)) {
        Some(Ok(len)) => digits(text) != digits(&written[..len]),
        _ => true,
    }
}

/// The digits of a number that count, and the power of ten of the first of them; no digits where it is zero.
fn digits(text: &[u8]) -> (Vec<u8>, i64) {
    let mark = text.iter().position(|byte| byte | 0x20 == b'e').unwrap_or(text.len());
    let (mantissa, exponent) = text.split_at(mark);
    let exponent = exponent.get(1..).and_then(|text| std::str::from_utf8(text).ok());
    let exponent = exponent.map_or(0, |text| text.parse::<i64>().unwrap_or(i64::MAX / 2));
    let point = mantissa.iter().position(|&byte| byte == b'.').unwrap_or(mantissa.len());
    let sign = i64::from(mantissa.first() == Some(&b'-'));
    let mut digits: Vec<u8> = mantissa.iter().copied().filter(u8::is_ascii_digit).collect();
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    digits.drain(..zeros);
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    let power = if digits.is_empty() { 0 } else { exponent.saturating_add(point as i64 - sign - zeros as i64) };
    (digits, power)
}
