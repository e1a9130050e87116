//! Section "UTF-16 and Latin-1" of the header.

use crate::arguments::{handle, ill_formed, ill_formed_utf16, surrogates};
use crate::conversion::Conversion;
use crate::door::{self, exported};
use crate::rules::Rules;
use crate::shapes::{Progress, Repairs};
use std::ptr;
use stringmill::{IllFormedUtf16, JsonUnescape, Utf8ToUtf16, Utf16ToUtf8, latin1_to_utf8_bound};
use stringmill::{json_escape_latin1_with, json_escape_utf16_with, json_unescape_utf16_with};
use stringmill::{latin1_to_utf8_with, utf8_to_utf16_with, utf16_to_utf8_with};

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_utf16_to_utf8_bound(src_len: usize) -> usize {
    // The bound does not depend on the policy.
    let bound = |len| Utf16ToUtf8::new(IllFormedUtf16::Reject).ok()?.bound(len);
    door::caught(usize::MAX, || bound(src_len).unwrap_or(usize::MAX))
}

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_latin1_to_utf8_bound(src_len: usize) -> usize {
    door::caught(usize::MAX, || latin1_to_utf8_bound(src_len).unwrap_or(usize::MAX))
}

exported! {
    fn smill_utf16_to_utf8(
        policy: u32,
        src: *const u16,
        src_len: usize,
        dst: *mut u8,
        dst_cap: usize,
        how: u32,
        progress: *mut Progress,
        repairs: *mut Repairs,
    ) -> u32 {
        Conversion { src, src_len, dst, dst_cap, how, progress, repairs }
            .run(policy, |policy| Ok(Utf16ToUtf8::new(ill_formed_utf16(policy)?)?), utf16_to_utf8_with)
    }

    fn smill_utf8_to_utf16(
        policy: u32,
        src: *const u8,
        src_len: usize,
        dst: *mut u16,
        dst_cap: usize,
        how: u32,
        progress: *mut Progress,
        repairs: *mut Repairs,
    ) -> u32 {
        Conversion { src, src_len, dst, dst_cap, how, progress, repairs }
            .run(policy, |policy| Ok(Utf8ToUtf16::new(ill_formed(policy)?)?), utf8_to_utf16_with)
    }

    fn smill_json_unescape_utf16(
        surrogates: u32,
        src: *const u8,
        src_len: usize,
        dst: *mut u16,
        dst_cap: usize,
        how: u32,
        progress: *mut Progress,
        repairs: *mut Repairs,
    ) -> u32 {
        let rules = |number| Ok(JsonUnescape { surrogates: self::surrogates(number)? });
        Conversion { src, src_len, dst, dst_cap, how, progress, repairs }
            .run(surrogates, rules, json_unescape_utf16_with)
    }

    fn smill_latin1_to_utf8(
        src: *const u8,
        src_len: usize,
        dst: *mut u8,
        dst_cap: usize,
        how: u32,
        progress: *mut Progress,
    ) -> u32 {
        Conversion { src, src_len, dst, dst_cap, how, progress, repairs: ptr::null_mut() }
            .run((), |()| Ok(()), |tier, (), src, dst, _, _| Ok(latin1_to_utf8_with(tier, src, dst)))
    }

    fn smill_json_escape_utf16(
        rules: *const Rules,
        src: *const u16,
        src_len: usize,
        dst: *mut u8,
        dst_cap: usize,
        how: u32,
        progress: *mut Progress,
        repairs: *mut Repairs,
    ) -> u32 {
        Conversion { src, src_len, dst, dst_cap, how, progress, repairs }
            .run(rules, |rules| Ok(handle(rules)?.utf16()?), json_escape_utf16_with)
    }

    fn smill_json_escape_latin1(
        rules: *const Rules,
        src: *const u8,
        src_len: usize,
        dst: *mut u8,
        dst_cap: usize,
        how: u32,
        progress: *mut Progress,
    ) -> u32 {
        Conversion { src, src_len, dst, dst_cap, how, progress, repairs: ptr::null_mut() }.run(
            rules,
            |rules| Ok(handle(rules)?.latin1()?),
            |tier, rules, src, dst, _, _| Ok(json_escape_latin1_with(tier, rules, src, dst)),
        )
    }
}
