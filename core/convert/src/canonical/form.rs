//! The form that is written, and its layout.

use crate::json_text::JsonText;
use stringmill_kernels::{JsonIndent, Tier};
use stringmill_output::Output;

/// What [`Canonical`](super::Canonical) writes.
///
/// ```
/// use stringmill::Chunk;
/// use stringmill::convert::canonical::{Canonical, CanonicalError, CanonicalLimits, Form, RepeatedNames};
///
/// let mut stack = [0; 15];
/// let pretty = Form::Pretty(RepeatedNames::Keep);
/// let mut canonical = Canonical::new(CanonicalLimits::DEFAULT, &mut stack, Vec::new()).with_form(pretty);
/// canonical.step(br#"{"b":1.0,"a":2}"#, Chunk::Last)?;
/// canonical.finish()?;
/// let mut out = Vec::new();
/// canonical.write(|bytes| {
///     out.extend_from_slice(bytes);
///     Ok::<(), CanonicalError<_>>(())
/// })?;
/// assert_eq!(out, b"{\n  \"a\": 2,\n  \"b\": 1.0\n}\n");
/// # Ok::<(), CanonicalError<std::convert::Infallible>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// RFC 8785.
    #[default]
    Canonical,
    /// For people: members in the same order, numbers and strings as they are written, each value on a line of its own
    /// with two blanks of indentation for each level, and a line feed at the end.
    Pretty(RepeatedNames),
}

/// How to handle a name that its object has already.
///
/// ```
/// use stringmill::Chunk;
/// use stringmill::convert::canonical::{Canonical, CanonicalError, CanonicalLimits, Form, RepeatedNames};
///
/// let mut stack = [0; 15];
/// let pretty = Form::Pretty(RepeatedNames::Keep);
/// let mut canonical = Canonical::new(CanonicalLimits::DEFAULT, &mut stack, Vec::new()).with_form(pretty);
/// canonical.step(br#"{"b":1.0,"a":2}"#, Chunk::Last)?;
/// canonical.finish()?;
/// let mut out = Vec::new();
/// canonical.write(|bytes| {
///     out.extend_from_slice(bytes);
///     Ok::<(), CanonicalError<_>>(())
/// })?;
/// assert_eq!(out, b"{\n  \"a\": 2,\n  \"b\": 1.0\n}\n");
/// # Ok::<(), CanonicalError<std::convert::Infallible>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RepeatedNames {
    /// An error.
    #[default]
    Refuse,
    /// All members with the name stay, in the order of the text.
    Keep,
}

impl Form {
    pub(super) fn keeps_repeated(self) -> bool {
        self == Form::Pretty(RepeatedNames::Keep)
    }
}

/// Lays out the pieces of a compact text.
pub(super) struct Lines {
    tier: Tier,
    at: JsonIndent,
    out: Output,
}

impl Lines {
    pub(super) fn new(tier: Tier) -> Self {
        Lines { tier, at: JsonIndent::new(0), out: Output::default() }
    }

    /// Lays out the next piece, as far as the buffer has room, and returns the remainder of the piece. The result is in
    /// [`Lines::written`].
    pub(super) fn next<'p>(&mut self, piece: &'p [u8]) -> &'p [u8] {
        self.out.truncate(0);
        let read = self.out.indent(self.tier, &mut self.at, piece, BUFFER);
        &piece[read..]
    }

    pub(super) fn written(&self) -> &[u8] {
        self.out.written()
    }

    pub(super) fn is_refused(&self) -> bool {
        self.out.is_refused()
    }
}

const BUFFER: usize = 64 * 1024;
