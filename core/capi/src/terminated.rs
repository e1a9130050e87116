//! Texts that end with a zero byte, as C reads them.

/// `text`, filled up with zeros. Does not compile if there is no place for one zero.
pub(crate) const fn terminated<const N: usize>(text: &str) -> [u8; N] {
    let text = text.as_bytes();
    assert!(text.len() < N, "a text is longer than its place");
    let mut place = [0; N];
    let mut i = 0;
    while i < text.len() {
        place[i] = text[i];
        i += 1;
    }
    place
}
