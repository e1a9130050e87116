//! Takes UTF-16 up to a lone surrogate, under rules that spell all non-ASCII.

use crate::json_escape::JsonEscape;
use crate::json_escape_utf16::speller::Speller;
use crate::plain_text::STRIDE;
use crate::tier::Leaf;
use crate::vector::CodeUnits;
use stringmill_outcome::Progress;

pub(crate) struct Spell;

impl Leaf for Spell {
    type Context<'a> = &'a JsonEscape<'a>;
    type CodeUnit = u16;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u16], dst: &mut [u8]) -> Progress {
        let speller = Speller::new(v, rules);
        let mut done = Progress::default();
        let mut ascii = 0;
        while ascii < 2 * STRIDE && done.read < src.len() {
            if let Some(spell) = v.code_unit_speller() {
                done = speller.whole_blocks(spell, src, dst, done);
            }
            let Some(block) = speller.block::<false>(&src[done.read..], &mut dst[done.written..]) else { break };
            ascii = if block.is_ascii { ascii + 1 } else { 0 };
            done = Progress { read: done.read + block.read, written: done.written + block.written };
            if block.is_cut {
                break;
            }
        }
        done
    }
}
