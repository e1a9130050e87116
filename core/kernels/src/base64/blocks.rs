//! Blocks of 64 bytes: symbols become numbers, numbers become bytes.
//!
//! Base64 without white space is decoded in place. From the first white space on, the numbers of each block are
//! compressed and appended to those before them: of short text in a register if the tier can, else in a buffer. The
//! buffer is so large that a load from it comes long after the stores, because a load that spans several recent stores
//! stalls the processor.

use super::rules::{Base64Decode, spaced_tables, tables, white_space};
use crate::vector::{BLOCK, Base64Tables, CodeUnits, Join, first_bits};
use stringmill_outcome::{Chunk, Progress};
use stringmill_profile::{Base64Padding, TrailingBits};

/// Bytes that a block of symbols spells.
const BYTES: usize = BLOCK / 4 * 3;
/// Blocks that are judged together.
const STRIDE: usize = 4;
/// Numbers that the buffer collects before it is emptied.
const STAGE: usize = 1024;
/// Numbers that will become bytes. The buffer is aligned, so that no block that is read crosses a cache line.
#[repr(align(64))]
struct Stage([u8; STAGE + BLOCK]);

/// From this length on the buffer costs less than the register: it takes longer to set up and less time to fill.
/// Measured with lines of 76 symbols on AVX-512.
const STAGED_MIN_LEN: usize = 768;

/// Decodes as many groups as blocks can. The remainder begins between groups.
#[inline(always)]
pub(super) fn decode<V: CodeUnits>(v: V, rules: Base64Decode, src: &[u8], dst: &mut [u8]) -> Progress {
    let tables = tables(rules.alphabet);
    let mut done = clean_blocks(v, tables, src, dst, rules.allows_any());
    if done.read == src.len() {
        return done;
    }
    if !rules.allows_any() {
        return last_block(v, tables, src, dst, done);
    }
    // Often this is the end of a line, with one or two bytes of white space.
    while done.read < src.len() && rules.allows(src[done.read]) {
        done.read += 1;
    }
    if done.read == src.len() {
        return done;
    }
    let spaced = SpacedBase64 { tables: spaced_tables(rules), white: v.set(white_space(rules.white_space)), src };
    let (Progress { mut read, written }, held) = match v.joiner() {
        Some(joiner) if src.len() - done.read < STAGED_MIN_LEN => spaced.joined(v, joiner, dst, done),
        _ => spaced.staged(v, dst, done),
    };
    // The symbols whose numbers did not become bytes stay unread.
    for _ in 0..held {
        while rules.allows(src[read - 1]) {
            read -= 1;
        }
        read -= 1;
    }
    Progress { read, written }
}

/// Decodes a whole text of at most a block: symbols, white space if it is allowed, and padding at the end. Returns
/// `None`, and writes nothing, if the text has anything else, an error, or too little room.
#[inline(always)]
pub(super) fn decode_short<V: CodeUnits>(
    v: V,
    rules: Base64Decode,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
) -> Option<Progress> {
    let padding = match *src {
        [.., b'=', b'='] => 2,
        [.., b'='] => 1,
        _ => 0,
    };
    let here = first_bits(src.len() - padding);
    let (numbers, kept) = if rules.allows_any() {
        let spaced = SpacedBase64 { tables: spaced_tables(rules), white: v.set(white_space(rules.white_space)), src };
        let BlockSextets { bytes, other, bad } = spaced.numbers(v, v.load_part(src));
        if bad & here != 0 {
            return None;
        }
        (pressed(v, bytes, !other & here, other & here), !other & here)
    } else {
        let (bytes, wrong) = v.sextets(tables(rules.alphabet), v.load_part(src));
        if v.nonzero(wrong) & here != 0 {
            return None;
        }
        (bytes, here)
    };
    let symbols = kept.count_ones() as usize;
    let over = symbols % 4;
    if over != 0 {
        let allowed = match padding {
            0 => rules.padding != Base64Padding::Required,
            _ => padding + over == 4 && rules.padding != Base64Padding::Forbidden,
        };
        // The trailing bits of the last symbol, which belong to no byte.
        let last = tables(rules.alphabet).number(src[kept.ilog2() as usize]);
        let trailing = last & if over == 2 { 0b1111 } else { 0b11 };
        let dropped = trailing == 0 || rules.trailing_bits == TrailingBits::Drop;
        if over == 1 || !allowed || !dropped || chunk == Chunk::More {
            return None;
        }
    } else if padding != 0 {
        return None;
    }
    let written = symbols / 4 * 3 + over.saturating_sub(1);
    if dst.len() < written {
        return None;
    }
    // Clear the bits beside the numbers: bytes that are no symbols would spoil their neighbours.
    store(v, v.and(numbers, v.splat(0x3F)), written, dst);
    Some(Progress { read: src.len(), written })
}

/// The numbers that `kept` names, without gaps; the numbers after them are unspecified. `left_out` names the numbers
/// that are not kept.
#[inline(always)]
fn pressed<V: CodeUnits>(v: V, numbers: V::Bytes, kept: u64, left_out: u64) -> V::Bytes {
    if left_out == 0 {
        return numbers;
    }
    if let Some(joiner) = v.joiner() {
        return joiner.join(v.splat(0), 0, numbers, kept)[0];
    }
    let mut close = [0; BLOCK];
    v.compress(numbers, kept, &mut close);
    v.load(&close)
}

/// Decodes whole blocks of symbols, as far as there is room; with white space `to_come`, stops at the first stride that
/// has any.
#[inline(always)]
fn clean_blocks<V: CodeUnits>(v: V, tables: &Base64Tables, src: &[u8], dst: &mut [u8], to_come: bool) -> Progress {
    let (mut at, mut to) = (0, 0);
    while let Some(from) = src[at..].first_chunk::<{ STRIDE * BLOCK }>()
        && let Some(room) = dst[to..].first_chunk_mut::<{ STRIDE * BYTES }>()
    {
        let [a, b, c, d] = [0, 1, 2, 3].map(|number| &from.as_chunks::<BLOCK>().0[number]);
        let ((a, wrong_a), (b, wrong_b)) = (v.sextets(tables, v.load(a)), v.sextets(tables, v.load(b)));
        let ((c, wrong_c), (d, wrong_d)) = (v.sextets(tables, v.load(c)), v.sextets(tables, v.load(d)));
        if v.any(v.or(v.or(wrong_a, wrong_b), v.or(wrong_c, wrong_d))) {
            if to_come {
                return Progress { read: at, written: to };
            }
            break;
        }
        for (number, numbers) in [a, b, c].into_iter().enumerate() {
            store(v, numbers, BYTES, &mut room[number * BYTES..]);
        }
        store(v, d, BYTES, &mut dst[to + 3 * BYTES..]);
        at += STRIDE * BLOCK;
        to += STRIDE * BYTES;
    }
    while let Some(block) = src[at..].first_chunk()
        && dst.len() - to >= BYTES
    {
        let (numbers, wrong) = v.sextets(tables, v.load(block));
        if v.any(wrong) {
            break;
        }
        store(v, numbers, BYTES, &mut dst[to..]);
        at += BLOCK;
        to += BYTES;
    }
    Progress { read: at, written: to }
}

/// Decodes up to the first byte that is no symbol, at most a block, as far as there is room.
#[inline(always)]
fn last_block<V: CodeUnits>(v: V, tables: &Base64Tables, src: &[u8], dst: &mut [u8], done: Progress) -> Progress {
    let (rest, room) = (&src[done.read..], &mut dst[done.written..]);
    let (numbers, wrong) = v.sextets(tables, v.load_part(rest));
    let symbols = rest.len().min(v.nonzero(wrong).trailing_zeros() as usize);
    let written = bytes_of(symbols, room.len());
    store(v, numbers, written, room);
    Progress { read: done.read + written / 3 * 4, written: done.written + written }
}

/// How many bytes the whole groups among `symbols` symbols spell: at most a block, and at most the groups that have
/// room.
#[inline(always)]
fn bytes_of(symbols: usize, room: usize) -> usize {
    (symbols.min(BLOCK) / 4).min(room / 3) * 3
}

/// Writes the first `len` bytes that `numbers` spell. Bytes of `dst` after them may be overwritten.
#[inline(always)]
fn store<V: CodeUnits>(v: V, numbers: V::Bytes, len: usize, dst: &mut [u8]) {
    let bytes = v.pack_sextets(numbers);
    match dst.first_chunk_mut() {
        Some(room) => v.store(bytes, room),
        None => v.store_prefix(bytes, &mut dst[..len]),
    }
}

/// Base64 with white space.
struct SpacedBase64<'a, V: CodeUnits> {
    tables: &'a Base64Tables,
    white: V::Set,
    src: &'a [u8],
}

/// The numbers of a block.
struct BlockSextets<V: CodeUnits> {
    bytes: V::Bytes,
    /// Which bytes of the block are no symbols.
    other: u64,
    /// Which bytes of `other` are no white space either.
    bad: u64,
}

/// The numbers that have not become bytes yet.
struct PendingSextets<V: CodeUnits> {
    bytes: V::Bytes,
    len: usize,
}

impl<V: CodeUnits> SpacedBase64<'_, V> {
    #[inline(always)]
    fn numbers(&self, v: V, text: V::Bytes) -> BlockSextets<V> {
        let (bytes, wrong) = v.sextets(self.tables, text);
        let (other, bad) = v.no_symbols((bytes, wrong), self.white, text);
        BlockSextets { bytes, other, bad }
    }

    /// The numbers of the block at `at`, a mask of the numbers that count, and how many bytes of the source they take:
    /// up to the first byte that is neither symbol nor white space.
    ///
    /// Not for use in a loop: the next block would wait for the length found here.
    #[inline(always)]
    fn last(&self, v: V, at: usize) -> (V::Bytes, u64, usize) {
        let rest = &self.src[at..];
        let BlockSextets { bytes, other, bad } = self.numbers(v, v.load_part(rest));
        let len = rest.len().min(BLOCK).min(bad.trailing_zeros() as usize);
        (bytes, !other & first_bits(len), len)
    }

    /// Decodes by way of a register; returns how many numbers are left over.
    #[inline(always)]
    fn joined(&self, v: V, joiner: impl Join<V>, dst: &mut [u8], done: Progress) -> (Progress, usize) {
        let Progress { read: mut at, written: mut to } = done;
        let mut held = PendingSextets { bytes: v.splat(0), len: 0 };
        let mut full = false;
        while let Some(block) = self.src[at..].first_chunk()
            && !full
        {
            let BlockSextets { bytes, other, bad } = self.numbers(v, v.load(block));
            if bad != 0 {
                break;
            }
            at += BLOCK;
            full = !join(v, joiner, &mut held, bytes, !other, dst, &mut to);
        }
        if !full {
            let (bytes, kept, len) = self.last(v, at);
            at += len;
            join(v, joiner, &mut held, bytes, kept, dst, &mut to);
        }
        let room = &mut dst[to..];
        let written = bytes_of(held.len, room.len());
        store(v, held.bytes, written, room);
        (Progress { read: at, written: to + written }, held.len - written / 3 * 4)
    }

    /// Decodes by way of a buffer; returns how many numbers are left over.
    #[inline(always)]
    fn staged(&self, v: V, dst: &mut [u8], done: Progress) -> (Progress, usize) {
        let Stage(stage) = &mut Stage([0; STAGE + BLOCK]);
        let Progress { read: mut at, written: mut to } = done;
        let (mut held, mut ends) = (0, false);
        loop {
            // Decodes no more than has room, so that a call with little room does little work.
            while !ends
                && held / 4 * 3 <= dst.len() - to
                && let Some(room) = stage[held..].first_chunk_mut::<BLOCK>()
            {
                if let Some(block) = self.src[at..].first_chunk()
                    && let BlockSextets { bytes, other, bad: 0 } = self.numbers(v, v.load(block))
                {
                    at += BLOCK;
                    held += v.compress(bytes, !other, room);
                } else {
                    let (bytes, kept, len) = self.last(v, at);
                    at += len;
                    held += v.compress(bytes, kept, room);
                    ends = true;
                }
            }
            let mut from = 0;
            while let Some(numbers) = stage[from..held].first_chunk::<BLOCK>()
                && dst.len() - to >= BYTES
            {
                store(v, v.load(numbers), BYTES, &mut dst[to..]);
                from += BLOCK;
                to += BYTES;
            }
            let (rest, room) = (&stage[from..held], &mut dst[to..]);
            if ends || rest.len() / 4 * 3 > room.len() {
                let written = bytes_of(rest.len(), room.len());
                store(v, v.load_part(rest), written, room);
                return (Progress { read: at, written: to + written }, rest.len() - written / 3 * 4);
            }
            stage.copy_within(from..held, 0);
            held -= from;
        }
    }
}

/// Adds the numbers that `kept` names to the pending ones, and decodes a block as soon as there is one. Returns whether
/// the block had room.
#[inline(always)]
fn join<V: CodeUnits>(
    v: V,
    joiner: impl Join<V>,
    held: &mut PendingSextets<V>,
    bytes: V::Bytes,
    kept: u64,
    dst: &mut [u8],
    to: &mut usize,
) -> bool {
    let [joined, more] = joiner.join(held.bytes, held.len, bytes, kept);
    *held = PendingSextets { bytes: joined, len: held.len + kept.count_ones() as usize };
    if held.len >= BLOCK {
        let room = &mut dst[*to..];
        if room.len() < BYTES {
            return false;
        }
        store(v, joined, BYTES, room);
        *to += BYTES;
        *held = PendingSextets { bytes: more, len: held.len - BLOCK };
    }
    true
}
