//! Whether a text is in canonical form, and where not: in one pass, without sorting.
//! Bytes in, in pieces of any size; a verdict out. Memory: the last name of each open object, and one cut token.
//! Standard: RFC 8785.

use super::input::{CanonicalLimits, CheckedInput};
use super::scalar::{compare, has_escape, put_inside, put_number, unescape};
use crate::tokens::Token;
use stringmill_json::JsonStack;
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};
use stringmill_output::Output;

/// Checks that one JSON text is in canonical form.
///
/// ```
/// use stringmill::convert::canonical::{CanonicalLimits, CanonicalVerifier};
/// use stringmill::{Chunk, ErrorCode};
///
/// let mut stack = [0; 15];
/// let mut verifier = CanonicalVerifier::new(CanonicalLimits::DEFAULT, &mut stack);
/// let error = verifier.step(b"{\"b\":1,\"a\":2}", Chunk::Last).unwrap_err();
/// assert_eq!((error.code, error.offset), (ErrorCode::CanonicalOrder, 7));
/// let mut verifier = CanonicalVerifier::with_tier(stringmill::Tier::best(), CanonicalLimits::DEFAULT, &mut stack);
/// assert_eq!(verifier.step(b"[1]", Chunk::Last), Ok(3));
/// ```
#[derive(Debug)]
pub struct CanonicalVerifier<'s> {
    tier: Tier,
    input: CheckedInput<'s>,
    /// The open containers.
    levels: Vec<Level>,
    names: Output,
    form: Output,
    scratch: Output,
    memory_max: usize,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    /// Where the last name of an object begins in [`CanonicalVerifier::names`].
    names: usize,
    has_name: bool,
}

impl<'s> CanonicalVerifier<'s> {
    /// The state at the beginning of a text. `stack` has
    /// [`JsonCheck::stack_len`](stringmill_json::JsonCheck::stack_len) elements, or grows.
    pub fn new(limits: CanonicalLimits, stack: impl Into<JsonStack<'s>>) -> Self {
        Self::with_tier(Tier::best(), limits, stack)
    }

    /// As [`CanonicalVerifier::new`], on a chosen tier.
    pub fn with_tier(tier: Tier, limits: CanonicalLimits, stack: impl Into<JsonStack<'s>>) -> Self {
        CanonicalVerifier {
            tier,
            input: CheckedInput::new(tier, limits, stack),
            levels: Vec::new(),
            names: Output::default(),
            form: Output::default(),
            scratch: Output::default(),
            memory_max: limits.buffers_max(),
        }
    }

    /// Checks `src`, the next bytes of the text. Consumes them as `Canonical::step` does.
    ///
    /// # Errors
    ///
    /// The first place, from the start of the stream, after which no text is canonical: an error in the text, as for
    /// `Canonical::step`; [`ErrorCode::CanonicalWhiteSpace`], [`ErrorCode::CanonicalString`],
    /// [`ErrorCode::CanonicalNumber`], [`ErrorCode::CanonicalOrder`], [`ErrorCode::NameRepeated`].
    pub fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        let part = self.input.begin(src, chunk);
        let base = self.input.offset;
        let mut at = 0;
        loop {
            let before = at;
            let token = self.input.tokens.next(part.src, &mut at, part.last, !part.last);
            let start = token.map_or(at, |(_, start)| start);
            if let Some(white) = part.src[before..start].iter().position(|byte| byte.is_ascii_whitespace()) {
                return Err(Error::new(ErrorCode::CanonicalWhiteSpace, base + (before + white) as u64));
            }
            let Some((token, start)) = token else { break };
            self.token(token, base + start as u64)?;
            if self.names.len() + self.levels.len() * size_of::<Level>() > self.memory_max {
                return Err(Error::new(ErrorCode::LimitMemory, base + start as u64));
            }
        }
        self.input.end(part, at, self.memory_max)
    }

    fn token(&mut self, token: Token<'_>, offset: u64) -> Result<(), Error> {
        match token {
            Token::OpenObject | Token::OpenArray => {
                self.levels.try_reserve(1).map_err(|_| refused(offset))?;
                self.levels.push(Level { names: self.names.len(), has_name: false });
                Ok(())
            }
            Token::CloseObject | Token::CloseArray => {
                if let Some(level) = self.levels.pop() {
                    self.names.truncate(level.names);
                }
                Ok(())
            }
            Token::Name(raw) => {
                self.string(raw, offset + 1)?;
                self.name(raw, offset)
            }
            Token::String(raw) | Token::StringBegins(raw) => self.string(raw, offset + 1),
            Token::StringPart(raw) | Token::StringEnds(raw) => self.string(raw, offset),
            Token::Number(text) => self.number(text, offset),
            Token::True | Token::False | Token::Null => Ok(()),
        }
    }

    /// Checks the inside of a string at `offset`.
    fn string(&mut self, raw: &[u8], offset: u64) -> Result<(), Error> {
        if !has_escape(self.tier, raw) {
            return Ok(());
        }
        self.form.truncate(0);
        put_inside(&mut self.form, &mut self.scratch, self.tier, raw);
        if self.form.is_refused() {
            return Err(refused(offset));
        }
        let form = self.form.written();
        if raw == form {
            return Ok(());
        }
        let differs = raw.iter().zip(form).take_while(|(one, other)| one == other).count();
        Err(Error::new(ErrorCode::CanonicalString, offset + escape_start(raw, differs) as u64))
    }

    /// Checks the order of a name, whose quote is at `offset`.
    fn name(&mut self, raw: &[u8], offset: u64) -> Result<(), Error> {
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        self.scratch.truncate(0);
        match has_escape(self.tier, raw) {
            true => unescape(&mut self.scratch, self.tier, raw),
            false => self.scratch.put(raw),
        }
        if self.scratch.is_refused() {
            return Err(refused(offset));
        }
        let name = self.scratch.written();
        if std::mem::replace(&mut level.has_name, true) {
            let order = compare(&self.names.written()[level.names..], name);
            if order.is_ge() {
                let code = if order.is_eq() { ErrorCode::NameRepeated } else { ErrorCode::CanonicalOrder };
                return Err(Error::new(code, offset));
            }
        }
        self.names.truncate(level.names);
        self.names.put(name);
        if self.names.is_refused() { Err(refused(offset)) } else { Ok(()) }
    }

    fn number(&mut self, text: &[u8], offset: u64) -> Result<(), Error> {
        self.form.truncate(0);
        // An integer that is rounded differs from its canonical form.
        put_number(&mut self.form, text, true).map_err(|code| Error::new(code, offset))?;
        match (self.form.is_refused(), self.form.written() == text) {
            (true, _) => Err(refused(offset)),
            (false, true) => Ok(()),
            (false, false) => Err(Error::new(ErrorCode::CanonicalNumber, offset)),
        }
    }
}

#[cold]
fn refused(offset: u64) -> Error {
    Error::new(ErrorCode::MemoryRefused, offset)
}

/// Place of the escape in `raw` that has the byte at `at`.
fn escape_start(raw: &[u8], at: usize) -> usize {
    let mut start = 0;
    loop {
        let escape = start + raw[start..].iter().take_while(|&&byte| byte != b'\\').count();
        let len = if raw.get(escape + 1) == Some(&b'u') { 6 } else { 2 };
        if at < escape + len || escape >= raw.len() {
            return escape.min(at);
        }
        start = escape + len;
    }
}
