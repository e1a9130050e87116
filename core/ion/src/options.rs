//! How values are laid out and spelled.

/// Where lines end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Nowhere: a blank stands between values at the top level.
    #[default]
    Compact,
    /// Behind each value at the top level, which is compact.
    Lines,
    /// Behind each value, with an indentation of two blanks for each container around it.
    Pretty,
}

/// Which of the texts of a value is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// Numbers and timestamps that are given as text are written as they are: `0xFF`, `1_000`, `2000-01-01T`.
    #[default]
    AsWritten,
    /// Values that are equal in the data model of Ion are the same bytes, but for the order of fields, which is kept, and
    /// for symbols without known text, whose IDs are:
    ///
    /// - ints are decimal, without underscores, and zero has no minus;
    /// - decimals have all digits of the coefficient, zeros too, with a point where no more than five zeros have to stand
    ///   behind it before them, and else an exponent: `1.50`, `5.`, `0.000001`, `1d-12`, `12d3`;
    /// - floats have the fewest digits that read back as the same value, as ECMAScript writes them, and an exponent, `e0`
    ///   where that has none: `1.5e0`, `100e0`, `1e+25`, `-0e0`, `nan`, `+inf`;
    /// - timestamps have `Z` for an offset of zero, no `T` behind a day, and all digits of the fraction;
    /// - strings and symbols have one escape for each character that needs one, as ion-java; a symbol has quotes only
    ///   where it needs them, and stands as its text where that is known;
    /// - clobs are one string, and blobs base64 without white space;
    /// - version markers and symbol tables are written only when asked for, or where IDs without known text need them.
    Stable,
    /// The same bytes as the text writer of ion-java 1.12.1 with the same settings: numbers, line breaks and blanks. But
    /// operators in a sexp that would begin a comment, as `//`, have quotes, and timestamps may have any precision.
    IonJava,
}

/// Which version markers and symbol tables of a text [`Writer::copy`](crate::Writer::copy) copies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SymbolTables {
    /// Symbol tables that have IDs without known text.
    #[default]
    Needed,
    /// The one in force at each value, where it is another than at the value before.
    Kept,
}

/// How a [`Writer`](crate::Writer) writes. `Options::default()` is compact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Where lines end.
    pub layout: Layout,
    /// Which of the texts of a value is written.
    pub form: Form,
    /// Strings of more UTF-16 code units than this, and clobs of more bytes, stand in `'''`, with line feeds as they
    /// are; none do where this is `None`.
    pub long_string_threshold: Option<usize>,
    /// Whether all characters above U+007F are escaped.
    pub ascii: bool,
    /// Which version markers and symbol tables are copied.
    pub symbol_tables: SymbolTables,
}

impl Options {
    /// One line, with as few blanks as there can be.
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
