//! Choices for base64. The names are those of `spec/operations.toml`.

/// Which 64 symbols base64 is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base64Alphabet {
    /// RFC 4648, section 4: the last two are `+` and `/`.
    Standard,
    /// RFC 4648, section 5: the last two are `-` and `_`.
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

    /// The symbols of 62 and 63.
    pub const fn last_two(self) -> [u8; 2] {
        match self {
            Base64Alphabet::Standard => *b"+/",
            Base64Alphabet::Url => *b"-_",
        }
    }
}

/// Whether the last group of base64 is filled up to four characters with `=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base64Padding {
    /// It must be.
    Required,
    /// It may be, whole or not at all.
    Optional,
    /// It must not be.
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

/// How to handle nonzero bits of the last symbol that belong to no byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrailingBits {
    /// They are an error: no encoder writes them, and the same bytes would have several spellings.
    Refuse,
    /// They are dropped.
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

/// Which white space is allowed anywhere in base64, before, between and after its characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhiteSpace {
    /// None.
    Refuse,
    /// Space, tab, line feed, carriage return: as .NET, XML Schema and mail have it.
    Json,
    /// These and form feed: the ASCII white space of WHATWG.
    Whatwg,
    /// These and vertical tab: as in blobs of Amazon Ion.
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

    /// The bytes that it allows.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            WhiteSpace::Refuse => b"",
            WhiteSpace::Json => b" \t\n\r",
            WhiteSpace::Whatwg => b" \t\n\r\x0C",
            WhiteSpace::Ion => b" \t\n\r\x0C\x0B",
        }
    }
}
