//! Blocks of 64 bytes, as far as they are well-formed and have room.

use super::lanes::{Utf8Carry, spread};
use crate::plain_text::{NeedsWork, STRIDE, widen_plain};
use crate::tier::Leaf;
use crate::utf8::{boundary, whole_len};
use crate::utf8_validate::Tables;
use crate::vector::{BLOCK, CodeUnits, first_bits};
use stringmill_outcome::Progress;

struct NonAscii;

impl<V: CodeUnits> NeedsWork<V> for NonAscii {
    #[inline(always)]
    fn needs_work(&self, v: V, bytes: V::Bytes) -> V::Bytes {
        v.and(bytes, v.splat(0x80))
    }
}

/// Transcodes up to the first block that is ill-formed or short of room, and stops between characters. `src` begins
/// between characters.
pub(super) struct Blocks;

impl Leaf for Blocks {
    type Context<'a> = ();
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, (): (), src: &[u8], dst: &mut [u8]) -> Progress {
        let src = &src[..whole_len(src)];
        let tables = &Tables::new(v);
        let mut before = Utf8Carry::nothing(v);
        let (mut at, mut units) = (0, 0);
        let mut plain_blocks = STRIDE;
        while at < src.len() {
            if plain_blocks >= STRIDE && !before.open {
                let widened = widen_plain(v, &NonAscii, &src[at..], &mut dst[2 * units..]);
                (at, units, plain_blocks, before) = (at + widened, units + widened, 0, Utf8Carry::nothing(v));
                if at == src.len() {
                    break;
                }
            }
            let rest = &src[at..];
            let (bytes, len, room) = (v.load_part(rest), rest.len().min(BLOCK), &mut dst[2 * units..]);
            if v.high_bits(bytes) == 0 && !before.open {
                if v.write_widened(bytes, len, room).is_none() {
                    break;
                }
                (units, plain_blocks, before) = (units + len, plain_blocks + 1, Utf8Carry::ascii(bytes));
            } else {
                // The bytes past the end are zeros, which would count as ASCII.
                let Some(block) = spread(v, tables, bytes, &before) else { break };
                let Some(written) = v.write_kept_within(block.low, block.high, block.kept & first_bits(len), room)
                else {
                    break;
                };
                (units, plain_blocks, before) = (units + written, 0, block.before);
                before.open = v.high_bits(bytes) != 0;
            }
            at += len;
        }
        let end = boundary(src, at);
        // Three bytes of four have written the high surrogate.
        Progress { read: end, written: units - (at - end == 3) as usize }
    }
}
