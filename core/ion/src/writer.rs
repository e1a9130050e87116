//! The writer: its state, containers, and separators between values.
//!
//! Separator, field name and annotations are written at once. If the value then fails, they are dropped again.

mod comments;
mod names;
mod records;
mod scalars;
mod strings;
mod tables;

use crate::escapes::Escapes;
use crate::kind::Kind;
use crate::options::{Form, Layout, Options};
use crate::symbols::Symbols;
use crate::write_error::WriteError;
use std::mem;
use stringmill_kernels::Tier;
use stringmill_output::Output;

/// Writes Ion text, one event at a time, into its own buffer.
///
/// [`Writer::ready`] is the finished text; a caller that streams copies it from time to time and calls
/// [`Writer::clear_ready`]. Annotations of a value come before it, in order; in a struct, its field name comes before
/// them. An error drops the field name and the annotations of the value; the writer stays usable.
///
/// ```
/// use stringmill::ion::{Kind, Options, Writer};
///
/// let mut writer = Writer::new(Options::COMPACT);
/// writer.annotation(b"user")?;
/// writer.begin(Kind::Struct)?;
/// writer.field_name(b"id")?;
/// writer.int(17)?;
/// writer.field_name(b"two words")?;
/// writer.string("a\tb".as_bytes())?;
/// writer.end()?;
/// assert_eq!(writer.finish()?, br#"user::{id:17,'two words':"a\tb"}"#);
/// # Ok::<(), stringmill::ion::WriteError>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    options: Options,
    tier: Tier,
    escapes: &'static Escapes,
    out: Output,
    /// The containers around `inside`, outermost first, and whether a value preceded the next inner one.
    outer: Vec<(Option<Kind>, bool)>,
    /// The innermost container; `None` at the top level.
    inside: Option<Kind>,
    /// Whether `inside` has a value already.
    follows: bool,
    /// Whether only white space follows a long string: another long string would extend it.
    after_long: bool,
    begun: PartialValue,
    /// Whether the comma before the next value is written, because comments follow it.
    separated: bool,
    record: RecordMark,
    /// Whether the cleared output is empty or ends with a line feed.
    at_line: bool,
    /// Bytes of the output up to the end of the last whole value at the top level.
    whole: usize,
    symbols: Symbols,
    /// [`Reader::symbol_changes`](crate::Reader::symbol_changes) at the last copied value.
    pub(crate) changes_seen: u64,
    /// If the table in force was copied: the reader's count of resets and its number of local symbols at that time.
    pub(crate) copied_table: Option<(u64, usize)>,
    buffer: Vec<u8>,
}

/// The part of the next value that is written already.
#[derive(Clone, Copy, Debug, Default)]
struct PartialValue {
    what: Prefix,
    /// Where it begins, including its separator.
    start: usize,
    /// Whether a long string here would extend the last one.
    joins: bool,
    /// Whether its comma precedes comments that are written already.
    separated: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Prefix {
    #[default]
    Nothing,
    Separator,
    FieldName,
    Annotations,
    /// Annotations at the top level, `$ion_symbol_table` first: readers would take a struct for a symbol table.
    TableAnnotations,
}

/// The state of a writer where a record begins, at the top level.
#[derive(Clone, Copy, Debug, Default)]
struct RecordMark {
    len: usize,
    follows: bool,
    after_long: bool,
    /// Whether the record has changed the symbol table.
    has_table: bool,
}

type WriteResult = Result<(), WriteError>;

impl Writer {
    /// A writer without output.
    pub fn new(options: Options) -> Self {
        Writer {
            options,
            tier: Tier::best(),
            escapes: Escapes::of(options.ascii),
            out: Output::default(),
            outer: Vec::new(),
            inside: None,
            follows: false,
            after_long: false,
            begun: PartialValue::default(),
            separated: false,
            record: RecordMark::default(),
            at_line: true,
            whole: 0,
            symbols: Symbols::default(),
            changes_seen: 0,
            copied_table: None,
            buffer: Vec::new(),
        }
    }

    /// The same writer on a chosen tier.
    #[must_use]
    pub fn on_tier(mut self, tier: Tier) -> Self {
        self.tier = tier;
        self
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How many containers are open.
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// The kind of the innermost container; `None` at the top level.
    pub fn inside(&self) -> Option<Kind> {
        self.inside
    }

    /// The output that is not cleared, without the field name and annotations of an unwritten value. Empty if the
    /// system refused memory.
    pub fn ready(&self) -> &[u8] {
        self.out.written().get(..self.ready_len()).unwrap_or_default()
    }

    /// Drops the bytes that [`Writer::ready`] returns; keeps the capacity.
    pub fn clear_ready(&mut self) {
        self.at_line = self.is_at_line();
        self.out.drop_front(self.ready_len().min(self.out.len()));
        (self.begun.start, self.whole) = (0, 0);
    }

    fn ready_len(&self) -> usize {
        if self.begun.what == Prefix::Nothing { self.out.len() } else { self.begun.start }
    }

    /// Ends the text, and returns the output that is not cleared.
    ///
    /// # Errors
    ///
    /// [`WriteError::Unfinished`] in a container, or if a value is missing after annotations;
    /// [`WriteError::MemoryRefused`].
    pub fn finish(self) -> Result<Vec<u8>, WriteError> {
        if self.inside.is_some() || self.begun.what != Prefix::Nothing {
            return Err(WriteError::Unfinished);
        }
        if self.out.is_refused() {
            return Err(WriteError::MemoryRefused);
        }
        Ok(self.out.into_bytes())
    }

    /// Begins a list, sexp or struct.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::NoContainer`] for another kind; [`WriteError::SystemValue`] for
    /// a struct at the top level whose first annotation is `$ion_symbol_table`.
    #[inline]
    pub fn begin(&mut self, kind: Kind) -> WriteResult {
        let done = self.put_begin(kind);
        self.or_drop(done)
    }

    #[inline]
    fn put_begin(&mut self, kind: Kind) -> WriteResult {
        let bracket = match kind {
            Kind::List => b'[',
            Kind::Sexp => b'(',
            Kind::Struct if self.begun.what == Prefix::TableAnnotations => return Err(WriteError::SystemValue),
            Kind::Struct => b'{',
            _ => return Err(WriteError::NoContainer(kind)),
        };
        self.open(kind, bracket)
    }

    #[inline]
    fn open(&mut self, kind: Kind, bracket: u8) -> WriteResult {
        self.prepare()?;
        self.outer.try_reserve(1).map_err(|_| WriteError::MemoryRefused)?;
        self.out.put_byte(bracket);
        self.outer.push((self.inside, self.follows));
        self.inside = Some(kind);
        self.follows = false;
        self.after_long = false;
        self.begun = PartialValue::default();
        Ok(())
    }

    /// Ends the innermost container.
    ///
    /// # Errors
    ///
    /// [`WriteError::NothingToEnd`] at the top level; [`WriteError::Unfinished`] if a value is missing after its field
    /// name or annotations, which are dropped.
    #[inline]
    pub fn end(&mut self) -> WriteResult {
        if self.begun.what != Prefix::Nothing {
            return self.or_drop(Err(WriteError::Unfinished));
        }
        let bracket = match self.inside {
            Some(Kind::List) => b']',
            Some(Kind::Sexp) => b')',
            Some(_) => b'}',
            None => return Err(WriteError::NothingToEnd),
        };
        let breaks = self.options.layout == Layout::Pretty && (self.follows || self.options.form == Form::IonJava);
        let (inside, _) = self.outer.pop().expect("a container is open");
        if breaks {
            self.break_line();
        }
        self.inside = inside;
        self.separated = false;
        self.out.put_byte(bracket);
        self.end_value();
        self.or_drop(Ok(()))
    }

    fn require_top_level(&mut self) -> WriteResult {
        if self.inside.is_none() && self.begun.what == Prefix::Nothing {
            return Ok(());
        }
        self.or_drop(Err(WriteError::TopLevelOnly))
    }

    #[inline]
    fn put_scalar(&mut self, put: impl FnOnce(&mut Self) -> WriteResult) -> WriteResult {
        let done = self.try_scalar(put);
        self.or_drop(done)
    }

    #[inline]
    fn try_scalar(&mut self, put: impl FnOnce(&mut Self) -> WriteResult) -> WriteResult {
        self.prepare()?;
        put(self)?;
        self.end_value();
        Ok(())
    }

    /// Drops the written part of a value that failed. Refused memory loses all output.
    #[inline]
    fn or_drop(&mut self, done: WriteResult) -> WriteResult {
        if self.out.is_refused() {
            return Err(WriteError::MemoryRefused);
        }
        if done.is_err() && self.begun.what != Prefix::Nothing {
            self.out.truncate(self.begun.start);
            self.separated = self.begun.separated;
            self.begun.what = Prefix::Nothing;
        }
        done
    }

    /// Writes the separator before a value or its annotations, unless it is written.
    #[inline]
    fn prepare(&mut self) -> WriteResult {
        if self.begun.what == Prefix::Nothing {
            if self.inside == Some(Kind::Struct) {
                return Err(WriteError::FieldNameMissing);
            }
            self.separate();
        }
        Ok(())
    }

    /// Writes the separator after the last value.
    #[inline]
    fn separate(&mut self) {
        self.begun.what = Prefix::Separator;
        self.begun.start = self.out.len();
        let takes_comma = matches!(self.inside, Some(Kind::List | Kind::Struct));
        self.begun.joins = self.after_long && !takes_comma;
        self.begun.separated = mem::take(&mut self.separated);
        if self.begun.separated {
            return;
        }
        if self.options.layout != Layout::Compact {
            self.separate_lines(takes_comma);
        } else if self.follows {
            self.out.put_byte(if takes_comma { b',' } else { b' ' });
        }
    }

    fn separate_lines(&mut self, takes_comma: bool) {
        let is_java = self.options.form == Form::IonJava;
        if self.follows && takes_comma {
            self.out.put_byte(b',');
        }
        match self.options.layout {
            Layout::Pretty if self.inside.is_some() || is_java => self.break_line(),
            Layout::Lines if self.inside.is_none() && self.follows && is_java => self.out.put_byte(b'\n'),
            Layout::Lines if self.inside == Some(Kind::Sexp) && self.follows => self.out.put_byte(b' '),
            Layout::Compact | Layout::Lines | Layout::Pretty => {}
        }
    }

    fn break_line(&mut self) {
        self.out.put_line(INDENT * self.outer.len());
    }

    #[inline]
    fn end_value(&mut self) {
        self.follows = true;
        self.after_long = false;
        self.begun.what = Prefix::Nothing;
        if self.inside.is_none() {
            if self.options.layout != Layout::Compact && self.options.form != Form::IonJava {
                self.out.put_byte(b'\n');
            }
            self.whole = self.out.len();
        }
    }

    fn is_own_pretty(&self) -> bool {
        self.options.layout == Layout::Pretty && self.options.form != Form::IonJava
    }
}

const INDENT: usize = 2;
