//! Takes ASCII, block by block, each escaped as soon as it is narrowed.

use crate::json_escape::{Classes, JsonEscape, escape_special};
use crate::json_escape_utf16::ascii_block::escape_ascii;
use crate::plain_text::{ABOVE_ASCII, narrow_block, narrow_plain};
use crate::tier::Leaf;
use crate::vector::{BLOCK, CODE_UNITS, CodeUnits};
use stringmill_outcome::Progress;

/// From this many code units on, two blocks are checked at once if the block before needed no work.
const LONG: usize = 512;

pub(crate) struct Ascii;

impl Leaf for Ascii {
    type Context<'a> = &'a JsonEscape<'a>;
    type CodeUnit = u16;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u16], dst: &mut [u8]) -> Progress {
        let mut done = Progress::default();
        let (classes, above_ascii) = (Classes::new(v, rules), v.splat_u16(ABOVE_ASCII));
        while let Some(block) = src[done.read..].first_chunk::<BLOCK>() {
            let (bytes, units) = narrow_block(v, block);
            let (above, members) = (v.and(units, above_ascii), v.members(classes.special, bytes));
            let room = &mut dst[done.written..];
            if let Some(room) = room.first_chunk_mut()
                && !v.any(v.or(above, members))
            {
                v.store(bytes, room);
                done = done.then(Progress { read: BLOCK, written: BLOCK });
                if src.len() - done.read >= LONG {
                    let plain = narrow_plain(v, rules.special(), &src[done.read..], &mut dst[done.written..]);
                    done = done.then(Progress { read: plain, written: plain });
                }
                continue;
            }
            if v.any(above) {
                return done;
            }
            let Some(written) = escape_special(v, rules, &classes, bytes, members, room) else { return done };
            done = done.then(Progress { read: BLOCK, written });
        }
        let rest = &src[done.read..];
        let (low, high) = rest.split_at(rest.len().min(CODE_UNITS));
        match escape_ascii(v, rules, low, high, &mut dst[done.written..]) {
            Some(written) => done.then(Progress { read: rest.len(), written }),
            None => done,
        }
    }
}
