//! Canonical JSON: RFC 8785.

use crate::arguments::misuse;
use crate::door::{Object, Range, call};
use stringmill::convert::canonical::{CanonicalLimits, json_canonical_with};
use stringmill::{Error, ErrorCode, Tier};

/// Makes a text that grows. The value is its handle.
#[unsafe(no_mangle)]
extern "C" fn smill_text() -> u32 {
    call(|door| door.keep(Object::Text(Vec::new())))
}

/// Adds bytes to a text.
#[unsafe(no_mangle)]
extern "C" fn smill_text_push(handle: u32, from: u32, to: u32) -> u32 {
    call(|door| {
        let (bytes, objects) = door.input_and_objects(Range { from, to })?;
        let text = text(objects.get(handle)?)?;
        text.try_reserve(bytes.len()).map_err(|_| misuse(ErrorCode::MemoryRefused))?;
        text.extend_from_slice(bytes);
        Ok(())
    })
}

/// The canonical form of a text.
#[unsafe(no_mangle)]
extern "C" fn smill_text_canonical(handle: u32, depth_max: f64, rounds_integers: u32) -> u32 {
    call(|door| {
        let made = canonical(text(door.object(handle)?)?, depth_max, rounds_integers)?;
        door.give(0, made);
        Ok(())
    })
}

/// The canonical form of a text in the window.
#[unsafe(no_mangle)]
extern "C" fn smill_canonical(from: u32, to: u32, depth_max: f64, rounds_integers: u32) -> u32 {
    call(|door| {
        let made = canonical(door.input(Range { from, to })?, depth_max, rounds_integers)?;
        door.give(0, made);
        Ok(())
    })
}

fn canonical(src: &[u8], depth_max: f64, rounds_integers: u32) -> Result<Vec<u8>, Error> {
    let (depth_max, rounds_integers) = (depth_max as u64, rounds_integers != 0);
    let limits = CanonicalLimits { depth_max, memory_max: usize::MAX, rounds_integers };
    json_canonical_with(Tier::best(), limits, src)
}

fn text(object: &mut Object) -> Result<&mut Vec<u8>, Error> {
    match object {
        Object::Text(text) => Ok(text),
        _ => Err(misuse(ErrorCode::ChoiceUnknown)),
    }
}
