//! Names and literals of Rust.

/// `utf8_stray` as `Utf8Stray`.
pub(crate) fn camel(name: &str) -> String {
    name.split('_').map(capitalised).collect()
}

/// The text with its first letter in upper case.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// `dotnet-relaxed` as `DOTNET_RELAXED`.
pub(crate) fn constant(name: &str) -> String {
    name.replace('-', "_").to_uppercase()
}

/// An ASCII byte as a literal: `b'/'` if it is visible, `0x1F` otherwise.
pub(crate) fn byte(byte: u8) -> String {
    match byte {
        b'\\' | b'\'' => format!("b'\\{}'", byte as char),
        b'!'..=b'~' => format!("b'{}'", byte as char),
        _ => format!("0x{byte:02X}"),
    }
}
