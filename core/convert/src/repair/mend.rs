//! The mends: the kinds of damage that can be mended, each with a name.

/// A kind of damage, and its repair.
///
/// ```
/// use stringmill::convert::repair::Mend;
///
/// assert_eq!(Mend::from_name(Mend::Comments.name()), Some(Mend::Comments));
/// assert!(Mend::ALL.iter().all(|mend| !mend.about().is_empty()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mend {
    /// A raw control character in a string becomes its escape.
    ControlCharacters,
    /// Ill-formed UTF-8 in a string, by the policy of the caller.
    Utf8,
    /// An escape `\ud800` to `\udfff` outside of a pair becomes `\ufffd`.
    LoneSurrogates,
    /// A byte order mark before a text is left out.
    ByteOrderMark,
    /// NUL bytes before or after a text, as a crash or a cut log leaves them, are left out.
    NulPadding,
    /// An input that ends inside its last text: the unfinished last item is left out, and open containers are closed.
    Truncated,
    /// As `Truncated`, but an unfinished string stays up to an unfinished escape or character, and a whole word stays.
    KeepTruncated,
    /// A line of NDJSON inside which the input ends is left out.
    DropTruncated,
    /// Missing closing brackets before another one, or after the last whole item.
    Closers,
    /// A comma before a closing bracket, or after the text, is left out.
    TrailingCommas,
    /// A comma is put between two items that white space or a bracket separates.
    MissingCommas,
    /// Comments are left out: `//` and `#` up to the end of the line, `/*` up to `*/`.
    Comments,
    /// Strings in single quotes get double ones.
    SingleQuotes,
    /// Names without quotes, of ASCII letters, digits, `_` and `$`, get quotes.
    Names,
    /// The escapes `\'`, `\xNN`, `\v` and `\0` of JavaScript become those of JSON.
    Escapes,
    /// `None`, `True` and `False` become `null`, `true` and `false`.
    PythonWords,
    /// `NaN`, `Infinity` and `-Infinity` become `null`.
    NanNull,
    /// `NaN`, `Infinity` and `-Infinity` become strings.
    NanString,
    /// A plus sign before a number is left out.
    PlusSigns,
    /// Zeros before the first digit of a number are left out.
    LeadingZeros,
    /// A point without digits before or after it gets a zero there.
    BarePoints,
    /// A hexadecimal integer, `0x` and up to 32 digits, becomes decimal.
    HexNumbers,
    /// An escape `\u0000` becomes `\ufffd`, for readers that do not take U+0000, such as PostgreSQL's `jsonb`.
    NulEscapes,
    /// Of the members of an object with one name the first stays, and the later ones are left out. Names are compared
    /// after all mends and unescaping.
    RepeatedFirst,
    /// The last of these members stays, and the earlier ones are left out. With both mends, the first stays.
    RepeatedLast,
}

impl Mend {
    /// Every mend.
    pub const ALL: [Mend; 25] = [
        Mend::ControlCharacters,
        Mend::Utf8,
        Mend::LoneSurrogates,
        Mend::ByteOrderMark,
        Mend::NulPadding,
        Mend::Truncated,
        Mend::KeepTruncated,
        Mend::DropTruncated,
        Mend::Closers,
        Mend::TrailingCommas,
        Mend::MissingCommas,
        Mend::Comments,
        Mend::SingleQuotes,
        Mend::Names,
        Mend::Escapes,
        Mend::PythonWords,
        Mend::NanNull,
        Mend::NanString,
        Mend::PlusSigns,
        Mend::LeadingZeros,
        Mend::BarePoints,
        Mend::HexNumbers,
        Mend::NulEscapes,
        Mend::RepeatedFirst,
        Mend::RepeatedLast,
    ];

    /// The name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Mend::ControlCharacters => "control-characters",
            Mend::Utf8 => "utf8",
            Mend::LoneSurrogates => "lone-surrogates",
            Mend::ByteOrderMark => "byte-order-mark",
            Mend::NulPadding => "nul-padding",
            Mend::Truncated => "truncated",
            Mend::KeepTruncated => "keep-truncated",
            Mend::DropTruncated => "drop-truncated",
            Mend::Closers => "closers",
            Mend::TrailingCommas => "trailing-commas",
            Mend::MissingCommas => "missing-commas",
            Mend::Comments => "comments",
            Mend::SingleQuotes => "single-quotes",
            Mend::Names => "names",
            Mend::Escapes => "escapes",
            Mend::PythonWords => "python-words",
            Mend::NanNull => "nan-null",
            Mend::NanString => "nan-string",
            Mend::PlusSigns => "plus-signs",
            Mend::LeadingZeros => "leading-zeros",
            Mend::BarePoints => "bare-points",
            Mend::HexNumbers => "hex-numbers",
            Mend::NulEscapes => "nul-escapes",
            Mend::RepeatedFirst => "repeated-first",
            Mend::RepeatedLast => "repeated-last",
        }
    }

    /// What the mend does, in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Mend::ControlCharacters => "raw control characters in strings become escapes",
            Mend::Utf8 => "ill-formed UTF-8 in strings, by --on-invalid",
            Mend::LoneSurrogates => "escapes \\ud800 to \\udfff outside of a pair become \\ufffd",
            Mend::ByteOrderMark => "a byte order mark before a text is left out",
            Mend::NulPadding => "NUL bytes before or after a text are left out",
            Mend::Truncated => "if the input ends inside a text, leave out the unfinished item and close the rest",
            Mend::KeepTruncated => "as truncated, but an unfinished string stays so far as it is decided",
            Mend::DropTruncated => "leave out a last line inside which the input ends",
            Mend::Closers => "add closing brackets before another one, or after the last whole item",
            Mend::TrailingCommas => "leave out a comma before a closing bracket or after the text",
            Mend::MissingCommas => "add a comma between items that white space or a bracket separates",
            Mend::Comments => "leave out // and # up to the end of the line, and /* */",
            Mend::SingleQuotes => "strings in single quotes get double ones",
            Mend::Names => "names of ASCII letters, digits, underscores and dollar signs get quotes",
            Mend::Escapes => "\\xNN, \\v, \\0 and escaped apostrophes become escapes of JSON",
            Mend::PythonWords => "None, True, False become null, true, false",
            Mend::NanNull => "NaN, Infinity, -Infinity become null",
            Mend::NanString => "NaN, Infinity, -Infinity become strings",
            Mend::PlusSigns => "+1 becomes 1",
            Mend::LeadingZeros => "007 becomes 7",
            Mend::BarePoints => ".5 becomes 0.5, and 5. becomes 5.0",
            Mend::HexNumbers => "0x1F becomes 31, for up to 32 digits",
            Mend::NulEscapes => "\\u0000 becomes \\ufffd, which PostgreSQL's jsonb takes",
            Mend::RepeatedFirst => "of members of an object with one name, only the first stays",
            Mend::RepeatedLast => "of members of an object with one name, only the last stays",
        }
    }

    /// The mend called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mend| mend.name() == name)
    }
}

/// A set of mends.
///
/// ```
/// use stringmill::convert::repair::{Mend, Mends};
///
/// let mends = Mends::SAFE.with(Mend::Comments).without(Mend::ByteOrderMark);
/// assert!(mends.has(Mend::Comments) && !mends.has(Mend::ByteOrderMark) && !Mends::NONE.has(Mend::Utf8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mends(u32);

impl Mends {
    /// No mend.
    pub const NONE: Mends = Mends(0);

    /// The mends that change no value and leave out nothing but marks and padding: control characters, UTF-8, lone
    /// surrogates, byte order mark, NUL padding.
    pub const SAFE: Mends = Mends::NONE
        .with(Mend::ControlCharacters)
        .with(Mend::Utf8)
        .with(Mend::LoneSurrogates)
        .with(Mend::ByteOrderMark)
        .with(Mend::NulPadding);

    /// The same set with `mend`.
    #[must_use]
    pub const fn with(self, mend: Mend) -> Self {
        Mends(self.0 | 1 << mend as u32)
    }

    /// The same set without `mend`.
    #[must_use]
    pub const fn without(self, mend: Mend) -> Self {
        Mends(self.0 & !(1 << mend as u32))
    }

    /// Whether `mend` belongs to the set.
    #[inline]
    pub const fn has(self, mend: Mend) -> bool {
        self.0 >> mend as u32 & 1 == 1
    }
}
