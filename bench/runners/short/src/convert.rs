//! Those who convert one document: canonical JSON, JSON into Ion and back, and lines of NDJSON.

use crate::subject::{Subject, into_slice, verdict};
use std::cell::RefCell;
use std::hint::black_box;
use std::ptr::null;
use stringmill::convert::canonical::{CanonicalLimits, json_canonical_into};
use stringmill::convert::{Conversion, Converter, Layout, NumberRules, OnLoss, Source, Target, TopLevel};
use stringmill::ion::{Limits, Options};
use stringmill::json::{JsonCheck, JsonStack};
use stringmill::{Chunk, Tier};
use stringmill_capi::{CanonicalLimits as CLimits, Progress, smill_json_canonical};

/// `smill_json_canonical`.
type CanonicalFunction =
    unsafe extern "C" fn(*const CLimits, *const u8, usize, *mut u8, usize, u32, *mut Progress) -> u32;

pub(crate) fn canonical<'a>() -> Vec<Subject<'a>> {
    let mut subjects: Vec<_> = Tier::available()
        .map(|tier| {
            into_slice(tier.name(), move |src, dst| {
                json_canonical_into(tier, CanonicalLimits::DEFAULT, src, dst).expect("JSON")
            })
        })
        .collect();
    let canonical = black_box(smill_json_canonical as CanonicalFunction);
    subjects.push(into_slice("C best", move |src, dst| {
        let mut progress = Progress { read: 0, written: 0, offset: 0 };
        // SAFETY: source and destination are slices; without limits there are defaults.
        let code = unsafe { canonical(null(), src.as_ptr(), src.len(), dst.as_mut_ptr(), dst.len(), 0, &mut progress) };
        assert_eq!(code, 0);
        progress.written as usize
    }));
    let mut peer = into_slice("serde_json", |src, dst| {
        let value: serde_json::Value = serde_json::from_slice(src).expect("JSON");
        let mut rest = &mut *dst;
        serde_json::to_writer(&mut rest, &value).expect("room");
        let left = rest.len();
        dst.len() - left
    });
    // Its objects are sorted maps; its floats are spelled otherwise, and the last of repeated names stays.
    peer.compared = false;
    subjects.push(peer);
    subjects
}

const JSON: Source = Source::Json(JsonCheck::STRICT);
const ION: Source = Source::Ion(Limits::DEFAULT);
const TO_JSON: Target = Target::Json(TopLevel::Lines, Layout::Compact);

fn conversion(source: Source, target: Target) -> Conversion {
    let numbers = NumberRules::EXACT;
    Conversion { source, target, each: false, typed: false, on_loss: OnLoss::Report, numbers, pretty: None }
}

/// Converts a document with a converter of its own.
fn one(source: Source, target: Target, src: &[u8], dst: &mut [u8]) -> usize {
    let mut converter = Converter::new(&conversion(source, target), JsonStack::growing());
    converter.step(src, Chunk::Last, usize::MAX).expect("well-formed");
    converter.take(|bytes| Ok::<_, ()>(put(bytes, dst))).expect("taken")
}

fn put(bytes: &[u8], dst: &mut [u8]) -> usize {
    dst[..bytes.len()].copy_from_slice(bytes);
    bytes.len()
}

/// The bytes of Ion of a document.
pub(crate) fn ion_of(src: &[u8], binary: bool) -> Vec<u8> {
    let mut dst = vec![0; 2 * src.len() + 1024];
    let target = if binary { Target::IonBinary(1 << 20) } else { Target::Ion(Options::LINES) };
    let len = one(JSON, target, src, &mut dst);
    dst.truncate(len);
    dst
}

/// Each document with a converter of its own, and as a line of one converter.
pub(crate) fn subjects<'a>() -> Vec<Subject<'a>> {
    let lines = JsonCheck { lines: true, ..JsonCheck::STRICT };
    let mut subjects = vec![
        into_slice("compact", |src, dst| one(JSON, TO_JSON, src, dst)),
        into_slice("to Ion", |src, dst| one(JSON, Target::Ion(Options::LINES), src, dst)),
        into_slice("to bin", |src, dst| one(JSON, Target::IonBinary(1 << 20), src, dst)),
        into_slice("from JSON", |src, dst| one(ION, TO_JSON, src, dst)),
        of_lines("line", Source::Json(lines), TO_JSON),
        of_lines("l to Ion", Source::Json(lines), Target::Ion(Options::LINES)),
        of_lines("l fr Ion", ION, TO_JSON),
        verdict("serde_json", |src| serde_json::from_slice::<serde_json::Value>(src).is_ok()),
    ];
    for subject in &mut subjects {
        subject.compared = false;
    }
    subjects
}

/// One converter for all documents, each a line.
fn of_lines<'a>(name: &str, source: Source, target: Target) -> Subject<'a> {
    let state = RefCell::new((Converter::new(&conversion(source, target), JsonStack::growing()), 0));
    into_slice(name, move |src, dst| {
        let (converter, offset) = &mut *state.borrow_mut();
        converter.lines(src, *offset).expect("well-formed");
        *offset += src.len() as u64;
        converter.take(|bytes| Ok::<_, ()>(put(bytes, dst))).expect("taken")
    })
}
