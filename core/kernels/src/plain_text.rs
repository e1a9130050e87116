//! Copies plain text, widens it and narrows it.

use crate::vector::{BLOCK, ByteSet, CODE_UNITS, CodeUnits, Register, Vector, bytes_of};

/// Blocks in a stride. Kernels check a stride at once after this many plain blocks in a row.
pub(crate) const STRIDE: usize = 4;

/// From this length on, aligned stores to whole cache lines cost less in total.
const ALIGN_MIN_LEN: usize = 4096;

/// Which bytes a kernel cannot copy as they are.
///
/// A trait rather than a closure: a closure that the compiler does not inline runs without the instructions of `V`.
pub(crate) trait NeedsWork<V: Vector> {
    /// Nonzero if the byte needs work. Must be `#[inline(always)]`.
    fn needs_work(&self, v: V, bytes: V::Bytes) -> V::Bytes;
}

/// Copies from the beginning of `src` for as long as no byte needs work, in strides; returns how many bytes. The last
/// stride reaches back over bytes that were copied before.
#[inline(always)]
pub(crate) fn copy_plain<V: Vector>(v: V, classes: &impl NeedsWork<V>, src: &[u8], dst: &mut [u8]) -> usize {
    let first = if src.len() < ALIGN_MIN_LEN { 0 } else { copy_to_line(v, classes, src, dst) };
    let (from, to) = (src[first..].as_chunks::<BLOCK>().0, dst[first..].as_chunks_mut::<BLOCK>().0);
    let end = first + from.len() / STRIDE * STRIDE * BLOCK;
    let strides = from.as_chunks::<STRIDE>().0.iter().zip(to.as_chunks_mut::<STRIDE>().0);
    let mut copied = first;
    for (from, to) in strides {
        if !copy_stride(v, classes, from, to) {
            return copied;
        }
        copied += STRIDE * BLOCK;
    }
    if copied < STRIDE * BLOCK || copied < end || copied == src.len() {
        return copied;
    }
    let Some((from, to)) = last_stride(src, dst) else { return copied };
    if copy_stride(v, classes, from, to) { src.len() } else { copied }
}

type Stride = [[u8; BLOCK]; STRIDE];

/// The last stride of `src`, and its place in `dst`, if it has room.
#[inline(always)]
fn last_stride<'a>(src: &'a [u8], dst: &'a mut [u8]) -> Option<(&'a Stride, &'a mut Stride)> {
    let from = src.last_chunk::<{ STRIDE * BLOCK }>()?.as_chunks().0.first_chunk()?;
    let to = dst.get_mut(..src.len())?.last_chunk_mut::<{ STRIDE * BLOCK }>()?;
    Some((from, to.as_chunks_mut().0.first_chunk_mut()?))
}

/// Copies a stride unless a byte of it needs work. Returns whether it did.
#[inline(always)]
fn copy_stride<V: Vector>(v: V, classes: &impl NeedsWork<V>, from: &Stride, to: &mut Stride) -> bool {
    let [a, b, c, d] = [v.load(&from[0]), v.load(&from[1]), v.load(&from[2]), v.load(&from[3])];
    let low = v.or(classes.needs_work(v, a), classes.needs_work(v, b));
    let high = v.or(classes.needs_work(v, c), classes.needs_work(v, d));
    if v.any(v.or(low, high)) {
        return false;
    }
    v.store(a, &mut to[0]);
    v.store(b, &mut to[1]);
    v.store(c, &mut to[2]);
    v.store(d, &mut to[3]);
    true
}

/// Copies as many bytes as bring `dst` to the beginning of a cache line, by a block that reaches over them. Copies none
/// if a byte of that block needs work.
#[inline(always)]
fn copy_to_line<V: Vector>(v: V, classes: &impl NeedsWork<V>, src: &[u8], dst: &mut [u8]) -> usize {
    let (Some(from), Some(to)) = (src.first_chunk::<BLOCK>(), dst.first_chunk_mut::<BLOCK>()) else { return 0 };
    let bytes = v.load(from);
    if v.any(classes.needs_work(v, bytes)) {
        return 0;
    }
    v.store(bytes, to);
    (BLOCK - to.as_ptr().addr() % BLOCK) % BLOCK
}

/// Widens bytes into code units from the beginning of `src` for as long as none needs work, in strides; returns how
/// many.
#[inline(always)]
pub(crate) fn widen_plain<V: CodeUnits>(v: V, classes: &impl NeedsWork<V>, src: &[u8], dst: &mut [u8]) -> usize {
    let (from, to) = (src.as_chunks::<BLOCK>().0, dst.as_chunks_mut::<BLOCK>().0);
    let strides = from.as_chunks::<STRIDE>().0.iter().zip(to.as_chunks_mut::<{ 2 * STRIDE }>().0);
    let mut widened = 0;
    for (from, to) in strides {
        let blocks = [v.load(&from[0]), v.load(&from[1]), v.load(&from[2]), v.load(&from[3])];
        let low = v.or(classes.needs_work(v, blocks[0]), classes.needs_work(v, blocks[1]));
        let high = v.or(classes.needs_work(v, blocks[2]), classes.needs_work(v, blocks[3]));
        if v.any(v.or(low, high)) {
            break;
        }
        for (bytes, to) in blocks.into_iter().zip(to.as_chunks_mut::<2>().0) {
            let [low, high] = v.widen(bytes);
            v.store(low, &mut to[0]);
            v.store(high, &mut to[1]);
        }
        widened += STRIDE * BLOCK;
    }
    widened
}

/// The bits of a code unit that is not ASCII.
pub(crate) const ABOVE_ASCII: u16 = 0xFF80;

/// 64 code units as bytes, as [`CodeUnits::narrow`] makes them; and the code units, two in each lane, combined by `or`.
#[inline(always)]
pub(crate) fn narrow_block<V: CodeUnits>(v: V, block: &[u16; BLOCK]) -> (V::Bytes, V::Bytes) {
    let (low, high) = block.split_at(CODE_UNITS);
    let (low, high) = (v.load_part(bytes_of(low)), v.load_part(bytes_of(high)));
    (v.narrow(low, high), v.or(low, high))
}

/// Narrows code units into bytes from the beginning of `src` for as long as they are ASCII and not of `special`, two
/// blocks at a time; returns how many.
#[inline(always)]
pub(crate) fn narrow_plain<V: CodeUnits>(v: V, special: &ByteSet, src: &[u16], dst: &mut [u8]) -> usize {
    // If both conditions hold, the narrowed bytes of code units that are not ASCII are special or above 0x7F, so the
    // code units need no check of their own.
    if V::SATURATES && special.has(0) {
        narrow_none_of::<V, true>(v, v.set(&special.with_non_ascii()), src, dst)
    } else {
        narrow_none_of::<V, false>(v, v.set(special), src, dst)
    }
}

#[inline(always)]
fn narrow_none_of<V: CodeUnits, const BYTES_TELL: bool>(
    v: V,
    special: <V as Register>::Set,
    src: &[u16],
    dst: &mut [u8],
) -> usize {
    let (from, to) = (src.as_chunks::<BLOCK>().0, dst.as_chunks_mut::<BLOCK>().0);
    let mut narrowed = 0;
    for (from, to) in from.as_chunks::<2>().0.iter().zip(to.as_chunks_mut::<2>().0) {
        let [(first, low), (second, high)] = [narrow_block(v, &from[0]), narrow_block(v, &from[1])];
        let members = v.or(v.members(special, first), v.members(special, second));
        let above = v.and(v.or(low, high), v.splat_u16(ABOVE_ASCII));
        if v.any(if BYTES_TELL { members } else { v.or(members, above) }) {
            break;
        }
        v.store(first, &mut to[0]);
        v.store(second, &mut to[1]);
        narrowed += 2 * BLOCK;
    }
    narrowed
}
