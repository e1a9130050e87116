//! Where a JSON value of any size ends, by its quotes and brackets alone. Its text is not checked.

/// How far a value has been read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extent {
    /// Open brackets of both kinds.
    depth: u64,
    place: Place,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Before the value, or between tokens.
    #[default]
    Between,
    String,
    /// After a backslash in a string.
    Escape,
    /// In a number or a literal outside of all brackets.
    Scalar,
}

impl Extent {
    /// Reads on. Returns the length of the part of `src` that belongs to the value if it ends in `src`; a number or a literal
    /// ends only before another byte.
    ///
    /// A byte that cannot begin a value is the whole of it.
    pub(crate) fn pass(&mut self, src: &[u8]) -> Option<usize> {
        for (at, &byte) in src.iter().enumerate() {
            self.place = match (self.place, byte) {
                (Place::String, b'"') if self.depth == 0 => return Some(at + 1),
                (Place::String, b'"') => Place::Between,
                (Place::String, b'\\') => Place::Escape,
                (Place::String | Place::Escape, _) => Place::String,
                (Place::Scalar, b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' | b'"' | b'[' | b']' | b'{' | b'}') => {
                    return Some(at);
                }
                (Place::Scalar, _) => Place::Scalar,
                (Place::Between, b'"') => Place::String,
                (Place::Between, b'[' | b'{') => {
                    self.depth += 1;
                    Place::Between
                }
                (Place::Between, b']' | b'}') if self.depth > 1 => {
                    self.depth -= 1;
                    Place::Between
                }
                (Place::Between, b']' | b'}') => return Some(at + 1),
                (Place::Between, b',' | b':') if self.depth == 0 => return Some(at + 1),
                (Place::Between, _) if self.depth == 0 => Place::Scalar,
                (Place::Between, _) => Place::Between,
            };
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    /// Each value, cut at every place, before bytes that do not belong to it.
    #[test]
    fn values_end_where_they_end() {
        let values = [
            "1",
            "-2.5e3",
            "true",
            "\"\"",
            "\"a\\\"b\\\\\"",
            "\"]}\"",
            "[]",
            "{}",
            "[1,[2,\"]\"],{\"a\":{\"}\":[]}}]",
            ",",
            "]",
            "}",
            ":",
        ];
        for value in values {
            for after in [",", "}", " ", "\n", ":", "]"] {
                let src = format!("{value}{after}");
                for cut in 0..value.len() {
                    let mut extent = Extent::default();
                    assert_eq!(extent.pass(&src.as_bytes()[..cut]), None, "{src} {cut}");
                    assert_eq!(extent.pass(&src.as_bytes()[cut..]), Some(value.len() - cut), "{src} {cut}");
                }
            }
        }
    }
}
