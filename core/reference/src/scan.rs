//! Runs of bytes of a class, one byte at a time.
//! Standards: RFC 8259, sections 2 and 7; Amazon Ion 1.0, text encoding.

/// A class of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// White space between the tokens of JSON.
    WhiteSpaceJson,
    /// White space between the tokens of Ion text.
    WhiteSpaceIon,
    /// The bytes of an Ion identifier after its first.
    Identifier,
    /// Decimal digits.
    Digits,
    /// Hexadecimal digits.
    Hex,
    /// The bytes that a JSON string contains unescaped.
    String,
    /// The ASCII part of that.
    StringAscii,
}

impl Class {
    /// Every class.
    pub const ALL: &'static [Class] = &[
        Class::WhiteSpaceJson,
        Class::WhiteSpaceIon,
        Class::Identifier,
        Class::Digits,
        Class::Hex,
        Class::String,
        Class::StringAscii,
    ];

    /// Its name in `spec/operations.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Class::WhiteSpaceJson => "white-space-json",
            Class::WhiteSpaceIon => "white-space-ion",
            Class::Identifier => "identifier",
            Class::Digits => "digits",
            Class::Hex => "hex",
            Class::String => "string",
            Class::StringAscii => "string-ascii",
        }
    }

    /// The class of that name.
    pub fn from_name(name: &str) -> Option<Class> {
        Self::ALL.iter().copied().find(|class| class.name() == name)
    }

    /// Whether `byte` belongs to it.
    pub fn has(self, byte: u8) -> bool {
        match self {
            Class::WhiteSpaceJson => matches!(byte, b' ' | b'\t' | b'\n' | b'\r'),
            Class::WhiteSpaceIon => byte == b' ' || (0x09..=0x0D).contains(&byte),
            Class::Identifier => byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$',
            Class::Digits => byte.is_ascii_digit(),
            Class::Hex => byte.is_ascii_hexdigit(),
            Class::String => byte >= 0x20 && byte != b'"' && byte != b'\\',
            Class::StringAscii => byte.is_ascii() && Class::String.has(byte),
        }
    }
}

/// Length in bytes of the longest prefix of `src` whose bytes all belong to `class`.
pub fn scan(class: Class, src: &[u8]) -> usize {
    src.iter().take_while(|&&byte| class.has(byte)).count()
}
