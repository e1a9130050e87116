//! The writer: containers, and what stands between values.
//!
//! What is given for a value is written at once: separator, field name, annotations. Where the value then fails, all of
//! that is taken back.

mod records;
mod strings;
mod tables;

use crate::escapes::{self, Escapes};
use crate::grammar::number;
use crate::grammar::timestamp::Timestamp;
use crate::grammar::word::{self, VERSION_1_0, is_version_marker};
use crate::kind::Kind;
use crate::options::{Form, Layout, Options};
use crate::spelling;
use crate::symbol_text::{SymbolText, is_short_identifier};
use crate::symbols::Symbols;
use crate::value::{self, Decimal, Int};
use crate::write_error::WriteError;
use stringmill_kernels::{Base64Encode, Tier, base64_encode_with};
use stringmill_outcome::Chunk;
use stringmill_output::{Output, Short};

/// Writes Ion text, one event at a time, into room of its own that grows.
///
/// [`Writer::ready`] is what stands there; a caller that streams takes it from time to time and calls
/// [`Writer::clear_ready`]. A value may have annotations, in the order of the calls, and in a struct must have a field name
/// before them. An error takes back the field name and the annotations of the value, and leaves the writer usable.
///
/// ```
/// use stringmill_ion::{Kind, Options, Writer};
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
/// # Ok::<(), stringmill_ion::WriteError>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    options: Options,
    tier: Tier,
    escapes: &'static Escapes,
    out: Output,
    /// Kinds of the containers around the current one, and whether a value came before the next inner one in it.
    outer: Vec<(Option<Kind>, bool)>,
    /// The innermost container; `None` at the top level.
    inside: Option<Kind>,
    /// Whether a value came before in it.
    follows: bool,
    /// Whether only white space was written since a long string: another one would be a part of it.
    after_long: bool,
    begun: Begun,
    record: Record,
    /// Whether the cleared output was empty or ended a line.
    at_line: bool,
    symbols: Symbols,
    /// How often the symbol table of the text that is copied had changed.
    pub(crate) changes_seen: u64,
    /// Of the table in force, if it was copied from that text: how often that had put another one in place, and how many
    /// local symbols it had then.
    pub(crate) copied_table: Option<(u64, usize)>,
    buffer: Vec<u8>,
}

/// What was written for the next value.
#[derive(Clone, Copy, Debug, Default)]
struct Begun {
    what: Prefix,
    /// Where it begins, its separator included.
    start: usize,
    /// Whether a long string here would be a part of the last one.
    joins: bool,
    /// Whether readers take a struct for a symbol table.
    is_table: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Prefix {
    #[default]
    Nothing,
    Separator,
    FieldName,
    Annotations,
}

/// The state of a writer where a record begins, at the top level.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    len: usize,
    follows: bool,
    after_long: bool,
    /// Whether the record has changed the symbol table.
    has_table: bool,
}

type Written = Result<(), WriteError>;

impl Writer {
    /// A writer that has written nothing.
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
            begun: Begun::default(),
            record: Record::default(),
            at_line: true,
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

    /// How it writes.
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

    /// All that is written and not yet cleared, but the field name and annotations of a value that has not come. Nothing if
    /// the system refused memory.
    pub fn ready(&self) -> &[u8] {
        self.out.written().get(..self.ready_len()).unwrap_or_default()
    }

    /// Drops what [`Writer::ready`] gives. The room is kept.
    pub fn clear_ready(&mut self) {
        self.at_line = self.is_at_line();
        self.out.drop_front(self.ready_len().min(self.out.len()));
        self.begun.start = 0;
    }

    fn ready_len(&self) -> usize {
        if self.begun.what == Prefix::Nothing { self.out.len() } else { self.begun.start }
    }

    /// Ends the text, and gives what is written and not yet cleared.
    ///
    /// # Errors
    ///
    /// [`WriteError::Unfinished`] in a container, or where a value is missing behind annotations;
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

    /// Writes the name of the field whose value comes next: UTF-8.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMisplaced`] outside of a struct, behind another name or annotations; [`WriteError::Text`].
    #[inline]
    pub fn field_name(&mut self, name: &[u8]) -> Written {
        let done = self.put_field_name(|writer| writer.put_name(name, false));
        self.or_take_back(done)
    }

    /// As [`Writer::field_name`], for the symbol of an ID: its text, where the symbol table in force has one.
    ///
    /// # Errors
    ///
    /// As there, and [`WriteError::SymbolId`].
    pub fn field_name_id(&mut self, id: u64) -> Written {
        let done = self.put_field_name(|writer| writer.put_id(id, false));
        self.or_take_back(done)
    }

    #[inline]
    fn put_field_name(&mut self, put: impl FnOnce(&mut Self) -> Written) -> Written {
        if self.inside != Some(Kind::Struct) || self.begun.what != Prefix::Nothing {
            return Err(WriteError::FieldNameMisplaced);
        }
        self.separate();
        put(self)?;
        self.out.put_byte(b':');
        if self.is_own_pretty() {
            self.out.put_byte(b' ');
        }
        self.begun.what = Prefix::FieldName;
        Ok(())
    }

    /// Writes an annotation of the value that comes next: UTF-8.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`], [`WriteError::Text`].
    pub fn annotation(&mut self, text: &[u8]) -> Written {
        let done = self.put_annotation(text == SYMBOL_TABLE, |writer| writer.put_name(text, false));
        self.or_take_back(done)
    }

    /// As [`Writer::annotation`], for the symbol of an ID: its text, where the symbol table in force has one.
    ///
    /// # Errors
    ///
    /// As there, and [`WriteError::SymbolId`].
    pub fn annotation_id(&mut self, id: u64) -> Written {
        let is_table = self.symbols.get(id).and_then(|symbol| symbol.text) == Some(SYMBOL_TABLE);
        let done = self.put_annotation(is_table, |writer| writer.put_id(id, false));
        self.or_take_back(done)
    }

    fn put_annotation(&mut self, is_table: bool, put: impl FnOnce(&mut Self) -> Written) -> Written {
        let is_first = self.begun.what != Prefix::Annotations;
        self.prepare()?;
        self.begun.what = Prefix::Annotations;
        self.begun.joins = false;
        if is_first {
            self.begun.is_table = is_table && self.inside.is_none();
        }
        put(self)?;
        self.out.put(b"::");
        Ok(())
    }

    /// Writes the null of a type.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    pub fn null(&mut self, kind: Kind) -> Written {
        self.put_scalar(|writer| {
            writer.out.put(b"null");
            if kind != Kind::Null {
                writer.out.put_byte(b'.');
                writer.out.put(kind.name().as_bytes());
            }
            Ok(())
        })
    }

    /// Writes a bool.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    pub fn bool(&mut self, value: bool) -> Written {
        self.put_scalar(|writer| {
            writer.out.put(if value { b"true" } else { b"false" });
            Ok(())
        })
    }

    /// Writes an int.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    #[inline]
    pub fn int(&mut self, value: i64) -> Written {
        self.put_scalar(|writer| {
            spelling::int64(&mut writer.out, value);
            Ok(())
        })
    }

    fn uint(&mut self, value: u64) -> Written {
        self.put_scalar(|writer| {
            spelling::uint64(&mut writer.out, value);
            Ok(())
        })
    }

    /// Writes an int of any size in decimal digits; from base 2 and 16, in time that grows with the square of its length.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::Token`] where a digit is none of the radix.
    pub fn big_int(&mut self, value: &Int<'_>) -> Written {
        self.put_scalar(|writer| spelling::int(&mut writer.out, value).map_err(WriteError::Token))
    }

    /// Writes a decimal: `coefficient` times ten to `exponent`. Negative zero has to be given as [`Decimal`].
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    #[inline]
    pub fn decimal(&mut self, coefficient: i64, exponent: i64) -> Written {
        self.put_scalar(|writer| {
            spelling::decimal64(&mut writer.out, coefficient, exponent);
            Ok(())
        })
    }

    /// Writes a decimal of any size.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::Token`] where a digit is none; [`WriteError::ExponentRange`].
    pub fn big_decimal(&mut self, value: &Decimal<'_>) -> Written {
        self.put_scalar(|writer| put_decimal(&mut writer.out, value))
    }

    /// Writes a float.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    pub fn float(&mut self, value: f64) -> Written {
        self.put_scalar(|writer| {
            spelling::float(&mut writer.out, value, writer.options.form);
            Ok(())
        })
    }

    /// Writes a timestamp.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::Token`] where it is none.
    pub fn timestamp(&mut self, value: &Timestamp<'_>) -> Written {
        self.put_scalar(|writer| spelling::timestamp(&mut writer.out, writer.tier, value).map_err(WriteError::Token))
    }

    /// Writes an int, decimal, float or timestamp that is given as Ion text: as it is in [`Form::AsWritten`], and in the
    /// spelling of the form in others.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::Token`] where the text is none of `kind`, at an offset in it;
    /// [`WriteError::ExponentRange`], not in [`Form::AsWritten`].
    pub fn token(&mut self, kind: Kind, text: &[u8]) -> Written {
        let done = number::check(self.tier, kind, text).map_err(WriteError::Token);
        let done = done.and_then(|()| self.try_scalar(|writer| writer.put_token(kind, text)));
        self.or_take_back(done)
    }

    /// As [`Writer::token`], for a text that is known to be one.
    ///
    /// # Errors
    ///
    /// As there, but [`WriteError::Token`].
    #[doc(hidden)]
    #[inline]
    pub fn known_token(&mut self, kind: Kind, text: &[u8]) -> Written {
        self.put_scalar(|writer| writer.put_token(kind, text))
    }

    fn put_token(&mut self, kind: Kind, text: &[u8]) -> Written {
        let Writer { out, buffer, options, tier, .. } = self;
        if options.form == Form::AsWritten {
            out.put(text);
            return Ok(());
        }
        // Room for its digits, if other bytes stand among them.
        buffer.clear();
        buffer.try_reserve(text.len()).map_err(|_| WriteError::MemoryRefused)?;
        match kind {
            Kind::Float => {
                let value = match text {
                    b"nan" => f64::NAN,
                    b"+inf" => f64::INFINITY,
                    b"-inf" => f64::NEG_INFINITY,
                    text => value::float(text, buffer),
                };
                spelling::float(out, value, options.form);
                Ok(())
            }
            Kind::Decimal => return put_decimal(out, &value::decimal(text, buffer)),
            Kind::Timestamp => spelling::timestamp(out, *tier, &Timestamp::of(text)),
            _ => spelling::int(out, &value::int(text, buffer)),
        }
        .map_err(WriteError::Token)
    }

    /// Writes a symbol with this text: UTF-8.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`], [`WriteError::Text`]; [`WriteError::SystemValue`] for `$ion_1_0` at the top level
    /// without annotations. [`Form::IonJava`] writes a version marker there.
    #[inline]
    pub fn symbol(&mut self, text: &[u8]) -> Written {
        if self.inside.is_none() && self.begun.what == Prefix::Nothing && text.starts_with(b"$ion_") {
            return self.top_level_symbol(text);
        }
        self.put_scalar(|writer| writer.put_name(text, writer.inside == Some(Kind::Sexp)))
    }

    fn top_level_symbol(&mut self, text: &[u8]) -> Written {
        let is_java = self.options.form == Form::IonJava;
        match text {
            VERSION_1_0 if is_java => self.version_marker(),
            VERSION_1_0 => Err(WriteError::SystemValue),
            text if is_version_marker(text) => self.put_scalar(|writer| writer.put_quoted_name(text)),
            text => self.put_scalar(|writer| writer.put_name(text, false)),
        }
    }

    /// Writes a symbol by its ID: its text, where the symbol table in force has one.
    ///
    /// # Errors
    ///
    /// As [`Writer::symbol`], and [`WriteError::SymbolId`] where that table does not have the ID.
    pub fn symbol_id(&mut self, id: u64) -> Written {
        if self.inside.is_none() && self.begun.what == Prefix::Nothing {
            let text = self.symbols.get(id).and_then(|symbol| symbol.text).map(copied).transpose()?;
            if let Some(text) = text {
                return self.symbol(&text);
            }
        }
        self.put_scalar(|writer| writer.put_id(id, writer.inside == Some(Kind::Sexp)))
    }

    /// Writes a clob of these bytes.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    pub fn clob(&mut self, bytes: &[u8]) -> Written {
        let is_long = self.options.long_string_threshold.is_some_and(|most| bytes.len() > most);
        self.put_lob(|writer| escapes::clob(&mut writer.out, writer.tier, is_long, bytes))
    }

    /// Writes a blob of these bytes.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    pub fn blob(&mut self, bytes: &[u8]) -> Written {
        self.put_lob(|writer| {
            for piece in bytes.chunks(BLOB_PIECE) {
                let len = piece.len().div_ceil(3) * 4;
                let Some(spare) = writer.out.spare(len).get_mut(..len) else { return };
                let done = base64_encode_with(writer.tier, Base64Encode::STANDARD, piece, spare, Chunk::Last);
                writer.out.fill(done.written);
            }
        })
    }

    fn put_lob(&mut self, put: impl FnOnce(&mut Self)) -> Written {
        self.put_scalar(|writer| {
            let spaced = writer.options.form == Form::IonJava && writer.options.layout == Layout::Pretty;
            writer.out.put(if spaced { b"{{ " } else { b"{{" });
            put(writer);
            writer.out.put(if spaced { b" }}" } else { b"}}" });
            Ok(())
        })
    }

    /// Begins a list, sexp or struct.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::NoContainer`] for another kind; [`WriteError::SystemValue`] for a
    /// struct at the top level whose first annotation is `$ion_symbol_table`.
    #[inline]
    pub fn begin(&mut self, kind: Kind) -> Written {
        let done = self.put_begin(kind);
        self.or_take_back(done)
    }

    #[inline]
    fn put_begin(&mut self, kind: Kind) -> Written {
        let bracket = match kind {
            Kind::List => b'[',
            Kind::Sexp => b'(',
            Kind::Struct if self.begun.is_table => return Err(WriteError::SystemValue),
            Kind::Struct => b'{',
            _ => return Err(WriteError::NoContainer(kind)),
        };
        self.open(kind, bracket)
    }

    #[inline]
    fn open(&mut self, kind: Kind, bracket: u8) -> Written {
        self.prepare()?;
        self.outer.try_reserve(1).map_err(|_| WriteError::MemoryRefused)?;
        self.out.put_byte(bracket);
        self.outer.push((self.inside, self.follows));
        self.inside = Some(kind);
        self.follows = false;
        self.after_long = false;
        self.begun = Begun::default();
        Ok(())
    }

    /// Ends the innermost container.
    ///
    /// # Errors
    ///
    /// [`WriteError::NothingToEnd`] at the top level; [`WriteError::Unfinished`] where a value is missing behind its field
    /// name or annotations, which are taken back.
    #[inline]
    pub fn end(&mut self) -> Written {
        if self.begun.what != Prefix::Nothing {
            return self.or_take_back(Err(WriteError::Unfinished));
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
        self.out.put_byte(bracket);
        self.ended();
        self.or_take_back(Ok(()))
    }

    fn require_top_level(&mut self) -> Written {
        if self.inside.is_none() && self.begun.what == Prefix::Nothing {
            return Ok(());
        }
        self.or_take_back(Err(WriteError::TopLevelOnly))
    }

    #[inline]
    fn put_scalar(&mut self, put: impl FnOnce(&mut Self) -> Written) -> Written {
        let done = self.try_scalar(put);
        self.or_take_back(done)
    }

    #[inline]
    fn try_scalar(&mut self, put: impl FnOnce(&mut Self) -> Written) -> Written {
        self.prepare()?;
        put(self)?;
        self.ended();
        Ok(())
    }

    /// Takes back what was written for a value that failed. If memory was refused, all of it is lost.
    #[inline]
    fn or_take_back(&mut self, done: Written) -> Written {
        if self.out.is_refused() {
            return Err(WriteError::MemoryRefused);
        }
        if done.is_err() && self.begun.what != Prefix::Nothing {
            self.out.truncate(self.begun.start);
            self.begun.what = Prefix::Nothing;
        }
        done
    }

    /// What stands before a value or its annotations, unless that is written.
    #[inline]
    fn prepare(&mut self) -> Written {
        if self.begun.what == Prefix::Nothing {
            if self.inside == Some(Kind::Struct) {
                return Err(WriteError::FieldNameMissing);
            }
            self.separate();
        }
        Ok(())
    }

    /// What stands between this value and the one before it.
    #[inline]
    fn separate(&mut self) {
        self.begun.what = Prefix::Separator;
        self.begun.start = self.out.len();
        let takes_comma = matches!(self.inside, Some(Kind::List | Kind::Struct));
        self.begun.joins = self.after_long && !takes_comma;
        self.begun.is_table = false;
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
    fn ended(&mut self) {
        self.follows = true;
        self.after_long = false;
        self.begun.what = Prefix::Nothing;
        if self.inside.is_none() && self.options.layout != Layout::Compact && self.options.form != Form::IonJava {
            self.out.put_byte(b'\n');
        }
    }

    fn is_own_pretty(&self) -> bool {
        self.options.layout == Layout::Pretty && self.options.form != Form::IonJava
    }

    /// Writes a symbol, in quotes where it needs them.
    #[inline]
    fn put_name(&mut self, text: &[u8], in_sexp: bool) -> Written {
        if let Some(short) = Short::of(text)
            && word::begins(text[0])
        {
            return self.put_short_name(short.sixteens(), text);
        }
        match SymbolText::of(self.tier, text) {
            SymbolText::Identifier => self.out.put(text),
            SymbolText::Operators if in_sexp => self.out.put(text),
            SymbolText::Operators | SymbolText::Quoted => return self.put_quoted_name(text),
        }
        Ok(())
    }

    /// Writes a symbol of up to 32 bytes, all of which are in `sixteens`, and which begins as identifiers do.
    #[inline]
    fn put_short_name(&mut self, sixteens: [[u8; 16]; 2], text: &[u8]) -> Written {
        if is_short_identifier(sixteens, text) {
            self.out.put_sixteens(sixteens, text.len());
            return Ok(());
        }
        if escapes::short(&mut self.out, !self.options.ascii, b'\'', sixteens, text.len()) {
            return Ok(());
        }
        self.put_any_quoted_name(text)
    }

    fn put_quoted_name(&mut self, text: &[u8]) -> Written {
        if let Some(short) = Short::of(text)
            && escapes::short(&mut self.out, !self.options.ascii, b'\'', short.sixteens(), text.len())
        {
            return Ok(());
        }
        self.put_any_quoted_name(text)
    }

    #[inline(never)]
    fn put_any_quoted_name(&mut self, text: &[u8]) -> Written {
        escapes::quoted(&mut self.out, self.tier, &self.escapes.symbol, b'\'', text).map_err(WriteError::Text)
    }

    fn put_id(&mut self, id: u64, in_sexp: bool) -> Written {
        let symbol = self.symbols.get(id).ok_or(WriteError::SymbolId(id))?;
        match symbol.text.map(copied).transpose()? {
            Some(text) => self.put_name(&text, in_sexp),
            None => {
                self.out.put_byte(b'$');
                spelling::uint64(&mut self.out, id);
                Ok(())
            }
        }
    }
}

/// A copy of a text.
fn copied(text: &[u8]) -> Result<Vec<u8>, WriteError> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(text.len()).map_err(|_| WriteError::MemoryRefused)?;
    copy.extend_from_slice(text);
    Ok(copy)
}

fn put_decimal(out: &mut Output, value: &Decimal<'_>) -> Written {
    let exponent = value.exponent.ok_or(WriteError::ExponentRange)?;
    spelling::decimal(out, value.negative, value.coefficient, exponent).map_err(WriteError::Token)
}

const SYMBOL_TABLE: &[u8] = b"$ion_symbol_table";
const INDENT: usize = 2;

/// Bytes that are encoded at once, whole groups of three.
const BLOB_PIECE: usize = 3 << 20;
