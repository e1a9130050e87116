//! Runs of bytes of a class, one byte at a time.
//! Standards: RFC 8259, sections 2 and 7; Amazon Ion 1.0, text encoding.

/// A class of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteClass {
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

impl ByteClass {
    /// Every class.
    pub const ALL: &'static [ByteClass] = &[
        ByteClass::WhiteSpaceJson,
        ByteClass::WhiteSpaceIon,
        ByteClass::Identifier,
        ByteClass::Digits,
        ByteClass::Hex,
        ByteClass::String,
        ByteClass::StringAscii,
    ];

    /// Its name in `spec/operations.toml`.
    pub fn name(self) -> &'static str {
        match self {
            ByteClass::WhiteSpaceJson => "white-space-json",
            ByteClass::WhiteSpaceIon => "white-space-ion",
            ByteClass::Identifier => "identifier",
            ByteClass::Digits => "digits",
            ByteClass::Hex => "hex",
            ByteClass::String => "string",
            ByteClass::StringAscii => "string-ascii",
        }
    }

    /// The class of that name.
    pub fn from_name(name: &str) -> Option<ByteClass> {
        Self::ALL.iter().copied().find(|class| class.name() == name)
    }

    /// Whether `byte` belongs to it.
    pub fn has(self, byte: u8) -> bool {
        match self {
            ByteClass::WhiteSpaceJson => matches!(byte, b' ' | b'\t' | b'\n' | b'\r'),
            ByteClass::WhiteSpaceIon => byte == b' ' || (0x09..=0x0D).contains(&byte),
            ByteClass::Identifier => byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$',
            ByteClass::Digits => byte.is_ascii_digit(),
            ByteClass::Hex => byte.is_ascii_hexdigit(),
            ByteClass::String => byte >= 0x20 && byte != b'"' && byte != b'\\',
            ByteClass::StringAscii => byte.is_ascii() && ByteClass::String.has(byte),
        }
    }
}

/// Length in bytes of the longest prefix of `src` whose bytes all belong to `class`.
pub fn scan(class: ByteClass, src: &[u8]) -> usize {
    src.iter().take_while(|&&byte| class.has(byte)).count()
}
