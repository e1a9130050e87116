//! Section "JSON text" of the header.

use crate::arguments::{apart, how_whole, object, room, source};
use crate::door;
use crate::ranges::{Span, all_apart};
use crate::shapes::{JsonRules, Progress};
use stringmill::json::{JsonCheck, json_check_with};

/// Elements of the stack that suffices where the caller names no depth.
const OWN: usize = match JsonCheck::stack_len(JsonCheck::DEPTH_MAX) {
    Some(len) => len,
    None => panic!("the depth has its stack"),
};

/// See `stringmill.h`.
///
/// # Safety
///
/// Pointers must be null or as the header wants them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn smill_json_check(
    rules: *const JsonRules,
    stack: *mut u64,
    stack_len: usize,
    src: *const u8,
    src_len: usize,
    how: u32,
    progress: *mut Progress,
) -> u32 {
    let read = [Span::one(rules), Span::of(src, src_len)];
    let lent = Span::of(stack, stack_len);
    let work = || {
        let tier = how_whole(how)?;
        let rules = if rules.is_null() {
            JsonCheck::STRICT
        } else {
            // SAFETY: the caller promises that the rules are readable.
            chosen(*unsafe { object(rules) }?)
        };
        apart(src, src_len, stack, stack_len)?;
        all_apart(&[lent], &read)?;
        // SAFETY: the caller promises that the source is readable.
        let src = unsafe { source(src, src_len) }?;
        let mut own = [0; OWN];
        // SAFETY: the caller promises that the stack is its own to lend; it was seen to be apart from the source.
        let lent = unsafe { room(stack, stack_len) }?;
        let stack = if lent.is_empty() { &mut own[..] } else { lent };
        json_check_with(tier, rules, stack, src)?;
        Ok(stringmill::Progress { read: src_len, written: 0 })
    };
    // SAFETY: the caller promises that `progress` is null or can be written.
    unsafe { door::progress_apart(progress, Span::EMPTY, lent, &read, work) }
}

/// Zero stands for the default of each limit.
fn chosen(rules: JsonRules) -> JsonCheck {
    let JsonRules { depth_max, string_max, len_max, lines, lone_surrogates } = rules;
    let or = |limit, default| if limit == 0 { default } else { limit };
    JsonCheck {
        lines: lines != 0,
        lone_surrogates: lone_surrogates != 0,
        depth_max: or(depth_max, JsonCheck::STRICT.depth_max),
        string_max: or(string_max, JsonCheck::STRICT.string_max),
        len_max: or(len_max, JsonCheck::STRICT.len_max),
    }
}
