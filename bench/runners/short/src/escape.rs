//! Those who escape: every tier, a plain loop, the C function, and sonic-rs.

use crate::plain::Plain;
use crate::subject::{Run, Subject, into_slice};
use std::hint::black_box;
use std::ptr::null_mut;
use stringmill::{Chunk, IllFormed, JsonEscape, Profile, Repairs, Tier, json_escape_with};
use stringmill_capi::{Progress, Rules, smill_json_escape, smill_rules_new};

/// `smill_json_escape`.
type EscapeFunction = unsafe extern "C" fn(
    *const Rules,
    *const u8,
    usize,
    *mut u8,
    usize,
    u32,
    *mut Progress,
    *mut stringmill_capi::Repairs,
) -> u32;

/// The best tier on text that is known to be UTF-8, as the text of sonic-rs is.
pub(crate) const TRUSTED: &str = "trusted";

pub(crate) fn subjects<'a>(name: &str, rules: &'a JsonEscape<'static>, plain: &'a Plain) -> Vec<Subject<'a>> {
    let mut subjects: Vec<Subject<'a>> = Tier::available()
        .map(|tier| {
            into_slice(tier.name(), move |src, dst| {
                json_escape_with(tier, rules, src, dst, Chunk::Last, &mut Repairs::default())
                    .expect("well-formed")
                    .written
            })
        })
        .collect();
    subjects.push(into_slice("plain", |src, dst| plain.escape(src, dst).expect("well-formed")));
    let handle = handle(name);
    // By address, so that it is not inlined.
    let escape = black_box(smill_json_escape as EscapeFunction);
    subjects.push(into_slice("C best", move |src, dst| {
        let mut progress = Progress { read: 0, written: 0, offset: 0 };
        // SAFETY: source and destination are slices, and the handle lives as long as the process.
        let code = unsafe {
            escape(handle, src.as_ptr(), src.len(), dst.as_mut_ptr(), dst.len(), 0, &mut progress, null_mut())
        };
        assert_eq!(code, 0);
        progress.written as usize
    }));
    if name == "json" {
        let trusting = JsonEscape::new(&Profile::JSON, IllFormed::Copy).expect("rules");
        subjects.push(into_slice(TRUSTED, move |src, dst| {
            json_escape_with(Tier::best(), &trusting, src, dst, Chunk::Last, &mut Repairs::default())
                .expect("room")
                .written
        }));
        let run: Run<'a> = Box::new(|texts, out| {
            let mut sum = 0;
            for text in texts {
                out.clear();
                // SAFETY: the rows are well-formed.
                let text = unsafe { std::str::from_utf8_unchecked(text) };
                sonic_rs::to_writer(&mut *out, text).expect("memory");
                sum += out.len();
            }
            sum
        });
        // It validates nothing, and escapes U+007F too.
        subjects.push(Subject { name: "sonic-rs".to_owned(), run, quotes: 1, compared: false });
    }
    subjects
}

/// Rules of the C library that refuse ill-formed text. They are never freed.
fn handle(name: &str) -> *const Rules {
    let mut rules = null_mut();
    // SAFETY: the name is a slice, and the rules have a place.
    assert_eq!(unsafe { smill_rules_new(name.as_ptr(), name.len(), 0, &mut rules) }, 0);
    rules
}
