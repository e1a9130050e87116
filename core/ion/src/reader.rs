//! The reader: its input, its state between calls, and the loop over events.
//!
//! `binary.rs` reads binary Ion, and `inspector.rs` reports its parts. `shortcut.rs` is the short cut for common tokens
//! and may only decline; `whole.rs` then asks the whole grammar. `system.rs` handles version markers and symbol tables,
//! `values.rs` gives the current value.
//!
//! A value that the input cuts is read again from its field name on, once more input is there; white space and comments
//! between values are never read again. A long value that comes in small pieces is read again only after its available
//! length has doubled, so the time stays linear.

mod binary;
mod comment_texts;
mod inspector;
mod shortcut;
#[cfg(test)]
mod shortcut_agrees;
mod system;
mod values;
mod whole;

use crate::binary::input::Binary;
use crate::encoding::AcceptedEncodings;
use crate::event::Event;
use crate::grammar::blank::{Comment, PassedComments};
use crate::grammar::text_value::TextValue;
use crate::kind::Kind;
use crate::limits::Limits;
use crate::symbols::{Catalog, Symbols};
use crate::table::TableReader;
use comment_texts::CommentTexts;
pub use comment_texts::{CommentPlace, KeptComment};
pub use inspector::{Inspector, Part, PartKind};
use std::borrow::Cow;
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Comments of a text.
///
/// ```
/// use stringmill::ion::Reader;
///
/// let mut reader = Reader::new(b"1 // one\n2");
/// while reader.next()? != stringmill::ion::Event::End {}
/// let comments = reader.take_comments();
/// assert_eq!((comments.count, comments.first), (1, 2));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comments {
    /// Number of comments.
    pub count: u64,
    /// Offset of the first one in the whole text; 0 if there was none.
    pub first: u64,
}

/// Reads Ion, one value at a time. Version markers and local symbol tables take effect and are not reported. Input that
/// begins with the version marker of binary Ion is read as such, with the same events; other input is text.
///
/// The current value is valid until the next [`Reader::next`] or [`Reader::feed`]. Its methods return `None` if the
/// value has another type, or if the system refuses memory; [`Reader::next`] then returns [`ErrorCode::MemoryRefused`].
///
/// ```
/// use stringmill::ion::{Event, Kind, Reader};
///
/// let mut reader = Reader::new(b"point::{x: 1, y: 2.5}");
/// assert_eq!(reader.next()?, Event::Open(Kind::Struct));
/// assert_eq!(reader.annotations().next().unwrap().text, Some(&b"point"[..]));
/// assert_eq!(reader.next()?, Event::Value(Kind::Int));
/// assert_eq!(reader.field_name().unwrap().text, Some(&b"x"[..]));
/// assert_eq!(reader.int().unwrap().to_i64(), Some(1));
/// assert_eq!(reader.skip()?, Event::Close(Kind::Struct));
/// assert_eq!(reader.next()?, Event::End);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<'a> {
    tier: Tier,
    limits: Limits,
    catalog: Catalog,
    /// The available input: a whole slice, or the unread bytes of a stream.
    text: Cow<'a, [u8]>,
    /// Whether the input ends with `text`.
    last: bool,
    /// The input if it is binary; then `text` is the current value as text.
    binary: Option<Box<Binary<'a>>>,
    accepted: AcceptedEncodings,
    /// Offset of `text` in the whole input.
    base: u64,
    /// The next byte to read.
    at: usize,
    /// Whether the encoding has been checked.
    begun: bool,
    /// A comment that `text` cuts.
    comment: Option<Comment>,
    comments: Comments,
    /// The texts of comments, if the caller asked for them. Boxed, because few readers keep comments.
    comment_texts: Option<Box<CommentTexts>>,
    /// Bytes of a cut value that must be available before it is read again.
    needed: usize,
    /// The innermost container; `None` at the top level.
    inside: Option<Kind>,
    /// The containers around `inside`, outermost first.
    outer: Vec<Option<Kind>>,
    /// False while a comment, symbol table, split value or error has to be handled first.
    no_pending: bool,
    /// Whether a comma or the end of the container must come next.
    after_value: bool,
    /// The event that the short cut found.
    event: Event,
    /// The current value.
    current: TextValue,
    symbols: Symbols,
    /// How often `symbols` has changed.
    symbol_changes: u64,
    /// How often `symbols` was replaced, instead of extended.
    symbol_resets: u64,
    /// The symbol table that is being read. Boxed, because it is moved with each of its events.
    table: Option<Box<TableReader>>,
    /// Unescaped text or digits of the current value.
    buffer: Vec<u8>,
    /// Depth outside of the container that is being skipped.
    skipping: Option<usize>,
    failed: Option<Error>,
    /// Turns the short cut off, to compare it with the whole grammar.
    #[cfg(test)]
    whole_only: bool,
    /// How many events the short cut found.
    #[cfg(test)]
    shortcut_events: u64,
}

impl<'a> Reader<'a> {
    /// A reader of a whole text, with no catalog and [`Limits::DEFAULT`].
    pub fn new(text: &'a [u8]) -> Self {
        Reader::with(Cow::Borrowed(text), true)
    }

    /// A reader of a text that comes in pieces, by [`Reader::feed`].
    pub fn streaming() -> Self {
        Reader::with(Cow::Owned(Vec::new()), false)
    }

    fn with(text: Cow<'a, [u8]>, last: bool) -> Self {
        Reader {
            tier: Tier::best(),
            limits: Limits::DEFAULT,
            catalog: Catalog::EMPTY,
            text,
            last,
            binary: None,
            accepted: AcceptedEncodings::Any,
            base: 0,
            at: 0,
            begun: false,
            comment: None,
            comments: Comments::default(),
            comment_texts: None,
            needed: 0,
            inside: None,
            outer: Vec::new(),
            no_pending: false,
            after_value: false,
            event: Event::NeedInput,
            current: TextValue::EMPTY,
            symbols: Symbols::default(),
            symbol_changes: 0,
            symbol_resets: 0,
            table: None,
            buffer: Vec::new(),
            skipping: None,
            failed: None,
            #[cfg(test)]
            whole_only: false,
            #[cfg(test)]
            shortcut_events: 0,
        }
    }

    /// The same reader on a chosen tier.
    #[must_use]
    pub fn on_tier(mut self, tier: Tier) -> Self {
        self.tier = tier;
        self
    }

    /// The same reader with these limits.
    #[must_use]
    pub fn limited(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The same reader with shared symbol tables to import.
    #[must_use]
    pub fn with_catalog(mut self, catalog: Catalog) -> Self {
        self.catalog = catalog;
        self
    }

    /// The same reader, which refuses text.
    #[must_use]
    pub fn only_binary(mut self) -> Self {
        self.accepted = AcceptedEncodings::Binary;
        self
    }

    /// Whether the input has turned out to be binary Ion.
    pub fn is_binary(&self) -> bool {
        self.binary.is_some()
    }

    /// The same reader, which keeps the text of comments for [`Reader::kept_comments`]. The limit on values is also the
    /// limit on a comment. The reader then does without its short cut.
    #[must_use]
    pub fn keeping_comments(mut self) -> Self {
        self.comment_texts = Some(Box::new(CommentTexts::new(self.limits.value_len)));
        self.current.passed.blanks = Some(Vec::new());
        self
    }

    /// The same reader without its short cut.
    #[cfg(test)]
    fn by_whole_grammar(mut self) -> Self {
        self.whole_only = true;
        self
    }

    /// Adds the next piece of a text; with [`Chunk::Last`], the last one. Invalidates the current value. If the system
    /// refuses memory, the next [`Reader::next`] returns that error.
    ///
    /// ```
    /// use stringmill::Chunk;
    /// use stringmill::ion::{Event, Kind, Reader};
    ///
    /// let mut reader = Reader::streaming();
    /// reader.feed(b"[1, ", Chunk::More);
    /// assert_eq!(reader.next()?, Event::Open(Kind::List));
    /// assert_eq!(reader.next()?, Event::Value(Kind::Int));
    /// assert_eq!(reader.next()?, Event::NeedInput);
    /// reader.feed(b"2]", Chunk::Last);
    /// assert_eq!(reader.next()?, Event::Value(Kind::Int));
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    pub fn feed(&mut self, piece: &[u8], chunk: Chunk) {
        self.current.clear();
        self.last = chunk == Chunk::Last;
        let read = std::mem::take(&mut self.at);
        self.base += read as u64;
        if let Some(binary) = &mut self.binary {
            if !binary.feed(read, piece) {
                self.refuse();
            }
            return;
        }
        let text = self.text.to_mut();
        text.drain(..read);
        match text.try_reserve(piece.len()) {
            Ok(()) => text.extend_from_slice(piece),
            Err(_) => self.refuse(),
        }
    }

    /// Drops unread input, open containers and an error, but keeps the symbol table. The next piece begins at `offset`
    /// of the whole text, at the top level. A reader of records can continue after a bad record in this way. Records
    /// are text; a binary record is refused.
    pub fn restart(&mut self, offset: u64) {
        self.text.to_mut().clear();
        (self.binary, self.accepted) = (None, AcceptedEncodings::Text);
        (self.base, self.at, self.needed, self.last) = (offset, 0, 0, false);
        (self.inside, self.after_value) = (None, false);
        self.outer.clear();
        self.current.clear();
        (self.comment, self.no_pending, self.table, self.failed) = (None, false, None, None);
        self.comment_texts.iter_mut().for_each(|texts| texts.restart());
    }

    /// Notes that the system refused memory. Keeps an earlier error.
    #[cold]
    fn refuse(&mut self) {
        let offset = self.offset();
        self.failed.get_or_insert(Error::new(ErrorCode::MemoryRefused, offset));
        self.no_pending = false;
    }

    /// The error that every further [`Reader::next`] returns: after a method returned `None` because memory was
    /// refused.
    ///
    /// # Errors
    ///
    /// That error.
    #[doc(hidden)]
    #[inline]
    pub fn refused(&self) -> Result<(), Error> {
        self.failed.map_or(Ok(()), Err)
    }

    /// Reads the next event.
    ///
    /// # Errors
    ///
    /// Text that is not Ion 1.0 (1xx, 2xx, 4xx, 5xx, 6xx) or exceeds a limit (7xx), at its offset in the whole text.
    /// Every further call returns the same error.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend the current value")]
    #[inline]
    pub fn next(&mut self) -> Result<Event, Error> {
        if self.next_shortcut() {
            #[cfg(test)]
            {
                self.shortcut_events += 1;
            }
            return Ok(self.event);
        }
        self.next_whole()
    }

    /// Reads to the end of the innermost open container and returns its [`Event::Close`]; or [`Event::NeedInput`],
    /// after which the caller feeds input and calls again. Skipped values are checked as usual. At the top level it
    /// skips one value.
    ///
    /// # Errors
    ///
    /// As [`Reader::next`].
    pub fn skip(&mut self) -> Result<Event, Error> {
        let outside = *self.skipping.get_or_insert(self.depth().saturating_sub(1));
        loop {
            let event = self.next()?;
            if event == Event::NeedInput {
                return Ok(event);
            }
            if self.depth() <= outside || event == Event::End {
                self.skipping = None;
                return Ok(event);
            }
        }
    }

    #[inline]
    fn enter(&mut self, kind: Kind) {
        self.outer.push(self.inside);
        self.inside = Some(kind);
        self.after_value = false;
    }

    #[inline]
    fn leave(&mut self) {
        self.inside = self.outer.pop().flatten();
        self.after_value = takes_commas(self.inside);
    }
}

impl Comments {
    #[inline]
    fn add(&mut self, base: u64, passed: &PassedComments) {
        if passed.count > 0 {
            if self.count == 0 {
                self.first = base + passed.first as u64;
            }
            self.count += passed.count;
        }
    }
}

/// Whether the values of a container are separated by commas.
#[inline(always)]
fn takes_commas(inside: Option<Kind>) -> bool {
    matches!(inside, Some(Kind::List | Kind::Struct))
}
