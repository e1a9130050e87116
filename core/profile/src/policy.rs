//! How to handle ill-formed input, with the names of `spec/operations.toml` and of the command line.

/// How a writer handles a piece of input that is not well-formed UTF-8 (Unicode, table 3-7).
///
/// Hosts differ in how long one ill-formed *piece* is, and so in the number of replacements:
///
/// | bytes | `Replace` | `ReplaceJava` | `ReplacePhp` |
/// |---|---|---|---|
/// | `ED A0 80` | 3 | 1 | 1 |
/// | `E0 80 80` | 3 | 3 | 1 |
/// | `F4 90 80 80` | 4 | 4 | 1 |
/// | `C3 FF` | 2 | 2 | 1 |
///
/// ```
/// use stringmill::{Chunk, IllFormed, JsonEscape, Profile, Repairs, json_escape};
///
/// assert_eq!(IllFormed::from_name("replace-php"), Some(IllFormed::ReplacePhp));
/// for (policy, expected) in [
///     (IllFormed::Replace, "a\u{FFFD}"),
///     (IllFormed::IgnorePhp, "a"),
///     (IllFormed::Visible, r"a\\xFF"),
///     (IllFormed::Reversible, r"a\udcff"),
/// ] {
///     let rules = JsonEscape::new(&Profile::JSON, policy)?;
///     let mut dst = [0; JsonEscape::UNIT_MAX];
///     let done = json_escape(&rules, b"a\xFF", &mut dst, Chunk::Last, &mut Repairs::default())?;
///     assert_eq!(&dst[..done.written], expected.as_bytes(), "{}", policy.name());
/// }
/// assert_eq!(IllFormed::ALL[0], IllFormed::Reject);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllFormed {
    /// Stops with an error at the first piece.
    Reject,
    /// U+FFFD for each maximal subpart (Unicode, section 3.9, and the WHATWG Encoding Standard).
    Replace,
    /// U+FFFD for each piece, as `new String(bytes, UTF_8)` of the JDK delimits pieces.
    ReplaceJava,
    /// U+FFFD for each piece, as `JSON_INVALID_UTF8_SUBSTITUTE` of PHP delimits pieces.
    ReplacePhp,
    /// Omits each piece, as `JSON_INVALID_UTF8_IGNORE` of PHP delimits pieces.
    IgnorePhp,
    /// Copies the bytes without a check or a count. Still escapes ASCII among them.
    Copy,
    /// The text `\xNN` (upper case), itself escaped, for each byte of each maximal subpart.
    Visible,
    /// The lone surrogate escape `\udcNN` for each byte `NN` of each maximal subpart. [`LoneSurrogates::Reversible`]
    /// turns the escape back into the byte. Well-formed text never produces one, so the output is not ambiguous.
    Reversible,
}

impl IllFormed {
    /// Every policy, the default first.
    pub const ALL: &[IllFormed] = &[
        IllFormed::Reject,
        IllFormed::Replace,
        IllFormed::ReplaceJava,
        IllFormed::ReplacePhp,
        IllFormed::IgnorePhp,
        IllFormed::Copy,
        IllFormed::Visible,
        IllFormed::Reversible,
    ];

    /// The name shared by the command line, the vectors and all languages.
    pub const fn name(self) -> &'static str {
        match self {
            IllFormed::Reject => "reject",
            IllFormed::Replace => "replace",
            IllFormed::ReplaceJava => "replace-java",
            IllFormed::ReplacePhp => "replace-php",
            IllFormed::IgnorePhp => "ignore-php",
            IllFormed::Copy => "copy",
            IllFormed::Visible => "visible",
            IllFormed::Reversible => "reversible",
        }
    }

    /// The policy called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|p| p.name() == name)
    }
}

/// How a writer handles a code unit of UTF-16 that is half of no pair: a high surrogate without a low one after it, or
/// a low one without a high one before it. Each such unit is a piece of its own (Unicode, section 3.9, D91).
///
/// ```
/// use stringmill::{Chunk, IllFormedUtf16, Repairs, Utf16ToUtf8, utf16_to_utf8};
///
/// assert_eq!(IllFormedUtf16::from_name("question-mark"), Some(IllFormedUtf16::QuestionMark));
/// for (policy, expected) in [(IllFormedUtf16::Replace, "a\u{FFFD}"), (IllFormedUtf16::QuestionMark, "a?")] {
///     let mut dst = [0; 8];
///     let rules = Utf16ToUtf8::new(policy)?;
///     let done = utf16_to_utf8(rules, &[0x61, 0xD800], &mut dst, Chunk::Last, &mut Repairs::default())?;
///     assert_eq!(&dst[..done.written], expected.as_bytes(), "{}", policy.name());
/// }
/// assert_eq!(IllFormedUtf16::ALL[0], IllFormedUtf16::Reject);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllFormedUtf16 {
    /// Stops with an error at the first unit, as a reporting `CharsetEncoder` of the JDK does.
    Reject,
    /// U+FFFD for each unit: the WHATWG Encoding Standard and .NET.
    Replace,
    /// A question mark for each unit, as `String.getBytes(UTF_8)` of the JDK writes.
    QuestionMark,
    /// The escape `\ud800` for each unit, as well-formed `JSON.stringify` and Jackson write it. Only for escaped
    /// output. [`LoneSurrogates`] decides how a reader handles it.
    Escape,
    /// The three bytes that UTF-8 would have for the surrogate: WTF-8, which is ill-formed UTF-8. Only for plain
    /// output.
    Wtf8,
}

impl IllFormedUtf16 {
    /// Every policy, the default first.
    pub const ALL: &[IllFormedUtf16] = &[
        IllFormedUtf16::Reject,
        IllFormedUtf16::Replace,
        IllFormedUtf16::QuestionMark,
        IllFormedUtf16::Escape,
        IllFormedUtf16::Wtf8,
    ];

    /// The name shared by the command line, the vectors and all languages.
    pub const fn name(self) -> &'static str {
        match self {
            IllFormedUtf16::Reject => "reject",
            IllFormedUtf16::Replace => "replace",
            IllFormedUtf16::QuestionMark => "question-mark",
            IllFormedUtf16::Escape => "escape",
            IllFormedUtf16::Wtf8 => "wtf8",
        }
    }

    /// The policy called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|p| p.name() == name)
    }
}

/// How a reader handles an escape `\uD800` to `\uDFFF` that is not part of a pair.
///
/// ```
/// use stringmill::{Chunk, JsonUnescape, LoneSurrogates, Repairs, json_unescape};
///
/// assert_eq!(LoneSurrogates::from_name("reversible"), Some(LoneSurrogates::Reversible));
/// for (surrogates, expected) in [
///     (LoneSurrogates::Replace, "a\u{FFFD}".as_bytes()),
///     (LoneSurrogates::Reversible, b"a\xFF"),
/// ] {
///     let mut dst = [0; 8];
///     let rules = JsonUnescape { surrogates };
///     let done = json_unescape(rules, br"a\udcff", &mut dst, Chunk::Last, &mut Repairs::default())?;
///     assert_eq!(&dst[..done.written], expected, "{}", surrogates.name());
/// }
/// assert_eq!(LoneSurrogates::ALL[0], LoneSurrogates::Reject);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoneSurrogates {
    /// Stops with an error.
    Reject,
    /// U+FFFD for each escape.
    Replace,
    /// `\udc80` to `\udcff` become the bytes 80 to FF, which [`IllFormed::Reversible`] wrote so; any other escape is
    /// an error.
    Reversible,
}

impl LoneSurrogates {
    /// Every policy, the default first.
    pub const ALL: &[LoneSurrogates] = &[LoneSurrogates::Reject, LoneSurrogates::Replace, LoneSurrogates::Reversible];

    /// The name shared by the command line, the vectors and all languages.
    pub const fn name(self) -> &'static str {
        match self {
            LoneSurrogates::Reject => "reject",
            LoneSurrogates::Replace => "replace",
            LoneSurrogates::Reversible => "reversible",
        }
    }

    /// The policy called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|p| p.name() == name)
    }
}
