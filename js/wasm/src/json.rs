//! Checks JSON.

use crate::arguments::{chunk, misuse};
use crate::door::{Object, Parts, Range, call};
use crate::restricted::Restricted;
use stringmill::json::{JsonCheck, JsonChecker, JsonStack, Restrictions};
use stringmill::{ErrorCode, Progress};

/// Each line is a text.
const LINES: u32 = 1;
/// Any number of texts.
const VALUES: u32 = 2;
/// Surrogate escapes may be alone.
const LONE_SURROGATES: u32 = 4;
/// The lowest of the bits for [`Restrictions::from_bits`].
const FIRST_RULE: u32 = 3;

/// Rules of a check. A limit that is not finite is none.
pub(crate) fn rules(flags: u32, depth_max: f64, string_max: f64, len_max: f64) -> JsonCheck {
    JsonCheck {
        lines: flags & LINES != 0,
        values: flags & VALUES != 0,
        lone_surrogates: flags & LONE_SURROGATES != 0,
        // Casts saturate.
        depth_max: depth_max as u64,
        string_max: string_max as u64,
        len_max: len_max as u64,
    }
}

/// Rules beyond RFC 8259.
pub(crate) fn restrictions(flags: u32) -> Restrictions {
    Restrictions::from_bits(flags >> FIRST_RULE)
}

/// Makes a checker. The value is its handle. `seed` should be random if names may not repeat: see [`Restrictions`].
#[unsafe(no_mangle)]
extern "C" fn smill_checker(flags: u32, depth_max: f64, string_max: f64, len_max: f64, seed: u64) -> u32 {
    call(|door| {
        let rules = rules(flags, depth_max, string_max, len_max);
        let restrictions = restrictions(flags);
        door.keep(match restrictions.is_any() {
            true => Object::Restricted(Restricted::new(rules, restrictions, seed)),
            false => Object::Checker(JsonChecker::new(rules, JsonStack::growing())),
        })
    })
}

/// Checks the next bytes.
#[unsafe(no_mangle)]
extern "C" fn smill_checker_step(handle: u32, from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        let window = door.window();
        door.run(Range { from, to }, |Parts { src, objects, .. }, _| {
            let read = match objects.get(handle)? {
                Object::Checker(checker) => checker.step(src, chunk(last))?,
                Object::Restricted(checker) => checker.step(src, src.len() == window, chunk(last))?,
                _ => return Err(misuse(ErrorCode::ChoiceUnknown)),
            };
            Ok(Progress { read, written: 0 })
        })
    })
}

/// Begins again: at the beginning of a text, or of a line.
#[unsafe(no_mangle)]
extern "C" fn smill_checker_restart(handle: u32) -> u32 {
    call(|door| match door.object(handle)? {
        Object::Checker(checker) => {
            checker.restart();
            Ok(())
        }
        Object::Restricted(checker) => {
            checker.restart();
            Ok(())
        }
        _ => Err(misuse(ErrorCode::ChoiceUnknown)),
    })
}
