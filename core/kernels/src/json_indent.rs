//! JSON text with each value on a line of its own, indented by the depth of its containers.
//! Bytes in, bytes out; the text must have been checked, may be cut anywhere, and is not checked again.
//! Standard: RFC 8259, section 2.
//! Method: a line break or a blank goes before the next token after a bracket, a comma or a colon, and a line break
//! before a closing bracket; an opening bracket followed by a closing one is an empty container without either. All
//! these places are found in masks of 64 bytes, in which an addition carries a mark over white space. One loop copies
//! the text between the places and inserts the white space. It does not branch on the kind of a place, which no
//! processor could predict.
//! Output bound: none that is of use; room of [`JsonIndent::room`] always makes progress.

use crate::json_compact::{JsonStringState, Strings};
use crate::tier::{Kernel, Tier};
use crate::vector::{BLOCK, Vector};
use stringmill_outcome::Progress;

/// The state of a text between two calls: the position in JSON, and the white space due before the next token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonIndent {
    inside: JsonStringState,
    previous: PreviousByte,
    /// Containers around it.
    level: usize,
}

/// The byte before the next token, as far as white space depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PreviousByte {
    /// A byte that needs no white space after it.
    Other,
    Colon,
    Comma,
    /// A bracket that opens.
    Open,
}

impl JsonIndent {
    /// At the beginning of a text inside this many containers.
    pub const fn new(level: usize) -> Self {
        JsonIndent { inside: JsonStringState::BETWEEN, previous: PreviousByte::Other, level }
    }

    fn is_white(&self, byte: u8) -> bool {
        byte <= b' ' && !self.inside.string()
    }

    fn closes(&self, byte: u8) -> bool {
        matches!(byte, b']' | b'}') && !self.inside.string()
    }

    /// Advances over `byte`.
    fn step(&mut self, byte: u8) {
        if self.is_white(byte) {
            return;
        }
        self.level -= usize::from(self.closes(byte));
        self.previous = match byte {
            _ if self.inside.string() => PreviousByte::Other,
            b'[' | b'{' => PreviousByte::Open,
            b',' => PreviousByte::Comma,
            b':' => PreviousByte::Colon,
            _ => PreviousByte::Other,
        };
        self.level += usize::from(self.previous == PreviousByte::Open);
        self.inside.step(byte);
    }

    /// This much room always makes progress.
    pub const fn room(&self) -> usize {
        // Some containers more may open.
        let block = if self.level < LINE / STEP / 2 { ROOM } else { ROOM_DEEP };
        block.saturating_add(self.level.saturating_mul(STEP))
    }
}

/// Copies `src`, which begins at `at`, to `dst` with other white space outside of strings, as far as there is room, and
/// moves `at` on. Bytes of `dst` past those written may be overwritten.
///
/// ```
/// use stringmill_kernels::{JsonIndent, json_indent};
///
/// let mut dst = [0; 2500];
/// let done = json_indent(&mut JsonIndent::new(0), br#"{"a": [1,{ }] }"#, &mut dst);
/// assert_eq!(&dst[..done.written], b"{\n  \"a\": [\n    1,\n    {}\n  ]\n}");
/// ```
///
/// The text must be well-formed, but may be cut anywhere. For other text the output is unspecified, and the call may
/// panic.
#[inline]
pub fn json_indent(at: &mut JsonIndent, src: &[u8], dst: &mut [u8]) -> Progress {
    json_indent_with(Tier::best(), at, src, dst)
}

/// As [`json_indent`], on a chosen tier.
#[cfg_attr(not(debug_assertions), inline)]
pub fn json_indent_with(tier: Tier, at: &mut JsonIndent, src: &[u8], dst: &mut [u8]) -> Progress {
    tier.run::<Indent>(at, src, dst)
}

struct Indent;

impl Kernel for Indent {
    type Context<'a> = &'a mut JsonIndent;
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, state: &mut JsonIndent, src: &[u8], dst: &mut [u8]) -> Progress {
        let (mut before, mut level) = Carry::of(*state);
        let (mut read, mut written) = (0, 0);
        let mut places = [WhiteSpaceMasks::NONE; BLOCKS];
        while read < src.len() {
            let rest = &src[read..];
            let mut padded;
            let (text, len): (&[u8; TEXT], _) = match rest.first_chunk() {
                Some(text) => (text, BLOCKS * BLOCK),
                None => {
                    // Blanks after the text add no token. If the text ends in a string, these blanks are not copied.
                    let len = rest.len().min(BLOCKS * BLOCK);
                    padded = [b' '; TEXT];
                    padded[..len].copy_from_slice(&rest[..len]);
                    (&padded, len)
                }
            };
            let begin = before.state(level);
            // The places of all blocks are computed before the first branch on them.
            for (block, places) in places.iter_mut().enumerate().take(len.div_ceil(BLOCK)) {
                let at = block * BLOCK;
                *places = WhiteSpaceMasks::of(v, &mut before, part(text, at), (len - at).min(BLOCK));
            }
            for (block, places) in places.iter().enumerate().take(len.div_ceil(BLOCK)) {
                let at = block * BLOCK;
                let room = dst.get_mut(written..).unwrap_or_default();
                let until = if room.len() < ROOM { at } else { len };
                if let Some(text) = text[at..].first_chunk() {
                    let (len, line) = ((len - at).min(BLOCK), places.longest_line(level));
                    if line <= LINE
                        && let Some(room) = room.first_chunk_mut()
                    {
                        written += places.fill::<V, LINE, ROOM>(v, text, len, &mut level, room);
                        continue;
                    }
                    if line <= LINE_DEEP
                        && let Some(room) = room.first_chunk_mut()
                    {
                        written += places.fill::<V, LINE_DEEP, ROOM_DEEP>(v, text, len, &mut level, room);
                        continue;
                    }
                }
                // The line is deeper still, or the room ends.
                *state = begin;
                text[..at].iter().for_each(|&byte| state.step(byte));
                let done = indent_scalar(state, &text[at..until], &mut dst[written..]);
                written += done.written;
                if at + done.read < len {
                    return Progress { read: read + at + done.read, written };
                }
                (before, level) = Carry::of(*state);
                break;
            }
            read += len;
        }
        *state = before.state(level);
        Progress { read, written }
    }

    fn run_scalar(at: &mut JsonIndent, src: &[u8], dst: &mut [u8]) -> Progress {
        indent_scalar(at, src, dst)
    }
}

fn indent_scalar(at: &mut JsonIndent, src: &[u8], dst: &mut [u8]) -> Progress {
    let mut written = 0;
    for (read, &byte) in src.iter().enumerate() {
        if at.is_white(byte) {
            continue;
        }
        if at.inside.string() {
            let Some(room) = dst.get_mut(written) else { return Progress { read, written } };
            *room = byte;
            written += 1;
            at.inside.step(byte);
            continue;
        }
        let closes = at.closes(byte);
        let is_line = closes != matches!(at.previous, PreviousByte::Comma | PreviousByte::Open);
        let before = match is_line {
            true => 1 + STEP * (at.level - usize::from(closes)),
            false => usize::from(at.previous == PreviousByte::Colon),
        };
        let Some(room) = dst[written..].get_mut(..=before) else { return Progress { read, written } };
        if before > 0 {
            room[..before].fill(b' ');
            room[0] = if is_line { b'\n' } else { b' ' };
        }
        room[before] = byte;
        written += room.len();
        at.step(byte);
    }
    Progress { read: src.len(), written }
}

/// The state before a block, in masks of which the lowest bit counts.
#[derive(Clone, Copy)]
struct Carry {
    strings: Strings,
    colon: u64,
    /// Bytes that need a line break after them.
    line: u64,
    open: u64,
}

impl Carry {
    /// The masks for a state, and the level. A bracket counts as soon as a token comes after it.
    #[inline(always)]
    fn of(JsonIndent { inside, previous, level }: JsonIndent) -> (Self, usize) {
        let is = |other| u64::from(previous == other);
        let (colon, open) = (is(PreviousByte::Colon), is(PreviousByte::Open));
        let line = open | is(PreviousByte::Comma);
        (Carry { strings: inside.into(), colon, line, open }, level - open as usize)
    }

    #[inline(always)]
    fn state(self, level: usize) -> JsonIndent {
        let previous = match [self.colon, self.open, self.line] {
            [1, ..] => PreviousByte::Colon,
            [_, 1, _] => PreviousByte::Open,
            [.., 1] => PreviousByte::Comma,
            _ => PreviousByte::Other,
        };
        JsonIndent { inside: self.strings.into(), previous, level: level + self.open as usize }
    }
}

/// Places where white space is inserted or removed.
#[derive(Clone, Copy)]
struct WhiteSpaceMasks {
    /// Ends of the text that is copied: at white space, or at a place for an insertion.
    ends: u64,
    /// For each of them, the place where copying resumes, except for white space at the end of the block.
    begins: u64,
    /// The bits of `begins` that are places for a line break, and for a blank.
    lines: u64,
    colons: u64,
    /// First tokens after opening brackets, and closing brackets.
    opens: u64,
    closes: u64,
}

impl WhiteSpaceMasks {
    const NONE: WhiteSpaceMasks = WhiteSpaceMasks { ends: 0, begins: 0, lines: 0, colons: 0, opens: 0, closes: 0 };

    /// The places in the first `len` bytes; white space follows them.
    #[inline(always)]
    fn of<V: Vector>(v: V, at: &mut Carry, block: &[u8; BLOCK], len: usize) -> WhiteSpaceMasks {
        let bytes = v.load(block);
        let outside = !at.strings.inside(v, bytes, len);
        let white = v.below(bytes, b' ' + 1) & outside;
        // Brackets and braces differ in this bit.
        let folded = v.or(bytes, v.splat(0x20));
        let open = v.equal(folded, b'{') & outside;
        let closes = v.equal(folded, b'}') & outside;
        let comma = v.equal(bytes, b',') & outside;
        let colon = v.equal(bytes, b':') & outside;
        let opens = next(open, white, &mut at.open);
        // Nothing is inserted between brackets that open and close at once.
        let lines = next(open | comma, white, &mut at.line) ^ closes;
        let colons = next(colon, white, &mut at.colon);
        let put = lines | colons;
        let ends = (white | put) & !(white << 1);
        let begins = put | !white & white << 1;
        WhiteSpaceMasks { ends, begins, lines, colons, opens, closes }
    }

    /// Bytes of the longest line feed with blanks that may go there, from a level on.
    #[inline(always)]
    fn longest_line(&self, level: usize) -> usize {
        STEP * (level + self.opens.count_ones() as usize) + 1
    }

    /// Writes the first `len` bytes of `text` with the inserted white space; each line break and its blanks have at
    /// most `LINE` bytes. Returns how many bytes it wrote.
    #[inline(always)]
    fn fill<V: Vector, const LINE: usize, const ROOM: usize>(
        &self,
        v: V,
        text: &[u8; 2 * BLOCK],
        len: usize,
        level: &mut usize,
        dst: &mut [u8; ROOM],
    ) -> usize {
        let WhiteSpaceMasks { mut ends, mut begins, .. } = *self;
        let (mut from, mut written) = (0, 0);
        // More than are written, so that no offset has to be compared with the room.
        let most = LINE * BLOCK;
        loop {
            v.store(v.load(part(text, from % BLOCK)), dst[written % most..].first_chunk_mut().expect("there is room"));
            let end = ends.trailing_zeros() as usize;
            if begins == 0 {
                return written + end.min(len) - from;
            }
            let begin = begins.trailing_zeros();
            let bit = |places: u64| (places >> begin & 1) as usize;
            let (line, colon) = (bit(self.lines), bit(self.colons));
            *level = *level + bit(self.opens) - bit(self.closes);
            written += end - from;
            dst[written % most..][..LINE].copy_from_slice(&BEFORE[colon][..LINE]);
            written += colon + (line.wrapping_neg() & (STEP * *level + 1));
            from = begin as usize;
            (ends, begins) = (ends & (ends - 1), begins & (begins - 1));
        }
    }
}

/// The first tokens after `marks`; `carry` is from the block before, and then for the next one.
#[inline(always)]
fn next(marks: u64, white: u64, carry: &mut u64) -> u64 {
    let sum = (marks << 1 | *carry).wrapping_add(white);
    // A mark has passed the white space whose bits are missing in the sum.
    *carry = (marks | white & !sum) >> 63;
    sum & !white
}

/// The block of `text` at `at`.
#[inline(always)]
fn part(text: &[u8], at: usize) -> &[u8; BLOCK] {
    text[at..].first_chunk().expect("it is in the text")
}

/// Blanks for each container around a line.
const STEP: usize = 2;

/// Bytes of a line feed and blanks that are put before a token at once.
const LINE: usize = 32;

/// The same for deep lines. Deeper lines are written byte by byte.
const LINE_DEEP: usize = 128;

/// The white space before a token: a line break, or a blank after a colon.
const BEFORE: [[u8; LINE_DEEP]; 2] = {
    let mut before = [[b' '; LINE_DEEP]; 2];
    before[0][0] = b'\n';
    before
};

/// Room for a block: each of its bytes may be on a line of its own, and bytes after the output are overwritten.
const ROOM: usize = BLOCK * LINE + BLOCK + LINE;
const ROOM_DEEP: usize = BLOCK * LINE_DEEP + BLOCK + LINE_DEEP;

/// Blocks that are looked at together.
const BLOCKS: usize = 8;

/// The bytes of these blocks, and of one block after them that is read too.
const TEXT: usize = (BLOCKS + 1) * BLOCK;
