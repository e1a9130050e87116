//! Choices for base64, with the names of `spec/operations.toml`.

/// Which 64 symbols base64 is written in.
///
/// ```
/// use stringmill::Base64Alphabet;
///
/// assert_eq!(Base64Alphabet::from_name("url"), Some(Base64Alphabet::Url));
/// assert_eq!(Base64Alphabet::Url.last_two(), *b"-_");
/// assert_eq!(Base64Alphabet::ALL[0].name(), "standard");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base64Alphabet {
    /// RFC 4648, section 4: the last two symbols are `+` and `/`.
    Standard,
    /// RFC 4648, section 5: the last two symbols are `-` and `_`.
    Url,
}

impl Base64Alphabet {
    /// Every alphabet, the default first.
    pub const ALL: &[Base64Alphabet] = &[Base64Alphabet::Standard, Base64Alphabet::Url];

    /// The name shared by the vectors and all languages.
    pub const fn name(self) -> &'static str {
        match self {
            Base64Alphabet::Standard => "standard",
            Base64Alphabet::Url => "url",
        }
    }

    /// The alphabet called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.name() == name)
    }

    /// The symbols for the values 62 and 63.
    pub const fn last_two(self) -> [u8; 2] {
        match self {
            Base64Alphabet::Standard => *b"+/",
            Base64Alphabet::Url => *b"-_",
        }
    }
}

/// Whether `=` fills up the last group of base64 to four characters.
///
/// ```
/// use stringmill::{Base64Decode, Base64Padding, Chunk, ErrorCode, base64_decode};
///
/// let rules = Base64Decode { padding: Base64Padding::Forbidden, ..Base64Decode::STANDARD };
/// let error = base64_decode(rules, b"aGk=", &mut [0; 3], Chunk::Last).unwrap_err();
/// assert_eq!((error.code, error.offset), (ErrorCode::Base64PaddingUnexpected, 3));
/// assert_eq!(Base64Padding::from_name("optional"), Some(Base64Padding::Optional));
/// assert_eq!(Base64Padding::ALL[0].name(), "required");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base64Padding {
    /// Padding must be there.
    Required,
    /// Padding may be there, complete or not at all.
    Optional,
    /// Padding must not be there.
    Forbidden,
}

impl Base64Padding {
    /// Every choice, the default first.
    pub const ALL: &[Base64Padding] = &[Base64Padding::Required, Base64Padding::Optional, Base64Padding::Forbidden];

    /// The name shared by the vectors and all languages.
    pub const fn name(self) -> &'static str {
        match self {
            Base64Padding::Required => "required",
            Base64Padding::Optional => "optional",
            Base64Padding::Forbidden => "forbidden",
        }
    }

    /// The choice called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.name() == name)
    }
}

/// How to handle bits of the last symbol that belong to no byte and are not zero.
///
/// ```
/// use stringmill::{Base64Decode, Chunk, TrailingBits, base64_decode};
///
/// let rules = Base64Decode { trailing_bits: TrailingBits::Drop, ..Base64Decode::STANDARD };
/// let mut dst = [0; 3];
/// assert!(base64_decode(Base64Decode::STANDARD, b"aR==", &mut dst, Chunk::Last).is_err());
/// assert_eq!(base64_decode(rules, b"aR==", &mut dst, Chunk::Last)?.written, 1);
/// assert_eq!(TrailingBits::from_name("drop"), Some(TrailingBits::Drop));
/// assert_eq!(TrailingBits::ALL[0].name(), "refuse");
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrailingBits {
    /// The bits are an error. Encoders never write them, and with them the same bytes would have several spellings.
    Refuse,
    /// The bits are dropped.
    Drop,
}

impl TrailingBits {
    /// Every choice, the default first.
    pub const ALL: &[TrailingBits] = &[TrailingBits::Refuse, TrailingBits::Drop];

    /// The name shared by the vectors and all languages.
    pub const fn name(self) -> &'static str {
        match self {
            TrailingBits::Refuse => "refuse",
            TrailingBits::Drop => "drop",
        }
    }

    /// The choice called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.name() == name)
    }
}

/// White space that is allowed anywhere in base64: before, between and after its characters.
///
/// ```
/// use stringmill::{Base64Decode, Chunk, WhiteSpace, base64_decode};
///
/// let rules = Base64Decode { white_space: WhiteSpace::Json, ..Base64Decode::STANDARD };
/// let mut dst = [0; 6];
/// let done = base64_decode(rules, b"aGVs\r\nbG8=", &mut dst, Chunk::Last)?;
/// assert_eq!(&dst[..done.written], b"hello");
/// assert_eq!(WhiteSpace::Json.bytes(), b" \t\n\r");
/// assert_eq!(WhiteSpace::from_name("json"), Some(WhiteSpace::Json));
/// assert_eq!(WhiteSpace::ALL[0].name(), "refuse");
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhiteSpace {
    /// No white space.
    Refuse,
    /// Space, tab, line feed, carriage return: for .NET, XML Schema and mail.
    Json,
    /// The bytes of `Json` and form feed: the ASCII white space of WHATWG.
    Whatwg,
    /// The bytes of `Whatwg` and vertical tab: for blobs of Amazon Ion.
    Ion,
}

impl WhiteSpace {
    /// Every choice, the default first.
    pub const ALL: &[WhiteSpace] = &[WhiteSpace::Refuse, WhiteSpace::Json, WhiteSpace::Whatwg, WhiteSpace::Ion];

    /// The name shared by the vectors and all languages.
    pub const fn name(self) -> &'static str {
        match self {
            WhiteSpace::Refuse => "refuse",
            WhiteSpace::Json => "json",
            WhiteSpace::Whatwg => "whatwg",
            WhiteSpace::Ion => "ion",
        }
    }

    /// The choice called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.name() == name)
    }

    /// The bytes that are allowed.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            WhiteSpace::Refuse => b"",
            WhiteSpace::Json => b" \t\n\r",
            WhiteSpace::Whatwg => b" \t\n\r\x0C",
            WhiteSpace::Ion => b" \t\n\r\x0C\x0B",
        }
    }
}
