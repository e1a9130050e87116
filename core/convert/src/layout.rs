//! Layout of JSON text: commas, line breaks and indentation.

use crate::conversion_error::ConversionError;
use crate::json_text::JsonText;
use stringmill_json::RECORD_SEPARATOR;
use stringmill_kernels::Tier;
use stringmill_outcome::ErrorCode;
use stringmill_output::{Output, PIECE};

/// White space of JSON text.
///
/// ```
/// use stringmill::convert::{Conversion, Converter, Layout, NumberRules, OnLoss, Source, Target, TopLevel};
/// use stringmill::ion::Limits;
/// use stringmill::Chunk;
///
/// let conversion = Conversion {
///     source: Source::Ion(Limits::DEFAULT),
///     target: Target::Json(TopLevel::One, Layout::Compact),
///     each: false,
///     typed: false,
///     on_loss: OnLoss::Report,
///     numbers: NumberRules::EXACT,
///     pretty: None,
/// };
/// let mut converter = Converter::new(&conversion, &mut []);
/// converter.step(b"[1, 2]", Chunk::Last, usize::MAX)?;
/// let json = converter.take(|bytes| Ok::<_, ()>(bytes.to_vec())).unwrap();
/// assert_eq!(json, b"[1,2]\n");
/// # Ok::<(), stringmill::convert::ConversionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// No white space between tokens; each value at the top level is a line.
    #[default]
    Compact,
    /// Each value on a line of its own, with two blanks of indentation for each level.
    Pretty,
}

/// Values of JSON at the top level.
///
/// ```
/// use stringmill::convert::{Conversion, Converter, Layout, NumberRules, OnLoss, Source, Target, TopLevel};
/// use stringmill::ion::Limits;
/// use stringmill::Chunk;
///
/// let conversion = Conversion {
///     source: Source::Ion(Limits::DEFAULT),
///     target: Target::Json(TopLevel::Array, Layout::Compact),
///     each: false,
///     typed: false,
///     on_loss: OnLoss::Report,
///     numbers: NumberRules::EXACT,
///     pretty: None,
/// };
/// let mut converter = Converter::new(&conversion, &mut []);
/// converter.step(b"1 2", Chunk::Last, usize::MAX)?;
/// let json = converter.take(|bytes| Ok::<_, ()>(bytes.to_vec())).unwrap();
/// assert_eq!(json, b"[1,2]\n");
/// # Ok::<(), stringmill::convert::ConversionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TopLevel {
    /// Exactly one value.
    #[default]
    One,
    /// Any number, each followed by a line feed: NDJSON if they are compact.
    Lines,
    /// Any number, in one array.
    Array,
    /// Any number, as a text sequence: a record separator (U+001E) before each, and a line feed after it.
    /// Standard: RFC 7464, section 2.2.
    Sequence,
}

/// A place between values at the top level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    len: usize,
    values: u64,
}

/// Writes JSON.
#[derive(Debug)]
pub(crate) struct JsonWriter {
    pub(crate) tier: Tier,
    pub(crate) out: Output,
    top: TopLevel,
    pretty: bool,
    /// Depth of open containers, including the array of [`TopLevel::Array`].
    depth: usize,
    /// Whether the next value of the container needs a comma.
    comma: bool,
    /// Number of values at the top level so far.
    values: u64,
    /// Bytes of the output up to the end of the last whole value; one array of [`TopLevel::Array`] is a value.
    pub(crate) whole: usize,
}

impl JsonWriter {
    pub(crate) fn new(tier: Tier, top: TopLevel, layout: Layout) -> Self {
        let pretty = layout == Layout::Pretty;
        let out = Output::default();
        let mut writer = JsonWriter { tier, out, top, pretty, depth: 0, comma: false, values: 0, whole: 0 };
        if top == TopLevel::Array {
            writer.open(b'[');
        }
        writer
    }

    pub(crate) fn top(&self) -> TopLevel {
        self.top
    }

    pub(crate) fn layout(&self) -> Layout {
        if self.pretty { Layout::Pretty } else { Layout::Compact }
    }

    /// How many containers are open.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// How many values at the top level are whole.
    pub(crate) fn values(&self) -> u64 {
        self.values
    }

    /// Whether another value at the top level would be one too many.
    pub(crate) fn is_full(&self) -> bool {
        self.top == TopLevel::One && self.depth == 0 && self.values > 0
    }

    /// The current place between values at the top level.
    pub(crate) fn mark(&self) -> Mark {
        Mark { len: self.out.len(), values: self.values }
    }

    /// Drops all output since `mark`.
    pub(crate) fn return_to(&mut self, mark: Mark) {
        self.out.truncate(mark.len);
        (self.values, self.whole) = (mark.values, self.whole.min(mark.len));
        (self.depth, self.comma) = (usize::from(self.top == TopLevel::Array), self.values > 0);
    }

    /// Writes the separator before a value and its name.
    #[inline]
    pub(crate) fn begin(&mut self) {
        if self.depth > 0 {
            if self.comma {
                self.out.put_byte(b',');
            }
            if self.pretty {
                self.out.put_line(2 * self.depth);
            }
            self.comma = true;
        } else if self.top == TopLevel::Sequence {
            self.out.put_byte(RECORD_SEPARATOR);
        }
    }

    /// Writes the separator before a field, and its name: the first `len` bytes of `text`, which need no escape.
    #[inline(always)]
    pub(crate) fn begin_clean_member(&mut self, text: &[u8], len: usize) {
        match text.first_chunk::<PIECE>() {
            Some(piece) if len <= PIECE && !self.pretty && self.depth > 0 => {
                let spare = self.out.chunk::<{ PIECE + 4 }>();
                let at = usize::from(self.comma);
                spare[0] = b',';
                spare[at] = b'"';
                spare[at + 1..][..PIECE].copy_from_slice(piece);
                spare[at + 1 + len..][..2].copy_from_slice(b"\":");
                self.out.fill(at + len + 3);
                self.comma = true;
            }
            _ => {
                self.begin();
                self.out.put_first_quoted(text, len);
                self.colon();
            }
        }
    }

    #[inline]
    pub(crate) fn name(&mut self, text: &[u8]) {
        self.out.string(self.tier, text);
        self.colon();
    }

    #[inline]
    pub(crate) fn colon(&mut self) {
        self.out.put_byte(b':');
        if self.pretty {
            self.out.put_byte(b' ');
        }
    }

    #[inline]
    pub(crate) fn open(&mut self, bracket: u8) {
        self.out.put_byte(bracket);
        self.depth += 1;
        self.comma = false;
    }

    #[inline]
    pub(crate) fn close(&mut self, bracket: u8) {
        self.depth -= 1;
        if self.pretty && self.comma {
            self.out.put_line(2 * self.depth);
        }
        self.out.put_byte(bracket);
        self.comma = true;
    }

    /// Ends a value.
    #[inline]
    pub(crate) fn end(&mut self) {
        if self.depth == usize::from(self.top == TopLevel::Array) {
            self.values += 1;
            if self.depth == 0 {
                self.out.put_byte(b'\n');
                self.whole = self.out.len();
            }
        }
    }

    /// Drops the output, which the caller has taken.
    pub(crate) fn clear(&mut self) {
        self.out.truncate(0);
        self.whole = 0;
    }

    /// Ends the output; the input ends at `offset`.
    pub(crate) fn finish(&mut self, offset: u64) -> Result<(), ConversionError> {
        if self.top == TopLevel::One && self.values == 0 {
            return Err(ConversionError::at(ErrorCode::ConvertOneValue, offset));
        }
        if self.top == TopLevel::Array {
            self.close(b']');
            self.out.put_byte(b'\n');
            self.whole = self.out.len();
        }
        if self.out.is_refused() { Err(ConversionError::no_memory(offset)) } else { Ok(()) }
    }
}
