//! The whole grammar of a value with its field name and annotations; `reader/shortcut.rs` is its short cut.

use crate::grammar::blank::{self, PassedComments};
use crate::grammar::lob::{self, Lob};
use crate::grammar::number;
use crate::grammar::quoted::{self, Quote, QuotedText};
use crate::grammar::window::{Scan, ScanStop, Window};
use crate::grammar::word::{self, Word};
use crate::kind::Kind;
use std::ops::Range;
use stringmill_outcome::ErrorCode;

/// A symbol, as the input writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// Text without an escape, in the window.
    Plain(Range<usize>),
    /// Unescaped text, in the buffer of the value.
    Unescaped(Range<usize>),
    /// A symbol ID, and the place of its dollar sign.
    Id(u64, usize),
}

/// A value, as the input writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token {
    /// No value.
    None,
    /// The common form of its kind: a symbol without quotes, as an identifier or as operators; a short string without
    /// an escape; a number of base 10 without underscores, with digits on both sides of its point, and with no exponent
    /// mark but `e`.
    Plain(Kind),
    Null(Kind),
    Bool(bool),
    /// An int, decimal, timestamp, or float with an exponent.
    Number(Kind),
    Special(f64),
    SymbolId(u64),
    /// Text in quotes, and whether it has no escape. A short string without an escape is [`Token::Plain`] instead.
    Quoted {
        quote: Quote,
        plain: bool,
    },
    /// A blob, decoded in the buffer of the value.
    Blob,
    /// The opening bracket of a container.
    Open(Kind),
}

impl Token {
    pub(crate) fn kind(&self) -> Kind {
        match *self {
            Token::Plain(kind) | Token::Null(kind) | Token::Number(kind) | Token::Open(kind) => kind,
            Token::None => Kind::Null,
            Token::Bool(_) => Kind::Bool,
            Token::Special(_) => Kind::Float,
            Token::SymbolId(_) => Kind::Symbol,
            Token::Blob => Kind::Blob,
            Token::Quoted { quote, .. } => match quote {
                Quote::Symbol => Kind::Symbol,
                Quote::String | Quote::LongString => Kind::String,
                Quote::Clob | Quote::LongClob => Kind::Clob,
            },
        }
    }
}

/// A value with its field name and annotations. Places are in the window that it was read from.
#[derive(Debug)]
pub(crate) struct TextValue {
    pub(crate) field: Option<Name>,
    /// The place where the value begins, including its field name; [`TextValue::read`] and the short cut set it.
    pub(crate) begin: usize,
    /// Whether the field name is known to be ASCII without control characters below U+0020, quotes and backslashes.
    pub(crate) clean_field: bool,
    /// Whether the value, a string or symbol, is known to have only such characters.
    pub(crate) clean: bool,
    pub(crate) annotations: Vec<Name>,
    pub(crate) token: Token,
    /// The value itself; of a container, its opening bracket.
    pub(crate) text: Range<usize>,
    /// The range of a clob, from its first quote to its last.
    clob: Range<usize>,
    /// The place after the value and the white space that was read; only [`TextValue::read`] sets it.
    pub(crate) next: usize,
    /// Comments in the value and before it, up to `next`; only [`TextValue::read`] sets it.
    pub(crate) passed: PassedComments,
    /// How many of its blanks are before the annotations and the value.
    pub(crate) name_blanks: usize,
    /// Unescaped names.
    pub(crate) names: Vec<u8>,
    /// The bytes of a blob.
    pub(crate) bytes: Vec<u8>,
}

impl TextValue {
    pub(crate) const EMPTY: TextValue = TextValue {
        field: None,
        begin: 0,
        clean_field: false,
        clean: false,
        annotations: Vec::new(),
        token: Token::None,
        text: 0..0,
        clob: 0..0,
        next: 0,
        passed: PassedComments::NONE,
        name_blanks: 0,
        names: Vec::new(),
        bytes: Vec::new(),
    };

    /// Forgets the value.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.token = Token::None;
        self.field = None;
        self.annotations.clear();
    }

    /// Sets the place of the value, which has no comments and no brackets around a clob.
    #[inline]
    pub(crate) fn set_text(&mut self, text: Range<usize>) {
        self.clob = text.clone();
        self.text = text;
    }

    /// The range from the first quote of a quoted token to the last.
    #[inline]
    pub(crate) fn quotes(&self) -> Range<usize> {
        match self.token {
            Token::Quoted { quote: Quote::Clob | Quote::LongClob, .. } => self.clob.clone(),
            _ => self.text.clone(),
        }
    }

    /// Reads the value at `at`, in a container of kind `inside`; `None` at the top level.
    pub(crate) fn read(&mut self, window: Window, mut at: usize, inside: Option<Kind>) -> Scan<()> {
        self.field = None;
        self.begin = at;
        (self.clean_field, self.clean) = (false, false);
        self.annotations.clear();
        self.names.clear();
        self.passed.clear();
        if inside == Some(Kind::Struct) {
            at = self.field_name(window, at)?;
        }
        self.name_blanks = self.passed.blanks.as_ref().map_or(0, Vec::len);
        loop {
            match self.value(window, at, inside == Some(Kind::Sexp))? {
                Some(next) => at = next,
                None => return Ok(()),
            }
        }
    }

    /// Reads a field name and the colon after it.
    fn field_name(&mut self, window: Window, at: usize) -> Scan<usize> {
        let error = |code, at| Err(ScanStop::Error(code, at));
        let (name, next) = match window.get(at)? {
            Some(byte) if word::begins(byte) => {
                let (word, end) = word::scan(window, at)?;
                match word {
                    Word::Identifier => (Name::Plain(at..end), end),
                    Word::SymbolId(id) => (Name::Id(id, at), end),
                    Word::Bool(_) | Word::Nan | Word::Null(_) => return error(ErrorCode::IonKeyword, at),
                }
            }
            Some(b'"') => self.quoted_name(window, at, Quote::String)?,
            Some(b'\'') if quoted::long_begins(window, at)? => self.quoted_name(window, at, Quote::LongString)?,
            Some(b'\'') => self.quoted_name(window, at, Quote::Symbol)?,
            Some(_) => return error(ErrorCode::IonFieldNameExpected, at),
            None => return error(ErrorCode::IonIncomplete, at),
        };
        self.field = Some(name);
        let colon = self.skip_blank(window, next)?;
        match window.get(colon)? {
            Some(b':') => self.skip_blank(window, colon + 1),
            Some(_) => error(ErrorCode::IonColonExpected, colon),
            None => error(ErrorCode::IonIncomplete, colon),
        }
    }

    fn skip_blank(&mut self, window: Window, at: usize) -> Scan<usize> {
        blank::skip(window, at, &mut self.passed)
    }

    fn scan_quoted(&mut self, window: Window, at: usize, quote: Quote) -> Scan<QuotedText> {
        quoted::scan(window, at, quote, &mut self.passed)
    }

    fn quoted_name(&mut self, window: Window, at: usize, quote: Quote) -> Scan<(Name, usize)> {
        let found = self.scan_quoted(window, at, quote)?;
        Ok((self.name(window, at..found.end, quote, found.plain)?, found.next))
    }

    /// The quoted name in `text`.
    fn name(&mut self, window: Window, text: Range<usize>, quote: Quote, plain: bool) -> Scan<Name> {
        if plain {
            return Ok(Name::Plain(text.start + quote.len()..text.end - quote.len()));
        }
        let from = self.names.len();
        let whole = Window { bytes: &window.bytes[text], last: true, tier: window.tier };
        quoted::unescape(whole, quote, &mut self.names)?;
        Ok(Name::Unescaped(from..self.names.len()))
    }

    /// Reads a value; or an annotation, and then returns the place after it.
    fn value(&mut self, window: Window, at: usize, in_sexp: bool) -> Scan<Option<usize>> {
        let incomplete = Err(ScanStop::Error(ErrorCode::IonIncomplete, at));
        let Some(first) = window.get(at)? else { return incomplete };
        match first {
            b'0'..=b'9' => self.number(window, at),
            b'-' if window.get(at + 1)?.is_some_and(|byte| byte.is_ascii_digit()) => self.number(window, at),
            b'"' => self.string(window, at, Quote::String),
            b'\'' if quoted::long_begins(window, at)? => self.string(window, at, Quote::LongString),
            b'\'' => self.quoted_symbol(window, at),
            b'[' => self.scalar(Token::Open(Kind::List), at..at + 1, at + 1),
            b'(' => self.scalar(Token::Open(Kind::Sexp), at..at + 1, at + 1),
            b'{' if window.get(at + 1)? == Some(b'{') => self.lob(window, at),
            b'{' => self.scalar(Token::Open(Kind::Struct), at..at + 1, at + 1),
            _ if word::begins(first) => self.word(window, at),
            _ => self.sign(window, at, in_sexp),
        }
    }

    fn scalar(&mut self, token: Token, text: Range<usize>, next: usize) -> Scan<Option<usize>> {
        (self.token, self.text, self.next) = (token, text, next);
        Ok(None)
    }

    fn number(&mut self, window: Window, at: usize) -> Scan<Option<usize>> {
        let (kind, end) = number::scan(window, at)?;
        self.scalar(Token::Number(kind), at..end, end)
    }

    fn string(&mut self, window: Window, at: usize, quote: Quote) -> Scan<Option<usize>> {
        let found = self.scan_quoted(window, at, quote)?;
        let text = at..found.end;
        let token = match quote {
            Quote::String if found.plain => Token::Plain(Kind::String),
            _ => Token::Quoted { quote, plain: found.plain },
        };
        self.scalar(token, text, found.next)
    }

    fn lob(&mut self, window: Window, at: usize) -> Scan<Option<usize>> {
        let (lob, end) = lob::scan(window, at, &mut self.bytes)?;
        let token = match lob {
            Lob::Blob => Token::Blob,
            Lob::Clob { quote, text, plain } => {
                self.clob = text;
                Token::Quoted { quote, plain }
            }
        };
        self.scalar(token, at..end, end)
    }

    fn quoted_symbol(&mut self, window: Window, at: usize) -> Scan<Option<usize>> {
        let found = self.scan_quoted(window, at, Quote::Symbol)?;
        let text = at..found.end;
        let next = self.skip_blank(window, found.end)?;
        if window.has(next, b"::")? {
            let name = self.name(window, text, Quote::Symbol, found.plain)?;
            return self.annotation(window, name, next);
        }
        let token = Token::Quoted { quote: Quote::Symbol, plain: found.plain };
        self.scalar(token, text, next)
    }

    fn word(&mut self, window: Window, at: usize) -> Scan<Option<usize>> {
        let (word, end) = word::scan(window, at)?;
        let (name, token) = match word {
            Word::Null(kind) => return self.scalar(Token::Null(kind), at..end, end),
            Word::Bool(value) => return self.scalar(Token::Bool(value), at..end, end),
            Word::Nan => return self.scalar(Token::Special(f64::NAN), at..end, end),
            Word::Identifier => (Name::Plain(at..end), Token::Plain(Kind::Symbol)),
            Word::SymbolId(id) => (Name::Id(id, at), Token::SymbolId(id)),
        };
        let next = self.skip_blank(window, end)?;
        if window.has(next, b"::")? {
            return self.annotation(window, name, next);
        }
        self.scalar(token, at..end, next)
    }

    /// Adds an annotation, whose double colon is at `colons`.
    fn annotation(&mut self, window: Window, name: Name, colons: usize) -> Scan<Option<usize>> {
        self.annotations.try_reserve(1).map_err(|_| ScanStop::Error(ErrorCode::MemoryRefused, colons))?;
        self.annotations.push(name);
        self.skip_blank(window, colons + 2).map(Some)
    }

    /// Reads an infinity, or operators in a sexp.
    fn sign(&mut self, window: Window, at: usize, in_sexp: bool) -> Scan<Option<usize>> {
        let sign = window.bytes[at];
        if matches!(sign, b'+' | b'-')
            && let Some(end) = word::infinity_end(window, at)?
        {
            let value = if sign == b'-' { f64::NEG_INFINITY } else { f64::INFINITY };
            return self.scalar(Token::Special(value), at..end, end);
        }
        let end = if in_sexp { word::operator_end(window, at)? } else { at };
        if end == at {
            return Err(ScanStop::Error(ErrorCode::IonValueExpected, at));
        }
        self.scalar(Token::Plain(Kind::Symbol), at..end, end)
    }
}
