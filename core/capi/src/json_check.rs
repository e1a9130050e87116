//! Section "JSON text" of the header.

use crate::arguments::{apart, destination, how_whole, object, outside, shortcut, source};
use crate::door::{self, Failure, exported};
use crate::ranges::{Span, all_apart};
use crate::shapes::{JsonRules, Progress};
use std::ptr;
use stringmill::Tier;
use stringmill::json::{JsonCheck, json_check_with};

/// Length of a stack that suffices for the default depth.
const OWN: usize = match JsonCheck::stack_len(JsonCheck::DEPTH_MAX) {
    Some(len) => len,
    None => panic!("the depth has its stack"),
};

exported! {
    fn smill_json_check(
        rules: *const JsonRules,
        stack: *mut u64,
        stack_len: usize,
        src: *const u8,
        src_len: usize,
        how: u32,
        progress: *mut Progress,
    ) -> u32 {
        // Without a stack the call writes only `progress`, so few compares suffice.
        if stack_len == 0
            && rules.is_aligned()
            && outside(progress, rules.addr(), size_of::<JsonRules>())
            && let Some((tier, src, _)) = shortcut(how, src, src_len, ptr::dangling_mut::<u8>(), 0, progress)
        {
            return door::progress(progress, || check(tier, rules.as_ref(), &mut [0; OWN], src));
        }
        check_apart(rules, stack, stack_len, src, src_len, how, progress)
    }
}

/// [`smill_json_check`] with the complete checks of the arguments.
///
/// # Safety
///
/// Pointers must be null or as the header demands.
#[cold]
#[inline(never)]
unsafe fn check_apart(
    rules: *const JsonRules,
    stack: *mut u64,
    stack_len: usize,
    src: *const u8,
    src_len: usize,
    how: u32,
    progress: *mut Progress,
) -> u32 {
    let read = [Span::one(rules), Span::of(src, src_len)];
    let stack_range = Span::of(stack, stack_len);
    let work = || {
        let tier = how_whole(how)?;
        // SAFETY: the caller promises that the rules do not change.
        let rules = if rules.is_null() { None } else { Some(unsafe { object(rules) }?) };
        apart(src, src_len, stack, stack_len)?;
        all_apart(&[stack_range], &read)?;
        // SAFETY: the caller promises that the source is readable and the stack writable. They do not overlap.
        let (src, given) = unsafe { (source(src, src_len)?, destination(stack, stack_len)?) };
        let mut own = [0; OWN];
        check(tier, rules, if given.is_empty() { &mut own } else { given }, src)
    };
    // SAFETY: the caller promises that `progress` is null or writable.
    unsafe { door::progress_apart(progress, Span::EMPTY, stack_range, &read, work) }
}

#[inline(always)]
fn check(
    tier: Tier,
    rules: Option<&JsonRules>,
    stack: &mut [u64],
    src: &[u8],
) -> Result<stringmill::Progress, Failure> {
    let rules = rules.map_or(JsonCheck::STRICT, |rules| chosen(*rules));
    json_check_with(tier, rules, stack, src)?;
    Ok(stringmill::Progress { read: src.len(), written: 0 })
}

/// Zero means the default of each limit.
fn chosen(rules: JsonRules) -> JsonCheck {
    let JsonRules { depth_max, string_max, len_max, lines, lone_surrogates } = rules;
    let or = |limit, default| if limit == 0 { default } else { limit };
    JsonCheck {
        lines: lines != 0,
        values: false,
        lone_surrogates: lone_surrogates != 0,
        depth_max: or(depth_max, JsonCheck::STRICT.depth_max),
        string_max: or(string_max, JsonCheck::STRICT.string_max),
        len_max: or(len_max, JsonCheck::STRICT.len_max),
    }
}
