//! Errors as texts, and places in the input.

use crate::arguments::misuse;
use crate::door::{Object, Range, call};
use stringmill::{Error, ErrorCode, Place, Position};
use stringmill_diagnostic::span::describe;
use stringmill_diagnostic::{Excerpt, Scene};

/// Makes a counter of lines and columns. The value is its handle.
#[unsafe(no_mangle)]
extern "C" fn smill_place() -> u32 {
    call(|door| door.keep(Object::Place(Place::default())))
}

/// Passes the range to a counter.
#[unsafe(no_mangle)]
extern "C" fn smill_place_pass(handle: u32, from: u32, to: u32) -> u32 {
    call(|door| {
        let (bytes, objects) = door.input_and_objects(Range { from, to })?;
        match objects.get(handle)? {
            Object::Place(place) => {
                place.pass(bytes);
                Ok(())
            }
            _ => Err(misuse(ErrorCode::ChoiceUnknown)),
        }
    })
}

/// The line of a counter, as read, and its column, as the value.
#[unsafe(no_mangle)]
extern "C" fn smill_place_get(handle: u32) -> u32 {
    call(|door| {
        let Object::Place(place) = door.object(handle)? else { return Err(misuse(ErrorCode::ChoiceUnknown)) };
        let Position { line, column } = place.position();
        door.pair(line as f64, column as f64);
        Ok(())
    })
}

/// Where an error is. Its surroundings are the first bytes of the window, as in a `Scene`.
#[unsafe(no_mangle)]
extern "C" fn smill_explain(code: u32, before: u32, len: u32, units: u32, offset: f64, line: f64, column: f64) -> u32 {
    call(|door| {
        let all = door.input(Range { from: 0, to: len })?;
        let code = known(code)?;
        let (before, after) = all.split_at_checked(before as usize).ok_or(misuse(ErrorCode::LengthExcessive))?;
        let start = before.iter().rposition(|&byte| byte == b'\n');
        let cut = start.is_none() && before.len() > BEFORE;
        let scene = Scene {
            line: start.map_or(usize::from(cut), |feed| feed + 1),
            cut,
            before: before.to_vec(),
            after: after.to_vec(),
            position: Position { line: line as u64, column: column as u64 },
            offset: offset as u64,
            unit: if units == 0 { "byte" } else { "code unit" },
        };
        let what = describe(code, after);
        let picture = Excerpt::of_error(code, b"input", scene).plain();
        door.text(&[code.name(), code.remedy(), &what, picture.trim_end()].join("\0"));
        Ok(())
    })
}

/// Writes the name of an error, its remedy and what it says.
#[unsafe(no_mangle)]
extern "C" fn smill_error(code: u32) -> u32 {
    call(|door| {
        let code = known(code)?;
        door.text(&[code.name(), code.remedy(), code.says()].join("\0"));
        Ok(())
    })
}

/// Bytes before a place that a scene shows at most.
const BEFORE: usize = 256;

fn known(code: u32) -> Result<ErrorCode, Error> {
    let found = ErrorCode::ALL.iter().copied().find(|&known| known as u32 == code);
    found.ok_or(misuse(ErrorCode::ChoiceUnknown))
}
