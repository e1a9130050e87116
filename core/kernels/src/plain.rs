//! Copying text that needs nothing done.

use crate::vector::{BLOCK, Vector};

/// Blocks in a stride. Text is looked at a stride at a time once this many blocks in a row needed nothing done.
pub(crate) const STRIDE: usize = 4;

/// Copies strides as long as `needs_work` is zero in all their bytes; returns how many bytes.
#[inline(always)]
pub(crate) fn copy_plain<V: Vector>(
    v: V,
    src: &[u8],
    dst: &mut [u8],
    needs_work: impl Fn(V::Bytes) -> V::Bytes,
) -> usize {
    let (from, to) = (src.as_chunks::<BLOCK>().0, dst.as_chunks_mut::<BLOCK>().0);
    let strides = from.as_chunks::<STRIDE>().0.iter().zip(to.as_chunks_mut::<STRIDE>().0);
    let mut copied = 0;
    for (from, to) in strides {
        let [a, b, c, d] = [v.load(&from[0]), v.load(&from[1]), v.load(&from[2]), v.load(&from[3])];
        if v.any(v.or(v.or(needs_work(a), needs_work(b)), v.or(needs_work(c), needs_work(d)))) {
            break;
        }
        v.store(a, &mut to[0]);
        v.store(b, &mut to[1]);
        v.store(c, &mut to[2]);
        v.store(d, &mut to[3]);
        copied += STRIDE * BLOCK;
    }
    copied
}
