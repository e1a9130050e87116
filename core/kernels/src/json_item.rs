//! The end of an item of a JSON array: the comma or bracket after it.
//! Bytes in, an offset out; the text must have been checked, may be cut anywhere, and is not checked again.
//! Standard: RFC 8259, section 5.
//! Method: a block without as many closing brackets as are open cannot have the end, and only changes their number. In
//! any other block the brackets are taken one by one.

use crate::json_compact::{JsonStringState, Strings};
use crate::tier::{Kernel, Tier};
use crate::vector::{BLOCK, Vector};

/// The state inside an item between two calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonItem {
    inside: JsonStringState,
    /// Containers of the item that are open.
    level: u64,
}

impl JsonItem {
    /// Before an item.
    pub const BEGIN: JsonItem = JsonItem { inside: JsonStringState::BETWEEN, level: 0 };

    /// Whether the item ends before `byte`; if not, advances over it.
    #[inline]
    fn ends(&mut self, commas: bool, byte: u8) -> bool {
        if !self.inside.string() {
            match byte {
                b'{' | b'[' => self.level += 1,
                b'}' | b']' if self.level == 0 => return true,
                b'}' | b']' => self.level -= 1,
                b',' if self.level == 0 && commas => return true,
                _ => {}
            }
        }
        self.inside.step(byte);
        false
    }
}

/// How many bytes of `src`, which begins at `item`, belong to the item: those before the first bracket that closes what
/// the item does not open, or, with `commas`, before the first comma outside its containers. All of `src` if there is
/// neither. Moves `item` on; after an end it is [`JsonItem::BEGIN`].
///
/// ```
/// use stringmill_kernels::{JsonItem, json_item};
///
/// assert_eq!(json_item(&mut JsonItem::BEGIN, true, b"{\"a,]\":[1,2]}, 3]"), 13);
/// assert_eq!(json_item(&mut JsonItem::BEGIN, false, b" 1, [2] ]"), 8);
/// ```
///
/// The text must be well-formed, but may be cut anywhere. For other text the result is unspecified.
#[inline]
pub fn json_item(item: &mut JsonItem, commas: bool, src: &[u8]) -> usize {
    json_item_with(Tier::best(), item, commas, src)
}

/// As [`json_item`], on a chosen tier.
#[cfg_attr(not(debug_assertions), inline)]
pub fn json_item_with(tier: Tier, item: &mut JsonItem, commas: bool, src: &[u8]) -> usize {
    tier.run::<Item>((item, commas), src, &mut [])
}

struct Item;

impl Kernel for Item {
    type Context<'a> = (&'a mut JsonItem, bool);
    type CodeUnit = u8;
    type Output = usize;

    #[inline(always)]
    fn run<V: Vector>(v: V, (item, commas): (&mut JsonItem, bool), src: &[u8], _: &mut [u8]) -> usize {
        let (mut strings, mut level) = (Strings::from(item.inside), item.level);
        let mut at = 0;
        while at < src.len() {
            let block = &src[at..src.len().min(at + BLOCK)];
            // Zeros after the end are no bracket and no comma.
            let bytes = block.first_chunk().map_or_else(|| v.load_part(block), |block| v.load(block));
            let outside = !strings.inside(v, bytes, block.len());
            // Brackets and braces differ in this bit.
            let folded = v.or(bytes, v.splat(0x20));
            let opens = v.equal(folded, b'{') & outside;
            let closes = v.equal(folded, b'}') & outside;
            if u64::from(closes.count_ones()) >= level.max(1) || level == 0 && commas {
                let ends = if commas { v.equal(bytes, b',') & outside } else { 0 };
                if let Some(end) = first_end(opens, closes, ends, level) {
                    *item = JsonItem::BEGIN;
                    return at + end as usize;
                }
            }
            level = level + u64::from(opens.count_ones()) - u64::from(closes.count_ones());
            at += BLOCK;
        }
        *item = JsonItem { inside: strings.into(), level };
        src.len()
    }

    fn run_scalar((item, commas): (&mut JsonItem, bool), src: &[u8], _: &mut [u8]) -> usize {
        item_scalar(item, commas, src)
    }
}

/// The first end in a block with these brackets and commas.
#[inline(always)]
fn first_end(opens: u64, closes: u64, mut commas: u64, mut level: u64) -> Option<u32> {
    let mut brackets = opens | closes;
    loop {
        // Without a bracket this is 64, and all commas come before it.
        let bracket = brackets.trailing_zeros();
        if level == 0 && commas.trailing_zeros() < bracket {
            return Some(commas.trailing_zeros());
        }
        if brackets == 0 {
            return None;
        }
        match (opens >> bracket & 1, level) {
            (1, _) => level += 1,
            (_, 0) => return Some(bracket),
            _ => level -= 1,
        }
        commas &= u64::MAX << bracket;
        brackets &= brackets - 1;
    }
}

fn item_scalar(item: &mut JsonItem, commas: bool, src: &[u8]) -> usize {
    match src.iter().position(|&byte| item.ends(commas, byte)) {
        Some(end) => {
            *item = JsonItem::BEGIN;
            end
        }
        None => src.len(),
    }
}
