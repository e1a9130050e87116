//! Where JSON text has structural characters.
//! Bytes in, masks out; takes text that has been found to be JSON, cut anywhere, and judges nothing.
//! Standard: RFC 8259, section 2.
//! Method: of each block, the mask of these characters by one look-up, without those in strings.

use crate::json_compact::{JsonInside, Strings};
use crate::tier::{Kernel, Tier};
use crate::vector::{BLOCK, ByteSet, Vector};

/// Marks the structural characters of `src`, which begins at `inside`: brackets, braces, commas and colons outside of
/// strings. For the byte at `i`, that is bit `i % 64` of `marks[i / 64]`. Moves `inside` on.
///
/// ```
/// use stringmill_kernels::{JsonInside, json_structural};
///
/// let mut marks = [0];
/// json_structural(&mut JsonInside::BETWEEN, br#"{"a:b": []}"#, &mut marks);
/// assert_eq!(marks, [0b111_0100_0001]);
/// ```
///
/// The text must be well-formed, but may be cut anywhere. Of other text some bytes are marked, and which is not said.
///
/// # Panics
///
/// If `marks` is shorter than `src.len()` divided by 64, rounded up. Masks past those are left as they are.
#[inline]
pub fn json_structural(inside: &mut JsonInside, src: &[u8], marks: &mut [u64]) {
    json_structural_with(Tier::best(), inside, src, marks);
}

/// As [`json_structural`], on a chosen tier.
///
/// # Panics
///
/// As there.
#[inline]
pub fn json_structural_with(tier: Tier, inside: &mut JsonInside, src: &[u8], marks: &mut [u64]) {
    let marks = &mut marks[..src.len().div_ceil(BLOCK)];
    tier.run::<Structural>((inside, marks), src, &mut []);
}

struct Structural;

impl Kernel for Structural {
    type Context<'a> = (&'a mut JsonInside, &'a mut [u64]);
    type Unit = u8;
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(v: V, (inside, marks): (&mut JsonInside, &mut [u64]), src: &[u8], _: &mut [u8]) {
        let mut strings = Strings::from(*inside);
        let characters = v.set(&CHARACTERS);
        let (blocks, rest) = src.as_chunks::<BLOCK>();
        for (block, mark) in blocks.iter().zip(&mut *marks) {
            let bytes = v.load(block);
            let inside = strings.inside(v, bytes, BLOCK);
            *mark = v.nonzero(v.members(characters, bytes)) & !inside;
        }
        if let Some(mark) = marks.get_mut(blocks.len()) {
            let bytes = v.load_part(rest);
            let inside = strings.inside(v, bytes, rest.len());
            *mark = v.nonzero(v.members(characters, bytes)) & !inside;
        }
        *inside = strings.into();
    }

    fn run_scalar((inside, marks): (&mut JsonInside, &mut [u64]), src: &[u8], _: &mut [u8]) {
        for (block, mark) in src.chunks(BLOCK).zip(marks) {
            *mark = 0;
            for (at, &byte) in block.iter().enumerate() {
                *mark |= u64::from(!inside.string() && CHARACTERS.has_byte(byte)) << at;
                inside.step(byte);
            }
        }
    }
}

const CHARACTERS: ByteSet = ByteSet::new(b"[]{},:", false);
