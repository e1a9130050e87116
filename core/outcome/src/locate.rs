//! Line and column of a byte offset, computed only on request.

/// A line and a column.
///
/// ```
/// use stringmill::{Position, locate};
///
/// assert_eq!(locate("é\nb".as_bytes(), 3), Position { line: 2, column: 1 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1. Lines end with LF, so CR LF counts once.
    pub line: u64,
    /// Column in code points, from 1. Each byte except a continuation byte begins a code point. A stray continuation
    /// byte counts as part of the bytes before it.
    pub column: u64,
}

/// Counts lines and columns of a stream that arrives in chunks of any size.
///
/// ```
/// use stringmill::Place;
///
/// let mut place = Place::default();
/// place.pass(b"first li");
/// place.pass(b"ne\nsecond");
/// assert_eq!((place.position().line, place.position().column), (2, 7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    position: Position,
}

impl Default for Place {
    fn default() -> Self {
        Place { position: Position { line: 1, column: 1 } }
    }
}

impl Place {
    /// Passes the next bytes of the stream.
    pub fn pass(&mut self, bytes: &[u8]) {
        let newlines = count(bytes, |b| b == b'\n');
        let mut rest = bytes;
        // A chunk without a line feed, such as a part of a long string, needs no search for the last one.
        if newlines > 0 {
            self.position = Position { line: self.position.line + newlines, column: 1 };
            rest = bytes.rsplit(|&b| b == b'\n').next().unwrap_or_default();
        }
        // A continuation byte belongs to the code point before it.
        self.position.column += count(rest, |b| b & 0xC0 != 0x80);
    }

    /// The position of the next byte of the stream.
    pub fn position(&self) -> Position {
        self.position
    }
}

/// The number of `bytes` that are `counted`. Sums of single bytes stay in vectors, which is several times as fast as
/// counting in `usize`; streams of many GB are counted here.
fn count(bytes: &[u8], counted: impl Fn(u8) -> bool) -> u64 {
    const PIECE: usize = 192;
    let few = |piece: &[u8]| piece.iter().fold(0u8, |sum, &b| sum + counted(b) as u8) as u64;
    let pieces = bytes.chunks_exact(PIECE);
    let rest = few(pieces.remainder());
    rest + pieces.map(few).sum::<u64>()
}

/// Line and column of the byte at `offset` of `input`; of the end if the offset is past it.
///
/// ```
/// let position = stringmill::locate("one\ntwo é!".as_bytes(), 10);
/// assert_eq!((position.line, position.column), (2, 6));
/// ```
pub fn locate(input: &[u8], offset: usize) -> Position {
    let mut place = Place::default();
    place.pass(&input[..offset.min(input.len())]);
    place.position()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_code_points() {
        let text = "ab\né€x\r\n😀y".as_bytes();
        let at = |offset| {
            let p = locate(text, offset);
            (p.line, p.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (1, 3));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(5), (2, 2));
        assert_eq!(at(8), (2, 3));
        assert_eq!(at(11), (3, 1));
        assert_eq!(at(15), (3, 2));
        assert_eq!(at(1000), (3, 3));
    }

    #[test]
    fn long_texts_are_counted_in_full() {
        for len in [191, 192, 193, 383, 384, 10_000] {
            let text = [b'\n'; 10_000];
            assert_eq!(locate(&text, len), Position { line: len as u64 + 1, column: 1 });
            let text = [b'x'; 10_000];
            assert_eq!(locate(&text, len), Position { line: 1, column: len as u64 + 1 });
        }
    }

    #[test]
    fn chunks_do_not_matter() {
        let text = "ab\né€x\r\n😀y\n\n".as_bytes();
        for split in 0..=text.len() {
            let mut place = Place::default();
            place.pass(&text[..split]);
            place.pass(&text[split..]);
            assert_eq!(place.position(), locate(text, text.len()));
        }
    }
}
