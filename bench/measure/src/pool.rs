//! Inputs that lie close together, at all alignments.

use std::ops::Range;

/// What a subject is given. Only the encoding that an operation reads is filled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Input<'p> {
    /// Bytes of any kind.
    pub bytes: &'p [u8],
    /// Code units of UTF-16.
    pub utf16: &'p [u16],
}

impl Input<'_> {
    /// Its size in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len() + 2 * self.utf16.len()
    }
}

/// The inputs of one case. After each of them at least 64 bytes can be read, for peers that ask for it.
#[derive(Debug, Default)]
pub struct Pool {
    bytes: Packed<u8>,
    utf16: Packed<u16>,
    /// The bytes of one input that count, if not all do.
    counted: Option<f64>,
}

impl Pool {
    /// Inputs of bytes.
    pub fn of_bytes(texts: impl IntoIterator<Item = Vec<u8>>) -> Self {
        Pool { bytes: Packed::new(texts), ..Pool::default() }
    }

    /// Inputs of UTF-16.
    pub fn of_utf16(texts: impl IntoIterator<Item = Vec<u16>>) -> Self {
        Pool { utf16: Packed::new(texts), ..Pool::default() }
    }

    /// The same inputs, with a smaller number of bytes that count: a scan stops before the end.
    pub fn counting(self, bytes: f64) -> Self {
        Pool { counted: Some(bytes), ..self }
    }

    /// Bytes of one input, on the average.
    pub fn size(&self) -> f64 {
        self.counted.unwrap_or_else(|| {
            let inputs = self.inputs();
            inputs.iter().map(Input::size).sum::<usize>() as f64 / inputs.len() as f64
        })
    }

    /// All inputs, in their order.
    pub fn inputs(&self) -> Vec<Input<'_>> {
        let bytes = self.bytes.pieces().map(|bytes| Input { bytes, utf16: &[] });
        bytes.chain(self.utf16.pieces().map(|utf16| Input { bytes: &[], utf16 })).collect()
    }
}

#[derive(Debug, Default)]
struct Packed<T> {
    units: Vec<T>,
    pieces: Vec<Range<usize>>,
}

impl<T: Clone + Default> Packed<T> {
    fn new(texts: impl IntoIterator<Item = Vec<T>>) -> Self {
        let mut packed = Packed { units: Vec::new(), pieces: Vec::new() };
        for (number, text) in texts.into_iter().enumerate() {
            let start = packed.units.len();
            packed.units.extend(text);
            packed.pieces.push(start..packed.units.len());
            // A gap that walks through all alignments.
            packed.units.resize(packed.units.len() + number * 7 % 16, T::default());
        }
        packed.units.resize(packed.units.len() + 64, T::default());
        packed
    }

    fn pieces(&self) -> impl Iterator<Item = &[T]> {
        self.pieces.iter().map(|piece| &self.units[piece.clone()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_come_back_as_they_were() {
        let pool = Pool::of_bytes([b"one".to_vec(), b"".to_vec(), b"three".to_vec()]);
        let bytes: Vec<_> = pool.inputs().iter().map(|input| input.bytes).collect();
        assert_eq!(bytes, [&b"one"[..], b"", b"three"]);
        let pool = Pool::of_utf16([vec![1, 2], vec![3]]);
        assert_eq!(pool.inputs().iter().map(Input::size).collect::<Vec<_>>(), [4, 2]);
    }
}
