//! JSON into Ion text: each token as a value, or as a part of a value that says its type.

use crate::conversion_error::ConversionError;
use crate::engine::{Engine, Pause, Run};
use crate::from_typed::TypedReader;
use crate::ion_values::IonValues;
use crate::loss::Losses;
use crate::tokens::{Token, Tokens};
use stringmill_json::JsonChecker;
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Converts JSON to Ion.
#[derive(Debug)]
pub(crate) struct ToIon<'s> {
    checker: JsonChecker<'s>,
    tokens: Tokens,
    /// `None` if the JSON does not say types.
    typed: Option<TypedReader>,
    values: IonValues,
    /// Whether the values are the items of the arrays at the top level.
    each: bool,
    /// How many values at the top level are converted.
    count: u64,
}

impl<'s> ToIon<'s> {
    pub(crate) fn new(tier: Tier, checker: JsonChecker<'s>, values: IonValues, typed: bool, each: bool) -> Self {
        ToIon { checker, tokens: Tokens::new(tier), typed: typed.then(TypedReader::new), values, each, count: 0 }
    }

    /// Converts the checked bytes `src`, which begin at `base`. Returns how many are consumed: all except a cut token
    /// that is no long string, unless `most` bytes are written.
    fn convert(&mut self, src: &[u8], base: u64, last: bool, most: usize) -> Result<usize, ConversionError> {
        let mut at = 0;
        let takes_parts = !last && self.values.takes_parts();
        loop {
            let in_parts = takes_parts && self.typed.as_ref().is_none_or(TypedReader::takes_parts);
            let Some((token, start)) = self.tokens.next(src, &mut at, last, in_parts) else { break };
            let offset = base + start as u64;
            if self.each && self.is_outer(token, offset)? {
                continue;
            }
            match &mut self.typed {
                None => self.values.token(token, offset)?,
                Some(typed) => typed.token(&mut self.values, token, offset)?,
            }
            self.count += u64::from(self.tokens.depth() == usize::from(self.each) && token.ends_value());
            if self.values.writer.ready().len() >= most {
                break;
            }
        }
        if self.tokens.is_refused() {
            return Err(ConversionError::no_memory(base + at as u64));
        }
        Ok(at)
    }
}

impl ToIon<'_> {
    /// Whether the last token is a bracket of an array at the top level.
    fn is_outer(&self, token: Token<'_>, offset: u64) -> Result<bool, ConversionError> {
        match (token, self.tokens.depth()) {
            (Token::OpenArray, 1) | (Token::CloseArray, 0) => Ok(true),
            (Token::OpenObject, 1) | (_, 0) => Err(ConversionError::at(ErrorCode::ConvertArray, offset)),
            _ => Ok(false),
        }
    }
}

impl Engine for ToIon<'_> {
    fn feed(&mut self, new: &[u8], offset: u64, chunk: Chunk) -> Result<usize, ConversionError> {
        Ok(self.checker.step(new, chunk).map_err(|error| error.after(offset))?)
    }

    fn run(&mut self, src: &[u8], base: u64, last: bool, most: usize) -> Result<Run, ConversionError> {
        let read = self.convert(src, base, last, most)?;
        // The tokens stop before a cut token too; then more input is needed.
        let is_full = self.values.writer.ready().len() >= most;
        let pause = match last {
            _ if is_full => Pause::Full,
            true => Pause::End,
            false => Pause::Input,
        };
        Ok(Run { read, pause })
    }

    fn begin_input(&mut self) -> Result<(), ConversionError> {
        self.checker.restart();
        Ok(())
    }

    fn check(&mut self, new: &[u8]) -> Result<(), Error> {
        self.checker.restart();
        self.checker.step(new, Chunk::Last).map(|_| ())
    }

    fn line(&mut self, line: &[u8], offset: u64) -> Result<(), ConversionError> {
        let losses = self.values.losses;
        self.values.writer.begin_record();
        if let Err(refused) = self.convert(line, offset, true, usize::MAX) {
            self.tokens.restart();
            if let Some(typed) = &mut self.typed {
                typed.restart();
            }
            self.values.writer.drop_record();
            self.values.losses = losses;
            return Err(refused);
        }
        Ok(())
    }

    fn finish(&mut self, offset: u64) -> Result<(), ConversionError> {
        self.values.writer.end_line().map_err(|error| ConversionError::write(error, offset))
    }

    fn losses(&self) -> Losses {
        self.values.losses
    }

    fn values(&self) -> u64 {
        self.count
    }

    fn written(&self) -> &[u8] {
        self.values.writer.ready()
    }

    fn whole(&self) -> usize {
        self.values.writer.whole()
    }

    fn clear_written(&mut self) {
        self.values.writer.clear_ready();
    }
}
