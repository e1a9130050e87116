//! Each byte of a block of sequences of one length has a fixed place in the output, so that the block only has to be
//! validated.

use crate::json_escape::rules::JsonEscape;
use crate::tier::Leaf;
use crate::vector::{BLOCK, CodeUnits, SpellRuns, Vector};
use stringmill_outcome::Progress;

/// Takes a run of sequences of three bytes, as in Chinese, or of four, that become `\uXXXX`, if the tier has
/// instructions for it. Stops in front of other and ill-formed bytes.
pub(crate) struct Runs;

impl Leaf for Runs {
    type Context<'a> = &'a JsonEscape<'a>;
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        match v.run_speller() {
            Some(speller) => runs(v, speller, rules, src, dst),
            None => Progress::default(),
        }
    }
}

/// Escapes the whole blocks of such sequences with which `src` begins, and the sequences of the next block.
#[inline(always)]
fn runs<V: Vector>(v: V, speller: impl SpellRuns<V>, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    let digits = v.table(rules.digits());
    let Progress { read: mut at, written: mut to } = Progress::default();
    if src[0] < 0xF0 {
        while let (Some(block), Some(room)) = (src[at..].first_chunk(), dst[to..].first_chunk_mut()) {
            let (units, errors) = speller.code_units_of_three(block);
            speller.spell_three(units, digits, room);
            if errors != 0 {
                let len = errors.trailing_zeros() as usize / 3 * 3;
                return Progress { read: at + len, written: to + 2 * len };
            }
            (at, to) = (at + 63, to + 126);
        }
    } else {
        while let (Some(block), Some(room)) = (src[at..].first_chunk(), dst[to..].first_chunk_mut()) {
            let (units, errors) = speller.code_units_of_four(block);
            speller.spell_four(units, digits, room);
            if errors != 0 {
                let len = errors.trailing_zeros() as usize / 4 * 4;
                return Progress { read: at + len, written: to + 3 * len };
            }
            (at, to) = (at + BLOCK, to + 3 * BLOCK);
        }
    }
    Progress { read: at, written: to }
}
