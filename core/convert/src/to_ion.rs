//! JSON into Ion text: each token as a value, or as a part of a value that says its type.

use crate::conversion::{NumberRules, OnLoss};
use crate::from_typed::Typed;
use crate::ion_values::IonValues;
use crate::refused::Refused;
use crate::tokens::Tokens;
use stringmill_ion::Options;
use stringmill_kernels::Tier;

/// Converts JSON to Ion.
#[derive(Debug)]
pub(crate) struct ToIon {
    tokens: Tokens,
    /// `None` where the JSON does not tell types.
    typed: Option<Typed>,
    pub(crate) values: IonValues,
}

impl ToIon {
    pub(crate) fn new(tier: Tier, options: Options, rules: NumberRules, on_loss: OnLoss, typed: bool) -> Self {
        ToIon {
            tokens: Tokens::new(tier),
            typed: typed.then(Typed::new),
            values: IonValues::new(tier, options, rules, on_loss),
        }
    }

    /// Forgets what is open, and what is written and not taken away.
    pub(crate) fn restart(&mut self) {
        self.tokens.restart();
        if let Some(typed) = &mut self.typed {
            typed.restart();
        }
        self.values.restart();
    }

    /// Takes the next bytes, which stand at `base` of the text. Returns how many are done: all but a token that is cut and no
    /// long string, unless `most` bytes have been written.
    pub(crate) fn run(&mut self, src: &[u8], base: u64, last: bool, most: usize) -> Result<usize, Refused> {
        let mut at = 0;
        let takes_parts = !last && self.values.takes_parts();
        loop {
            let in_parts = takes_parts && self.typed.as_ref().is_none_or(Typed::takes_parts);
            let Some((token, start)) = self.tokens.next(src, &mut at, last, in_parts) else { break };
            let offset = base + start as u64;
            match &mut self.typed {
                None => self.values.token(token, offset)?,
                Some(typed) => typed.token(&mut self.values, token, offset)?,
            }
            if self.values.writer.ready().len() >= most {
                break;
            }
        }
        if self.tokens.is_refused() {
            return Err(Refused::no_memory(base + at as u64));
        }
        Ok(at)
    }
}
