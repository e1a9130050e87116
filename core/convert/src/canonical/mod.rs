//! JSON in canonical form, or sorted and laid out for people.
//! Bytes in, in pieces of any size; the canonical text out once the input has ended, because the last member of an
//! object may be the first one of its canonical form.
//!
//! Standard: RFC 8785; ECMA-262, Number::toString. Method: `build` keeps the canonical text of the tokens, with the
//! members of objects in the order of the input, and notes which objects are out of order. At the limit of memory
//! `spill` sorts the members that are complete and moves them to the storage of the caller, as runs that are merged
//! when their object ends, those of the outermost one when it is written. A pointer replaces them in the text. `emit`
//! writes the text, with sorted members, and follows the pointers. No recursion.

mod build;
mod emit;
mod error;
mod form;
mod input;
mod scalar;
mod spill;
mod storage;
mod verify;
mod whole;

pub use error::CanonicalError;
pub use form::{Form, RepeatedNames};
pub use input::CanonicalLimits;
pub use storage::Storage;
pub use verify::CanonicalVerifier;
pub use whole::{json_canonical, json_canonical_into, json_canonical_with};

use build::TextBuilder;
use error::no_memory;
use form::Lines;
use input::CheckedInput;
use stringmill_json::JsonStack;
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Makes one JSON text canonical.
///
/// Names are compared after the whole text is read: a repeated name is reported only if the text has no other error.
///
/// ```
/// use stringmill::convert::canonical::{Canonical, CanonicalError, CanonicalLimits, Form};
/// use stringmill::Chunk;
///
/// let mut stack = [0; 15];
/// // A vector is storage too; a program with little memory would use a file.
/// let mut canonical = Canonical::new(CanonicalLimits::DEFAULT, &mut stack, Vec::new()).with_form(Form::Canonical);
/// let src = b"{\"b\": [1.0, 1e30], \"a\": \"\\u20ac\"}";
/// assert_eq!(canonical.step(src, Chunk::Last)?, src.len());
/// canonical.finish()?;
/// assert_eq!(canonical.stored(), 0);
/// let mut out = Vec::new();
/// canonical.write(|bytes| {
///     out.extend_from_slice(bytes);
///     Ok::<(), CanonicalError<_>>(())
/// })?;
/// assert_eq!(out, "{\"a\":\"\u{20ac}\",\"b\":[1,1e+30]}".as_bytes());
/// let canonical = Canonical::with_tier(stringmill::Tier::best(), CanonicalLimits::DEFAULT, &mut stack, Vec::new());
/// # Ok::<(), CanonicalError<std::convert::Infallible>>(())
/// ```
#[derive(Debug)]
pub struct Canonical<'s, S> {
    input: CheckedInput<'s>,
    build: TextBuilder,
    storage: S,
    /// Bytes of memory from which on members move to the storage.
    spill_from: usize,
}

impl<'s, S: Storage> Canonical<'s, S> {
    /// The state at the beginning of a text. `stack` has
    /// [`JsonCheck::stack_len`](stringmill_json::JsonCheck::stack_len) elements or grows, and `storage` is empty.
    pub fn new(limits: CanonicalLimits, stack: impl Into<JsonStack<'s>>, storage: S) -> Self {
        Self::with_tier(Tier::best(), limits, stack, storage)
    }

    /// As [`Canonical::new`], on a chosen tier.
    pub fn with_tier(tier: Tier, limits: CanonicalLimits, stack: impl Into<JsonStack<'s>>, storage: S) -> Self {
        Canonical {
            input: CheckedInput::new(tier, limits, stack),
            build: TextBuilder::new(tier, limits.rounds_integers),
            storage,
            spill_from: limits.buffers_max(),
        }
    }

    /// Chooses another form of the output. Call this before the first step.
    #[must_use]
    pub fn with_form(mut self, form: Form) -> Self {
        self.build.form = form;
        self
    }

    /// Reads `src`, the next bytes of the text, and returns how many are consumed. These are all, unless a name, a
    /// number, a word, a character or an escape is cut and more follows; the caller passes the others again before the
    /// next bytes.
    ///
    /// # Errors
    ///
    /// Text that is not JSON, with the code of [`JsonChecker`](stringmill_json::JsonChecker);
    /// [`ErrorCode::NumberOverflow`]; [`ErrorCode::CanonicalInteger`]; [`ErrorCode::LimitMemory`];
    /// [`ErrorCode::MemoryRefused`]; errors of the storage. The text must not be continued then.
    pub fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, CanonicalError<S::Error>> {
        let Canonical { input, build, storage, spill_from } = self;
        let part = input.begin(src, chunk);
        let mut at = 0;
        while let Some((token, start)) = input.tokens.next(part.src, &mut at, part.last, !part.last) {
            let offset = input.offset + start as u64;
            build.token(token, offset)?;
            if build.is_ended_by_merge() {
                spill::end_object(build, storage, *spill_from, offset)?;
            }
            if build.memory() > *spill_from {
                spill::spill(build, storage, *spill_from, offset)?;
            }
        }
        Ok(input.end(part, at, *spill_from)?)
    }

    /// Ends the text.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NameRepeated`], at the first repeated name of the input, unless the form keeps repeated names.
    pub fn finish(&mut self) -> Result<(), CanonicalError<S::Error>> {
        match self.build.repeated {
            Some(offset) => Err(Error::new(ErrorCode::NameRepeated, offset).into()),
            None => Ok(()),
        }
    }

    /// Passes the text to `put`, in pieces of any size, after [`Canonical::finish`].
    ///
    /// # Errors
    ///
    /// Those of `put`, [`ErrorCode::MemoryRefused`], and errors of the storage.
    pub fn write<F: From<CanonicalError<S::Error>>>(
        mut self,
        mut put: impl FnMut(&[u8]) -> Result<(), F>,
    ) -> Result<(), F> {
        self.build.order_nodes();
        if self.build.form == Form::Canonical {
            return self.write_compact(&mut put);
        }
        let mut lines = Lines::new(self.build.tier);
        self.write_compact::<F>(&mut |mut piece| {
            while !piece.is_empty() {
                piece = lines.next(piece);
                if lines.is_refused() {
                    return Err(CanonicalError::from(no_memory()).into());
                }
                put(lines.written())?;
            }
            Ok(())
        })?;
        put(b"\n")
    }

    fn write_compact<F: From<CanonicalError<S::Error>>>(
        &mut self,
        put: &mut impl FnMut(&[u8]) -> Result<(), F>,
    ) -> Result<(), F> {
        let Canonical { build, storage, spill_from, .. } = self;
        let len = build.text.len();
        if build.stored == 0 {
            return emit::range(build, 0..len, put);
        }
        if let Some(object) = &build.outermost {
            return spill::write(object, storage, *spill_from, put);
        }
        let mut pointers = emit::Pointers::new().map_err(CanonicalError::from)?;
        emit::range(build, 0..len, &mut |bytes| pointers.follow(storage, bytes, put))
    }

    /// Bytes that were moved to the storage.
    pub fn stored(&self) -> u64 {
        self.build.stored
    }
}
