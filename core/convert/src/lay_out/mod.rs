//! Line breaks and indentation that the caller chooses, for JSON and Ion: a conversion writes compact text, and
//! [`Tokens`](tokens::Tokens) lays it out.

mod containers;
mod tokens;

use crate::conversion::Target;
use crate::conversion_error::ConversionError;
use crate::engine::{Engine, Run};
use crate::layout::Layout;
use crate::loss::Losses;
use crate::pretty::PrettyLayout;
use stringmill_ion::{self as ion, Options};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};
use tokens::Tokens;

/// The compact form of a target, which [`PrettyEngine`] reads.
pub(crate) fn compact(pretty: PrettyLayout, target: Target) -> Target {
    match target {
        Target::Json(top, _) => Target::Json(top, Layout::Compact),
        Target::Ion(options) => Target::Ion(Options {
            // With comments, a value does not end its line.
            layout: if pretty.comments { ion::Layout::Compact } else { ion::Layout::Lines },
            long_string_threshold: None,
            ..options
        }),
        Target::IonBinary(_) => target,
    }
}

/// A conversion whose compact output is laid out with line breaks and indentation.
#[derive(Debug)]
pub(crate) struct PrettyEngine<'s> {
    inner: Box<dyn Engine + 's>,
    tokens: Tokens,
}

impl<'s> PrettyEngine<'s> {
    pub(crate) fn new(tier: Tier, inner: Box<dyn Engine + 's>, pretty: PrettyLayout) -> Self {
        PrettyEngine { inner, tokens: Tokens::new(tier, pretty) }
    }

    /// Lays out what the inner conversion has written, which has read the input up to `offset`.
    fn pass_on<T>(&mut self, done: Result<T, ConversionError>, offset: u64) -> Result<T, ConversionError> {
        let (whole, rest) = self.inner.written().split_at(self.inner.whole());
        if !whole.is_empty() {
            self.tokens.write_whole(whole);
        }
        self.tokens.write(rest);
        self.inner.clear_written();
        match done {
            Err(ConversionError { error, .. }) if error.code == ErrorCode::MemoryRefused => {
                self.tokens.out_mut().refuse()
            }
            _ if self.tokens.out().is_refused() => return Err(ConversionError::no_memory(offset)),
            _ => {}
        }
        done
    }
}

impl Engine for PrettyEngine<'_> {
    fn feed(&mut self, new: &[u8], offset: u64, chunk: Chunk) -> Result<usize, ConversionError> {
        self.inner.feed(new, offset, chunk)
    }

    fn run(&mut self, src: &[u8], base: u64, last: bool, most: usize) -> Result<Run, ConversionError> {
        let done = self.inner.run(src, base, last, most);
        self.pass_on(done, base)
    }

    fn begin_input(&mut self) -> Result<(), ConversionError> {
        self.inner.begin_input()
    }

    fn check(&mut self, new: &[u8]) -> Result<(), Error> {
        self.inner.check(new)
    }

    fn lines(&mut self, src: &[u8], offset: u64) -> Result<bool, ConversionError> {
        let done = self.inner.lines(src, offset);
        self.pass_on(done, offset)
    }

    fn line(&mut self, line: &[u8], offset: u64) -> Result<(), ConversionError> {
        let done = self.inner.line(line, offset);
        self.pass_on(done, offset)
    }

    fn finish(&mut self, offset: u64) -> Result<(), ConversionError> {
        let done = self.inner.finish(offset);
        self.pass_on(done, offset)?;
        self.tokens.finish();
        self.pass_on(Ok(()), offset)
    }

    fn losses(&self) -> Losses {
        self.inner.losses()
    }

    fn values(&self) -> u64 {
        self.inner.values()
    }

    fn written(&self) -> &[u8] {
        self.tokens.out().written()
    }

    fn whole(&self) -> usize {
        self.tokens.whole()
    }

    fn clear_written(&mut self) {
        self.tokens.clear();
    }
}
