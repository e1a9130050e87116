//! Blocks of 64 bytes: escapes are found for the whole block and decoded in place; one compression removes the other
//! bytes.
//!
//! A subtraction whose borrow runs through each series of backslashes separates those that escape from escaped ones
//! (Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019, section 3.1.1). Every block begins 64 bytes
//! after the one before, even if that cuts an escape: a load whose address depended on the block before would take most
//! of the time. Blocks with `\u` have a loop of their own (`unicode.rs`), because their state fills the registers.
//! Errors, lone surrogates, and units that the end cuts are left to the path for single units.

use crate::plain_text::{NeedsWork, STRIDE, copy_plain};
use crate::tier::Leaf;
use crate::utf8::boundary;
use crate::utf8_validate::Tables;
use crate::vector::{AsciiTable, BLOCK, ByteSet, Vector, first_bits};
use stringmill_outcome::Progress;

/// Unescapes up to the first block with a unicode escape, an error or too little room, and stops between units. `src`
/// begins between units.
pub(super) struct Blocks;

impl Leaf for Blocks {
    type Context<'a> = ();
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, (): (), src: &[u8], dst: &mut [u8]) -> Progress {
        let classes = &Classes::new(v);
        let (mut at, mut to) = (0, 0);
        let mut before = Carry { bytes: v.splat(0), open: false, carry: 0 };
        // A string that begins with an escape has more of them.
        let mut plain_blocks = if plain_block(v, classes, &src[at..]) { STRIDE } else { 0 };
        loop {
            if plain_blocks >= STRIDE && !before.open && before.carry == 0 {
                let plain = copy_plain(v, classes, &src[at..], &mut dst[to..]);
                (at, to, plain_blocks) = (at + plain, to + plain, 0);
            }
            let Some(block) = src.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) else { break };
            let Some(room) = dst.get_mut(to..).and_then(|rest| rest.first_chunk_mut::<BLOCK>()) else { break };
            let bytes = v.load(block);
            let non_ascii = v.high_bits(bytes) != 0;
            if (non_ascii || before.open) && v.any(classes.utf8.errors(v, bytes, before.bytes)) {
                break;
            }
            let Escapes { escape, escaped } = escapes(v.equal(bytes, b'\\'), before.carry);
            // The exclusive or puts the quote next to the control characters. If one of these is escaped, it is no
            // valid letter.
            if v.below(v.xor(bytes, v.splat(b'"' ^ 0x20)), 0x21) & !escaped != 0 {
                break;
            }
            if escape | escaped == 0 {
                v.store(bytes, room);
                to += BLOCK;
                plain_blocks += 1;
            } else {
                let Some(decoded) = classes.decoded_letters(v, bytes, escaped) else { break };
                to += v.compress(decoded, !escape, room);
                plain_blocks = 0;
            }
            before = Carry { bytes, open: non_ascii, carry: escape >> 63 };
            at += BLOCK;
        }
        if let Some((read, written)) = part(v, classes, &src[at..], &before, &mut dst[to..]) {
            return Progress { read: at + read, written: to + written };
        }
        // A backslash that the last block cut from its letter was not written; a sequence that it cut was, byte for
        // byte.
        at -= before.carry as usize;
        let end = if before.carry == 0 { boundary(src, at) } else { at };
        Progress { read: end, written: to - (at - end) }
    }
}

/// Whether the first block of `src` is plain.
#[inline(always)]
fn plain_block<V: Vector>(v: V, classes: &Classes<V>, src: &[u8]) -> bool {
    src.first_chunk().is_some_and(|block| !v.any(classes.needs_work(v, v.load(block))))
}

/// The state before a block.
struct Carry<V: Vector> {
    /// The block before.
    bytes: V::Bytes,
    /// Whether the block may end inside a sequence.
    open: bool,
    /// 1 if the block ends with a backslash that escapes, otherwise 0.
    carry: u64,
}

/// Unescapes a string of at most a block and its quote, or does nothing. Most strings are short, and this needs less
/// set-up than [`Blocks`].
pub(super) struct ShortString;

impl Leaf for ShortString {
    type Context<'a> = ();
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, (): (), src: &[u8], dst: &mut [u8]) -> Progress {
        let before = Carry { bytes: v.splat(0), open: false, carry: 0 };
        let (read, written) = part(v, &Classes::new(v), src, &before, dst).unwrap_or((0, 0));
        Progress { read, written }
    }
}

/// Unescapes less than a block, or a block with the quote that ends the string. Returns how many bytes were read and
/// written. `None` if the text needs more than short escapes or more room, or ends inside a unit.
#[inline(always)]
fn part<V: Vector>(
    v: V,
    classes: &Classes<V>,
    src: &[u8],
    before: &Carry<V>,
    dst: &mut [u8],
) -> Option<(usize, usize)> {
    // Without a byte, nothing shows that the block before ends inside a unit.
    if src.is_empty() {
        return None;
    }
    let here = first_bits(src.len());
    let bytes = v.load_part(src);
    let Escapes { escape, escaped } = escapes(v.equal(bytes, b'\\'), before.carry);
    let quotes = v.equal(bytes, b'"') & !escaped;
    let text = here & quotes.wrapping_sub(1) & !quotes;
    let len = text.trailing_ones() as usize;
    let cut = escape & text & !(text >> 1);
    if v.below(bytes, 0x20) & text | cut != 0 {
        return None;
    }
    let non_ascii = v.high_bits(bytes) & here != 0;
    if (non_ascii || before.open) && v.any(classes.utf8.errors(v, bytes, before.bytes)) {
        return None;
    }
    let mut decoded = bytes;
    if escaped & text != 0 {
        decoded = classes.decoded_letters(v, bytes, escaped & text)?;
    }
    let end = if non_ascii { boundary(src, len) } else { len };
    let written = v.compress_within(decoded, text & !escape, dst)?;
    Some((end, written - (len - end)))
}

/// Which backslashes escape, and which bytes they escape.
pub(crate) struct Escapes {
    pub(crate) escape: u64,
    pub(crate) escaped: u64,
}

/// Finds the backslashes that escape in a block; `carry` is 1 if the block before ended with one, else 0.
#[inline(always)]
pub(crate) fn escapes(backslash: u64, carry: u64) -> Escapes {
    const ODD: u64 = 0xAAAA_AAAA_AAAA_AAAA;
    if backslash == 0 {
        return Escapes { escape: 0, escaped: carry };
    }
    // In a series of backslashes every second one escapes, beginning with the first that is not itself escaped. The
    // borrow of the subtraction runs to the end of the series and leaves the alternation.
    let potential = backslash & !carry;
    let alternation = ((potential << 1 | ODD).wrapping_sub(potential)) ^ ODD;
    Escapes { escape: alternation & backslash, escaped: alternation ^ (backslash | carry) }
}

/// The look-up tables, ready for use.
pub(crate) struct Classes<V: Vector> {
    special: V::Set,
    letters: V::Set,
    sixties: V::Table,
    seventies: V::Table,
    pub(crate) utf8: Tables<V>,
}

impl<V: Vector> Classes<V> {
    #[inline(always)]
    pub(crate) fn new(v: V) -> Self {
        Classes {
            special: v.set(&SPECIAL),
            letters: v.set(&LETTERS),
            sixties: v.table(&SIXTIES),
            seventies: v.table(&SEVENTIES),
            utf8: Tables::new(v),
        }
    }

    /// Decodes the `escaped` letters in place; `None` if one of them is not a letter of an escape, or is `u`.
    #[inline(always)]
    pub(crate) fn decoded_letters(&self, v: V, bytes: V::Bytes, escaped: u64) -> Option<V::Bytes> {
        let decoded;
        if let Some(tables) = v.ascii_tables() {
            decoded = tables.look_up_ascii(&DECODED, bytes);
            if v.high_bits(v.or(decoded, bytes)) & escaped != 0 {
                return None;
            }
        } else {
            if escaped & !v.nonzero(v.members(self.letters, bytes)) != 0 {
                return None;
            }
            // The exclusive or brings one row of the ASCII table to 0x00, the addition lifts all others out of reach.
            let sixties = v.saturating_add(v.xor(bytes, v.splat(0x60)), v.splat(0x70));
            let seventies = v.saturating_add(v.xor(bytes, v.splat(0x70)), v.splat(0x70));
            let change = v.or(v.look_up(self.sixties, sixties), v.look_up(self.seventies, seventies));
            decoded = v.xor(bytes, change);
        }
        Some(v.blend(escaped, decoded, bytes))
    }
}

impl<V: Vector> NeedsWork<V> for Classes<V> {
    #[inline(always)]
    fn needs_work(&self, v: V, bytes: V::Bytes) -> V::Bytes {
        v.members(self.special, bytes)
    }
}

/// The end of a run of plain text: a quote, a backslash, a control character, or non-ASCII.
const SPECIAL: ByteSet = {
    let mut set = ByteSet::new(b"\"\\", true);
    let mut control = 0;
    while control < 0x20 {
        set = set.with(control);
        control += 1;
    }
    set
};

/// For each letter the byte that it means after a backslash, and 0x80 or above if it means none.
static DECODED: [u8; 128] = {
    let mut decoded = [0xFF; 128];
    let mut letter = 0;
    while letter < 128 {
        if LETTERS.has(letter) {
            decoded[letter as usize] = match letter {
                b'b' => 0x08,
                b'f' => 0x0C,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                _ => letter,
            };
        }
        letter += 1;
    }
    decoded
};

/// The letters after a backslash, except `u`.
const LETTERS: ByteSet = ByteSet::new(b"\"/\\bfnrt", false);

/// Turns `b`, `f` and `n` into their control characters by exclusive or.
const SIXTIES: [u8; 16] = {
    let mut change = [0; 16];
    change[0x2] = b'b' ^ 0x08;
    change[0x6] = b'f' ^ 0x0C;
    change[0xE] = b'n' ^ b'\n';
    change
};

/// Turns `r` and `t` into their control characters by exclusive or.
const SEVENTIES: [u8; 16] = {
    let mut change = [0; 16];
    change[0x2] = b'r' ^ b'\r';
    change[0x4] = b't' ^ b'\t';
    change
};
