//! Texts for readers that read beyond the end.

/// A text with the 64 bytes after it that simdjson reads; and its length.
pub(crate) fn padded(mut bytes: Vec<u8>) -> (Vec<u8>, usize) {
    let len = bytes.len();
    bytes.resize(len + 64, b' ');
    (bytes, len)
}
