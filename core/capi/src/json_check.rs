//! Section "JSON text" of the header.

use crate::arguments::{apart, destination, how_whole, object, source};
use crate::door::{self, exported};
use crate::ranges::{Span, all_apart};
use crate::shapes::{JsonRules, Progress};
use stringmill::json::{JsonCheck, json_check_with};

/// Elements of a stack that suffices if the caller names no depth.
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
        let read = [Span::one(rules), Span::of(src, src_len)];
        let stack_range = Span::of(stack, stack_len);
        let work = || {
            let tier = how_whole(how)?;
            let rules = if rules.is_null() { JsonCheck::STRICT } else { chosen(*object(rules)?) };
            apart(src, src_len, stack, stack_len)?;
            all_apart(&[stack_range], &read)?;
            let src = source(src, src_len)?;
            let mut own = [0; OWN];
            let given = destination(stack, stack_len)?;
            let stack = if given.is_empty() { &mut own[..] } else { given };
            json_check_with(tier, rules, stack, src)?;
            Ok(stringmill::Progress { read: src_len, written: 0 })
        };
        door::progress_apart(progress, Span::EMPTY, stack_range, &read, work)
    }
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
