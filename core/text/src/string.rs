//! Whole texts in one call.

use crate::append::append;
use crate::operation::{Escape, Unescape};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use stringmill_kernels::{ByteClass, scan, utf8_validate};
use stringmill_outcome::{Chunk, Error};

/// Escapes `text` for the inside of a JSON string: `"`, `\` and the characters below U+0020 (RFC 8259, section 7; the
/// profile `json`). Borrows if nothing has to be escaped.
///
/// ```
/// assert_eq!(stringmill::escape("say \"hi\"\n"), r#"say \"hi\"\n"#);
/// ```
pub fn escape(text: &str) -> Cow<'_, str> {
    let plain = scan(&ByteClass::STRING, text.as_bytes());
    if plain == text.len() {
        return Cow::Borrowed(text);
    }
    // The character after the plain text is ASCII, so the text can be cut there.
    let (head, rest) = text.split_at(plain);
    let mut bytes = head.as_bytes().to_vec();
    let escaped = append(&Escape::default(), rest.as_bytes(), &mut bytes);
    debug_assert!(escaped.is_ok(), "a str is well-formed");
    // SAFETY: the bytes are the head of a `str`, and the output of the kernel for the rest: whole UTF-8 sequences and
    // ASCII.
    Cow::Owned(unsafe { String::from_utf8_unchecked(bytes) })
}

/// Appends `bytes` to `into` as the inside of a JSON string, with the rules of [`escape`].
///
/// # Errors
///
/// The first ill-formed piece of UTF-8 (codes 101 to 107), at its offset in `bytes`. `into` is then unchanged.
///
/// ```
/// let mut json = br#"{"name":""#.to_vec();
/// stringmill::escape_into(b"a \"b\"", &mut json)?;
/// json.extend(br#""}"#);
/// assert_eq!(json, br#"{"name":"a \"b\""}"#);
/// let error = stringmill::escape_into(b"caf\xE9", &mut json).unwrap_err();
/// assert_eq!((error.code.name(), error.offset), ("utf8_incomplete", 3));
/// # Ok::<(), stringmill::Error>(())
/// ```
pub fn escape_into(bytes: &[u8], into: &mut Vec<u8>) -> Result<(), Error> {
    append(&Escape::default(), bytes, into)
}

/// Unescapes the inside of a JSON string. Borrows if it has no escape.
///
/// # Errors
///
/// The first error, at its offset in bytes: an unescaped quote (207) or control character (202), an unknown escape
/// (203), a `\u` without four hexadecimal digits (204), a cut escape (205), a lone surrogate (110).
///
/// ```
/// assert_eq!(stringmill::unescape(r"caf\u00e9 \ud83d\ude00")?, "café 😀");
/// assert_eq!(stringmill::unescape(r"a\q").unwrap_err().offset, 1);
/// # Ok::<(), stringmill::Error>(())
/// ```
pub fn unescape(text: &str) -> Result<Cow<'_, str>, Error> {
    let plain = scan(&ByteClass::STRING, text.as_bytes());
    if plain == text.len() {
        return Ok(Cow::Borrowed(text));
    }
    let (head, rest) = text.split_at(plain);
    let mut bytes = head.as_bytes().to_vec();
    append(&Unescape::default(), rest.as_bytes(), &mut bytes).map_err(|error| error.after(plain as u64))?;
    // SAFETY: the bytes are the head of a `str`, and well-formed UTF-8 from the kernel, which refuses lone surrogates
    // here.
    Ok(Cow::Owned(unsafe { String::from_utf8_unchecked(bytes) }))
}

/// Unescapes the inside of a JSON string, which may be any bytes, and appends the text to `into`.
///
/// # Errors
///
/// As [`unescape`], and ill-formed UTF-8 (codes 101 to 107). `into` is then unchanged.
///
/// ```
/// let mut text = Vec::new();
/// stringmill::unescape_into(br"tab\t", &mut text)?;
/// assert_eq!(text, b"tab\t");
/// # Ok::<(), stringmill::Error>(())
/// ```
pub fn unescape_into(bytes: &[u8], into: &mut Vec<u8>) -> Result<(), Error> {
    append(&Unescape::default(), bytes, into)
}

/// Returns `bytes` as a `str` if they are well-formed UTF-8: [`str::from_utf8`] with a code and a remedy for the
/// error.
///
/// # Errors
///
/// The first ill-formed piece (codes 101 to 107; Unicode, table 3-7), at the offset of its first byte.
///
/// ```
/// assert_eq!(stringmill::validate("café".as_bytes())?, "café");
/// let error = stringmill::validate(b"ab\xC0\x80").unwrap_err();
/// assert_eq!((error.code.name(), error.offset), ("utf8_overlong", 2));
/// # Ok::<(), stringmill::Error>(())
/// ```
pub fn validate(bytes: &[u8]) -> Result<&str, Error> {
    utf8_validate(bytes, Chunk::Last)?;
    // SAFETY: the kernel has just validated all bytes.
    Ok(unsafe { str::from_utf8_unchecked(bytes) })
}
