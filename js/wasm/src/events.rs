//! Readers of JSON and Ion. Their events cross many at a time, as tapes.

use crate::arguments::{chunk, misuse};
use crate::door::{Object, Range, call};
use crate::json;
use crate::json_tapes::JsonTapes;
use stringmill::ErrorCode;
use stringmill::json::PausedReader;

/// The input is a string: places are in code units.
const COUNTS_UNITS: u32 = 1 << 8;
/// A byte order mark at the beginning is passed.
const SKIPS_MARK: u32 = 1 << 9;

/// Makes a reader of JSON, by the flags, limits and seed of a checker. The value is its handle.
#[unsafe(no_mangle)]
extern "C" fn smill_json_reader(flags: u32, depth_max: f64, string_max: f64, len_max: f64, seed: u64) -> u32 {
    call(|door| {
        let rules = json::rules(flags, depth_max, string_max, len_max);
        let paused = PausedReader::new(rules).restricted(json::restrictions(flags), seed);
        let tapes = JsonTapes::new(paused, flags & COUNTS_UNITS != 0, flags & SKIPS_MARK != 0);
        door.keep(Object::Json(tapes))
    })
}

/// Leaves out the rest of that many containers, with their ends, before the next event of JSON.
#[unsafe(no_mangle)]
extern "C" fn smill_json_leave(handle: u32, levels: f64) -> u32 {
    call(|door| match door.object(handle)? {
        Object::Json(tapes) => {
            tapes.leave(levels as u64);
            Ok(())
        }
        _ => Err(misuse(ErrorCode::ChoiceUnknown)),
    })
}

/// Gives the next bytes to a reader.
#[unsafe(no_mangle)]
extern "C" fn smill_feed(handle: u32, from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        let (bytes, objects) = door.input_and_objects(Range { from, to })?;
        match objects.get(handle)? {
            Object::Ion(tapes) => {
                tapes.feed(bytes, chunk(last));
                Ok(())
            }
            Object::Json(tapes) => tapes.feed(bytes, chunk(last)),
            _ => Err(misuse(ErrorCode::ChoiceUnknown)),
        }
    })
}

/// Writes the next events as a tape. The value is what follows: 0 for more events, 1 for more input, 2 for nothing. An error
/// comes after the events before it, and its offset counts from the beginning of the input.
#[unsafe(no_mangle)]
extern "C" fn smill_events(handle: u32) -> u32 {
    call(|door| {
        let mut made = door.emptied();
        let after = match door.object(handle)? {
            Object::Ion(tapes) => tapes.write(&mut made)?,
            Object::Json(tapes) => tapes.write(&mut made)?,
            _ => return Err(misuse(ErrorCode::ChoiceUnknown)),
        };
        door.give(0, made);
        door.pair(0.0, f64::from(after as u8));
        Ok(())
    })
}
