//! Sections "JSON strings" and "UTF-8" of the header.

use crate::arguments::{handle, surrogates};
use crate::conversion::Conversion;
use crate::door::{self, exported};
use crate::rules::Rules;
use crate::shapes::{Progress, Repairs};
use stringmill::{JsonUnescape, LoneSurrogates, json_escape_with, json_unescape_with, utf8_validate_with};

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_json_unescape_bound(src_len: usize) -> usize {
    door::caught(usize::MAX, || JsonUnescape { surrogates: LoneSurrogates::Reject }.bound(src_len))
}

exported! {
    fn smill_json_escape_bound(rules: *const Rules, src_len: usize) -> usize {
        door::caught(usize::MAX, || handle(rules).ok().and_then(|rules| rules.bound(src_len)).unwrap_or(usize::MAX))
    }

    fn smill_json_escape(
        rules: *const Rules,
        src: *const u8,
        src_len: usize,
        dst: *mut u8,
        dst_cap: usize,
        how: u32,
        progress: *mut Progress,
        repairs: *mut Repairs,
    ) -> u32 {
        Conversion { src, src_len, dst, dst_cap, how, progress, repairs }
            .run(rules, |rules| Ok(handle(rules)?.utf8()?), json_escape_with)
    }

    fn smill_json_unescape(
        surrogates: u32,
        src: *const u8,
        src_len: usize,
        dst: *mut u8,
        dst_cap: usize,
        how: u32,
        progress: *mut Progress,
        repairs: *mut Repairs,
    ) -> u32 {
        let rules = |number| Ok(JsonUnescape { surrogates: self::surrogates(number)? });
        Conversion { src, src_len, dst, dst_cap, how, progress, repairs }
            .run(surrogates, rules, json_unescape_with)
    }

    fn smill_utf8_validate(src: *const u8, src_len: usize, how: u32, progress: *mut Progress) -> u32 {
        Conversion::reading(src, src_len, how, progress).run(
            (),
            |()| Ok(()),
            |tier, (), src, _, chunk, _| {
                Ok(stringmill::Progress { read: utf8_validate_with(tier, src, chunk)?, written: 0 })
            },
        )
    }
}
