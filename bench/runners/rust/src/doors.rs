//! What a call costs beside its work: the choice of a tier, and the C door.

use libloading::Library;
use std::ffi::c_void;
use std::hint::black_box;
use std::path::Path;
use std::ptr;
use stringmill::{Chunk, IllFormed, JsonEscape, Profile, Repairs, Tier, json_escape, json_escape_with};
use stringmill_measure::{Input, Output, Subject, filled};

/// The subjects of `json_escape dispatch` and `json_escape c-door`; `None` for any other setting. The first is ours, the
/// others are its peers.
pub(crate) fn subjects(variant: &str, libraries: &Path) -> Option<Result<Vec<Subject>, String>> {
    match variant {
        "dispatch" => Some(Ok(vec![rust(&ours()), held(), direct()])),
        "c-door" => Some(c_door(libraries).map(|door| vec![door, rust("Rust call")])),
        _ => None,
    }
}

fn ours() -> String {
    format!("stringmill {}", Tier::best())
}

fn rules() -> JsonEscape<'static> {
    JsonEscape::new(&Profile::JSON, IllFormed::Copy).expect("json takes every policy")
}

/// The call as in a program: it chooses the tier each time.
fn rust(name: &str) -> Subject {
    let rules = rules();
    Subject::new(name, filled, move |input, output| {
        let repairs = &mut Repairs::default();
        let done = json_escape(&rules, input.bytes, &mut output.room, Chunk::Last, repairs).expect("text");
        output.filled = done.written;
    })
}

/// A tier that the caller keeps.
fn held() -> Subject {
    let (rules, tier) = (rules(), Tier::best());
    Subject::new("held tier", filled, move |input, output| one(tier, &rules, input, output))
}

/// A loop that is compiled for one tier, like a program for one processor.
fn direct() -> Subject {
    let (rules, tier) = (rules(), Tier::best());
    Subject::whole("direct call", filled, move |inputs, output| {
        // In each arm the tier is known, so that no call chooses.
        match tier.name() {
            "avx512" => all(tier, &rules, inputs, output),
            "avx2" => all(tier, &rules, inputs, output),
            "sse42" => all(tier, &rules, inputs, output),
            "neon" => all(tier, &rules, inputs, output),
            _ => all(tier, &rules, inputs, output),
        }
    })
}

#[inline(always)]
fn all(tier: Tier, rules: &JsonEscape<'_>, inputs: &[Input<'_>], output: &mut Output) {
    for &input in inputs {
        one(tier, rules, input, output);
        black_box(&mut *output);
    }
}

#[inline(always)]
fn one(tier: Tier, rules: &JsonEscape<'_>, input: Input<'_>, output: &mut Output) {
    let repairs = &mut Repairs::default();
    let done = json_escape_with(tier, rules, input.bytes, &mut output.room, Chunk::Last, repairs).expect("text");
    output.filled = done.written;
}

/// `smill_progress` of `stringmill.h`.
#[repr(C)]
#[derive(Default)]
struct Progress {
    read: u64,
    written: u64,
    offset: u64,
}

type RulesBuiltin = unsafe extern "C" fn(*const u8, usize, u32, *mut *const c_void) -> u32;
type Escape = unsafe extern "C" fn(
    *const c_void,
    *const c_void,
    usize,
    *mut c_void,
    usize,
    u32,
    *mut Progress,
    *mut c_void,
) -> u32;

/// `SMILL_ILL_FORMED_COPY` of `stringmill.h`.
const COPY: u32 = 5;

/// The same call through the shared library, as in a C program.
fn c_door(libraries: &Path) -> Result<Subject, String> {
    let path = libraries.join("capi/libstringmill_capi.so");
    let said = |error: libloading::Error| error.to_string();
    // SAFETY: the library is ours; it is never unloaded.
    let library = Box::leak(Box::new(unsafe { Library::new(&path) }.map_err(said)?));
    // SAFETY: the functions have these types in `stringmill.h`.
    let (make, escape) = unsafe {
        let make = library.get::<RulesBuiltin>(b"smill_rules_builtin\0").map_err(said)?;
        (*make, *library.get::<Escape>(b"smill_json_escape\0").map_err(said)?)
    };
    let mut rules = ptr::null();
    // SAFETY: the name is whole, and there is a place for the rules.
    if unsafe { make(b"json".as_ptr(), 4, COPY, &mut rules) } != 0 {
        return Err("smill_rules_builtin fails".into());
    }
    Ok(Subject::new(ours(), filled, move |input, output| {
        let (src, dst, mut done) = (input.bytes, &mut output.room, Progress::default());
        // SAFETY: both slices are whole, and repairs may be left out.
        let error = unsafe {
            let (src, len) = (src.as_ptr().cast(), src.len());
            escape(rules, src, len, dst.as_mut_ptr().cast(), dst.len(), 0, &mut done, ptr::null_mut())
        };
        assert!(error == 0, "text");
        output.filled = done.written as usize;
    }))
}
