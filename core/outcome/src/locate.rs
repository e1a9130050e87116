//! Line and column of a byte offset, computed only when somebody asks.

/// A place in text as people name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1. Lines end with LF, so CR LF counts once.
    pub line: u64,
    /// Column, from 1, in code points; a byte that is no part of a code point counts as one.
    pub column: u64,
}

/// Counts lines and columns over a stream fed in chunks of any size.
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
    /// Walks over `bytes`, the next of the stream.
    pub fn pass(&mut self, bytes: &[u8]) {
        let newlines = bytes.iter().filter(|&&b| b == b'\n').count() as u64;
        let rest = match bytes.iter().rposition(|&b| b == b'\n') {
            Some(last) => {
                self.position = Position { line: self.position.line + newlines, column: 1 };
                &bytes[last + 1..]
            }
            None => bytes,
        };
        // A continuation byte belongs to the code point before it.
        self.position.column += rest.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u64;
    }

    /// Where the next byte stands.
    pub fn position(&self) -> Position {
        self.position
    }
}

/// Line and column of the byte at `offset` of `input`; an offset past the end stands for the end.
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
