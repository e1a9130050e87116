//! Options of the writer: layout and spelling.

/// Line breaks.
///
/// ```
/// use stringmill::ion::{Layout, Options, Writer};
///
/// let mut writer = Writer::new(Options { layout: Layout::Lines, ..Options::COMPACT });
/// writer.int(1)?;
/// writer.int(2)?;
/// assert_eq!(writer.finish()?, b"1\n2\n");
/// # Ok::<(), stringmill::ion::WriteError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// No line breaks: values at the top level are separated by a blank.
    #[default]
    Compact,
    /// A line break after each value at the top level; values are compact.
    Lines,
    /// A line break after each value, and two blanks of indentation for each level.
    Pretty,
}

/// Spelling of values.
///
/// ```
/// use stringmill::ion::{Form, Kind, Options, Writer};
///
/// for (form, text) in [(Form::AsWritten, "0xFF"), (Form::Stable, "255")] {
///     let mut writer = Writer::new(Options::COMPACT.in_form(form));
///     writer.token(Kind::Int, b"0xFF")?;
///     assert_eq!(writer.finish()?, text.as_bytes());
/// }
/// # Ok::<(), stringmill::ion::WriteError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// Numbers and timestamps that are given as text stay unchanged: `0xFF`, `1_000`, `2000-01-01T`.
    #[default]
    AsWritten,
    /// Values that are equal in the Ion data model have the same bytes. Exceptions: fields keep their order, and symbols of
    /// unknown text keep their IDs. In detail:
    ///
    /// - ints are decimal, without underscores, and zero has no minus;
    /// - decimals have all digits of the coefficient, including trailing zeros. They have a point if at most five zeros
    ///   follow it before the coefficient, otherwise an exponent: `1.50`, `5.`, `0.000001`, `1d-12`, `12d3`;
    /// - floats have the fewest digits that read back as the same value, as in ECMAScript, and always an exponent: `1.5e0`,
    ///   `100e0`, `1e+25`, `-0e0`, `nan`, `+inf`;
    /// - timestamps have `Z` for an offset of zero, no `T` after a day, and all digits of the fraction;
    /// - strings and symbols have the escapes of ion-java; a symbol has quotes only if it needs them, and is written as its
    ///   text if that is known;
    /// - clobs are one string, and blobs base64 without white space;
    /// - version markers and symbol tables are written only on request, or if IDs of unknown text need them.
    Stable,
    /// The same bytes as the text writer of ion-java 1.12.1 with the same settings: numbers, line breaks and blanks. Two
    /// exceptions: operators in a sexp that would begin a comment, such as `//`, have quotes; timestamps may have any precision.
    IonJava,
}

/// Version markers and symbol tables that [`Writer::copy`](crate::Writer::copy) copies.
///
/// ```
/// use stringmill::ion::{Options, SymbolTables};
///
/// let options = Options { symbol_tables: SymbolTables::Kept, ..Options::LINES };
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SymbolTables {
    /// Symbol tables that have IDs of unknown text.
    #[default]
    Needed,
    /// The table in force at each value, if it has changed since the last value.
    Kept,
}

/// Options of a [`Writer`](crate::Writer). `Options::default()` is compact.
///
/// ```
/// use stringmill::ion::{Form, Layout, Options};
///
/// assert_eq!(Options::default(), Options::COMPACT);
/// assert_eq!((Options::LINES.layout, Options::PRETTY.layout), (Layout::Lines, Layout::Pretty));
/// let options = Options { ascii: true, ..Options::PRETTY.in_form(Form::Stable) };
/// assert!(options.ascii);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Line breaks.
    pub layout: Layout,
    /// Spelling of values.
    pub form: Form,
    /// Strings of more UTF-16 code units than this, and clobs of more bytes, are written in `'''`, with raw line feeds. `None`
    /// writes none of them so.
    pub long_string_threshold: Option<usize>,
    /// Whether to escape all characters above U+007F.
    pub ascii: bool,
    /// Version markers and symbol tables that are copied.
    pub symbol_tables: SymbolTables,
}

impl Options {
    /// One line, with as few blanks as possible.
    pub const COMPACT: Options = Options {
        layout: Layout::Compact,
        form: Form::AsWritten,
        long_string_threshold: None,
        ascii: false,
        symbol_tables: SymbolTables::Needed,
    };
    /// A line for each value at the top level.
    pub const LINES: Options = Options { layout: Layout::Lines, ..Options::COMPACT };
    /// Indented lines.
    pub const PRETTY: Options = Options { layout: Layout::Pretty, ..Options::COMPACT };

    /// The same layout in this form.
    #[must_use]
    pub const fn in_form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }
}
